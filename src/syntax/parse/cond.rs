//! Conditions.

use super::place::{Shape, bare_name, shape, whose};
use super::{Builder, Kids, P, Rule, words};
use crate::diagnostic::codes;
use crate::syntax::ast::{Compare, Cond, CondKind, CountTest, Num, NumKind, Pieces, Predicate, Quantifier, Ref};

impl Builder<'_, '_, '_, '_> {
    /// A condition out of an `expr`.
    pub(super) fn cond(&mut self, expr: &P<'_>) -> Option<Cond> {
        let mut any: Vec<Vec<Cond>> = vec![Vec::new()];
        let mut kids = Kids::of(expr);
        let mut joined_by_or = false;
        while let Some(test) = kids.take(Rule::test) {
            let list = any.last_mut()?;
            if joined_by_or && list.is_empty() {
                // `here was 2 or (my catch - 1)`: the number goes on the list before.
                let before = any.iter_mut().rev().nth(1).and_then(|l| l.last_mut());
                if let Some(before) = before.filter(|b| is_number(&test) && takes_counts(b)) {
                    let n = self.num(&test)?;
                    add_count(before, n);
                    any.pop();
                    joined_by_or = next_is_or(&mut kids, &mut any);
                    continue;
                }
            }
            let cond = self.test(&test)?;
            any.last_mut()?.push(cond);
            joined_by_or = next_is_or(&mut kids, &mut any);
        }
        let ands = any.into_iter().filter_map(|list| fold(list, CondKind::And)).collect();
        fold(ands, CondKind::Or)
    }

    fn test(&mut self, p: &P<'_>) -> Option<Cond> {
        let mut kids = Kids::of(p);
        let nots = kids.all(Rule::not).len();
        let first = kids.next()?;
        let cond = match (first.as_rule(), kids.next()) {
            (Rule::clause, _) => self.clause(None, &first)?,
            (_, None) => self.bare(&first)?,
            (_, Some(clause)) if clause.as_rule() == Rule::clause => self.clause(Some(&first), &clause)?,
            (_, Some(sign)) => {
                let right = kids.next()?;
                let (a, b) = (self.num(&first)?, self.num(&right)?);
                let span = a.span.to(b.span);
                Cond { kind: CondKind::Compare(compare(words(&sign))?, a, b), span }
            }
        };
        Some(if nots % 2 == 1 { Cond { kind: CondKind::Not(Box::new(cond)), span: self.span(p) } } else { cond })
    }

    /// A `sum` without a verb or comparison.
    fn bare(&mut self, sum: &P<'_>) -> Option<Cond> {
        let mut kids = Kids::of(sum);
        let operand = kids.next()?;
        if operand.as_rule() != Rule::operand || kids.next().is_some() {
            return self.no_condition(sum);
        }
        let mut kids = Kids::of(&operand);
        let atom = kids.next()?;
        if kids.next().is_some() {
            return self.same(sum);
        }
        self.atom_cond(&atom, sum)
    }

    /// A place as a predicate: `where my nyumba`.
    fn same(&mut self, sum: &P<'_>) -> Option<Cond> {
        let place = self.place(sum)?;
        let span = place.span;
        Some(Cond { kind: is(None, false, false, Predicate::Same(place)), span })
    }

    fn no_condition<T>(&mut self, p: &P<'_>) -> Option<T> {
        let help = "a condition says something of it, such as `here is occupied`, `here holds 4` or `lap = 1`";
        self.error(&codes::SYNTAX, p, "this is a number, not a condition", help);
        None
    }

