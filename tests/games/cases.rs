//! Bug reports and disputes of users of such programs, with the right answer (`tests/cases.jsonl`).

use serde_json::Value;
use sower::engine::Machine;

use crate::support;

#[test]
fn reported_cases() {
    let mut ids = Vec::new();
    for line in include_str!("../cases.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let id = case["id"].as_str().expect("an id");
        one(id, &case);
        ids.push(id.to_owned());
    }
    for id in [
        "A01", "A03", "A04", "A06", "A08", "B01", "B03", "B05", "B07", "C01", "C03", "C05", "C07", "C09", "C11", "C15",
        "C17", "D04", "D06", "A10", "B11", "B13",
    ] {
        assert!(ids.iter().any(|i| i.starts_with(id)), "{id} is missing");
    }
}

fn one(id: &str, case: &Value) {
    let game = support::game_with(case["variant"].as_str().expect("a variant"), &case["set"]);
    let mut machine = Machine::new(&game);
    let state = support::position(&game, &case["position"]);
    if let Some(legal) = case["legal"].as_array() {
        let wanted: Vec<&str> = legal.iter().filter_map(Value::as_str).collect();
        assert_eq!(support::legal(&mut machine, &state), wanted, "{id}: legal moves");
    }
    let state = match case["move"].as_str() {
        Some(mv) => support::play(&mut machine, &state, mv),
        None => state,
    };
    if let Some(pits) = case["expect"]["pits"].as_object() {
        for (name, n) in pits {
            let place = game.geometry().pit(name).unwrap_or_else(|| panic!("{id}: no pit {name}"));
            assert_eq!(Some(u64::from(state.count(place))), n.as_u64(), "{id}: pit {name}");
        }
    }
    if let Some(stores) = case["expect"]["stores"].as_object() {
        for (i, player) in ["south", "north"].iter().enumerate() {
            assert_eq!(Some(support::stores(&game, &state)[i]), stores[*player].as_u64(), "{id}: store of {player}");
        }
    }
    match case["next"].as_str() {
        Some("over") => assert!(state.over().is_some(), "{id}: it isn't over"),
        Some(player) => {
            let next = state.to_move().map(|p| game.ir().players[p as usize].as_str());
            assert_eq!(next, Some(player), "{id}: who is next");
        }
        None => {}
    }
    if let Some(winner) = case["winner"].as_str() {
        let over = state.over().unwrap_or_else(|| panic!("{id}: it isn't over"));
        let won = match over.winner {
            sower::engine::Winner::Player(p) => game.ir().players[p as usize].as_str(),
            sower::engine::Winner::Draw => "draw",
            sower::engine::Winner::Nobody => "nobody",
        };
        assert_eq!(won, winner, "{id}: who wins");
    }
}
