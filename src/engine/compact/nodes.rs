//! What a lap does, as tables: the seeds that fall for each pit and hand, and the landing's rules as
//! tests of two counts at a time.

use super::make::{AGAIN, ENDS, Made};
use super::sites::{ANY, NOTHING, SOME, Site, both, not};
use super::slow::Slow;
use super::words::{Board, Lane, Words, mask};
use super::{Act, Cond, MOST_PLACES, Place, Rule, Set, bit};
use crate::engine::PlaceId;
use crate::engine::code::Small;
use crate::ir::RuleId;

/// Most tables for the landings of a mover, and most one behind the other.
const MOST_NODES: usize = 1_000;
const DEEPEST: usize = 4;

/// No rule.
pub(super) const NO_RULE: RuleId = RuleId::MAX;

/// A lap: a hand from a pit. Aligned, so that its place is found by a shift: a relay waits for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Sown<const W: usize> {
    /// What to add to the board; this takes the hand away, too.
    pub(super) add: Words<W>,
    /// What comes after it.
    pub(super) node: u32,
    /// What comes first of all, if it is a lap for a count's sake: that count, the least it must be, and where
    /// the hands of the lap's pit begin; another number: nothing.
    pub(super) lane: Lane,
    pub(super) least: u8,
    /// How many of the seeds were collected at once.
    pub(super) collected: u8,
    pub(super) row: u16,
}

/// No pit's hands.
pub(super) const NO_ROW: u16 = u16::MAX;

impl<const W: usize> Node<W> {
    /// What a [`Sown`] says of a lap that comes first.
    fn lap(&self) -> Option<(Lane, u8, u16)> {
        let (ask, lap) = (self.asks[0], &self.deeds[1]);
        let from_there_on = (1..64).contains(&ask.least) && ask.more == u32::MAX - ask.least;
        let plainly = lap.then == Then::Lap && (lap.go as usize) < ENDS && !lap.takes && lap.from == ask.lane;
        (plainly && from_there_on && *lap == self.deeds[3])
            .then(|| (ask.lane, ask.least as u8, (lap.go as usize * hands(W)) as u16))
    }
}

/// A table over two counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node<const W: usize> {
    pub(super) asks: [Ask; 2],
    /// By the answers, the first being the lower bit.
    pub(super) deeds: [Deed<W>; 4],
}

/// A question: whether a lane's count is at least so much, and at most so much more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ask {
    pub(super) lane: Lane,
    pub(super) least: u32,
    pub(super) more: u32,
}

impl Ask {
    /// What no count is.
    pub(super) const NEVER: Ask = Ask { lane: Lane { word: 0, shift: 0 }, least: u32::MAX, more: 0 };

    /// The question for these counts, if they are all between two.
    pub(super) fn of(lane: Lane, t: Small) -> Option<Ask> {
        let least = t.bits.trailing_zeros();
        let ends = (!t.bits & u64::MAX.checked_shl(least)?).trailing_zeros();
        match (t.above, ends) {
            (true, 64) => Some(Ask { lane, least, more: u32::MAX - least }),
            (false, _) if t.bits == span(least, ends) => Some(Ask { lane, least, more: ends - 1 - least }),
            _ => None,
        }
    }

    /// The answer.
    #[inline(always)]
    pub(super) fn holds<const W: usize, const B: u32>(&self, b: &Board<W, B>) -> bool {
        b.lane(self.lane).wrapping_sub(self.least) <= self.more
    }
}

/// A bit for each number from one up to another, itself excluded.
fn span(from: u32, to: u32) -> u64 {
    let below = |n: u32| 1u64.checked_shl(n).map_or(u64::MAX, |bit| bit - 1);
    below(to) & !below(from)
}

/// How a move goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// With another lap, if there is one.
    Lap,
    /// Not here: it is illegal, or the machine makes it.
    Unmade,
    /// To another table.
    Ask,
    /// Rules that no table says.
    Slow,
}

