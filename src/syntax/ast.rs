//! The syntax tree: what a rules file says, word for word, with a span on every node that a
//! message may point at. Names aren't resolved here and nothing is judged.

use crate::source::Span;

/// A name as written, in Unicode normal form C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A quoted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What stands between the quotation marks, with `\"` and `\\` resolved.
    pub text: String,
    /// Where it stands, quotation marks included.
    pub span: Span,
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Its declarations and sections, in file order.
    pub items: Vec<Item>,
}

/// A declaration or section of the file.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// `game "Bosh" { people "Darod"; source "…" }`
    Game(GameHeader),
    /// `extends "congkak"`
    Extends(Text, Span),
    /// `option NAME = VALUE | VALUE in LO..HI { note "…" }`
    Option(OptionDecl),
    /// `ruleset "NAME" { option = value }`
    Ruleset(Ruleset),
    /// `var NAME per player = 4 in 2..4`
    Var(VarDecl),
    /// `mark tuz { never started; 1 per player }`
    Mark(MarkDecl),
    /// `let NAME = …`
    Let(LetDecl),
    /// `to NAME { actions }`
    To(Procedure),
    /// `pieces { piece stone worth 10 }`
    Pieces(Vec<PieceDecl>, Span),
    /// `board { … }`
    Board(Vec<BoardStmt>, Span),
    /// `sowing { … }`
    Sowing(Vec<SowingStmt>, Span),
    /// `moves { … }`
    Moves(Vec<MovesStmt>, Span),
    /// `landing { … }` and the other hooks.
    Hook(Hook),
    /// `round { … }`
    Round(Vec<RoundStmt>, Span),
    /// `rounds { … }`
    Rounds(Vec<RoundsStmt>, Span),
    /// `opening { … }`
    Opening(Vec<OpeningStmt>, Span),
    /// `phase NAME for each player while C { … }`
    Phase(Phase),
    /// `example "…" { … }`
    Example(Example),
}

/// The header.
#[derive(Clone, Debug, PartialEq)]
pub struct GameHeader {
    /// The game's title.
    pub title: Text,
    /// `also`, `people`, `region`, `family`, `source`, `note`, each with its texts.
    pub meta: Vec<(Ident, Vec<Text>)>,
    /// The whole header.
    pub span: Span,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Int(u64, Span),
    /// A word.
    Word(Ident),
}

/// `option NAME = VALUE | … [in LO..HI] [{ note "…" }]`; the first value is the default.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionDecl {
    /// Its name.
    pub name: Ident,
    /// Its values; with a range, the default alone.
    pub values: Vec<Value>,
    /// The range of a number, ends included.
    pub range: Option<(u64, u64)>,
    /// Who says what.
    pub notes: Vec<Text>,
    /// The whole declaration.
    pub span: Span,
}

/// A named choice of option values.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruleset {
    /// Its name.
    pub name: Text,
    /// `option = value`.
    pub settings: Vec<(Ident, Value)>,
    /// Who plays so.
    pub notes: Vec<Text>,
    /// The whole declaration.
    pub span: Span,
}

/// To what a variable belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VarScope {
    /// To the game: one value.
    Game,
    /// One a player.
    Player,
    /// One a pit.
    Pit,
}

/// When a variable or mark goes back to its first value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// At each lap.
    Lap,
    /// At each move.
    Move,
    /// At each turn.
    Turn,
    /// At the end of the maker's next turn (marks only).
    MakersTurn,
    /// At each round (the default).
    Round,
    /// Never within the match.
    Match,
    /// When the pit is emptied (marks only).
    Emptied,
}

/// `var NAME [per player|pit] [each lap|move|turn|round|match] = N [in LO..HI]`
#[derive(Clone, Debug, PartialEq)]
pub struct VarDecl {
    /// Its name.
    pub name: Ident,
    /// Whose.
    pub scope: VarScope,
    /// When it is reset; unsaid: each round.
    pub life: Option<Life>,
    /// Its first value.
    pub init: Num,
    /// Its bounds.
    pub range: Option<(Num, Num)>,
    /// The whole declaration.
    pub span: Span,
}

/// A trait of a kind of mark.
#[derive(Clone, Debug, PartialEq)]
pub enum Trait {
    /// `never started`
    NeverStarted,
    /// `never lifted`
    NeverLifted,
    /// `never captured`
    NeverCaptured,
    /// `skipped`
    Skipped,
    /// `ends the lap`
    EndsTheLap,
    /// `collects for its maker`
    CollectsForMaker,
    /// `collects for its owner`
    CollectsForOwner,
    /// `N per player`
    PerPlayer(Num),
    /// `until emptied`, `until end of turn|the maker's next turn|round|match`
    Until(Life),
}

/// `mark KIND { traits }`
#[derive(Clone, Debug, PartialEq)]
pub struct MarkDecl {
    /// The kind's name.
    pub name: Ident,
    /// What it does.
    pub traits: Vec<(Trait, Span)>,
    /// The whole declaration.
    pub span: Span,
}

