//! Text to syntax tree, and text to formatted text.
//!
//! ```text
//! text ─lexical.pest─▶ tokens ─document.pest─▶ statements ─rules.pest─▶ tree
//! ```
//!
//! A file is read in three steps, so that every mistake in it is found in one run. The tokens never
//! fail as a whole; brackets without a partner are reported and dropped; statements are split before
//! anybody asks what they say. Each statement is then read by itself, and one that can't be read is
//! reported and left out.

// A tree is built once and thrown away; boxes would only make it harder to read.
#[allow(clippy::large_enum_variant)]
pub mod ast;
mod brackets;
mod coded;
mod document;
mod explain;
mod format;
mod lex;
mod mistakes;
mod parse;
mod repair;
mod report;

pub use format::format;
pub use parse::parse;
