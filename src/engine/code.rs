//! The lowered form: the folded IR for one mover, with pits, rows, groups, players, classes and
//! marks as numbers and masks. Compiled once for each mover, so that nothing asks whose turn it is.

use crate::ir::{Compare, Endless, FillFrom, MarkId, MinMax, NumOp, Rest, RuleId};

use super::PlaceId;
use super::geometry::Path;
use super::rounds::Role;

/// No player.
pub(super) const NOBODY: u8 = 255;

/// A player.
#[derive(Debug)]
pub(super) enum Who {
    /// That one; [`NOBODY`] for none.
    Is(u8),
    OwnerOf(Box<Pl>),
    MakerOf(Box<Pl>),
    /// By number in the order of play, from 1, going round.
    Number(Box<N>),
    LastMover,
    Starter,
    /// What the last round has made of him.
    Role(Role),
}

/// A place.
#[derive(Debug)]
pub(super) enum Pl {
    Is(PlaceId),
    Here,
    Start,
    LapStart,
    FirstFed,
    BeforeLast,
    It,
    /// The ones that most rules name.
    Near(Near),
    Slot(u8),
    Let(u16),
    /// In a row of that player.
    Nth(u8, u8, Box<N>),
    /// One for each player.
    ByWho(Box<Who>, Box<[Pl]>),
    Next(Box<Pl>),
    Step(Box<N>, Box<Pl>),
    Neighbour(Box<Pl>),
    Opposite(Box<Pl>),
    /// The one in the other's back row.
    OppositeBack(Box<Pl>),
    /// Store (0) or reserve (1) of a player.
    PurseOf(bool, Box<Who>),
    EndOf(Box<S>, bool),
    FirstOccupied(bool, Box<Pl>),
}

/// A set.
#[derive(Debug)]
pub(super) enum S {
    /// These, closed or not.
    Const(u128),
    /// These, if open.
    Open(u128),
    /// That player's open pits.
    Owned(u8),
    /// All his pits.
    OwnedAll(u8),
    ByWho(Box<Who>, Box<[S]>),
    /// Pits `lo..=hi` of a player's row.
    Range(u8, u8, Box<N>, Box<N>),
    One(Box<Pl>),
    Union(Box<[S]>),
    Where(Box<S>, Box<C>),
    But(Box<S>, Box<Pl>),
    ButEnd(Box<S>, bool),
    EndsOf(Box<S>, bool, Box<N>),
    /// Ahead, back.
    Run(bool, bool, Box<Pl>, Box<C>),
    Leapfrog(Box<Pl>),
    /// Kind, and whose: bits for the players and (4) nobody.
    Marked(MarkId, u16),
    Let(u16),
}

/// A variable's value.
#[derive(Debug)]
pub(super) enum V {
    /// At that index of all values.
    At(u32),
    /// One a player from that index on.
    OfWho(u32, Who),
    /// One a pit from that index on.
    OfPlace(u32, Box<Pl>),
}

/// A number.
#[derive(Debug)]
pub(super) enum N {
    Is(i64),
    Hand,
    Lap,
    Turn,
    MyTurn,
    Round,
    RoundsWon(Box<Who>),
    Kept(Box<Who>),
    Taken,
    TakenLap,
    Sown,
    InPlay,
    NumberOf(Box<Pl>),
    Total(Box<S>),
    /// What lies there is worth.
    Worth(Box<S>),
    /// Pieces of these kinds (bits) there; none: in the hand.
    Pieces(u16, Option<Box<S>>),
    Count(Box<S>),
    Held(Box<Pl>),
    Var(Box<V>),
    Slot(u8),
    Let(u16),
    Op(NumOp, Box<N>, Box<N>),
    MinMax(MinMax, Box<N>, Box<N>),
    If(Box<C>, Box<N>, Box<N>),
}

/// A test of a count.
#[derive(Debug)]
pub(super) enum Test {
    /// Exactly that.
    Is(u32),
    AtLeast(u32),
    /// Within one range.
    Within(u32, u32),
    /// One of some numbers below 64.
    Bits(u64),
    Than(Compare, N),
    OneOf(Box<[(N, N)]>),
    Odd,
    Even,
}

/// How many of a set.
#[derive(Debug)]
pub(super) enum Many {
    Any,
    All,
    None,
    Exactly(N),
    AtLeast(N),
}

/// A place that most tests speak of, so near that nothing has to be walked for it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Near {
    Here,
    It,
    /// So many steps (at least one) ahead of `here`.
    Ahead(u8),
    /// The pit that faces `here`.
    Opposite,
    Is(PlaceId),
}

