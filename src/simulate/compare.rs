//! The same simulation of several games: game by game with the same stream of chance, so that their
//! differences can be told from chance with fewer games.

use serde_json::{Map, Value, json};

use super::{CannotSimulate, Ended, Game, Plan, Tally, Watch, run_from};
use crate::engine::{self, Winner};

/// 97.5 % of a normal distribution lie below this many standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// Games played of each before the next is played, at most: all are kept so long.
const CHUNK: u64 = 4096;
/// And at first, for each thread.
const FIRST_CHUNK: u64 = 32;

/// What is compared game by game.
pub const PAIRED: [&str; 5] = ["first_player_advantage", "plies", "turns", "captures", "score_margin"];

/// Differences of paired numbers; sums of whole numbers, so that no order matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    n: u64,
    sum: i128,
    squares: i128,
}

impl Differences {
    /// Counts a pair.
    pub fn add(&mut self, difference: i64) {
        self.n += 1;
        self.sum += i128::from(difference);
        self.squares += i128::from(difference) * i128::from(difference);
    }

    /// Pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.n
    }

    /// Their mean and its interval at 95 %, none without pairs; no interval with one.
    #[must_use]
    pub fn mean(&self) -> Option<(f64, Option<(f64, f64)>)> {
        if self.n == 0 {
            return None;
        }
        let n = self.n as f64;
        let mean = self.sum as f64 / n;
        if self.n < 2 {
            return Some((mean, None));
        }
        let spread = (i128::from(self.n) * self.squares - self.sum * self.sum) as f64;
        let half = Z95 * (spread / n / (n - 1.0) / n).sqrt();
        Some((mean, Some((mean - half, mean + half))))
    }
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Of each game, in their order.
    pub tallies: Vec<Tally>,
    /// Of each game but the first: how it differs from the first, by [`PAIRED`].
    pub differences: Vec<[Differences; PAIRED.len()]>,
}

/// Plays all of the games; each has its plan, which differ only in their players. Stopped early, the
/// result is of those games that were played of all.
///
/// # Errors
/// When a player isn't a program, or threads can't be had.
pub fn compare(games: &[(&engine::Game, Plan)], watch: &Watch<'_>) -> Result<Comparison, CannotSimulate> {
    let mut all = Comparison {
        tallies: games.iter().map(|(game, _)| Tally::new(game)).collect(),
        differences: vec![Default::default(); games.len().saturating_sub(1)],
    };
    let total = games.first().map_or(0, |(_, plan)| plan.games);
    // Few at first, then more: whoever stops early loses no more than about half.
    let mut chunk = games.first().map_or(1, |(_, plan)| FIRST_CHUNK * plan.jobs.max(1) as u64).min(CHUNK);
    let mut first = 0;
    while first < total {
        let last = total.min(first + chunk);
        chunk = (2 * chunk).min(CHUNK);
        let (mut tallies, mut rows) = (Vec::new(), Vec::new());
        for (game, plan) in games {
            let plan = Plan { games: last, rows: true, ..plan.clone() };
            let mut played = Vec::new();
            tallies.push(run_from(game, &plan, first, watch, &mut |game| {
                played.push(Numbers::of(game));
                true
            })?);
            rows.push(played);
        }
        // A chunk that wasn't played to its end of all games isn't paired.
        if tallies.iter().any(|t| t.games < last - first) {
            break;
        }
        all.add(&tallies, &rows);
        first = last;
    }
    Ok(all)
}

impl Comparison {
    fn add(&mut self, tallies: &[Tally], rows: &[Vec<Numbers>]) {
        self.tallies.iter_mut().zip(tallies).for_each(|(all, one)| all.merge(one));
        let Some((base, others)) = rows.split_first() else { return };
        for (differences, other) in self.differences.iter_mut().zip(others) {
            for (a, b) in base.iter().zip(other) {
                for (difference, (a, b)) in differences.iter_mut().zip(a.0.iter().zip(b.0)) {
                    if let (Some(a), Some(b)) = (a, b) {
                        difference.add(b - a);
                    }
                }
            }
        }
    }

    /// How a game differs from the first, as an object.
    #[must_use]
    pub fn difference_json(&self, index: usize) -> Map<String, Value> {
        let Some(all) = index.checked_sub(1).and_then(|i| self.differences.get(i)) else { return Map::new() };
        let one = |(name, d): (&&str, &Differences)| {
            // Wins are counted in halves, so that a draw is one of them.
            let scale = if *name == PAIRED[0] { 0.5 } else { 1.0 };
            let mean = d.mean();
            let ci95 = mean.and_then(|m| m.1).map(|(lo, hi)| json!([lo * scale, hi * scale]));
            let value = json!({
                "value": mean.map(|m| m.0 * scale),
                "ci95": ci95.unwrap_or_else(|| json!([null, null])),
                "pairs": d.pairs(),
            });
            ((*name).to_owned(), value)
        };
        PAIRED.iter().zip(all).map(one).collect()
    }
}

/// What [`PAIRED`] says of a game.
struct Numbers([Option<i64>; PAIRED.len()]);

impl Numbers {
    fn of(game: &Game) -> Numbers {
        let halves = match &game.ended {
            Ended::Over { winner: Winner::Player(p), .. } if game.starter == Some(*p) => 2,
            Ended::Over { winner: Winner::Draw, .. } => 1,
            _ => 0,
        };
        let margin = (game.ended != Ended::Unfinished).then(|| super::tally::margin(&game.score) as i64);
        let whole = |n: u64| Some(n as i64);
        Numbers([Some(halves), whole(game.plies), whole(game.turns), whole(game.captures), margin])
    }
}

#[cfg(test)]
mod tests {
    use super::Differences;

    #[test]
    fn an_interval_by_hand() {
        let mut d = Differences::default();
        assert_eq!(d.mean(), None);
        d.add(3);
        assert_eq!(d.mean(), Some((3.0, None)));
        [1, -1, 5].into_iter().for_each(|n| d.add(n));
        // Mean 2, deviations 1, 1, 3, 3: variance 20 / 3, of the mean 20 / 12.
        let (mean, interval) = d.mean().expect("pairs");
        let (lo, hi) = interval.expect("several");
        let half = 1.959_963_984_540_054 * (20.0_f64 / 12.0).sqrt();
        assert!(mean == 2.0 && (hi - 2.0 - half).abs() < 1e-12 && (2.0 - lo - half).abs() < 1e-12);
    }
}
