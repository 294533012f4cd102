//! The record of a game: a readable text that can be played again.
//!
//! ```text
//! sower record 1
//! game: Kalah
//! variant: kalah
//! rules: 3f0c…
//! set: pits = 6
//! player: south = human
//! player: north = ab:6
//! start: 4,4,4,4,4,4/4,4,4,4,4,4;0,0;south
//!
//! 1. south C F
//! 2. north a
//!
//! result: unfinished
//! ```
//!
//! A word that holds blanks or begins with a sign of the format stands in quotation marks, as in
//! JSON. `#` begins a comment. A line of moves tells the turn, who decides (`lot`: nobody), and his
//! plies.
//!
//! - [`Record::of`] and [`Record::to_text`] write it, [`Record::read`] reads it.
//! - [`Record::replay`] plays it again: the rules must be the same ([`identity()`]), each ply legal,
//!   and the end as stated.

mod identity;
mod read;
mod replay;

pub use identity::identity;
pub use replay::Replayed;

use crate::engine::{Game, MAX_LAPS, State, Winner, position};
use crate::source::Span;

/// The first line of a record.
pub const FIRST_LINE: &str = "sower record 1";

/// What decides where no player does.
const LOT: &str = "lot";

/// A value and where it stands in the record's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it stands; nowhere in a record that wasn't read.
    pub span: Span,
}

impl<T> At<T> {
    fn nowhere(value: T) -> At<T> {
        At { value, span: Span::default() }
    }
}

/// A decision of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The turn of the round.
    pub turn: u32,
    /// Who decides: a player's name, or `lot`.
    pub by: String,
    /// The ply's text.
    pub text: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// A player's name, `draw` or `nobody`.
    pub winner: String,
    /// Seeds won by each player.
    pub score: Vec<(String, u64)>,
}

/// A recorded game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The game's title.
    pub title: String,
    /// A bundled game's name, or the rules file as it was given.
    pub variant: At<String>,
    /// [`identity()`] of the rules; none: whoever wrote the record doesn't say.
    pub rules: Option<At<String>>,
    /// The values of all options.
    pub settings: Vec<At<(String, String)>>,
    /// Laps after which a move is undecided, where it isn't the usual number.
    pub max_laps: Option<u64>,
    /// A whole match is played.
    pub matches: bool,
    /// The start may hold any number of seeds.
    pub free: bool,
    /// Who plays, by the seat in which they began.
    pub players: Vec<At<(String, String)>>,
    /// The position in which the game began; none: the start of the rules.
    pub start: Option<At<String>>,
    /// The decisions.
    pub plies: Vec<At<Entry>>,
    /// How it ended; none: it isn't over.
    pub end: Option<At<End>>,
}

/// What the rules don't know about a game.
#[derive(Clone, Debug)]
pub struct About<'a> {
    /// See [`Record::variant`].
    pub variant: &'a str,
    /// Who plays, in the order of the players.
    pub players: &'a [String],
    /// See [`Record::max_laps`].
    pub max_laps: u64,
    /// See [`Record::free`].
    pub free: bool,
}

impl Record {
    /// The record of a game: each decision's text with the state in which it was made, then the last
    /// state.
    #[must_use]
    pub fn of(game: &Game, about: &About<'_>, plies: &[(&State, &str)], last: &State) -> Record {
        let ir = game.ir();
        let start = plies.first().map_or(last, |(state, _)| state);
        let options = ir.options.iter().zip(game.options());
        let entry = |(state, text): &(&State, &str)| Entry {
            turn: state.turn(),
            by: decider(game, state).to_owned(),
            text: (*text).to_owned(),
        };
        Record {
            title: ir.header.title.clone(),
            variant: At::nowhere(about.variant.to_owned()),
            rules: Some(At::nowhere(identity(game))),
            settings: options.map(|(o, &v)| At::nowhere((o.name.clone(), o.show(v)))).collect(),
            max_laps: (about.max_laps != MAX_LAPS).then_some(about.max_laps),
            matches: game.is_match(),
            free: about.free,
            players: ir.players.iter().cloned().zip(about.players.iter().cloned()).map(At::nowhere).collect(),
            start: Some(At::nowhere(position::show(game, start))),
            plies: plies.iter().map(entry).map(At::nowhere).collect(),
            end: end_of(game, last).map(At::nowhere),
        }
    }

    /// The record as text, which [`Record::read`] reads back.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{FIRST_LINE}\n");
        let mut line = |key: &str, value: &str| text += &format!("{key}: {value}\n");
        line("game", &quoted(&self.title));
        line("variant", &quoted(&self.variant.value));
        if let Some(rules) = &self.rules {
            line("rules", &rules.value);
        }
        for At { value: (name, value), .. } in &self.settings {
            line("set", &format!("{} = {}", quoted(name), quoted(value)));
        }
        if let Some(laps) = self.max_laps {
            line("max-laps", &laps.to_string());
        }
        if self.matches {
            line("match", "yes");
        }
        if self.free {
            line("free", "yes");
        }
        for At { value: (seat, player), .. } in &self.players {
            line("player", &format!("{} = {}", quoted(seat), quoted(player)));
        }
        if let Some(start) = &self.start {
            line("start", &quoted(&start.value));
        }
        text + "\n" + &self.history() + "\n" + &self.result()
    }

    /// The moves, a turn a line.
    #[must_use]
    pub fn history(&self) -> String {
        let mut text = String::new();
        let mut last = None;
        for At { value: Entry { turn, by, text: ply }, .. } in &self.plies {
            if last != Some((turn, by)) {
                let begin = if last.is_some() { "\n" } else { "" };
                text += &format!("{begin}{turn}. {}", quoted(by));
                last = Some((turn, by));
            }
            text += &format!(" {}", quoted(ply));
        }
        if last.is_some() {
            text.push('\n');
        }
        text
    }

    fn result(&self) -> String {
        let Some(At { value: end, .. }) = &self.end else { return "result: unfinished\n".to_owned() };
        let score: Vec<String> = end.score.iter().map(|(name, n)| format!("{} {n}", quoted(name))).collect();
        format!("result: {}\nscore: {}\n", quoted(&end.winner), score.join(" "))
    }
}

/// Whether a text is meant as a record.
#[must_use]
pub fn looks_like_one(text: &str) -> bool {
    let first = text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| line.split_whitespace().take(2).eq(["sower", "record"]))
}

/// A word that is read back as one.
fn quoted(word: &str) -> String {
    let plain = !word.is_empty()
        && !word.starts_with(['"', '='])
        && !word.contains(|c: char| c.is_whitespace() || c.is_control() || c == '#');
    if plain { word.to_owned() } else { serde_json::Value::from(word).to_string() }
}

/// Who decides in a state.
fn decider<'g>(game: &'g Game, state: &State) -> &'g str {
    let player = state.to_move().and_then(|p| game.ir().players.get(usize::from(p)));
    player.map_or(LOT, String::as_str)
}

/// The end that a state shows.
fn end_of(game: &Game, state: &State) -> Option<End> {
    let over = state.over()?;
    let players = &game.ir().players;
    let winner = match over.winner {
        Winner::Player(p) => players.get(usize::from(p)).map_or("nobody", String::as_str),
        Winner::Draw => "draw",
        Winner::Nobody => "nobody",
    };
    let score = players.iter().cloned().zip(over.score.iter().copied()).collect();
    Some(End { winner: winner.to_owned(), score })
}
