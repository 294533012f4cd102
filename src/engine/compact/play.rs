//! Random games.

use super::journal::Journal;
use super::make::Made;
use super::past::Past;
use super::walk::Asked;
use super::words::{Board, Lane};
use super::{MOST_PLACES, Program};
use crate::engine::Machine;
use crate::engine::listen::{Heard, Listener, Unheard};
use crate::engine::state::State;

/// Why no further ply is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// A rule, or a repetition, ended the round.
    Over,
    /// There is no legal ply.
    Stuck,
    /// There have been as many as there may be.
    Enough,
}

/// What no board holds, as it stands after some plies.
struct Rest<'s> {
    /// The state at the start.
    state: &'s State,
    last_mover: u8,
    /// Turns that each player has had since.
    turns: [u32; 2],
    /// The last ply ended a turn, and that hasn't been told.
    turned: bool,
}

/// What a ply of the machine's led to, if the round doesn't go on from there as it does here.
type Left = Option<Box<State>>;

impl<const W: usize, const B: u32> Asked<W, B> {
    /// The board after it and how it was made; if the round doesn't go on here, the state is left.
    fn gone_on(self, from: Board<W, B>, left: &mut Left) -> (Board<W, B>, Made) {
        self.board.unwrap_or_else(|| {
            *left = Some(self.state);
            (from, Made::Left)
        })
    }
}

impl Rest<'_> {
    /// A state with it; its counts are to be put in.
    fn whole(&self) -> State {
        let mut s = self.state.clone();
        tell(&mut s, self.last_mover, self.turns);
        s
    }
}

impl<const W: usize, const B: u32> Program<W, B> {
    /// See [`super::AnySize::playout`].
    pub(super) fn playout<L: Listener>(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        max_plies: u64,
        below: &mut impl FnMut(u32) -> u32,
        l: &mut L,
    ) -> Option<u64> {
        let mut past = std::mem::take(&mut machine.past);
        past.clear();
        let mut b = self.board(state);
        let mut repeats = 1;
        if self.repetition {
            past.note(&b);
        }
        // Seeds won before the last ply.
        let mut won_before = self.won(&b);
        let mut rest = Rest { state, last_mover: state.last_mover, turns: [0; 2], turned: false };
        let mut plies = 0;
        // A ply of the machine's after which the round doesn't go on here.
        let mut left = None;
        let ended = loop {
            let won = self.won(&b);
            if plies > 0 && plies < max_plies {
                if self.repetition {
                    if won != won_before {
                        past.won();
                    }
                    repeats = past.note(&b);
                }
                if self.is_over(&b, repeats) {
                    break Ended::Over;
                }
            }
            if plies >= max_plies {
                break Ended::Enough;
            }
            let mover = b.mover;
            let made = if L::HEARS {
                self.heard_ply((machine, &mut past.journal), &mut b, below, &rest, &mut left, l)
            } else {
                self.random_ply(machine, &mut b, below, &rest, &mut left)
            };
            let Some(made) = made else { break Ended::Stuck };
            if let Some(after) = left {
                *state = self.leave(machine, (&rest.whole(), &b), &past, after, l);
                machine.past = past;
                return Some(plies + 1);
            }
            if made == Made::GivenUp {
                machine.past = past;
                return None;
            }
            let passed = made == Made::Passed;
            let done = passed || made == Made::Done;
            rest.turns[(b.mover & 1) as usize] += u32::from(done);
            rest.turned = done;
            if !passed {
                rest.last_mover = mover as u8;
            }
            won_before = won;
            plies += 1;
        };
        if plies > 0 {
            let Rest { last_mover, turns, turned, .. } = rest;
            tell(state, last_mover, turns);
            let round = state.round();
            self.close(machine, state, &b, ended, (&past, repeats, won_before), l);
            if turned || state.over.is_some() || state.round() != round || state.between_rounds() {
                l.turn_over();
            }
        }
        machine.past = past;
        Some(plies)
    }

    /// The state to which a ply of the machine's led and from which the program doesn't go on, with its ends
    /// tested. Given are the state and the board before it.
    #[cold]
    #[inline(never)]
    fn leave<L: Listener>(
        &self,
        machine: &mut Machine<'_>,
        (before, from): (&State, &Board<W, B>),
        past: &Past,
        mut after: Box<State>,
        l: &mut L,
    ) -> State {
        self.settle_left(machine, (before, from), past.boards(), &mut after, &mut Heard(l));
        let at = |s: &State| (s.turn(), s.round(), s.between_rounds(), s.over.is_some());
        if at(before) != at(&after) {
            l.turn_over();
        }
        *after
    }

