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
    Rule {
        cond,
        actions: actions.into_iter().map(act).collect(),
        id,
        span: Span::default(),
        text: format!("rule {id}"),
    }
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
        extends: Vec::new(),
        header: Header::default(),
        options: vec![],
        rulesets: vec![],
        players: vec!["south".into(), "north".into()],
        board: Board {
            rows: k(2),
            pits: k(pits),
            stores: Stores::Apart,
            stores_hidden: false,
            seeds: vec![Setup {
                at: None,
                seeds: vec![k(seeds)],
                repeated: false,
                player: None,
                piece: None,
                span: Span::default(),
            }],
            reserve: None,
            reserve_hidden: false,
            row_names: vec![],
            groups: vec![],
            places: Vec::new(),
            path: None,
            facing: Facing::Column,
            owner: OwnerRule::Rows,
            ring: None,
            given: Vec::new(),
            closed: vec![],
            marks: vec![],
            span: Span::default(),
        },
        pieces: vec![],
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
                bends: None,
            },
            moves: Moves {
                tiers: vec![vec![class(line(Set::Pits(Owner::Mine)))]],
                filters: vec![],
                stuck_passes: false,
                race: Cond::Const(false),
            },
            hooks: Hooks::default(),
        }],
        choices: vec![],
        round: Round {
            over: vec![],
            next_player: vec![],
            endless: None,
            repetition_draws: false,
            swap: false,
            starter: None,
        },
        opening: None,
        rounds: None,
        rule_count: 100,
        player_count: None,
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
        Let { name: "prey".into(), local: false, body: LetBody::Set(prey), span: Span::default() },
        Let { name: "slam".into(), local: false, body: LetBody::Cond(slam), span: Span::default() },
    ];
    p.hooks.landing = vec![vec![
        rule(0, Cond::Let(1), vec![ActionKind::End]),
        rule(1, Cond::Const(true), vec![capture(Set::Let(0))]),
    ]];
    g.round.over = vec![
        over(2, Cond::CannotMove(Player::Mover), false, keep()),
        over(3, Cond::Compare(Compare::Gt, Num::Score(Player::Bound), k(24)), true, vec![Outcome::Wins(Player::Bound)]),
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
    g.round.over =
        vec![over(3, Cond::CannotMove(Player::Mover), false, vec![Outcome::Rest(Rest::Takes(Player::Opponent))])];
    g
}

/// Clockwise relay with stores on the path; a last seed in an own empty pit takes the facing one.
pub fn congkak(pits: i64, seeds: i64) -> sower::ir::Game {
    let mut g = bare(pits, seeds);
    g.board.stores = Stores::Left;
    let p = &mut g.phases[0];
    p.sowing.direction = Direction::Clockwise;
    p.sowing.into_my_store = true;
    p.hooks.landing = vec![vec![
        rule(0, Cond::Same(Place::Here, my_store()), vec![ActionKind::MoveAgain]),
        rule(1, Cond::Was(CountTest::Than(Compare::Ge, k(1))), vec![ActionKind::Relay(Place::Here)]),
        rule(
            2,
            Cond::And(vec![Cond::Mine(Place::Here), occupied(opposite())]),
            vec![capture(Set::Union(vec![Set::One(opposite()), Set::One(Place::Here)]))],
        ),
        rule(3, Cond::Const(true), vec![ActionKind::End]),
    ]];
    g.round.over = vec![over(4, side_empty(Owner::Of(Player::Bound)), true, keep())];
    g.round.endless = Some(Endless::Illegal);
    g
}

/// Nine pits of nine; a third seed in a foreign pit makes it a tuz, whose seeds are its maker's.
pub fn togyz() -> sower::ir::Game {
    let mut g = bare(9, 9);
    g.marks = vec![MarkDecl {
        name: "tuz".into(),
        never_lifted: true,
        never_captured: false,
        per_player: Some(k(1)),
        life: Life::Round,
        span: Span::default(),
    }];
    let p = &mut g.phases[0];
    p.sowing.first_in_start = Some(FirstInStart { unless_single: true });
    let tuz = |p: Place| Cond::Marked(p, Some(0), MakerTest::Any);
    p.hooks.each_seed = vec![vec![rule(
        0,
        tuz(Place::Here),
        vec![ActionKind::Move {
            n: None,
            pieces: None,
            from: Place::Here,
            to: Place::Store(Player::MakerOf(Box::new(Place::Here))),
        }],
    )]];
    let number = || Num::NumberOf(Place::Here);
    let mirrored = Place::Nth { owner: Owner::Mine, row: None, n: Box::new(number()) };
    p.hooks.landing = vec![vec![
        rule(1, tuz(Place::Here), vec![ActionKind::End]),
        rule(
            2,
            Cond::And(vec![
                Cond::Theirs(Place::Here),
                Cond::Holds(Place::Here, is(3)),
                Cond::Quantified(
                    Quantifier::None,
                    Set::Pits(Owner::Theirs),
                    Box::new(Cond::Marked(Place::It, Some(0), MakerTest::Mine)),
                ),
                not(tuz(mirrored)),
                Cond::Compare(Compare::Lt, number(), k(9)),
            ]),
            vec![capture(Set::One(Place::Here)), ActionKind::Make { at: Place::Here, kind: 0, maker: Player::Mover }],
        ),
        rule(
            3,
            Cond::And(vec![Cond::Theirs(Place::Here), Cond::Holds(Place::Here, CountTest::Even)]),
            vec![capture(Set::One(Place::Here))],
        ),
    ]];
    g.round.over = vec![
        over(4, Cond::CannotMove(Player::Mover), false, vec![Outcome::Rest(Rest::Takes(Player::Opponent))]),
        over(5, Cond::Compare(Compare::Gt, Num::Score(Player::Bound), k(81)), true, vec![Outcome::Wins(Player::Bound)]),
    ];
    g
}

