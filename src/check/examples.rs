//! `example` blocks.

use super::Lower;
use super::names::Named;
use crate::diagnostic::codes;
use crate::ir::{self, ExampleStep, Picture};
use crate::source::Span;
use crate::syntax::ast::{self, ExampleStmt, PosItem, Purse};

impl Lower<'_> {
    pub(super) fn examples(&mut self, file: &ast::File, options: &[ir::OptionDecl]) -> Vec<ir::Example> {
        let mut out = Vec::new();
        for item in &file.items {
            if let ast::Item::Example(e) = item {
                out.push(self.example(e, options));
            }
        }
        out
    }

    fn example(&mut self, e: &ast::Example, options: &[ir::OptionDecl]) -> ir::Example {
        let mut settings = Vec::new();
        let mut steps = Vec::new();
        for s in &e.steps {
            match s {
                ExampleStmt::Set(name, value) => {
                    settings.extend(self.settings(&[(name.clone(), value.clone())], options));
                }
                ExampleStmt::Position(items, span) => {
                    // A position may be told on several lines.
                    match steps.last_mut() {
                        Some(ExampleStep::Position(picture, _)) => {
                            items.iter().for_each(|item| self.pos_item(item, *span, picture));
                        }
                        _ => steps.push(ExampleStep::Position(self.picture(items, *span), *span)),
                    }
                }
                ExampleStmt::Play(moves) => {
                    steps.extend(moves.iter().map(|m| ExampleStep::Play(m.text.clone(), m.span)));
                }
                ExampleStmt::Expect(items, span) => {
                    let picture = self.picture(items, *span);
                    steps.push(ExampleStep::Expect(picture, *span));
                }
                ExampleStmt::Legal(moves, span) => {
                    steps.push(ExampleStep::Legal(moves.iter().map(|m| m.text.clone()).collect(), *span));
                }
                ExampleStmt::LegalCount(n, span) => steps.push(ExampleStep::LegalCount(*n, *span)),
                ExampleStmt::Refuse(m) => steps.push(ExampleStep::Refuse(m.text.clone(), m.span)),
            }
        }
        ir::Example { name: e.name.text.clone(), settings, steps, span: e.span }
    }

    fn picture(&mut self, items: &[PosItem], span: Span) -> Picture {
        let mut out = Picture::default();
        for item in items {
            self.pos_item(item, span, &mut out);
        }
        out
    }

    fn pos_item(&mut self, item: &PosItem, span: Span, out: &mut Picture) {
        match item {
            PosItem::Row(name, counts) => {
                // `A5 6` is one pit.
                if let [(Some(n), _)] = counts[..]
                    && self.names.player(&name.text).is_none()
                {
                    out.pits.push((name.text.clone(), n));
                } else if let Some(p) = self.player_named(name, "") {
                    out.rows.push((p, counts.iter().map(|(n, _)| *n).collect()));
                }
            }
            PosItem::Won(counts) => out.won = Some(self.by_player(counts, span)),
            PosItem::Reserve(counts) => out.reserve = Some(self.by_player(counts, span)),
            PosItem::ToMove(name) => out.to_move = self.player_named(name, ""),
            PosItem::Pit(name, n) => out.pits.push((name.text.clone(), *n)),
            PosItem::Mark(pit, kind, maker) => {
                let maker = maker.as_ref().and_then(|m| self.player_named(m, ""));
                if let Some(kind) = self.mark_kind(kind) {
                    out.marks.push((pit.text.clone(), kind, maker));
                }
            }
            PosItem::Pieces(purse, at, n, kind, owner) => {
                let owner = owner.as_ref().and_then(|m| self.player_named(m, ""));
                let at = match purse {
                    Purse::Pit => Some(ir::PicturePlace::Pit(at.text.clone())),
                    Purse::Store => self.player_named(at, "").map(ir::PicturePlace::Store),
                    Purse::Reserve => self.player_named(at, "").map(ir::PicturePlace::Reserve),
                };
                if let (Some(kind), Some(at)) = (self.piece_kind(kind), at) {
                    out.pieces.push(ir::PicturePiece { at, n: *n, kind, owner });
                }
            }
            PosItem::Var(name, None, value) if name.text == "turn" => match u32::try_from(*value) {
                Ok(turn @ 1..) => out.turn = Some(turn),
                _ => {
                    self.error(&codes::BAD_NUMBER, span, "the turns of a round are numbered from 1", "write `turn = 3`")
                }
            },
            PosItem::Var(name, of, value) => match self.names.get(&name.text) {
                Some(Named::Var(id, _)) => {
                    out.vars.push((id, of.as_ref().map(|o| o.text.clone()), *value));
                }
                _ => self.unknown(name, "a variable"),
            },
            PosItem::Direction(word) => match word.as_str() {
                ">" | "counterclockwise" | "anticlockwise" => out.direction = vec![ir::Direction::Counterclockwise],
                "<" | "clockwise" => out.direction = vec![ir::Direction::Clockwise],
                _ => {
                    let help = "write `direction >` (to each player's right) or `direction <`";
                    self.error(&codes::BAD_POSITION, span, format!("`{word}` isn't a direction"), help);
                }
            },
            PosItem::Free => out.free = true,
            PosItem::Over(winner, draw) => {
                out.over = true;
                out.winner = match winner {
                    _ if *draw => Some(None),
                    Some(name) => self.player_named(name, "").map(Some),
                    None => None,
                };
            }
            PosItem::BetweenRounds => out.between = true,
            PosItem::Started(name) => out.started = self.player_named(name, ""),
        }
    }

    fn by_player(&mut self, counts: &[(u64, Span)], span: Span) -> Vec<u64> {
        if !self.names.may_be(counts.len()) {
            let all: Vec<String> = self.names.counts.iter().map(ToString::to_string).collect();
            let n = all.join(" or ");
            self.error(
                &codes::BAD_POSITION,
                span,
                format!("{} numbers are given, and there are {n} players", counts.len()),
                "give one number for each player, in the order of play",
            );
        }
        counts.iter().map(|(n, _)| *n).collect()
    }
}
