//! The yardsticks of the project: each a ratio taken in one run on one machine against plain
//! hand-written engines for the same games. `cargo bench --bench ratios` prints them; they are
//! never tests.

mod handwritten;

use std::hint::black_box;
use std::time::{Duration, Instant};

use handwritten::{Game as Plain, bosh, kalah, oware};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sower::engine::{Game, Machine, Settings, perft};
use sower::source::{Source, bundled_by_name};

fn game(name: &str) -> Game {
    let b = bundled_by_name(name).expect("bundled");
    let ir = sower::check::check(&Source::new(name, b.text)).game.expect("no errors");
    Game::compile(&ir, &Settings::default()).expect("compiles")
}

/// The best of five runs: other work on the machine only makes a run slower.
fn best(mut run: impl FnMut() -> u64) -> f64 {
    (0..5)
        .map(|_| {
            let start = Instant::now();
            let n = run();
            n as f64 / start.elapsed().as_secs_f64()
        })
        .fold(0.0, f64::max)
}

fn row(what: &str, ours: f64, theirs: f64) {
    println!("{what:<24} {:>9.2} M/s  {:>9.2} M/s  ratio {:>5.2}", ours / 1e6, theirs / 1e6, ours / theirs);
}

fn compare<P: Plain>(name: &str, depth: u32, start: P) {
    let game = game(name);
    let state = game.start();
    let ours = best(|| perft::perft(&game, &state, depth as usize, false, 1).nodes[depth as usize - 1]);
    let theirs = best(|| black_box(&start).perft(depth));
    row(&format!("perft {name} ({depth} plies)"), ours, theirs);

    let games = 3_000;
    let ours = best(|| playouts(&game, games));
    let theirs = best(|| {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let mut below = |n: u32| (rng.next_u64() % u64::from(n)) as u32;
        (0..games).map(|_| u64::from(start.playout(&mut below, 500))).sum()
    });
    row(&format!("playouts {name}"), ours, theirs);
}

/// Plies of random games.
fn playouts(game: &Game, games: u32) -> u64 {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut below = |n: u32| (rng.next_u64() % u64::from(n)) as u32;
    let mut machine = Machine::new(game);
    let (start, mut state) = (game.start(), game.start());
    let mut plies = 0;
    for _ in 0..games {
        state.clone_from(&start);
        plies += machine.playout(&mut state, 500, &mut below);
    }
    plies
}

fn reading() {
    for name in ["kalah", "oware", "bosh", "congkak"] {
        let b = bundled_by_name(name).expect("bundled");
        let mut fastest = Duration::MAX;
        for _ in 0..20 {
            let start = Instant::now();
            black_box(sower::check::check(&Source::new(name, b.text)));
            fastest = fastest.min(start.elapsed());
        }
        println!("check {name:<18} {:>9.2} ms (goal: under 10)", fastest.as_secs_f64() * 1e3);
    }
}

fn main() {
    println!("{:<24} {:>13}  {:>13}", "one thread", "Sower", "hand-written");
    compare("kalah", 9, kalah::Position::<12>::start(4, kalah::Rules::STANDARD));
    compare("oware", 8, oware::Position::start(oware::Rules::ABAPA));
    compare("bosh", 10, bosh::Position::start(bosh::Rules { end: bosh::End::Stuck }));
    reading();
}
