//! What stands at the top of a file: the header, declarations, sections.

use super::{Builder, Kids, P, Reader, Rule, words};
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast::{
    BoardStmt, GameHeader, Hook, HookKind, Ident, Item, LetBody, LetDecl, Life, MarkDecl, OptionDecl, Phase, PieceDecl,
    Procedure, Ruleset, SowingStmt, Text, Trait, Value, VarDecl, VarScope,
};
use crate::syntax::coded::Coded;
use crate::syntax::document::{Block, Statement};
use crate::syntax::explain;

/// Each first word of an item, with the rule that reads it.
const HEADS: [(&str, Rule); 22] = [
    ("game", Rule::game_entry),
    ("extends", Rule::extends_entry),
    ("option", Rule::option_entry),
    ("ruleset", Rule::ruleset_entry),
    ("var", Rule::var_entry),
    ("mark", Rule::mark_entry),
    ("let", Rule::let_entry),
    ("to", Rule::to_entry),
    ("pieces", Rule::section_entry),
    ("board", Rule::section_entry),
    ("sowing", Rule::section_entry),
    ("moves", Rule::section_entry),
    ("round", Rule::section_entry),
    ("rounds", Rule::section_entry),
    ("opening", Rule::section_entry),
    ("before", Rule::hook_entry),
    ("each", Rule::hook_entry),
    ("landing", Rule::hook_entry),
    ("whenever", Rule::hook_entry),
    ("after", Rule::hook_entry),
    ("phase", Rule::phase_entry),
    ("example", Rule::example_entry),
];

/// A statement of a ruleset.
enum Setting {
    Value(Ident, Value),
    Note(Text),
}

impl<'a> Reader<'a, '_, '_> {
    /// The items of a file or phase.
    pub(super) fn items(&mut self, block: &'a Block) -> Vec<Item> {
        block.statements().filter_map(|s| self.item(s)).collect()
    }

    fn item(&mut self, statement: &'a Statement) -> Option<Item> {
        let coded = Coded::new(self.source, self.tokens, statement, false);
        let first = coded.words().next()?;
        match HEADS.iter().find(|(word, _)| *word == first) {
            Some(&(_, entry)) => self.coded(&coded, entry, |b, p| b.item(p)),
            None if self.report.is_full() || coded.is_cut => None,
            None => {
                let d = explain::unknown_item(self.source, &coded, &HEADS.map(|h| h.0));
                self.report.push(d);
                None
            }
        }
    }
}

impl Builder<'_, '_, '_, '_> {
    fn item(&mut self, p: P<'_>) -> Option<Item> {
        let mut kids = Kids::of(&p);
        let span = self.span(&p);
        Some(match p.as_rule() {
            Rule::game_entry => {
                let title = self.text(&kids.next()?);
                let meta = kids
                    .take(Rule::block)
                    .map_or_else(Vec::new, |b| self.block(&b, Rule::meta_entry, |b, p| b.meta(p)));
                Item::Game(GameHeader { title, meta, span })
            }
            Rule::extends_entry => Item::Extends(self.text(&kids.next()?), span),
            Rule::option_entry => self.option(kids, span)?,
            Rule::ruleset_entry => self.ruleset(kids, span)?,
            Rule::var_entry => self.var(kids, span)?,
            Rule::mark_entry => {
                let name = self.ident(&kids.next()?);
                let traits = kids.take(Rule::block);
                let traits = traits.map_or_else(Vec::new, |b| self.block(&b, Rule::trait_entry, |b, p| b.trait_(p)));
                Item::Mark(MarkDecl { name, traits, span })
            }
            Rule::let_entry => Item::Let(self.let_(&kids.next()?)?),
            Rule::to_entry => {
                let name = self.ident(&kids.next()?);
                let params = kids.all(Rule::word).iter().map(|w| self.ident(w)).collect();
                let body = self.action_block(&kids.next()?);
                Item::To(Procedure { name, params, body, span })
            }
            Rule::section_entry => self.section(kids, span)?,
            Rule::hook_entry => {
                let kind = hook_kind(words(&kids.next()?))?;
                Item::Hook(Hook {
                    kind,
                    rules: self.block(&kids.next()?, Rule::rule_entry, |b, p| b.rule_item(p)),
                    span,
                })
            }
            Rule::phase_entry => Item::Phase(self.phase(kids, span)?),
            Rule::example_entry => self.example(kids, span)?,
            _ => return None,
        })
    }

