//! Seeds that are collected as they fall: by a rule for each seed that empties the pit into a store.

use super::Cond;
use super::nodes::NO_RULE;
use super::sites::Site;
use super::spell::Part;
use crate::engine::PlaceId;
use crate::engine::code::{A, Near, Pl, Who};
use crate::ir::RuleId;

impl Part<'_> {
    /// Where seeds go that fall in each place, if a rule says that they are collected at once, and that rule.
    pub(super) fn collected(&mut self, site: &Site<'_>) -> Option<(Vec<PlaceId>, RuleId)> {
        let mut to: Vec<PlaceId> = (0..self.places as PlaceId).collect();
        let mut collects = NO_RULE;
        let list = match &*self.code.each_seed {
            [] => return Some((to, collects)),
            [list] => list,
            _ => return None,
        };
        let conds: Vec<Cond> = list.iter().map(|r| self.cond(&r.cond)).collect::<Option<_>>()?;
        for (p, to) in (0..).zip(&mut to).take(self.game.geometry.pits.len()) {
            for (rule, c) in list.iter().zip(&conds) {
                match (Site { here: p, ..*site }.cond(c), &*rule.actions) {
                    (Cond::Is(false), _) => continue,
                    (
                        Cond::Is(true),
                        [A::Move { n: None, pieces: None, from: Pl::Here | Pl::Near(Near::Here), to: store }],
                    ) => {
                        if collects != NO_RULE && collects != rule.id {
                            return None;
                        }
                        collects = rule.id;
                        *to = self.purse(store, p)?;
                    }
                    _ => return None,
                }
                break;
            }
        }
        Some((to, collects))
    }

    /// The store that an action names which is done for a pit.
    fn purse(&self, store: &Pl, here: PlaceId) -> Option<PlaceId> {
        let stores = &self.game.geometry.stores;
        match store {
            Pl::Is(p) if stores.contains(p) => Some(*p),
            Pl::PurseOf(false, who) => match &**who {
                Who::Is(p @ 0..2) => Some(stores[usize::from(*p)]),
                Who::MakerOf(of) if matches!(**of, Pl::Here | Pl::Near(Near::Here)) => {
                    Some(stores[usize::from(self.facts.maker_of(here)?)])
                }
                _ => None,
            },
            _ => None,
        }
    }
}
