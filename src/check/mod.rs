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
mod extends;
mod hooks;
mod lints;
mod merge;
mod moves;
mod names;
mod nums;
mod paste;
mod phases;
mod ratchet;
mod refs;
mod round;
mod rounds;

use crate::diagnostic::{Diagnostic, Severity, Sink, codes};
use crate::ir;
use crate::source::{Files, NoFiles, Source, Sources, Span};
use crate::syntax::{self, ast};

pub use extends::{bundled_game, other_names};
use names::Names;

/// What came of a file.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The game, if no diagnostic is an error.
    pub game: Option<ir::Game>,
    /// All diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The text, and the texts of the files that it extends.
    pub sources: Sources,
}

/// Parses and checks a file that extends none, or a bundled one.
#[must_use]
pub fn check(source: &Source) -> Checked {
    check_with(source, &NoFiles)
}

/// Parses and checks a file; `files` finds those that it extends by a path.
#[must_use]
pub fn check_with(source: &Source, files: &dyn Files) -> Checked {
    let mut sink = Sink::new();
    let mut sources = Sources::from(source.clone());
    let file = syntax::parse(&sources.all()[0], &mut sink);
    let unread = sink.clone();
    let extends = extends::statement(&file).map(|(_, span)| span);
    let whole = extends::whole(file, &mut sources, files, &mut sink);
    let mut twice = Vec::new();
    let game = whole.and_then(|file| {
        let mut lower = Lower::new(&sources, &mut sink, &file, unread.has_errors());
        let game = lower.file(&file);
        twice = std::mem::take(&mut lower.names.twice);
        game
    });
    let game = if sink.has_errors() { None } else { game };
    let mut diagnostics = sink.finish();
    diagnostics.retain(|d| !follows(d, &twice, &sources));
    if let Some(extends) = extends {
        diagnostics = from_here(diagnostics, extends);
    }
    consequences::drop(&sources.all()[0], &unread.finish(), &mut diagnostics);
    Checked { game, diagnostics, sources }
}

/// Whether a message about a name only follows from its having been declared twice.
fn follows(d: &Diagnostic, twice: &[String], sources: &Sources) -> bool {
    let of_a_name = [&codes::UNKNOWN_NAME, &codes::WRONG_KIND, &codes::BAD_OPTION].contains(&d.code);
    of_a_name && sources.of(d.span).is_some_and(|s| twice.iter().any(|t| t == s.slice(d.span)))
}

/// What is said of another file's text is said to those who extend it: warnings are that file's own
/// business; an error is one only because of what this file says, and mostly shows in many places.
fn from_here(all: Vec<Diagnostic>, extends: Span) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> = Vec::new();
    for d in all {
        if d.span.file == 0 {
            out.push(d);
        } else if d.severity() == Severity::Error && !out.iter().any(|o| o.span.file > 0 && o.message == d.message) {
            out.push(d.also(extends, "taken over by this; what the file says doesn't go with it"));
        }
    }
    out
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
    /// `rounds`: a round is over.
    Rounds,
}

/// A name that holds only within a block.
#[derive(Clone, Debug)]
enum Local {
    Place(ir::Place),
    Num(ir::Num),
    /// A `let` of a list of actions.
    Let(names::LetKind),
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
    sources: &'a Sources,
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
    /// What the next round puts in a pit, and what is added to a player's seeds before they are counted
    /// by pits; while `rounds` is read.
    a_pit: Option<(ir::Num, ir::Num)>,
    /// Bytes pasted in for names so far.
    pasted: usize,
}

impl<'a> Lower<'a> {
    fn new(sources: &'a Sources, sink: &'a mut Sink, file: &'a ast::File, unread: bool) -> Lower<'a> {
        let names = Names::collect(file, sink);
        Lower {
            sources,
            sink,
            names,
            unread,
            lets: Vec::new(),
            choices: Vec::new(),
            options: Vec::new(),
            vars: Vec::new(),
            rules: 0,
            slots: 0,
            a_pit: None,
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
        let pieces = self.piece_decls();
        self.file_lets(file);
        let board = self.board(file)?;
        let phases = self.phases(file);
        let round = self.round(file);
        let opening = self.opening(file);
        let rounds = self.rounds(file);
        let examples = self.examples(file, &options);
        let game = ir::Game {
            format: ir::FORMAT,
            file: self.sources.all().first().map_or_else(String::new, |s| s.name().to_owned()),
            extends: self.sources.all().iter().skip(1).map(|s| s.name().to_owned()).collect(),
            header,
            options,
            rulesets,
            players: self.names.players.clone(),
            player_count: Some(self.player_count()).filter(|n| !matches!(n, ir::Num::Const(_))),
            board,
            pieces,
            vars,
            marks,
            lets: std::mem::take(&mut self.lets),
            phases,
            choices: std::mem::take(&mut self.choices),
            round,
            opening,
            rounds,
            rule_count: self.rules,
            slots: self.slots,
            examples,
        };
        lints::lint(&game, file, &self.names, self.sources.all().len() > 1, self.sink);
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

    /// Said twice: names both lines.
    fn twice(&mut self, what: &str, first: Span, second: Span) {
        self.sink.push(
            Diagnostic::new(&codes::DUPLICATE, second, format!("{what} is said twice, {}", lines(first, second)))
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
        for line in self.sources.of(span).map_or("", |s| s.slice(span)).lines() {
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

/// In which lines two things stand.
fn lines(first: Span, second: Span) -> String {
    if first.file == second.file {
        format!("in line {} and in line {}", first.line, second.line)
    } else {
        format!("in line {} and in line {} of the file that is extended", second.line, first.line)
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
