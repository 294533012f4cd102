//! Actions.

use super::names::Named;
use super::{Ctx, Local, Lower, Room};
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::ir::{self, ActionKind as K, Place, Player, Set};
use crate::source::Span;
use crate::syntax::ast::{self, HookKind};

/// Whether a list of actions always reaches an ending.
pub(super) fn always_ends(actions: &[ir::Action]) -> bool {
    actions.iter().any(|a| match &a.kind {
        K::If(_, then, otherwise) => always_ends(then) && always_ends(otherwise),
        kind => is_ending(kind),
    })
}

fn is_ending(kind: &K) -> bool {
    matches!(
        kind,
        K::Relay(_)
            | K::SowHand { .. }
            | K::SowFrom { .. }
            | K::MoveAgain
            | K::End
            | K::Pass
            | K::Choose(_)
            | K::Finish(_)
            | K::Illegal
            | K::LastResort
    )
}

impl Lower<'_> {
    /// A list of actions; reports what stands after an ending.
    pub(super) fn actions(&mut self, list: &[ast::Action], ctx: &Ctx) -> Vec<ir::Action> {
        let mut out: Vec<ir::Action> = Vec::new();
        let mut ended: Option<Span> = None;
        // Names that the list gives hold to its end.
        let mut ctx = ctx.clone();
        for a in list {
            if let Some(first) = ended {
                self.sink.push(
                    Diagnostic::new(
                        &codes::AFTER_ENDING,
                        a.span,
                        format!("`{}` never happens: the list has ended before it", self.words(a.span)),
                    )
                    .also(first, "the list ends here")
                    .help("put it before the ending, or take it out"),
                );
                break;
            }
            match &a.kind {
                ast::ActionKind::Let(d) => self.let_action(d, &mut ctx, &mut out),
                _ => self.action(a, &ctx, &mut out),
            }
            if always_ends(&out) {
                ended = Some(a.span);
            }
        }
        out
    }

    /// A name for what follows in the list.
    pub(super) fn let_action(&mut self, d: &ast::LetDecl, ctx: &mut Ctx, out: &mut Vec<ir::Action>) {
        if d.param.is_some() {
            self.error(
                &codes::WRONG_PLACE,
                d.span,
                "a `let` with `of` can't stand in a list of actions",
                "put it outside of the lists, where it can be used everywhere",
            );
            return;
        }
        let kind = self.let_kind(d, ctx, true);
        let id = self.lets.len() - 1;
        ctx.locals.push((d.name.text.clone(), Local::Let(kind)));
        out.push(ir::Action { kind: K::Let(id as u16), span: d.span });
    }

    fn action(&mut self, a: &ast::Action, ctx: &Ctx, out: &mut Vec<ir::Action>) {
        let kind = match &a.kind {
            ast::ActionKind::Capture { what, n, at_most, for_, to_hand } => {
                let amount = match n.as_ref().or(at_most.as_ref()) {
                    Some(n) => ir::CaptureAmount::UpTo(self.num(n, ctx)),
                    None => ir::CaptureAmount::All,
                };
                let to = match for_ {
                    _ if *to_hand => ir::CaptureTo::Hand,
                    Some(who) => ir::CaptureTo::Player(self.player(who, a.span, ctx)),
                    None => ir::CaptureTo::Player(Player::Mover),
                };
                let from = self.set(what, ctx);
                if let Set::One(Place::Store(_)) = from {
                    self.error(
                        &codes::WRONG_KIND,
                        what.span,
                        "the seeds in a store are won, and none is captured from it",
                        "write `move all from their store to my store`, with the store and the place that you mean",
                    );
                }
                K::Capture { from, amount, to }
            }
            ast::ActionKind::CaptureAcross { with_last } => {
                let here = self.subject(a.span, ctx);
                let across = Set::One(Place::Opposite { front: None, of: Box::new(here.clone()) });
                let from = if *with_last { Set::Union(vec![across, Set::One(here)]) } else { across };
                K::Capture { from, amount: ir::CaptureAmount::All, to: ir::CaptureTo::Player(Player::Mover) }
            }
            ast::ActionKind::Put(n, pieces, from, to) => K::Move {
                n: Some(self.num(n, ctx)),
                pieces: pieces.as_ref().and_then(|p| self.pieces(p)),
                from: from.as_ref().map_or(Place::Hand, |r| self.place(r, ctx)),
                to: self.place(to, ctx),
            },
            ast::ActionKind::DropAs(pieces, n) => {
                let Some(pieces) = self.pieces(pieces) else { return };
                K::DropAs(pieces, self.num(n, ctx))
            }
            ast::ActionKind::Move(n, pieces, from, to) => K::Move {
                n: n.as_ref().map(|n| self.num(n, ctx)),
                pieces: pieces.as_ref().and_then(|p| self.pieces(p)),
                from: self.place(from, ctx),
                to: self.place(to, ctx),
            },
            ast::ActionKind::Drop { from, in_ } => K::Drop {
                from: from.as_ref().map(|r| self.place(r, ctx)),
                to: in_.as_ref().map(|r| self.place(r, ctx)),
            },
            ast::ActionKind::Make(at, kind, who) => {
                let at = self.place(at, ctx);
                let Some(kind) = self.mark_kind(kind) else { return };
                let maker = who.as_ref().map_or(Player::Mover, |w| self.player(w, a.span, ctx));
                K::Make { at, kind, maker }
            }
            ast::ActionKind::Unmake(at, kind) => {
                let at = self.set(at, ctx);
                let kind = match kind {
                    Some(k) => match self.mark_kind(k) {
                        Some(k) => Some(k),
                        None => return,
                    },
                    None => None,
                };
                K::Unmake { at, kind }
            }
            ast::ActionKind::Close(r) => K::Close(self.set(r, ctx)),
            ast::ActionKind::Open(r) => K::Open(self.set(r, ctx)),
            ast::ActionKind::Give(r, who) => K::Give(self.set(r, ctx), self.player(who, a.span, ctx)),
            ast::ActionKind::Set(var, n) => {
                let Some((id, of)) = self.var_target(var, ctx) else { return };
                K::SetVar(id, of, self.num(n, ctx))
            }
            ast::ActionKind::Add(n, var) => {
                let Some((id, of)) = self.var_target(var, ctx) else { return };
                let sum =
                    ir::Num::Op(ir::NumOp::Add, Box::new(ir::Num::Var(id, of.clone())), Box::new(self.num(n, ctx)));
                K::SetVar(id, of, sum)
            }
            ast::ActionKind::Reverse => K::Reverse,
            ast::ActionKind::Going(d) => K::Going(self.direction(d, a.span)),
            ast::ActionKind::If(c, then, otherwise) => {
                let c = self.cond(c, ctx);
                K::If(c, self.actions(then, ctx), self.actions(otherwise, ctx))
            }
            ast::ActionKind::ForEach(name, set, body) => {
                let set = self.set(set, ctx);
                let mut inner = ctx.clone();
                let slot = self.slot(&mut inner, a.span);
                let body = self.actions(body, &inner.with(&name.text, Local::Place(Place::Slot(slot))));
                if let Some(e) = body.iter().find(|b| is_ending(&b.kind)) {
                    self.error(
                        &codes::WRONG_PLACE,
                        e.span,
                        "an ending can't stand in `for each`, which goes on with the next pit",
                        "put it after the loop",
                    );
                }
                K::ForEach(slot, set, body)
            }
            ast::ActionKind::Do(name, args) => return self.call(name, args, a.span, ctx, out),
            ast::ActionKind::Relay(from) => K::Relay(match from {
                Some(r) => self.place(r, ctx),
                None => self.subject(a.span, ctx),
            }),
            ast::ActionKind::Sow { from, starting, going } => {
                let starting = starting.as_ref().map(|(inside, r)| (*inside, self.place(r, ctx)));
                let going = going.as_ref().map(|d| self.direction(d, a.span));
                match (from, starting) {
                    (Some((n, r)), starting) => K::SowFrom {
                        n: n.as_ref().map(|n| self.num(n, ctx)),
                        from: self.place(r, ctx),
                        starting,
                        going,
                    },
                    (None, Some((inside, at))) => K::SowHand { inside, at, going },
                    (None, None) => {
                        self.error(
                            &codes::MISSING,
                            a.span,
                            "it isn't said where the hand's first seed falls",
                            "write `sow hand starting in P` or `sow hand after P`",
                        );
                        return;
                    }
                }
            }
            ast::ActionKind::MoveAgain => K::MoveAgain,
            ast::ActionKind::End => K::End,
            ast::ActionKind::Pass => K::Pass,
            ast::ActionKind::Choose(c) => match self.choose(c, a.span, ctx) {
                Some(id) => K::Choose(id),
                None => return,
            },
            ast::ActionKind::Finish(outcomes) => K::Finish(self.outcomes(outcomes, a.span, ctx)),
            ast::ActionKind::Wins(who) => K::Finish(vec![ir::Outcome::Wins(self.player(who, a.span, ctx))]),
            ast::ActionKind::Draw => K::Finish(vec![ir::Outcome::Draw]),
            ast::ActionKind::Illegal => K::Illegal,
            ast::ActionKind::LastResort => K::LastResort,
            // Read with the list that it stands in.
            ast::ActionKind::Let(_) => return,
            ast::ActionKind::ForWho(who, body) => {
                let player = if *who == ast::Who::Each { Player::Each } else { self.player(who, a.span, ctx) };
                K::As(player, self.actions(body, ctx))
            }
            ast::ActionKind::LayOut => K::LayOut,
            ast::ActionKind::Fill { n, set, from, pits, partial } => K::Fill {
                n: self.num(n, ctx),
                set: set.as_ref().map_or(Set::Pits(ir::Owner::Mine), |r| self.set(r, ctx)),
                from: super::rounds::fill_from(from),
                pits: pits.as_ref().map(|n| self.num(n, ctx)),
                partial: *partial,
            },
            ast::ActionKind::Territory(all) => {
                let one = |(n, who): &(ast::Num, ast::Who)| (self.num(n, ctx), self.player(who, a.span, ctx));
                let all: Vec<_> = all.iter().map(one).collect();
                if let [players] = self.names.counts[..]
                    && players > 1
                    && all.len() + 1 != players
                {
                    let message = format!("`territory` tells of {} of {players} players", all.len());
                    let help = "tell of all but one, whose the rest is: `territory 5 to red, 4 to green`; \
                                or let their seeds tell: `territory 1 pit per 4`";
                    self.error(&codes::AMBIGUOUS, a.span, message, help);
                }
                if let [(n, who)] = &all[..] { K::Territory(n.clone(), who.clone()) } else { K::Territories(all) }
            }
            ast::ActionKind::TerritoryByStore(n, rounding) => K::TerritoryByStore {
                n: self.num(n, ctx),
                more: rounding.as_ref().map_or(ir::Num::Const(0), |r| self.num(r, ctx)),
            },
            ast::ActionKind::Arrange(n, set, each) => {
                let (n, set) = (self.num(n, ctx), self.set(set, ctx));
                let each = match each {
                    Some((lo, hi)) => (self.num(lo, ctx), self.num(hi, ctx)),
                    None => (ir::Num::Const(0), n.clone()),
                };
                match self.layout(n, set, each, ctx, a.span) {
                    Some(kind) => kind,
                    None => return,
                }
            }
            ast::ActionKind::Starts(who) => K::Starts(self.player(who, a.span, ctx)),
            ast::ActionKind::Direction(d) => K::Direct(self.direction(d, a.span)),
        };
        self.may_stand(&kind, a.span, ctx);
        out.push(ir::Action { kind, span: a.span });
    }

    /// Where seeds may still be in the hand, nothing may sow on or end the turn.
    fn may_stand(&mut self, kind: &K, span: Span, ctx: &Ctx) {
        let (room, allowed) = match ctx.room {
            Room::Hook(HookKind::EachSeed) => ("each seed", !is_ending(kind) || final_action(kind)),
            Room::Hook(HookKind::Whenever) => ("whenever", !is_ending(kind) || final_action(kind)),
            // The sowing waits for what is chosen.
            Room::Hook(HookKind::EachLap) => {
                ("each lap", !is_ending(kind) || final_action(kind) || matches!(kind, K::Choose(_)))
            }
            Room::Hook(HookKind::BeforeMove) => ("before move", !is_ending(kind) || final_action(kind)),
            Room::Hook(HookKind::AfterTurn) => ("after turn", !is_ending(kind) || final_action(kind)),
            Room::Hook(HookKind::AfterMove) => {
                ("after move", !is_ending(kind) || final_action(kind) || matches!(kind, K::MoveAgain | K::End))
            }
            Room::Round => ("round", !is_ending(kind)),
            Room::Rounds => ("next round", !is_ending(kind) || matches!(kind, K::Choose(_))),
            _ => ("the move", true),
        };
        if between_rounds(kind) && ctx.room != Room::Rounds {
            let words = self.words(span);
            let help = "put it in `next round { … }`, in `rounds`";
            return self.error(&codes::WRONG_PLACE, span, format!("`{words}` belongs between rounds"), help);
        }
        if !allowed && ctx.room == Room::Rounds {
            let words = self.words(span);
            let help = "between rounds seeds are laid out and choices are made, and nothing is sown";
            return self.error(&codes::WRONG_PLACE, span, format!("`{words}` can't stand in `next round`"), help);
        }
        if !allowed {
            let words = self.words(span);
            self.error(
                &codes::WRONG_PLACE,
                span,
                format!("`{words}` can't stand in `{room}`: seeds may be in the hand, or the move is over"),
                "put it in `landing`, which runs when the hand is empty",
            );
        }
    }

    /// Pastes in a named list of actions.
    fn call(&mut self, name: &ast::Ident, args: &[ast::Num], span: Span, ctx: &Ctx, out: &mut Vec<ir::Action>) {
        let Some(Named::To(p)) = self.names.get(&name.text) else {
            let lists: Vec<&str> =
                self.names.entries.iter().filter(|e| matches!(e.what, Named::To(_))).map(|e| e.name).collect();
            let help = match did_you_mean(&name.text, lists) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("declare it: `to {} {{ … }}`", name.text),
            };
            self.error(&codes::UNKNOWN_NAME, name.span, format!("no list of actions is named `{}`", name.text), &help);
            return;
        };
        if ctx.calls.contains(&name.text) {
            self.error(
                &codes::CYCLE,
                span,
                format!("`{}` does itself, and so would never end", name.text),
                "a list of actions may use others, but not itself",
            );
            return;
        }
        if p.params.len() != args.len() {
            self.error(
                &codes::WRONG_KIND,
                span,
                format!("`{}` takes {} values, and {} are given", name.text, p.params.len(), args.len()),
                "",
            );
            return;
        }
        if !self.paste(name, p.span.len() as usize, ctx) {
            return;
        }
        let mut inner = ctx.clone();
        inner.calls.push(name.text.clone());
        for (param, arg) in p.params.iter().zip(args) {
            // A place by itself stays one; where a number is wanted it is what it holds.
            let value = match self.num(arg, ctx) {
                ir::Num::Held(place) => Local::Place(place),
                n => Local::Num(n),
            };
            inner.locals.push((param.text.clone(), value));
        }
        out.extend(self.actions(&p.body, &inner));
    }

    fn choose(&mut self, c: &ast::Choose, span: Span, ctx: &Ctx) -> Option<u16> {
        let by = match &c.by {
            _ if c.by_lot => ir::ChoiceBy::Lot,
            Some(who) => ir::ChoiceBy::Player(self.player(who, span, ctx)),
            None => ir::ChoiceBy::Player(Player::Mover),
        };
        let mut inner = ctx.clone();
        let among = match &c.among {
            ast::Among::Labels(list) => {
                let labels = list.iter().filter_map(|l| self.labelled(l, &by, ctx)).collect();
                ir::Among::Labels(labels)
            }
            ast::Among::Pits(name, set, body) => {
                let set = self.set(set, ctx);
                let slot = self.slot(&mut inner, span);
                let body = self.actions(body, &inner.with(&name.text, Local::Place(Place::Slot(slot))));
                ir::Among::Pits(slot, set, body)
            }
            ast::Among::Number(name, lo, hi, body) => {
                let (lo, hi) = (self.num(lo, ctx), self.num(hi, ctx));
                let slot = self.slot(&mut inner, span);
                let body = self.actions(body, &inner.with(&name.text, Local::Num(ir::Num::Slot(slot))));
                ir::Among::Numbers(slot, lo, hi, body)
            }
            ast::Among::Direction(body) => ir::Among::Directions(self.actions(body, ctx)),
        };
        let id = self.index(self.choices.len(), span)?;
        self.choices.push(ir::Choice { by, among, span });
        Some(id)
    }

    fn labelled(&mut self, l: &ast::Labelled, by: &ir::ChoiceBy, ctx: &Ctx) -> Option<ir::Labelled> {
        if l.label.text.is_empty() || l.label.text.contains(|c: char| c.is_whitespace() || c == '/') {
            self.error(
                &codes::WRONG_KIND,
                l.label.span,
                "a label is typed as a move, so it can't be empty or hold blanks or `/`",
                "use one word, or hyphens: \"go-on\"",
            );
        }
        let when = l.when.as_ref().map_or(ir::Cond::Const(true), |c| self.cond(c, ctx));
        let actions = match &l.number {
            None => self.actions(&l.actions, ctx),
            // The number is a choice of its own, behind the label.
            Some((name, lo, hi)) => {
                let (lo, hi) = (self.num(lo, ctx), self.num(hi, ctx));
                let mut inner = ctx.clone();
                let slot = self.slot(&mut inner, l.span);
                let body = self.actions(&l.actions, &inner.with(&name.text, Local::Num(ir::Num::Slot(slot))));
                let id = self.index(self.choices.len(), l.span)?;
                self.choices.push(ir::Choice {
                    by: by.clone(),
                    among: ir::Among::Numbers(slot, lo, hi, body),
                    span: l.span,
                });
                vec![ir::Action { kind: K::Choose(id), span: l.span }]
            }
        };
        Some(ir::Labelled {
            label: l.label.text.clone(),
            written: l.written.as_ref().map(|w| w.text.clone()),
            when,
            actions,
        })
    }

    /// What a round's end does.
    pub(super) fn outcomes(&mut self, list: &[ast::Outcome], span: Span, ctx: &Ctx) -> Vec<ir::Outcome> {
        list.iter()
            .map(|o| match o {
                ast::Outcome::Rest(ast::Rest::OwnersKeep) => ir::Outcome::Rest(ir::Rest::OwnersKeep),
                ast::Outcome::Rest(ast::Rest::Split) => ir::Outcome::Rest(ir::Rest::Split),
                ast::Outcome::Rest(ast::Rest::Takes(who)) => {
                    ir::Outcome::Rest(ir::Rest::Takes(self.player(who, span, ctx)))
                }
                ast::Outcome::Wins(who) => ir::Outcome::Wins(self.player(who, span, ctx)),
                ast::Outcome::Draw => ir::Outcome::Draw,
            })
            .collect()
    }
}

/// What lays out a round.
fn between_rounds(kind: &K) -> bool {
    matches!(
        kind,
        K::As(..)
            | K::LayOut
            | K::Fill { .. }
            | K::Territory(..)
            | K::Territories(_)
            | K::TerritoryByStore { .. }
            | K::Starts(_)
            | K::Direct(_)
    )
}

/// What ends the round or forbids the move can stand anywhere.
fn final_action(kind: &K) -> bool {
    matches!(kind, K::Finish(_) | K::Illegal)
}
