//! `sower replay`

use std::io::Write;

use super::args::Replay;
use super::failure::{FINE, Failure, Outcome};
use super::output::{self, Context};
use super::saved::Saved;
use super::show::whole;
use super::{position, variant};
use crate::diagnostic::Diagnostic;
use crate::engine::{Machine, Ply, State, notation, position as lines};
use crate::record;
use crate::render::{self, Frame, why, words};
use crate::source::Source;

/// Plays moves and prints every ply.
pub fn run(context: &Context, args: &Replay) -> Outcome {
    if args.file.as_deref() == Some("-") && args.at.game.variant == "-" {
        return Err(Failure::Usage("standard input can't be both the game and the moves".to_owned()));
    }
    let moves = match &args.file {
        Some(file) => moves_of(file)?,
        None => Moves::Words(args.moves.clone()),
    };
    let (words, saved) = match moves {
        Moves::Words(words) => (words, None),
        Moves::Saved(saved) => (Vec::new(), Some(saved)),
    };
    let loaded = variant::load(context, &args.at.game.variant)?;
    let settings = match &saved {
        Some(saved) => saved.settings(context, &loaded.ir)?,
        None => variant::settings(&context.common),
    };
    let game = loaded.compile(&settings)?;
    let start = match &saved {
        Some(_) if args.at.position.is_some() => {
            return Err(Failure::Usage("a saved game has its own start, so `--position` can't be given".to_owned()));
        }
        Some(saved) => saved.record.start(&game).map_err(|d| saved.wrong(d))?,
        None => position::given(context, &game, args.at.position.as_deref())?,
    };
    let mut replay = Replayer {
        style: style(context, args),
        frame: Frame::start(&start),
        machine: Machine::new(&game),
        state: start,
        out: output::stdout(),
    };
    let played = match &saved {
        Some(saved) => replay.saved(saved),
        None => replay.all(&words),
    };
    // What was played is printed even where the next move is wrong.
    replay.out.flush()?;
    played.map(|()| FINE)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Json,
    Line,
    Board { why: bool },
}

fn style(context: &Context, args: &Replay) -> Style {
    match (context.common.json, context.common.quiet) {
        (true, _) => Style::Json,
        (false, true) if !args.why => Style::Line,
        _ => Style::Board { why: args.why },
    }
}

/// What a file of moves holds.
enum Moves {
    Words(Vec<String>),
    Saved(Box<Saved>),
}

/// The moves of a file: a saved game, or words apart by blanks, comments left out.
fn moves_of(file: &str) -> Result<Moves, Failure> {
    let bytes = output::read_bytes(file)?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::File(format!("{file} isn't text in UTF-8")))?;
    if record::looks_like_one(&text) {
        return Saved::of(Source::new(file, text)).map(|saved| Moves::Saved(Box::new(saved)));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    Ok(Moves::Words(lines.flat_map(str::split_whitespace).map(str::to_owned).collect()))
}

struct Replayer<'g, W> {
    style: Style,
    frame: Frame,
    machine: Machine<'g>,
    state: State,
    out: W,
}

impl<W: Write> Replayer<'_, W> {
    fn saved(&mut self, saved: &Saved) -> Result<(), Failure> {
        let (plies, last) = saved.record.replay_as_far_as_it_holds(self.machine.game());
        self.print_start()?;
        for (state, ply) in &plies {
            self.ply(&notation::show(self.machine.game(), state, ply), ply)?;
        }
        last.map(drop).map_err(|d| saved.wrong(d))
    }

    fn all(&mut self, moves: &[String]) -> Result<(), Failure> {
        self.print_start()?;
        for text in moves {
            let plies = notation::read(&mut self.machine, &self.state, text).map_err(|d| self.refused(text, d))?;
            for ply in plies {
                self.ply(text, &ply)?;
            }
        }
        Ok(())
    }

    /// Names the ply and the move behind a refusal.
    fn refused(&self, text: &str, d: Diagnostic) -> Failure {
        let message = format!("ply {}, `{text}`: {}", self.frame.ply + 1, d.message);
        Failure::one(Diagnostic { message, ..d })
    }

    fn ply(&mut self, text: &str, ply: &Ply) -> Result<(), Failure> {
        let game = self.machine.game();
        let mut teller = words::Teller::new(game, &self.state, ply);
        let tells = matches!(self.style, Style::Board { .. });
        let played = if tells {
            self.machine.play_traced(&self.state, ply, &mut |event| teller.event(event))
        } else {
            self.machine.play(&self.state, ply)
        };
        let next = played.map_err(|_| {
            let d = Diagnostic::new(&crate::diagnostic::codes::ILLEGAL_MOVE, Default::default(), "it isn't legal");
            self.refused(text, d)
        })?;
        let ended = self.machine.finished_rounds();
        self.frame = self.frame.next(game, &self.state, notation::show(game, &self.state, ply), ended);
        let before = std::mem::replace(&mut self.state, next);
        match self.style {
            Style::Json => self.print_json(),
            Style::Line => self.print_line(),
            Style::Board { why } => self.print_told(&teller.finish(game, &self.state), why, &before),
        }
    }

    fn print_start(&mut self) -> Result<(), Failure> {
        match self.style {
            Style::Json => self.print_json(),
            Style::Line => self.print_line(),
            Style::Board { .. } => {
                self.out.write_all(whole(&mut self.machine, &self.state).as_bytes())?;
                Ok(())
            }
        }
    }

    fn print_json(&mut self) -> Result<(), Failure> {
        let object = render::state(&mut self.machine, &self.state, &self.frame);
        serde_json::to_writer(&mut self.out, &object)?;
        writeln!(self.out)?;
        Ok(())
    }

    fn print_line(&mut self) -> Result<(), Failure> {
        let position = lines::show(self.machine.game(), &self.state);
        let by = self.frame.by.as_deref().unwrap_or("-");
        let made = self.frame.made.as_deref().unwrap_or("start");
        writeln!(self.out, "{} {by} {made} {position}", self.frame.ply)?;
        Ok(())
    }

    fn print_told(&mut self, told: &[render::Told], with_rules: bool, before: &State) -> Result<(), Failure> {
        let game = self.machine.game();
        let by = self.frame.by.as_deref().unwrap_or_default();
        let made = self.frame.made.as_deref().unwrap_or_default();
        let turn = before.turn();
        writeln!(self.out, "\n{}. {} {made} (turn {turn})", self.frame.ply, render::title_case(by))?;
        if with_rules {
            for line in why::lines(game, told) {
                writeln!(self.out, "  {line}")?;
            }
        } else {
            writeln!(self.out, "  {}", words::paragraph(told))?;
        }
        self.out.write_all(whole(&mut self.machine, &self.state).as_bytes())?;
        Ok(())
    }
}
