//! `sower play`, piped.

use serde_json::json;

use super::fixture::changed;
use super::{kalah, sower_with};

fn play(args: &[&str], lines: &str) -> String {
    let kalah = kalah();
    let mut all = vec!["play", kalah.as_str()];
    all.extend(args);
    sower_with(&all, lines.as_bytes()).expect(0).out
}

#[test]
fn every_ply_is_told_with_its_player() {
    let out = play(&[], "C\nF\n");
    assert!(
        out.contains(
            "South plays C. South lifts 4 from C and sows D E F and the store. Last seed in the store: another move."
        ),
        "{out}"
    );
    assert!(out.contains("South plays F."), "{out}");
    assert!(out.contains("North> "), "{out}");
    assert!(out.ends_with("The game stops here.\n"), "{out}");
}

#[test]
fn either_case_and_numbers() {
    let out = play(&[], "c\n6\n1\nquit\n");
    for told in ["South plays C.", "South plays F.", "North plays a."] {
        assert!(out.contains(told), "{told}: {out}");
    }
}

#[test]
fn refusals_say_why() {
    let out = play(&[], "C\nC\nZ\n9\nquit\n");
    assert!(out.contains("empty"), "{out}");
    assert_eq!(out.matches("plays").count(), 1, "{out}");
}

#[test]
fn undo_goes_back_to_the_last_decision() {
    let out = play(&["--north", "random", "--seed", "5"], "A\nundo\nundo\nB\nquit\n");
    assert!(out.contains("South plays A.") && out.contains("Taken back."), "{out}");
    assert!(out.contains("There is nothing to take back."), "{out}");
    assert!(out.contains("South plays B."), "{out}");
}

#[test]
fn other_words() {
    let out = play(&["--quiet"], "why\nmoves\nhelp\nC\nwhy\nquit\n");
    assert!(out.contains("Nothing has been played."), "{out}");
    assert!(out.contains("A B C D E F"), "{out}");
    assert!(out.contains("kalah.sow:7  here is my store => move again"), "{out}");
}

#[test]
fn programs_play_to_the_end() {
    let out = play(&["--south", "greedy", "--north", "ab:2", "--seed", "1"], "");
    assert!(out.contains("The round is over: over when a side is empty"), "{out}");
    assert_eq!(out, play(&["--south", "greedy", "--north", "ab:2", "--seed", "1"], ""));
}

#[test]
fn a_swap_changes_seats() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = changed(&folder, "/round/swap", json!(true));
    let ran = sower_with(&["play", &game], b"C\nF\nswap\na\n").expect(0);
    // The swap is offered after the whole first turn, and who began goes on as North.
    assert!(ran.out.contains("North plays swap. North changes seats"), "{}", ran.out);
    assert!(ran.out.contains("North plays a."), "{}", ran.out);
}
