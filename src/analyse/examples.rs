//! Runs the worked examples of a game.

use std::collections::BTreeSet;

use super::picture;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Event, Game, Machine, Settings, State, notation, position};
use crate::ir::{self, Example, ExampleStep, OptionId};
use crate::source::Span;

/// What came of compiling for one choice of options.
type Compiled = ((Vec<(OptionId, i64)>, bool), Result<Game, Vec<Diagnostic>>);

/// What running the examples gave.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Examples that hold.
    pub passed: usize,
    /// What is wrong with the others.
    pub failed: Vec<Failed>,
}

/// An example that doesn't hold.
#[derive(Debug)]
pub struct Failed {
    /// Its name.
    pub name: String,
    /// Why.
    pub diagnostics: Vec<Diagnostic>,
}

/// Runs all examples of a game. An example's own settings go before those given.
#[must_use]
pub fn run(ir: &ir::Game, settings: &Settings) -> Outcome {
    let mut outcome = Outcome::default();
    let mut compiled: Vec<Compiled> = Vec::new();
    for example in &ir.examples {
        let kind = (example.settings.clone(), is_of_a_match(example));
        if !compiled.iter().any(|(k, _)| *k == kind) {
            let settings = Settings { matches: kind.1, ..with(ir, settings, &example.settings) };
            compiled.push((kind.clone(), Game::compile(ir, &settings)));
        }
        let game = compiled.iter().find(|(k, _)| *k == kind).map(|(_, game)| game);
        let wrong = match game {
            Some(Ok(game)) => example_fails(game, example).into_iter().collect(),
            Some(Err(why)) => why.iter().map(|d| unplayable(example, d)).collect(),
            None => Vec::new(),
        };
        if wrong.is_empty() {
            outcome.passed += 1;
        } else {
            outcome.failed.push(Failed { name: example.name.clone(), diagnostics: wrong });
        }
    }
    outcome
}

/// Whether an example tells of what comes between rounds.
fn is_of_a_match(example: &Example) -> bool {
    example.steps.iter().any(|s| matches!(s, ExampleStep::Position(p, _) if p.between))
}

/// The rules that fire in the examples of a game.
pub(super) fn fired(ir: &ir::Game, settings: &Settings) -> BTreeSet<ir::RuleId> {
    let mut fired = BTreeSet::new();
    for example in &ir.examples {
        let settings = Settings { matches: is_of_a_match(example), ..with(ir, settings, &example.settings) };
        let Ok(game) = Game::compile(ir, &settings) else { continue };
        let mut machine = Machine::new(&game);
        let mut state = game.start();
        for step in &example.steps {
            match step {
                ExampleStep::Position(picture, _) => {
                    let Ok(read) = position::from_picture(&game, picture) else { break };
                    state = read;
                }
                ExampleStep::Play(text, _) => {
                    for ply in notation::read(&mut machine, &state, text).unwrap_or_default() {
                        let told = &mut |event: Event| {
                            if let Event::Rule(id) = event {
                                fired.insert(id);
                            }
                        };
                        match machine.play_traced(&state, &ply, told) {
                            Ok(next) => state = next,
                            Err(_) => break,
                        }
                    }
                }
                _ => {}
            }
        }
    }
    fired
}

fn with(ir: &ir::Game, settings: &Settings, own: &[(OptionId, i64)]) -> Settings {
    let mut settings = settings.clone();
    for &(id, value) in own {
        if let Some(option) = ir.options.get(id as usize) {
            settings.options.push((option.name.clone(), option.show(value)));
        }
    }
    settings
}

fn unplayable(example: &Example, why: &Diagnostic) -> Diagnostic {
    Diagnostic::new(
        &codes::EXAMPLE_FAILS,
        example.span,
        format!("the example's settings can't be played: {}", why.message),
    )
    .help(why.help.clone())
}

/// The first thing that is wrong with an example.
fn example_fails(game: &Game, example: &Example) -> Option<Diagnostic> {
    let mut machine = Machine::new(game);
    let mut state = game.start();
    for step in &example.steps {
        match run_step(&mut machine, &state, step) {
            Ok(Some(next)) => state = next,
            Ok(None) => {}
            Err(wrong) => return Some(*wrong),
        }
    }
    None
}

type Step = Result<Option<State>, Box<Diagnostic>>;

