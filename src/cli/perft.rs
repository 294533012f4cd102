//! `sower perft`

use std::io::Write;
use std::time::Instant;

use serde_json::{Map, Value, json};

use super::args::Perft;
use super::failure::{FINE, Outcome};
use super::output::{self, Context};
use super::simulate::jobs;
use super::{position, variant};
use crate::engine::{Game, Ply, State, notation, perft};

/// Counts move paths.
pub fn run(context: &Context, args: &Perft) -> Outcome {
    let (loaded, game) = variant::compile(context, &args.at.game.variant)?;
    let state = position::given(context, &game, args.at.position.as_deref())?;
    let (depth, jobs) = (usize::from(args.depth), jobs(args.jobs));
    let begun = Instant::now();
    let counts = perft::perft(&game, &state, depth, args.fold, jobs);
    let divided = args.divide.then(|| perft::divide(&game, &state, depth, args.fold, jobs));
    let seconds = begun.elapsed().as_secs_f64();
    let mut out = output::stdout();
    if context.common.json {
        let mut object = json!({"variant": loaded.name, "depth": depth, "nodes": counts.nodes,
            "undecided": counts.undecided, "seconds": seconds});
        if let (Some(divided), Value::Object(object)) = (&divided, &mut object) {
            object.insert("divide".to_owned(), Value::Object(by_move(&game, &state, divided)));
        }
        writeln!(out, "{object}")?;
    } else {
        for (d, n) in counts.nodes.iter().enumerate() {
            writeln!(out, "{:>3}  {n}", d + 1)?;
        }
        for (ply, n) in divided.iter().flatten() {
            writeln!(out, "{}: {n}", notation::show(&game, &state, ply))?;
        }
    }
    out.flush()?;
    if counts.undecided > 0 {
        context.note(&format!("{} sowings were given up as undecided; see --max-laps", counts.undecided));
    }
    Ok(FINE)
}

fn by_move(game: &Game, state: &State, divided: &[(Ply, u64)]) -> Map<String, Value> {
    divided.iter().map(|(ply, n)| (notation::show(game, state, ply), json!(n))).collect()
}
