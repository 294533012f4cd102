//! What a player could do, were it his turn: a look one ply ahead on a copy, never nested.

use super::geometry::{NONE, bit};
use super::seats::MAX_PLAYERS;
use super::state::State;
use super::trace::{Event, Told};
use super::{Machine, PlaceId, Ply};

impl<'g> Machine<'g> {
    /// Whether a player could start a move of one of these classes.
    pub(super) fn could_play(&mut self, s: &State, who: u8, classes: &[u16]) -> bool {
        self.foresee(s, who, |machine, now| {
            let plies = machine.foreseen(now);
            plies.iter().any(|ply| matches!(ply, Ply::Start { class, .. } if classes.contains(class)))
        })
    }

    /// Whether a player could capture from a pit: with the first capture of some move of his.
    pub(super) fn could_capture(&mut self, s: &State, who: u8, at: PlaceId) -> bool {
        if at == NONE || self.foreseeing {
            return false;
        }
        self.foresee(s, who, |machine, now| machine.capturable(now) & bit(at) != 0)
    }

    /// Pits from which some move of the player to move captures first. Rules ask it of one pit after
    /// the other, so the answer is kept.
    fn capturable(&mut self, now: &State) -> u128 {
        let (key, repeats) = (now.key(), self.repeats as u8);
        if let Some((_, _, known)) = self.capturable.filter(|known| (known.0, known.1) == (key, repeats)) {
            return known;
        }
        let plies = self.foreseen(now);
        let mut out = self.spare_state();
        let mut found = 0;
        for ply in &plies {
            // The first capture only: what is taken until another seed is lifted or falls.
            let (mut any, mut closed) = (false, false);
            let mut told = |event: Event| match event {
                Event::Capture { from, .. } if !closed => {
                    any = true;
                    found |= bit(from);
                }
                Event::Lift { .. } | Event::Drop { .. } => closed |= any,
                _ => {}
            };
            let _ = self.make_ply(now, ply, &mut out, &mut Told(&mut told));
        }
        self.spare.push(out);
        self.capturable = Some((key, repeats, found));
        found
    }

    fn foreseen(&mut self, now: &State) -> Vec<Ply> {
        // Within another look ahead only the start lines count.
        if self.nested {
            return self.candidates(now);
        }
        let mut plies = Vec::new();
        self.legal_into(now, &mut plies);
        plies
    }

    /// Looks at a state in which a player is to move, with everything that is under way put aside.
    fn foresee(&mut self, s: &State, who: u8, look: impl FnOnce(&mut Machine<'g>, &State) -> bool) -> bool {
        if who >= MAX_PLAYERS {
            return false;
        }
        let nested = std::mem::replace(&mut self.nested, self.foreseeing);
        let outer = self.put_aside();
        let mut now = self.spare_state();
        (*now).clone_from(s);
        now.mover = who;
        (now.pending, now.over, now.race) = (None, None, None);
        self.enter_phase(&mut now);
        let yes = look(self, &now);
        self.spare.push(now);
        self.take_back(outer);
        self.nested = nested;
        yes
    }
}
