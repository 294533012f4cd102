//! The plies from a state together with what they lead to, for walks that go on from there.

use super::state::State;
use super::trace::{Silent, Trace};
use super::turn::Made;
use super::{Machine, Ply};

/// One level's plies and states, kept for reuse.
#[derive(Debug, Default)]
pub(super) struct Floor {
    pub(super) plies: Vec<Ply>,
    pub(super) states: Vec<State>,
}

impl Floor {
    #[inline]
    pub(super) fn state(&mut self, i: usize) -> &mut State {
        if i >= self.states.len() {
            self.states.resize_with(i + 1, || State::blank(0));
        }
        &mut self.states[i]
    }
}

impl<'g> Machine<'g> {
    /// Whether the ends of rounds may be tested lightly: see [`Machine::settle_lightly`].
    pub(super) fn settles_lightly(&self) -> bool {
        let game = self.game;
        game.trials && !game.stuck_passes && !game.swap && game.next.is_none() && !game.has_races()
    }

    /// The legal plies from a state, each made; with the tests of the next decision if it `settles`.
    pub(super) fn children(&mut self, from: &State, floor: &mut Floor, settles: bool) {
        let game = self.game;
        self.take_code(from);
        if self.tries_each(from) {
            self.tried(from, floor, settles);
            return;
        }
        let undecided = self.undecided;
        self.legal_into(from, &mut floor.plies);
        self.undecided = undecided;
        for i in 0..floor.plies.len() {
            let ply = floor.plies[i];
            self.play_or_leave(from, &ply, floor.state(i), settles);
        }
        debug_assert!(game.complex || floor.plies.len() <= floor.states.len());
    }

    /// Whether the plies from a state are found by trying each candidate by itself.
    pub(super) fn tries_each(&mut self, from: &State) -> bool {
        let start = from.pending.is_none() && from.over.is_none() && from.race.is_none();
        start && !self.game.complex && self.game.trials && self.trying(from)
    }

    /// The same where each candidate has to be tried: the trial is the move.
    fn tried(&mut self, from: &State, floor: &mut Floor, settles: bool) {
        let mut kept = 0;
        let Floor { plies, states } = floor;
        self.each_candidate(from, plies, |m, ply, plies| {
            if kept >= states.len() {
                states.push(State::blank(0));
            }
            let fine = m.try_ply(from, &ply, &mut states[kept], settles);
            if fine {
                plies.push(ply);
                kept += 1;
            }
            fine
        });
        for ply in [Ply::Pass, Ply::Swap] {
            let fits = if ply == Ply::Pass { kept == 0 && self.passes() } else { self.may_swap(from) };
            if fits {
                self.play_unchecked(from, &ply, floor.state(kept));
                floor.plies.push(ply);
                kept += 1;
            }
        }
    }

    /// Makes a candidate; false if it isn't legal.
    pub(super) fn try_ply(&mut self, from: &State, ply: &Ply, out: &mut State, settles: bool) -> bool {
        self.try_told(from, ply, out, settles, &mut Silent)
    }

    /// The same, and tells what happens.
    #[inline(always)]
    pub(super) fn try_told<T: Trace>(
        &mut self,
        from: &State,
        ply: &Ply,
        out: &mut State,
        settles: bool,
        t: &mut T,
    ) -> bool {
        match self.make_ply(from, ply, out, t) {
            Err(_) => false,
            Ok(Made::Pending) => self.can_finish(out),
            Ok(made) => {
                self.go_on(from, out, (made, true), settles, t);
                true
            }
        }
    }

    /// Tests the ends of the round in a state whose moves will be tried anyway, given whether there
    /// is one.
    pub(super) fn settle_lightly(&mut self, s: &mut State, won: u64, can: bool) {
        if s.pending.is_none() && s.over.is_none() {
            self.settle_knowing(s, won, Some(can), &mut Silent);
        }
    }

    /// Tests them again, now that no move has been found.
    pub(super) fn settle_stuck(&mut self, s: &mut State, won: u64) {
        s.history.pop();
        self.settle_lightly(s, won, false);
    }
}
