//! One mistake, one message: what only follows from another mistake isn't told.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic, Severity, codes};
use crate::source::Source;

/// What may be said in a part of the file that couldn't be read.
const MAY_BE_THERE: &[&Code] = &[
    &codes::OPEN_END,
    &codes::OPEN_REST,
    &codes::OPEN_ENDLESS,
    &codes::OPEN_REPETITION,
    &codes::OPEN_STUCK,
    &codes::NO_SOURCE,
];

/// Drops messages that follow from others. `unread` are the messages about what can't be read.
pub(super) fn drop(source: &Source, unread: &[Diagnostic], all: &mut Vec<Diagnostic>) {
    if !all.iter().any(|d| d.severity() == Severity::Error) {
        return;
    }
    let lines: HashSet<u32> = unread.iter().map(|d| d.span.line).collect();
    let words: HashSet<&str> = lines.iter().flat_map(|&l| names(source.line_text(l))).collect();
    all.retain(|d| {
        let declared_there = || !lines.contains(&d.span.line) && words.contains(source.slice(d.span));
        match d.code {
            // What uses it may be what is wrong.
            code if code == &codes::UNUSED => false,
            code if MAY_BE_THERE.contains(&code) => unread.is_empty(),
            code if code == &codes::UNKNOWN_NAME || code == &codes::BAD_OPTION => !declared_there(),
            _ => true,
        }
    });
}

fn names(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').filter(|w| !w.is_empty())
}
