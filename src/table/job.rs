//! What programs are asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::chance::Chance;
use crate::engine::{Game, Machine, Ply, State, notation};
use crate::players::{AB_DEPTH, AlphaBeta, Evaluated, Player, Spec};
use crate::render;

/// A question to a program. It holds all that it needs, so that it can be run in a thread.
#[derive(Clone, Debug)]
pub struct Job {
    state: State,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Choose { legal: Vec<Ply>, spec: Spec, chance: Chance },
    Advise,
}

/// A program's answer.
#[derive(Clone, Debug)]
pub enum Thought {
    /// The ply that it chose, and the chance that is left.
    Chosen(Option<Ply>, Chance),
    /// What it thinks of the plies.
    Advice(Advice),
}

/// What a search thinks of a state's plies.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The plies, the best first.
    pub plies: Vec<Evaluated>,
    /// How many plies were looked ahead.
    pub depth: u32,
}

impl Job {
    pub(super) fn choose(state: State, legal: Vec<Ply>, spec: Spec, chance: Chance) -> Job {
        Job { state, kind: Kind::Choose { legal, spec, chance } }
    }

    pub(super) fn advise(state: State) -> Job {
        Job { state, kind: Kind::Advise }
    }

    /// Does the work; none when it was told to stop.
    #[must_use]
    pub fn run(self, game: &Game, stop: &Arc<AtomicBool>) -> Option<Thought> {
        let mut machine = Machine::new(game);
        let thought = match self.kind {
            Kind::Advise => {
                let search = AlphaBeta::new(AB_DEPTH).stopped_by(Arc::clone(stop));
                Thought::Advice(Advice { plies: search.evaluate(&mut machine, &self.state), depth: AB_DEPTH })
            }
            Kind::Choose { legal, spec, mut chance } => {
                let mut player: Option<Box<dyn Player + Send>> = match spec {
                    Spec::Ab(depth) => Some(Box::new(AlphaBeta::new(depth).stopped_by(Arc::clone(stop)))),
                    other => other.player(),
                };
                let ply = player.as_mut().and_then(|p| p.choose(&mut machine, &self.state, &legal, &mut chance));
                Thought::Chosen(ply, chance)
            }
        };
        (!stop.load(Ordering::Relaxed)).then_some(thought)
    }
}

/// Advice in words; with the ply that was made, how much it gave away.
#[must_use]
pub fn advise(game: &Game, state: &State, advice: &Advice, made: Option<&Ply>) -> String {
    let Some(best) = advice.plies.first() else { return "There is nothing to choose.".to_owned() };
    let mut text = format!("Looking {} plies ahead: {}", advice.depth, line(game, state, best));
    let Some(made) = made else { return text };
    match advice.plies.iter().find(|e| e.ply == *made) {
        Some(_) if best.ply == *made => text += " It was played.",
        Some(played) if played.value == best.value => {
            text += &format!(" {}, which was played, is as good.", notation::show(game, state, made));
        }
        Some(played) => text += &format!(" Played: {}", line(game, state, played)),
        None => {}
    }
    text
}

/// `D, then e A: South is 5 ahead.`
fn line(game: &Game, state: &State, found: &Evaluated) -> String {
    let mut machine = Machine::new(game);
    let mut names = Vec::new();
    let mut now = state.clone();
    for ply in &found.line {
        names.push(notation::show(game, &now, ply));
        match machine.play(&now, ply) {
            Ok(next) => now = next,
            Err(_) => break,
        }
    }
    let (first, rest) = names.split_at(names.len().min(1));
    let then = if rest.is_empty() { String::new() } else { format!(" (then {})", rest.join(" ")) };
    format!("{}{then}: {}.", first.join(""), worth(game, state, found))
}

fn worth(game: &Game, state: &State, found: &Evaluated) -> String {
    let two = game.geometry().stores.len() == 2;
    let view = if two { 0 } else { state.to_move().unwrap_or(0) };
    let name = |ahead: bool| {
        let player = if ahead || !two { view } else { 1 - view };
        render::title_case(render::player(game, player))
    };
    let lead = found.value.lead;
    let by = seeds(lead.abs());
    match found.value.outcome {
        won if won >= 1.0 => format!("{} wins by {by}", name(true)),
        lost if lost <= -1.0 => format!("{} wins by {by}", if two { name(false) } else { "another player".to_owned() }),
        _ if lead == 0.0 => "nobody is ahead".to_owned(),
        _ if lead < 0.0 && !two => format!("{} is {by} behind", name(true)),
        _ => format!("{} is {by} ahead", name(lead > 0.0)),
    }
}

fn seeds(n: f64) -> String {
    if n.fract() == 0.0 { format!("{n:.0}") } else { format!("{n:.1}") }
}
