//! The intermediate form: a game as plain data.
//!
//! Names are resolved and sugar is gone; what is left is the kernel that the engine executes. The
//! options are still in it (they are folded when a game is compiled), so that `--set` works on an
//! IR file as well, and so that prose can tell the readings. Numbers of the board may depend on
//! options, so the geometry is described here and laid out by the engine.
//!
//! Everything is `serde` data; [`FORMAT`] is its version. Each rule keeps its [`Span`] and its
//! words, so that a trace can name the line behind a thing that happened.

mod expr;
mod rules;

use serde::{Deserialize, Serialize};

pub use expr::{
    Compare, Cond, CountTest, Direction, LetId, MakerTest, MinMax, Num, NumOp, OptionId, Owner, PieceId, Pieces, Place,
    Player, Quantifier, Set, Slot, VarId, VarOf, Way,
};
pub use rules::{
    Action, ActionKind, Among, Amount, Bends, CaptureAmount, CaptureTo, Choice, ChoiceBy, ChoiceId, Class, Endless,
    FillFrom, Filter, FirstInStart, Going, Hooks, Labelled, List, MarkId, Moves, Outcome, Over, Rest, Round, Rule,
    RuleId, Skip, Sowing, StartLine, StarterRule,
};

use crate::source::Span;

/// Version of the format; a file of another version is refused.
pub const FORMAT: u32 = 1;

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// [`FORMAT`].
    pub format: u32,
    /// The rules file's name, for `file:line`.
    pub file: String,
    /// The names of the files that it extends, by [`Span::file`] from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<String>,
    /// Title and provenance.
    pub header: Header,
    /// Disputed rules and sizes.
    pub options: Vec<OptionDecl>,
    /// Named choices of options.
    pub rulesets: Vec<Ruleset>,
    /// The players' names in the order of play: 1 to 10.
    pub players: Vec<String>,
    /// How many of them play, where an option says it: the first so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_count: Option<Num>,
    /// Geometry and setup.
    pub board: Board,
    /// Kinds of pieces beside seeds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceDecl>,
    /// Variables.
    pub vars: Vec<VarDecl>,
    /// Kinds of marks.
    pub marks: Vec<MarkDecl>,
    /// Named conditions, numbers, places and sets, worked out once when a list that uses them is
    /// entered. A `let` uses only earlier ones.
    pub lets: Vec<Let>,
    /// Phases, tried in order; the first whose condition holds counts. A game without phases has
    /// one, nameless, whose condition is always true.
    pub phases: Vec<Phase>,
    /// Choices within a turn, by [`ChoiceId`].
    pub choices: Vec<Choice>,
    /// How a round ends.
    pub round: Round,
    /// Opening script, if any.
    pub opening: Option<Opening>,
    /// Further rounds, if any.
    pub rounds: Option<Rounds>,
    /// How many [`RuleId`]s there are.
    pub rule_count: u32,
    /// How many [`Slot`]s loops and choices use at most.
    pub slots: u8,
    /// Worked examples.
    pub examples: Vec<Example>,
}

impl Game {
    /// The name of the file that a span is in.
    #[must_use]
    pub fn file_of(&self, span: Span) -> &str {
        usize::from(span.file).checked_sub(1).and_then(|i| self.extends.get(i)).unwrap_or(&self.file)
    }

    /// `file:line` of a span.
    #[must_use]
    pub fn place_of(&self, span: Span) -> String {
        format!("{}:{}", self.file_of(span), span.line)
    }
}

/// Title and provenance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The title.
    pub title: String,
    /// Other names.
    pub also: Vec<String>,
    /// Who plays it, and where.
    pub people: Vec<String>,
    /// Region.
    pub region: Vec<String>,
    /// Family of games.
    pub family: Vec<String>,
    /// Sources.
    pub sources: Vec<String>,
    /// Remarks.
    pub notes: Vec<String>,
}

/// A disputed rule, or a size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OptionDecl {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub values: OptionValues,
    /// Who says what.
    pub notes: Vec<String>,
    /// Where it is declared.
    pub span: Span,
}

/// What an option may be. Its value in a game is a number: the index of a word, or the number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum OptionValues {
    /// Words; the first is the default.
    Words(Vec<String>),
    /// Numbers in a list; the first is the default.
    Numbers(Vec<i64>),
    /// A number in a range.
    Range {
        /// The default.
        default: i64,
        /// The least.
        lo: i64,
        /// The greatest.
        hi: i64,
    },
}

impl OptionDecl {
    /// The default's value.
    #[must_use]
    pub fn default_value(&self) -> i64 {
        match &self.values {
            OptionValues::Words(_) => 0,
            OptionValues::Numbers(n) => n.first().copied().unwrap_or(0),
            OptionValues::Range { default, .. } => *default,
        }
    }

