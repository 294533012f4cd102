//! Conditions that are looked up place by place: those that no table says.

use super::words::Board;
use super::{Cond, Many, Num, Place, Program, Set, Side, bit, numbered};
use crate::engine::PlaceId;
use crate::engine::fold::{compare, compute};
use crate::engine::geometry::NONE;

/// What a condition may look at.
pub(super) struct View<'a, const W: usize, const B: u32> {
    pub(super) game: &'a Program<W, B>,
    pub(super) side: &'a Side<W>,
    pub(super) board: &'a Board<W, B>,
    pub(super) here: PlaceId,
    pub(super) start: PlaceId,
    pub(super) was: u32,
    pub(super) repeats: u32,
}

/// The pits of a mask, from the lowest.
#[inline(always)]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = PlaceId> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let p = mask.trailing_zeros() as PlaceId;
        mask &= mask - 1;
        Some(p)
    })
}

impl<const W: usize, const B: u32> View<'_, W, B> {
    /// What lies in a place: nothing where there is none.
    #[inline(always)]
    fn held(&self, p: PlaceId) -> u32 {
        self.side.lanes.get(usize::from(p)).map_or(0, |lane| self.board.lane(*lane))
    }

    fn number(&self, p: PlaceId) -> u8 {
        self.game.numbers.get(usize::from(p)).copied().unwrap_or(0)
    }

    #[inline(always)]
    pub(super) fn place(&self, p: Place, it: PlaceId) -> PlaceId {
        match p {
            Place::Here => self.here,
            Place::It => it,
            Place::Start => self.start,
            Place::Ahead(1) => self.side.step(self.here, true),
            Place::Ahead(n) => self.side.walk(self.here, n, true),
            Place::Behind(n) => self.side.walk(self.here, n, false),
            Place::Opposite => self.side.opposite[usize::from(self.here)],
            Place::Is(p) => p,
            Place::Numbered(who) => numbered(who, self.number(self.here), self.game.row),
        }
    }

    #[inline(always)]
    fn holds(&self, c: &Cond, it: PlaceId) -> bool {
        match c {
            Cond::Count(p, t) => t.holds(self.held(*p)),
            Cond::Holds(p, t) => t.holds(self.held(self.place(*p, it))),
            Cond::Was(t) => t.holds(self.was),
            Cond::Among(p, m) => m & bit(self.place(*p, it)) != 0,
            Cond::Side(yes, who) => self.game.occupied(self.board, *who) == *yes,
            Cond::Is(yes) => *yes,
            _ => self.tree(c, it),
        }
    }

    /// A rule's condition: the short ones, or some of them together.
    #[inline(always)]
    pub(super) fn rule(&self, c: &Cond) -> bool {
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
                let n = self.held(self.place(*p, it));
                n > 0 && (n % 2 == 1) == *odd
            }
            Cond::Occupied(yes, set) => (self.total(set, it) > 0) == *yes,
            Cond::Compare(op, a, b) => compare(*op, self.num(a, it), self.num(b, it)),
            Cond::Stuck(who) => self.game.is_stuck(self.board, *who),
            Cond::Repeats(n) => self.repeats >= *n,
            Cond::Quantified(many, set, c) => self.quantified(*many, self.mask(set, it), c),
            Cond::Holds(..) | Cond::Count(..) | Cond::Was(_) | Cond::Among(..) => self.holds(c, it),
            Cond::Side(..) | Cond::Is(_) => self.holds(c, it),
        }
    }

    fn quantified(&self, many: Many, m: u32, c: &Cond) -> bool {
        let n = bits(m).filter(|p| self.holds(c, *p)).count() as i64;
        match many {
            Many::Any => n > 0,
            Many::All => n == i64::from(m.count_ones()),
            Many::None => n == 0,
            Many::Exactly(k) => n == k,
            Many::AtLeast(k) => n >= k,
        }
    }

    fn num(&self, n: &Num, it: PlaceId) -> i64 {
        match n {
            Num::Is(k) => *k,
            Num::Held(p) => i64::from(self.held(self.place(*p, it))),
            Num::Number(p) => i64::from(self.number(self.place(*p, it))),
            Num::Total(set) => i64::from(self.total(set, it)),
            Num::Count(set) => i64::from(self.mask(set, it).count_ones()),
            Num::Op(op, a, b) => compute(*op, self.num(a, it), self.num(b, it)),
        }
    }

    fn total(&self, set: &Set, it: PlaceId) -> u32 {
        bits(self.mask(set, it)).map(|p| self.held(p)).sum()
    }

    #[inline(always)]
    pub(super) fn mask(&self, set: &Set, it: PlaceId) -> u32 {
        match set {
            Set::Mask(m) => *m,
            Set::One(p) => bit(self.place(*p, it)),
            Set::Chain(links) => self.chain(links),
            Set::Run(ahead, from, c) => self.run(*ahead, self.place(*from, it), c),
            Set::Union(all) => all.iter().fold(0, |m, set| m | self.rare_mask(set, it)),
            Set::Where(m, c) => bits(*m).filter(|p| self.holds(c, *p)).fold(0, |m, p| m | bit(p)),
            Set::Each(all) => all.iter().filter(|(p, c)| self.holds(c, *p)).fold(0, |m, (p, _)| m | bit(*p)),
            Set::But(set, p) => self.rare_mask(set, it) & !bit(self.place(*p, it)),
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
