//! Random games and random rules: nothing is lost, nothing panics, everything is told.

use std::collections::BTreeMap;

use proptest::prelude::*;
use sower::engine::notation::{legal, read as read_move};
use sower::engine::position::{read, show};
use sower::engine::{Event, Game, Machine, Settings, State};
use sower::ir::*;

use super::games::*;

/// Actions and an ending.
type Drawn = (Vec<ActionKind>, Option<ActionKind>);

/// Follows the events of a ply and checks that they lead from one state to the other.
fn told(game: &Game, before: &State, events: &[Event], after: &State) {
    let mut counts: Vec<i64> = before.counts().iter().map(|&n| i64::from(n)).collect();
    let mut hand = 0i64;
    // What a pending choice holds isn't seen from outside.
    let open = before.choosing() || after.choosing();
    for e in events {
        match *e {
            Event::Lift { from, n } => {
                counts[usize::from(from)] -= i64::from(n);
                hand += i64::from(n);
            }
            Event::Drop { to } => {
                counts[usize::from(to)] += 1;
                hand -= 1;
            }
            Event::Capture { from, n, to } => {
                counts[usize::from(from)] -= i64::from(n);
                *to.map_or(&mut hand, |p| &mut counts[usize::from(p)]) += i64::from(n);
            }
            Event::Move { from, n, to } => {
                *from.map_or(&mut hand, |p| &mut counts[usize::from(p)]) -= i64::from(n);
                *to.map_or(&mut hand, |p| &mut counts[usize::from(p)]) += i64::from(n);
            }
            Event::Rest { from, n, to } => {
                counts[usize::from(from)] -= i64::from(n);
                counts[usize::from(to)] += i64::from(n);
            }
            _ => {}
        }
        if !open {
            assert!(hand >= 0 && counts.iter().all(|&n| n >= 0), "{e:?}");
        }
    }
    let now: Vec<i64> = after.counts().iter().map(|&n| i64::from(n)).collect();
    assert_eq!(counts, now, "{}", show(game, before));
    if !open {
        assert_eq!(hand, 0);
    }
}

/// Plays at most `plies` plies as the numbers say; checks everything on the way.
fn play(game: &Game, picks: &[u16]) {
    let mut m = Machine::new(game);
    let mut s = game.start();
    let total: u64 = s.counts().iter().map(|&n| u64::from(n)).sum();
    for &pick in picks {
        let text = show(game, &s);
        assert!(!text.contains(char::is_whitespace));
        let again = read(game, &text, false).unwrap_or_else(|e| panic!("{text}: {}", e.message));
        assert_eq!(again.over().is_some(), s.over().is_some(), "{text}");
        if s.over().is_some() && s.over() != again.over() {
            panic!("{text}");
        }
        assert_eq!(again, s, "{text}");
        assert_eq!(again.key(), s.key());
        let all = legal(&mut m, &s);
        assert_eq!(all.is_empty(), s.over().is_some(), "{text}");
        let Some((ply, written)) = all.get(usize::from(pick) % all.len().max(1)) else { return };
        assert_eq!(read_move(&mut m, &s, written).map(|p| p[0]), Ok(*ply), "{text} {written}");
        let mut events = Vec::new();
        let next = m.play_traced(&s, ply, &mut |e| events.push(e)).expect("legal");
        assert_eq!(m.play(&s, ply), Ok(next.clone()), "silent and told agree");
        let mut unchecked = game.start();
        m.play_unchecked(&s, ply, &mut unchecked);
        assert_eq!(unchecked, next);
        told(game, &s, &events, &next);
        if !next.choosing() {
            assert_eq!(next.counts().iter().map(|&n| u64::from(n)).sum::<u64>(), total);
        }
        s = next;
    }
}

/// Counts paths by what everybody can call.
fn count(m: &mut Machine<'_>, s: &State, depth: usize, nodes: &mut [u64]) {
    for ply in m.legal(s) {
        let next = m.play(s, &ply).expect("legal");
        nodes[0] += 1;
        if depth > 1 {
            count(m, &next, depth - 1, &mut nodes[1..]);
        }
    }
}

