//! What must hold of every rules file and every position: seeds are conserved, formatting changes
//! nothing, positions and records read back, results don't depend on threads, nothing panics.

mod generated;

use std::sync::atomic::{AtomicBool, AtomicU64};

use proptest::prelude::*;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use sower::engine::{Event, Game, Machine, Settings, State, notation, position};
use sower::source::Source;
use sower::{ir, simulate, syntax};

use crate::support;
use generated::{rounds, rules};

fn total(state: &State) -> u64 {
    state.counts().iter().map(|&c| u64::from(c)).sum::<u64>() + state.in_hand()
}

/// A game of a generated file; few laps, so that undecided moves come up too.
fn compiled(text: &str) -> Option<Game> {
    compiled_as(text, false)
}

fn compiled_as(text: &str, matches: bool) -> Option<Game> {
    let checked = sower::check::check(&Source::new("generated.sow", text));
    let errors: Vec<_> =
        checked.diagnostics.iter().filter(|d| d.severity() == sower::diagnostic::Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{text}");
    let settings = Settings { max_laps: 2_000, matches, ..Settings::default() };
    match Game::compile(&checked.game.expect("no errors"), &settings) {
        Ok(game) => Some(game),
        // A row of even length has no middle pit.
        Err(e) if e.iter().all(|d| d.code.id == "E0403") => None,
        Err(e) => panic!("{e:#?}\n{text}"),
    }
}

/// Plays a random game and calls back after every ply.
fn random_game(game: &Game, seed: u64, plies: usize, mut each: impl FnMut(&mut Machine<'_>, &State)) -> Vec<String> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut machine = Machine::new(game);
    let mut state = game.start();
    let mut record = Vec::new();
    each(&mut machine, &state);
    for _ in 0..plies {
        let legal = machine.legal(&state);
        assert_eq!(legal.is_empty(), state.over().is_some(), "a position is over if and only if nothing is legal");
        if legal.is_empty() {
            break;
        }
        let ply = legal[(rng.next_u64() % legal.len() as u64) as usize];
        record.push(notation::show(game, &state, &ply));
        let before = total(&state);
        let mut moved = 0i64;
        let next = machine.play_traced(&state, &ply, &mut |e| {
            if let Event::Lift { n, .. } = e {
                moved += i64::from(n);
            }
        });
        state = next.unwrap_or_else(|r| panic!("a legal ply was refused: {r:?}"));
        assert_eq!(total(&state), before, "seeds were lost or made in {record:?}");
        each(&mut machine, &state);
    }
    record
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: crate::support::rng_seed(), ..ProptestConfig::default() })]

    #[test]
    fn generated_games_conserve_seeds_and_positions_read_back(text in rules(), seed in any::<u64>()) {
        let Some(game) = compiled(&text) else { return Ok(()) };
        let seeds = game.seeds();
        random_game(&game, seed, 40, |machine, state| {
            assert_eq!(total(state), seeds);
            let line = position::show(&game, state);
            assert!(!line.contains(char::is_whitespace), "{line}");
            let back = position::read(&game, &line, false).unwrap_or_else(|d| panic!("{line}: {d:?}\n{text}"));
            assert_eq!(position::show(&game, &back), line, "{text}");
            assert_eq!(machine.legal(&back), machine.legal(state), "{line}\n{text}");
        });
    }

    /// Whole matches: what is laid out between rounds, too.
    #[test]
    fn generated_matches_conserve_seeds_and_read_back(text in rules(), rounds in rounds(), seed in any::<u64>()) {
        let text = text + &rounds;
        let Some(game) = compiled_as(&text, true) else { return Ok(()) };
        let seeds = game.seeds();
        let mut end = None;
        let record = random_game(&game, seed, 250, |machine, state| {
            assert_eq!(total(state), seeds);
            let line = position::show(&game, state);
            let back = position::read(&game, &line, false).unwrap_or_else(|d| panic!("{line}: {d:?}\n{text}"));
            assert_eq!(position::show(&game, &back), line, "{text}");
            assert_eq!(machine.legal(&back), machine.legal(state), "{line}\n{text}");
            end = Some(state.clone());
        });
        let mut machine = Machine::new(&game);
        let mut state = game.start();
        for mv in &record {
            state = support::play(&mut machine, &state, mv);
        }
        prop_assert_eq!(Some(state), end, "{}", text);
        let ir = support::from_text("generated.sow", &text);
        let json = serde_json::to_string(&ir).expect("serialises");
        prop_assert_eq!(serde_json::from_str::<ir::Game>(&json).expect("deserialises"), ir);
    }

    #[test]
    fn every_legal_ply_reads_back_and_plays(text in rules(), seed in any::<u64>()) {
        let Some(game) = compiled(&text) else { return Ok(()) };
        random_game(&game, seed, 12, |machine, state| {
            for ply in machine.legal(state) {
                let shown = notation::show(&game, state, &ply);
                let read = notation::read(machine, state, &shown).unwrap_or_else(|d| panic!("{shown}: {d:?}\n{text}"));
                assert_eq!(read, [ply], "{shown}\n{text}");
                assert!(machine.play(state, &ply).is_ok(), "{shown}\n{text}");
            }
        });
    }

    #[test]
    fn a_record_replays_to_the_same_end(text in rules(), seed in any::<u64>()) {
        let Some(game) = compiled(&text) else { return Ok(()) };
        let mut end = None;
        let record = random_game(&game, seed, 30, |_, state| end = Some(state.clone()));
        let mut machine = Machine::new(&game);
        let mut state = game.start();
        for mv in &record {
            state = support::play(&mut machine, &state, mv);
        }
        prop_assert_eq!(Some(state), end);
    }

    #[test]
    fn formatting_is_stable_and_keeps_the_meaning(text in rules()) {
        let source = Source::new("generated.sow", text.clone());
        let once = syntax::format(&source).unwrap_or_else(|d| panic!("{d:#?}\n{text}"));
        let formatted = Source::new("generated.sow", once.clone());
        prop_assert_eq!(&syntax::format(&formatted).expect("formats"), &once);
        prop_assert_eq!(meaning(&source), meaning(&formatted));
    }

    #[test]
    fn the_ir_survives_json(text in rules()) {
        let ir = support::from_text("generated.sow", &text);
        let json = serde_json::to_string(&ir).expect("serialises");
        let back: ir::Game = serde_json::from_str(&json).expect("deserialises");
        prop_assert_eq!(back, ir);
    }

    /// Any text at all gets an answer.
    #[test]
    fn arbitrary_text_gets_an_answer(text in "\\PC{0,400}") {
        let source = Source::new("arbitrary.sow", text);
        let checked = sower::check::check(&source);
        prop_assert!(checked.game.is_some() || !checked.diagnostics.is_empty());
        let _ = syntax::format(&source);
    }

    /// A file with a piece cut out, doubled or moved gets an answer, and one that still plays
    /// conserves seeds.
    #[test]
    fn damaged_files_get_an_answer(which in 0usize..100, from in 0usize..5000, len in 1usize..60, to in 0usize..5000) {
        let all = sower::source::bundled();
        let text = all[which % all.len()].text;
        let cut = |i: usize| { let mut i = i % (text.len() + 1); while !text.is_char_boundary(i) { i -= 1 } i };
        let (a, b, c) = (cut(from), cut((from + len).min(text.len())), cut(to));
        let (a, b) = (a.min(b), a.max(b));
        for damaged in [
            format!("{}{}", &text[..a], &text[b..]),
            format!("{}{}{}", &text[..b], &text[a..b], &text[b..]),
            format!("{}{}{}", &text[..c], &text[a..b], &text[c..]),
        ] {
            let checked = sower::check::check(&Source::new("damaged.sow", damaged));
            let Some(ir) = checked.game else { continue };
            let settings = Settings { max_laps: 500, ..Settings::default() };
            if let Ok(game) = Game::compile(&ir, &settings) {
                random_game(&game, 1, 10, |_, _| {});
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, rng_seed: crate::support::rng_seed(), ..ProptestConfig::default() })]

    /// A rule that is said never to come into play doesn't.
    #[test]
    fn rules_told_to_be_dead_are(text in rules(), seed in any::<u64>()) {
        let told = sower::check::check(&Source::new("generated.sow", text.as_str())).diagnostics;
        let dead: Vec<_> = told.iter().filter(|d| d.code.id == "W0201").map(|d| d.span).collect();
        let Some(game) = compiled(&text) else { return Ok(()) };
        if dead.is_empty() { return Ok(()); }
        let hooks = game.ir().phases.iter().map(|p| &p.hooks);
        let lists = hooks.flat_map(|h| [&h.before_move, &h.each_lap, &h.each_seed, &h.landing, &h.whenever, &h.after_move, &h.after_turn]);
        let rules: Vec<_> = lists.flatten().flatten().filter(|r| dead.contains(&r.span)).map(|r| r.id).collect();
        let mut fired = std::collections::BTreeSet::new();
        random_game(&game, seed, 40, |machine, state| {
            for ply in machine.legal(state) {
                let _ = machine.play_traced(state, &ply, &mut |e| if let Event::Rule(id) = e { fired.insert(id); });
            }
        });
        for id in rules {
            prop_assert!(!fired.contains(&id), "rule {}\n{}", id, text);
        }
    }

    /// More games than one batch of a single thread, and blocks that aren't full.
    #[test]
    fn simulations_do_not_depend_on_threads(text in rules(), seed in any::<u64>(), games in 513u64..700) {
        let Some(game) = compiled(&text) else { return Ok(()) };
        let one = simulated(&game, seed, games, 1);
        prop_assert_eq!(&one.0["games"], games);
        prop_assert_eq!(one.1.len() as u64, games);
        for jobs in [2, 7] {
            prop_assert_eq!(&simulated(&game, seed, games, jobs), &one, "{} jobs\n{}", jobs, text);
        }
    }
}