    /// Makes one of the legal plies, each as likely as the others; none if there is none. The machine
    /// may have to be asked, and if the round doesn't go on here then, what it has made is `left`.
    #[inline(always)]
    fn random_ply(
        &self,
        machine: &mut Machine<'_>,
        b: &mut Board<W, B>,
        below: &mut impl FnMut(u32) -> u32,
        rest: &Rest<'_>,
        left: &mut Left,
    ) -> Option<Made> {
        let startable = self.startable(b);
        let n = Board::<W, B>::count(&startable);
        if n == 0 {
            *b = self.passed(machine, rest.state, b)?;
            below(1);
            return Some(Made::Passed);
        }
        let must = self.bound(b);
        let from = *b;
        let i = below(n);
        let (next, made) = self.make(&from, Board::<W, B>::nth(&startable, i), must, &mut Unheard);
        match made {
            Made::Done | Made::Again => {
                *b = next;
                Some(made)
            }
            _ => {
                let (next, made) = match self.random_trial(machine, (from, must, i), below, rest, left) {
                    Some(made) => made,
                    None => (self.passed(machine, rest.state, b)?, Made::Passed),
                };
                *b = next;
                Some(made)
            }
        }
    }

    /// The same as [`Program::random_ply`] for somebody who hears of it. All legal plies are looked for, since
    /// he is told how many there are.
    fn heard_ply<L: Listener>(
        &self,
        (machine, journal): (&mut Machine<'_>, &mut Journal),
        b: &mut Board<W, B>,
        below: &mut impl FnMut(u32) -> u32,
        rest: &Rest<'_>,
        left: &mut Left,
        l: &mut L,
    ) -> Option<Made> {
        let from = *b;
        let mut starts = [Lane::default(); MOST_PLACES];
        let must = self.bound(b);
        let n = if self.trials {
            let mut n = 0;
            self.starts(&from, |start| {
                let legal = self.is_legal(machine, rest.state, (&from, must), start);
                starts[n] = start;
                n += usize::from(legal);
            });
            n as u32
        } else {
            Board::<W, B>::count(&self.startable(b))
        };
        let mut tell = |n: u32| {
            if rest.turned {
                l.turn_over();
            }
            l.decision(u64::from(n), false)
        };
        if n == 0 {
            *b = self.passed(machine, rest.state, &from)?;
            if !tell(1) {
                return Some(Made::GivenUp);
            }
            below(1);
            return Some(Made::Passed);
        }
        if !tell(n) {
            return Some(Made::GivenUp);
        }
        let i = below(n);
        let start = if self.trials { starts[i as usize] } else { Board::<W, B>::nth(&self.startable(&from), i) };
        // What is too long is told by the machine from the beginning.
        journal.clear();
        let (next, made) = self.make(&from, start, must, journal);
        if made == Made::Ask {
            let asked = self.ask(machine, &rest.whole(), &from, start, l)?;
            let (next, made) = asked.gone_on(from, left);
            *b = next;
            return Some(made);
        }
        journal.tell(l);
        *b = next;
        Some(made)
    }

    /// The same where the first choice, a start of this number, was none, or was too long.
    #[inline(never)]
    fn random_trial(
        &self,
        machine: &mut Machine<'_>,
        (from, must, first): (Board<W, B>, u64, u32),
        below: &mut impl FnMut(u32) -> u32,
        rest: &Rest<'_>,
        left: &mut Left,
    ) -> Option<(Board<W, B>, Made)> {
        let mut untried = Vec::with_capacity(Board::<W, B>::HALF);
        self.starts(&from, |start| untried.push(start));
        let mut i = first as usize;
        loop {
            let start = untried.swap_remove(i);
            match self.make(&from, start, must, &mut Unheard) {
                (_, Made::Ask) => {
                    if let Some(asked) = self.ask(machine, &rest.whole(), &from, start, &mut Unheard) {
                        return Some(asked.gone_on(from, left));
                    }
                }
                (_, Made::Illegal) => {}
                made => return Some(made),
            }
            if untried.is_empty() {
                return None;
            }
            i = below(untried.len() as u32) as usize;
        }
    }

    /// The last position as a state, with the round's end as the machine finds it.
    fn close<L: Listener>(
        &self,
        machine: &mut Machine<'_>,
        s: &mut State,
        b: &Board<W, B>,
        ended: Ended,
        (past, repeats, won_before): (&Past, u32, u64),
        l: &mut L,
    ) {
        s.history.clear();
        if self.repetition && ended == Ended::Enough {
            let mut earlier = s.clone();
            for b in past.boards::<W, B>() {
                self.put(&b, &mut earlier);
                s.history.push(earlier.key());
            }
        }
        self.put(b, s);
        if ended == Ended::Enough {
            let beyond = s.count(machine.game().geometry.nobody);
            machine.settle(s, won_before + u64::from(beyond), &mut Heard(l));
            return machine.after_last_ply(s, &mut Heard(l));
        }
        let can = (self.trials && ended == Ended::Stuck).then_some(false);
        machine.settle_at_last(s, repeats, can, &mut Heard(l));
        debug_assert!(s.over.is_some());
        machine.after_last_ply(s, &mut Heard(l));
    }
}

/// Notes in a state who moved last, and turns that have been taken since.
fn tell(s: &mut State, last_mover: u8, turns: [u32; 2]) {
    s.last_mover = last_mover;
    s.turn = s.turn.saturating_add(turns[0]).saturating_add(turns[1]);
    for (player, n) in (0..).zip(turns) {
        s.turns[player] = s.turns[player].saturating_add(n);
    }
}
