//! The lists of what other programs did: `tests/playthroughs/index.jsonl`, `tests/perft/recorded.jsonl`.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A file of recorded games, and what it is held against.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// Below `tests/playthroughs`.
    pub file: String,
    pub variant: String,
    /// The program and its name for the game.
    pub recorded: String,
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Matches are recorded and not rounds.
    #[serde(default, rename = "match")]
    pub matches: bool,
    pub games: usize,
    /// Moves after which both agree.
    pub plies: usize,
    /// `won`: the program leaves seeds in marked pits that the rules count as won at once.
    pub marked_pits: Option<String>,
    #[serde(default)]
    pub exceptions: Vec<Exception>,
    pub note: Option<String>,
}

/// Where a recorded game departs from the rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    pub game: usize,
    /// The round of a match that was taken up again.
    pub round: Option<usize>,
    pub ply: At,
    pub rule: String,
    pub source: String,
}

impl Exception {
    /// Where it is, as the pages name it.
    pub fn place(&self) -> String {
        let round = self.round.map_or_else(String::new, |r| format!(" from round {r}"));
        format!("{}{round} at {}", self.game, self.ply)
    }
}

/// Moves played by then, or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum At {
    Ply(usize),
    End(End),
}

/// `"end"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    End,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Ply(n) => write!(f, "{n}"),
            At::End(_) => f.write_str("end"),
        }
    }
}

/// A row of counted move paths.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    pub variant: String,
    pub recorded: String,
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Counted through the ends of rounds.
    #[serde(default, rename = "match")]
    pub matches: bool,
    /// A player's plies in a row count once.
    #[serde(default)]
    pub fold: bool,
    /// The program's counts.
    pub nodes: Vec<u64>,
    pub exception: Option<Miscount>,
}

/// From where on a row differs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Miscount {
    pub depth: usize,
    pub rule: String,
    pub source: String,
}

impl Recording {
    /// What was recorded, as the pages name it.
    pub fn title(&self) -> String {
        titled(&self.recorded, self.matches)
    }
}

fn titled(recorded: &str, matches: bool) -> String {
    if matches { format!("{recorded}, match") } else { recorded.to_owned() }
}

impl Counted {
    /// What was counted, as the pages name it.
    pub fn title(&self) -> String {
        titled(&self.recorded, self.matches)
    }

    /// Depths to which it agrees.
    pub fn agrees(&self) -> usize {
        self.exception.as_ref().map_or(self.nodes.len(), |e| e.depth - 1)
    }
}

pub fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A file of the project.
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// JSON, a value a line.
pub fn lines<T: DeserializeOwned>(path: &Path) -> Vec<T> {
    let parse = |l: &str| serde_json::from_str(l).unwrap_or_else(|e| panic!("{}: {e}\n{l}", path.display()));
    read(path).lines().map(parse).collect()
}

pub fn recordings() -> Vec<Recording> {
    lines(&folder("tests/playthroughs/index.jsonl"))
}

pub fn counted() -> Vec<Counted> {
    lines(&folder("tests/perft/recorded.jsonl"))
}

/// `a=b c=d`, as for `--set`.
pub fn settings(set: &BTreeMap<String, String>) -> Vec<(&str, &str)> {
    set.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect()
}