/// Choices of every kind: stop or sow on, a pit to take from, a number, a direction, a lot.
pub fn chooser() -> sower::ir::Game {
    let mut g = bare(4, 3);
    let acts = |kinds: Vec<ActionKind>| kinds.into_iter().map(act).collect::<Vec<_>>();
    let choice = |by: ChoiceBy, among: Among| Choice { by, among, span: Span::default() };
    let label = |label: &str, sign: Option<&str>, actions: Vec<Action>| Labelled {
        label: label.into(),
        written: sign.map(Into::into),
        when: Cond::Const(true),
        actions,
    };
    g.lets = vec![Let {
        local: false,
        name: "rich".into(),
        body: LetBody::Set(Set::Where(
            Box::new(Set::Pits(Owner::Theirs)),
            Box::new(Cond::Holds(Place::It, CountTest::Than(Compare::Ge, k(2)))),
        )),
        span: Span::default(),
    }];
    let taken = |n: Num| ActionKind::Move { n: Some(n), pieces: None, from: Place::Slot(0), to: my_store() };
    g.choices = vec![
        choice(
            ChoiceBy::Player(Player::Mover),
            Among::Labels(vec![
                label("stop", Some("+"), vec![]),
                label("on", None, acts(vec![ActionKind::Relay(Place::Here)])),
                label("turn", None, acts(vec![ActionKind::Choose(3)])),
            ]),
        ),
        choice(ChoiceBy::Player(Player::Opponent), Among::Pits(0, Set::Let(0), acts(vec![ActionKind::Choose(2)]))),
        choice(
            ChoiceBy::Player(Player::Mover),
            Among::Numbers(1, k(1), Num::Held(Place::Slot(0)), acts(vec![taken(Num::Slot(1))])),
        ),
        choice(ChoiceBy::Lot, Among::Directions(acts(vec![ActionKind::Relay(ahead(1))]))),
    ];
    g.phases[0].hooks.landing = vec![vec![
        rule(0, Cond::Was(is(3)), vec![ActionKind::Choose(0)]),
        rule(1, Cond::Theirs(Place::Here), vec![ActionKind::Choose(1)]),
        rule(2, Cond::Was(is(0)), vec![ActionKind::MoveAgain]),
    ]];
    g.round.endless = Some(Endless::Illegal);
    g.round.over = vec![over(3, Cond::CannotMove(Player::Mover), false, keep())];
    g
}

/// Classes by priority, directions by pit, amounts, and filters hard and soft.
pub fn classy() -> sower::ir::Game {
    let mut g = bare(5, 2);
    let many = Set::Where(
        Box::new(Set::Pits(Owner::Mine)),
        Box::new(Cond::Holds(Place::It, CountTest::Than(Compare::Ge, k(2)))),
    );
    let named = |name: &str, sign: Option<&str>, l: StartLine| Class {
        name: Some(name.into()),
        written: sign.map(Into::into),
        ..class(l)
    };
    let mut any_way = line(many.clone());
    any_way.going = vec![Going { direction: Direction::Either, where_: Cond::Const(true) }];
    let mut part = line(many);
    part.amount = Some(Amount::Range(k(1), k(2)));
    let mut singles = line(Set::Pits(Owner::Mine));
    singles.going = vec![Going { direction: Direction::Outward, where_: Cond::Const(true) }];
    let p = &mut g.phases[0];
    p.moves.tiers =
        vec![vec![named("whole", None, any_way), named("part", Some("*"), part)], vec![named("single", None, singles)]];
    let filter = |id, when, must, if_possible| Filter {
        when,
        must,
        if_possible,
        id,
        span: Span::default(),
        text: format!("filter {id}"),
    };
    p.moves.filters = vec![
        filter(10, Cond::Const(true), Cond::Compare(Compare::Gt, Num::Taken, k(0)), true),
        filter(11, side_empty(Owner::Theirs), not(side_empty(Owner::Theirs)), false),
    ];
    p.moves.stuck_passes = true;
    p.hooks.landing = vec![vec![
        rule(
            0,
            Cond::And(vec![Cond::Theirs(Place::Here), Cond::Holds(Place::Here, is(3))]),
            vec![capture(Set::One(Place::Here))],
        ),
        rule(
            1,
            Cond::And(vec![Cond::Class("part".into()), Cond::Holds(Place::Here, is(4))]),
            vec![ActionKind::LastResort],
        ),
        rule(2, Cond::And(vec![Cond::Mine(Place::Here), Cond::Holds(Place::Here, is(5))]), vec![ActionKind::Illegal]),
    ]];
    g.round.over = vec![over(4, Cond::Repeats(2), false, keep())];
    g
}
