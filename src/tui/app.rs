//! What is going on at the table: the game, what is typed, what is shown.

use std::collections::VecDeque;
use std::time::Duration;

use super::edit::Editor;
use super::film::Film;
use super::layout::Layout;
use super::{Key, Speed};
use crate::chance::Chance;
use crate::engine::{Game, PlaceId, Ply, State};
use crate::render::{self, board, why, words};
use crate::table::{self, Job, Keeper, Legal, Moment, Scene, Table, Thought, Waits};

/// How things look at first.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Colours are used.
    pub colour: bool,
    /// How fast seeds are sown.
    pub speed: Speed,
}

/// How the game was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// What is left to be said, a line each.
    pub words: Vec<String>,
    /// It was interrupted.
    pub interrupted: bool,
}

/// What the app needs done elsewhere.
#[derive(Debug)]
pub enum Asked {
    /// A program must think; its answer comes back with the number.
    Think(u64, Box<Job>),
    /// What was asked is no longer wanted.
    Stop,
}

/// What fills the screen.
pub(super) enum Mode<'g> {
    /// The game.
    Play,
    /// A moment of the past.
    Review(usize),
    /// Text to be read.
    Page(Page),
    /// A question is to be answered.
    Ask(Question),
    /// A position is being set up.
    Edit(Box<Editor<'g>>),
}

/// Text that may be longer than the screen.
pub(super) struct Page {
    pub(super) title: String,
    pub(super) lines: Vec<String>,
    /// The first line that is shown.
    pub(super) from: usize,
    /// Where to go back to: a moment that is looked at, or the game.
    pub(super) back: Option<usize>,
}

/// A question that `y` or `n` answers.
pub(super) enum Question {
    /// Leave, though the game isn't saved.
    Leave,
    /// Replace this file.
    Replace(String),
    /// Begin a game in this position, though the present one isn't saved.
    Begin(Box<State>),
    /// Load this file, though the present game isn't saved.
    Load(String),
}

/// What a program was asked, and about which moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    Choice,
    Hint(usize),
}

/// A game on a terminal.
pub struct App<'g> {
    pub(super) table: Table<'g>,
    pub(super) keeper: Keeper,
    pub(super) mode: Mode<'g>,
    /// What has been typed.
    pub(super) typed: String,
    /// What was last said, a line each.
    pub(super) note: Vec<String>,
    /// The legal ply that Enter plays.
    pub(super) cursor: Option<usize>,
    pub(super) film: Option<Film>,
    pub(super) speed: Speed,
    pub(super) colour: bool,
    pub(super) size: (u16, u16),
    /// Programs wait.
    pub(super) paused: bool,
    /// Plies of a turn that are still to be made.
    pub(super) queue: VecDeque<Ply>,
    pub(super) waiting: Option<(u64, About)>,
    asked: Option<Asked>,
    ticket: u64,
    left: bool,
    interrupted: bool,
}

impl<'g> App<'g> {
    /// A game that is about to be shown.
    #[must_use]
    pub fn new(table: Table<'g>, keeper: Keeper, look: &Look) -> App<'g> {
        let mut app = App {
            table,
            keeper,
            mode: Mode::Play,
            typed: String::new(),
            note: Vec::new(),
            cursor: None,
            film: None,
            speed: look.speed,
            colour: look.colour,
            size: (80, 24),
            paused: false,
            queue: VecDeque::new(),
            waiting: None,
            asked: None,
            ticket: 0,
            left: false,
            interrupted: false,
        };
        app.go_on();
        app
    }

    /// Whether the game has been left.
    #[must_use]
    pub fn left(&self) -> bool {
        self.left
    }

    /// Leaves at once.
    pub fn interrupt(&mut self) {
        self.interrupted = true;
        self.left = true;
    }

    pub(super) fn quit(&mut self) {
        self.left = true;
    }

    /// Leaves the game: keeps it where that is wanted, and tells how it stands.
    pub fn leave(&mut self) -> Left {
        let mut words = Vec::new();
        words.extend(self.keeper.after_decision(&mut self.table));
        if let Some(over) = self.table.state().over() {
            words.push(words::ending(self.game(), over));
        }
        if self.table.unsaved() {
            words.push("The game wasn't saved. Its moves:".to_owned());
            words.extend(self.table.record().history().lines().map(str::to_owned));
        } else if let Some(file) = self.keeper.file().filter(|_| self.table.now() > 0) {
            words.push(format!("The game is in {0}; `sower play --load {0}` goes on with it.", file.display()));
        }
        Left { words, interrupted: self.interrupted }
    }

    /// What the app needs done elsewhere, if anything; asked once.
    pub fn asks(&mut self) -> Option<Asked> {
        self.asked.take()
    }

    /// The rules.
    #[must_use]
    pub fn game(&self) -> &'g Game {
        self.table.game()
    }

