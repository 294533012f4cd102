//! Names that a file declares, found before anything is read.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization;

use crate::source::Source;
use crate::syntax::lex::{Kind, Token};

/// The word after each word that declares one, wherever it stands: enough to tell a name from a
/// misspelt keyword.
pub(super) fn declared(source: &Source, tokens: &[Token]) -> HashSet<String> {
    let mut names = HashSet::new();
    let tokens: Vec<&Token> = tokens.iter().filter(|t| t.counts()).collect();
    for pair in tokens.windows(2) {
        let [word, name] = pair else { continue };
        let declares = matches!(
            word.text(source),
            "let" | "var" | "option" | "mark" | "row" | "name" | "place" | "to" | "of" | "class" | "phase" | "piece"
                | "players" | "each" | "choose" | "," | "as"
        );
        if declares && name.kind == Kind::Word {
            names.insert(name.text(source).nfc().collect());
        }
    }
    names
}
