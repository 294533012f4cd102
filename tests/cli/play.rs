//! `sower play`, piped.

use serde_json::json;

use super::fixture::changed;
use super::{kalah, sower, sower_with};

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

#[test]
fn hints_redo_history_and_positions() {
    let out = play(&["--quiet"], "hint\nhistory\nredo\nC\nF\nundo\nredo\nhistory\nposition\nquit\n");
    for told in [
        "Looking 6 plies ahead: ",
        "South> Nothing has been played.",
        "Nothing has been taken back.",
        "Played again.",
        "North> 1. south C F\n",
        "4,4,0,5,5,0/5,5,5,5,4,4;2,0;north\n",
    ] {
        assert!(out.contains(told), "{told}: {out}");
    }
    let out = play(&["--quiet"], "position 0,0,0,0,0,1/1,0,0,0,0,0;23,23;north\na\nposition 1\nquit\n");
    assert!(out.contains("North plays a. North lifts 1 from a and sows b."), "{out}");
    assert!(out.contains("The game isn't saved: `save FILE` first, or `position! …` gives it up."), "{out}");
    let out = play(&["--quiet"], "a\nC\nposition! 1\nundo\nquit\n");
    assert!(out.contains("Taken back."), "a position that can't be changes nothing: {out}");
}

/// A file in a folder that goes away.
fn file(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("text").to_owned()
}

fn text(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

#[test]
fn games_are_saved_loaded_and_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = file(&folder, "game.txt");
    sower_with(&["play", "kalah", "--set", "pits=4", "--save", &saved], b"C\nD\n").expect(0);
    let first = text(&saved);
    assert!(first.contains("set: pits = 4\n") && first.ends_with("\nresult: unfinished\n"), "{first}");
    // The record says the game and its options.
    let out = sower_with(&["play", "--load", &saved, "--quiet"], b"history\nquit\n").expect(0).out;
    assert!(out.contains(first.lines().find(|l| l.starts_with("1. ")).expect("a turn")), "{out}");
    assert_eq!(text(&saved), first, "what is only loaded stays as it is");
    let out = sower(&["replay", "kalah", "--moves", &saved, "--quiet"]).expect(0).out;
    assert!(out.starts_with("0 - start 4,4,4,4/4,4,4,4;0,0;south\n1 south C "), "{out}");
    // Another game isn't put in its place.
    let ran = sower_with(&["play", "kalah", "--save", &saved], b"A\n").expect(2);
    assert!(ran.err.contains("exists already"), "{}", ran.err);
    assert_eq!(text(&saved), first);
    let out = sower_with(&["play", "kalah", "--quiet"], format!("A\nsave {saved}\nquit\n").as_bytes()).expect(0).out;
    assert!(out.contains("exists already; `save! "), "{out}");
    assert_eq!(text(&saved), first);
    // Gone on with, and kept.
    sower_with(
        &["play", "--load", &saved, "--save", &saved, "--south", "greedy", "--north", "greedy", "--seed", "1"],
        b"",
    )
    .expect(0);
    let whole = text(&saved);
    assert!(
        whole.contains("\nresult: ") && whole.contains("\nscore: south ") && !whole.contains("unfinished"),
        "{whole}"
    );
    assert!(whole.contains("player: south = greedy\n"), "{whole}");
    let told = sower(&["replay", "kalah", "--moves", &saved, "--json"]).expect(0).json();
    assert!(told.last().is_some_and(|state| !state["over"].is_null()));
}

