//! `round`, `rounds`, `opening`.

use super::actions::fill_from;
use super::{Builder, Kids, P, Rule, words};
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast::{Action, Endless, FillFrom, Ident, OpeningStmt, Outcome, RoundStmt, RoundsStmt, StarterRule};

/// An action, or one of the words that end a round.
enum Step {
    Action(Box<Action>),
    Outcome(Outcome, Span),
}

impl Builder<'_, '_, '_, '_> {
    pub(super) fn round_stmt(&mut self, p: P<'_>) -> Option<RoundStmt> {
        let span = self.span(&p);
        let statement = Kids::of(&p).next()?;
        let mut kids = Kids::of(&statement);
        Some(match statement.as_rule() {
            Rule::over => {
                let cond = self.cond(&kids.next()?)?;
                let list = kids.next()?;
                let steps = match list.as_rule() {
                    Rule::block => {
                        let lists = self.block(&list, Rule::over_entry, |b, p| b.steps(&Kids::of(&p).next()?));
                        lists.into_iter().flatten().collect()
                    }
                    _ => self.steps(&list)?,
                };
                let (actions, outcomes) = self.closing(steps, span);
                RoundStmt::Over { cond, actions, outcomes, span }
            }
            Rule::endless => RoundStmt::Endless(endless(words(&statement)), span),
            Rule::as_in => RoundStmt::AsIn(self.text(&kids.next()?), span),
            Rule::swap => RoundStmt::Swap(span),
            Rule::starts => RoundStmt::Starts(self.who(&kids.next()?)?, span),
            Rule::next_player => {
                RoundStmt::NextPlayer(self.block(&kids.next()?, Rule::only_rule_entry, |b, p| b.rule(p)), span)
            }
            _ => return None,
        })
    }

    fn steps(&mut self, p: &P<'_>) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        let mut kids = Kids::of(p);
        while let Some(step) = kids.next() {
            steps.push(match step.as_rule() {
                Rule::outcome => Step::Outcome(self.outcome(&step)?, self.span(&step)),
                _ => Step::Action(Box::new(self.action(&step)?)),
            });
        }
        Some(steps)
    }

    /// Actions first, then at least one outcome.
    fn closing(&mut self, steps: Vec<Step>, span: Span) -> (Vec<Action>, Vec<Outcome>) {
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        let mut outcome_at = None;
        for step in steps {
            match step {
                Step::Outcome(outcome, span) => {
                    outcome_at = outcome_at.or(Some(span));
                    outcomes.push(outcome);
                }
                Step::Action(action) => {
                    if let Some(before) = outcome_at {
                        let d = crate::diagnostic::Diagnostic::new(
                            &codes::AFTER_ENDING,
                            action.span,
                            "nothing is done after the words that end the round",
                        );
                        self.reader
                            .report
                            .push(d.also(before, "the round ends here").help("put the action before them"));
                    }
                    actions.push(*action);
                }
            }
        }
        // A program whose branches each end the round needs no last word.
        if outcomes.is_empty() && actions.is_empty() {
            let d = crate::diagnostic::Diagnostic::new(&codes::MISSING, span, "nothing says what happens to the rest");
            self.reader.report.push(d.help("write `=> owners keep the rest`, or who wins"));
        }
        (actions, outcomes)
    }

    pub(super) fn rounds_stmt(&mut self, p: P<'_>) -> Option<RoundsStmt> {
        let span = self.span(&p);
        let statement = Kids::of(&p).next()?;
        let mut kids = Kids::of(&statement);
        Some(match statement.as_rule() {
            Rule::refill if kids.has(Rule::afresh) => RoundsStmt::Afresh(span),
            Rule::refill => {
                let n = self.num(&kids.next()?)?;
                let from = kids.next().map_or(FillFrom::Left, |from| fill_from(words(&from)));
                RoundsStmt::Refill(n, from, span)
            }
            Rule::own => {
                let n = self.num(&kids.next()?)?;
                let rounding = match kids.next() {
                    Some(k) => Some(self.num(&k)?),
                    None => None,
                };
                RoundsStmt::Own(n, rounding, span)
            }
            Rule::remainder => {
                let text = words(&statement).strip_prefix("remainder ")?.to_owned();
                RoundsStmt::Remainder(Ident { text, span }, span)
            }
            Rule::unfilled => RoundsStmt::Unfilled(words(&statement).ends_with("closed"), span),
            Rule::lays_out => RoundsStmt::LaysOut(self.who(&kids.next()?)?, kids.has(Rule::mirrors), span),
            Rule::starter => {
                let rule = kids.next()?;
                let starter = match rule.as_rule() {
                    Rule::alternates => StarterRule::Alternates,
                    Rule::same => StarterRule::Same,
                    _ => StarterRule::Role(self.who(&rule)?),
                };
                RoundsStmt::Starter(starter, span)
            }
            Rule::over_match => {
                let cond = self.cond(&kids.next()?)?;
                let outcome = match kids.next() {
                    Some(outcome) => Some(self.outcome(&outcome)?),
                    None => None,
                };
                RoundsStmt::Over(cond, outcome, span)
            }
            Rule::next_round => RoundsStmt::NextRound(self.action_block(&kids.next()?), span),
            _ => return None,
        })
    }

    pub(super) fn opening_stmt(&mut self, p: P<'_>) -> Option<Vec<OpeningStmt>> {
        let span = self.span(&p);
        let statement = Kids::of(&p).next()?;
        if statement.as_rule() == Rule::race {
            let mut kids = Kids::of(&statement);
            let mut when = self.optional_cond(kids.take(Rule::when))?;
            let mut first = None;
            if when.is_none()
                && let Some(who) = kids.next()
            {
                first = Some(self.who(&who)?);
                when = self.optional_cond(kids.take(Rule::when))?;
            }
            return Some(vec![OpeningStmt::Race(first, when, span)]);
        }
        Some(self.chain(&statement)?.into_iter().map(OpeningStmt::Do).collect())
    }
}

fn endless(words: &str) -> Endless {
    match words.rsplit(' ').next() {
        Some("illegal") => Endless::Illegal,
        Some("end") => Endless::End,
        _ => Endless::Draw,
    }
}
