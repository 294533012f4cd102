//! Boards that aren't rows of one player each: rows that two share, rings, places, ways, facing, owners.

use sower::engine::{Game, Machine, Settings, notation, position};
use sower::source::Source;

use crate::support;

/// A game on this board; else the code and words of the first error.
fn laid_out(board: &str, rest: &str) -> Result<Game, String> {
    let text = support::whole(&format!("board {{ {board} }}\n{rest}"));
    let checked = sower::check::check(&Source::new("board.sow", text.as_str()));
    let said = |d: &sower::diagnostic::Diagnostic| format!("{} {}", d.code.id, d.message);
    let ir = checked.game.ok_or_else(|| checked.diagnostics.iter().map(said).collect::<Vec<_>>().join("; "))?;
    Game::compile(&ir, &Settings::default()).map_err(|all| said(&all[0]))
}

fn game(board: &str, rest: &str) -> Game {
    laid_out(board, rest).unwrap_or_else(|e| panic!("{board}: {e}"))
}

fn refused(board: &str) -> String {
    laid_out(board, "").err().unwrap_or_else(|| panic!("{board} can be laid out"))
}

fn moves(game: &Game) -> String {
    let start = game.start();
    let legal = notation::legal(&mut Machine::new(game), &start);
    legal.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

/// The position after some moves, one player after the other.
fn after(game: &Game, plies: &str) -> String {
    let mut machine = Machine::new(game);
    let mut state = game.start();
    for text in plies.split(' ') {
        state = support::play(&mut machine, &state, text);
    }
    position::show(game, &state)
}

#[test]
fn a_row_that_two_share() {
    let three = game("rows 3; pits 6 a row; seeds 3 each", "");
    assert_eq!(moves(&three), "D1 E1 F1 A2 B2 C2 D2 E2 F2");
    // From the row at his side into his half of the row between, then to the other player.
    assert_eq!(after(&three, "E2"), "3,4,4/3,3,3,3,0,4/3,3,3/3,3,3,3,3,3;0,0;north");
    assert_eq!(after(&three, "D1 d1"), "0,3,3/4,4,4,3,3,3/0,3,3/4,4,4,3,3,3;0,0;south");
    let named = game("row middle = D1..F1; row outer = A2..F2; seeds 3 each", "");
    assert_eq!(moves(&named), moves(&three));
    // Five rows, and one.
    assert_eq!(moves(&game("rows 5; pits 4 a row; seeds 1 each", "")), "C1 D1 A2 B2 C2 D2 A3 B3 C3 D3");
    let one = game("rows 1; pits 6 a row; seeds 2 each", "");
    assert_eq!((moves(&one), after(&one, "C")), ("A B C".into(), "2,2,0/3,3,2;0,0;north".into()));
}

#[test]
fn facing_by_column_where_a_row_is_shared() {
    let rest = "landing { here is mine and opposite front is occupied => capture opposite front and opposite back; \
                here is mine => capture opposite back }";
    let three = game("rows 3; pits 6 a row; seeds 1 each", rest);
    // B2 faces e1 and e2, E2 only b2.
    assert_eq!(after(&three, "A2"), "1,1,1/0,2,1,1,1,1/1,0,1/1,1,1,1,0,1;2,0;north");
    assert_eq!(after(&three, "D2"), "1,1,1/1,1,1,0,2,1/1,1,1/1,0,1,1,1,1;1,0;north");
}

#[test]
fn a_middle_pit_of_nobody() {
    assert!(refused("rows 3; pits 7 a row; seeds 1 each").contains("leads through D1, which is nobody's"));
    let told = "rows 3; pits 7 a row; seeds 1 each; \
                path my back, my front backward, pit D1, their back, their front backward";
    // Each player passes it behind his own half: what is a way for one must be one for the other.
    let game = game(told, "");
    assert_eq!(after(&game, "E1"), "0,1,1/1,1,1,1,1,1,1/1,1,1/1,1,1,1,1,1,1/2;0,0;north");
    assert_eq!(game.start().owner(&game, game.geometry().pit("D1").expect("a pit")), None);
}

#[test]
fn rings() {
    let ring = game("ring 6; seeds 1 2 3", "sowing { either }");
    assert_eq!(moves(&ring), "P1+ P1- P2+ P2- P3+ P3-");
    assert_eq!(after(&ring, "P1- P4+"), "0,2,3/0,3,4;0,0;south");
    let free = game("ring 5; owner nobody; seeds 1 each", "moves { from all pits }");
    assert_eq!((moves(&free), after(&free, "P5")), ("P1 P2 P3 P4 P5".into(), "2,1,1,1,0;0,0;north".into()));
    assert!(refused("ring 7; seeds 4 each").contains("in equal stretches"));
    assert!(refused("ring 6; rows 2; seeds 4 each").contains("`rows` is said of a ring"));
    assert!(refused("ring 6; owner by halves; seeds 4 each").contains("no halves"));
    assert!(refused("ring 6; stores right; seeds 4 each").contains("no ends"));
    assert!(refused("ring 121; owner nobody; seeds 4 each").contains("at most 120 pits"));
}

#[test]
fn places_alone() {
    let game = game(
        "place east = E; place north = N; place west = W; path east, north, west; seeds 2 each",
        "moves { from all pits }",
    );
    assert_eq!((moves(&game), after(&game, "W")), ("E N W".into(), "3,3,0;0,0;north".into()));
    assert!(refused("place east = E; place north = N; seeds 2 each").contains("no `path`"));
}

#[test]
fn ways_meet_no_place_twice() {
    let board = |path: &str| format!("rows 2; pits 3 a row; seeds 1 each; path {path}");
    assert!(refused(&board("my pits, their pits, my pit 1")).contains("meets A twice"));
    assert!(refused(&board("my pits, my pit 4")).contains("piece without a place"));
    assert!(refused(&board("my pits, their occupied pits")).contains("depends on the play"));
    assert!(refused(&board("my pits, nobody")).contains("leads through nobody"));
    // Each player sees it from his side; `+` is along it where it crosses the board.
    let cross =
        game(&board("my pit 1, their pit 1, my pit 2, their pit 2, my pit 3, their pit 3"), "sowing { either }");
    assert_eq!(moves(&cross), "A+ A- B+ B- C+ C-");
    assert_eq!(after(&cross, "A+ a+"), "1,1,1/0,2,1;0,0;south");
}

#[test]
fn facing_as_it_is_told() {
    let rest = "landing { otherwise => capture opposite }";
    let ring = game("ring 4; seeds 1 each; facing P1 P3, P2 P4", rest);
    assert_eq!(after(&ring, "P1"), "0,2/1,0;1,0;north");
    let none = game("rows 2; pits 2 a row; seeds 1 each; facing none", rest);
    assert_eq!(after(&none, "A"), "0,2/1,1;0,0;north");
    assert!(refused("rows 2; pits 2 a row; seeds 1 each; facing A a, A b").contains("more than once what A faces"));
    assert!(refused("rows 2; pits 2 a row; seeds 1 each; facing A z").contains("there is no pit \"z\""));
}

#[test]
fn whose_the_pits_are() {
    assert_eq!(moves(&game("rows 2; pits 3 a row; seeds 1 each; give my pits 1..2 to opponent", "")), "C a b");
    assert_eq!(moves(&game("rows 2; pits 3 a row; seeds 1 each; give all middle to nobody", "")), "A C");
    assert_eq!(
        moves(&game("rows 2; pits 3 a row; seeds 1 each; owner nobody", "moves { from all pits }")),
        "A B C a b c"
    );
    assert!(refused("rows 2; pits 3 a row; seeds 1 each; give my pits to the loser").contains("only in `rounds`"));
    assert!(refused("rows 2; pits 3 a row; seeds 1 each; give my store to nobody").contains("said of no pit"));
}

#[test]
fn rows_of_other_lengths() {
    assert!(refused("row middle = D1..G1; row outer = A2..F2; rows 3; seeds 1 each").contains("don't lie in one row"));
    assert!(refused("rows 5; pits 4 a row; seeds 1 each; players a, b, c").contains("shared out among 3 players"));
    assert!(refused("row outer = A2..C9; rows 2; seeds 1 each").contains("can't be told"));
    let lower = game("row front = B1..C1; row back = A2..D2; rows 4; seeds 1 each", "");
    assert_eq!(moves(&lower), "B1 C1 A2 B2 C2 D2");
}
