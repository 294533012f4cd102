//! The engine: compiles the IR for one setting of its options and executes it.
//!
//! It knows nothing of text files. [`Game::compile`] folds the options, lays out the geometry and
//! sizes the state; [`Machine`] finds legal plies and makes them; [`State`] is what lies on the
//! board.
//!
//! ```text
//! IR ─fold─▶ IR without options ─lower─▶ one code a mover ─machine─▶ plies, states, events
//! ```
//!
//! It is a plain interpreter: conditions and sets are small trees that are walked. What the texts
//! leave open is decided here:
//! - The pie rule exchanges persons, not seats: [`Ply::Swap`] leaves the board and the player to
//!   move, and sets [`State::swapped`]; whoever began now sits on the second player's side.
//! - Seeds that a move leaves in the hand go to the mover's store; those in the hand when a sowing
//!   is given up, or when the round ends under it, go back where they were lifted.
//! - `each lap` rules run for every hand, a captured one too.
//! - A `drop` inside `each seed` rules doesn't run them again; nor do `whenever` rules run for what
//!   they themselves do.
//! - In sowing order the mover's row comes before the other's.
//! - What a player could do is asked one ply deep: within such a look ahead, only the start lines
//!   count.

mod actions;
mod code;
mod compact;
mod compile;
mod endless;
mod eval;
mod floor;
mod fold;
mod foresight;
mod forward;
mod geometry;
mod history;
mod key;
mod lap;
mod layout;
mod legal;
mod listen;
mod lower;
mod lower_rounds;
mod lower_rules;
mod machine;
pub mod notation;
mod options;
pub mod perft;
mod pieces;
mod playout;
pub mod position;
mod race;
mod rounds;
mod seats;
mod sets;
mod settle;
mod state;
mod territory;
mod trace;
mod turn;
mod way;

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::ir;
use crate::source::Span;

pub use geometry::{Geometry, Pit};
pub use listen::{Listener, Unheard};
pub use machine::Machine;
pub use state::{Over, Reason, State, Winner};
pub use trace::{Event, Turning};

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
    /// A whole match is played, where the rules tell of further rounds.
    pub matches: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { options: Vec::new(), ruleset: None, max_laps: MAX_LAPS, matches: false }
    }
}

/// A compiled game.
#[derive(Debug)]
pub struct Game {
    ir: ir::Game,
    values: Vec<i64>,
    geometry: Geometry,
    features: code::Features,
    chosen_once: Option<(bool, bool)>,
    /// The rules for each mover, phase by phase.
    code: Vec<code::Code>,
    /// What each phase asks for, for each mover; none where there is one phase.
    phases: Vec<Vec<code::C>>,
    mark_lives: Vec<ir::Life>,
    /// Most marks of a kind that a player may make.
    mark_limits: Vec<u32>,
    /// Kinds of pieces beside seeds.
    pieces: Vec<pieces::Piece>,
    never_lifted: Vec<ir::MarkId>,
    /// Marks that last until their pit is empty.
    while_held: Vec<ir::MarkId>,
    never_captured: Vec<ir::MarkId>,
    /// Where each variable's values begin, and where the last ends.
    var_first: Vec<u32>,
    bounds: Vec<(i32, i32)>,
    initial: Vec<i32>,
    rules: BTreeMap<ir::RuleId, (Span, String)>,
    max_laps: u64,
    most_steps: u64,
    /// Positions are kept for repetition.
    repetition: bool,
    repetition_draws: bool,
    swap: bool,
    stuck_passes: bool,
    /// Legality may need trials, or always does.
    trials: bool,
    always_trials: bool,
    /// Legality needs all moves to be weighed against each other.
    complex: bool,
    /// A turn may come back to a decision.
    turn_cycles: bool,
    /// One line, from the mover's pits, without conditions.
    plain_starts: bool,
    /// Plain starts, and nothing happens before the sowing or after the landing.
    direct: bool,
    /// Nothing runs while seeds fall, and at most the start is skipped.
    plain_sowing: bool,
    skips_start: bool,
    /// The position before the first tests.
    first: State,
    start: State,
    seeds: u64,
    /// Races that rounds begin with, the first whose condition holds: who takes its first step; none:
    /// who starts the round.
    races: Vec<(Option<u8>, code::C)>,
    /// In some phase all players move at once, turn by turn.
    racing: bool,
    /// What lays out the board before the first move.
    script: Option<code::Script>,
    /// What follows a round, if a match is played.
    next: Option<code::Next>,
    /// A quicker way to make its moves, if it is of the kind that has one.
    compact: Option<compact::Compact>,
}