    /// The moment that is shown.
    pub(super) fn shown(&self) -> usize {
        match &self.mode {
            Mode::Review(at) => *at,
            Mode::Page(page) => page.back.unwrap_or(self.table.now()),
            _ => self.table.now(),
        }
    }

    pub(super) fn moment(&self) -> &Moment {
        self.table.moment(self.shown())
    }

    /// What lies on the board that is shown.
    pub(super) fn scene(&self) -> Scene {
        match (&self.mode, &self.film) {
            (Mode::Edit(editor), _) => editor.scene(),
            (Mode::Play | Mode::Ask(_), Some(film)) => film.scene.clone(),
            _ => Scene::of(&self.moment().state),
        }
    }

    /// The place that must be seen: where seeds fall, or where the cursor is.
    pub(super) fn focus(&mut self) -> Option<PlaceId> {
        match (&self.mode, &self.film) {
            (Mode::Edit(editor), _) => Some(editor.place()),
            (Mode::Play, Some(film)) => film.scene.at,
            (Mode::Play, None) => self.chosen().and_then(|l| l.pit).or(self.table.last().and_then(|m| made_at(&m.ply))),
            _ => self.moment().made.as_ref().and_then(|m| made_at(&m.ply)),
        }
    }

    /// The legal ply under the cursor.
    pub(super) fn chosen(&mut self) -> Option<Legal> {
        let at = self.cursor?;
        self.table.legal().get(at).cloned()
    }

    /// Whether a human is to decide, and nothing is being shown.
    pub(super) fn is_asking(&self) -> bool {
        self.film.is_none() && self.queue.is_empty() && matches!(self.table.waits(), Waits::Human(_))
    }

    /// Places whose seeds may not be counted by who looks.
    pub(super) fn hidden(&self) -> Vec<PlaceId> {
        match &self.mode {
            Mode::Edit(_) => Vec::new(),
            _ => self.table.hidden(self.shown()),
        }
    }

    /// Lines of what else the shown state holds.
    pub(super) fn facts(&self) -> Vec<String> {
        match &self.mode {
            Mode::Edit(editor) => editor.facts(),
            _ => board::facts_seen(self.game(), &self.moment().state, &self.hidden()),
        }
    }

    /// What happened in the shown ply.
    pub(super) fn story(&self) -> String {
        match &self.moment().made {
            None => "The game begins.".to_owned(),
            Some(made) => format!("{} {}", table::echo(self.game(), made), words::paragraph(&made.told)),
        }
    }

    pub(super) fn layout(&mut self) -> Layout {
        Layout::of(self)
    }

    // What goes on.

    /// Lets time pass.
    pub fn pass(&mut self, time: Duration) {
        if !matches!(self.mode, Mode::Play) {
            return;
        }
        if let Some(film) = &mut self.film
            && !film.pass(time, self.speed)
        {
            self.film = None;
            self.go_on();
        }
    }

    /// Time until something happens by itself.
    #[must_use]
    pub fn due(&self) -> Duration {
        match (&self.film, &self.mode) {
            (Some(film), Mode::Play) => film.due(self.speed),
            _ => Duration::MAX,
        }
    }

    /// Ends the film.
    pub(super) fn skip(&mut self) -> bool {
        let was = self.film.take().is_some();
        if was {
            self.go_on();
        }
        was
    }

    /// Does what comes next by itself: plies of a turn, lots, programs.
    pub(super) fn go_on(&mut self) {
        self.cursor = None;
        if let Some(ply) = self.queue.pop_front() {
            return self.make(&ply);
        }
        match self.table.waits() {
            Waits::Lot => {
                if self.table.draw_lot() {
                    self.made();
                }
            }
            Waits::Program(_) if !self.paused => {
                if let Some(job) = self.table.job() {
                    self.ask(job, About::Choice);
                }
            }
            Waits::Human(_) => self.cursor = (!self.table.legal().is_empty()).then_some(0),
            Waits::Program(_) | Waits::Over => {}
        }
    }

