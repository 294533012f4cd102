//! Games that other engines played, ply by ply (`tests/playthroughs/README.md`).

use serde_json::Value;
use sower::engine::{Game, Machine, State, Winner};

use crate::support;

struct Report {
    games: usize,
    plies: usize,
    exceptions: usize,
}

fn replay(file: &str, text: &str) -> Report {
    let mut report = Report { games: 0, plies: 0, exceptions: 0 };
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{file}: {e}"));
        let name = record["variant"].as_str().expect("a variant");
        let game = support::game_with(name, &record["set"]);
        let (plies, excepted) = replay_one(file, &game, &record);
        report.games += 1;
        report.plies += plies;
        report.exceptions += usize::from(excepted);
    }
    report
}

/// Replays one game up to its exception, at which it must differ.
fn replay_one(file: &str, game: &Game, record: &Value) -> (usize, bool) {
    let source = format!("{file}, {}", record["source"]);
    let exception = record["exception"]["ply"].as_u64();
    let mut machine = Machine::new(game);
    let mut state = game.start();
    let plies = record["plies"].as_array().expect("plies");
    for (n, (seen, mv)) in plies.iter().zip(record["moves"].as_array().expect("moves")).enumerate() {
        let difference = differs(&mut machine, game, &state, seen);
        if exception == Some(n as u64) {
            assert!(difference.is_some(), "{source}: no difference at ply {n}, where one is recorded");
            return (n, true);
        }
        if let Some(d) = difference {
            panic!("{source}: at ply {n} {d}");
        }
        state = support::play(&mut machine, &state, mv.as_str().expect("a move"));
    }
    if let Some(last) = record.get("final") {
        let difference = final_difference(game, &state, last);
        if exception == Some(plies.len() as u64) {
            assert!(difference.is_some(), "{source}: no difference at the end, where one is recorded");
            return (plies.len(), true);
        }
        if let Some(d) = difference {
            panic!("{source}: at the end {d}");
        }
    }
    (plies.len(), false)
}

fn differs(machine: &mut Machine<'_>, game: &Game, state: &State, seen: &Value) -> Option<String> {
    if state.over().is_some() {
        return Some("it is over".to_owned());
    }
    let (pits, stores) = (support::pits(game, state), support::stores(game, state));
    if pits != support::numbers(&seen["pits"]) || stores != support::numbers(&seen["stores"]) {
        return Some(format!("{pits:?} {stores:?} and not {} {}", seen["pits"], seen["stores"]));
    }
    let legal = support::legal(machine, state).concat();
    (legal != seen["legal"].as_str().expect("legal pits")).then(|| format!("{legal} and not {}", seen["legal"]))
}

/// The result: other engines may leave the rest on the board, so the winner counts, and the score
/// where the record has one.
fn final_difference(game: &Game, state: &State, last: &Value) -> Option<String> {
    let Some(over) = state.over() else { return Some("it isn't over".to_owned()) };
    let winner = match over.winner {
        Winner::Player(p) => game.ir().players[p as usize].clone(),
        Winner::Draw => "draw".to_owned(),
        Winner::Nobody => "nobody".to_owned(),
    };
    let wanted = last["winner"].as_str().unwrap_or(&winner);
    if winner != wanted {
        return Some(format!("{winner} wins and not {wanted}"));
    }
    let score = last.get("score").map(support::numbers)?;
    (score != over.score).then(|| format!("the score is {:?} and not {score:?}", over.score))
}

macro_rules! recorded {
    ($name:ident, $file:literal, games $games:literal, plies $plies:literal, exceptions $exceptions:literal) => {
        #[test]
        fn $name() {
            let text = include_str!(concat!("../playthroughs/", $file));
            let report = replay($file, text);
            assert_eq!((report.games, report.exceptions), ($games, $exceptions), "{}", $file);
            assert!(report.plies >= $plies, "{}: only {} plies agree", $file, report.plies);
        }
    };
}

recorded!(kalah_mancalagames, "kalah-mancalagames.jsonl", games 3, plies 111, exceptions 2);
recorded!(oware_mancalagames, "oware-mancalagames.jsonl", games 3, plies 191, exceptions 0);
recorded!(bosh_mancalagames, "bosh-mancalagames.jsonl", games 3, plies 45, exceptions 2);
recorded!(kalah_ludii, "kalah-ludii.jsonl", games 2, plies 103, exceptions 0);
recorded!(oware_ludii, "oware-ludii.jsonl", games 2, plies 389, exceptions 0);
recorded!(awari_ludii, "awari-ludii.jsonl", games 2, plies 311, exceptions 2);
