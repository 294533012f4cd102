//! Counts of instructions that must not grow: `cargo bench --bench gates` fails if one is more than a
//! tenth above what `gates.txt` says, and `-- --write` writes that file anew.
//!
//! The counts are callgrind's, which other work on the machine doesn't change; where valgrind is absent,
//! a message says so and nothing is measured. Each is the difference of two runs, with the work and
//! without, so that reading the rules isn't counted.

#[allow(dead_code)]
mod support;

use std::hint::black_box;
use std::process::{Command, ExitCode};

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sower::engine::{Machine, perft};
use support::game;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/gates.txt");

/// What is measured: perft of so many plies, or so many random games. `machine`: by the general
/// interpreter, also where there is a quicker way.
const GATES: [(&str, &str, usize); 15] = [
    ("perft", "kalah", 7),
    ("perft", "oware", 6),
    ("perft", "bosh", 8),
    ("playouts", "kalah", 300),
    ("playouts", "oware", 300),
    ("playouts", "bosh", 300),
    ("machine", "kalah", 5),
    ("machine", "oware", 5),
    ("machine", "bosh", 6),
    ("machine", "congkak", 3),
    ("machine", "toguz-kumalak", 3),
    ("machine", "puhulmutu", 3),
    ("machine", "bao-la-kiswahili", 2),
    ("machine", "en-gehe", 1),
    ("legal", "bao-la-kiswahili", 200),
];

/// Does the work, or all but the work.
fn work(what: &str, name: &str, n: usize, whole: bool) {
    let game = if what == "machine" { game(name).by_parts() } else { game(name) };
    let mut machine = Machine::new(&game);
    let start = game.start();
    if !whole {
        black_box((&mut machine, &start));
        return;
    }
    match what {
        "perft" | "machine" => drop(black_box(perft::perft(&game, &start, n, false, 1))),
        "legal" => (0..n).for_each(|_| drop(black_box(machine.legal(&start)))),
        _ => {
            let mut rng = Pcg64Mcg::seed_from_u64(1);
            for _ in 0..n {
                let mut state = start.clone();
                black_box(machine.playout(&mut state, 500, |n| (rng.next_u64() % u64::from(n)) as u32));
            }
        }
    }
}

/// Instructions of a run of this program; none where there is no valgrind.
fn instructions(gate: usize, whole: bool) -> Option<u64> {
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(["--work", &gate.to_string(), &whole.to_string()])
        .output()
        .ok()?;
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    told.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|a| a == "--work") {
        let (what, name, n) = GATES[args[at + 1].parse::<usize>().expect("a number")];
        work(what, name, n, args[at + 2] == "true");
        return ExitCode::SUCCESS;
    }
    let known = std::fs::read_to_string(FILE).unwrap_or_default();
    let known = |key: &str| known.lines().find_map(|l| l.strip_prefix(key)?.trim().parse::<u64>().ok());
    let (mut written, mut failed) = (String::new(), false);
    for (i, (what, name, n)) in GATES.into_iter().enumerate() {
        let (Some(with), Some(without)) = (instructions(i, true), instructions(i, false)) else {
            println!("skipped: there is no valgrind here that counts instructions");
            return ExitCode::SUCCESS;
        };
        let key = format!("{what} {name} {n} ");
        let count = with.saturating_sub(without);
        written += &format!("{key}{count}\n");
        let verdict = match known(&key) {
            Some(old) if count > old + old / 10 => {
                failed = true;
                "  more than a tenth above what it was"
            }
            Some(old) if count < old - old / 10 => "  less: write it down",
            Some(_) => "",
            None => "  not written down yet",
        };
        println!("{key:<32}{count:>14}{verdict}");
    }
    if args.iter().any(|a| a == "--write") {
        std::fs::write(FILE, written).expect("the file of counts can be written");
        return ExitCode::SUCCESS;
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