/// Why a move isn't made here.
const ILLEGAL: u32 = 0;
const ASKS: u32 = 1;

impl<const W: usize> Deed<W> {
    /// How a move comes out that isn't made here.
    #[inline(always)]
    pub(super) fn unmade(&self) -> Made {
        if self.go == ILLEGAL { Made::Illegal } else { Made::Ask }
    }
}

/// What is done at a landing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deed<const W: usize> {
    /// Lanes whose seeds go to a store, if it takes any.
    pub(super) take: Words<W>,
    pub(super) takes: bool,
    pub(super) to: Lane,
    pub(super) then: Then,
    /// The pit of a lap, from the mover's first, or that there is none ([`ENDS`], [`AGAIN`]); the number of
    /// a table or of slow rules; why the move isn't made here.
    pub(super) go: u32,
    /// Where a relay lifts.
    pub(super) from: Lane,
    /// The rule that says so.
    pub(super) rule: RuleId,
}

/// The laps of a mover.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tables<const W: usize> {
    /// By pit, from the mover's first, and hand.
    pub(super) sown: Box<[Sown<W>]>,
    /// For each pit what a whole circuit adds, without its own seeds.
    pub(super) round: Box<[Words<W>]>,
    /// How many seeds of a whole circuit are collected at once.
    pub(super) collected: u8,
    pub(super) nodes: Box<[Node<W>]>,
    /// Places that a hand meets before it comes round.
    pub(super) circuit: u32,
}

/// Hands that have a lap in the table: more than a circuit, and a power of two.
pub(super) const fn hands(words: usize) -> usize {
    if words == 2 { 32 } else { 64 }
}

/// Seeds of a hand that have fallen: where they lie now, where the last one fell, and how many were collected.
#[derive(Clone, Copy)]
struct Fallen<const W: usize, const B: u32> {
    b: Board<W, B>,
    last: PlaceId,
    collected: u8,
}

/// The tables of a mover under way.
pub(super) struct Making<'a, const W: usize, const B: u32> {
    /// What is known at all landings.
    pub(super) site: Site<'a>,
    pub(super) lanes: &'a [Lane],
    pub(super) rules: &'a [Rule],
    /// The mover's first pit, and how many pits there are.
    pub(super) first: usize,
    pub(super) pits: usize,
    /// Places where seeds can fall.
    pub(super) open: u32,
    pub(super) skips_start: bool,
    /// Whether the first seed falls in the start: of a single one (false), of more.
    pub(super) first_in_start: [bool; 2],
    /// Where seeds go that fall in a place, if they are collected at once.
    pub(super) collected_in: &'a [PlaceId],
    pub(super) nodes: Vec<Node<W>>,
    pub(super) slow: Vec<Slow<W>>,
}

