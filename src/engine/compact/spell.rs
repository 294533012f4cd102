//! Conditions, sets and rules of a mover, spelt out: names are replaced by what they stand for, and what
//! the facts make known is put in.

use super::facts::Facts;
use super::view::bits;
use super::{Act, Cond, Many, Num, Place, Rule, Set, bit};
use crate::engine::code::{self, A, C, Code, L as Named, N, Near, Pl, S, Small, Test, To, Who};
use crate::engine::fold::compare;
use crate::engine::geometry::{HAND, NONE, bit as place_bit};
use crate::engine::{Game, PlaceId};

/// One mover's code under way.
pub(super) struct Part<'g> {
    pub(super) game: &'g Game,
    pub(super) code: &'g Code,
    pub(super) facts: &'g Facts,
    /// The class of his moves, and which way he sows.
    pub(super) class: u16,
    pub(super) dir: u8,
    pub(super) places: usize,
    /// Parts that may still be made.
    pub(super) left: u32,
    /// What is compiled is a rule of the round's end.
    pub(super) ending: bool,
}

impl<'g> Part<'g> {
    fn part(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// A rule. What of it can't be said here is left to the machine.
    pub(super) fn rule(&mut self, r: &'g crate::engine::code::Rule) -> Option<Rule> {
        let Some(cond) = self.cond(&r.cond) else {
            self.part()?;
            return Some(Rule { id: r.id, cond: Cond::Is(true), acts: Box::new([Act::Machine]) });
        };
        let acts: Option<Box<[Act]>> = r.actions.iter().map(|a| self.act(a)).collect();
        // What a later capture asks for would be asked after the first.
        let asks = |a: &Act| matches!(a, Act::Capture(set, _) if !matches!(set, Set::Mask(_) | Set::One(_)));
        let acts = acts.filter(|acts| !acts.iter().skip(1).any(asks)).unwrap_or_else(|| Box::new([Act::Machine]));
        Some(Rule { id: r.id, cond, acts })
    }

    fn act(&mut self, a: &'g A) -> Option<Act> {
        Some(match a {
            A::Capture { from, at_most: None, to: To::Who(Who::Is(p @ 0..2)) } => {
                Act::Capture(self.set(from)?, self.game.geometry.stores[usize::from(*p)])
            }
            A::Relay(p) => Act::Relay(self.place(p)?),
            A::MoveAgain => Act::Again,
            A::End => Act::End,
            A::Illegal => Act::Illegal,
            _ => return None,
        })
    }

    fn known(&self, p: PlaceId) -> Option<Place> {
        (usize::from(p) < self.places).then_some(Place::Is(p))
    }

    fn near(&self, n: Near) -> Option<Place> {
        Some(match n {
            Near::Here => Place::Here,
            Near::It => Place::It,
            Near::Ahead(n) => Place::Ahead(n),
            Near::Opposite => Place::Opposite,
            Near::Is(p) => return self.known(p),
        })
    }

    fn place(&mut self, p: &'g Pl) -> Option<Place> {
        Some(match p {
            Pl::Is(p) => return self.known(*p),
            Pl::Here => Place::Here,
            Pl::It => Place::It,
            Pl::Start => Place::Start,
            Pl::Near(n) => return self.near(*n),
            Pl::Next(of) if matches!(**of, Pl::Here) => Place::Ahead(1),
            Pl::Opposite(of) if matches!(**of, Pl::Here) => Place::Opposite,
            Pl::Nth(who, 0, n) => match &**n {
                N::NumberOf(p) if matches!(**p, Pl::Here | Pl::Near(Near::Here)) => Place::Numbered(*who),
                n => return self.known(self.game.geometry.nth(*who, 0, self.facts.constant(n)?)),
            },
            Pl::EndOf(set, last) => match self.set(set)? {
                Set::Mask(m) => return self.known(self.end_of(m, *last)),
                _ => return None,
            },
            Pl::Step(n, of) if matches!(**of, Pl::Here) => match **n {
                N::Is(n @ 1..=32) => Place::Ahead(n as u8),
                N::Is(n @ -32..=-1) => Place::Behind(-n as u8),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The last place, or the first, in sowing order.
    fn end_of(&self, m: u32, last: bool) -> PlaceId {
        let order = &self.code.order[usize::from(self.dir)];
        let rest = bits(m).filter(|p| !order.contains(p));
        let mut all = order.iter().copied().filter(|p| bit(*p) & m != 0).chain(rest);
        if last { all.last() } else { all.next() }.unwrap_or(NONE)
    }

    fn mask(&self, m: u128) -> Option<Set> {
        (m >> self.places == 0).then_some(Set::Mask(m as u32))
    }

    pub(super) fn set(&mut self, s: &'g S) -> Option<Set> {
        self.part()?;
        let g = &self.game.geometry;
        match s {
            S::Const(m) => self.mask(*m),
            S::Open(m) => self.mask(*m & !self.facts.closed()),
            S::Owned(p) => self.mask(g.owned[*p] & g.all & !self.facts.closed()),
            S::OwnedAll(p) => self.mask(g.owned[*p] & g.all),
            S::Marked(kind, makers) => self.mask(self.facts.marked(Some(*kind), *makers) & !self.facts.closed()),
            S::Where(of, c) => match self.set(of)? {
                Set::Mask(m) => Some(Set::Where(m, Box::new(self.cond(c)?))),
                _ => None,
            },
            S::But(of, p) => Some(Set::But(Box::new(self.set(of)?), self.place(p)?)),
            S::Range(who, 0, lo, hi) => {
                let (lo, hi) = (self.facts.constant(lo)?.max(1), self.facts.constant(hi)?.min(g.len_of(*who, 0)));
                self.mask((lo..=hi).map(|n| place_bit(g.nth(*who, 0, n))).sum())
            }
            S::One(p) => Some(Set::One(self.place(p)?)),
            S::Union(all) => Some(Set::Union(all.iter().map(|s| self.set(s)).collect::<Option<_>>()?)),
            S::Run(ahead, back, from, c) if ahead != back => {
                Some(Set::Run(*ahead, self.place(from)?, Box::new(self.cond(c)?)))
            }
            S::Let(id) => match &self.code.lets[usize::from(*id)] {
                Named::Set(s, _) => self.set(s),
                Named::Place(p) => Some(Set::One(self.place(p)?)),
                _ => None,
            },
            _ => None,
        }
    }

    fn num(&mut self, n: &'g N) -> Option<Num> {
        self.part()?;
        Some(match n {
            N::Is(k) => Num::Is(*k),
            N::Held(p) if !matches!(**p, Pl::Is(HAND)) => Num::Held(self.place(p)?),
            N::NumberOf(p) => Num::Number(self.place(p)?),
            N::Var(v) => Num::Is(self.facts.var(v)?),
            N::Total(s) => Num::Total(self.set(s)?),
            N::Count(s) => Num::Count(self.set(s)?),
            N::Op(op, a, b) => Num::Op(*op, Box::new(self.num(a)?), Box::new(self.num(b)?)),
            N::Let(id) => match &self.code.lets[usize::from(*id)] {
                Named::Num(n) => return self.num(n),
                Named::Place(p) => Num::Held(self.place(p)?),
                Named::Set(s, _) => Num::Total(self.set(s)?),
                Named::Cond(_) => return None,
            },
            _ => return None,
        })
    }

    fn all(&mut self, list: &'g [C]) -> Option<Box<[Cond]>> {
        list.iter().map(|c| self.cond(c)).collect()
    }

    fn holds(&mut self, p: Place, t: &'g Test) -> Option<Cond> {
        Some(match t {
            Test::Odd => Cond::Parity(p, true),
            Test::Even => Cond::Parity(p, false),
            Test::Than(op, n) if self.facts.constant(n).is_none() => Cond::Compare(*op, Num::Held(p), self.num(n)?),
            _ => Cond::Holds(p, self.small(t)?),
        })
    }

    /// A test as bits, if the facts make it one.
    fn small(&self, t: &Test) -> Option<Small> {
        let Test::Than(op, n) = t else { return Small::of(t) };
        let k = self.facts.constant(n).filter(|k| (0..64).contains(k))?;
        let bits = (0..64).fold(0, |m, v| m | u64::from(compare(*op, v, k)) << v);
        Some(Small { bits, above: compare(*op, 64, k) })
    }

    pub(super) fn cond(&mut self, c: &'g C) -> Option<Cond> {
        self.part()?;
        let g = &self.game.geometry;
        let owned = |p: u8| (g.owned[p] & ((1 << self.places) - 1)) as u32;
        Some(match c {
            C::Is(yes) => Cond::Is(*yes),
            C::Count(p, t) => Cond::Holds(self.near(*p)?, *t),
            C::WasCount(t) => Cond::Was(*t),
            C::Owned(p, who) => Cond::Among(self.near(*p)?, owned(*who)),
            C::Among(p, m) => Cond::Among(self.near(*p)?, *m as u32),
            C::InMask(m, p) => Cond::Among(self.place(p)?, *m as u32),
            C::OwnedBy(who, p) => {
                let m = owned(*who);
                Cond::Among(self.place(p)?, m)
            }
            C::SideOccupied(yes, who) => Cond::Side(*yes, *who),
            C::And(list) => {
                let all = self.all(list)?.into_vec();
                Cond::And(all.into_iter().filter(|c| !matches!(c, Cond::Is(true))).collect())
            }
            C::Or(list) => Cond::Or(self.all(list)?),
            C::Not(c) => match self.cond(c)? {
                Cond::Is(yes) => Cond::Is(!yes),
                c => Cond::Not(Box::new(c)),
            },
            C::Holds(p, t) => {
                let p = self.place(p)?;
                return self.holds(p, t);
            }
            C::Was(t) => Cond::Was(self.small(t)?),
            C::Closed(p) => Cond::Among(self.place(p)?, self.facts.closed() as u32),
            C::Marked(p, kind, makers) => Cond::Among(self.place(p)?, self.facts.marked(*kind, *makers) as u32),
            C::Same(a, b) => match (self.place(a)?, self.place(b)?) {
                (p, Place::Is(q)) | (Place::Is(q), p) => Cond::Among(p, bit(q)),
                _ => return None,
            },
            C::In(p, set) => match self.set(set)? {
                Set::Mask(m) => Cond::Among(self.place(p)?, m),
                _ => return None,
            },
            C::Bears(p, first, end) => Cond::Among(self.near(*p)?, self.facts.borne(*first, *end) as u32),
            C::Class(list) => Cond::Is(list.contains(&self.class)),
            C::Classes(bits) => Cond::Is(self.class < 64 && bits >> self.class & 1 != 0),
            C::Direction(d) => Cond::Is(*d == self.dir),
            C::Quantified(many, set, c) => {
                let many = match many {
                    code::Many::Any => Many::Any,
                    code::Many::All => Many::All,
                    code::Many::None => Many::None,
                    code::Many::Exactly(n) => Many::Exactly(self.facts.constant(n)?),
                    code::Many::AtLeast(n) => Many::AtLeast(self.facts.constant(n)?),
                };
                Cond::Quantified(many, self.set(set)?, Box::new(self.cond(c)?))
            }
            C::Occupied(yes, s) => Cond::Occupied(*yes, self.set(s)?),
            C::Compare(op, a, b) => Cond::Compare(*op, self.num(a)?, self.num(b)?),
            // The ends are tested taking for granted that there is a move; if there is none, the machine tests
            // them again, unless that is a pass.
            C::CannotMove(Who::Is(p)) if self.ending && *p == self.code.mover && self.game.trials => {
                return (!self.game.stuck_passes).then_some(Cond::Is(false));
            }
            C::CannotMove(Who::Is(p @ 0..2)) if !self.game.trials => Cond::Stuck(*p),
            C::Repeats(n) if self.ending => Cond::Repeats(*n),
            C::Let(id) => match &self.code.lets[usize::from(*id)] {
                Named::Cond(c) => return self.cond(c),
                Named::Set(s, _) => Cond::Occupied(true, self.set(s)?),
                _ => return None,
            },
            _ => return None,
        })
    }
}