/// What a `let` names. Which of these it is shows only when names are known; the parser gives the
/// first that fits in this order: a reference, a number, a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum LetBody {
    /// A place, set or run.
    Ref(Ref),
    /// A number.
    Num(Num),
    /// A condition.
    Cond(Cond),
}

/// `let NAME [of P] = …`
#[derive(Clone, Debug, PartialEq)]
pub struct LetDecl {
    /// Its name.
    pub name: Ident,
    /// The parameter: `let works of P = …`, used as an adjective (`my nyumba is works`).
    pub param: Option<Ident>,
    /// What it names.
    pub body: LetBody,
    /// The whole declaration.
    pub span: Span,
}

/// `to NAME [PARAM…] { actions }`
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure {
    /// Its name.
    pub name: Ident,
    /// Parameters: numbers.
    pub params: Vec<Ident>,
    /// What it does.
    pub body: Vec<Action>,
    /// The whole declaration.
    pub span: Span,
}

/// `piece stone worth 10`, `piece mother of each player worth 5`
#[derive(Clone, Debug, PartialEq)]
pub struct PieceDecl {
    /// The kind's name.
    pub name: Ident,
    /// Each player has his own.
    pub each_player: bool,
    /// What one is worth.
    pub worth: Num,
    /// The statement.
    pub span: Span,
}

/// Pieces of a kind: `stone`, `my mother`
#[derive(Clone, Debug, PartialEq)]
pub struct Pieces {
    /// The kind.
    pub kind: Ident,
    /// Whose; none: anybody's.
    pub whose: Option<Side>,
}

/// Where stores lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stores {
    /// Apart from the board: never on a path.
    Apart,
    /// Each at its owner's left end.
    Left,
    /// Each at its owner's right end.
    Right,
    /// After the last pit of the owner's row, in the direction of the sowing.
    Ahead,
    /// None (seeds won are kept in the hand).
    None,
}

/// A number of seeds for setup, by pit from the owner's left.
#[derive(Clone, Debug, PartialEq)]
pub enum Seeds {
    /// `seeds 4 each`
    Each(Num),
    /// `seeds 4 4 4 4 5`, or `seeds 0 3 3 repeated`
    Row {
        /// The numbers.
        counts: Vec<Num>,
        /// Whether they go on from the start to the row's end.
        repeated: bool,
    },
}

/// A piece of a path, from the mover's side.
#[derive(Clone, Debug, PartialEq)]
pub struct PathPiece {
    /// The row, group or place.
    pub what: Ref,
    /// `backward`: from right to left.
    pub backward: bool,
}

/// A statement of `board`.
#[derive(Clone, Debug, PartialEq)]
pub enum BoardStmt {
    /// `board anew { … }`: nothing is kept of the board of the file that is extended.
    Anew(Span),
    /// `rows 2`
    Rows(Num, Span),
    /// `pits 5 a row`
    Pits(Num, Span),
    /// `players 3` or `players raja, pasu, mandiri`
    Players(PlayerList, Span),
    /// `seeds …`, for all, for one row or place (`seeds 6 in my front 5`), or for one player.
    Seeds {
        /// The pits meant; none: all.
        at: Option<Ref>,
        /// How many.
        seeds: Seeds,
        /// `for first`, `for second`, `for south`.
        who: Option<Ident>,
        /// The kind of piece, where there are two.
        piece: Option<Ident>,
        /// The statement.
        span: Span,
    },
    /// `reserve 22`, `reserve 9 hidden`
    Reserve(Num, bool, Span),
    /// `stores right`, `stores right hidden`
    Stores(Stores, bool, Span),
    /// `row front = A1..A8` or `row outer = A2..F2`: names the pits of a row from the owner's left.
    Row {
        /// The row's name.
        name: Ident,
        /// The pit names, first and last; one name alone for a row of one.
        first: Ident,
        /// The last name.
        last: Option<Ident>,
        /// `columns pits as A1, B1`: the number of pits.
        count: Option<Num>,
        /// The statement.
        span: Span,
    },
    /// `name nyumba = front 5`: names a place or group.
    Name(Ident, Ref, Span),
    /// `place middle = M`: a neutral place.
    Place(Ident, Ident, Span),
    /// `path my outer, my middle backward, …`
    Path(Vec<PathPiece>, Span),
    /// `ring 2 * columns + 4`
    Ring(Num, Span),
    /// `facing none`, or `facing A1 a3, …`
    Facing(Vec<(Ident, Ident)>, Span),
    /// `owner by rows`, `owner by halves`, `owner nobody`
    Owner(Ident, Span),
    /// `mark nyumba as house`: marks at the start.
    Mark(Ref, Ident, Span),
    /// `close P`: closed at the start.
    Close(Ref, Span),
    /// `give P to WHO`
    Give(Ref, Who, Span),
}

