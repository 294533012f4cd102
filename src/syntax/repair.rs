//! The one misspelt word of a statement: the one after whose correction it can be read.

use std::collections::{BTreeSet, HashSet};
use std::sync::OnceLock;

use pest::Parser;

use super::parse::{Rule, RulesParser};
use crate::diagnostic::nearness;

/// Words past the place where reading stopped: the last one of a phrase may be the wrong one.
const PAST: usize = 2;

/// Corrections that are tried at most.
const TRIES: usize = 200;

/// Where a word is misspelt, the word, and the one that is meant.
pub(super) fn repair<'l>(
    line: &'l str,
    entry: Rule,
    furthest: usize,
    declared: &HashSet<String>,
) -> Option<(usize, &'l str, &'static str)> {
    let mut tries = Vec::new();
    let (mut at, mut past) = (0, 0);
    for word in line.split(' ') {
        let place = at;
        at += word.len() + 1;
        let spelt = word.chars().count() > 1 && word.starts_with(char::is_alphabetic);
        past += usize::from(place > furthest);
        if past > PAST || !spelt || declared.contains(word) || vocabulary().contains(word) {
            continue;
        }
        let near =
            vocabulary().iter().filter_map(|v| Some((nearness(word, v)?, furthest.abs_diff(place), place, word, *v)));
        tries.extend(near);
    }
    // The nearest words first, and of those the ones nearest to where reading stopped.
    tries.sort();
    let reads = |place: usize, word: &str, near: &str| {
        let corrected = format!("{}{near}{}", &line[..place], &line[place + word.len()..]);
        RulesParser::parse(entry, &corrected).is_ok()
    };
    let found = tries.into_iter().take(TRIES).find(|&(_, _, place, word, near)| reads(place, word, near));
    found.map(|(_, _, place, word, near)| (place, word, near))
}

/// Every word of the language, taken from its grammar.
fn vocabulary() -> &'static BTreeSet<&'static str> {
    static WORDS: OnceLock<BTreeSet<&str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let rules = include_str!("../../grammar/rules.pest").lines().filter(|l| !l.starts_with("//"));
        let literals = rules.flat_map(|l| l.split('"').skip(1).step_by(2));
        literals
            .flat_map(str::split_whitespace)
            .filter(|w| w.len() > 1 && w.chars().all(|c| c.is_ascii_lowercase()))
            .collect()
    })
}
