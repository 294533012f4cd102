//! From the syntax tree to the IR: names, kinds, sugar; and what can be told without playing.
//!
//! [`check`] reads a whole file and reports everything that is wrong with it. Where nothing is an
//! error, the IR comes out. What only laying out the board or playing shows (a pit that a board of
//! that size doesn't have, an example that fails) is the engine's and `analyse`'s to tell.

mod actions;
mod always;
mod board;
mod conds;
mod consequences;
mod decls;
mod examples;
mod hooks;
mod lints;
mod moves;
mod names;
mod nums;
mod paste;
mod refs;
mod round;

use crate::diagnostic::{Diagnostic, Sink, codes};
use crate::ir;
use crate::source::{Source, Span};
use crate::syntax::{self, ast};

use names::Names;

/// What came of a file.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The game, if no diagnostic is an error.
    pub game: Option<ir::Game>,
    /// All diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses and checks a file.
#[must_use]
pub fn check(source: &Source) -> Checked {
    let mut sink = Sink::new();
    let file = syntax::parse(source, &mut sink);
    let unread = sink.clone();
    let game = Lower::new(source, &mut sink, &file, unread.has_errors()).file(&file);
    let game = if sink.has_errors() { None } else { game };
    let mut diagnostics = sink.finish();
    consequences::drop(source, &unread.finish(), &mut diagnostics);
    Checked { game, diagnostics }
}

/// In which part of a file an expression stands: what its left-out subject is, and what it may
/// speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    /// `board`: nothing has been played.
    Board,
    /// `sowing`: each step.
    Sowing,
    /// `moves`: before a move.
    Moves,
    /// A hook.
    Hook(ast::HookKind),
    /// A `let` of the file: wherever it is used.
    Let,
    /// `round`: a player is about to choose.
    Round,
}

/// A name that holds only within a block.
#[derive(Clone, Debug)]
enum Local {
    Place(ir::Place),
    Num(ir::Num),
}

/// Where an expression stands.
#[derive(Clone, Debug)]
struct Ctx {
    room: Room,
    /// Within `where` or `while`: the left-out subject is the pit under test.
    testing: bool,
    locals: Vec<(String, Local)>,
    /// Slots in use.
    slots: u8,
    /// Procedures being pasted in.
    calls: Vec<String>,
    /// In `round`: whether `a player` or `a side` stands in the condition.
    bound: bool,
}

impl Ctx {
    fn new(room: Room) -> Ctx {
        Ctx { room, testing: false, locals: Vec::new(), slots: 0, calls: Vec::new(), bound: false }
    }

    fn testing(&self) -> Ctx {
        Ctx { testing: true, ..self.clone() }
    }

    fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|(n, _)| n == name).map(|(_, l)| l)
    }

    fn with(&self, name: &str, local: Local) -> Ctx {
        let mut ctx = self.clone();
        ctx.locals.push((name.to_owned(), local));
        ctx
    }
}

/// The work in hand.
struct Lower<'a> {
    source: &'a Source,
    sink: &'a mut Sink,
    names: Names<'a>,
    /// A part of the file couldn't be read, so what seems missing may be there.
    unread: bool,
    lets: Vec<ir::Let>,
    choices: Vec<ir::Choice>,
    options: Vec<ir::OptionDecl>,
    vars: Vec<ir::VarDecl>,
    rules: u32,
    slots: u8,
    /// Bytes pasted in for names so far.
    pasted: usize,
}

