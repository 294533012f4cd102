//! The printed perfect games of "Solving Kalah" replay to their margins.

use serde_json::Value;
use sower::engine::Machine;

use crate::support;

#[test]
fn perfect_kalah_games() {
    let text = include_str!("../published_kalah.json");
    let data: Value = serde_json::from_str(text).expect("JSON");
    let games = data["games"].as_array().expect("games");
    assert_eq!(games.len(), 16);
    for g in games {
        let (pits, seeds) = (g["pits"].to_string(), g["seeds"].to_string());
        let game = support::game("kalah", &[("pits", &pits), ("seeds", &seeds), ("empty-capture", "yes")]);
        let mut machine = Machine::new(&game);
        let mut state = game.start();
        for (turn, holes) in g["moves"].as_str().expect("moves").split('-').enumerate() {
            for hole in holes.bytes() {
                let first = if turn % 2 == 0 { b'A' } else { b'a' };
                let name = char::from(first + (hole - b'0')).to_string();
                state = support::play(&mut machine, &state, &name);
            }
        }
        let over = state.over().unwrap_or_else(|| panic!("({pits},{seeds}) isn't over"));
        let margin = over.score[0] as i64 - over.score[1] as i64;
        assert_eq!(margin, g["margin"].as_i64().expect("a margin"), "({pits},{seeds})");
    }
}
