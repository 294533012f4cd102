//! Further rounds: docs/language/rounds.md, statement by statement.

use sower::engine::{Game, Machine, Settings, State, Winner, notation, position};

use crate::support;

/// A game whose round ends when the mover has nothing, with what comes after.
fn text(rounds: &str) -> String {
    format!(
        "game \"Rounds\" {{ source \"this test\" }}
         board {{ rows 2; pits 3 a row; seeds 2 each; stores apart }}
         sowing {{ counterclockwise }}
         landing {{ here is theirs and here was 2 => capture here }}
         round {{ over when mover cannot move => owners keep the rest; endless => illegal }}
         {rounds}"
    )
}

fn whole(text: &str) -> Game {
    let settings = Settings { matches: true, ..Settings::default() };
    Game::compile(&support::from_text("rounds.sow", text), &settings).unwrap_or_else(|e| panic!("{e:#?}\n{text}"))
}

/// The position that follows where each player holds so much at a round's end that `starter` began.
fn after(game: &Game, won: [u64; 2], starter: u8) -> State {
    let picture = sower::ir::Picture {
        won: Some(won.to_vec()),
        between: true,
        started: Some(starter),
        ..sower::ir::Picture::default()
    };
    position::from_picture(game, &picture).unwrap_or_else(|d| panic!("{d:?}"))
}

fn shown(game: &Game, state: &State) -> String {
    let line = position::show(game, state);
    line.split(';').take(3).collect::<Vec<_>>().join(";")
}

fn closed(game: &Game, state: &State) -> Vec<String> {
    game.geometry()
        .pits
        .iter()
        .enumerate()
        .filter(|(i, _)| state.is_closed(*i as u8))
        .map(|(_, p)| p.name.clone())
        .collect()
}

#[test]
fn refills_from_each_end() {
    for (words, south) in [
        ("refill 2 a pit from left", "2,2,0"),
        ("refill 2 a pit", "2,2,0"),
        ("refill 2 a pit from right", "0,2,2"),
        ("refill 2 a pit from the tail", "2,2,0"),
        ("refill 2 a pit from the head", "0,2,2"),
        ("refill 2 a pit from left; remainder in next pit", "2,2,1"),
        ("refill 2 a pit from right; remainder in next pit", "1,2,2"),
    ] {
        let game = whole(&text(&format!("rounds {{ {words}; over when a player fills no pit }}")));
        let state = after(&game, [5, 7], 0);
        let kept = if words.contains("next") { 0 } else { 1 };
        assert_eq!(shown(&game, &state), format!("{south}/2,2,2;{kept},1;north"), "{words}");
        assert_eq!((state.round(), state.kept()), (2, Some(vec![kept, 1])), "{words}");
        assert!(closed(&game, &state).is_empty());
    }
}

#[test]
fn the_tail_is_where_a_sowing_comes_in() {
    let text = text("rounds { refill 2 a pit from the tail; over when a player fills no pit }")
        .replace("sowing { counterclockwise }", "sowing { clockwise }");
    let game = whole(&text);
    assert_eq!(shown(&game, &after(&game, [5, 7], 0)), "0,2,2/2,2,2;1,1;north");
}

#[test]
fn unfilled_pits_are_closed_and_open_again() {
    let game = whole(&text("rounds { refill 2 a pit from left; unfilled closed; over when a player fills no pit }"));
    let state = after(&game, [3, 9], 1);
    assert_eq!(closed(&game, &state), ["B", "C"]);
    // The poorer wins seeds back: from a position of the second round on.
    let line = "0,0,0/0,0,1;6,5;south;closed=B,C;round=2;kept=1,3";
    let next = position::read(&game, line, false).expect("a position");
    assert_eq!(next.round(), 3);
    assert!(closed(&game, &next).is_empty());
    assert_eq!(shown(&game, &next), "2,2,2/2,2,2;0,0;north");
}

#[test]
fn the_end_they_choose() {
    let game = whole(&text("rounds { refill 2 a pit from chosen; over when a player fills no pit }"));
    let state = after(&game, [4, 8], 0);
    assert!(state.between_rounds());
    assert_eq!(state.to_move(), Some(0), "the poorer has a choice, the richer none");
    let mut machine = Machine::new(&game);
    assert_eq!(support::legal(&mut machine, &state), ["left", "right"]);
    let next = support::play(&mut machine, &state, "right");
    assert_eq!(shown(&game, &next), "0,2,2/2,2,2;0,2;north");
}

