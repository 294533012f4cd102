//! The rules of the landing, worked out for each place that a last seed can fall in.

use super::view::bits;
use super::{Act, Cond, Many, Num, Place, Rule, Set, bit, numbered, walk};
use crate::engine::PlaceId;
use crate::engine::code::Small;
use crate::engine::fold::{compare, compute};
use crate::engine::geometry::NONE;

/// What is known before a move is made, and what has been found out since.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) next: &'a [PlaceId; 256],
    pub(super) previous: &'a [PlaceId; 256],
    pub(super) opposite: &'a [PlaceId; 256],
    /// Pits from which seeds can be lifted, and from which they can be captured.
    pub(super) pits: u32,
    pub(super) taken: u32,
    /// Each pit's number, and how many a row has.
    pub(super) numbers: &'a [u8],
    pub(super) row: u8,
    /// Where the last seed fell; no place where there was no sowing.
    pub(super) here: PlaceId,
    /// The place under test.
    pub(super) it: PlaceId,
    /// What each place may hold, as far as it is known.
    pub(super) may: &'a [Small],
}

/// Any count.
pub(super) const ANY: Small = Small { bits: u64::MAX, above: true };
/// Any but none.
pub(super) const SOME: Small = Small { bits: u64::MAX - 1, above: true };

/// None.
pub(super) const NOTHING: Small = Small { bits: 1, above: false };

/// What holds of both.
pub(super) fn both(a: Small, b: Small) -> Small {
    Small { bits: a.bits & b.bits, above: a.above && b.above }
}

/// What doesn't hold.
pub(super) fn not(a: Small) -> Small {
    Small { bits: !a.bits, above: !a.above }
}

fn none(a: Small) -> bool {
    a.bits == 0 && !a.above
}

