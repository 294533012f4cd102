//! Cases about files, messages and records.

use std::fs;

use crate::cli::{sower, sower_with};
use crate::support;
use sower::engine::{Machine, position};

const KALAH: &str = include_str!("../../variants/kalah/kalah.sow");

fn check(text: &str) -> (String, i32) {
    let ran = sower_with(&["check", "-"], text.as_bytes());
    (ran.err, ran.status)
}

/// C21: all seeds must get into stores, and nobody said what a player without a move does.
#[test]
fn a_gap_in_the_rules_is_asked_about() {
    let text = "game \"Gap\" { source \"made up\" }\n\
                board { rows 2; pits 6 a row; seeds 4 each; stores right }\n\
                sowing { counterclockwise; into all stores }\n\
                round { over when total of all pits = 0 => owners keep the rest }\n";
    let (told, status) = check(text);
    assert!(told.contains("W0102") && told.contains("without a move while seeds lie on the board"), "{told}");
    assert_eq!(status, 0);
    // And it doesn't hang.
    let game = support::compile(&support::from_text("gap.sow", text), &[]);
    let state = position::read(&game, "0,0,0,0,0,0/1,0,0,0,0,0;20,27;south", true).expect("a position");
    assert!(state.over().is_some());
}

/// F05: one notation; a refusal says why.
#[test]
fn a_pit_of_the_wrong_seat() {
    let at = "4,4,4,4,4,4/0,4,4,4,4,4;0,4;north";
    for (mv, why) in [
        ("C", "that pit is South's, and North is to move"),
        ("a", "pit a is empty"),
        ("i", "there is no pit \"i\"; pits are A–F and a–f"),
    ] {
        let ran = sower(&["replay", "kalah", mv, "--position", at]).expect(1);
        assert!(ran.err.contains(why), "{mv}: {}", ran.err);
    }
}

/// E05: nothing can be played in a finished game.
#[test]
fn a_finished_game_is_finished() {
    let at = "0,0,0,0,0,0/0,0,0,0,0,0;23,25;south";
    assert_eq!(sower(&["moves", "kalah", "--position", at]).expect(0).out, "");
    let ran = sower(&["replay", "kalah", "A", "--position", at, "--json"]).expect(1);
    assert!(ran.err.contains("over"), "{}", ran.err);
    let lines = ran.json();
    assert_eq!(lines.len(), 1, "the position is printed and nothing more");
    assert_eq!(lines[0]["over"]["score"], serde_json::json!({"south": 23, "north": 25}));
    assert_eq!(lines[0]["legal"], serde_json::json!([]));
}

/// F03: every position of a game is read back as it was, the last one too.
#[test]
fn every_position_is_read_back() {
    for name in ["kalah", "oware", "bosh", "congkak"] {
        let game = support::game(name, &[]);
        let mut machine = Machine::new(&game);
        let mut state = game.start();
        let mut plies = 0;
        while state.over().is_none() && plies < 300 {
            let ply = *machine.legal(&state).last().expect("a move");
            state = machine.play(&state, &ply).expect("legal");
            let text = position::show(&game, &state);
            let again = position::read(&game, &text, false).unwrap_or_else(|d| panic!("{name}: {text}: {d:?}"));
            assert_eq!(position::show(&game, &again), text, "{name}");
            assert_eq!(again.over().is_some(), state.over().is_some(), "{name}: {text}");
            plies += 1;
        }
    }
}

/// F09: a byte order mark before the file is nothing; within it, it is told by its number.
#[test]
fn a_byte_order_mark() {
    let marked = format!("\u{feff}{KALAH}");
    assert_eq!(check(&marked), check(KALAH));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kalah.sow");
    fs::write(&path, &marked).expect("written");
    sower(&["fmt", path.to_str().expect("text")]).expect(0);
    assert_eq!(fs::read_to_string(&path).expect("there"), KALAH);
    let (told, status) = check(&KALAH.replacen("board", "\u{feff}board", 1));
    assert!(told.contains("U+FEFF"), "{told}");
    assert_eq!(status, 1);
}

/// F11: the caret stands under the word, whatever is before it.
#[test]
fn tabs_and_wide_letters() {
    let text = "game \"X\" {\n\talso \"播棋 Тоғыз құмалақ\" sedes 4\n}\n";
    let ran = sower_with(&["check", "-", "--json"], text.as_bytes()).expect(1);
    let error = ran.json().into_iter().find(|d| d["severity"] == "error").expect("an error");
    assert_eq!(error["span"]["column"], 26);
    // In bytes of the line it is the 42nd.
    let first = text.find('\n').expect("two lines") as u64 + 1;
    assert_eq!(error["span"]["offset"].as_u64().expect("a number") - first, 41);
    let (told, _) = check(text);
    let caret = told.lines().find(|l| l.contains("──┬──")).expect("a caret");
    let bar = caret.find('·').expect("a margin") + '·'.len_utf8();
    // A blank, four for the tab, and 26 cells.
    assert_eq!(caret[bar..].chars().take_while(|c| *c == ' ').count(), 1 + 4 + 26, "{told}");
}

/// F13: the same thing said twice names both lines.
#[test]
fn the_same_setting_twice() {
    let text = "game \"X\" { source \"made up\" }\nboard {\n  rows 2\n  pits 6 a row\n  seeds 4 each\n  stores right\n\n\n  \
                seeds 3 each\n}\nsowing { counterclockwise; into my store }\n\
                round { over when a side is empty => owners keep the rest }\n";
    let (told, status) = check(text);
    assert!(told.contains("`seeds` is said twice, in line 5 and in line 9"), "{told}");
    assert!(told.ends_with("1 file: 1 error, 0 warnings\n"), "{told}");
    assert_eq!(status, 1);
    sower_with(&["show", "-"], text.as_bytes()).expect(1);
}

/// F01: each part of a turn is told with its player.
#[test]
fn who_moved_after_a_bonus_turn() {
    let lines = sower(&["replay", "kalah", "C", "F", "--json"]).expect(0).json();
    let told: Vec<_> = lines.iter().map(|l| (l["by"].as_str(), l["move"].as_str(), l["turn"].as_u64())).collect();
    assert_eq!(told[1..], [(Some("south"), Some("C"), Some(1)), (Some("south"), Some("F"), Some(1))]);
    assert_eq!((lines[1]["to_move"].as_str(), lines[2]["to_move"].as_str()), (Some("south"), Some("north")));
    let out = sower(&["replay", "kalah", "C/F"]).expect(0).out;
    assert!(!out.contains("North plays"), "{out}");
}