#[test]
fn as_at_first() {
    let rounds = "rounds { refill as at first; over when rounds won by a player = 2 => that player wins; over when round = 9 => draw }";
    let game = whole(&text(rounds).replace("stores apart", "stores apart; close my pit 3"));
    let state = after(&game, [9, 3], 0);
    assert_eq!(shown(&game, &state), shown(&game, &game.start()).replace("south", "north"));
    assert_eq!(closed(&game, &state), ["C", "c"]);
    // A second round that south wins ends the match.
    let line = "0,0,0/0,0,0;9,3;north;closed=C,c;round=2;wins=1,0";
    let over = position::read(&game, line, false).expect("a position");
    let over = over.over().expect("the match is over");
    assert_eq!((over.winner, &over.score[..]), (Winner::Player(0), &[9, 3][..]));
}

#[test]
fn territory() {
    let game = whole(&text("rounds { own 1 pit per 2 rounding 1; over when a player owns no pit }"));
    // 9 seeds and 1 more are five pits: south's own three, then a and b.
    let state = after(&game, [9, 3], 0);
    assert_eq!(shown(&game, &state), "2,2,2/2,2,2;0,0;north");
    let owners: Vec<Option<u8>> = (0..6).map(|p| state.owner(&game, p)).collect();
    assert_eq!(owners, [0, 0, 0, 0, 0, 1].map(Some));
    let mut machine = Machine::new(&game);
    assert_eq!(support::legal(&mut machine, &state), ["c"]);
    // 12 seeds leave the other none: he owns no pit.
    assert_eq!(after(&game, [12, 0], 0).over().map(|o| o.winner), Some(Winner::Player(0)));
}

/// Three rows of three, two seeds each.
fn three(rounds: &str) -> String {
    text(rounds)
        .replace("rows 2; pits 3 a row", "rows 3; pits 3 a row; players red, green, blue")
        .replace("round { over when", "round { next player { mover cannot move => pass }; over when")
}

/// What each of three holds, and the pits that each owns then.
fn parted(rounds: &str, won: [u64; 3], starter: u8) -> (String, String) {
    let game = whole(&three(rounds));
    let picture = sower::ir::Picture {
        won: Some(won.to_vec()),
        between: true,
        started: Some(starter),
        ..sower::ir::Picture::default()
    };
    let state = position::from_picture(&game, &picture).unwrap_or_else(|d| panic!("{d:?}"));
    let line = position::show(&game, &state);
    assert_eq!(position::read(&game, &line, false).map(|s| position::show(&game, &s)), Ok(line.clone()));
    let owner = |p: u8| state.owner(&game, p).map_or('-', |o| ['r', 'g', 'b'][usize::from(o)]);
    (shown(&game, &state), (0..9).map(owner).collect())
}

#[test]
fn territory_of_three() {
    for (won, starter, pits) in [
        ([6, 6, 6], 0, "rrrgggbbb"),
        // 8 and 5 seeds are four and two pits; the poorest owns the rest, of which he fills two.
        ([8, 5, 5], 0, "rrrrggbbb"),
        // The richest one's stretch begins at his left, and the others' follow in the order of play.
        ([5, 8, 5], 0, "brrggggbb"),
        ([4, 4, 10], 0, "bbrrggbbb"),
        // With equal seeds who starts later is the poorer.
        ([5, 5, 8], 0, "brrgggbbb"),
        ([5, 5, 8], 1, "brrrggbbb"),
        ([18, 0, 0], 0, "rrrrrrrrr"),
        ([0, 1, 17], 2, "bbbbbrbbb"),
    ] {
        let rounds = "rounds { own 1 pit per 2; over when round = 9 }";
        let (board, owners) = parted(rounds, won, starter);
        assert_eq!(owners, pits, "{won:?} {starter}");
        assert!(board.starts_with("2,2,2/2,2,2/2,2,2;0,0,0;"), "{board}");
    }
}

#[test]
fn territory_is_rounded_from_the_richest_on() {
    for (won, pits) in
        [([7, 7, 4], "rrrrggggb"), ([7, 5, 6], "rrrrggbbb"), ([9, 9, 0], "rrrrrgggg"), ([11, 1, 6], "rrrrrrbbb")]
    {
        let (_, owners) = parted("rounds { own 1 pit per 2 rounding 1; over when round = 9 }", won, 0);
        assert_eq!(owners, pits, "{won:?}");
    }
}

