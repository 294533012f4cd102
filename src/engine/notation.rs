//! Plies and turns as text (contract: moves as text).
#![allow(unused_variables, clippy::unimplemented)] // skeleton
use super::{Game, Machine, Ply, State};
use crate::diagnostic::Diagnostic;

/// A ply's text: `C`, `D>`, `A2:3`, `A6>*`, `stop`, `pass`, `swap`.
#[must_use]
pub fn show(game: &Game, state: &State, ply: &Ply) -> String {
    unimplemented!()
}

/// Reads a whole turn or ply: plies joined by `/`, each any shortening that fits exactly one legal
/// ply. The plies are legal one after the other.
///
/// # Errors
/// A diagnostic that says why: no such pit, not yours, empty, ambiguous, illegal by which rule, the
/// game is over; its help lists the legal moves.
pub fn read(machine: &mut Machine<'_>, state: &State, text: &str) -> Result<Vec<Ply>, Diagnostic> {
    unimplemented!()
}