    fn section(&mut self, mut kids: Kids<'_>, span: Span) -> Option<Item> {
        let name = kids.next()?;
        let anew = kids.take(Rule::anew);
        let block = kids.next()?;
        let settings = matches!(words(&name), "board" | "sowing");
        if let Some(anew) = anew.as_ref().filter(|_| !settings) {
            self.error(
                &codes::SYNTAX,
                anew,
                "only `board` and `sowing` are kept in part, so only they can begin `anew`",
                "leave out `anew`",
            );
        }
        let anew = anew.map(|a| self.span(&a));
        Some(match words(&name) {
            "pieces" => Item::Pieces(self.block(&block, Rule::piece_entry, |b, p| b.piece(p)), span),
            "board" => {
                let statements = self.block(&block, Rule::board_entry, |b, p| b.board_stmt(p));
                Item::Board(anew.map(BoardStmt::Anew).into_iter().chain(statements).collect(), span)
            }
            "sowing" => {
                let statements = self.block(&block, Rule::sowing_entry, |b, p| b.sowing_stmt(p));
                Item::Sowing(anew.map(SowingStmt::Anew).into_iter().chain(statements).collect(), span)
            }
            "moves" => Item::Moves(self.block(&block, Rule::moves_entry, |b, p| b.moves_stmt(p)), span),
            "round" => Item::Round(self.block(&block, Rule::round_entry, |b, p| b.round_stmt(p)), span),
            "rounds" => Item::Rounds(self.block(&block, Rule::rounds_entry, |b, p| b.rounds_stmt(p)), span),
            "opening" => {
                let lists = self.block(&block, Rule::opening_entry, |b, p| b.opening_stmt(p));
                Item::Opening(lists.into_iter().flatten().collect(), span)
            }
            _ => return None,
        })
    }

    fn meta(&mut self, p: P<'_>) -> Option<(Ident, Vec<Text>)> {
        let mut kids = Kids::of(&p);
        let word = self.ident(&kids.next()?);
        Some((word, kids.all(Rule::text).iter().map(|t| self.text(t)).collect()))
    }

    fn note(&mut self, p: P<'_>) -> Option<Text> {
        let note = Kids::of(&p).next()?;
        Some(self.text(&Kids::of(&note).next()?))
    }

    pub(super) fn value(&mut self, p: &P<'_>) -> Option<Value> {
        let inner = Kids::of(p).next()?;
        Some(match inner.as_rule() {
            Rule::int => Value::Int(self.int(&inner)?, self.span(&inner)),
            _ => Value::Word(self.ident(&inner)),
        })
    }

    fn option(&mut self, mut kids: Kids<'_>, span: Span) -> Option<Item> {
        let name = self.ident(&kids.next()?);
        let values = kids.all(Rule::value).iter().map(|v| self.value(v)).collect::<Option<Vec<_>>>()?;
        let range = match (kids.take(Rule::int), kids.take(Rule::int)) {
            (Some(lo), Some(hi)) => Some((self.int(&lo)?, self.int(&hi)?)),
            _ => None,
        };
        let notes =
            kids.take(Rule::block).map_or_else(Vec::new, |b| self.block(&b, Rule::note_entry, |b, p| b.note(p)));
        Some(Item::Option(OptionDecl { name, values, range, notes, span }))
    }

    fn ruleset(&mut self, mut kids: Kids<'_>, span: Span) -> Option<Item> {
        let name = self.text(&kids.next()?);
        let mut settings = Vec::new();
        let mut notes = Vec::new();
        for setting in self.block(&kids.next()?, Rule::setting_entry, |b, p| b.setting(p)) {
            match setting {
                Setting::Value(name, value) => settings.push((name, value)),
                Setting::Note(note) => notes.push(note),
            }
        }
        Some(Item::Ruleset(Ruleset { name, settings, notes, span }))
    }

    fn setting(&mut self, p: P<'_>) -> Option<Setting> {
        let mut kids = Kids::of(&p);
        if let Some(note) = kids.take(Rule::note) {
            return Some(Setting::Note(self.text(&Kids::of(&note).next()?)));
        }
        let name = self.ident(&kids.next()?);
        Some(Setting::Value(name, self.value(&kids.next()?)?))
    }

    fn var(&mut self, mut kids: Kids<'_>, span: Span) -> Option<Item> {
        let word = kids.next()?;
        let name = self.new_name(&word);
        let scope = match kids.take(Rule::scope).as_ref().map(words) {
            None => VarScope::Game,
            Some("per player") => VarScope::Player,
            Some(_) => VarScope::Pit,
        };
        let life = kids.take(Rule::life).and_then(|l| life(words(&l)));
        let init = self.num(&kids.next()?)?;
        let range = match (kids.take(Rule::sum), kids.take(Rule::sum)) {
            (Some(lo), Some(hi)) => Some((self.num(&lo)?, self.num(&hi)?)),
            _ => None,
        };
        Some(Item::Var(VarDecl { name, scope, life, init, range, span }))
    }

