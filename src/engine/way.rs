//! Sowing along rows and columns, where the sower chooses the way.
//!
//! A direction is right, left, up or down (0 to 3; a way and its reverse differ in the lowest bit), or
//! none yet ([`NOWHERE_YET`]): the first seed of a move may go anywhere. No seed goes back to where the
//! one before it came from, a relay's first seed neither. Where more than one pit is open to a seed the
//! sower chooses one, a ply each, with the rest of the hand waiting.

use crate::ir::Bends;

use super::actions::Flow;
use super::geometry::{NONE, NOWHERE_YET};
use super::state::State;
use super::trace::Trace;
use super::{MAX_PITS, Machine, PlaceId, Ply};

/// The number of the choice of a way; no choice of a file has it.
pub(super) const WAY: u16 = u16::MAX;

/// The directions in which a seed may go, and where each leads.
#[derive(Clone, Copy)]
struct Ways {
    len: usize,
    all: [(u8, PlaceId); 4],
}

impl Ways {
    fn as_slice(&self) -> &[(u8, PlaceId)] {
        &self.all[..self.len]
    }
}

impl<'g> Machine<'g> {
    fn ways_on(&self, s: &State) -> Ways {
        let mut ways = Ways { len: 0, all: [(0, NONE); 4] };
        let (from, dir) = (self.regs.cursor, self.regs.dir);
        if dir < NOWHERE_YET && self.code.bends == Some(Bends::AtTheEdge) {
            let ahead = self.next(s, from, dir);
            if ahead != NONE {
                return Ways { len: 1, all: [(dir, ahead); 4] };
            }
        }
        for d in (0..NOWHERE_YET).filter(|&d| d != dir ^ 1) {
            let to = self.next(s, from, d);
            if to != NONE {
                ways.all[ways.len] = (d, to);
                ways.len += 1;
            }
        }
        ways
    }

    /// The pits to which the next seed may go.
    pub(super) fn way_options(&self, s: &State, most: usize) -> Vec<Ply> {
        self.ways_on(s).as_slice().iter().take(most).map(|&(_, p)| Ply::Pit(p)).collect()
    }

    /// Takes a way: the next seed falls there.
    pub(super) fn take_way(&mut self, s: &State, to: PlaceId) -> Option<Flow> {
        let &(dir, _) = self.ways_on(s).as_slice().iter().find(|(_, p)| *p == to)?;
        (self.regs.dir, self.regs.cursor, self.regs.inside) = (dir, to, true);
        self.on_the_way = true;
        Some(Flow::Next)
    }

    /// Sows on until the hand is empty, or the sower has to choose.
    pub(super) fn sow_along<T: Trace>(&mut self, s: &mut State, t: &mut T) -> Flow {
        if !std::mem::take(&mut self.on_the_way) {
            // A lap begins.
            (self.regs.first_fed, self.regs.before_last) = (NONE, NONE);
        }
        let mut vain = 0;
        while self.regs.hand > 0 {
            if !std::mem::take(&mut self.regs.inside) {
                let ways = self.ways_on(s);
                match *ways.as_slice() {
                    [] => return Flow::Nowhere,
                    [(dir, to)] => (self.regs.dir, self.regs.cursor) = (dir, to),
                    _ => return Flow::Choose(WAY),
                }
            }
            let hand = self.regs.hand;
            match self.fall_at_cursor(s, t) {
                Flow::Next => {}
                flow => return flow,
            }
            vain = if self.regs.hand < hand { 0 } else { vain + 1 };
            if vain > 2 * MAX_PITS {
                return Flow::Nowhere;
            }
        }
        Flow::Next
    }
}
