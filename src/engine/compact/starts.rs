//! What may be started.

use super::sites::Site;
use super::spell::Part;
use super::view::View;
use super::words::{Board, Lane, Words, mask};
use super::{Cond, Program, Set, Side, bit};
use crate::engine::PlaceId;
use crate::engine::code::{Amount, Small};
use crate::engine::geometry::NONE;

/// Pits of the mover's that may be started.
#[derive(Debug)]
pub(super) struct Starts<const W: usize> {
    /// Their lanes.
    pub(super) lanes: Words<W>,
    /// What makes the highest bit of each lane of a word tell whether it holds enough.
    pub(super) enough: u64,
    /// Those of which more is asked.
    conds: Box<[(Lane, Cond)]>,
}

impl<const W: usize> Starts<W> {
    /// From the places, each with what must hold for it.
    pub(super) fn of<const B: u32>(places: &[(PlaceId, Cond)], lanes: &[Lane]) -> Starts<W> {
        let least = |p: PlaceId, c: &Cond| match c {
            Cond::Is(true) => Some(1),
            Cond::Count(q, t) if p == *q => at_least(*t).map(|n| n.max(1)),
            _ => None,
        };
        let can = || places.iter().filter(|(_, c)| *c != Cond::Is(false));
        // Most games ask the same of all.
        let common = can().map(|(p, c)| least(*p, c)).min().flatten().unwrap_or(1);
        let common = if Board::<W, B>::enough(common).is_some() { common } else { 1 };
        let more = can().filter(|(p, c)| least(*p, c) != Some(common));
        let all = can().fold(0, |m, (p, _)| m | bit(*p));
        Starts {
            lanes: mask::<W, B>(lanes, all),
            enough: Board::<W, B>::enough(common).unwrap_or(0),
            conds: more.map(|(p, c)| (lanes[usize::from(*p)], c.clone())).collect(),
        }
    }
}

/// The least count, if all from there on pass and no other.
fn at_least(t: Small) -> Option<u32> {
    let least = t.bits.trailing_zeros();
    (t.above && u64::MAX.checked_shl(least) == Some(t.bits)).then_some(least)
}

impl Part<'_> {
    /// What may be started: the places of each alternative, each with what must hold for it.
    pub(super) fn starts(&mut self, site: &Site<'_>) -> Option<Vec<Vec<(PlaceId, Cond)>>> {
        let code = self.code;
        let mut classes = Vec::new();
        for (id, class) in (code.first_class..).zip(&code.classes) {
            let mut can = false;
            for line in class.lines.iter().flatten() {
                can |= site.cond(&self.cond(&line.when)?) != Cond::Is(false);
            }
            if can {
                classes.push((id, class));
            }
        }
        let [(id, class)] = classes[..] else { return None };
        self.class = id;
        if class.program.is_some() {
            return None;
        }
        let own = self.game.geometry.own_row[code.mover] as u32 & site.pits;
        let mut alternatives = Vec::new();
        for alternative in &class.lines {
            let mut all: Vec<(PlaceId, Cond)> = Vec::new();
            for line in alternative {
                if !line.going.is_empty() || !matches!(line.amount, Amount::All) || line.starting_at.is_some() {
                    return None;
                }
                let (from, when) = (self.set(&line.from)?, site.cond(&self.cond(&line.when)?));
                for (p, c) in places(site.set(&from))? {
                    if bit(p) & site.pits == 0 {
                        continue;
                    }
                    // The other's pits lie elsewhere.
                    if bit(p) & own == 0 {
                        return None;
                    }
                    let c = site.cond(&Cond::And(Box::new([when.clone(), c])));
                    match all.iter_mut().find(|(q, _)| p == *q) {
                        Some((_, other)) => *other = site.cond(&Cond::Or(Box::new([other.clone(), c]))),
                        None => all.push((p, c)),
                    }
                }
            }
            alternatives.push(all);
        }
        Some(alternatives)
    }
}

/// The places of a set, each with what must hold of it; none if they aren't known.
fn places(set: Set) -> Option<Vec<(PlaceId, Cond)>> {
    match set {
        Set::Mask(m) => Some(super::view::bits(m).map(|p| (p, Cond::Is(true))).collect()),
        Set::Each(all) => Some(all.into_vec()),
        _ => None,
    }
}

impl<const W: usize> Side<W> {
    /// Whether the occupied pits of the row may be started, and nothing else is asked.
    pub(super) fn starts_all<const B: u32>(&self, row: &Words<W>) -> bool {
        let plain = self.otherwise.is_empty() && self.starts.conds.is_empty();
        plain && self.starts.lanes == *row && self.starts.enough == Board::<W, B>::ONE_IS_ENOUGH
    }
}

impl<const W: usize, const B: u32> Program<W, B> {
    /// The highest bit of each lane that may be started, in the mover's half of the words.
    #[inline(always)]
    pub(super) fn startable(&self, b: &Board<W, B>) -> Words<W> {
        if !self.all_start {
            return self.some_startable(b);
        }
        b.enough_in(&self.rows[0], Board::<W, B>::ONE_IS_ENOUGH)
    }

    #[inline(never)]
    fn some_startable(&self, b: &Board<W, B>) -> Words<W> {
        let side = self.side(b.mover);
        let view = View { game: self, side, board: b, here: NONE, start: NONE, was: 0, repeats: 1 };
        let mut found = [0; W];
        for starts in std::iter::once(&side.starts).chain(&side.otherwise) {
            found = b.enough_in(&starts.lanes, starts.enough);
            for (lane, c) in &starts.conds {
                let bit = Board::<W, B>::top_of(*lane);
                let found = &mut found[usize::from(lane.word)];
                if *found & bit != 0 && !view.rule(c) {
                    *found &= !bit;
                }
            }
            if found.iter().any(|w| *w != 0) {
                break;
            }
        }
        found
    }

    /// Whether a player could start nothing, were it his turn.
    pub(super) fn is_stuck(&self, b: &Board<W, B>, who: u8) -> bool {
        let mut b = *b;
        b.turn(u64::from(who) != b.mover);
        self.startable(&b).iter().all(|w| *w == 0)
    }
}
