//! `sower test`

use std::io::Write;

use serde_json::{Value, json};

use super::args::Variants;
use super::failure::{FINE, Failure, Outcome, WRONG};
use super::output::{self, Context};
use super::report;
use super::variant::{self, Loaded};
use crate::analyse::examples;

/// Runs the examples of games.
pub fn run(context: &Context, args: &Variants) -> Outcome {
    let mut status = FINE;
    for name in &args.variants {
        // One game that can't be played doesn't keep the others from being tested.
        match one(context, name) {
            Ok(true) => {}
            Ok(false) => status = status.max(WRONG),
            Err(Failure::Pipe) => return Err(Failure::Pipe),
            Err(failure) => {
                context.fail(&failure);
                status = status.max(failure.status());
            }
        }
    }
    Ok(status)
}

fn one(context: &Context, name: &str) -> Result<bool, Failure> {
    let loaded = variant::load(context, name)?;
    let settings = variant::settings(&context.common);
    loaded.compile(&settings)?;
    let outcome = examples::run(&loaded.ir, &settings);
    let mut out = output::stdout();
    if context.common.json {
        serde_json::to_writer(&mut out, &to_json(&loaded, &outcome))?;
        writeln!(out)?;
    } else {
        writeln!(out, "{}: {}", loaded.name, told(&outcome))?;
        for failed in &outcome.failed {
            writeln!(out, "  fails: {}", failed.name)?;
        }
    }
    out.flush()?;
    if !context.common.json {
        for failed in &outcome.failed {
            context.show(&failed.diagnostics, &loaded.sources);
        }
    }
    Ok(outcome.failed.is_empty())
}

fn told(outcome: &examples::Outcome) -> String {
    match (outcome.passed, outcome.failed.len()) {
        (0, 0) => "no examples".to_owned(),
        (1, 0) => "1 example holds".to_owned(),
        (n, 0) => format!("{n} examples hold"),
        (n, bad) => format!("{bad} of {} examples fail", n + bad),
    }
}

fn to_json(loaded: &Loaded, outcome: &examples::Outcome) -> Value {
    let failed: Vec<Value> = outcome
        .failed
        .iter()
        .map(|f| {
            let why: Vec<Value> =
                f.diagnostics.iter().map(|d| report::json(d, &loaded.ir.file, &loaded.sources)).collect();
            json!({"name": f.name, "diagnostics": why})
        })
        .collect();
    json!({"variant": loaded.name, "passed": outcome.passed, "failed": failed})
}
