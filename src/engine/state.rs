//! What lies on the board, and all else that the rules may read.

use crate::ir;

use super::code::NOBODY;
use super::geometry::bit;
use super::history::History;
use super::pieces::{MAX_PIECES, MAX_TIMED, SEED};
use super::race::Race;
use super::rounds::Series;
use super::seats::Seats;
use super::trace::Turning;
use super::{Game, PlaceId};

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// That player.
    Player(u8),
    /// Nobody: a draw.
    Draw,
    /// A game of one player that isn't won.
    Nobody,
}

/// Why a round is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A rule of the file says so.
    Rule(ir::RuleId),
    /// The player to move has no legal move, and nothing else is said.
    Stuck,
    /// The position repeats, and nothing else is said.
    Repetition,
    /// A sowing that never ends (`endless => draw`).
    Endless,
    /// A move of more than `max_laps` laps, treated as `endless` says.
    Undecided,
    /// An action of a move ended it.
    Action(ir::RuleId),
}

/// A finished round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Over {
    /// Who won it.
    pub winner: Winner,
    /// Seeds won, by player.
    pub score: Vec<u64>,
    /// Why it is over.
    pub reason: Reason,
}

/// How a position's text names no player.
pub(super) const NOBODY_NAME: &str = "nobody";

/// Who can have made a mark: each player (of two at least), and nobody.
pub(super) fn makers_of(players: usize) -> usize {
    players.max(2) + 1
}

/// Registers that loops and choices use.
pub(super) const SLOTS: usize = 8;

/// Which part of a move is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Stage {
    #[default]
    BeforeMove,
    Program,
    EachLap,
    Landing,
    AfterMove,
    AfterTurn,
    /// Between rounds.
    Between,
}

impl Stage {
    pub(super) const ALL: [Stage; 7] = [
        Stage::BeforeMove,
        Stage::Program,
        Stage::EachLap,
        Stage::Landing,
        Stage::AfterMove,
        Stage::AfterTurn,
        Stage::Between,
    ];
}

/// The registers of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Regs {
    pub(super) here: PlaceId,
    pub(super) start: PlaceId,
    pub(super) lap_start: PlaceId,
    pub(super) first_fed: PlaceId,
    pub(super) before_last: PlaceId,
    /// Where the hand goes next: in this place, or after it.
    pub(super) cursor: PlaceId,
    pub(super) inside: bool,
    /// 0 counterclockwise, 1 clockwise.
    pub(super) dir: u8,
    /// This was the hand's last seed.
    pub(super) last: bool,
    /// The move goes on with another start.
    pub(super) again: bool,
    /// Last resorts may be played.
    pub(super) last_ok: bool,
    /// A rule made this move a last resort.
    pub(super) resorted: bool,
    pub(super) class: u16,
    pub(super) was: u32,
    pub(super) hand: u32,
    pub(super) taken: u32,
    pub(super) taken_lap: u32,
    pub(super) lap: u64,
    /// Places that got a seed.
    pub(super) reached: u128,
    /// Pieces in the hand that are no seeds, by kind; with which piece of the hand some of them fall (kind and
    /// number; 0: none), how many of the hand have fallen, and what fell last.
    pub(super) pieces: [u32; MAX_PIECES],
    pub(super) falls: [(u8, u32); MAX_TIMED],
    pub(super) nth: u32,
    pub(super) fell: u8,
    /// Filters that this move must pass.
    pub(super) must: u64,
    pub(super) slots: [i64; SLOTS],
}

impl Default for Regs {
    fn default() -> Regs {
        use super::geometry::NONE;
        Regs {
            here: NONE,
            start: NONE,
            lap_start: NONE,
            first_fed: NONE,
            before_last: NONE,
            cursor: NONE,
            inside: false,
            dir: 0,
            last: false,
            again: false,
            last_ok: false,
            resorted: false,
            class: 0,
            was: 0,
            hand: 0,
            taken: 0,
            taken_lap: 0,
            lap: 0,
            reached: 0,
            pieces: [0; MAX_PIECES],
            falls: [(SEED, 0); MAX_TIMED],
            nth: 0,
            fell: SEED,
            must: 0,
            slots: [0; SLOTS],
        }
    }
}

/// The value of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Cond(bool),
    Num(i64),
    Place(PlaceId),
    Set(u128, Vec<PlaceId>),
}

/// A move that waits for a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pending {
    pub(super) choice: u16,
    pub(super) stage: Stage,
    /// The rule that offers it.
    pub(super) rule: ir::RuleId,
    /// Who decides; [`NOBODY`]: a lot.
    pub(super) by: u8,
    pub(super) regs: Regs,
    /// Names that its branches use.
    pub(super) lets: Vec<(u16, Value)>,
}

