//! A position that is being set up by hand.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use super::Key;
use crate::engine::{Game, Machine, PlaceId, State, position};
use crate::render::{self, Frame};
use crate::table::{self, Scene};

/// Most seeds that can be typed for a place.
const MOST: u32 = 999_999_999;

/// What came of a key.
pub enum Done {
    /// It goes on.
    Going,
    /// The position can't be, in lines.
    Refused(Vec<String>),
    /// Never mind.
    Cancelled,
    /// The game begins here.
    Set(Box<State>),
}

/// A position that is being set up.
pub struct Editor<'g> {
    game: &'g Game,
    /// What stays as it is: closed pits, marks, owners, variables.
    base: Map<String, Value>,
    counts: Vec<u32>,
    to_move: u8,
    at: PlaceId,
    /// The next digit begins a new number.
    fresh: bool,
    free: bool,
}

impl<'g> Editor<'g> {
    /// Begins with a state.
    pub fn new(game: &'g Game, state: &State, free: bool) -> Editor<'g> {
        let all = render::state(&mut Machine::new(game), state, &Frame::start(state));
        let kept = ["closed", "kinds", "marks", "owner", "vars"];
        Editor {
            game,
            base: all.into_iter().filter(|(key, _)| kept.contains(&key.as_str())).collect(),
            counts: state.counts().to_vec(),
            to_move: state.mover(),
            at: 0,
            fresh: true,
            free,
        }
    }

    /// The place that the next digit belongs to.
    pub fn place(&self) -> PlaceId {
        self.at
    }

    /// What lies on the board.
    pub fn scene(&self) -> Scene {
        Scene { counts: self.counts.clone(), hand: 0, at: Some(self.at) }
    }

    /// How it stands.
    pub fn facts(&self) -> Vec<String> {
        let mover = render::title_case(render::player(self.game, self.to_move));
        let total: u64 = self.counts.iter().map(|&n| u64::from(n)).sum();
        let due = self.game.seeds();
        let told = match total.cmp(&due) {
            _ if self.free => seeds(total),
            Ordering::Equal => format!("{}, as there should be", seeds(total)),
            Ordering::Less => format!("{} missing", seeds(due - total)),
            Ordering::Greater => format!("{} too many", seeds(total - due)),
        };
        vec![format!("{told}; {mover} to move.")]
    }

    /// What is asked, as a prompt.
    pub fn prompt(&self) -> String {
        format!("{}: {}", self.game.geometry().name(self.at), self.counts[usize::from(self.at)])
    }

    /// Takes a key; `place` is where an arrow or a click leads.
    pub fn key(&mut self, key: Key, place: Option<PlaceId>) -> Done {
        let count = &mut self.counts[usize::from(self.at)];
        match key {
            Key::Char(c @ '0'..='9') => {
                let digit = u32::from(c) - u32::from('0');
                let begun = if self.fresh { 0 } else { *count };
                let typed = begun.saturating_mul(10).saturating_add(digit);
                if typed <= MOST {
                    *count = typed;
                }
                self.fresh = false;
            }
            Key::Char('+') => *count = (*count + 1).min(MOST),
            Key::Char('-') => *count = count.saturating_sub(1),
            Key::Backspace => *count /= 10,
            Key::Delete => *count = 0,
            Key::Char('c') => self.counts.fill(0),
            Key::Tab | Key::Char('t') => {
                self.to_move = (self.to_move + 1) % self.game.ir().players.len().max(1) as u8;
            }
            Key::Esc => return Done::Cancelled,
            Key::Enter => {
                return match self.state() {
                    Ok(state) => Done::Set(Box::new(state)),
                    Err(lines) => Done::Refused(lines),
                };
            }
            _ => {
                if let Some(place) = place {
                    self.at = place;
                    self.fresh = true;
                }
            }
        }
        Done::Going
    }

    fn state(&self) -> Result<State, Vec<String>> {
        let geometry = self.game.geometry();
        let count = |place: PlaceId| json!(self.counts[usize::from(place)]);
        let players = &self.game.ir().players;
        let each = |places: &[PlaceId]| -> Map<String, Value> {
            players.iter().cloned().zip(places.iter().map(|&p| count(p))).collect()
        };
        let pits = geometry.pits.iter().enumerate().map(|(i, pit)| (pit.name.clone(), count(i as PlaceId)));
        let mut all = self.base.clone();
        all.insert("pits".to_owned(), Value::Object(pits.collect()));
        all.insert("stores".to_owned(), Value::Object(each(&geometry.stores)));
        all.insert("reserve".to_owned(), Value::Object(each(&geometry.reserves)));
        let out_of_play = count(geometry.nobody);
        all.insert("nobody".to_owned(), out_of_play);
        all.insert("to_move".to_owned(), json!(render::player(self.game, self.to_move)));
        position::read_json(self.game, &Value::Object(all), self.free).map_err(|d| table::said(&d))
    }
}

fn seeds(n: u64) -> String {
    if n == 1 { "1 seed".to_owned() } else { format!("{n} seeds") }
}
