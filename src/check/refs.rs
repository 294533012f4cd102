//! Places, sets and players.

use super::names::{LetKind, Named};
use super::{Ctx, Local, Lower, Room};
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::ir::{self, Cond, Owner, Place, Player, Set};
use crate::source::Span;
use crate::syntax::ast::{self, Adjective, Noun, Ref, RefKind, Side, Who};

/// A reference made out: one place, or a set.
pub(super) enum Made {
    Place(Place),
    Set(Set),
}

impl Lower<'_> {
    /// One place.
    pub(super) fn place(&mut self, r: &Ref, ctx: &Ctx) -> Place {
        match self.made(r, ctx) {
            Made::Place(p) => p,
            Made::Set(_) => {
                self.error(
                    &codes::WRONG_KIND,
                    r.span,
                    format!("`{}` may be several pits, and one is needed here", self.words(r.span)),
                    "say which one: `first of …`, `last of …`, `my pit 3`",
                );
                Place::Here
            }
        }
    }

    /// A set; one place is a set of one.
    pub(super) fn set(&mut self, r: &Ref, ctx: &Ctx) -> Set {
        match self.made(r, ctx) {
            Made::Place(p) => Set::One(p),
            Made::Set(s) => s,
        }
    }

    /// What a reference is.
    pub(super) fn made(&mut self, r: &Ref, ctx: &Ctx) -> Made {
        use Made::{Place as P, Set as S};
        match &r.kind {
            RefKind::Here => P(self.in_move(r.span, ctx, Place::Here)),
            RefKind::Start => P(self.start(r.span, ctx)),
            RefKind::LapStart => P(self.in_move(r.span, ctx, Place::LapStart)),
            RefKind::FirstFed => P(self.in_move(r.span, ctx, Place::FirstFed)),
            RefKind::BeforeLast => P(self.in_move(r.span, ctx, Place::BeforeLast)),
            RefKind::It => P(self.it(r.span, ctx)),
            RefKind::Hand => P(Place::Hand),
            RefKind::Nobody => P(Place::Nobody),
            RefKind::Step { n, back, of } => {
                let of = self.of(of.as_deref(), r.span, ctx);
                let n = self.num(n, ctx);
                let n = if *back { negative(n) } else { n };
                P(Place::Step { n: Box::new(n), of: Box::new(of) })
            }
            RefKind::Neighbour(of) => P(Place::Neighbour(Box::new(self.of(of.as_deref(), r.span, ctx)))),
            RefKind::Opposite { front, of } => {
                P(Place::Opposite { front: *front, of: Box::new(self.of(of.as_deref(), r.span, ctx)) })
            }
            RefKind::SideStore(side) => P(Place::Store(side_player(*side))),
            RefKind::StoreOf(who) => P(Place::Store(self.player(who, r.span, ctx))),
            RefKind::Reserve(who) => P(Place::Reserve(self.player(who, r.span, ctx))),
            RefKind::Pit(name) => P(Place::Pit(name.text.clone())),
            RefKind::Sided { side, adjectives, noun } => self.sided(r, *side, adjectives, noun, ctx),
            RefKind::Name(name) => self.named_ref(name, ctx),
            RefKind::NameOf(name, of) => {
                self.error(
                    &codes::WRONG_KIND,
                    name.span,
                    format!("`{} of …` isn't a place", name.text),
                    "a `let` with `of` names a condition: write `P is NAME`",
                );
                P(self.place(of, ctx))
            }
            RefKind::Where(set, cond) => {
                let set = self.set(set, ctx);
                let cond = self.cond(cond, &ctx.testing());
                S(Set::Where(Box::new(set), Box::new(cond)))
            }
            RefKind::But(set, but) => {
                let set = self.set(set, ctx);
                match self.made(but, ctx) {
                    P(but) => S(Set::But(Box::new(set), but)),
                    S(but) => {
                        let other = Cond::Not(Box::new(Cond::In(Place::It, but)));
                        S(Set::Where(Box::new(set), Box::new(other)))
                    }
                }
            }
            RefKind::ButEnd(set, last) => S(Set::ButEnd(Box::new(self.set(set, ctx)), *last)),
            RefKind::Ends { last, n: None, of } => P(Place::EndOf { set: Box::new(self.set(of, ctx)), last: *last }),
            RefKind::Ends { last, n: Some(n), of } => {
                let n = self.num(n, ctx);
                S(Set::EndsOf(Box::new(self.set(of, ctx)), *last, Box::new(n)))
            }
            RefKind::FirstOccupied { before, of } => {
                P(Place::FirstOccupied { before: *before, of: Box::new(self.place(of, ctx)) })
            }
            RefKind::Run { way, from, while_ } => {
                let way = match way {
                    ast::Way::Back => ir::Way::Back,
                    ast::Way::Ahead => ir::Way::Ahead,
                    ast::Way::Both => ir::Way::Both,
                };
                let from = Box::new(self.place(from, ctx));
                let while_ = Box::new(self.cond(while_, &ctx.testing()));
                S(Set::Run { way, from, while_ })
            }
            RefKind::Leapfrog(from) => S(Set::Leapfrog(Box::new(self.place(from, ctx)))),
            RefKind::And(list) => S(Set::Union(list.iter().map(|r| self.set(r, ctx)).collect())),
            RefKind::Marked(kind, whose) => match self.mark_kind(kind) {
                Some(kind) => S(Set::Marked(kind, maker_test(*whose))),
                None => S(Set::Union(Vec::new())),
            },
        }
    }

    /// `of P`, or what is meant without it.
    fn of(&mut self, of: Option<&Ref>, span: Span, ctx: &Ctx) -> Place {
        match of {
            Some(r) => self.place(r, ctx),
            None => self.subject(span, ctx),
        }
    }

    /// The left-out subject: the pit under test, or the last seed's.
    pub(super) fn subject(&mut self, span: Span, ctx: &Ctx) -> Place {
        if ctx.testing {
            return Place::It;
        }
        match ctx.room {
            Room::Hook(ast::HookKind::BeforeMove) => Place::Start,
            Room::Hook(ast::HookKind::EachLap) => Place::LapStart,
            Room::Hook(_) | Room::Let => Place::Here,
            Room::Board | Room::Sowing | Room::Moves | Room::Round | Room::Rounds => {
                self.error(
                    &codes::MISSING,
                    span,
                    format!("`{}` doesn't say of which pit", self.words(span)),
                    "name the pit or pits before it: `any of my pits is …`, `from my pits where …`",
                );
                Place::It
            }
        }
    }

    /// A place that only a move has.
    fn in_move(&mut self, span: Span, ctx: &Ctx, place: Place) -> Place {
        if matches!(ctx.room, Room::Board | Room::Moves | Room::Round) && !matches!(place, Place::Start) {
            self.error(
                &codes::WRONG_PLACE,
                span,
                format!("`{}` means something only while a move is made", self.words(span)),
                "in `moves` and `round` no seed has been sown yet",
            );
        }
        place
    }

    /// `start`: in `moves` it is the candidate.
    fn start(&mut self, span: Span, ctx: &Ctx) -> Place {
        if ctx.room == Room::Moves && ctx.testing { Place::It } else { self.in_move(span, ctx, Place::Start) }
    }

    fn it(&mut self, span: Span, ctx: &Ctx) -> Place {
        if !ctx.testing {
            self.error(
                &codes::WRONG_PLACE,
                span,
                "`it` means the pit under test, and there is none here",
                "`it` stands after `where` or `while`; elsewhere say `here`",
            );
        }
        Place::It
    }

    fn named_ref(&mut self, name: &ast::Ident, ctx: &Ctx) -> Made {
        if let Some(local) = self.local(name, ctx) {
            return match local {
                Local::Place(p) => Made::Place(p),
                Local::Let(LetKind::Place(id)) => Made::Place(Place::Let(id)),
                Local::Let(LetKind::Set(id)) => Made::Set(Set::Let(id)),
                Local::Let(LetKind::Broken) => Made::Place(Place::It),
                Local::Let(LetKind::Cond(_)) => self.not_a_place(name, "a condition"),
                Local::Num(_) | Local::Let(LetKind::Num(_)) => {
                    self.error(
                        &codes::WRONG_KIND,
                        name.span,
                        format!("`{}` is a number here, and a pit is needed", name.text),
                        "`my pit (N)` is the pit of that number",
                    );
                    Made::Place(Place::It)
                }
            };
        }
        if name.text == "pits" {
            return Made::Set(Set::Pits(Owner::All));
        }
        if name.text == "front" || name.text == "back" {
            return Made::Set(Set::Row(Owner::All, name.text.clone()));
        }
        match self.names.get(&name.text) {
            Some(Named::Let(_)) => match self.names.lowered(&name.text) {
                Some(LetKind::Place(id)) => Made::Place(Place::Let(id)),
                Some(LetKind::Set(id)) => Made::Set(Set::Let(id)),
                Some(LetKind::Broken) => Made::Place(Place::It),
                Some(LetKind::Cond(_) | LetKind::Num(_)) => self.not_a_place(name, "a condition or number"),
                None => {
                    self.let_too_early(name);
                    Made::Place(Place::It)
                }
            },
            Some(Named::Row) => Made::Set(Set::Row(Owner::All, name.text.clone())),
            Some(Named::Group(_)) => Made::Set(Set::Group(Owner::All, name.text.clone())),
            Some(Named::Place(pit)) => Made::Place(Place::Pit(pit.text.clone())),
            Some(other) => self.not_a_place(name, other.kind()),
            None => {
                self.unknown(name, "a place, a set of pits or a `let`");
                Made::Place(Place::It)
            }
        }
    }

    fn not_a_place(&mut self, name: &ast::Ident, kind: &str) -> Made {
        self.error(
            &codes::WRONG_KIND,
            name.span,
            format!("`{}` is {kind}, and a pit or set of pits is needed here", name.text),
            "",
        );
        Made::Place(Place::It)
    }

    /// A `let` that is used before it is declared, or by itself.
    pub(super) fn let_too_early(&mut self, name: &ast::Ident) {
        self.error(
            &codes::CYCLE,
            name.span,
            format!("`{}` is used before it is declared", name.text),
            "a `let` may use only those above it; write it further up",
        );
    }

    /// A name that isn't declared.
    pub(super) fn unknown(&mut self, name: &ast::Ident, wanted: &str) {
        let d = Diagnostic::new(&codes::UNKNOWN_NAME, name.span, format!("nothing is named `{}`", name.text))
            .label(format!("{wanted} was expected"));
        let help = match did_you_mean(&name.text, self.names.all().chain(WORDS.iter().copied())) {
            Some(near) => format!("did you mean `{near}`?"),
            None if name.text.contains('-') => {
                "a hyphen belongs to the name; for a subtraction put blanks about the minus".to_owned()
            }
            None => "declare it with `let`, `option` or `var`, or use a word of the language".to_owned(),
        };
        self.sink.push(d.help(help));
    }

    fn sided(&mut self, r: &Ref, side: Side, adjectives: &[Adjective], noun: &Noun, ctx: &Ctx) -> Made {
        let owner = match side {
            Side::My => Owner::Mine,
            Side::Their => Owner::Theirs,
            Side::All => Owner::All,
        };
        let set = match noun {
            Noun::Pits => Set::Pits(owner),
            Noun::Side => Set::Pits(owner),
            Noun::LeftHalf => Set::Half(owner, true),
            Noun::RightHalf => Set::Half(owner, false),
            Noun::Middle => Set::Middle(owner),
            Noun::Ends => Set::Ends(owner),
            Noun::PitRange(n, hi) => return self.nth(r, owner, None, n, hi.as_ref(), ctx),
            Noun::Group(name, index) => {
                if !self.is_row_or_group(name) {
                    return Made::Set(Set::Pits(owner));
                }
                let row = matches!(self.names.get(&name.text), Some(Named::Row) | None);
                match index {
                    Some((n, hi)) => return self.nth(r, owner, Some(name.text.clone()), n, hi.as_ref(), ctx),
                    None if row => Set::Row(owner, name.text.clone()),
                    None => match self.single(name).filter(|_| owner != Owner::All) {
                        Some((row, n)) => return Made::Place(Place::Nth { owner, row, n: Box::new(n) }),
                        None => Set::Group(owner, name.text.clone()),
                    },
                }
            }
        };
        Made::Set(self.adjectives(set, adjectives))
    }

    /// The row and number of a group that is one pit.
    fn single(&mut self, name: &ast::Ident) -> Option<(Option<String>, ir::Num)> {
        let Some(Named::Group(Ref { kind: RefKind::Sided { adjectives, noun, .. }, .. })) = self.names.get(&name.text)
        else {
            return None;
        };
        let (row, n) = match noun {
            Noun::Group(row, Some((n, None))) => (Some(row.text.clone()), n),
            Noun::PitRange(n, None) => (None, n),
            _ => return None,
        };
        adjectives.is_empty().then(|| (row, self.num(n, &Ctx::new(Room::Board))))
    }

    fn is_row_or_group(&mut self, name: &ast::Ident) -> bool {
        match self.names.get(&name.text) {
            Some(Named::Row | Named::Group(_)) => true,
            Some(other) => {
                let kind = other.kind();
                self.not_a_place(name, kind);
                false
            }
            None if name.text == "front" || name.text == "back" => true,
            None => {
                self.unknown(name, "`pits`, `side`, `store`, or a row or group of the board");
                false
            }
        }
    }

    fn nth(
        &mut self,
        r: &Ref,
        owner: Owner,
        row: Option<String>,
        n: &ast::Num,
        hi: Option<&ast::Num>,
        ctx: &Ctx,
    ) -> Made {
        if owner == Owner::All && ctx.room != Room::Board {
            self.error(
                &codes::MISSING,
                r.span,
                "it isn't said whose pit this is",
                "begin with `my` or `their`, or name the pit: `pit A`",
            );
        }
        // In `board` each player's own is meant.
        let owner = if ctx.room == Room::Board && owner == Owner::All { Owner::Mine } else { owner };
        let n = Box::new(self.num(n, ctx));
        match hi {
            Some(hi) => Made::Set(Set::Range(owner, row, n, Box::new(self.num(hi, ctx)))),
            None => Made::Place(Place::Nth { owner, row, n }),
        }
    }

    fn adjectives(&mut self, set: Set, adjectives: &[Adjective]) -> Set {
        let conds: Vec<Cond> = adjectives
            .iter()
            .map(|a| match a {
                Adjective::Occupied => Cond::Holds(Place::It, at_least(1)),
                Adjective::Empty => Cond::Holds(Place::It, exactly(0)),
                Adjective::Single => Cond::Holds(Place::It, exactly(1)),
                Adjective::Unmarked => Cond::Not(Box::new(Cond::Marked(Place::It, None, ir::MakerTest::Any))),
                Adjective::Open => Cond::Not(Box::new(Cond::Closed(Place::It))),
                Adjective::Closed => Cond::Closed(Place::It),
            })
            .collect();
        match conds.len() {
            0 => set,
            1 => Set::Where(Box::new(set), Box::new(conds.into_iter().next().unwrap_or(Cond::Const(true)))),
            _ => Set::Where(Box::new(set), Box::new(Cond::And(conds))),
        }
    }

    /// A kind of mark by its name.
    pub(super) fn mark_kind(&mut self, name: &ast::Ident) -> Option<u8> {
        match self.names.get(&name.text) {
            Some(Named::Mark(id, _)) => Some(id),
            Some(Named::Piece(..)) => {
                self.error(
                    &codes::WRONG_KIND,
                    name.span,
                    format!("`{}` is a kind of piece: a pit isn't one, but holds it", name.text),
                    &format!("write `holds a {}`", name.text),
                );
                None
            }
            Some(other) => {
                let kind = other.kind();
                self.error(
                    &codes::WRONG_KIND,
                    name.span,
                    format!("`{}` is {kind}, not a kind of mark", name.text),
                    "kinds of marks are declared so: `mark tuz { never started }`",
                );
                None
            }
            None => {
                self.unknown(name, "a kind of mark");
                None
            }
        }
    }

    /// A kind of piece by its name.
    pub(super) fn piece_kind(&mut self, name: &ast::Ident) -> Option<u8> {
        match self.names.get(&name.text) {
            Some(Named::Piece(id, _)) => Some(id),
            Some(other) => {
                let kind = other.kind();
                self.error(
                    &codes::WRONG_KIND,
                    name.span,
                    format!("`{}` is {kind}, not a kind of piece", name.text),
                    "kinds of pieces are declared so: `pieces { piece stone worth 10 }`",
                );
                None
            }
            None => {
                let kinds = self.names.entries.iter().filter(|e| matches!(e.what, Named::Piece(..))).map(|e| e.name);
                let help = match did_you_mean(&name.text, kinds) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("declare it: `pieces {{ piece {} worth 1 }}`", name.text),
                };
                self.error(
                    &codes::UNKNOWN_NAME,
                    name.span,
                    format!("there is no kind of piece `{}`", name.text),
                    &help,
                );
                None
            }
        }
    }

    /// Pieces of a kind; `my` and `their` only where each player has his own.
    pub(super) fn pieces(&mut self, p: &ast::Pieces) -> Option<ir::Pieces> {
        let kind = self.piece_kind(&p.kind)?;
        if let (Some(_), Some(Named::Piece(_, decl))) = (p.whose, self.names.get(&p.kind.text))
            && !decl.each_player
        {
            let name = &p.kind.text;
            self.error(
                &codes::WRONG_KIND,
                p.kind.span,
                format!("a {name} is nobody's own"),
                &format!("leave out whose it is, or declare `piece {name} of each player worth …`"),
            );
        }
        Some(ir::Pieces { kind, whose: maker_test(p.whose) })
    }

    /// A player.
    pub(super) fn player(&mut self, who: &Who, span: Span, ctx: &Ctx) -> Player {
        match who {
            Who::Mover => Player::Mover,
            Who::Opponent => self.opponent(span),
            Who::That => self.bound(span, ctx, Player::Bound),
            Who::Other => self.bound(span, ctx, Player::NotBound),
            Who::Nobody => Player::Nobody,
            Who::LastMover => Player::LastMover,
            Who::Starter => Player::Starter,
            Who::OwnerOf(r) => Player::OwnerOf(Box::new(self.place(r, ctx))),
            Who::MakerOf(r) => Player::MakerOf(Box::new(self.place(r, ctx))),
            Who::Number(n) => Player::Number(Box::new(self.num(n, ctx))),
            Who::Named(name) => {
                let more = "; a rule says `mover`, `opponent`, `owner of here` …";
                self.player_named(name, more).map_or(Player::Mover, Player::Fixed)
            }
            Who::APlayer => self.bound(span, ctx, Player::Bound),
            Who::Poorer => self.role(span, ctx, Player::Poorer),
            Who::Richer => self.role(span, ctx, Player::Richer),
            Who::Winner => self.role(span, ctx, Player::Winner),
            Who::Loser => self.role(span, ctx, Player::Loser),
            Who::Each => {
                let help = "write it as `for each player { … }` in `next round`";
                self.error(&codes::WRONG_PLACE, span, "`each player` isn't one player", help);
                Player::Mover
            }
        }
    }

    /// A player by name; `more` is said of whom else one may name.
    pub(super) fn player_named(&mut self, name: &ast::Ident, more: &str) -> Option<u8> {
        let player = self.names.player(&name.text);
        if player.is_none() {
            let help = match did_you_mean(&name.text, self.names.players.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the players are `{}`{more}", self.names.players.join("`, `")),
            };
            self.error(&codes::UNKNOWN_NAME, name.span, format!("no player is named `{}`", name.text), &help);
        }
        player
    }

    fn opponent(&mut self, span: Span) -> Player {
        // Where an option says how many play, a rule may be for two.
        if !self.names.may_be(2) {
            self.error(
                &codes::AMBIGUOUS,
                span,
                format!("`opponent` needs two players, and this game has {}", self.names.players.len()),
                "name the player, or say `owner of …`",
            );
        }
        Player::Opponent
    }

    /// Who a round has made what: known when it is over.
    fn role(&mut self, span: Span, ctx: &Ctx, player: Player) -> Player {
        // A `let` may be for use in `rounds`.
        if !matches!(ctx.room, Room::Rounds | Room::Let) {
            let help = "name the player otherwise: `mover`, `opponent`, `owner of here`, `that player` …";
            let words = self.words(span);
            self.error(
                &codes::WRONG_PLACE,
                span,
                format!("`{words}` can be told only in `rounds`, when a round is over"),
                help,
            );
        }
        player
    }

    fn bound(&mut self, span: Span, ctx: &Ctx, player: Player) -> Player {
        if !ctx.bound {
            self.error(
                &codes::MISSING,
                span,
                format!("`{}` speaks of a player that no condition has named", self.words(span)),
                "`that player` and `the other player` follow a condition with `a player` or `a side`: \
                 `over when a side is empty => that player wins`",
            );
        }
        player
    }
}

