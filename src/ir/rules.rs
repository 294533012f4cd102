//! Sowing, moves, hooks and endings of the kernel.

use serde::{Deserialize, Serialize};

use super::expr::{Cond, Direction, LetId, Num, Pieces, Place, Player, Set, Slot, VarId, VarOf};
use crate::source::Span;

/// Index into [`super::Game::marks`].
pub type MarkId = u8;
/// Index into [`super::Game::choices`].
pub type ChoiceId = u16;
/// A number for each rule of the file, from 0.
pub type RuleId = u32;

/// How seeds go round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sowing {
    /// The direction, where a start line doesn't say another.
    pub direction: Direction,
    /// Chosen once instead: by each player (true) or by the first for all, and for the match.
    pub chosen_once: Option<(bool, bool)>,
    /// Turned round after each lap.
    pub reversed_each_lap: bool,
    /// The mover's store lies on his path.
    pub into_my_store: bool,
    /// Everybody's stores do.
    pub into_all_stores: bool,
    /// Only own pits (and the own store, if sown) are on the mover's path.
    pub own_side: bool,
    /// The lap's first seed falls in the pit it was lifted from: always, or unless it is alone.
    /// For the move's first lap only.
    pub first_in_start: Option<FirstInStart>,
    /// Places that get no seed this time; they stay on the path.
    pub skips: Vec<Skip>,
    /// Several seeds a pit, where the condition holds of it: first match.
    pub a_pit: Vec<(Num, Cond)>,
    /// Seeds go along rows and columns, and the sower chooses where they bend; the direction counts for
    /// nothing then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bends: Option<Bends>,
}

/// Where a way along rows and columns may bend. It never turns back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bends {
    /// At any pit.
    Anywhere,
    /// Where it can't go straight on.
    AtTheEdge,
}

/// The first seed goes back where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstInStart {
    /// Except a single seed, which moves on.
    pub unless_single: bool,
}

/// Places that get no seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Skip {
    /// Which: tested on each step with [`Place::It`] bound by the set's own conditions.
    pub set: Set,
    /// Except the hand's last seed.
    pub unless_last: bool,
    /// When.
    pub when: Cond,
}

/// Who may start where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moves {
    /// Classes by priority: a tier counts only when no earlier tier has a legal move.
    pub tiers: Vec<Vec<Class>>,
    /// What a move must do, in order.
    pub filters: Vec<Filter>,
    /// A player without a legal move passes (rather than the round being over).
    pub stuck_passes: bool,
    /// Whether all players choose a start, and then sow in step, a seed each in turn; it asks for options only.
    #[serde(default = "never", skip_serializing_if = "is_never")]
    pub race: Cond,
}

fn never() -> Cond {
    Cond::Const(false)
}

fn is_never(c: &Cond) -> bool {
    *c == Cond::Const(false)
}

/// A class of moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Class {
    /// Its name.
    pub name: Option<String>,
    /// The players' sign for it.
    pub written: Option<String>,
    /// Alternatives: the first with a candidate counts. Mostly one, of one line.
    pub lines: Vec<Vec<StartLine>>,
    /// What a move does; none: lift the start pit and sow it.
    pub program: Option<Vec<Action>>,
    /// Where it stands.
    pub span: Span,
}

/// Pits that may be started. An empty pit never may (except with a program).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartLine {
    /// The pits.
    pub from: Set,
    /// A condition on the position.
    pub when: Cond,
    /// Directions: for each pit the first whose condition (on [`Place::It`]) holds; none: as
    /// sowing says.
    pub going: Vec<Going>,
    /// How many seeds are lifted; none: all.
    pub amount: Option<Amount>,
    /// Where the first seed falls; none: in the next place.
    pub starting_at: Option<Place>,
    /// Where it stands.
    pub span: Span,
}

/// A direction for some start pits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Going {
    /// Which way.
    pub direction: Direction,
    /// For which pits.
    pub where_: Cond,
}

/// How many seeds are lifted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Amount {
    /// So many.
    Exactly(Num),
    /// All but so many.
    AllBut(Num),
    /// As the mover chooses, within the pit's content.
    Range(Num, Num),
}

/// What a move must do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Filter {
    /// Tested before the move.
    pub when: Cond,
    /// Tested when the move is done, before sweeps, the mover still being the mover.
    pub must: Cond,
    /// If no move does it, none has to.
    pub if_possible: bool,
    /// Its number.
    pub id: RuleId,
    /// Where it stands.
    pub span: Span,
    /// Its words.
    pub text: String,
}

