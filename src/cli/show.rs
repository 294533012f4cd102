//! `sower show`, `sower moves`, `sower expand`

use std::io::Write;

use super::args::{AtPosition, OneVariant, Picture, Show};
use super::failure::{FINE, Outcome};
use super::output::{self, Context};
use super::{position, variant};
use crate::engine::{Machine, State, notation, position as lines};
use crate::render::{self, Drawing, Frame, board, words};

/// Draws the board.
pub fn run(context: &Context, args: &Show) -> Outcome {
    let (loaded, game) = variant::compile(context, &args.at.game.variant)?;
    let state = position::given(context, &game, args.at.position.as_deref())?;
    let mut machine = Machine::new(&game);
    let format = args.format.unwrap_or(if context.common.json { Picture::Json } else { Picture::Text });
    let mut out = output::stdout();
    match format {
        Picture::Text => {
            writeln!(out, "{}", loaded.ir.header.title)?;
            out.write_all(whole(&mut machine, &state).as_bytes())?;
        }
        Picture::Svg => {
            let drawing = Drawing::of(&game, &state);
            out.write_all(render::svg::svg(&drawing, &loaded.ir.header.title).as_bytes())?;
        }
        Picture::Json => {
            serde_json::to_writer(&mut out, &render::state(&mut machine, &state, &Frame::start(&state)))?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(FINE)
}

/// The board, what else the state holds, who is to move and how, and the position as a line.
pub fn whole(machine: &mut Machine<'_>, state: &State) -> String {
    let game = machine.game();
    let mut text = board::draw(game, state);
    for fact in board::facts(game, state) {
        text += &format!("{fact}\n");
    }
    text += &format!("{}\n", turn(machine, state));
    text += &format!("position {}\n", lines::show(game, state));
    text
}

/// Who is to move, and the legal moves; or how it ended.
pub fn turn(machine: &mut Machine<'_>, state: &State) -> String {
    let game = machine.game();
    if let Some(over) = state.over() {
        return words::ending(game, over);
    }
    let who = match state.to_move() {
        Some(p) if state.choosing() => format!("{} to choose", render::title_case(render::player(game, p))),
        Some(p) => format!("{} to move", render::title_case(render::player(game, p))),
        None => "A lot is to be drawn".to_owned(),
    };
    format!("{who}: {}", legal(machine, state).join(" "))
}

/// The legal moves as text.
pub fn legal(machine: &mut Machine<'_>, state: &State) -> Vec<String> {
    if state.over().is_some() {
        return Vec::new();
    }
    let game = machine.game();
    machine.legal(state).iter().map(|ply| notation::show(game, state, ply)).collect()
}

/// Lists the legal moves.
pub fn moves(context: &Context, args: &AtPosition) -> Outcome {
    let (_, game) = variant::compile(context, &args.game.variant)?;
    let state = position::given(context, &game, args.position.as_deref())?;
    let legal = legal(&mut Machine::new(&game), &state);
    let mut out = output::stdout();
    if context.common.json {
        serde_json::to_writer(&mut out, &legal)?;
        writeln!(out)?;
    } else {
        for text in &legal {
            writeln!(out, "{text}")?;
        }
    }
    out.flush()?;
    if let Some(over) = state.over() {
        context.note(&words::ending(&game, over));
    }
    Ok(FINE)
}

/// Prints the kernel, as text or as the IR itself; with settings, folded.
pub fn expand(context: &Context, args: &OneVariant) -> Outcome {
    let loaded = variant::load(context, &args.variant)?;
    let settings = variant::settings(&context.common);
    let game = loaded.compile(&settings)?;
    let folded = !settings.options.is_empty() || settings.ruleset.is_some();
    let mut out = output::stdout();
    let ir = if folded { game.ir() } else { &loaded.ir };
    if context.common.json {
        serde_json::to_writer_pretty(&mut out, ir)?;
        writeln!(out)?;
    } else {
        out.write_all(render::kernel(ir).as_bytes())?;
    }
    out.flush()?;
    Ok(FINE)
}
