//! What is told of random games is the same, whichever way they are played.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sower::engine::{Event, Game, Listener, Machine, Ply, State};
use sower::source;

use crate::support;

/// What was told, in its order.
#[derive(Debug, PartialEq)]
enum Told {
    Decision(u64, bool),
    Lap,
    Rule(u32),
    /// One or more, between two sowings.
    Captured,
    Undecided,
    Swapped,
    TurnOver,
}

/// Writes down what it is told.
#[derive(Default)]
pub struct Log {
    told: Vec<Told>,
    capturing: bool,
    /// Decisions after which the game is given up; 0: never.
    most: u64,
}

impl Listener for Log {
    const HEARS: bool = true;

    fn decision(&mut self, plies: u64, lot: bool) -> bool {
        self.told.push(Told::Decision(plies, lot));
        self.most = self.most.wrapping_sub(1);
        self.most != 0
    }

    fn lap(&mut self) {
        self.told.push(Told::Lap);
        self.capturing = false;
    }

    fn dropped(&mut self) {
        self.capturing = false;
    }

    fn rule(&mut self, id: u32) {
        self.told.push(Told::Rule(id));
    }

    fn captured(&mut self) {
        if !self.capturing {
            self.told.push(Told::Captured);
        }
        self.capturing = true;
    }

    fn undecided(&mut self) {
        self.told.push(Told::Undecided);
    }

    fn swapped(&mut self) {
        self.told.push(Told::Swapped);
    }

    fn turn_over(&mut self) {
        self.told.push(Told::TurnOver);
        self.capturing = false;
    }
}

/// A random game from the start.
fn heard(game: &Game, seed: u64, most: u64) -> (Log, State, Option<u64>) {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let (mut log, mut state) = (Log::default(), game.start());
    let below = |n: u32| (rng.next_u64() % u64::from(n)) as u32;
    let plies = Machine::new(game).playout_heard(&mut state, most, below, &mut log);
    (log, state, plies)
}

/// The same, ply by ply, by what the machine tells of each.
fn by_hand(game: &Game, seed: u64, most: u64) -> (Log, State, Option<u64>) {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let (mut log, mut state) = (Log::default(), game.start());
    let mut machine = Machine::new(game);
    let mut plies = 0;
    while state.over().is_none() && plies < most {
        let legal = machine.legal(&state);
        log.decision(legal.len() as u64, state.lot());
        let ply = legal[(rng.next_u64() % legal.len() as u64) as usize];
        let mut hear = |e: Event| match e {
            Event::Lift { .. } => log.lap(),
            Event::Drop { .. } => log.dropped(),
            Event::Rule(id) => log.rule(id),
            Event::Capture { n: 1.., .. } => log.captured(),
            Event::Undecided { .. } => log.undecided(),
            _ => {}
        };
        let next = machine.play_traced(&state, &ply, &mut hear).expect("legal");
        if ply == Ply::Swap {
            log.swapped();
        }
        let turn = |s: &State| (s.turn(), s.round(), s.between_rounds());
        if turn(&state) != turn(&next) || next.over().is_some() {
            log.turn_over();
        }
        state = next;
        plies += 1;
    }
    (log, state, Some(plies))
}

/// Compares the ways to play a game, for a number of seeds.
pub fn agree(name: &str, quick: &Game, plain: &Game, seeds: u64) {
    for seed in 0..seeds {
        let most = [40, 3, 300][seed as usize % 3];
        let all = [heard(quick, seed, most), heard(plain, seed, most), by_hand(plain, seed, most)];
        let [(a, state_a, plies_a), (b, state_b, plies_b), (c, state_c, plies_c)] = all;
        assert_eq!((plies_a, plies_b), (plies_c, plies_c), "{name}, game {seed}");
        assert!(a.told == c.told, "the quick way, {name}, game {seed}:\n{:?}\n{:?}", a.told, c.told);
        assert!(b.told == c.told, "by parts, {name}, game {seed}:\n{:?}\n{:?}", b.told, c.told);
        assert_eq!((&state_a.over(), &state_b.over()), (&state_c.over(), &state_c.over()), "{name}, game {seed}");
        assert_eq!((state_a.key(), state_b.key()), (state_c.key(), state_c.key()), "{name}, game {seed}");
    }
}

#[test]
fn every_game_is_told_alike() {
    for b in source::bundled() {
        let ir = support::ir(b.name);
        for matches in [false, true] {
            let game = || support::compile_for(&ir, &[], matches);
            if game().is_match() == matches {
                agree(b.name, &game(), &game().by_parts(), 3);
            }
        }
    }
}

#[test]
fn who_listens_may_give_it_up() {
    for name in ["kalah", "oware", "toguz-kumalak"] {
        let game = support::game(name, &[]);
        let mut log = Log { most: 5, ..Log::default() };
        let mut state = game.start();
        assert_eq!(Machine::new(&game).playout_heard(&mut state, 100, |_| 0, &mut log), None, "{name}");
        assert_eq!(log.told.iter().filter(|t| matches!(t, Told::Decision(..))).count(), 5, "{name}");
    }
}
