//! Making a move, and telling whether the round is over.

use super::nodes::{Ask, NO_ROW, NO_RULE, Then, hands};
use super::view::View;
use super::words::{Board, Lane, Words};
use super::{Program, Quick, Side};
use crate::engine::PlaceId;
use crate::engine::geometry::NONE;
use crate::engine::listen::Listener;

/// How a move came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    Done,
    Again,
    /// A turn in which nothing was moved.
    Passed,
    Illegal,
    /// It is too long for this: the machine makes it.
    Ask,
    /// The machine has made it, and the round doesn't go on here.
    Left,
    /// Who listens gives the game up.
    GivenUp,
}

/// What stands for a pit where there is no other lap.
pub(super) const ENDS: usize = u32::MAX as usize - 1;
pub(super) const AGAIN: usize = u32::MAX as usize;

impl<const W: usize, const B: u32> Program<W, B> {
    #[inline(always)]
    pub(super) fn side(&self, mover: u64) -> &Side<W> {
        &self.sides[(mover & 1) as usize]
    }

    /// Whether a player's pits hold something.
    #[inline(always)]
    pub(super) fn occupied(&self, b: &Board<W, B>, who: u8) -> bool {
        b.any(&self.rows[((u64::from(who) ^ b.mover) & 1) as usize])
    }

    #[inline(always)]
    fn test(&self, b: &Board<W, B>, t: &Quick<W>, start: PlaceId, repeats: u32) -> bool {
        match t {
            Quick::Any(yes, mask) => b.any(mask) == *yes,
            Quick::Count(lane, t) => t.holds(b.lane(*lane)),
            Quick::Repeats(n) => repeats >= *n,
            Quick::Stuck(who) => self.is_stuck(b, *who),
            Quick::Tree(c) => {
                let view = View { game: self, side: self.side(b.mover), board: b, here: NONE, start, was: 0, repeats };
                view.rule(c)
            }
        }
    }

    /// Which filters bind a move from here, as bits.
    #[inline(always)]
    pub(super) fn bound(&self, b: &Board<W, B>) -> u64 {
        let filters = self.side(b.mover).filters.iter().enumerate();
        filters.fold(0, |m, (i, f)| m | u64::from(self.test(b, &f.when, NONE, 1)) << i)
    }

    #[inline(never)]
    fn passes(&self, b: Board<W, B>, start: PlaceId, must: u64) -> bool {
        let filters = self.side(b.mover).filters.iter().enumerate();
        filters.filter(|(i, _)| must >> i & 1 != 0).all(|(_, f)| self.test(&b, &f.must, start, 1))
    }

    /// Makes a start from an occupied pit of the mover's. What comes of one that isn't made here, or isn't
    /// legal, is of no use.
    #[inline(always)]
    pub(super) fn make<L: Listener>(
        &self,
        from: &Board<W, B>,
        start: Lane,
        must: u64,
        l: &mut L,
    ) -> (Board<W, B>, Made) {
        self.make_taking::<false, L>(from, start, must, l)
    }

