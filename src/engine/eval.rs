//! Working out places, numbers and conditions.

use super::Machine;
use super::PlaceId;
use super::code::{C, L, Many, N, NOBODY, Near, Pl, S, Test, V, Who};
use super::fold::{compare, compute};
use super::geometry::{HAND, NONE, bit, bits};
use super::seats::MAX_PLAYERS;
use super::state::{State, Value};
use crate::ir::MinMax;

/// Where a list that is entered keeps its names, so that a list that runs within another (after a
/// drop, say) doesn't touch them.
pub(super) mod level {
    pub(in super::super) const MAIN: usize = 0;
    pub(in super::super) const SEED: usize = 1;
    pub(in super::super) const WHENEVER: usize = 2;
    pub(in super::super) const SKIP: usize = 3;
    pub(in super::super) const START: usize = 4;
    pub(in super::super) const ALL: usize = 5;
}

/// A name's value, worked out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    Cond(bool),
    Num(i64),
    Place(PlaceId),
    Set(u128),
}

/// The names of one level.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// A value counts if its stamp is `now`.
    now: u64,
    stamps: Vec<u64>,
    known: Vec<Known>,
    /// The order of ordered sets.
    order: Vec<Vec<PlaceId>>,
}

impl Names {
    pub(super) fn new(n: usize) -> Names {
        Names { now: 1, stamps: vec![0; n], known: vec![Known::Cond(false); n], order: vec![Vec::new(); n] }
    }
    fn get(&self, id: usize) -> Option<Known> {
        (self.stamps[id] == self.now).then(|| self.known[id])
    }
    fn put(&mut self, id: usize, known: Known) {
        self.stamps[id] = self.now;
        self.known[id] = known;
    }
    /// The order of a set that has one.
    pub(super) fn order(&self, id: u16) -> &[PlaceId] {
        &self.order[usize::from(id)]
    }
}

impl<'g> Machine<'g> {
    /// Enters a list: names are worked out anew.
    #[inline]
    pub(super) fn enter(&mut self, level: usize) {
        self.level = level;
        if !self.code.lets.is_empty() {
            self.names[level].now += 1;
        }
    }

    /// The value of a name.
    pub(super) fn name(&mut self, s: &State, id: u16) -> Known {
        let (i, level) = (usize::from(id), self.level);
        if let Some(k) = self.names[level].get(i) {
            return k;
        }
        // A name never depends on a pit under test: it is worked out for the list.
        let it = std::mem::replace(&mut self.it, NONE);
        let code = self.code;
        let known = match &code.lets[i] {
            L::Cond(c) => Known::Cond(self.cond(s, c)),
            L::Num(n) => Known::Num(self.num(s, n)),
            L::Place(p) => Known::Place(self.place(s, p)),
            L::Set(set, false) => Known::Set(self.mask(s, set)),
            L::Set(S::Run(ahead, back, from, c), true) => {
                let mut order = std::mem::take(&mut self.names[level].order[i]);
                order.clear();
                let m = self.run_of(s, (*ahead, *back), from, c, |p| order.push(p));
                self.names[level].order[i] = order;
                Known::Set(m)
            }
            L::Set(set, true) => {
                let list = self.list(s, set);
                let order = &mut self.names[level].order[i];
                order.clear();
                order.extend_from_slice(list.as_slice());
                Known::Set(list.mask())
            }
        };
        self.it = it;
        self.names[level].put(i, known);
        known
    }

    /// A name will be worked out anew when it is asked for.
    pub(super) fn forget_name(&mut self, id: u16) {
        self.names[self.level].stamps[usize::from(id)] = 0;
    }

    /// A name's value, to be kept while a choice is pending.
    pub(super) fn save_name(&mut self, s: &State, id: u16) -> Value {
        match self.name(s, id) {
            Known::Cond(b) => Value::Cond(b),
            Known::Num(n) => Value::Num(n),
            Known::Place(p) => Value::Place(p),
            Known::Set(m) => {
                let code = self.code;
                let ordered = matches!(code.lets[usize::from(id)], L::Set(_, true));
                let order = if ordered { self.names[self.level].order(id).to_vec() } else { Vec::new() };
                Value::Set(m, order)
            }
        }
    }

    /// Puts a kept value back.
    pub(super) fn restore_name(&mut self, id: u16, value: &Value) {
        let level = self.level;
        let known = match value {
            Value::Cond(b) => Known::Cond(*b),
            Value::Num(n) => Known::Num(*n),
            Value::Place(p) => Known::Place(*p),
            Value::Set(m, order) => {
                let kept = &mut self.names[level].order[usize::from(id)];
                kept.clear();
                kept.extend_from_slice(order);
                Known::Set(*m)
            }
        };
        self.names[level].put(usize::from(id), known);
    }

