//! What keys and words do.

use super::app::{About, App, Mode, Question};
use super::edit::{Done, Editor};
use super::{Key, Speed};
use crate::engine::{State, position};
use crate::table::{self, Command, Saving, Table, Waits};

/// The keys, for those who ask.
const KEYS: &str = "\
Arrows, Tab       choose a legal move; Enter plays it
Mouse             click a pit that is lit, or a move below the board
Letters, digits   type a move: a pit's name, or its number from the mover's left
Esc, Space        show the end of a sowing at once; clear what is typed
+ -               faster and slower sowing, down to off
Space             where programs play: wait, and go on
F1 or ?           this
F2                hint: what a search would play
F3                why: which rule did what in the move that is shown
F4 or PageUp      look back at the game, move by move
F5                set up a position
Ctrl-Z, Ctrl-Y    undo: back to your last decision; redo
Ctrl-S, Ctrl-O    save, load
Ctrl-Q            leave; Ctrl-C: at once

The numbers behind the counts tell what the last turn has changed.

";

impl<'g> App<'g> {
    pub(super) fn play_key(&mut self, key: Key) {
        match key {
            Key::Ctrl(c) => self.control(c),
            Key::F(n) => self.function(n),
            Key::Char('?') if self.typed.is_empty() => self.help(),
            Key::Char('+') if self.typed.is_empty() => self.set_speed(self.speed.faster()),
            Key::Char('-') if self.typed.is_empty() => self.set_speed(self.speed.slower()),
            Key::Char(' ') if self.typed.is_empty() => self.skip_or_pause(),
            Key::Char(c @ ('<' | '>')) if self.typed.is_empty() => self.direction(c),
            Key::Char(c) => {
                self.note.clear();
                self.typed.push(c);
            }
            Key::Backspace => drop(self.typed.pop()),
            Key::Esc => {
                if self.typed.is_empty() {
                    self.skip();
                }
                self.typed.clear();
                self.note.clear();
            }
            Key::Enter => self.enter(),
            Key::Tab => self.turn_cursor(1),
            Key::BackTab => self.turn_cursor(-1),
            Key::Left => self.move_cursor(-1, 0),
            Key::Right => self.move_cursor(1, 0),
            Key::Up => self.move_cursor(0, -1),
            Key::Down => self.move_cursor(0, 1),
            Key::Click(x, y) => self.click(x, y),
            Key::PageUp => self.review(),
            _ => {}
        }
    }

    fn control(&mut self, c: char) {
        match c {
            'q' | 'd' => self.command(Command::Quit),
            'z' => self.command(Command::Undo),
            'y' => self.command(Command::Redo),
            's' => self.command(Command::Save(None, false)),
            'o' => self.typed = "load ".to_owned(),
            _ => {}
        }
    }

    fn function(&mut self, n: u8) {
        match n {
            1 => self.help(),
            2 => self.command(Command::Hint),
            3 => self.why(),
            4 => self.review(),
            5 => self.command(Command::Edit),
            _ => {}
        }
    }

    fn help(&mut self) {
        let lines = KEYS.lines().chain(table::HELP.lines()).map(str::to_owned).collect();
        self.page("Help", lines);
    }

    fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
        self.note = vec![format!("Speed of sowing: {speed}.")];
        if speed == Speed::OFF {
            self.skip();
        }
    }

    fn skip_or_pause(&mut self) {
        if !self.skip() && matches!(self.table.waits(), Waits::Program(_)) {
            self.paused = !self.paused;
            self.note.clear();
            if self.paused {
                self.forget();
            } else {
                self.go_on();
            }
        }
    }

    /// Enter: what was typed, or the move under the cursor.
    fn enter(&mut self) {
        let line = std::mem::take(&mut self.typed);
        if !line.trim().is_empty() {
            let command = Command::read(&line, self.table.legal().iter().map(|l| l.text.as_str()));
            return self.command(command);
        }
        if self.skip() {
            return;
        }
        if self.is_asking()
            && let Some(chosen) = self.chosen()
        {
            self.make_all(vec![chosen.ply]);
        }
    }

    fn command(&mut self, command: Command) {
        self.note.clear();
        match command {
            Command::Nothing | Command::Board => {}
            Command::Quit if self.table.unsaved() => self.mode = Mode::Ask(Question::Leave),
            Command::Quit => self.quit(),
            Command::Help => self.help(),
            Command::Moves => {
                let texts: Vec<String> = self.table.legal().iter().map(|l| l.text.clone()).collect();
                self.note = vec![texts.join(" ")];
            }
            Command::Hint => self.hint(),
            Command::Why => self.why(),
            Command::History => {
                let history = self.table.record().history();
                let lines = if history.is_empty() { "Nothing has been played." } else { &history };
                self.page("History", lines.lines().map(str::to_owned).collect());
            }
            Command::Undo => {
                self.forget();
                let done = self.table.undo();
                let none = if self.table.has_human() {
                    "There is nothing to take back."
                } else {
                    "No human plays, so nothing is taken back; F4 looks back."
                };
                self.went(done, "Taken back.", none);
            }
            Command::Redo => {
                self.forget();
                let done = self.table.redo();
                self.went(done, "Played again.", "Nothing has been taken back.");
            }
            Command::ShowPosition => self.note = vec![position::show(self.game(), self.table.state())],
            Command::Position(text, lose) => match position::read(self.game(), &text, self.table.setting().free) {
                Ok(state) if lose => self.begin_now(state),
                Ok(state) => self.begin(state),
                Err(d) => self.note = table::said(&d),
            },
            Command::Edit => {
                self.skip();
                let free = self.table.setting().free;
                self.mode = Mode::Edit(Box::new(Editor::new(self.game(), self.table.state(), free)));
            }
            Command::Save(name, replace) => self.save(name.as_deref(), replace),
            Command::Load(name, lose) => {
                if !lose && self.table.unsaved() {
                    self.mode = Mode::Ask(Question::Load(name));
                } else {
                    self.load(&name);
                }
            }
            Command::Speed(text) => match text.parse::<Speed>() {
                Ok(speed) => self.set_speed(speed),
                Err(bad) => self.note = vec![format!("{}.", crate::render::title_case(&bad.to_string()))],
            },
            Command::Move(text) => self.typed_move(&text),
        }
    }

    fn typed_move(&mut self, text: &str) {
        self.skip();
        match self.table.waits() {
            Waits::Human(_) => match self.table.read(text) {
                Ok(plies) => self.make_all(plies),
                Err(d) => self.note = table::said(&d),
            },
            Waits::Over => self.note = vec!["The game is over. F4 looks back, Ctrl-Q leaves.".to_owned()],
            _ => self.note = vec![format!("{} is to move; Ctrl-Z takes your move back.", self.decider())],
        }
    }

    fn hint(&mut self) {
        if self.table.waits() == Waits::Over {
            self.note = vec!["The game is over; F4 looks back, and F2 there tells what was best.".to_owned()];
        } else if self.is_asking() {
            let at = self.table.now();
            self.ask(self.table.hint(at), About::Hint(at));
        } else {
            self.note = vec!["A hint is for whoever is to decide.".to_owned()];
        }
    }

    fn went(&mut self, done: bool, yes: &str, no: &str) {
        self.go_on();
        self.note = vec![(if done { yes } else { no }).to_owned()];
        if done {
            self.keep();
        }
    }

    /// Begins a game in a position, unless the present one would be lost.
    fn begin(&mut self, state: State) {
        if self.table.unsaved() {
            self.mode = Mode::Ask(Question::Begin(Box::new(state)));
        } else {
            self.begin_now(state);
        }
    }

    fn begin_now(&mut self, state: State) {
        let before = self.keeper.file().map(|f| format!(" The one before lies in {}.", f.display()));
        self.forget();
        self.keeper.leave();
        let table = Table::new(self.game(), self.table.setting().clone(), state);
        self.replace_table(table, format!("A new game begins here.{}", before.unwrap_or_default()));
    }

    fn replace_table(&mut self, table: Table<'g>, words: String) {
        self.table = table;
        self.go_on();
        self.note = vec![words];
    }

    fn load(&mut self, name: &str) {
        self.forget();
        match self.keeper.load(&self.table, name) {
            Ok(table) => self.replace_table(table, format!("Loaded from {name}.")),
            Err(lines) => {
                self.go_on();
                self.note = lines;
            }
        }
    }

    fn save(&mut self, name: Option<&str>, replace: bool) {
        match self.keeper.save(&mut self.table, name, replace) {
            Saving::Done(path) => self.note = vec![format!("Saved in {}.", path.display())],
            Saving::Exists(path) => {
                self.mode = Mode::Ask(Question::Replace(path.to_string_lossy().into_owned()));
            }
            Saving::Nowhere => {
                self.typed = "save ".to_owned();
                self.note = vec!["Type the file's name.".to_owned()];
            }
            Saving::Failed(why) => self.note = vec![why],
        }
    }

    // Questions.

    pub(super) fn answer_key(&mut self, key: Key) {
        let Mode::Ask(question) = &self.mode else { return };
        let leaving = matches!(question, Question::Leave);
        match key {
            Key::Char('y' | 'Y') => self.yes(),
            Key::Char('s' | 'S') if leaving => {
                self.mode = Mode::Play;
                self.save(None, false);
                if !self.table.unsaved() {
                    self.quit();
                }
            }
            Key::Char('n' | 'N') | Key::Esc => {
                self.mode = Mode::Play;
                self.note.clear();
            }
            _ => {}
        }
    }

    fn yes(&mut self) {
        match std::mem::replace(&mut self.mode, Mode::Play) {
            Mode::Ask(Question::Leave) => self.quit(),
            Mode::Ask(Question::Replace(name)) => self.save(Some(&name), true),
            Mode::Ask(Question::Begin(state)) => self.begin_now(*state),
            Mode::Ask(Question::Load(name)) => self.load(&name),
            other => self.mode = other,
        }
    }

    /// What is asked.
    pub(super) fn question(&self) -> Option<String> {
        let Mode::Ask(question) = &self.mode else { return None };
        Some(match question {
            Question::Leave => "The game isn't saved. Leave it? y: yes, s: save, n: no".to_owned(),
            Question::Replace(name) => format!("{name} exists already. Replace it? y: yes, n: no"),
            Question::Begin(_) => "The game isn't saved. Begin another here? y: yes, n: no".to_owned(),
            Question::Load(name) => format!("The game isn't saved. Load {name}? y: yes, n: no"),
        })
    }

    // Pages.

    pub(super) fn page_key(&mut self, key: Key) {
        let height = usize::from(self.size.1.saturating_sub(2)).max(1);
        let columns = usize::from(self.size.0);
        let Mode::Page(page) = &mut self.mode else { return };
        let most = page.wrapped(columns).len().saturating_sub(height);
        let from = page.from;
        page.from = match key {
            Key::Up => from.saturating_sub(1),
            Key::Down => from + 1,
            Key::PageUp => from.saturating_sub(height),
            Key::PageDown | Key::Char(' ') => from + height,
            Key::Home => 0,
            Key::End => most,
            Key::Ctrl('q' | 'd') => {
                self.mode = Mode::Play;
                return self.command(Command::Quit);
            }
            Key::Esc | Key::Enter | Key::Char('q') | Key::F(_) => {
                self.mode = page.back.map_or(Mode::Play, Mode::Review);
                return;
            }
            _ => from,
        }
        .min(most);
    }

    // Looking back.

    fn review(&mut self) {
        self.skip();
        self.note.clear();
        if self.table.now() == 0 {
            self.note = vec!["Nothing has been played.".to_owned()];
        } else {
            self.mode = Mode::Review(self.table.now());
        }
    }

    pub(super) fn review_key(&mut self, at: usize, key: Key) {
        let last = self.table.now();
        let to = match key {
            Key::Left | Key::Up | Key::PageUp | Key::Backspace => at.saturating_sub(1),
            Key::Right | Key::Down | Key::PageDown | Key::Char(' ') => (at + 1).min(last),
            Key::Home => 0,
            Key::End => last,
            Key::F(2) => return self.review_hint(at),
            Key::F(3) => return self.why(),
            Key::F(1) | Key::Char('?') => return self.help(),
            Key::Ctrl('q' | 'd') => {
                self.mode = Mode::Play;
                return self.command(Command::Quit);
            }
            Key::Esc | Key::Enter | Key::F(4) | Key::Char('q') => {
                self.note.clear();
                self.mode = Mode::Play;
                return;
            }
            _ => return,
        };
        self.note.clear();
        self.mode = Mode::Review(to);
    }

    /// Tells what would have been best instead of the shown ply.
    fn review_hint(&mut self, at: usize) {
        let before = at.saturating_sub(1);
        if self.waiting.is_some_and(|(_, about)| about == About::Choice) {
            self.note = vec!["A program is thinking about its move.".to_owned()];
        } else if self.table.moment(before).state.lot() {
            self.note = vec!["A lot has decided.".to_owned()];
        } else {
            self.ask(self.table.hint(before), About::Hint(before));
        }
    }

    // Setting up.

    pub(super) fn edit_key(&mut self, key: Key) {
        let layout = self.layout();
        let Mode::Edit(editor) = &mut self.mode else { return };
        let place = match key {
            Key::Click(x, y) => layout.board.at(x, y),
            Key::Left => layout.board.nearest(editor.place(), -1, 0, |_| true),
            Key::Right => layout.board.nearest(editor.place(), 1, 0, |_| true),
            Key::Up => layout.board.nearest(editor.place(), 0, -1, |_| true),
            Key::Down => layout.board.nearest(editor.place(), 0, 1, |_| true),
            _ => None,
        };
        match editor.key(key, place) {
            Done::Going => {}
            Done::Refused(lines) => self.note = lines,
            Done::Cancelled => {
                self.mode = Mode::Play;
                self.note.clear();
            }
            Done::Set(state) => {
                self.mode = Mode::Play;
                self.note.clear();
                self.begin(*state);
            }
        }
    }

    // The cursor.

    fn turn_cursor(&mut self, by: isize) {
        let all = self.table.legal().len() as isize;
        if self.is_asking() && all > 0 {
            let at = self.cursor.map_or(0, |at| at as isize + by);
            self.cursor = Some(at.rem_euclid(all) as usize);
        }
    }

    /// To the nearest lit pit in a direction.
    fn move_cursor(&mut self, dx: i32, dy: i32) {
        if !self.is_asking() {
            return;
        }
        let layout = self.layout();
        let legal = self.table.legal().to_vec();
        let Some(from) = self.cursor.and_then(|at| legal.get(at)).and_then(|l| l.pit) else {
            return self.turn_cursor(if dx + dy < 0 { -1 } else { 1 });
        };
        let nearest = layout.board.nearest(from, dx, dy, |pit| legal.iter().any(|l| l.pit == Some(pit)));
        match nearest {
            Some(pit) => self.cursor = legal.iter().position(|l| l.pit == Some(pit)),
            // Moves that belong to no pit are reached beyond the last one.
            None if dx == 0 => self.turn_cursor(dy as isize),
            None => {}
        }
    }

    /// To the ply of the same pit in that direction.
    fn direction(&mut self, sign: char) {
        let Some(pit) = self.chosen().and_then(|l| l.pit) else { return };
        let found = self.table.legal().iter().position(|l| l.pit == Some(pit) && l.text.contains(sign));
        self.cursor = found.or(self.cursor);
    }

    fn click(&mut self, x: u16, y: u16) {
        if self.skip() || !self.is_asking() {
            return;
        }
        let layout = self.layout();
        if let Some(at) = layout.move_at(x, y) {
            let ply = self.table.legal()[at].ply;
            return self.make_all(vec![ply]);
        }
        let Some(place) = layout.board.at(x, y) else { return };
        let legal = self.table.legal();
        let here: Vec<usize> = (0..legal.len()).filter(|&i| legal[i].pit == Some(place)).collect();
        match here.as_slice() {
            [] => self.note = self.table.why_not(place).map_or_else(Vec::new, |d| table::said(&d)),
            [only] => {
                let ply = legal[*only].ply;
                self.make_all(vec![ply]);
            }
            several => {
                let next = several.iter().position(|&i| Some(i) == self.cursor).map_or(0, |i| i + 1);
                self.cursor = Some(several[next % several.len()]);
                self.note = vec!["Click again for the other ways, or press Enter.".to_owned()];
            }
        }
    }
}