/// Players of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerList {
    /// By number, `3` or an option, and perhaps their names: `seats named red, green, blue`.
    Count(Num, Vec<Ident>),
    /// By name.
    Names(Vec<Ident>),
}

/// A direction of sowing.
#[derive(Clone, Debug, PartialEq)]
pub enum Direction {
    /// As seen from above.
    Counterclockwise,
    /// As seen from above.
    Clockwise,
    /// The mover chooses.
    Either,
    /// Left half clockwise, right half counterclockwise, a middle pit either.
    Outward,
    /// The other way round.
    Inward,
    /// Odd pits (from the owner's left) counterclockwise, even ones clockwise.
    ByParity,
    /// Along, or against, the path as it is sown now.
    Forward,
    /// Against it.
    Backward,
    /// `direction of P`, a variable that holds one.
    Named(Ident),
}

/// A statement of `sowing`.
#[derive(Clone, Debug, PartialEq)]
pub enum SowingStmt {
    /// `sowing anew { … }`: nothing is kept of the sowing of the file that is extended.
    Anew(Span),
    /// `counterclockwise`
    Direction(Direction, Span),
    /// `direction chosen once by the first player for the match|round`, `… by each player …`
    ChosenOnce {
        /// By each player for himself, rather than by the first for all.
        each: bool,
        /// For the match rather than the round.
        for_match: bool,
        /// The statement.
        span: Span,
    },
    /// `direction reversed each lap`
    ReversedEachLap(Span),
    /// `into my store`
    IntoMyStore(Span),
    /// `into all stores`
    IntoAllStores(Span),
    /// `skip start`, `skip SET [where …] [unless last]`
    Skip {
        /// What gets no seed; none: the start pit.
        set: Option<Ref>,
        /// `unless last`
        unless_last: bool,
        /// `when C`
        when: Option<Cond>,
        /// The statement.
        span: Span,
    },
    /// `first seed in start [unless single]`
    FirstInStart {
        /// `unless single`
        unless_single: bool,
        /// The statement.
        span: Span,
    },
    /// `own side`: only the mover's own pits are sown.
    OwnSide(Span),
    /// `orthogonally, turning at (any pit | the edge)`; true: at the edge.
    Orthogonally(bool, Span),
    /// `N a pit [where C]`: several seeds a pit.
    APit(Num, Option<Cond>, Span),
}

/// `going D [where C]`
#[derive(Clone, Debug, PartialEq)]
pub struct Going {
    /// Which way.
    pub direction: Direction,
    /// For which start pits.
    pub where_: Option<Cond>,
    /// The words.
    pub span: Span,
}

/// How many seeds of the start pit are sown.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// A number.
    Exactly(Num),
    /// `all but N`
    AllBut(Num),
    /// `LO..HI`: the mover chooses.
    Range(Num, Num),
}

/// `from SET [where C] [when C] [going D [where C]] [sowing N] [starting at P]`
#[derive(Clone, Debug, PartialEq)]
pub struct StartLine {
    /// The pits, `where` included in the reference.
    pub from: Ref,
    /// A condition on the position.
    pub when: Option<Cond>,
    /// Directions; the first whose condition holds counts. Empty: as `sowing` says.
    pub going: Vec<Going>,
    /// How many seeds.
    pub sowing: Option<Amount>,
    /// Where the first seed falls.
    pub starting_at: Option<Ref>,
    /// The whole line.
    pub span: Span,
}

/// A statement of `moves`.
#[derive(Clone, Debug, PartialEq)]
pub enum MovesStmt {
    /// A start line or class.
    Class {
        /// `otherwise`: counts only when nothing before has a legal move.
        otherwise: bool,
        /// `class NAME`
        name: Option<Ident>,
        /// `written "*"`
        written: Option<Text>,
        /// Its lines; without a class, one. In a class, `otherwise from` begins a next choice.
        lines: Vec<(bool, StartLine)>,
        /// `going` statements of the class itself.
        going: Vec<Going>,
        /// `do { … }` in place of lifting and sowing the start pit.
        program: Option<Vec<Action>>,
        /// The whole statement.
        span: Span,
    },
    /// `[when C:] must C [if possible]`; also `must feed`, `must capture`, `must reach`.
    Must {
        /// The guard, tested before the move.
        when: Option<Cond>,
        /// What must hold after it.
        what: Must,
        /// `if possible`
        if_possible: bool,
        /// The statement.
        span: Span,
    },
    /// `stuck => pass`
    StuckPass(Span),
    /// `race [when C]`: all players move at once.
    Race(Option<Cond>, Span),
}

/// What a move must do.
#[derive(Clone, Debug, PartialEq)]
pub enum Must {
    /// `must feed`
    Feed,
    /// `must capture`
    Capture,
    /// `must reach SET`, `must reach` their side
    Reach(Option<Ref>),
    /// `must leave C`, `must C`
    Cond(Cond),
}

