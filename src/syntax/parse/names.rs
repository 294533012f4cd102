//! Names that a file declares, found before anything is read.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization;

use crate::diagnostic::did_you_mean;
use crate::source::Source;
use crate::syntax::lex::{Kind, Token};

/// Names that a file declares anywhere.
pub(super) struct Declared {
    pub names: HashSet<String>,
    /// Whether another file may declare more.
    extends: bool,
}

/// Rows and players that a board has without being told.
const ALWAYS: &[&str] = &["south", "north", "front", "back", "inner", "outer", "middle", "left", "right"];

impl Declared {
    /// Whether the file declares it.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether a name of the file looks like it; which one is meant is then told by those who know
    /// what each name is.
    pub fn has_near(&self, name: &str) -> bool {
        did_you_mean(name, self.names.iter().map(String::as_str)).is_some()
    }

    /// Whether it may be a name.
    pub fn may_be(&self, name: &str) -> bool {
        self.extends || ALWAYS.contains(&name) || self.has(name)
    }
}

/// The words that seem to be declared: enough to tell a name from a misspelt keyword.
pub(super) fn declared(source: &Source, tokens: &[Token]) -> Declared {
    let mut names = HashSet::new();
    let mut extends = false;
    let tokens: Vec<&Token> = tokens.iter().filter(|t| t.counts()).collect();
    let (mut in_parameters, mut in_players) = (false, false);
    for (i, token) in tokens.iter().enumerate() {
        let text = token.text(source);
        let before = i.checked_sub(1).map_or("", |b| tokens[b].text(source));
        let after = tokens.get(i + 1).map_or("", |t| t.text(source));
        extends |= text == "extends" && after.starts_with('"');
        in_players = text == "players" || in_players && (text == "," || before == "players" || before == ",");
        // `to NAME N {` is a declaration; the `to` of `set few to 0` stands within a line.
        in_parameters = text == "to" && begins_statement(source, token) || in_parameters && token.kind == Kind::Word;
        let after_word = matches!(
            before,
            "let"
                | "var"
                | "option"
                | "mark"
                | "row"
                | "name"
                | "place"
                | "of"
                | "class"
                | "phase"
                | "piece"
                | "players"
                | "each"
                | "choose"
                | "as"
        );
        let declares = after_word && (before != "of" || i >= 3 && tokens[i - 3].text(source) == "let");
        if token.kind == Kind::Word && (declares || in_parameters || in_players || after == "in") {
            names.insert(text.nfc().collect());
        }
    }
    Declared { names, extends }
}

/// Whether nothing but blanks stands between a token and the begin of its statement.
fn begins_statement(source: &Source, token: &Token) -> bool {
    let before = source.text()[..token.start].trim_end_matches([' ', '\t', '\r']);
    before.is_empty() || before.ends_with(['\n', ';', '}'])
}
