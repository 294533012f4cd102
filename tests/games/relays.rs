//! Long and endless sowings, small and large boards, large counts.

use sower::engine::{Event, Game, Machine, Reason, Refused, Settings, State, Winner, perft, position};

use crate::support;

/// Plain relay until an empty pit.
fn relay(pits: u32, seeds: u32, landing: &str, endless: &str) -> sower::ir::Game {
    support::from_text(
        "relay.sow",
        &format!(
            "game \"Relay\" {{ source \"none\" }}\n\
             board {{ rows 2; pits {pits} a row; seeds {seeds} each }}\n\
             sowing {{ counterclockwise }}\n\
             landing {{ {landing} }}\n\
             round {{ over when mover cannot move => owners keep the rest\n\
             over when the position repeats => draw\nendless => {endless} }}\n"
        ),
    )
}

const TILL_EMPTY: &str = "here was occupied => relay\notherwise => end";

fn laps(game: &Game, mv: &str) -> (u64, State) {
    let mut machine = Machine::new(game);
    let state = game.start();
    let ply = sower::engine::notation::read(&mut machine, &state, mv).expect("a move")[0];
    let mut laps = 0;
    let next =
        machine.play_traced(&state, &ply, &mut |e| laps += u64::from(matches!(e, Event::Lift { .. }))).expect("legal");
    (laps, next)
}

/// design.md 3.8: a finite relay is right however long.
#[test]
fn long_finite_relays() {
    let game = support::compile(&relay(2, 38_436, TILL_EMPTY, "illegal"), &[]);
    let (n, state) = laps(&game, "A");
    assert_eq!(n, 146_214);
    assert_eq!(state.counts().iter().map(|&c| u64::from(c)).sum::<u64>(), 4 * 38_436);
    let game = support::compile(&relay(50, 45_000, TILL_EMPTY, "illegal"), &[]);
    assert_eq!(laps(&game, "A1").0, 134_068);
}

/// D01: a relay of eight laps that comes back, and what each answer to it does.
#[test]
fn a_short_cycle_is_found() {
    for (endless, expected) in [("illegal", None), ("draw", Some(Winner::Draw))] {
        let game = support::compile(&relay(2, 1, TILL_EMPTY, endless), &[]);
        let state = position::read(&game, "0,1/3,1;0,0;north", true).expect("a position");
        let mut machine = Machine::new(&game);
        let a = sower::engine::Ply::Start {
            pit: game.geometry().pit("a").expect("pit a"),
            direction: sower::engine::Turning::Counterclockwise,
            amount: None,
            class: 0,
        };
        match (machine.play(&state, &a), expected) {
            (Err(Refused::Endless { decided: true, .. }), None) => {
                assert_eq!(support::legal(&mut machine, &state), ["b"]);
            }
            (Ok(next), Some(winner)) => assert_eq!(next.over().expect("over").winner, winner),
            (other, _) => panic!("{endless}: {other:?}"),
        }
    }
}

/// Always relaying on 2x5 with four a pit comes back after 132,443,100 laps: more than the budget,
/// so it is undecided, and said to be.
#[test]
fn beyond_the_budget_is_undecided() {
    let ir = relay(5, 4, "otherwise => relay", "draw");
    let game = Game::compile(&ir, &Settings { max_laps: 200_000, ..Settings::default() }).expect("compiles");
    let mut machine = Machine::new(&game);
    let state = game.start();
    let next = support::play(&mut machine, &state, "A");
    assert_eq!(next.over().expect("over").reason, Reason::Undecided);
    assert!(perft::perft(&game, &state, 1, false, 1).undecided > 0);
    // Where such a move is illegal, nobody can move at all.
    let ir = relay(5, 4, "otherwise => relay", "illegal");
    let game = Game::compile(&ir, &Settings { max_laps: 20_000, ..Settings::default() }).expect("compiles");
    assert!(game.start().over().is_some());
}

/// An endless relay of hundreds of thousands of laps is found exactly.
#[test]
fn a_long_cycle_is_found() {
    let game = support::compile(&relay(4, 4, "otherwise => relay", "draw"), &[]);
    let (n, next) = laps(&game, "A");
    assert_eq!(next.over().expect("over").reason, Reason::Endless);
    assert!((1..=10_000_000).contains(&n), "{n} laps");
}