#[test]
fn territory_that_is_told_for_all_but_one() {
    let rounds = "rounds { over when round = 9; next round { territory 2 to green, 3 to red; for each player { fill 2 from left } } }";
    let (board, owners) = parted(rounds, [6, 6, 6], 0);
    assert_eq!(owners, "bbbggrrrb");
    assert_eq!(board, "2,2,0/2,2,2/2,2,2;0,2,0;green");
    for (told, of) in [("2 to green", "1 of 3"), ("2 to green, 3 to red, 1 to blue", "3 of 3")] {
        let text = three(&rounds.replace("2 to green, 3 to red", told));
        let checked = sower::check::check(&sower::source::Source::new("rounds.sow", text.clone()));
        let why = &checked.diagnostics.iter().find(|d| d.code.id == "E0304").expect("one is left");
        assert!(why.message.contains(of) && !why.help.is_empty(), "{why:?}");
        // Where an option says how many play, the engine tells it of each number.
        let text = text.replace("players red, green, blue", "players seats named red, green, blue");
        let ir = support::from_text("rounds.sow", &text.replace("board {", "option seats = 3 | 2\nboard {"));
        let why = Game::compile(&ir, &Settings { matches: true, ..Settings::default() }).expect_err("one is left");
        assert!(why[0].message.contains(of) && !why[0].help.is_empty(), "{why:?}");
    }
}

/// Where three share two rows, the order is the same: from the richest one's first pit on.
#[test]
fn territory_on_shared_rows() {
    let rounds = "rounds { own 1 pit per 2; over when round = 9 }";
    let shared = "rows 2; pits 3 a row; players red, green, blue
        give pit A, pit B to red; give pit C, pit c to green; give pit b, pit a to blue";
    let text = three(rounds).replace("rows 3; pits 3 a row; players red, green, blue", shared);
    let text = text.replace("pit c to green", "pit a to green").replace("pit b, pit a to blue", "pit b, pit c to blue");
    let game = whole(&text);
    let picture = sower::ir::Picture {
        won: Some(vec![2, 4, 6]),
        between: true,
        started: Some(0),
        ..sower::ir::Picture::default()
    };
    let state = position::from_picture(&game, &picture).unwrap_or_else(|d| panic!("{d:?}"));
    // A B C, and a b c back: blue has three from b on, red one behind them, green the last two.
    let owners: Vec<Option<u8>> = (0..6).map(|p| state.owner(&game, p)).collect();
    assert_eq!(owners, [2, 0, 1, 1, 2, 2].map(Some));
}

#[test]
fn one_lays_out_and_the_other_mirrors() {
    let game = whole(&text("rounds { poorer lays out, other mirrors; over when store of a player = 0 }"));
    let mut machine = Machine::new(&game);
    let mut state = after(&game, [8, 4], 0);
    assert_eq!(state.to_move(), Some(1));
    assert_eq!(support::legal(&mut machine, &state), ["0", "1", "2", "3", "4"]);
    state = support::play(&mut machine, &state, "1");
    let line = position::show(&game, &state);
    assert_eq!(position::read(&game, &line, false).map(|s| position::show(&game, &s)), Ok(line));
    state = support::play(&mut machine, &state, "3");
    // Nothing is left for the last pit: no choice.
    assert_eq!(shown(&game, &state), "0,3,1/1,3,0;4,0;north");
}

#[test]
fn arrange_within_bounds() {
    let rounds = "rounds {
      next round { for the richer { arrange 7 in my pits, 1..4 each } for each player { fill 1 from left } }
      over when store of a player = 0
    }"
    .replace("} for", "}\n for");
    let game = whole(&text(&rounds));
    let mut machine = Machine::new(&game);
    let mut state = after(&game, [3, 9], 0);
    // With 4 in the others at most, the first needs one at least; the last gets the rest.
    assert_eq!(support::legal(&mut machine, &state), ["1", "2", "3", "4"]);
    state = support::play(&mut machine, &state, "1");
    assert_eq!(support::legal(&mut machine, &state), ["2", "3", "4"]);
    state = support::play(&mut machine, &state, "2");
    assert_eq!(shown(&game, &state), "1,1,1/1,2,4;0,2;north");
}

