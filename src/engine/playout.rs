//! Random games, and what can be counted in them.

use super::listen::{Heard, Listener, Unheard};
use super::state::State;
use super::trace::Silent;
use super::{Machine, Ply, Refused};

impl<'g> Machine<'g> {
    /// Plays legal plies, each as likely as the others, until the game is over or `max_plies` have
    /// been made, and returns how many were; `state` is then where they led to. `below(n)` gives a
    /// number below `n`.
    pub fn playout(&mut self, state: &mut State, max_plies: u64, below: impl FnMut(u32) -> u32) -> u64 {
        self.playout_heard(state, max_plies, below, &mut Unheard).unwrap_or(0)
    }

    /// The same, where somebody listens; none if he gives the game up, or the machine has been told to stop.
    pub fn playout_heard<L: Listener>(
        &mut self,
        state: &mut State,
        max_plies: u64,
        mut below: impl FnMut(u32) -> u32,
        l: &mut L,
    ) -> Option<u64> {
        let compact = self.game.compact.as_ref().filter(|c| !c.is_slow());
        let mut next = self.spare_state();
        let mut plies = 0;
        let mut goes_on = true;
        while goes_on && state.over.is_none() && plies < max_plies {
            // What comes before the moves of a round is played by parts.
            let left = max_plies - plies;
            if let Some((compact, program)) = compact.and_then(|c| Some((c, c.ready(self.game, state, 1)?))) {
                let asked = self.asked;
                let made = program.playout(self, state, left, &mut below, l);
                compact.note(made.unwrap_or(0), self.asked - asked);
                match made {
                    None => goes_on = false,
                    // Nobody can move, and yet it isn't over: a position that no play leads to.
                    Some(0) => break,
                    Some(made) => plies += made,
                }
            } else if !L::HEARS && compact.is_none() {
                plies += self.playout_by_parts(state, left, &mut below);
                break;
            } else {
                // Which ply is made mustn't depend on who makes it.
                let made = if L::HEARS {
                    self.heard_ply(state, &mut next, &mut below, l)
                } else {
                    Some(self.random_ply(state, &mut next, false, &mut below))
                };
                match made {
                    None => goes_on = false,
                    Some(false) => break,
                    Some(true) => {
                        std::mem::swap(state, &mut *next);
                        plies += 1;
                    }
                }
            }
        }
        self.spare.push(next);
        goes_on.then_some(plies)
    }

    /// Makes one of the legal plies and tells of it; false if there is none, none if the game is given up.
    fn heard_ply<L: Listener>(
        &mut self,
        from: &State,
        out: &mut State,
        below: &mut impl FnMut(u32) -> u32,
        l: &mut L,
    ) -> Option<bool> {
        let mut plies = std::mem::take(&mut self.offered);
        self.legal_into(from, &mut plies);
        let goes_on = plies.is_empty() || l.decision(plies.len() as u64, from.lot());
        let ply = if goes_on { plies.get(pick(&plies, below)).copied() } else { None };
        self.offered = plies;
        match ply {
            Some(ply) => self.play_heard(from, &ply, out, l).is_ok().then_some(true),
            None => goes_on.then_some(false),
        }
    }

    /// Makes a legal ply, where what there is to know of this position has just been found out.
    pub(super) fn play_heard<L: Listener>(
        &mut self,
        from: &State,
        ply: &Ply,
        out: &mut State,
        l: &mut L,
    ) -> Result<(), Refused> {
        self.complete(from, ply, out, &mut Heard(l))?;
        if *ply == Ply::Swap {
            l.swapped();
        }
        let turn = |s: &State| (s.turn(), s.round(), s.between_rounds());
        if turn(from) != turn(out) || out.over.is_some() {
            l.turn_over();
        }
        Ok(())
    }

    /// Without a listener, whatever the game.
    fn playout_by_parts(&mut self, state: &mut State, max_plies: u64, mut below: impl FnMut(u32) -> u32) -> u64 {
        let mut next = self.spare_state();
        // Where a move is found by trying, the tests of the round's end needn't look for one too.
        let light = self.settles_lightly();
        // The seeds won before the ply that led here, if the tests haven't been made.
        let mut untested = None;
        let mut plies = 0;
        while plies < max_plies {
            if let Some(won) = untested {
                self.settle_lightly(state, won, true);
            }
            if state.over.is_some() {
                break;
            }
            let won = light.then(|| self.won_now(state));
            if !self.random_ply(state, &mut next, light, &mut below) {
                if let Some(won) = untested {
                    self.settle_stuck(state, won);
                }
                self.spare.push(next);
                return plies;
            }
            std::mem::swap(state, &mut *next);
            untested = won;
            plies += 1;
        }
        if let Some(won) = untested
            && plies == max_plies
            && state.pending.is_none()
            && state.over.is_none()
        {
            self.settle(state, won, &mut Silent);
        }
        self.spare.push(next);
        plies
    }

    /// Makes one of the legal plies; false if there is none.
    fn random_ply(&mut self, from: &State, out: &mut State, light: bool, below: &mut impl FnMut(u32) -> u32) -> bool {
        let mut plies = std::mem::take(&mut self.offered);
        let made = if !self.game.swap && self.tries_each(from) {
            self.random_trial(from, &mut plies, out, light, below) || self.random_pass(from, out, light, below)
        } else {
            self.legal_into(from, &mut plies);
            let ply = plies.get(pick(&plies, below));
            if let Some(ply) = ply {
                self.play_or_leave(from, ply, out, !light);
            }
            ply.is_some()
        };
        self.offered = plies;
        made
    }

    /// Tries the candidates in a random order; the first that is legal is as likely as each other
    /// legal one.
    fn random_trial(
        &mut self,
        from: &State,
        plies: &mut Vec<Ply>,
        out: &mut State,
        light: bool,
        below: &mut impl FnMut(u32) -> u32,
    ) -> bool {
        self.take_code(from);
        for tier in 0..self.code.tiers.len() {
            self.tier(from, tier, plies);
            while !plies.is_empty() {
                let ply = plies.swap_remove(pick(plies, below));
                if self.try_ply(from, &ply, out, !light) {
                    return true;
                }
            }
            self.take_code(from);
        }
        false
    }

    /// Passes, now that no move has been found, if the rules say so; the round isn't over.
    fn random_pass(&mut self, from: &State, out: &mut State, light: bool, below: &mut impl FnMut(u32) -> u32) -> bool {
        if self.code.stuck_passes {
            below(1);
            self.play_or_leave(from, &Ply::Pass, out, !light);
        }
        self.code.stuck_passes
    }
}

#[inline]
fn pick(plies: &[Ply], below: &mut impl FnMut(u32) -> u32) -> usize {
    match plies.len() {
        0 => 0,
        n => below(n as u32) as usize,
    }
}
