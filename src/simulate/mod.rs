//! Many games, and what they have in common.
//!
//! Games are played in blocks on several threads. Everything that is kept is a count, and each game
//! has its own stream of chance, so the result depends on the seed alone.

mod compare;
mod histogram;
mod one;
mod report;
mod tally;

pub use compare::{Comparison, Differences, PAIRED, compare};
pub use histogram::{Histogram, Summary};
pub use one::{Ended, Game, Seats, play_one};
pub use report::{rule_name, wilson};
pub use tally::Tally;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::engine;
use crate::players::Spec;

/// Plies after which a game is given up, where nothing else is said.
pub const MAX_PLIES: u64 = 10_000;

/// Most games of a block: the work of one thread between two looks at the others. Quick games are over in
/// a few microseconds, and a block costs something, too.
const MOST_GAMES: u64 = 512;
/// Blocks in flight for each thread, and at least so many of a run: the last ones end at about the same
/// time.
const BLOCKS: u64 = 16;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// The run's seed.
    pub seed: u64,
    /// Threads; the result doesn't depend on it.
    pub jobs: usize,
    /// Plies after which a game is given up.
    pub max_plies: u64,
    /// Who plays, in the order of the players.
    pub players: Vec<Spec>,
    /// Whether each game is kept for the row callback.
    pub rows: bool,
}

/// Why a simulation couldn't begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotSimulate {
    /// Not a program.
    #[error("`{0}` can't play in a simulation")]
    Player(Spec),
    /// No threads.
    #[error("the threads can't be started: {0}")]
    Threads(String),
}

/// Hooks of a run that isn't a test: all may be left alone.
pub struct Watch<'a> {
    /// Set from outside to stop early: what was done so far is the result.
    pub stop: &'a AtomicBool,
    /// Games done so far.
    pub done: &'a AtomicU64,
}

/// Plays the games. `row` gets each game in order, if the plan says so; it may return false to
/// stop.
///
/// # Errors
/// When a player isn't a program, or threads can't be had.
pub fn run(
    game: &engine::Game,
    plan: &Plan,
    watch: &Watch<'_>,
    row: &mut dyn FnMut(&Game) -> bool,
) -> Result<Tally, CannotSimulate> {
    run_from(game, plan, 0, watch, row)
}

/// Plays the plan's games from a number on.
fn run_from(
    game: &engine::Game,
    plan: &Plan,
    first: u64,
    watch: &Watch<'_>,
    row: &mut dyn FnMut(&Game) -> bool,
) -> Result<Tally, CannotSimulate> {
    if let Some(bad) = plan.players.iter().find(|p| p.player().is_none()) {
        return Err(CannotSimulate::Player(*bad));
    }
    let threads = rayon::ThreadPoolBuilder::new().num_threads(plan.jobs.max(1)).build();
    let threads = threads.map_err(|e| CannotSimulate::Threads(e.to_string()))?;
    let jobs = plan.jobs.max(1) as u64;
    let size = (plan.games.saturating_sub(first) / (BLOCKS * jobs)).clamp(1, MOST_GAMES);
    let mut total = Tally::new(game);
    let mut next = first;
    while next < plan.games && !watch.stop.load(Ordering::Relaxed) {
        let end = plan.games.min(next + size * BLOCKS * jobs);
        let starts: Vec<u64> = (next..end).step_by(size as usize).collect();
        let blocks: Vec<(Tally, Vec<Game>)> = threads.install(|| {
            starts.par_iter().map(|&first| block(game, plan, watch, first, end.min(first + size))).collect()
        });
        for (tally, games) in &blocks {
            total.merge(tally);
            if !games.iter().all(&mut *row) {
                return Ok(total);
            }
        }
        next = end;
    }
    Ok(total)
}

fn block(game: &engine::Game, plan: &Plan, watch: &Watch<'_>, first: u64, end: u64) -> (Tally, Vec<Game>) {
    let mut tally = Tally::new(game);
    let mut rows = Vec::new();
    let mut machine = engine::Machine::new(game);
    machine.stop_on(watch.stop);
    let mut seats = Seats::new(&plan.players);
    for number in first..end {
        let played = play_one(&mut machine, &mut seats, plan, number, watch.stop, &mut tally);
        let Some(played) = played else { break };
        tally.add(&played);
        watch.done.fetch_add(1, Ordering::Relaxed);
        if plan.rows {
            rows.push(played);
        }
    }
    (tally, rows)
}
