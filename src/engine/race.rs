//! A race: all players choose a start, and then sow in step. A round may begin with one, and in some
//! games every turn is one.
//!
//! First each player chooses, a ply each, and nothing moves. Then all lift, and their *steps*
//! alternate: a step drops one seed by its sower's own rules and, if his hand is empty then, runs his
//! landing rules at once, the lift of a relay included. Nothing ever happens at the same time: of two
//! seeds that fall in one pit the second sees the first. `move again` lets him choose another start
//! when his next step comes; any other end stops him, and the others sow on. Who stopped first
//! moves first when all have stopped. The ends of the round aren't tested meanwhile.
//!
//! Where every turn is a race, who cannot start sits it out, and the one who stopped first takes the first
//! step of the next.
//!
//! A sowing that comes back to the same state in everything is endless: all stop where they are, and
//! the seeds in their hands go back to where they were lifted (`endless => draw`: the round is a draw).
//! No move can be refused for it, for it takes two.

use crate::ir::{Endless, Life};

use super::actions::{Flow, Onward};
use super::code::NOBODY;
use super::eval::level;
use super::geometry::{HAND, NONE};
use super::state::{Pending, Regs, Stage, State};
use super::trace::{Event, Trace};
use super::turn::Made;
use super::{Machine, Ply, Reason};

/// What a player does in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sower {
    /// He has a start to choose.
    Choosing,
    /// He has chosen, and the other hasn't.
    Chosen(Ply),
    /// He sows.
    Sowing(Box<Regs>),
    /// His landing rules are at work, or wait for a choice.
    Landing,
    /// He has stopped.
    Stopped,
}

/// A race under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Race {
    pub(super) sowers: Vec<Sower>,
    /// Whose step comes next.
    pub(super) next: u8,
    /// Who stopped first; [`NOBODY`]: nobody yet.
    pub(super) stopped: u8,
    /// All have lifted their first seeds.
    pub(super) lifted: bool,
}

impl Race {
    /// Before anybody has chosen; `first` takes the first step.
    pub(super) fn new(first: u8, players: usize) -> Race {
        Race { sowers: vec![Sower::Choosing; players], next: first, stopped: NOBODY, lifted: false }
    }

    /// The player after one, round the table.
    fn after(&self, who: usize) -> usize {
        (who + 1) % self.sowers.len()
    }

    /// The players, beginning with whose step comes next.
    fn in_turn(&self) -> impl Iterator<Item = usize> + use<> {
        let (n, first) = (self.sowers.len(), usize::from(self.next));
        (0..n).map(move |i| (first + i) % n)
    }

    /// Seeds in the hands.
    pub(super) fn in_hand(&self) -> u64 {
        let of = |s: &Sower| if let Sower::Sowing(r) = s { u64::from(r.hand) } else { 0 };
        self.sowers.iter().map(of).sum()
    }
}

/// Brent's cycle test over the steps of a race.
struct Cycle {
    kept: State,
    steps: u64,
    since: u64,
    power: u64,
}

/// Steps that are made before one looks whether they come round.
const UNWATCHED: u64 = 4096;

impl<'g> Machine<'g> {
    /// A round that isn't over begins with a race, if there is one.
    pub(super) fn begin_race(&mut self, s: &mut State) {
        if s.over.is_some() {
            return;
        }
        self.take_code(s);
        self.enter(level::MAIN);
        for (first, when) in &self.game.races {
            if self.cond(s, when) {
                let players = self.game.geometry.players.len();
                s.race = Some(Box::new(Race::new(first.unwrap_or(s.starter), players)));
                // It is the first turn of all.
                s.turns.fill(1);
                return;
            }
        }
    }

    /// The turn is a race, where all are: those who cannot start sit it out.
    #[inline]
    pub(super) fn race_in_turn(&mut self, s: &mut State) {
        if self.game.racing && s.over.is_none() && s.pending.is_none() && s.race.is_none() {
            self.begin_race_in_turn(s);
        }
    }

