//! Pieces of other kinds, and opening scripts: docs/language/pieces.md and opening.md.

use sower::engine::{Game, Machine, PlaceId, Settings, State, Winner, notation, position};
use sower::render::{Frame, state as json};

use crate::support;

fn game(text: &str, matches: bool) -> Game {
    let settings = Settings { matches, ..Settings::default() };
    let text = format!("game \"Pieces\" {{ source \"this test\" }}\n{text}\nsowing {{ counterclockwise }}");
    Game::compile(&support::from_text("pieces.sow", &text), &settings).unwrap_or_else(|e| panic!("{e:#?}\n{text}"))
}

/// A stone worth 5 of nobody's in each player's third pit.
const COMMON: &str = "pieces { piece stone worth 5 }
    board { rows 2; pits 4 a row; seeds 2 each; seeds 1 of stone in my pit 3; stores apart }
    round { over when mover cannot move => owners keep the rest; endless => end }";

/// Everybody's own.
const OWN: &str = "pieces { piece stone of each player worth 5 }
    board { rows 2; pits 4 a row; seeds 2 each; seeds 1 of stone in my pit 3; stores apart }
    round { over when mover cannot move => owners keep the rest; endless => end }";

fn at(game: &Game, name: &str) -> PlaceId {
    game.geometry().pit(name).expect(name)
}

/// All kinds in a place, in their order.
fn kinds(game: &Game, state: &State, place: PlaceId) -> Vec<u32> {
    (0..game.piece_kinds().count()).map(|i| game.pieces_in(state, i, place)).collect()
}

fn play(game: &Game, moves: &[&str]) -> State {
    let mut machine = Machine::new(game);
    moves.iter().fold(game.start(), |state, mv| support::play(&mut machine, &state, mv))
}

#[test]
fn counts_hold_all_pieces() {
    let game = game(COMMON, false);
    let start = game.start();
    assert_eq!(start.count(at(&game, "C")), 3);
    assert_eq!(kinds(&game, &start, at(&game, "C")), [1]);
    assert_eq!(game.seeds(), 18);
    assert_eq!(game.worth(&start, at(&game, "C")), 7);
}

#[test]
fn seeds_of_a_hand_fall_first() {
    let game = game(COMMON, false);
    let state = play(&game, &["C"]);
    let stones: Vec<u32> = ["D", "a", "b"].iter().map(|p| kinds(&game, &state, at(&game, p))[0]).collect();
    assert_eq!(stones, [0, 0, 1]);
    assert_eq!(state.count(at(&game, "b")), 3);
}

#[test]
fn the_sower_says_when_a_stone_falls() {
    let rules = "each lap { hand holds a stone => choose N in 1..hand => drop stone as piece (N) }";
    let game = game(&format!("{COMMON}\n{rules}"), false);
    for (n, pit) in [("1", "D"), ("2", "a"), ("3", "b")] {
        let state = play(&game, &["C", n]);
        assert_eq!(kinds(&game, &state, at(&game, pit)), [1], "piece {n}");
    }
    let asked = play(&game, &["C"]);
    let mut machine = Machine::new(&game);
    let options: Vec<String> = machine.legal(&asked).iter().map(|p| notation::show(&game, &asked, p)).collect();
    assert_eq!(options, ["1", "2", "3"]);
    assert_eq!(asked.in_hand(), 3);
    let line = position::show(&game, &asked);
    assert_eq!(position::read(&game, &line, false).expect("is read back"), asked, "{line}");
}

#[test]
fn what_has_just_fallen_is_taken_last() {
    let rules = "each seed { dropped a stone and here was occupied => capture (here - 1) from here }";
    let game = game(&format!("{COMMON}\n{rules}"), false);
    // The stone falls in b, where two seeds lie.
    let state = play(&game, &["C"]);
    assert_eq!((state.count(at(&game, "b")), kinds(&game, &state, at(&game, "b"))), (1, vec![1]));
    assert_eq!(state.count(game.geometry().stores[0]), 2);
}

#[test]
fn of_several_pieces_seeds_go_first() {
    for (action, stones) in [
        ("move 2 from pit C to my store", 0),
        ("move 3 from pit C to my store", 0),
        ("move 4 from pit C to my store", 1),
        ("move all from pit C to my store", 1),
        ("move 1 stone from pit C to my store", 1),
        ("put 2 stone from pit C in my store", 1),
        ("move all stone from pit C to my store", 1),
        ("capture 2 from pit C", 0),
        ("capture pit C", 1),
    ] {
        let game = game(&format!("{COMMON}\nlanding {{ otherwise => {action} }}"), false);
        let state = play(&game, &["A"]);
        let store = game.geometry().stores[0];
        assert_eq!(kinds(&game, &state, store), [stones], "{action}");
        assert_eq!(u64::from(state.count(store)) + 4 * u64::from(stones), game.worth(&state, store), "{action}");
    }
}

