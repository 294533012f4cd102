//! The header, options, rulesets, variables, kinds of marks and `let`s.

use super::names::{LetKind, Named};
use super::refs::Made;
use super::{Ctx, Local, Lower, Room};
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::ir;
use crate::source::Span;
use crate::syntax::ast;

/// An option as the IR has it.
pub(super) fn option_decl(d: &ast::OptionDecl) -> ir::OptionDecl {
    let values = match (d.values.first(), d.range) {
        (Some(ast::Value::Int(n, _)), Some((lo, hi))) => {
            ir::OptionValues::Range { default: *n as i64, lo: lo as i64, hi: hi as i64 }
        }
        _ if d.values.iter().all(|v| matches!(v, ast::Value::Int(..))) => ir::OptionValues::Numbers(
            d.values
                .iter()
                .filter_map(|v| if let ast::Value::Int(n, _) = v { Some(*n as i64) } else { None })
                .collect(),
        ),
        _ => ir::OptionValues::Words(d.values.iter().map(value_text).collect()),
    };
    ir::OptionDecl {
        name: d.name.text.clone(),
        values,
        notes: d.notes.iter().map(|n| n.text.clone()).collect(),
        span: d.span,
    }
}

/// Whether an option can have a value.
pub(super) fn has_value(decl: &ast::OptionDecl, value: &ast::Value) -> bool {
    option_decl(decl).read(&value_text(value)).is_some()
}

pub(super) fn value_text(v: &ast::Value) -> String {
    match v {
        ast::Value::Int(n, _) => n.to_string(),
        ast::Value::Word(w) => w.text.clone(),
    }
}