    #[inline(never)]
    fn begin_race_in_turn(&mut self, s: &mut State) {
        self.take_code(s);
        if !self.code.race {
            return;
        }
        let first = s.mover;
        let mut race = Race::new(first, self.game.geometry.players.len());
        for who in race.in_turn() {
            s.mover = who as u8;
            if self.race_starts(s).is_empty() {
                race.sowers[who] = Sower::Stopped;
            }
        }
        s.mover = first;
        for who in self.game.geometry.others(first) {
            s.turns[who] = s.turns[who].saturating_add(1);
        }
        // The first who has something to choose does so; the round isn't over, so somebody has.
        let choosing = race.in_turn().find(|&who| race.sowers[who] == Sower::Choosing);
        s.mover = choosing.map_or(first, |who| who as u8);
        s.race = Some(Box::new(race));
    }

    /// A start that is chosen in a race.
    pub(super) fn race_start<T: Trace>(&mut self, s: &mut State, ply: &Ply, t: &mut T) -> Made {
        let mover = usize::from(s.mover);
        let Some(race) = &mut s.race else { return Made::Done };
        if race.lifted {
            self.lift_in_race(s, mover, ply, t);
            return self.race_on(s, t);
        }
        race.sowers[mover] = Sower::Chosen(*ply);
        let mut others = (1..race.sowers.len()).map(|i| (mover + i) % race.sowers.len());
        if let Some(other) = others.find(|&who| race.sowers[who] == Sower::Choosing) {
            s.mover = other as u8;
            return Made::Pending;
        }
        race.lifted = true;
        let chosen = race.in_turn().filter_map(|p| match &race.sowers[p] {
            Sower::Chosen(ply) => Some((p, *ply)),
            _ => None,
        });
        for (p, ply) in chosen.collect::<Vec<_>>() {
            self.lift_in_race(s, p, &ply, t);
        }
        self.race_on(s, t)
    }

    /// An option that is chosen in a race.
    pub(super) fn race_choice<T: Trace>(&mut self, s: &mut State, p: &Pending, ply: &Ply, t: &mut T) -> Option<Made> {
        let flow = self.choose(s, p.choice, ply, t)?;
        let who = usize::from(s.mover);
        if let Some(made) = self.after_landing(s, who, p.stage, flow, t) {
            return Some(made);
        }
        Some(self.race_on(s, t))
    }

    fn lift_in_race<T: Trace>(&mut self, s: &mut State, who: usize, ply: &Ply, t: &mut T) {
        let Ply::Start { pit, direction, amount, class } = *ply else { return };
        self.turn_of(s, who, t);
        self.clear_regs(direction.index());
        (self.regs.start, self.regs.here, self.regs.class, self.regs.last_ok) = (pit, pit, class, true);
        self.amount = amount;
        if self.game.chosen_once.is_some() {
            self.note_direction(s, direction.index());
        }
        let code = self.code;
        self.line = self.line_of(s, class, pit, direction.index());
        self.hook(s, &code.before_move, level::MAIN, t);
        let (stage, flow) = self.begin(s, t);
        self.after_landing(s, who, stage, flow, t);
    }

    /// The rules are a player's, as if it were his turn.
    fn turn_of<T: Trace>(&mut self, s: &mut State, who: usize, t: &mut T) {
        s.mover = who as u8;
        self.take_code(s);
        self.rule = u32::MAX;
        self.force = &[];
        self.kept.clear();
        t.event(Event::Sower { who: who as u8 });
    }

