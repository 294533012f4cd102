//! The tests at each start decision, and the ends of rounds.

use super::code::{C, O, Who};
use super::eval::level;
use super::geometry::{NONE, bit, bits};
use super::machine::NOT_KNOWN;
use super::seats::MAX_PLAYERS;
use super::state::State;
use super::trace::{Event, Trace};
use super::{Machine, Over, Reason, Winner};

impl<'g> Machine<'g> {
    /// Tests the ends of the round, when a player is about to choose a start.
    pub(super) fn settle<T: Trace>(&mut self, s: &mut State, won_before: u64, t: &mut T) {
        self.settle_knowing(s, won_before, None, t);
    }

    /// The same where it is known whether the mover can move; if he can, that may be taken for granted: should
    /// the round be over, it is asked.
    pub(super) fn settle_knowing<T: Trace>(&mut self, s: &mut State, won_before: u64, can: Option<bool>, t: &mut T) {
        self.prepare_tests(s);
        if self.game.repetition {
            self.note_position(s, won_before);
        }
        self.test_knowing(s, can, t);
    }

    /// The same where it is known, too, how often the position has been there, and nobody goes on from it.
    pub(super) fn settle_at_last<T: Trace>(&mut self, s: &mut State, repeats: u32, can: Option<bool>, t: &mut T) {
        self.prepare_tests(s);
        self.repeats = repeats;
        self.test_knowing(s, can, t);
    }

    fn prepare_tests(&mut self, s: &State) {
        self.take_code(s);
        if self.code.over_of_move {
            self.clear_regs(self.at_start_dir(s));
        }
        self.rule = u32::MAX;
        self.level = level::MAIN;
        self.it = NONE;
        self.movable = NOT_KNOWN;
    }

    fn test_knowing<T: Trace>(&mut self, s: &mut State, can: Option<bool>, t: &mut T) {
        self.settling = true;
        self.movable[usize::from(s.mover)] = can;
        if can != Some(true) || self.ends_hold(s) {
            self.movable = if can == Some(true) { NOT_KNOWN } else { self.movable };
            self.test_ends(s, t);
        }
        self.settling = false;
        self.movable = NOT_KNOWN;
    }

    /// Whether a rule ends the round, as far as it is known.
    fn ends_hold(&mut self, s: &State) -> bool {
        let code = self.code;
        let held = code.over.iter().flat_map(|over| &over.bound).any(|bound| {
            self.enter(level::MAIN);
            self.holds(s, &bound.cond)
        });
        held || self.game.repetition_draws && self.repeats >= 2
    }

    fn test_ends<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        let code = self.code;
        // Most ends ask for an empty side, and so does the search for a move: looked up once.
        let sides = [self.side_occupied(s, 0), self.game.geometry.players.len() > 1 && self.side_occupied(s, 1)];
        for over in &code.over {
            for bound in &over.bound {
                let holds = match bound.cond {
                    C::SideOccupied(yes, who @ 0..2) => sides[usize::from(who)] == yes,
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
            && sides.get(usize::from(side)).copied().unwrap_or_else(|| self.side_occupied(s, side))
        {
            // Any occupied pit may be started: there is nothing else to ask.
        } else if !(self.can_move(s, s.mover) || self.may_swap(s) || self.game.stuck_passes && self.another_can_move(s))
        {
            self.close_round(s, &[], Reason::Stuck, t);
        }
    }

    /// Whether somebody else than the mover could move.
    fn another_can_move(&mut self, s: &State) -> bool {
        self.game.geometry.others(s.mover).any(|p| self.can_move(s, p))
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
                        p @ 0..MAX_PLAYERS => Some(Winner::Player(p)),
                        _ => Some(Winner::Nobody),
                    };
                }
                O::Draw => winner = Some(Winner::Draw),
            }
        }
        self.seal(s, winner, reason, t);
    }

    fn seal<T: Trace>(&mut self, s: &mut State, winner: Option<Winner>, reason: Reason, t: &mut T) {
        let score: Vec<u64> = self.game.geometry.stores.iter().map(|&p| self.game.worth(s, p)).collect();
        let winner = winner.unwrap_or_else(|| match score[..] {
            [first, second] if first > second => Winner::Player(0),
            [first, second] if first < second => Winner::Player(1),
            [_, _] => Winner::Draw,
            // A player by himself has nobody to win against: his rules say what winning is.
            [_] | [] => Winner::Nobody,
            _ => {
                let most = score.iter().max();
                let mut best = (0u8..).zip(&score).filter(|(_, n)| Some(*n) == most);
                match (best.next(), best.next()) {
                    (Some((player, _)), None) => Winner::Player(player),
                    _ => Winner::Draw,
                }
            }
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
            self.carry(s, n, from, to);
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
            p @ 0..MAX_PLAYERS => self.game.geometry.stores[usize::from(p)],
            // Nobody takes them: they stay where they lie.
            _ => return,
        };
        for p in bits(self.left()) {
            self.sweep(s, p, s.count(p), to, t);
        }
    }

    fn split<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        let left = self.left();
        let players = self.game.geometry.players.len();
        if players == 1 {
            return self.owners_keep(s, t);
        }
        let sides: Vec<u64> = (0..players as u8).map(|p| self.total(s, left & s.owned[p])).collect();
        let all = self.total(s, left);
        let (share, odd) = (all / players as u64, all % players as u64);
        // Those with more on their side get the odd ones, as far as it is clear who they are.
        let mut due: Vec<u64> = sides
            .iter()
            .map(|&n| share + u64::from((sides.iter().filter(|&&other| other >= n).count() as u64) <= odd))
            .collect();
        for p in bits(left) {
            let first = s.owner_of(p).unwrap_or(0);
            for player in std::iter::once(first).chain(self.game.geometry.others(first)) {
                let i = usize::from(player);
                let n = u64::from(s.count(p)).min(due[i]) as u32;
                due[i] -= u64::from(n);
                let store = self.game.geometry.stores[i];
                self.sweep(s, p, n, store, t);
            }
        }
    }
}
