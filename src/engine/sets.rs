//! Working out sets: as masks, and as lists where their order counts.

use super::code::{C, Pl, S};
use super::eval::{Known, marked};
use super::geometry::{NONE, bit, bits};
use super::seats::MAX_PLAYERS;
use super::state::State;
use super::{Machine, PlaceId};

/// Places in order, each at most once.
#[derive(Clone, Copy)]
pub(super) struct List {
    len: u8,
    at: [PlaceId; 128],
}

impl List {
    fn new() -> List {
        List { len: 0, at: [0; 128] }
    }
    fn of(mask: u128) -> List {
        let mut list = List::new();
        bits(mask).for_each(|p| list.push(p));
        list
    }
    fn push(&mut self, p: PlaceId) {
        if let Some(slot) = self.at.get_mut(usize::from(self.len)) {
            *slot = p;
            self.len += 1;
        }
    }
    pub(super) fn as_slice(&self) -> &[PlaceId] {
        &self.at[..usize::from(self.len)]
    }
    pub(super) fn mask(&self) -> u128 {
        self.as_slice().iter().fold(0, |m, &p| m | bit(p))
    }
    fn keep(&mut self, mut wanted: impl FnMut(PlaceId) -> bool) {
        let mut kept = 0;
        for i in 0..usize::from(self.len) {
            if wanted(self.at[i]) {
                self.at[kept] = self.at[i];
                kept += 1;
            }
        }
        self.len = kept as u8;
    }
    /// Its first (last) `n`.
    fn ends(&mut self, last: bool, n: usize) {
        let len = usize::from(self.len);
        let n = n.min(len);
        if last {
            self.at.copy_within(len - n..len, 0);
        }
        self.len = n as u8;
    }
}

impl<'g> Machine<'g> {
    /// The places of a set.
    #[inline]
    pub(super) fn mask(&mut self, s: &State, set: &'g S) -> u128 {
        let all = self.game.geometry.all;
        match set {
            S::Const(m) => *m,
            S::Open(m) => m & !s.closed,
            S::Owned(p) => s.owned[*p] & all & !s.closed,
            S::OwnedAll(p) => s.owned[*p] & all,
            S::One(p) => bit(self.place(s, p)),
            S::Let(id) => match self.name(s, *id) {
                Known::Set(m) => m,
                Known::Place(p) => bit(p),
                _ => 0,
            },
            S::Run(ahead, back, from, c) => self.run_of(s, (*ahead, *back), from, c, |_| {}),
            _ => self.rare_mask(s, set),
        }
    }

    fn rare_mask(&mut self, s: &State, set: &'g S) -> u128 {
        match set {
            S::ByWho(who, both) => match self.who(s, who) {
                p @ 0..MAX_PLAYERS => self.mask(s, &both[usize::from(p)]),
                _ => 0,
            },
            S::Range(player, row, lo, hi) => {
                let (g, row) = (&self.game.geometry, usize::from(*row));
                let (lo, hi) = (self.num(s, lo).max(1), self.num(s, hi).min(g.len_of(*player, row)));
                (lo..=hi).map(|n| bit(g.nth(*player, row, n))).sum()
            }
            S::Union(all) => all.iter().fold(0, |m, x| m | self.mask(s, x)),
            S::Where(x, c) => {
                let m = self.mask(s, x);
                let it = self.it;
                let mut kept = 0;
                for p in bits(m) {
                    self.it = p;
                    if self.cond(s, c) {
                        kept |= bit(p);
                    }
                }
                self.it = it;
                kept
            }
            S::But(x, p) => self.mask(s, x) & !bit(self.place(s, p)),
            S::Marked(kind, makers) => marked(s, Some(*kind), *makers) & !s.closed,
            S::Leapfrog(p) => {
                let p = self.place(s, p);
                self.leapfrog(s, p).mask()
            }
            S::ButEnd(..) | S::EndsOf(..) => self.list(s, set).mask(),
            S::Const(_) | S::Open(_) | S::Owned(_) | S::OwnedAll(_) | S::One(_) | S::Let(_) | S::Run(..) => {
                self.mask(s, set)
            }
        }
    }

    /// Whether a place is one of a set, without working out the others where that can be saved.
    pub(super) fn member(&mut self, s: &State, set: &'g S, p: PlaceId) -> bool {
        match set {
            S::Where(x, c) => {
                if !self.member(s, x, p) {
                    return false;
                }
                let it = std::mem::replace(&mut self.it, p);
                let yes = self.cond(s, c);
                self.it = it;
                yes
            }
            S::Union(all) => all.iter().any(|x| self.member(s, x, p)),
            _ => self.mask(s, set) & bit(p) != 0,
        }
    }

