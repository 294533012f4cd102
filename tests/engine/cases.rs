//! Worked positions that other programs got wrong.

use sower::engine::notation::{read as read_move, show as show_move};
use sower::engine::position::{read, show};
use sower::engine::{Game, Machine, Winner};
use sower::ir::*;

use super::games::*;

/// Plays moves from a position whose seeds needn't add up.
fn after(game: &Game, position: &str, moves: &str) -> String {
    let mut state = read(game, position, true).expect("a position");
    let mut machine = Machine::new(game);
    for text in moves.split(' ') {
        for ply in read_move(&mut machine, &state, text).expect("a legal move") {
            state = machine.play(&state, &ply).expect("a legal ply");
        }
    }
    show(game, &state)
}

fn legal(game: &Game, position: &str) -> Vec<String> {
    let state = read(game, position, true).expect("a position");
    let plies = Machine::new(game).legal(&state);
    plies.iter().map(|p| show_move(game, &state, p)).collect()
}

#[test]
fn oware_skips_the_start() {
    let g = compile(&oware());
    assert_eq!(after(&g, "12,1,0,0,0,0/2,0,4,1,0,0;15,13;south", "A"), "0,3,1,1,1,1/3,1,5,2,1,1;15,13;north");
    assert_eq!(after(&g, "1,0,2,0,0,12/0,3,1,0,5,2;10,12;south", "F"), "2,1,3,1,1,0/0,4,2,1,6,3;12,12;north");
}

#[test]
fn oware_chain_and_slam() {
    let g = compile(&oware());
    assert_eq!(after(&g, "1,0,0,0,0,3/1,3,2,0,0,5;14,19;south", "F"), "1,0,0,0,0,0/2,4,0,0,0,5;17,19;north");
    assert_eq!(after(&g, "2,0,0,0,0,3/1,2,1,0,0,0;21,18;south", "F"), "2,0,0,0,0,0/2,3,2,0,0,0;21,18;north");
}

#[test]
fn oware_feeding() {
    let g = compile(&oware());
    let over = read(&g, "1,2,0,1,0,0/0,0,0,0,0,0;22,22;south", false).expect("a position");
    assert_eq!(over.over().map(|o| (o.winner, o.score.clone())), Some((Winner::Player(0), vec![26, 22])));
    assert_eq!(legal(&g, "0,0,0,0,0,0/1,0,0,0,0,1;23,23;north"), ["f"]);
    assert_eq!(after(&g, "0,0,0,0,0,0/1,0,0,0,0,1;23,23;north", "f"), "1,0,0,0,0,0/1,0,0,0,0,0;23,23;south");
    // A majority ends the game; the rest is nobody's.
    assert_eq!(after(&g, "0,0,0,0,0,1/1,5,0,0,0,0;24,17;south", "F"), "0,0,0,0,0,0/0,5,0,0,0,0;26,17;north");
}

#[test]
fn kalah_rings_and_captures() {
    let g = compile(&kalah(6, 4, Kalah::Either));
    assert_eq!(after(&g, "0,3,4,1,0,9/2,1,0,3,0,5;8,12;south", "F"), "1,4,4,1,0,0/3,2,1,4,1,6;9,12;north");
    assert_eq!(after(&g, "0,2,13,0,1,0/4,0,1,0,5,3;9,10;south", "C"), "1,3,0,1,2,1/5,1,2,0,6,4;12,10;north");
    assert_eq!(after(&g, "0,1,0,0,2,0/3,0,0,0,2,0;20,20;south", "B"), "0,0,1,0,2,0/3,0,0,0,2,0;20,20;north");
    assert_eq!(after(&g, "0,0,4,0,4,3/0,0,0,5,1,0;15,16;south", "F"), "0,0,4,0,4,0/1,1,0,5,1,0;16,16;north");
    let e = compile(&kalah(6, 4, Kalah::EmptyCapture));
    assert_eq!(after(&e, "0,1,0,0,2,0/3,0,0,0,2,0;20,20;south", "B"), "0,0,0,0,2,0/3,0,0,0,2,0;21,20;north");
}

