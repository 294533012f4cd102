//! Ways along rows and columns that the sower chooses: docs/language/sowing.md.

use sower::engine::{Game, Machine, Settings, State, position};

use crate::support;

fn text(turning: &str, landing: &str) -> String {
    format!(
        "game \"Way\" {{ source \"this test\" }}
         board {{ rows 3; pits 4 a row; players 3; owner nobody; seeds 2 each; stores none }}
         sowing {{ orthogonally, turning at {turning} }}
         moves {{ from all pits }}
         landing {{ {landing} }}
         round {{
           over when turn > 40         => draw
           over when mover cannot move => owners keep the rest
           endless                     => draw
         }}"
    )
}

fn game(turning: &str, landing: &str) -> Game {
    support::compile(&support::from_text("way.sow", &text(turning, landing)), &[])
}

/// The legal moves after some.
fn after(game: &Game, moves: &[&str]) -> (State, Vec<String>) {
    let mut machine = Machine::new(game);
    let state = moves.iter().fold(game.start(), |state, text| support::play(&mut machine, &state, text));
    let mut legal = support::legal(&mut machine, &state);
    legal.sort();
    (state, legal)
}

fn named(game: &Game, state: &State, name: &str) -> u32 {
    let at = game.geometry().pits.iter().position(|p| p.name == name).expect("a pit");
    state.count(at as u8)
}

#[test]
fn a_seed_goes_any_way_but_back() {
    let game = game("any pit", "otherwise => end");
    let names: Vec<&str> = game.geometry().pits.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names.len(), 12, "{names:?}");
    // The middle of the lowest row: left, right or up.
    let (state, legal) = after(&game, &["A2"]);
    assert_eq!((legal, state.in_hand()), (vec!["A1".into(), "A3".into(), "B2".into()], 2));
    // Up, and then anywhere but down again.
    let (state, legal) = after(&game, &["A2", "B2"]);
    assert_eq!((legal, state.in_hand()), (vec!["B1".into(), "B3".into(), "C2".into()], 1));
    // From a corner only one way is left.
    let (state, _) = after(&game, &["A2", "A1"]);
    assert_eq!((named(&game, &state, "A1"), named(&game, &state, "B1"), state.in_hand()), (3, 3, 0));
    assert_eq!(state.to_move(), Some(1));
}

/// Who plays is told what he is asked.
#[test]
fn the_choice_is_told() {
    let game = game("any pit", "otherwise => end");
    let (state, _) = after(&game, &["A2"]);
    let drawn = sower::render::board::facts(&game, &state).join("\n");
    for line in ["in hand: 2", "asked: to which pit the next seed goes", "belongs: every pit to nobody"] {
        assert!(drawn.contains(line), "{drawn}");
    }
}

#[test]
fn it_bends_only_at_the_edge() {
    let game = game("the edge", "otherwise => end");
    let (state, legal) = after(&game, &["A1"]);
    assert_eq!((legal, state.in_hand()), (vec!["A2".into(), "B1".into()], 2));
    let (state, _) = after(&game, &["A1", "A2"]);
    assert_eq!((named(&game, &state, "A3"), state.to_move()), (3, Some(1)));
    // Two pits to the right is the edge; there nothing is left to sow.
    let (state, legal) = after(&game, &["A3"]);
    assert_eq!((legal.len(), state.in_hand()), (3, 2));
    let (state, legal) = after(&game, &["A3", "A4"]);
    assert_eq!((legal.len(), state.in_hand(), named(&game, &state, "B4")), (11, 0, 3));
}

/// A relay goes on straight or sideways, not back: and `next` is straight on.
#[test]
fn a_relay_keeps_its_direction() {
    let game = game("any pit", "next is occupied => relay from next; otherwise => end");
    let (state, legal) = after(&game, &["A1", "A2", "A3"]);
    // Straight on lay A4: it has been lifted, and from that corner there is one way, up.
    assert_eq!((named(&game, &state, "A4"), named(&game, &state, "B4")), (0, 3));
    assert_eq!((legal, state.in_hand()), (vec!["B3".into(), "C4".into()], 1));
}

/// Positions are read back in mid-sowing, seeds stay, and games end.
#[test]
fn ways_go_through() {
    use sower::chance::Chance;
    for (turning, landing) in [
        ("any pit", "next is occupied => relay from next; 2 ahead is occupied => capture 2 ahead"),
        ("the edge", "here was occupied => relay; otherwise => end"),
        ("any pit", "here was occupied => relay; here holds 1 => illegal"),
    ] {
        let game = game(turning, landing);
        let mut machine = Machine::new(&game);
        for n in 0..20 {
            let mut chance = Chance::of_game(7, n);
            let mut state = game.start();
            for _ in 0..60 {
                let legal = machine.legal(&state);
                assert_eq!(legal.is_empty(), state.over().is_some());
                let Some(ply) = chance.pick(&legal).copied() else { break };
                state = machine.play(&state, &ply).expect("legal");
                let sum = state.counts().iter().map(|&n| u64::from(n)).sum::<u64>() + state.in_hand();
                assert_eq!(sum, 24);
                let line = position::show(&game, &state);
                assert_eq!(position::read(&game, &line, false).as_ref(), Ok(&state), "{line}");
            }
        }
    }
}

#[test]
fn nothing_else_says_which_way() {
    let told = |text: &str| {
        let found = sower::check::check(&sower::source::Source::new("way.sow", text));
        found.diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("\n")
    };
    let fine = text("any pit", "otherwise => end");
    assert!(!told(&fine).contains("can't stand"), "{}", told(&fine));
    let wrong = |from: &str, to: &str| told(&fine.replace(from, to));
    assert!(wrong("any pit", "any pit; counterclockwise").contains("the direction is said twice"));
    assert!(wrong("any pit", "any pit; own side").contains("`own side` can't stand beside"));
    assert!(wrong("from all pits", "from all pits going clockwise").contains("`going` can't stand beside"));
    // Each is told at its own place.
    let text = fine.replace("any pit", "any pit; own side");
    let found = sower::check::check(&sower::source::Source::new("way.sow", &text)).diagnostics;
    let span = found.iter().find(|d| d.message.contains("can't stand beside")).expect("a mistake").span;
    assert_eq!(&text[span.start as usize..span.end as usize], "own side");
    let ring = fine.replace("rows 3; pits 4 a row", "ring 12");
    let ring = support::from_text("way.sow", &ring);
    let refused = Game::compile(&ring, &Settings::default()).expect_err("no rows and columns");
    assert!(refused[0].message.contains("along rows and columns"), "{refused:?}");
}
