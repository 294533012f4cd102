//! What completion scripts offer: the shell runs the program itself, which knows the bundled games and,
//! where a game has been typed, its options.

use std::ffi::OsStr;

use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter};

use super::variant;
use crate::diagnostic::codes;
use crate::ir;
use crate::source::bundled;

type Candidates = Vec<CompletionCandidate>;

fn beginning(current: &OsStr, all: impl Iterator<Item = (String, &'static str)>) -> Candidates {
    let current = current.to_string_lossy();
    let begun = all.filter(|(value, _)| value.starts_with(&*current));
    begun.map(|(value, help)| CompletionCandidate::new(value).help((!help.is_empty()).then(|| help.into()))).collect()
}

/// Bundled games, and files.
pub fn variants(current: &OsStr) -> Candidates {
    let mut all = beginning(current, bundled().into_iter().map(|b| (b.name.to_owned(), b.family)));
    all.extend(PathCompleter::file().complete(current));
    all
}

/// The options of the game that has been typed; behind `=` their values.
pub fn settings(current: &OsStr) -> Candidates {
    let typed = current.to_string_lossy();
    let options = typed_game().map(|g| g.options).unwrap_or_default();
    match typed.split_once('=') {
        None => beginning(current, options.iter().map(|o| (format!("{}=", o.name), ""))),
        Some((name, _)) => {
            let option = options.iter().find(|o| o.name == name);
            beginning(current, option.into_iter().flat_map(values).map(|v| (format!("{name}={v}"), "")))
        }
    }
}

fn values(option: &ir::OptionDecl) -> Vec<String> {
    match &option.values {
        ir::OptionValues::Words(words) => words.clone(),
        ir::OptionValues::Numbers(list) => list.iter().map(ToString::to_string).collect(),
        ir::OptionValues::Range { lo, hi, .. } => {
            (*lo..=*hi.min(&lo.saturating_add(100))).map(|n| n.to_string()).collect()
        }
    }
}

/// The rulesets of the game that has been typed.
pub fn rulesets(current: &OsStr) -> Candidates {
    let rulesets = typed_game().map(|g| g.rulesets).unwrap_or_default();
    beginning(current, rulesets.into_iter().map(|r| (r.name, "")))
}

/// Players.
pub fn players(current: &OsStr) -> Candidates {
    let all = [
        ("human", "somebody at the keyboard"),
        ("random", "every move is equally likely"),
        ("greedy", "the move that wins most at once"),
        ("ab:", "looks so many plies ahead"),
    ];
    beginning(current, all.into_iter().map(|(name, help)| (name.to_owned(), help)))
}

/// Codes of diagnostics.
pub fn diagnostics(current: &OsStr) -> Candidates {
    let current = current.to_string_lossy().to_uppercase();
    beginning(OsStr::new(&current), codes::ALL.iter().map(|c| (c.id.to_owned(), c.title)))
}

/// The first word of the command line that is a game.
fn typed_game() -> Option<ir::Game> {
    // A name that isn't text is no game's, and no reason to fail.
    let words = std::env::args_os().map(|a| a.to_string_lossy().into_owned()).skip_while(|a| a != "--").skip(2);
    // Standard input is the shell's.
    let mut games = words.filter(|w| !w.starts_with('-')).filter_map(|w| variant::find(&w).ok()?.check().game);
    games.next()
}
