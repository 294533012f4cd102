//! Places, sets, numbers and conditions of the kernel.

use serde::{Deserialize, Serialize};

use super::MarkId;

/// Index into [`super::Game::options`].
pub type OptionId = u16;
/// Index into [`super::Game::vars`].
pub type VarId = u16;
/// Index into [`super::Game::lets`].
pub type LetId = u16;
/// A register that holds a place or number while a loop or a choice's branch runs.
pub type Slot = u8;

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Player {
    /// Who moves; in `round`, who is about to choose.
    Mover,
    /// The other one of two.
    Opponent,
    /// By index in [`super::Game::players`].
    Fixed(u8),
    /// The one for whom an [`super::Over`] condition holds.
    Bound,
    /// The other one.
    NotBound,
    /// Whose pit it is.
    OwnerOf(Box<Place>),
    /// Who made the mark on it.
    MakerOf(Box<Place>),
    /// By number in the order of play, from 1, going round.
    Number(Box<Num>),
    /// Who made the last move.
    LastMover,
    /// Who began the round.
    Starter,
    /// Who holds fewer seeds, between rounds.
    Poorer,
    /// Who holds more.
    Richer,
    /// Who won the round.
    Winner,
    /// Who lost it.
    Loser,
    /// Each in turn, between rounds.
    Each,
    /// Nobody: out of play.
    Nobody,
}

/// Whose pits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Owner {
    /// The mover's.
    Mine,
    /// Everybody else's (not nobody's).
    Theirs,
    /// One player's.
    Of(Player),
    /// All pits, nobody's included.
    All,
}

/// A single place. One that doesn't exist holds 0, is empty and belongs to nobody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Place {
    /// Where the last seed fell.
    Here,
    /// The pit that this move started from.
    Start,
    /// The pit that this lap's hand was lifted from.
    LapStart,
    /// The place that got the lap's first seed.
    FirstFed,
    /// The place that got the seed before the last.
    BeforeLast,
    /// The pit under test.
    It,
    /// A loop's or choice's pit.
    Slot(Slot),
    /// A named place (or the only member of a named set).
    Let(LetId),
    /// The `n`-th pit (from 1) from the owner's left, in a row: the named one, or the front row.
    Nth {
        /// Whose: `Mine`, `Theirs` or `Of`.
        owner: Owner,
        /// The row; none: the only one.
        row: Option<String>,
        /// Which, from 1.
        n: Box<Num>,
    },
    /// A pit by its name.
    Pit(String),
    /// `n` steps along the mover's path in the present direction, over closed pits and places
    /// that are never sown; negative: against it.
    Step {
        /// How many.
        n: Box<Num>,
        /// From where.
        of: Box<Place>,
    },
    /// The raw step.
    Neighbour(Box<Place>),
    /// The facing pit; closed pits face nothing.
    Opposite {
        /// On four rows: the front one, or the back one.
        front: Option<bool>,
        /// Of which pit.
        of: Box<Place>,
    },
    /// A player's store.
    Store(Player),
    /// Seeds that a player has still to bring in.
    Reserve(Player),
    /// The hand.
    Hand,
    /// Seeds out of play.
    Nobody,
    /// The first, or last, of a set in its order (for a plain set: in sowing order).
    EndOf {
        /// The set.
        set: Box<Set>,
        /// The last.
        last: bool,
    },
    /// The first occupied pit after (before) a place on the mover's path, itself excluded, at
    /// most one circuit.
    FirstOccupied {
        /// Against the sowing.
        before: bool,
        /// From where.
        of: Box<Place>,
    },
}

/// Which way a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    /// Against the sowing.
    Back,
    /// With it.
    Ahead,
    /// Ahead and then back.
    Both,
}

/// A set of places, in an order: as the board lists its pits, or a run's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Set {
    /// All open pits of an owner.
    Pits(Owner),
    /// One row of an owner.
    Row(Owner, String),
    /// Pits `lo..=hi` (from 1) from the owner's left, in a named row or the only one.
    Range(Owner, Option<String>, Box<Num>, Box<Num>),
    /// The left (right) half of an owner's row, a middle pit excluded.
    Half(Owner, bool),
    /// The middle pit of a row of odd length.
    Middle(Owner),
    /// First and last pit of an owner's row.
    Ends(Owner),
    /// A named group of an owner.
    Group(Owner, String),
    /// One place, if it exists.
    One(Place),
    /// All of them, each place once.
    Union(Vec<Set>),
    /// Those for which the condition holds of [`Place::It`].
    Where(Box<Set>, Box<Cond>),
    /// Without one place.
    But(Box<Set>, Place),
    /// Without its first (false) or last (true) member.
    ButEnd(Box<Set>, bool),
    /// Its first (false) or last (true) `n` members in sowing order; a run's in its own order.
    EndsOf(Box<Set>, bool, Box<Num>),
    /// From a place, itself included, one after another along the path while the condition holds
    /// of [`Place::It`]; at most one circuit.
    Run {
        /// Which way.
        way: Way,
        /// From where.
        from: Box<Place>,
        /// How long.
        while_: Box<Cond>,
    },
    /// From a place: each occupied pit behind an empty one (empty, occupied, empty, occupied …).
    Leapfrog(Box<Place>),
    /// Pits that bear a kind of mark.
    Marked(MarkId, MakerTest),
    /// A named set.
    Let(LetId),
}

/// Whose mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MakerTest {
    /// Anybody's.
    Any,
    /// The mover's.
    Mine,
    /// Another's.
    Theirs,
}

/// Index into [`super::Game::pieces`].
pub type PieceId = u8;

/// Pieces of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pieces {
    /// The kind.
    pub kind: PieceId,
    /// Whose, where each player has his own.
    pub whose: MakerTest,
}