/// What the rules of a game read beyond the board.
pub(super) mod reads {
    pub(in super::super) const TURN: u8 = 1;
    pub(in super::super) const MY_TURN: u8 = 2;
    pub(in super::super) const LAST_MOVER: u8 = 4;
    pub(in super::super) const SWAP: u8 = 8;
    pub(in super::super) const SOWN: u8 = 16;
}

/// What lies on the board, and all else that the rules may read.
///
/// Two states are equal when the rules can't tell them apart; earlier positions, which only
/// `the position repeats` asks for, don't count, and a turn's number counts only where a rule reads
/// it.
#[derive(Debug)]
pub struct State {
    pub(super) counts: Vec<u32>,
    pub(super) closed: u128,
    /// Pits, store and reserve of each player.
    pub(super) owned: Seats<u128>,
    pub(super) mover: u8,
    pub(super) starter: u8,
    pub(super) last_mover: u8,
    /// What equality looks at, see [`reads`].
    pub(super) reads: u8,
    /// As far as rules can tell the number of a turn, and of a player's turn.
    pub(super) turn_caps: [u32; 2],
    /// The direction that was chosen once, for each player: 0 none yet, else 1 more than its number.
    pub(super) chosen: Seats<u8>,
    /// The phase of the turn under way.
    pub(super) phase: u8,
    /// The players have changed seats.
    pub(super) swapped: bool,
    pub(super) turn: u32,
    /// Turns of each player, the present one included.
    pub(super) turns: Seats<u32>,
    /// Seeds sown in this turn.
    pub(super) sown: u64,
    pub(super) vars: Vec<i32>,
    /// Of each kind of piece but seeds how many lie in each place; they are counted in `counts`, too.
    pub(super) pieces: Vec<u32>,
    /// So many masks a kind: marks of each player (of two at least), and of nobody.
    pub(super) makers: usize,
    /// The marks, kind by kind and maker by maker.
    pub(super) marks: Vec<u128>,
    /// One mask a kind: marks whose maker's next turn hasn't begun.
    pub(super) fresh: Vec<u128>,
    pub(super) pending: Option<Box<Pending>>,
    pub(super) over: Option<Box<Over>>,
    /// The simultaneous opening, while it lasts.
    pub(super) race: Option<Box<Race>>,
    /// The next step of the opening script, while that lasts.
    pub(super) opening: Option<u16>,
    /// Where the match stands, if one is played.
    pub(super) series: Option<Box<Series>>,
    /// Keys of the layouts that rounds of the match began with.
    pub(super) layouts: History,
    /// Keys of positions since seeds were last won.
    pub(super) history: History,
    /// Keys of this turn's decisions since seeds were last won.
    pub(super) seen: Vec<u128>,
}

impl State {
    pub(super) fn blank(places: usize) -> State {
        State::for_players(places, 2)
    }

    pub(super) fn for_players(places: usize, players: usize) -> State {
        State {
            counts: vec![0; places],
            closed: 0,
            owned: Seats::all(players, 0),
            mover: 0,
            starter: 0,
            last_mover: NOBODY,
            reads: 0,
            turn_caps: [u32::MAX; 2],
            chosen: Seats::all(players, 0),
            phase: 0,
            swapped: false,
            turn: 1,
            turns: Seats::by(players, |p| u32::from(p == 0)),
            sown: 0,
            vars: Vec::new(),
            pieces: Vec::new(),
            makers: makers_of(players),
            marks: Vec::new(),
            fresh: Vec::new(),
            pending: None,
            over: None,
            race: None,
            opening: None,
            series: None,
            layouts: History::new(),
            history: History::new(),
            seen: Vec::new(),
        }
    }

    /// Seeds in a place.
    #[must_use]
    pub fn count(&self, place: PlaceId) -> u32 {
        self.counts.get(usize::from(place)).copied().unwrap_or(0)
    }

    /// All places' counts.
    #[must_use]
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The owner of a pit now; none: nobody.
    #[must_use]
    pub fn owner(&self, _game: &Game, place: PlaceId) -> Option<u8> {
        self.owner_of(place)
    }

    #[inline]
    pub(super) fn owner_of(&self, place: PlaceId) -> Option<u8> {
        let b = bit(place);
        (0..self.owned.len() as u8).find(|&p| self.owned[p] & b != 0)
    }

    /// Whether a pit is closed.
    #[must_use]
    pub fn is_closed(&self, place: PlaceId) -> bool {
        self.closed & bit(place) != 0
    }

