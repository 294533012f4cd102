//! Conditions that are always true or never: what numbers a subject can still be.
//!
//! Each part of an `and` chain narrows what its subject (a pit's seeds, an option, a count) can be. A
//! part that leaves nothing is never true. Only what is certain is told: a part whose numbers aren't
//! fixed counts as a whole, true or not.

use crate::diagnostic::{Diagnostic, codes};
use crate::ir::{self, Compare, Cond, CountTest, Num, OptionDecl, OptionId, OptionValues, Place, VarDecl};
use crate::source::Span;

use super::{Ctx, Lower};

/// Parts of a chain that are looked at, and rules of a list.
pub(super) const LOOKED_AT: usize = 200;

/// What a condition is about.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Subject<'c> {
    /// What a place holds.
    Held(&'c Place),
    /// What `here` held.
    Was,
    /// Another number.
    Num(&'c Num),
    /// An option.
    Option(OptionId),
    /// Whose a place is: the mover's (1), another's (2), nobody's (0).
    Owner(&'c Place),
    /// Whether a condition holds (1) or not (0).
    Truth(&'c Cond),
}

/// Whole numbers: ranges, and which parity counts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Values {
    ranges: Vec<(i64, i64)>,
    odd: bool,
    even: bool,
}

impl Values {
    fn of(ranges: Vec<(i64, i64)>) -> Values {
        Values { ranges, odd: true, even: true }
    }

    fn from(lo: i64) -> Values {
        Values::of(vec![(lo, i64::MAX)])
    }

    fn one(n: i64) -> Values {
        Values::of(vec![(n, n)])
    }

    fn is_empty(&self) -> bool {
        let has = |&(lo, hi): &(i64, i64)| {
            let allowed = |n: i64| if n.rem_euclid(2) == 1 { self.odd } else { self.even };
            lo <= hi && (allowed(lo) || (lo < hi && allowed(lo + 1)))
        };
        !self.ranges.iter().any(has)
    }

    fn and(&self, other: &Values) -> Values {
        let pairs = self.ranges.iter().flat_map(|a| other.ranges.iter().map(move |b| (a.0.max(b.0), a.1.min(b.1))));
        let ranges = pairs.filter(|(lo, hi)| lo <= hi).collect();
        Values { ranges, odd: self.odd && other.odd, even: self.even && other.even }
    }

    /// All other numbers, where that can be said.
    fn others(&self) -> Option<Values> {
        if !(self.odd && self.even) {
            let all = self.ranges == [(i64::MIN, i64::MAX)];
            return all.then(|| Values { odd: !self.odd, even: !self.even, ..self.clone() });
        }
        let mut sorted = self.ranges.clone();
        sorted.sort_unstable();
        let (mut ranges, mut next) = (Vec::new(), Some(i64::MIN));
        for (lo, hi) in sorted.into_iter().filter(|(lo, hi)| lo <= hi) {
            let Some(from) = next else { break };
            if from < lo {
                ranges.push((from, lo - 1));
            }
            next = hi.checked_add(1).map(|n| n.max(from));
        }
        ranges.extend(next.map(|from| (from, i64::MAX)));
        Some(Values::of(ranges))
    }

    fn within(&self, other: &Values) -> bool {
        self == other || other.others().is_some_and(|rest| self.and(&rest).is_empty())
    }
}

/// What is known of the names of a file.
pub(super) struct Facts<'g> {
    pub(super) options: &'g [OptionDecl],
    pub(super) vars: &'g [VarDecl],
}

impl Facts<'_> {
    /// Everything that a subject can be.
    fn domain(&self, subject: Subject<'_>) -> Values {
        match subject {
            Subject::Held(_) | Subject::Was => Values::from(0),
            Subject::Owner(_) => Values::of(vec![(0, 2)]),
            Subject::Truth(_) => Values::of(vec![(0, 1)]),
            Subject::Option(id) => match self.options.get(usize::from(id)).map(|o| &o.values) {
                Some(OptionValues::Words(words)) => Values::of(vec![(0, words.len() as i64 - 1)]),
                Some(OptionValues::Numbers(list)) => Values::of(list.iter().map(|&n| (n, n)).collect()),
                Some(OptionValues::Range { lo, hi, .. }) => Values::of(vec![(*lo, *hi)]),
                None => Values::from(i64::MIN),
            },
            Subject::Num(n) => match n {
                Num::Hand
                | Num::Lap
                | Num::Turn
                | Num::MyTurn
                | Num::Taken
                | Num::TakenThisLap
                | Num::SownThisTurn
                | Num::Kept(_)
                | Num::InPlay
                | Num::NumberOf(_)
                | Num::Total(_)
                | Num::Worth(_)
                | Num::Pieces(..)
                | Num::Count(_)
                | Num::Score(_) => Values::from(0),
                Num::Var(id, _) => self.variable(*id),
                _ => Values::from(i64::MIN),
            },
        }
    }

    /// Between its bounds; at first, and where a pit isn't there, it may lie outside them.
    fn variable(&self, id: ir::VarId) -> Values {
        let decl = self.vars.get(usize::from(id));
        match decl.and_then(|d| Some((&d.init, d.bounds.as_ref()?))) {
            Some((Num::Const(init), (Num::Const(lo), Num::Const(hi)))) => {
                Values::of(vec![(*lo.min(init).min(&0), *hi.max(init).max(&0))])
            }
            _ => Values::from(i64::MIN),
        }
    }
}