/// When a hook's rules run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HookKind {
    /// `before move`: before the lift.
    BeforeMove,
    /// `each lap`: after a lift.
    EachLap,
    /// `each seed`: after each drop.
    EachSeed,
    /// `landing`: the hand is empty.
    Landing,
    /// `whenever`: after each drop and each finished capture.
    Whenever,
    /// `after move`
    AfterMove,
    /// `after turn`
    AfterTurn,
}

impl HookKind {
    /// Its words in a file.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            HookKind::BeforeMove => "before move",
            HookKind::EachLap => "each lap",
            HookKind::EachSeed => "each seed",
            HookKind::Landing => "landing",
            HookKind::Whenever => "whenever",
            HookKind::AfterMove => "after move",
            HookKind::AfterTurn => "after turn",
        }
    }
}

/// A hook: a decision list.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// Which.
    pub kind: HookKind,
    /// Its rules; `let`s may stand between them.
    pub rules: Vec<RuleItem>,
    /// The whole block.
    pub span: Span,
}

/// A statement of a hook.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleItem {
    /// A `let` for this list.
    Let(LetDecl),
    /// A rule.
    Rule(Rule),
    /// `otherwise as in "congkak"`: then the rules of the file that is extended.
    AsIn(Text, Span),
}

/// `C => actions`
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The condition; none: `otherwise`.
    pub cond: Option<Cond>,
    /// What happens.
    pub actions: Vec<Action>,
    /// The whole rule.
    pub span: Span,
}

/// What happens to the seeds left on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Rest {
    /// `owners keep the rest`
    OwnersKeep,
    /// `WHO takes the rest`
    Takes(Who),
    /// `split the rest`
    Split,
}

/// How a round ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Seeds are counted after this.
    Rest(Rest),
    /// `WHO wins`
    Wins(Who),
    /// `draw`
    Draw,
}

/// A statement of `round`.
#[derive(Clone, Debug, PartialEq)]
pub enum RoundStmt {
    /// `otherwise as in "congkak"`: then the rules of the file that is extended.
    AsIn(Text, Span),
    /// `over when C => OUTCOME [then OUTCOME]`, or a block of actions that ends with one.
    Over {
        /// When.
        cond: Cond,
        /// Actions before the end (`capture …`); mostly none.
        actions: Vec<Action>,
        /// What then.
        outcomes: Vec<Outcome>,
        /// The statement.
        span: Span,
    },
    /// `endless => illegal | end | draw`
    Endless(Endless, Span),
    /// `swap after the first turn`
    Swap(Span),
    /// `WHO starts`
    Starts(Who, Span),
    /// `next player { rules }`
    NextPlayer(Vec<Rule>, Span),
}

/// What an endless sowing means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// The move may not be made.
    Illegal,
    /// The move ends where the cycle was found.
    End,
    /// The round is a draw.
    Draw,
}

/// Which end a fill begins from.
#[derive(Clone, Debug, PartialEq)]
pub enum FillFrom {
    /// The owner's left.
    Left,
    /// The owner's right.
    Right,
    /// The end that sowing comes from.
    Tail,
    /// The end that sowing leaves by.
    Head,
    /// The player chooses.
    Chosen,
}

/// A statement of `rounds`.
#[derive(Clone, Debug, PartialEq)]
pub enum RoundsStmt {
    /// `refill N a pit from SIDE`
    Refill(Num, FillFrom, Span),
    /// `refill as at first`
    Afresh(Span),
    /// `own 1 pit per N [rounding K]`
    Own(Num, Option<Num>, Span),
    /// `remainder kept | in next pit`
    Remainder(Ident, Span),
    /// `unfilled closed | open`
    Unfilled(bool, Span),
    /// `poorer lays out, other mirrors`
    LaysOut(Who, bool, Span),
    /// `starter alternates | loser | winner | poorer | last mover | same`
    Starter(StarterRule, Span),
    /// `over when C [=> OUTCOME]`
    Over(Cond, Option<Outcome>, Span),
    /// `next round { steps }`
    NextRound(Vec<Action>, Span),
}

/// Who starts the next round.
#[derive(Clone, Debug, PartialEq)]
pub enum StarterRule {
    /// The other one each round.
    Alternates,
    /// Always the same.
    Same,
    /// A player named by a role.
    Role(Who),
}

/// A statement of `opening`.
#[derive(Clone, Debug, PartialEq)]
pub enum OpeningStmt {
    /// `race [, WHO first] [when C]`
    Race(Option<Who>, Option<Cond>, Span),
    /// Actions that lay out the board.
    Do(Action),
}

/// `phase NAME for each player|the game while C { sections }`
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// Its name.
    pub name: Ident,
    /// For each player, rather than for the game.
    pub each_player: bool,
    /// While; none: `otherwise`.
    pub while_: Option<Cond>,
    /// Its `moves`, `sowing` and hooks.
    pub items: Vec<Item>,
    /// The whole phase.
    pub span: Span,
}

