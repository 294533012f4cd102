//! Players, places and sets.

use super::Words;
use crate::ir::{MakerTest, MarkId, Num, NumOp, Owner, Pieces, Place, Player, Set, Slot, VarId, VarOf, Way};

impl Words<'_> {
    /// A player.
    pub(super) fn player(self, player: &Player) -> String {
        match player {
            Player::Mover => "mover".to_owned(),
            Player::Opponent => "opponent".to_owned(),
            Player::Fixed(i) => self.player_name(*i),
            Player::Bound if self.naming => "a player".to_owned(),
            Player::Bound => "that player".to_owned(),
            Player::NotBound => "the other player".to_owned(),
            Player::OwnerOf(p) => format!("owner of {}", self.place(p)),
            Player::MakerOf(p) => format!("maker of {}", self.place(p)),
            Player::Number(n) => format!("player ({})", self.num(n)),
            Player::LastMover => "the last mover".to_owned(),
            Player::Starter => "the starter".to_owned(),
            Player::Poorer => "the poorer".to_owned(),
            Player::Richer => "the richer".to_owned(),
            Player::Winner => "the winner".to_owned(),
            Player::Loser => "the loser".to_owned(),
            Player::Each => "each player".to_owned(),
            Player::Nobody => "nobody".to_owned(),
        }
    }

    /// A player's name by index.
    pub(super) fn player_name(self, i: u8) -> String {
        self.game.players.get(usize::from(i)).cloned().unwrap_or_else(|| format!("player {}", u32::from(i) + 1))
    }

    /// What belongs to a player: `my store`, `store of south`.
    fn players(self, player: &Player, thing: &str) -> String {
        match player {
            Player::Mover => format!("my {thing}"),
            Player::Opponent => format!("their {thing}"),
            other => format!("{thing} of {}", self.player(other)),
        }
    }

    /// What lies on an owner's side: `my pits`, `pits of south`.
    fn owners(self, owner: &Owner, thing: &str) -> String {
        match owner {
            Owner::Mine => format!("my {thing}"),
            Owner::Theirs => format!("their {thing}"),
            Owner::All => format!("all {thing}"),
            Owner::Of(player) => format!("{thing} of {}", self.player(player)),
        }
    }

    /// A kind of mark by index.
    pub(super) fn mark(self, kind: MarkId) -> String {
        self.game.marks.get(usize::from(kind)).map_or_else(|| format!("mark{kind}"), |m| m.name.clone())
    }

    /// A kind of mark with its article.
    pub(super) fn a_mark(self, kind: MarkId) -> String {
        let name = self.mark(kind);
        format!("{} {name}", article(&name))
    }

    /// Pieces of a kind: `stone`, `my mother`.
    pub(super) fn of_kind(self, pieces: Pieces) -> String {
        let kind = usize::from(pieces.kind);
        let name = self.game.pieces.get(kind).map_or_else(|| format!("piece{kind}"), |p| p.name.clone());
        match pieces.whose {
            MakerTest::Any => name,
            MakerTest::Mine => format!("my {name}"),
            MakerTest::Theirs => format!("their {name}"),
        }
    }

    /// One of them, with its article: `a stone`, `a mother of mine`.
    pub(super) fn a_piece(self, pieces: Pieces) -> String {
        let name = self.of_kind(Pieces { whose: MakerTest::Any, ..pieces });
        format!("{} {name}{}", article(&name), maker(pieces.whose))
    }

    /// A `let` by index.
    pub(super) fn let_name(self, id: u16) -> String {
        self.game.lets.get(usize::from(id)).map_or_else(|| format!("let{id}"), |l| l.name.clone())
    }

    /// A variable, of whom or what it is.
    pub(super) fn var(self, id: VarId, of: &VarOf) -> String {
        let name = self.game.vars.get(usize::from(id)).map_or_else(|| format!("var{id}"), |v| v.name.clone());
        match of {
            VarOf::Game => name,
            VarOf::Player(player) => self.players(player, &name),
            VarOf::Place(place) => format!("{name} of {}", self.place(place)),
        }
    }

    /// ` of P`, left out where the last seed's pit is meant anyway.
    fn of(self, place: &Place) -> String {
        if self.here && *place == Place::Here { String::new() } else { format!(" of {}", self.place(place)) }
    }

    /// One place.
    pub(super) fn place(self, place: &Place) -> String {
        match place {
            Place::Here => "here".to_owned(),
            Place::Start => "start".to_owned(),
            Place::LapStart => "lap start".to_owned(),
            Place::FirstFed => "first fed".to_owned(),
            Place::BeforeLast => "before last".to_owned(),
            Place::It => "it".to_owned(),
            Place::Slot(slot) => place_slot(*slot),
            Place::Let(id) => self.let_name(*id),
            Place::Nth { owner, row, n } => {
                self.owners(owner, &format!("{} {}", row.as_deref().unwrap_or("pit"), self.index(n)))
            }
            Place::Pit(name) => format!("pit {name}"),
            Place::Step { n, of } => self.steps(n) + &self.of(of),
            Place::Neighbour(of) => format!("neighbour{}", self.of(of)),
            Place::Opposite { front, of } => {
                let row = match front {
                    None => "",
                    Some(true) => " front",
                    Some(false) => " back",
                };
                format!("opposite{row}{}", self.of(of))
            }
            Place::Store(player) => self.players(player, "store"),
            Place::Reserve(player) => self.players(player, "reserve"),
            Place::Hand => "hand".to_owned(),
            Place::Nobody => "nobody".to_owned(),
            Place::EndOf { set, last } => format!("{} of {}", end(*last), self.base(set)),
            Place::FirstOccupied { before, of } => {
                let way = if *before { "before" } else { "after" };
                format!("first occupied {way} {}", self.place(of))
            }
        }
    }

    /// So many steps: `next`, `2 ahead`, `(lap) behind`.
    fn steps(self, n: &Num) -> String {
        match n {
            Num::Const(1) => "next".to_owned(),
            Num::Const(-1) => "previous".to_owned(),
            Num::Const(n) if *n < 0 => format!("{} behind", n.unsigned_abs()),
            Num::Const(n) => format!("{n} ahead"),
            Num::Op(NumOp::Sub, zero, n) if **zero == Num::Const(0) => format!("({}) behind", self.num(n)),
            n => format!("({}) ahead", self.num(n)),
        }
    }

    /// A number as an index: digits, or in parentheses.
    fn index(self, n: &Num) -> String {
        match n {
            Num::Const(n) if *n >= 0 => n.to_string(),
            n => format!("({})", self.num(n)),
        }
    }

    /// A set where nothing follows that could be read into it.
    pub(super) fn set(self, set: &Set) -> String {
        match set {
            Set::Pits(owner) => self.owners(owner, "pits"),
            Set::Row(owner, name) | Set::Group(owner, name) => self.owners(owner, name),
            Set::Range(owner, row, lo, hi) => {
                let range = match (&**lo, &**hi) {
                    (Num::Const(lo), Num::Const(hi)) if *lo >= 0 && *hi >= 0 => format!("{lo}..{hi}"),
                    (lo, hi) => format!("({}..{})", self.num(lo), self.num(hi)),
                };
                self.owners(owner, &format!("{} {range}", row.as_deref().unwrap_or("pits")))
            }
            Set::Half(owner, left) => self.owners(owner, if *left { "left half" } else { "right half" }),
            Set::Middle(owner) => self.owners(owner, "middle"),
            Set::Ends(owner) => self.owners(owner, "ends"),
            Set::One(place) => self.place(place),
            Set::Union(list) if list.is_empty() => "no pits".to_owned(),
            Set::Union(list) => list.iter().map(|s| self.base(s)).collect::<Vec<_>>().join(" and "),
            Set::Where(set, cond) => format!("{} where {}", self.tight(set), self.testing().cond(cond)),
            Set::But(set, place) => format!("{} but {}", self.tight(set), self.place(place)),
            Set::ButEnd(set, last) => format!("{} but the {}", self.tight(set), end(*last)),
            Set::EndsOf(set, last, n) => format!("{} {} of {}", end(*last), self.index(n), self.base(set)),
            Set::Run { way, from, while_ } => {
                let way = match way {
                    Way::Back => "back",
                    Way::Ahead => "ahead",
                    Way::Both => "both ways",
                };
                format!("{way} from {} while {}", self.place(from), self.testing().cond(while_))
            }
            Set::Leapfrog(from) => format!("leapfrog from {}", self.place(from)),
            Set::Marked(kind, whose) => format!("pits marked {}{}", self.mark(*kind), maker(*whose)),
            Set::Let(id) => self.let_name(*id),
        }
    }

    /// A set within something longer.
    pub(super) fn base(self, set: &Set) -> String {
        match set {
            Set::Where(..) | Set::But(..) | Set::ButEnd(..) | Set::Run { .. } | Set::Union(_) => {
                format!("({})", self.set(set))
            }
            Set::Pits(_)
            | Set::Row(..)
            | Set::Range(..)
            | Set::Half(..)
            | Set::Middle(_)
            | Set::Ends(_)
            | Set::Group(..)
            | Set::One(_)
            | Set::EndsOf(..)
            | Set::Leapfrog(_)
            | Set::Marked(..)
            | Set::Let(_) => self.set(set),
        }
    }

    /// A set before `where` and `but`, which go with the nearest on their left.
    fn tight(self, set: &Set) -> String {
        match set {
            Set::One(_) | Set::EndsOf(..) | Set::Leapfrog(_) => format!("({})", self.set(set)),
            set => self.base(set),
        }
    }
}

/// The name of a slot that holds a pit.
pub(super) fn place_slot(slot: Slot) -> String {
    format!("p{}", u32::from(slot) + 1)
}

/// The name of a slot that holds a number.
pub(super) fn num_slot(slot: Slot) -> String {
    format!("n{}", u32::from(slot) + 1)
}

/// Whose mark, behind it.
pub(super) fn maker(whose: MakerTest) -> &'static str {
    match whose {
        MakerTest::Any => "",
        MakerTest::Mine => " of mine",
        MakerTest::Theirs => " of theirs",
    }
}

fn end(last: bool) -> &'static str {
    if last { "last" } else { "first" }
}

fn article(name: &str) -> &'static str {
    if name.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}
