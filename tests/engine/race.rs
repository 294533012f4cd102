//! The simultaneous opening: docs/language/opening.md.

use sower::engine::{Game, Machine, Settings, State, position};

use crate::support;

/// Congkak on a small board, with a race.
fn text(first: &str, landing: &str) -> String {
    format!(
        "game \"Race\" {{ source \"this test\" }}
         board {{ rows 2; pits 3 a row; seeds 2 each; stores left }}
         sowing {{ clockwise; into my store }}
         landing {{ {landing} }}
         opening {{ race, {first} first }}
         round {{ over when mover cannot move => owners keep the rest; endless => illegal }}"
    )
}

const PLAIN: &str = "here is my store => move again; otherwise => end";
const RELAY: &str = "here is my store => move again
    here was occupied => relay
    here is mine and opposite is occupied => capture across with the last seed";

fn game(first: &str, landing: &str) -> Game {
    support::compile(&support::from_text("race.sow", &text(first, landing)), &[])
}

fn line(game: &Game, state: &State) -> String {
    let line = position::show(game, state);
    line.split(';').take(3).collect::<Vec<_>>().join(";")
}

fn total(state: &State) -> u64 {
    state.counts().iter().map(|&n| u64::from(n)).sum::<u64>() + state.in_hand()
}

fn played(game: &Game, moves: &[&str]) -> State {
    let mut machine = Machine::new(game);
    moves.iter().fold(game.start(), |state, text| support::play(&mut machine, &state, text))
}

#[test]
fn nothing_moves_until_both_have_chosen() {
    let game = game("south", PLAIN);
    let state = played(&game, &["B"]);
    assert!(state.racing());
    assert_eq!((line(&game, &state), state.to_move()), ("2,2,2/2,2,2;0,0;north".into(), Some(1)));
}

/// It is the first turn of both, and a position within it says so.
#[test]
fn it_is_the_first_turn_of_both() {
    let text = text("south", PLAIN)
        .replace("opening {", "moves { from my pit 1 when my turn = 1; from my pits when my turn > 1 }\n opening {");
    let game = support::compile(&support::from_text("race.sow", &text), &[]);
    let mut machine = Machine::new(&game);
    let mut state = game.start();
    for mv in ["A", "a"] {
        assert_eq!(support::legal(&mut machine, &state), [mv]);
        assert_eq!(position::read(&game, &position::show(&game, &state), false).as_ref(), Ok(&state));
        state = support::play(&mut machine, &state, mv);
    }
}

/// Clockwise from C: B, A; from c: b, a. Both stop in their second step, South first.
#[test]
fn who_stops_first_moves_first() {
    for (first, mover) in [("south", "south"), ("north", "north")] {
        let game = game(first, PLAIN);
        let state = played(&game, &["C", "c"]);
        assert!(!state.racing());
        assert_eq!(line(&game, &state), format!("3,3,0/3,3,0;0,0;{mover}"));
    }
    // From A: the store, then c. From C: B, A. Both take two steps, so South stops first; from B he
    // ends in his store and goes on.
    let game = game("south", PLAIN);
    assert_eq!(line(&game, &played(&game, &["A", "c"])), "0,2,2/3,3,1;1,0;south");
}

/// South's B: A and the store, another start; North's c: b and a, and he has stopped. South then sows
/// on alone from A: the store again, c, b, and stops. North stopped first and moves.
#[test]
fn move_again_waits_for_the_step() {
    let game = game("south", PLAIN);
    let state = played(&game, &["B", "c"]);
    assert!(state.racing());
    assert_eq!(line(&game, &state), "3,0,2/3,3,0;1,0;south");
    let mut machine = Machine::new(&game);
    assert_eq!(support::legal(&mut machine, &state), ["A", "C"]);
    let state = support::play(&mut machine, &state, "A");
    assert_eq!(line(&game, &state), "0,0,2/3,4,1;2,0;north");
    assert!(!state.racing());
    assert_eq!(state.turn(), 3);
}

/// The page's worked example: both relay, step by step.
#[test]
fn steps_alternate_seed_by_seed() {
    let text = text("south", "here was occupied => relay; otherwise => end");
    let game = support::compile(&support::from_text("race.sow", &text), &[]);
    // Lifted: A and a. Steps:        S: store   N: store   S: c (was 2, lifts 3)   N: C (was 2, lifts 3)
    // S: b   N: B   S: a (empty before)   N: A (empty before)   S: C (lifted, empty: stops)   N: c (stops)
    let state = played(&game, &["A", "a"]);
    assert_eq!(line(&game, &state), "1,3,1/1,3,1;1,1;south");
    let north_first = text_of_first(&text, "north");
    assert_eq!(line(&north_first, &played(&north_first, &["A", "a"])), "1,3,1/1,3,1;1,1;north");
}

fn text_of_first(text: &str, first: &str) -> Game {
    support::compile(&support::from_text("race.sow", &text.replace("south first", &format!("{first} first"))), &[])
}

#[test]
fn an_option_decides() {
    let text = text("south", PLAIN)
        .replace("board {", "option opening = turns | race\n board {")
        .replace("south first", "south first when option opening is race");
    let ir = support::from_text("race.sow", &text);
    assert!(!support::compile(&ir, &[]).start().racing());
    assert!(support::compile(&ir, &[("opening", "race")]).start().racing());
}