    /// Reads a value as typed; none if the option can't have it.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<i64> {
        match &self.values {
            OptionValues::Words(words) => words.iter().position(|w| w == text).map(|i| i as i64),
            OptionValues::Numbers(numbers) => text.parse().ok().filter(|n| numbers.contains(n)),
            OptionValues::Range { lo, hi, .. } => text.parse().ok().filter(|n| (*lo..=*hi).contains(n)),
        }
    }

    /// A value as typed.
    #[must_use]
    pub fn show(&self, value: i64) -> String {
        match &self.values {
            OptionValues::Words(words) => words.get(value as usize).cloned().unwrap_or_default(),
            OptionValues::Numbers(_) | OptionValues::Range { .. } => value.to_string(),
        }
    }
}

/// A named choice of options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruleset {
    /// Its name.
    pub name: String,
    /// Values by option.
    pub settings: Vec<(OptionId, i64)>,
    /// Who plays so.
    pub notes: Vec<String>,
}

/// The board and what lies on it at first.
///
/// Each player has as many rows; where two have an odd number of them, they share the row between
/// them, each the half at his right. Counterclockwise is the first player's rows, the one nearest to
/// him from left to right, then the second's. Facing is by column. A board without rows is a ring, or
/// places that a path joins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Board {
    /// Rows in all (1 to 6); 0 on a board without rows.
    pub rows: Num,
    /// Pits a row; 0 where the rows' names tell.
    pub pits: Num,
    /// Pits of a ring, on a board without rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ring: Option<Num>,
    /// Where stores lie.
    pub stores: Stores,
    /// The other players may not see how many seeds lie in a store. The rules don't ask.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stores_hidden: bool,
    /// Seeds at first; a later entry overwrites an earlier one's pits.
    pub seeds: Vec<Setup>,
    /// Seeds that each player has in the hand at first.
    pub reserve: Option<Num>,
    /// The other players may not see how many.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reserve_hidden: bool,
    /// Rows that the file names.
    pub row_names: Vec<RowName>,
    /// Groups and places that the file names.
    pub groups: Vec<Group>,
    /// Names of the pits that lie in nobody's row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// The path as each player sees it, where it isn't the default.
    pub path: Option<Vec<PathPiece>>,
    /// Facing.
    pub facing: Facing,
    /// Who owns the pits at first.
    pub owner: OwnerRule,
    /// Pits that belong to somebody else at first, or to nobody, as each player sees them; later ones count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<(Set, Player)>,
    /// Closed at first.
    pub closed: Vec<Set>,
    /// Marks at first.
    pub marks: Vec<(Set, MarkId)>,
    /// Where the board is described.
    pub span: Span,
}

/// Where stores lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stores {
    /// Apart from the path.
    Apart,
    /// At each owner's left.
    Left,
    /// At each owner's right.
    Right,
    /// After the last pit of each owner's row, in the direction of the sowing; drawn at his right.
    Ahead,
    /// None: seeds won are kept in the hand. (They are counted all the same.)
    None,
}

/// Seeds at first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// In which pits; none: in all of the player's.
    pub at: Option<Set>,
    /// How many: one number for each pit, or a row's numbers from the owner's left.
    pub seeds: Vec<Num>,
    /// Whether a row's numbers are repeated to its end. One number for each pit is repeated.
    pub repeated: bool,
    /// Whose; none: everybody's.
    pub player: Option<u8>,
    /// Pieces of that kind, which lie there besides the seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceId>,
    /// Where it is said.
    pub span: Span,
}

/// A kind of piece that is sown and taken with the seeds, and counts as one of them wherever pieces are
/// counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceDecl {
    /// Its name.
    pub name: String,
    /// What one counts where seeds won are counted; a seed counts 1.
    pub worth: Num,
    /// Each player has his own; one in a player's store is his, whosever it was.
    pub each_player: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A row's name and its pits' names from the owner's left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowName {
    /// The row's name.
    pub name: String,
    /// Name of the first pit.
    pub first: String,
    /// Name of the last.
    pub last: Option<String>,
    /// How many pits it has, where that is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pits: Option<Num>,
}

/// A named group or place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its pits, as one player sees them.
    pub set: Set,
}

/// A piece of a path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathPiece {
    /// The pits.
    pub set: Set,
    /// From right to left.
    pub backward: bool,
}

/// Which pits face each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Facing {
    /// By column.
    Column,
    /// None does.
    None,
    /// As listed.
    Table(Vec<(String, String)>),
}

/// Who owns the pits at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnerRule {
    /// Each player his rows, or his stretch of a ring.
    Rows,
    /// Each player the half of both rows at his right; a middle column is nobody's.
    Halves,
    /// Nobody.
    Nobody,
}

/// When something goes back to its first state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Life {
    /// At each lap.
    Lap,
    /// At each move.
    Move,
    /// At each turn.
    Turn,
    /// At the end of the maker's next turn.
    MakersTurn,
    /// When the pit is emptied.
    Emptied,
    /// At each round.
    Round,
    /// With the match.
    Match,
}

/// To what a variable belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VarScope {
    /// One value.
    Game,
    /// One a player.
    Player,
    /// One a pit.
    Pit,
}