/// A worked example.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// What it shows.
    pub name: Text,
    /// Its statements.
    pub steps: Vec<ExampleStmt>,
    /// The whole block.
    pub span: Span,
}

/// What belongs to a player off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purse {
    /// Neither: a pit is named.
    Pit,
    /// His store.
    Store,
    /// His reserve.
    Reserve,
}

/// A piece of a position in an example.
#[derive(Clone, Debug, PartialEq)]
pub enum PosItem {
    /// `south 4 4 - 4`: a row (or all rows) from the owner's left; `-` is a closed pit.
    Row(Ident, Vec<(Option<u64>, Span)>),
    /// `won 0 8`, in the order of the players.
    Won(Vec<(u64, Span)>),
    /// `reserve 22 21`
    Reserve(Vec<(u64, Span)>),
    /// `north to move`
    ToMove(Ident),
    /// `A5 6`: one place.
    Pit(Ident, u64),
    /// `c is a tuz of south`
    Mark(Ident, Ident, Option<Ident>),
    /// `R holds 1 stone`, `store of south holds 1 mother of north`
    Pieces(Purse, Ident, u64, Ident, Option<Ident>),
    /// `catch of south = 3`, `few = 1`
    Var(Ident, Option<Ident>, i64),
    /// `direction >`
    Direction(String),
    /// `free`: the seeds needn't add up.
    Free,
    /// `over`, `south wins`, `draw`
    Over(Option<Ident>, bool),
    /// `between rounds`
    BetweenRounds,
    /// `WHO started`
    Started(Ident),
}

/// A statement of an example.
#[derive(Clone, Debug, PartialEq)]
pub enum ExampleStmt {
    /// `set NAME = VALUE`
    Set(Ident, Value),
    /// The position to begin with.
    Position(Vec<PosItem>, Span),
    /// `play C d E/stop`
    Play(Vec<Text>),
    /// `expect …`
    Expect(Vec<PosItem>, Span),
    /// `legal A B C`: exactly these.
    Legal(Vec<Text>, Span),
    /// `legal count 29`
    LegalCount(u64, Span),
    /// `refuse D`
    Refuse(Text),
}

/// `my` or `their`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The mover's.
    My,
    /// The other's (all others').
    Their,
    /// Everybody's.
    All,
}

/// A player.
#[derive(Clone, Debug, PartialEq)]
pub enum Who {
    /// `mover`, `me`
    Mover,
    /// `opponent`, `them`
    Opponent,
    /// `a player`, `any player` (binds `that player`)
    APlayer,
    /// `that player`
    That,
    /// `the other player`
    Other,
    /// `each player`
    Each,
    /// `nobody`, `no player`
    Nobody,
    /// `the poorer`, `poorer`
    Poorer,
    /// `the richer`
    Richer,
    /// `the winner`
    Winner,
    /// `the loser`
    Loser,
    /// `the last mover`
    LastMover,
    /// `the starter`
    Starter,
    /// `owner of P`
    OwnerOf(Box<Ref>),
    /// `maker of P`
    MakerOf(Box<Ref>),
    /// `player (N)`: by number in the order of play, going round.
    Number(Box<Num>),
    /// `south`, `north`, or a name from `players`.
    Named(Ident),
}

/// An adjective before a noun: `my occupied unmarked pits`.
#[derive(Clone, Debug, PartialEq)]
pub enum Adjective {
    /// At least one seed.
    Occupied,
    /// No seed.
    Empty,
    /// Exactly one.
    Single,
    /// No mark.
    Unmarked,
    /// Not closed.
    Open,
    /// Closed.
    Closed,
}

/// What a possessive stands before.
#[derive(Clone, Debug, PartialEq)]
pub enum Noun {
    /// `pits`
    Pits,
    /// `side`: the pits of the owner, as a mass (`their side is empty`)
    Side,
    /// `left half`
    LeftHalf,
    /// `right half`
    RightHalf,
    /// `middle`: the middle pit of a row of odd length
    Middle,
    /// `ends`
    Ends,
    /// `pit N`, `pits M..N`: by number from the owner's left
    PitRange(Num, Option<Num>),
    /// `front`, `back`, a row or group that the file names, with an optional index or range.
    Group(Ident, Option<(Num, Option<Num>)>),
}

/// A place, a set of places or a run. Which it is, the names and forms tell later.
#[derive(Clone, Debug, PartialEq)]
pub struct Ref {
    /// What it is.
    pub kind: RefKind,
    /// Where it stands.
    pub span: Span,
}

