//! The integration tests, as one program.

mod cli;
mod engine;
