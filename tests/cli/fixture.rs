//! Kalah built by hand, so that the command line can be tested without reading rules.

use sower::ir::*;
use sower::source::Span;

fn at(line: u32) -> Span {
    Span { start: 0, end: 0, line, file: 0 }
}

fn rule(id: RuleId, line: u32, cond: Cond, actions: Vec<ActionKind>, text: &str) -> Rule {
    let actions = actions.into_iter().map(|kind| Action { kind, span: at(line) }).collect();
    Rule { cond, actions, id, span: at(line), text: text.to_owned() }
}

fn opposite() -> Place {
    Place::Opposite { front: None, of: Box::new(Place::Here) }
}

fn landing() -> List {
    let zero = || (Num::Const(0), Num::Const(0));
    let mine_and_empty = Cond::And(vec![
        Cond::Mine(Place::Here),
        Cond::Was(CountTest::OneOf(vec![zero()])),
        Cond::Holds(opposite(), CountTest::Than(Compare::Gt, Num::Const(0))),
    ]);
    let capture = ActionKind::Capture {
        from: Set::Union(vec![Set::One(opposite()), Set::One(Place::Here)]),
        amount: CaptureAmount::All,
        to: CaptureTo::Player(Player::Mover),
    };
    vec![
        rule(
            0,
            7,
            Cond::Same(Place::Here, Place::Store(Player::Mover)),
            vec![ActionKind::MoveAgain],
            "here is my store => move again",
        ),
        rule(
            1,
            8,
            mine_and_empty,
            vec![capture, ActionKind::End],
            "here is mine and was empty and opposite is occupied => capture across with the last seed",
        ),
        rule(2, 9, Cond::Const(true), vec![ActionKind::End], "otherwise => end"),
    ]
}

fn moves() -> Moves {
    let line = StartLine {
        from: Set::Pits(Owner::Mine),
        when: Cond::Const(true),
        going: Vec::new(),
        amount: None,
        starting_at: None,
        span: at(5),
    };
    let class = Class { name: None, written: None, lines: vec![vec![line]], program: None, span: at(5) };
    Moves { tiers: vec![vec![class]], filters: Vec::new(), stuck_passes: false, race: Cond::Const(false) }
}

fn sowing() -> Sowing {
    Sowing {
        direction: Direction::Counterclockwise,
        chosen_once: None,
        reversed_each_lap: false,
        into_my_store: true,
        into_all_stores: false,
        own_side: false,
        first_in_start: None,
        skips: Vec::new(),
        a_pit: Vec::new(),
        bends: None,
    }
}

fn board() -> Board {
    Board {
        rows: Num::Const(2),
        pits: Num::Option(0),
        stores: Stores::Right,
        stores_hidden: false,
        seeds: vec![Setup {
            at: None,
            seeds: vec![Num::Option(1)],
            repeated: true,
            player: None,
            piece: None,
            span: at(4),
        }],
        reserve: None,
        reserve_hidden: false,
        row_names: Vec::new(),
        groups: Vec::new(),
        places: Vec::new(),
        path: None,
        facing: Facing::Column,
        owner: OwnerRule::Rows,
        ring: None,
        given: Vec::new(),
        closed: Vec::new(),
        marks: Vec::new(),
        span: at(4),
    }
}

fn round() -> Round {
    let over = Over {
        cond: Cond::Compare(Compare::Eq, Num::Total(Set::Pits(Owner::Of(Player::Bound))), Num::Const(0)),
        binds: true,
        actions: Vec::new(),
        outcomes: vec![Outcome::Rest(Rest::OwnersKeep)],
        id: 3,
        span: at(12),
        text: "over when a side is empty => owners keep the rest".to_owned(),
    };
    Round { over: vec![over], next_player: vec![], endless: None, repetition_draws: false, swap: false, starter: None }
}

