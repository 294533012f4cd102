//! Every statistic of `simulate` beside one that is worked out otherwise: from the events of each game,
//! kept in full, by the definitions of a textbook.

use std::collections::BTreeMap;

use serde_json::Value;
use sower::chance::Chance;
use sower::engine::{Event, Game, Machine, Winner};

use super::sower;
use crate::support;

/// What was seen in a run of random games.
#[derive(Default)]
struct Seen {
    plies: Vec<f64>,
    turns: Vec<f64>,
    laps: Vec<f64>,
    branching: Vec<f64>,
    margins: Vec<f64>,
    captures: Vec<f64>,
    wins: BTreeMap<String, u64>,
    starter: f64,
    rules: BTreeMap<String, u64>,
}

fn played(game: &Game, file: &str, games: u64, seed: u64) -> Seen {
    let mut seen = Seen::default();
    let mut machine = Machine::new(game);
    for number in 0..games {
        let mut chance = Chance::of_game(seed, number);
        let mut state = game.start();
        let first = state.to_move();
        // Events of each ply, with the turn it belongs to.
        let mut story: Vec<(u32, Vec<Event>)> = Vec::new();
        while state.over().is_none() {
            let legal = machine.legal(&state);
            seen.branching.push(legal.len() as f64);
            let ply = *chance.pick(&legal).expect("a move");
            let mut events = Vec::new();
            let next = machine.play_traced(&state, &ply, &mut |e| events.push(e)).expect("legal");
            story.push((state.turn(), events));
            state = next;
        }
        seen.plies.push(story.len() as f64);
        let mut turns: BTreeMap<u32, Vec<Event>> = BTreeMap::new();
        for (turn, events) in &story {
            turns.entry(*turn).or_default().extend(events.iter().cloned());
        }
        seen.turns.push(turns.len() as f64);
        let mut captures = 0;
        for events in turns.values() {
            let lifted = events.iter().filter(|e| matches!(e, Event::Lift { .. })).count();
            seen.laps.push(lifted as f64);
            // What is captured with no seed moved in between is one capture.
            let moved = |e: &&Event| match e {
                Event::Capture { n, .. } => *n > 0,
                Event::Drop { .. } | Event::Lift { .. } => true,
                _ => false,
            };
            let kinds: Vec<bool> = events.iter().filter(moved).map(|e| matches!(e, Event::Capture { .. })).collect();
            captures += usize::from(kinds.first() == Some(&true)) + kinds.windows(2).filter(|w| !w[0] && w[1]).count();
        }
        seen.captures.push(captures as f64);
        for (_, events) in &story {
            for event in events {
                if let Event::Rule(id) = event {
                    let line = game.rule(*id).map_or(0, |r| r.0.line);
                    *seen.rules.entry(format!("{file}:{line}")).or_default() += 1;
                }
            }
        }
        let over = state.over().expect("over");
        let (winner, share) = match over.winner {
            Winner::Player(p) => (game.ir().players[usize::from(p)].clone(), f64::from(u8::from(first == Some(p)))),
            Winner::Draw => ("draw".to_owned(), 0.5),
            Winner::Nobody => ("nobody".to_owned(), 0.0),
        };
        *seen.wins.entry(winner).or_default() += 1;
        seen.starter += share;
        seen.margins.push((over.score[0] as f64 - over.score[1] as f64).abs());
    }
    seen
}

fn near(told: &Value, expected: f64, what: &str) {
    let told = told.as_f64().unwrap_or_else(|| panic!("{what}: {told}"));
    assert!((told - expected).abs() < 1e-9 * expected.abs().max(1.0), "{what}: {told}, not {expected}");
}

fn compare(told: &Value, numbers: &[f64], what: &str) {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let median = if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 };
    let expected = [
        ("mean", mean),
        ("sd", variance.sqrt()),
        ("min", sorted[0]),
        ("median", median),
        ("max", sorted[sorted.len() - 1]),
    ];
    for (key, value) in expected {
        near(&told[key], value, &format!("{what} {key}"));
    }
}

#[test]
fn statistics_are_what_they_say() {
    for name in ["kalah", "bosh", "oware"] {
        let (games, seed) = (151, 11);
        let told = sower(&["simulate", name, "--games", "151", "--seed", "11", "--json"]).expect(0).json().remove(0);
        let game = support::game(name, &[]);
        let seen = played(&game, &game.ir().file.clone(), games, seed);
        compare(&told["plies"], &seen.plies, "plies");
        compare(&told["turns"], &seen.turns, "turns");
        compare(&told["laps_per_turn"], &seen.laps, "laps_per_turn");
        compare(&told["branching"], &seen.branching, "branching");
        compare(&told["score_margin"], &seen.margins, "score_margin");
        compare(&told["captures"], &seen.captures, "captures");
        for player in ["south", "north", "draw"] {
            assert_eq!(told["wins"][player].as_u64(), Some(seen.wins.get(player).copied().unwrap_or(0)), "{name}");
        }
        let rules: BTreeMap<String, u64> = serde_json::from_value(told["rules_fired"].clone()).expect("counts");
        assert_eq!(rules, seen.rules, "{name}");
        // Wilson's bounds are where the share is z standard errors away, by the bound's own error.
        let (n, share) = (games as f64, seen.starter / games as f64);
        near(&told["first_player_advantage"]["value"], share, "share");
        for side in [0, 1] {
            let p = told["first_player_advantage"]["ci95"][side].as_f64().expect("a bound");
            let z = (share - p) / (p * (1.0 - p) / n).sqrt();
            assert!((z.abs() - 1.959_963_984_540_054).abs() < 1e-6 && (z > 0.0) == (side == 0), "{name}: {p} {z}");
        }
        assert_eq!((&told["unfinished"], &told["undecided"]), (&Value::from(0), &Value::from(0)));
    }
}
