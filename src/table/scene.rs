//! How the seeds of a ply travel, and what a turn has changed.

use super::Moment;
use crate::engine::{Event, PlaceId, State};

/// The board while a ply is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Seeds by place.
    pub counts: Vec<u32>,
    /// Seeds in the hand.
    pub hand: u32,
    /// Where something happened last.
    pub at: Option<PlaceId>,
}

impl Scene {
    /// The board before a ply.
    #[must_use]
    pub fn of(state: &State) -> Scene {
        Scene { counts: state.counts().to_vec(), hand: 0, at: None }
    }

    /// Lets something happen; false where nothing can be seen of it.
    pub fn apply(&mut self, event: &Event) -> bool {
        match *event {
            Event::Lift { from, n } => self.carry(Some(from), n, None),
            Event::Drop { to } => self.carry(None, 1, Some(to)),
            Event::Capture { from, n, to } => self.carry(Some(from), n, to),
            Event::Move { from, n, to } => self.carry(from, n, to),
            Event::Rest { from, n, to } => self.carry(Some(from), n, Some(to)),
            _ => return false,
        }
        true
    }

    /// Seeds go from a place to a place; none: the hand.
    fn carry(&mut self, from: Option<PlaceId>, n: u32, to: Option<PlaceId>) {
        *self.seeds(from) = self.seeds(from).saturating_sub(n);
        *self.seeds(to) = self.seeds(to).saturating_add(n);
        self.at = to.or(from);
    }

    fn seeds(&mut self, place: Option<PlaceId>) -> &mut u32 {
        match place.and_then(|p| self.counts.get_mut(usize::from(p))) {
            Some(count) => count,
            None => &mut self.hand,
        }
    }
}

/// What a turn has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// Seeds gained or lost, by place.
    pub change: Vec<i64>,
    /// Places that seeds were lifted from, were dropped in, or were captured from.
    pub touched: Vec<PlaceId>,
    /// The first pit.
    pub first: Option<PlaceId>,
    /// Where the last seed fell.
    pub last: Option<PlaceId>,
    /// Where seeds were captured.
    pub captured: Vec<PlaceId>,
}

impl Trail {
    /// The trail through moments: the first is the one before.
    #[must_use]
    pub fn of(moments: &[Moment]) -> Trail {
        let mut trail = Trail::default();
        let (Some(before), Some(after)) = (moments.first(), moments.last()) else { return trail };
        let counts = before.state.counts().iter().zip(after.state.counts());
        trail.change = counts.map(|(&b, &a)| i64::from(a) - i64::from(b)).collect();
        for made in moments[1..].iter().filter_map(|m| m.made.as_ref()) {
            made.events.iter().for_each(|e| trail.event(e));
            if made.cut {
                // The end of so long a sowing isn't kept.
                trail.last = None;
            }
        }
        trail
    }

    fn event(&mut self, event: &Event) {
        match *event {
            Event::Lift { from, .. } => {
                self.first = self.first.or(Some(from));
                self.touch(from);
            }
            Event::Drop { to } => {
                self.last = Some(to);
                self.touch(to);
            }
            Event::Capture { from, .. } => {
                self.touch(from);
                if !self.captured.contains(&from) {
                    self.captured.push(from);
                }
            }
            _ => {}
        }
    }

    fn touch(&mut self, place: PlaceId) {
        if !self.touched.contains(&place) {
            self.touched.push(place);
        }
    }
}
