//! Alpha–beta search.
//!
//! Whether a ply is maximised depends on who makes it, not on its depth: in sowing games the same
//! player often moves again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Player, Value};
use crate::chance::Chance;
use crate::engine::{Machine, Ply, State};

/// Looks a number of plies ahead.
///
/// With two players the first one maximises his lead and the second one minimises it. With another
/// number, the one who is to move maximises his own lead and all others are taken to work against
/// him.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    depth: u32,
    stop: Option<Arc<AtomicBool>>,
}

/// A ply with its value and what is expected after it.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The ply.
    pub ply: Ply,
    /// Its value for the first player of two; for the mover where there are more or fewer.
    pub value: Value,
    /// The ply and the best answers that were found.
    pub line: Vec<Ply>,
}

impl AlphaBeta {
    /// A player that looks so many plies ahead (at least 1).
    #[must_use]
    pub fn new(depth: u32) -> AlphaBeta {
        AlphaBeta { depth: depth.max(1), stop: None }
    }

    /// Gives up when the flag is set; what it then answers means nothing.
    #[must_use]
    pub fn stopped_by(self, flag: Arc<AtomicBool>) -> AlphaBeta {
        AlphaBeta { stop: Some(flag), ..self }
    }

    /// All legal plies with their exact values at this depth, the best for the mover first; equals
    /// keep the order of the board.
    pub fn evaluate(&self, machine: &mut Machine<'_>, state: &State) -> Vec<Evaluated> {
        let Some(view) = view(machine, state) else { return Vec::new() };
        let mut search = Search { machine, view, stop: self.stop.as_deref() };
        let mut all = Vec::new();
        for ply in search.machine.legal(state) {
            let mut line = Vec::new();
            let after = search.after(state, &ply);
            let value = search.value(&after, self.depth - 1, Value::LEAST, Value::MOST, &mut line);
            line.insert(0, ply);
            all.push(Evaluated { ply, value, line });
        }
        if search.maximises(state) {
            all.sort_by_key(|e| std::cmp::Reverse(e.value));
        } else {
            all.sort_by_key(|e| e.value);
        }
        all
    }
}

impl Player for AlphaBeta {
    fn choose(&mut self, machine: &mut Machine<'_>, state: &State, legal: &[Ply], chance: &mut Chance) -> Option<Ply> {
        if legal.len() < 2 {
            return legal.first().copied();
        }
        let view = view(machine, state)?;
        let mut search = Search { machine, view, stop: self.stop.as_deref() };
        let up = search.maximises(state);
        let (mut alpha, mut beta) = (Value::LEAST, Value::MOST);
        let mut values = Vec::with_capacity(legal.len());
        for ply in legal {
            let after = search.after(state, ply);
            let value = search.value(&after, self.depth - 1, alpha, beta, &mut Vec::new());
            // The bound stays a little off the best value, so that an equal one is seen as equal.
            if up {
                alpha = alpha.max(Value { lead: value.lead - MARGIN, ..value });
            } else {
                beta = beta.min(Value { lead: value.lead + MARGIN, ..value });
            }
            values.push(value);
        }
        let best = if up { values.iter().max() } else { values.iter().min() }.copied()?;
        let equals: Vec<Ply> = legal.iter().zip(&values).filter(|&(_, v)| *v == best).map(|(p, _)| *p).collect();
        chance.pick(&equals).copied()
    }
}

/// Less than the least difference of two leads of whole seeds.
const MARGIN: f64 = 0.25;

/// Whose lead is counted.
fn view(machine: &Machine<'_>, state: &State) -> Option<u8> {
    if machine.game().geometry().stores.len() == 2 { Some(0) } else { state.to_move() }
}

struct Search<'m, 'g> {
    machine: &'m mut Machine<'g>,
    view: u8,
    stop: Option<&'m AtomicBool>,
}

impl Search<'_, '_> {
    fn maximises(&self, state: &State) -> bool {
        state.to_move() == Some(self.view)
    }

    fn after(&mut self, state: &State, ply: &Ply) -> State {
        let mut out = state.clone();
        self.machine.play_unchecked(state, ply, &mut out);
        out
    }

    /// The value of a state, exact between `alpha` and `beta`, else a bound; `line` becomes the
    /// best plies.
    fn value(&mut self, state: &State, depth: u32, alpha: Value, beta: Value, line: &mut Vec<Ply>) -> Value {
        line.clear();
        let stopped = self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed));
        if depth == 0 || stopped || state.over().is_some() {
            return Value::of(self.machine.game(), state, self.view);
        }
        let children = self.children(state, depth);
        if children.is_empty() {
            return Value::of(self.machine.game(), state, self.view);
        }
        if state.lot() {
            return self.average(&children, depth);
        }
        self.best(state, children, depth, alpha, beta, line)
    }

    fn best(
        &mut self,
        state: &State,
        children: Vec<(Ply, State)>,
        depth: u32,
        mut alpha: Value,
        mut beta: Value,
        line: &mut Vec<Ply>,
    ) -> Value {
        let up = self.maximises(state);
        let mut best = if up { Value::LEAST } else { Value::MOST };
        let mut below = Vec::new();
        for (ply, after) in children {
            let value = self.value(&after, depth - 1, alpha, beta, &mut below);
            if (up && value > best) || (!up && value < best) {
                best = value;
                line.clear();
                line.push(ply);
                line.append(&mut below);
            }
            if up {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The plies and what comes of them; where it pays, the most promising first.
    fn children(&mut self, state: &State, depth: u32) -> Vec<(Ply, State)> {
        let plies = self.machine.legal(state);
        let mut children: Vec<(Ply, State)> = plies.iter().map(|p| (*p, self.after(state, p))).collect();
        if depth > 1 && children.len() > 1 && !state.lot() {
            let (game, view) = (self.machine.game(), self.view);
            children.sort_by_cached_key(|(_, after)| Value::of(game, after, view));
            if self.maximises(state) {
                children.reverse();
            }
        }
        children
    }

    fn average(&mut self, children: &[(Ply, State)], depth: u32) -> Value {
        let values: Vec<Value> = children
            .iter()
            .map(|(_, after)| self.value(after, depth - 1, Value::LEAST, Value::MOST, &mut Vec::new()))
            .collect();
        Value::mean(&values)
    }
}