    fn atom_cond(&mut self, p: &P<'_>, sum: &P<'_>) -> Option<Cond> {
        let span = self.span(p);
        let mut kids = Kids::of(p);
        let kind = match p.as_rule() {
            Rule::paren => return self.paren_cond(p, sum),
            Rule::counted => {
                let int = kids.next()?;
                match kids.take(Rule::operand) {
                    Some(set) => {
                        let n = Num { kind: NumKind::Int(self.int(&int)?), span: self.span(&int) };
                        self.quantified(Quantifier::Exactly(n), &set, &kids.next()?)?
                    }
                    None if kids.next().is_some() => return self.same(sum),
                    None => return self.no_condition(sum),
                }
            }
            Rule::quantified => {
                let how_many = kids.next()?;
                let quantifier = match how_many.as_rule() {
                    Rule::any_of => Quantifier::Any,
                    Rule::all_of => Quantifier::All,
                    Rule::none_of => Quantifier::None,
                    _ => Quantifier::AtLeast(self.num(&Kids::of(&how_many).next()?)?),
                };
                self.quantified(quantifier, &kids.next()?, &kids.next()?)?
            }
            Rule::predicate | Rule::kind | Rule::inside => is(None, false, false, self.predicate(p)?),
            Rule::last => CondKind::Last,
            Rule::fell => CondKind::Dropped(self.pieces_of_kind(&kids.next()?)?),
            Rule::otherwise => CondKind::Otherwise,
            Rule::option_is => {
                let name = self.ident(&kids.next()?);
                let not = kids.has(Rule::not);
                CondKind::Option { name, not, value: self.value(&kids.next()?)? }
            }
            Rule::side_is => CondKind::ASide { occupied: words(p).ends_with("occupied") },
            Rule::repeats => {
                let times = match kids.next() {
                    Some(n) => Some(self.int(&n)?),
                    None => None,
                };
                let layout = words(p).starts_with("the layout");
                if layout { CondKind::LayoutRepeats(times) } else { CondKind::Repeats(times) }
            }
            Rule::class_is => {
                let not = kids.has(Rule::not);
                CondKind::Class(self.ident(&kids.next()?), not)
            }
            Rule::phase_is => {
                let who = match kids.take(Rule::who) {
                    Some(who) => Some(self.who(&who)?),
                    None => None,
                };
                let not = kids.has(Rule::not);
                CondKind::Phase(who, self.ident(&kids.next()?), not)
            }
            Rule::direction_is => {
                let not = kids.has(Rule::not);
                CondKind::DirectionIs(self.direction(&kids.next()?)?, not)
            }
            Rule::about_who => self.about_who(kids)?,
            Rule::named if bare_name(p).is_some_and(|n| !self.is_all_pits(&self.ident(&n))) => {
                CondKind::Name(self.used_name(&kids.next()?)?)
            }
            _ => match super::place::atom_shape(p) {
                Shape::Place => return self.same(sum),
                _ => return self.no_condition(sum),
            },
        };
        Some(Cond { kind, span })
    }

    fn paren_cond(&mut self, p: &P<'_>, sum: &P<'_>) -> Option<Cond> {
        let mut kids = Kids::of(p);
        let exprs = kids.all(Rule::expr);
        match (kids.take(Rule::operand), exprs.as_slice()) {
            (Some(set), [n, ..]) => {
                let n = self.num(n)?;
                let kind = self.quantified(Quantifier::Exactly(n), &set, &kids.next()?)?;
                Some(Cond { kind, span: self.span(p) })
            }
            (None, [expr]) if kids.next().is_none() => {
                let cond = self.cond(expr)?;
                Some(Cond { kind: cond.kind, span: self.span(p) })
            }
            _ => self.same(sum),
        }
    }

    fn about_who(&mut self, mut kids: Kids<'_>) -> Option<CondKind> {
        let who = self.who(&kids.next()?)?;
        let what = kids.next()?;
        let mut parts = Kids::of(&what);
        Some(match what.as_rule() {
            Rule::can => CondKind::CanMove { who, not: false },
            Rule::cannot => CondKind::CanMove { who, not: true },
            Rule::fills => CondKind::FillsNoPit(who),
            Rule::could_play => CondKind::CouldPlay(who, self.ident(&parts.next()?)),
            _ => CondKind::CouldCapture(who, self.place(&parts.next()?)?),
        })
    }