impl Lower<'_> {
    pub(super) fn header(&mut self, file: &ast::File) -> ir::Header {
        let mut header = ir::Header::default();
        let Some(game) = file.items.iter().find_map(|i| if let ast::Item::Game(g) = i { Some(g) } else { None }) else {
            self.missing(
                Span { line: 1, ..Span::default() },
                "the file doesn't say which game it is",
                "begin with `game \"NAME\" { people \"…\"; source \"…\" }`",
            );
            return header;
        };
        header.title.clone_from(&game.title.text);
        for (key, texts) in &game.meta {
            let list = match key.text.as_str() {
                "also" => &mut header.also,
                "people" => &mut header.people,
                "region" => &mut header.region,
                "family" => &mut header.family,
                "source" => &mut header.sources,
                _ => &mut header.notes,
            };
            list.extend(texts.iter().map(|t| t.text.clone()));
        }
        if header.sources.is_empty() {
            self.sink.push(
                Diagnostic::new(&codes::NO_SOURCE, game.title.span, "no source is named")
                    .help("say who wrote the rules down: `source \"…\"` in the braces after the title"),
            );
        }
        header
    }

    pub(super) fn options(&mut self) -> Vec<ir::OptionDecl> {
        let decls: Vec<&ast::OptionDecl> = self
            .names
            .entries
            .iter()
            .filter_map(|e| if let Named::Option(_, d) = e.what { Some(d) } else { None })
            .collect();
        decls.into_iter().map(|d| self.option(d)).collect()
    }

    fn option(&mut self, d: &ast::OptionDecl) -> ir::OptionDecl {
        let decl = option_decl(d);
        match &decl.values {
            ir::OptionValues::Range { default, lo, hi } if !(lo..=hi).contains(&default) => {
                self.error(
                    &codes::BAD_OPTION,
                    d.span,
                    format!("the default {default} isn't in {lo}..{hi}"),
                    "the first value is the default",
                );
            }
            ir::OptionValues::Words(words) if d.range.is_some() => {
                self.error(
                    &codes::BAD_OPTION,
                    d.span,
                    "only a number has a range",
                    &format!("write the values: `option {} = {}`", d.name.text, words.join(" | ")),
                );
            }
            ir::OptionValues::Words(words) => {
                if let Some(w) = words.iter().enumerate().find(|(i, w)| words[..*i].contains(w)).map(|(_, w)| w) {
                    self.error(&codes::DUPLICATE, d.span, format!("the value `{w}` is said twice"), "keep one");
                }
            }
            _ => {}
        }
        decl
    }

    pub(super) fn rulesets(&mut self, file: &ast::File, options: &[ir::OptionDecl]) -> Vec<ir::Ruleset> {
        let mut out: Vec<ir::Ruleset> = Vec::new();
        for item in &file.items {
            let ast::Item::Ruleset(r) = item else { continue };
            if out.iter().any(|o| o.name == r.name.text) {
                self.error(
                    &codes::DUPLICATE,
                    r.name.span,
                    format!("the ruleset \"{}\" is declared twice", r.name.text),
                    "give one of the two another name",
                );
            }
            out.push(ir::Ruleset {
                name: r.name.text.clone(),
                settings: self.settings(&r.settings, options),
                notes: r.notes.iter().map(|n| n.text.clone()).collect(),
            });
        }
        out
    }

    /// `option = value` pairs.
    pub(super) fn settings(
        &mut self,
        settings: &[(ast::Ident, ast::Value)],
        options: &[ir::OptionDecl],
    ) -> Vec<(u16, i64)> {
        let mut out = Vec::new();
        for (name, value) in settings {
            let entry = self.names.entries.iter().find(|e| e.name == name.text).map(|e| e.what);
            let Some(Named::Option(id, decl)) = entry else {
                let help = match did_you_mean(&name.text, options.iter().map(|o| o.name.as_str())) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "only declared options can be set".to_owned(),
                };
                self.error(&codes::BAD_OPTION, name.span, format!("there is no option `{}`", name.text), &help);
                continue;
            };
            if let Some(v) = self.option_value(decl, value) {
                out.push((id, v));
            }
        }
        out
    }

    pub(super) fn vars(&mut self) -> Vec<ir::VarDecl> {
        let decls: Vec<&ast::VarDecl> = self
            .names
            .entries
            .iter()
            .filter_map(|e| if let Named::Var(_, d) = e.what { Some(d) } else { None })
            .collect();
        let ctx = Ctx::new(Room::Board);
        decls
            .into_iter()
            .map(|d| ir::VarDecl {
                name: d.name.text.clone(),
                scope: match d.scope {
                    ast::VarScope::Game => ir::VarScope::Game,
                    ast::VarScope::Player => ir::VarScope::Player,
                    ast::VarScope::Pit => ir::VarScope::Pit,
                },
                life: life(d.life.unwrap_or(ast::Life::Round)),
                init: self.num(&d.init, &ctx),
                bounds: d.range.as_ref().map(|(lo, hi)| (self.num(lo, &ctx), self.num(hi, &ctx))),
                span: d.span,
            })
            .collect()
    }

    pub(super) fn marks(&mut self) -> Vec<ir::MarkDecl> {
        let decls: Vec<&ast::MarkDecl> = self
            .names
            .entries
            .iter()
            .filter_map(|e| if let Named::Mark(_, d) = e.what { Some(d) } else { None })
            .collect();
        let ctx = Ctx::new(Room::Board);
        decls
            .into_iter()
            .map(|d| {
                let mut out = ir::MarkDecl {
                    name: d.name.text.clone(),
                    never_lifted: false,
                    never_captured: false,
                    per_player: None,
                    life: ir::Life::Round,
                    span: d.span,
                };
                for (t, _) in &d.traits {
                    match t {
                        ast::Trait::NeverLifted => out.never_lifted = true,
                        ast::Trait::NeverCaptured => out.never_captured = true,
                        ast::Trait::PerPlayer(n) => out.per_player = Some(self.num(n, &ctx)),
                        ast::Trait::Until(l) => out.life = life(*l),
                        // The others become rules: see `hooks`.
                        ast::Trait::NeverStarted
                        | ast::Trait::Skipped
                        | ast::Trait::EndsTheLap
                        | ast::Trait::CollectsForMaker
                        | ast::Trait::CollectsForOwner => {}
                    }
                }
                out
            })
            .collect()
    }

    /// Kinds of pieces beside seeds.
    pub(super) fn piece_decls(&mut self) -> Vec<ir::PieceDecl> {
        let decls: Vec<&ast::PieceDecl> = self
            .names
            .entries
            .iter()
            .filter_map(|e| if let Named::Piece(_, d) = e.what { Some(d) } else { None })
            .collect();
        let ctx = Ctx::new(Room::Board);
        decls
            .into_iter()
            .map(|d| ir::PieceDecl {
                name: d.name.text.clone(),
                worth: self.num(&d.worth, &ctx),
                each_player: d.each_player,
                span: d.span,
            })
            .collect()
    }

    /// The file's own `let`s, in order.
    pub(super) fn file_lets(&mut self, file: &ast::File) {
        for item in &file.items {
            if let ast::Item::Let(d) = item {
                self.let_decl(d, &Ctx::new(Room::Let));
            }
        }
    }

    /// Lowers a `let`; one with a parameter is pasted in where it is used.
    pub(super) fn let_decl(&mut self, d: &ast::LetDecl, ctx: &Ctx) {
        if d.param.is_some() {
            return;
        }
        let kind = self.let_kind(d, ctx, false);
        self.names.lowered.push((d.name.text.clone(), kind));
    }

    /// What a `let` names, added to the game's; a local one is worked out by an action.
    pub(super) fn let_kind(&mut self, d: &ast::LetDecl, ctx: &Ctx, local: bool) -> LetKind {
        let before = self.sink.has_errors();
        let body = match &d.body {
            ast::LetBody::Cond(c) => ir::LetBody::Cond(self.cond(c, ctx)),
            ast::LetBody::Num(n) => ir::LetBody::Num(self.num(n, ctx)),
            ast::LetBody::Ref(r) => self.let_ref(r, ctx),
        };
        let Some(id) = self.index(self.lets.len(), d.name.span) else { return LetKind::Broken };
        let kind = match &body {
            ir::LetBody::Cond(_) => LetKind::Cond(id),
            ir::LetBody::Num(_) => LetKind::Num(id),
            ir::LetBody::Place(_) => LetKind::Place(id),
            ir::LetBody::Set(_) => LetKind::Set(id),
        };
        self.lets.push(ir::Let { name: d.name.text.clone(), body, local, span: d.span });
        if !before && self.sink.has_errors() { LetKind::Broken } else { kind }
    }

    /// A bare name may also be an option, a variable or another `let`.
    fn let_ref(&mut self, r: &ast::Ref, ctx: &Ctx) -> ir::LetBody {
        if let ast::RefKind::Name(name) = &r.kind {
            match ctx.local(&name.text) {
                Some(Local::Num(_) | Local::Let(LetKind::Num(_))) => {
                    return ir::LetBody::Num(self.named_num(name, ctx));
                }
                Some(Local::Let(LetKind::Cond(id))) => return ir::LetBody::Cond(ir::Cond::Let(*id)),
                _ => {}
            }
            let num = ast::Num { kind: ast::NumKind::Name(name.clone()), span: r.span };
            match self.names.get(&name.text) {
                Some(Named::Option(..) | Named::Var(..)) => return ir::LetBody::Num(self.num(&num, ctx)),
                Some(Named::Let(_)) => match self.names.lowered(&name.text) {
                    Some(LetKind::Cond(id)) => return ir::LetBody::Cond(ir::Cond::Let(id)),
                    Some(LetKind::Num(id)) => return ir::LetBody::Num(ir::Num::Let(id)),
                    _ => {}
                },
                _ => {}
            }
        }
        match self.made(r, ctx) {
            Made::Place(p) => ir::LetBody::Place(p),
            Made::Set(s) => ir::LetBody::Set(s),
        }
    }
}

pub(super) fn life(l: ast::Life) -> ir::Life {
    match l {
        ast::Life::Lap => ir::Life::Lap,
        ast::Life::Move => ir::Life::Move,
        ast::Life::Turn => ir::Life::Turn,
        ast::Life::MakersTurn => ir::Life::MakersTurn,
        ast::Life::Round => ir::Life::Round,
        ast::Life::Match => ir::Life::Match,
        ast::Life::Emptied => ir::Life::Emptied,
    }
}