#[test]
fn saved_games_that_do_not_hold_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = file(&folder, "game.txt");
    sower_with(&["play", "kalah", "--save", &saved], b"C\nF\n").expect(0);
    let good = text(&saved);
    let bad = file(&folder, "bad.txt");
    let mut all = String::new();
    for (from, to) in [("1. south C F", "1. south C C"), ("result: unfinished\n", ""), ("seeds = 4", "seeds = 5")] {
        std::fs::write(&bad, good.replace(from, to)).expect("written");
        let ran = sower_with(&["play", "--load", &bad, "--color", "never"], b"").expect(1);
        assert!(ran.out.is_empty(), "{}", ran.out);
        all += &ran.err.replace(&bad, "bad.txt");
    }
    insta::assert_snapshot!(all);
    for args in [&["play", "oware", "--load", &saved][..], &["play", "--load", &saved, "--set", "seeds=5"]] {
        let ran = sower_with(args, b"").expect(1);
        assert!(ran.err.contains("E0509") || ran.err.contains("no option"), "{}", ran.err);
    }
    let ran = sower(&["replay", "kalah", "--moves", &bad, "--position", "x"]).expect(2);
    assert!(ran.err.contains("--position"), "{}", ran.err);
    sower_with(&["play", "--load", &file(&folder, "missing.txt")], b"").expect(3);
}

/// What was played before a move that isn't legal is printed.
#[test]
fn a_replay_goes_as_far_as_the_record_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = file(&folder, "game.txt");
    std::fs::write(&saved, "sower record 1\nvariant: kalah\n1. south C C\nresult: unfinished\n").expect("written");
    let ran = sower(&["replay", "kalah", "--moves", &saved, "--quiet"]).expect(1);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    assert!(ran.err.contains("turn 1, C: pit C is empty"), "{}", ran.err);
}

/// A game that is over can still be looked at, taken back and saved.
#[test]
fn after_the_end() {
    let start = "0,0,0,0,0,1/1,0,0,0,0,0;23,23;south";
    let out = play(&["--quiet", "--position", start], "F\nmoves\nC\nhint\nundo\nhistory\nquit\n");
    for told in ["The round is over", "The game is over", "Taken back.", "Nothing has been played."] {
        assert!(out.contains(told), "{told}: {out}");
    }
    assert!(!play(&["--quiet", "--position", start], "F\n").contains("The game stops here"));
}

/// A game in which both what is won and what is kept is hidden.
const HIDDEN: &str = "game \"Hidden\" { source \"this test\" }
pieces { piece stone worth 5 }
board {
  rows 2; pits 3 a row; seeds 2 each; stores right hidden; reserve 3 hidden
  seeds 1 of stone in my reserve
}
moves { from my pits; from my reserve sowing 1..my reserve starting at my pit 1 }
sowing { counterclockwise }
landing { here is theirs => capture here; otherwise => end }
round { over when turn = 4 => owners keep the rest; over when mover cannot move => owners keep the rest }
";

#[test]
fn what_is_hidden_is_seen_by_its_owner() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("hidden.sow");
    std::fs::write(&path, HIDDEN).expect("written");
    let path = path.to_string_lossy().into_owned();
    let run = |args: &[&str], lines: &str| {
        let mut all = vec!["play", &path, "--plain", "--seed", "4", "--quiet"];
        all.extend(args);
        sower_with(&all, lines.as_bytes()).expect(0).out.replace(&path, "hidden.sow")
    };
    // Two at one keyboard: each sees his own when it is his turn, and everything at the end.
    insta::assert_snapshot!("hidden_from_each_other", run(&[], "C\nmoves\nc\nundo\n@:2\nposition\nB\n"));
    // One against a program sees his own only, whoever is to move.
    let alone = run(&["--north", "random"], "C\nmoves\n");
    insta::assert_snapshot!("hidden_from_one", alone);
    // Nobody sits at the table from whom to hide anything.
    let programs = run(&["--south", "random", "--north", "random"], "");
    assert!(!programs.contains('?'), "{programs}");
    // What programs read has everything.
    let ran = sower(&["show", &path]).expect(0);
    assert!(ran.out.contains("in reserve: south 4, north 4") && !ran.out.contains('?'), "{}", ran.out);
    let ran = sower(&["replay", &path, "C"]).expect(0);
    assert!(!ran.out.contains('?'), "{}", ran.out);
}