/// `my` is the mover's, `their` the opponent's.
pub(super) fn side_player(side: Side) -> Player {
    match side {
        Side::My | Side::All => Player::Mover,
        Side::Their => Player::Opponent,
    }
}

pub(super) fn maker_test(side: Option<Side>) -> ir::MakerTest {
    match side {
        None | Some(Side::All) => ir::MakerTest::Any,
        Some(Side::My) => ir::MakerTest::Mine,
        Some(Side::Their) => ir::MakerTest::Theirs,
    }
}

pub(super) fn at_least(n: i64) -> ir::CountTest {
    ir::CountTest::Than(ir::Compare::Ge, ir::Num::Const(n))
}

pub(super) fn exactly(n: i64) -> ir::CountTest {
    ir::CountTest::OneOf(vec![(ir::Num::Const(n), ir::Num::Const(n))])
}

fn negative(n: ir::Num) -> ir::Num {
    match n {
        ir::Num::Const(n) => ir::Num::Const(-n),
        n => ir::Num::Op(ir::NumOp::Sub, Box::new(ir::Num::Const(0)), Box::new(n)),
    }
}

/// Words of the language that a misspelt name may mean.
const WORDS: &[&str] = &[
    "here", "start", "next", "previous", "opposite", "hand", "lap", "turn", "taken", "nobody", "last", "empty",
    "occupied", "single", "mine", "theirs", "closed", "reached", "marked", "pits", "side", "store", "kept", "it",
    "mover", "opponent",
];
