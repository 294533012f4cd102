//! The command line.

mod args;
mod check;
mod compare;
mod complete;
mod engine;
mod explain;
mod failure;
mod fmt;
mod generate;
mod interrupt;
mod list;
mod new;
mod output;
mod perft;
mod play;
mod position;
mod replay;
mod report;
mod saved;
mod show;
mod simulate;
mod test;
mod variant;

use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, FromArgMatches};

use args::{Cli, Command};
use failure::{FINE, Failure, Outcome, USAGE};
use output::Context;

/// Runs the program and gives its exit status.
#[must_use]
pub fn main() -> ExitCode {
    generate::answer();
    let cli = match parse() {
        Ok(cli) => cli,
        Err(error) => {
            // A closed pipe is no reason to complain.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { FINE });
        }
    };
    let Cli { common, command } = cli;
    let context = Context::new(common);
    let status = run(&context, command).unwrap_or_else(|failure| {
        context.fail(&failure);
        failure.status()
    });
    ExitCode::from(status)
}

fn parse() -> Result<Cli, clap::Error> {
    let matches = Cli::command().color(colour_asked_for()).try_get_matches()?;
    Cli::from_arg_matches(&matches)
}

/// `--color` counts for what clap says, too, which is said before the arguments are known.
fn colour_asked_for() -> ColorChoice {
    let mut given = std::env::args().skip_while(|a| !a.starts_with("--color"));
    let value = match given.next() {
        Some(a) if a == "--color" => given.next(),
        Some(a) => a.strip_prefix("--color=").map(str::to_owned),
        None => None,
    };
    match value.as_deref() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

fn run(context: &Context, command: Command) -> Outcome {
    match command {
        Command::List => list::run(context),
        Command::New(args) => new::run(context, &args),
        Command::Check(args) => check::run(context, &args),
        Command::Fmt(args) => fmt::run(context, &args),
        Command::Test(args) => test::run(context, &args),
        Command::Expand(args) => show::expand(context, &args),
        Command::Rules(_) => Err(Failure::NotBuilt("`rules`")),
        Command::Show(args) => show::run(context, &args),
        Command::Moves(args) => show::moves(context, &args),
        Command::Replay(args) => replay::run(context, &args),
        Command::Play(args) => play::run(context, &args),
        Command::Simulate(args) => simulate::run(context, &args),
        Command::Perft(args) => perft::run(context, &args),
        Command::Solve(_) => Err(Failure::NotBuilt("`solve`")),
        Command::Best(_) => Err(Failure::NotBuilt("`best`")),
        Command::Compare(args) => compare::run(context, &args),
        Command::Diff(_) => Err(Failure::NotBuilt("`diff`")),
        Command::Engine(args) => engine::run(context, &args),
        Command::Explain(args) => explain::run(context, &args),
        Command::Completions(args) => generate::completions(&args),
        Command::Man(args) => generate::man(&args),
    }
}
