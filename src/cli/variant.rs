//! Finds the game that an argument means.

use std::path::Path;

use super::args::Common;
use super::failure::Failure;
use super::output::{self, Context};
use crate::check;
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::engine::{self, Settings};
use crate::ir;
use crate::source::{Bundled, Source, Span, bundled, bundled_by_name};

/// The text behind a VARIANT.
#[derive(Debug)]
pub struct Found {
    /// What outputs call it: the bundled name, or the file's stem.
    pub name: String,
    /// Its text.
    pub source: Source,
}

/// A game that can be compiled.
#[derive(Debug)]
pub struct Loaded {
    /// What outputs call it.
    pub name: String,
    /// The game.
    pub ir: ir::Game,
    /// The text, where it isn't an IR file.
    pub source: Option<Source>,
}

/// Finds the text: a file, `-`, or a bundled game by its stem, then by another name.
///
/// # Errors
/// When there is none, or it isn't text.
pub fn find(variant: &str) -> Result<Found, Failure> {
    if variant == "-" {
        let source = source("standard input", output::stdin_bytes()?)?;
        return Ok(Found { name: "-".to_owned(), source });
    }
    let path = Path::new(variant);
    if path.is_file() || looks_like_a_path(variant) {
        let source = source(variant, output::read_bytes(variant)?)?;
        return Ok(Found { name: stem(path), source });
    }
    match bundled_game(variant) {
        Some(game) => Ok(Found { name: game.name.to_owned(), source: bundled_source(game) }),
        None => Err(unknown(variant)),
    }
}

fn looks_like_a_path(variant: &str) -> bool {
    let extension = Path::new(variant).extension();
    variant.contains(['/', '\\']) || extension.is_some_and(|e| e == "sow" || e == "json")
}

fn stem(path: &Path) -> String {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let name = name.strip_suffix(".json").or_else(|| name.strip_suffix(".sow")).unwrap_or(&name);
    name.strip_suffix(".ir").unwrap_or(name).to_owned()
}

fn source(name: &str, bytes: Vec<u8>) -> Result<Source, Failure> {
    // An IR file is longer than its rules, and may have been written by hand: only rules have a
    // limit.
    if bytes.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'{')
        && let Ok(text) = String::from_utf8(bytes.clone())
    {
        return Ok(Source::new(name, text));
    }
    Source::from_bytes(name, bytes).map_err(|e| {
        let (code, help) = match e {
            crate::source::SourceError::TooLong { .. } => {
                (&codes::TOO_LONG, "one file holds one game; is this the file that was meant?")
            }
            crate::source::SourceError::NotText { .. } => {
                (&codes::NOT_TEXT, "save it as plain text in UTF-8; a word processor's own file can't be read")
            }
        };
        Failure::one(Diagnostic::new(code, Span::default(), format!("{name}: {e}")).help(help))
    })
}

fn bundled_source(game: Bundled) -> Source {
    Source::new(format!("{}.sow", game.name), game.text)
}

/// A bundled game by its stem, or else by one of its other names.
fn bundled_game(name: &str) -> Option<Bundled> {
    let folded = name.to_lowercase();
    bundled_by_name(&folded)
        .or_else(|| bundled().into_iter().find(|game| also(*game).any(|also| also.to_lowercase() == folded)))
}

/// The other names of a bundled game.
fn also(game: Bundled) -> impl Iterator<Item = String> {
    let checked = check::check(&bundled_source(game));
    checked.game.into_iter().flat_map(|ir| ir.header.also)
}

fn unknown(variant: &str) -> Failure {
    let all = bundled();
    let also: Vec<(String, &str)> = all.iter().flat_map(|game| also(*game).map(|also| (also, game.name))).collect();
    let names = all.iter().map(|b| b.name).chain(also.iter().map(|(also, _)| also.as_str()));
    let hint = match did_you_mean(variant, names) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`sower list` names the bundled games".to_owned(),
    };
    Failure::File(format!("there is no file and no bundled game `{variant}`; {hint}"))
}

impl Found {
    /// Whether it is an IR file.
    #[must_use]
    pub fn is_ir(&self) -> bool {
        self.source.text().trim_start().starts_with('{')
    }

    /// Checks it; an IR file is only read.
    #[must_use]
    pub fn check(&self) -> check::Checked {
        if self.is_ir() {
            return match read_ir(self.source.text()) {
                Ok(game) => check::Checked { game: Some(game), diagnostics: Vec::new() },
                Err(d) => check::Checked { game: None, diagnostics: vec![d] },
            };
        }
        check::check(&self.source)
    }

    /// The text for diagnostics: none for an IR file, whose spans are of another text.
    #[must_use]
    pub fn text(&self) -> Option<&Source> {
        (!self.is_ir()).then_some(&self.source)
    }
}

fn read_ir(text: &str) -> Result<ir::Game, Diagnostic> {
    let bad = |message: String| Diagnostic::new(&codes::BAD_IR, Span::default(), message);
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|e| bad(format!("the IR file isn't JSON: {e}")))?;
    match value.get("format").and_then(serde_json::Value::as_u64) {
        Some(format) if format == u64::from(ir::FORMAT) => {}
        Some(format) => {
            return Err(bad(format!("the IR file has format {format}; this program reads format {}", ir::FORMAT)));
        }
        None => return Err(bad("the JSON file isn't an IR file: it has no `format`".to_owned())),
    }
    serde_json::from_value(value).map_err(|e| bad(format!("the IR file can't be read: {e}")))
}

/// Finds and checks a game.
///
/// # Errors
/// When there is none, or it can't be played; warnings too, where they are denied.
pub fn load(context: &Context, variant: &str) -> Result<Loaded, Failure> {
    let found = find(variant)?;
    let checked = found.check();
    let source = found.text().cloned();
    let wrong = |diagnostics| Failure::Wrong(diagnostics, source.clone().map(Box::new));
    match checked.game {
        Some(ir) if !context.bad(&checked.diagnostics) => Ok(Loaded { name: found.name, ir, source }),
        _ => Err(wrong(checked.diagnostics)),
    }
}

impl Loaded {
    /// Compiles it for the settings of the command line.
    ///
    /// # Errors
    /// When an option doesn't exist, or the board can't be.
    pub fn compile(&self, settings: &Settings) -> Result<engine::Game, Failure> {
        engine::Game::compile(&self.ir, settings)
            .map_err(|diagnostics| Failure::Wrong(diagnostics, self.source.clone().map(Box::new)))
    }
}

/// The settings of the command line.
#[must_use]
pub fn settings(common: &Common) -> Settings {
    Settings { options: common.set.clone(), ruleset: common.ruleset.clone(), max_laps: common.max_laps }
}

/// Finds, checks and compiles a game.
///
/// # Errors
/// As [`load`] and [`Loaded::compile`].
pub fn compile(context: &Context, variant: &str) -> Result<(Loaded, engine::Game), Failure> {
    let loaded = load(context, variant)?;
    let game = loaded.compile(&settings(&context.common))?;
    Ok((loaded, game))
}
