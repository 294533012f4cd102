//! How long things take, game by game, for reading: `cargo bench --bench speed`, with part of a name after
//! `--` to choose, as `laps/congkak` or `legal`. Criterion compares with the run before.
//!
//! - `perft`: move paths counted from the start; a second's number is of leaves.
//! - `playouts`: random games, without a listener; of plies.
//! - `plies`: single plies by the general machine, taken from random games and made again; of laps.
//! - `landing`: those of them that sow one or two seeds in a single lap, so that little is left but what
//!   comes before a lap and the decision where it ends; of plies.
//! - `legal`: the legal plies of positions from random games; of positions.

mod support;

use std::hint::black_box;

use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sower::engine::{Event, Game, Machine, Ply, State, perft};

/// A game's name, plies that are counted, and the most plies of a random game.
const GAMES: [(&str, usize, u64); 8] = [
    ("kalah", 6, 500),
    ("oware", 5, 500),
    ("bosh", 6, 500),
    ("congkak", 4, 500),
    ("toguz-kumalak", 3, 500),
    ("puhulmutu", 3, 500),
    ("bao-la-kiswahili", 2, 60),
    (LONG, 2, 500),
];

/// The largest board of two rows: Bosh's way of sowing on two times fifty pits.
const LONG: &str = "2x50";
const LONG_RULES: &str = r#"game "Two times fifty" { source "the benchmarks" }
board { rows 2; pits 50 a row; seeds 3 each }
sowing { counterclockwise }
moves { from my pits }
landing {
  here was occupied                     => relay
  here is mine and opposite is occupied => capture opposite
}
round { over when mover cannot move => owners keep the rest }
"#;

fn game(name: &str) -> Game {
    if name == LONG { support::game_of(name, LONG_RULES) } else { support::game(name) }
}

/// A ply of a random game.
struct Made {
    from: State,
    ply: Ply,
    laps: u64,
    drops: u64,
}

/// Plies of random games, in their order.
fn plies(game: &Game, most: u64) -> Vec<Made> {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let mut machine = Machine::new(game);
    let mut made = Vec::new();
    while made.len() < 400 {
        let mut s = game.start();
        for _ in 0..most.min(100) {
            let legal = machine.legal(&s);
            let Some(ply) = legal.get((rng.next_u64() % legal.len().max(1) as u64) as usize).copied() else { break };
            let (mut laps, mut drops) = (0, 0);
            let next = machine.play_traced(&s, &ply, &mut |e| match e {
                Event::Lift { .. } => laps += 1,
                Event::Drop { .. } => drops += 1,
                _ => {}
            });
            let from = std::mem::replace(&mut s, next.expect("legal"));
            made.push(Made { from, ply, laps, drops });
        }
    }
    made
}

fn counts(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    for (name, depth, _) in GAMES {
        let game = game(name);
        let start = game.start();
        let leaves = perft::perft(&game, &start, depth, false, 1).nodes[depth - 1];
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(name, |b| b.iter(|| perft::perft(black_box(&game), &start, depth, false, 1)));
    }
}

fn random_games(c: &mut Criterion) {
    let mut group = c.benchmark_group("playouts");
    for (name, _, most) in GAMES {
        let game = game(name);
        let (start, mut machine) = (game.start(), Machine::new(&game));
        let mut some = |seed: u64| {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut below = |n: u32| (rng.next_u64() % u64::from(n)) as u32;
            (0..10).map(|_| machine.playout(&mut start.clone(), most, &mut below)).sum::<u64>()
        };
        group.throughput(Throughput::Elements(some(1)));
        group.bench_function(name, |b| b.iter(|| some(black_box(1))));
    }
}

/// Makes plies again, and tells how much of something they are.
fn again(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, game: &Game, made: &[&Made], of: u64) {
    if made.is_empty() {
        return;
    }
    let mut machine = Machine::new(game);
    group.throughput(Throughput::Elements(of));
    group.bench_function(name, |b| {
        b.iter_batched_ref(
            || game.start(),
            |out| made.iter().for_each(|m| machine.play_unchecked(black_box(&m.from), &m.ply, out)),
            BatchSize::SmallInput,
        );
    });
}

fn single_plies(c: &mut Criterion) {
    let mut group = c.benchmark_group("plies");
    for (name, _, most) in GAMES {
        let game = game(name);
        let all = plies(&game, most);
        again(&mut group, name, &game, &all.iter().collect::<Vec<_>>(), all.iter().map(|m| m.laps).sum());
    }
}

fn landings(c: &mut Criterion) {
    let mut group = c.benchmark_group("landing");
    for (name, _, most) in GAMES {
        let game = game(name);
        let all = plies(&game, most);
        let short: Vec<&Made> = all.iter().filter(|m| m.laps == 1 && (1..=2).contains(&m.drops)).collect();
        again(&mut group, name, &game, &short, short.len() as u64);
    }
}

fn legal(c: &mut Criterion) {
    let mut group = c.benchmark_group("legal");
    for (name, _, most) in GAMES {
        let game = game(name);
        let all = plies(&game, most);
        let mut machine = Machine::new(&game);
        group.throughput(Throughput::Elements(all.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| all.iter().map(|m| machine.legal(black_box(&m.from)).len()).sum::<usize>());
        });
    }
}

criterion_group! {
    name = speed;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(std::time::Duration::from_millis(500))
        .measurement_time(std::time::Duration::from_secs(1));
    targets = counts, random_games, single_plies, landings, legal
}
criterion_main!(speed);
