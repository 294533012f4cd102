//! Turns in which nothing can be moved.

use sower::engine::{Machine, Ply, State, notation, position};

use crate::support;

const TEXT: &str = "game \"Pass\" { source \"a test\" }
board { rows 2; pits 3 a row; seeds 2 each }
sowing { counterclockwise }
moves { from my pits; stuck => pass }
landing { here was empty => capture opposite }
after turn { my side is empty => illegal }
round { over when total of all pits < 3 => owners keep the rest; over when the position repeats => draw }
";

/// Who has nothing to move passes, though a turn that leaves him nothing is forbidden: there is no
/// other that he could choose.
#[test]
fn a_pass_is_not_refused_by_rules_of_the_turn() {
    let game = support::compile(&support::from_text("pass.sow", TEXT), &[]);
    let mut machine = Machine::new(&game);
    let empty = position::read(&game, "0,0,0/1,1,1;5,4;south", false).expect("a position");
    // The only move would leave the side empty; a pass doesn't.
    let last = position::read(&game, "0,0,1/1,1,1;4,4;south", false).expect("a position");
    for before in [empty, last] {
        assert_eq!(support::legal(&mut machine, &before), ["pass"]);
        let after = support::play(&mut machine, &before, "pass");
        assert_eq!((after.counts(), after.to_move(), after.over()), (before.counts(), Some(1), None));
        let mut unchecked = game.start();
        machine.play_unchecked(&before, &Ply::Pass, &mut unchecked);
        assert_eq!(unchecked, after);
    }
}

/// Nowhere in such a game is a legal ply refused.
#[test]
fn what_is_legal_can_be_played() {
    fn walk(machine: &mut Machine<'_>, state: &State, depth: u32, passes: &mut usize) {
        for (ply, text) in notation::legal(machine, state) {
            let next = machine.play(state, &ply).unwrap_or_else(|r| panic!("{text}: {r:?} in {state:?}"));
            *passes += usize::from(ply == Ply::Pass);
            if depth > 0 {
                walk(machine, &next, depth - 1, passes);
            }
        }
    }
    let game = support::compile(&support::from_text("pass.sow", TEXT), &[]);
    let mut passes = 0;
    walk(&mut Machine::new(&game), &game.start(), 9, &mut passes);
    assert!(passes > 0);
}

/// A turn's number is told no further than rules can tell it: otherwise no position would come twice
/// where a rule asks for the first turn.
#[test]
fn a_rule_about_the_first_turn_hides_no_repetition() {
    let text = "game \"Round and round\" { source \"this test\" }
        board { rows 2; pits 2 a row; seeds 1 0 }
        sowing { counterclockwise }
        moves { from my pits; when my turn = 1: must total of all pits > 0 }
        landing { turn = 2 and here is closed => capture here; otherwise => end }
        round { over when mover cannot move => draw; over when the position repeats => draw }";
    let game = support::compile(&support::from_text("round.sow", text), &[]);
    let mut machine = sower::engine::Machine::new(&game);
    let mut state = game.start();
    let mut plies = 0;
    while state.over().is_none() && plies < 200 {
        let ply = machine.legal(&state)[0];
        state = machine.play(&state, &ply).expect("legal");
        plies += 1;
    }
    assert!(state.over().is_some(), "{plies} plies");
}
