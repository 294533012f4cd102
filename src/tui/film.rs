//! A ply that is being shown, seed by seed.

use std::time::Duration;

use super::Speed;
use crate::engine::{Event, State};
use crate::table::{Made, Scene};

/// Steps after which the end is shown at once.
const MOST_STEPS: usize = 4_000;

/// A ply that is being shown.
#[derive(Clone, Debug)]
pub struct Film {
    /// What can be seen now.
    pub scene: Scene,
    events: std::vec::IntoIter<Event>,
    shown: usize,
    /// Time that has passed since the last step.
    waited: Duration,
}

impl Film {
    /// The film of a ply; none where nothing moves.
    #[must_use]
    pub fn of(before: &State, made: &Made) -> Option<Film> {
        let moves = made
            .events
            .iter()
            .any(|e| matches!(e, Event::Lift { .. } | Event::Drop { .. } | Event::Capture { .. } | Event::Move { .. }));
        moves.then(|| Film {
            scene: Scene::of(before),
            events: made.events.clone().into_iter(),
            shown: 0,
            waited: Duration::ZERO,
        })
    }

    /// Lets time pass; false when the film is over.
    pub fn pass(&mut self, time: Duration, speed: Speed) -> bool {
        self.waited += time;
        while let Some(pause) = speed.pause(self.shown) {
            if self.waited < pause {
                return true;
            }
            if !self.step() {
                return false;
            }
            self.waited -= pause;
        }
        false
    }

    /// Time until the next step.
    #[must_use]
    pub fn due(&self, speed: Speed) -> Duration {
        speed.pause(self.shown).map_or(Duration::ZERO, |pause| pause.saturating_sub(self.waited))
    }

    /// Shows the next thing that can be seen; false when there is none.
    fn step(&mut self) -> bool {
        if self.shown >= MOST_STEPS {
            return false;
        }
        for event in self.events.by_ref() {
            if self.scene.apply(&event) {
                self.shown += 1;
                return true;
            }
        }
        false
    }
}
