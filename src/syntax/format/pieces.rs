//! A statement as pieces: words with or without a blank before them, blocks, comments.

use super::{Inside, Printer};
use crate::syntax::document::{Block, Part, Statement};
use crate::syntax::lex::{Kind, Token};
use crate::syntax::parse::{is_moves, position_items};

/// A piece of a statement.
pub(super) enum Piece<'b> {
    /// A word or sign.
    Word(Word),
    /// A block in braces.
    Block(&'b Block),
    /// A comment, and whether it stands on a line of its own.
    Comment(String, bool),
}

/// A word or sign.
pub(super) struct Word {
    /// As printed.
    pub text: String,
    /// The blanks before it.
    pub blanks: usize,
    /// In how many parentheses it stands.
    pub depth: usize,
    /// Whether a line may begin with it.
    pub may_begin: bool,
}

impl Printer<'_> {
    /// The pieces of a statement, without comments after its end.
    pub(super) fn pieces<'b>(&self, statement: &'b Statement, inside: Inside) -> Vec<Piece<'b>> {
        let moves = inside == Inside::Example && is_moves(self.source, self.tokens, statement);
        let items = match inside {
            Inside::Example if !moves => position_items(self.source, self.tokens, statement),
            _ => Vec::new(),
        };
        let mut words =
            Words { printer: self, moves, items, position: inside == Inside::Example, before: Vec::new(), depth: 0 };
        let end = statement.parts.iter().rposition(|p| !matches!(p, Part::Comment(_))).map_or(0, |i| i + 1);
        statement.parts[..end]
            .iter()
            .map(|part| match part {
                Part::Token(i) => Piece::Word(words.word(&self.tokens[*i])),
                Part::Block(block) => {
                    words.before.clear();
                    Piece::Block(block)
                }
                Part::Comment(i) => Piece::Comment(self.comment(*i), self.own_line(*i)),
            })
            .collect()
    }

    /// The comments after a statement's end, on its line.
    pub(super) fn trailing(&self, statement: &Statement) -> Option<String> {
        let comments: Vec<String> = statement
            .parts
            .iter()
            .rev()
            .map_while(|p| if let Part::Comment(i) = p { Some(self.comment(*i)) } else { None })
            .collect();
        (!comments.is_empty()).then(|| comments.into_iter().rev().collect::<Vec<_>>().join(" "))
    }

    pub(super) fn comment(&self, i: usize) -> String {
        self.tokens[i].text(self.source).trim_end().to_owned()
    }

    /// Whether nothing but blanks stands before a token on its line.
    fn own_line(&self, i: usize) -> bool {
        i == 0 || self.tokens[i - 1].kind == Kind::Newline
    }
}

struct Words<'p, 'a> {
    printer: &'p Printer<'a>,
    /// Signs belong to the words that they touch.
    moves: bool,
    /// Where the items of a position begin.
    items: Vec<usize>,
    /// A minus may be a closed pit.
    position: bool,
    /// The words before, as written.
    before: Vec<String>,
    depth: usize,
}

impl Words<'_, '_> {
    fn word(&mut self, token: &Token) -> Word {
        let raw = token.text(self.printer.source);
        if raw == ")" {
            self.depth = self.depth.saturating_sub(1);
        }
        let blanks = self.blanks(token, raw);
        let after_comma = self.depth == 0 && self.last() == ",";
        let may_begin = !self.moves
            && !self.position
            && (matches!(raw, "and" | "or" | "=>" | "then" | "else" | "|") || after_comma);
        let word = Word { text: self.spelling(raw), blanks, depth: self.depth, may_begin };
        if raw == "(" {
            self.depth += 1;
        }
        self.before.push(raw.to_owned());
        word
    }

    fn last(&self) -> &str {
        self.before.last().map_or("", String::as_str)
    }

    fn blanks(&self, token: &Token, raw: &str) -> usize {
        let last = self.last();
        if self.before.is_empty() {
            return 1;
        }
        if self.moves {
            return usize::from(!token.glued);
        }
        if self.items.contains(&token.start) {
            return 2;
        }
        let tight = matches!(raw, ")" | "," | ":" | ".." | ";")
            || matches!(last, "(" | "..")
            || raw == "(" && matches!(last, "min" | "max")
            || last == "-" && self.is_sign_of_number();
        usize::from(!tight)
    }

    /// Whether the minus before belongs to the number after it.
    fn is_sign_of_number(&self) -> bool {
        let before = self.before.len().checked_sub(2).map_or("", |i| self.before[i].as_str());
        match before {
            "=" | "(" | ".." | "," | "!=" | "<" | ">" | "<=" | ">=" | "+" | "*" | "/" => true,
            "-" | "" => !self.position,
            "to" | "is" | "are" | "was" | "were" | "holds" | "hold" | "least" | "most" | "than" | "then" | "else"
            | "and" | "or" | "not" | "put" | "add" | "in" => !self.position,
            _ => false,
        }
    }

    /// The one spelling of a word that has two.
    fn spelling(&self, raw: &str) -> String {
        let verb = |w: &str| matches!(w, "is" | "are" | "was" | "were" | "holds" | "hold");
        let mut before = self.before.iter().rev().map(String::as_str).skip_while(|&w| w == "not");
        let after_verb = before.next().is_some_and(verb);
        match raw {
            "anticlockwise" if !self.moves => "counterclockwise",
            ">=" if after_verb => "at least",
            "<=" if after_verb => "at most",
            ">" if after_verb => "more than",
            "<" if after_verb => "fewer than",
            _ => raw,
        }
        .to_owned()
    }
}