/// What happens, hook by hook. Every hook's lists run in order, each first match only; an ending
/// ends the hook.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hooks {
    /// Before the lift.
    pub before_move: Vec<List>,
    /// After each lift; `hand` can be changed.
    pub each_lap: Vec<List>,
    /// After each drop.
    pub each_seed: Vec<List>,
    /// When the hand is empty.
    pub landing: Vec<List>,
    /// After each drop and each finished capture.
    pub whenever: Vec<List>,
    /// After a move, before a `move again` too.
    pub after_move: Vec<List>,
    /// When the turn ends.
    pub after_turn: Vec<List>,
}

/// A decision list.
pub type List = Vec<Rule>;

/// A rule of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// When.
    pub cond: Cond,
    /// What.
    pub actions: Vec<Action>,
    /// Its number.
    pub id: RuleId,
    /// Where it stands.
    pub span: Span,
    /// Its words, on one line.
    pub text: String,
}

/// Something done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Action {
    /// What.
    pub kind: ActionKind,
    /// Where it stands.
    pub span: Span,
}

/// How many seeds a capture takes from each pit; never more than are there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CaptureAmount {
    /// All.
    All,
    /// So many (at most, where there are fewer).
    UpTo(Num),
}

/// Where captured seeds go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CaptureTo {
    /// To a player's store.
    Player(Player),
    /// To the hand, to be sown.
    Hand,
}

/// Kinds of actions. From [`ActionKind::Relay`] to [`ActionKind::LastResort`] they are endings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ActionKind {
    /// Take seeds from each pit of a set, in its order. Closed pits, stores and pits with a mark
    /// that is never captured give nothing.
    Capture {
        /// From where.
        from: Set,
        /// How many each.
        amount: CaptureAmount,
        /// Whereto.
        to: CaptureTo,
    },
    /// Move seeds between two places: so many, or all; at most what is there. `Hand`, `Nobody`,
    /// stores and reserves may be either. Not a capture.
    Move {
        /// How many; none: all.
        n: Option<Num>,
        /// Only of that kind; none: any, seeds before other pieces.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pieces: Option<Pieces>,
        /// From where.
        from: Place,
        /// Whereto.
        to: Place,
    },
    /// A one-seed lap: a seed from a place (none: the hand) falls in a place (none: the next);
    /// sets `here` and what it held, and runs `each seed`.
    Drop {
        /// From where.
        from: Option<Place>,
        /// Where.
        to: Option<Place>,
    },
    /// Say when a piece of the hand falls in the sowing that begins: as its so-manyth, from 1.
    DropAs(Pieces, Num),
    /// Mark a pit.
    Make {
        /// Which.
        at: Place,
        /// The kind.
        kind: MarkId,
        /// Whose.
        maker: Player,
    },
    /// Take marks away: of a kind, or all.
    Unmake {
        /// From where.
        at: Set,
        /// The kind.
        kind: Option<MarkId>,
    },
    /// Close pits; what they hold stays where it is and can't be reached.
    Close(Set),
    /// Open them.
    Open(Set),
    /// Change their owner.
    Give(Set, Player),
    /// Set a variable.
    SetVar(VarId, VarOf, Num),
    /// Work out a name, and from here on in the list it means that.
    Let(LetId),
    /// Turn the sowing round.
    Reverse,
    /// Set its direction.
    Going(Direction),
    /// One or the other.
    If(Cond, Vec<Action>, Vec<Action>),
    /// For each pit of a set, worked out before; the slot holds it.
    ForEach(Slot, Set, Vec<Action>),

    /// Lift a place and sow it on from the next; from an empty, missing, locked, closed or store
    /// place the move ends.
    Relay(Place),
    /// Sow the hand: the first seed falls in a place (true) or after it.
    SowHand {
        /// In it, rather than after it.
        inside: bool,
        /// The place.
        at: Place,
        /// A new direction.
        going: Option<Direction>,
    },
    /// Lift so many (none: all) and sow them: after the place itself, or in/after another one.
    SowFrom {
        /// How many.
        n: Option<Num>,
        /// From where.
        from: Place,
        /// Where the first seed falls.
        starting: Option<(bool, Place)>,
        /// A new direction.
        going: Option<Direction>,
    },
    /// The mover makes another move.
    MoveAgain,
    /// The move ends.
    End,
    /// The turn is over, nothing done.
    Pass,
    /// Somebody decides.
    Choose(ChoiceId),
    /// The round is over.
    Finish(Vec<Outcome>),
    /// This move may not be made.
    Illegal,
    /// This move may be made only if no other may; it ends here.
    LastResort,

    // Between rounds only.
    /// Lay out all seeds as at the start of the game.
    LayOut,
    /// Lay out seeds from the mover's store: so many in each empty pit, as long as they last.
    Fill {
        /// Seeds a pit.
        n: Num,
        /// Which pits.
        set: Set,
        /// From which end.
        from: FillFrom,
        /// At most so many pits.
        pits: Option<Num>,
        /// Whether the seeds left over, too few for a pit, go in the next one.
        partial: bool,
    },
    /// Give a player so many pits onward from his left, counterclockwise, and another one the rest.
    Territory(Num, Player),
    /// The same for several, one stretch behind the other from the first one's left; the rest is of who
    /// isn't named.
    Territories(Vec<(Num, Player)>),
    /// Each player owns as many pits as his store fills, from the richest one's left on in the order of
    /// play; the poorest owns the rest.
    TerritoryByStore {
        /// Seeds that fill a pit.
        n: Num,
        /// What is added to a player's seeds before they are counted by pits.
        more: Num,
    },
    /// Say which way seeds go round, where that is chosen once.
    Direct(Direction),
    /// Who starts.
    Starts(Player),
    /// Do something as if a player were the mover.
    As(Player, Vec<Action>),
}

