//! Players by name.

use std::fmt;
use std::str::FromStr;

use super::{AlphaBeta, Greedy, Player, Random};
use crate::diagnostic::did_you_mean;

/// Depth of `ab` where none is given.
pub const AB_DEPTH: u32 = 6;
/// Greatest depth of `ab`.
pub const MAX_DEPTH: u32 = 64;
/// Iterations of `mcts` where none are given.
pub const MCTS_ITERATIONS: u32 = 1000;

/// A player as named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spec {
    /// Somebody at the keyboard.
    Human,
    /// [`Random`].
    Random,
    /// [`Greedy`].
    Greedy,
    /// [`AlphaBeta`], so many plies deep.
    Ab(u32),
    /// Monte Carlo tree search; not built yet.
    Mcts(u32),
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPlayer {
    /// Unknown.
    #[error("no player is called `{0}`{hint}; there are human, random, greedy, ab[:DEPTH] and mcts[:ITERATIONS]", hint = hint(.0))]
    Unknown(String),
    /// A number that can't be.
    #[error("`{0}` isn't a number from 1 to {1}")]
    Number(String, u32),
    /// A number where none belongs.
    #[error("`{0}` takes no number")]
    NoNumber(String),
}

impl FromStr for Spec {
    type Err = BadPlayer;

    fn from_str(text: &str) -> Result<Spec, BadPlayer> {
        let (name, number) = match text.split_once(':') {
            Some((name, number)) => (name, Some(number)),
            None => (text, None),
        };
        match name {
            "ab" => number_or(number, AB_DEPTH, MAX_DEPTH).map(Spec::Ab),
            "mcts" => number_or(number, MCTS_ITERATIONS, u32::MAX).map(Spec::Mcts),
            "human" | "random" | "greedy" if number.is_some() => Err(BadPlayer::NoNumber(name.to_owned())),
            "human" => Ok(Spec::Human),
            "random" => Ok(Spec::Random),
            "greedy" => Ok(Spec::Greedy),
            _ => Err(BadPlayer::Unknown(text.to_owned())),
        }
    }
}

fn hint(text: &str) -> String {
    let name = text.split(':').next().unwrap_or_default();
    let near = did_you_mean(name, ["human", "random", "greedy", "ab", "mcts"]);
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

fn number_or(text: Option<&str>, default: u32, most: u32) -> Result<u32, BadPlayer> {
    let Some(text) = text else { return Ok(default) };
    text.parse().ok().filter(|n| (1..=most).contains(n)).ok_or_else(|| BadPlayer::Number(text.to_owned(), most))
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Human => f.write_str("human"),
            Spec::Random => f.write_str("random"),
            Spec::Greedy => f.write_str("greedy"),
            Spec::Ab(depth) => write!(f, "ab:{depth}"),
            Spec::Mcts(iterations) => write!(f, "mcts:{iterations}"),
        }
    }
}

impl Spec {
    /// The program that plays so; none for a human, and for what isn't built yet.
    #[must_use]
    pub fn player(self) -> Option<Box<dyn Player + Send>> {
        match self {
            Spec::Random => Some(Box::new(Random)),
            Spec::Greedy => Some(Box::new(Greedy)),
            Spec::Ab(depth) => Some(Box::new(AlphaBeta::new(depth))),
            Spec::Human | Spec::Mcts(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!("ab".parse(), Ok(Spec::Ab(6)));
        assert_eq!("ab:8".parse(), Ok(Spec::Ab(8)));
        assert_eq!("mcts".parse(), Ok(Spec::Mcts(1000)));
        assert_eq!("random".parse(), Ok(Spec::Random));
        assert!(matches!("ab:0".parse::<Spec>(), Err(BadPlayer::Number(..))));
        assert!(matches!("ab:x".parse::<Spec>(), Err(BadPlayer::Number(..))));
        assert!(matches!("random:3".parse::<Spec>(), Err(BadPlayer::NoNumber(_))));
        assert!(matches!("minimax".parse::<Spec>(), Err(BadPlayer::Unknown(_))));
        for spec in [Spec::Human, Spec::Greedy, Spec::Ab(3), Spec::Mcts(9)] {
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }
}