    pub(super) fn who(&mut self, s: &State, w: &'g Who) -> u8 {
        match w {
            Who::Is(p) => *p,
            Who::OwnerOf(p) => {
                let p = self.place(s, p);
                s.owner_of(p).unwrap_or(NOBODY)
            }
            Who::MakerOf(p) => {
                let b = bit(self.place(s, p));
                let made = |maker: usize| s.marks.iter().skip(maker).step_by(s.makers).any(|m| m & b != 0);
                (0..s.makers - 1).find(|&m| made(m)).map_or(NOBODY, |m| m as u8)
            }
            Who::Number(n) => {
                let n = self.num(s, n).saturating_sub(1);
                n.rem_euclid(self.game.geometry.players.len() as i64) as u8
            }
            Who::LastMover => s.last_mover,
            Who::Starter => s.starter,
            Who::Role(role) => s.series.as_ref().map_or(NOBODY, |x| x.role(*role)),
        }
    }

    /// The next open place on the mover's path.
    #[inline(always)]
    pub(super) fn next(&self, s: &State, from: PlaceId, dir: u8) -> PlaceId {
        let p = self.code.path.next[usize::from(dir & 7)][usize::from(from)];
        if s.closed & bit(p) == 0 { p } else { self.next_open(s, p, dir) }
    }

    #[cold]
    fn next_open(&self, s: &State, mut p: PlaceId, dir: u8) -> PlaceId {
        let table = &self.code.path.next[usize::from(dir & 7)];
        for _ in 0..128 {
            if s.closed & bit(p) == 0 {
                return p;
            }
            p = table[usize::from(p)];
        }
        NONE
    }

    /// `n` steps; a negative number goes back.
    pub(super) fn step(&self, s: &State, from: PlaceId, n: i64) -> PlaceId {
        let dir = self.regs.dir ^ u8::from(n < 0);
        let mut p = from;
        let mut left = n.unsigned_abs();
        // Whole circuits lead back, but for a first step onto the ring.
        let ring = u64::from((self.code.path.on & !s.closed).count_ones());
        if ring > 0 && left > 2 * ring {
            left = left % ring + ring;
        }
        while left > 0 && p != NONE {
            p = self.next(s, p, dir);
            left -= 1;
        }
        p
    }

    /// A place that is likely to be a near one.
    #[inline(always)]
    pub(super) fn place_of_rule(&mut self, s: &State, p: &'g Pl) -> PlaceId {
        match p {
            Pl::Here => self.regs.here,
            Pl::Near(n) => self.near(s, *n),
            _ => self.place(s, p),
        }
    }

    pub(super) fn place(&mut self, s: &State, p: &'g Pl) -> PlaceId {
        match p {
            Pl::Is(p) => *p,
            Pl::Here => self.regs.here,
            Pl::It => self.it,
            Pl::Near(n) => self.near(s, *n),
            Pl::Next(of) => {
                let of = self.place(s, of);
                self.next(s, of, self.regs.dir)
            }
            Pl::OppositeBack(of) => {
                let of = self.place(s, of);
                let other = self.game.geometry.opposite_back[usize::from(of)];
                if s.closed & (bit(of) | bit(other)) == 0 { other } else { NONE }
            }
            Pl::Opposite(of) => {
                let of = self.place(s, of);
                self.opposite(s, of)
            }
            _ => self.rare_place(s, p),
        }
    }

    #[inline]
    fn opposite(&self, s: &State, of: PlaceId) -> PlaceId {
        let other = self.game.geometry.opposite[usize::from(of)];
        if s.closed & (bit(of) | bit(other)) != 0 { NONE } else { other }
    }