impl<const W: usize, const B: u32> Making<'_, W, B> {
    /// The tables, given the length of the way.
    pub(super) fn tables(mut self, circuit: usize) -> (Tables<W>, Box<[Slow<W>]>) {
        // In the order of the lanes, so that the tables of both movers come out alike where the rules do.
        let mut places: Vec<PlaceId> = (0..self.lanes.len() as PlaceId).collect();
        places.sort_by_key(|p| self.lanes[usize::from(*p)]);
        let mut at = vec![0; places.len()];
        for p in places {
            // Nothing lands elsewhere.
            if bit(p) & self.open != 0 {
                at[usize::from(p)] = self.landing(p);
            }
        }
        let mut sown = Vec::new();
        let mut round = Vec::new();
        let mut collected = 0;
        for i in 0..self.pits {
            let from = ((i + self.first) % self.pits) as PlaceId;
            let mut fallen = Fallen { b: Board { w: [0; W], mover: 0 }, last: from, collected: 0 };
            for hand in 0..hands(W) {
                if hand > 0 {
                    let inside = hand == 1 && self.first_in_start[1];
                    self.fall(&mut fallen, from, inside);
                }
                // A single seed may fall elsewhere than the first of many.
                let mut all = fallen;
                if hand == 1 && self.first_in_start[0] != self.first_in_start[1] {
                    all = Fallen { b: Board { w: [0; W], mover: 0 }, last: from, collected: 0 };
                    self.fall(&mut all, from, self.first_in_start[0]);
                }
                if hand == circuit {
                    round.push(fallen.b.w);
                    collected = fallen.collected;
                }
                all.b.put(self.lanes[usize::from(from)], (hand as u64).wrapping_neg());
                let node = at[usize::from(all.last)];
                let (lane, least, row) = self.nodes[node as usize].lap().unwrap_or((Lane::default(), 0, NO_ROW));
                sown.push(Sown { add: all.b.w, node, lane, least, collected: all.collected, row });
            }
        }
        let (nodes, circuit) = (self.nodes.into(), circuit as u32);
        (Tables { sown: sown.into(), round: round.into(), collected, nodes, circuit }, self.slow.into())
    }

    /// The next seed of a hand from a pit falls: where the one before fell, or (`!inside`) after it.
    fn fall(&self, f: &mut Fallen<W, B>, from: PlaceId, inside: bool) {
        if !inside {
            f.last = self.site.next[usize::from(f.last)];
            if f.last == from && self.skips_start {
                f.last = self.site.next[usize::from(f.last)];
            }
        }
        let to = self.collected_in[usize::from(f.last)];
        f.collected += u8::from(to != f.last);
        f.b.put(self.lanes[usize::from(to)], 1);
    }

    /// The table of a landing.
    fn landing(&mut self, here: PlaceId) -> u32 {
        let mut may = [ANY; MOST_PLACES];
        may[usize::from(here)] = SOME;
        // A pit that collects what falls in it stays empty.
        for p in (0..).zip(self.collected_in).filter(|(p, to)| p != *to).map(|(p, _)| p) {
            may[usize::from(p)] = NOTHING;
        }
        let deed = self.deed(here, &may, 0);
        match deed.then {
            Then::Ask => deed.go,
            _ => self.node([Ask::NEVER; 2], [deed; 4]),
        }
    }

    fn node(&mut self, asks: [Ask; 2], deeds: [Deed<W>; 4]) -> u32 {
        let node = Node { asks, deeds };
        let known = self.nodes.iter().position(|n| *n == node);
        known.unwrap_or_else(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        }) as u32
    }

    /// What is done, given what the places may hold.
    fn deed(&mut self, here: PlaceId, may: &[Small; MOST_PLACES], depth: usize) -> Deed<W> {
        let rules = Site { here, may: &may[..self.lanes.len()], ..self.site }.rules(self.rules);
        let Some(first) = rules.first() else { return blank(NO_RULE) };
        if matches!(first.cond, Cond::Is(true))
            && let Some(deed) = self.done(first)
        {
            return deed;
        }
        let asked = self.questions(&rules, may);
        if asked.is_empty() || depth == DEEPEST || self.nodes.len() >= MOST_NODES {
            return self.slowly(here, rules);
        }
        let mut asks = [Ask::NEVER; 2];
        for (ask, (p, t)) in asks.iter_mut().zip(&asked) {
            *ask = Ask::of(self.lanes[usize::from(*p)], *t).unwrap_or(Ask::NEVER);
        }
        let mut deeds = [blank(NO_RULE); 4];
        for (i, deed) in deeds.iter_mut().enumerate().take(1 << asked.len()) {
            let mut may = *may;
            for (k, (p, t)) in asked.iter().enumerate() {
                let m = &mut may[usize::from(*p)];
                *m = both(*m, if i >> k & 1 != 0 { *t } else { not(*t) });
            }
            *deed = self.deed(here, &may, depth + 1);
        }
        if asked.len() == 1 {
            (deeds[2], deeds[3]) = (deeds[0], deeds[1]);
        }
        if deeds.iter().all(|d| *d == deeds[0]) {
            return deeds[0];
        }
        let go = self.node(asks, deeds);
        Deed { go, then: Then::Ask, ..blank(NO_RULE) }
    }

    /// The first two counts that the rules ask for.
    fn questions(&self, rules: &[Rule], may: &[Small; MOST_PLACES]) -> Vec<(PlaceId, Small)> {
        let mut asked = Vec::new();
        for rule in rules {
            asked_by(&rule.cond, may, &mut asked);
            if let [Act::Capture(Set::Chain(links), _), ..] = &*rule.acts
                && let Some((_, c)) = links.first()
            {
                asked_by(c, may, &mut asked);
            }
        }
        asked.truncate(2);
        asked
    }

    /// What a rule does that comes into play; none if a table can't say it.
    fn done(&self, rule: &Rule) -> Option<Deed<W>> {
        let mut deed = blank(rule.id);
        let mut acts = &*rule.acts;
        if let [Act::Capture(Set::Mask(from), to), rest @ ..] = acts {
            deed.take = mask::<W, B>(self.lanes, *from);
            deed.takes = *from != 0;
            deed.to = self.lanes[usize::from(*to)];
            acts = rest;
        }
        match acts {
            [] | [Act::End, ..] => {}
            [Act::Again, ..] => deed.go = AGAIN as u32,
            [Act::Illegal, ..] => (deed.then, deed.go) = (Then::Unmade, ILLEGAL),
            [Act::Machine, ..] => (deed.then, deed.go) = (Then::Unmade, ASKS),
            [Act::Relay(Place::Is(p)), ..] if bit(*p) & self.site.pits != 0 => {
                deed.from = self.lanes[usize::from(*p)];
                deed.go = ((usize::from(*p) + self.pits - self.first) % self.pits) as u32;
            }
            _ => return None,
        }
        Some(deed)
    }

    fn slowly(&mut self, here: PlaceId, rules: Box<[Rule]>) -> Deed<W> {
        let slow = Slow::of::<B>(here, rules, (self.lanes, self.site.taken), |rule| self.done(rule));
        self.slow.push(slow);
        Deed { go: self.slow.len() as u32 - 1, then: Then::Slow, ..blank(NO_RULE) }
    }
}