impl Game {
    /// Whether the sower ever chooses the way along rows and columns.
    fn has_bends(&self) -> bool {
        self.code.iter().any(|c| c.bends.is_some())
    }

    /// Whether players ever sow at once.
    fn has_races(&self) -> bool {
        self.racing || !self.races.is_empty()
    }
}

impl Game {
    /// Folds options, lays out the board.
    ///
    /// # Errors
    /// Unknown options or values, boards and setups that can't be, what isn't built yet.
    pub fn compile(ir: &ir::Game, settings: &Settings) -> Result<Game, Vec<Diagnostic>> {
        compile::compile(ir, settings)
    }

    /// The same game without the quicker way that some have to count moves and to play random games;
    /// for comparisons.
    #[must_use]
    pub fn by_parts(mut self) -> Game {
        self.compact = None;
        self
    }

    /// Whether it has the quicker way.
    #[must_use]
    pub fn is_compact(&self) -> bool {
        self.compact.is_some()
    }

    /// The game's IR with the options folded.
    #[must_use]
    pub fn ir(&self) -> &ir::Game {
        &self.ir
    }

    /// The options' values, in the order of their declaration.
    #[must_use]
    pub fn options(&self) -> &[i64] {
        &self.values
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The rules of a mover in a phase.
    #[inline]
    fn code_of(&self, phase: u8, mover: u8) -> &code::Code {
        let i = usize::from(phase) * self.geometry.players.len() + usize::from(mover);
        self.code.get(i).unwrap_or(&self.code[usize::from(mover)])
    }

    /// Classes of moves in all phases.
    fn classes(&self) -> usize {
        self.code.last().map_or(0, |c| usize::from(c.first_class) + c.classes.len())
    }

    /// Whether a match is played, and not one round.
    #[must_use]
    pub fn is_match(&self) -> bool {
        self.next.is_some()
    }

    /// Whether the direction of sowing is chosen once, and then by each player for himself (true) or by
    /// the first for all.
    #[must_use]
    pub fn chosen_once(&self) -> Option<bool> {
        self.chosen_once.map(|(each, _)| each)
    }

    /// Seeds in the game.
    #[must_use]
    pub fn seeds(&self) -> u64 {
        self.seeds
    }

    /// The position at the start of the game, settled (it may be over at once).
    #[must_use]
    pub fn start(&self) -> State {
        self.start.clone()
    }

    /// Place and words of a rule; none if it was folded away.
    #[must_use]
    pub fn rule(&self, id: ir::RuleId) -> Option<(Span, &str)> {
        self.rules.get(&id).map(|(span, text)| (*span, text.as_str()))
    }
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ply {
    /// A start.
    Start {
        /// The pit.
        pit: PlaceId,
        /// Which way.
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
    /// The pie rule: the players exchange seats.
    Swap,
}

/// Why a ply was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The round is over.
    Over,
    /// It isn't among the legal plies: no such start, or a rule makes it illegal.
    Illegal(Option<ir::RuleId>),
    /// Its sowing never ends (or wasn't decided), which the rules forbid.
    Endless {
        /// It was found to come back.
        decided: bool,
        /// After so many laps.
        laps: u64,
    },
    /// Another move may be made, so this last resort may not.
    LastResort(Option<ir::RuleId>),
}
