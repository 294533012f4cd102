//! What the benchmarks have in common.

use sower::engine::{Game, Settings};
use sower::source::{Source, bundled_by_name};

/// A bundled game, as its file says without options.
pub fn game(name: &str) -> Game {
    game_of(name, bundled_by_name(name).expect("bundled").text)
}

/// A game by the text of its rules.
pub fn game_of(name: &str, text: &str) -> Game {
    let ir = sower::check::check(&Source::new(name, text)).game.expect("no errors");
    Game::compile(&ir, &Settings::default()).expect("compiles")
}
