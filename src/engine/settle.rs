//! The tests at each start decision, and the ends of rounds.

use super::code::{C, O, Who};
use super::eval::level;
use super::geometry::{NONE, bit, bits};
use super::state::State;
use super::trace::{Event, Trace};
use super::{Machine, Over, Reason, Winner};

impl<'g> Machine<'g> {
    /// Tests the ends of the round, when a player is about to choose a start.
    pub(super) fn settle<T: Trace>(&mut self, s: &mut State, won_before: u64, t: &mut T) {
        self.settle_knowing(s, won_before, None, t);
    }

    /// The same where it is known, or taken for granted, whether the mover can move.
    pub(super) fn settle_knowing<T: Trace>(&mut self, s: &mut State, won_before: u64, can: Option<bool>, t: &mut T) {
        self.take_code(s);
        if self.code.over_of_move {
            self.clear_regs(self.at_start_dir(s));
        }
        self.rule = u32::MAX;
        self.level = level::MAIN;
        self.it = NONE;
        self.movable = [None; 2];
        if self.game.repetition {
            self.note_position(s, won_before);
        }
        self.settling = true;
        self.movable[usize::from(s.mover & 1)] = can;
        self.test_ends(s, t);
        self.settling = false;
        self.movable = [None; 2];
    }

    fn test_ends<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        let code = self.code;
        // Most ends ask for an empty side, and so does the search for a move: looked up once.
        let sides = [self.side_occupied(s, 0), self.side_occupied(s, 1)];
        for over in &code.over {
            for bound in &over.bound {
                let holds = match bound.cond {
                    C::SideOccupied(yes, who) => sides[usize::from(who & 1)] == yes,
                    _ => {
                        self.enter(level::MAIN);
                        self.holds(s, &bound.cond)
                    }
                };
                if !holds {
                    continue;
                }
                if T::ON {
                    t.event(Event::Rule(over.id));
                }
                self.actions(s, &bound.actions, t);
                self.empty_hand(s, t);
                self.close_round(s, &bound.outcomes, Reason::Rule(over.id), t);
                return;
            }
        }
        if self.game.repetition_draws && self.repeats >= 2 {
            self.draw_round(s, Reason::Repetition, t);
        } else if let Some(side) = self.game.free_side(s)
            && sides[usize::from(side & 1)]
        {
            // Any occupied pit may be started: there is nothing else to ask.
        } else if !(self.can_move(s, s.mover)
            || self.may_swap(s)
            || self.game.stuck_passes && self.can_move(s, s.mover ^ self.game.geometry.other))
        {
            self.close_round(s, &[], Reason::Stuck, t);
        }
    }

    /// Ends the round undecided.
    pub(super) fn draw_round<T: Trace>(&mut self, s: &mut State, reason: Reason, t: &mut T) {
        self.seal(s, Some(Winner::Draw), reason, t);
    }

    /// Ends the round: the rest goes where it is said, and if nothing else says who wins, more
    /// seeds won win.
    #[inline(never)]
    pub(super) fn close_round<T: Trace>(&mut self, s: &mut State, outcomes: &'g [O], reason: Reason, t: &mut T) {
        let mut winner = None;
        for o in outcomes {
            match o {
                O::OwnersKeep => self.owners_keep(s, t),
                O::Takes(who) => self.one_takes(s, who, t),
                O::Split => self.split(s, t),
                O::Wins(who) => {
                    winner = match self.who(s, who) {
                        p @ 0..2 => Some(Winner::Player(p)),
                        _ => Some(Winner::Nobody),
                    };
                }
                O::Draw => winner = Some(Winner::Draw),
            }
        }
        self.seal(s, winner, reason, t);
    }

    fn seal<T: Trace>(&mut self, s: &mut State, winner: Option<Winner>, reason: Reason, t: &mut T) {
        let score: Vec<u64> = self.game.geometry.stores.iter().map(|&p| u64::from(s.count(p))).collect();
        let winner = winner.unwrap_or_else(|| match score[..] {
            [first, second] if first > second => Winner::Player(0),
            [first, second] if first < second => Winner::Player(1),
            [_, _] => Winner::Draw,
            // A player by himself has nobody to win against: his rules say what winning is.
            _ => Winner::Nobody,
        });
        s.pending = None;
        s.seen.clear();
        s.history.clear();
        s.over = Some(Box::new(Over { winner, score, reason }));
        t.event(Event::Over);
    }

    /// Pits and reserves: what can be left.
    fn left(&self) -> u128 {
        let g = &self.game.geometry;
        g.reserves.iter().fold(g.all, |m, &p| m | bit(p))
    }

    fn sweep<T: Trace>(&mut self, s: &mut State, from: u8, n: u32, to: u8, t: &mut T) {
        if n > 0 {
            self.take(s, from, n, t);
            s.counts[usize::from(to)] += n;
            t.event(Event::Rest { from, n, to });
        }
    }

    fn owners_keep<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        for p in bits(self.left()) {
            if let Some(owner) = s.owner_of(p) {
                let store = self.game.geometry.stores[usize::from(owner)];
                self.sweep(s, p, s.count(p), store, t);
            }
        }
    }

    fn one_takes<T: Trace>(&mut self, s: &mut State, who: &'g Who, t: &mut T) {
        let to = match self.who(s, who) {
            p @ 0..2 => self.game.geometry.stores[usize::from(p)],
            // Nobody takes them: they stay where they lie.
            _ => return,
        };
        for p in bits(self.left()) {
            self.sweep(s, p, s.count(p), to, t);
        }
    }

    fn split<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        let left = self.left();
        if self.game.geometry.other == 0 {
            return self.owners_keep(s, t);
        }
        let sides = [0, 1].map(|p: usize| self.total(s, left & s.owned[p]));
        let half = self.total(s, left) / 2;
        let odd = self.total(s, left) % 2;
        let more = |a: u64, b: u64| if a > b { odd } else { 0 };
        let mut due = [half + more(sides[0], sides[1]), half + more(sides[1], sides[0])];
        for p in bits(left) {
            let first = usize::from(s.owner_of(p).unwrap_or(0));
            for player in [first, 1 - first] {
                let n = u64::from(s.count(p)).min(due[player]) as u32;
                due[player] -= u64::from(n);
                let store = self.game.geometry.stores[player];
                self.sweep(s, p, n, store, t);
            }
        }
    }
}
