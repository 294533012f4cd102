//! `sower play`: on a terminal with pictures, else on plain lines.

mod files;
mod plain;

use std::io::{self, IsTerminal};
use std::sync::Arc;

use super::args::Play;
use super::failure::{FINE, Failure, INTERRUPTED, Outcome};
use super::output::{self, Context};
use super::saved::Saved;
use super::simulate::new_seed;
use super::{interrupt, position, variant};
use crate::engine::{Game, State};
use crate::players::Spec;
use crate::record::Replayed;
use crate::table::{self, Keeper, Setting, Table};
use crate::tui;

/// Plays a game.
pub fn run(context: &Context, args: &Play) -> Outcome {
    refuse_unbuilt(args)?;
    let saved = args.load.as_deref().map(|path| Saved::read(&path.to_string_lossy())).transpose()?;
    let name = match (&args.variant, &saved) {
        (Some(name), _) => name.clone(),
        (None, Some(saved)) => saved.record.variant.value.clone(),
        (None, None) => return Err(Failure::Usage("which game?".to_owned())),
    };
    if name == "-" {
        return Err(Failure::Usage("standard input holds the moves, so it can't hold the game".to_owned()));
    }
    let loaded = variant::load(context, &name)?;
    let settings = match &saved {
        Some(saved) => saved.settings(context, &loaded.ir)?,
        None => variant::settings(&context.common),
    };
    let game = Arc::new(loaded.compile(&settings)?);
    let setting = Setting {
        variant: name,
        players: super::simulate::seats(&game, &args.seats, Spec::Human)?,
        max_laps: settings.max_laps,
        free: context.common.free || saved.as_ref().is_some_and(|s| s.record.free),
        seed: args.seed.unwrap_or_else(new_seed),
    };
    let table = match &saved {
        Some(saved) => resume(saved, &game, setting, args)?,
        None => Table::new(&game, setting, position::given(context, &game, args.position.as_deref())?),
    };
    let keeper = keeper(args)?;
    if pictures(context, args) {
        let look = tui::Look { colour: colour(context), speed: args.speed };
        return on_a_terminal(&game, table, keeper, &look);
    }
    plain::run(context, table, keeper)
}

fn refuse_unbuilt(args: &Play) -> Result<(), Failure> {
    if args.seats.all().any(|spec| matches!(spec, Spec::Mcts(_))) {
        return Err(Failure::NotBuilt("the player `mcts`"));
    }
    Ok(())
}

/// The table of a saved game; who plays may be said anew.
fn resume<'g>(saved: &Saved, game: &'g Game, mut setting: Setting, args: &Play) -> Result<Table<'g>, Failure> {
    let replayed: Replayed = saved.record.replay(game).map_err(|d| saved.wrong(d))?;
    let recorded = table::seats(game, &saved.record, &setting.players).map_err(|d| saved.wrong(d))?;
    let given = super::simulate::given(game, &args.seats)?;
    for ((slot, spec), given) in setting.players.iter_mut().zip(recorded).zip(given) {
        *slot = given.unwrap_or(spec);
    }
    Ok(Table::resume(game, setting, replayed))
}

/// The keeper of the game's file.
fn keeper(args: &Play) -> Result<Keeper, Failure> {
    let mut keeper = Keeper::new(Box::new(files::Disk));
    match (&args.save, &args.load) {
        (Some(path), load) => {
            if path.exists() && load.as_ref() != Some(path) {
                let path = path.display();
                return Err(Failure::Usage(format!(
                    "{path} exists already; go on with it by `--load {path} --save {path}`, or give another name"
                )));
            }
            keeper.own(path, true);
        }
        (None, Some(path)) => keeper.own(path, false),
        (None, None) => {}
    }
    Ok(keeper)
}

/// Whether the board can be shown in pictures.
fn pictures(context: &Context, args: &Play) -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    !args.plain && !context.common.json && !dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn colour(context: &Context) -> bool {
    match context.common.color {
        super::args::Color::Always => true,
        super::args::Color::Never => false,
        super::args::Color::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    }
}

fn on_a_terminal(game: &Arc<Game>, table: Table<'_>, keeper: Keeper, look: &tui::Look) -> Outcome {
    let stop = interrupt::flag();
    let left = tui::run(game, table, keeper, look, stop);
    let left = left.map_err(|e| Failure::File(format!("the terminal can't be used: {e}; `--plain` needs none")))?;
    let words: String = left.words.iter().map(|line| format!("{line}\n")).collect();
    output::text(&words)?;
    Ok(if left.interrupted { INTERRUPTED } else { FINE })
}

/// The position of a game as a line.
fn position_line(game: &Game, state: &State) -> String {
    crate::engine::position::show(game, state)
}
