//! Chooses blindly.

use super::Player;
use crate::chance::Chance;
use crate::engine::{Machine, Ply, State};

/// Every legal ply is equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Player for Random {
    fn choose(&mut self, _: &mut Machine<'_>, _: &State, legal: &[Ply], chance: &mut Chance) -> Option<Ply> {
        chance.pick(legal).copied()
    }
}
