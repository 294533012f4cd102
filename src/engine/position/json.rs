//! Positions as JSON objects.

use serde_json::{Map, Value};

use super::super::geometry::bit;
use super::super::state::NOBODY_NAME;
use super::super::trace::Turning;
use super::super::{Game, State};
use super::{Draft, Res, bad, read};
use crate::diagnostic::{Diagnostic, did_you_mean};

/// Keys that say something, then those of a whole `replay` object that don't.
const READ: [&str; 16] = [
    "kinds",
    "direction",
    "kept",
    "round",
    "pits",
    "stores",
    "reserve",
    "closed",
    "marks",
    "vars",
    "to_move",
    "owner",
    "nobody",
    "turn",
    "swapped",
    "phase",
];
const PASSED_OVER: [&str; 12] =
    ["ply", "choosing", "lot", "hand", "by", "move", "legal", "position", "over", "round_over", "match", "id"];

/// The same from a JSON value: an object, or a string that holds a line.
///
/// # Errors
/// As [`read`].
pub fn read_json(game: &Game, value: &Value, free: bool) -> Result<State, Diagnostic> {
    match value {
        Value::String(text) if !text.trim_start().starts_with('"') => read(game, text, free),
        Value::Object(object) => from_object(game, object, free),
        _ => Err(bad("a position is an object or a string")
            .help("such as {\"pits\":{\"A\":3,\"b\":1},\"to_move\":\"south\"}")),
    }
}

fn object<'v>(all: &'v Map<String, Value>, key: &str) -> Res<Option<&'v Map<String, Value>>> {
    match all.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(o)) => Ok(Some(o)),
        Some(_) => Err(bad(format!("{key:?} must be an object"))),
    }
}

fn count(value: &Value, of: &str) -> Res<u64> {
    value.as_u64().ok_or_else(|| bad(format!("{of}: {value} isn't a number of seeds")))
}

fn from_object(game: &Game, all: &Map<String, Value>, free: bool) -> Res<State> {
    if let Some(key) = all.keys().find(|k| !READ.contains(&k.as_str()) && !PASSED_OVER.contains(&k.as_str())) {
        let help = match did_you_mean(key, READ) {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("keys are {}", READ.join(", ")),
        };
        return Err(bad(format!("{key:?} isn't part of a position")).help(help));
    }
    let g = &game.geometry;
    let mut d = Draft::start(game);
    let mut as_at_start = true;
    if let Some(pits) = object(all, "pits")? {
        let first = d.state.counts.clone();
        d.no_pits();
        d.no_pieces(g.all);
        for (name, n) in pits {
            let pit = d.pit(name)?;
            d.put(pit, count(n, name)?)?;
            as_at_start &= d.state.count(pit) == first[usize::from(pit)];
        }
    }
    for (key, places) in [("stores", &g.stores), ("reserve", &g.reserves)] {
        for (name, n) in object(all, key)?.into_iter().flatten() {
            let player = d.player(name)?;
            d.put(places[usize::from(player)], count(n, name)?)?;
        }
    }
    if let Some(n) = all.get("nobody") {
        d.put(g.nobody, count(n, "nobody")?)?;
    }
    match all.get("to_move") {
        None | Some(Value::Null) => {}
        Some(Value::String(name)) => d.state.mover = d.player(name)?,
        Some(_) => return Err(bad("\"to_move\" must be a player's name")),
    }
    let usual = if d.state.mover == d.state.starter { 1 } else { 2 };
    let turn = all.get("turn").and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
    d.set_turn(turn.unwrap_or(usual));
    d.state.swapped = all.get("swapped").and_then(Value::as_bool).unwrap_or(false);
    rounds(&mut d, all)?;
    closed_and_owner(&mut d, all)?;
    kinds(&mut d, all)?;
    marks(&mut d, all, as_at_start)?;
    vars(&mut d, all)?;
    d.finish(free)
}

/// The direction that was chosen once; of a match its round, and what is kept from earlier ones.
fn rounds(d: &mut Draft<'_>, all: &Map<String, Value>) -> Res<()> {
    let direction = |word: &Value| match word.as_str() {
        _ if word.is_null() => Ok(None),
        Some("counterclockwise") => Ok(Some(Turning::Counterclockwise)),
        Some("clockwise") => Ok(Some(Turning::Clockwise)),
        _ => Err(bad("\"direction\" is \"clockwise\" or \"counterclockwise\", or one for each player")),
    };
    match all.get("direction") {
        None | Some(Value::Null) => {}
        Some(Value::Object(by_player)) => {
            for (name, word) in by_player {
                let player = d.player(name)?;
                d.chosen(Some(player), direction(word)?)?;
            }
        }
        Some(word) => d.chosen(None, direction(word)?)?,
    }
    if let Some(round) = all.get("round").and_then(Value::as_u64).filter(|&n| n > 1) {
        d.series()?.round = u32::try_from(round).map_err(|_| bad("\"round\" is too large"))?;
    }
    for (name, n) in object(all, "kept")?.into_iter().flatten() {
        let (player, n) = (d.player(name)?, count(n, name)?);
        let n = u32::try_from(n).map_err(|_| bad("\"kept\" is too large"))?;
        d.series()?.kept[player] = n;
    }
    Ok(())
}

