//! What happened, for whoever wants to hear it; nothing is made where nobody does.

use super::PlaceId;
use crate::ir;

/// A direction as seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turning {
    /// As the first player's row is read.
    Counterclockwise,
    /// Against it.
    Clockwise,
}

impl Turning {
    pub(super) fn of(dir: u8) -> Turning {
        if dir == 0 { Turning::Counterclockwise } else { Turning::Clockwise }
    }
    pub(super) fn index(self) -> u8 {
        u8::from(self == Turning::Clockwise)
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A rule's condition held; what follows is its doing.
    Rule(ir::RuleId),
    /// Seeds were lifted into the hand: a lap begins.
    Lift {
        /// From where.
        from: PlaceId,
        /// How many.
        n: u32,
    },
    /// A seed fell from the hand.
    Drop {
        /// Where.
        to: PlaceId,
    },
    /// Seeds were captured; `to` none: into the hand.
    Capture {
        /// From where.
        from: PlaceId,
        /// How many.
        n: u32,
        /// Whereto.
        to: Option<PlaceId>,
    },
    /// Seeds were moved otherwise; none: the hand.
    Move {
        /// From where.
        from: Option<PlaceId>,
        /// How many.
        n: u32,
        /// Whereto.
        to: Option<PlaceId>,
    },
    /// A pit was marked; maker 255 is nobody.
    Make {
        /// Which.
        at: PlaceId,
        /// The kind.
        kind: ir::MarkId,
        /// Whose mark.
        maker: u8,
    },
    /// A mark went.
    Unmake {
        /// From where.
        at: PlaceId,
        /// The kind.
        kind: ir::MarkId,
    },
    /// A pit was closed.
    Close {
        /// Which.
        at: PlaceId,
    },
    /// A pit was opened.
    Open {
        /// Which.
        at: PlaceId,
    },
    /// A pit changed its owner; none: nobody's now.
    Give {
        /// Which.
        at: PlaceId,
        /// Whose now.
        to: Option<u8>,
    },
    /// The sowing turned round.
    Turned {
        /// Which way it goes now.
        to: Turning,
    },
    /// The mover moves again.
    Again,
    /// A round of a match is over.
    RoundOver {
        /// What each player holds.
        held: Vec<u32>,
    },
    /// The next round begins.
    Round {
        /// Its number.
        number: u32,
        /// Who starts it.
        starter: u8,
    },
    /// Of two who sow at once: whose seed falls now.
    Sower {
        /// The player.
        who: u8,
    },
    /// A player whose turn it would be is passed over.
    PassedOver {
        /// The player.
        who: u8,
    },
    /// A lap that would start from an empty or forbidden place ends the move.
    NothingToLift {
        /// From where; none: from a place that doesn't exist.
        at: Option<PlaceId>,
    },
    /// A sowing that never ends, found after so many laps.
    Endless {
        /// Laps of the move.
        laps: u64,
    },
    /// A sowing given up after so many laps.
    Undecided {
        /// Laps of the move.
        laps: u64,
    },
    /// Seeds that were left went to a player's store, or out of play.
    Rest {
        /// From where.
        from: PlaceId,
        /// How many.
        n: u32,
        /// Whereto.
        to: PlaceId,
    },
    /// The round is over.
    Over,
}

/// Who listens.
pub(super) trait Trace {
    /// Whether anybody does; where nobody does, seeds may fall by whole circuits.
    const ON: bool;
    /// Whether each seed that falls is told; else the last, where nothing can happen before it has fallen.
    const DROPS: bool;
    /// Something happened.
    fn event(&mut self, e: Event);
}

/// Nobody.
pub(super) struct Silent;

impl Trace for Silent {
    const ON: bool = false;
    const DROPS: bool = false;
    #[inline]
    fn event(&mut self, _: Event) {}
}

/// Somebody.
pub(super) struct Told<'a>(pub(super) &'a mut dyn FnMut(Event));

impl Trace for Told<'_> {
    const ON: bool = true;
    const DROPS: bool = true;
    fn event(&mut self, e: Event) {
        (self.0)(e);
    }
}
