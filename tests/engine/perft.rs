//! Published and independently computed counts of move paths.

use sower::engine::perft::{divide, perft};
use sower::ir;

use super::games::{Kalah, bosh, compile, kalah, oware};

fn counts(ir: &ir::Game, expected: &[u64]) {
    let game = compile(ir);
    let start = game.start();
    // Debug builds are slow: the deepest levels only where they are fast.
    let depth = expected.len();
    let found = perft(&game, &start, depth, false, 1);
    assert_eq!(found.nodes, expected);
    assert_eq!(found.undecided, 0);
    let two = perft(&game, &start, depth.min(5), false, 2);
    assert_eq!(two.nodes, expected[..depth.min(5)]);
    let under: u64 = divide(&game, &start, depth.min(5), false, 1).iter().map(|(_, n)| n).sum();
    assert_eq!(under, expected[depth.min(5) - 1]);
}

#[test]
fn kalah_ended_by_either_side() {
    let mut expected = vec![6, 35, 185, 942, 4690, 23233, 114_430, 563_055];
    if cfg!(not(debug_assertions)) {
        expected.extend([2_763_490, 13_519_607]);
    }
    counts(&kalah(6, 4, Kalah::Either), &expected);
}

#[test]
fn kalah_ended_by_the_mover() {
    let mut expected = vec![6, 35, 185, 942, 4690, 23233, 114_430, 563_055];
    if cfg!(not(debug_assertions)) {
        expected.extend([2_763_490, 13_519_612]);
    }
    counts(&kalah(6, 4, Kalah::Mover), &expected);
}

#[test]
fn kalah_with_empty_captures() {
    counts(&kalah(6, 4, Kalah::EmptyCapture), &[6, 35, 185, 942, 4685, 23169, 113_959, 559_885]);
    counts(&kalah(4, 3, Kalah::EmptyCapture), &[4, 15, 50, 158, 488, 1507, 4621, 14011, 41335, 118_427]);
}

#[test]
fn oware_with_feeding() {
    counts(&oware(), &[6, 36, 190, 1014, 5219, 27332, 139_157, 711_414]);
}

#[test]
fn bosh_one_round() {
    counts(&bosh(), &[5, 19, 79, 266, 864, 2881, 9280, 27823, 83989, 246_464]);
}
