//! A game on plain lines, so that it works piped as well.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::position_line;
use crate::cli::failure::{FINE, Failure, Outcome};
use crate::cli::output::Context;
use crate::engine::position;
use crate::render::{self, board, why, words};
use crate::table::{self, Command, HELP, Job, Keeper, Saving, Table, Thought, Waits};

/// A game and what is said about it.
struct Plain<'g> {
    table: Table<'g>,
    keeper: Keeper,
    out: io::StdoutLock<'static>,
}

/// Plays a game.
pub fn run(context: &Context, table: Table<'_>, keeper: Keeper) -> Outcome {
    let mut plain = Plain { table, keeper, out: io::stdout().lock() };
    if !context.common.quiet {
        let title = &plain.table.game().ir().header.title;
        writeln!(plain.out, "{title}. `help` tells what can be typed.")?;
    }
    let outcome = plain.play();
    // However the game was left, it is kept.
    match plain.keeper.after_decision(&mut plain.table) {
        Some(why) => outcome.and(Err(Failure::File(why.trim_end_matches('.').to_owned()))),
        None => outcome,
    }
}

impl Plain<'_> {
    fn play(&mut self) -> Outcome {
        let mut input = io::stdin().lock();
        self.board()?;
        if let Some(over) = self.table.state().over() {
            let ending = words::ending(self.table.game(), over);
            self.say(&ending)?;
        }
        loop {
            self.programs()?;
            if self.table.waits() == Waits::Over && !self.table.has_human() {
                return Ok(FINE);
            }
            self.prompt()?;
            let Some(line) = line(&mut input)? else {
                // A game that is over needs no word that it stops.
                let stops = if self.table.waits() == Waits::Over { "" } else { "The game stops here.\n" };
                write!(self.out, "\n{stops}")?;
                return Ok(FINE);
            };
            if !self.answer(&line)? {
                return Ok(FINE);
            }
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{}", text.trim_end_matches('\n'))?;
        self.out.flush()?;
        Ok(())
    }

    fn say_all(&mut self, lines: &[String]) -> Result<(), Failure> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// The board, and what else can be seen.
    fn board(&mut self) -> Result<(), Failure> {
        let (game, state) = (self.table.game(), self.table.state());
        let hidden = self.table.hidden(self.table.now());
        let mut text = board::Drawing::seen(game, state, &hidden).to_text();
        for fact in board::facts_seen(game, state, &hidden) {
            text += &format!("{fact}\n");
        }
        self.say(&text)
    }

    /// Asks the human whose decision it is.
    fn prompt(&mut self) -> Result<(), Failure> {
        let state = self.table.state();
        let who = state.to_move().map_or("", |p| render::player(self.table.game(), p));
        let what = if state.choosing() { " chooses" } else { "" };
        let over = if state.over().is_some() { "over" } else { "" };
        write!(self.out, "{}{what}{over}> ", render::title_case(who))?;
        self.out.flush()?;
        Ok(())
    }

    /// Tells the ply that was made, and keeps it.
    fn made(&mut self) -> Result<(), Failure> {
        if let Some(made) = self.table.last() {
            let story = words::paragraph(&made.told);
            let text = format!("{} {story}", table::echo(self.table.game(), made));
            self.say(&text)?;
            self.board()?;
        }
        match self.keeper.after_decision(&mut self.table) {
            Some(why) => self.say(&why),
            None => Ok(()),
        }
    }

    /// Lets lots and programs decide until a human must, or the game is over.
    fn programs(&mut self) -> Result<(), Failure> {
        loop {
            let played = match self.table.waits() {
                Waits::Over | Waits::Human(_) => return Ok(()),
                Waits::Lot => self.table.draw_lot(),
                Waits::Program(_) => match self.table.job().and_then(|job| self.think(job)) {
                    Some(Thought::Chosen(ply, chance)) => self.table.chosen(ply, chance),
                    _ => false,
                },
            };
            if !played {
                return Ok(());
            }
            self.made()?;
        }
    }

    fn think(&self, job: Job) -> Option<Thought> {
        job.run(self.table.game(), &Arc::new(AtomicBool::new(false)))
    }

    /// Does what a line asks for; false to leave.
    fn answer(&mut self, line: &str) -> Result<bool, Failure> {
        let command = Command::read(line, self.table.legal().iter().map(|l| l.text.as_str()));
        match command {
            Command::Nothing => {}
            Command::Quit => return Ok(false),
            Command::Help => self.say(HELP)?,
            Command::Moves => {
                let texts: Vec<String> = self.table.legal().iter().map(|l| l.text.clone()).collect();
                self.say(&texts.join(" "))?;
            }
            Command::Hint => self.hint()?,
            Command::Why => self.why()?,
            Command::History => {
                let history = self.table.record().history();
                self.say(if history.is_empty() { "Nothing has been played." } else { &history })?;
            }
            Command::Undo => {
                let done = self.table.undo();
                self.went(done, "Taken back.", "There is nothing to take back.")?;
            }
            Command::Redo => {
                let done = self.table.redo();
                self.went(done, "Played again.", "Nothing has been taken back.")?;
            }
            Command::Board => self.board()?,
            Command::ShowPosition => {
                let text = position_line(self.table.game(), self.table.state());
                self.say(&text)?;
            }
            Command::Position(text, lose) => {
                if self.may_leave("position", lose)? {
                    self.position(&text)?;
                }
            }
            Command::Save(name, replace) => self.save(name.as_deref(), replace)?,
            Command::Load(name, lose) => {
                if self.may_leave("load", lose)? {
                    self.load(&name)?;
                }
            }
            Command::Edit | Command::Speed(_) => self.say("That works on a terminal only.")?,
            Command::Move(text) => self.make(&text)?,
        }
        Ok(true)
    }

    fn make(&mut self, text: &str) -> Result<(), Failure> {
        match self.table.read(text) {
            Ok(plies) => plies.iter().try_for_each(|ply| {
                if self.table.make(ply) { self.made() } else { self.say("That move isn't legal.") }
            }),
            Err(d) => self.say_all(&table::said(&d)),
        }
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if self.table.waits() == Waits::Over {
            return self.say("The game is over.");
        }
        let Some(Thought::Advice(advice)) = self.think(self.table.hint(self.table.now())) else { return Ok(()) };
        let text = table::advise(self.table.game(), self.table.state(), &advice, None);
        self.say(&text)
    }

    fn why(&mut self) -> Result<(), Failure> {
        let lines = match self.table.last() {
            None => vec!["Nothing has been played.".to_owned()],
            Some(made) => why::lines(self.table.game(), &made.told),
        };
        self.say_all(&lines)
    }

    fn went(&mut self, done: bool, yes: &str, no: &str) -> Result<(), Failure> {
        if !done {
            return self.say(no);
        }
        self.say(yes)?;
        self.board()?;
        match self.keeper.after_decision(&mut self.table) {
            Some(why) => self.say(&why),
            None => Ok(()),
        }
    }

    /// Whether the game may be left for another one.
    fn may_leave(&mut self, word: &str, lose: bool) -> Result<bool, Failure> {
        let may = lose || !self.table.unsaved();
        if !may {
            self.say(&format!("The game isn't saved: `save FILE` first, or `{word}! …` gives it up."))?;
        }
        Ok(may)
    }

    /// Begins a game in a position.
    fn position(&mut self, text: &str) -> Result<(), Failure> {
        match position::read(self.table.game(), text, self.table.setting().free) {
            Ok(state) => {
                if let Some(file) = self.keeper.file() {
                    let words = format!("A new game begins here; the one before lies in {}.", file.display());
                    self.say(&words)?;
                }
                self.keeper.leave();
                self.table = Table::new(self.table.game(), self.table.setting().clone(), state);
                self.board()
            }
            Err(d) => self.say_all(&table::said(&d)),
        }
    }

    fn save(&mut self, name: Option<&str>, replace: bool) -> Result<(), Failure> {
        let words = match self.keeper.save(&mut self.table, name, replace) {
            Saving::Done(path) => format!("Saved in {}.", path.display()),
            Saving::Exists(path) => format!("{0} exists already; `save! {0}` replaces it.", path.display()),
            Saving::Nowhere => "Say where: `save FILE`.".to_owned(),
            Saving::Failed(why) => why,
        };
        self.say(&words)
    }

    fn load(&mut self, name: &str) -> Result<(), Failure> {
        match self.keeper.load(&self.table, name) {
            Ok(table) => {
                self.table = table;
                self.say(&format!("Loaded from {name}."))?;
                self.board()
            }
            Err(lines) => self.say_all(&lines),
        }
    }
}

/// A line that was typed; none at the end of input.
fn line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let n = input.read_until(b'\n', &mut bytes);
    let n = n.map_err(|e| Failure::File(format!("standard input can't be read: {e}")))?;
    Ok((n > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
}
