//! What changes rarely in a round. A program takes it for given, and for other facts there is another
//! program.

use crate::engine::code::{N, V, Who};
use crate::engine::eval::marked;
use crate::engine::geometry::bit;
use crate::engine::state::State;
use crate::engine::{Game, PlaceId};
use crate::ir::{Life, MarkId};

/// Closed pits, marks, variables, and the direction that is chosen once; in a state that holds nothing else.
#[derive(Debug)]
pub(super) struct Facts(State);

impl Facts {
    pub(super) fn of(s: &State) -> Facts {
        let mut facts = State::blank(0);
        facts.closed = s.closed;
        facts.owned = s.owned.clone();
        facts.chosen = s.chosen.clone();
        facts.vars.clone_from(&s.vars);
        facts.makers = s.makers;
        facts.marks.clone_from(&s.marks);
        Facts(facts)
    }

    /// Those at the start of a game; where a direction is to be chosen first, as if it had been.
    pub(super) fn at_first(game: &Game) -> Facts {
        let mut facts = Facts::of(&game.start);
        if game.chosen_once.is_some() {
            facts.0.chosen.fill(1);
        }
        facts
    }

    /// Whether they hold in a state.
    #[inline]
    pub(super) fn hold(&self, s: &State) -> bool {
        let f = &self.0;
        f.closed == s.closed && f.owned == s.owned && f.chosen == s.chosen && f.vars == s.vars && f.marks == s.marks
    }

    /// Whether nothing but a rule of a move or a round's end ever changes them.
    pub(super) fn last(game: &Game) -> bool {
        let lasts = |life: Life| matches!(life, Life::Round | Life::Match);
        game.ir.vars.iter().all(|v| lasts(v.life)) && game.mark_lives.iter().all(|life| lasts(*life))
    }

    pub(super) fn closed(&self) -> u128 {
        self.0.closed
    }

    /// The direction that was chosen, for a player.
    pub(super) fn chosen(&self, player: u8) -> Option<u8> {
        self.0.chosen[player].checked_sub(1)
    }

    /// Pits that bear a mark of that kind by one of those makers, as in [`marked`].
    pub(super) fn marked(&self, kind: Option<MarkId>, makers: u16) -> u128 {
        marked(&self.0, kind, makers)
    }

    /// Pits that bear one of some marks, by where these lie in a state.
    pub(super) fn borne(&self, first: u16, end: u16) -> u128 {
        let marks = self.0.marks.get(usize::from(first)..usize::from(end));
        marks.unwrap_or_default().iter().fold(0, |all, m| all | m)
    }

    /// Pits from which nothing is lifted.
    pub(super) fn locked(&self, game: &Game) -> u128 {
        game.locked(&self.0)
    }

    /// Pits from which nothing is captured.
    pub(super) fn kept_from_capture(&self, game: &Game) -> u128 {
        game.kept_from_capture(&self.0)
    }

    /// Who made a mark of a pit: the first player who made one.
    pub(super) fn maker_of(&self, p: PlaceId) -> Option<u8> {
        (0..self.0.makers - 1).map(|m| m as u8).find(|&m| self.marked(None, 1 << m) & bit(p) != 0)
    }

    /// A variable's value.
    pub(super) fn var(&self, v: &V) -> Option<i64> {
        let i = match v {
            V::At(i) => *i as usize,
            V::OfWho(base, Who::Is(p)) => *base as usize + usize::from(*p),
            V::OfWho(..) | V::OfPlace(..) => return None,
        };
        self.0.vars.get(i).map(|&v| i64::from(v))
    }

    /// A number that they make known.
    pub(super) fn constant(&self, n: &N) -> Option<i64> {
        use crate::engine::fold::compute;
        Some(match n {
            N::Is(k) => *k,
            N::Var(v) => self.var(v)?,
            N::Op(op, a, b) => compute(*op, self.constant(a)?, self.constant(b)?),
            _ => return None,
        })
    }
}
