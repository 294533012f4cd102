//! Whose the pits are when players own as many as they have won.

use super::Machine;
use super::code::{N, Who};
use super::geometry::bit;
use super::seats::MAX_PLAYERS;
use super::state::State;
use super::trace::{Event, Trace};

impl<'g> Machine<'g> {
    /// Each of those told of owns so many pits, one stretch behind the other from the first one's left; the
    /// rest is of the player who isn't told of, nobody's where there is none.
    pub(super) fn territory<T: Trace>(&mut self, s: &mut State, told: &'g [(N, Who)], t: &mut T) {
        let mut due = Vec::new();
        for (n, who) in told {
            let n = usize::try_from(self.num(s, n).max(0)).unwrap_or(0);
            // Who is nobody owns nothing.
            if let p @ 0..MAX_PLAYERS = self.who(s, who) {
                due.push((p, n));
            }
        }
        let Some(&(last, _)) = due.last() else { return };
        let rest = self.game.geometry.others(last).find(|&p| due.iter().all(|&(told, _)| told != p));
        due.extend(rest.map(|p| (p, usize::MAX)));
        self.part(s, &due, t);
    }

    /// Each player owns as many pits as his store fills, in the order of play from the richest one's left;
    /// the poorest owns what is left, and nobody more than that.
    pub(super) fn territory_by_store<T: Trace>(&mut self, s: &mut State, n: &'g N, more: &'g N, t: &mut T) {
        let (Ok(n @ 1..), more) = (u64::try_from(self.num(s, n)), self.num(s, more)) else { return };
        let ranks = self.by_wealth(s);
        let Some(&richest) = ranks.first() else { return };
        let mut left = self.game.code_of(0, richest).order[0].len();
        let mut due = vec![0; ranks.len()];
        for (i, &p) in ranks.iter().enumerate() {
            let held = u64::from(s.count(self.game.geometry.stores[usize::from(p)]));
            let fills = usize::try_from(held.saturating_add_signed(more) / n).unwrap_or(usize::MAX);
            let own = if i > 0 && i + 1 == ranks.len() { left } else { fills.min(left) };
            left -= own;
            due[usize::from(p)] = own;
        }
        let order = std::iter::once(richest).chain(self.game.geometry.others(richest));
        let due: Vec<(u8, usize)> = order.map(|p| (p, due[usize::from(p)])).collect();
        self.part(s, &due, t);
    }

    /// Parts the pits, in the order in which they come from the first one's left.
    fn part<T: Trace>(&mut self, s: &mut State, due: &[(u8, usize)], t: &mut T) {
        let Some(&(first, _)) = due.first() else { return };
        let stretches = due.iter().flat_map(|&(p, n)| std::iter::repeat_n(p, n.min(MOST)));
        let owners = stretches.map(Some).chain(std::iter::repeat(None));
        for (&pit, owner) in self.game.code_of(0, first).order[0].iter().zip(owners) {
            if s.owner_of(pit) != owner {
                s.owned.iter_mut().for_each(|owned| *owned &= !bit(pit));
                if let Some(p) = owner {
                    s.owned[p] |= bit(pit);
                }
                t.event(Event::Give { at: pit, to: owner });
            }
        }
    }
}

/// As many pits as a board may have.
const MOST: usize = super::MAX_PITS;