    /// The same. `EVENLY`: nothing is taken as something is, without a branch. Where plies don't wait for each
    /// other and it is hard to foresee whether something is taken, that is quicker.
    #[inline(always)]
    pub(super) fn make_taking<const EVENLY: bool, L: Listener>(
        &self,
        from: &Board<W, B>,
        start: Lane,
        must: u64,
        l: &mut L,
    ) -> (Board<W, B>, Made) {
        let side = self.side(from.mover);
        let tables = &*side.tables;
        // Handed over as a value throughout: it then stays in registers.
        let mut b = *from;
        // Where the hands of the pit begin in the table.
        let (mut row, mut hand) = (Board::<W, B>::pit_of(start) * hands(W), b.lane(start) as usize);
        let mut laps = 0;
        let again = loop {
            l.lap();
            let mut node = match tables.sown.get(row + hand) {
                Some(sown) if hand < hands(W) => {
                    b.add(&sown.add);
                    if L::HEARS {
                        (0..sown.collected).for_each(|_| l.rule(side.collects));
                    }
                    if sown.row != NO_ROW {
                        let n = b.lane(sown.lane);
                        if n >= u32::from(sown.least) {
                            laps += 1;
                            if laps >= self.most_laps {
                                return (b, Made::Ask);
                            }
                            if L::HEARS {
                                l.rule(tables.nodes[sown.node as usize].deeds[1].rule);
                            }
                            (row, hand) = (usize::from(sown.row), n as usize);
                            continue;
                        }
                    }
                    sown.node
                }
                _ => {
                    let (next, node) = self.go_round(b, side, row / hands(W), hand as u32, l);
                    b = next;
                    node
                }
            };
            let (pit, lane) = loop {
                let n = &tables.nodes[node as usize];
                let yes = |i: usize| usize::from(n.asks[i].holds(&b));
                let deed = &n.deeds[yes(0) | yes(1) << 1];
                if L::HEARS && deed.rule != NO_RULE {
                    l.rule(deed.rule);
                }
                if EVENLY || deed.takes {
                    b.take(&deed.take, deed.to, l);
                }
                if deed.then == Then::Lap {
                    break (deed.go as usize, deed.from);
                }
                match deed.then {
                    Then::Lap => {}
                    Then::Unmade => return (b, deed.unmade()),
                    Then::Ask => node = deed.go,
                    Then::Slow => {
                        let (next, lap) = self.slowly(b, deed.go as usize, start, l);
                        b = next;
                        match lap {
                            Ok(lap) => break lap,
                            Err(made) => return (b, made),
                        }
                    }
                }
            };
            if pit >= ENDS {
                break pit == AGAIN;
            }
            hand = b.lane(lane) as usize;
            if hand == 0 {
                break false;
            }
            laps += 1;
            if laps >= self.most_laps {
                return (b, Made::Ask);
            }
            row = pit * hands(W);
        };
        if must != 0 && !self.passes(b, self.start_of(from, start), must) {
            return (b, Made::Illegal);
        }
        b.turn(!again);
        (b, if again { Made::Again } else { Made::Done })
    }

    /// A start's pit.
    pub(super) fn start_of(&self, b: &Board<W, B>, lane: Lane) -> PlaceId {
        self.side(b.mover).first + Board::<W, B>::pit_of(lane) as PlaceId
    }

    /// Sows a hand that comes round, and perhaps often.
    #[inline(never)]
    fn go_round<L: Listener>(
        &self,
        mut b: Board<W, B>,
        side: &Side<W>,
        at: usize,
        hand: u32,
        l: &mut L,
    ) -> (Board<W, B>, u32) {
        let t = &*side.tables;
        // What is left are two at least: a single seed may fall elsewhere than the last of many.
        let rounds = (hand - 2) / t.circuit;
        let whole = rounds * t.circuit;
        let sown = &t.sown[at * hands(W) + (hand - whole) as usize];
        b.add(&sown.add);
        // The table takes away only what is sown there.
        let lanes = &side.lanes;
        let from = (usize::from(side.first) + at) % t.round.len();
        b.put(lanes[from], u64::from(whole).wrapping_neg());
        let each: Words<W> = t.round[at].map(|w| w.wrapping_mul(u64::from(rounds)));
        b.add(&each);
        if L::HEARS {
            let collected = u32::from(sown.collected) + rounds * u32::from(t.collected);
            (0..collected).for_each(|_| l.rule(side.collects));
        }
        (b, sown.node)
    }

    /// Whether a rule ends the round, or a repetition does.
    #[inline(always)]
    pub(super) fn is_over(&self, b: &Board<W, B>, repeats: u32) -> bool {
        let ends = &self.side(b.mover).ends;
        let either = |asks: &[Ask; 2]| asks[0].holds(b) | asks[1].holds(b);
        ends.rows && (!b.any(&self.rows[0]) | !b.any(&self.rows[1]))
            || ends.asks.as_ref().is_some_and(either)
            || repeats >= ends.repeats
            || !ends.more.is_empty() && ends.more.iter().any(|t| self.test(b, t, NONE, repeats))
    }

    /// Seeds won.
    #[inline(always)]
    pub(super) fn won(&self, b: &Board<W, B>) -> u64 {
        b.total(&self.stores)
    }
}