#[test]
fn more_than_255_seeds() {
    let mut ir = kalah(6, 4, Kalah::Mover);
    ir.round.over.clear();
    let g = compile(&ir);
    assert_eq!(after(&g, "300,0,0,0,0,0/0,0,0,0,0,0;0,0;south", "A"), "23,24,23,23,23,23/23,23,23,23,23,23;23,0;north");
}

#[test]
fn kalah_ends() {
    let g = compile(&kalah(6, 4, Kalah::Either));
    assert_eq!(after(&g, "0,0,0,0,0,2/1,0,3,0,0,2;20,20;south", "F"), "0,0,0,0,0,0/0,0,0,0,0,0;21,27;north");
    assert_eq!(after(&g, "0,0,0,0,0,1/1,0,3,0,0,2;22,19;south", "F"), "0,0,0,0,0,0/0,0,0,0,0,0;23,25;south");
    let over = read(&g, "0,0,0,0,0,0/0,0,0,0,0,0;23,25;south", false).expect("a finished game");
    assert_eq!(over.over().map(|o| o.winner), Some(Winner::Player(1)));
    assert_eq!(over.to_move(), None);
    let error = read_move(&mut Machine::new(&g), &over, "A").expect_err("the game is over");
    assert_eq!(error.code.id, "E0504");
    let drawn = read(&g, "0,0,0,0,0,0/2,0,0,0,0,0;24,22;north", false).expect("a position");
    assert_eq!(drawn.over().map(|o| o.winner), Some(Winner::Draw));
}

#[test]
fn kalah_again_and_swap() {
    let mut ir = kalah(6, 4, Kalah::Either);
    ir.round.swap = true;
    let g = compile(&ir);
    let mut m = Machine::new(&g);
    let mut s = g.start();
    for text in ["C", "F"] {
        let ply = read_move(&mut m, &s, text).expect("legal")[0];
        s = m.play(&s, &ply).expect("legal");
    }
    assert!(show(&g, &s).starts_with("4,4,0,5,5,0/5,5,5,5,4,4;2,0;north"));
    let swap = read_move(&mut m, &s, "swap").expect("north may swap")[0];
    let swapped = m.play(&s, &swap).expect("legal");
    assert_eq!((swapped.counts(), swapped.to_move(), swapped.swapped()), (s.counts(), Some(1), true));
    assert_eq!(read(&g, &show(&g, &swapped), false).expect("reads back"), swapped);
    assert!(read_move(&mut m, &swapped, "swap").is_err());
    assert!(!m.legal(&g.start()).contains(&swap));
}

#[test]
fn togyz_starts_and_tuz() {
    let g = compile(&togyz());
    let p = "0,0,0,0,1,0,0,0,3/2,0,4,0,0,0,0,0,0;76,76;south";
    assert_eq!(after(&g, p, "E"), "0,0,0,0,0,1,0,0,3/2,0,4,0,0,0,0,0,0;76,76;north");
    assert_eq!(after(&g, p, "I"), "0,0,0,0,1,0,0,0,1/3,1,4,0,0,0,0,0,0;76,76;north");
    assert_eq!(
        after(&g, "1,0,5,0,0,2,0,0,4/3,1,2,0,6,0,0,1,0;70,67;south", "I"),
        "1,0,5,0,0,2,0,0,1/4,2,0,0,6,0,0,1,0;73,67;north;marks=c:tuz:south"
    );
    assert_eq!(
        after(&g, "0,1,0,0,0,0,0,0,10/1,1,1,1,1,1,1,1,2;60,81;south", "I"),
        "0,1,0,0,0,0,0,0,1/2,2,2,2,2,2,2,2,3;60,81;north"
    );
    let tuz = |rows: &str| format!("{rows};75,79;north;marks=c:tuz:south");
    assert_eq!(
        after(&g, &tuz("0,2,0,0,0,0,0,0,0/5,0,0,1,0,0,0,0,0"), "a"),
        "0,2,0,0,0,0,0,0,0/1,1,0,2,1,0,0,0,0;76,79;south;marks=c:tuz:south"
    );
    assert_eq!(
        after(&g, &tuz("0,2,0,0,0,0,0,0,0/3,0,0,3,0,0,0,0,0"), "a"),
        "0,2,0,0,0,0,0,0,0/1,1,0,3,0,0,0,0,0;76,79;south;marks=c:tuz:south"
    );
}

