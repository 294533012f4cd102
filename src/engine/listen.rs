//! Who follows a game that is played at random, and counts what happens in it.

use super::trace::{Event, Trace};
use crate::ir::RuleId;

/// Is told what happens in a random game: as much as can be counted, whichever way the game is played.
pub trait Listener {
    /// Whether it listens at all; what is only told, and costs something to find out, is otherwise left out.
    const HEARS: bool;

    /// Somebody, or the lot, is to choose among so many plies; false: the game is given up.
    fn decision(&mut self, plies: u64, lot: bool) -> bool;

    /// Seeds were lifted: a lap begins.
    fn lap(&mut self);

    /// Seeds fell: one, or all of a sowing in whose midst nothing can happen.
    fn dropped(&mut self);

    /// A rule came into play.
    fn rule(&mut self, id: RuleId);

    /// Seeds were captured, more than none.
    fn captured(&mut self);

    /// A sowing was given up after too many laps.
    fn undecided(&mut self);

    /// The players changed seats.
    fn swapped(&mut self);

    /// The turn is over, and all is told that its end brought with it.
    fn turn_over(&mut self);
}

/// Nobody.
#[derive(Clone, Copy, Debug)]
pub struct Unheard;

impl Listener for Unheard {
    const HEARS: bool = false;

    #[inline(always)]
    fn decision(&mut self, _: u64, _: bool) -> bool {
        true
    }

    #[inline(always)]
    fn lap(&mut self) {}

    #[inline(always)]
    fn dropped(&mut self) {}

    #[inline(always)]
    fn rule(&mut self, _: RuleId) {}

    #[inline(always)]
    fn captured(&mut self) {}

    #[inline(always)]
    fn undecided(&mut self) {}

    #[inline(always)]
    fn swapped(&mut self) {}

    #[inline(always)]
    fn turn_over(&mut self) {}
}

/// What the machine tells, for a listener.
pub(super) struct Heard<'l, L>(pub(super) &'l mut L);

impl<L: Listener> Trace for Heard<'_, L> {
    const ON: bool = L::HEARS;
    const DROPS: bool = false;

    #[inline(always)]
    fn event(&mut self, e: Event) {
        match e {
            Event::Rule(id) => self.0.rule(id),
            Event::Lift { .. } => self.0.lap(),
            Event::Drop { .. } => self.0.dropped(),
            Event::Capture { n, .. } if n > 0 => self.0.captured(),
            Event::Undecided { .. } => self.0.undecided(),
            _ => {}
        }
    }
}