/// Kinds of references.
#[derive(Clone, Debug, PartialEq)]
pub enum RefKind {
    /// `here`
    Here,
    /// `start`
    Start,
    /// `lap start`
    LapStart,
    /// `first fed`
    FirstFed,
    /// `before last`
    BeforeLast,
    /// `it`
    It,
    /// `hand`
    Hand,
    /// `nobody`: out of play
    Nobody,
    /// `next` (1), `2 ahead` (2), `previous` (-1), `2 behind` (-2), each with an optional `of P`.
    Step {
        /// How far; the sign is the way.
        n: Box<Num>,
        /// `behind`, `previous`
        back: bool,
        /// From where; none: `here`, or `it` in `where` and `while`.
        of: Option<Box<Ref>>,
    },
    /// `neighbour [of P]`: the raw step.
    Neighbour(Option<Box<Ref>>),
    /// `opposite [front|back] [of P]`
    Opposite {
        /// The row, on four rows: true for the front one.
        front: Option<bool>,
        /// Of which pit.
        of: Option<Box<Ref>>,
    },
    /// `my store`, `their store`
    SideStore(Side),
    /// `store of WHO`
    StoreOf(Box<Who>),
    /// `my reserve`, `reserve of WHO`
    Reserve(Box<Who>),
    /// `pit A`: by its name
    Pit(Ident),
    /// `pit (N)`, with `my`/`their`: see [`Noun::PitRange`].
    Sided {
        /// Whose.
        side: Side,
        /// Adjectives.
        adjectives: Vec<Adjective>,
        /// What.
        noun: Noun,
    },
    /// A name: of a `let`, a place, a group, a loop's variable.
    Name(Ident),
    /// `NAME of P`: a `let` with a parameter.
    NameOf(Ident, Box<Ref>),
    /// `SET where C`
    Where(Box<Ref>, Box<Cond>),
    /// `SET but P`
    But(Box<Ref>, Box<Ref>),
    /// `RUN but the first`, `… the last`
    ButEnd(Box<Ref>, bool),
    /// `first [N] of SET`, `last [N] of SET`, in sowing order
    Ends {
        /// `last` rather than `first`.
        last: bool,
        /// How many; none: one, which is a place.
        n: Option<Box<Num>>,
        /// Of what.
        of: Box<Ref>,
    },
    /// `first occupied after P`, `first occupied before P`
    FirstOccupied {
        /// `before`
        before: bool,
        /// From where.
        of: Box<Ref>,
    },
    /// `back from P while C` and its kin
    Run {
        /// Which way.
        way: Way,
        /// From where, itself included.
        from: Box<Ref>,
        /// How long.
        while_: Box<Cond>,
    },
    /// `leapfrog from P`
    Leapfrog(Box<Ref>),
    /// `P and Q`
    And(Vec<Ref>),
    /// `pits marked KIND [of mine|theirs]`
    Marked(Ident, Option<Side>),
}

/// Which way a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Against the sowing.
    Back,
    /// With it.
    Ahead,
    /// Both, from the middle.
    Both,
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub struct Num {
    /// What it is.
    pub kind: NumKind,
    /// Where it stands.
    pub span: Span,
}

/// Kinds of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum NumKind {
    /// As written.
    Int(u64),
    /// An option, variable, `let` or parameter.
    Name(Ident),
    /// `my catch`, `their catch`
    SideName(Side, Ident),
    /// `catch of P`, `catch of WHO`
    NameOf(Ident, Box<NumOf>),
    /// `hand`
    Hand,
    /// `lap`
    Lap,
    /// `turn`
    Turn,
    /// `my turn`
    MyTurn,
    /// `round`: of the match, from 1
    Round,
    /// `rounds won by WHO`: so far in the match
    RoundsWon(Box<Who>),
    /// `taken`: captured in this move
    Taken,
    /// `taken this lap`
    TakenThisLap,
    /// `seeds sown this turn`
    SownThisTurn,
    /// `kept`, `kept of WHO`: carried over from earlier rounds
    Kept(Option<Box<Who>>),
    /// `seeds in play`: pits and hand
    InPlay,
    /// `number of P`: from its owner's left
    NumberOf(Box<Ref>),
    /// `total of SET`
    Total(Box<Ref>),
    /// `count of SET`
    Count(Box<Ref>),
    /// `value of SET`: what its pieces are worth
    Value(Box<Ref>),
    /// `count of stone in SET`
    Pieces(Pieces, Box<Ref>),
    /// `score of WHO`: won this round
    Score(Box<Who>),
    /// A place: what it holds.
    Held(Box<Ref>),
    /// `a + b` and so on.
    Binary(Arith, Box<Num>, Box<Num>),
    /// `- a`
    Negative(Box<Num>),
    /// `min(a, b)`, `max(a, b)`
    MinMax(bool, Box<Num>, Box<Num>),
    /// `if C then a else b`
    If(Box<Cond>, Box<Num>, Box<Num>),
}

/// To what a variable belongs, in `catch of …`.
#[derive(Clone, Debug, PartialEq)]
pub enum NumOf {
    /// A player.
    Who(Who),
    /// A pit.
    Ref(Ref),
}

/// Arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arith {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, rounded towards zero
    Div,
    /// `mod`
    Mod,
}

/// A comparison of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// What a count is tested against.
#[derive(Clone, Debug, PartialEq)]
pub enum CountTest {
    /// `2, 4 or 6`, `2..3`
    OneOf(Vec<(Num, Option<Num>)>),
    /// `at least N`, `more than N`, `at most N`, `fewer than N`
    Than(Compare, Num),
    /// `odd` (which needs a seed)
    Odd,
    /// `even` (which needs a seed)
    Even,
}

/// What a place is tested for.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    /// `empty`
    Empty,
    /// `occupied`
    Occupied,
    /// `single`
    Single,
    /// `mine`
    Mine,
    /// `theirs`
    Theirs,
    /// `a store`
    AStore,
    /// `closed`
    Closed,
    /// `reached`: got a seed in this move
    Reached,
    /// `marked`: bears any mark
    Marked,
    /// `a tuz [of mine|theirs]`
    AMark(Ident, Option<Side>),
    /// `in SET`
    In(Ref),
    /// `my store`, `start`, `first of my pits`: the same place
    Same(Ref),
    /// A `let` with a parameter, as an adjective; or a bare name.
    Adjective(Ident),
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Cond {
    /// What it is.
    pub kind: CondKind,
    /// Where it stands.
    pub span: Span,
}

/// How many of a set.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantifier {
    /// `any of`
    Any,
    /// `all of`
    All,
    /// `none of`
    None,
    /// `2 of`
    Exactly(Num),
    /// `at least 2 of`
    AtLeast(Num),
}

/// Kinds of conditions.
#[derive(Clone, Debug, PartialEq)]
pub enum CondKind {
    /// `a or b`
    Or(Vec<Cond>),
    /// `a and b`
    And(Vec<Cond>),
    /// `not a`
    Not(Box<Cond>),
    /// `SUBJECT is [not] PREDICATE`. The subject may be missing.
    Is {
        /// Of which place or set.
        subject: Option<Ref>,
        /// `not`
        not: bool,
        /// `was`: before the last seed fell.
        was: bool,
        /// What.
        predicate: Predicate,
    },
    /// `SUBJECT holds TEST`, `SUBJECT was TEST`.
    Holds {
        /// Of which place.
        subject: Option<Ref>,
        /// `was`
        was: bool,
        /// `not`
        not: bool,
        /// What.
        test: CountTest,
    },
    /// `any of SET is PREDICATE`: the condition's subject is the pit under test.
    Quantified {
        /// How many.
        quantifier: Quantifier,
        /// Of what.
        set: Ref,
        /// What holds of them; an `Is` or `Holds` without a subject.
        test: Box<Cond>,
    },
    /// `a = b`, `a is at least b`
    Compare(Compare, Num, Num),
    /// `option NAME is [not] VALUE`
    Option {
        /// Which option.
        name: Ident,
        /// `is not`
        not: bool,
        /// The value.
        value: Value,
    },
    /// `WHO can move`, `WHO cannot move`
    CanMove {
        /// Who.
        who: Who,
        /// `cannot`
        not: bool,
    },
    /// `a side is empty` (binds `that player`, the one whose side it is)
    ASide {
        /// `occupied` rather than `empty`.
        occupied: bool,
    },
    /// `SCORE of a player > N` and the like: a comparison with a bound player is [`Self::Compare`].
    /// `the position repeats [N times]`
    Repeats(Option<u64>),
    /// `the layout repeats`: of a match's rounds
    LayoutRepeats(Option<u64>),
    /// `last`: this is the hand's last seed
    Last,
    /// `P holds a stone`
    HoldsPiece {
        /// The place; none: the one under test.
        subject: Option<Ref>,
        /// Denied.
        not: bool,
        /// Which.
        pieces: Pieces,
    },
    /// `dropped a stone`: the piece that has just fallen
    Dropped(Pieces),
    /// `class is [not] NAME`
    Class(Ident, bool),
    /// `phase is [not] NAME`, `phase of opponent is …`
    Phase(Option<Who>, Ident, bool),
    /// `direction is [not] D`
    DirectionIs(Direction, bool),
    /// `opponent could play CLASS`, `I could play CLASS`
    CouldPlay(Who, Ident),
    /// `I could capture P`, `opponent could capture P`
    CouldCapture(Who, Ref),
    /// `a player fills no pit`, `a player owns no pit` (between rounds)
    FillsNoPit(Who),
    /// A `let`, or a named place or set that is occupied.
    Name(Ident),
    /// `otherwise`, in nested lists.
    Otherwise,
}

/// Something done.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// What.
    pub kind: ActionKind,
    /// Where it stands.
    pub span: Span,
}