fn closed_and_owner(d: &mut Draft<'_>, all: &Map<String, Value>) -> Res<()> {
    match all.get("closed") {
        None | Some(Value::Null) => {}
        Some(Value::Array(names)) => {
            d.state.closed = 0;
            for name in names {
                let name = name.as_str().ok_or_else(|| bad("\"closed\" must hold pits' names"))?;
                d.state.closed |= bit(d.pit(name)?);
            }
        }
        Some(_) => return Err(bad("\"closed\" must be a list of pits")),
    }
    for (name, owner) in object(all, "owner")?.into_iter().flatten() {
        let owner = match owner {
            Value::Null => None,
            Value::String(name) => Some(d.player(name)?),
            _ => return Err(bad(format!("{name}: an owner is a player's name or null"))),
        };
        let pit = d.pit(name)?;
        d.set_owner(pit, owner);
    }
    Ok(())
}

/// Which of the pieces are no seeds: by kind (`stone`, or `mother of south` where each player has his own)
/// and place.
fn kinds(d: &mut Draft<'_>, all: &Map<String, Value>) -> Res<()> {
    let Some(kinds) = object(all, "kinds")? else { return Ok(()) };
    d.state.pieces.fill(0);
    for (kind, places) in kinds {
        let (name, owner) = match kind.split_once(" of ") {
            Some((name, who)) => (name, Some(d.player(who)?)),
            None => (kind.as_str(), None),
        };
        let Value::Object(places) = places else { return Err(bad("\"kinds\" holds an object for each kind")) };
        for (what, counts) in places {
            let told = |n: &Value| count(n, kind).and_then(|n| u32::try_from(n).map_err(|_| bad("too many pieces")));
            if what == "nobody" {
                d.put_pieces(d.game.geometry.nobody, name, owner, told(counts)?)?;
                continue;
            }
            let Value::Object(counts) = counts else { return Err(bad(format!("{what:?} must be an object"))) };
            for (at, n) in counts {
                let place = match what.as_str() {
                    "pits" => d.pit(at)?,
                    "stores" => d.game.geometry.stores[usize::from(d.player(at)?)],
                    "reserve" => d.game.geometry.reserves[usize::from(d.player(at)?)],
                    _ => {
                        return Err(
                            bad(format!("{what:?} holds no pieces")).help("write pits, stores, reserve or nobody")
                        );
                    }
                };
                d.put_pieces(place, name, owner, told(n)?)?;
            }
        }
    }
    Ok(())
}

fn marks(d: &mut Draft<'_>, all: &Map<String, Value>, as_at_start: bool) -> Res<()> {
    let given = object(all, "marks")?;
    if given.is_some() || !as_at_start {
        d.no_marks();
    }
    for (name, list) in given.into_iter().flatten() {
        let pit = d.pit(name)?;
        let list = list.as_array().ok_or_else(|| bad(format!("{name}: marks are a list")))?;
        for mark in list {
            let text = |key: &str| mark.get(key).and_then(Value::as_str);
            let kind = text("kind").ok_or_else(|| bad(format!("{name}: a mark needs a \"kind\"")))?;
            let kind = d.mark(kind)?;
            let maker = match text("maker") {
                None => u8::MAX,
                Some(m) if m == NOBODY_NAME => u8::MAX,
                Some(m) => d.player(m)?,
            };
            let fresh = mark.get("fresh").and_then(Value::as_bool).unwrap_or(false);
            d.set_mark(pit, kind, maker, fresh);
        }
    }
    Ok(())
}

fn vars(d: &mut Draft<'_>, all: &Map<String, Value>) -> Res<()> {
    for (name, value) in object(all, "vars")?.into_iter().flatten() {
        let var = d.var(name)?;
        let whole = |v: &Value| v.as_i64().ok_or_else(|| bad(format!("{name}: {v} isn't a whole number")));
        match value {
            Value::Object(values) => {
                for (of, v) in values {
                    d.set_var(var, Some(of), whole(v)?)?;
                }
            }
            v => d.set_var(var, None, whole(v)?)?,
        }
    }
    Ok(())
}