    /// Steps, until somebody has to decide or both have stopped.
    fn race_on<T: Trace>(&mut self, s: &mut State, t: &mut T) -> Made {
        let mut cycle = Cycle { kept: State::blank(0), steps: 0, since: 0, power: 1 };
        loop {
            let Some(race) = &mut s.race else { return Made::Over };
            let who = usize::from(race.next);
            let after = race.after(who) as u8;
            match &race.sowers[who] {
                Sower::Stopped | Sower::Chosen(_) | Sower::Landing => {
                    if race.sowers.iter().all(|s| *s == Sower::Stopped) {
                        return self.end_race(s, t);
                    }
                    race.next = after;
                }
                Sower::Choosing => {
                    s.mover = who as u8;
                    if !self.race_starts(s).is_empty() {
                        return Made::Pending;
                    }
                    self.stop(s, who);
                }
                Sower::Sowing(regs) => {
                    let regs = **regs;
                    race.next = after;
                    race.sowers[who] = Sower::Landing;
                    self.turn_of(s, who, t);
                    self.regs = regs;
                    let flow = self.sow_one(s, t);
                    if let Some(made) = self.after_seed(s, who, flow, t) {
                        return made;
                    }
                    if self.comes_round(s, &mut cycle) {
                        return self.endless_race(s, t);
                    }
                }
            }
        }
    }

    /// The starts that a player may choose now.
    pub(super) fn race_starts(&mut self, s: &State) -> Vec<Ply> {
        self.take_code(s);
        let mut out = Vec::new();
        for tier in 0..self.code.tiers.len() {
            self.tier(s, tier, &mut out);
            if !out.is_empty() {
                break;
            }
        }
        out
    }

    /// What a fallen seed leads to; a decision or an end, if it is one.
    fn after_seed<T: Trace>(&mut self, s: &mut State, who: usize, flow: Flow, t: &mut T) -> Option<Made> {
        if flow == Flow::Next && self.regs.hand > 0 {
            self.keep_sowing(s, who);
            return None;
        }
        let code = self.code;
        let flow = if flow == Flow::Next { self.hook(s, &code.landing, level::MAIN, t) } else { flow };
        self.after_landing(s, who, Stage::Landing, flow, t)
    }

    fn keep_sowing(&self, s: &mut State, who: usize) {
        if let Some(race) = &mut s.race {
            race.sowers[who] = Sower::Sowing(Box::new(self.regs));
        }
    }

    fn after_landing<T: Trace>(
        &mut self,
        s: &mut State,
        who: usize,
        mut stage: Stage,
        mut flow: Flow,
        t: &mut T,
    ) -> Option<Made> {
        loop {
            match flow {
                Flow::Next if stage == Stage::EachLap && self.regs.hand > 0 => {
                    (self.regs.first_fed, self.regs.before_last) = (NONE, NONE);
                    self.keep_sowing(s, who);
                    return None;
                }
                Flow::Relay(p) => {
                    self.onward = Onward { from: p, ..Onward::NOTHING };
                    (stage, flow) = self.sow_from(s, stage, t);
                }
                Flow::SowFrom => (stage, flow) = self.sow_from(s, stage, t),
                Flow::SowHand if self.regs.hand > 0 => (stage, flow) = self.sow_hand(s, t),
                Flow::Choose(id) => match self.offer_in_race(s, id, stage) {
                    Some(ply) => flow = self.choose(s, id, &ply, t).unwrap_or(Flow::End),
                    None if s.pending.is_some() => return Some(Made::Pending),
                    None => flow = Flow::End,
                },
                Flow::Finish => {
                    let outcomes = self.outcomes;
                    self.hands_back(s, t);
                    s.race = None;
                    self.close_round(s, outcomes, Reason::Action(self.rule), t);
                    return Some(Made::Over);
                }
                Flow::Again => {
                    self.empty_hand(s, t);
                    if let Some(race) = &mut s.race {
                        race.sowers[who] = Sower::Choosing;
                    }
                    return None;
                }
                _ => {
                    if flow == Flow::TooLong {
                        self.undecided += 1;
                        t.event(Event::Undecided { laps: self.laps });
                    }
                    if self.regs.hand > 0 {
                        let back =
                            if self.regs.lap_start == NONE { self.game.geometry.nobody } else { self.regs.lap_start };
                        self.move_seeds(s, u32::MAX, HAND, back, t);
                    }
                    self.stop(s, who);
                    return None;
                }
            }
        }
    }