/// Kinds of actions.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionKind {
    /// `capture P [and P] [at most N each] [for WHO | to hand]`, `capture N from P`
    Capture {
        /// What.
        what: Ref,
        /// `N from`
        n: Option<Num>,
        /// `at most N each`
        at_most: Option<Num>,
        /// `for WHO`
        for_: Option<Who>,
        /// `to hand`
        to_hand: bool,
    },
    /// `capture across [with the last seed]`
    CaptureAcross {
        /// `with the last seed`
        with_last: bool,
    },
    /// `put N [KIND] [from P] in P`
    Put(Num, Option<Pieces>, Option<Ref>, Ref),
    /// `move N [KIND] from P to P`, `move all from P to P`
    Move(Option<Num>, Option<Pieces>, Ref, Ref),
    /// `drop KIND as piece N`: when it falls in the sowing that begins
    DropAs(Pieces, Num),
    /// `drop [from P] [in P]`: a one-seed lap
    Drop {
        /// From where; none: the hand.
        from: Option<Ref>,
        /// Where; none: the next pit.
        in_: Option<Ref>,
    },
    /// `make P a KIND [for WHO]`
    Make(Ref, Ident, Option<Who>),
    /// `unmake P`, `unmake P as KIND`
    Unmake(Ref, Option<Ident>),
    /// `close P`
    Close(Ref),
    /// `open P`
    Open(Ref),
    /// `give P to WHO`
    Give(Ref, Who),
    /// `set VAR to E`; the variable is a `Name`, `SideName` or `NameOf`.
    Set(Num, Num),
    /// `add E to VAR`
    Add(Num, Num),
    /// `reverse`
    Reverse,
    /// `going D`
    Going(Direction),
    /// `if C { } else { }`
    If(Cond, Vec<Action>, Vec<Action>),
    /// `for each P in SET { }`; `for each player { }`, `for the poorer { }` (in a next round)
    ForEach(Ident, Ref, Vec<Action>),
    /// `for WHO { }`
    ForWho(Who, Vec<Action>),
    /// `let NAME = …` inside a program
    Let(Box<LetDecl>),
    /// `do NAME [N…]`
    Do(Ident, Vec<Num>),
    /// `relay [from P]`
    Relay(Option<Ref>),
    /// `sow hand starting in P`, `sow hand after P`, `sow N from P`, each with `going D`
    Sow {
        /// How many, from which pit; none: the hand.
        from: Option<(Option<Num>, Ref)>,
        /// Where the first seed falls: `in P` (true) or `after P` (false).
        starting: Option<(bool, Ref)>,
        /// Which way.
        going: Option<Direction>,
    },
    /// `move again`
    MoveAgain,
    /// `end`
    End,
    /// `pass`
    Pass,
    /// `choose …`
    Choose(Box<Choose>),
    /// `finish round OUTCOME`
    Finish(Vec<Outcome>),
    /// `WHO wins`
    Wins(Who),
    /// `draw`
    Draw,
    /// `illegal`
    Illegal,
    /// `last resort`
    LastResort,
    /// `fill N [in SET] from SIDE [, K pits]`
    Fill {
        /// Seeds a pit.
        n: Num,
        /// Which pits; none: mine.
        set: Option<Ref>,
        /// From which end.
        from: FillFrom,
        /// At most so many pits.
        pits: Option<Num>,
        /// `, remainder in next pit`
        partial: bool,
    },
    /// `lay out as at first`
    LayOut,
    /// `territory N to WHO, N to WHO`
    Territory(Vec<(Num, Who)>),
    /// `territory 1 pit per N rounding K`
    TerritoryByStore(Num, Option<Num>),
    /// `arrange N in SET [, LO..HI each]`
    Arrange(Num, Ref, Option<(Num, Num)>),
    /// `WHO starts`
    Starts(Who),
    /// `direction D`, for the next round
    Direction(Direction),
}

/// A choice within a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Choose {
    /// `by WHO`; none: the mover.
    pub by: Option<Who>,
    /// `by lot`
    pub by_lot: bool,
    /// Among what.
    pub among: Among,
}

/// What is chosen among.
#[derive(Clone, Debug, PartialEq)]
pub enum Among {
    /// Labelled options.
    Labels(Vec<Labelled>),
    /// `P in SET => …`
    Pits(Ident, Ref, Vec<Action>),
    /// `N in LO..HI => …`
    Number(Ident, Num, Num, Vec<Action>),
    /// `direction => …`
    Direction(Vec<Action>),
}

/// `"stop" [written "+"] [if C] => actions`
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    /// The label.
    pub label: Text,
    /// A player's sign for it.
    pub written: Option<Text>,
    /// `K in LO..HI`: a number chosen with it.
    pub number: Option<(Ident, Num, Num)>,
    /// When it is offered.
    pub when: Option<Cond>,
    /// What happens.
    pub actions: Vec<Action>,
    /// The whole option.
    pub span: Span,
}
