//! The object that `replay --json` prints for a state.

use serde_json::{Map, Value, json};

use super::names;
use crate::engine::{Game, Machine, Over, PlaceId, Reason, State, notation, position};
use crate::ir::{VarId, VarScope};

/// How a state came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Decisions since the start.
    pub ply: u64,
    /// The turn that the ply belongs to.
    pub turn: u32,
    /// Who made it; none at the start.
    pub by: Option<String>,
    /// The ply's text.
    pub made: Option<String>,
    /// The round of a match that it ended, as it stood.
    pub ended: Option<Box<State>>,
}

impl Frame {
    /// The frame of a state that nobody's ply has led to.
    #[must_use]
    pub fn start(state: &State) -> Frame {
        Frame { ply: 0, turn: state.turn(), by: None, made: None, ended: None }
    }

    /// The frame of the state after a ply: `before` is the state in which it was made, `ended` what
    /// [`Machine::finished_rounds`] tells of it.
    #[must_use]
    pub fn next(&self, game: &Game, before: &State, made: String, ended: Vec<State>) -> Frame {
        let by = before.to_move().map_or("nobody", |p| names::player(game, p));
        Frame {
            ply: self.ply + 1,
            turn: before.turn(),
            by: Some(by.to_owned()),
            made: Some(made),
            ended: ended.into_iter().next().map(Box::new),
        }
    }
}

/// The whole object of a state. The keys' order is part of the contract.
pub fn state(machine: &mut Machine<'_>, state: &State, frame: &Frame) -> Map<String, Value> {
    let game = machine.game();
    let legal: Vec<String> = match state.over() {
        Some(_) => Vec::new(),
        None => machine.legal(state).iter().map(|ply| notation::show(game, state, ply)).collect(),
    };
    let phase = phase(machine, state);
    let mut o = Map::new();
    let mut put = |key: &str, value: Value| {
        o.insert(key.to_owned(), value);
    };
    put("ply", json!(frame.ply));
    put("round", json!(state.round()));
    put("turn", json!(frame.turn));
    put("by", json!(frame.by));
    put("move", json!(frame.made));
    put("pits", pits(game, state));
    put("stores", by_player(game, state, &game.geometry().stores));
    put("reserve", reserve(game, state));
    put("closed", closed(game, state));
    if game.piece_kinds().next().is_some() {
        put("kinds", kinds(game, state));
    }
    put("marks", marks(game, state));
    put("owner", owner(game, state));
    put("vars", vars(game, state));
    put("phase", phase);
    put("to_move", json!(state.to_move().filter(|_| state.over().is_none()).map(|p| names::player(game, p))));
    put("legal", json!(legal));
    put("position", json!(position::show(game, state)));
    put("over", state.over().map_or(Value::Null, |o| over(game, o)));
    put("choosing", json!(state.choosing()));
    put("lot", json!(state.lot()));
    // Seeds that are neither in a pit nor won while a player chooses in mid-sowing.
    if state.in_hand() > 0 {
        put("hand", json!(state.in_hand()));
    }
    if game.is_match() {
        put("match", json!(true));
        put("kept", by_number(game, &state.kept().unwrap_or_default()));
    }
    if let Some(direction) = direction(game, state) {
        put("direction", direction);
    }
    if let Some(ended) = &frame.ended {
        let then = Frame { ended: None, ..frame.clone() };
        let finished = self::state(machine, ended, &then);
        o.insert("round_over".to_owned(), Value::Object(finished));
    }
    o
}

/// A finished round: winner, score by player, reason, and the rule's place where a rule says so.
#[must_use]
pub fn over(game: &Game, over: &Over) -> Value {
    let score: Map<String, Value> =
        game.ir().players.iter().cloned().zip(over.score.iter().map(|&n| json!(n))).collect();
    let mut o = Map::new();
    o.insert("winner".to_owned(), json!(names::winner(game, over.winner)));
    o.insert("score".to_owned(), Value::Object(score));
    o.insert("reason".to_owned(), json!(names::reason(game, over)));
    if let Reason::Rule(id) | Reason::Action(id) = over.reason {
        o.insert("rule".to_owned(), json!(names::rule_place(game, id)));
    }
    Value::Object(o)
}

/// Pits by their number and name.
fn each_pit(game: &Game) -> impl Iterator<Item = (PlaceId, &crate::engine::Pit)> {
    game.geometry().pits.iter().enumerate().map(|(i, pit)| (i as PlaceId, pit))
}

fn pits(game: &Game, state: &State) -> Value {
    Value::Object(each_pit(game).map(|(id, pit)| (pit.name.clone(), json!(state.count(id)))).collect())
}

