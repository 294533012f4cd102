//! `sower simulate`

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::args::{Run, Seats, Simulate, Statistics};
use super::failure::{FINE, Failure, INTERRUPTED, Outcome};
use super::output::{self, Context, NewFile};
use super::{interrupt, variant};
use crate::engine::Game;
use crate::players::Spec;
use crate::simulate::{self, CannotSimulate, Plan, Tally, Watch};

/// Plays many games.
pub fn run(context: &Context, args: &Simulate) -> Outcome {
    let format = args.format.unwrap_or(if context.common.json { Statistics::Json } else { Statistics::Text });
    refuse_unbuilt(args, format)?;
    let (loaded, game) = variant::compile(context, &args.game.variant)?;
    let plan = plan(&game, args.games, &args.run, args.run.seed.unwrap_or_else(new_seed))?;
    let plan = Plan { rows: format == Statistics::Csv, ..plan };
    let mut sink = match &args.out {
        Some(path) => Sink::File(NewFile::create(path)?),
        None => Sink::Standard(output::stdout()),
    };
    let begun = Instant::now();
    let tally = play(context, &game, &plan, &mut sink)?;
    let seconds = begun.elapsed().as_secs_f64();
    let text = match format {
        Statistics::Csv => String::new(),
        Statistics::Json => format!("{}\n", Value::Object(object(&tally, &game, &plan, &loaded.name, seconds))),
        _ => table(&object(&tally, &game, &plan, &loaded.name, seconds)),
    };
    sink.write(text.as_bytes())?;
    sink.finish()?;
    if format == Statistics::Csv && args.run.seed.is_none() {
        context.note(&format!("seed {}", plan.seed));
    }
    Ok(if interrupt::happened() { INTERRUPTED } else { FINE })
}

fn refuse_unbuilt(args: &Simulate, format: Statistics) -> Result<(), Failure> {
    if format == Statistics::Parquet {
        return Err(Failure::NotBuilt("`--format parquet`"));
    }
    refuse_players(&args.run.seats)
}

/// Only programs play in a simulation.
pub fn refuse_players(seats: &Seats) -> Result<(), Failure> {
    for spec in seats.all() {
        match spec {
            Spec::Mcts(_) => return Err(Failure::NotBuilt("the player `mcts`")),
            Spec::Human => return Err(Failure::Usage("a human can't play in a simulation".to_owned())),
            _ => {}
        }
    }
    Ok(())
}

/// Who plays, in the order of the players, where anything is said: the first one is South's, all others
/// are North's unless they are named.
///
/// # Errors
/// When a player is named whom the rules don't.
pub fn given(game: &Game, given: &Seats) -> Result<Vec<Option<Spec>>, Failure> {
    let players = &game.ir().players;
    let mut seats: Vec<_> = (0..players.len()).map(|p| if p == 0 { given.south } else { given.north }).collect();
    for (name, spec) in &given.named {
        let at = players.iter().position(|p| p == name).ok_or_else(|| {
            Failure::Usage(format!("no player is named `{name}`; the players are `{}`", players.join("`, `")))
        })?;
        seats[at] = Some(*spec);
    }
    Ok(seats)
}

/// Who plays, in the order of the players.
///
/// # Errors
/// As [`given`].
pub fn seats(game: &Game, said: &Seats, default: Spec) -> Result<Vec<Spec>, Failure> {
    Ok(given(game, said)?.into_iter().map(|spec| spec.unwrap_or(default)).collect())
}

/// So many games, as the command line wants them played.
///
/// # Errors
/// As [`given`].
pub fn plan(game: &Game, games: u64, run: &Run, seed: u64) -> Result<Plan, Failure> {
    Ok(Plan {
        games,
        seed,
        jobs: jobs(run.jobs),
        max_plies: run.max_plies,
        players: seats(game, &run.seats, Spec::Random)?,
        rows: false,
    })
}

/// Threads: as many as asked for, or as the machine has.
pub fn jobs(given: Option<u16>) -> usize {
    let own = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    given.map_or_else(own, usize::from)
}

