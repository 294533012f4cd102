//! Positions as one line of text, and from JSON.
#![allow(unused_variables, clippy::unimplemented)] // skeleton
use super::{Game, State};
use crate::diagnostic::Diagnostic;
use crate::ir::Picture;

/// The position as one line without blanks, which [`read`] reads back exactly.
#[must_use]
pub fn show(game: &Game, state: &State) -> String {
    unimplemented!()
}

/// Reads a position: a line as [`show`] writes it, or a JSON object with the keys of `replay
/// --json`. The state is settled (the ends of a round are tested).
///
/// # Errors
/// When it can't be read, names no pit of the board, or its seeds don't add up (unless `free`).
pub fn read(game: &Game, text: &str, free: bool) -> Result<State, Diagnostic> {
    unimplemented!()
}

/// The same from a JSON value: an object, or a string that holds a line.
///
/// # Errors
/// As [`read`].
pub fn read_json(game: &Game, value: &serde_json::Value, free: bool) -> Result<State, Diagnostic> {
    unimplemented!()
}

/// The position that an example tells; what isn't told is as at the start (rows untold: empty if
/// any row or pit is told).
///
/// # Errors
/// As [`read`].
pub fn from_picture(game: &Game, picture: &Picture) -> Result<State, Diagnostic> {
    unimplemented!()
}
