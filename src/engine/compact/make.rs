//! Making a move, and telling whether the round is over.

use super::{Act, Board, Cond, MOST_PLACES, Num, Place, Program, Set, Side, bit};
use crate::engine::PlaceId;
use crate::engine::fold::{compare, compute};
use crate::engine::geometry::NONE;

use super::lanes::Lane;

/// How a move came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    Done,
    Again,
    Illegal,
    /// It is too long for this: the machine makes it.
    Ask,
}

/// What a condition may look at.
struct View<'a, T, const L: usize> {
    game: &'a Program<T, L>,
    side: &'a Side<T, L>,
    board: &'a Board<T, L>,
    here: PlaceId,
    start: PlaceId,
    was: u16,
    repeats: u32,
}

/// The pits of a mask, from the lowest.
#[inline(always)]
fn bits(mut mask: u32) -> impl Iterator<Item = PlaceId> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let p = mask.trailing_zeros() as PlaceId;
        mask &= mask - 1;
        Some(p)
    })
}

impl<T: Lane, const L: usize> View<'_, T, L> {
    #[inline(always)]
    fn place(&self, p: Place, it: PlaceId) -> PlaceId {
        match p {
            Place::Here => self.here,
            Place::It => it,
            Place::Start => self.start,
            Place::Ahead(1) => self.side.step(self.here, true),
            Place::Ahead(n) => self.side.walk(self.here, n, true),
            Place::Behind(n) => self.side.walk(self.here, n, false),
            Place::Opposite => self.game.opposite[usize::from(self.here)],
            Place::Is(p) => p,
        }
    }

    #[inline(always)]
    fn holds(&self, c: &Cond, it: PlaceId) -> bool {
        match c {
            Cond::Count(p, t) => t.holds(u32::from(self.board.held(*p))),
            Cond::Holds(p, t) => t.holds(u32::from(self.board.held(self.place(*p, it)))),
            Cond::Was(t) => t.holds(u32::from(self.was)),
            Cond::Among(p, m) => m & bit(self.place(*p, it)) != 0,
            Cond::Side(yes, who) => self.game.occupied(self.board, *who) == *yes,
            Cond::Is(yes) => *yes,
            _ => self.tree(c, it),
        }
    }

    /// A rule's condition: the short ones, or some of them together.
    #[inline(always)]
    fn rule(&self, c: &Cond) -> bool {
        match c {
            Cond::And(all) => all.iter().all(|c| self.holds(c, NONE)),
            _ => self.holds(c, NONE),
        }
    }

    #[inline(never)]
    fn tree(&self, c: &Cond, it: PlaceId) -> bool {
        match c {
            Cond::And(all) => all.iter().all(|c| self.holds(c, it)),
            Cond::Or(all) => all.iter().any(|c| self.holds(c, it)),
            Cond::Not(c) => !self.holds(c, it),
            Cond::Parity(p, odd) => {
                let n = self.board.held(self.place(*p, it));
                n > 0 && (n % 2 == 1) == *odd
            }
            Cond::Occupied(yes, set) => (self.total(set, it) > 0) == *yes,
            Cond::Compare(op, a, b) => compare(*op, self.num(a, it), self.num(b, it)),
            Cond::Stuck(who) => !self.game.occupied(self.board, *who),
            Cond::Repeats(n) => self.repeats >= *n,
            Cond::Holds(..) | Cond::Count(..) | Cond::Was(_) | Cond::Among(..) => self.holds(c, it),
            Cond::Side(..) | Cond::Is(_) => self.holds(c, it),
        }
    }

    fn num(&self, n: &Num, it: PlaceId) -> i64 {
        match n {
            Num::Is(k) => *k,
            Num::Held(p) => i64::from(self.board.held(self.place(*p, it))),
            Num::Total(set) => i64::from(self.total(set, it)),
            Num::Count(set) => i64::from(self.mask(set, it).count_ones()),
            Num::Op(op, a, b) => compute(*op, self.num(a, it), self.num(b, it)),
        }
    }

    fn total(&self, set: &Set, it: PlaceId) -> u32 {
        bits(self.mask(set, it)).map(|p| u32::from(self.board.held(p))).sum()
    }

    #[inline(always)]
    fn mask(&self, set: &Set, it: PlaceId) -> u32 {
        match set {
            Set::Mask(m) => *m,
            Set::One(p) => bit(self.place(*p, it)),
            Set::Chain(links) => self.chain(links),
            Set::Run(ahead, from, c) => self.run(*ahead, self.place(*from, it), c),
            Set::Union(all) => all.iter().fold(0, |m, set| m | self.rare_mask(set, it)),
        }
    }

    #[inline(never)]
    fn rare_mask(&self, set: &Set, it: PlaceId) -> u32 {
        self.mask(set, it)
    }

    #[inline(always)]
    fn chain(&self, links: &[(PlaceId, Cond)]) -> u32 {
        let mut met = 0;
        for (p, c) in links {
            if !self.holds(c, *p) {
                break;
            }
            met |= bit(*p);
        }
        met
    }

    fn run(&self, ahead: bool, mut p: PlaceId, c: &Cond) -> u32 {
        let mut met = 0;
        while bit(p) & !met != 0 {
            let goes_on = match c {
                Cond::And(all) => all.iter().all(|c| self.holds(c, p)),
                _ => self.holds(c, p),
            };
            if !goes_on {
                break;
            }
            met |= bit(p);
            p = self.side.step(p, ahead);
        }
        met
    }
}

