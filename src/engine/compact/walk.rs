//! Walks over positions: counts of move paths, and random games.

use rayon::prelude::*;

use super::lanes::Lane;
use super::make::Made;
use super::{Board, Compact, Program, Sized, bit, plain};
use crate::engine::perft::Counts;
use crate::engine::state::State;
use crate::engine::trace::{Silent, Turning};
use crate::engine::{Game, Machine, PlaceId, Ply};

impl Compact {
    /// Whether it can go on from a state.
    pub(in crate::engine) fn takes(&self, game: &Game, s: &State) -> bool {
        // A position that was given may hold more than the game's own seeds.
        let most = match &self.0 {
            Sized::Small(_) | Sized::Large(_) => u8::MOST,
            Sized::Many(_) => u16::MOST,
        };
        plain(s, &game.geometry.owned) && s.counts.iter().map(|&n| u64::from(n)).sum::<u64>() <= u64::from(most)
    }

    /// The counts of 1 to `depth` plies below each ply from a settled state.
    pub(in crate::engine) fn perft(
        &self,
        game: &Game,
        state: &State,
        depth: usize,
        pool: Option<&rayon::ThreadPool>,
    ) -> Vec<(Ply, Counts)> {
        match &self.0 {
            Sized::Small(p) => perft(p, game, state, depth, pool),
            Sized::Large(p) => perft(p, game, state, depth, pool),
            Sized::Many(p) => perft(p, game, state, depth, pool),
        }
    }

    /// As [`Machine::playout`].
    pub(in crate::engine) fn playout(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        max_plies: u64,
        below: &mut impl FnMut(u32) -> u32,
    ) -> u64 {
        match &self.0 {
            Sized::Small(p) => Play::new(p, machine, state).out(state, max_plies, below),
            Sized::Large(p) => Play::new(p, machine, state).out(state, max_plies, below),
            Sized::Many(p) => Play::new(p, machine, state).out(state, max_plies, below),
        }
    }
}

/// A walk's scratch space.
struct Walk<'p, 'm, 'g, T: Lane, const L: usize> {
    program: &'p Program<T, L>,
    machine: &'m mut Machine<'g>,
    /// What no board holds: reserves, who began.
    rest: State,
    /// Positions, the present one last, where they are kept.
    history: Vec<Board<T, L>>,
    /// Where in it those since the last win begin.
    since: usize,
}

/// A ply that the machine made.
struct Asked<T: Lane, const L: usize> {
    state: State,
    board: Board<T, L>,
    made: Made,
}

impl<'p, 'm, 'g, T: Lane, const L: usize> Walk<'p, 'm, 'g, T, L> {
    fn new(program: &'p Program<T, L>, machine: &'m mut Machine<'g>, state: &State) -> Self {
        let history = if program.repetition { vec![Board::of(state)] } else { Vec::new() };
        Walk { program, machine, rest: state.clone(), history, since: 0 }
    }

    /// A board as a state, with nothing known of earlier ones.
    fn state(&self, b: &Board<T, L>) -> State {
        let mut s = self.rest.clone();
        s.history.clear();
        for (to, &from) in s.counts.iter_mut().zip(&b.n).take(self.places()) {
            *to = u32::from(from.count());
        }
        s.mover = b.mover;
        s
    }

    /// Pits and stores: what a board holds of a state's places.
    fn places(&self) -> usize {
        self.machine.game().geometry.pits.len() + 2
    }

    fn ply(&self, pit: PlaceId, mover: u8) -> Ply {
        let direction = match self.machine.game().code_of(0, mover).direction {
            crate::engine::code::Dir::Is(d) => Turning::of(d),
            _ => Turning::Counterclockwise,
        };
        Ply::Start { pit, direction, amount: None, class: 0 }
    }

    /// Has the machine make a ply; none if it is illegal.
    #[cold]
    fn ask(&mut self, from: &Board<T, L>, pit: PlaceId) -> Option<Asked<T, L>> {
        let s = self.state(from);
        let ply = self.ply(pit, from.mover);
        let mut out = State::blank(0);
        self.machine.take_code(&s);
        if !self.machine.try_ply(&s, &ply, &mut out, false) {
            return None;
        }
        let made = if out.mover == from.mover { Made::Again } else { Made::Done };
        Some(Asked { board: Board::of(&out), state: out, made })
    }

    /// Notes a position that has been come to and tells whether the round is over in it; to be
    /// undone by [`Walk::leave`].
    #[inline(always)]
    fn enter(&mut self, b: &Board<T, L>, won_before: u32) -> (bool, usize) {
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
}

/// Counts below one position.
struct Count<'p, 'm, 'g, T: Lane, const L: usize> {
    walk: Walk<'p, 'm, 'g, T, L>,
    nodes: Vec<u64>,
}

impl<T: Lane, const L: usize> Count<'_, '_, '_, T, L> {
    /// Makes the ply from a pit and counts it and what is below; `left` plies are to be made.
    fn ply(&mut self, from: &Board<T, L>, pit: PlaceId, must: u64, left: usize) {
        let program = self.walk.program;
        let mut next = *from;
        let mut goes_on = true;
        match program.make(from, pit, must, &mut next) {
            Made::Done | Made::Again => {}
            Made::Illegal => return,
            Made::Ask => match self.walk.ask(from, pit) {
                Some(asked) => {
                    next = asked.board;
                    goes_on = asked.state.over.is_none();
                }
                None => return,
            },
        }
        let done = self.nodes.len() - left;
        self.nodes[done] += 1;
        if left == 1 {
            // The leaf is made whole, as it would be to go on from there.
            let over = program.leaves_settle && program.is_over(&next, 1);
            std::hint::black_box((&next, over));
        } else if goes_on {
            let (over, since) = self.walk.enter(&next, program.won(from));
            if !over {
                self.below(&next, left - 1);
            }
            self.walk.leave(since);
        }
    }

    fn below(&mut self, from: &Board<T, L>, left: usize) {
        let program = self.walk.program;
        let must = program.bound(from);
        for pit in program.starts(from.mover) {
            if from.held(pit) > 0 {
                self.ply(from, pit, must, left);
            }
        }
    }
}

