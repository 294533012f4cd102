//! `sowing`, `moves` and hooks.

use super::{Builder, Kids, P, Rule, words};
use crate::diagnostic::{codes, did_you_mean};
use crate::source::Span;
use crate::syntax::ast::{
    Action, Amount, Cond, Going, MovesStmt, Must, RefKind, Rule as TreeRule, RuleItem, SowingStmt, StartLine,
};

/// A statement of a class.
enum ClassStmt {
    Line(bool, Box<StartLine>),
    Going(Vec<Going>),
    Program(Vec<Action>),
}

impl Builder<'_, '_, '_, '_> {
    pub(super) fn sowing_stmt(&mut self, p: P<'_>) -> Option<SowingStmt> {
        let span = self.span(&p);
        let statement = Kids::of(&p).next()?;
        let mut kids = Kids::of(&statement);
        Some(match statement.as_rule() {
            Rule::chosen_once => {
                let words = words(&statement);
                SowingStmt::ChosenOnce {
                    each: words.contains("each player"),
                    for_match: words.ends_with("match"),
                    span,
                }
            }
            Rule::reversed => SowingStmt::ReversedEachLap(span),
            Rule::into_mine => SowingStmt::IntoMyStore(span),
            Rule::into_all => SowingStmt::IntoAllStores(span),
            Rule::own_side => SowingStmt::OwnSide(span),
            Rule::orthogonal => SowingStmt::Orthogonally(words(&statement).ends_with("edge"), span),
            Rule::skip => {
                let set = self.place(&kids.next()?)?;
                let unless_last = kids.has(Rule::unless_last);
                let when = self.optional_cond(kids.take(Rule::when))?;
                let set = Some(set).filter(|s| s.kind != RefKind::Start);
                SowingStmt::Skip { set, unless_last, when, span }
            }
            Rule::first_in_start => SowingStmt::FirstInStart { unless_single: kids.has(Rule::unless_single), span },
            Rule::a_pit => {
                let n = self.num(&kids.next()?)?;
                SowingStmt::APit(n, self.optional_cond(kids.take(Rule::where_))?, span)
            }
            Rule::direction => SowingStmt::Direction(self.direction(&statement)?, span),
            _ => return None,
        })
    }

    /// The condition of a part that may be missing; the outer `None` is a mistake in it.
    pub(super) fn optional_cond(&mut self, part: Option<P<'_>>) -> Option<Option<Cond>> {
        match part {
            Some(part) => Some(Some(self.cond(&Kids::of(&part).next()?)?)),
            None => Some(None),
        }
    }

    pub(super) fn moves_stmt(&mut self, p: P<'_>) -> Option<MovesStmt> {
        let span = self.span(&p);
        let mut kids = Kids::of(&p);
        let otherwise = kids.has(Rule::else_);
        let statement = kids.next()?;
        match statement.as_rule() {
            Rule::stuck => Some(MovesStmt::StuckPass(span)),
            Rule::at_once => {
                let when = self.optional_cond(Kids::of(&statement).take(Rule::when))?;
                Some(MovesStmt::Race(when, span))
            }
            Rule::must => self.must(&statement, span),
            Rule::class => self.class(otherwise, &statement, span),
            _ => Some(MovesStmt::Class {
                otherwise,
                name: None,
                written: None,
                lines: vec![(false, self.start_line(&statement)?)],
                going: Vec::new(),
                program: None,
                span,
            }),
        }
    }

    fn class(&mut self, otherwise: bool, p: &P<'_>, span: Span) -> Option<MovesStmt> {
        let mut kids = Kids::of(p);
        let name = Some(self.ident(&kids.next()?));
        let written = kids.take(Rule::text).map(|t| self.text(&t));
        let (mut lines, mut going, mut program) = (Vec::new(), Vec::new(), None);
        for statement in self.block(&kids.next()?, Rule::class_entry, |b, p| b.class_stmt(p)) {
            match statement {
                ClassStmt::Line(otherwise, line) => lines.push((otherwise, *line)),
                ClassStmt::Going(more) => going.extend(more),
                ClassStmt::Program(actions) => program = Some(actions),
            }
        }
        Some(MovesStmt::Class { otherwise, name, written, lines, going, program, span })
    }

