//! A second, quicker way to make moves of the commonest kind of game.
//!
//! Most games start from any pit of the mover's row, do nothing before the sowing, and decide all at
//! the landing. For these a position is a few words of small counts ([`words`]), and a table tells, for
//! each pit and each hand, what to add to them and which rules of the landing then apply. Those are
//! worked out for each place beforehand ([`sites`]): what is fixed there (whose it is, what faces it,
//! what lies ahead) is folded away, and what is left becomes a table over two counts, or several such
//! tables in a row ([`nodes`]), whose cells say what to take and how to go on.
//!
//! [`compile()`] takes a game only if everything in it is of this kind. What comes up rarely while it
//! runs (a long relay, the end of a round that is wanted in full) is asked of the [`Machine`], whose
//! results these are to equal: the tests compare the two.
//!
//! [`Machine`]: super::Machine

mod compile;
mod count;
mod journal;
mod make;
mod nodes;
mod past;
mod play;
mod sites;
mod slow;
mod view;
mod walk;
mod words;

use std::sync::Arc;

use super::PlaceId;
use super::code::Small;
use super::geometry::NONE;
use super::seats::Seats;
use super::state::State;
use crate::ir::{Compare, NumOp, RuleId};

use nodes::{Ask, Tables};
use slow::Slow;
use words::{Lane, Words};

pub(super) use compile::compile;
pub(super) use past::Past;

/// Most seeds of a game that is played so.
const MOST_SEEDS: u64 = u16::MAX as u64;
/// Most places: pits and stores.
const MOST_PLACES: usize = 32;

/// A place, as seen from a landing.
#[derive(Clone, Copy, Debug, PartialEq)]
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
#[derive(Clone, Debug, PartialEq)]
enum Set {
    Mask(u32),
    One(Place),
    Union(Box<[Set]>),
    /// The way, where it begins, and what holds of each.
    Run(bool, Place, Box<Cond>),
    /// The same where it begins at a known place: each place of it in order, with what must still hold.
    Chain(Box<[(PlaceId, Cond)]>),
}

#[derive(Clone, Debug, PartialEq)]
enum Num {
    Is(i64),
    Held(Place),
    Total(Set),
    Count(Set),
    Op(NumOp, Box<Num>, Box<Num>),
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
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

#[derive(Clone, Debug)]
enum Act {
    /// From a set of pits, to a store.
    Capture(Set, PlaceId),
    Relay(Place),
    Again,
    End,
    Illegal,
}

#[derive(Clone, Debug)]
struct Rule {
    id: RuleId,
    cond: Cond,
    acts: Box<[Act]>,
}

/// A condition of a position, in the shortest form.
#[derive(Debug)]
enum Quick<const W: usize> {
    /// These lanes hold something, or don't.
    Any(bool, Words<W>),
    Count(Lane, Small),
    Repeats(u32),
    Tree(Cond),
}

#[derive(Debug)]
struct Filter<const W: usize> {
    when: Quick<W>,
    must: Quick<W>,
}

/// The rules for one mover.
#[derive(Debug)]
struct Side<const W: usize> {
    /// His first pit.
    first: u8,
    /// The lanes of the places, when he is to move.
    lanes: Box<[Lane]>,
    /// What a lap does and where it leads; both movers may share one.
    tables: Arc<Tables<W>>,
    /// What no table says.
    slow: Box<[Slow<W>]>,
    next: [PlaceId; 256],
    previous: [PlaceId; 256],
    filters: Box<[Filter<W>]>,
    ends: Ends<W>,
}

/// What ends a round.
#[derive(Debug)]
struct Ends<const W: usize> {
    /// That a row is empty, whosever it is.
    rows: bool,
    /// That a count is one of these, if any are asked for.
    asks: Option<[Ask; 2]>,
    /// That a position has been there so often.
    repeats: u32,
    /// And else.
    more: Box<[Quick<W>]>,
}

/// A game of this kind.
#[derive(Debug)]
struct Program<const W: usize, const B: u32> {
    sides: [Side<W>; 2],
    pits: u32,
    /// The pits of the mover and of the other player.
    rows: [Words<W>; 2],
    /// Both stores.
    stores: Words<W>,
    opposite: [PlaceId; 256],
    /// Positions are kept.
    repetition: bool,
    /// A start may turn out not to be legal.
    trials: bool,
    /// Who can't move passes if the other player can.
    passes: bool,
    /// A lap may follow a lap.
    relays: bool,
    /// Laps of a move that are made here.
    most_laps: u32,
}

/// A game of this kind, by the size of its board.
#[derive(Debug)]
pub(super) struct Compact(Sized);

#[derive(Debug)]
enum Sized {
    Small(Box<Program<2, 8>>),
    Large(Box<Program<4, 8>>),
    Many(Box<Program<8, 16>>),
}

#[inline(always)]
fn bit(p: PlaceId) -> u32 {
    if p < 32 { 1 << p } else { 0 }
}

/// Whether a state is one that a board can hold: whole turns of a round whose opening is over, nothing
/// closed, no earlier positions but itself.
fn plain(s: &State, owned: &Seats<u128>) -> bool {
    s.closed == 0
        && s.owned == *owned
        && s.pending.is_none()
        && s.race.is_none()
        && s.opening.is_none()
        && s.over.is_none()
        && s.seen.is_empty()
        && s.history.len() <= 1
        && !s.swapped
}

impl<const W: usize> Side<W> {
    #[inline(always)]
    fn step(&self, from: PlaceId, ahead: bool) -> PlaceId {
        let table = if ahead { &self.next } else { &self.previous };
        table[usize::from(from)]
    }

    fn walk(&self, p: PlaceId, n: u8, ahead: bool) -> PlaceId {
        walk(if ahead { &self.next } else { &self.previous }, p, n)
    }
}

/// So many steps along a table of neighbours.
fn walk(table: &[PlaceId; 256], mut p: PlaceId, n: u8) -> PlaceId {
    for _ in 0..n {
        if p == NONE {
            return NONE;
        }
        p = table[usize::from(p)];
    }
    p
}