/// A variable. Values past its bounds are brought back to the nearer bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VarDecl {
    /// Its name.
    pub name: String,
    /// To what it belongs.
    pub scope: VarScope,
    /// When it is reset.
    pub life: Life,
    /// Its first value.
    pub init: Num,
    /// Its bounds.
    pub bounds: Option<(Num, Num)>,
    /// Where it is declared.
    pub span: Span,
}

/// A kind of mark. What it does in starting, landing, collecting and skipping has become rules;
/// what is left is what `lift`, `capture` and `make` must know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MarkDecl {
    /// Its name.
    pub name: String,
    /// A lap that would lift such a pit ends the move.
    pub never_lifted: bool,
    /// Capturing such a pit takes nothing.
    pub never_captured: bool,
    /// At most so many a maker; a `make` past it does nothing.
    pub per_player: Option<Num>,
    /// When it goes.
    pub life: Life,
    /// Where it is declared.
    pub span: Span,
}

/// A named condition, number, place or set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Let {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub body: LetBody,
    /// Whether it is worked out by an action ([`ActionKind::Let`]), and means nothing before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub local: bool,
    /// Where it is declared.
    pub span: Span,
}

/// What a `let` stands for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LetBody {
    /// A condition.
    Cond(Cond),
    /// A number.
    Num(Num),
    /// A place.
    Place(Place),
    /// A set, in order.
    Set(Set),
}

/// A phase: its own sowing, moves and hooks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// Its name.
    pub name: Option<String>,
    /// Whether each player has his own (its condition is then about the mover).
    pub each_player: bool,
    /// While this holds; fixed when the turn begins.
    pub while_: Cond,
    /// How seeds go round.
    pub sowing: Sowing,
    /// Who may start where.
    pub moves: Moves,
    /// What happens.
    pub hooks: Hooks,
}

/// An opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Opening {
    /// Both choose, then sow in step: the first line whose condition on the options holds; if none
    /// does, there is no race.
    Race(Vec<RaceLine>),
    /// Actions that lay out the board.
    Script(Vec<Action>),
}

/// A race: both players sow at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceLine {
    /// Whose seed falls first in each step; none: the starter's.
    pub first: Option<Player>,
    /// Whether there is a race.
    pub when: Cond,
}

/// Further rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rounds {
    /// When the match is over: tried top down after each round.
    pub over: Vec<Over>,
    /// How the next round is laid out, step by step. In a list of [`ActionKind::As`] the mover is that
    /// player; outside of one there is none. A choice stands last in its step.
    pub next: Vec<Action>,
    /// Who starts it, unless a step says so.
    pub starter: StarterRule,
    /// Where it stands.
    pub span: Span,
}

/// A worked example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// What it shows.
    pub name: String,
    /// Option values for it.
    pub settings: Vec<(OptionId, i64)>,
    /// What happens in it.
    pub steps: Vec<ExampleStep>,
    /// Where it stands.
    pub span: Span,
}

/// A step of an example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExampleStep {
    /// The position to go on from.
    Position(Picture, Span),
    /// A turn or ply, as text.
    Play(String, Span),
    /// What must be seen now.
    Expect(Picture, Span),
    /// Exactly these moves are legal.
    Legal(Vec<String>, Span),
    /// So many moves are legal.
    LegalCount(u64, Span),
    /// This move isn't legal.
    Refuse(String, Span),
}

/// A position as far as it is told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// Rows by player: each pit's seeds from the owner's left; none: a closed pit.
    pub rows: Vec<(u8, Vec<Option<u64>>)>,
    /// Single pits by name.
    pub pits: Vec<(String, u64)>,
    /// Seeds won, by player.
    pub won: Option<Vec<u64>>,
    /// The direction that was chosen once: everybody's, or each player's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub direction: Vec<Direction>,
    /// A round is over, and the match goes on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub between: bool,
    /// Who began the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<u8>,
    /// Seeds in reserve, by player.
    pub reserve: Option<Vec<u64>>,
    /// Who is to move.
    pub to_move: Option<u8>,
    /// Which turn of the round it is, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Pieces other than seeds: where, how many, which, whose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PicturePiece>,
    /// Marks: pit, kind, maker.
    pub marks: Vec<(String, MarkId, Option<u8>)>,
    /// Variables: which, of which player or pit, value.
    pub vars: Vec<(VarId, Option<String>, i64)>,
    /// The round is over.
    pub over: bool,
    /// Its winner, where told: a player, or none for a draw.
    pub winner: Option<Option<u8>>,
    /// The seeds needn't add up.
    pub free: bool,
}

/// So many pieces of a kind in a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PicturePiece {
    /// Where.
    pub at: PicturePlace,
    /// How many.
    pub n: u64,
    /// The kind.
    pub kind: PieceId,
    /// Whose, where it is told.
    pub owner: Option<u8>,
}

/// A place that a picture names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PicturePlace {
    /// A pit.
    Pit(String),
    /// A player's store.
    Store(u8),
    /// His reserve.
    Reserve(u8),
}
