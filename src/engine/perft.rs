//! Counting move paths.

use rayon::prelude::*;

use super::state::State as S;
use super::trace::Silent;
use super::turn::Made;
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

/// One level's plies and states, kept for reuse.
#[derive(Default)]
struct Floor {
    plies: Vec<Ply>,
    states: Vec<S>,
}

impl Floor {
    fn state(&mut self, i: usize) -> &mut S {
        if i >= self.states.len() {
            self.states.resize_with(i + 1, || S::blank(0));
        }
        &mut self.states[i]
    }
}

struct Walk<'g> {
    machine: Machine<'g>,
    floors: Vec<Floor>,
    fold: bool,
    nodes: Vec<u64>,
    undecided: u64,
}

/// Plies of one player that may be gone through before one is counted; past them they are.
const MOST_FOLDED: usize = 10_000;

impl<'g> Walk<'g> {
    fn new(game: &'g Game, depth: usize, fold: bool) -> Walk<'g> {
        Walk {
            machine: Machine::new(game),
            floors: (0..=depth).map(|_| Floor::default()).collect(),
            fold,
            nodes: vec![0; depth],
            undecided: 0,
        }
    }

    /// The legal plies from a state, each made.
    fn children(&mut self, from: &State, floor: &mut Floor) {
        let m = &mut self.machine;
        m.undecided = 0;
        let game = m.game();
        if game.trials && !game.complex && from.pending.is_none() && from.over.is_none() {
            self.tried(from, floor);
            self.undecided += self.machine.undecided;
            return;
        }
        m.legal_into(from, &mut floor.plies);
        m.undecided = 0;
        for i in 0..floor.plies.len() {
            let ply = floor.plies[i];
            m.play_unchecked(from, &ply, floor.state(i));
        }
        self.undecided += m.undecided;
    }

    /// The same where each candidate has to be tried: the trial is the move.
    fn tried(&mut self, from: &State, floor: &mut Floor) {
        let m = &mut self.machine;
        let mut kept = 0;
        m.each_candidate(from, &mut floor.plies, |m, ply, plies| {
            if kept >= floor.states.len() {
                floor.states.push(S::blank(0));
            }
            let out = &mut floor.states[kept];
            let fine = match m.make_ply(from, &ply, out, &mut Silent) {
                Err(_) => false,
                Ok(Made::Pending) => m.can_finish(out),
                Ok(made) => {
                    m.go_on(from, out, made, &mut Silent);
                    true
                }
            };
            if fine {
                plies.push(ply);
                kept += 1;
            }
            fine
        });
        for ply in [Ply::Pass, Ply::Swap] {
            let fits = if ply == Ply::Pass { kept == 0 && m.passes() } else { m.may_swap(from) };
            if fits {
                m.play_unchecked(from, &ply, floor.state(kept));
                floor.plies.push(ply);
                kept += 1;
            }
        }
    }

    /// Counts the paths below a state; `left` plies are still to be made.
    fn walk(&mut self, from: &State, left: usize) {
        if left == 0 || from.over.is_some() {
            return;
        }
        let mut floor = std::mem::take(&mut self.floors[left]);
        self.children(from, &mut floor);
        let done = self.nodes.len() - left;
        self.nodes[done] += floor.plies.len() as u64;
        if self.fold {
            for i in 0..floor.plies.len() {
                let mut s = std::mem::replace(&mut floor.states[i], S::blank(0));
                self.go_through(&mut s, from.to_move());
                self.walk(&s, left - 1);
                floor.states[i] = s;
            }
        } else if left > 1 {
            for s in &floor.states[..floor.plies.len()] {
                self.walk(s, left - 1);
            }
        }
        self.floors[left] = floor;
    }

    /// Goes through plies of the same player with one legal move.
    fn go_through(&mut self, s: &mut State, player: Option<u8>) {
        for _ in 0..MOST_FOLDED {
            if s.over.is_some() || s.to_move() != player || player.is_none() {
                return;
            }
            let mut floor = Floor::default();
            self.children(s, &mut floor);
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
    let mut root = Walk::new(game, depth, fold);
    let mut floor = Floor::default();
    if state.over.is_none() {
        root.children(state, &mut floor);
    }
    let undecided = root.undecided;
    let each = |(ply, s): (&Ply, &State)| {
        let mut walk = Walk::new(game, depth - 1, fold);
        if fold {
            let mut s = s.clone();
            walk.go_through(&mut s, state.to_move());
            walk.walk(&s, depth - 1);
        } else {
            walk.walk(s, depth - 1);
        }
        let mut nodes = vec![1];
        nodes.append(&mut walk.nodes);
        (*ply, Counts { nodes, undecided: walk.undecided })
    };
    let pairs: Vec<(&Ply, &State)> = floor.plies.iter().zip(&floor.states).collect();
    let pool = if jobs > 1 { rayon::ThreadPoolBuilder::new().num_threads(jobs).build().ok() } else { None };
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
