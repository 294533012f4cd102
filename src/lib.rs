//! Sower: a rule language and engine for mancala (sowing) games.
//!
//! ```text
//! text ─pest─▶ syntax tree ─▶ checked, named ─▶ IR ─▶ compiled game ─▶ play · simulate · analyse · render
//! ```
//!
//! Each room sees only those before it: `source < diagnostic < syntax < ir < check < engine <
//! {players, simulate, analyse, render, record} < {serve, table} < tui < cli`; from `engine` on nobody sees `syntax` or
//! `check`. `chance` is the seeded generator, which sees nobody.

pub mod chance;
pub mod diagnostic;
pub mod source;

pub mod syntax;

pub mod ir;

pub mod check;

pub mod engine;

pub mod analyse;
pub mod players;
pub mod record;
pub mod render;
pub mod simulate;

pub mod table;

#[cfg(feature = "cli")]
pub mod tui;

#[cfg(feature = "cli")]
pub mod cli;
