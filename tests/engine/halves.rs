//! Boards whose halves, not rows, are the players'.

use sower::engine::{Machine, position};

use crate::support;

const TEXT: &str = "game \"Halves\" { source \"a test\" }
option pits = 6 in 1..9
board { rows 2; pits pits a row; seeds 4 each; owner by halves }
sowing { counterclockwise; own side }
landing { here was occupied => end; otherwise => capture their pits where holds 1 }
round { over when a side is empty => that player wins; over when the position repeats => draw }
";

#[test]
fn each_player_sows_round_his_half() {
    let game = support::compile(&support::from_text("halves.sow", TEXT), &[]);
    let mut machine = Machine::new(&game);
    let start = game.start();
    assert_eq!(support::legal(&mut machine, &start), ["D", "E", "F", "a", "b", "c"]);
    // A first move that a program of another kind has recorded, then one round the end.
    let state = support::play(&mut machine, &start, "E");
    assert_eq!(support::pits(&game, &state), [4, 4, 4, 4, 0, 5, 5, 5, 5, 4, 4, 4]);
    assert_eq!(support::legal(&mut machine, &state), ["A", "B", "C", "d", "e", "f"]);
    let state = support::play(&mut machine, &state, "e");
    assert_eq!(support::pits(&game, &state), [5, 5, 5, 4, 0, 5, 5, 5, 5, 4, 0, 5]);
    let state = support::play(&mut machine, &state, "c");
    assert_eq!(support::pits(&game, &state), [5, 5, 5, 5, 1, 6, 6, 6, 0, 4, 0, 5]);
    let text = position::show(&game, &state);
    assert_eq!(position::read(&game, &text, false).as_ref(), Ok(&state), "{text}");
}

/// A middle column is nobody's.
#[test]
fn an_odd_row() {
    let game = support::compile(&support::from_text("halves.sow", TEXT), &[("pits", "5")]);
    let mut machine = Machine::new(&game);
    assert_eq!(support::legal(&mut machine, &game.start()), ["D", "E", "a", "b"]);
    let state = support::play(&mut machine, &game.start(), "E");
    assert_eq!(support::pits(&game, &state), [4, 4, 4, 5, 1, 5, 5, 4, 4, 4]);
}
