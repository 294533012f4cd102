//! All integration tests, in one program.

mod architecture;
mod games;
#[path = "../benches/handwritten/mod.rs"]
mod handwritten;
mod invariants;
mod support;
