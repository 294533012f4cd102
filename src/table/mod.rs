//! The table at which a game is played: what has been played, who sits where, and what comes next.
//!
//! It knows no terminal and no clock: the command line and the terminal's pictures both stand on it.
//!
//! - [`Table`]: the game so far, undo and redo.
//! - [`Job`]: what a program is asked; it may be run elsewhere, and stopped.
//! - [`Command`]: the words that can be typed.
//! - [`Keeper`]: saves and loads the game.
//! - [`Scene`], [`Trail`]: how the seeds of a ply travel, and what a turn has changed.

mod command;
mod job;
mod keeper;
mod moves;
mod scene;

pub use command::{Command, HELP};
pub use job::{Advice, Job, Thought, advise};
pub use keeper::{Files, Keeper, Loading, Saving, seats};
pub use scene::{Scene, Trail};

use crate::chance::Chance;
use crate::diagnostic::Diagnostic;
use crate::engine::{Event, Game, Machine, PlaceId, Ply, State, notation};
use crate::players::Spec;
use crate::record::{About, Record, Replayed};
use crate::render::{self, Told, words};

/// Events of a ply that are kept for showing.
const MOST_EVENTS: usize = 5_000;

/// What is known of a game besides its rules and its moves.
#[derive(Clone, Debug)]
pub struct Setting {
    /// A bundled game's name, or the rules file as it was given.
    pub variant: String,
    /// Who plays, by the seat in which they begin.
    pub players: Vec<Spec>,
    /// Laps after which a move is undecided.
    pub max_laps: u64,
    /// Positions may hold any number of seeds.
    pub free: bool,
    /// Seed of the programs' chance.
    pub seed: u64,
}

/// A ply that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// Who decided; none: a lot.
    pub by: Option<u8>,
    /// The turn to which it belongs.
    pub turn: u32,
    /// The ply.
    pub ply: Ply,
    /// Its text.
    pub text: String,
    /// What happened, in words.
    pub told: Vec<Told>,
    /// What happened, up to a number of events.
    pub events: Vec<Event>,
    /// More happened than is kept.
    pub cut: bool,
}

/// A state and what led to it.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The state.
    pub state: State,
    /// The ply that led to it; none at the start.
    pub made: Option<Made>,
    /// Who sits in each seat, by number of the player who began there.
    seats: Vec<usize>,
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// Nothing: the game is over.
    Over,
    /// A human's decision.
    Human(u8),
    /// A program's decision.
    Program(Spec),
    /// A lot.
    Lot,
}

/// A legal ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// The ply.
    pub ply: Ply,
    /// Its text.
    pub text: String,
    /// The pit that is played or chosen, if one is.
    pub pit: Option<PlaceId>,
}

/// A game in progress.
pub struct Table<'g> {
    game: &'g Game,
    machine: Machine<'g>,
    setting: Setting,
    chance: Chance,
    /// The past, the present, and what was taken back.
    moments: Vec<Moment>,
    now: usize,
    legal: Option<Vec<Legal>>,
    /// The moves as they were last saved.
    saved: Option<Vec<Ply>>,
}

