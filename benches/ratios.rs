//! The yardsticks of the project: each a ratio taken in one run on one machine against plain
//! hand-written engines for the same games. `cargo bench --bench ratios` prints them; they are
//! never tests.

mod handwritten;
#[allow(dead_code)]
mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use handwritten::{Game as ByHand, bosh, kalah, oware, packed};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sower::engine::{Game, Machine, perft};
use sower::source::{Source, bundled_by_name};
use support::game;

/// Counts a second of several ways to do the same: of the best of some runs each, one after the other
/// in turn. Other work on the machine only makes a run slower.
fn best<const N: usize>(mut ways: [&mut dyn FnMut() -> u64; N]) -> [f64; N] {
    let mut best = [0.0; N];
    for _ in 0..9 {
        for (way, best) in ways.iter_mut().zip(&mut best) {
            let start = Instant::now();
            let n = way();
            *best = f64::max(*best, n as f64 / start.elapsed().as_secs_f64());
        }
    }
    best
}

fn row(what: &str, [ours, plain, packed]: [f64; 3]) {
    print!("{what:<24} {:>9.2} M/s", ours / 1e6);
    for theirs in [plain, packed] {
        print!("  {:>9.2} M/s  ratio {:>5.2}", theirs / 1e6, ours / theirs);
    }
    println!();
}

fn compare<A: ByHand, B: ByHand>(name: &str, depth: u32, plain: A, packed: B) {
    if !asked_for(name) {
        return;
    }
    let game = game(name);
    let state = game.start();
    let mut ours = || perft::perft(&game, &state, depth as usize, false, 1).nodes[depth as usize - 1];
    let (mut a, mut b) = (|| black_box(&plain).perft(depth), || black_box(&packed).perft(depth));
    row(&format!("perft {name} ({depth} plies)"), best([&mut ours, &mut a, &mut b]));

    let games = 3_000;
    let mut ours = || playouts(&game, games);
    let (mut a, mut b) = (|| playouts_by_hand(&plain, games), || playouts_by_hand(&packed, games));
    row(&format!("playouts {name}"), best([&mut ours, &mut a, &mut b]));
}

/// Plies of random games by hand.
fn playouts_by_hand(start: &impl ByHand, games: u32) -> u64 {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut below = |n: u32| (rng.next_u64() % u64::from(n)) as u32;
    (0..games).map(|_| u64::from(start.playout(&mut below, 500))).sum()
}

/// Names may be given, after `--`; none: all.
fn asked_for(name: &str) -> bool {
    let mut names = std::env::args().skip(1).filter(|a| !a.starts_with('-')).peekable();
    names.peek().is_none() || names.any(|a| a == name)
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
    println!("{:<24} {:>13}  {:>13}{:>27}", "one thread", "Sower", "plain", "packed");
    let plain = kalah::Position::<12>::start(4, kalah::Rules::STANDARD);
    compare("kalah", 9, plain, packed::kalah::Position::start());
    compare("oware", 8, oware::Position::start(oware::Rules::ABAPA), packed::oware::Position::start());
    let plain = bosh::Position::start(bosh::Rules { end: bosh::End::Stuck });
    compare("bosh", 10, plain, packed::bosh::Position::start());
    if asked_for("check") {
        reading();
    }
}
