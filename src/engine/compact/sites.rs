//! The rules of the landing, worked out for each place that a last seed can fall in.

use super::lanes::Lane;
use super::{Act, Cond, Num, Place, Rule, Set, Side, bit};
use crate::engine::PlaceId;
use crate::engine::geometry::NONE;

/// What is known before a move is made.
pub(super) struct Site<'a, T, const L: usize> {
    pub(super) side: &'a Side<T, L>,
    pub(super) opposite: &'a [PlaceId; 256],
    pub(super) pits: u32,
    pub(super) here: PlaceId,
    /// The place under test.
    pub(super) it: PlaceId,
}

impl<T: Lane, const L: usize> Site<'_, T, L> {
    /// The rules that can come into play here.
    pub(super) fn rules(&self, rules: &[Rule]) -> Box<[Rule]> {
        let mut left = Vec::new();
        for rule in rules {
            let cond = self.cond(&rule.cond);
            if matches!(cond, Cond::Is(false)) {
                continue;
            }
            let always = matches!(cond, Cond::Is(true));
            left.push(Rule { cond, acts: rule.acts.iter().map(|a| self.act(a)).collect() });
            if always {
                break;
            }
        }
        left.into()
    }

    fn place(&self, p: Place) -> Place {
        Place::Is(match p {
            Place::Here => self.here,
            Place::It if self.it != NONE => self.it,
            Place::Ahead(n) => self.side.walk(self.here, n, true),
            Place::Behind(n) => self.side.walk(self.here, n, false),
            Place::Opposite => self.opposite[usize::from(self.here)],
            Place::Is(p) => p,
            Place::It | Place::Start => return p,
        })
    }

    fn act(&self, a: &Act) -> Act {
        match a {
            Act::Capture(set, to) => Act::Capture(
                match self.set(set) {
                    Set::Mask(m) => Set::Mask(m & self.pits),
                    set => set,
                },
                *to,
            ),
            Act::Relay(p) => match self.place(*p) {
                // Nothing can be lifted there.
                Place::Is(p) if bit(p) & self.pits == 0 => Act::End,
                p => Act::Relay(p),
            },
            Act::Again => Act::Again,
            Act::End => Act::End,
            Act::Illegal => Act::Illegal,
        }
    }

    fn set(&self, set: &Set) -> Set {
        match set {
            Set::Mask(m) => Set::Mask(*m),
            Set::One(p) => match self.place(*p) {
                Place::Is(p) => Set::Mask(bit(p)),
                p => Set::One(p),
            },
            Set::Union(all) => {
                let mut known = 0;
                let mut left = Vec::new();
                for set in all {
                    match self.set(set) {
                        Set::Mask(m) => known |= m,
                        set => left.push(set),
                    }
                }
                if left.is_empty() {
                    return Set::Mask(known);
                }
                left.push(Set::Mask(known));
                Set::Union(left.into())
            }
            Set::Run(ahead, from, c) => match self.place(*from) {
                Place::Is(from) => self.chain(*ahead, from, c),
                from => Set::Run(*ahead, from, Box::new(self.cond(c))),
            },
            // Made here only.
            Set::Chain(links) => Set::Chain(links.iter().map(|(p, c)| (*p, self.cond(c))).collect()),
        }
    }

    /// A run from a known place, as far as it can go.
    fn chain(&self, ahead: bool, from: PlaceId, c: &Cond) -> Set {
        let mut links = Vec::new();
        let (mut p, mut met, mut known) = (from, 0, true);
        while bit(p) & !met != 0 {
            let c = Site { it: p, ..*self }.cond(c);
            match c {
                Cond::Is(false) => break,
                Cond::Is(true) => {}
                _ => known = false,
            }
            met |= bit(p);
            links.push((p, c));
            p = self.side.step(p, ahead);
        }
        if known { Set::Mask(met) } else { Set::Chain(links.into()) }
    }

    fn num(&self, n: &Num) -> Num {
        match n {
            Num::Is(k) => Num::Is(*k),
            Num::Held(p) => Num::Held(self.place(*p)),
            Num::Total(set) => match self.set(set) {
                Set::Mask(0) => Num::Is(0),
                set => Num::Total(set),
            },
            Num::Count(set) => match self.set(set) {
                Set::Mask(m) => Num::Is(i64::from(m.count_ones())),
                set => Num::Count(set),
            },
            Num::Op(op, a, b) => Num::Op(*op, Box::new(self.num(a)), Box::new(self.num(b))),
        }
    }

    pub(super) fn cond(&self, c: &Cond) -> Cond {
        match c {
            Cond::Is(yes) => Cond::Is(*yes),
            Cond::Holds(p, t) => match self.place(*p) {
                Place::Is(p) if usize::from(p) >= L => Cond::Is(t.holds(0)),
                Place::Is(p) => Cond::Count(p, *t),
                p => Cond::Holds(p, *t),
            },
            Cond::Count(p, t) => Cond::Count(*p, *t),
            Cond::Parity(p, odd) => Cond::Parity(self.place(*p), *odd),
            Cond::Was(t) => Cond::Was(*t),
            Cond::Among(p, m) => match self.place(*p) {
                Place::Is(p) => Cond::Is(m & bit(p) != 0),
                p => Cond::Among(p, *m),
            },
            Cond::Side(yes, who) => Cond::Side(*yes, *who),
            Cond::Occupied(yes, set) => match self.set(set) {
                Set::Mask(0) => Cond::Is(!yes),
                set => Cond::Occupied(*yes, set),
            },
            Cond::And(all) => self.all(all, true),
            Cond::Or(all) => self.all(all, false),
            Cond::Not(c) => match self.cond(c) {
                Cond::Is(yes) => Cond::Is(!yes),
                c => Cond::Not(Box::new(c)),
            },
            Cond::Compare(op, a, b) => match (self.num(a), self.num(b)) {
                (Num::Is(a), Num::Is(b)) => Cond::Is(crate::engine::fold::compare(*op, a, b)),
                (a, b) => Cond::Compare(*op, a, b),
            },
            Cond::Stuck(who) => Cond::Stuck(*who),
            Cond::Repeats(n) => Cond::Repeats(*n),
        }
    }

    /// All of some conditions (`and`), or one of them.
    fn all(&self, list: &[Cond], and: bool) -> Cond {
        let mut left = Vec::new();
        for c in list {
            match self.cond(c) {
                Cond::Is(yes) if yes == and => {}
                Cond::Is(_) => return Cond::Is(!and),
                Cond::And(more) if and => left.extend(more),
                Cond::Or(more) if !and => left.extend(more),
                c => left.push(c),
            }
        }
        match left.len() {
            0 => Cond::Is(and),
            1 => left.remove(0),
            _ if and => Cond::And(left.into()),
            _ => Cond::Or(left.into()),
        }
    }
}
