//! A second, quicker way to make moves of the commonest kind of game.
//!
//! Most games start from any pit of the mover's row, do nothing before the sowing, and decide all at
//! the landing. For these a position is a few words of small counts ([`words`]), and a table tells, for
//! each pit and each hand, what to add to them and which rules of the landing then apply. Those are
//! worked out for each place beforehand ([`sites`]): what is fixed there (whose it is, what faces it,
//! what lies ahead) is folded away, and what is left becomes a table over two counts, or several such
//! tables in a row ([`nodes`]), whose cells say what to take and how to go on.
//!
//! What changes rarely (marks, closed pits, variables) is folded away, too: there is a program for each
//! such state that comes up ([`facts`], [`programs`]).
//!
//! [`Compact::of`] takes a game only if its moves are of this kind. What comes up rarely while a program
//! runs (a rule that makes a mark, a long relay, the end of a round that is wanted in full) is asked of the
//! [`Machine`], whose results these are to equal: the tests compare the two.
//!
//! [`Machine`]: super::Machine

mod collect;
mod compile;
mod count;
mod facts;
mod journal;
mod make;
mod nodes;
mod past;
mod play;
mod programs;
mod sites;
mod slow;
mod spell;
mod starts;
mod view;
mod walk;
mod words;

use std::sync::Arc;

use super::PlaceId;
use super::code::Small;
use super::geometry::NONE;
use crate::ir::{Compare, NumOp, RuleId};

use nodes::{Ask, Tables};
use slow::Slow;
use starts::Starts;
use words::{Lane, Words};

pub(super) use past::Past;
pub(super) use programs::Compact;

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
    /// In a player's row, with the number of `here`.
    Numbered(u8),
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
    /// Those of some places for which something holds.
    Where(u32, Box<Cond>),
    /// The same place by place: each with what must hold for it to be one.
    Each(Box<[(PlaceId, Cond)]>),
    But(Box<Set>, Place),
}

#[derive(Clone, Debug, PartialEq)]
enum Num {
    Is(i64),
    Held(Place),
    Number(Place),
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
    /// How many of a set there are of which something holds.
    Quantified(Many, Set, Box<Cond>),
    /// That player has no start.
    Stuck(u8),
    Repeats(u32),
}

/// How many of a set.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Many {
    Any,
    All,
    None,
    Exactly(i64),
    AtLeast(i64),
}

#[derive(Clone, Debug)]
enum Act {
    /// From a set of pits, to a store.
    Capture(Set, PlaceId),
    Relay(Place),
    Again,
    End,
    Illegal,
    /// The machine makes the move.
    Machine,
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
    Stuck(u8),
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
    /// The class of his moves.
    class: u16,
    /// Which way he sows: 0 counterclockwise.
    direction: u8,
    starts: Starts<W>,
    /// Where none can be started, these; and so on.
    otherwise: Box<[Starts<W>]>,
    /// The rule by which seeds that fall in some pits are collected at once.
    collects: RuleId,
    /// The lanes of the places, when he is to move.
    lanes: Box<[Lane]>,
    /// What a lap does and where it leads; both movers may share one.
    tables: Arc<Tables<W>>,
    /// What no table says.
    slow: Box<[Slow<W>]>,
    next: [PlaceId; 256],
    previous: [PlaceId; 256],
    opposite: [PlaceId; 256],
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
    /// Pits from which seeds can be lifted, and from which they can be captured.
    pits: u32,
    taken: u32,
    /// Pits that stay empty: closed ones, and those that collect what falls in them.
    empty: u128,
    /// Both stores.
    stores: Words<W>,
    /// The pits of the mover and of the other player. (Closed ones are empty.)
    rows: [Words<W>; 2],
    /// Each player may start all his pits.
    all_start: bool,
    /// Each pit's number in its row, from 1, and how many a row has.
    numbers: Box<[u8]>,
    row: u8,
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

/// A program by the size of its board.
#[derive(Debug)]
pub(super) struct AnySize(Size);

#[derive(Debug)]
enum Size {
    Small(Box<Program<2, 8>>),
    Large(Box<Program<4, 8>>),
    Many(Box<Program<8, 16>>),
}

#[inline(always)]
fn bit(p: PlaceId) -> u32 {
    if p < 32 { 1 << p } else { 0 }
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

/// The pit of a number in a player's row.
fn numbered(player: u8, number: u8, row: u8) -> PlaceId {
    if (1..=row).contains(&number) { player * row + number - 1 } else { NONE }
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
