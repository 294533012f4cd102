//! The programs of a game: one for each state of what changes rarely.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::AnySize;
use super::compile::{fits, sized};
use super::facts::Facts;
use crate::engine::Game;
use crate::engine::state::State;

/// Most bytes that the tables of a game's programs may take up together.
const MOST_BYTES: usize = 20 << 20;
/// Before how many plies facts must have been met until there is a program for them: to compile one takes as
/// long as the machine needs for so many.
const BEFORE: u32 = 200;
/// Most facts that are known: who meets more has each of them too rarely.
const MOST_FACTS: usize = 256;
/// After how many plies it is seen whether the machine has made too many of them, and how many are: one in
/// so many.
const GLANCE: u64 = 2_000;
const TOO_MANY: u64 = 6;

/// A game of this kind.
#[derive(Debug)]
pub(in crate::engine) struct Compact {
    /// For the facts of the start.
    first: (Facts, AnySize),
    /// For others that have come up; none where that can't be.
    more: Mutex<More>,
    /// There are too many others.
    spread: AtomicBool,
    /// Plies of random games, and those of them that the machine had to make.
    plies: AtomicU64,
    asked: AtomicU64,
}

#[derive(Debug, Default)]
struct More {
    known: Vec<Known>,
    bytes: usize,
}

/// Facts that have come up.
#[derive(Debug)]
struct Known {
    facts: Facts,
    /// Before how many plies.
    plies: u32,
    /// Their program, once it has been looked for.
    program: Option<Option<Arc<AnySize>>>,
}

/// A program to run.
pub(in crate::engine) enum Ready<'c> {
    First(&'c AnySize),
    Other(Arc<AnySize>),
}

impl Known {
    /// Whether a state's facts are these, given which variables the first program asks for.
    fn are_of(&self, s: &State, asked: u64) -> bool {
        if self.program.is_some() { self.facts.hold(s) } else { self.facts.hold_for(s, asked) }
    }
}

impl std::ops::Deref for Ready<'_> {
    type Target = AnySize;

    #[inline(always)]
    fn deref(&self) -> &AnySize {
        match self {
            Ready::First(program) => program,
            Ready::Other(program) => program,
        }
    }
}

impl Compact {
    /// The programs of a game; none if it isn't of this kind.
    pub(in crate::engine) fn of(game: &Game) -> Option<Compact> {
        if !fits(game) {
            return None;
        }
        let facts = Facts::at_first(game);
        let program = sized(game, &facts)?;
        let first = (facts, program);
        Some(Compact {
            first,
            more: Mutex::default(),
            spread: AtomicBool::new(false),
            plies: AtomicU64::new(0),
            asked: AtomicU64::new(0),
        })
    }

    /// The program that goes on from a state, if one does. It is compiled if there are so many plies to be made
    /// with it that this is worth its while (a guess), or if its facts have been met before as many.
    #[inline]
    pub(in crate::engine) fn ready(&self, game: &Game, s: &State, plies: u64) -> Option<Ready<'_>> {
        if !plain(s) {
            return None;
        }
        let (facts, first) = &self.first;
        if facts.hold(s) {
            return first.takes(s).then_some(Ready::First(first));
        }
        self.other(game, s, plies.try_into().unwrap_or(u32::MAX))
    }

    #[inline(never)]
    fn other(&self, game: &Game, s: &State, plies: u32) -> Option<Ready<'_>> {
        if s.owned != game.geometry.own_row || self.spread.load(Ordering::Relaxed) {
            return None;
        }
        let asked = self.first.0.asked();
        // A thread that panicked leaves the list whole.
        let lock = || self.more.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut more = lock();
            let (full, spread) = (more.bytes >= MOST_BYTES, more.known.len() == MOST_FACTS);
            match more.known.iter_mut().find(|k| k.are_of(s, asked)) {
                Some(Known { program: Some(program), .. }) => {
                    return program.clone().filter(|p| p.takes(s)).map(Ready::Other);
                }
                _ if full => return None,
                Some(known) => {
                    known.plies = known.plies.saturating_add(plies);
                    if known.plies < BEFORE {
                        return None;
                    }
                }
                None if spread => {
                    self.spread.store(true, Ordering::Relaxed);
                    return None;
                }
                None => {
                    more.known.push(Known { facts: Facts::of(s), plies, program: None });
                    if plies < BEFORE {
                        return None;
                    }
                }
            }
        }
        // Two threads may both do it; what comes out is the same.
        let facts = Facts::of(s);
        let program = sized(game, &facts).map(Arc::new);
        let mut more = lock();
        more.bytes += program.as_ref().map_or(0, |p| p.bytes());
        if let Some(known) = more.known.iter_mut().find(|k| k.are_of(s, asked)) {
            known.facts = facts;
            known.program = Some(program.clone());
        }
        program.filter(|p| p.takes(s)).map(Ready::Other)
    }

    /// Notes plies of random games, and how many of them the machine had to make.
    #[inline]
    pub(in crate::engine) fn note(&self, plies: u64, asked: u64) {
        self.plies.fetch_add(plies, Ordering::Relaxed);
        if asked > 0 {
            self.asked.fetch_add(asked, Ordering::Relaxed);
        }
    }

    /// Whether random games are played sooner by the machine alone, as it is asked so often.
    #[inline]
    pub(in crate::engine) fn is_slow(&self) -> bool {
        let plies = self.plies.load(Ordering::Relaxed);
        plies > GLANCE && self.asked.load(Ordering::Relaxed) > plies / TOO_MANY
    }
}

/// Whether a state is one that a board can hold but for its facts: whole turns of a round whose opening is
/// over, no earlier positions but itself.
#[inline]
pub(super) fn plain(s: &State) -> bool {
    s.pending.is_none()
        && s.race.is_none()
        && s.opening.is_none()
        && s.over.is_none()
        && s.seen.is_empty()
        && s.history.len() <= 1
        && !s.swapped
}