impl<'g> Table<'g> {
    /// A table at a position.
    #[must_use]
    pub fn new(game: &'g Game, setting: Setting, start: State) -> Table<'g> {
        let seats = (0..setting.players.len()).collect();
        Table {
            game,
            machine: Machine::new(game),
            chance: Chance::of_game(setting.seed, 0),
            setting,
            moments: vec![Moment { state: start, made: None, seats }],
            now: 0,
            legal: None,
            saved: None,
        }
    }

    /// A table at the end of a recorded game.
    #[must_use]
    pub fn resume(game: &'g Game, setting: Setting, replayed: Replayed) -> Table<'g> {
        let start = replayed.plies.first().map_or(replayed.last, |(state, _)| state.clone());
        let mut table = Table::new(game, setting, start);
        for (_, ply) in &replayed.plies {
            table.make(ply);
        }
        table.mark_saved();
        table
    }

    /// The rules.
    #[must_use]
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// What is known of the game besides.
    #[must_use]
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The number of the present moment; 0 is the start.
    #[must_use]
    pub fn now(&self) -> usize {
        self.now
    }

    /// The moments up to the present.
    #[must_use]
    pub fn past(&self) -> &[Moment] {
        &self.moments[..=self.now]
    }

    /// A moment of the past; the present one where there is no such.
    #[must_use]
    pub fn moment(&self, at: usize) -> &Moment {
        &self.moments[at.min(self.now)]
    }

    /// The present state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.moment(self.now).state
    }

    /// The last ply.
    #[must_use]
    pub fn last(&self) -> Option<&Made> {
        self.moment(self.now).made.as_ref()
    }

    /// What the game waits for.
    #[must_use]
    pub fn waits(&self) -> Waits {
        self.waits_at(self.moment(self.now))
    }

    fn waits_at(&self, moment: &Moment) -> Waits {
        if moment.state.over().is_some() {
            return Waits::Over;
        }
        let Some(seat) = moment.state.to_move() else { return Waits::Lot };
        match self.player(moment, seat) {
            Spec::Human => Waits::Human(seat),
            spec => Waits::Program(spec),
        }
    }

    fn player(&self, moment: &Moment, seat: u8) -> Spec {
        let who = moment.seats.get(usize::from(seat));
        who.and_then(|&who| self.setting.players.get(who)).copied().unwrap_or(Spec::Human)
    }

    /// Who sits in a seat now.
    #[must_use]
    pub fn sits(&self, seat: u8) -> Spec {
        self.player(self.moment(self.now), seat)
    }

    /// Whether a human takes part.
    #[must_use]
    pub fn has_human(&self) -> bool {
        self.setting.players.contains(&Spec::Human)
    }

    /// Stores and reserves that whoever looks may not see into at a moment, as long as the game isn't over:
    /// those that are hidden and not his. One human looks as himself; of several the one to move does.
    #[must_use]
    pub fn hidden(&self, at: usize) -> Vec<PlaceId> {
        let board = &self.game.ir().board;
        if !(board.stores_hidden || board.reserve_hidden) || !self.has_human() || self.waits() == Waits::Over {
            return Vec::new();
        }
        let humans = || (0..).zip(&self.setting.players).filter(|(_, spec)| **spec == Spec::Human).map(|(who, _)| who);
        let looks: Option<usize> = match (humans().count(), self.waits()) {
            (1, _) => humans().next(),
            (_, Waits::Human(seat)) => self.moment(self.now).seats.get(usize::from(seat)).copied(),
            _ => None,
        };
        let seats = &self.moment(at).seats;
        let g = self.game.geometry();
        let purses = [(board.stores_hidden, &g.stores), (board.reserve_hidden, &g.reserves)];
        let others = |all: &Vec<PlaceId>| {
            let of = |(seat, &place): (usize, &PlaceId)| (seats.get(seat).copied() != looks).then_some(place);
            all.iter().enumerate().filter_map(of).collect::<Vec<_>>()
        };
        purses.into_iter().filter(|(hidden, _)| *hidden).flat_map(|(_, all)| others(all)).collect()
    }

    /// The legal plies.
    pub fn legal(&mut self) -> &[Legal] {
        if self.legal.is_none() {
            let state = &self.moments[self.now].state;
            let found = if state.over().is_some() { Vec::new() } else { notation::legal(&mut self.machine, state) };
            self.legal = Some(found.into_iter().map(|(ply, text)| Legal { ply, text, pit: pit_of(&ply) }).collect());
        }
        self.legal.as_deref().unwrap_or_default()
    }

    /// Reads what a human typed as a move.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read(&mut self, text: &str) -> Result<Vec<Ply>, Diagnostic> {
        if let Some(exact) = self.legal().iter().find(|l| l.text == text) {
            return Ok(vec![exact.ply]);
        }
        moves::read(&mut self.machine, &self.moments[self.now].state, text)
    }

    /// Why a place can't be played now, if it can't.
    pub fn why_not(&mut self, place: PlaceId) -> Option<Diagnostic> {
        let name = self.game.geometry().name(place);
        notation::read(&mut self.machine, &self.moments[self.now].state, &name).err()
    }

    /// Makes a ply; what was taken back is forgotten. False where it isn't legal.
    pub fn make(&mut self, ply: &Ply) -> bool {
        let before = &self.moments[self.now];
        let mut teller = words::Teller::new(self.game, &before.state, ply);
        let mut events = Vec::new();
        let mut all = 0usize;
        let after = self.machine.play_traced(&before.state, ply, &mut |event| {
            if events.len() < MOST_EVENTS {
                events.push(event.clone());
            }
            teller.event(event);
            all += 1;
        });
        let Ok(after) = after else { return false };
        let mut seats = before.seats.clone();
        if *ply == Ply::Swap && seats.len() == 2 {
            seats.swap(0, 1);
        }
        let made = Made {
            by: before.state.to_move(),
            turn: before.state.turn(),
            ply: *ply,
            text: notation::show(self.game, &before.state, ply),
            told: teller.finish(self.game, &after),
            cut: all > events.len(),
            events,
        };
        self.moments.truncate(self.now + 1);
        self.moments.push(Moment { state: after, made: Some(made), seats });
        self.go(self.now + 1);
        true
    }

