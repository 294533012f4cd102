//! `sower play`: a game on plain lines, so that it works piped as well.

mod moves;
mod table;

use std::io::{self, BufRead, Write};

use super::args::Play;
use super::failure::{FINE, Failure, Outcome};
use super::output::Context;
use super::simulate::new_seed;
use super::{position, variant};
use crate::engine::Game;
use crate::players::Spec;

use table::{Table, Told};

const HELP: &str = "\
A move is a pit's name as on the board (or its number from the mover's left), with `>` or `<`
where a direction is asked for. Other words:
  moves   the legal moves
  why     which rule did what in the last move
  undo    back to your last decision
  board   the board again
  help    this
  quit    stop";

/// Plays a game.
pub fn run(context: &Context, args: &Play) -> Outcome {
    refuse_unbuilt(args)?;
    if args.at.game.variant == "-" {
        return Err(Failure::Usage("standard input holds the moves, so it can't hold the game".to_owned()));
    }
    let (loaded, game) = variant::compile(context, &args.at.game.variant)?;
    let start = position::given(context, &game, args.at.position.as_deref())?;
    let players = players(&game, args);
    let mut out = io::stdout().lock();
    if !context.common.quiet {
        writeln!(out, "{}. `help` tells what can be typed.", loaded.ir.header.title)?;
    }
    let mut table = Table::new(&game, start, &players, args.seed.unwrap_or_else(new_seed));
    let mut input = io::stdin().lock();
    out.write_all(table.board().as_bytes())?;
    loop {
        let told = table.programs();
        say(&mut out, &told)?;
        if table.over() {
            return Ok(FINE);
        }
        write!(out, "{}", table.prompt())?;
        out.flush()?;
        let Some(line) = line(&mut input)? else {
            writeln!(out, "\nThe game stops here.")?;
            return Ok(FINE);
        };
        match answer(&mut table, &line) {
            Some(told) => say(&mut out, &told)?,
            None => return Ok(FINE),
        }
    }
}

fn refuse_unbuilt(args: &Play) -> Result<(), Failure> {
    if args.whole_match {
        return Err(Failure::NotBuilt("`--match`"));
    }
    if args.save.is_some() || args.load.is_some() {
        return Err(Failure::NotBuilt("`--save` and `--load`"));
    }
    match [args.seats.south, args.seats.north] {
        [Some(Spec::Mcts(_)), _] | [_, Some(Spec::Mcts(_))] => Err(Failure::NotBuilt("the player `mcts`")),
        _ => Ok(()),
    }
}

/// Both seats are human unless said otherwise; all seats but the first count as north's.
fn players(game: &Game, args: &Play) -> Vec<Spec> {
    super::simulate::seats(game, args.seats, Spec::Human)
}

fn say(out: &mut impl Write, told: &Told) -> Result<(), Failure> {
    for line in &told.0 {
        writeln!(out, "{}", line.trim_end_matches('\n'))?;
    }
    out.flush()?;
    Ok(())
}

/// A line that was typed; none at the end of input.
fn line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let n = input.read_until(b'\n', &mut bytes);
    let n = n.map_err(|e| Failure::File(format!("standard input can't be read: {e}")))?;
    Ok((n > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// What is said to a typed line; none to `quit`.
fn answer(table: &mut Table<'_>, line: &str) -> Option<Told> {
    match line {
        "" => Some(Told::default()),
        "quit" | "exit" => None,
        "help" | "?" => Some(Told::one(HELP)),
        "moves" => Some(Told::one(table.legal().join(" "))),
        "why" => Some(table.why()),
        "undo" => Some(table.undo()),
        "board" => Some(Told::one(table.board())),
        text => Some(table.play(text)),
    }
}
