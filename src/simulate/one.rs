//! One game from its start to its end.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Plan, Tally};
use crate::chance::Chance;
use crate::engine::{Event, Machine, Ply, Reason, State, Winner};
use crate::players::{Player, Spec};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By the rules.
    Over {
        /// Who won.
        winner: Winner,
        /// Why.
        reason: Reason,
    },
    /// It had more plies than the plan allows.
    Unfinished,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number in the run, from 0; with the run's seed it can be played again.
    pub number: u64,
    /// Who was first to move.
    pub starter: Option<u8>,
    /// How it ended.
    pub ended: Ended,
    /// Seeds won, by player (not by seat, where the players changed seats).
    pub score: Vec<u64>,
    /// Decisions.
    pub plies: u64,
    /// Turns.
    pub turns: u64,
    /// Rounds: more than one in a match only.
    pub rounds: u64,
    /// Captures: what is taken after one drop is one, from however many pits.
    pub captures: u64,
    /// Sowings that were given up.
    pub undecided: u64,
}

/// Who sits where; a swap changes seats.
pub struct Seats {
    players: Vec<Box<dyn Player + Send>>,
    at: Vec<usize>,
}

impl Seats {
    /// The players in their own seats; those that aren't programs are left out.
    #[must_use]
    pub fn new(specs: &[Spec]) -> Seats {
        let players: Vec<_> = specs.iter().filter_map(|s| s.player()).collect();
        let at = (0..players.len()).collect();
        Seats { players, at }
    }

    fn reset(&mut self) {
        self.at.sort_unstable();
    }

    fn swap(&mut self) {
        if self.at.len() == 2 {
            self.at.swap(0, 1);
        }
    }

    fn swapped(&self) -> bool {
        self.at.first() == Some(&1)
    }

    /// The player who began in a winner's seat: after a swap he is the one who chose so.
    fn who(&self, winner: Winner) -> Winner {
        match winner {
            Winner::Player(seat) => Winner::Player(self.at.get(seat as usize).map_or(seat, |&who| who as u8)),
            other => other,
        }
    }

    /// The ply that the player whose turn it is, or the lot, chooses.
    fn choose(&mut self, machine: &mut Machine<'_>, state: &State, legal: &[Ply], chance: &mut Chance) -> Option<Ply> {
        match state.to_move() {
            Some(seat) => {
                let who = *self.at.get(seat as usize)?;
                self.players.get_mut(who)?.choose(machine, state, legal, chance)
            }
            None => chance.pick(legal).copied(),
        }
    }
}

/// Plays one game, adding what its turns and decisions tell to the tally; none if it was stopped.
pub fn play_one(
    machine: &mut Machine<'_>,
    seats: &mut Seats,
    plan: &Plan,
    number: u64,
    stop: &AtomicBool,
    tally: &mut Tally,
) -> Option<Game> {
    let mut chance = Chance::of_game(plan.seed, number);
    let mut state = machine.game().start();
    let mut after = state.clone();
    let mut counts = Counts::default();
    let starter = state.to_move();
    seats.reset();
    while state.over().is_none() && counts.plies < plan.max_plies {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let legal = machine.legal(&state);
        let Some(ply) = seats.choose(machine, &state, &legal, &mut chance) else { break };
        let turn = (state.turn(), state.round(), state.between_rounds());
        machine.play_legal_traced(&state, &ply, &mut after, &mut |event| counts.event(event, tally)).ok()?;
        if ply == Ply::Swap {
            seats.swap();
        }
        counts.plies += 1;
        if !state.lot() {
            tally.branching.add(legal.len() as u64);
        }
        if (after.turn(), after.round(), after.between_rounds()) != turn || after.over().is_some() {
            counts.end_turn(tally);
        }
        std::mem::swap(&mut state, &mut after);
    }
    // The last moves may have been given up for it.
    (!stop.load(Ordering::Relaxed)).then(|| counts.game(machine, &state, number, starter, seats))
}

#[derive(Default)]
struct Counts {
    plies: u64,
    turns: u64,
    captures: u64,
    undecided: u64,
    laps: u64,
    /// Whether the last event that moved seeds was a capture.
    capturing: bool,
}

impl Counts {
    fn event(&mut self, event: Event, tally: &mut Tally) {
        match event {
            Event::Drop { .. } => self.capturing = false,
            Event::Rule(id) => tally.fired(id),
            Event::Lift { .. } => {
                self.laps += 1;
                self.capturing = false;
            }
            Event::Capture { n, .. } if n > 0 && !self.capturing => {
                self.captures += 1;
                self.capturing = true;
            }
            Event::Undecided { .. } => self.undecided += 1,
            _ => {}
        }
    }

    fn end_turn(&mut self, tally: &mut Tally) {
        self.turns += 1;
        tally.laps_per_turn.add(self.laps);
        self.laps = 0;
        self.capturing = false;
    }

    fn game(self, machine: &Machine<'_>, state: &State, number: u64, starter: Option<u8>, seats: &Seats) -> Game {
        let stores = &machine.game().geometry().stores;
        let (ended, mut score): (Ended, Vec<u64>) = match state.over() {
            Some(over) => (Ended::Over { winner: seats.who(over.winner), reason: over.reason }, over.score.clone()),
            None => (Ended::Unfinished, stores.iter().map(|&s| u64::from(state.count(s))).collect()),
        };
        if seats.swapped() {
            score.reverse();
        }
        Game {
            number,
            starter,
            ended,
            score,
            plies: self.plies,
            turns: self.turns,
            rounds: u64::from(state.round()),
            captures: self.captures,
            undecided: self.undecided,
        }
    }
}