#[test]
fn a_stone_that_is_won_is_the_winners_own() {
    let game = game(&format!("{OWN}\nlanding {{ otherwise => capture pit c }}"), false);
    let state = play(&game, &["A"]);
    // South's and North's own, in the order of play.
    assert_eq!(kinds(&game, &state, game.geometry().stores[0]), [1, 0]);
    assert_eq!(kinds(&game, &state, at(&game, "C")), [1, 0]);
}

#[test]
fn whose_stone_it_is_can_be_asked() {
    for (condition, south) in [
        ("pit c holds a stone", true),
        ("pit c holds not a stone", false),
        ("pit c holds a stone of mine", false),
        ("pit c holds a stone of theirs", true),
        ("count of stone in all pits = 2", true),
        ("count of my stone in all pits = 1", true),
        ("count of their stone in my pits = 1", false),
        ("value of pit c = 7", true),
        ("dropped a stone", false),
    ] {
        let game = game(&format!("{OWN}\nlanding {{ {condition} => me wins }}"), false);
        let state = play(&game, &["A"]);
        assert_eq!(state.over().is_some(), south, "{condition}");
    }
}

#[test]
fn the_round_is_won_by_worth() {
    let rules = "landing { otherwise => { capture pit C; move 4 from pit d to store of north; finish round owners keep the rest } }";
    let text = COMMON.replace("seeds 2 each;", "seeds 0 each; seeds 1 in pit A; seeds 4 in pit d;");
    let game = game(&format!("{text}\n{rules}"), false);
    let state = play(&game, &["A"]);
    let over = state.over().expect("it is over");
    // South: a stone and the seed that he sowed; north: four seeds, and the stone in his row.
    assert_eq!(over.score, [6, 9]);
    assert_eq!(over.winner, Winner::Player(1));
}

#[test]
fn positions_tell_of_pieces_as_text_and_json() {
    let rules = "landing { otherwise => capture pit c }";
    for text in [COMMON, OWN] {
        let game = game(&format!("{text}\n{rules}"), false);
        let state = play(&game, &["A", "b"]);
        let line = position::show(&game, &state);
        assert!(line.contains(";pieces="), "{line}");
        assert_eq!(position::read(&game, &line, false).expect("the line is read"), state, "{line}");
        let object = json(&mut Machine::new(&game), &state, &Frame::start(&state));
        let kinds = object.get("kinds").expect("kinds").to_string();
        let text = serde_json::Value::Object(object).to_string();
        assert_eq!(position::read(&game, &text, false).expect("the object is read"), state, "{kinds}");
    }
}

#[test]
fn a_position_with_other_pieces_than_the_game_is_refused() {
    let game = game(COMMON, false);
    for (line, wrong) in [
        ("2,2,3,2/2,2,3,2;0,0;south;pieces=C:stone:1", "has 1 of the kind stone, and the game 2"),
        ("2,2,3,2/2,2,3,2;0,0;south;pieces=C:stone:1,c:pebble:1", "no kind of piece \"pebble\""),
        ("4,4,0,1/2,2,3,2;0,0;south;pieces=C:stone:1,c:stone:1", "holds 0 pieces, and 1 of other kinds"),
        ("2,2,3,2/2,2,3,2;0,0;south;pieces=C:stone", "pieces: write PLACE:KIND:NUMBER"),
    ] {
        let error = position::read(&game, line, false).expect_err(line);
        assert!(error.message.contains(wrong), "{}", error.message);
    }
    let free = "2,2,3,2/2,2,3,2;0,0;south;pieces=C:stone:1";
    assert!(position::read(&game, free, true).is_ok());
}

#[test]
fn only_seeds_fill_pits() {
    let rules = "landing { otherwise => finish round owners keep the rest }
        rounds { next round { for each player { fill 3 from left } }; over when rounds won by a player = 3 => that player wins }";
    let game = game(&format!("{COMMON}\n{rules}"), true);
    // South sows two of his eight seeds in North's row, and has six and the stone: no third pit of three.
    let state = play(&game, &["D"]);
    let counts: Vec<u32> = ["A", "B", "C", "D"].iter().map(|p| state.count(at(&game, p))).collect();
    let store = game.geometry().stores[0];
    assert_eq!(kinds(&game, &state, store), [1]);
    assert_eq!((&counts[..], state.count(store)), (&[3, 3, 0, 0][..], 1));
}

