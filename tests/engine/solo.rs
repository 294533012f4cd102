//! Boards of one row for one player, and paths that a file lays out itself.

use std::collections::HashMap;

use sower::engine::{Game, Machine, State, Winner, notation, position};

use crate::support;

/// The store at the end of the row.
const AT_THE_END: &str = "game \"Alone\" { source \"a test\" }
option pits = 4 in 1..20
option seeds = 2 in 1..200
board { rows 1; pits pits a row; players 1; seeds seeds each; stores right }
sowing { counterclockwise; into my store }
landing {
  here is my store  => move again
  here was occupied => relay
  otherwise         => nobody wins
}
round { over when my side is empty => mover wins; over when the position repeats => draw; endless => illegal }
";

/// The same, with a pit that is nobody's for the store.
fn with_a_place() -> String {
    AT_THE_END
        .replace(
            "rows 1; pits pits a row; players 1; seeds seeds each; stores right",
            "players 1; row holes = pits pits as A; place ruma = R; path my holes, ruma; seeds seeds each",
        )
        .replace("counterclockwise; into my store", "forward")
        .replace("here is my store", "here is ruma")
}

fn game(text: &str, pits: u64, seeds: u64) -> Game {
    let set = [("pits", pits.to_string()), ("seeds", seeds.to_string())];
    support::compile(&support::from_text("alone.sow", text), &set.each_ref().map(|(k, v)| (*k, v.as_str())))
}

/// The most seeds that can be brought in, and whether that can be all of them.
fn best(game: &Game) -> (u64, bool) {
    best_from(game, &game.start())
}

fn best_from(game: &Game, state: &State) -> (u64, bool) {
    fn search(machine: &mut Machine<'_>, state: &State, known: &mut HashMap<u128, (u64, bool)>) -> (u64, bool) {
        let stored = u64::from(state.count(machine.game().geometry().stores[0]));
        if let Some(over) = state.over() {
            return (stored, over.winner == Winner::Player(0));
        }
        if let Some(&found) = known.get(&state.key()) {
            return found;
        }
        let mut best = (stored, false);
        for ply in machine.legal(state) {
            let next = machine.play(state, &ply).expect("legal");
            let (n, won) = search(machine, &next, known);
            best = (best.0.max(n), best.1 | won);
        }
        known.insert(state.key(), best);
        best
    }
    let mut machine = Machine::new(game);
    search(&mut machine, state, &mut HashMap::new())
}

/// A table that was worked out by a program of another kind: holes by seeds a hole; the most seeds
/// that can be stored, all of them where the second is true.
#[test]
fn tchuka_ruma_is_solved() {
    let table: [&[(u64, bool)]; 4] = [
        &[(1, true), (1, false), (3, true), (3, false), (4, false), (6, true), (7, true), (7, false)],
        &[(1, false), (2, false), (1, false), (8, true), (10, true), (7, false), (14, true), (16, true)],
        &[(3, true), (4, false), (2, false), (1, false), (15, true), (17, false), (21, true), (24, true)],
        &[(3, false), (8, true), (7, false), (2, false), (1, false), (24, true), (28, true), (32, true)],
    ];
    for (holes, row) in table.iter().enumerate().skip(1) {
        for (seeds, expected) in row.iter().enumerate() {
            let game = game(AT_THE_END, holes as u64 + 1, seeds as u64 + 1);
            assert_eq!(best(&game), *expected, "{} holes, {} seeds", holes + 1, seeds + 1);
        }
    }
}

/// OEIS A007780: with these counts two holes can't be emptied, with all others they can.
#[test]
fn two_holes_that_cannot_be_emptied() {
    let lost: Vec<u64> = (1..=60).filter(|&seeds| !best(&game(AT_THE_END, 2, seeds)).1).collect();
    assert_eq!(lost, [1, 2, 3, 6, 9, 11, 18, 20, 27, 30, 54]);
}

/// Campbell and Chavey's solution of four holes of two; no other first move solves it.
#[test]
fn a_published_solution() {
    for text in [AT_THE_END.to_owned(), with_a_place()] {
        let game = game(&text, 4, 2);
        let mut machine = Machine::new(&game);
        let mut state = game.start();
        for ply in ["C", "D", "C", "D", "B", "D"] {
            assert_eq!(state.to_move(), Some(0));
            state = support::play(&mut machine, &state, ply);
        }
        assert_eq!(state.over().map(|o| o.winner), Some(Winner::Player(0)), "{text}");
        for first in ["A", "B", "C", "D"] {
            let next = support::play(&mut machine, &game.start(), first);
            assert_eq!(best_from(&game, &next).1, first == "C", "{first}");
        }
    }
}

