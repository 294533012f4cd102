//! A number of players that an option gives: docs/language/board.md.

use sower::analyse::{examples, lints};
use sower::engine::{Game, Machine, Settings, State, notation, position};
use sower::ir;

use crate::support;

/// Rules name one who doesn't always play.
const FEW_OR_MANY: &str = "game \"Seats\" { source \"this test\" }
option seats = 2 in 1..4
var got per player = 0 in 0..9
board {
  ring 12; owner nobody; players seats named red, green, blue, grey; seeds 2 each
  seeds 5 in my store; seeds 7 in pit P4 for blue; reserve 3
  give pit P1 to red; give pit P4 to blue; give pit P7 to green
}
moves { from my pits; otherwise from all pits }
sowing { counterclockwise }
landing {
  store of blue > 5 => capture here for green
  here holds 3      => capture here for blue then add 1 to got of blue
}
round {
  starts the owner
  over when turn > 40                                     => owners keep the rest
  over when option seats is 2 and score of opponent > 20  => opponent wins
  over when mover cannot move                             => owners keep the rest
  over when the position repeats                          => owners keep the rest
}
rounds { refill as at first; over when round = 2 => blue wins }
";

fn text() -> String {
    FEW_OR_MANY.replace("  starts the owner\n", "")
}

fn game(text: &str, seats: u8, matches: bool) -> Game {
    let options = vec![("seats".to_owned(), seats.to_string())];
    let settings = Settings { matches, options, ..Settings::default() };
    Game::compile(&support::from_text("seats.sow", text), &settings).unwrap_or_else(|e| panic!("{e:#?}\n{text}"))
}

fn messages(text: &str) -> Vec<String> {
    let checked = sower::check::check(&sower::source::Source::new("seats.sow", text));
    checked.diagnostics.iter().filter(|d| d.code.id.starts_with("E0")).map(|d| d.message.clone()).collect()
}

/// Plays a first move again and again, to the end.
fn to_the_end(game: &Game) -> State {
    let mut machine = Machine::new(game);
    let mut state = game.start();
    let seeds = |s: &State| s.counts().iter().map(|&n| u64::from(n)).sum::<u64>();
    for i in 0..500 {
        let legal = machine.legal(&state);
        let Some(ply) = legal.get(i % legal.len().max(1)) else { break };
        let line = position::show(game, &state);
        assert_eq!(position::read(game, &line, false).map(|s| position::show(game, &s)), Ok(line.clone()), "{line}");
        let shown = notation::show(game, &state, ply);
        assert_eq!(notation::read(&mut machine, &state, &shown).as_deref(), Ok(&[*ply][..]), "{line}: {shown}");
        state = machine.play(&state, ply).expect("legal");
        assert_eq!(seeds(&state), game.seeds());
    }
    state
}

#[test]
fn as_many_play_as_the_option_says() {
    for seats in 1..=4 {
        for matches in [false, true] {
            let game = game(&text(), seats, matches);
            let names = ["red", "green", "blue", "grey"];
            assert_eq!(game.ir().players, names[..usize::from(seats)]);
            assert_eq!(game.ir().player_count, None);
            // Of the third one's seven seeds nothing lies there where he doesn't play.
            let p4 = if seats > 2 { 7 } else { 2 };
            assert_eq!(game.seeds(), 22 + p4 + 8 * u64::from(seats), "{seats}");
            let owner = |pit: &str| game.start().owner(&game, game.geometry().pit(pit).expect("a pit"));
            assert_eq!(owner("P1"), Some(0));
            assert_eq!(owner("P7"), Some(1).filter(|_| seats > 1), "{seats}");
            assert_eq!(owner("P4"), Some(2).filter(|_| seats > 2), "{seats}");
            let over = to_the_end(&game).over().cloned().expect("it ends");
            assert_eq!(over.score.len(), usize::from(seats));
        }
    }
}

#[test]
fn turns_go_round_all_of_them() {
    for seats in 2..=4 {
        let game = game(&text(), seats, false);
        let mut machine = Machine::new(&game);
        let mut state = game.start();
        let mut turns = 0;
        while let Some(who) = state.to_move() {
            assert_eq!(who, turns % seats, "{seats}");
            let ply = machine.legal(&state)[0];
            state = machine.play(&state, &ply).expect("legal");
            turns += 1;
        }
        assert!(turns > 2 * seats, "{turns} turns of {seats}");
    }
}

/// A rule that only two players have is refused with the others, and only then.
#[test]
fn each_number_is_looked_at() {
    let ir = support::from_text("seats.sow", &text());
    let others = lints::for_players(&ir, &Settings::default());
    let set: Vec<&str> = others.iter().map(|s| s.options[0].1.as_str()).collect();
    assert_eq!(set, ["1", "3", "4"]);
    let chosen = Settings { options: vec![("seats".to_owned(), "3".to_owned())], ..Settings::default() };
    assert!(lints::for_players(&ir, &chosen).is_empty());
    let unguarded = text().replace("option seats is 2 and ", "");
    let ir = support::from_text("seats.sow", &unguarded);
    for (seats, refused) in [(1, false), (2, false), (3, true), (4, true)] {
        let options = vec![("seats".to_owned(), seats.to_string())];
        let why = Game::compile(&ir, &Settings { options, ..Settings::default() }).err();
        let named = why.as_ref().is_some_and(|d| d[0].span.line > 0 && d[0].message.contains("could be any of"));
        assert_eq!((why.is_some(), named), (refused, refused), "{seats}");
    }
}