    fn quantified(&mut self, quantifier: Quantifier, set: &P<'_>, clause: &P<'_>) -> Option<CondKind> {
        let set = self.place(set)?;
        let test = Box::new(self.clause(None, clause)?);
        Some(CondKind::Quantified { quantifier, set, test })
    }

    /// `SUBJECT is …`, `SUBJECT holds …`
    fn clause(&mut self, subject: Option<&P<'_>>, p: &P<'_>) -> Option<Cond> {
        let mut kids = Kids::of(p);
        let verb = kids.next()?;
        let holds = words(&verb).starts_with("hold");
        let was = words(&verb).starts_with('w');
        let not = kids.has(Rule::not);
        let body = kids.next()?;
        let span = subject.map_or(self.span(p), |s| self.span(s).to(self.span(p)));
        if let (Rule::than, Some(subject), false) = (body.as_rule(), subject, holds || was) {
            let compared = CondKind::Compare(than(words(&body)), self.num(subject)?, self.num(&kids.next()?)?);
            let kind = if not { CondKind::Not(Box::new(Cond { kind: compared, span })) } else { compared };
            return Some(Cond { kind, span });
        }
        let subject = match subject {
            Some(s) if shape(s) != Shape::Place => return self.no_subject(s),
            Some(s) => Some(self.place(s)?),
            None => None,
        };
        let kind = match body.as_rule() {
            Rule::than => {
                let test = CountTest::Than(than(words(&body)), self.num(&kids.next()?)?);
                CondKind::Holds { subject, was, not, test }
            }
            Rule::parity => {
                let test = if words(&body) == "odd" { CountTest::Odd } else { CountTest::Even };
                CondKind::Holds { subject, was, not, test }
            }
            Rule::counts => self.counted(subject, was, not, holds, &body)?,
            Rule::kind if holds && !was => {
                let pieces = self.pieces_of_kind(&body)?;
                CondKind::HoldsPiece { subject, not, pieces }
            }
            _ if holds => return self.no_count(&body),
            _ => is(subject, not, was, self.predicate(&body)?),
        };
        Some(Cond { kind, span })
    }

    fn no_subject<T>(&mut self, p: &P<'_>) -> Option<T> {
        let (message, help) = match shape(p) {
            Shape::Number => {
                ("this is a number, and only a place can be something", "compare numbers with `=` or `is at least`")
            }
            _ => ("this is a condition, and only a place can be something", "join conditions with `and` or `or`"),
        };
        self.error(&codes::SYNTAX, p, message, help);
        None
    }

    fn no_count<T>(&mut self, p: &P<'_>) -> Option<T> {
        let help = format!("write `is {}`, or a number, such as `holds 4` or `holds at least 2`", words(p));
        self.error(&codes::SYNTAX, p, "a number is wanted after `holds`", help);
        None
    }

    /// What stands after the verb, when it is a number, a place or a name.
    fn counted(&mut self, subject: Option<Ref>, was: bool, not: bool, holds: bool, p: &P<'_>) -> Option<CondKind> {
        let mut kids = Kids::of(p);
        let first = kids.next()?;
        let items = kids.all(Rule::item);
        let mut range = Kids::of(&first);
        let from = range.next()?;
        let to = range.next();
        if !holds && !was && to.is_none() && items.is_empty() && shape(&from) == Shape::Place {
            let predicate = match bare_name(&from).filter(|n| !self.is_all_pits(&self.ident(n))) {
                Some(name) => Predicate::Adjective(self.used_name(&name)?),
                None => Predicate::Same(self.place(&from)?),
            };
            return Some(is(subject, not, was, predicate));
        }
        let to = match to {
            Some(to) => Some(self.num(&to)?),
            None => None,
        };
        let mut list = vec![(self.num(&from)?, to)];
        for item in &items {
            list.push(self.index(item)?);
        }
        Some(CondKind::Holds { subject, was, not, test: CountTest::OneOf(list) })
    }

