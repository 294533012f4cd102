//! What is counted over many games.

use super::{Ended, Game, Histogram};
use crate::engine::{self, Reason, Winner};
use crate::ir::RuleId;

/// Counts over games; merging is adding, in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games won, by player.
    pub wins: Vec<u64>,
    /// Drawn games.
    pub draws: u64,
    /// Games that nobody won (of one player).
    pub nobody: u64,
    /// Games given up after too many plies.
    pub unfinished: u64,
    /// Sowings given up after too many laps.
    pub undecided: u64,
    /// Games won by who was first to move.
    pub starter_wins: u64,
    /// Plies a game.
    pub plies: Histogram,
    /// Turns a game.
    pub turns: Histogram,
    /// Rounds a match.
    pub rounds: Histogram,
    /// Laps a turn.
    pub laps_per_turn: Histogram,
    /// Legal plies a decision.
    pub branching: Histogram,
    /// Between the best and the second-best score, a game.
    pub score_margin: Histogram,
    /// Captures a game.
    pub captures: Histogram,
    /// How often each rule came into play, by its number.
    pub rules: Vec<u64>,
}

impl Tally {
    /// Nothing yet.
    #[must_use]
    pub fn new(game: &engine::Game) -> Tally {
        Tally {
            games: 0,
            wins: vec![0; game.ir().players.len()],
            draws: 0,
            nobody: 0,
            unfinished: 0,
            undecided: 0,
            starter_wins: 0,
            plies: Histogram::default(),
            turns: Histogram::default(),
            rounds: Histogram::default(),
            laps_per_turn: Histogram::default(),
            branching: Histogram::default(),
            score_margin: Histogram::default(),
            captures: Histogram::default(),
            rules: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn fired(&mut self, rule: RuleId) {
        let i = rule as usize;
        match self.rules.get_mut(i) {
            Some(times) => *times += 1,
            None => {
                self.rules.resize(i + 1, 0);
                self.rules[i] = 1;
            }
        }
    }

    pub(super) fn add(&mut self, game: &Game) {
        self.games += 1;
        self.undecided += game.undecided;
        self.plies.add(game.plies);
        self.turns.add(game.turns);
        self.rounds.add(game.rounds);
        self.captures.add(game.captures);
        match &game.ended {
            Ended::Over { winner, reason } => {
                self.won(*winner, game.starter);
                self.score_margin.add(margin(&game.score));
                if *reason == Reason::Undecided && game.undecided == 0 {
                    self.undecided += 1;
                }
            }
            Ended::Unfinished => self.unfinished += 1,
        }
    }

    fn won(&mut self, winner: Winner, starter: Option<u8>) {
        match winner {
            Winner::Player(p) => {
                if let Some(n) = self.wins.get_mut(p as usize) {
                    *n += 1;
                }
                self.starter_wins += u64::from(starter == Some(p));
            }
            Winner::Draw => self.draws += 1,
            Winner::Nobody => self.nobody += 1,
        }
    }

    /// Adds all of another's.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.wins.iter_mut().zip(&other.wins).for_each(|(a, b)| *a += b);
        self.draws += other.draws;
        self.nobody += other.nobody;
        self.unfinished += other.unfinished;
        self.undecided += other.undecided;
        self.starter_wins += other.starter_wins;
        self.plies.merge(&other.plies);
        self.turns.merge(&other.turns);
        self.rounds.merge(&other.rounds);
        self.laps_per_turn.merge(&other.laps_per_turn);
        self.branching.merge(&other.branching);
        self.score_margin.merge(&other.score_margin);
        self.captures.merge(&other.captures);
        if self.rules.len() < other.rules.len() {
            self.rules.resize(other.rules.len(), 0);
        }
        self.rules.iter_mut().zip(&other.rules).for_each(|(a, b)| *a += b);
    }
}

/// Between the best and the second-best score.
pub(super) fn margin(score: &[u64]) -> u64 {
    let mut sorted = score.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    match sorted[..] {
        [best, second, ..] => best - second,
        [only] => only,
        [] => 0,
    }
}
