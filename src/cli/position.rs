//! The position that a command begins with.

use super::failure::Failure;
use super::output::Context;
use crate::engine::{Game, State, position};

/// The position that was given, or the start.
///
/// # Errors
/// When it can't be.
pub fn given(context: &Context, game: &Game, text: Option<&str>) -> Result<State, Failure> {
    match text {
        Some(text) => position::read(game, text.trim(), context.common.free).map_err(Failure::one),
        None => Ok(game.start()),
    }
}