impl<T: Lane, const L: usize> Side<T, L> {
    /// Sows the hand that was lifted from a pit; the place of the last seed.
    #[inline(always)]
    fn sow(&self, n: &mut [T; L], from: PlaceId, hand: u16) -> PlaceId {
        let ring = &self.rings[usize::from(from)];
        if hand >= self.circuit {
            return self.go_round(n, from, hand);
        }
        T::sow(n, &ring.steps, &ring.stays, hand);
        ring.land[usize::from(hand) % MOST_PLACES]
    }

    /// The same for a hand that comes round.
    #[inline(never)]
    fn go_round(&self, n: &mut [T; L], from: PlaceId, hand: u16) -> PlaceId {
        let ring = &self.rings[usize::from(from)];
        let (rounds, more) = (hand / self.circuit, hand % self.circuit);
        T::sow_round(n, (&ring.steps, &ring.stays, &ring.each), rounds, more);
        ring.land[usize::from(more)]
    }
}

impl<T: Lane, const L: usize> Program<T, L> {
    /// Whether a player's pits hold something.
    #[inline(always)]
    pub(super) fn occupied(&self, b: &Board<T, L>, who: u8) -> bool {
        T::any(&b.n, &self.rows[usize::from(who & 1)])
    }

    /// Which filters bind a move from here, as bits.
    #[inline(always)]
    pub(super) fn bound(&self, b: &Board<T, L>) -> u64 {
        let side = &self.sides[usize::from(b.mover & 1)];
        let view = View { game: self, side, board: b, here: NONE, start: NONE, was: 0, repeats: 1 };
        side.filters.iter().enumerate().fold(0, |m, (i, f)| m | u64::from(view.rule(&f.when)) << i)
    }

    /// Makes a start from an occupied pit of the mover's.
    #[inline(always)]
    pub(super) fn make(&self, from: &Board<T, L>, pit: PlaceId, must: u64, out: &mut Board<T, L>) -> Made {
        let side = &self.sides[usize::from(from.mover & 1)];
        *out = *from;
        let (mut at, mut hand) = (pit, from.held(pit));
        let mut laps = 0;
        let mut again = false;
        let mut here;
        'laps: loop {
            here = side.sow(&mut out.n, at, hand);
            let was = out.held(here).wrapping_sub(1);
            for rule in side.sites.get(usize::from(here)).map_or(&[][..], |rules| rules) {
                let view = View { game: self, side, board: &*out, here, start: pit, was, repeats: 1 };
                if !view.rule(&rule.cond) {
                    continue;
                }
                for act in &rule.acts {
                    let view = View { game: self, side, board: &*out, here, start: pit, was, repeats: 1 };
                    match act {
                        Act::Capture(set, to) => {
                            let taken = view.mask(set, NONE) & self.pits;
                            self.take(out, taken, *to);
                        }
                        Act::Relay(p) => {
                            let p = view.place(*p, NONE);
                            let n = out.held(p);
                            if bit(p) & self.pits == 0 || n == 0 {
                                break 'laps;
                            }
                            laps += 1;
                            if laps >= self.most_laps {
                                return Made::Ask;
                            }
                            (at, hand) = (p, n);
                            continue 'laps;
                        }
                        Act::Again => {
                            again = true;
                            break 'laps;
                        }
                        Act::End => break 'laps,
                        Act::Illegal => return Made::Illegal,
                    }
                }
                break 'laps;
            }
            break;
        }
        if must != 0 {
            let view = View { game: self, side, board: &*out, here, start: pit, was: 0, repeats: 1 };
            let unmet = |(i, f): (usize, &super::Filter)| must >> i & 1 != 0 && !view.rule(&f.must);
            if side.filters.iter().enumerate().any(unmet) {
                return Made::Illegal;
            }
        }
        if again {
            return Made::Again;
        }
        out.mover ^= 1;
        Made::Done
    }

    #[inline(always)]
    fn take(&self, b: &mut Board<T, L>, from: u32, to: PlaceId) {
        let mut won = 0;
        for p in bits(from) {
            if let Some(n) = b.n.get_mut(usize::from(p)) {
                won += std::mem::take(n).count();
            }
        }
        if let Some(store) = b.n.get_mut(usize::from(to)) {
            *store = T::of(u32::from(store.count() + won));
        }
    }

    /// Whether a rule ends the round, or a repetition does.
    #[inline(always)]
    pub(super) fn is_over(&self, b: &Board<T, L>, repeats: u32) -> bool {
        let side = &self.sides[usize::from(b.mover & 1)];
        let view = View { game: self, side, board: b, here: NONE, start: NONE, was: 0, repeats };
        side.overs.iter().any(|c| view.rule(c)) || self.repetition_draws && repeats >= 2
    }

    /// Seeds won.
    #[inline(always)]
    pub(super) fn won(&self, b: &Board<T, L>) -> u32 {
        self.stores.iter().map(|&p| u32::from(b.held(p))).sum()
    }
}