/// Arithmetic on integers; a division by zero gives 0, and results stay within 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NumOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded towards zero.
    Div,
    /// Remainder.
    Mod,
}

/// The lesser or the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MinMax {
    /// The lesser.
    Min,
    /// The greater.
    Max,
}

/// Which of a variable's values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum VarOf {
    /// The only one.
    Game,
    /// A player's.
    Player(Player),
    /// A pit's.
    Place(Place),
}

/// A number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Num {
    /// As written.
    Const(i64),
    /// An option's.
    Option(OptionId),
    /// Seeds in the hand.
    Hand,
    /// The lap of this move, from 1.
    Lap,
    /// The turn of this round, whoever's, from 1.
    Turn,
    /// The mover's turn of this round, from 1.
    MyTurn,
    /// The round of the match, from 1.
    Round,
    /// Rounds of the match that a player has won.
    RoundsWon(Player),
    /// Seeds that the mover captured in this move.
    Taken,
    /// … in this lap.
    TakenThisLap,
    /// Seeds that the mover sowed in this turn.
    SownThisTurn,
    /// Seeds that a player carried over from earlier rounds.
    Kept(Player),
    /// Seeds in pits and hand.
    InPlay,
    /// A pit's number from its owner's left, from 1.
    NumberOf(Place),
    /// Seeds in a set.
    Total(Set),
    /// What the pieces in a set are worth.
    Worth(Set),
    /// Pieces of a kind in a set, or in the hand.
    Pieces(Pieces, Set),
    /// Pits in a set.
    Count(Set),
    /// Seeds that a player won in this round.
    Score(Player),
    /// Seeds in a place.
    Held(Place),
    /// A variable.
    Var(VarId, VarOf),
    /// A loop's or choice's number.
    Slot(Slot),
    /// A named number.
    Let(LetId),
    /// Arithmetic.
    Op(NumOp, Box<Num>, Box<Num>),
    /// The lesser or greater of two.
    MinMax(MinMax, Box<Num>, Box<Num>),
    /// One or the other.
    If(Box<Cond>, Box<Num>, Box<Num>),
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compare {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// At most.
    Le,
    /// More.
    Gt,
    /// At least.
    Ge,
}

/// What a count is tested against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CountTest {
    /// In one of these ranges, ends included.
    OneOf(Vec<(Num, Num)>),
    /// Compared with a number.
    Than(Compare, Num),
    /// Odd.
    Odd,
    /// Even, and not 0.
    Even,
}

/// How many of a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Quantifier {
    /// At least one.
    Any,
    /// All.
    All,
    /// None.
    None,
    /// Exactly so many.
    Exactly(Num),
    /// At least so many.
    AtLeast(Num),
}

/// A direction of sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// As seen from above.
    Counterclockwise,
    /// As seen from above.
    Clockwise,
    /// The mover chooses.
    Either,
    /// From the left half clockwise, from the right half counterclockwise, from the middle either.
    Outward,
    /// The other way round.
    Inward,
    /// From odd pits (counted from the owner's left) counterclockwise, from even ones clockwise.
    ByParity,
    /// As it is now.
    Forward,
    /// Against that.
    Backward,
    /// As the option's word says; folded away when a game is compiled.
    Option(OptionId),
}

impl Direction {
    /// The direction that an option's word names.
    #[must_use]
    pub fn named(word: &str) -> Option<Direction> {
        Some(match word {
            "counterclockwise" | "anticlockwise" => Direction::Counterclockwise,
            "clockwise" => Direction::Clockwise,
            "either" => Direction::Either,
            "outward" => Direction::Outward,
            "inward" => Direction::Inward,
            "by-parity" => Direction::ByParity,
            "forward" => Direction::Forward,
            "backward" => Direction::Backward,
            _ => return None,
        })
    }
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Cond {
    /// Always, or never.
    Const(bool),
    /// All of them.
    And(Vec<Cond>),
    /// One of them.
    Or(Vec<Cond>),
    /// Not.
    Not(Box<Cond>),
    /// The option has this value.
    Option(OptionId, i64),
    /// What a place holds.
    Holds(Place, CountTest),
    /// What [`Place::Here`] held before the lap's last seed fell, fixed before `each seed` rules
    /// run.
    Was(CountTest),
    /// The mover's own pit or store.
    Mine(Place),
    /// Another player's.
    Theirs(Place),
    /// A store, anybody's.
    IsStore(Place),
    /// Closed.
    Closed(Place),
    /// Got a seed in this move.
    Reached(Place),
    /// Bears a mark: of that kind, or any.
    Marked(Place, Option<MarkId>, MakerTest),
    /// The same place; false where either doesn't exist.
    Same(Place, Place),
    /// One of a set.
    In(Place, Set),
    /// So many of a set satisfy a condition on [`Place::It`].
    Quantified(Quantifier, Set, Box<Cond>),
    /// A comparison.
    Compare(Compare, Num, Num),
    /// The player has no legal move (were it his turn).
    CannotMove(Player),
    /// The position, with the same player to move, has now been there so many times (2: it
    /// repeats).
    Repeats(u32),
    /// Of a match: the layout that the last round began with, with the same player to begin, has now
    /// been there so many times.
    LayoutRepeats(u32),
    /// This is the hand's last seed.
    Last,
    /// The piece that fell last is one of these.
    Dropped(Pieces),
    /// The move's class.
    Class(String),
    /// A phase: the mover's at the turn's begin, or a player's.
    Phase(Option<Player>, String),
    /// The present direction.
    DirectionIs(Direction),
    /// A player could play a move of a class, were it his turn.
    CouldPlay(Player, String),
    /// A player could capture a pit in one move, were it his turn.
    CouldCapture(Player, Place),
    /// A named condition.
    Let(LetId),
}