    /// The places of a set in its order.
    pub(super) fn list(&mut self, s: &State, set: &'g S) -> List {
        match set {
            S::Run(ahead, back, from, c) => {
                let mut list = List::new();
                self.run_of(s, (*ahead, *back), from, c, |p| list.push(p));
                list
            }
            S::Leapfrog(p) => {
                let p = self.place(s, p);
                self.leapfrog(s, p)
            }
            S::Union(all) => {
                let (mut list, mut met) = (List::new(), 0u128);
                for x in all {
                    for &p in self.list(s, x).as_slice() {
                        if met & bit(p) == 0 {
                            met |= bit(p);
                            list.push(p);
                        }
                    }
                }
                list
            }
            S::Where(x, c) => {
                let mut list = self.list(s, x);
                let it = self.it;
                list.keep(|p| {
                    self.it = p;
                    self.cond(s, c)
                });
                self.it = it;
                list
            }
            S::But(x, p) => {
                let mut list = self.list(s, x);
                let out = self.place(s, p);
                list.keep(|p| p != out);
                list
            }
            S::ButEnd(x, last) => {
                let mut list = self.sown_list(s, x);
                let n = usize::from(list.len).saturating_sub(1);
                list.ends(!last, n);
                list
            }
            S::EndsOf(x, last, n) => {
                let n = usize::try_from(self.num(s, n).max(0)).unwrap_or(usize::MAX);
                let mut list = self.sown_list(s, x);
                list.ends(*last, n);
                list
            }
            S::Let(id) => match self.name(s, *id) {
                Known::Set(m) if self.is_ordered(*id) => {
                    let mut list = List::new();
                    self.names[self.level].order(*id).iter().for_each(|&p| list.push(p));
                    debug_assert_eq!(list.mask(), m);
                    list
                }
                Known::Set(m) => List::of(m),
                Known::Place(p) => List::of(bit(p)),
                _ => List::new(),
            },
            _ => List::of(self.mask(s, set)),
        }
    }

    fn is_ordered(&self, id: u16) -> bool {
        matches!(self.code.lets[usize::from(id)], super::code::L::Set(_, true))
    }

    fn has_order(&self, set: &S) -> bool {
        match set {
            S::Run(..) | S::Leapfrog(_) | S::Union(_) | S::EndsOf(..) => true,
            S::Where(x, _) | S::But(x, _) | S::ButEnd(x, _) => self.has_order(x),
            S::Let(id) => self.is_ordered(*id),
            _ => false,
        }
    }

    /// The places of a set, a plain one's in sowing order.
    fn sown_list(&mut self, s: &State, set: &'g S) -> List {
        if self.has_order(set) {
            return self.list(s, set);
        }
        let m = self.mask(s, set);
        let mut list = List::new();
        let order = &self.code.order[usize::from(self.regs.dir & 1)];
        order.iter().filter(|&&p| m & bit(p) != 0).for_each(|&p| list.push(p));
        bits(m & !self.game.geometry.all).for_each(|p| list.push(p));
        list
    }

    pub(super) fn end_of(&mut self, s: &State, set: &'g S, last: bool) -> PlaceId {
        let list = self.sown_list(s, set);
        let end = if last { list.as_slice().last() } else { list.as_slice().first() };
        end.copied().unwrap_or(NONE)
    }

    /// Walks a run; each place comes once.
    pub(super) fn run_of(
        &mut self,
        s: &State,
        (ahead, back): (bool, bool),
        from: &'g Pl,
        c: &'g C,
        mut meet: impl FnMut(PlaceId),
    ) -> u128 {
        let from = self.place(s, from);
        let it = self.it;
        let mut met = 0u128;
        for way in 0..2u8 {
            if !(if way == 0 { ahead } else { back }) {
                continue;
            }
            let dir = self.regs.dir ^ way;
            let mut p = from;
            if met & bit(from) != 0 {
                p = self.next(s, from, dir);
            }
            while bit(p) != 0 && met & bit(p) == 0 && s.closed & bit(p) == 0 {
                self.it = p;
                if !self.rule_holds(s, c) {
                    break;
                }
                met |= bit(p);
                meet(p);
                p = self.next(s, p, dir);
            }
        }
        self.it = it;
        met
    }

    fn leapfrog(&mut self, s: &State, from: PlaceId) -> List {
        let mut list = List::new();
        let mut met = bit(from);
        let mut p = from;
        loop {
            let empty = self.next(s, p, self.regs.dir);
            let full = self.next(s, empty, self.regs.dir);
            let (e, f) = (bit(empty), bit(full));
            if e == 0 || f == 0 || (met & (e | f)) != 0 || e == f {
                return list;
            }
            if self.held(s, empty) > 0 || self.held(s, full) == 0 {
                return list;
            }
            met |= e | f;
            list.push(full);
            p = full;
        }
    }
}
