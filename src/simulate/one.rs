//! One game from its start to its end.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Plan, Tally};
use crate::chance::Chance;
use crate::engine::{Listener, Machine, Ply, Reason, State, Winner};
use crate::ir::RuleId;
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
    let mut counts = Counts::new(stop, tally);
    let starter = state.to_move();
    seats.reset();
    counts.plies = if plan.players.iter().all(|player| *player == Spec::Random) {
        // Who sits where makes no difference to what is chosen.
        let below = |n: u32| chance.below(n as usize) as u32;
        machine.playout_heard(&mut state, plan.max_plies, below, &mut counts)?
    } else {
        by_choice(machine, seats, &mut state, plan.max_plies, &mut chance, &mut counts)?
    };
    if counts.swapped {
        seats.swap();
    }
    // The last moves may have been given up for it.
    (!stop.load(Ordering::Relaxed)).then(|| counts.game(machine, &state, number, starter, seats))
}

/// Has the players choose until the game is over; how many plies they made.
fn by_choice(
    machine: &mut Machine<'_>,
    seats: &mut Seats,
    state: &mut State,
    max_plies: u64,
    chance: &mut Chance,
    counts: &mut Counts<'_>,
) -> Option<u64> {
    let mut after = state.clone();
    let mut plies = 0;
    while state.over().is_none() && plies < max_plies {
        let legal = machine.legal(state);
        let Some(ply) = seats.choose(machine, state, &legal, chance) else { break };
        if !counts.decision(legal.len() as u64, state.lot()) {
            return None;
        }
        machine.play_legal_heard(state, &ply, &mut after, counts).ok()?;
        if std::mem::take(&mut counts.swapped) {
            seats.swap();
        }
        plies += 1;
        std::mem::swap(state, &mut after);
    }
    Some(plies)
}

/// What is counted in a game.
struct Counts<'t> {
    stop: &'t AtomicBool,
    tally: &'t mut Tally,
    plies: u64,
    turns: u64,
    captures: u64,
    undecided: u64,
    laps: u64,
    /// Whether the last event that moved seeds was a capture.
    capturing: bool,
    /// The players have changed seats.
    swapped: bool,
}

impl Listener for Counts<'_> {
    const HEARS: bool = true;

    #[inline(always)]
    fn decision(&mut self, plies: u64, lot: bool) -> bool {
        if !lot {
            self.tally.branching.add(plies);
        }
        !self.stop.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn lap(&mut self) {
        self.laps += 1;
        self.capturing = false;
    }

    #[inline(always)]
    fn dropped(&mut self) {
        self.capturing = false;
    }

    #[inline(always)]
    fn rule(&mut self, id: RuleId) {
        self.tally.fired(id);
    }

    #[inline(always)]
    fn captured(&mut self) {
        self.captures += u64::from(!self.capturing);
        self.capturing = true;
    }

    fn undecided(&mut self) {
        self.undecided += 1;
    }

    fn swapped(&mut self) {
        self.swapped = !self.swapped;
    }

    #[inline(always)]
    fn turn_over(&mut self) {
        self.turns += 1;
        self.tally.laps_per_turn.add(self.laps);
        self.laps = 0;
        self.capturing = false;
    }
}

impl<'t> Counts<'t> {
    fn new(stop: &'t AtomicBool, tally: &'t mut Tally) -> Counts<'t> {
        let (plies, turns, captures, undecided, laps) = (0, 0, 0, 0, 0);
        Counts { stop, tally, plies, turns, captures, undecided, laps, capturing: false, swapped: false }
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
