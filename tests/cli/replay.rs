//! `sower replay`

use serde_json::json;

use super::{kalah, sower, sower_with, without_positions};

#[test]
fn the_object_of_the_contract() {
    let lines = sower(&["replay", &kalah(), "C", "--json"]).expect(0).json();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["ply"], &lines[0]["by"], &lines[0]["move"]), (&json!(0), &json!(null), &json!(null)));
    let mut object = lines[1].clone();
    let position = object["position"].take();
    assert!(position.is_string());
    let expected = json!({"ply":1,"round":1,"turn":1,"by":"south","move":"C",
        "pits":{"A":4,"B":4,"C":0,"D":5,"E":5,"F":5,"a":4,"b":4,"c":4,"d":4,"e":4,"f":4},
        "stores":{"south":1,"north":0},"reserve":{},"closed":[],"marks":{},"owner":{},"vars":{},"phase":null,
        "to_move":"south","legal":["A","B","D","E","F"],"position":null,"over":null,
        "choosing":false,"lot":false});
    // The order of the keys counts, too.
    assert_eq!(object.to_string(), expected.to_string());
}

#[test]
fn moves_from_a_file() {
    let text = b"C F  # another move\nb/a\n";
    let ran = sower_with(&["replay", &kalah(), "--moves", "-", "--json"], text);
    let made: Vec<_> = ran.expect(0).json().iter().map(|l| l["move"].clone()).collect();
    assert_eq!(made[..3], [json!(null), json!("C"), json!("F")]);
}

#[test]
fn a_wrong_move_comes_after_the_right_ones() {
    let ran = sower(&["replay", &kalah(), "C", "C", "--json"]).expect(1);
    assert_eq!(ran.json().len(), 2);
    assert!(ran.err.contains("ply 2, `C`"), "{}", ran.err);
    assert!(ran.err.contains("A B D E F"), "{}", ran.err);
}

#[test]
fn nothing_can_be_played_after_the_end() {
    let position = r#"{"pits":{"F":1,"a":1,"c":3,"f":2},"stores":{"south":22,"north":19},"to_move":"south"}"#;
    let ran = sower(&["replay", &kalah(), "--position", position, "F", "A", "--json"]).expect(1);
    let lines = ran.json();
    let over = &lines[1]["over"];
    assert_eq!(over["winner"], "north");
    assert_eq!(over["score"], json!({"south": 23, "north": 25}));
    assert_eq!(over["reason"], "over when a side is empty => owners keep the rest");
    assert_eq!(over["rule"], "kalah.sow:12");
    assert_eq!((&lines[1]["to_move"], &lines[1]["legal"]), (&json!(null), &json!([])));
    assert!(ran.err.contains("over"), "{}", ran.err);
}

#[test]
fn positions_are_read_back() {
    let kalah = kalah();
    for line in sower(&["replay", &kalah, "C", "F", "a", "--json"]).expect(0).json() {
        let position = line["position"].as_str().expect("text");
        let shown = &sower(&["show", &kalah, "--position", position, "--json"]).expect(0).json()[0];
        for key in ["pits", "stores", "to_move", "legal", "position"] {
            assert_eq!(shown[key], line[key]);
        }
    }
}

#[test]
fn told_in_words() {
    insta::assert_snapshot!(without_positions(&sower(&["replay", &kalah(), "C", "F"]).expect(0).out));
}

#[test]
fn told_with_the_rules() {
    let position = r#"{"pits":{"A":1,"c":2,"e":4,"f":0},"stores":{"south":20,"north":21},"to_move":"south"}"#;
    insta::assert_snapshot!(without_positions(
        &sower(&["replay", &kalah(), "--why", "--position", position, "A"]).expect(0).out
    ));
}

/// At a choice some seeds are in nobody's pit and not won.
#[test]
fn seeds_in_the_hand_are_told() {
    let plies = sower(&["replay", "choro-lango", "H2", "h2", "B2<", "on", "--json"]).expect(0).json();
    let sum = |v: &serde_json::Value| v.as_object().into_iter().flatten().filter_map(|(_, n)| n.as_u64()).sum::<u64>();
    let hands: Vec<u64> = plies.iter().map(|p| p["hand"].as_u64().unwrap_or(0)).collect();
    assert_eq!(hands, [0, 0, 0, 1, 0]);
    for (ply, hand) in plies.iter().zip(hands) {
        assert_eq!(sum(&ply["pits"]) + sum(&ply["stores"]) + hand, 64);
    }
}

#[test]
fn one_line_a_ply() {
    let ran = sower(&["replay", &kalah(), "--quiet", "C", "A"]).expect(0);
    let starts: Vec<String> = ran.out.lines().map(|l| l.split(' ').take(3).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(starts, ["0 - start", "1 south C", "2 south A"]);
}
