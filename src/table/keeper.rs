//! Saves and loads games.

use std::path::{Path, PathBuf};

use super::{Setting, Table};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::Game;
use crate::players::Spec;
use crate::record::Record;
use crate::source::Source;

/// Where games are kept.
pub trait Files {
    /// Whether there is such a file.
    fn exists(&self, path: &Path) -> bool;
    /// Its text.
    ///
    /// # Errors
    /// Why it can't be read, in words.
    fn read(&self, path: &Path) -> Result<String, String>;
    /// Writes it whole, or leaves it as it was.
    ///
    /// # Errors
    /// Why it can't be written, in words.
    fn write(&mut self, path: &Path, text: &str) -> Result<(), String>;
}

/// What came of saving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saving {
    /// It is saved there.
    Done(PathBuf),
    /// Another file would be replaced.
    Exists(PathBuf),
    /// No file is known.
    Nowhere,
    /// It failed, in words.
    Failed(String),
}

/// What came of loading.
pub type Loading<'g> = Result<Table<'g>, Vec<String>>;

/// Keeps a game in its file.
pub struct Keeper {
    files: Box<dyn Files>,
    /// The game's own file.
    own: Option<PathBuf>,
    /// It is saved after every decision.
    always: bool,
}

impl Keeper {
    /// A keeper without a file.
    #[must_use]
    pub fn new(files: Box<dyn Files>) -> Keeper {
        Keeper { files, own: None, always: false }
    }

    /// The game lies in this file; with `always`, it is saved there after every decision.
    pub fn own(&mut self, path: &Path, always: bool) {
        self.own = Some(path.to_owned());
        self.always = always;
    }

    /// Whether it is saved after every decision.
    #[must_use]
    pub fn always(&self) -> bool {
        self.always
    }

    /// The game's own file.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.own.as_deref()
    }

    /// Another game has begun: the file keeps the old one.
    pub fn leave(&mut self) {
        self.own = None;
        self.always = false;
    }

    /// Saves a game: to the named file, or else to its own. Another game's file is replaced only
    /// where that is wanted.
    pub fn save(&mut self, table: &mut Table<'_>, name: Option<&str>, replace: bool) -> Saving {
        let Some(path) = name.map(PathBuf::from).or_else(|| self.own.clone()) else { return Saving::Nowhere };
        if !replace && self.own.as_ref() != Some(&path) && self.files.exists(&path) {
            return Saving::Exists(path);
        }
        match self.files.write(&path, &table.record().to_text()) {
            Ok(()) => {
                table.mark_saved();
                // A game that is kept in its file goes on there; what is named is a copy.
                if !self.always {
                    self.own = Some(path.clone());
                }
                Saving::Done(path)
            }
            Err(why) => Saving::Failed(why),
        }
    }

    /// Saves a game that is to be saved after every decision; what went wrong.
    pub fn after_decision(&mut self, table: &mut Table<'_>) -> Option<String> {
        if !self.always || !table.unsaved() {
            return None;
        }
        match self.save(table, None, true) {
            Saving::Failed(why) => Some(why),
            _ => None,
        }
    }

    /// Loads a game of the same rules; the seats are those of the record.
    ///
    /// # Errors
    /// Why it can't be, in lines.
    pub fn load<'g>(&mut self, table: &Table<'g>, name: &str) -> Loading<'g> {
        let path = PathBuf::from(name);
        let text = self.files.read(&path).map_err(|why| vec![why])?;
        let source = Source::new(name, text);
        let told = |d: Diagnostic| placed(&source, &d);
        let record = Record::read(&source).map_err(told)?;
        let replayed = record.replay(table.game()).map_err(told)?;
        let setting = Setting {
            players: seats(table.game(), &record, &table.setting().players).map_err(told)?,
            ..table.setting().clone()
        };
        let loaded = Table::resume(table.game(), setting, replayed);
        self.own = Some(path);
        self.always = false;
        Ok(loaded)
    }
}

/// A diagnostic with its place, for those who have no picture of it.
fn placed(source: &Source, d: &Diagnostic) -> Vec<String> {
    let place = match d.span.line {
        0 => source.name().to_owned(),
        line => format!("{}:{line}", source.name()),
    };
    let mut lines = vec![format!("{place}: {}.", d.message)];
    lines.extend((!d.help.is_empty()).then(|| d.help.clone()));
    lines
}

/// Who plays, by the seats of the record; seats that it doesn't tell are as given.
///
/// # Errors
/// When it names a seat or a player that there isn't.
pub fn seats(game: &Game, record: &Record, given: &[Spec]) -> Result<Vec<Spec>, Diagnostic> {
    let mut seats = given.to_vec();
    for told in &record.players {
        let wrong = |message: String| Diagnostic::new(&codes::BAD_RECORD, told.span, message);
        let (seat, player) = &told.value;
        let at = game.ir().players.iter().position(|p| p == seat);
        let slot = at.and_then(|i| seats.get_mut(i)).ok_or_else(|| wrong(format!("there is no player {seat:?}")))?;
        let spec = player.parse::<Spec>().map_err(|e| wrong(e.to_string()))?;
        if spec != Spec::Human && spec.player().is_none() {
            return Err(wrong(format!("the player `{spec}` isn't built yet")));
        }
        *slot = spec;
    }
    Ok(seats)
}
