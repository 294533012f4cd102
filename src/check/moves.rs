//! `moves`: start lines, classes and filters.

use super::rounds::fixed_by_options;
use super::{Ctx, Lower, Room};
use crate::diagnostic::codes;
use crate::ir::{self, Compare, Cond, Num, Owner, Place, Set};
use crate::source::Span;
use crate::syntax::ast::{self, MovesStmt, Must};

impl Lower<'_> {
    pub(super) fn moves(&mut self, file: &ast::File) -> ir::Moves {
        let mut out =
            ir::Moves { tiers: Vec::new(), filters: Vec::new(), stuck_passes: false, race: Cond::Const(false) };
        let statements = file.items.iter().find_map(|i| if let ast::Item::Moves(s, _) = i { Some(s) } else { None });
        for s in statements.into_iter().flatten() {
            self.moves_stmt(s, &mut out);
        }
        if out.tiers.is_empty() {
            // With no start line a player starts from any pit of his own.
            out.tiers.push(vec![plain_class()]);
        }
        out
    }

    fn moves_stmt(&mut self, s: &MovesStmt, out: &mut ir::Moves) {
        match s {
            MovesStmt::Class { otherwise, name, written, lines, going, program, span } => {
                let class = self.class(name, written, lines, going, program.as_deref(), *span);
                if *otherwise && out.tiers.is_empty() {
                    self.error(
                        &codes::WRONG_PLACE,
                        *span,
                        "`otherwise` has nothing before it",
                        "the first start line begins with `from`",
                    );
                }
                match out.tiers.last_mut() {
                    Some(tier) if !*otherwise => tier.push(class),
                    _ => out.tiers.push(vec![class]),
                }
            }
            MovesStmt::Must { when, what, if_possible, span } => {
                let filter = self.must(when.as_ref(), what, *if_possible, *span);
                out.filters.push(filter);
            }
            MovesStmt::StuckPass(span) => {
                if out.stuck_passes {
                    self.error(&codes::DUPLICATE, *span, "`stuck => pass` is said twice", "keep one of the two");
                }
                out.stuck_passes = true;
            }
            MovesStmt::Race(when, span) => {
                if out.race != Cond::Const(false) {
                    self.error(&codes::DUPLICATE, *span, "`race` is said twice", "keep one of the two");
                }
                if self.names.always(1) {
                    let help = "leave it out: a player by himself moves when he likes";
                    self.error(&codes::WRONG_PLACE, *span, "nobody else moves in this game", help);
                }
                out.race = when.as_ref().map_or(Cond::Const(true), |c| self.cond(c, &Ctx::new(Room::Board)));
                if !fixed_by_options(&out.race) {
                    let help = "write `race`, or `race when option play is together`";
                    let what = "whether the players move at once can depend on options only";
                    self.error(&codes::WRONG_KIND, *span, what, help);
                }
            }
        }
    }

    fn class(
        &mut self,
        name: &Option<ast::Ident>,
        written: &Option<ast::Text>,
        lines: &[(bool, ast::StartLine)],
        going: &[ast::Going],
        program: Option<&[ast::Action]>,
        span: Span,
    ) -> ir::Class {
        let ctx = Ctx::new(Room::Moves);
        let shared: Vec<ir::Going> = going.iter().map(|g| self.going(g, &ctx)).collect();
        let mut alternatives: Vec<Vec<ir::StartLine>> = Vec::new();
        for (otherwise, line) in lines {
            let mut line = self.start_line(line, &ctx);
            line.going.extend(shared.iter().cloned());
            match alternatives.last_mut() {
                Some(last) if !*otherwise => last.push(line),
                _ => alternatives.push(vec![line]),
            }
        }
        if alternatives.is_empty() {
            self.error(
                &codes::MISSING,
                span,
                "the class doesn't say which pits may be started",
                "write `from my pits` in it",
            );
        }
        let program = program.map(|p| {
            let ctx = Ctx::new(Room::Hook(ast::HookKind::Landing));
            self.actions(p, &ctx)
        });
        ir::Class {
            name: name.as_ref().map(|n| n.text.clone()),
            written: written.as_ref().map(|w| w.text.clone()),
            lines: alternatives,
            program,
            span,
        }
    }

    fn going(&mut self, g: &ast::Going, ctx: &Ctx) -> ir::Going {
        ir::Going {
            direction: self.direction(&g.direction, g.span),
            where_: g.where_.as_ref().map_or(Cond::Const(true), |c| self.cond(c, &ctx.testing())),
        }
    }

    fn start_line(&mut self, line: &ast::StartLine, ctx: &Ctx) -> ir::StartLine {
        let amount = match &line.sowing {
            None => None,
            Some(ast::Amount::Exactly(n)) => Some(ir::Amount::Exactly(self.num(n, &ctx.testing()))),
            Some(ast::Amount::AllBut(n)) => Some(ir::Amount::AllBut(self.num(n, &ctx.testing()))),
            Some(ast::Amount::Range(lo, hi)) => {
                Some(ir::Amount::Range(self.num(lo, &ctx.testing()), self.num(hi, &ctx.testing())))
            }
        };
        let from = self.set(&line.from, ctx);
        if matches!(from, Set::One(Place::Reserve(_))) && line.starting_at.is_none() {
            self.error(
                &codes::MISSING,
                line.from.span,
                "a reserve lies beside the board: where do its seeds go?",
                "say where the first one falls: `from my reserve starting at my pit 1`",
            );
        }
        ir::StartLine {
            from,
            when: line.when.as_ref().map_or(Cond::Const(true), |c| self.cond(c, ctx)),
            going: line.going.iter().map(|g| self.going(g, ctx)).collect(),
            amount,
            starting_at: line.starting_at.as_ref().map(|r| self.place(r, &ctx.testing())),
            span: line.span,
        }
    }

    /// Filters; `must feed`, `must capture` and `must reach` are short for the conditions here.
    fn must(&mut self, when: Option<&ast::Cond>, what: &Must, if_possible: bool, span: Span) -> ir::Filter {
        let ctx = Ctx::new(Room::Moves);
        let guard = when.map_or(Cond::Const(true), |c| self.cond(c, &ctx));
        let their_side = || Num::Total(Set::Pits(Owner::Theirs));
        let (guard, must, soft) = match what {
            Must::Feed => {
                let starved = Cond::Compare(Compare::Eq, their_side(), Num::Const(0));
                let fed = Cond::Compare(Compare::Gt, their_side(), Num::Const(0));
                (both(guard, starved), fed, if_possible)
            }
            // Who can't capture makes another move: nobody is stuck for want of a capture.
            Must::Capture => (guard, Cond::Compare(Compare::Gt, Num::Taken, Num::Const(0)), true),
            Must::Reach(set) => {
                let set = match set {
                    Some(r) => self.set(r, &ctx),
                    None => Set::Pits(Owner::Theirs),
                };
                let reached = Box::new(Cond::Reached(Place::It));
                (guard, Cond::Quantified(ir::Quantifier::Any, set, reached), if_possible)
            }
            Must::Cond(c) => {
                // Tested when the move is done: it may speak of what happened in it.
                let done = Ctx::new(Room::Hook(ast::HookKind::AfterMove));
                (guard, self.cond(c, &done), if_possible)
            }
        };
        ir::Filter { when: guard, must, if_possible: soft, id: self.rule_id(), span, text: self.words(span) }
    }
}

fn both(a: Cond, b: Cond) -> Cond {
    if a == Cond::Const(true) { b } else { Cond::And(vec![a, b]) }
}

fn plain_class() -> ir::Class {
    let span = Span::default();
    let line = ir::StartLine {
        from: Set::Pits(Owner::Mine),
        when: Cond::Const(true),
        going: Vec::new(),
        amount: None,
        starting_at: None,
        span,
    };
    ir::Class { name: None, written: None, lines: vec![vec![line]], program: None, span }
}
