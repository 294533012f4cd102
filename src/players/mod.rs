//! Players: programs that choose a ply.

mod ab;
mod greedy;
mod random;
mod spec;
mod value;

pub use ab::{AlphaBeta, Evaluated};
pub use greedy::Greedy;
pub use random::Random;
pub use spec::{AB_DEPTH, BadPlayer, MAX_DEPTH, MCTS_ITERATIONS, Spec};
pub use value::Value;

use crate::chance::Chance;
use crate::engine::{Machine, Ply, State};

/// Somebody who chooses plies.
pub trait Player {
    /// Chooses one of the legal plies of a state; none only where there are none. `chance` is the
    /// game's own stream.
    fn choose(&mut self, machine: &mut Machine<'_>, state: &State, legal: &[Ply], chance: &mut Chance) -> Option<Ply>;
}