    fn rare_place(&mut self, s: &State, p: &'g Pl) -> PlaceId {
        let g = &self.game.geometry;
        match p {
            Pl::Is(_) | Pl::Here | Pl::It | Pl::Near(_) | Pl::Next(_) | Pl::Opposite(_) | Pl::OppositeBack(_) => {
                self.place(s, p)
            }
            Pl::Start => self.regs.start,
            Pl::LapStart => self.regs.lap_start,
            Pl::FirstFed => self.regs.first_fed,
            Pl::BeforeLast => self.regs.before_last,
            Pl::Slot(i) => PlaceId::try_from(self.regs.slots[usize::from(*i)]).unwrap_or(NONE),
            Pl::Let(id) => match self.name(s, *id) {
                Known::Place(p) => p,
                Known::Set(m) if m.count_ones() == 1 => m.trailing_zeros() as PlaceId,
                _ => NONE,
            },
            Pl::Nth(player, row, n) => {
                let n = self.num(s, n);
                g.nth(*player, usize::from(*row), n)
            }
            Pl::ByWho(who, both) => match self.who(s, who) {
                p @ 0..MAX_PLAYERS => self.place(s, &both[usize::from(p)]),
                _ => NONE,
            },
            Pl::Step(n, of) => {
                let (n, of) = (self.num(s, n), self.place(s, of));
                self.step(s, of, n)
            }
            Pl::Neighbour(of) => {
                let of = self.place(s, of);
                self.code.path.next[usize::from(self.regs.dir & 7)][usize::from(of)]
            }
            Pl::PurseOf(reserve, who) => match self.who(s, who) {
                p @ 0..MAX_PLAYERS if *reserve => g.reserves[usize::from(p)],
                p @ 0..MAX_PLAYERS => g.stores[usize::from(p)],
                _ => g.nobody,
            },
            Pl::EndOf(set, last) => self.end_of(s, set, *last),
            Pl::FirstOccupied(before, of) => {
                let from = self.place(s, of);
                let dir = self.regs.dir ^ u8::from(*before);
                let mut p = self.next(s, from, dir);
                for _ in 0..self.game.geometry.places {
                    if p == NONE || p == from {
                        return NONE;
                    }
                    if g.is_pit(p) && s.counts[usize::from(p)] > 0 {
                        return p;
                    }
                    p = self.next(s, p, dir);
                }
                NONE
            }
        }
    }

    /// What a place holds.
    #[inline]
    pub(super) fn held(&self, s: &State, p: PlaceId) -> u32 {
        match s.counts.get(usize::from(p)) {
            Some(&n) => n,
            None if p == HAND => self.regs.hand,
            None => 0,
        }
    }

    pub(super) fn total(&self, s: &State, mask: u128) -> u64 {
        bits(mask).map(|p| u64::from(s.count(p))).sum()
    }

    pub(super) fn occupied(&self, s: &State, mask: u128) -> bool {
        let g = &self.game.geometry;
        bits(mask & g.on_board).any(|p| s.count(p) > 0)
    }

    pub(super) fn var_index(&mut self, s: &State, v: &'g V) -> Option<usize> {
        match v {
            V::At(i) => Some(*i as usize),
            V::OfWho(base, who) => {
                let p = self.who(s, who);
                (p != NOBODY).then(|| *base as usize + usize::from(p))
            }
            V::OfPlace(base, p) => {
                let p = self.place(s, p);
                self.game.geometry.is_pit(p).then(|| *base as usize + usize::from(p))
            }
        }
    }

    pub(super) fn num(&mut self, s: &State, n: &'g N) -> i64 {
        match n {
            N::Is(k) => *k,
            N::Held(p) => {
                let p = self.place(s, p);
                i64::from(self.held(s, p))
            }
            N::Hand => i64::from(self.regs.hand),
            N::Lap => self.regs.lap as i64,
            N::Turn => i64::from(s.turn),
            N::MyTurn => i64::from(s.turns[self.code.mover]),
            N::Round => s.series.as_ref().map_or(1, |x| i64::from(x.round)),
            N::RoundsWon(who) => match (self.who(s, who), &s.series) {
                (p @ 0..MAX_PLAYERS, Some(x)) => i64::from(x.won[p]),
                _ => 0,
            },
            N::Kept(who) => match (self.who(s, who), &s.series) {
                (p @ 0..MAX_PLAYERS, Some(x)) => i64::from(x.kept[p]),
                _ => 0,
            },
            N::Taken => i64::from(self.regs.taken),
            N::TakenLap => i64::from(self.regs.taken_lap),
            N::Sown => s.sown as i64,
            N::InPlay => (self.total(s, self.game.geometry.all) + u64::from(self.regs.hand)) as i64,
            N::NumberOf(p) => {
                let p = self.place(s, p);
                self.game.geometry.pits.get(usize::from(p)).map_or(0, |p| i64::from(p.number))
            }
            N::Total(set) => {
                let m = self.mask(s, set);
                self.total(s, m) as i64
            }
            N::Worth(set) => {
                let m = self.mask(s, set);
                bits(m).map(|p| self.game.worth(s, p)).sum::<u64>() as i64
            }
            N::Pieces(kinds, Some(set)) => {
                let m = self.mask(s, set);
                self.count_pieces(s, *kinds, m)
            }
            N::Pieces(kinds, None) => self.pieces_in_hand(*kinds),
            N::Count(set) => i64::from(self.mask(s, set).count_ones()),
            N::Var(v) => self.var_index(s, v).and_then(|i| s.vars.get(i)).map_or(0, |&v| i64::from(v)),
            N::Slot(i) => self.regs.slots[usize::from(*i)],
            N::Let(id) => match self.name(s, *id) {
                Known::Num(n) => n,
                Known::Place(p) => i64::from(self.held(s, p)),
                Known::Set(m) => self.total(s, m) as i64,
                Known::Cond(b) => i64::from(b),
            },
            N::Op(op, a, b) => compute(*op, self.num(s, a), self.num(s, b)),
            N::MinMax(MinMax::Min, a, b) => self.num(s, a).min(self.num(s, b)),
            N::MinMax(MinMax::Max, a, b) => self.num(s, a).max(self.num(s, b)),
            N::If(c, a, b) => {
                if self.cond(s, c) {
                    self.num(s, a)
                } else {
                    self.num(s, b)
                }
            }
        }
    }

