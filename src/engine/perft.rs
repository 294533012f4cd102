//! Counting move paths.
#![allow(unused_variables, clippy::unimplemented)] // skeleton
use super::{Game, Ply, State};

/// Counts of one perft.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// `nodes[d - 1]`: paths of `d` plies.
    pub nodes: Vec<u64>,
    /// Plies met whose sowing was undecided.
    pub undecided: u64,
}

/// Counts the paths of 1 to `depth` plies. `fold`: a ply of the same player with one legal move is
/// gone through, not counted. `jobs` threads; the result doesn't depend on it.
#[must_use]
pub fn perft(game: &Game, state: &State, depth: usize, fold: bool, jobs: usize) -> Counts {
    unimplemented!()
}

/// The count at `depth` under each first ply.
#[must_use]
pub fn divide(game: &Game, state: &State, depth: usize, fold: bool, jobs: usize) -> Vec<(Ply, u64)> {
    unimplemented!()
}
