//! `sower engine` and `sower perft`

use serde_json::{Value, json};

use super::{kalah, sower, sower_with};

fn session(args: &[&str], requests: &[Value]) -> Vec<Value> {
    let input: String = requests.iter().map(|r| format!("{r}\n")).collect();
    sower_with(args, input.as_bytes()).expect(0).json()
}

#[test]
fn a_session() {
    let kalah = kalah();
    let replies = session(
        &["engine"],
        &[
            json!({"id": 0, "do": "start"}),
            json!({"id": 1, "do": "load", "variant": kalah, "set": {"seeds": "3", "pits": 6}}),
            json!({"id": 2, "do": "play", "move": "D"}),
            json!({"id": 3, "do": "play", "move": "D"}),
            json!({"id": 4, "do": "undo"}),
            json!({"id": 5, "do": "undo"}),
            json!({"id": 6, "do": "load", "variant": "no such game"}),
            json!({"id": 7, "do": "perft", "depth": 2}),
            json!({"id": "x", "do": "quit"}),
            json!({"id": 9, "do": "start"}),
        ],
    );
    let ok: Vec<bool> = replies.iter().map(|r| r["ok"] == true).collect();
    assert_eq!(ok, [false, true, true, false, true, false, false, true, true]);
    assert_eq!(replies[0]["code"], "E0507");
    assert_eq!(replies[1]["state"]["pits"]["A"], 3);
    assert_eq!(replies[2]["state"]["stores"], json!({"south": 1, "north": 0}));
    assert_eq!(replies[2]["state"]["to_move"], "south");
    assert_eq!(replies[3]["code"], "E0503");
    assert_eq!(replies[4]["state"], replies[1]["state"]);
    assert_eq!(replies[7]["nodes"].as_array().map(Vec::len), Some(2));
    assert_eq!(replies[8], json!({"id": "x", "ok": true}));
}

#[test]
fn positions_in_a_session() {
    let object = json!({"pits": {"A": 1, "a": 1}, "to_move": "north"});
    let replies = session(
        &["engine", &kalah()],
        &[
            json!({"id": 1, "do": "position", "position": object}),
            json!({"id": 2, "do": "position", "position": object, "free": true}),
            json!({"id": 3, "do": "undo"}),
            json!({"id": 4, "do": "position"}),
            json!({"id": 5, "do": "start"}),
        ],
    );
    assert_eq!(replies[0]["code"], "E0502");
    assert_eq!(replies[1]["state"]["legal"], json!(["a"]));
    let line = replies[1]["state"]["position"].clone();
    assert_eq!((&replies[2]["ok"], &replies[3]["ok"]), (&json!(false), &json!(false)));
    assert_eq!(replies[4]["state"]["pits"]["A"], 4);
    let again = session(&["engine", &kalah()], &[json!({"id": 1, "do": "position", "position": line, "free": true})]);
    assert_eq!(again[0]["state"], replies[1]["state"]);
}

#[test]
fn lines_that_are_no_requests() {
    let input = b"nonsense\n\n[]\n{\"id\":4}\n{\"id\":5,\"do\":\"dance\"}\n{\"id\":6,\"do\":\"play\"}\n\xff\xfe\n";
    let replies = sower_with(&["engine", &kalah()], input).expect(0).json();
    let ids: Vec<&Value> = replies.iter().map(|r| &r["id"]).collect();
    assert_eq!(ids, [&json!(null), &json!(null), &json!(4), &json!(5), &json!(6), &json!(null)]);
    assert!(replies.iter().all(|r| r["ok"] == false && r["code"] == "E0507" && r["message"].is_string()));
}

/// A search that lets the sign follow the depth, not the player, thinks that B is best here.
#[test]
fn another_move_keeps_the_sign() {
    let position = json!({"pits": {"A": 1, "B": 1, "C": 1, "a": 3}, "to_move": "south"});
    let replies = session(
        &["engine", &kalah(), "--set", "pits=3", "--free"],
        &[
            json!({"id": 1, "do": "position", "position": position}),
            json!({"id": 2, "do": "best", "player": "ab:12"}),
            json!({"id": 3, "do": "best", "player": "mcts"}),
        ],
    );
    let moves: Vec<(&Value, &Value)> =
        replies[1]["moves"].as_array().expect("moves").iter().map(|m| (&m["move"], &m["value"])).collect();
    assert_eq!(moves, [(&json!("C"), &json!(6.0)), (&json!("A"), &json!(0.0)), (&json!("B"), &json!(-2.0))]);
    assert_eq!(replies[1]["moves"][0]["line"], json!(["C", "B"]));
    assert_eq!(replies[2]["code"], "E0901");
}

#[test]
fn the_value_depends_on_who_is_to_move() {
    let position = json!({"pits": {"A": 1, "B": 1, "C": 1, "a": 3}, "to_move": "north"});
    let replies = session(
        &["engine", &kalah(), "--set", "pits=3", "--free"],
        &[json!({"id": 1, "do": "position", "position": position}), json!({"id": 2, "do": "best", "player": "ab:12"})],
    );
    assert_eq!(replies[1]["moves"][0]["value"], -2.0);
}

/// Values of small boards, as published.
#[test]
fn small_boards_have_known_values() {
    for (pits, seeds, value) in
        [(1, 1, 0), (1, 2, -2), (1, 3, 6), (2, 1, 2), (2, 2, -2), (2, 3, -2), (3, 1, 0), (3, 2, 4), (3, 3, 2)]
    {
        let (pits, seeds) = (format!("pits={pits}"), format!("seeds={seeds}"));
        let args = ["engine", &kalah(), "--set", &pits, "--set", &seeds];
        let replies = session(&args, &[json!({"id": 2, "do": "best", "player": "ab:64"})]);
        assert_eq!(replies[0]["moves"][0]["value"], f64::from(value), "{pits} {seeds}");
    }
}

/// Published counts of Kalah (6 pits, 4 seeds).
#[test]
fn perft() {
    let kalah = kalah();
    let object = &sower(&["perft", &kalah, "--depth", "4", "--json", "--jobs", "2"]).expect(0).json()[0];
    assert_eq!((&object["variant"], &object["depth"]), (&json!("kalah"), &json!(4)));
    assert_eq!(object["nodes"][0], 6);
    assert_eq!(object["undecided"], 0);
    let one = &sower(&["perft", &kalah, "--depth", "4", "--json", "--jobs", "1", "--divide"]).expect(0).json()[0];
    assert_eq!(one["nodes"], object["nodes"]);
    let sum: u64 = one["divide"].as_object().expect("moves").values().filter_map(Value::as_u64).sum();
    assert_eq!(json!(sum), one["nodes"][3]);
}
