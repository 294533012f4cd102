//! Saved games.

use super::failure::Failure;
use super::output::{self, Context};
use super::variant;
use crate::diagnostic::Diagnostic;
use crate::engine::Settings;
use crate::ir;
use crate::record::Record;
use crate::source::Source;

/// A saved game as it was read.
pub struct Saved {
    source: Source,
    /// The record.
    pub record: Record,
}

impl Saved {
    /// Reads a file.
    ///
    /// # Errors
    /// When it can't be read, or is no record.
    pub fn read(name: &str) -> Result<Saved, Failure> {
        let bytes = output::read_bytes(name)?;
        let text = String::from_utf8(bytes).map_err(|_| Failure::File(format!("{name} isn't text in UTF-8")))?;
        Saved::of(Source::new(name, text))
    }

    /// Reads a text.
    ///
    /// # Errors
    /// When it is no record.
    pub fn of(source: Source) -> Result<Saved, Failure> {
        match Record::read(&source) {
            Ok(record) => Ok(Saved { source, record }),
            Err(d) => Err(Failure::Wrong(vec![d], source.into())),
        }
    }

    /// What is wrong with it, shown in its text.
    pub fn wrong(&self, d: Diagnostic) -> Failure {
        Failure::Wrong(vec![d], self.source.clone().into())
    }

    /// The record's settings; what the command line says goes before them, and makes other rules.
    ///
    /// # Errors
    /// When the rules have no such options.
    pub fn settings(&self, context: &Context, ir: &ir::Game) -> Result<Settings, Failure> {
        let mut settings = self.record.settings(ir).map_err(|d| self.wrong(d))?;
        let given = variant::settings(&context.common);
        if given.ruleset.is_some() {
            return Err(Failure::Usage("a saved game says its options, so `--ruleset` can't be given".to_owned()));
        }
        settings.options.extend(given.options);
        settings.matches |= given.matches;
        Ok(settings)
    }
}
