//! Games whose positions can't come back.
//!
//! Where each player sows from his own row, in one direction and into his own store, a move either
//! wins a seed or only carries seeds ahead within the mover's row: to come round to its beginning
//! a hand passes the store. Seeds that are won stay won, so no position comes twice, and nothing
//! need be kept to find out.

use super::code::{A, Code, Dir, Hook, Near, Pl, S, To};
use super::geometry::Geometry;
use crate::ir;

/// Whether a game is of this kind, as far as its shape tells. It must be one in which nothing
/// happens but sowing and the rules at its landing, and nothing is skipped but the start.
pub(super) fn only_goes_forward(game: &ir::Game, geometry: &Geometry, code: &[Code; 2]) -> bool {
    let sowing = &game.phases[0].sowing;
    let rows = |c: &Code| {
        c.only_line().is_some_and(|(l, _)| matches!(l.from, S::Owned(p) if p == c.mover) && l.going.is_empty())
    };
    sowing.into_my_store
        && !sowing.into_all_stores
        && !sowing.own_side
        && sowing.chosen_once.is_none()
        && geometry.owned == geometry.own_row
        && code[0].direction == code[1].direction
        && code.iter().all(|c| matches!(c.direction, Dir::Is(_)) && rows(c) && hook_is_forward(&c.landing))
}

fn hook_is_forward(hook: &Hook) -> bool {
    hook.iter().flatten().all(|rule| list_is_forward(&rule.actions))
}

fn list_is_forward(actions: &[A]) -> bool {
    actions.iter().all(|a| match a {
        A::Capture { to: To::Who(_), .. } | A::SetVar { .. } => true,
        A::Relay(Pl::Here | Pl::Near(Near::Here | Near::Ahead(_))) => true,
        A::MoveAgain | A::End | A::Pass | A::Finish(_) | A::Illegal | A::LastResort => true,
        A::If(_, yes, no) => list_is_forward(yes) && list_is_forward(no),
        _ => false,
    })
}