#[test]
fn who_starts() {
    for (words, started, next) in [
        ("starter alternates", 0, 1),
        ("starter same", 0, 0),
        ("starter the poorer", 0, 1),
        ("starter the richer", 0, 0),
        ("starter the winner", 1, 0),
        ("starter the loser", 0, 1),
    ] {
        let game = whole(&text(&format!("rounds {{ refill 1 a pit; {words}; over when a player fills no pit }}")));
        assert_eq!(after(&game, [8, 4], started).to_move(), Some(next), "{words}");
    }
    // With equal seeds there is no winner, and the poorer is who didn't start.
    for (words, started, next) in [("starter the winner", 1, 1), ("starter the poorer", 1, 0)] {
        let game = whole(&text(&format!("rounds {{ refill 1 a pit; {words}; over when a player fills no pit }}")));
        assert_eq!(after(&game, [6, 6], started).to_move(), Some(next), "{words}");
    }
}

#[test]
fn a_move_again_makes_the_last_mover() {
    let text = "game \"Last\" { source \"this test\" }
        board { rows 2; pits 2 a row; seeds 1 0; stores right }
        sowing { counterclockwise; into my store }
        landing { here is my store => move again }
        round { over when mover cannot move => owners keep the rest }
        rounds { refill 1 a pit from left; starter the last mover; over when round = 3 => draw }";
    let game = whole(text);
    let mut machine = Machine::new(&game);
    let state = ["A", "a", "B"].iter().fold(game.start(), |s, ply| support::play(&mut machine, &s, ply));
    assert_eq!((state.round(), state.to_move()), (2, Some(0)));
}

#[test]
fn what_lasts_a_round_and_what_a_match() {
    let rounds = "var short each round = 0
      var long each match = 0
      mark here-now { ends the lap }
      mark for-ever { until end of match }
      after turn { otherwise => set short to short + 1 then set long to long + 1 }
      rounds {
        next round { for each player { fill 2 from left; make my pit 1 a here-now; make my pit 2 a for-ever } }
        over when long > 100
      }";
    let game = whole(&text(rounds));
    let mut machine = Machine::new(&game);
    let at = |line: &str| position::read(&game, line, false).unwrap_or_else(|d| panic!("{d:?}"));
    // A's seed falls in B; the opponent can't move: the round is over.
    let state = at("1,0,0/0,0,0;5,6;south;var.short=7;var.long=9;marks=C:here-now:south,c:for-ever:north");
    let next = support::play(&mut machine, &state, "A");
    assert_eq!((next.var(&game, 0), next.var(&game, 1)), (&[0][..], &[10][..]));
    let marked: Vec<usize> = (0..6).filter(|&p| !next.marks(p as u8).is_empty()).collect();
    assert_eq!(marked, [0, 1, 3, 4, 5], "C's mark went with the round");
}

#[test]
fn scores_are_of_the_round() {
    let rounds = "rounds { refill 2 a pit; over when a player fills no pit }";
    let text = text(rounds).replace("round {", "round { over when score of a player > 2 => owners keep the rest;");
    let game = whole(&text);
    let state = position::read(&game, "1,1,0/0,0,0;5,5;south;round=2;kept=4,3", false).expect("a position");
    assert_eq!(state.round(), 2, "five less four are one, five less three two");
    let state = position::read(&game, "1,1,0/0,0,0;5,5;south;round=2;kept=4,2", false).expect("a position");
    assert_eq!(state.round(), 3);
}

#[test]
fn a_direction_is_chosen_once() {
    for (by, life, answer) in
        [("the first player", "match", "a>"), ("each player", "match", "a<"), ("the first player", "round", "a>")]
    {
        let rounds = "rounds { refill 2 a pit; over when a player fills no pit }";
        let text = text(rounds).replace(
            "sowing { counterclockwise }",
            &format!("sowing {{ direction chosen once by {by} for the {life} }}"),
        );
        let game = whole(&text);
        let mut machine = Machine::new(&game);
        assert_eq!(support::legal(&mut machine, &game.start()), ["A>", "A<", "B>", "B<", "C>", "C<"]);
        let mut state = support::play(&mut machine, &game.start(), "A>");
        let line = position::show(&game, &state);
        assert_eq!(position::read(&game, &line, false).as_ref(), Ok(&state), "{line}");
        let legal = support::legal(&mut machine, &state);
        match by {
            "each player" => assert!(legal.contains(&answer.to_owned()), "{legal:?}"),
            _ => assert_eq!(legal, ["a", "b", "c"]),
        }
        // In the next round it holds, or doesn't.
        let words = line.replace("0,3,3/2,2,2;0,0;north", "0,0,1/0,0,0;5,6;north");
        state = position::read(&game, &words, false).unwrap_or_else(|d| panic!("{words}: {d:?}"));
        assert_eq!(state.round(), 2);
        let open = support::legal(&mut machine, &state).iter().any(|m| m.contains('<'));
        assert_eq!(open, life == "round" || by == "each player", "{by} {life}");
    }
}

