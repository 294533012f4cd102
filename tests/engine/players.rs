//! More than two players, and starts from the reserve: docs/language/board.md, round.md and moves.md.

use std::sync::atomic::{AtomicBool, AtomicU64};

use sower::chance::Chance;
use sower::engine::{Game, Machine, Settings, State, Winner, notation, position};
use sower::players::Spec;
use sower::render::json;
use sower::simulate::{self, Plan, Watch};
use sower::source::Source;

use crate::support;

const ROWS_OF_THEIR_OWN: &str = "game \"Three\" { source \"this test\" }
board { rows 3; pits 4 a row; players red, green, blue; seeds 2 each; stores right }
sowing { counterclockwise; into my store }
landing { here is my store => move again; here was empty and here is mine => capture here; otherwise => end }
round {
  next player { mover cannot move => pass }
  over when mover cannot move    => owners keep the rest
  over when the position repeats => owners keep the rest
}
rounds {
  refill 2 a pit from left
  unfilled closed
  starter alternates
  over when a player fills no pit
  over when round = 3
}
";

/// Two rows that three share; what is marked and counted is read by the rules.
const SHARED: &str = "game \"Shared\" { source \"this test\" }
var taken-by per player = 0 in 0..9
mark flag { 2 per player; until emptied }
board {
  rows 2; pits 6 a row; players left, middle, right; seeds 2 each
  give pit A, pit B, pit e, pit f to left
  give pit C, pit D, pit c, pit d to middle
  give pit E, pit F, pit a to right
  give pit b to nobody
}
sowing { either way }
landing {
  here is theirs and holds 3 => capture here then add 1 to taken-by of owner of here then make start a flag
  here is mine and holds 3   => capture here for player (number of here + 3) then give here to player (my turn)
  otherwise                  => end
}
round {
  next player { mover cannot move => pass }
  over when mover cannot move    => split the rest
  over when the position repeats => split the rest
  over when turn > 200           => split the rest
}
";

fn game(text: &str, matches: bool) -> Game {
    let settings = Settings { matches, ..Settings::default() };
    Game::compile(&support::from_text("players.sow", text), &settings).unwrap_or_else(|e| panic!("{e:#?}\n{text}"))
}

fn play(machine: &mut Machine<'_>, state: &State, moves: &str) -> State {
    moves.split_whitespace().fold(state.clone(), |state, text| {
        let plies = notation::read(machine, &state, text).unwrap_or_else(|d| panic!("{text}: {d:?}"));
        plies.iter().fold(state, |state, ply| machine.play(&state, ply).expect("legal"))
    })
}

fn seeds(state: &State) -> u64 {
    state.counts().iter().map(|&n| u64::from(n)).sum::<u64>() + state.in_hand()
}

#[test]
fn turns_go_round() {
    let game = game(ROWS_OF_THEIR_OWN, false);
    let mut machine = Machine::new(&game);
    let state = play(&mut machine, &game.start(), "A1 B2");
    assert_eq!(position::show(&game, &state), "0,3,3,2/2,0,3,3/2,2,2,2;0,0,0;blue");
    // The third player's last seed goes on in the first one's row, past his store.
    let state = play(&mut machine, &state, "C4");
    assert_eq!(position::show(&game, &state), "1,3,3,2/2,0,3,3/2,2,2,0;0,0,1;red");
}

#[test]
fn a_player_without_a_move_is_passed_over() {
    let game = game(ROWS_OF_THEIR_OWN, false);
    let mut machine = Machine::new(&game);
    let at = |text: &str| position::read(&game, text, true).unwrap_or_else(|d| panic!("{text}: {d:?}"));
    let next = |machine: &mut Machine<'_>, text: &str, ply: &str| play(machine, &at(text), ply).to_move();
    assert_eq!(next(&mut machine, "1,0,0,0/0,0,0,0/1,0,0,0;0,0,0;red", "A1"), Some(2));
    // All others are passed over.
    assert_eq!(next(&mut machine, "1,0,1,0/0,0,0,0/0,0,0,0;0,0,0;red", "A1"), Some(0));
    // Nobody is left.
    let over = play(&mut machine, &at("0,0,0,0/0,0,0,1/0,0,0,0;3,9,3;green"), "B4");
    assert_eq!(over.over().map(|o| (o.winner, o.score.clone())), Some((Winner::Player(1), vec![3, 10, 3])));
}

#[test]
fn rounds_of_three() {
    let game = game(ROWS_OF_THEIR_OWN, true);
    let picture = sower::ir::Picture {
        won: Some(vec![3, 13, 8]),
        between: true,
        started: Some(1),
        ..sower::ir::Picture::default()
    };
    let state = position::from_picture(&game, &picture).unwrap_or_else(|d| panic!("{d:?}"));
    let text = position::show(&game, &state);
    assert!(text.starts_with("2,0,0,0/2,2,2,2/2,2,2,2;1,5,0;blue;closed=A2,A3,A4;"), "{text}");
    let read = position::read(&game, &text, false).expect("its own text");
    assert_eq!(position::show(&game, &read), text);
    // Red filled one pit and the others all of theirs: it goes on. Who fills none ends it.
    let picture = sower::ir::Picture { won: Some(vec![1, 13, 10]), ..picture };
    let state = position::from_picture(&game, &picture).unwrap_or_else(|d| panic!("{d:?}"));
    assert_eq!(state.over().map(|o| o.winner), Some(Winner::Player(1)));
}

