//! What a VARIANT may be, `check`, `test` and `expand`.

use serde_json::json;

use super::fixture::changed;
use super::{kalah, sower, sower_with};

#[test]
fn an_ir_file_is_accepted_everywhere() {
    let kalah = kalah();
    let text = std::fs::read(&kalah).expect("read");
    assert_eq!(sower_with(&["moves", "-"], &text).expect(0).out, "A\nB\nC\nD\nE\nF\n");
    let expanded = sower(&["expand", &kalah, "--json"]).expect(0).out;
    assert_eq!(expanded.as_bytes(), text);
    assert_eq!(
        sower_with(&["moves", "-", "--json"], expanded.as_bytes()).expect(0).json()[0].as_array().map(Vec::len),
        Some(6)
    );
}

#[test]
fn settings() {
    let kalah = kalah();
    assert_eq!(sower(&["moves", &kalah, "--set", "pits=3"]).expect(0).out, "A\nB\nC\n");
    assert_eq!(sower(&["--set", "pits=2", "moves", &kalah]).expect(0).out, "A\nB\n");
    let ran = sower(&["moves", &kalah, "--set", "pitz=3"]).expect(1);
    assert!(ran.err.contains("E0305"), "{}", ran.err);
    assert!(sower(&["moves", &kalah, "--set", "pits=300"]).expect(1).err.contains("E0305"));
    assert!(sower(&["moves", &kalah, "--ruleset", "x"]).expect(1).err.contains("E0305"));
}

#[test]
fn positions() {
    let kalah = kalah();
    let text = r#"{"pits":{"F":1,"a":1,"c":3,"f":2},"stores":{"south":22,"north":19},"to_move":"south"}"#;
    assert_eq!(sower(&["moves", &kalah, "--position", text]).expect(0).out, "F\n");
    let few = r#"{"pits":{"F":1}}"#;
    assert!(sower(&["moves", &kalah, "--position", few]).expect(1).err.contains("E0502"));
    sower(&["moves", &kalah, "--position", few, "--free"]).expect(0);
    assert!(sower(&["moves", &kalah, "--position", "nonsense"]).expect(1).err.contains("E0502"));
}

#[test]
fn examples_hold() {
    let ran = sower(&["test", &kalah()]).expect(0);
    assert_eq!(ran.out, "kalah: 3 examples hold\n");
    let ran = sower(&["test", "--json", &kalah()]).expect(0);
    assert_eq!(ran.json()[0], json!({"variant": "kalah", "passed": 3, "failed": []}));
}

#[test]
fn examples_that_fail_say_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = changed(&folder, "/examples/0/steps/1/Expect/0/won", json!([2, 0]));
    let ran = sower(&["test", &game]).expect(1);
    assert!(ran.err.contains("expected 2 won by south, got 1"), "{}", ran.err);
    assert!(ran.err.contains("south 4 4 0 5 5 5"), "{}", ran.err);
    assert!(ran.out.contains("1 of 3 examples fail"), "{}", ran.out);
    let ran = sower(&["check", "--json", &game]).expect(1);
    assert!(ran.json().iter().any(|d| d["code"] == "E0501" && d["span"]["line"] == 16), "{}", ran.out);
    let game = changed(&folder, "/examples/0/steps/2/Legal/0", json!(["A", "B"]));
    let ran = sower(&["test", &game]).expect(1);
    assert!(ran.err.contains("`D` is legal, too"), "{}", ran.err);
    let game = changed(&folder, "/examples/0/steps/3/Refuse/0", json!("A"));
    assert!(sower(&["test", &game]).expect(1).err.contains("should be refused"));
    let game = changed(&folder, "/examples/0/steps/0/Play/0", json!("Z"));
    assert!(sower(&["test", &game]).expect(1).err.contains("`Z` can't be played here"));
}

#[test]
fn check_plays_a_few_games() {
    let ran = sower(&["check", "--json", &kalah()]).expect(0);
    assert_eq!(ran.out, "");
    let folder = tempfile::tempdir().expect("a folder");
    // The second rule can't come into play after this one.
    let game = changed(
        &folder,
        "/phases/0/hooks/landing/0/0/cond",
        json!({"Holds": ["Here", {"Than": ["Ge", {"Const": 0}]}]}),
    );
    let lines = sower(&["check", "--json", &game]).json();
    assert!(lines.iter().any(|d| d["code"] == "W0201" && d["span"]["line"] == 8), "{lines:?}");
    let game = changed(&folder, "/board/seeds/0/seeds", json!([{"Const": 0}]));
    let lines = sower(&["check", "--json", &game]).expect(1).json();
    assert!(lines.iter().any(|d| d["code"] == "E0506"), "{lines:?}");
}

#[test]
fn warnings_can_be_denied() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = changed(
        &folder,
        "/phases/0/hooks/landing/0/0/cond",
        json!({"Holds": ["Here", {"Than": ["Ge", {"Const": 0}]}]}),
    );
    sower(&["check", &game]).expect(0);
    sower(&["check", "--deny-warnings", &game]).expect(1);
}
