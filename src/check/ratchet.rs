//! Games in which nothing can come back, so that nothing need be said of it.
//!
//! Where a store takes a seed whenever the sowing goes round, no sowing goes on for ever. Where seeds
//! can't leave a player's row without that, no position comes back: a move wins a seed or carries
//! seeds ahead within the row. `engine::forward` asks the same of a game whose options are settled.

use crate::ir::{
    self, Action, ActionKind, CaptureTo, Direction, Num, OptionValues, Owner, Phase, Place, Player, Set, Sowing, Stores,
};

/// Whether each circuit of a sowing loses a seed to a store.
pub(super) fn laps_end(game: &ir::Game) -> bool {
    let turns = |c: &ir::Choice| matches!(c.among, ir::Among::Directions(_));
    game.phases.iter().all(|p| sows_into_a_store(game, &p.sowing))
        && all_actions(game, keeps_on)
        && !game.choices.iter().any(turns)
}

/// Whether the same position can't come twice.
pub(super) fn goes_on(game: &ir::Game) -> bool {
    laps_end(game)
        && game.board.owner == ir::OwnerRule::Rows
        && all_actions(game, |a| !matches!(a, ActionKind::Give(..)))
        && game.phases.iter().all(|p| starts_at_home(p) && leaves_by_a_store(game, &p.sowing))
}

/// The ways that a sowing can go, if they are known.
fn ways(game: &ir::Game, s: &Sowing) -> Option<Vec<Direction>> {
    let Direction::Option(id) = s.direction else { return Some(vec![s.direction]) };
    let OptionValues::Words(words) = &game.options.get(usize::from(id))?.values else { return None };
    words.iter().map(|w| Direction::named(w)).collect()
}

fn sows_into_a_store(game: &ir::Game, s: &Sowing) -> bool {
    (s.into_my_store || s.into_all_stores)
        && !s.skips.iter().any(|k| may_hold_my_store(&k.set))
        && ways(game, s).is_some()
        && !s.reversed_each_lap
        && !s.own_side
}

fn may_hold_my_store(set: &Set) -> bool {
    match set {
        Set::One(Place::Store(who)) => *who != Player::Opponent,
        Set::Union(all) => all.iter().any(may_hold_my_store),
        Set::Where(of, _) | Set::But(of, _) => may_hold_my_store(of),
        _ => false,
    }
}

/// Whether a hand that leaves the mover's row comes to a store first: of all stores to one at either
/// end, of his own to the one at the end that it goes to.
fn leaves_by_a_store(game: &ir::Game, s: &Sowing) -> bool {
    let end = match game.board.stores {
        Stores::Ahead => return s.into_my_store,
        Stores::Right => Direction::Counterclockwise,
        Stores::Left => Direction::Clockwise,
        Stores::Apart | Stores::None => return false,
    };
    s.into_all_stores
        || game.players.len() == 1
        || ways(game, s).is_some_and(|all| all.into_iter().all(|d| d == end)) && game.board.path.is_none()
}

/// Whether moves begin in the mover's own pits and go the way that is said for all.
fn starts_at_home(p: &Phase) -> bool {
    p.moves.tiers.iter().flatten().all(|class| {
        let mut lines = class.lines.iter().flatten();
        class.program.is_none() && lines.all(|l| l.going.is_empty() && l.starting_at.is_none() && mine(&l.from))
    })
}

fn mine(set: &Set) -> bool {
    match set {
        Set::Pits(owner)
        | Set::Row(owner, _)
        | Set::Range(owner, ..)
        | Set::Half(owner, _)
        | Set::Middle(owner)
        | Set::Ends(owner)
        | Set::Group(owner, _) => *owner == Owner::Mine,
        Set::Union(all) => all.iter().all(mine),
        Set::Where(of, _) | Set::But(of, _) | Set::ButEnd(of, _) | Set::EndsOf(of, ..) => mine(of),
        _ => false,
    }
}

/// Whether an action leaves seeds where they are, wins them, or sows on from where the hand came to.
fn keeps_on(a: &ActionKind) -> bool {
    match a {
        ActionKind::Relay(p) => at_hand(p),
        ActionKind::Capture { to, .. } => matches!(to, CaptureTo::Player(_)),
        ActionKind::Move { from, to, .. } => {
            !matches!(from, Place::Store(_)) && matches!(to, Place::Store(_) | Place::Nobody)
        }
        ActionKind::Drop { .. }
        | ActionKind::Reverse
        | ActionKind::Going(_)
        | ActionKind::SowHand { .. }
        | ActionKind::SowFrom { .. } => false,
        _ => true,
    }
}

/// `here` or the place after it: a relay from farther on might leap over a store.
fn at_hand(p: &Place) -> bool {
    match p {
        Place::Here => true,
        Place::Step { n, of } => **n == Num::Const(1) && **of == Place::Here,
        _ => false,
    }
}

/// Whether all actions of the game's moves are of a kind.
fn all_actions(game: &ir::Game, kind: impl Fn(&ActionKind) -> bool + Copy) -> bool {
    let hooks = game.phases.iter().all(|p| {
        let h = &p.hooks;
        let all = [&h.before_move, &h.each_lap, &h.each_seed, &h.landing, &h.whenever, &h.after_move, &h.after_turn];
        all.into_iter().flatten().flatten().all(|r| every(&r.actions, kind))
    });
    let classes = game.phases.iter().flat_map(|p| p.moves.tiers.iter().flatten());
    hooks
        && classes.filter_map(|c| c.program.as_ref()).all(|a| every(a, kind))
        && game.choices.iter().all(|c| match &c.among {
            ir::Among::Labels(l) => l.iter().all(|l| every(&l.actions, kind)),
            ir::Among::Pits(.., a) | ir::Among::Numbers(.., a) | ir::Among::Directions(a) => every(a, kind),
            ir::Among::Layout { .. } => true,
        })
}

fn every(actions: &[Action], kind: impl Fn(&ActionKind) -> bool + Copy) -> bool {
    actions.iter().all(|a| {
        kind(&a.kind)
            && match &a.kind {
                ActionKind::If(_, a, b) => every(a, kind) && every(b, kind),
                ActionKind::ForEach(_, _, a) | ActionKind::As(_, a) => every(a, kind),
                _ => true,
            }
    })
}

/// Whether a lap can be followed by another in the same move.
pub(super) fn sows_on(game: &ir::Game) -> bool {
    let further =
        |a: &ActionKind| matches!(a, ActionKind::Relay(_) | ActionKind::SowHand { .. } | ActionKind::SowFrom { .. });
    !all_actions(game, |a| !further(a))
}
