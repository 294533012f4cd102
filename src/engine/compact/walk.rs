//! Walks over positions: what counting and playing have in common.

use std::sync::Arc;

use super::facts::Facts;
use super::make::Made;
use super::nodes::Sown;
use super::programs::plain;
use super::words::{Board, Lane, lane_of};
use super::{AnySize, Program, Size};
use crate::engine::geometry::bits;
use crate::engine::listen::{Heard, Listener, Unheard};
use crate::engine::perft::Counts;
use crate::engine::state::State;
use crate::engine::trace::{Trace, Turning};
use crate::engine::{Game, Machine, Ply};

impl AnySize {
    /// Whether it can go on from a state of its facts.
    #[inline]
    pub(super) fn takes(&self, s: &State) -> bool {
        // A position that was given may hold more than the game's own seeds.
        let (most, empty) = match &self.0 {
            Size::Small(p) => (Board::<2, 8>::MOST, p.empty),
            Size::Large(p) => (Board::<4, 8>::MOST, p.empty),
            Size::Many(p) => (Board::<8, 16>::MOST, p.empty),
        };
        (empty == 0 || bits(empty).all(|p| s.count(p) == 0))
            && s.counts.iter().map(|&n| u64::from(n)).sum::<u64>() <= most
    }

    /// Bytes of its tables.
    pub(super) fn bytes(&self) -> usize {
        match &self.0 {
            Size::Small(p) => p.bytes(),
            Size::Large(p) => p.bytes(),
            Size::Many(p) => p.bytes(),
        }
    }

    /// The counts of 1 to `depth` plies below each ply from a settled state, and how many other starts of it are
    /// refused undecided.
    pub(in crate::engine) fn perft(
        &self,
        game: &Game,
        state: &State,
        depth: usize,
        pool: Option<&rayon::ThreadPool>,
    ) -> (u64, Vec<(Ply, Counts)>) {
        match &self.0 {
            Size::Small(p) => p.perft(game, state, depth, pool),
            Size::Large(p) => p.perft(game, state, depth, pool),
            Size::Many(p) => p.perft(game, state, depth, pool),
        }
    }

    /// As [`Machine::playout_heard`].
    pub(in crate::engine) fn playout<L: Listener>(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        max_plies: u64,
        below: &mut impl FnMut(u32) -> u32,
        l: &mut L,
    ) -> Option<u64> {
        match &self.0 {
            Size::Small(p) => p.playout(machine, state, max_plies, below, l),
            Size::Large(p) => p.playout(machine, state, max_plies, below, l),
            Size::Many(p) => p.playout(machine, state, max_plies, below, l),
        }
    }
}

/// A ply that the machine made.
pub(super) struct Asked<const W: usize, const B: u32> {
    pub(super) state: Box<State>,
    /// The board after it, if the round goes on and the facts still hold, and whether the mover moves again.
    pub(super) board: Option<(Board<W, B>, Made)>,
}

impl<const W: usize, const B: u32> Program<W, B> {
    /// A state as a board.
    pub(super) fn board(&self, s: &State) -> Board<W, B> {
        Board::of(s, &self.side(u64::from(s.mover)).lanes)
    }

    /// Puts a board in a state, the rest of which stays.
    pub(super) fn put(&self, b: &Board<W, B>, s: &mut State) {
        for (to, lane) in s.counts.iter_mut().zip(&self.side(b.mover).lanes) {
            *to = b.lane(*lane);
        }
        s.mover = b.mover as u8;
    }

