//! Games that other programs played, ply by ply (`tests/playthroughs/README.md`).

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::Deserialize;
use sower::engine::{Game, Machine, State, Winner, notation, position};

use crate::support;
use crate::support::recorded::{self, At, End, Recording};

/// Where the files are, below `tests/playthroughs`.
const FOLDERS: [&str; 4] = ["ludii", "ludii/matches", "mancalagames", "mancalagames/matches"];

/// A recorded game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    game: usize,
    /// A match that is taken up with this round, behind an exception.
    round: Option<usize>,
    after: Option<After>,
    plies: Vec<String>,
    end: Option<Ended>,
}

/// What the players held before the round, and who had started the last one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct After {
    won: Vec<u64>,
    started: String,
}

/// How it ended; a game without it was cut off.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ended {
    /// `game`, `round` or `match`.
    over: String,
    winner: Option<String>,
    score: Option<Vec<u64>>,
}

/// Plies that agree, and the first difference.
struct Replayed {
    plies: usize,
    difference: Option<(At, String)>,
}

fn replay(game: &Game, marks_won: bool, played: &Played) -> Replayed {
    let mut machine = Machine::new(game);
    let mut state = played.after.as_ref().map_or_else(|| game.start(), |after| next_round(game, after));
    for (n, seen) in played.plies.iter().enumerate() {
        match ply(&mut machine, marks_won, &state, seen) {
            Ok(Some(next)) => state = next,
            Ok(None) => return Replayed { plies: n, difference: None },
            Err(difference) => return Replayed { plies: n, difference: Some((At::Ply(n), difference)) },
        }
    }
    let difference = played.end.as_ref().and_then(|end| ending(game, &state, end));
    Replayed { plies: played.plies.len(), difference: difference.map(|d| (At::End(End::End), d)) }
}

/// The round that follows.
fn next_round(game: &Game, after: &After) -> State {
    let started = game.ir().players.iter().position(|p| *p == after.started).expect("a player");
    let picture = sower::ir::Picture {
        won: Some(after.won.clone()),
        between: true,
        started: Some(started as u8),
        ..sower::ir::Picture::default()
    };
    position::from_picture(game, &picture).unwrap_or_else(|d| panic!("{d:?}"))
}

/// Compares a position and plays its move: `pits;stores;player[;marks] legal move`, or a move alone
/// that the program makes without telling. None: the recording stops here.
fn ply(machine: &mut Machine<'_>, marks_won: bool, state: &State, seen: &str) -> Result<Option<State>, String> {
    if let Some(over) = state.over() {
        return Err(format!("it is over, by {:?}", over.reason));
    }
    if !seen.contains(';') {
        return turn(machine, state, seen).map(Some);
    }
    let mut words = seen.split(' ');
    let first = words.next().expect("a position");
    let legal = words.next().expect("legal pits");
    let mv = words.next().expect("a move");
    compare(machine.game(), marks_won, state, first)?;
    if legal != "-" {
        let pits = |text: &str| -> BTreeSet<String> { text.split(',').map(str::to_owned).collect() };
        let ours: BTreeSet<String> = support::legal(machine, state).iter().map(|m| pit_of(m).to_owned()).collect();
        if ours != pits(legal) {
            return Err(format!("{ours:?} are legal and not {legal}"));
        }
    }
    if mv == "-" { Ok(None) } else { turn(machine, state, mv).map(Some) }
}

/// A move without what comes after its pit.
fn pit_of(text: &str) -> &str {
    text.split(['>', '<', ':', '(']).next().unwrap_or(text)
}

fn turn(machine: &mut Machine<'_>, state: &State, mv: &str) -> Result<State, String> {
    let plies = notation::read(machine, state, mv).map_err(|d| format!("{mv}: {}", d.message))?;
    let mut state = state.clone();
    for ply in plies {
        state = machine.play(&state, &ply).map_err(|r| format!("{mv}: {r:?}"))?;
    }
    Ok(state)
}