    /// Marks on a pit: kind and maker; a mark that nobody made has maker 255.
    #[must_use]
    pub fn marks(&self, place: PlaceId) -> Vec<(ir::MarkId, u8)> {
        let on = |(i, _): (usize, &u128)| {
            let maker = Some(i % self.makers).filter(|&m| m + 1 < self.makers);
            ((i / self.makers) as ir::MarkId, maker.map_or(NOBODY, |m| m as u8))
        };
        self.marks.iter().enumerate().filter(|(_, m)| **m & bit(place) != 0).map(on).collect()
    }

    /// A variable's values: one, one a player, or one a pit; none if there is no such variable.
    #[must_use]
    pub fn var<'a>(&'a self, game: &'a Game, var: ir::VarId) -> &'a [i32] {
        game.var_range(var).and_then(|r| self.vars.get(r)).unwrap_or(&[])
    }

    /// Who decides next: none when it is over, or when a lot is drawn.
    #[must_use]
    pub fn to_move(&self) -> Option<u8> {
        match (&self.over, &self.pending) {
            (Some(_), _) => None,
            (None, Some(p)) => Some(p.by).filter(|&p| p != NOBODY),
            (None, None) => Some(self.mover),
        }
    }

    /// Whether a lot is to be drawn.
    #[must_use]
    pub fn lot(&self) -> bool {
        self.over.is_none() && self.pending.as_ref().is_some_and(|p| p.by == NOBODY)
    }

    /// Whether a choice within a move is pending.
    #[must_use]
    pub fn choosing(&self) -> bool {
        self.pending.is_some()
    }

    /// Whether the sower is to choose the way of the next seed.
    #[must_use]
    pub fn chooses_way(&self) -> bool {
        self.pending.as_ref().is_some_and(|p| p.choice == super::way::WAY)
    }

    /// The rule that offers the pending choice, if one does.
    #[must_use]
    pub fn asked_by(&self) -> Option<ir::RuleId> {
        self.pending.as_ref().map(|p| p.rule).filter(|&rule| rule != ir::RuleId::MAX)
    }

    /// Whose turn it is; the same as [`State::to_move`] except in a choice of somebody else's.
    #[must_use]
    pub fn mover(&self) -> u8 {
        self.mover
    }

    /// The turn of the round, from 1.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Whether the players have changed seats (pie rule): then who began now sits second.
    #[must_use]
    pub fn swapped(&self) -> bool {
        self.swapped
    }

    /// Seeds in hands: of a move that waits for a choice, and of those who sow in step.
    #[must_use]
    pub fn in_hand(&self) -> u64 {
        self.pending.as_ref().map_or(0, |p| u64::from(p.regs.hand)) + self.race.as_ref().map_or(0, |r| r.in_hand())
    }

    /// Whether both players sow at once, or choose what they will sow.
    #[must_use]
    pub fn racing(&self) -> bool {
        self.race.is_some()
    }