/// A condition's subject, and what the subject is where it holds (`holds`) or doesn't.
pub(super) fn atom(cond: &Cond, holds: bool) -> Option<(Subject<'_>, Values)> {
    let (subject, values) = match cond {
        Cond::Const(_) | Cond::And(_) | Cond::Or(_) => return None,
        Cond::Not(inner) => return atom(inner, !holds),
        Cond::Option(id, value) => (Subject::Option(*id), Values::one(*value)),
        Cond::Holds(place, test) => match counts(test) {
            Some(values) => (Subject::Held(place), values),
            None => (Subject::Truth(cond), Values::one(1)),
        },
        Cond::Was(test) => match counts(test) {
            Some(values) => (Subject::Was, values),
            None => (Subject::Truth(cond), Values::one(1)),
        },
        Cond::Compare(op, a, b) => match (a, b) {
            (Num::Const(_), Num::Const(_)) => return None,
            (n, Num::Const(k)) => (number(n), compared(*op, *k)),
            (Num::Const(k), n) => (number(n), compared(turned(*op), *k)),
            _ => (Subject::Truth(cond), Values::one(1)),
        },
        Cond::Mine(place) => (Subject::Owner(place), Values::one(1)),
        Cond::Theirs(place) => (Subject::Owner(place), Values::one(2)),
        _ => (Subject::Truth(cond), Values::one(1)),
    };
    if holds {
        return Some((subject, values));
    }
    // Where the other numbers can't be said, nothing is.
    values.others().map(|others| (subject, others))
}

fn number(n: &Num) -> Subject<'_> {
    match n {
        Num::Option(id) => Subject::Option(*id),
        Num::Held(place) => Subject::Held(place),
        n => Subject::Num(n),
    }
}

fn turned(op: Compare) -> Compare {
    match op {
        Compare::Lt => Compare::Gt,
        Compare::Le => Compare::Ge,
        Compare::Gt => Compare::Lt,
        Compare::Ge => Compare::Le,
        same => same,
    }
}

fn compared(op: Compare, k: i64) -> Values {
    let below = |k: Option<i64>| k.map(|k| (i64::MIN, k));
    let above = |k: Option<i64>| k.map(|k| (k, i64::MAX));
    let ranges = match op {
        Compare::Eq => vec![Some((k, k))],
        Compare::Ne => vec![below(k.checked_sub(1)), above(k.checked_add(1))],
        Compare::Lt => vec![below(k.checked_sub(1))],
        Compare::Le => vec![below(Some(k))],
        Compare::Gt => vec![above(k.checked_add(1))],
        Compare::Ge => vec![above(Some(k))],
    };
    Values::of(ranges.into_iter().flatten().collect())
}

fn counts(test: &CountTest) -> Option<Values> {
    match test {
        CountTest::Than(op, Num::Const(k)) => Some(compared(*op, *k)),
        CountTest::Than(..) => None,
        CountTest::OneOf(list) => {
            let range = |(lo, hi): &(Num, Num)| match (lo, hi) {
                (Num::Const(lo), Num::Const(hi)) => Some((*lo, *hi)),
                _ => None,
            };
            list.iter().map(range).collect::<Option<_>>().map(Values::of)
        }
        CountTest::Odd => Some(Values { odd: true, even: false, ..Values::from(i64::MIN) }),
        CountTest::Even => Some(Values { odd: false, even: true, ..Values::from(1) }),
    }
}