    /// Makes plies one after the other.
    pub(super) fn make_all(&mut self, plies: Vec<Ply>) {
        self.skip();
        self.queue = plies.into();
        self.go_on();
    }

    fn make(&mut self, ply: &Ply) {
        if self.table.make(ply) {
            self.made();
        } else {
            self.queue.clear();
            self.note = vec!["That move isn't legal.".to_owned()];
        }
    }

    /// A ply was made: it is kept and shown, and then the game goes on.
    fn made(&mut self) {
        self.note.clear();
        self.cursor = None;
        self.keep();
        let past = self.table.past();
        if self.speed != Speed::OFF
            && let [.., before, Moment { made: Some(made), .. }] = past
        {
            self.film = Film::of(&before.state, made);
        }
        if self.film.is_none() {
            self.go_on();
        }
    }

    pub(super) fn keep(&mut self) {
        self.note.extend(self.keeper.after_decision(&mut self.table));
    }

    /// Asks a program.
    pub(super) fn ask(&mut self, job: Job, about: About) {
        self.ticket += 1;
        self.waiting = Some((self.ticket, about));
        self.asked = Some(Asked::Think(self.ticket, Box::new(job)));
    }

    /// What was asked is no longer wanted.
    pub(super) fn forget(&mut self) {
        self.queue.clear();
        self.film = None;
        if self.waiting.take().is_some() {
            self.asked = Some(Asked::Stop);
        }
    }

    /// A program has answered.
    pub fn thought(&mut self, ticket: u64, thought: Thought) {
        let Some((_, about)) = self.waiting.take_if(|(waiting, _)| *waiting == ticket) else { return };
        match (thought, about) {
            (Thought::Chosen(ply, chance), About::Choice) => self.program_chose(ply, chance),
            (Thought::Advice(advice), About::Hint(at)) => self.advised(at, &advice),
            _ => {}
        }
    }

    fn program_chose(&mut self, ply: Option<Ply>, chance: Chance) {
        if self.table.chosen(ply, chance) {
            self.made();
        }
    }

    fn advised(&mut self, at: usize, advice: &table::Advice) {
        let made = self.table.past().get(at + 1).and_then(|m| m.made.as_ref()).map(|made| made.ply);
        let state = &self.table.moment(at).state;
        self.note = vec![table::advise(self.game(), state, advice, made.as_ref())];
        let best = advice.plies.first().map(|e| e.ply);
        if at == self.table.now() && self.is_asking() {
            self.cursor = self.table.legal().iter().position(|l| Some(l.ply) == best).or(self.cursor);
        }
    }

    /// The rules behind the shown ply, as a page.
    pub(super) fn why(&mut self) {
        let Some(made) = &self.moment().made else {
            self.note = vec!["Nothing has been played.".to_owned()];
            return;
        };
        let mut lines = vec![table::echo(self.game(), made), String::new()];
        lines.extend(why::lines(self.game(), &made.told));
        self.page("Why", lines);
    }

    pub(super) fn page(&mut self, title: &str, lines: Vec<String>) {
        let back = if let Mode::Review(at) = self.mode { Some(at) } else { None };
        self.mode = Mode::Page(Page { title: title.to_owned(), lines, from: 0, back });
    }

    /// Who decides, as a prompt names him.
    pub(super) fn decider(&self) -> String {
        let state = self.table.state();
        state.to_move().map_or_else(String::new, |p| render::title_case(render::player(self.game(), p)))
    }

    /// Takes what a person did.
    pub fn key(&mut self, key: Key) {
        match key {
            Key::Resize(columns, lines) => self.size = (columns, lines),
            Key::Ctrl('c') => self.interrupt(),
            _ => match &self.mode {
                Mode::Play => self.play_key(key),
                Mode::Review(at) => {
                    let at = *at;
                    self.review_key(at, key);
                }
                Mode::Page(_) => self.page_key(key),
                Mode::Ask(_) => self.answer_key(key),
                Mode::Edit(_) => self.edit_key(key),
            },
        }
    }
}

fn made_at(ply: &Ply) -> Option<PlaceId> {
    match *ply {
        Ply::Start { pit, .. } | Ply::Pit(pit) => Some(pit),
        _ => None,
    }
}
