//! `sower check`

use std::io::Write;

use super::args::Files;
use super::failure::{FILE, FINE, Failure, Outcome, WRONG};
use super::output::{self, Context};
use super::report;
use super::variant::{self, Found};
use crate::analyse::{examples, lints};
use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::engine::Settings;
use crate::ir;
use crate::source::Sources;

/// Checks files: all that is wrong with all of them.
pub fn run(context: &Context, args: &Files) -> Outcome {
    let mut out = output::stdout();
    let (mut errors, mut warnings, mut status) = (0, 0, FINE);
    for file in &args.files {
        let found = match variant::find(file) {
            Ok(found) => found,
            Err(failure) => {
                status = status.max(failure.status());
                if let Failure::Wrong(told, _) = &failure {
                    errors += told.len();
                }
                unreadable(context, &mut out, file, &failure)?;
                continue;
            }
        };
        let (diagnostics, sources) = all(context, &found);
        errors += diagnostics.iter().filter(|d| d.severity() == Severity::Error).count();
        warnings += diagnostics.iter().filter(|d| d.severity() == Severity::Warning).count();
        if context.bad(&diagnostics) {
            status = status.max(WRONG);
        }
        if context.common.json {
            for d in &diagnostics {
                json_line(&mut out, &report::json(d, found.source.name(), &sources))?;
            }
        } else {
            context.show(&diagnostics, &sources);
        }
    }
    out.flush()?;
    if !context.common.json && status != FILE {
        context.note(&summary(args.files.len(), errors, warnings));
    }
    Ok(status)
}

fn json_line(out: &mut impl Write, value: &serde_json::Value) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// A file that isn't there or isn't text is told, and the others are still checked.
fn unreadable(context: &Context, out: &mut impl Write, file: &str, failure: &Failure) -> Result<(), Failure> {
    match failure {
        Failure::Wrong(diagnostics, sources) if context.common.json => {
            for d in diagnostics {
                json_line(out, &report::json(d, file, sources))?;
            }
        }
        _ => context.fail(failure),
    }
    Ok(())
}

/// What is wrong with a file: what the checker says, then what its examples and quick games show.
fn all(context: &Context, found: &Found) -> (Vec<Diagnostic>, Sources) {
    let checked = found.check();
    let mut diagnostics = checked.diagnostics;
    let playable = !diagnostics.iter().any(|d| d.severity() == Severity::Error);
    if let Some(game) = checked.game.filter(|_| playable) {
        played(context, &game, &mut diagnostics);
        diagnostics.sort_by_key(|d| (d.span.file, d.span.start, d.span.end));
    }
    (diagnostics, checked.sources)
}

/// What laying out the board, the examples and quick games show.
fn played(context: &Context, game: &ir::Game, diagnostics: &mut Vec<Diagnostic>) {
    let settings = variant::settings(&context.common);
    if let Err(why) = crate::engine::Game::compile(game, &settings) {
        diagnostics.extend(why);
        return;
    }
    let others = lints::for_players(game, &settings);
    for other in &others {
        let (name, n) = other.options.last().map_or(("", ""), |(name, n)| (name, n));
        refused(game, other, &format!("with {name} = {n}: "), diagnostics);
    }
    if game.rounds.is_some() {
        // What is between rounds is laid out for a match only.
        for settings in std::iter::once(&settings).chain(&others) {
            refused(game, &Settings { matches: true, ..settings.clone() }, "in a match: ", diagnostics);
        }
    }
    if diagnostics.iter().any(|d| d.severity() == Severity::Error) {
        return;
    }
    diagnostics.extend(examples::run(game, &settings).failed.into_iter().flat_map(|f| f.diagnostics));
    for settings in std::iter::once(&settings).chain(&others) {
        for lint in lints::run(game, settings) {
            if !said(diagnostics, &lint) {
                diagnostics.push(lint);
            }
        }
    }
}

/// Why a game can't be played so; what is wrong with several numbers of players is told of the first.
fn refused(game: &ir::Game, settings: &Settings, how: &str, diagnostics: &mut Vec<Diagnostic>) {
    for d in crate::engine::Game::compile(game, settings).err().unwrap_or_default() {
        if !diagnostics.iter().any(|told| told.code == d.code && told.span == d.span) {
            diagnostics.push(Diagnostic { message: format!("{how}{}", d.message), ..d });
        }
    }
}

/// Whether the checker has already said what a game shows: an open point is one wherever it is
/// met.
fn said(diagnostics: &[Diagnostic], lint: &Diagnostic) -> bool {
    let never_fires = lint.code == &codes::NEVER_FIRES;
    diagnostics.iter().any(|d| d.code == lint.code && (!never_fires || d.span == lint.span))
}

fn summary(files: usize, errors: usize, warnings: usize) -> String {
    let many = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    format!("{}: {}, {}", many(files, "file"), many(errors, "error"), many(warnings, "warning"))
}
