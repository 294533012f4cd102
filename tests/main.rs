//! The integration tests, as one program.

mod engine;