/// A seed that differs from run to run, short enough to be typed.
pub fn new_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() & 0xffff_ffff
}

/// Where the result goes.
enum Sink {
    Standard(std::io::BufWriter<std::io::StdoutLock<'static>>),
    File(NewFile),
}

impl Sink {
    fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Sink::Standard(out) => Ok(out.write_all(bytes)?),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Sink::Standard(mut out) => Ok(out.flush()?),
            Sink::File(file) => file.finish(),
        }
    }
}

/// Runs the plan, rows going out as they come, progress on standard error.
fn play(context: &Context, game: &Game, plan: &Plan, sink: &mut Sink) -> Result<Tally, Failure> {
    let mut failed = Ok(());
    if plan.rows {
        sink.write(&csv_line(&simulate::Game::columns(game))?)?;
    }
    let mut row = |played: &simulate::Game| {
        failed = csv_line(&played.row(game, plan.seed)).and_then(|line| sink.write(&line));
        failed.is_ok()
    };
    let tally = watched(context, plan.games, |watch| simulate::run(game, plan, watch, &mut row));
    failed?;
    tally
}

/// Runs a simulation of so many games with progress on standard error; Ctrl-C ends it early.
pub fn watched<T: Send>(
    context: &Context,
    games: u64,
    run: impl FnOnce(&Watch<'_>) -> Result<T, CannotSimulate>,
) -> Result<T, Failure> {
    let (done, finished) = (&AtomicU64::new(0), &AtomicBool::new(false));
    let watch = Watch { stop: interrupt::flag(), done };
    let bar = context.progress().then(|| progress_bar(games));
    let result = std::thread::scope(|scope| {
        if let Some(bar) = &bar {
            scope.spawn(move || follow(bar, done, finished));
        }
        let result = run(&watch);
        finished.store(true, Relaxed);
        result
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    result.map_err(|e| match e {
        CannotSimulate::Player(_) => Failure::Usage(e.to_string()),
        CannotSimulate::Threads(_) => Failure::File(e.to_string()),
    })
}

fn progress_bar(games: u64) -> indicatif::ProgressBar {
    let bar = indicatif::ProgressBar::new(games);
    if let Ok(style) = indicatif::ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    bar
}

fn follow(bar: &indicatif::ProgressBar, done: &AtomicU64, finished: &AtomicBool) {
    while !finished.load(Relaxed) {
        bar.set_position(done.load(Relaxed));
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn csv_line(cells: &[String]) -> Result<Vec<u8>, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(cells).map_err(|e| Failure::File(e.to_string()));
    written.and_then(|()| writer.into_inner().map_err(|e| Failure::File(e.to_string())))
}

fn object(tally: &Tally, game: &Game, plan: &Plan, variant: &str, seconds: f64) -> Map<String, Value> {
    let mut object = tally.to_json(game, plan, variant);
    let plies = tally.plies.summary().map_or(0.0, |s| s.mean) * tally.plies.samples() as f64;
    object.insert("seconds".to_owned(), json!(seconds));
    object.insert("plies_per_second".to_owned(), json!(if seconds > 0.0 { (plies / seconds).round() } else { 0.0 }));
    object
}

/// The object as a table for people.
fn table(object: &Map<String, Value>) -> String {
    let mut text = String::new();
    for (key, value) in object {
        let name = key.replace('_', " ");
        match value {
            Value::Object(inner) if key == "rules_fired" => {
                text += "rules fired\n";
                for (rule, n) in inner {
                    text += &format!("  {:>10}  {rule}\n", plain(n));
                }
            }
            Value::Object(inner) => {
                let parts: Vec<String> = inner.iter().map(|(k, v)| format!("{k} {}", plain(v))).collect();
                text += &format!("{name:<22} {}\n", parts.join("  "));
            }
            value => text += &format!("{name:<22} {}\n", plain(value)),
        }
    }
    text
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "-".to_owned(),
        Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(" to "),
        Value::Number(n) if n.is_f64() => n.as_f64().map_or_else(String::new, |f| format!("{f:.3}")),
        other => other.to_string(),
    }
}