    fn class_stmt(&mut self, p: P<'_>) -> Option<ClassStmt> {
        let mut kids = Kids::of(&p);
        let otherwise = kids.has(Rule::else_);
        let going = kids.all(Rule::going);
        if !going.is_empty() {
            return Some(ClassStmt::Going(going.iter().map(|g| self.going(g)).collect::<Option<_>>()?));
        }
        let statement = kids.next()?;
        if statement.as_rule() == Rule::program {
            return Some(ClassStmt::Program(self.action_block(&Kids::of(&statement).next()?)));
        }
        Some(ClassStmt::Line(otherwise, Box::new(self.start_line(&statement)?)))
    }

    fn start_line(&mut self, p: &P<'_>) -> Option<StartLine> {
        let mut kids = Kids::of(p);
        let from = self.place(&kids.next()?)?;
        let mut line =
            StartLine { from, when: None, going: Vec::new(), sowing: None, starting_at: None, span: self.span(p) };
        while let Some(part) = kids.next() {
            let mut inner = Kids::of(&part);
            let twice = match part.as_rule() {
                Rule::when => line.when.replace(self.cond(&inner.next()?)?).is_some(),
                Rule::amount => line.sowing.replace(self.amount(inner)?).is_some(),
                Rule::starting_at => line.starting_at.replace(self.place(&inner.next()?)?).is_some(),
                _ => {
                    line.going.push(self.going(&part)?);
                    false
                }
            };
            if twice {
                let help = "join conditions with `and`, or write two lines";
                self.error(&codes::DUPLICATE, &part, "this is said twice in one line", help);
            }
        }
        Some(line)
    }

    fn going(&mut self, p: &P<'_>) -> Option<Going> {
        let mut kids = Kids::of(p);
        let direction = self.direction(&kids.next()?)?;
        Some(Going { direction, where_: self.optional_cond(kids.take(Rule::where_))?, span: self.span(p) })
    }

    fn amount(&mut self, mut kids: Kids<'_>) -> Option<Amount> {
        if kids.has(Rule::all_but) {
            return Some(Amount::AllBut(self.num(&kids.next()?)?));
        }
        let from = self.num(&kids.next()?)?;
        Some(match kids.next() {
            Some(to) => Amount::Range(from, self.num(&to)?),
            None => Amount::Exactly(from),
        })
    }

    fn must(&mut self, p: &P<'_>, span: Span) -> Option<MovesStmt> {
        let mut kids = Kids::of(p);
        let mut first = kids.next()?;
        let mut when = None;
        // With a guard there are two conditions before the end.
        if p.as_str().starts_with("when ") {
            when = Some(self.cond(&first)?);
            first = kids.next()?;
        }
        let what = match first.as_rule() {
            Rule::feed => Must::Feed,
            Rule::must_capture => Must::Capture,
            Rule::reach => Must::Reach(match Kids::of(&first).next() {
                Some(place) => Some(self.place(&place)?),
                None => None,
            }),
            Rule::leave => {
                let inner = Kids::of(&first).next()?;
                Must::Cond(if inner.as_rule() == Rule::left { self.left(&inner)? } else { self.cond(&inner)? })
            }
            _ => {
                let near = super::place::bare_name(&first)
                    .filter(|n| !self.reader.declared.may_be(words(n)))
                    .and_then(|n| did_you_mean(words(&n), ["feed", "capture", "reach"]));
                if let Some(near) = near {
                    let message =
                        format!("`{}` is neither a word of the language nor a name of this file", words(&first));
                    self.error(&codes::UNKNOWN_NAME, &first, message, format!("did you mean `{near}`?"));
                    return None;
                }
                Must::Cond(self.cond(&first)?)
            }
        };
        Some(MovesStmt::Must { when, what, if_possible: kids.has(Rule::possible), span })
    }

    pub(super) fn rule_item(&mut self, p: P<'_>) -> Option<RuleItem> {
        let first = Kids::of(&p).next()?;
        if first.as_rule() == Rule::let_ {
            return Some(RuleItem::Let(self.let_(&first)?));
        }
        if first.as_rule() == Rule::as_in {
            return Some(RuleItem::AsIn(self.text(&Kids::of(&first).next()?), self.span(&first)));
        }
        Some(RuleItem::Rule(self.rule(p)?))
    }

    pub(super) fn rule(&mut self, p: P<'_>) -> Option<TreeRule> {
        let mut kids = Kids::of(&p);
        let first = kids.next()?;
        let cond = if first.as_rule() == Rule::otherwise { None } else { Some(self.cond(&first)?) };
        let actions = self.action_list(&kids.next()?)?;
        Some(TreeRule { cond, actions, span: self.span(&p) })
    }
}
