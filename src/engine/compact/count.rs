//! Counts of move paths.

use rayon::prelude::*;

use super::Program;
use super::make::Made;
use super::walk::Asked;
use super::words::{Board, Lane};
use crate::engine::listen::Unheard;
use crate::engine::perft::{Counts, perft};
use crate::engine::state::State;
use crate::engine::trace::Silent;
use crate::engine::{Game, Machine, Ply};

/// Counts below one position.
struct Count<'p, 'g, const W: usize, const B: u32> {
    program: &'p Program<W, B>,
    machine: Machine<'g>,
    /// What no board holds: reserves, who began.
    rest: &'p State,
    /// Positions, the present one last, where they are kept.
    history: Vec<Board<W, B>>,
    /// Where in it those since the last win begin.
    since: usize,
    nodes: Vec<u64>,
}

impl<const W: usize, const B: u32> Count<'_, '_, W, B> {
    /// Notes a position that has been come to and tells whether the round is over in it; to be
    /// undone by [`Count::leave`].
    #[inline(always)]
    fn enter(&mut self, b: &Board<W, B>, won_before: u64) -> (bool, usize) {
        let since = self.since;
        let mut repeats = 1;
        if self.program.repetition {
            if self.program.won(b) != won_before {
                self.since = self.history.len();
            }
            repeats += self.history[self.since..].iter().filter(|x| *x == b).count() as u32;
            self.history.push(*b);
        }
        (self.program.is_over(b, repeats), since)
    }

    #[inline(always)]
    fn leave(&mut self, since: usize) {
        if self.program.repetition {
            self.history.pop();
            self.since = since;
        }
    }

    /// Makes a start and counts it and what is below, if it is legal; `left` plies are to be made.
    fn ply(&mut self, from: &Board<W, B>, start: Lane, must: u64, left: usize) -> bool {
        let program = self.program;
        let (mut next, made) = program.make(from, start, must, &mut Unheard);
        let mut goes_on = true;
        match made {
            Made::Done | Made::Again | Made::Passed => {}
            Made::Illegal | Made::Left | Made::GivenUp => return false,
            Made::Ask => match program.ask(&mut self.machine, self.rest, from, start, &mut Unheard) {
                Some(Asked { board: Some((board, _)), .. }) => next = board,
                Some(Asked { board: None, state }) => {
                    self.left(from, state, left);
                    goes_on = false;
                }
                None => return false,
            },
        }
        self.made(from, &next, left, goes_on);
        true
    }

    /// Counts what is below a ply that the machine made and from which the program doesn't go on.
    #[inline(never)]
    fn left(&mut self, from: &Board<W, B>, mut after: Box<State>, left: usize) {
        if left <= 1 || after.round() != self.rest.round() {
            return;
        }
        let (machine, earlier) = (&mut self.machine, self.history[self.since..].iter().copied());
        self.program.settle_left(machine, (self.rest, from), earlier, &mut after, &mut Silent);
        let below = perft(self.machine.game(), &after, left - 1, false, 1);
        let first = self.nodes.len() - left + 1;
        self.nodes[first..].iter_mut().zip(&below.nodes).for_each(|(n, more)| *n += more);
        self.machine.undecided += below.undecided;
    }

    /// Counts a ply that was made, and what is below.
    #[inline(always)]
    fn made(&mut self, from: &Board<W, B>, next: &Board<W, B>, left: usize, goes_on: bool) {
        let done = self.nodes.len() - left;
        self.nodes[done] += 1;
        if left > 1 && goes_on {
            let (over, since) = self.enter(next, self.program.won(from));
            if !over {
                self.below(next, left - 1);
            }
            self.leave(since);
        }
    }

    fn below(&mut self, from: &Board<W, B>, left: usize) {
        let program = self.program;
        let must = program.bound(from);
        if left == 1 {
            // On larger boards to take nothing costs more than to ask.
            return if W == 2 && program.relays {
                self.leaves::<true>(from, must)
            } else {
                self.leaves::<false>(from, must)
            };
        }
        let mut can = false;
        program.starts(from, |start| can |= self.ply(from, start, must, left));
        if !can {
            self.pass(from, left);
        }
    }

    /// Counts the pass of who has no legal start, if he may, and what is below.
    #[inline(never)]
    fn pass(&mut self, from: &Board<W, B>, left: usize) {
        if let Some(next) = self.program.passed(&mut self.machine, self.rest, from) {
            self.made(from, &next, left, true);
        }
    }

    /// Makes the last plies.
    fn leaves<const EVENLY: bool>(&mut self, from: &Board<W, B>, must: u64) {
        let program = self.program;
        let mut n = 0;
        program.starts(from, |start| {
            let (next, made) = program.make_taking::<EVENLY, _>(from, start, must, &mut Unheard);
            let legal = match made {
                Made::Done | Made::Again | Made::Passed => true,
                Made::Illegal | Made::Left | Made::GivenUp => false,
                Made::Ask => program.ask(&mut self.machine, self.rest, from, start, &mut Unheard).is_some(),
            };
            // A leaf is made whole, as it would be to go on from there.
            let over = program.is_over(&next, 1);
            std::hint::black_box((&next, over));
            n += u64::from(legal);
        });
        if n == 0 {
            return self.pass(from, 1);
        }
        let last = self.nodes.len() - 1;
        self.nodes[last] += n;
    }
}

impl<const W: usize, const B: u32> Program<W, B> {
    /// See [`super::AnySize::perft`].
    pub(super) fn perft(
        &self,
        game: &Game,
        state: &State,
        depth: usize,
        pool: Option<&rayon::ThreadPool>,
    ) -> (u64, Vec<(Ply, Counts)>) {
        let root = self.board(state);
        let must = self.bound(&root);
        let count = || {
            let history = if self.repetition { vec![root] } else { Vec::new() };
            let (machine, nodes) = (Machine::new(game), vec![0; depth]);
            Count { program: self, machine, rest: state, history, since: 0, nodes }
        };
        let each = |start: Lane| {
            let mut count = count();
            count.ply(&root, start, must, depth);
            let counts = Counts { nodes: count.nodes, undecided: count.machine.undecided };
            (self.ply(&root, start), counts)
        };
        let mut starts = Vec::new();
        self.starts(&root, |start| starts.push(start));
        let mut all: Vec<(Ply, Counts)> = match pool {
            Some(pool) => pool.install(|| starts.into_par_iter().map(each).collect()),
            None => starts.into_iter().map(each).collect(),
        };
        let mut undecided = 0;
        all.retain(|(_, counts)| {
            let legal = counts.nodes.first() != Some(&0);
            undecided += if legal { 0 } else { counts.undecided };
            legal
        });
        if all.is_empty() {
            let mut count = count();
            count.pass(&root, depth);
            if count.nodes.first() != Some(&0) {
                all.push((Ply::Pass, Counts { nodes: count.nodes, undecided: count.machine.undecided }));
            }
        }
        (undecided, all)
    }
}