/// The counts that a condition asks for, each as a question that can be put.
fn asked_by(c: &Cond, may: &[Small; MOST_PLACES], out: &mut Vec<(PlaceId, Small)>) {
    match c {
        Cond::Count(p, t) => {
            // What a count may be is split in two, until it is known to be one of these or none.
            let t = [*t, not(*t)].into_iter().find(|t| Ask::of(Lane::default(), *t).is_some()).unwrap_or_else(|| {
                let open = both(*t, may[usize::from(*p)]).bits;
                let least = open.trailing_zeros();
                let ends = (!open & u64::MAX.checked_shl(least).unwrap_or(0)).trailing_zeros();
                Small { bits: span(least, ends), above: false }
            });
            if t.bits != 0 && !out.contains(&(*p, t)) {
                out.push((*p, t));
            }
        }
        Cond::And(all) | Cond::Or(all) => all.iter().for_each(|c| asked_by(c, may, out)),
        Cond::Not(c) => asked_by(c, may, out),
        // Whether a run begins at all.
        Cond::Occupied(_, Set::Chain(links)) => {
            if let Some((_, c)) = links.first() {
                asked_by(c, may, out);
            }
        }
        _ => {}
    }
}

/// The move ends.
pub(super) fn blank<const W: usize>(rule: RuleId) -> Deed<W> {
    let (to, from) = (Lane::default(), Lane::default());
    Deed { take: [0; W], takes: false, to, then: Then::Lap, go: ENDS as u32, from, rule }
}