fn compare(game: &Game, marks_won: bool, state: &State, seen: &str) -> Result<(), String> {
    // `-`: the program doesn't tell.
    let count = |text: &str| -> Option<u64> { (text != "-").then(|| text.parse().expect("a count")) };
    let mut parts = seen.split(';');
    let mut next = || parts.next().unwrap_or_else(|| panic!("{seen} isn't whole"));
    let mut pits: Vec<Option<u64>> = next().split([',', '/']).map(count).collect();
    let mut stores: Option<Vec<u64>> = next().split(',').map(count).collect();
    let player = next();
    for mark in parts.next().filter(|_| marks_won).into_iter().flat_map(|m| m.split(',')) {
        let (pit, owner) = mark.split_once('=').expect("pit=player");
        let pit = usize::from(game.geometry().pit(pit).expect("a pit"));
        let owner = game.ir().players.iter().position(|p| p == owner).expect("a player");
        let seeds = pits[pit].replace(0).unwrap_or(0);
        if let Some(stores) = &mut stores {
            stores[owner] += seeds;
        }
    }
    let ours = support::pits(game, state);
    assert_eq!(ours.len(), pits.len(), "{seen} has other pits");
    if ours.iter().zip(&pits).any(|(n, seen)| seen.is_some_and(|seen| seen != *n)) {
        return Err(format!("{ours:?} and not {seen}"));
    }
    if stores.is_some_and(|s| s != support::stores(game, state)) {
        return Err(format!("stores {:?} and not {seen}", support::stores(game, state)));
    }
    let mover = state.to_move().map(|p| game.ir().players[p as usize].as_str());
    if mover == Some(player) { Ok(()) } else { Err(format!("{mover:?} is to move and not {player}")) }
}

fn ending(game: &Game, state: &State, end: &Ended) -> Option<String> {
    let all: &[&str] = if game.is_match() { &["match", "game"] } else { &["game", "round"] };
    assert!(all.contains(&end.over.as_str()), "{} is over", end.over);
    let Some(over) = state.over() else { return Some(format!("it isn't over but for the recording ({})", end.over)) };
    let winner = match over.winner {
        Winner::Player(p) => game.ir().players[p as usize].as_str(),
        Winner::Draw => "draw",
        Winner::Nobody => "nobody",
    };
    if let Some(wanted) = end.winner.as_ref().filter(|&w| w != winner) {
        return Some(format!("{winner} wins and not {wanted}"));
    }
    let score = end.score.as_ref().filter(|&s| *s != over.score)?;
    Some(format!("the score is {:?} and not {score:?}", over.score))
}

/// What is wrong with a row of the index.
fn complaints(row: &Recording) -> Vec<String> {
    let game = support::game_or_match(&row.variant, &recorded::settings(&row.set), row.matches);
    let games: Vec<Played> = recorded::lines(&recorded::folder("tests/playthroughs").join(&row.file));
    let mut wrong = Vec::new();
    let mut plies = 0;
    for played in &games {
        let found = replay(&game, row.marked_pits.as_deref() == Some("won"), played);
        plies += found.plies;
        assert!(played.round.is_some() == played.after.is_some() && (row.matches || played.after.is_none()));
        let excepted = row.exceptions.iter().find(|e| (e.game, e.round) == (played.game, played.round));
        let what =
            format!("{}, {}, game {}, round {}", row.variant, row.title(), played.game, played.round.unwrap_or(1));
        match (found.difference, excepted) {
            (None, None) => {}
            (Some((at, _)), Some(e)) if at == e.ply => {}
            (Some((at, d)), None) => wrong.push(format!("{what}: at ply {at} {d}")),
            (Some((at, d)), Some(e)) => {
                wrong.push(format!("{what}: at ply {at} and not at {}, where an exception is listed: {d}", e.ply));
            }
            (None, Some(e)) => wrong.push(format!("{what}: no difference at {}, where an exception is listed", e.ply)),
        }
    }
    let whole = games.iter().filter(|g| g.after.is_none()).count();
    if (whole, plies) != (row.games, row.plies) {
        wrong.push(format!(
            "{}, {}: {} games and {plies} plies agree, and not {} and {}",
            row.variant,
            row.title(),
            whole,
            row.games,
            row.plies
        ));
    }
    wrong
}

#[test]
fn recorded_games_agree() {
    let rows = recorded::recordings();
    assert!(rows.len() >= 100, "only {} files", rows.len());
    let wrong: Vec<String> = rows.par_iter().flat_map_iter(complaints).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each file is held against a game, and each exception says why.
#[test]
fn the_index_is_whole() {
    let rows = recorded::recordings();
    let mut files = BTreeSet::new();
    for folder in FOLDERS {
        for entry in std::fs::read_dir(recorded::folder("tests/playthroughs").join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
            if name.ends_with(".jsonl") {
                files.insert(format!("{folder}/{name}"));
            }
        }
    }
    assert_eq!(rows.iter().map(|r| (&r.file, r.matches)).collect::<BTreeSet<_>>().len(), rows.len());
    let listed: BTreeSet<String> = rows.iter().map(|r| r.file.clone()).collect();
    assert_eq!(listed, files);
    for r in &rows {
        // Games of one round are held against both.
        assert!(r.matches || !r.file.contains("/matches/"), "{}", r.file);
    }
    for e in rows.iter().flat_map(|r| &r.exceptions) {
        assert!(e.rule.len() > 15 && e.source.len() > 10, "{e:?} says too little");
    }
}