#[test]
fn a_direction_that_the_layout_says() {
    let rounds = "rounds {
      next round { for each player { fill 2 from left; direction clockwise } }
      over when store of a player < 2
    }";
    let text = text(rounds)
        .replace("sowing { counterclockwise }", "sowing { direction chosen once by the first player for the match }");
    let game = whole(&text);
    let state = after(&game, [6, 6], 0);
    assert_eq!(notation_of_first(&game, &state), "a", "the direction is no longer open");
    assert_eq!(state.chosen_direction(0), Some(sower::engine::Turning::Clockwise));
}

fn notation_of_first(game: &Game, state: &State) -> String {
    let ply = Machine::new(game).legal(state)[0];
    notation::show(game, state, &ply)
}

#[test]
fn labels_with_a_number() {
    let rounds = "rounds {
      next round {
        for the poorer { choose { \"twos\" K in 1..3 => fill 2 from left, K pits; \"all\" => fill 1 from left } }
        for the richer { fill 2 from left }
      }
      over when store of a player = 0
    }";
    let game = whole(&text(rounds));
    let mut machine = Machine::new(&game);
    let state = after(&game, [4, 8], 0);
    assert_eq!(support::legal(&mut machine, &state), ["twos", "all"]);
    let next = support::play(&mut machine, &state, "twos/1");
    assert_eq!(shown(&game, &next), "2,0,0/2,2,2;2,2;north");
}

#[test]
fn lots_are_drawn_by_nobody() {
    let rounds = "rounds {
      next round {
        for each player { fill 2 from left }
        choose by lot { \"south\" => south starts; \"north\" => north starts }
      }
      over when store of a player = 0
    }";
    let game = whole(&text(rounds));
    let mut machine = Machine::new(&game);
    let state = after(&game, [5, 7], 0);
    assert!(state.lot());
    assert_eq!(support::play(&mut machine, &state, "south").to_move(), Some(0));
    assert_eq!(support::play(&mut machine, &state, "north").to_move(), Some(1));
}

#[test]
fn names_hold_over_a_choice() {
    let rounds = "rounds {
      next round {
        let few = total of store of the poorer
        for the poorer { choose { \"a\" => fill 1 from left; \"b\" => fill 2 from left } }
        for the richer { fill 2 from left, few pits }
      }
      over when store of a player = 0
    }";
    let game = whole(&text(rounds));
    let mut machine = Machine::new(&game);
    let state = after(&game, [2, 10], 0);
    let line = position::show(&game, &state);
    let back = position::read(&game, &line, false).expect("reads back");
    assert_eq!(shown(&game, &support::play(&mut machine, &back, "a")), "1,1,0/2,2,0;0,6;north");
}

#[test]
fn rounds_that_nobody_can_play_end_the_match() {
    // Each round is over at once, and the layout is the same: they would follow each other for ever.
    let text = text("rounds { refill 2 a pit; over when round = 1000 }")
        .replace("mover cannot move", "total of all pits = 12");
    let game = whole(&text);
    let over = game.start().over().cloned().expect("over");
    assert_eq!((over.winner, over.reason), (Winner::Draw, sower::engine::Reason::Repetition));
}

#[test]
fn finished_rounds_are_told() {
    let game = whole(&text("rounds { refill 2 a pit; over when a player fills no pit }"));
    let mut machine = Machine::new(&game);
    let state = position::read(&game, "1,0,0/0,0,0;5,6;south", false).expect("a position");
    let ply = machine.legal(&state)[0];
    let next = machine.play(&state, &ply).expect("legal");
    let told = machine.finished_rounds();
    assert_eq!(told.len(), 1);
    assert_eq!(shown(&game, &told[0]), "0,0,0/0,0,0;6,6;north");
    assert_eq!(told[0].over().map(|o| o.winner), Some(Winner::Draw));
    assert_eq!(shown(&game, &next), "2,2,2/2,2,2;0,0;north");
    // What isn't asked for isn't kept.
    let mut reused = state.clone();
    machine.play_unchecked(&state, &ply, &mut reused);
    assert_eq!(reused, next);
    assert!(machine.finished_rounds().is_empty());
}

#[test]
fn one_round_is_played_unless_a_match_is_asked_for() {
    let ir = support::from_text("rounds.sow", &text("rounds { refill 2 a pit; over when a player fills no pit }"));
    let game = support::compile(&ir, &[]);
    assert!(!game.is_match());
    let state = position::read(&game, "0,0,0/0,0,0;6,6;south", false).expect("a position");
    assert!(state.over().is_some());
    assert!(position::read(&game, "2,2,2/2,2,2;0,0;south;round=2", false).is_err(), "it has no second round");
}

#[test]
fn a_store_ahead_lies_at_the_end_of_the_row() {
    let text = "game \"Ahead\" { source \"this test\" }
        board { rows 2; pits 2 a row; seeds 3 each; stores ahead }
        sowing { direction chosen once by the first player for the match; into my store }
        landing { otherwise => end }
        round { over when mover cannot move => owners keep the rest }";
    let game = support::compile(&support::from_text("ahead.sow", text), &[]);
    let mut machine = Machine::new(&game);
    let state = support::play(&mut machine, &game.start(), "B>");
    assert_eq!(shown(&game, &state), "3,0/4,4;1,0;north", "the store, a, b");
    let state = support::play(&mut machine, &game.start(), "A<");
    assert_eq!(shown(&game, &state), "0,3/4,4;1,0;north", "the store, b, a");
    let next = support::play(&mut machine, &state, "a");
    assert_eq!(shown(&game, &next), "1,4/0,5;1,1;south", "his own store, B, A, b");
}

#[test]
fn a_phase_is_that_of_the_turn() {
    let text = "game \"Phases\" { source \"this test\" }
        board { rows 2; pits 4 a row; seeds 2 each }
        sowing { counterclockwise }
        landing { otherwise => end }
        phase opening for each player while my turn = 1 { moves { from my pit 4 } }
        phase play for each player otherwise { landing { here was occupied => relay } }
        round { over when mover cannot move => draw; over when the position repeats => draw; endless => illegal }";
    let game = support::compile(&support::from_text("phases.sow", text), &[]);
    let mut machine = Machine::new(&game);
    let mut state = game.start();
    assert_eq!(support::legal(&mut machine, &state), ["D"]);
    state = support::play(&mut machine, &state, "D");
    assert_eq!(support::legal(&mut machine, &state), ["d"], "each player has his own opening");
    assert_eq!(machine.phase(&state, 1), Some("opening"));
    state = support::play(&mut machine, &state, "d");
    assert_eq!(support::legal(&mut machine, &state), ["A", "B", "C"]);
    assert_eq!(machine.phase(&state, 0), Some("play"));
    // The file's landing rule counts in the opening, the phase's own one afterwards.
    let line = position::show(&game, &state);
    assert_eq!(position::read(&game, &line, false).as_ref(), Ok(&state), "{line}");
    state = support::play(&mut machine, &state, "C");
    assert_ne!(shown(&game, &state), "3,3,0,1/3,3,2,1;0,0;north", "a relay");
}

/// A round is one move, and each has six seeds again: all rounds of a starter begin alike.
#[test]
fn a_match_that_comes_back_can_be_given_up() {
    let rules = "landing { otherwise => finish round owners keep the rest }";
    for (words, rounds) in
        [("the layout repeats", 2), ("the layout repeats 3 times", 3), ("the layout repeats 12 times", 12)]
    {
        let rounds_of = |starter: &str| {
            let text = format!(
                "game \"Layouts\" {{ source \"this test\" }}
                 board {{ rows 2; pits 3 a row; seeds 2 each; stores apart }}
                 sowing {{ counterclockwise }}
                 {rules}
                 round {{ over when mover cannot move => owners keep the rest; over when the position repeats => draw }}
                 rounds {{ starter {starter}; next round {{ lay out as at first }}; over when {words} => draw }}"
            );
            let game = whole(&text);
            let mut machine = Machine::new(&game);
            let mut state = game.start();
            while state.over().is_none() {
                state = support::play(&mut machine, &state, if state.to_move() == Some(0) { "A" } else { "a" });
            }
            assert_eq!(state.over().map(|o| o.winner), Some(Winner::Draw));
            state.round()
        };
        assert_eq!(rounds_of("same"), rounds, "{words}");
        assert_eq!(rounds_of("alternates"), 2 * rounds - 1, "{words}: who begins counts, too");
    }
}
