//! Games whose positions can come back, though they look like those whose can't.

use std::collections::HashSet;

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sower::check::check;
use sower::engine::{Game, Machine, Reason, Winner};
use sower::source::Source;

use crate::support;

/// A game of two rows; the parts of its rules that matter here may differ.
fn text(stores: &str, sowing: &str, moves: &str, landing: &str) -> String {
    format!(
        "game \"Round and round\" {{ source \"a test\" }}
board {{ rows 2; pits 3 a row; seeds 1 each; stores {stores} }}
sowing {{ {sowing} }}
moves {{ {moves} }}
landing {{ {landing} }}
round {{
  over when mover cannot move => owners keep the rest
  over when the position repeats => draw
  endless => illegal
}}
"
    )
}

fn compile(text: &str) -> Game {
    support::compile(&support::from_text("round.sow", text), &[])
}

/// Plays at random, keeping the positions outside of the engine; how many games ended where one came
/// back. A game that goes on after that, or ends in a draw before it, fails.
fn repetitions(game: &Game, games: u32) -> usize {
    let mut machine = Machine::new(game);
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut found = 0;
    for number in 0..games {
        let mut state = game.start();
        let mut seen = HashSet::from([(state.counts().to_vec(), state.to_move())]);
        for _ in 0..200 {
            let legal = machine.legal(&state);
            let Some(ply) = legal.get((rng.next_u64() % legal.len().max(1) as u64) as usize) else { break };
            let mover = state.to_move();
            state = machine.play(&state, ply).expect("legal");
            let drawn = state.over().is_some_and(|o| o.winner == Winner::Draw && matches!(o.reason, Reason::Rule(_)));
            match state.over() {
                None => {
                    let new = seen.insert((state.counts().to_vec(), state.to_move()));
                    assert!(new, "game {number}: {state:?} came before");
                }
                // The rest stays where it lies, so the position can still be compared.
                Some(_) if drawn => {
                    let next = mover.map(|m| 1 - m);
                    let again = [mover, next].into_iter().any(|m| seen.contains(&(state.counts().to_vec(), m)));
                    found += usize::from(again);
                }
                Some(_) => {}
            }
            if state.over().is_some() {
                break;
            }
        }
    }
    found
}

/// With its store at the end that seeds come in by, a row is left without a seed being won.
#[test]
fn a_store_at_the_wrong_end_lets_positions_come_back() {
    for (stores, way) in [("right", "clockwise"), ("left", "counterclockwise")] {
        let game = compile(&text(stores, &format!("{way}; into my store"), "from my pits", ""));
        assert!(repetitions(&game, 300) > 10, "stores {stores}, {way}");
    }
}

/// A relay from two ahead takes its seeds beyond the store.
#[test]
fn a_relay_over_the_store_lets_positions_come_back() {
    let landing = "2 ahead is single => relay from 2 ahead";
    let text = text("right", "counterclockwise; into my store", "from my pits", landing);
    // On a smaller board it doesn't happen.
    let game = compile(&text.replace("pits 3 a row", "pits 4 a row"));
    assert!(repetitions(&game, 3_000) > 0);
}

/// What is told of a file, of the two open points that ask for these games.
fn open_points(text: &str) -> Vec<&'static str> {
    let checked = check(&Source::new("round.sow", text));
    assert!(checked.game.is_some(), "{:?}\n{text}", checked.diagnostics);
    let mut all: Vec<&str> = checked.diagnostics.iter().map(|d| d.code.id).filter(|id| *id != "W0301").collect();
    all.sort_unstable();
    all
}

/// Endless sowing (W0103) and repetition (W0104) are asked about where they can be, and nowhere else.
#[test]
fn open_points_of_games_that_come_back() {
    let kalah = "here is my store => move again; here is mine and here was empty => capture opposite";
    let relay = "here was occupied => relay";
    let right = "counterclockwise; into my store";
    for (stores, sowing, moves, landing, expected) in [
        ("right", right, "from my pits", kalah, &[][..]),
        ("right", right, "from my pits", relay, &[]),
        ("right", right, "from my pits", "next is occupied => relay from next", &[]),
        ("left", "clockwise; into my store", "from my pits", kalah, &[]),
        ("right", "clockwise; into all stores", "from my pits", kalah, &[]),
        // The store lies at the wrong end.
        ("right", "clockwise; into my store", "from my pits", kalah, &["W0104"]),
        ("left", "counterclockwise; into my store", "from my pits", kalah, &["W0104"]),
        ("right", "clockwise; into my store", "from my pits", relay, &["W0104"]),
        // A lap begins beyond the store.
        ("right", right, "from my pits", "2 ahead is occupied => relay from 2 ahead", &["W0103", "W0104"]),
        ("right", right, "from my pits", "opposite is occupied => relay from opposite", &["W0103", "W0104"]),
        // Some starts go the other way.
        ("right", right, "from my pits 1..2 going clockwise; from my pit 3", kalah, &["W0104"]),
        ("right", right, "from my pits going either way", relay, &["W0104"]),
        // The store takes no seed.
        ("right", "counterclockwise", "from my pits", kalah, &["W0104"]),
        ("none", "counterclockwise", "from my pits", relay, &["W0103", "W0104"]),
    ] {
        let text = text(stores, sowing, moves, landing);
        let open: String = text
            .lines()
            .filter(|l| !l.contains("repeats") && !l.contains("endless"))
            .map(|l| format!("{l}\n"))
            .collect();
        assert_eq!(open_points(&open), expected, "{open}");
        if expected.len() == 2 {
            assert_eq!(open_points(&text), Vec::<&str>::new(), "{text}");
        }
    }
    assert_eq!(open_points(sower::source::bundled_by_name("kalah").expect("bundled").text), Vec::<&str>::new());
}
