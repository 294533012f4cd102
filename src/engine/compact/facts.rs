//! What changes rarely in a round. A program takes it for given, and for other facts there is another
//! program.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::engine::code::{N, V, Who};
use crate::engine::eval::marked;
use crate::engine::geometry::bit;
use crate::engine::state::State;
use crate::engine::{Game, PlaceId};
use crate::ir::{Life, MarkId};

/// Closed pits, marks, variables, and the direction that is chosen once.
#[derive(Debug)]
pub(super) struct Facts {
    /// A state that holds nothing else.
    given: State,
    /// The variables' values that have been asked for, by their place (bits; all, if there are more than bits):
    /// a match may count points that no rule of a round reads.
    asked: AtomicU64,
}

impl Facts {
    pub(super) fn of(s: &State) -> Facts {
        let mut facts = State::blank(0);
        facts.closed = s.closed;
        facts.owned = s.owned.clone();
        facts.chosen = s.chosen.clone();
        facts.vars.clone_from(&s.vars);
        facts.makers = s.makers;
        facts.marks.clone_from(&s.marks);
        Facts { given: facts, asked: AtomicU64::new(0) }
    }

    /// Those at the start of a game; where a direction is to be chosen first, as if it had been.
    pub(super) fn at_first(game: &Game) -> Facts {
        let mut facts = Facts::of(&game.start);
        if game.chosen_once.is_some() {
            facts.given.chosen.fill(1);
        }
        facts
    }

    /// Whether they hold in a state, as far as a program that was compiled from them can tell.
    #[inline]
    pub(super) fn hold(&self, s: &State) -> bool {
        self.hold_but_for_vars(s) && self.vars_hold(s, self.asked())
    }

    /// The same before there is such a program, given what another one asked for.
    pub(super) fn hold_for(&self, s: &State, asked: u64) -> bool {
        self.hold_but_for_vars(s) && self.vars_hold(s, asked)
    }

    #[inline]
    fn hold_but_for_vars(&self, s: &State) -> bool {
        let f = &self.given;
        f.closed == s.closed && f.owned == s.owned && f.chosen == s.chosen && f.marks == s.marks
    }

    #[inline]
    fn vars_hold(&self, s: &State, asked: u64) -> bool {
        let f = &self.given;
        match asked {
            0 => f.vars.len() == s.vars.len(),
            u64::MAX => f.vars == s.vars,
            _ => f.vars.iter().zip(&s.vars).enumerate().all(|(i, (a, b))| a == b || asked >> i & 1 == 0),
        }
    }

    /// The values that have been asked for.
    pub(super) fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Whether nothing of all this changes from one state to another, be it asked for or not.
    pub(super) fn same(a: &State, b: &State) -> bool {
        let (closed, owned, chosen) = (a.closed == b.closed, a.owned == b.owned, a.chosen == b.chosen);
        closed && owned && chosen && a.vars == b.vars && a.marks == b.marks
    }

    /// Whether nothing but a rule of a move or a round's end ever changes them.
    pub(super) fn last(game: &Game) -> bool {
        let lasts = |life: Life| matches!(life, Life::Round | Life::Match);
        game.ir.vars.iter().all(|v| lasts(v.life)) && game.mark_lives.iter().all(|life| lasts(*life))
    }

    pub(super) fn closed(&self) -> u128 {
        self.given.closed
    }

    /// The direction that was chosen, for a player.
    pub(super) fn chosen(&self, player: u8) -> Option<u8> {
        self.given.chosen[player].checked_sub(1)
    }

    /// Pits that bear a mark of that kind by one of those makers, as in [`marked`].
    pub(super) fn marked(&self, kind: Option<MarkId>, makers: u16) -> u128 {
        marked(&self.given, kind, makers)
    }

    /// Pits that bear one of some marks, by where these lie in a state.
    pub(super) fn borne(&self, first: u16, end: u16) -> u128 {
        let marks = self.given.marks.get(usize::from(first)..usize::from(end));
        marks.unwrap_or_default().iter().fold(0, |all, m| all | m)
    }

    /// Pits from which nothing is lifted.
    pub(super) fn locked(&self, game: &Game) -> u128 {
        game.locked(&self.given)
    }

    /// Pits from which nothing is captured.
    pub(super) fn kept_from_capture(&self, game: &Game) -> u128 {
        game.kept_from_capture(&self.given)
    }

    /// Who made a mark of a pit: the first player who made one.
    pub(super) fn maker_of(&self, p: PlaceId) -> Option<u8> {
        (0..self.given.makers - 1).map(|m| m as u8).find(|&m| self.marked(None, 1 << m) & bit(p) != 0)
    }

    /// A variable's value.
    pub(super) fn var(&self, v: &V) -> Option<i64> {
        let i = match v {
            V::At(i) => *i as usize,
            V::OfWho(base, Who::Is(p)) => *base as usize + usize::from(*p),
            V::OfWho(..) | V::OfPlace(..) => return None,
        };
        let bit = if self.given.vars.len() < 64 { 1u64 << i } else { u64::MAX };
        self.asked.fetch_or(bit, Ordering::Relaxed);
        self.given.vars.get(i).map(|&v| i64::from(v))
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
