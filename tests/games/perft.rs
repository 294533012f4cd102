//! Counts of move paths: `tests/perft/*.perft`. In a file, `game NAME option=value …` begins a
//! block, `source …` says where its numbers come from, and the numbers follow, one a depth. Counts
//! above the node cap are left to `cargo test --release` and `cargo bench`.

use rayon::prelude::*;
use sower::engine::perft;

use crate::support;
use crate::support::recorded::{self, Counted};

/// Most nodes of a depth that is counted here.
const CAP: u64 = if cfg!(debug_assertions) { 300_000 } else { 20_000_000 };

fn run(text: &str) {
    let mut blocks = 0;
    let mut current: Option<(String, Vec<(String, String)>)> = None;
    for line in text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("game") => {
                let name = words.next().expect("a name").to_owned();
                let set =
                    words.map(|w| w.split_once('=').expect("option=value")).map(|(k, v)| (k.to_owned(), v.to_owned()));
                current = Some((name, set.collect()));
            }
            Some("source") => {}
            _ => {
                let (name, set) = current.as_ref().expect("a game");
                check(name, set, line);
                blocks += 1;
            }
        }
    }
    assert!(blocks > 0);
}

fn check(name: &str, set: &[(String, String)], line: &str) {
    let wanted: Vec<u64> = line.split_whitespace().map(|n| n.parse().expect("a count")).collect();
    let depth = wanted.iter().take_while(|&&n| n <= support::share(CAP)).count();
    let set: Vec<(&str, &str)> = set.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    let game = support::game(name, &set);
    let counts = perft::perft(&game, &game.start(), depth, false, 2);
    assert_eq!(counts.nodes, wanted[..depth], "{name} {set:?}");
    assert_eq!(counts.undecided, 0);
}

#[test]
fn kalah() {
    run(include_str!("../perft/kalah.perft"));
}

#[test]
fn oware() {
    run(include_str!("../perft/oware.perft"));
}

#[test]
fn bosh() {
    run(include_str!("../perft/bosh.perft"));
}

/// What is wrong with a row of what other programs counted (`tests/perft/recorded.jsonl`).
fn complaint(row: &Counted) -> Option<String> {
    let game = support::game_or_match(&row.variant, &recorded::settings(&row.set), row.matches);
    let depth = row.nodes.iter().take_while(|&&n| n <= support::share(CAP)).count();
    let counts = perft::perft(&game, &game.start(), depth, row.fold, 1);
    let same = counts.nodes.iter().zip(&row.nodes).take_while(|(a, b)| a == b).count();
    let wanted = depth.min(row.agrees());
    let what = format!("{}, {}", row.variant, row.title());
    (same != wanted).then(|| format!("{what}: {:?} agree to depth {same} and not {wanted}", counts.nodes))
}

#[test]
fn recorded_counts_agree() {
    let rows = recorded::counted();
    assert!(rows.len() >= 100, "only {} rows", rows.len());
    let wrong: Vec<String> = rows.par_iter().filter_map(complaint).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for e in rows.iter().filter_map(|r| r.exception.as_ref()) {
        assert!(e.rule.len() > 15 && e.source.len() > 10, "{e:?} says too little");
    }
}