fn run_step(machine: &mut Machine<'_>, state: &State, step: &ExampleStep) -> Step {
    match step {
        ExampleStep::Position(picture, span) => {
            let read = position::from_picture(machine.game(), picture);
            read.map(Some).map_err(|d| retold(*span, "the position can't be", &d))
        }
        ExampleStep::Play(text, span) => play(machine, state, text, *span),
        ExampleStep::Expect(picture, span) => expect(machine.game(), state, picture, *span),
        ExampleStep::Legal(moves, span) => legal(machine, state, moves, *span),
        ExampleStep::LegalCount(n, span) => count(machine, state, *n, *span),
        ExampleStep::Refuse(text, span) => refuse(machine, state, text, *span),
    }
}

/// A diagnostic of the engine, at its place in the example.
fn retold(span: Span, what: &str, why: &Diagnostic) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(&codes::EXAMPLE_FAILS, span, format!("{what}: {}", why.message)).help(why.help.clone()))
}

fn play(machine: &mut Machine<'_>, state: &State, text: &str, span: Span) -> Step {
    let refused = |d: &Diagnostic| retold(span, &format!("`{text}` can't be played here"), d);
    let plies = notation::read(machine, state, text).map_err(|d| refused(&d))?;
    let mut now = state.clone();
    for ply in plies {
        now = machine.play(&now, &ply).map_err(|_| {
            Box::new(Diagnostic::new(&codes::EXAMPLE_FAILS, span, format!("`{text}` can't be played here")))
        })?;
    }
    Ok(Some(now))
}

fn expect(game: &Game, state: &State, told: &ir::Picture, span: Span) -> Step {
    let differences = picture::differences(game, state, told);
    let Some(first) = differences.first() else { return Ok(None) };
    let more = match differences.len() - 1 {
        0 => String::new(),
        n => format!(" (and {n} more)"),
    };
    let boards =
        format!("expected  {}\ngot       {}", picture::describe_picture(game, told), picture::describe(game, state));
    let label = differences.iter().take(4).cloned().collect::<Vec<_>>().join("; ");
    let d = Diagnostic::new(&codes::EXAMPLE_FAILS, span, format!("{first}{more}")).label(label).help(boards);
    Err(Box::new(d))
}

fn legal_texts(machine: &mut Machine<'_>, state: &State) -> Vec<String> {
    let game = machine.game();
    machine.legal(state).iter().map(|p| notation::show(game, state, p)).collect()
}

fn legal(machine: &mut Machine<'_>, state: &State, moves: &[String], span: Span) -> Step {
    let mut rest = legal_texts(machine, state);
    let all = rest.join(" ");
    let mut wrong = Vec::new();
    for text in moves {
        // A move may be shortened; it stands for the one that it fits.
        let full = match notation::read(machine, state, text).as_deref() {
            Ok([ply]) => notation::show(machine.game(), state, ply),
            _ => text.clone(),
        };
        match rest.iter().position(|m| *m == full) {
            Some(at) => drop(rest.remove(at)),
            None => wrong.push(format!("`{text}` isn't legal")),
        }
    }
    wrong.extend(rest.iter().map(|m| format!("`{m}` is legal, too")));
    if wrong.is_empty() {
        return Ok(None);
    }
    let d = Diagnostic::new(&codes::EXAMPLE_FAILS, span, format!("other moves are legal: {}", wrong.join(", ")))
        .help(format!("legal: {}", if all.is_empty() { "none" } else { &all }));
    Err(Box::new(d))
}

fn count(machine: &mut Machine<'_>, state: &State, n: u64, span: Span) -> Step {
    let legal = legal_texts(machine, state);
    if legal.len() as u64 == n {
        return Ok(None);
    }
    let d = Diagnostic::new(&codes::EXAMPLE_FAILS, span, format!("expected {n} legal moves, got {}", legal.len()))
        .help(format!("legal: {}", legal.join(" ")));
    Err(Box::new(d))
}

fn refuse(machine: &mut Machine<'_>, state: &State, text: &str, span: Span) -> Step {
    match notation::read(machine, state, text) {
        Err(_) => Ok(None),
        Ok(_) => {
            let message = format!("`{text}` should be refused, but it is legal");
            Err(Box::new(Diagnostic::new(&codes::EXAMPLE_FAILS, span, message)))
        }
    }
}
