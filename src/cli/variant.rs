//! Finds the game that an argument means.

use std::path::Path;

use super::args::Common;
use super::failure::Failure;
use super::output::{self, Context};
use crate::check;
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::engine::{self, Settings};
use crate::ir;
use crate::source::{Files, Origin, Source, Sources, Span, bundled};

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
    /// The text and those that it extends; none for an IR file.
    pub sources: Sources,
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
        let source = source(variant, output::read_bytes(variant)?)?.from_origin(origin(path));
        return Ok(Found { name: stem(path), source });
    }
    match check::bundled_game(variant) {
        Some(game) => Ok(Found { name: game.name.to_owned(), source: game.source() }),
        None => Err(unknown(variant)),
    }
}

/// Whether a name means a file, be it there or not, rather than a bundled game.
#[must_use]
pub fn looks_like_a_path(variant: &str) -> bool {
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

fn origin(path: &Path) -> Origin {
    path.canonicalize().map_or(Origin::Elsewhere, Origin::File)
}

/// The files of the machine, for those that extend others by a path.
struct OnDisk;

impl Files for OnDisk {
    fn read(&self, path: &str, from: &Source) -> Result<Source, String> {
        let folder = match from.origin() {
            Origin::Bundled => return Err("a bundled game can extend only bundled games".to_owned()),
            Origin::File(_) => Path::new(from.name()).parent().unwrap_or(Path::new("")),
            Origin::Elsewhere => Path::new(""),
        };
        let path = folder.join(path);
        let shown = path.to_string_lossy();
        let bytes = std::fs::read(&path).map_err(|e| format!("the file `{shown}` can't be read: {e}"))?;
        let source = Source::from_bytes(shown.clone(), bytes).map_err(|e| format!("`{shown}`: {e}"))?;
        if source.text().trim_start().starts_with('{') {
            return Err(format!("`{shown}` is an IR file; only a rules file can be extended"));
        }
        Ok(source.from_origin(origin(&path)))
    }
}

fn unknown(variant: &str) -> Failure {
    let all = bundled();
    let also: Vec<(String, &str)> =
        all.iter().flat_map(|game| check::other_names(*game).into_iter().map(|also| (also, game.name))).collect();
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
                Ok(game) => check::Checked { game: Some(game), diagnostics: Vec::new(), sources: Sources::none() },
                Err(d) => check::Checked { game: None, diagnostics: vec![d], sources: Sources::none() },
            };
        }
        check::check_with(&self.source, &OnDisk)
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
    match checked.game {
        Some(ir) if !context.bad(&checked.diagnostics) => Ok(Loaded { name: found.name, ir, sources: checked.sources }),
        _ => Err(Failure::Wrong(checked.diagnostics, checked.sources)),
    }
}

impl Loaded {
    /// Compiles it for the settings of the command line.
    ///
    /// # Errors
    /// When an option doesn't exist, or the board can't be.
    pub fn compile(&self, settings: &Settings) -> Result<engine::Game, Failure> {
        engine::Game::compile(&self.ir, settings)
            .map_err(|diagnostics| Failure::Wrong(diagnostics, self.sources.clone()))
    }
}

/// The settings of the command line.
#[must_use]
pub fn settings(common: &Common) -> Settings {
    Settings {
        options: common.set.clone(),
        ruleset: common.ruleset.clone(),
        max_laps: common.max_laps,
        matches: common.whole_match,
    }
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