#[test]
fn what_a_board_of_several_numbers_cannot_be() {
    let board = |players: &str, more: &str| {
        format!(
            "game \"Bad\" {{ source \"this test\" }}\noption seats = 2 in 2..4\noption word = few | many\n\
             board {{ {more}; players {players}; seeds 2 each }}\nsowing {{ counterclockwise }}\n\
             round {{ over when mover cannot move => draw; over when the position repeats => draw }}\n"
        )
    };
    for (players, more, said) in [
        ("word", "ring 12", "how many play must be known before the game"),
        ("seats + 1", "ring 12", "how many play must be known before the game"),
        ("seets", "ring 12", "nothing is named `seets`"),
        ("seats named a, b", "ring 12", "2 names are given, and up to 4 play"),
        ("seats named a, b, c, a", "ring 12", "two players are named `a`"),
        ("3 named a, b", "ring 12", "2 names are given, and up to 3 play"),
        ("12", "ring 12", "a game can't have 12 players"),
        ("0", "ring 12", "a game can't have 0 players"),
        ("seats", "rows 4; pits 6 a row", "4 rows can't be shared out among 3 players"),
        ("seats", "rows 2; pits 6 a row; owner by halves", "only two players can own a half each"),
    ] {
        let text = board(players, more);
        assert!(messages(&text).iter().any(|m| m.contains(said)), "{said}: {:?}\n{text}", messages(&text));
    }
    let wide = board("seats", "ring 12").replace("2 in 2..4", "2 in 2..1000");
    assert_eq!(messages(&wide), ["a game can't have 11 players"]);
    // What the checker can't tell the engine does: 12 pits for 5, for 7 …
    let ring = board("seats", "ring 12").replace("2 in 2..4", "2 in 2..5");
    let ir = support::from_text("bad.sow", &ring);
    let settings = Settings { options: vec![("seats".to_owned(), "5".to_owned())], ..Settings::default() };
    let why = Game::compile(&ir, &settings).expect_err("12 pits for 5");
    assert!(why[0].message.contains("equal stretches"), "{why:?}");
}

/// An IR that was written by hand says so, too, and nothing panics.
#[test]
fn an_ir_that_names_nobody() {
    let mut ir = support::from_text("seats.sow", &text());
    for count in [ir::Num::Const(0), ir::Num::Const(5), ir::Num::Const(-1), ir::Num::Option(40), ir::Num::Hand] {
        ir.player_count = Some(count);
        let why = Game::compile(&ir, &Settings::default()).expect_err("nobody plays");
        assert!(why[0].message.contains("players"), "{why:?}");
        assert!(lints::for_players(&ir, &Settings::default()).is_empty());
    }
}

#[test]
fn examples_say_how_many_play() {
    let held = text()
        + "example \"four\" {
             set seats = 4
             won 0 0 0 0  free  P1 1  red to move
             play P1
             expect won 0 0 0 0  green to move
           }
           example \"two\" {
             won 0 0  free  P1 1  red to move
             play P1
             expect won 0 0  green to move
           }\n";
    let outcome = examples::run(&support::from_text("seats.sow", &held), &Settings::default());
    assert_eq!((outcome.passed, outcome.failed.len()), (2, 0), "{outcome:#?}");
    for (wrong, said) in [
        ("won 0 0 0  free  P1 1", "3 numbers for 2 players"),
        ("expect won 5 5 5", "3 numbers for 2 players"),
        ("blue to move\nplay P1", "no such player"),
    ] {
        let text = text() + &format!("example \"two\" {{ {wrong} }}\n");
        let outcome = examples::run(&support::from_text("seats.sow", &text), &Settings::default());
        assert!(outcome.failed.iter().any(|f| f.diagnostics[0].message.contains(said)), "{said}: {outcome:#?}");
    }
    assert!(
        messages(&(text() + "example \"x\" { won 1 1 1 1 1 }\n"))[0].contains("there are 1 or 2 or 3 or 4 players")
    );
}

#[test]
fn it_expands_to_what_it_is() {
    let ir = support::from_text("seats.sow", &text());
    let kernel = sower::render::kernel(&ir);
    assert!(kernel.contains("players seats named red, green, blue, grey"), "{kernel}");
    let again = support::from_text("again.sow", &kernel);
    assert_eq!((&again.players, &again.player_count), (&ir.players, &ir.player_count));
    for seats in 1..=4 {
        let game = game(&text(), seats, false);
        let folded = sower::render::kernel(game.ir());
        let alone = support::from_text("folded.sow", &folded);
        assert_eq!(alone.players, game.ir().players, "{folded}");
    }
}
