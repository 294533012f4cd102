//! What may be started.

use super::view::View;
use super::words::{Board, Lane, Words, mask};
use super::{Cond, Program, Set, bit};
use crate::engine::PlaceId;
use crate::engine::code::Small;
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

    /// Whether something is asked beside counts.
    pub(super) fn have_conds(&self) -> bool {
        !self.conds.is_empty()
    }
}

/// The least count, if all from there on pass and no other.
fn at_least(t: Small) -> Option<u32> {
    let least = t.bits.trailing_zeros();
    (t.above && u64::MAX.checked_shl(least) == Some(t.bits)).then_some(least)
}

/// The places of a set, each with what must hold of it; none if they aren't known.
pub(super) fn places(set: Set) -> Option<Vec<(PlaceId, Cond)>> {
    match set {
        Set::Mask(m) => Some(super::view::bits(m).map(|p| (p, Cond::Is(true))).collect()),
        Set::Each(all) => Some(all.into_vec()),
        _ => None,
    }
}

impl<const W: usize, const B: u32> Program<W, B> {
    /// The highest bit of each lane of one of the mover's words that may be started.
    #[inline(always)]
    pub(super) fn startable(&self, b: &Board<W, B>, word: usize) -> u64 {
        let side = self.side(b.mover);
        if side.plain_starts {
            b.enough_in(word, &side.starts.lanes, side.starts.enough)
        } else {
            self.startable_slowly(b)[word]
        }
    }

    #[inline(never)]
    fn startable_slowly(&self, b: &Board<W, B>) -> Words<W> {
        let side = self.side(b.mover);
        let view = View { game: self, side, board: b, here: NONE, start: NONE, was: 0, repeats: 1 };
        let mut found = [0; W];
        for starts in std::iter::once(&side.starts).chain(&side.otherwise) {
            for (word, found) in found.iter_mut().enumerate().take(W / 2) {
                *found = b.enough_in(word, &starts.lanes, starts.enough);
            }
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
        (0..W / 2).all(|word| self.startable(&b, word) == 0)
    }
}
