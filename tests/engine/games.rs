//! Games as IR, and small words to build them with.

use sower::engine::{Game, Settings};
use sower::ir::*;
use sower::source::Span;

pub fn k(n: i64) -> Num {
    Num::Const(n)
}

pub fn act(kind: ActionKind) -> Action {
    Action { kind, span: Span::default() }
}

pub fn rule(id: RuleId, cond: Cond, actions: Vec<ActionKind>) -> Rule {
    Rule { cond, actions: actions.into_iter().map(act).collect(), id, span: Span::default(), text: format!("rule {id}") }
}

pub fn is(n: i64) -> CountTest {
    CountTest::OneOf(vec![(k(n), k(n))])
}

pub fn within(a: i64, b: i64) -> CountTest {
    CountTest::OneOf(vec![(k(a), k(b))])
}

pub fn not(c: Cond) -> Cond {
    Cond::Not(Box::new(c))
}

pub fn empty(p: Place) -> Cond {
    Cond::Holds(p, is(0))
}

pub fn occupied(p: Place) -> Cond {
    not(empty(p))
}

pub fn ahead(n: i64) -> Place {
    Place::Step { n: Box::new(k(n)), of: Box::new(Place::Here) }
}

pub fn opposite() -> Place {
    Place::Opposite { front: None, of: Box::new(Place::Here) }
}

pub fn my_store() -> Place {
    Place::Store(Player::Mover)
}

pub fn side_empty(o: Owner) -> Cond {
    Cond::Compare(Compare::Eq, Num::Total(Set::Pits(o)), k(0))
}

pub fn capture(from: Set) -> ActionKind {
    ActionKind::Capture { from, amount: CaptureAmount::All, to: CaptureTo::Player(Player::Mover) }
}

pub fn over(id: RuleId, cond: Cond, binds: bool, outcomes: Vec<Outcome>) -> Over {
    Over { cond, binds, actions: vec![], outcomes, id, span: Span::default(), text: format!("over {id}") }
}

pub fn keep() -> Vec<Outcome> {
    vec![Outcome::Rest(Rest::OwnersKeep)]
}

pub fn line(from: Set) -> StartLine {
    StartLine { from, when: Cond::Const(true), going: vec![], amount: None, starting_at: None, span: Span::default() }
}

pub fn class(line: StartLine) -> Class {
    Class { name: None, written: None, lines: vec![vec![line]], program: None, span: Span::default() }
}

/// Two rows, counterclockwise, any own pit; nothing happens, nothing ends.
pub fn bare(pits: i64, seeds: i64) -> sower::ir::Game {
    sower::ir::Game {
        format: FORMAT,
        file: "test.sow".into(),
        header: Header::default(),
        options: vec![],
        rulesets: vec![],
        players: vec!["south".into(), "north".into()],
        board: Board {
            rows: k(2),
            pits: k(pits),
            stores: Stores::Apart,
            seeds: vec![Setup { at: None, seeds: vec![k(seeds)], repeated: false, player: None, span: Span::default() }],
            reserve: None,
            row_names: vec![],
            groups: vec![],
            path: None,
            facing: Facing::Column,
            owner: OwnerRule::Rows,
            closed: vec![],
            marks: vec![],
            span: Span::default(),
        },
        vars: vec![],
        marks: vec![],
        lets: vec![],
        phases: vec![Phase {
            name: None,
            each_player: false,
            while_: Cond::Const(true),
            sowing: Sowing {
                direction: Direction::Counterclockwise,
                chosen_once: None,
                reversed_each_lap: false,
                into_my_store: false,
                into_all_stores: false,
                own_side: false,
                first_in_start: None,
                skips: vec![],
                a_pit: vec![],
            },
            moves: Moves { tiers: vec![vec![class(line(Set::Pits(Owner::Mine)))]], filters: vec![], stuck_passes: false },
            hooks: Hooks::default(),
        }],
        choices: vec![],
        round: Round {
            over: vec![],
            endless: None,
            repetition_draws: false,
            swap: false,
            starter: None,
        },
        opening: None,
        rounds: None,
        rule_count: 100,
        slots: 4,
        examples: vec![],
    }
}