/// Whether the store lies apart in the file or on a path of its own, the game is the same.
#[test]
fn a_place_on_a_path_is_as_good_as_a_store() {
    let (store, place) = (game(AT_THE_END, 5, 3), game(&with_a_place(), 5, 3));
    let (mut a, mut b) = (Machine::new(&store), Machine::new(&place));
    let mut waiting = vec![(store.start(), place.start())];
    let mut seen = 0;
    while let Some((s, p)) = waiting.pop() {
        seen += 1;
        let ruma = place.geometry().pit("R").expect("a pit");
        assert_eq!(s.count(store.geometry().stores[0]), p.count(ruma));
        assert_eq!(support::pits(&store, &s), support::pits(&place, &p)[..5]);
        assert_eq!(s.over().map(|o| o.winner), p.over().map(|o| o.winner));
        let moves = support::legal(&mut a, &s);
        assert_eq!(moves, support::legal(&mut b, &p));
        for (game, state) in [(&store, &s), (&place, &p)] {
            let text = position::show(game, state);
            assert_eq!(position::read(game, &text, false).as_ref(), Ok(state), "{text}");
        }
        if seen < 200 {
            waiting.extend(moves.iter().map(|m| (support::play(&mut a, &s, m), support::play(&mut b, &p, m))));
        }
    }
    assert!(seen > 20);
}

/// Two players may have a path of their own too: here each goes round his row and his store only.
#[test]
fn a_path_for_each_of_two_players() {
    let text = "game \"Two\" { source \"a test\" }
board { rows 2; pits 3 a row; seeds 3 each; path my pits backward, my store }
sowing { forward }
round { over when mover cannot move => owners keep the rest; over when the position repeats => draw }
";
    let game = support::compile(&support::from_text("two.sow", text), &[]);
    let mut machine = Machine::new(&game);
    let state = support::play(&mut machine, &game.start(), "B");
    assert_eq!((support::pits(&game, &state), support::stores(&game, &state)), (vec![4, 0, 4, 3, 3, 3], vec![1, 0]));
    let state = support::play(&mut machine, &state, "a");
    assert_eq!((support::pits(&game, &state), support::stores(&game, &state)), (vec![4, 0, 4, 0, 4, 4], vec![1, 1]));
}

