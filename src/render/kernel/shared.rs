//! Choices that stand in several places: written out once, and called by a name.
//!
//! In a file each choice stands where it is offered. An IR file may offer one in several places, and
//! choices that offer others twice would double the text with each step.

use std::ops::Deref;

use crate::ir::{Action, ActionKind, Among, ChoiceId, Game, Opening};

/// A game to be printed.
pub(super) struct Book<'g> {
    game: &'g Game,
    /// How often each choice is offered.
    offered: Vec<usize>,
}

impl Deref for Book<'_> {
    type Target = Game;

    fn deref(&self) -> &Game {
        self.game
    }
}

impl<'g> Book<'g> {
    pub(super) fn new(game: &'g Game) -> Book<'g> {
        let mut book = Book { game, offered: vec![0; game.choices.len()] };
        for phase in &game.phases {
            let h = &phase.hooks;
            for hook in
                [&h.before_move, &h.each_lap, &h.each_seed, &h.landing, &h.whenever, &h.after_move, &h.after_turn]
            {
                hook.iter().flatten().for_each(|rule| book.count(&rule.actions));
            }
            let classes = phase.moves.tiers.iter().flatten();
            classes.filter_map(|c| c.program.as_ref()).for_each(|p| book.count(p));
        }
        for choice in &game.choices {
            match &choice.among {
                Among::Labels(labels) => labels.iter().for_each(|l| book.count(&l.actions)),
                Among::Pits(.., body) | Among::Numbers(.., body) | Among::Directions(body) => book.count(body),
                Among::Layout { .. } => {}
            }
        }
        let rounds = game.rounds.iter().flat_map(|r| &r.over);
        game.round.over.iter().chain(rounds).for_each(|over| book.count(&over.actions));
        game.rounds.iter().for_each(|r| book.count(&r.next));
        if let Some(Opening::Script(actions)) = &game.opening {
            book.count(actions);
        }
        book
    }

    fn count(&mut self, actions: &[Action]) {
        for action in actions {
            match &action.kind {
                ActionKind::Choose(id) => self.offered.get_mut(usize::from(*id)).into_iter().for_each(|n| *n += 1),
                ActionKind::If(_, then, otherwise) => {
                    self.count(then);
                    self.count(otherwise);
                }
                ActionKind::ForEach(.., body) | ActionKind::As(_, body) => self.count(body),
                _ => {}
            }
        }
    }

    /// Whether a choice is offered in several places.
    pub(super) fn is_shared(&self, id: ChoiceId) -> bool {
        self.offered.get(usize::from(id)).is_some_and(|&n| n > 1)
    }

    /// Choices that are.
    pub(super) fn shared(&self) -> impl Iterator<Item = ChoiceId> {
        (0..self.offered.len() as u32).filter_map(|id| ChoiceId::try_from(id).ok()).filter(|&id| self.is_shared(id))
    }
}

/// What such a choice is called.
pub(super) fn name(id: ChoiceId) -> String {
    format!("choice{}", u32::from(id) + 1)
}