    /// A single option, to be taken at once; else the choice is pending, if there is one.
    fn offer_in_race(&mut self, s: &mut State, id: u16, stage: Stage) -> Option<Ply> {
        match self.options(s, id, 2).as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => {
                let by = self.chooser(s, id);
                let ids: Vec<u16> = if self.force.is_empty() { self.kept.clone() } else { self.force.to_vec() };
                let lets = ids.into_iter().map(|id| (id, self.save_name(s, id))).collect();
                s.pending = Some(Box::new(Pending { choice: id, stage, rule: self.rule, by, regs: self.regs, lets }));
                None
            }
        }
    }

    fn stop(&self, s: &mut State, who: usize) {
        if let Some(race) = &mut s.race {
            race.sowers[who] = Sower::Stopped;
            if race.stopped == NOBODY {
                race.stopped = who as u8;
            }
        }
    }

    /// Whether the state after a step has been there before.
    fn comes_round(&self, s: &State, cycle: &mut Cycle) -> bool {
        cycle.steps += 1;
        if cycle.steps < UNWATCHED {
            return false;
        }
        if cycle.steps > UNWATCHED && cycle.kept.race == s.race && cycle.kept.same_board(s) {
            return true;
        }
        cycle.since += 1;
        if cycle.steps == UNWATCHED || cycle.since == cycle.power {
            cycle.power = cycle.power.saturating_mul(2);
            cycle.since = 0;
            cycle.kept.clone_from(s);
        }
        false
    }

    /// Hands go back to where they were lifted.
    fn hands_back<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        for who in 0..self.game.geometry.players.len() {
            let Some(Sower::Sowing(regs)) = s.race.as_ref().map(|r| &r.sowers[who]) else { continue };
            self.regs = **regs;
            let back = if self.regs.lap_start == NONE { self.game.geometry.nobody } else { self.regs.lap_start };
            self.move_seeds(s, u32::MAX, HAND, back, t);
            self.stop(s, who);
        }
        self.regs.hand = 0;
    }

    fn endless_race<T: Trace>(&mut self, s: &mut State, t: &mut T) -> Made {
        t.event(Event::Endless { laps: self.laps });
        self.hands_back(s, t);
        if self.game.features.endless == Some(Endless::Draw) {
            s.race = None;
            self.draw_round(s, Reason::Endless, t);
            return Made::Over;
        }
        self.end_race(s, t)
    }

    /// All have stopped: the one who stopped first moves.
    fn end_race<T: Trace>(&mut self, s: &mut State, t: &mut T) -> Made {
        let first = s.race.take().map_or(s.starter, |r| if r.stopped == NOBODY { s.starter } else { r.stopped });
        let players = self.game.geometry.players.len() as u32;
        if self.game.features.turn_end {
            for player in 0..players as u8 {
                s.mover = player;
                self.fade_marks(s);
            }
            self.reset_vars(s, &[Life::Lap, Life::Move, Life::Turn]);
        }
        s.mover = first;
        s.turn = s.turn.saturating_add(players);
        s.turns[first] = s.turns[first].saturating_add(1);
        s.sown = 0;
        s.seen.clear();
        self.enter_phase(s);
        self.take_code(s);
        if self.code.race {
            self.begin_with_one_who_can(s);
        }
        s.last_mover = self.game.geometry.others(s.mover).last().unwrap_or(s.mover);
        let won = if self.game.repetition { self.won_now(s) } else { 0 };
        self.settle(s, won, t);
        self.race_in_turn(s);
        Made::Begun
    }

    /// Nobody waits for one who cannot start.
    fn begin_with_one_who_can(&mut self, s: &mut State) {
        let first = s.mover;
        let players = std::iter::once(first).chain(self.game.geometry.others(first));
        for who in players {
            s.mover = who;
            if !self.race_starts(s).is_empty() {
                s.turns[first] -= 1;
                s.turns[who] += 1;
                return;
            }
        }
        s.mover = first;
    }
}