#[test]
fn paths_that_cannot_be() {
    let said = |path: &str| {
        let text = AT_THE_END.replace("stores right }", &format!("path {path} }}")).replace("; into my store", "");
        let ir = support::from_text("x.sow", &text);
        let wrong = Game::compile(&ir, &Default::default()).err().unwrap_or_default();
        wrong.iter().map(|d| format!("{}: {}", d.code.id, d.message)).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(said("my pits, my store"), "");
    assert_eq!(said("my pits, my store, pit B"), "E0401: the path meets B twice");
    assert_eq!(said("my pits where occupied, my store"), "E0401: the path has a piece that depends on the play");
    assert_eq!(said("my pits, pit X"), "E0403: there is no pit \"X\"");
}

/// Words for the other player mean nobody.
#[test]
fn no_opponent_no_seat() {
    let rule = "landing {\n  opposite is occupied or here is theirs => capture their pits\n";
    let (odd, plain) = (game(&AT_THE_END.replace("landing {\n", rule), 6, 3), game(AT_THE_END, 6, 3));
    let (mut a, mut b) = (Machine::new(&odd), Machine::new(&plain));
    for ply in support::legal(&mut b, &plain.start()) {
        let (s, p) = (support::play(&mut a, &odd.start(), &ply), support::play(&mut b, &plain.start(), &ply));
        assert_eq!(support::pits(&odd, &s), support::pits(&plain, &p));
    }
    assert!(notation::read(&mut a, &odd.start(), "a").is_err());
}

/// A match of one player: what he has won fills his pits.
fn series(rounds: &str) -> Game {
    let text = format!(
        "game \"Alone\" {{ source \"a test\" }}
board {{ rows 1; pits 4 a row; players 1; seeds 2 each; stores right }}
sowing {{ counterclockwise; into my store }}
landing {{ here is my store => move again; here was occupied => relay; otherwise => nobody wins }}
round {{ over when my side is empty => mover wins; endless => illegal; over when the position repeats => draw }}
rounds {{ {rounds} }}
"
    );
    let settings = sower::engine::Settings { matches: true, ..sower::engine::Settings::default() };
    Game::compile(&support::from_text("alone.sow", &text), &settings).unwrap_or_else(|e| panic!("{e:#?}\n{text}"))
}

/// The position of the next round, where he has won so much at the end of the first.
fn next_round(game: &Game, won: u64) -> String {
    let line = format!("{},0,0,0;{won};south;over=nobody:stuck", 8 - won);
    let line = line.split(";over").next().unwrap_or_default().to_owned();
    let picture =
        sower::ir::Picture { won: Some(vec![won]), between: true, free: true, ..sower::ir::Picture::default() };
    let state = position::from_picture(game, &picture).unwrap_or_else(|d| panic!("{line}: {d:?}"));
    let shown = position::show(game, &state);
    assert_eq!(position::read(game, &shown, true).map(|s| position::show(game, &s)), Ok(shown.clone()));
    shown
}

#[test]
fn a_match_alone() {
    for (layout, won, then) in [
        ("refill 2 a pit from left", 5, "2,2,0,0;1;south;"),
        ("refill 2 a pit from right; unfilled closed", 5, "-,-,2,2;1;south;"),
        ("refill 2 a pit from left; remainder in next pit", 5, "2,2,1,0;0;south;"),
        ("refill as at first", 8, "2,2,2,2;0;south;"),
        ("own 1 pit per 2", 5, "2,2,0,0;1;south;"),
        ("own 1 pit per 2; starter the poorer", 8, "2,2,2,2;0;south;"),
        ("next round { for the poorer { fill 3 from left } }", 6, "3,3,0,0;0;south;"),
        // He is asked where he can't fill all of his pits.
        ("refill 2 a pit from chosen", 5, "0,0,0,0;5;south;"),
        ("the richer lays out", 5, "0,0,0,0;5;south;"),
    ] {
        let game = series(&format!("{layout}; over when round = 3 => nobody wins"));
        let shown = next_round(&game, won).replace(",closed=A,B", "");
        let expected = then.replace('-', "0");
        assert!(shown.starts_with(&expected), "{layout}: {shown}");
        let closed = shown.contains("closed=A,B");
        assert_eq!(closed, then.contains('-'), "{layout}: {shown}");
    }
    // The pits that he can't fill are nobody's.
    let game = series("own 1 pit per 2; over when round = 3");
    let state = position::read(&game, &next_round(&game, 5), true).expect("a position");
    assert_eq!((0..4).map(|p| state.owner(&game, p)).collect::<Vec<_>>(), [Some(0), Some(0), None, None]);
}

#[test]
fn a_match_alone_ends() {
    for (ends, won, winner) in [
        ("over when a player fills no pit => nobody wins", 1, Some(Winner::Nobody)),
        ("over when a player fills no pit", 1, Some(Winner::Nobody)),
        ("over when store of a player < 4 => that player wins", 3, Some(Winner::Player(0))),
        ("over when rounds won by a player = 1 => that player wins", 3, None),
        ("over when round = 2 => mover wins", 3, None),
    ] {
        let ends = ends.replace("mover wins", "south wins");
        let game = series(&format!("refill 2 a pit from left; {ends}"));
        let state = position::read(&game, &next_round(&game, won), true).expect("a position");
        assert_eq!(state.over().map(|o| o.winner), winner, "{ends}");
    }
}

/// Whole matches end, keep their seeds, and can be read back and forth.
#[test]
fn matches_alone_are_played_to_the_end() {
    let game =
        series("refill 2 a pit from chosen; unfilled closed; over when round = 6; over when a player fills no pit");
    let mut machine = Machine::new(&game);
    for number in 0..40 {
        let mut chance = sower::chance::Chance::of_game(7, number);
        let mut state = game.start();
        while state.over().is_none() {
            let line = position::show(&game, &state);
            assert_eq!(
                position::read(&game, &line, false).map(|s| position::show(&game, &s)),
                Ok(line.clone()),
                "{line}"
            );
            let legal = machine.legal(&state);
            let ply = *chance.pick(&legal).expect("a move");
            let text = notation::show(&game, &state, &ply);
            assert_eq!(notation::read(&mut machine, &state, &text).as_deref(), Ok(&[ply][..]), "{line}");
            state = machine.play(&state, &ply).expect("legal");
            assert_eq!(state.counts().iter().sum::<u32>(), 8);
        }
        let over = state.over().expect("over");
        assert!(matches!(over.winner, Winner::Nobody) && over.score.len() == 1, "{over:?}");
    }
}
