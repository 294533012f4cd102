//! Names of things, as told.

use crate::engine::{Game, Over, Reason, Turning, Winner};
use crate::ir::RuleId;
use crate::source::Span;

/// A player's name.
#[must_use]
pub fn player(game: &Game, player: u8) -> &str {
    game.ir().players.get(player as usize).map_or("nobody", String::as_str)
}

/// A word with its first letter a capital.
#[must_use]
pub fn title_case(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `A`, `A and B`, `A, B and C`.
#[must_use]
pub fn list<S: AsRef<str>>(words: &[S]) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

/// `bosh.sow:9`, the file without its folders.
#[must_use]
pub fn rule_place(game: &Game, id: RuleId) -> String {
    let span = game.rule(id).map_or_else(Span::default, |(span, _)| span);
    let file = game.ir().file_of(span);
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
    if span.line > 0 { format!("{file}:{}", span.line) } else { file.to_owned() }
}

/// A direction as seen from above.
#[must_use]
pub fn turning(turning: Turning) -> &'static str {
    match turning {
        Turning::Counterclockwise => "counterclockwise",
        Turning::Clockwise => "clockwise",
    }
}

/// Who won: a player's name, `draw` or `nobody`.
#[must_use]
pub fn winner(game: &Game, winner: Winner) -> String {
    match winner {
        Winner::Player(p) => player(game, p).to_owned(),
        Winner::Draw => "draw".to_owned(),
        Winner::Nobody => "nobody".to_owned(),
    }
}

/// Why a round is over: the rule's own words, or one of `stuck`, `repetition`, `endless`,
/// `undecided`.
#[must_use]
pub fn reason(game: &Game, over: &Over) -> String {
    match over.reason {
        Reason::Rule(id) | Reason::Action(id) => game.rule(id).map_or("a rule", |(_, words)| words).to_owned(),
        Reason::Stuck => "stuck".to_owned(),
        Reason::Repetition => "repetition".to_owned(),
        Reason::Endless => "endless".to_owned(),
        Reason::Undecided => "undecided".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists() {
        assert_eq!(list::<&str>(&[]), "");
        assert_eq!(list(&["A"]), "A");
        assert_eq!(list(&["A", "B", "C"]), "A, B and C");
        assert_eq!(title_case("south"), "South");
        assert_eq!(title_case(""), "");
    }
}
