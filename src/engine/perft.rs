//! Counting move paths.

use rayon::prelude::*;

use super::floor::Floor;
use super::{Game, Machine, Ply, State};

/// Counts of one perft.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// `nodes[d - 1]`: paths of `d` plies.
    pub nodes: Vec<u64>,
    /// Plies met whose sowing was undecided.
    pub undecided: u64,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        for (a, b) in self.nodes.iter_mut().zip(&other.nodes) {
            *a += b;
        }
        self.undecided += other.undecided;
    }
}

struct Walk<'g> {
    machine: Machine<'g>,
    floors: Vec<Floor>,
    fold: bool,
    /// Ends are tested lightly, see [`Walk::settle_and_go`].
    light: bool,
    nodes: Vec<u64>,
    undecided: u64,
}

/// Moves of a position, about.
const PER_PLY: u64 = 6;
/// Plies of one player that may be gone through before one is counted; past them they are.
const MOST_FOLDED: usize = 10_000;

impl<'g> Walk<'g> {
    fn new(game: &'g Game, depth: usize, fold: bool) -> Walk<'g> {
        let machine = Machine::new(game);
        Walk {
            floors: (0..=depth).map(|_| Floor::default()).collect(),
            fold,
            light: !fold && machine.settles_lightly(),
            nodes: vec![0; depth],
            undecided: 0,
            machine,
        }
    }

    /// The legal plies from a state, each made. The end of the round isn't tested where that takes
    /// trials (it is tested before one goes on from there), and in `leaves` that takes earlier
    /// positions.
    fn children(&mut self, from: &State, floor: &mut Floor, leaves: bool) {
        let m = &mut self.machine;
        let settles = self.fold || !(self.light || m.game().repetition && leaves);
        m.undecided = 0;
        m.children(from, floor, settles);
        self.undecided += m.undecided;
    }

    /// The plies from a state that isn't settled yet.
    fn settle_and_go(&mut self, s: &mut State, won: u64, floor: &mut Floor, leaves: bool) {
        self.machine.settle_lightly(s, won, true);
        floor.plies.clear();
        if s.over.is_some() {
            return;
        }
        self.children(s, floor, leaves);
        if floor.plies.is_empty() {
            self.machine.settle_stuck(s, won);
        }
    }

    /// Counts the paths below a state; `left` plies are still to be made. `won`: the seeds won
    /// before the ply that led here, if the state isn't settled.
    fn walk(&mut self, from: &mut State, left: usize, won: Option<u64>) {
        if left == 0 || from.over.is_some() {
            return;
        }
        let mut floor = std::mem::take(&mut self.floors[left]);
        let leaves = left == 1 && !self.fold;
        match won {
            Some(won) => self.settle_and_go(from, won, &mut floor, leaves),
            None => self.children(from, &mut floor, leaves),
        }
        let from = &*from;
        let done = self.nodes.len() - left;
        self.nodes[done] += floor.plies.len() as u64;
        if self.fold {
            for i in 0..floor.plies.len() {
                let mut s = std::mem::replace(&mut floor.states[i], State::blank(0));
                self.go_through(&mut s, from.to_move());
                self.walk(&mut s, left - 1, None);
                floor.states[i] = s;
            }
        } else if left > 1 {
            let won = self.unsettled(from);
            for s in &mut floor.states[..floor.plies.len()] {
                self.walk(s, left - 1, won);
            }
        }
        self.floors[left] = floor;
    }

    /// Whether the plies from here aren't settled, and with which seeds won.
    fn unsettled(&self, from: &State) -> Option<u64> {
        self.light.then(|| self.machine.won_now(from))
    }

    /// Goes through plies of the same player with one legal move.
    fn go_through(&mut self, s: &mut State, player: Option<u8>) {
        for _ in 0..MOST_FOLDED {
            if s.over.is_some() || s.to_move() != player || player.is_none() {
                return;
            }
            let mut floor = Floor::default();
            self.children(s, &mut floor, false);
            match floor.states.into_iter().next() {
                Some(next) if floor.plies.len() == 1 => *s = next,
                _ => return,
            }
        }
    }
}

/// The paths below each first ply.
fn split(game: &Game, state: &State, depth: usize, fold: bool, jobs: usize) -> (Counts, Vec<(Ply, Counts)>) {
    if depth == 0 {
        return Default::default();
    }
    let pool = if jobs > 1 { rayon::ThreadPoolBuilder::new().num_threads(jobs).build().ok() } else { None };
    if let Some(compact) = &game.compact
        && !(fold || game.is_match())
        && let Some(program) = compact.ready(game, state, PER_PLY.saturating_pow(depth as u32))
    {
        let (undecided, below) = program.perft(game, state, depth, pool.as_ref());
        let mut all = Counts { nodes: vec![0; depth], undecided };
        below.iter().for_each(|(_, c)| all.add(c));
        return (all, below);
    }
    by_parts(game, state, depth, fold, pool)
}

/// The same, whatever the game.
fn by_parts(
    game: &Game,
    state: &State,
    depth: usize,
    fold: bool,
    pool: Option<rayon::ThreadPool>,
) -> (Counts, Vec<(Ply, Counts)>) {
    let mut root = Walk::new(game, depth, fold);
    let mut floor = Floor::default();
    if state.over.is_none() {
        root.children(state, &mut floor, false);
    }
    let (undecided, won) = (root.undecided, root.unsettled(state));
    let each = |(ply, s): (&Ply, &State)| {
        let mut walk = Walk::new(game, depth - 1, fold);
        if fold {
            let mut s = s.clone();
            walk.go_through(&mut s, state.to_move());
            walk.walk(&mut s, depth - 1, None);
        } else {
            walk.walk(&mut s.clone(), depth - 1, won);
        }
        let mut nodes = vec![1];
        nodes.append(&mut walk.nodes);
        (*ply, Counts { nodes, undecided: walk.undecided })
    };
    let pairs: Vec<(&Ply, &State)> = floor.plies.iter().zip(&floor.states).collect();
    let below: Vec<(Ply, Counts)> = match pool {
        Some(pool) => pool.install(|| pairs.into_par_iter().map(each).collect()),
        None => pairs.into_iter().map(each).collect(),
    };
    let mut all = Counts { nodes: vec![0; depth], undecided };
    below.iter().for_each(|(_, c)| all.add(c));
    (all, below)
}

/// Counts the paths of 1 to `depth` plies. `fold`: a ply of the same player with one legal move is
/// gone through, not counted. `jobs` threads; the result doesn't depend on it.
#[must_use]
pub fn perft(game: &Game, state: &State, depth: usize, fold: bool, jobs: usize) -> Counts {
    split(game, state, depth, fold, jobs).0
}

/// The count at `depth` under each first ply.
#[must_use]
pub fn divide(game: &Game, state: &State, depth: usize, fold: bool, jobs: usize) -> Vec<(Ply, u64)> {
    let (_, below) = split(game, state, depth, fold, jobs);
    below.into_iter().map(|(ply, c)| (ply, c.nodes.last().copied().unwrap_or(0))).collect()
}