/// Whether perft agrees with that.
fn counts(game: &Game, depth: usize) {
    let mut nodes = vec![0; depth];
    count(&mut Machine::new(game), &game.start(), depth, &mut nodes);
    assert_eq!(sower::engine::perft::perft(game, &game.start(), depth, false, 1).nodes, nodes);
    // Folded paths are no longer than counted ones.
    let folded = sower::engine::perft::perft(game, &game.start(), depth, true, 1).nodes;
    assert_eq!(folded[0], nodes[0]);
}

fn place() -> impl Strategy<Value = Place> {
    let leaf = prop_oneof![
        4 => Just(Place::Here),
        1 => Just(Place::Start),
        1 => Just(Place::LapStart),
        1 => Just(Place::FirstFed),
        1 => Just(Place::BeforeLast),
        1 => Just(Place::It),
        1 => Just(Place::Store(Player::Mover)),
        1 => Just(Place::Reserve(Player::Opponent)),
        1 => Just(Place::Nobody),
        1 => Just(Place::Pit("B".into())),
    ];
    leaf.prop_recursive(2, 6, 1, |inner| {
        prop_oneof![
            (-3i64..4, inner.clone()).prop_map(|(n, of)| Place::Step { n: Box::new(k(n)), of: Box::new(of) }),
            inner.clone().prop_map(|of| Place::Opposite { front: None, of: Box::new(of) }),
            inner.clone().prop_map(|of| Place::Neighbour(Box::new(of))),
            (any::<bool>(), inner).prop_map(|(before, of)| Place::FirstOccupied { before, of: Box::new(of) }),
        ]
    })
}

fn test() -> impl Strategy<Value = CountTest> {
    prop_oneof![
        (0i64..4, 0i64..4).prop_map(|(a, n)| within(a, a + n)),
        (0i64..5).prop_map(|n| CountTest::Than(Compare::Ge, k(n))),
        Just(CountTest::Odd),
        Just(CountTest::Even),
    ]
}

fn cond() -> impl Strategy<Value = Cond> {
    let leaf = prop_oneof![
        (place(), test()).prop_map(|(p, t)| Cond::Holds(p, t)),
        test().prop_map(Cond::Was),
        place().prop_map(Cond::Mine),
        place().prop_map(Cond::Theirs),
        place().prop_map(Cond::IsStore),
        place().prop_map(Cond::Closed),
        place().prop_map(Cond::Reached),
        place().prop_map(|p| Cond::Marked(p, Some(0), MakerTest::Mine)),
        (0i64..4).prop_map(|n| Cond::Compare(Compare::Lt, Num::Lap, k(n))),
        (0i64..9).prop_map(|n| Cond::Compare(Compare::Ge, Num::Taken, k(n))),
        (0i64..6).prop_map(|n| Cond::Compare(Compare::Le, Num::Turn, k(n))),
        (0i64..3).prop_map(|n| Cond::Compare(Compare::Eq, Num::Var(0, VarOf::Player(Player::Mover)), k(n))),
        Just(Cond::CannotMove(Player::Opponent)),
        Just(Cond::Last),
        Just(Cond::Const(true)),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2).prop_map(Cond::And),
            prop::collection::vec(inner.clone(), 2).prop_map(Cond::Or),
            inner.prop_map(not),
        ]
    })
}

fn set() -> impl Strategy<Value = Set> {
    prop_oneof![
        place().prop_map(Set::One),
        (place(), cond(), 0u8..3).prop_map(|(p, c, w)| Set::Run {
            way: [Way::Back, Way::Ahead, Way::Both][usize::from(w)],
            from: Box::new(p),
            while_: Box::new(c),
        }),
        place().prop_map(|p| Set::Leapfrog(Box::new(p))),
        cond().prop_map(|c| Set::Where(Box::new(Set::Pits(Owner::Theirs)), Box::new(c))),
        (1i64..3, any::<bool>()).prop_map(|(n, last)| Set::EndsOf(
            Box::new(Set::Pits(Owner::Mine)),
            last,
            Box::new(k(n))
        )),
        place().prop_map(|p| Set::But(Box::new(Set::Pits(Owner::All)), p)),
    ]
}

