//! Text to syntax tree, and text to formatted text.
pub mod ast;

use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// Formats a file.
///
/// # Errors
/// When it can't be read.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    Ok(source.text().to_owned())
}