    /// Has the machine make a ply; none if it is illegal. `rest`: what no board holds.
    #[cold]
    pub(super) fn ask<L: Listener>(
        &self,
        machine: &mut Machine<'_>,
        rest: &State,
        from: &Board<W, B>,
        start: Lane,
        l: &mut L,
    ) -> Option<Asked<W, B>> {
        machine.asked += 1;
        let mut s = rest.clone();
        s.history.clear();
        self.put(from, &mut s);
        let ply = self.ply(from, start);
        let mut out = State::blank(0);
        machine.take_code(&s);
        if !machine.try_told(&s, &ply, &mut out, false, &mut Heard(l)) {
            return None;
        }
        let goes_on = plain(&out) && out.round() == s.round() && Facts::same(&s, &out);
        let made = if u64::from(out.mover) == from.mover { Made::Again } else { Made::Done };
        let board = goes_on.then(|| (self.board(&out), made));
        Some(Asked { board, state: Box::new(out) })
    }

    /// Tests the ends in a state to which a ply of the machine's led and from which the program doesn't go on,
    /// if the round does: with other facts. Given are what no board holds, the position before the ply and,
    /// where they are kept, those since the last win.
    pub(super) fn settle_left<T: Trace>(
        &self,
        machine: &mut Machine<'_>,
        (rest, from): (&State, &Board<W, B>),
        earlier: impl Iterator<Item = Board<W, B>>,
        after: &mut State,
        t: &mut T,
    ) {
        if !plain(after) || after.round() != rest.round() {
            return;
        }
        let mut before = rest.clone();
        before.history.clear();
        for b in earlier.filter(|_| self.repetition) {
            self.put(&b, &mut before);
            after.history.push(before.key());
        }
        let beyond = after.count(machine.game().geometry.nobody);
        machine.settle(after, self.won(from) + u64::from(beyond), t);
        machine.after_last_ply(after, t);
    }

    /// A start as a ply.
    pub(super) fn ply(&self, b: &Board<W, B>, start: Lane) -> Ply {
        let side = self.side(b.mover);
        let direction = Turning::of(side.direction);
        Ply::Start { pit: self.start_of(b, start), direction, amount: None, class: side.class }
    }

    fn bytes(&self) -> usize {
        let entry = std::mem::size_of::<Sown<W>>();
        let [a, b] = self.sides.each_ref().map(|side| &side.tables);
        let both = if Arc::ptr_eq(a, b) { 1 } else { 2 };
        // The lesser tables together are about as large as this.
        both * a.sown.len() * entry + (20 << 10)
    }

    /// Whether a start is legal, given which filters bind.
    pub(super) fn is_legal(
        &self,
        machine: &mut Machine<'_>,
        rest: &State,
        (from, must): (&Board<W, B>, u64),
        start: Lane,
    ) -> bool {
        match self.make(from, start, must, &mut Unheard).1 {
            Made::Illegal | Made::Left | Made::GivenUp => false,
            Made::Ask => self.ask(machine, rest, from, start, &mut Unheard).is_some(),
            Made::Done | Made::Again | Made::Passed => true,
        }
    }

    /// The board after a pass of a mover who has no legal start, if the rules have him pass: then only if the
    /// other player can move.
    #[inline(always)]
    pub(super) fn passed(&self, machine: &mut Machine<'_>, rest: &State, b: &Board<W, B>) -> Option<Board<W, B>> {
        if self.passes { self.passed_to(machine, rest, *b) } else { None }
    }

    #[inline(never)]
    fn passed_to(&self, machine: &mut Machine<'_>, rest: &State, mut b: Board<W, B>) -> Option<Board<W, B>> {
        b.turn(true);
        let (must, mut can) = (self.bound(&b), false);
        self.starts(&b, |start| can = can || !self.trials || self.is_legal(machine, rest, (&b, must), start));
        can.then_some(b)
    }

    /// Calls a function for each start of the mover's, in the order of the board.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "short loops of this form are always unrolled")]
    pub(super) fn starts(&self, b: &Board<W, B>, mut each: impl FnMut(Lane)) {
        let startable = self.startable(b);
        for word in 0..W / 2 {
            let mut left = startable[word];
            while left != 0 {
                each(lane_of::<B>(word, left));
                left &= left - 1;
            }
        }
    }
}
