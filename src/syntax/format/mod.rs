//! Text to formatted text.
//!
//! It works on tokens and blocks, not on the tree, so that every comment stays. What a line says is
//! never changed, apart from a few words that have a second spelling.
//!
//! A block stays on one line when it fits, holds no comment, and its first statement stood on the
//! line of its brace; so an author opens a block by a newline after `{`.

mod layout;
mod pieces;

use super::document::{Block, document};
use super::lex::{Token, tokens};
use super::parse::read_file;
use super::report::Report;
use crate::diagnostic::{Diagnostic, Severity, Sink};
use crate::source::Source;

/// Columns of a line.
const WIDTH: usize = 100;

/// The file as it should be written.
///
/// # Errors
/// The mistakes, when it can't be read.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let mut sink = Sink::new();
    let mut report = Report::new(&mut sink);
    let tokens = tokens(source, &mut report);
    let root = document(source, &tokens);
    read_file(source, &tokens, &root, &mut report);
    let mistakes = sink.finish();
    if mistakes.iter().any(|d| d.severity() == Severity::Error) {
        return Err(mistakes);
    }
    Ok(Printer { source, tokens: &tokens }.file(&root))
}

/// What the printing of a file needs.
struct Printer<'a> {
    source: &'a Source,
    tokens: &'a [Token],
}

/// What kind of block a statement stands in, where that makes a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    /// A worked example: moves and positions.
    Example,
    /// Anything else.
    Other,
}

impl Printer<'_> {
    fn file(&self, root: &Block) -> String {
        let mut text = self.body(root, 0, Inside::Other).join("\n");
        text.push('\n');
        text
    }
}
