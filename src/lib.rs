//! Sower: a rule language and engine for mancala (sowing) games.
//!
//! ```text
//! text ─pest─▶ syntax tree ─▶ checked, named ─▶ IR ─▶ compiled game ─▶ play · simulate · analyse · render
//! ```
//!
//! Each room sees only those before it: `source < diagnostic < syntax < ir < check < engine <
//! {players, simulate, analyse, render} < serve < cli`; from `engine` on nobody sees `syntax` or
//! `check`.

pub mod check;
pub mod diagnostic;
pub mod engine;
pub mod ir;
pub mod source;
pub mod syntax;
