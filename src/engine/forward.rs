//! Games whose positions can't come back.
//!
//! Where each player sows from his own row, in one direction and into his own store at the end of
//! that row, a move either wins a seed or only carries seeds ahead within the mover's row: to leave it
//! a hand passes the store. Seeds that are won stay won, so no position comes twice, and nothing
//! need be kept to find out. (With the store at the row's other end a hand leaves the row without
//! passing it, and a relay from two places ahead can leap over it.)

use super::code::{A, Code, Dir, Hook, Near, Pl, S, To};
use super::geometry::{Geometry, NONE, bit};
use crate::ir;

/// Whether a game is of this kind, as far as its shape tells. It must be one in which nothing
/// happens but sowing and the rules at its landing, and nothing is skipped but the start.
pub(super) fn only_goes_forward(game: &ir::Game, geometry: &Geometry, code: &[Code]) -> bool {
    let sowing = &game.phases[0].sowing;
    let rows = |c: &Code| {
        c.only_line().is_some_and(|(l, _)| matches!(l.from, S::Owned(p) if p == c.mover) && l.going.is_empty())
    };
    sowing.into_my_store
        && !sowing.into_all_stores
        && !sowing.own_side
        && sowing.chosen_once.is_none()
        && geometry.owned == geometry.own_row
        && code.iter().all(|c| c.direction == code[0].direction)
        && code.iter().all(|c| rows(c) && leaves_by_the_store(geometry, c) && hook_is_forward(&c.landing))
}

/// Whether seeds that go on from the mover's row come to his store before any other place.
fn leaves_by_the_store(geometry: &Geometry, code: &Code) -> bool {
    let Dir::Is(dir) = code.direction else { return false };
    let next = &code.path.next[usize::from(dir & 1)];
    let (row, store) = (geometry.rows_of(code.mover), geometry.stores[usize::from(code.mover)]);
    let mut ends = (0..geometry.pits.len() as u8).filter(|&p| row & bit(p) != 0).map(|p| next[usize::from(p)]);
    ends.all(|p| p == store || (p != NONE && row & bit(p) != 0))
}

fn hook_is_forward(hook: &Hook) -> bool {
    hook.iter().flatten().all(|rule| list_is_forward(&rule.actions))
}

fn list_is_forward(actions: &[A]) -> bool {
    actions.iter().all(|a| match a {
        A::Capture { to: To::Who(_), .. } | A::SetVar { .. } => true,
        A::Relay(Pl::Here | Pl::Near(Near::Here | Near::Ahead(1))) => true,
        A::MoveAgain | A::End | A::Pass | A::Finish(_) | A::Illegal | A::LastResort => true,
        A::If(_, yes, no) => list_is_forward(yes) && list_is_forward(no),
        _ => false,
    })
}
