//! A session with one game: its states so far, and the answers about them.

use serde_json::{Map, Value, json};

use super::request::Request;
use super::{Loaded, Refusal, Reply};
use crate::diagnostic::codes;
use crate::engine::{Machine, Ply, State, notation, perft, position};
use crate::players::{AlphaBeta, Evaluated, Spec};
use crate::render::{self, Frame};

/// Deepest perft that is asked for in a session.
const MAX_PERFT: u64 = 1000;

/// A game that is being played.
pub struct Session<'g> {
    loaded: &'g Loaded,
    machine: Machine<'g>,
    /// All states since the last `start` or `position`; the last one is the present.
    states: Vec<(State, Frame)>,
}

impl<'g> Session<'g> {
    /// A session at the start of the game.
    pub fn new(loaded: &'g Loaded) -> Session<'g> {
        let start = loaded.game.start();
        let frame = Frame::start(&start);
        Session { loaded, machine: Machine::new(&loaded.game), states: vec![(start, frame)] }
    }

    /// The reply that shows the present state.
    pub fn state(&mut self) -> Map<String, Value> {
        let shown = match self.states.last() {
            Some((state, frame)) => Value::Object(render::state(&mut self.machine, state, frame)),
            None => Value::Null,
        };
        one("state", shown)
    }

    /// Answers a request; where it is refused nothing changes.
    pub fn answer(&mut self, request: &Request) -> Reply {
        match request.verb.as_str() {
            "start" => self.begin(self.loaded.game.start()),
            "position" => {
                let free = self.loaded.free || request.flag("free")?;
                let state = position::read_json(&self.loaded.game, request.value("position")?, free)?;
                self.begin(state)
            }
            "play" => self.play(&request.text("move")?),
            "undo" => self.undo(),
            "best" => self.best(request),
            "perft" => self.perft(request),
            "moves" => {
                let now = self.now()?.clone();
                Ok(one("moves", json!(self.legal(&now))))
            }
            other => Err(Refusal::bad_request(format!(
                "`{other}` can't be done; there are load, start, position, play, undo, moves, best, perft, quit"
            ))),
        }
    }

    fn now(&self) -> Result<&State, Refusal> {
        self.states.last().map(|(state, _)| state).ok_or_else(|| Refusal::bad_request("there is no position"))
    }

    fn legal(&mut self, state: &State) -> Vec<String> {
        let game = self.machine.game();
        self.machine.legal(state).iter().map(|p| notation::show(game, state, p)).collect()
    }

    fn begin(&mut self, state: State) -> Reply {
        let frame = Frame::start(&state);
        self.states = vec![(state, frame)];
        Ok(self.state())
    }

    fn play(&mut self, text: &str) -> Reply {
        let now = self.now()?.clone();
        let plies = notation::read(&mut self.machine, &now, text)?;
        let before = self.states.len();
        for ply in plies {
            if let Err(refusal) = self.ply(&ply) {
                self.states.truncate(before);
                return Err(refusal);
            }
        }
        Ok(self.state())
    }

    fn ply(&mut self, ply: &Ply) -> Result<(), Refusal> {
        let Some((state, frame)) = self.states.last() else {
            return Err(Refusal::bad_request("there is no position"));
        };
        let next = self.machine.play(state, ply);
        let next = next.map_err(|_| Refusal::new(&codes::ILLEGAL_MOVE, "the move isn't legal"))?;
        let game = self.machine.game();
        let ended = self.machine.finished_rounds();
        let frame = frame.next(game, state, notation::show(game, state, ply), ended);
        self.states.push((next, frame));
        Ok(())
    }

    /// Takes back a ply.
    fn undo(&mut self) -> Reply {
        if self.states.len() < 2 {
            return Err(Refusal::bad_request("there is nothing to undo"));
        }
        self.states.pop();
        Ok(self.state())
    }

    fn best(&mut self, request: &Request) -> Reply {
        let spec = match request.optional_text("player")? {
            Some(text) => text.parse::<Spec>().map_err(|e| Refusal::bad_request(e.to_string()))?,
            None => Spec::Ab(crate::players::AB_DEPTH),
        };
        let Spec::Ab(depth) = spec else {
            let message = format!("evaluating moves by `{spec}`: not built yet; `ab:N` can");
            return Err(Refusal::new(&codes::NOT_BUILT, message));
        };
        let now = self.now()?.clone();
        let moves = AlphaBeta::new(depth).evaluate(&mut self.machine, &now);
        let moves: Vec<Value> = moves.iter().map(|e| self.evaluated(&now, e)).collect();
        Ok(one("moves", Value::Array(moves)))
    }

    fn evaluated(&mut self, state: &State, found: &Evaluated) -> Value {
        let game = self.machine.game();
        let mut line = Vec::new();
        let mut now = state.clone();
        for ply in &found.line {
            line.push(notation::show(game, &now, ply));
            match self.machine.play(&now, ply) {
                Ok(next) => now = next,
                Err(_) => break,
            }
        }
        json!({
            "move": notation::show(game, state, &found.ply),
            "value": found.value.lead,
            "line": line,
            "outcome": found.value.outcome,
        })
    }

    fn perft(&mut self, request: &Request) -> Reply {
        let depth = request.optional_number("depth")?.filter(|d| (1..=MAX_PERFT).contains(d));
        let Some(depth) = depth else {
            return Err(Refusal::bad_request(format!("`perft` needs `depth`, from 1 to {MAX_PERFT}")));
        };
        let fold = request.flag("fold")?;
        let counts = perft::perft(&self.loaded.game, self.now()?, depth as usize, fold, 1);
        let mut reply = one("nodes", json!(counts.nodes));
        reply.insert("undecided".to_owned(), json!(counts.undecided));
        reply.insert("variant".to_owned(), json!(self.loaded.name));
        Ok(reply)
    }
}

fn one(key: &str, value: Value) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert(key.to_owned(), value);
    map
}
