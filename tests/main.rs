//! All integration tests, in one program.

mod architecture;
mod cli;
mod docs;
mod engine;
mod games;
#[path = "../benches/handwritten/mod.rs"]
mod handwritten;
mod invariants;
mod reported;
mod support;
mod syntax;
mod table;
mod tui;
