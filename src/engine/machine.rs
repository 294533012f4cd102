//! The machine: legal plies, and making them.

use std::sync::atomic::{AtomicBool, Ordering};

use super::actions::Onward;
use super::code::{Code, Line, O};
use super::compact::Past;
use super::endless::Brent;
use super::eval::{Names, level};
use super::geometry::NONE;
use super::legal::Bound;
use super::listen::Listener;
use super::seats::MAX_PLAYERS;
use super::state::{Regs, State};
use super::trace::{Event, Silent, Told, Trace};
use super::turn::Made;
use super::{Game, PlaceId, Ply, Refused};
use crate::ir::RuleId;

/// Executes a game. It owns the scratch space of one thread.
#[derive(Debug)]
pub struct Machine<'g> {
    pub(super) game: &'g Game,
    /// The rules for who moves.
    pub(super) code: &'g Code,
    pub(super) regs: Regs,
    /// The pit under test.
    pub(super) it: PlaceId,
    /// A way has just been chosen, and the hand is sown on.
    pub(super) on_the_way: bool,
    /// Whose names are read.
    pub(super) level: usize,
    pub(super) names: [Names; level::ALL],
    /// Names for looks ahead, to be used again.
    spare_names: Vec<[Names; level::ALL]>,
    /// The rule that acts; the greatest number: none.
    pub(super) rule: RuleId,
    /// Names that a choice offered now must keep.
    pub(super) force: &'g [u16],
    /// Names that the choice before kept.
    pub(super) kept: Vec<u16>,
    /// What an ending asks for.
    pub(super) onward: Onward,
    pub(super) outcomes: &'g [O],
    pub(super) line: Option<&'g Line>,
    pub(super) amount: Option<u32>,
    /// Laps of this ply after its first.
    pub(super) laps: u64,
    pub(super) brent: Brent,
    /// Rules run after a seed, or watch: not again within themselves.
    pub(super) seeding: bool,
    pub(super) watching: bool,
    /// How often the position has been there, at the last start decision.
    pub(super) repeats: u32,
    pub(super) bound: Bound,
    /// Filters are noted rather than applied, and those that this ply passed.
    pub(super) collect: bool,
    pub(super) passed: u64,
    /// It is only asked whether the ply can be made: what can't refuse it any more is left out.
    pub(super) asking: bool,
    pub(super) budget: u64,
    pub(super) foreseeing: bool,
    /// A look ahead within another.
    pub(super) nested: bool,
    pub(super) settling: bool,
    pub(super) movable: Movable,
    /// Boxed, for they go in and out again and again, and are large.
    #[allow(clippy::vec_box)]
    pub(super) spare: Vec<Box<State>>,
    /// Positions of the random game before, for their room.
    pub(super) past: Past,
    /// Plies that a program has had it make.
    pub(super) asked: u64,
    pub(super) found: Vec<Ply>,
    pub(super) offered: Vec<Ply>,
    /// Choices met while a ply is looked through.
    pub(super) tried: Vec<u128>,
    /// Plies made whose sowing was undecided.
    pub(super) undecided: u64,
    /// Plies that were refused after very many laps, so that they needn't be tried again.
    pub(super) long: Vec<(Tried, Ply, Refused)>,
    /// What a look ahead found that could be captured.
    pub(super) capturable: Option<(u128, u8, u128)>,
    /// Set from outside to give up whatever goes on.
    pub(super) stop: Option<&'g AtomicBool>,
    /// Rounds that were finished by the ply made last, as they stood; kept only for who asks.
    pub(super) finished: Vec<State>,
    pub(super) keeps_finished: bool,
}

/// Whether each player can move, as far as it has been asked.
pub(super) type Movable = [Option<bool>; MAX_PLAYERS as usize];
pub(super) const NOT_KNOWN: Movable = [None; MAX_PLAYERS as usize];

/// A position in which a ply is tried, and how: what is being looked for can refuse it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tried {
    from: u128,
    flags: [bool; 4],
    soft: u64,
}

/// What a look ahead puts aside.
pub(super) struct Aside<'g> {
    code: &'g Code,
    regs: Regs,
    it: PlaceId,
    level: usize,
    rule: RuleId,
    force: &'g [u16],
    line: Option<&'g Line>,
    amount: Option<u32>,
    laps: u64,
    brent: Option<Brent>,
    flags: [bool; 6],
    names: Option<[Names; level::ALL]>,
    repeats: u32,
    bound: Bound,
    passed: u64,
    budget: u64,
    movable: Movable,
    undecided: u64,
    tried: Vec<u128>,
}