    fn predicate(&mut self, p: &P<'_>) -> Option<Predicate> {
        let mut kids = Kids::of(p);
        Some(match (p.as_rule(), words(p)) {
            (Rule::inside, _) => Predicate::In(self.place(&kids.next()?)?),
            (Rule::kind, "a store") => Predicate::AStore,
            (Rule::kind, _) => {
                let name = self.used_name(&kids.next()?)?;
                Predicate::AMark(name, kids.next().map(|w| whose(&w)))
            }
            (_, "empty") => Predicate::Empty,
            (_, "occupied") => Predicate::Occupied,
            (_, "single") => Predicate::Single,
            (_, "mine") => Predicate::Mine,
            (_, "theirs") => Predicate::Theirs,
            (_, "closed") => Predicate::Closed,
            (_, "reached") => Predicate::Reached,
            _ => Predicate::Marked,
        })
    }

    /// `a stone`, `a mother of mine`
    fn pieces_of_kind(&mut self, p: &P<'_>) -> Option<Pieces> {
        let mut kids = Kids::of(p);
        let kind = self.used_name(&kids.next()?)?;
        Some(Pieces { kind, whose: kids.next().map(|w| whose(&w)) })
    }

    /// `must leave their side occupied`
    pub(super) fn left(&mut self, p: &P<'_>) -> Option<Cond> {
        let mut kids = Kids::of(p);
        let place = self.place(&kids.next()?)?;
        let predicate = self.predicate(&kids.next()?)?;
        Some(Cond { kind: is(Some(place), false, false, predicate), span: self.span(p) })
    }
}

fn is(subject: Option<Ref>, not: bool, was: bool, predicate: Predicate) -> CondKind {
    CondKind::Is { subject, not, was, predicate }
}

/// One condition out of several that are joined.
fn fold(mut list: Vec<Cond>, join: impl Fn(Vec<Cond>) -> CondKind) -> Option<Cond> {
    if list.len() <= 1 {
        return list.pop();
    }
    let span = list.iter().skip(1).fold(list.first()?.span, |span, c| span.to(c.span));
    Some(Cond { kind: join(list), span })
}

/// Takes `and` or `or`; after `or` a new list begins.
fn next_is_or(kids: &mut Kids<'_>, any: &mut Vec<Vec<Cond>>) -> bool {
    if kids.has(Rule::or) {
        any.push(Vec::new());
        return true;
    }
    kids.has(Rule::and);
    false
}

/// Whether a test is a number alone.
fn is_number(test: &P<'_>) -> bool {
    let mut kids = Kids::of(test);
    kids.take(Rule::sum).is_some_and(|sum| kids.next().is_none() && shape(&sum) == Shape::Number)
}

fn takes_counts(cond: &Cond) -> bool {
    matches!(&cond.kind, CondKind::Holds { test: CountTest::OneOf(_), .. })
}

fn add_count(cond: &mut Cond, n: Num) {
    cond.span = cond.span.to(n.span);
    if let CondKind::Holds { test: CountTest::OneOf(list), .. } = &mut cond.kind {
        list.push((n, None));
    }
}

fn compare(sign: &str) -> Option<Compare> {
    Some(match sign {
        "=" => Compare::Eq,
        "!=" => Compare::Ne,
        "<" => Compare::Lt,
        "<=" => Compare::Le,
        ">" => Compare::Gt,
        ">=" => Compare::Ge,
        _ => return None,
    })
}

fn than(words: &str) -> Compare {
    match words {
        "at least" | ">=" => Compare::Ge,
        "at most" | "<=" => Compare::Le,
        "more than" | ">" => Compare::Gt,
        _ => Compare::Lt,
    }
}
