//! Lines, blocks and their indentation.

use crate::ir::Game;
use crate::source::{Span, display_width};

/// Columns of a line, its comment aside.
const WIDTH: usize = 100;

/// A text being written.
#[derive(Default)]
pub(super) struct Page {
    out: String,
    depth: usize,
    /// The files' names, by [`Span::file`].
    files: Vec<String>,
}

/// A rule: `COND => ACTIONS`.
pub(super) struct Entry {
    /// What stands before `=>`, in pieces between which a long line may be broken; the first
    /// piece, then ones that begin with their `and` or `or`.
    pub(super) cond: Vec<String>,
    /// What stands behind, one piece an action.
    pub(super) actions: Vec<String>,
    /// Where it stands.
    pub(super) place: Span,
}

impl Page {
    /// An empty one for a game.
    pub(super) fn new(game: &Game) -> Page {
        let files = std::iter::once(&game.file).chain(&game.extends).map(|name| {
            let short = name.rsplit(['/', '\\']).next().unwrap_or(name);
            short.to_owned()
        });
        Page { files: files.collect(), ..Page::default() }
    }

    /// The whole text.
    pub(super) fn finish(self) -> String {
        self.out
    }

    /// A statement.
    pub(super) fn say(&mut self, text: &str) {
        self.out += &"  ".repeat(self.depth);
        self.out += text;
        self.out.push('\n');
    }

    /// A statement and its line in the file.
    pub(super) fn say_at(&mut self, text: &str, place: Span) {
        self.say(&self.with_place(text, place));
    }

    /// A text with its place as a comment, where it has one: the line, and another file's name.
    fn with_place(&self, text: &str, place: Span) -> String {
        match (place.line, place.file) {
            (0, _) => text.to_owned(),
            (line, 0) => format!("{text}  # line {line}"),
            (line, file) => {
                let name = self.files.get(usize::from(file)).map_or("", String::as_str);
                format!("{text}  # {name}, line {line}")
            }
        }
    }

    /// Begins a block.
    pub(super) fn open(&mut self, head: &str) {
        self.say(&format!("{head} {{"));
        self.depth += 1;
    }

    /// Ends it.
    pub(super) fn close(&mut self) {
        self.depth -= 1;
        self.say("}");
    }

    /// A block on one line if it is short, or else a statement a line.
    pub(super) fn block(&mut self, head: &str, statements: &[String]) {
        let whole = format!("{head} {{ {} }}", statements.join("; "));
        if self.fits(&whole) && !statements.iter().any(|s| s.contains('#')) {
            return self.say(&whole);
        }
        self.open(head);
        for s in statements {
            self.say(s);
        }
        self.close();
    }

    /// Rules, their `=>` under each other where all fit.
    pub(super) fn rules(&mut self, entries: &[Entry]) {
        let conds: Vec<String> = entries.iter().map(|e| e.cond.join(" ")).collect();
        let widest = conds.iter().map(|c| display_width(c)).max().unwrap_or(0);
        let fit = |(c, e): (&String, &Entry)| self.fits(&format!("{c} => {}", e.actions.join(" then ")));
        let all_fit = conds.iter().zip(entries).all(fit);
        let pad = |c: &str, e: &Entry| {
            let blanks = " ".repeat(widest - display_width(c));
            format!("{c}{blanks} => {}", e.actions.join(" then "))
        };
        let aligned = all_fit && conds.iter().zip(entries).all(|(c, e)| self.fits(&pad(c, e)));
        for (cond, e) in conds.iter().zip(entries) {
            let whole = format!("{cond} => {}", e.actions.join(" then "));
            if aligned {
                self.say_at(&pad(cond, e), e.place);
            } else if self.fits(&whole) {
                self.say_at(&whole, e.place);
            } else {
                self.broken(cond, e);
            }
        }
    }

    /// A rule on several lines.
    fn broken(&mut self, cond: &str, e: &Entry) {
        if self.fits(cond) {
            self.say(cond);
        } else {
            self.pieces(e.cond.iter().map(String::as_str));
        }
        self.depth += 1;
        let whole = format!("=> {}", e.actions.join(" then "));
        if self.fits(&whole) {
            self.say_at(&whole, e.place);
        } else {
            let last = e.actions.len().saturating_sub(1);
            for (i, action) in e.actions.iter().enumerate() {
                let joint = if i == 0 { "=>" } else { "then" };
                self.say_at(&format!("{joint} {action}"), if i == last { e.place } else { Span::default() });
            }
        }
        self.depth -= 1;
    }

    fn pieces<'a>(&mut self, pieces: impl Iterator<Item = &'a str>) {
        for (i, piece) in pieces.enumerate() {
            self.say(&format!("{}{piece}", if i == 0 { "" } else { "  " }));
        }
    }

    fn fits(&self, text: &str) -> bool {
        2 * self.depth + display_width(text) <= WIDTH
    }
}
