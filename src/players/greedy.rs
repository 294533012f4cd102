//! Takes what can be taken at once.

use super::{Player, Value};
use crate::chance::Chance;
use crate::engine::{Machine, Ply, State};

/// Chooses the ply with the best lead right after it; another move of his own counts with the best
/// that it brings. Equals are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Player for Greedy {
    fn choose(&mut self, machine: &mut Machine<'_>, state: &State, legal: &[Ply], chance: &mut Chance) -> Option<Ply> {
        let player = state.to_move()?;
        let mut best = Vec::new();
        let mut most = Value::LEAST;
        for ply in legal {
            let value = worth(machine, state, ply, player);
            if value > most {
                most = value;
                best.clear();
            }
            if value == most {
                best.push(*ply);
            }
        }
        chance.pick(&best).copied()
    }
}

/// The value after a ply, one further ply of the same player looked at.
fn worth(machine: &mut Machine<'_>, state: &State, ply: &Ply, player: u8) -> Value {
    let mut after = state.clone();
    machine.play_unchecked(state, ply, &mut after);
    let game = machine.game();
    let now = Value::of(game, &after, player);
    if after.to_move() != Some(player) {
        return now;
    }
    let mut further = after.clone();
    let next = machine.legal(&after).into_iter().map(|next| {
        machine.play_unchecked(&after, &next, &mut further);
        Value::of(game, &further, player)
    });
    next.max().unwrap_or(now)
}
