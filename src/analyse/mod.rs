//! What running a game shows about its rules: examples and quick simulations.

pub mod examples;
pub mod lints;
mod picture;