/// A test of small counts: a bit for each below 64, and what holds from there on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Small {
    pub(super) bits: u64,
    pub(super) above: bool,
}

impl Small {
    #[inline]
    pub(super) fn holds(self, v: u32) -> bool {
        if v < 64 { self.bits >> v & 1 != 0 } else { self.above }
    }

    /// A test as bits, if it is one.
    pub(super) fn of(t: &Test) -> Option<Small> {
        let bits = |a: u32, b: u32| (a..=b.min(63)).fold(0, |m, v| m | 1u64 << v);
        let (bits, above) = match t {
            Test::Is(k) if *k < 64 => (bits(*k, *k), false),
            Test::AtLeast(k) if *k <= 64 => (bits(*k, 63), true),
            Test::Within(a, b) if *b < 64 => (bits(*a, *b), false),
            Test::Bits(b) => (*b, false),
            _ => return None,
        };
        Some(Small { bits, above })
    }
}

/// A condition.
#[derive(Debug)]
pub(super) enum C {
    Is(bool),
    // The leaves that most rules are made of; see `Machine::leaf`.
    Count(Near, Small),
    WasCount(Small),
    /// Owned by that player.
    Owned(Near, u8),
    /// One of these places.
    Among(Near, u128),
    /// A player's open pits hold something.
    SideOccupied(bool, u8),
    /// It bears one of the marks that lie in the masks of a state from the first number to before the second.
    Bears(Near, u16, u16),
    /// One of these classes, all of them numbered below 64 (bits).
    Classes(u64),
    And(Box<[C]>),
    Or(Box<[C]>),
    Not(Box<C>),
    Holds(Pl, Test),
    Was(Test),
    /// Owned by that player.
    OwnedBy(u8, Pl),
    /// One of these places.
    InMask(u128, Pl),
    Closed(Pl),
    Reached(Pl),
    /// Kind (none: any) and whose, as in [`S::Marked`].
    Marked(Pl, Option<MarkId>, u16),
    Same(Pl, Pl),
    In(Pl, S),
    /// The set holds no seed (true: it holds some).
    Occupied(bool, S),
    Quantified(Many, S, Box<C>),
    Compare(Compare, N, N),
    CannotMove(Who),
    Repeats(u32),
    LayoutRepeats(u32),
    Last,
    /// What fell last is of one of these kinds (bits).
    Dropped(u16),
    /// One of these classes, by their numbers.
    Class(Box<[u16]>),
    /// A player is in that phase; [`Code`] says it of the mover.
    Phase(Who, u8),
    /// A player could start a move of one of these classes, were it his turn.
    CouldPlay(Who, Box<[u16]>),
    /// A player could capture from there, were it his turn.
    CouldCapture(Who, Pl),
    /// 0: counterclockwise.
    Direction(u8),
    Let(u16),
}

impl C {
    /// Whether it stays false, once it is, while seeds fall and nothing else happens.
    pub(super) fn wanes(&self) -> bool {
        match self {
            C::Is(_) | C::SideOccupied(false, _) | C::Occupied(false, S::Const(_) | S::Open(_) | S::Owned(_)) => true,
            C::And(list) | C::Or(list) => list.iter().all(C::wanes),
            _ => false,
        }
    }
}

/// What a `let` stands for.
#[derive(Debug)]
pub(super) enum L {
    Cond(C),
    Num(N),
    Place(Pl),
    /// With whether its order matters.
    Set(S, bool),
}

/// A direction to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dir {
    /// 0 counterclockwise, 1 clockwise.
    Is(u8),
    Either,
    /// By halves; true: outward.
    Halves(bool),
    Parity,
    Forward,
    Backward,
    /// Chosen once, by the first player for all or by each for himself.
    Once,
}

/// Where seeds go.
#[derive(Debug)]
pub(super) enum To {
    Who(Who),
    Hand,
}

/// An action.
#[derive(Debug)]
pub(super) enum A {
    /// A name is worked out here.
    Let(u16),
    /// The last: whether the order matters though nobody watches.
    Capture {
        from: S,
        at_most: Option<N>,
        to: To,
    },
    Move {
        n: Option<N>,
        /// Only of these kinds (bits).
        pieces: Option<u16>,
        from: Pl,
        to: Pl,
    },
    DropAs(u16, N),
    Drop {
        from: Option<Pl>,
        to: Option<Pl>,
    },
    Make {
        at: Pl,
        kind: MarkId,
        maker: Who,
    },
    Unmake {
        at: S,
        kind: Option<MarkId>,
    },
    Close(S, bool),
    Give(S, Who),
    SetVar {
        var: V,
        decl: u16,
        to: N,
    },
    Reverse,
    Going(Dir),
    If(C, Box<[A]>, Box<[A]>),
    ForEach(u8, S, Box<[A]>),
    Relay(Pl),
    SowHand {
        inside: bool,
        at: Pl,
        going: Option<Dir>,
    },
    SowFrom {
        n: Option<N>,
        from: Pl,
        starting: Option<(bool, Pl)>,
        going: Option<Dir>,
    },
    MoveAgain,
    End,
    Pass,
    Choose(u16),
    Finish(Box<[O]>),
    Illegal,
    LastResort,
    // Between rounds.
    /// For a player (none: each) as the mover; the list for each of them.
    As(Option<Who>, Box<[Box<[A]>]>),
    LayOut,
    Fill(Box<Fill>),
    Territory(Box<[(N, Who)]>),
    TerritoryByStore(N, N),
    Starts(Who),
    Direct(Dir),
}