#[test]
fn smallest_and_largest_boards() {
    let one = support::game("kalah", &[("pits", "1"), ("seeds", "3")]);
    let mut machine = Machine::new(&one);
    let end = support::play(&mut machine, &one.start(), "A");
    // E03: Kalah(1,3) is won by six: the third seed comes home and takes the four that it faces.
    assert_eq!(end.over().expect("over").score, [6, 0]);
    let large = support::game("kalah", &[("pits", "50"), ("seeds", "4")]);
    let mut machine = Machine::new(&large);
    assert_eq!(support::legal(&mut machine, &large.start()).len(), 50);
    let next = support::play(&mut machine, &large.start(), "A47");
    assert_eq!(support::stores(&large, &next), [1, 0]);
    assert_eq!(next.to_move(), Some(0));
}

/// A08 and beyond: a pit of 70,000 seeds.
#[test]
fn a_pit_of_seventy_thousand() {
    let game = support::game("kalah", &[("end", "mover-empty")]);
    let state = position::read(&game, "70000,0,0,0,0,0/0,0,0,0,0,0;0,0;south", true).expect("a position");
    let mut machine = Machine::new(&game);
    let next = support::play(&mut machine, &state, "A");
    // 70,000 = 5384 rounds of 13 and 8 more, which end in pit b.
    assert_eq!(support::pits(&game, &next), [5384, 5385, 5385, 5385, 5385, 5385, 5385, 5385, 5384, 5384, 5384, 5384]);
    assert_eq!(support::stores(&game, &next), [5385, 0]);
}

/// A lap of plain relay on sixteen pits comes back after 132,443,100 laps: nobody waits for that who
/// wants to stop.
#[test]
fn a_long_sowing_can_be_stopped() {
    let game = support::compile(&relay(5, 4, "otherwise => relay", "draw"), &[]);
    let stop = std::sync::atomic::AtomicBool::new(true);
    let mut machine = Machine::new(&game);
    machine.stop_on(&stop);
    let (start, mut laps) = (game.start(), 0);
    let ply = sower::engine::notation::read(&mut machine, &start, "A").expect("a move")[0];
    let after = machine.play_traced(&start, &ply, &mut |e| laps += u64::from(matches!(e, Event::Lift { .. })));
    assert_eq!(after.expect("legal").over().expect("given up").reason, Reason::Undecided);
    assert!(laps < 100_000, "{laps}");
}

const BAO: &str = "1,2,2,3,0,3,2,1/2,3,2,3,4,2,3,2/0,0,0,1,0,0,0,0/0,0,0,0,0,0,0,0;0,0;south;reserve=0,0;marks=-";

/// Bao: a sowing of which 218 laps come back ever again is found when it has come back, by a player
/// who looks for his moves and by one who looks ahead at the other's.
#[test]
fn bao_never_ending_sowings_are_found() {
    let game = support::game("bao-la-kiswahili", &[]);
    let state = position::read(&game, BAO, true).expect("a position");
    let mut machine = Machine::new(&game);
    let legal = support::legal(&mut machine, &state);
    assert_eq!(legal, ["A2<", "A3<", "A3>", "A4<", "A4>", "A6<", "A6>", "A7<", "A7>"]);
    let e = sower::engine::notation::read(&mut machine, &state, "A2>").expect_err("never ends");
    assert_eq!(e.message, "the sowing from A2 would never end");
    // With a limit of laps nothing else changes.
    for longest in ["12", "100000"] {
        let game = support::game("bao-la-kiswahili", &[("longest", longest)]);
        let state = position::read(&game, BAO, true).expect("a position");
        let legal = support::legal(&mut Machine::new(&game), &state);
        assert!(!legal.contains(&"A2>".to_owned()), "{legal:?}");
    }
}

/// With two seeds a pit and no house the mtaji stage is Bao la Kujifunza.
#[test]
fn bao_counts_as_published() {
    let game = support::game("bao-la-kiswahili", &[("takasia", "off")]);
    let row = ["2"; 8].join(",");
    let line = format!("{row}/{row}/{row}/{row};0,0;south;reserve=0,0;marks=-");
    let state = position::read(&game, &line, false).expect("a position");
    assert_eq!(perft::perft(&game, &state, 4, false, 1).nodes, [16, 108, 500, 1902]);
}