#[test]
fn a_race_begins_each_round() {
    let text = text("the starter", PLAIN) + "\nrounds { refill 2 a pit; over when a player fills no pit }";
    let settings = Settings { matches: true, ..Settings::default() };
    let game = Game::compile(&support::from_text("race.sow", &text), &settings).expect("compiles");
    let state = position::read(&game, "0,0,0/0,0,0;7,5;south", false).expect("a position");
    assert_eq!((state.round(), state.racing(), state.to_move()), (2, true, Some(1)));
}

/// Every turn is a race.
fn together(players: &str, board: &str, landing: &str) -> Game {
    let text = format!(
        "game \"Together\" {{ source \"this test\" }}
         board {{ {board} {players} }}
         sowing {{ counterclockwise }}
         moves {{ race; from my pits; stuck => pass }}
         landing {{ {landing} }}
         round {{ over when total of all pits <= 2 => owners keep the rest; endless => draw }}"
    );
    support::compile(&support::from_text("together.sow", &text), &[])
}

#[test]
fn in_every_turn_all_choose_and_sow() {
    let game = together("", "rows 2; pits 3 a row; seeds 1 each;", "otherwise => end");
    let state = played(&game, &["C", "a"]);
    assert_eq!(line(&game, &state), "1,1,0/1,2,1;0,0;south");
    // South has stopped first: he chooses first, and it is the second turn of both.
    assert!(state.racing());
    assert_eq!(state.turn(), 3);
    let state = played(&game, &["C", "b"]);
    assert_eq!(line(&game, &state), "1,1,0/2,0,2;0,0;south");
}

/// Who has nothing to sow sits the turn out, and isn't waited for.
#[test]
fn who_cannot_start_sits_it_out() {
    let game = together("", "rows 2; pits 3 a row; seeds 1 each;", "otherwise => end");
    let state = position::read(&game, "0,0,0/1,2,3;0,0;south", true).expect("a position");
    assert_eq!(state.to_move(), Some(1));
    let mut machine = Machine::new(&game);
    // c goes round to South's pits; both choose again.
    let state = support::play(&mut machine, &state, "c");
    assert_eq!(line(&game, &state), "1,1,1/1,2,0;0,0;north");
    let state = support::play(&mut machine, &state, "a");
    assert_eq!(state.to_move(), Some(0));
}

#[test]
fn three_can_sow_at_once() {
    let owners = "players left, middle, right
        give pit A, pit B to left; give pit C, pit a to middle; give pit b, pit c to right";
    let game = together(owners, "rows 2; pits 3 a row; seeds 2 each;", "otherwise => end");
    let state = played(&game, &["A"]);
    assert_eq!(state.to_move(), Some(1));
    let state = played(&game, &["A", "C"]);
    assert_eq!(position::read(&game, &position::show(&game, &state), false).as_ref(), Ok(&state));
    // Their first seeds fall in B, a and c; the second ones where the others have lifted.
    let state = played(&game, &["A", "C", "b"]);
    assert_eq!((support::pits(&game, &state), state.to_move()), (vec![1, 3, 1, 3, 1, 3], Some(0)));
    assert_eq!(state.turn(), 4);
    let mut machine = Machine::new(&game);
    let mut state = state;
    for _ in 0..30 {
        let Some(ply) = machine.legal(&state).first().copied() else { break };
        state = machine.play(&state, &ply).expect("legal");
        assert_eq!(total(&state), 12);
        assert_eq!(position::read(&game, &position::show(&game, &state), false).as_ref(), Ok(&state));
    }
}

#[test]
fn what_is_done_after_moves_cannot_stand_beside_it() {
    let text = support::whole(
        "moves { race; from my pits; when turn = 1: must feed }
         after turn { here is mine => capture here }",
    );
    let found = sower::check::check(&sower::source::Source::new("race.sow", &text)).diagnostics;
    let told: Vec<&str> = found.iter().map(|d| d.message.as_str()).collect();
    let wrong = |what: &str| told.iter().any(|m| m.starts_with(what) && m.ends_with("where all move at once"));
    assert!(wrong("what a move must do") && wrong("rules after a move or a turn"), "{told:?}");
}

/// Whole games: seeds stay, positions read back, and a race that never ends ends.
#[test]
fn races_go_through() {
    use rand_core::{Rng, SeedableRng};
    let choosing = "here is my store => move again
        here was occupied and here is mine => choose { \"relay\" => relay; \"stop\" => end }
        here was occupied => relay";
    for landing in [PLAIN, RELAY, "otherwise => relay", choosing] {
        for seed in 0..60 {
            let game = game(if seed % 2 == 0 { "south" } else { "north" }, landing);
            let mut rng = rand_pcg::Pcg64::seed_from_u64(seed);
            let mut machine = Machine::new(&game);
            let mut state = game.start();
            for _ in 0..30 {
                let legal = machine.legal(&state);
                assert_eq!(legal.is_empty(), state.over().is_some());
                let Some(ply) = legal.get((rng.next_u64() % legal.len().max(1) as u64) as usize) else { break };
                state = machine.play(&state, ply).expect("legal");
                assert_eq!(total(&state), 12);
                let line = position::show(&game, &state);
                let back = position::read(&game, &line, false).unwrap_or_else(|d| panic!("{line}: {d:?}"));
                assert_eq!(back, state, "{line}");
                assert_eq!(back.key(), state.key());
            }
        }
    }
}
