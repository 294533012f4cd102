//! `round`: how it ends.

use super::hooks::narrowed_away;
use super::{Ctx, Lower, Room};
use crate::diagnostic::codes;
use crate::ir::{self, Cond};
use crate::source::Span;
use crate::syntax::ast::{self, CondKind, NumKind, NumOf, RoundStmt, Who};

impl Lower<'_> {
    pub(super) fn round(&mut self, file: &ast::File) -> ir::Round {
        let mut out = ir::Round {
            over: Vec::new(),
            next_player: Vec::new(),
            endless: None,
            repetition_draws: true,
            swap: false,
            starter: None,
        };
        let mut endless: Option<Span> = None;
        let statements = file.items.iter().find_map(|i| if let ast::Item::Round(s, _) = i { Some(s) } else { None });
        for s in statements.into_iter().flatten() {
            match s {
                RoundStmt::Over { cond, actions, outcomes, span } => {
                    let over = self.over(cond, actions, outcomes, *span);
                    if !narrowed_away(&over.cond, over.span) {
                        out.over.push(over);
                    }
                }
                RoundStmt::Endless(e, span) => {
                    match endless {
                        Some(first) => self.twice("`endless`", first, *span),
                        None => endless = Some(*span),
                    }
                    out.endless = Some(match e {
                        ast::Endless::Illegal => ir::Endless::Illegal,
                        ast::Endless::End => ir::Endless::End,
                        ast::Endless::Draw => ir::Endless::Draw,
                    });
                }
                // What it stands for has been put in its place.
                RoundStmt::AsIn(..) => {}
                RoundStmt::Swap(_) => out.swap = true,
                RoundStmt::Starts(who, span) => {
                    out.starter = Some(self.player(who, *span, &Ctx::new(Room::Round)));
                }
                RoundStmt::NextPlayer(rules, _) => {
                    out.next_player.extend(rules.iter().map(|r| self.passed_over(r)).collect::<Vec<_>>());
                }
            }
        }
        out.repetition_draws = !out.over.iter().any(|o| mentions_repetition(&o.cond));
        out
    }

    /// When a player is passed over: the only thing that `next player` says.
    fn passed_over(&mut self, rule: &ast::Rule) -> ir::Rule {
        let ctx = Ctx::new(Room::Round);
        let id = self.rule_id();
        if !matches!(&rule.actions[..], [ast::Action { kind: ast::ActionKind::Pass, .. }]) {
            self.error(
                &codes::WRONG_PLACE,
                rule.span,
                "`next player` only says who is passed over",
                "write, for example, `mover cannot move => pass`; the mover is the player whose turn it would be",
            );
        }
        let cond = match &rule.cond {
            Some(cond) => self.cond(cond, &ctx),
            None => Cond::Const(true),
        };
        let actions = vec![ir::Action { kind: ir::ActionKind::Pass, span: rule.span }];
        ir::Rule { cond, actions, id, span: rule.span, text: self.words(rule.span) }
    }

    fn over(&mut self, cond: &ast::Cond, actions: &[ast::Action], outcomes: &[ast::Outcome], span: Span) -> ir::Over {
        let mut ctx = Ctx::new(Room::Round);
        let binds = names_a_player(cond);
        ctx.bound = binds;
        let id = self.rule_id();
        let cond = self.cond(cond, &ctx);
        let actions = self.actions(actions, &ctx);
        if outcomes.is_empty() {
            self.error(
                &codes::MISSING,
                span,
                "it isn't said what happens when the round is over",
                "end it with `=> owners keep the rest`, `=> opponent takes the rest`, `=> mover wins`, `=> draw` …",
            );
        }
        let outcomes = self.outcomes(outcomes, span, &ctx);
        ir::Over { cond, binds, actions, outcomes, id, span, text: self.words(span) }
    }
}

fn mentions_repetition(c: &Cond) -> bool {
    match c {
        Cond::Repeats(_) | Cond::LayoutRepeats(_) => true,
        Cond::And(list) | Cond::Or(list) => list.iter().any(mentions_repetition),
        Cond::Not(c) => mentions_repetition(c),
        _ => false,
    }
}

/// Whether a condition speaks of `a player` or `a side`, whom `that player` then means.
pub(super) fn names_a_player(c: &ast::Cond) -> bool {
    match &c.kind {
        CondKind::And(list) | CondKind::Or(list) => list.iter().any(names_a_player),
        CondKind::Not(c) => names_a_player(c),
        CondKind::ASide { .. } => true,
        CondKind::CanMove { who, .. } | CondKind::FillsNoPit(who) => *who == Who::APlayer,
        CondKind::Compare(_, a, b) => num_names_a_player(a) || num_names_a_player(b),
        _ => false,
    }
}

fn num_names_a_player(n: &ast::Num) -> bool {
    match &n.kind {
        NumKind::Score(who) => **who == Who::APlayer,
        NumKind::RoundsWon(who) => **who == Who::APlayer,
        NumKind::Kept(Some(who)) => **who == Who::APlayer,
        NumKind::NameOf(_, of) => matches!(&**of, NumOf::Who(Who::APlayer)),
        NumKind::Held(r) => ref_names_a_player(r),
        NumKind::Value(r) | NumKind::Total(r) | NumKind::Count(r) | NumKind::Pieces(_, r) => ref_names_a_player(r),
        NumKind::Binary(_, a, b) | NumKind::MinMax(_, a, b) => num_names_a_player(a) || num_names_a_player(b),
        NumKind::Negative(a) => num_names_a_player(a),
        _ => false,
    }
}

fn ref_names_a_player(r: &ast::Ref) -> bool {
    match &r.kind {
        ast::RefKind::StoreOf(who) | ast::RefKind::Reserve(who) => **who == Who::APlayer,
        _ => false,
    }
}
