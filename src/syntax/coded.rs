//! A statement in the form that `grammar/rules.pest` reads, and the way back to the text.

use super::document::{Block, Part, Statement};
use super::lex::{Kind, Token};
use crate::source::{Source, Span};

/// A statement as a coded line.
pub(super) struct Coded<'a> {
    /// The line: tokens with one blank after each.
    pub line: String,
    /// For each token of the line: where it starts in the line, and its bytes in the file.
    pieces: Vec<Piece>,
    /// The blocks, by where `{} ` stands in the line.
    blocks: Vec<(usize, &'a Block)>,
    /// Whether something was dropped from it, with a message.
    pub is_cut: bool,
}

struct Piece {
    at: usize,
    start: usize,
    end: usize,
}

impl<'a> Coded<'a> {
    /// Codes a statement. In an example's moves what touches is one word.
    pub fn new(source: &Source, tokens: &[Token], statement: &'a Statement, moves: bool) -> Coded<'a> {
        let mut coded = Coded { line: String::new(), pieces: Vec::new(), blocks: Vec::new(), is_cut: false };
        coded.is_cut = is_cut(tokens, statement);
        let mut end = usize::MAX;
        for part in &statement.parts {
            match part {
                Part::Comment(_) => {}
                Part::Block(block) => {
                    coded.blocks.push((coded.line.len(), block));
                    coded.push("{}", tokens[block.open].start, tokens[block.close].end);
                }
                Part::Token(i) => {
                    let token = &tokens[*i];
                    let text = token.text(source);
                    if moves && end == token.start {
                        coded.extend(text, token.end);
                    } else if token.kind == Kind::Text {
                        coded.push(&format!("\"{i}"), token.start, token.end);
                    } else {
                        coded.push(text, token.start, token.end);
                    }
                    end = token.end;
                }
            }
        }
        coded
    }

    fn push(&mut self, text: &str, start: usize, end: usize) {
        self.pieces.push(Piece { at: self.line.len(), start, end });
        self.line.push_str(text);
        self.line.push(' ');
    }

    fn extend(&mut self, text: &str, end: usize) {
        self.line.pop();
        self.line.push_str(text);
        self.line.push(' ');
        if let Some(piece) = self.pieces.last_mut() {
            piece.end = end;
        }
    }

    /// Whether nothing is left of it.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The bytes of the file behind `from..to` of the line.
    pub fn span(&self, source: &Source, from: usize, to: usize) -> Span {
        let first = self.pieces.partition_point(|p| p.at <= from).saturating_sub(1);
        let last = self.pieces.partition_point(|p| p.at < to).max(first + 1) - 1;
        match (self.pieces.get(first), self.pieces.get(last)) {
            (Some(f), Some(l)) => source.span(f.start, l.end),
            _ => Span::default(),
        }
    }

    /// The place just after the statement.
    pub fn end(&self, source: &Source) -> Span {
        let end = self.pieces.last().map_or(0, |p| p.end);
        source.span(end, end)
    }

    /// The whole statement.
    pub fn whole(&self, source: &Source) -> Span {
        self.span(source, 0, self.line.len())
    }

    /// The block that stands at that place of the line.
    pub fn block(&self, at: usize) -> Option<&'a Block> {
        self.blocks.iter().find(|b| b.0 == at).map(|b| b.1)
    }

    /// The first words of the line.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.line.split_ascii_whitespace()
    }
}

/// Whether something was dropped between the parts of a statement, or next to it.
fn is_cut(tokens: &[Token], statement: &Statement) -> bool {
    let firsts = statement.parts.iter().map(Part::first).chain([tokens.len()]);
    let mut after = 0;
    let mut lasts = statement.parts.iter().map(Part::last);
    for (i, first) in firsts.enumerate() {
        let between = &tokens[after..first];
        let near = |t: &&Token| t.dropped || t.kind == Kind::Comment;
        let cut = match i {
            0 => between.iter().rev().take_while(near).any(|t| t.dropped),
            _ if first == tokens.len() => between.iter().take_while(near).any(|t| t.dropped),
            _ => between.iter().any(|t| t.dropped),
        };
        if cut {
            return true;
        }
        after = lasts.next().map_or(after, |last| last + 1);
    }
    false
}