/// What is known while a condition is read part by part.
#[derive(Clone)]
pub(super) struct Known<'c, T> {
    facts: &'c Facts<'c>,
    list: Vec<(Subject<'c>, Values, T)>,
}

impl<'c, T: Copy> Known<'c, T> {
    pub(super) fn new(facts: &'c Facts<'c>) -> Known<'c, T> {
        Known { facts, list: Vec::new() }
    }

    /// Narrows a subject; gives what narrowed it before, if nothing is left now.
    pub(super) fn narrow(&mut self, subject: Subject<'c>, values: &Values, by: T) -> Option<T> {
        let at = self.list.iter().position(|(s, ..)| *s == subject).unwrap_or_else(|| {
            self.list.push((subject, self.facts.domain(subject), by));
            self.list.len() - 1
        });
        let (_, now, last) = &mut self.list[at];
        let (next, before) = (now.and(values), *last);
        if next == *now {
            return None;
        }
        *last = by;
        let ended = next.is_empty() && !now.is_empty();
        *now = next;
        ended.then_some(before)
    }

    /// Whether a condition holds wherever what is known does.
    pub(super) fn implies(&self, cond: &Cond) -> bool {
        match cond {
            Cond::Const(holds) => *holds,
            Cond::And(list) => list.iter().all(|c| self.implies(c)),
            Cond::Or(list) => list.iter().any(|c| self.implies(c)),
            cond => atom(cond, true).is_some_and(|(subject, values)| {
                let known = self.list.iter().find(|(s, ..)| *s == subject);
                known.is_some_and(|(_, now, _)| now.within(&values))
            }),
        }
    }
}

/// The parts of a chain, those of chains within it as well.
pub(super) fn parts<'c>(cond: &'c Cond, out: &mut Vec<&'c Cond>) {
    match cond {
        Cond::And(list) => list.iter().for_each(|c| parts(c, out)),
        other => out.push(other),
    }
}

impl Lower<'_> {
    /// Looks at a test by itself.
    pub(super) fn always(&mut self, cond: &Cond, span: Span, ctx: &Ctx) {
        // What is pasted in may be always true in one place and not in another.
        if !ctx.calls.is_empty() {
            return;
        }
        let facts = Facts { options: &self.options, vars: &self.vars };
        let never = |holds| atom(cond, holds).is_some_and(|(s, v)| facts.domain(s).and(&v).is_empty());
        let what = match (never(true), never(false)) {
            (true, _) => "never",
            (_, true) => "always",
            _ => return,
        };
        let words = self.words(span);
        self.sink.push(
            Diagnostic::new(&codes::ALWAYS, span, format!("`{words}` is {what} true"))
                .help("compare with another number, or take it out"),
        );
    }

    /// Looks at the parts of `and` together, or (`any`) of `or`.
    pub(super) fn together(&mut self, list: &[Cond], spans: &[Span], any: bool, ctx: &Ctx) {
        if !ctx.calls.is_empty() {
            return;
        }
        let facts = Facts { options: &self.options, vars: &self.vars };
        let mut known = Known::new(&facts);
        let mut found = None;
        for (cond, &span) in list.iter().zip(spans).take(LOOKED_AT) {
            // An `or` always holds where all its parts can't be denied together.
            let mut flat = Vec::new();
            if any {
                flat.push(cond)
            } else {
                parts(cond, &mut flat)
            }
            for part in flat.iter().take(LOOKED_AT) {
                let Some((subject, values)) = atom(part, !any) else { continue };
                if facts.domain(subject).and(&values).is_empty() {
                    continue;
                }
                found = found.or(known.narrow(subject, &values, span).filter(|&by| by != span).map(|by| (span, by)));
            }
        }
        let Some((span, by)) = found else { return };
        let words = (self.words(by), self.words(span));
        let (message, help) = if any {
            (format!("`{}` or `{}` is always true", words.0, words.1), "change one of them, or take the condition out")
        } else {
            (format!("`{}` is never true here", words.1), "change one of the two, or take the rule out")
        };
        self.sink.push(Diagnostic::new(&codes::ALWAYS, span, message).also(by, "because of this").help(help));
    }
}
