//! Random games.

use super::Program;
use super::make::{Made, Unheard};
use super::walk::{Asked, lane_of};
use super::words::{Board, Lane};
use crate::engine::Machine;
use crate::engine::state::State;
use crate::engine::trace::Silent;

/// Positions of one game, in their words; kept by the machine, so that the next game needn't make
/// room for them.
#[derive(Debug, Default)]
pub(in crate::engine) struct Past {
    words: Vec<u64>,
    /// Where those since the last win begin.
    since: usize,
    /// A bit for each of these that may have been since: most are new, and that is soon told.
    met: [u64; 4],
}

impl Past {
    fn clear(&mut self) {
        self.words.clear();
        self.won();
    }

    fn won(&mut self) {
        self.since = self.words.len();
        self.met = [0; 4];
    }

    /// Notes a position; how often it has been there since the last win, now included.
    #[inline(always)]
    fn note<const W: usize, const B: u32>(&mut self, b: &Board<W, B>) -> u32 {
        let mut mixed = b.mover;
        for w in b.w {
            mixed = (mixed ^ w).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let at = mixed >> 56;
        let (word, bit) = ((at >> 6) as usize, 1 << (at & 63));
        let met = self.met[word] & bit != 0;
        self.met[word] |= bit;
        let repeats = if met { self.count(b) + 1 } else { 1 };
        self.words.extend_from_slice(&b.w);
        self.words.push(b.mover);
        repeats
    }

    #[inline(never)]
    fn count<const W: usize, const B: u32>(&self, b: &Board<W, B>) -> u32 {
        self.boards().filter(|x| x == b).count() as u32
    }

    /// Those since the last win.
    fn boards<const W: usize, const B: u32>(&self) -> impl Iterator<Item = Board<W, B>> {
        self.words[self.since..].chunks_exact(W + 1).map(|words| {
            let mut w = [0; W];
            w.copy_from_slice(&words[..W]);
            Board { w, mover: words[W] }
        })
    }
}

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

impl<const W: usize, const B: u32> Program<W, B> {
    /// See [`super::Compact::playout`].
    pub(super) fn playout(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        max_plies: u64,
        below: &mut impl FnMut(u32) -> u32,
    ) -> u64 {
        let mut past = std::mem::take(&mut machine.past);
        past.clear();
        let mut b = self.board(state);
        let mut repeats = 1;
        if self.repetition {
            past.note(&b);
        }
        // Seeds won before the last ply; turns that each player has had since.
        let mut won_before = self.won(&b);
        let (mut last_mover, mut turns) = (state.last_mover, [0u32; 2]);
        let mut plies = 0;
        let ended = loop {
            if plies > 0 && plies < max_plies {
                if self.repetition {
                    if self.won(&b) != won_before {
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
            let won = self.won(&b);
            let from = b;
            let asks = |machine: &mut Machine<'_>, start: Lane| {
                let mut rest = state.clone();
                tell(&mut rest, last_mover, turns);
                self.ask(machine, &rest, &from, start)
            };
            let Some(made) = self.random_ply(machine, &mut b, below, asks) else { break Ended::Stuck };
            match made {
                Ok(Made::Done) => turns[(b.mover & 1) as usize] += 1,
                Ok(_) => {}
                Err(asked) if asked.state.over.is_some() => {
                    *state = asked.state;
                    machine.past = past;
                    return plies + 1;
                }
                Err(asked) => {
                    b = asked.board;
                    turns[(b.mover & 1) as usize] += u32::from(asked.made == Made::Done);
                }
            }
            last_mover = from.mover as u8;
            won_before = won;
            plies += 1;
        };
        if plies > 0 {
            tell(state, last_mover, turns);
            self.close(machine, state, &b, ended, (&past, repeats, won_before));
        }
        machine.past = past;
        plies
    }

    /// Makes one of the legal plies, each as likely as the others; none if there is none. The machine
    /// may have to be asked: then what it has made comes back.
    #[inline(always)]
    fn random_ply(
        &self,
        machine: &mut Machine<'_>,
        b: &mut Board<W, B>,
        below: &mut impl FnMut(u32) -> u32,
        asks: impl Fn(&mut Machine<'_>, Lane) -> Option<Asked<W, B>>,
    ) -> Option<Result<Made, Asked<W, B>>> {
        let n = self.count_starts(b);
        if n == 0 {
            return None;
        }
        let must = self.bound(b);
        let from = *b;
        let i = below(n);
        let (next, made) = self.make(&from, self.nth_start(&from, i), must, &mut Unheard);
        match made {
            Made::Done | Made::Again => {
                *b = next;
                Some(Ok(made))
            }
            _ => {
                let (next, made) = self.random_trial(machine, (from, must, i), below, asks)?;
                *b = next;
                Some(made)
            }
        }
    }

    /// The same where the first choice, a start of this number, was none, or was too long.
    #[inline(never)]
    fn random_trial(
        &self,
        machine: &mut Machine<'_>,
        (from, must, first): (Board<W, B>, u64, u32),
        below: &mut impl FnMut(u32) -> u32,
        asks: impl Fn(&mut Machine<'_>, Lane) -> Option<Asked<W, B>>,
    ) -> Option<(Board<W, B>, Result<Made, Asked<W, B>>)> {
        let mut left = Vec::with_capacity(Board::<W, B>::HALF);
        self.starts(&from, |start| left.push(start));
        let mut i = first as usize;
        loop {
            let start = left.swap_remove(i);
            match self.make(&from, start, must, &mut Unheard) {
                (_, Made::Ask) => {
                    if let Some(asked) = asks(machine, start) {
                        return Some((from, Err(asked)));
                    }
                }
                (_, Made::Illegal) => {}
                (next, made) => return Some((next, Ok(made))),
            }
            if left.is_empty() {
                return None;
            }
            i = below(left.len() as u32) as usize;
        }
    }

    /// How many of the mover's pits are occupied.
    #[inline(always)]
    fn count_starts(&self, b: &Board<W, B>) -> u32 {
        (0..W / 2).map(|word| Board::<W, B>::lanes_of(b.occupied(word, &self.rows[0]))).sum()
    }

    /// One of them, by its number.
    #[inline(always)]
    fn nth_start(&self, b: &Board<W, B>, mut i: u32) -> Lane {
        let mut at = Lane::default();
        for word in 0..W / 2 {
            let bits = b.occupied(word, &self.rows[0]);
            let n = Board::<W, B>::lanes_of(bits);
            if i < n {
                return lane_of::<B>(word, Board::<W, B>::nth_lane(bits, i));
            }
            i -= n;
            at = Lane { word: word as u8, shift: 0 };
        }
        at
    }

    /// The last position as a state, with the round's end as the machine finds it.
    fn close(
        &self,
        machine: &mut Machine<'_>,
        s: &mut State,
        b: &Board<W, B>,
        ended: Ended,
        (past, repeats, won_before): (&Past, u32, u64),
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
            return machine.settle(s, won_before + u64::from(beyond), &mut Silent);
        }
        let can = self.trials.then_some(ended == Ended::Over);
        machine.settle_at_last(s, repeats, can, &mut Silent);
        debug_assert!(s.over.is_some());
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
