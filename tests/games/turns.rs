//! Turns, passes and classes of moves, in small games made for the purpose.

use sower::engine::Machine;

use crate::support;

fn legal(text: &str) -> Vec<String> {
    let game = support::compile(&support::from_text("small.sow", text), &[]);
    support::legal(&mut Machine::new(&game), &game.start())
}

fn after(text: &str, moves: &[&str]) -> (Vec<u64>, Vec<String>) {
    let game = support::compile(&support::from_text("small.sow", text), &[]);
    let mut machine = Machine::new(&game);
    let state = moves.iter().fold(game.start(), |s, m| support::play(&mut machine, &s, m));
    (support::pits(&game, &state), support::legal(&mut machine, &state))
}

const HEAD: &str = "game \"Small\" { source \"made up\" }\nboard { rows 2; pits 3 a row; seeds 2 each }\nsowing { counterclockwise }\n";
const TAIL: &str = "\nround { over when the position repeats => draw }\n";

#[test]
fn a_line_that_is_open_by_itself_has_no_sign() {
    let moves = "moves { from my pits where holds 3; otherwise from my pits }";
    assert_eq!(legal(&format!("{HEAD}{moves}{TAIL}")), ["A", "B", "C"]);
}

#[test]
fn a_nameless_class_has_no_sign_beside_one_that_has() {
    let moves = "moves { from my pits; class half written \"+\" { from my pits sowing 1 } }";
    let text = format!("{HEAD}{moves}{TAIL}");
    assert_eq!(legal(&text), ["A", "A+", "B", "B+", "C", "C+"]);
    assert_eq!(after(&text, &["A"]).0, [0, 3, 3, 2, 2, 2]);
    assert_eq!(after(&text, &["A+"]).0, [1, 3, 2, 2, 2, 2]);
}

#[test]
fn what_the_opponent_could_do_is_asked_of_his_next_turn() {
    // North's first turn is the one that the line allows, and South looks ahead to it.
    let text = format!("{HEAD}moves {{ from my pits when my turn = 1; when turn = 1: must opponent can move }}{TAIL}");
    assert_eq!(legal(&text), ["A", "B", "C"]);
    assert_eq!(after(&text, &["A"]).1, ["a", "b", "c"]);
    assert_eq!(after(&text, &["A", "a"]).1, Vec::<String>::new());
}

#[test]
fn a_pass_is_a_turn_and_ends_like_one() {
    let text = "game \"Small\" { source \"made up\" }\n\
                board { rows 2; pits 3 a row; seeds 1 1 1 for south }\n\
                var turns-ended = 0 in 0..9\n\
                sowing { counterclockwise; own side }\n\
                moves { from my pits; stuck => pass }\n\
                after turn { otherwise => add 1 to turns-ended }\n\
                round { over when turns-ended = 4 => draw }\n";
    let game = support::compile(&support::from_text("small.sow", text), &[]);
    let mut machine = Machine::new(&game);
    let mut state = game.start();
    let mut played = Vec::new();
    while state.over().is_none() {
        let legal = support::legal(&mut machine, &state);
        state = support::play(&mut machine, &state, &legal[0]);
        played.push(legal[0].clone());
    }
    assert_eq!(played, ["A", "pass", "B", "pass"]);
}
