//! The engine: compiles the IR for one setting of its options and executes it.
//!
//! It knows nothing of text files. [`Game::compile`] folds the options, lays out the geometry and
//! sizes the state; [`Machine`] finds legal plies and makes them; [`State`] is what lies on the
//! board.
#![allow(unused_variables, missing_docs, clippy::unimplemented)] // skeleton

pub mod notation;
pub mod perft;
pub mod position;

use crate::diagnostic::Diagnostic;
use crate::ir;

/// Index of a place: pits first (each player's from his left, in the order of the players; rows
/// from the front), then stores, reserves, and `nobody`.
pub type PlaceId = u8;

/// Most pits of a board.
pub const MAX_PITS: usize = 120;
/// Most seeds of a game.
pub const MAX_SEEDS: u64 = 4_000_000_000;
/// Default of [`Settings::max_laps`].
pub const MAX_LAPS: u64 = 10_000_000;

/// What is chosen about a game before it is compiled.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `--set NAME=VALUE`, later ones winning.
    pub options: Vec<(String, String)>,
    /// `--ruleset NAME`, applied before the options.
    pub ruleset: Option<String>,
    /// Laps of a move after which it is undecided.
    pub max_laps: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { options: Vec::new(), ruleset: None, max_laps: MAX_LAPS }
    }
}

/// A direction as seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turning {
    Counterclockwise,
    Clockwise,
}

/// A pit, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pit {
    /// Its name.
    pub name: String,
    /// Whose row it lies in; none: neutral.
    pub player: Option<u8>,
    /// Which of that player's rows, from the front (0).
    pub row: u8,
    /// Its number from its row's player's left, from 1.
    pub number: u8,
    /// Its column on the board as the first player sees it, from 0.
    pub column: u8,
}

/// The board as tables.
#[derive(Clone, Debug)]
pub struct Geometry {
    pub pits: Vec<Pit>,
    /// Each player's store.
    pub stores: Vec<PlaceId>,
    pub reserves: Vec<PlaceId>,
    pub nobody: PlaceId,
    /// Places in all.
    pub places: usize,
    /// Columns of the drawing.
    pub columns: u8,
    // more, private to the engine
}

impl Geometry {
    /// A place's name: a pit's, `south's store`, …
    #[must_use]
    pub fn name(&self, place: PlaceId) -> String {
        unimplemented!()
    }
    /// The pit of that name.
    #[must_use]
    pub fn pit(&self, name: &str) -> Option<PlaceId> {
        unimplemented!()
    }
}

/// A compiled game.
#[derive(Debug)]
pub struct Game {}

impl Game {
    /// Folds options, lays out the board.
    ///
    /// # Errors
    /// Unknown options or values, boards and setups that can't be, what isn't built yet.
    pub fn compile(ir: &ir::Game, settings: &Settings) -> Result<Game, Vec<Diagnostic>> {
        unimplemented!()
    }
    /// The game's IR with the options folded.
    #[must_use]
    pub fn ir(&self) -> &ir::Game {
        unimplemented!()
    }
    /// The options' values, in the order of their declaration.
    #[must_use]
    pub fn options(&self) -> &[i64] {
        unimplemented!()
    }
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        unimplemented!()
    }
    /// Seeds in the game.
    #[must_use]
    pub fn seeds(&self) -> u64 {
        unimplemented!()
    }
    /// The position at the start of the game, settled (it may be over at once).
    #[must_use]
    pub fn start(&self) -> State {
        unimplemented!()
    }
    /// Line and words of a rule.
    #[must_use]
    pub fn rule(&self, id: ir::RuleId) -> Option<(u32, &str)> {
        unimplemented!()
    }
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    Player(u8),
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
    pub winner: Winner,
    /// Seeds won, by player.
    pub score: Vec<u64>,
    pub reason: Reason,
}

/// What lies on the board and all else that the rules may read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {}

