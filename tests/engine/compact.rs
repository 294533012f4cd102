//! The quicker way of counting moves and playing at random gives what the general one gives.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sower::engine::perft::perft;
use sower::engine::{Game, Machine, Settings, State};
use sower::ir::OptionValues;
use sower::source;

use crate::support;

/// Every bundled game, with each value of each option.
fn settings() -> Vec<(String, Vec<(String, String)>)> {
    let mut all = Vec::new();
    for b in source::bundled() {
        let ir = support::ir(b.name);
        all.push((b.name.to_owned(), Vec::new()));
        for o in &ir.options {
            let values: Vec<String> = match &o.values {
                OptionValues::Words(words) => words.clone(),
                OptionValues::Numbers(list) => list.iter().map(ToString::to_string).collect(),
                OptionValues::Range { lo, hi, .. } => [*lo, lo + 1, (*hi).min(lo + 9)].map(|n| n.to_string()).into(),
            };
            all.extend(values.into_iter().map(|v| (b.name.to_owned(), vec![(o.name.clone(), v)])));
        }
    }
    all
}

fn compile(name: &str, options: &[(String, String)]) -> Option<Game> {
    let settings = Settings { options: options.to_vec(), max_laps: 100_000, ..Settings::default() };
    Game::compile(&support::ir(name), &settings).ok()
}

/// States some plies into random games.
fn somewhere(game: &Game, rng: &mut Pcg64Mcg) -> State {
    let mut machine = Machine::new(game);
    let mut s = game.start();
    for _ in 0..rng.next_u64() % 30 {
        let legal = machine.legal(&s);
        let Some(ply) = legal.get((rng.next_u64() % legal.len().max(1) as u64) as usize) else { break };
        let next = machine.play(&s, ply).expect("legal");
        if next.over().is_some() {
            break;
        }
        s = next;
    }
    s
}

#[test]
fn counts_agree() {
    let mut compact = 0;
    for (name, options) in settings() {
        let Some(quick) = compile(&name, &options) else { continue };
        if !quick.is_compact() {
            continue;
        }
        compact += 1;
        let plain = compile(&name, &options).expect("it compiles").by_parts();
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        let start = quick.start();
        assert_eq!(perft(&quick, &start, 5, false, 1), perft(&plain, &start, 5, false, 2), "{name} {options:?}");
        for _ in 0..4 {
            let s = somewhere(&plain, &mut rng);
            assert_eq!(perft(&quick, &s, 4, false, 2), perft(&plain, &s, 4, false, 1), "{name} {options:?} {s:?}");
        }
    }
    assert!(compact > 20, "only {compact} settings of bundled games have the quicker way");
}

#[test]
fn random_games_agree() {
    for (name, options) in settings() {
        let Some(quick) = compile(&name, &options) else { continue };
        if !quick.is_compact() {
            continue;
        }
        let plain = compile(&name, &options).expect("it compiles").by_parts();
        let (mut a, mut b) = (Machine::new(&quick), Machine::new(&plain));
        for seed in 0..30 {
            let most = [3, 10, 500][seed as usize % 3];
            let [x, y] = [&mut a, &mut b].map(|machine| {
                let mut rng = Pcg64Mcg::seed_from_u64(seed);
                let mut s = machine.game().start();
                let plies = machine.playout(&mut s, most, |n| (rng.next_u64() % u64::from(n)) as u32);
                (plies, s, rng.next_u64())
            });
            assert_eq!(x, y, "{name} {options:?}, game {seed}");
        }
    }
}

#[test]
fn the_commonest_kind_is_compact() {
    for name in ["kalah", "oware", "bosh"] {
        assert!(support::game(name, &[]).is_compact(), "{name}");
    }
}