    fn go(&mut self, to: usize) {
        self.now = to;
        self.legal = None;
    }

    /// Draws the lot that the game waits for. False where it waits for none.
    pub fn draw_lot(&mut self) -> bool {
        if self.waits() != Waits::Lot {
            return false;
        }
        let legal: Vec<Ply> = self.legal().iter().map(|l| l.ply).collect();
        self.chance.pick(&legal).copied().is_some_and(|ply| self.make(&ply))
    }

    /// What the program is asked whose turn it is.
    pub fn job(&mut self) -> Option<Job> {
        let Waits::Program(spec) = self.waits() else { return None };
        let legal: Vec<Ply> = self.legal().iter().map(|l| l.ply).collect();
        Some(Job::choose(self.state().clone(), legal, spec, self.chance.clone()))
    }

    /// Asks for advice about a moment of the past.
    #[must_use]
    pub fn hint(&self, at: usize) -> Job {
        Job::advise(self.moment(at).state.clone())
    }

    /// Makes the ply that a program chose. False where it chose none.
    pub fn chosen(&mut self, ply: Option<Ply>, chance: Chance) -> bool {
        self.chance = chance;
        ply.is_some_and(|ply| self.make(&ply))
    }

    /// Back to the last decision of a human. False where there is none.
    pub fn undo(&mut self) -> bool {
        let before = (0..self.now).rev().find(|&i| self.is_humans(i));
        before.map(|at| self.go(at)).is_some()
    }

    /// Forward again to a human's next decision, or to the last ply that was taken back.
    pub fn redo(&mut self) -> bool {
        let last = self.moments.len() - 1;
        if self.now == last {
            return false;
        }
        let next = (self.now + 1..last).find(|&i| self.is_humans(i)).unwrap_or(last);
        self.go(next);
        true
    }

    /// Whether something was taken back that can be played again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.now + 1 < self.moments.len()
    }

    fn is_humans(&self, at: usize) -> bool {
        matches!(self.waits_at(&self.moments[at]), Waits::Human(_))
    }

    /// The moments of the last turn: from the state in which it began to the given one.
    #[must_use]
    pub fn turn_until(&self, at: usize) -> &[Moment] {
        let at = at.min(self.now);
        let turn = |i: usize| self.moments[i].made.as_ref().map(|m| m.turn);
        let mut from = at;
        while from > 0 && turn(from) == turn(at) {
            from -= 1;
        }
        &self.moments[from..=at]
    }

    fn plies(&self) -> impl Iterator<Item = Ply> + '_ {
        self.past().iter().filter_map(|m| m.made.as_ref().map(|made| made.ply))
    }

    /// The game up to now as a record.
    #[must_use]
    pub fn record(&self) -> Record {
        let players: Vec<String> = self.setting.players.iter().map(ToString::to_string).collect();
        let about = About {
            variant: &self.setting.variant,
            players: &players,
            max_laps: self.setting.max_laps,
            free: self.setting.free,
        };
        let texts = self.past().iter().filter_map(|m| m.made.as_ref().map(|made| made.text.as_str()));
        let plies: Vec<(&State, &str)> = self.past().iter().map(|m| &m.state).zip(texts).collect();
        Record::of(self.game, &about, &plies, self.state())
    }

    /// Whether moves would be lost if the game were left now.
    #[must_use]
    pub fn unsaved(&self) -> bool {
        match &self.saved {
            None => self.now > 0,
            Some(saved) => !self.plies().eq(saved.iter().copied()),
        }
    }

    /// The game has been saved as it is now.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.plies().collect());
    }
}

/// The pit of a ply.
fn pit_of(ply: &Ply) -> Option<PlaceId> {
    match *ply {
        Ply::Start { pit, .. } | Ply::Pit(pit) => Some(pit),
        _ => None,
    }
}

/// `South plays C.`
#[must_use]
pub fn echo(game: &Game, made: &Made) -> String {
    let by = made.by.map_or("the lot", |p| render::player(game, p));
    format!("{} plays {}.", render::title_case(by), made.text)
}

/// A diagnostic as it is said at the table: its sentence, then what helps.
#[must_use]
pub fn said(d: &Diagnostic) -> Vec<String> {
    let mut lines = vec![format!("{}.", render::title_case(&d.message))];
    lines.extend((!d.help.is_empty()).then(|| d.help.clone()));
    lines
}