fn perft<T: Lane, const L: usize>(
    program: &Program<T, L>,
    game: &Game,
    state: &State,
    depth: usize,
    pool: Option<&rayon::ThreadPool>,
) -> Vec<(Ply, Counts)> {
    let root = Board::<T, L>::of(state);
    let must = program.bound(&root);
    let each = |pit: PlaceId| {
        let mut machine = Machine::new(game);
        let walk = Walk::new(program, &mut machine, state);
        let ply = walk.ply(pit, root.mover);
        let mut count = Count { walk, nodes: vec![0; depth] };
        count.ply(&root, pit, must, depth);
        let nodes = count.nodes;
        (ply, Counts { nodes, undecided: machine.undecided })
    };
    let starts: Vec<PlaceId> = program.starts(root.mover).filter(|&p| root.held(p) > 0).collect();
    let mut all: Vec<(Ply, Counts)> = match pool {
        Some(pool) => pool.install(|| starts.into_par_iter().map(each).collect()),
        None => starts.into_iter().map(each).collect(),
    };
    all.retain(|(_, counts)| counts.nodes.first() != Some(&0));
    all
}

/// A random game.
struct Play<'p, 'm, 'g, T: Lane, const L: usize> {
    walk: Walk<'p, 'm, 'g, T, L>,
    board: Board<T, L>,
    /// Seeds won before the last ply.
    won_before: u32,
    /// Whether the position stands in the history.
    noted: bool,
}

impl<'p, 'm, 'g, T: Lane, const L: usize> Play<'p, 'm, 'g, T, L> {
    fn new(program: &'p Program<T, L>, machine: &'m mut Machine<'g>, state: &State) -> Self {
        let board = Board::of(state);
        Play { walk: Walk::new(program, machine, state), board, won_before: program.won(&board), noted: true }
    }

    fn out(&mut self, state: &mut State, max_plies: u64, below: &mut impl FnMut(u32) -> u32) -> u64 {
        let program = self.walk.program;
        let mut plies = 0;
        while plies < max_plies {
            if !self.noted {
                self.noted = true;
                if self.walk.enter(&self.board, self.won_before).0 {
                    break;
                }
            }
            let won = program.won(&self.board);
            match self.random_ply(below) {
                None => break,
                Some(Some(asked)) if asked.state.over.is_some() => {
                    *state = asked.state;
                    return plies + 1;
                }
                Some(_) => {}
            }
            self.won_before = won;
            self.noted = false;
            plies += 1;
        }
        if plies > 0 {
            self.close(state);
        }
        plies
    }

    /// Makes one of the legal plies, each as likely as the others; none if there is none.
    #[inline(always)]
    fn random_ply(&mut self, below: &mut impl FnMut(u32) -> u32) -> Option<Option<Asked<T, L>>> {
        let program = self.walk.program;
        let from = self.board;
        let mut pits = [0; 32];
        let mut n = 0;
        for pit in program.starts(from.mover) {
            if from.held(pit) > 0 {
                pits[n] = pit;
                n += 1;
            }
        }
        let must = program.bound(&from);
        while n > 0 {
            let i = below(n as u32) as usize % 32;
            let mut asked = None;
            let mut made = program.make(&from, pits[i], must, &mut self.board);
            if made == Made::Ask {
                asked = self.walk.ask(&from, pits[i]);
                made = asked.as_ref().map_or(Made::Illegal, |a| a.made);
                if let Some(a) = &asked {
                    self.board = a.board;
                }
            }
            if made == Made::Illegal {
                self.board = from;
                n -= 1;
                pits[i] = pits[n];
                continue;
            }
            self.walk.rest.last_mover = from.mover;
            if made == Made::Done {
                let s = &mut self.walk.rest;
                s.turn = s.turn.saturating_add(1);
                let turns = &mut s.turns[self.board.mover];
                *turns = turns.saturating_add(1);
            }
            return Some(asked);
        }
        None
    }

    /// The last position as a state, with the round's end as the machine finds it.
    fn close(&mut self, state: &mut State) {
        let mut s = self.walk.state(&self.board);
        // The machine notes the position itself.
        let last = self.walk.history.len() - usize::from(self.noted && self.walk.program.repetition);
        let since = self.walk.since.min(last);
        for b in &self.walk.history[since..last] {
            s.history.push(self.walk.state(b).key());
        }
        let beyond = s.count(self.walk.machine.game().geometry.nobody);
        self.walk.machine.settle(&mut s, u64::from(self.won_before) + u64::from(beyond), &mut Silent);
        *state = s;
    }
}

impl<T: Lane, const L: usize> Program<T, L> {
    #[inline(always)]
    fn starts(&self, mover: u8) -> std::ops::Range<PlaceId> {
        let side = &self.sides[usize::from(mover & 1)];
        debug_assert!(bit(side.first) != 0);
        side.first..side.first + side.row
    }
}