impl Site<'_> {
    /// The rules that can come into play here.
    pub(super) fn rules(&self, rules: &[Rule]) -> Box<[Rule]> {
        let mut left = Vec::new();
        for rule in rules {
            let cond = self.cond(&rule.cond);
            if matches!(cond, Cond::Is(false)) {
                continue;
            }
            let always = matches!(cond, Cond::Is(true));
            left.push(Rule { id: rule.id, cond, acts: rule.acts.iter().map(|a| self.act(a)).collect() });
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
            Place::Ahead(n) => walk(self.next, self.here, n),
            Place::Behind(n) => walk(self.previous, self.here, n),
            Place::Opposite => self.opposite[usize::from(self.here)],
            Place::Numbered(who) if self.here != NONE => numbered(who, self.number(self.here), self.row),
            Place::Is(p) => p,
            Place::It | Place::Start | Place::Numbered(_) => return p,
        })
    }

    fn number(&self, p: PlaceId) -> u8 {
        self.numbers.get(usize::from(p)).copied().unwrap_or(0)
    }

    fn act(&self, a: &Act) -> Act {
        match a {
            Act::Capture(set, to) => Act::Capture(
                match self.set(set) {
                    Set::Mask(m) => Set::Mask(m & self.taken),
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
            Act::Machine => Act::Machine,
        }
    }

    pub(super) fn set(&self, set: &Set) -> Set {
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
            Set::Chain(links) => {
                let folded = links.iter().map(|(p, c)| (*p, Site { it: *p, ..*self }.cond(c)));
                chain(folded)
            }
            Set::Where(m, c) => each(bits(*m).map(|p| (p, Site { it: p, ..*self }.cond(c)))),
            Set::Each(all) => each(all.iter().map(|(p, c)| (*p, Site { it: *p, ..*self }.cond(c)))),
            Set::But(set, out) => match (self.set(set), self.place(*out)) {
                (Set::Mask(m), Place::Is(p)) => Set::Mask(m & !bit(p)),
                (Set::Each(all), Place::Is(p)) => each(all.into_vec().into_iter().filter(|(q, _)| *q != p)),
                (set, out) => Set::But(Box::new(set), out),
            },
        }
    }

    /// A run from a known place, as far as it can go.
    fn chain(&self, ahead: bool, from: PlaceId, c: &Cond) -> Set {
        let (mut p, mut met) = (from, 0);
        let table = if ahead { self.next } else { self.previous };
        chain(std::iter::from_fn(|| {
            let at = p;
            if bit(at) & !met == 0 {
                return None;
            }
            met |= bit(at);
            p = table[usize::from(at)];
            Some((at, Site { it: at, ..*self }.cond(c)))
        }))
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
            Num::Number(p) => match self.place(*p) {
                Place::Is(p) => Num::Is(i64::from(self.number(p))),
                p => Num::Number(p),
            },
            Num::Op(op, a, b) => match (self.num(a), self.num(b)) {
                (Num::Is(a), Num::Is(b)) => Num::Is(compute(*op, a, b)),
                (a, b) => Num::Op(*op, Box::new(a), Box::new(b)),
            },
        }
    }

    pub(super) fn cond(&self, c: &Cond) -> Cond {
        match c {
            Cond::Is(yes) => Cond::Is(*yes),
            Cond::Holds(p, t) => match self.place(*p) {
                Place::Is(p) => self.count(p, *t),
                p => Cond::Holds(p, *t),
            },
            Cond::Count(p, t) => self.count(*p, *t),
            Cond::Parity(p, odd) => Cond::Parity(self.place(*p), *odd),
            // A pit that collects what falls in it is as empty as it was.
            Cond::Was(t) if self.collects(self.here) => Cond::Is(t.holds(0)),
            // The last seed lies on what was there.
            Cond::Was(t) if self.here != NONE => match shifted(*t) {
                Some(t) => self.count(self.here, t),
                None => Cond::Was(*t),
            },
            Cond::Was(t) => Cond::Was(*t),
            Cond::Among(p, m) => match self.place(*p) {
                Place::Is(p) => Cond::Is(m & bit(p) != 0),
                p => Cond::Among(p, *m),
            },
            Cond::Side(yes, who) => Cond::Side(*yes, *who),
            Cond::Occupied(yes, set) => match self.set(set) {
                Set::Mask(0) => Cond::Is(!yes),
                Set::Chain(links) if self.begins(&links) => Cond::Is(*yes),
                set => Cond::Occupied(*yes, set),
            },
            Cond::And(all) => self.all(all, true),
            Cond::Or(all) => self.all(all, false),
            Cond::Not(c) => match self.cond(c) {
                Cond::Is(yes) => Cond::Is(!yes),
                c => Cond::Not(Box::new(c)),
            },
            Cond::Compare(op, a, b) => match (self.num(a), self.num(b)) {
                (Num::Is(a), Num::Is(b)) => Cond::Is(compare(*op, a, b)),
                // One count against a number.
                (Num::Held(Place::Is(p)), Num::Is(k @ 0..64)) => {
                    let bits = (0..64).fold(0, |m, v| m | u64::from(compare(*op, v, k)) << v);
                    self.count(p, Small { bits, above: compare(*op, 64, k) })
                }
                (a, b) => Cond::Compare(*op, a, b),
            },
            Cond::Quantified(many, set, c) => self.quantified(*many, set, c),
            Cond::Stuck(who) => Cond::Stuck(*who),
            Cond::Repeats(n) => Cond::Repeats(*n),
        }
    }

    /// Whether a place is known to be empty, though seeds fall there.
    fn collects(&self, p: PlaceId) -> bool {
        self.may.get(usize::from(p)) == Some(&NOTHING)
    }

    /// How many of a set there are of which something holds: spelt out, where the set is known.
    fn quantified(&self, many: Many, set: &Set, c: &Cond) -> Cond {
        let all: Vec<(PlaceId, Cond)> = match self.set(set) {
            Set::Mask(m) => bits(m).map(|p| (p, Cond::Is(true))).collect(),
            Set::Each(all) => all.into(),
            // What is asked of each may speak of the place under test: it is folded with it.
            set => return Cond::Quantified(many, set, Box::new(c.clone())),
        };
        let of_each = all.into_iter().map(|(p, is_one)| (p, is_one, Site { it: p, ..*self }.cond(c)));
        let not = |c: Cond| self.cond(&Cond::Not(Box::new(c)));
        let any = |of_each: &mut dyn Iterator<Item = (PlaceId, Cond, Cond)>| {
            let each: Vec<Cond> = of_each.map(|(_, is_one, c)| self.all(&[is_one, c], true)).collect();
            self.all(&each, false)
        };
        match many {
            Many::Any => any(&mut { of_each }),
            Many::None => not(any(&mut { of_each })),
            Many::All => not(any(&mut of_each.map(|(p, is_one, c)| (p, is_one, not(c))))),
            Many::Exactly(_) | Many::AtLeast(_) => {
                let (all, which): (Vec<_>, Vec<_>) =
                    of_each.map(|(p, is_one, c)| ((p, is_one.clone()), (p, self.all(&[is_one, c], true)))).unzip();
                let known = which.iter().all(|(_, c)| matches!(c, Cond::Is(_)));
                let n = which.iter().filter(|(_, c)| *c == Cond::Is(true)).count() as i64;
                match many {
                    Many::Exactly(k) if known => Cond::Is(n == k),
                    Many::AtLeast(k) if known => Cond::Is(n >= k),
                    _ => Cond::Quantified(many, each(all.into_iter()), Box::new(c.clone())),
                }
            }
        }
    }

    /// Whether the first place of a run is known to be one of it, and to hold something.
    fn begins(&self, links: &[(PlaceId, Cond)]) -> bool {
        let held = |p: PlaceId| self.may.get(usize::from(p)).is_some_and(|may| may.bits & 1 == 0);
        matches!(links.first(), Some((p, Cond::Is(true))) if held(*p))
    }

    /// A test of a known place's count.
    fn count(&self, p: PlaceId, t: Small) -> Cond {
        match self.may.get(usize::from(p)) {
            None => Cond::Is(t.holds(0)),
            Some(may) if none(both(*may, t)) => Cond::Is(false),
            Some(may) if none(both(*may, not(t))) => Cond::Is(true),
            Some(_) => Cond::Count(p, t),
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

/// Places, each with what must hold for it to be one of a set.
fn each(all: impl Iterator<Item = (PlaceId, Cond)>) -> Set {
    let all: Vec<(PlaceId, Cond)> = all.filter(|(_, c)| !matches!(c, Cond::Is(false))).collect();
    if all.iter().all(|(_, c)| matches!(c, Cond::Is(true))) {
        return Set::Mask(all.iter().fold(0, |m, (p, _)| m | bit(*p)));
    }
    Set::Each(all.into())
}

/// A run of known places, each with what must hold of it.
fn chain(all: impl Iterator<Item = (PlaceId, Cond)>) -> Set {
    let (mut links, mut met, mut known) = (Vec::new(), 0, true);
    for (p, c) in all {
        match c {
            Cond::Is(false) => break,
            Cond::Is(true) => {}
            _ => known = false,
        }
        met |= bit(p);
        links.push((p, c));
    }
    if known { Set::Mask(met) } else { Set::Chain(links.into()) }
}

/// A test of what lay in a pit as one of what lies there with another seed; none if it can't be said.
fn shifted(t: Small) -> Option<Small> {
    let last = t.bits >> 63 != 0;
    (last == t.above).then_some(Small { bits: t.bits << 1, above: t.above })
}
