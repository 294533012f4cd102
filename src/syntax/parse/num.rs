//! Numbers.

use super::place::{Shape, shape, side};
use super::{Builder, Kids, P, Rule, words};
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast::{Arith, Num, NumKind, NumOf, Side};

/// From how many terms on a sum is built as a balanced tree, so that a very long one isn't deep.
const LONG: usize = 64;

impl Builder<'_, '_, '_, '_> {
    /// A number out of an `expr`, `test`, `sum`, `operand`, `argument` or `int`.
    pub(super) fn num(&mut self, p: &P<'_>) -> Option<Num> {
        let span = self.span(p);
        let mut kids = Kids::of(p);
        match p.as_rule() {
            Rule::int => Some(Num { kind: NumKind::Int(self.int(p)?), span }),
            Rule::expr | Rule::test => {
                let first = kids.next()?;
                if kids.next().is_some() || !matches!(first.as_rule(), Rule::test | Rule::sum) {
                    return self.no_number(p);
                }
                self.num(&first)
            }
            Rule::sum => self.sum(p),
            Rule::operand => {
                let atom = kids.next()?;
                if kids.next().is_some() {
                    return self.held(p);
                }
                self.atom_num(&atom)
            }
            Rule::argument => self.argument(p),
            _ => self.no_number(p),
        }
    }

    fn no_number<T>(&mut self, p: &P<'_>) -> Option<T> {
        self.error(
            &codes::SYNTAX,
            p,
            "this is a condition, not a number",
            "a number is wanted here, such as `4` or `lap`",
        );
        None
    }

    /// What a place holds.
    fn held(&mut self, p: &P<'_>) -> Option<Num> {
        let place = match p.as_rule() {
            Rule::operand => self.place(p)?,
            _ => self.atom_place(p)?,
        };
        let span = place.span;
        Some(Num { kind: NumKind::Held(Box::new(place)), span })
    }

    fn argument(&mut self, p: &P<'_>) -> Option<Num> {
        let first = Kids::of(p).next()?;
        let span = self.span(p);
        match first.as_rule() {
            Rule::name => {
                let name = self.used_name(&first)?;
                let kind = match p.as_str().split(' ').next() {
                    Some("my") => NumKind::SideName(Side::My, name),
                    Some("their") => NumKind::SideName(Side::Their, name),
                    _ => NumKind::Name(name),
                };
                Some(Num { kind, span })
            }
            Rule::step => self.held(&first),
            Rule::fixed => self.atom_num(&first),
            _ => self.num(&first),
        }
    }

    fn sum(&mut self, p: &P<'_>) -> Option<Num> {
        let mut terms: Vec<(Arith, Num)> = Vec::new();
        let mut kids = Kids::of(p);
        let mut sign = Arith::Add;
        loop {
            let minus = kids.all(Rule::minus);
            let operand = kids.next()?;
            let mut factor = self.num(&operand)?;
            if minus.len() % 2 == 1 {
                let span = minus.first().map_or(factor.span, |m| self.span(m)).to(factor.span);
                factor = Num { kind: NumKind::Negative(Box::new(factor)), span };
            }
            match (sign, terms.pop()) {
                (Arith::Mul | Arith::Div | Arith::Mod, Some((before, product))) => {
                    terms.push((before, binary(sign, product, factor)));
                }
                (_, before) => {
                    terms.extend(before);
                    terms.push((sign, factor));
                }
            }
            let Some(next) = kids.take(Rule::arithmetic) else { break };
            self.check_minus(&next);
            sign = arithmetic(words(&next));
            if self.is_long_product(sign, &terms) {
                return self.too_long(p);
            }
        }
        Some(total(terms))
    }

    /// `columns-1` looks like a name with a hyphen; a minus stands free.
    fn check_minus(&mut self, sign: &P<'_>) {
        let start = self.span(sign).start as usize;
        let before = start.checked_sub(1).and_then(|i| self.reader.source.text().as_bytes().get(i));
        if words(sign) == "-" && before.is_some_and(|b| !b.is_ascii_whitespace() && *b != b')') {
            self.error(&codes::SYNTAX, sign, "a minus has blanks about it", "write `a - b`; `a-b` is one name");
        }
    }

    fn is_long_product(&self, sign: Arith, terms: &[(Arith, Num)]) -> bool {
        let product = matches!(sign, Arith::Mul | Arith::Div | Arith::Mod);
        product && terms.last().is_some_and(|t| left_depth(&t.1) > LONG)
    }

    fn too_long(&mut self, p: &P<'_>) -> Option<Num> {
        self.error(&codes::TOO_DEEP, p, format!("more than {LONG} factors in a row"), "give a part a name with `let`");
        None
    }

