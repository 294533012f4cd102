//! Sowings that never end, within a move and within a turn.

use super::Machine;
use super::state::{Regs, State};

/// Brent's cycle test: a state that is met again is found without keeping them all.
#[derive(Debug)]
pub(super) struct Brent {
    state: State,
    regs: Regs,
    /// Steps since the kept state, and after how many the next is kept.
    steps: u64,
    power: u64,
    sown: u64,
}

impl Brent {
    pub(super) fn new() -> Brent {
        Brent { state: State::blank(0), regs: Regs::default(), steps: 0, power: 1, sown: 0 }
    }
}

impl<'g> Machine<'g> {
    /// Whether a lap begins as an earlier one of this move did, in everything that rules can read.
    /// Called at each lap's begin from the 65th on.
    pub(super) fn met_before(&mut self, s: &State) -> bool {
        let first = self.laps == 65;
        if !first && self.same_lap(s) {
            return true;
        }
        let b = &mut self.brent;
        b.steps += 1;
        if first || b.steps == b.power {
            b.power = if first { 1 } else { b.power.saturating_mul(2) };
            b.steps = 0;
            b.state.copy_position(s);
            b.regs = self.regs;
            b.sown = s.sown;
        }
        false
    }

    fn same_lap(&self, s: &State) -> bool {
        let (a, b, f) = (&self.regs, &self.brent.regs, &self.game.features);
        // The cheapest first: most laps differ in where they begin or how many seeds they have.
        a.cursor == b.cursor
            && a.hand == b.hand
            && a.dir == b.dir
            && s.same_board(&self.brent.state)
            && a.inside == b.inside
            && (a.here, a.lap_start, a.first_fed, a.before_last) == (b.here, b.lap_start, b.first_fed, b.before_last)
            && (a.class, a.was, a.reached, a.slots) == (b.class, b.was, b.reached, b.slots)
            && f.lap.seen(a.lap) == f.lap.seen(b.lap)
            && f.taken.seen(u64::from(a.taken)) == f.taken.seen(u64::from(b.taken))
            && f.taken_lap.seen(u64::from(a.taken_lap)) == f.taken_lap.seen(u64::from(b.taken_lap))
            && f.sown.seen(s.sown) == f.sown.seen(self.brent.sown)
    }

    /// Seeds that have been won or are out of play.
    fn won(&self, s: &State) -> u64 {
        let g = &self.game.geometry;
        g.stores.iter().chain([&g.nobody]).map(|&p| u64::from(s.count(p))).sum()
    }

    /// Whether a decision of this turn has been met in it before; the decision that was left is
    /// noted. Nothing is kept across a change of the seeds won, for nothing comes back from there.
    pub(super) fn comes_back(&self, from: &State, s: &mut State) -> bool {
        if !self.game.turn_cycles {
            return false;
        }
        if !self.game.features.stores_shrink && self.won(from) != self.won(s) {
            s.seen.clear();
            return false;
        }
        let before = from.key();
        if !s.seen.contains(&before) {
            s.seen.push(before);
        }
        s.seen.contains(&s.key())
    }

    /// Notes the position and tells how often it has been there with this player to move.
    #[inline(never)]
    pub(super) fn note_position(&mut self, s: &mut State, won_before: u64) {
        let won = self.won(s);
        if won != won_before && !self.game.features.stores_shrink {
            s.history.clear();
        }
        let key = s.key();
        self.repeats = 1 + s.history.count(key);
        s.history.push(key);
    }

    /// Seeds won, to be compared later.
    pub(super) fn won_now(&self, s: &State) -> u64 {
        self.won(s)
    }
}
