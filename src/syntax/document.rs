//! Tokens to statements and blocks, whatever they hold.

use pest::Parser;
use pest::iterators::Pair;

use super::lex::{Kind, Token};
use crate::source::Source;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/document.pest"]
struct Shape;

/// Something in a block.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// A statement.
    Statement(Statement),
    /// A comment on lines of its own: its token.
    Comment(usize),
}

/// A statement: its parts, at least one of them a token or block.
#[derive(Clone, Debug, Default)]
pub(super) struct Statement {
    /// Its parts, in order.
    pub parts: Vec<Part>,
}

/// A part of a statement.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// A token.
    Token(usize),
    /// A block in braces.
    Block(Block),
    /// A comment within or after the statement.
    Comment(usize),
}

/// What stands between braces, or the whole file.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// The opening brace; the first token of the file for the whole.
    pub open: usize,
    /// The closing brace.
    pub close: usize,
    /// Statements and comments.
    pub entries: Vec<Entry>,
}

impl Block {
    /// Its statements.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.entries.iter().filter_map(|e| match e {
            Entry::Statement(s) => Some(s),
            Entry::Comment(_) => None,
        })
    }
}

impl Part {
    /// Its first token.
    pub fn first(&self) -> usize {
        match self {
            Part::Token(t) | Part::Comment(t) => *t,
            Part::Block(b) => b.open,
        }
    }

    /// Its last token.
    pub fn last(&self) -> usize {
        match self {
            Part::Token(t) | Part::Comment(t) => *t,
            Part::Block(b) => b.close,
        }
    }
}

/// The file's tree.
pub(super) fn document(source: &Source, tokens: &[Token]) -> Block {
    let coded: String = tokens.iter().map(|t| code(source, t)).collect();
    let Ok(mut pairs) = Shape::parse(Rule::document, &coded) else {
        // Balanced brackets of bounded depth always fit.
        return Block::default();
    };
    pairs.next().map(block).unwrap_or_default()
}

fn code(source: &Source, token: &Token) -> char {
    match token.kind {
        _ if token.dropped => '~',
        Kind::Newline if token.ends => ';',
        Kind::Newline => '~',
        Kind::Comment => '#',
        Kind::Sign | Kind::Closer => match token.text(source) {
            "{" => '{',
            "}" => '}',
            ";" => ';',
            _ => '.',
        },
        _ => '.',
    }
}

fn block(pair: Pair<'_, Rule>) -> Block {
    let span = pair.as_span();
    let entries = pair
        .into_inner()
        .filter_map(|p| match p.as_rule() {
            Rule::statement => Some(Entry::Statement(statement(p))),
            Rule::comment => Some(Entry::Comment(p.as_span().start())),
            _ => None,
        })
        .collect();
    Block { open: span.start(), close: span.end().saturating_sub(1), entries }
}

fn statement(pair: Pair<'_, Rule>) -> Statement {
    let parts = pair
        .into_inner()
        .filter_map(|p| match p.as_rule() {
            Rule::token => Some(Part::Token(p.as_span().start())),
            Rule::comment => Some(Part::Comment(p.as_span().start())),
            Rule::block => Some(Part::Block(block(p))),
            _ => None,
        })
        .collect();
    Statement { parts }
}
