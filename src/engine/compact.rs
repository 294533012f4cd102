//! A second, quicker way to make moves of the commonest kind of game.
//!
//! Most games start from any pit of the mover's row, do nothing before the sowing, and decide all at
//! the landing. For these a position is an array of counts, of a byte each where the seeds allow, and
//! the player to move. A hand is sown without a loop over its seeds: a table tells each place's distance
//! from the start, and a place gets a seed if that is within the hand. The rules of the landing are
//! worked out for each place beforehand: what is fixed there (whose it is, what faces it, what lies
//! ahead) is folded away, and mostly nothing or a test of a count is left.
//!
//! [`compile()`] takes a game only if everything in it is of this kind. What comes up rarely while it
//! runs (a long relay, the end of a round that is wanted in full) is asked of the [`Machine`], whose
//! results these are to equal: the tests compare the two.
//!
//! [`Machine`]: super::Machine

mod compile;
mod lanes;
mod make;
mod sites;
mod walk;

use super::PlaceId;
use super::code::Small;
use super::geometry::NONE;
use super::seats::Seats;
use super::state::State;
use crate::ir::{Compare, NumOp};

use lanes::Lane;

pub(super) use compile::compile;

/// Most seeds of a game that is played so.
const MOST_SEEDS: u64 = u16::MAX as u64;
/// Most places: pits and stores.
const MOST_PLACES: usize = 32;

/// A position: pits, then the stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Board<T, const L: usize> {
    n: [T; L],
    mover: u8,
}

/// A place, as seen from a landing.
#[derive(Clone, Copy, Debug)]
enum Place {
    Here,
    It,
    Start,
    /// So many steps ahead of `here`, or behind it.
    Ahead(u8),
    Behind(u8),
    Opposite,
    Is(PlaceId),
}

/// A set of places.
#[derive(Debug)]
enum Set {
    Mask(u32),
    One(Place),
    Union(Box<[Set]>),
    /// The way, where it begins, and what holds of each.
    Run(bool, Place, Box<Cond>),
    /// The same where it begins at a known place: each place of it in order, with what must still hold.
    Chain(Box<[(PlaceId, Cond)]>),
}

#[derive(Debug)]
enum Num {
    Is(i64),
    Held(Place),
    Total(Set),
    Count(Set),
    Op(NumOp, Box<Num>, Box<Num>),
}

/// A condition.
#[derive(Debug)]
enum Cond {
    Is(bool),
    Holds(Place, Small),
    /// The same of a known place.
    Count(PlaceId, Small),
    /// Odd, or even and not none.
    Parity(Place, bool),
    Was(Small),
    Among(Place, u32),
    /// A player's pits hold something, or don't.
    Side(bool, u8),
    Occupied(bool, Set),
    And(Box<[Cond]>),
    Or(Box<[Cond]>),
    Not(Box<Cond>),
    Compare(Compare, Num, Num),
    /// That player has no start.
    Stuck(u8),
    Repeats(u32),
}

#[derive(Debug)]
enum Act {
    /// From a set of pits, to a store.
    Capture(Set, PlaceId),
    Relay(Place),
    Again,
    End,
    Illegal,
}

#[derive(Debug)]
struct Rule {
    cond: Cond,
    acts: Box<[Act]>,
}

#[derive(Debug)]
struct Filter {
    when: Cond,
    must: Cond,
}

/// The sowing from one place.
#[derive(Debug)]
struct Ring<T, const L: usize> {
    /// Steps to each place; the most that there is where no seed falls.
    steps: [T; L],
    /// All ones, but for the place itself.
    stays: [T; L],
    /// A seed for each place on the way.
    each: [T; L],
    /// The place so many steps ahead, the whole circuit under 0.
    land: [PlaceId; MOST_PLACES],
}

/// The rules for one mover.
#[derive(Debug)]
struct Side<T, const L: usize> {
    /// His first pit, and how many there are.
    first: u8,
    row: u8,
    /// Places that a hand meets before it comes round.
    circuit: u16,
    /// By place.
    rings: Box<[Ring<T, L>]>,
    next: [PlaceId; 256],
    previous: [PlaceId; 256],
    /// What is done where the last seed falls, by place.
    sites: Box<[Box<[Rule]>]>,
    filters: Box<[Filter]>,
    overs: Box<[Cond]>,
}

/// A game of this kind.
#[derive(Debug)]
struct Program<T, const L: usize> {
    sides: [Side<T, L>; 2],
    pits: u32,
    /// All ones in each player's pits.
    rows: [[T; L]; 2],
    opposite: [PlaceId; 256],
    stores: [PlaceId; 2],
    /// Positions are kept, and a repeated one is a draw.
    repetition: bool,
    repetition_draws: bool,
    /// Leaves of a count are tested for the round's end.
    leaves_settle: bool,
    /// Laps of a move that are made here.
    most_laps: u32,
}

/// A game of this kind, by the size of its board.
#[derive(Debug)]
pub(super) struct Compact(Sized);

#[derive(Debug)]
enum Sized {
    Small(Box<Program<u8, 16>>),
    Large(Box<Program<u8, 32>>),
    Many(Box<Program<u16, 32>>),
}

#[inline(always)]
fn bit(p: PlaceId) -> u32 {
    if p < 32 { 1 << p } else { 0 }
}

/// Whether a state is one that a board can hold: whole turns, nothing closed, no earlier positions
/// but itself.
fn plain(s: &State, owned: &Seats<u128>) -> bool {
    s.closed == 0
        && s.owned == *owned
        && s.pending.is_none()
        && s.over.is_none()
        && s.seen.is_empty()
        && s.history.len() <= 1
        && !s.swapped
}

impl<T: Lane, const L: usize> Board<T, L> {
    fn of(s: &State) -> Board<T, L> {
        let mut n = [T::default(); L];
        for (to, &from) in n.iter_mut().zip(&s.counts) {
            *to = T::of(from);
        }
        Board { n, mover: s.mover }
    }

    #[inline(always)]
    fn held(&self, p: PlaceId) -> u16 {
        self.n.get(usize::from(p)).map_or(0, |n| n.count())
    }
}

impl<T, const L: usize> Side<T, L> {
    #[inline(always)]
    fn step(&self, from: PlaceId, ahead: bool) -> PlaceId {
        let table = if ahead { &self.next } else { &self.previous };
        table[usize::from(from)]
    }

    fn walk(&self, mut p: PlaceId, n: u8, ahead: bool) -> PlaceId {
        for _ in 0..n {
            if p == NONE {
                return NONE;
            }
            p = self.step(p, ahead);
        }
        p
    }
}