impl State {
    #[must_use]
    pub fn count(&self, place: PlaceId) -> u32 {
        unimplemented!()
    }
    /// All places' counts.
    #[must_use]
    pub fn counts(&self) -> &[u32] {
        unimplemented!()
    }
    /// The owner of a pit now.
    #[must_use]
    pub fn owner(&self, game: &Game, place: PlaceId) -> Option<u8> {
        unimplemented!()
    }
    #[must_use]
    pub fn is_closed(&self, place: PlaceId) -> bool {
        unimplemented!()
    }
    /// Marks on a pit: kind and maker.
    #[must_use]
    pub fn marks(&self, place: PlaceId) -> Vec<(ir::MarkId, u8)> {
        unimplemented!()
    }
    /// A variable's values: one, one a player, or one a pit.
    #[must_use]
    pub fn var<'a>(&'a self, game: &'a Game, var: ir::VarId) -> &'a [i32] {
        unimplemented!()
    }
    /// Who decides next: none when it is over, or when a lot is drawn.
    #[must_use]
    pub fn to_move(&self) -> Option<u8> {
        unimplemented!()
    }
    /// Whether a lot is to be drawn.
    #[must_use]
    pub fn lot(&self) -> bool {
        unimplemented!()
    }
    /// Whether a choice within a move is pending.
    #[must_use]
    pub fn choosing(&self) -> bool {
        unimplemented!()
    }
    /// The turn of the round, from 1.
    #[must_use]
    pub fn turn(&self) -> u32 {
        unimplemented!()
    }
    #[must_use]
    pub fn over(&self) -> Option<&Over> {
        unimplemented!()
    }
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ply {
    /// A start.
    Start {
        pit: PlaceId,
        direction: Turning,
        /// Seeds lifted, where the rules let the mover choose.
        amount: Option<u32>,
        /// The class, by its place in the list of all classes.
        class: u16,
    },
    /// A labelled option of a choice.
    Label(u16),
    /// A pit of a choice.
    Pit(PlaceId),
    /// A number of a choice.
    Number(i64),
    /// A direction of a choice.
    Direction(Turning),
    /// A forced pass.
    Pass,
    /// The pie rule.
    Swap,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A rule's condition held; what follows is its doing.
    Rule(ir::RuleId),
    /// Seeds were lifted into the hand: a lap begins.
    Lift { from: PlaceId, n: u32 },
    /// A seed fell.
    Drop { to: PlaceId },
    /// Seeds were captured; `to` none: into the hand.
    Capture { from: PlaceId, n: u32, to: Option<PlaceId> },
    /// Seeds were moved otherwise.
    Move { from: Option<PlaceId>, n: u32, to: Option<PlaceId> },
    Make { at: PlaceId, kind: ir::MarkId, maker: u8 },
    Unmake { at: PlaceId, kind: ir::MarkId },
    Close { at: PlaceId },
    Open { at: PlaceId },
    Give { at: PlaceId, to: Option<u8> },
    /// The sowing turned round.
    Turned { to: Turning },
    /// The mover moves again.
    Again,
    /// A lap that would start from an empty or forbidden place ends the move.
    NothingToLift { at: Option<PlaceId> },
    /// A sowing that never ends, found after so many laps.
    Endless { laps: u64 },
    /// A sowing given up after so many laps.
    Undecided { laps: u64 },
    /// The rest went to a player's store.
    Rest { from: PlaceId, n: u32, to: PlaceId },
    /// The round is over.
    Over,
}

/// Why a ply was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The round is over.
    Over,
    /// It isn't among the legal plies: no such start, or a rule makes it illegal.
    Illegal(Option<ir::RuleId>),
    /// Its sowing never ends (or wasn't decided), which the rules forbid.
    Endless { decided: bool, laps: u64 },
    /// Another move may be made, so this last resort may not.
    LastResort(Option<ir::RuleId>),
}

/// Executes a game. It owns the scratch space of one thread.
pub struct Machine<'g> {
    game: &'g Game,
}

impl<'g> Machine<'g> {
    #[must_use]
    pub fn new(game: &'g Game) -> Machine<'g> {
        Machine { game }
    }
    #[must_use]
    pub fn game(&self) -> &'g Game {
        self.game
    }
    /// Legal plies, in the order of the board; none when it is over.
    pub fn legal(&mut self, state: &State) -> Vec<Ply> {
        unimplemented!()
    }
    /// Makes a ply.
    ///
    /// # Errors
    /// When it isn't legal.
    pub fn play(&mut self, state: &State, ply: &Ply) -> Result<State, Refused> {
        unimplemented!()
    }
    /// Makes a ply and tells what happened.
    ///
    /// # Errors
    /// When it isn't legal.
    pub fn play_traced(&mut self, state: &State, ply: &Ply, trace: &mut dyn FnMut(Event)) -> Result<State, Refused> {
        unimplemented!()
    }
    /// Makes a ply that is known to be legal, into a state that is reused.
    pub fn play_unchecked(&mut self, state: &State, ply: &Ply, out: &mut State) {
        unimplemented!()
    }
}