#[test]
fn random_games_keep_their_seeds_and_read_back() {
    for (text, matches) in [(ROWS_OF_THEIR_OWN, false), (ROWS_OF_THEIR_OWN, true), (SHARED, false)] {
        let game = game(text, matches);
        let mut machine = Machine::new(&game);
        for number in 0..support::share(60) {
            let (mut chance, mut state, mut plies) = (Chance::of_game(7, number), game.start(), 0);
            while state.over().is_none() && plies < 3_000 {
                let legal = machine.legal(&state);
                let ply = chance.pick(&legal).copied().expect("a move, for it isn't over");
                state = machine.play(&state, &ply).expect("legal");
                plies += 1;
                assert_eq!(seeds(&state), game.seeds());
                let line = position::show(&game, &state);
                let read = position::read(&game, &line, false).unwrap_or_else(|d| panic!("{line}: {d:?}"));
                assert_eq!(position::show(&game, &read), line);
                assert!(matches || read == state && read.key() == state.key(), "{line}");
                let object = json::state(&mut machine, &state, &json::Frame::start(&state));
                let read =
                    position::read_json(&game, &object.into(), false).unwrap_or_else(|d| panic!("{line}: {d:?}"));
                assert!(state.over().is_some() || read.counts() == state.counts(), "{line}");
            }
            assert!(state.over().is_some(), "game {number} goes on");
        }
    }
}

#[test]
fn each_player_may_be_another_program() {
    let game = game(SHARED, false);
    let plan = Plan {
        games: 40,
        seed: 3,
        jobs: 2,
        max_plies: 10_000,
        players: vec![Spec::Random, Spec::Greedy, Spec::Ab(2)],
        rows: false,
    };
    let watch = Watch { stop: &AtomicBool::new(false), done: &AtomicU64::new(0) };
    let tally = simulate::run(&game, &plan, &watch, &mut |_| true).expect("programs");
    let object = tally.to_json(&game, &plan, "shared");
    assert_eq!(object["players"], serde_json::json!({"left": "random", "middle": "greedy", "right": "ab:2"}));
    let wins = |name: &str| object["wins"][name].as_u64().expect("a number");
    assert_eq!(wins("left") + wins("middle") + wins("right") + wins("draw") + tally.unfinished, 40);
    assert!(wins("right") > wins("left"), "looking ahead must pay: {}", object["wins"]);
}

#[test]
fn what_could_be_several_players_is_refused() {
    for rule in ["move all from their store to my store", "capture here for opponent", "capture their pit 3"] {
        let text = SHARED.replace("otherwise                  => end", &format!("otherwise => {rule}"));
        let checked = sower::check::check(&Source::new("refused.sow", &*text));
        let message = match checked.game {
            None => format!("{:?}", checked.diagnostics),
            Some(ir) => format!("{:?}", Game::compile(&ir, &Settings::default()).err()),
        };
        let refused = ["could be any of 2 players", "needs two players", "can't be captured from"];
        assert!(refused.iter().any(|words| message.contains(words)), "{rule}: {message}");
    }
    let unowned = SHARED.replace("  give pit E, pit F, pit a to right\n", "");
    let ir = support::from_text("unowned.sow", &unowned);
    let wrong = Game::compile(&ir, &Settings::default()).expect_err("right has no pits");
    assert!(wrong[0].message.contains("right has no pits"), "{wrong:?}");
}

#[test]
fn a_start_from_the_reserve() {
    let text = "game \"Reserve\" { source \"this test\" }
board { rows 2; pits 4 a row; seeds 1 each; reserve 6; stores none }
sowing { counterclockwise }
moves { from my pits; from my reserve sowing 1..my reserve starting at my pit 2 }
landing { here is theirs and holds 2 => capture here to hand then put hand in my reserve }
round { over when turn > 60 => owners keep the rest; over when mover cannot move => owners keep the rest }
";
    let game = game(text, false);
    let mut machine = Machine::new(&game);
    let legal: Vec<String> = notation::legal(&mut machine, &game.start()).into_iter().map(|(_, text)| text).collect();
    assert_eq!(legal.join(" "), "A B C D @:1 @:2 @:3 @:4 @:5 @:6");
    let state = play(&mut machine, &game.start(), "@:4");
    assert_eq!(position::show(&game, &state), "1,2,2,2/0,1,1,1;0,0;north;reserve=4,6");
    let state = play(&mut machine, &state, "@:4");
    assert_eq!(position::show(&game, &state), "0,2,2,2/0,2,2,2;0,0;south;reserve=4,4;turn=3");
}