fn simple_action() -> impl Strategy<Value = ActionKind> {
    prop_oneof![
        4 => set().prop_map(capture),
        1 => set().prop_map(|from| ActionKind::Capture { from, amount: CaptureAmount::UpTo(k(2)), to: CaptureTo::Hand }),
        2 => (0i64..4, place(), place()).prop_map(|(n, from, to)| ActionKind::Move { n: Some(k(n)), pieces: None, from, to }),
        1 => place().prop_map(|to| ActionKind::Drop { from: Some(Place::Here), to: Some(to) }),
        1 => Just(ActionKind::Drop { from: Some(Place::Start), to: None }),
        1 => place().prop_map(|at| ActionKind::Make { at, kind: 0, maker: Player::Mover }),
        1 => set().prop_map(|at| ActionKind::Unmake { at, kind: None }),
        1 => place().prop_map(|p| ActionKind::Close(Set::One(p))),
        1 => Just(ActionKind::Open(Set::Where(Box::new(Set::Pits(Owner::All)), Box::new(Cond::Closed(Place::It))))),
        1 => place().prop_map(|p| ActionKind::Give(Set::One(p), Player::Mover)),
        1 => (0i64..3).prop_map(|n| ActionKind::SetVar(0, VarOf::Player(Player::Mover), k(n))),
        1 => Just(ActionKind::Reverse),
        1 => (set(), place()).prop_map(|(s, to)| ActionKind::ForEach(
            0,
            s,
            vec![act(ActionKind::Move { n: Some(k(1)), pieces: None, from: Place::Slot(0), to })]
        )),
    ]
}

fn ending() -> impl Strategy<Value = ActionKind> {
    prop_oneof![
        3 => place().prop_map(ActionKind::Relay),
        1 => (any::<bool>(), place()).prop_map(|(inside, at)| ActionKind::SowHand { inside, at, going: None }),
        1 => (1i64..4, place()).prop_map(|(n, from)| ActionKind::SowFrom {
            n: Some(k(n)),
            from,
            starting: Some((true, Place::Start)),
            going: Some(Direction::Backward),
        }),
        1 => Just(ActionKind::MoveAgain),
        2 => Just(ActionKind::End),
        1 => Just(ActionKind::Pass),
        1 => (0u16..3).prop_map(ActionKind::Choose),
        1 => Just(ActionKind::Finish(vec![Outcome::Rest(Rest::Split)])),
        1 => Just(ActionKind::Illegal),
        1 => Just(ActionKind::LastResort),
    ]
}

fn list(endings: bool) -> impl Strategy<Value = List> {
    let actions = (prop::collection::vec(simple_action(), 0..2), prop::option::of(ending()));
    prop::collection::vec((cond(), actions), 0..4).prop_map(move |rules| {
        let one = |(i, (c, (mut a, e))): (usize, (Cond, Drawn))| {
            if endings {
                a.extend(e);
            }
            rule(i as u32, c, a)
        };
        rules.into_iter().enumerate().map(one).collect()
    })
}