/// Which end a fill begins from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FillFrom {
    /// The owner's left.
    Left,
    /// The owner's right.
    Right,
    /// The end that sowing comes from.
    Tail,
    /// The end that sowing leaves by.
    Head,
    /// As the player chooses.
    Chosen,
}

/// A decision within a turn. One option is taken silently; none: the list's rest is skipped and
/// the move ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// Who decides.
    pub by: ChoiceBy,
    /// Among what.
    pub among: Among,
    /// Where it stands.
    pub span: Span,
}

/// Who decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ChoiceBy {
    /// A player.
    Player(Player),
    /// A lot drawn from the seeded generator.
    Lot,
}

/// What is chosen among.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Among {
    /// Labelled options.
    Labels(Vec<Labelled>),
    /// A pit of a set, put in the slot.
    Pits(Slot, Set, Vec<Action>),
    /// A number, put in the slot.
    Numbers(Slot, Num, Num, Vec<Action>),
    /// A direction, set.
    Directions(Vec<Action>),
    /// How many seeds from the mover's store to lay into each pit of a set, one pit after another from
    /// his left: a decision a pit, and four registers from the given one on.
    Layout {
        /// Registers: seeds still to be laid, the pit laid last, and the bounds, worked out once.
        slot: Slot,
        /// How many seeds in all.
        n: Num,
        /// Where.
        set: Set,
        /// The least and the most for a pit.
        each: (Num, Num),
    },
}

/// A labelled option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Labelled {
    /// Its label.
    pub label: String,
    /// The players' sign for it.
    pub written: Option<String>,
    /// When it is offered.
    pub when: Cond,
    /// What happens.
    pub actions: Vec<Action>,
}

/// What an endless sowing means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Endless {
    /// The move may not be made.
    Illegal,
    /// The move ends where the cycle was found.
    End,
    /// The round is a draw.
    Draw,
}

/// What happens to the seeds left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Rest {
    /// To the owners of their pits.
    OwnersKeep,
    /// To a player; [`Player::Nobody`]: they stay where they lie, and nobody's score has them.
    Takes(Player),
    /// Half each; an odd seed goes to the player whose side holds more, and stays where it is if
    /// neither's does.
    Split,
}

/// A part of a round's end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Outcome {
    /// The seeds left; then, if nothing else says who wins, more seeds won win.
    Rest(Rest),
    /// A player wins.
    Wins(Player),
    /// A draw.
    Draw,
}

/// A rule that ends a round (or match).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Over {
    /// When. Where [`Over::binds`], it is tried with each player as [`Player::Bound`], the mover
    /// first.
    pub cond: Cond,
    /// Whether the condition speaks of `a player` or `a side`.
    pub binds: bool,
    /// Actions before the end.
    pub actions: Vec<Action>,
    /// What then.
    pub outcomes: Vec<Outcome>,
    /// Its number.
    pub id: RuleId,
    /// Where it stands.
    pub span: Span,
    /// Its words.
    pub text: String,
}

/// How a round ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// Tried top down when a player is about to choose a start.
    pub over: Vec<Over>,
    /// Who is passed over when a turn is handed on: the mover is the player whose turn it would be, and the
    /// only action is [`ActionKind::Pass`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next_player: List,
    /// What an endless sowing means; none: unsaid, taken as illegal.
    pub endless: Option<Endless>,
    /// Whether a repeated position ends the round though no rule says so (as a draw).
    pub repetition_draws: bool,
    /// Pie rule: the second player may change seats instead of his first move.
    pub swap: bool,
    /// Who starts the first round; none: the first player.
    pub starter: Option<Player>,
}

/// Who starts the next round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StarterRule {
    /// The other one each round.
    Alternates,
    /// Always the same.
    Same,
    /// By role.
    Role(Player),
}