impl<'g> Machine<'g> {
    /// A machine for a game.
    #[must_use]
    pub fn new(game: &'g Game) -> Machine<'g> {
        let names = || std::array::from_fn(|_| Names::new(game.code[0].lets.len()));
        Machine {
            game,
            code: &game.code[0],
            regs: Regs::default(),
            it: NONE,
            on_the_way: false,
            level: level::MAIN,
            names: names(),
            spare_names: Vec::new(),
            rule: RuleId::MAX,
            force: &[],
            kept: Vec::new(),
            onward: Onward::NOTHING,
            outcomes: &[],
            line: None,
            amount: None,
            laps: 0,
            brent: Brent::new(),
            seeding: false,
            watching: false,
            repeats: 1,
            bound: Bound::default(),
            collect: false,
            passed: 0,
            asking: false,
            budget: 0,
            foreseeing: false,
            nested: false,
            settling: false,
            movable: NOT_KNOWN,
            spare: Vec::new(),
            past: Past::default(),
            asked: 0,
            found: Vec::new(),
            offered: Vec::new(),
            tried: Vec::new(),
            undecided: 0,
            long: Vec::new(),
            capturable: None,
            stop: None,
            finished: Vec::new(),
            keeps_finished: false,
        }
    }

    /// Gives up whatever goes on once the flag is set: a sowing under way is then undecided, and
    /// what comes out isn't to be used.
    pub fn stop_on(&mut self, stop: &'g AtomicBool) {
        self.stop = Some(stop);
    }

    pub(super) fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// How a ply is tried now.
    pub(super) fn tried_now(&self, from: &State) -> Tried {
        Tried {
            from: from.key(),
            flags: [self.collect, self.bound.last_ok, self.foreseeing, self.nested],
            soft: self.bound.soft,
        }
    }

    /// The rounds of a match that the last [`Machine::play`] or [`Machine::play_traced`] has finished, as
    /// they stood.
    pub fn finished_rounds(&mut self) -> Vec<State> {
        std::mem::take(&mut self.finished)
    }

    /// Its game.
    #[must_use]
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// Legal plies, in the order of the board; none when it is over.
    pub fn legal(&mut self, state: &State) -> Vec<Ply> {
        let mut out = Vec::new();
        self.legal_into(state, &mut out);
        out
    }

    /// Makes a ply.
    ///
    /// # Errors
    /// When it isn't legal.
    pub fn play(&mut self, state: &State, ply: &Ply) -> Result<State, Refused> {
        self.check(state, ply)?;
        self.play_told(state, ply, &mut Silent)
    }

    /// Makes a ply and tells what happened.
    ///
    /// # Errors
    /// When it isn't legal.
    pub fn play_traced(&mut self, state: &State, ply: &Ply, trace: &mut dyn FnMut(Event)) -> Result<State, Refused> {
        self.check(state, ply)?;
        self.play_told(state, ply, &mut Told(trace))
    }

    /// Makes a ply that is known to be legal: that isn't looked up again.
    ///
    /// # Errors
    /// When it turns out that it isn't, or when the machine has been told to stop.
    pub fn play_legal(&mut self, state: &State, ply: &Ply) -> Result<State, Refused> {
        self.weigh_again(state);
        self.play_told(state, ply, &mut Silent)
    }

    /// The same into a state that is reused.
    ///
    /// # Errors
    /// As [`Machine::play_legal`]; what the state then holds isn't to be used.
    pub fn play_legal_into(&mut self, state: &State, ply: &Ply, out: &mut State) -> Result<(), Refused> {
        self.weigh_again(state);
        self.play_told_into(state, ply, out, &mut Silent)
    }

    /// The same, where somebody listens; it isn't told as a decision.
    ///
    /// # Errors
    /// As [`Machine::play_legal_into`].
    pub fn play_legal_heard<L: Listener>(
        &mut self,
        state: &State,
        ply: &Ply,
        out: &mut State,
        l: &mut L,
    ) -> Result<(), Refused> {
        self.weigh_again(state);
        self.play_heard(state, ply, out, l)
    }

    /// Where moves are weighed against each other, what was found out about this position is looked up:
    /// others may have been searched since.
    fn weigh_again(&mut self, state: &State) {
        if self.game.complex && state.pending.is_none() {
            self.legal(state);
        }
    }

    fn play_told<T: Trace>(&mut self, state: &State, ply: &Ply, t: &mut T) -> Result<State, Refused> {
        let mut out = State::blank(0);
        self.play_told_into(state, ply, &mut out, t).map(|()| out)
    }

    fn play_told_into<T: Trace>(
        &mut self,
        state: &State,
        ply: &Ply,
        out: &mut State,
        t: &mut T,
    ) -> Result<(), Refused> {
        self.finished.clear();
        self.keeps_finished = true;
        let made = self.complete(state, ply, out, t);
        self.keeps_finished = false;
        made
    }

    /// Makes a ply that is known to be legal, into a state that is reused. One that isn't leaves a
    /// copy of the position.
    pub fn play_unchecked(&mut self, state: &State, ply: &Ply, out: &mut State) {
        self.play_or_leave(state, ply, out, true);
    }

    /// The same; without the tests of the next decision, if nobody goes on from it.
    #[inline(always)]
    pub(super) fn play_or_leave(&mut self, state: &State, ply: &Ply, out: &mut State, settles: bool) {
        if self.game.complex && state.pending.is_none() {
            let mut legal = std::mem::take(&mut self.found);
            self.legal_into(state, &mut legal);
            self.found = legal;
        }
        if self.complete_to(state, ply, out, settles, &mut Silent).is_err() {
            out.clone_from(state);
        }
    }

    /// Whether a ply is legal, and why not.
    fn check(&mut self, state: &State, ply: &Ply) -> Result<(), Refused> {
        if state.over.is_some() {
            return Err(Refused::Over);
        }
        if self.legal(state).contains(ply) {
            return Ok(());
        }
        let offered = match state.pending {
            Some(_) => self.pending_options(state),
            None => self.candidates(state),
        };
        if !offered.contains(ply) {
            return Err(Refused::Illegal(None));
        }
        let mut tried = State::blank(0);
        match self.make_ply(state, ply, &mut tried, &mut Silent) {
            Err(refused) => Err(refused),
            Ok(_) => Err(Refused::Illegal(None)),
        }
    }

    /// Makes a ply and the tests of the next decision.
    pub(super) fn complete<T: Trace>(
        &mut self,
        state: &State,
        ply: &Ply,
        out: &mut State,
        t: &mut T,
    ) -> Result<(), Refused> {
        self.complete_to(state, ply, out, true, t)
    }

    #[inline(always)]
    fn complete_to<T: Trace>(
        &mut self,
        state: &State,
        ply: &Ply,
        out: &mut State,
        settles: bool,
        t: &mut T,
    ) -> Result<(), Refused> {
        let made = match ply {
            Ply::Pass => {
                out.clone_from(state);
                self.pass(state, out, t)
            }
            Ply::Swap => {
                out.clone_from(state);
                out.swapped = true;
                Made::Again
            }
            _ => self.make_ply(state, ply, out, t)?,
        };
        let moved = !matches!(ply, Ply::Pass | Ply::Swap);
        self.go_on(state, out, (made, moved), settles, t);
        Ok(())
    }

    /// What follows a ply that has been made; a pass and a change of seats are no moves.
    #[inline(always)]
    pub(super) fn go_on<T: Trace>(
        &mut self,
        from: &State,
        s: &mut State,
        (made, moved): (Made, bool),
        settles: bool,
        t: &mut T,
    ) {
        self.hand_on(s, made, t);
        if !moved {
            s.last_mover = from.last_mover;
        }
        if settles && matches!(made, Made::Done | Made::Again) {
            let won = if self.game.repetition { self.won_now(from) } else { 0 };
            self.settle(s, won, t);
        }
        if self.game.next.is_some() {
            self.after_ply_of_a_match(from, s, t);
        }
    }

    /// A state with anything in it, to be put back into [`Machine::spare`].
    #[inline]
    pub(super) fn spare_state(&mut self) -> Box<State> {
        self.spare.pop().unwrap_or_else(|| Box::new(State::blank(0)))
    }

    #[inline]
    pub(super) fn take_code(&mut self, s: &State) {
        self.code = self.game.code_of(s.phase, s.mover);
        self.it = NONE;
        self.level = level::MAIN;
    }

    /// Puts aside what the list under way works with.
    pub(super) fn put_aside(&mut self) -> Aside<'g> {
        let names = (!self.code.lets.is_empty()).then(|| {
            let lets = self.code.lets.len();
            let fresh = self.spare_names.pop().unwrap_or_else(|| std::array::from_fn(|_| Names::new(lets)));
            std::mem::replace(&mut self.names, fresh)
        });
        let brent = (self.laps > 64).then(|| std::mem::replace(&mut self.brent, Brent::new()));
        let aside = Aside {
            code: self.code,
            regs: self.regs,
            it: self.it,
            level: self.level,
            rule: self.rule,
            force: self.force,
            line: self.line,
            amount: self.amount,
            laps: self.laps,
            brent,
            flags: [self.seeding, self.watching, self.collect, self.settling, self.asking, self.foreseeing],
            names,
            repeats: self.repeats,
            bound: self.bound,
            passed: self.passed,
            budget: self.budget,
            movable: self.movable,
            undecided: self.undecided,
            tried: std::mem::take(&mut self.tried),
        };
        // Between moves the question is whether a move is legal, and it is answered as `legal` answers
        // it; within a move it is a look ahead, and those aren't nested.
        self.foreseeing = !self.settling;
        [self.seeding, self.watching, self.collect, self.settling, self.asking] = [false; 5];
        self.movable = NOT_KNOWN;
        aside
    }

    /// Takes it back.
    pub(super) fn take_back(&mut self, a: Aside<'g>) {
        if let Some(names) = a.names {
            self.spare_names.push(std::mem::replace(&mut self.names, names));
        }
        self.code = a.code;
        self.regs = a.regs;
        self.it = a.it;
        self.level = a.level;
        self.rule = a.rule;
        self.force = a.force;
        self.line = a.line;
        self.amount = a.amount;
        self.laps = a.laps;
        if let Some(b) = a.brent {
            self.brent = b;
        }
        [self.seeding, self.watching, self.collect, self.settling, self.asking, self.foreseeing] = a.flags;
        self.repeats = a.repeats;
        self.bound = a.bound;
        self.passed = a.passed;
        self.budget = a.budget;
        self.movable = a.movable;
        self.undecided = a.undecided;
        self.tried = a.tried;
    }
}
