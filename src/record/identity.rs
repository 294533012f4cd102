//! Which rules a game was played by.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::engine::Game;
use crate::ir;

/// Bytes of the digest that are kept: enough that no two sets of rules meet by chance.
const KEPT: usize = 16;

/// A digest of the rules with their options folded in. Titles, notes, examples, comments and the
/// layout of the file don't count; neither do readings that weren't chosen.
#[must_use]
pub fn identity(game: &Game) -> String {
    let digest = Sha256::digest(meaning(game.ir()).to_string().as_bytes());
    digest.iter().take(KEPT).map(|byte| format!("{byte:02x}")).collect()
}

/// What decides how the game is played.
fn meaning(ir: &ir::Game) -> Value {
    let mut all = json!({
        "format": ir.format, "players": ir.players, "board": ir.board, "vars": ir.vars, "marks": ir.marks,
        "lets": ir.lets, "phases": ir.phases, "choices": ir.choices, "round": ir.round, "opening": ir.opening,
        "rounds": ir.rounds,
    });
    strip(&mut all);
    all
}

/// Takes out what only says where and in which words a rule is written.
fn strip(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let kept = std::mem::take(object).into_iter().filter(|(key, _)| !["span", "text", "id"].contains(&&**key));
            *object = kept.collect::<Map<_, _>>();
            object.values_mut().for_each(strip);
        }
        Value::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}