impl<'a> Lower<'a> {
    fn new(source: &'a Source, sink: &'a mut Sink, file: &'a ast::File, unread: bool) -> Lower<'a> {
        let names = Names::collect(file, sink);
        Lower {
            source,
            sink,
            names,
            unread,
            lets: Vec::new(),
            choices: Vec::new(),
            options: Vec::new(),
            vars: Vec::new(),
            rules: 0,
            slots: 0,
            pasted: 0,
        }
    }

    fn file(&mut self, file: &'a ast::File) -> Option<ir::Game> {
        self.sections_once(file);
        let header = self.header(file);
        let options = self.options();
        self.options.clone_from(&options);
        let rulesets = self.rulesets(file, &options);
        let vars = self.vars();
        self.vars.clone_from(&vars);
        let marks = self.marks();
        self.file_lets(file);
        let board = self.board(file)?;
        let mut sowing = self.sowing(file);
        let mut moves = self.moves(file);
        let mut hooks = self.hooks(file);
        self.mark_traits(&mut sowing, &mut moves, &mut hooks);
        let round = self.round(file);
        self.later_sections(file);
        let examples = self.examples(file, &options);
        let game = ir::Game {
            format: ir::FORMAT,
            file: self.source.name().to_owned(),
            header,
            options,
            rulesets,
            players: self.names.players.clone(),
            board,
            vars,
            marks,
            lets: std::mem::take(&mut self.lets),
            phases: vec![ir::Phase {
                name: None,
                each_player: false,
                while_: ir::Cond::Const(true),
                sowing,
                moves,
                hooks,
            }],
            choices: std::mem::take(&mut self.choices),
            round,
            opening: None,
            rounds: None,
            rule_count: self.rules,
            slots: self.slots,
            examples,
        };
        lints::lint(&game, file, &self.names, self.sink);
        Some(game)
    }

    /// Sections of which there is one are said once; hooks, phases and examples may be repeated.
    fn sections_once(&mut self, file: &ast::File) {
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for item in &file.items {
            let (name, span) = match item {
                ast::Item::Game(g) => ("game", g.span),
                ast::Item::Board(_, s) => ("board", *s),
                ast::Item::Sowing(_, s) => ("sowing", *s),
                ast::Item::Moves(_, s) => ("moves", *s),
                ast::Item::Round(_, s) => ("round", *s),
                ast::Item::Rounds(_, s) => ("rounds", *s),
                ast::Item::Opening(_, s) => ("opening", *s),
                ast::Item::Pieces(_, s) => ("pieces", *s),
                _ => continue,
            };
            match seen.iter().find(|(n, _)| *n == name) {
                Some(&(_, first)) => self.twice(&format!("the section `{name}`"), first, span),
                None => seen.push((name, span)),
            }
        }
    }

    /// Sections that are parsed and not built yet.
    fn later_sections(&mut self, file: &ast::File) {
        for item in &file.items {
            let (what, span) = match item {
                ast::Item::Extends(_, s) => ("`extends`", *s),
                ast::Item::Pieces(_, s) => ("`pieces`: two kinds of piece", *s),
                ast::Item::Opening(_, s) => ("`opening`", *s),
                ast::Item::Phase(p) => ("`phase`", p.span),
                ast::Item::Rounds(_, s) => {
                    self.sink.push(
                        Diagnostic::new(&codes::ROUNDS_LEFT_OUT, *s, "`rounds` is not built yet")
                            .label("left out when the game is played")
                            .help("the game is played as one round; everything else in the file counts"),
                    );
                    continue;
                }
                _ => continue,
            };
            self.not_built(what, span);
        }
    }

    fn not_built(&mut self, what: &str, span: Span) {
        self.sink.push(
            Diagnostic::new(&codes::NOT_BUILT, span, format!("{what} is not built yet"))
                .label("understood, but Sower can't play it yet"),
        );
    }

    /// Said twice: names both lines.
    fn twice(&mut self, what: &str, first: Span, second: Span) {
        self.sink.push(
            Diagnostic::new(
                &codes::DUPLICATE,
                second,
                format!("{what} is said twice, in line {} and in line {}", first.line, second.line),
            )
            .label("said again here")
            .also(first, "first said here")
            .help("keep one of the two"),
        );
    }

    fn error(&mut self, code: &'static crate::diagnostic::Code, span: Span, message: impl Into<String>, help: &str) {
        self.sink.push(Diagnostic::new(code, span, message).help(help));
    }

    /// A section or statement that the file must have; not reported where a part of the file
    /// couldn't be read, for that may be it.
    fn missing(&mut self, span: Span, message: impl Into<String>, help: &str) {
        if !self.unread {
            self.error(&codes::MISSING, span, message, help);
        }
    }

    /// Takes the number of the next rule.
    fn rule_id(&mut self) -> u32 {
        self.rules += 1;
        self.rules - 1
    }

    /// Takes a slot for a loop or choice.
    fn slot(&mut self, ctx: &mut Ctx, span: Span) -> u8 {
        let slot = ctx.slots;
        if slot >= MAX_SLOTS {
            self.error(
                &codes::BAD_NUMBER,
                span,
                format!("more than {MAX_SLOTS} loops and choices lie inside each other"),
                "take one of them out of the others",
            );
            return 0;
        }
        ctx.slots += 1;
        self.slots = self.slots.max(ctx.slots);
        slot
    }

    /// The words of a piece of the file on one line, without comments.
    fn words(&self, span: Span) -> String {
        let mut out = String::new();
        for line in self.source.slice(span).lines() {
            let line = strip_comment(line);
            for word in line.split_whitespace() {
                if !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(word);
            }
        }
        out
    }
}

/// Loops and choices inside each other at most.
const MAX_SLOTS: u8 = 8;

/// A line without its comment; a `#` inside quotation marks is none.
fn strip_comment(line: &str) -> &str {
    let mut quoted = false;
    let mut escaped = false;
    for (i, c) in line.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..i],
            _ => {}
        }
    }
    line
}
