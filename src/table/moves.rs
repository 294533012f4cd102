//! Moves as typed at the table: exact, or in the wrong case, or a pit's number.

use crate::diagnostic::Diagnostic;
use crate::engine::{Machine, Ply, State, notation};

/// Reads a move. Where only one side can move, either case will do, and a pit's number from the
/// mover's left.
pub fn read(machine: &mut Machine<'_>, state: &State, text: &str) -> Result<Vec<Ply>, Diagnostic> {
    let refused = match notation::read(machine, state, text) {
        Ok(plies) => return Ok(plies),
        Err(d) => d,
    };
    if !one_side(machine, state) {
        return Err(refused);
    }
    let others = [by_number(machine, state, text), Some(swap_case(text))];
    for other in others.into_iter().flatten().filter(|other| other != text) {
        if let Ok(plies) = notation::read(machine, state, &other) {
            return Ok(plies);
        }
    }
    Err(refused)
}

/// Whether all pits that can be played lie in the rows of the player to move.
fn one_side(machine: &mut Machine<'_>, state: &State) -> bool {
    let Some(mover) = state.to_move() else { return false };
    let game = machine.game();
    machine.legal(state).iter().all(|ply| match ply {
        Ply::Start { pit, .. } | Ply::Pit(pit) => {
            game.geometry().pits.get(usize::from(*pit)).is_some_and(|pit| pit.player == Some(mover))
        }
        _ => true,
    })
}

/// `3>` as the name of the mover's third pit; only where he has one row.
fn by_number(machine: &Machine<'_>, state: &State, text: &str) -> Option<String> {
    let mover = state.to_move()?;
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u8 = text[..digits].parse().ok()?;
    let pits = &machine.game().geometry().pits;
    let mut own = pits.iter().filter(|pit| pit.player == Some(mover) && pit.number == number);
    match (own.next(), own.next()) {
        (Some(pit), None) => Some(format!("{}{}", pit.name, &text[digits..])),
        _ => None,
    }
}

fn swap_case(text: &str) -> String {
    let swap =
        |c: char| -> String { if c.is_uppercase() { c.to_lowercase().collect() } else { c.to_uppercase().collect() } };
    text.chars().map(swap).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn cases_are_swapped() {
        assert_eq!(super::swap_case("a2>"), "A2>");
        assert_eq!(super::swap_case("C"), "c");
    }
}
