//! The kernel as text: a game's IR in the language's own words, with the sugar gone.
//!
//! What the language can say is printed as it would be typed, so that mostly the text can be read
//! back. What only the IR can say is printed in the same manner.

mod actions;
mod conds;
mod nums;
mod page;
mod places;
mod sections;
mod shared;

use crate::ir;

use page::Page;
use shared::Book;

/// The game as kernel text: one statement a line, and behind each rule its line in the file.
#[must_use]
pub fn kernel(game: &ir::Game) -> String {
    let mut page = Page::new(game);
    let game = &Book::new(game);
    sections::header(&mut page, game);
    sections::declarations(&mut page, game);
    sections::board(&mut page, game);
    sections::lets(&mut page, game);
    sections::shared(&mut page, game);
    for phase in &game.phases {
        sections::phase(&mut page, game, phase);
    }
    sections::shared_hooks(&mut page, game);
    sections::opening(&mut page, game);
    sections::round(&mut page, game);
    sections::rounds(&mut page, game);
    sections::examples(&mut page, game);
    page.finish()
}

/// How expressions of a part of the file are worded.
#[derive(Clone, Copy)]
struct Words<'g> {
    game: &'g Book<'g>,
    /// `of here` is left out: a `next` alone is that of the last seed.
    here: bool,
    /// The condition names the player, as `a player`; what follows it speaks of `that player`.
    naming: bool,
    /// Only choices before this one are written out; no choice can hold itself.
    choices: usize,
}

impl<'g> Words<'g> {
    /// Where no seed has been sown, or another pit is meant.
    fn elsewhere(game: &'g Book<'g>) -> Words<'g> {
        Words { game, here: false, naming: false, choices: game.choices.len() }
    }

    /// Where the last seed's pit is meant.
    fn here(game: &'g Book<'g>) -> Words<'g> {
        Words { here: true, ..Words::elsewhere(game) }
    }

    /// Within `where` and `while`.
    fn testing(self) -> Words<'g> {
        Words { here: false, ..self }
    }

    /// In a condition that may name a player.
    fn naming(self) -> Words<'g> {
        Words { naming: true, ..self }
    }
}

/// A quoted text.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A list as `A, B or C`.
fn alternatives(list: &[String]) -> String {
    match list {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} or {last}", all.join(", ")),
    }
}
