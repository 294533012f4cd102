//! Lowering of what happens between rounds.

use crate::diagnostic::{Diagnostic, codes};
use crate::ir::{self, ActionKind, Player};

use super::code::{A, Fill, Next, Script, Starter};
use super::lower::Lower;
use super::lower_rules::{May, chosen};

type Res<T> = Result<T, Diagnostic>;

impl Lower<'_> {
    /// The program between rounds and the ends of the match.
    pub(super) fn next(&mut self, rounds: &ir::Rounds) -> Res<Next> {
        self.span = rounds.span;
        self.between = true;
        let over = rounds.over.iter().map(|o| self.over(o)).collect::<Res<_>>()?;
        let steps = self.actions(&rounds.next, May::All)?;
        let starter = match &rounds.starter {
            ir::StarterRule::Alternates => Starter::Alternates,
            ir::StarterRule::Same => Starter::Same,
            ir::StarterRule::Role(p) => Starter::Role(self.who(p)?),
        };
        self.between = false;
        let script = Script { steps, locals: self.locals() };
        Ok(Next { over, script, starter })
    }

    /// What lays out the board before the first move.
    pub(super) fn script(&mut self, steps: &[ir::Action]) -> Res<Script> {
        self.between = true;
        let steps = self.actions(steps, May::All)?;
        self.between = false;
        Ok(Script { steps, locals: self.locals() })
    }

    fn locals(&self) -> Box<[u16]> {
        (0..self.game.lets.len()).filter(|&i| self.game.lets[i].local).map(|i| i as u16).collect()
    }

    /// Whether a choice is offered while the board is laid out.
    pub(super) fn offered_between(&self, id: usize) -> bool {
        let mut ids = Vec::new();
        if let Some(ir::Opening::Script(steps)) = &self.game.opening {
            chosen(steps, self.game, &mut ids);
        }
        if let Some(rounds) = &self.game.rounds {
            chosen(&rounds.next, self.game, &mut ids);
        }
        ids.iter().any(|&i| usize::from(i) == id)
    }

    /// An action that belongs between rounds.
    pub(super) fn between_action(&mut self, a: &ActionKind) -> Res<A> {
        if !self.between {
            return Err(Diagnostic::new(&codes::BAD_IR, self.span, "an action between rounds stands in a move"));
        }
        Ok(match a {
            ActionKind::LayOut => A::LayOut,
            ActionKind::Fill { n, set, from, pits, partial } => A::Fill(Box::new(Fill {
                n: self.num(n)?,
                set: self.set(set)?,
                from: *from,
                pits: pits.as_ref().map(|n| self.num(n)).transpose()?,
                partial: *partial,
            })),
            ActionKind::Territory(n, p) => self.territory(&[(n, p)])?,
            ActionKind::Territories(all) => self.territory(&all.iter().map(|(n, p)| (n, p)).collect::<Vec<_>>())?,
            ActionKind::TerritoryByStore { n, more } => A::TerritoryByStore(self.num(n)?, self.num(more)?),
            ActionKind::Starts(p) => A::Starts(self.who(p)?),
            ActionKind::Direct(d) => A::Direct(self.direction(*d)),
            ActionKind::As(player, list) => {
                let who = match player {
                    Player::Each => None,
                    player => Some(self.who(player)?),
                };
                let (mover, players) = (self.mover, self.game.players.len() as u8);
                let one = |p: u8| {
                    self.mover = p;
                    self.actions(list, May::All)
                };
                let each = (0..players).map(one).collect::<Vec<_>>();
                self.mover = mover;
                A::As(who, each.into_iter().collect::<Res<_>>()?)
            }
            _ => return self.error("an action that isn't known between rounds"),
        })
    }

    /// All but one are told how much they own: the rest is his.
    fn territory(&mut self, told: &[(&ir::Num, &Player)]) -> Res<A> {
        let players = self.game.players.len();
        if told.len() != (players - 1).max(1) {
            let message =
                format!("`territory` tells of {} of {players} players, and so not whose the rest is", told.len());
            return Err(Diagnostic::new(&codes::AMBIGUOUS, self.span, message).help(
                "tell of all but one, `territory 5 to red, 4 to green`, or let their seeds tell: \
                 `territory 1 pit per 4`",
            ));
        }
        let one = |(n, p): &(&ir::Num, &Player)| Ok((self.num(n)?, self.who(p)?));
        Ok(A::Territory(told.iter().map(one).collect::<Res<_>>()?))
    }
}