    #[inline]
    fn test(&mut self, s: &State, t: &'g Test, v: u32) -> bool {
        match t {
            Test::Is(k) => v == *k,
            Test::AtLeast(k) => v >= *k,
            Test::Within(a, b) => (*a..=*b).contains(&v),
            Test::Bits(bits) => v < 64 && bits >> v & 1 != 0,
            Test::Odd => v % 2 == 1,
            Test::Even => v > 0 && v.is_multiple_of(2),
            Test::Than(op, n) => compare(*op, i64::from(v), self.num(s, n)),
            Test::OneOf(ranges) => {
                let v = i64::from(v);
                ranges.iter().any(|(a, b)| (self.num(s, a)..=self.num(s, b)).contains(&v))
            }
        }
    }

    /// The place that a short test speaks of.
    #[inline(always)]
    fn near(&self, s: &State, p: Near) -> PlaceId {
        match p {
            Near::Here => self.regs.here,
            Near::It => self.it,
            Near::Is(p) => p,
            Near::Ahead(n) => {
                let mut p = self.next(s, self.regs.here, self.regs.dir);
                for _ in 1..n {
                    p = self.next(s, p, self.regs.dir);
                }
                p
            }
            Near::Opposite => self.opposite(s, self.regs.here),
        }
    }

    /// Whether a player's open pits hold something.
    #[inline]
    pub(super) fn side_occupied(&self, s: &State, player: u8) -> bool {
        let g = &self.game.geometry;
        let i = usize::from(player);
        if s.closed == 0 && s.owned[player] == g.own_row[player] && i < g.sides {
            // He owns his row and nothing else: it is a slice.
            s.counts[g.own_pits(i as u8)].iter().any(|&n| n > 0)
        } else {
            bits(s.owned[player] & g.all & !s.closed).any(|p| s.count(p) > 0)
        }
    }

    /// A condition; the short ones where they are asked for.
    #[inline(always)]
    pub(super) fn holds(&mut self, s: &State, c: &'g C) -> bool {
        match c {
            C::Count(p, t) => t.holds(self.held(s, self.near(s, *p))),
            C::WasCount(t) => t.holds(self.regs.was),
            C::Among(p, m) => m & bit(self.near(s, *p)) != 0,
            C::Owned(p, who) => s.owned[*who] & bit(self.near(s, *p)) != 0,
            C::SideOccupied(yes, who) => self.side_occupied(s, *who) == *yes,
            C::Bears(p, first, end) => s.bears(*first, *end, bit(self.near(s, *p))),
            C::Classes(bits) => self.regs.class < 64 && bits >> self.regs.class & 1 != 0,
            C::Is(b) => *b,
            _ => self.tree(s, c),
        }
    }

    /// A rule's condition: a short one, or some short ones together.
    #[inline(always)]
    pub(super) fn rule_holds(&mut self, s: &State, c: &'g C) -> bool {
        if let C::And(all) = c {
            for x in all {
                if !self.holds(s, x) {
                    return false;
                }
            }
            return true;
        }
        self.holds(s, c)
    }

    /// The same, once for all the places that ask rarely.
    pub(super) fn cond(&mut self, s: &State, c: &'g C) -> bool {
        self.holds(s, c)
    }