/// The object of a simulation, and its rows in the order in which they come.
fn simulated(game: &Game, seed: u64, games: u64, jobs: usize) -> (serde_json::Value, Vec<Vec<String>>) {
    let players = vec![sower::players::Spec::Random; 2];
    let plan = simulate::Plan { games, seed, jobs, max_plies: 8, players, rows: true };
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let watch = simulate::Watch { stop: &stop, done: &done };
    let mut rows = Vec::new();
    let tally = simulate::run(game, &plan, &watch, &mut |played| {
        rows.push(played.row(game, seed));
        true
    });
    let tally = tally.unwrap_or_else(|e| panic!("{e}"));
    (serde_json::Value::Object(tally.to_json(game, &plan, "generated")), rows)
}

/// What a file means: its IR without spans and words.
fn meaning(source: &Source) -> serde_json::Value {
    let checked = sower::check::check(source);
    let mut value = serde_json::to_value(checked.game.expect("no errors")).expect("serialises");
    strip(&mut value);
    value
}

fn strip(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(map) => {
            map.retain(|k, _| k != "span" && k != "text");
            map.values_mut().for_each(strip);
        }
        serde_json::Value::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}

/// Generated files have variety: most play more than a few plies, and all kinds of rule come up.
#[test]
fn the_generator_is_worth_it() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut long, mut texts) = (0, String::new());
    for n in 0..100 {
        let text = rules().new_tree(&mut runner).expect("a file").current();
        let Some(game) = compiled(&text) else { continue };
        long += usize::from(random_game(&game, n, 10, |_, _| {}).len() == 10);
        texts.push_str(&text);
    }
    assert!(long >= 50, "only {long} of 100 generated games last ten plies");
    for word in [
        "relay",
        "capture",
        "choose",
        "move again",
        "illegal",
        "last resort",
        "for each",
        "make",
        "must",
        "skip",
        "each seed",
        "whenever",
        "after turn",
        "either",
        "into my store",
        "leapfrog",
        "let ",
        "if ",
    ] {
        assert!(texts.contains(word), "no generated file has `{word}`");
    }
}
