//! Conditions.

use super::names::{LetKind, Named};
use super::refs::{Made, at_least, exactly, maker_test};
use super::{Ctx, Local, Lower, Room};
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::ir::{self, Compare, Cond, CountTest, Num, Place, Set};
use crate::source::Span;
use crate::syntax::ast::{self, CondKind, Predicate, Ref};

/// The subject that an `and` chain goes on with.
type Chain = Option<Ref>;

/// Conditions joined, without those that change nothing: what a narrowed option leaves of them.
fn joined(mut all: Vec<Cond>, neutral: bool, join: fn(Vec<Cond>) -> Cond) -> Cond {
    all.retain(|c| *c != Cond::Const(neutral));
    match all.len() {
        0 => Cond::Const(neutral),
        1 => all.remove(0),
        _ => join(all),
    }
}

impl Lower<'_> {
    /// A condition.
    pub(super) fn cond(&mut self, c: &ast::Cond, ctx: &Ctx) -> Cond {
        self.chained(c, ctx, &mut None)
    }

    fn chained(&mut self, c: &ast::Cond, ctx: &Ctx, chain: &mut Chain) -> Cond {
        let cond = self.unjudged(c, ctx, chain);
        match (&c.kind, &cond) {
            (CondKind::And(parts), Cond::And(list)) | (CondKind::Or(parts), Cond::Or(list)) => {
                let spans: Vec<Span> = parts.iter().map(|p| p.span).collect();
                self.together(list, &spans, matches!(cond, Cond::Or(_)), ctx);
            }
            // What is denied has been looked at within.
            (CondKind::Not(_), _) => {}
            _ => self.always(&cond, c.span, ctx),
        }
        cond
    }

    fn unjudged(&mut self, c: &ast::Cond, ctx: &Ctx, chain: &mut Chain) -> Cond {
        match &c.kind {
            CondKind::And(list) => joined(list.iter().map(|c| self.chained(c, ctx, chain)).collect(), true, Cond::And),
            CondKind::Or(list) => {
                joined(list.iter().map(|c| self.chained(c, ctx, &mut None)).collect(), false, Cond::Or)
            }
            CondKind::Not(inner) => {
                let inner = match inner.kind {
                    CondKind::And(_) | CondKind::Or(_) => self.chained(inner, ctx, &mut None),
                    _ => self.chained(inner, ctx, chain),
                };
                negate_if(true, inner)
            }
            CondKind::Is { subject, not, was, predicate } => {
                let subject = Self::carry(subject, chain);
                let cond = self.is(subject.as_ref(), *was, predicate, c.span, ctx);
                negate_if(*not, cond)
            }
            CondKind::Holds { subject, was, not, test } => {
                let subject = Self::carry(subject, chain);
                let cond = self.holds(subject.as_ref(), *was, test, c.span, ctx);
                negate_if(*not, cond)
            }
            CondKind::Quantified { quantifier, set, test } => self.quantified(quantifier, set, test, ctx),
            CondKind::Compare(op, a, b) => self.compare(*op, a, b, c.span, ctx),
            CondKind::Option { name, not, value } => self.option_is(name, *not, value),
            CondKind::CanMove { who, not } => {
                let player = self.player(who, c.span, ctx);
                negate_if(!*not, Cond::CannotMove(player))
            }
            CondKind::ASide { occupied } => {
                if !ctx.bound {
                    self.error(
                        &codes::WRONG_PLACE,
                        c.span,
                        "`a side is …` belongs in `over when`",
                        "in a rule say `my side is empty` or `their side is empty`",
                    );
                }
                let op = if *occupied { Compare::Gt } else { Compare::Eq };
                let side = Set::Pits(ir::Owner::Of(ir::Player::Bound));
                Cond::Compare(op, Num::Total(side), Num::Const(0))
            }
            CondKind::Repeats(times) => self.repeats(*times, c.span, ctx),
            CondKind::LayoutRepeats(times) => self.layout_repeats(*times, c.span, ctx),
            CondKind::Last => Cond::Last,
            CondKind::HoldsPiece { subject, not, pieces } => {
                let subject = Self::carry(subject, chain);
                let set = match subject.as_ref() {
                    Some(r) => self.set(r, ctx),
                    None => Set::One(self.subject(c.span, ctx)),
                };
                match self.pieces(pieces) {
                    Some(pieces) => {
                        negate_if(*not, Cond::Compare(Compare::Gt, Num::Pieces(pieces, set), Num::Const(0)))
                    }
                    None => Cond::Const(false),
                }
            }
            CondKind::Dropped(pieces) => self.pieces(pieces).map_or(Cond::Const(false), Cond::Dropped),
            CondKind::Class(name, not) => negate_if(*not, Cond::Class(name.text.clone())),
            CondKind::Phase(who, name, not) => negate_if(*not, self.phase_is(who.as_ref(), name, ctx)),
            CondKind::DirectionIs(d, not) => {
                let d = self.direction(d, c.span);
                negate_if(*not, Cond::DirectionIs(d))
            }
            CondKind::CouldPlay(who, class) => Cond::CouldPlay(self.player(who, c.span, ctx), class.text.clone()),
            CondKind::CouldCapture(who, at) => {
                let player = self.player(who, c.span, ctx);
                Cond::CouldCapture(player, self.place(at, ctx))
            }
            CondKind::FillsNoPit(who) => self.fills_no_pit(who, c.span, ctx),
            CondKind::Name(name) => self.named_cond(name, ctx),
            CondKind::Otherwise => Cond::Const(true),
        }
    }

    /// The subject of a test: its own, or the chain's; a new one goes on in the chain.
    fn carry(subject: &Option<Ref>, chain: &mut Chain) -> Option<Ref> {
        if subject.is_some() {
            chain.clone_from(subject);
        }
        chain.clone()
    }

    fn layout_repeats(&mut self, times: Option<u64>, span: Span, ctx: &Ctx) -> Cond {
        if ctx.room != Room::Rounds {
            self.error(
                &codes::WRONG_PLACE,
                span,
                "`the layout repeats` belongs in `rounds`: it speaks of how rounds begin",
                "write `over when the layout repeats => draw` there; in `round` say `the position repeats`",
            );
        }
        match self.times(times, span) {
            Cond::Repeats(n) => Cond::LayoutRepeats(n),
            other => other,
        }
    }

    fn repeats(&mut self, times: Option<u64>, span: Span, ctx: &Ctx) -> Cond {
        if ctx.room != Room::Round {
            self.error(
                &codes::WRONG_PLACE,
                span,
                "`the position repeats` belongs in `round`",
                "write `over when the position repeats => …` there, and in `rounds` `the layout repeats`",
            );
        }
        self.times(times, span)
    }

    fn times(&mut self, times: Option<u64>, span: Span) -> Cond {
        match times.unwrap_or(2) {
            n @ 2..=1000 => Cond::Repeats(n as u32),
            n => {
                self.error(
                    &codes::BAD_NUMBER,
                    span,
                    format!("a position can't repeat {n} times"),
                    "`the position repeats` is its second time, `repeats 3 times` its third; the most is 1000",
                );
                Cond::Repeats(2)
            }
        }
    }

    fn is(&mut self, subject: Option<&Ref>, was: bool, predicate: &Predicate, span: Span, ctx: &Ctx) -> Cond {
        if was {
            return self.was(subject, predicate, span, ctx);
        }
        let subject_span = subject.map_or(span, |s| s.span);
        let made = match subject {
            Some(r) => self.made(r, ctx),
            None => Made::Place(self.subject(span, ctx)),
        };
        match (made, predicate) {
            (Made::Place(p), _) => self.place_is(p, predicate, span, ctx),
            (Made::Set(s), Predicate::Empty) => Cond::Compare(Compare::Eq, Num::Total(s), Num::Const(0)),
            (Made::Set(s), Predicate::Occupied) => Cond::Compare(Compare::Gt, Num::Total(s), Num::Const(0)),
            (Made::Set(s), _) => {
                let words = self.words(subject_span);
                self.error(
                    &codes::AMBIGUOUS,
                    subject_span,
                    format!("`{words}` is several pits: all of them, or any?"),
                    &format!("write `all of {words} …`, `any of {words} …` or `none of {words} …`"),
                );
                let test = self.place_is(Place::It, predicate, span, &ctx.testing());
                Cond::Quantified(ir::Quantifier::All, s, Box::new(test))
            }
        }
    }

    /// `was …` speaks of the pit where the last seed fell, before it fell.
    fn was(&mut self, subject: Option<&Ref>, predicate: &Predicate, span: Span, ctx: &Ctx) -> Cond {
        self.only_here(subject, span, ctx);
        match predicate {
            Predicate::Empty => Cond::Was(exactly(0)),
            Predicate::Occupied => Cond::Was(at_least(1)),
            Predicate::Single => Cond::Was(exactly(1)),
            _ => {
                self.error(
                    &codes::WRONG_KIND,
                    span,
                    "`was` tells a count before the last seed fell: `was empty`, `was occupied`, `was 3`",
                    "for anything else say `is`",
                );
                Cond::Const(false)
            }
        }
    }

    fn only_here(&mut self, subject: Option<&Ref>, span: Span, ctx: &Ctx) {
        let here = match subject {
            None => !ctx.testing && matches!(ctx.room, Room::Hook(_) | Room::Let),
            Some(r) => matches!(r.kind, ast::RefKind::Here),
        };
        if !here {
            self.error(
                &codes::WRONG_KIND,
                span,
                "only `here` has a count from before the last seed fell",
                "write `here was …`; of another pit say what it holds now",
            );
        }
    }

    fn place_is(&mut self, p: Place, predicate: &Predicate, span: Span, ctx: &Ctx) -> Cond {
        match predicate {
            Predicate::Empty => Cond::Holds(p, exactly(0)),
            Predicate::Occupied => Cond::Holds(p, at_least(1)),
            Predicate::Single => Cond::Holds(p, exactly(1)),
            Predicate::Mine => Cond::Mine(p),
            Predicate::Theirs => Cond::Theirs(p),
            Predicate::AStore => Cond::IsStore(p),
            Predicate::Closed => Cond::Closed(p),
            Predicate::Reached => Cond::Reached(p),
            Predicate::Marked => Cond::Marked(p, None, ir::MakerTest::Any),
            Predicate::AMark(kind, whose) => match self.mark_kind(kind) {
                Some(kind) => Cond::Marked(p, Some(kind), maker_test(*whose)),
                None => Cond::Const(false),
            },
            Predicate::In(set) => Cond::In(p, self.set(set, ctx)),
            Predicate::Same(r) => match self.made(r, ctx) {
                Made::Place(q) => Cond::Same(p, q),
                Made::Set(s) => Cond::In(p, s),
            },
            Predicate::Adjective(name) => self.adjective(p, name, span, ctx),
        }
    }

    /// `P is NAME`: a `let` with a parameter, or a named place.
    fn adjective(&mut self, p: Place, name: &ast::Ident, span: Span, ctx: &Ctx) -> Cond {
        match self.local(name, ctx) {
            Some(Local::Place(q)) => return Cond::Same(p, q),
            Some(Local::Let(LetKind::Place(id))) => return Cond::Same(p, Place::Let(id)),
            Some(Local::Let(LetKind::Set(id))) => return Cond::In(p, ir::Set::Let(id)),
            _ => {}
        }
        match self.names.get(&name.text) {
            Some(Named::Let(decl)) if decl.param.is_some() => self.let_with(p, decl, name, ctx),
            Some(Named::Let(_) | Named::Row | Named::Group(_) | Named::Place(_)) => match self.named_made(name, ctx) {
                Made::Place(q) => Cond::Same(p, q),
                Made::Set(s) => Cond::In(p, s),
            },
            Some(Named::Mark(kind, _)) => {
                self.error(
                    &codes::WRONG_WORD,
                    name.span,
                    format!("a mark is named with its article: `is a {}`", name.text),
                    &format!("write `{}`", self.words(span).replace(&name.text, &format!("a {}", name.text))),
                );
                Cond::Marked(p, Some(kind), ir::MakerTest::Any)
            }
            Some(other) => {
                let kind = other.kind();
                self.error(
                    &codes::WRONG_KIND,
                    name.span,
                    format!("a pit can't be `{}`, which is {kind}", name.text),
                    "",
                );
                Cond::Const(false)
            }
            None => {
                self.unknown(name, "what a pit can be: empty, occupied, mine, theirs …");
                Cond::Const(false)
            }
        }
    }

    fn named_made(&mut self, name: &ast::Ident, ctx: &Ctx) -> Made {
        let r = Ref { kind: ast::RefKind::Name(name.clone()), span: name.span };
        self.made(&r, ctx)
    }

    /// Pastes in a `let` with a parameter.
    fn let_with(&mut self, p: Place, decl: &ast::LetDecl, name: &ast::Ident, ctx: &Ctx) -> Cond {
        if ctx.calls.contains(&name.text) {
            self.error(&codes::CYCLE, name.span, format!("`{}` is defined by itself", name.text), "");
            return Cond::Const(false);
        }
        let (ast::LetBody::Cond(body), Some(param)) = (&decl.body, &decl.param) else {
            self.error(
                &codes::WRONG_KIND,
                decl.span,
                format!("`{}` takes a pit, so it must be a condition", name.text),
                "write it so: `let works of P = P holds at least 6`",
            );
            return Cond::Const(false);
        };
        if !self.paste(name, decl.span.len() as usize, ctx) {
            return Cond::Const(false);
        }
        let mut inner = ctx.with(&param.text, Local::Place(p));
        inner.calls.push(name.text.clone());
        self.cond(body, &inner)
    }

    fn holds(&mut self, subject: Option<&Ref>, was: bool, test: &ast::CountTest, span: Span, ctx: &Ctx) -> Cond {
        if was {
            self.only_here(subject, span, ctx);
            return Cond::Was(self.count_test(test, ctx));
        }
        let test_ir = self.count_test(test, ctx);
        let made = match subject {
            Some(r) => self.made(r, ctx),
            None => Made::Place(self.subject(span, ctx)),
        };
        match made {
            Made::Place(p) => Cond::Holds(p, test_ir),
            Made::Set(s) => {
                let r = subject.map_or(span, |s| s.span);
                let words = self.words(r);
                self.error(
                    &codes::AMBIGUOUS,
                    r,
                    format!("`{words}` is several pits: each of them, or all together?"),
                    &format!("write `all of {words} hold …`, `any of {words} holds …` or `total of {words} = …`"),
                );
                Cond::Quantified(ir::Quantifier::All, s, Box::new(Cond::Holds(Place::It, test_ir)))
            }
        }
    }

    fn count_test(&mut self, test: &ast::CountTest, ctx: &Ctx) -> CountTest {
        match test {
            ast::CountTest::OneOf(list) => CountTest::OneOf(
                list.iter()
                    .map(|(lo, hi)| {
                        let a = self.num(lo, ctx);
                        let b = match hi {
                            Some(hi) => self.num(hi, ctx),
                            None => a.clone(),
                        };
                        if let (Num::Const(x), Num::Const(y)) = (&a, &b)
                            && x > y
                        {
                            self.error(
                                &codes::BAD_NUMBER,
                                lo.span,
                                format!("`{x}..{y}` holds no number"),
                                &format!("write `{y}..{x}`"),
                            );
                        }
                        (a, b)
                    })
                    .collect(),
            ),
            ast::CountTest::Than(op, n) => CountTest::Than(compare(*op), self.num(n, ctx)),
            ast::CountTest::Odd => CountTest::Odd,
            ast::CountTest::Even => CountTest::Even,
        }
    }

    fn quantified(&mut self, q: &ast::Quantifier, set: &Ref, test: &ast::Cond, ctx: &Ctx) -> Cond {
        let quantifier = match q {
            ast::Quantifier::Any => ir::Quantifier::Any,
            ast::Quantifier::All => ir::Quantifier::All,
            ast::Quantifier::None => ir::Quantifier::None,
            ast::Quantifier::Exactly(n) => ir::Quantifier::Exactly(self.num(n, ctx)),
            ast::Quantifier::AtLeast(n) => ir::Quantifier::AtLeast(self.num(n, ctx)),
        };
        let set = self.set(set, ctx);
        let test = self.cond(test, &ctx.testing());
        Cond::Quantified(quantifier, set, Box::new(test))
    }

    fn compare(&mut self, op: ast::Compare, a: &ast::Num, b: &ast::Num, span: Span, ctx: &Ctx) -> Cond {
        let (a, b) = (self.num(a, ctx), self.num(b, ctx));
        if let (Num::Const(_), Num::Const(_), []) = (&a, &b, &ctx.calls[..]) {
            self.sink.push(
                Diagnostic::new(&codes::ALWAYS, span, "this compares two fixed numbers, so it never changes")
                    .help("compare a count, an option or a variable"),
            );
        }
        Cond::Compare(compare(op), a, b)
    }

    /// `option NAME is VALUE`.
    fn option_is(&mut self, name: &ast::Ident, not: bool, value: &ast::Value) -> Cond {
        let Some(Named::Option(id, decl)) = self.names.get(&name.text) else {
            let options: Vec<&str> =
                self.names.entries.iter().filter(|e| matches!(e.what, Named::Option(..))).map(|e| e.name).collect();
            let help = match did_you_mean(&name.text, options.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if options.is_empty() => format!("declare it: `option {} = …`", name.text),
                None => format!("the options are `{}`", options.join("`, `")),
            };
            self.error(&codes::BAD_OPTION, name.span, format!("there is no option `{}`", name.text), &help);
            return Cond::Const(false);
        };
        // A file that extends another may narrow an option: what the other asks for then never is.
        if name.span.file > decl.span.file && !super::decls::has_value(decl, value) {
            return Cond::Const(not);
        }
        match self.option_value(decl, value) {
            Some(v) => negate_if(not, Cond::Option(id, v)),
            None => Cond::Const(false),
        }
    }

    /// A value of an option as a number; reports one that it can't have.
    pub(super) fn option_value(&mut self, decl: &ast::OptionDecl, value: &ast::Value) -> Option<i64> {
        let lowered = super::decls::option_decl(decl);
        let text = super::decls::value_text(value);
        let span = match value {
            ast::Value::Int(_, span) => *span,
            ast::Value::Word(w) => w.span,
        };
        let read = lowered.read(&text);
        if read.is_none() {
            let help = match &lowered.values {
                ir::OptionValues::Words(words) => match did_you_mean(&text, words.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("its values are `{}`", words.join("`, `")),
                },
                ir::OptionValues::Numbers(n) => {
                    format!("its values are {}", n.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
                }
                ir::OptionValues::Range { lo, hi, .. } => format!("its values are {lo} to {hi}"),
            };
            self.error(&codes::BAD_OPTION, span, format!("the option `{}` can't be `{text}`", decl.name.text), &help);
        }
        read
    }

    /// A name as a condition.
    fn named_cond(&mut self, name: &ast::Ident, ctx: &Ctx) -> Cond {
        match ctx.local(&name.text) {
            Some(Local::Let(LetKind::Cond(id))) => return Cond::Let(*id),
            Some(Local::Let(LetKind::Broken)) => return Cond::Const(false),
            Some(_) => return self.not_a_condition(name, "a place, set or number"),
            None => {}
        }
        match self.names.get(&name.text) {
            Some(Named::Let(decl)) if decl.param.is_some() => {
                let p = self.subject(name.span, ctx);
                self.let_with(p, decl, name, ctx)
            }
            Some(Named::Let(decl)) => match self.names.lowered(&name.text) {
                Some(LetKind::Cond(id)) => match &decl.body {
                    // Nothing is worked out before the board is laid out, so it stands there.
                    ast::LetBody::Cond(body) if ctx.room == Room::Board && !ctx.calls.contains(&decl.name.text) => {
                        let mut ctx = ctx.clone();
                        ctx.calls.push(decl.name.text.clone());
                        self.cond(body, &ctx)
                    }
                    _ => Cond::Let(id),
                },
                Some(LetKind::Broken) => Cond::Const(false),
                Some(_) => self.not_a_condition(name, "a place, set or number"),
                None => {
                    self.let_too_early(name);
                    Cond::Const(false)
                }
            },
            Some(Named::Option(..)) => {
                self.error(
                    &codes::WRONG_WORD,
                    name.span,
                    format!("`{}` is an option; by itself it is no condition", name.text),
                    &format!("write `option {} is …`", name.text),
                );
                Cond::Const(false)
            }
            Some(other) => {
                let kind = other.kind();
                self.not_a_condition(name, kind)
            }
            None => {
                self.unknown(name, "a condition");
                Cond::Const(false)
            }
        }
    }

    fn not_a_condition(&mut self, name: &ast::Ident, kind: &str) -> Cond {
        self.error(
            &codes::WRONG_KIND,
            name.span,
            format!("`{}` is {kind}, and a condition is needed here", name.text),
            "say something of it: `… is occupied`, `… = 2`",
        );
        Cond::Const(false)
    }

    /// A direction.
    pub(super) fn direction(&mut self, d: &ast::Direction, span: Span) -> ir::Direction {
        match d {
            ast::Direction::Counterclockwise => ir::Direction::Counterclockwise,
            ast::Direction::Clockwise => ir::Direction::Clockwise,
            ast::Direction::Either => ir::Direction::Either,
            ast::Direction::Outward => ir::Direction::Outward,
            ast::Direction::Inward => ir::Direction::Inward,
            ast::Direction::ByParity => ir::Direction::ByParity,
            ast::Direction::Forward => ir::Direction::Forward,
            ast::Direction::Backward => ir::Direction::Backward,
            ast::Direction::Named(name) => {
                match self.names.get(&name.text) {
                    Some(Named::Option(id, decl)) => return self.option_direction(id, decl, name),
                    Some(other) => {
                        let kind = other.kind();
                        self.error(
                            &codes::WRONG_KIND,
                            span,
                            format!("`{}` is {kind}, and a direction is needed here", name.text),
                            "write `clockwise`, `counterclockwise` …, or the name of an option whose values are such words",
                        );
                    }
                    None => self.unknown(name, "a direction: `counterclockwise`, `clockwise`, `either` …"),
                }
                ir::Direction::Counterclockwise
            }
        }
    }

    /// An option whose values are directions.
    fn option_direction(&mut self, id: u16, decl: &ast::OptionDecl, name: &ast::Ident) -> ir::Direction {
        let words: Vec<String> = decl.values.iter().map(super::decls::value_text).collect();
        if let Some(odd) = words.iter().find(|w| ir::Direction::named(w).is_none()) {
            self.error(
                &codes::WRONG_KIND,
                name.span,
                format!("the option `{}` can be `{odd}`, which is no direction", name.text),
                "directions are `counterclockwise`, `clockwise`, `either`, `outward`, `inward`, `by-parity`, \
                 `forward` and `backward`",
            );
        }
        ir::Direction::Option(id)
    }
}

fn negate_if(not: bool, c: Cond) -> Cond {
    match c {
        Cond::Const(b) if not => Cond::Const(!b),
        c if not => Cond::Not(Box::new(c)),
        c => c,
    }
}

fn compare(op: ast::Compare) -> Compare {
    match op {
        ast::Compare::Eq => Compare::Eq,
        ast::Compare::Ne => Compare::Ne,
        ast::Compare::Lt => Compare::Lt,
        ast::Compare::Le => Compare::Le,
        ast::Compare::Gt => Compare::Gt,
        ast::Compare::Ge => Compare::Ge,
    }
}