/// Pits filled from the mover's store.
#[derive(Debug)]
pub(super) struct Fill {
    pub(super) n: N,
    pub(super) set: S,
    pub(super) from: FillFrom,
    pub(super) pits: Option<N>,
    pub(super) partial: bool,
}

/// What follows a round.
#[derive(Debug)]
pub(super) struct Next {
    /// Ends of the match.
    pub(super) over: Vec<Over>,
    /// The layout.
    pub(super) script: Script,
    pub(super) starter: Starter,
}

/// How the board is laid out: for a round, or before the first move.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) steps: Box<[A]>,
    /// Names that lists of actions give; a choice keeps them for the steps behind it.
    pub(super) locals: Box<[u16]>,
}

/// Who starts the next round.
#[derive(Debug)]
pub(super) enum Starter {
    Alternates,
    Same,
    Role(Who),
}

/// A part of a round's end.
#[derive(Debug)]
pub(super) enum O {
    OwnersKeep,
    Takes(Who),
    Split,
    Wins(Who),
    Draw,
}

impl O {
    pub(super) fn rest(rest: &Rest, takes: impl FnOnce(&crate::ir::Player) -> Who) -> O {
        match rest {
            Rest::OwnersKeep => O::OwnersKeep,
            Rest::Takes(p) => O::Takes(takes(p)),
            Rest::Split => O::Split,
        }
    }
}

/// A rule of a decision list.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) cond: C,
    /// Where this doesn't hold, the actions change nothing.
    pub(super) idle_unless: Option<C>,
    pub(super) actions: Box<[A]>,
    pub(super) id: RuleId,
    /// Names that the actions use, worked out before they run.
    pub(super) force: Box<[u16]>,
}

/// A hook's lists.
pub(super) type Hook = Box<[Box<[Rule]>]>;

/// A start line.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) from: S,
    pub(super) when: C,
    pub(super) going: Box<[(Dir, C)]>,
    pub(super) amount: Amount,
    pub(super) starting_at: Option<Pl>,
}

/// How many seeds are lifted.
#[derive(Debug)]
pub(super) enum Amount {
    All,
    Exactly(N),
    AllBut(N),
    Range(N, N),
}

/// Actions, and the names that they and the choices behind them use.
pub(super) type Program = (Box<[A]>, Box<[u16]>);

/// A class of moves.
#[derive(Debug)]
pub(super) struct Class {
    pub(super) lines: Box<[Box<[Line]>]>,
    /// With the names that it uses.
    pub(super) program: Option<Program>,
}

/// Places that get no seed.
#[derive(Debug)]
pub(super) struct Skip {
    pub(super) set: S,
    pub(super) when: C,
    pub(super) unless_last: bool,
    /// Whether it stays the same while a hand is sown.
    pub(super) fixed: bool,
}

/// What a move must do.
#[derive(Debug)]
pub(super) struct Filter {
    pub(super) when: C,
    pub(super) must: C,
    pub(super) if_possible: bool,
    pub(super) id: RuleId,
}

/// A choice.
#[derive(Debug)]
pub(super) struct Choice {
    /// None: a lot.
    pub(super) by: Option<Who>,
    pub(super) among: Among,
}

/// What is chosen among.
#[derive(Debug)]
pub(super) enum Among {
    Labels(Box<[(C, Box<[A]>)]>),
    Pits(u8, S, Box<[A]>),
    Numbers(u8, N, N, Box<[A]>),
    Directions(Box<[A]>),
    /// See [`crate::ir::Among::Layout`].
    Layout {
        slot: u8,
        n: N,
        set: S,
        each: (N, N),
    },
}

/// A rule that ends a round: for each player that it may bind, the mover first.
#[derive(Debug)]
pub(super) struct Over {
    pub(super) bound: Vec<OverFor>,
    pub(super) id: RuleId,
}

