//! What a state is worth.

use std::cmp::Ordering;

use crate::engine::{Game, State, Winner};

/// The worth of a state for one player: first whether the game is won, then by how much.
///
/// An unfinished game is neither won nor lost, so that a certain win goes before any lead, and any
/// hope before a certain loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// 1 won, -1 lost, 0 drawn or not finished; in between where a lot decides.
    pub outcome: f64,
    /// Seeds won (other pieces by what they are worth) more than the best of the others.
    pub lead: f64,
}

impl Value {
    /// Less than every other.
    pub const LEAST: Value = Value { outcome: -2.0, lead: 0.0 };
    /// More than every other.
    pub const MOST: Value = Value { outcome: 2.0, lead: 0.0 };

    /// The worth of a state as it stands, for a player.
    #[must_use]
    pub fn of(game: &Game, state: &State, player: u8) -> Value {
        match state.over() {
            Some(over) => Value { outcome: outcome(over.winner, player), lead: lead(&over.score, player) },
            None => {
                let scores: Vec<u64> = game.geometry().stores.iter().map(|&s| game.worth(state, s)).collect();
                Value { outcome: 0.0, lead: lead(&scores, player) }
            }
        }
    }

    /// The mean of equally likely ones.
    #[must_use]
    pub fn mean(values: &[Value]) -> Value {
        let n = values.len().max(1) as f64;
        Value {
            outcome: values.iter().map(|v| v.outcome).sum::<f64>() / n,
            lead: values.iter().map(|v| v.lead).sum::<f64>() / n,
        }
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.outcome.total_cmp(&other.outcome).then(self.lead.total_cmp(&other.lead))
    }
}

fn outcome(winner: Winner, player: u8) -> f64 {
    match winner {
        Winner::Player(p) if p == player => 1.0,
        Winner::Player(_) | Winner::Nobody => -1.0,
        Winner::Draw => 0.0,
    }
}

fn lead(scores: &[u64], player: u8) -> f64 {
    let own = scores.get(player as usize).copied().unwrap_or(0) as f64;
    let others = scores.iter().enumerate().filter(|&(i, _)| i != player as usize).map(|(_, &s)| s).max();
    own - others.unwrap_or(0) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_goes_before_a_lead() {
        let win = Value { outcome: 1.0, lead: 2.0 };
        let hope = Value { outcome: 0.0, lead: 30.0 };
        let loss = Value { outcome: -1.0, lead: -2.0 };
        assert!(win > hope && hope > loss);
        assert!(Value { outcome: 1.0, lead: 6.0 } > win);
        assert!(Value::LEAST < loss && Value::MOST > win);
    }

    #[test]
    fn the_lead_is_over_the_best_other() {
        assert_eq!(lead(&[10, 7, 9], 0), 1.0);
        assert_eq!(lead(&[10, 7], 1), -3.0);
        assert_eq!(lead(&[10], 0), 10.0);
    }
}