fn picture(south: [u64; 6], north: [u64; 6], won: [u64; 2], to_move: Option<u8>) -> Picture {
    let row = |seeds: [u64; 6]| seeds.into_iter().map(Some).collect();
    Picture { rows: vec![(0, row(south)), (1, row(north))], won: Some(won.to_vec()), to_move, ..Picture::default() }
}

fn examples() -> Vec<Example> {
    let last_seed_in_the_store = Example {
        name: "the last seed in the store brings another move".to_owned(),
        settings: Vec::new(),
        steps: vec![
            ExampleStep::Play("C".to_owned(), at(15)),
            ExampleStep::Expect(picture([4, 4, 0, 5, 5, 5], [4; 6], [1, 0], Some(0)), at(16)),
            ExampleStep::Legal(["A", "B", "D", "E", "F"].map(str::to_owned).into(), at(17)),
            ExampleStep::Refuse("C".to_owned(), at(18)),
            ExampleStep::LegalCount(5, at(19)),
        ],
        span: at(14),
    };
    let nothing_left = Example {
        name: "the last move".to_owned(),
        settings: Vec::new(),
        steps: vec![
            ExampleStep::Position(picture([0, 0, 0, 0, 0, 1], [1, 0, 3, 0, 0, 2], [22, 19], Some(0)), at(22)),
            ExampleStep::Play("F".to_owned(), at(23)),
            ExampleStep::Expect(
                Picture { over: true, winner: Some(Some(1)), ..picture([0; 6], [0; 6], [23, 25], None) },
                at(24),
            ),
        ],
        span: at(21),
    };
    let small = Example {
        name: "a small board".to_owned(),
        settings: vec![(0, 3), (1, 1)],
        steps: vec![ExampleStep::LegalCount(3, at(27))],
        span: at(26),
    };
    vec![last_seed_in_the_store, nothing_left, small]
}

fn options() -> Vec<OptionDecl> {
    let range = |name: &str, default, hi| OptionDecl {
        name: name.to_owned(),
        values: OptionValues::Range { default, lo: 1, hi },
        notes: Vec::new(),
        span: at(2),
    };
    vec![range("pits", 6, 10), range("seeds", 4, 24)]
}

/// Kalah as published: six pits a player, four seeds each.
pub fn kalah() -> Game {
    Game {
        format: FORMAT,
        file: "kalah.sow".to_owned(),
        extends: Vec::new(),
        header: Header { title: "Kalah".to_owned(), ..Header::default() },
        options: options(),
        rulesets: Vec::new(),
        players: vec!["south".to_owned(), "north".to_owned()],
        board: board(),
        pieces: Vec::new(),
        vars: Vec::new(),
        marks: Vec::new(),
        lets: Vec::new(),
        phases: vec![Phase {
            name: None,
            each_player: false,
            while_: Cond::Const(true),
            sowing: sowing(),
            moves: moves(),
            hooks: Hooks { landing: vec![landing()], ..Hooks::default() },
        }],
        choices: Vec::new(),
        round: round(),
        opening: None,
        rounds: None,
        rule_count: 4,
        player_count: None,
        slots: 0,
        examples: examples(),
    }
}

/// Changes a part of the game's JSON, given by its pointer, and writes it where a command finds it.
pub fn changed(folder: &tempfile::TempDir, pointer: &str, to: serde_json::Value) -> String {
    let mut value = serde_json::to_value(kalah()).expect("data");
    *value.pointer_mut(pointer).expect("there") = to;
    let path = folder.path().join("changed.ir.json");
    std::fs::write(&path, value.to_string()).expect("written");
    path.to_str().expect("text").to_owned()
}

/// The fixture is the game above; `SOWER_UPDATE=1 cargo test` writes it anew.
#[test]
fn fixture_is_up_to_date() {
    let text = format!("{}\n", serde_json::to_string_pretty(&kalah()).expect("data"));
    if std::env::var_os("SOWER_UPDATE").is_some() {
        std::fs::write(super::kalah(), &text).expect("written");
    }
    assert_eq!(std::fs::read_to_string(super::kalah()).unwrap_or_default(), text);
}