    fn trait_(&mut self, p: P<'_>) -> Option<(Trait, Span)> {
        let span = self.span(&p);
        let first = Kids::of(&p).next()?;
        if first.as_rule() == Rule::sum {
            return Some((Trait::PerPlayer(self.num(&first)?), span));
        }
        let kind = match words(&first) {
            "never started" => Trait::NeverStarted,
            "never lifted" => Trait::NeverLifted,
            "never captured" => Trait::NeverCaptured,
            "skipped" => Trait::Skipped,
            "ends the lap" => Trait::EndsTheLap,
            "collects for its maker" => Trait::CollectsForMaker,
            "collects for its owner" => Trait::CollectsForOwner,
            "until emptied" => Trait::Until(Life::Emptied),
            "until end of the maker's next turn" => Trait::Until(Life::MakersTurn),
            until => Trait::Until(life(until.strip_prefix("until end of ")?)?),
        };
        Some((kind, span))
    }

    pub(super) fn let_(&mut self, p: &P<'_>) -> Option<LetDecl> {
        let mut kids = Kids::of(p);
        let word = kids.next()?;
        let name = self.new_name(&word);
        let param = kids.take(Rule::word).map(|w| self.new_name(&w));
        let body = self.let_body(&kids.next()?)?;
        Some(LetDecl { name, param, body, span: self.span(p) })
    }

    fn let_body(&mut self, expr: &P<'_>) -> Option<LetBody> {
        Some(match super::place::shape(expr) {
            super::place::Shape::Place => LetBody::Ref(self.place(expr)?),
            super::place::Shape::Number => LetBody::Num(self.num(expr)?),
            super::place::Shape::Condition => LetBody::Cond(self.cond(expr)?),
        })
    }

    fn piece(&mut self, p: P<'_>) -> Option<PieceDecl> {
        let mut kids = Kids::of(&p);
        let name = self.ident(&kids.next()?);
        let each_player = kids.has(Rule::of_each);
        Some(PieceDecl { name, each_player, worth: self.num(&kids.next()?)?, span: self.span(&p) })
    }

    fn phase(&mut self, mut kids: Kids<'_>, span: Span) -> Option<Phase> {
        let name = self.ident(&kids.next()?);
        let each_player = words(&kids.next()?) == "each player";
        let while_ = match kids.take(Rule::expr) {
            Some(expr) => Some(self.cond(&expr)?),
            None => None,
        };
        let block = kids.next()?;
        let items = self.coded.block(block.as_span().start()).map_or_else(Vec::new, |b| self.reader.items(b));
        Some(Phase { name, each_player, while_, items, span })
    }

    /// A name that is declared here. A word that always means something else can't be one.
    pub(super) fn new_name(&mut self, word: &P<'_>) -> Ident {
        let taken = [
            "here",
            "start",
            "it",
            "hand",
            "nobody",
            "lap",
            "turn",
            "round",
            "next",
            "previous",
            "neighbour",
            "opposite",
            "taken",
            "kept",
            "last",
            "otherwise",
            "empty",
            "occupied",
            "single",
            "mine",
            "theirs",
            "closed",
            "reached",
            "marked",
            "and",
            "or",
            "not",
            "then",
            "else",
            "is",
            "are",
            "was",
            "were",
            "holds",
            "hold",
            "where",
            "while",
            "but",
            "of",
            "mod",
            "when",
            "unless",
            "if",
            "my",
            "their",
            "a",
            "an",
            "any",
            "none",
            "the",
        ];
        let name = self.ident(word);
        if taken.contains(&name.text.as_str()) {
            self.error(
                &codes::SYNTAX,
                word,
                format!("`{}` is a word of the language and can't be a name here", name.text),
                format!("take another name, such as `the-{0}` or `{0}s`", name.text),
            );
        }
        name
    }
}

fn life(word: &str) -> Option<Life> {
    Some(match word {
        "lap" => Life::Lap,
        "move" => Life::Move,
        "turn" => Life::Turn,
        "round" => Life::Round,
        "match" => Life::Match,
        _ => return None,
    })
}

fn hook_kind(words: &str) -> Option<HookKind> {
    Some(match words {
        "before move" => HookKind::BeforeMove,
        "each lap" => HookKind::EachLap,
        "each seed" => HookKind::EachSeed,
        "landing" => HookKind::Landing,
        "whenever" => HookKind::Whenever,
        "after move" => HookKind::AfterMove,
        "after turn" => HookKind::AfterTurn,
        _ => return None,
    })
}