    /// Which round of the match this is, from 1.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.series.as_ref().map_or(1, |s| s.round)
    }

    /// What each player held in his store when the round began; none if there is no match.
    #[must_use]
    pub fn kept(&self) -> Option<Vec<u32>> {
        self.series.as_ref().map(|s| s.kept.iter().collect())
    }

    /// Whether a round is over and the next one is being laid out.
    #[must_use]
    pub fn between_rounds(&self) -> bool {
        self.opening.is_none() && self.pending.as_ref().is_some_and(|p| p.stage == Stage::Between)
    }

    /// The direction that was chosen once, by player; none: not yet, or the game has no such choice.
    #[must_use]
    pub fn chosen_direction(&self, player: u8) -> Option<Turning> {
        match self.chosen[player] {
            0 => None,
            d => Some(Turning::of(d - 1)),
        }
    }

    /// The end of the round, or of the match if one is played.
    #[must_use]
    pub fn over(&self) -> Option<&Over> {
        self.over.as_deref()
    }

    /// A hash of everything that [`PartialEq`] looks at.
    #[must_use]
    pub fn key(&self) -> u128 {
        super::key::of(self)
    }

    /// Whether anything lies in the parts that most games leave empty. (`|`: one branch for all.)
    #[inline]
    fn has_lists(&self) -> bool {
        (self.vars.len() | self.pieces.len() | self.marks.len() | self.seen.len() | self.layouts.len() != 0)
            | self.owned.many()
            | self.pending.is_some()
            | self.over.is_some()
            | self.series.is_some()
            | self.race.is_some()
    }

    #[inline(never)]
    fn copy_lists(&mut self, from: &State) {
        self.owned.clone_from(&from.owned);
        self.chosen.clone_from(&from.chosen);
        self.turns.clone_from(&from.turns);
        self.vars.clone_from(&from.vars);
        self.pieces.clone_from(&from.pieces);
        self.marks.clone_from(&from.marks);
        self.fresh.clone_from(&from.fresh);
        self.layouts.clone_from(&from.layouts);
        self.seen.clone_from(&from.seen);
        self.pending.clone_from(&from.pending);
        self.over.clone_from(&from.over);
        self.series.clone_from(&from.series);
        self.race.clone_from(&from.race);
    }

    /// Takes over everything but the keys of earlier positions, which nothing looks at while a ply is made.
    ///
    /// Written out so that buffers are reused: this and `clone_from` are the only copies that a search makes.
    #[inline]
    pub(super) fn copy_position(&mut self, from: &State) {
        self.counts.clone_from(&from.counts);
        self.closed = from.closed;
        self.owned.copy_two(&from.owned);
        self.mover = from.mover;
        self.starter = from.starter;
        self.last_mover = from.last_mover;
        self.reads = from.reads;
        self.turn_caps = from.turn_caps;
        self.chosen.copy_two(&from.chosen);
        self.phase = from.phase;
        self.opening = from.opening;
        self.swapped = from.swapped;
        self.turn = from.turn;
        self.turns.copy_two(&from.turns);
        self.makers = from.makers;
        self.sown = from.sown;
        if self.has_lists() || from.has_lists() {
            self.copy_lists(from);
        }
    }

    /// What equality reads of the turn, in a few numbers.
    pub(super) fn turn_facts(&self) -> [u64; 5] {
        let when = |flag: u8, value: u64| if self.reads & flag != 0 { value } else { 0 };
        let turn = |n: u32| u64::from(n.min(self.turn_caps[1]));
        let more = self.later_turns().fold(0u64, |all, n| all.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(n));
        let near_swap = if self.swapped { 4 } else { u64::from(self.turn.min(3)) };
        [
            when(reads::TURN, u64::from(self.turn.min(self.turn_caps[0]))) << 32
                | when(reads::LAST_MOVER, u64::from(self.last_mover)),
            when(reads::MY_TURN, turn(self.turns[0]) << 32 | turn(self.turns[1])),
            when(reads::MY_TURN, more),
            when(reads::SWAP, near_swap),
            when(reads::SOWN, self.sown),
        ]
    }

    /// Turns of the third player and on, as far as rules can tell.
    fn later_turns(&self) -> impl Iterator<Item = u32> + '_ {
        self.turns.iter().skip(2).map(|n| n.min(self.turn_caps[1]))
    }

    /// Where the marks of a kind and maker lie; of nobody's making where the maker is no player.
    pub(super) fn mark_slot(&self, kind: usize, maker: u8) -> usize {
        kind * self.makers + usize::from(maker).min(self.makers - 1)
    }

    /// Whether a mark lies on a place, given by its bit, in one of these masks.
    #[inline]
    pub(super) fn bears(&self, first: u16, end: u16, place: u128) -> bool {
        self.marks.get(usize::from(first)..usize::from(end)).is_some_and(|all| all.iter().any(|m| m & place != 0))
    }

    /// Kinds of marks.
    pub(super) fn mark_kinds(&self) -> usize {
        self.marks.len() / self.makers
    }

    /// The part of the state that changes while seeds go round.
    pub(super) fn same_board(&self, other: &State) -> bool {
        self.counts == other.counts
            && self.closed == other.closed
            && self.owned == other.owned
            && self.vars == other.vars
            && self.pieces == other.pieces
            && self.marks == other.marks
            && self.fresh == other.fresh
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        let mut s = State::blank(0);
        s.clone_from(self);
        s
    }

    #[inline]
    fn clone_from(&mut self, from: &State) {
        self.copy_position(from);
        if self.history.len() | from.history.len() != 0 {
            self.history.clone_from(&from.history);
        }
    }
}

impl PartialEq for State {
    fn eq(&self, o: &State) -> bool {
        self.same_board(o)
            && self.mover == o.mover
            && self.starter == o.starter
            && self.turn_facts() == o.turn_facts()
            && (!self.owned.many() || self.reads & reads::MY_TURN == 0 || self.later_turns().eq(o.later_turns()))
            && self.chosen == o.chosen
            && self.phase == o.phase
            && self.opening == o.opening
            && self.pending == o.pending
            && self.series == o.series
            && self.race == o.race
            && self.over == o.over
    }
}

impl Eq for State {}