fn by_player(game: &Game, state: &State, places: &[PlaceId]) -> Value {
    let counts = places.iter().map(|&p| json!(state.count(p)));
    Value::Object(game.ir().players.iter().cloned().zip(counts).collect())
}

fn by_number(game: &Game, all: &[u32]) -> Value {
    Value::Object(game.ir().players.iter().cloned().zip(all.iter().map(|&n| json!(n))).collect())
}

/// The direction that is chosen once, where there is such a choice: null until it is made; by player,
/// where each has his own.
fn direction(game: &Game, state: &State) -> Option<Value> {
    let word = |player: u8| state.chosen_direction(player).map(names::turning);
    match game.chosen_once()? {
        false => Some(json!(word(0))),
        true => Some(Value::Object(game.ir().players.iter().cloned().zip((0u8..).map(|p| json!(word(p)))).collect())),
    }
}

fn reserve(game: &Game, state: &State) -> Value {
    match game.ir().board.reserve {
        Some(_) => by_player(game, state, &game.geometry().reserves),
        None => json!({}),
    }
}

fn closed(game: &Game, state: &State) -> Value {
    each_pit(game).filter(|&(id, _)| state.is_closed(id)).map(|(_, pit)| json!(pit.name)).collect()
}

/// Which of the pieces are no seeds: by kind (`mother of south` where each player has his own), then by
/// place.
fn kinds(game: &Game, state: &State) -> Value {
    let g = game.geometry();
    let one = |(i, (kind, owner)): (usize, (&str, Option<u8>))| {
        let purses = |places: &[PlaceId]| {
            let told = game.ir().players.iter().zip(places).map(|(p, &at)| (p, game.pieces_in(state, i, at)));
            Value::Object(told.filter(|(_, n)| *n > 0).map(|(p, n)| (p.clone(), json!(n))).collect())
        };
        let pits = each_pit(game).map(|(id, pit)| (pit.name.clone(), game.pieces_in(state, i, id)));
        let mut o = Map::new();
        o.insert("pits".to_owned(), Value::Object(pits.filter(|p| p.1 > 0).map(|(p, n)| (p, json!(n))).collect()));
        o.insert("stores".to_owned(), purses(&g.stores));
        o.insert("reserve".to_owned(), purses(&g.reserves));
        if game.pieces_in(state, i, g.nobody) > 0 {
            o.insert("nobody".to_owned(), json!(game.pieces_in(state, i, g.nobody)));
        }
        let whose = owner.map_or_else(String::new, |p| format!(" of {}", names::player(game, p)));
        (format!("{kind}{whose}"), Value::Object(o))
    };
    Value::Object(game.piece_kinds().enumerate().map(one).collect())
}

fn marks(game: &Game, state: &State) -> Value {
    let mut o = Map::new();
    for (id, pit) in each_pit(game) {
        let on_it: Vec<Value> = state
            .marks(id)
            .into_iter()
            .map(|(kind, maker)| {
                let name = game.ir().marks.get(kind as usize).map_or("", |m| m.name.as_str());
                json!({"kind": name, "maker": names::player(game, maker)})
            })
            .collect();
        if !on_it.is_empty() {
            o.insert(pit.name.clone(), Value::Array(on_it));
        }
    }
    Value::Object(o)
}

fn owner(game: &Game, state: &State) -> Value {
    let changed = each_pit(game).filter_map(|(id, pit)| {
        let owner = state.owner(game, id);
        (owner != pit.player).then(|| (pit.name.clone(), json!(owner.map(|p| names::player(game, p)))))
    });
    Value::Object(changed.collect())
}

fn vars(game: &Game, state: &State) -> Value {
    let mut o = Map::new();
    for (id, var) in game.ir().vars.iter().enumerate() {
        let values = state.var(game, id as VarId);
        let value = match var.scope {
            VarScope::Game => json!(values.first()),
            VarScope::Player => {
                Value::Object(game.ir().players.iter().cloned().zip(values.iter().map(|&n| json!(n))).collect())
            }
            VarScope::Pit => Value::Object(
                game.geometry().pits.iter().map(|p| p.name.clone()).zip(values.iter().map(|&n| json!(n))).collect(),
            ),
        };
        o.insert(var.name.clone(), value);
    }
    Value::Object(o)
}

/// The phase's name, or by player where each has his own.
fn phase(machine: &mut Machine<'_>, state: &State) -> Value {
    let ir = machine.game().ir();
    match &ir.phases[..] {
        [_] | [] => Value::Null,
        [first, ..] if !first.each_player => json!(machine.phase(state, state.mover())),
        _ => {
            let one = |(p, name): (usize, &String)| (name.clone(), json!(machine.phase(state, p as u8)));
            Value::Object(ir.players.iter().enumerate().map(one).collect())
        }
    }
}