prop_compose! {
    /// A game of random rules on a small board.
    fn game()(
        size in (1i64..5, 1i64..4),
        landing in list(true),
        each_seed in list(false),
        before in list(false),
        each_lap in list(false),
        after_move in list(true),
        after_turn in list(false),
        whenever in list(false),
        parts in any::<u16>(),
        must in cond(),
        when in cond(),
        soft in any::<bool>(),
        over_when in cond(),
        direction in 0usize..6,
        skip in set(),
        endless in 0usize..3,
        stores in 0usize..3,
    ) -> sower::ir::Game {
        let on = |i: u32| parts >> i & 1 != 0;
        let mut g = bare(size.0, size.1);
        g.board.stores = [Stores::Left, Stores::Right, Stores::Apart][stores];
        g.board.reserve = on(0).then(|| k(2));
        g.vars = vec![VarDecl {
            name: "catch".into(),
            scope: VarScope::Player,
            life: if on(1) { Life::Turn } else { Life::Round },
            init: k(1),
            bounds: Some((k(0), k(2))),
            span: Default::default(),
        }];
        g.marks = vec![MarkDecl {
            name: "tuz".into(),
            never_lifted: on(2),
            never_captured: on(3),
            per_player: on(4).then(|| k(1)),
            life: if on(5) { Life::MakersTurn } else { Life::Emptied },
            span: Default::default(),
        }];
        let acts = |kinds: Vec<ActionKind>| kinds.into_iter().map(act).collect::<Vec<_>>();
        let label = |l: &str, a| Labelled { label: l.into(), written: None, when: Cond::Const(true), actions: a };
        g.choices = [
            Among::Labels(vec![label("stop", vec![]), label("on", acts(vec![ActionKind::Relay(Place::Here)]))]),
            Among::Pits(1, Set::Pits(Owner::Theirs), acts(vec![ActionKind::Move { n: None, pieces: None, from: Place::Slot(1), to: my_store() }])),
            Among::Numbers(2, k(0), k(2), acts(vec![ActionKind::SetVar(0, VarOf::Player(Player::Mover), Num::Slot(2)), ActionKind::Choose(0)])),
        ]
        .into_iter()
        .map(|among| Choice { by: ChoiceBy::Player(Player::Mover), among, span: Default::default() })
        .collect();
        let p = &mut g.phases[0];
        p.sowing.direction = [
            Direction::Counterclockwise,
            Direction::Clockwise,
            Direction::Either,
            Direction::Outward,
            Direction::Inward,
            Direction::ByParity,
        ][direction];
        p.sowing.into_my_store = stores < 2 && on(6);
        p.sowing.into_all_stores = stores < 2 && on(7);
        p.sowing.reversed_each_lap = on(8);
        p.sowing.first_in_start = on(9).then_some(FirstInStart { unless_single: on(10) });
        if on(11) {
            p.sowing.skips = vec![Skip { set: skip, unless_last: on(12), when: Cond::Const(true) }];
        }
        if on(13) {
            p.moves.filters =
                vec![Filter { when, must, if_possible: soft, id: 20, span: Default::default(), text: "must".into() }];
        }
        p.moves.stuck_passes = on(14);
        p.hooks.landing = vec![landing];
        if on(15) {
            p.hooks.each_seed = vec![each_seed];
            p.hooks.before_move = vec![before];
            p.hooks.each_lap = vec![each_lap];
            p.hooks.after_move = vec![after_move];
            p.hooks.after_turn = vec![after_turn];
            p.hooks.whenever = vec![whenever];
        }
        g.round.endless = [Some(Endless::Illegal), Some(Endless::End), Some(Endless::Draw)][endless];
        g.round.over = vec![over(30, over_when, false, vec![Outcome::Rest(Rest::OwnersKeep)])];
        g.round.repetition_draws = on(0);
        g.round.swap = on(12);
        g
    }
}

fn picks(n: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), n)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 200 } else { 1000 }, failure_persistence: None, rng_seed: crate::support::rng_seed(), ..ProptestConfig::default() })]

    #[test]
    fn known_games(which in 0usize..8, picks in picks(60)) {
        let ir = match which {
            0 => kalah(6, 4, Kalah::Either),
            1 => kalah(3, 5, Kalah::EmptyCapture),
            2 => oware(),
            3 => bosh(),
            4 => congkak(5, 4),
            5 => togyz(),
            6 => chooser(),
            _ => classy(),
        };
        let game = compile(&ir);
        play(&game, &picks);
        counts(&game, 3);
    }

    #[test]
    fn random_rules(ir in game(), picks in picks(25)) {
        let settings = Settings { max_laps: 500, ..Settings::default() };
        match Game::compile(&ir, &settings) {
            Ok(game) => {
                play(&game, &picks);
                counts(&game, 2);
            }
            Err(e) => prop_assert!(e.iter().all(|d| ["E0403", "E0901", "E0902"].contains(&d.code.id)), "{:?}", e),
        }
    }

    #[test]
    fn hostile_lines(text in "[0-9,;/a-z=.:!-]{0,60}") {
        let game = compile(&chooser());
        let _ = read(&game, &text, true);
        let _ = read(&game, &format!("3,3,3,3/3,3,3,3;0,0;south;{text}"), true);
        let _ = read_move(&mut Machine::new(&game), &game.start(), &text);
    }
}

#[test]
fn every_event_is_named_once() {
    let game = compile(&togyz());
    let mut m = Machine::new(&game);
    let ply = m.legal(&game.start())[0];
    let mut seen = BTreeMap::new();
    m.play_traced(&game.start(), &ply, &mut |e| *seen.entry(format!("{e:?}")).or_insert(0) += 1).expect("legal");
    assert!(seen.contains_key("Lift { from: 0, n: 9 }"));
}