/// It for one of them.
#[derive(Debug)]
pub(super) struct OverFor {
    pub(super) cond: C,
    pub(super) actions: Box<[A]>,
    pub(super) outcomes: Box<[O]>,
}

/// All of a game for one mover.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) mover: u8,
    /// The first class of its phase, by its number.
    pub(super) first_class: u16,
    pub(super) first_in_start: Option<crate::ir::FirstInStart>,
    pub(super) reversed_each_lap: bool,
    /// Where the sower chooses the way, if he does.
    pub(super) bends: Option<crate::ir::Bends>,
    pub(super) stuck_passes: bool,
    /// All players move at once.
    pub(super) race: bool,
    pub(super) lets: Vec<L>,
    pub(super) path: Path,
    pub(super) direction: Dir,
    pub(super) skips: Box<[Skip]>,
    pub(super) a_pit: Box<[(N, C)]>,
    /// Each tier's classes, by their numbers.
    pub(super) tiers: Vec<std::ops::Range<u16>>,
    pub(super) classes: Vec<Class>,
    pub(super) filters: Box<[Filter]>,
    pub(super) before_move: Hook,
    pub(super) each_lap: Hook,
    pub(super) each_seed: Hook,
    pub(super) landing: Hook,
    pub(super) whenever: Hook,
    /// Whether seeds that fall can only end what those rules ask for.
    pub(super) wanes: bool,
    pub(super) after_move: Hook,
    pub(super) after_turn: Hook,
    /// Whether what comes after the move, or after the turn, can refuse the move, offer a choice or lead on.
    pub(super) refuses_after_move: bool,
    pub(super) refuses_after_turn: bool,
    pub(super) choices: Vec<Choice>,
    pub(super) over: Vec<Over>,
    /// Whether an end of a round looks at a move.
    pub(super) over_of_move: bool,
    /// When this player is passed over.
    pub(super) passed_over: Box<[C]>,
    /// Pits in sowing order, by direction.
    pub(super) order: [Vec<PlaceId>; 2],
}

impl Code {
    /// A class by its number.
    #[inline]
    pub(super) fn class(&self, id: u16) -> Option<&Class> {
        self.classes.get(usize::from(id.checked_sub(self.first_class)?))
    }

    /// The line of a game that has one.
    #[inline]
    pub(super) fn only_line(&self) -> Option<(&Line, &Class)> {
        let class = self.classes.first()?;
        Some((class.lines.first()?.first()?, class))
    }
}

/// A number's largest constant, where it is only compared with constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cap(pub(super) u64);

impl Cap {
    pub(super) const EXACT: Cap = Cap(u64::MAX);
    pub(super) fn reach(&mut self, k: i64) {
        self.0 = self.0.max(u64::try_from(k).unwrap_or(0).saturating_add(1));
    }
    /// The value as far as rules can tell it.
    #[inline]
    pub(super) fn seen(self, value: u64) -> u64 {
        value.min(self.0)
    }
}

/// What a game reads and does, as found while lowering.
#[derive(Clone, Debug, Default)]
pub(super) struct Features {
    pub(super) lap: Cap,
    pub(super) taken: Cap,
    pub(super) taken_lap: Cap,
    pub(super) sown: Cap,
    pub(super) turn: Cap,
    pub(super) my_turn: Cap,
    pub(super) last_mover: bool,
    pub(super) reached: bool,
    pub(super) repeats: bool,
    /// They are asked for not only when a round's end is tested.
    pub(super) repeats_of_move: bool,
    /// `illegal` stands somewhere.
    pub(super) illegal: bool,
    pub(super) last_resort: bool,
    pub(super) soft_filters: bool,
    pub(super) filters: bool,
    /// A filter's guard looks at the move that is chosen.
    pub(super) filters_of_move: bool,
    pub(super) choices: bool,
    /// A sowing can start another.
    pub(super) laps: bool,
    /// A hand may find nowhere to fall.
    pub(super) nowhere: bool,
    /// A `move again` that doesn't show that seeds have been won.
    pub(super) again: bool,
    /// Seeds can leave stores or come back from out of play.
    pub(super) stores_shrink: bool,
    /// They can, if the last seed can have fallen there.
    pub(super) here_shrinks: bool,
    /// A seed may be dropped where a rule says.
    pub(super) drops_at: bool,
    /// Something is counted by order though nobody watches.
    pub(super) whenever: bool,
    pub(super) move_vars: bool,
    pub(super) lap_vars: bool,
    /// Something must be put back at a turn's end.
    pub(super) turn_end: bool,
    pub(super) marks: bool,
    pub(super) endless: Option<Endless>,
}