pub fn compile(ir: &sower::ir::Game) -> Game {
    Game::compile(ir, &Settings::default()).expect("compiles")
}

/// Kalah's disputed rules.
#[derive(Clone, Copy, PartialEq)]
pub enum Kalah {
    /// The round is over when either side is empty.
    Either,
    /// … when the mover's is.
    Mover,
    /// Either, and the lone last seed is taken too.
    EmptyCapture,
}

pub fn kalah(pits: i64, seeds: i64, which: Kalah) -> sower::ir::Game {
    let mut g = bare(pits, seeds);
    g.board.stores = Stores::Right;
    g.phases[0].sowing.into_my_store = true;
    let mut across = vec![Cond::Mine(Place::Here), Cond::Was(is(0))];
    if which != Kalah::EmptyCapture {
        across.push(occupied(opposite()));
    }
    g.phases[0].hooks.landing = vec![vec![
        rule(0, Cond::Same(Place::Here, my_store()), vec![ActionKind::MoveAgain]),
        rule(1, Cond::And(across), vec![capture(Set::Union(vec![Set::One(opposite()), Set::One(Place::Here)]))]),
    ]];
    g.round.over = vec![match which {
        Kalah::Mover => over(2, side_empty(Owner::Mine), false, keep()),
        _ => over(2, side_empty(Owner::Of(Player::Bound)), true, keep()),
    }];
    g
}

pub fn oware() -> sower::ir::Game {
    let mut g = bare(6, 4);
    let p = &mut g.phases[0];
    p.sowing.skips = vec![Skip { set: Set::One(Place::Start), unless_last: false, when: Cond::Const(true) }];
    p.moves.filters = vec![Filter {
        when: side_empty(Owner::Theirs),
        must: not(side_empty(Owner::Theirs)),
        if_possible: false,
        id: 9,
        span: Span::default(),
        text: "must feed".into(),
    }];
    let prey = Set::Run {
        way: Way::Back,
        from: Box::new(Place::Here),
        while_: Box::new(Cond::And(vec![Cond::Theirs(Place::It), Cond::Holds(Place::It, within(2, 3))])),
    };
    let total = || Num::Total(Set::Let(0));
    let slam = Cond::And(vec![
        Cond::Compare(Compare::Gt, total(), k(0)),
        Cond::Compare(Compare::Eq, total(), Num::Total(Set::Pits(Owner::Theirs))),
    ]);
    g.lets = vec![
        Let { name: "prey".into(), body: LetBody::Set(prey), span: Span::default() },
        Let { name: "slam".into(), body: LetBody::Cond(slam), span: Span::default() },
    ];
    p.hooks.landing = vec![vec![
        rule(0, Cond::Let(1), vec![ActionKind::End]),
        rule(1, Cond::Const(true), vec![capture(Set::Let(0))]),
    ]];
    g.round.over = vec![
        over(2, Cond::CannotMove(Player::Mover), false, keep()),
        over(
            3,
            Cond::Compare(Compare::Gt, Num::Score(Player::Bound), k(24)),
            true,
            vec![Outcome::Wins(Player::Bound)],
        ),
        over(4, Cond::Repeats(2), false, keep()),
    ];
    g
}

pub fn bosh() -> sower::ir::Game {
    let mut g = bare(5, 4);
    g.phases[0].hooks.landing = vec![vec![
        rule(0, occupied(ahead(1)), vec![ActionKind::Relay(ahead(1))]),
        rule(1, occupied(ahead(2)), vec![capture(Set::One(ahead(2)))]),
        rule(2, Cond::Const(true), vec![ActionKind::End]),
    ]];
    g.round.over = vec![over(
        3,
        Cond::CannotMove(Player::Mover),
        false,
        vec![Outcome::Rest(Rest::Takes(Player::Opponent))],
    )];
    g
}
