//! Text to syntax tree, and text to formatted text.
pub mod ast;