    fn atom_num(&mut self, p: &P<'_>) -> Option<Num> {
        let span = self.span(p);
        let mut kids = Kids::of(p);
        let kind = match p.as_rule() {
            Rule::paren => return self.paren_num(p),
            Rule::counted => {
                let int = kids.next()?;
                if kids.next().is_some() {
                    return self.place_or_nothing(p);
                }
                NumKind::Int(self.int(&int)?)
            }
            Rule::fixed => match words(p) {
                "hand" => NumKind::Hand,
                "lap" => NumKind::Lap,
                "turn" => NumKind::Turn,
                "round" => NumKind::Round,
                "seeds sown this turn" => NumKind::SownThisTurn,
                "seeds in play" => NumKind::InPlay,
                _ => return self.held(p),
            },
            Rule::taken if words(p) == "taken" => NumKind::Taken,
            Rule::taken => NumKind::TakenThisLap,
            Rule::sided => return self.sided_num(p),
            Rule::pieces_in => {
                let pieces = self.pieces(&kids.next()?)?;
                NumKind::Pieces(pieces, Box::new(self.place(&kids.next()?)?))
            }
            Rule::measure => {
                let place = Box::new(self.place(&kids.next()?)?);
                match p.as_str().split(' ').next() {
                    Some("number") => NumKind::NumberOf(place),
                    Some("total") => NumKind::Total(place),
                    Some("count") => NumKind::Count(place),
                    _ => NumKind::Value(place),
                }
            }
            Rule::rounds_won => NumKind::RoundsWon(Box::new(self.who(&kids.next()?)?)),
            Rule::score => NumKind::Score(Box::new(self.who(&kids.next()?)?)),
            Rule::kept => NumKind::Kept(match kids.next() {
                Some(who) => Some(Box::new(self.who(&who)?)),
                None => None,
            }),
            Rule::minmax => {
                let (a, b) = (kids.next()?, kids.next()?);
                NumKind::MinMax(p.as_str().starts_with("max"), Box::new(self.num(&a)?), Box::new(self.num(&b)?))
            }
            Rule::choice => {
                let (cond, a, b) = (kids.next()?, kids.next()?, kids.next()?);
                NumKind::If(Box::new(self.cond(&cond)?), Box::new(self.num(&a)?), Box::new(self.num(&b)?))
            }
            Rule::named => return self.named_num(p),
            _ => return self.place_or_nothing(p),
        };
        Some(Num { kind, span })
    }

    fn place_or_nothing(&mut self, p: &P<'_>) -> Option<Num> {
        // An atom that isn't a place either is a condition.
        match super::place::atom_shape(p) {
            Shape::Place => self.held(p),
            _ => self.no_number(p),
        }
    }

    fn paren_num(&mut self, p: &P<'_>) -> Option<Num> {
        let mut kids = Kids::of(p);
        let exprs = kids.all(Rule::expr);
        if kids.next().is_some() {
            return self.place_or_nothing(p);
        }
        match exprs.as_slice() {
            [expr] if shape(expr) == Shape::Place && super::place::bare_name(expr).is_none() && is_and(expr) => {
                self.held(p)
            }
            [expr] => self.num(expr),
            _ => self.held(p),
        }
    }

    fn sided_num(&mut self, p: &P<'_>) -> Option<Num> {
        let span = self.span(p);
        let mut kids = Kids::of(p);
        let whose = side(&kids.next()?);
        if kids.has(Rule::own_turn) {
            if whose != Side::My {
                self.error(&codes::SYNTAX, p, "only the mover's turns are numbered", "write `my turn` or `turn`");
                return None;
            }
            return Some(Num { kind: NumKind::MyTurn, span });
        }
        match (kids.next(), kids.next()) {
            (Some(group), None) if group.as_rule() == Rule::group && whose != Side::All => {
                let name = self.used_name(&Kids::of(&group).next()?)?;
                Some(Num { kind: NumKind::SideName(whose, name), span })
            }
            _ => self.held(p),
        }
    }

    fn named_num(&mut self, p: &P<'_>) -> Option<Num> {
        let span = self.span(p);
        let mut kids = Kids::of(p);
        let name = kids.next()?;
        let kind = match kids.next() {
            None if self.is_all_pits(&self.ident(&name)) => return self.held(p),
            None => NumKind::Name(self.used_name(&name)?),
            Some(of) if of.as_rule() == Rule::player => {
                NumKind::NameOf(self.used_name(&name)?, Box::new(NumOf::Who(self.who(&of)?)))
            }
            Some(of) if of.as_rule() == Rule::operand => {
                NumKind::NameOf(self.used_name(&name)?, Box::new(NumOf::Ref(self.place(&of)?)))
            }
            Some(_) => return self.held(p),
        };
        Some(Num { kind, span })
    }
}

/// Whether an expression joins several with `and`.
fn is_and(expr: &P<'_>) -> bool {
    expr.clone().into_inner().count() > 1
}

fn arithmetic(sign: &str) -> Arith {
    match sign {
        "+" => Arith::Add,
        "-" => Arith::Sub,
        "*" => Arith::Mul,
        "/" => Arith::Div,
        _ => Arith::Mod,
    }
}

fn binary(op: Arith, a: Num, b: Num) -> Num {
    let span: Span = a.span.to(b.span);
    Num { kind: NumKind::Binary(op, Box::new(a), Box::new(b)), span }
}

fn left_depth(mut n: &Num) -> usize {
    let mut depth = 0;
    while let NumKind::Binary(_, a, _) = &n.kind {
        depth += 1;
        n = a;
    }
    depth
}

/// Terms with their signs to one number: from the left as written, or balanced when there are many.
fn total(terms: Vec<(Arith, Num)>) -> Num {
    if terms.len() > LONG {
        let signed = terms.into_iter().map(|(sign, n)| match sign {
            Arith::Sub => Num { span: n.span, kind: NumKind::Negative(Box::new(n)) },
            _ => n,
        });
        return balanced(signed.collect());
    }
    let mut terms = terms.into_iter();
    let Some((_, first)) = terms.next() else {
        return Num { kind: NumKind::Int(0), span: Span::default() };
    };
    terms.fold(first, |sum, (sign, n)| binary(sign, sum, n))
}

fn balanced(mut terms: Vec<Num>) -> Num {
    while terms.len() > 1 {
        let mut pairs = Vec::with_capacity(terms.len().div_ceil(2));
        let mut all = terms.into_iter();
        while let Some(a) = all.next() {
            pairs.push(match all.next() {
                Some(b) => binary(Arith::Add, a, b),
                None => a,
            });
        }
        terms = pairs;
    }
    terms.pop().unwrap_or(Num { kind: NumKind::Int(0), span: Span::default() })
}
