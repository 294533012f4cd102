//! Which rule did what: `bosh.sow:9  next is occupied => relay from next` behind each thing.

use super::{Told, names};
use crate::engine::Game;
use crate::source::display_width;

/// Width from which on the rules stand on a line of their own.
const WIDE: usize = 56;

/// A line for each thing that happened, with its rule behind it.
#[must_use]
pub fn lines(game: &Game, told: &[Told]) -> Vec<String> {
    let rules: Vec<Option<String>> = told.iter().map(|t| t.rule.map(|id| rule(game, id))).collect();
    layout(&told.iter().map(|t| t.text.as_str()).zip(rules).collect::<Vec<_>>())
}

fn rule(game: &Game, id: crate::ir::RuleId) -> String {
    let words = game.rule(id).map_or("", |(_, words)| words);
    format!("{}  {words}", names::rule_place(game, id))
}

fn layout(things: &[(&str, Option<String>)]) -> Vec<String> {
    let width = things.iter().map(|(text, _)| display_width(text)).filter(|&w| w <= WIDE).max().unwrap_or(0);
    let mut lines = Vec::new();
    for (text, rule) in things {
        match rule {
            None => lines.push((*text).to_owned()),
            Some(rule) if display_width(text) <= WIDE => {
                lines.push(format!("{text}{}  {rule}", " ".repeat(width - display_width(text))));
            }
            Some(rule) => {
                lines.push((*text).to_owned());
                lines.push(format!("{}  {rule}", " ".repeat(width)));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::layout;

    #[test]
    fn rules_stand_in_a_column() {
        let rule = |line: u32, words: &str| Some(format!("bosh.sow:{line}  {words}"));
        let long = "Lifts 12 from A and sows B C D E e d c b a A B C and so on and so forth.";
        let things = [
            ("South lifts 4 from C and sows D E e d.", None),
            ("Lifts 4 from c and sows b a A B.", rule(9, "next is occupied => relay from next")),
            (long, rule(9, "next is occupied => relay from next")),
            ("Captures 3 from b.", rule(10, "2 ahead is occupied => capture 2 ahead")),
        ];
        insta::assert_snapshot!(layout(&things).join("\n"), @r"
        South lifts 4 from C and sows D E e d.
        Lifts 4 from c and sows b a A B.        bosh.sow:9  next is occupied => relay from next
        Lifts 12 from A and sows B C D E e d c b a A B C and so on and so forth.
                                                bosh.sow:9  next is occupied => relay from next
        Captures 3 from b.                      bosh.sow:10  2 ahead is occupied => capture 2 ahead
        ");
    }
}