#[test]
fn congkak_opening() {
    let g = compile(&congkak(7, 7));
    assert_eq!(after(&g, "7,7,7,7,7,7,7/7,7,7,7,7,7,7;0,0;south", "F"), "8,8,8,8,8,0,8/8,0,8,8,8,8,0;10,0;north");
    let three = compile(&congkak(3, 3));
    // A closed pit gets nothing and faces nothing. South's side is empty then: north keeps two.
    let s = after(&three, "0,2,0/2,1,2;0,0;south;closed=A", "B");
    assert_eq!(s, "0,0,0/0,0,0;5,2;north;closed=A");
}

/// Plain relay: on while the last pit was occupied.
fn relay(pits: i64, seeds: i64) -> sower::ir::Game {
    let mut g = bare(pits, seeds);
    g.phases[0].hooks.landing =
        vec![vec![rule(0, Cond::Was(CountTest::Than(Compare::Ge, k(1))), vec![ActionKind::Relay(Place::Here)])]];
    g
}

#[test]
fn a_relay_that_comes_back() {
    use sower::engine::{Event, Refused};
    let mut ir = relay(2, 1);
    let g = compile(&ir);
    let s = read(&g, "0,1/3,1;0,0;north", true).expect("a position");
    let mut m = Machine::new(&g);
    let ply = m.legal(&s);
    assert_eq!(ply.len(), 1, "north's a never ends");
    let a = read_move(&mut m, &s, "a").expect_err("a never ends");
    assert!(a.message.contains("never end"), "{}", a.message);
    for (policy, over) in [(Endless::End, false), (Endless::Draw, true)] {
        ir.round.endless = Some(policy);
        let g = compile(&ir);
        let s = read(&g, "0,1/3,1;0,0;north", true).expect("a position");
        let mut m = Machine::new(&g);
        let a = read_move(&mut m, &s, "a").expect("legal")[0];
        let mut found = false;
        let t = m.play_traced(&s, &a, &mut |e| found |= matches!(e, Event::Endless { .. })).expect("legal");
        assert!(found);
        assert_eq!(t.over().is_some_and(|o| o.winner == Winner::Draw), over);
        assert_eq!(t.counts().iter().sum::<u32>(), 5);
    }
    let _ = Refused::Over;
}

#[test]
fn a_long_relay_is_finite() {
    use sower::engine::{Event, Settings};
    let ir = relay(2, 38_436);
    let game = sower::engine::Game::compile(&ir, &Settings::default()).expect("compiles");
    let s = game.start();
    let mut m = Machine::new(&game);
    let a = read_move(&mut m, &s, "A").expect("A is finite")[0];
    assert!(m.play(&s, &a).is_ok());
    // The budget counts laps: one less than it takes isn't enough.
    for (max_laps, fine) in [(146_214, true), (146_213, false)] {
        let game = sower::engine::Game::compile(&ir, &Settings { max_laps, ..Settings::default() }).expect("compiles");
        assert_eq!(Machine::new(&game).play(&game.start(), &a).is_ok(), fine, "{max_laps}");
    }
    let _ = Event::Over;
}

#[test]
fn a_relay_that_takes_too_long_is_undecided() {
    use sower::engine::Refused;
    let mut ir = bare(5, 4);
    ir.phases[0].hooks.landing = vec![vec![rule(0, Cond::Const(true), vec![ActionKind::Relay(Place::Here)])]];
    ir.round.endless = Some(Endless::End);
    let settings = sower::engine::Settings { max_laps: 100_000, ..Default::default() };
    let g = sower::engine::Game::compile(&ir, &settings).expect("compiles");
    let mut m = Machine::new(&g);
    let ply = m.legal(&g.start())[0];
    let mut undecided = None;
    m.play_traced(&g.start(), &ply, &mut |e| {
        if let sower::engine::Event::Undecided { laps } = e {
            undecided = Some(laps);
        }
    })
    .expect("legal");
    assert_eq!(undecided, Some(100_000));
    ir.round.endless = None;
    let g = sower::engine::Game::compile(&ir, &settings).expect("compiles");
    let refused = Machine::new(&g).play(&g.start(), &ply);
    assert!(matches!(refused, Err(Refused::Endless { decided: false, .. } | Refused::Over)), "{refused:?}");
}