    #[inline(never)]
    fn tree(&mut self, s: &State, c: &'g C) -> bool {
        match c {
            C::And(all) => {
                for x in all {
                    if !self.holds(s, x) {
                        return false;
                    }
                }
                true
            }
            C::Or(all) => {
                for x in all {
                    if self.holds(s, x) {
                        return true;
                    }
                }
                false
            }
            C::Not(x) => !self.cond(s, x),
            C::Holds(p, t) => {
                let p = self.place(s, p);
                let n = self.held(s, p);
                self.test(s, t, n)
            }
            C::Was(t) => self.test(s, t, self.regs.was),
            C::InMask(m, p) => m & bit(self.place(s, p)) != 0,
            C::OwnedBy(who, p) => s.owned[*who] & bit(self.place(s, p)) != 0,
            C::Occupied(yes, S::Open(m)) => bits(m & !s.closed).any(|p| s.count(p) > 0) == *yes,
            C::Occupied(yes, set) => {
                let m = self.mask(s, set);
                self.occupied(s, m) == *yes
            }
            _ => self.rare_cond(s, c),
        }
    }

    fn rare_cond(&mut self, s: &State, c: &'g C) -> bool {
        match c {
            C::Is(_) | C::Count(..) | C::WasCount(_) | C::Among(..) | C::Owned(..) => self.cond(s, c),
            C::SideOccupied(..) | C::Bears(..) | C::Classes(_) => self.cond(s, c),
            C::Holds(..) | C::Was(_) | C::InMask(..) | C::OwnedBy(..) => self.tree(s, c),
            C::And(_) | C::Or(_) | C::Not(_) | C::Occupied(..) => self.tree(s, c),
            C::Compare(op, a, b) => compare(*op, self.num(s, a), self.num(s, b)),
            C::Closed(p) => s.closed & bit(self.place(s, p)) != 0,
            C::Reached(p) => self.regs.reached & bit(self.place(s, p)) != 0,
            C::Marked(p, kind, makers) => {
                let b = bit(self.place(s, p));
                marked(s, *kind, *makers) & b != 0
            }
            C::Same(a, b) => {
                let (a, b) = (self.place(s, a), self.place(s, b));
                a == b && a != NONE
            }
            C::In(p, set) => {
                let p = self.place(s, p);
                self.member(s, set, p)
            }
            C::Quantified(many, set, x) => self.quantified(s, many, set, x),
            C::CannotMove(who) => match self.who(s, who) {
                p @ 0..MAX_PLAYERS => !self.can_move(s, p),
                _ => true,
            },
            C::Repeats(n) => self.repeats >= *n,
            C::LayoutRepeats(n) => s.layouts.last().is_some_and(|key| s.layouts.count(key) >= *n),
            C::Last => self.regs.last,
            C::Dropped(kinds) => self.regs.fell < 16 && kinds >> self.regs.fell & 1 != 0,
            C::Class(list) => list.contains(&self.regs.class),
            C::Direction(d) => self.regs.dir == *d,
            C::Phase(who, phase) => match self.who(s, who) {
                p @ 0..MAX_PLAYERS => self.phase_of(s, p) == *phase,
                _ => false,
            },
            C::CouldPlay(who, classes) => {
                let who = self.who(s, who);
                self.could_play(s, who, classes)
            }
            C::CouldCapture(who, at) => {
                let (who, at) = (self.who(s, who), self.place(s, at));
                self.could_capture(s, who, at)
            }
            C::Let(id) => match self.name(s, *id) {
                Known::Cond(b) => b,
                Known::Num(n) => n != 0,
                Known::Place(p) => self.held(s, p) > 0,
                Known::Set(m) => self.occupied(s, m),
            },
        }
    }

    fn quantified(&mut self, s: &State, many: &'g Many, set: &'g S, x: &'g C) -> bool {
        let m = self.mask(s, set);
        let it = self.it;
        let mut n = 0i64;
        for p in bits(m) {
            self.it = p;
            n += i64::from(self.cond(s, x));
        }
        self.it = it;
        match many {
            Many::Any => n > 0,
            Many::All => n == i64::from(m.count_ones()),
            Many::None => n == 0,
            Many::Exactly(k) => n == self.num(s, k),
            Many::AtLeast(k) => n >= self.num(s, k),
        }
    }
}

/// Any maker, nobody too.
pub(super) const ANYBODY: u16 = u16::MAX;

/// Pits that bear a mark of that kind (none: any) by one of those makers (bits; the last: nobody).
pub(super) fn marked(s: &State, kind: Option<u8>, makers: u16) -> u128 {
    // No division: this is asked again and again.
    let by_makers = |of_kind: &[u128]| {
        of_kind.iter().enumerate().fold(0, |all, (i, m)| all | if makers >> i & 1 != 0 { *m } else { 0 })
    };
    match kind {
        Some(kind) => {
            let first = usize::from(kind) * s.makers;
            s.marks.get(first..first + s.makers).map_or(0, by_makers)
        }
        None => s.marks.chunks(s.makers).map(by_makers).fold(0, |all, m| all | m),
    }
}