/// South has two pieces and North six; by worth South has ten.
#[test]
fn between_rounds_worth_counts() {
    let text = "pieces { piece stone worth 9 }
        board { rows 2; pits 2 a row; seeds 0 each; seeds 1 in pit A; seeds 1 of stone in pit B; seeds 3 in pit a; seeds 3 in pit b; stores apart }
        round { over when mover cannot move => owners keep the rest; endless => end }
        landing { otherwise => finish round owners keep the rest }
        rounds { next round { for the richer { put 1 from my store in my pit 1 } }; over when score of a player > 40 => that player wins }";
    let game = game(text, true);
    // The seed and the stone lie in B then: ten to six.
    let state = play(&game, &["A"]);
    assert_eq!((state.count(at(&game, "A")), state.count(at(&game, "a"))), (1, 0));
    // What is kept is worth as much as it was, so that nothing has been won yet.
    assert_eq!(state.kept(), Some(vec![9, 6]));
    assert!(state.over().is_none());
}

const OPENING: &str = "board { rows 2; pits 3 a row; seeds 0 each; reserve 4; stores apart }
    opening {
      for south { choose P in my pits => move 2 from my reserve to P }
      for north { choose P in my pits => move 2 from my reserve to P }
      for each player { for each P in my empty pits { move 1 from my reserve to P } }
    }
    round { over when mover cannot move => owners keep the rest; endless => end }";

#[test]
fn players_lay_out_the_board_before_the_first_move() {
    let game = game(OPENING, false);
    let start = game.start();
    assert_eq!((start.to_move(), start.choosing(), start.between_rounds()), (Some(0), true, false));
    let then = play(&game, &["B"]);
    assert_eq!(then.to_move(), Some(1));
    for state in [&start, &then] {
        let line = position::show(&game, state);
        assert_eq!(position::read(&game, &line, false).expect("is read back"), *state, "{line}");
    }
    let laid = play(&game, &["B", "c"]);
    assert_eq!(position::show(&game, &laid), "1,2,1/1,1,2;0,0;south;reserve=0,0");
    assert_eq!((laid.turn(), laid.choosing()), (1, false));
}

#[test]
fn who_starts_can_be_laid_out_too() {
    let text = OPENING.replace("for each player {", "north starts\n for each player {");
    let laid = play(&game(&text, false), &["A", "a"]);
    assert_eq!(laid.to_move(), Some(1));
}

#[test]
fn an_opening_is_of_the_first_round_only() {
    let rules = "landing { otherwise => finish round owners keep the rest }
        rounds { next round { for each player { fill 1 from left } }; over when round = 3 => draw }";
    let game = game(&format!("{OPENING}\n{rules}"), true);
    let second = play(&game, &["A", "a", "A"]);
    assert_eq!((second.round(), second.choosing()), (2, false));
}

/// What a writer of rules reads who gets pieces wrong: message and help.
#[test]
fn mistakes_with_pieces_are_explained() {
    let base = "game \"Pieces\" { source \"this test\" }
        pieces { piece stone worth 5; piece mother of each player worth 5 }
        board { rows 2; pits 4 a row; seeds 2 each; seeds 1 of stone in pit A; seeds 1 of mother in my pit 3 }
        sowing { counterclockwise }
        round { over when mover cannot move => owners keep the rest; over when the position repeats => draw }\n";
    let mut told = String::new();
    for rules in [
        "landing { here holds a ston => end }",
        "landing { here holds my stone => end }",
        "landing { here holds a stone of mine => end }",
        "landing { here is a stone => end }",
        "landing { count of their stone in my pits = 1 => end }",
        "landing { otherwise => move 1 pebble from here to my store }",
        "landing { otherwise => put 1 here from hand in next }",
        "let mother = lap",
        "opening { move 1 from my reserve to pit A }",
        "opening { race; for south { choose P in my pits => move 1 from my reserve to P } }",
        "landing { the layout repeats => end }",
        "example \"e\" { A 3  A holds 2 ston }",
        "example \"e\" { play A; expect A holds 1 mother of south }",
    ] {
        let source = sower::source::Source::new("pieces.sow", format!("{base}{rules}\n"));
        told += &format!("{rules}\n");
        for d in sower::check::check(&source).diagnostics {
            told += &format!("  {}: {}\n    {}\n", d.code.id, d.message, d.help);
        }
    }
    insta::assert_snapshot!(told);
}

#[test]
fn hands_of_two_can_t_hold_pieces_of_other_kinds() {
    let text = format!(
        "game \"Both\" {{ source \"this test\" }}\n{COMMON}\nsowing {{ counterclockwise }}\nopening {{ race }}"
    );
    let ir = support::from_text("both.sow", &text);
    let error = Game::compile(&ir, &Settings::default()).expect_err("a race");
    assert_eq!(error[0].message, "a race with pieces of other kinds");
}
