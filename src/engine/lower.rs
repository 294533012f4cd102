//! From the folded IR to the lowered form: names, players and numbers become masks and indexes.

use crate::diagnostic::{Diagnostic, codes};
use crate::ir::{
    self, Compare, Cond, CountTest, Direction, LetBody, MakerTest, Num, Owner, Place, Player, Quantifier, Set,
};
use crate::source::Span;

use super::code::{C, Cap, Dir, Features, L, Many, N, NOBODY, Near, Pl, S, Small, Test, V, Who};
use super::eval::ANYBODY;
use super::geometry::{Geometry, HAND, NONE, bit, known};
use super::rounds::Role;
use super::state::makers_of;

/// Lowers for one mover and, in ends of rounds, one bound player.
pub(super) struct Lower<'a> {
    pub(super) game: &'a ir::Game,
    pub(super) geometry: &'a Geometry,
    /// First value of each variable.
    pub(super) vars: &'a [u32],
    pub(super) mover: u8,
    /// Whose rules are lowered, by its number.
    pub(super) phase: u8,
    pub(super) bound: Option<u8>,
    /// Where we are, for messages.
    pub(super) span: Span,
    pub(super) features: &'a mut Features,
    /// Names used since it was last emptied.
    pub(super) lets: Vec<u16>,
    /// What was lowered reads the move under way, or its hand; for each name, whether it does.
    pub(super) of_move: bool,
    pub(super) of_hand: bool,
    /// What is lowered is done between rounds.
    pub(super) between: bool,
    /// A match is played, so that seeds may have been kept from earlier rounds.
    pub(super) matches: bool,
    pub(super) lets_of_move: Vec<bool>,
    /// Names of conditions that may still be spelt out.
    pub(super) spell_out: u32,
    /// Groups being spelt out, so that a group can't hold itself.
    pub(super) groups: usize,
}

/// Some conditions joined; a single one by itself, and none as what that means.
fn one_or(mut all: Vec<C>, join: impl Fn(Box<[C]>) -> C, none: bool) -> C {
    match all.len() {
        0 => C::Is(none),
        1 => all.remove(0),
        _ => join(all.into()),
    }
}

/// Most names that one rule's condition spells out: one may stand for two others, and so on.
const MOST_SPELT_OUT: u32 = 8;

type Res<T> = Result<T, Diagnostic>;

impl<'a> Lower<'a> {
    pub(super) fn error<T>(&self, message: impl Into<String>) -> Res<T> {
        Err(Diagnostic::new(&codes::BAD_IR, self.span, message))
    }
    pub(super) fn not_built<T>(&self, what: &str) -> Res<T> {
        Err(Diagnostic::new(&codes::NOT_BUILT, self.span, format!("{what} can't be played yet")))
    }
    fn no_such<T>(&self, message: String) -> Res<T> {
        Err(Diagnostic::new(&codes::NO_SUCH_PIT, self.span, message))
    }

    /// Who plays against a player; nobody where he is by himself.
    fn against(&self, player: u8, words: &str) -> Res<u8> {
        match self.game.players.len() {
            1 => Ok(NOBODY),
            2 => Ok(1 - player),
            _ => Err(Diagnostic::new(
                &codes::AMBIGUOUS,
                self.span,
                format!("{words} could be any of {} players", self.game.players.len() - 1),
            )
            .help(format!(
                "name one ({}), or say `owner of here`, `a player`, `each player`",
                self.game.players.join(", ")
            ))),
        }
    }

    /// For each of the others, in the order of their turns.
    fn others<T>(&mut self, mut one: impl FnMut(&mut Self, u8) -> Res<T>) -> Res<Vec<T>> {
        self.geometry.others(self.mover).map(|p| one(self, p)).collect()
    }

    /// For each player.
    fn each<T>(&mut self, mut one: impl FnMut(&mut Self, u8) -> Res<T>) -> Res<Vec<T>> {
        (0..self.game.players.len() as u8).map(|p| one(self, p)).collect()
    }

    pub(super) fn who(&mut self, p: &Player) -> Res<Who> {
        Ok(match p {
            Player::Mover => Who::Is(self.mover),
            Player::Opponent => Who::Is(self.against(self.mover, "`their` and `opponent`")?),
            Player::Fixed(i) => Who::Is(*i),
            Player::Bound => Who::Is(self.bound.unwrap_or(NOBODY)),
            Player::NotBound => match self.bound {
                Some(p) => Who::Is(self.against(p, "the other player")?),
                None => Who::Is(NOBODY),
            },
            Player::OwnerOf(p) => Who::OwnerOf(Box::new(self.place(p)?)),
            Player::MakerOf(p) => Who::MakerOf(Box::new(self.place(p)?)),
            Player::Number(n) => match self.num(n)? {
                N::Is(n) => Who::Is((n - 1).rem_euclid(self.game.players.len() as i64) as u8),
                n => Who::Number(Box::new(n)),
            },
            Player::LastMover => {
                self.features.last_mover = true;
                Who::LastMover
            }
            Player::Starter => Who::Starter,
            Player::Poorer => Who::Role(Role::Poorer),
            Player::Richer => Who::Role(Role::Richer),
            Player::Winner => Who::Role(Role::Winner),
            Player::Loser if self.game.players.len() > 2 => Who::Is(self.against(0, "the loser")?),
            Player::Loser => Who::Role(Role::Loser),
            Player::Nobody | Player::Each => Who::Is(NOBODY),
        })
    }

    fn owner_player(&mut self, o: &Owner) -> Res<Option<Who>> {
        Ok(match o {
            Owner::Mine => Some(Who::Is(self.mover)),
            Owner::Theirs => Some(Who::Is(self.against(self.mover, "`their`")?)),
            Owner::Of(p) => Some(self.who(p)?),
            Owner::All => None,
        })
    }

    /// A set by player: `all` for everybody, else `one` for the player it is, or for both.
    fn by_owner(&mut self, o: &Owner, all: S, mut one: impl FnMut(&mut Self, u8) -> Res<S>) -> Res<S> {
        // Everybody else's, where there are several.
        if *o == Owner::Theirs && self.game.players.len() > 2 {
            return Ok(S::Union(self.others(one)?.into()));
        }
        Ok(match self.owner_player(o)? {
            None => all,
            Some(Who::Is(NOBODY)) => S::Const(0),
            Some(Who::Is(p)) => one(self, p)?,
            Some(who) => {
                let each = self.each(one)?;
                S::ByWho(Box::new(who), each.into())
            }
        })
    }

    /// Which of a player's rows is meant, from the front.
    fn row_index(&self, row: Option<&String>) -> Res<usize> {
        let rows = self.geometry.rows;
        let Some(name) = row else {
            if rows == 1 {
                return Ok(0);
            }
            return Err(Diagnostic::new(&codes::AMBIGUOUS, self.span, "each player has several rows")
                .help("say which: `my front 3`, `my back 3`"));
        };
        let named = self.game.board.row_names.iter().take(rows).position(|r| r.name == *name);
        let usual = match (name.as_str(), rows) {
            ("front", 2..) => Some(0),
            ("back", 2..) => Some(rows - 1),
            ("middle", 3) => Some(1),
            _ => None,
        };
        match named.or(usual) {
            Some(row) => Ok(row),
            None => self.no_such(format!("the board has no row {name:?}")),
        }
    }

    fn use_let(&mut self, id: ir::LetId) {
        self.lets.push(id);
        self.of_move |= self.lets_of_move.get(usize::from(id)).copied().unwrap_or(true);
    }

    /// A place; the commonest ones in their short form.
    pub(super) fn place(&mut self, p: &Place) -> Res<Pl> {
        let long = self.long_place(p)?;
        Ok(match near(&long) {
            Some(n @ (Near::Ahead(_) | Near::Opposite)) => Pl::Near(n),
            _ => long,
        })
    }

    fn long_place(&mut self, p: &Place) -> Res<Pl> {
        self.of_hand |= *p == Place::Hand;
        self.of_move |= matches!(
            p,
            Place::Here
                | Place::Start
                | Place::LapStart
                | Place::FirstFed
                | Place::BeforeLast
                | Place::Slot(_)
                | Place::Hand
                | Place::Step { .. }
                | Place::Neighbour(_)
                | Place::EndOf { .. }
                | Place::FirstOccupied { .. }
        );
        Ok(match p {
            Place::Here => Pl::Here,
            Place::Start => Pl::Start,
            Place::LapStart => Pl::LapStart,
            Place::FirstFed => Pl::FirstFed,
            Place::BeforeLast => Pl::BeforeLast,
            Place::It => Pl::It,
            Place::Slot(s) => Pl::Slot(*s),
            Place::Let(id) => {
                self.use_let(*id);
                Pl::Let(*id)
            }
            Place::Nth { owner, row, n } => {
                let row = self.row_index(row.as_ref())?;
                let who = self.owner_player(owner)?;
                let one = |l: &mut Self, p: u8| -> Res<Pl> {
                    Ok(match l.num(n)? {
                        N::Is(n) => Pl::Is(l.geometry.nth(p, row, n)),
                        n => Pl::Nth(p, row as u8, Box::new(n)),
                    })
                };
                match who {
                    None | Some(Who::Is(NOBODY)) => Pl::Is(NONE),
                    Some(Who::Is(p)) => one(self, p)?,
                    Some(who) => {
                        let each = self.each(one)?;
                        Pl::ByWho(Box::new(who), each.into())
                    }
                }
            }
            Place::Pit(name) => Pl::Is(known(self.geometry, name, self.span)?),
            Place::Step { n, of } => {
                let of = Box::new(self.place(of)?);
                match self.num(n)? {
                    N::Is(1) => Pl::Next(of),
                    n => Pl::Step(Box::new(n), of),
                }
            }
            Place::Neighbour(of) => Pl::Neighbour(Box::new(self.place(of)?)),
            Place::Opposite { front: None, .. }
                if self.geometry.rows > 1 && !matches!(self.game.board.facing, ir::Facing::Table(_)) =>
            {
                return Err(Diagnostic::new(
                    &codes::AMBIGUOUS,
                    self.span,
                    "a pit faces one in each of the other's rows",
                )
                .help("write `opposite front` or `opposite back`"));
            }
            Place::Opposite { front: Some(false), of } => Pl::OppositeBack(Box::new(self.place(of)?)),
            Place::Opposite { of, .. } => Pl::Opposite(Box::new(self.place(of)?)),
            Place::Store(p) => self.purse(p, false)?,
            Place::Reserve(p) => self.purse(p, true)?,
            Place::Hand => Pl::Is(HAND),
            Place::Nobody => Pl::Is(self.geometry.nobody),
            Place::EndOf { set, last } => Pl::EndOf(Box::new(self.set(set)?), *last),
            Place::FirstOccupied { before, of } => Pl::FirstOccupied(*before, Box::new(self.place(of)?)),
        })
    }

    fn purse(&mut self, p: &Player, reserve: bool) -> Res<Pl> {
        Ok(match self.who(p)? {
            Who::Is(NOBODY) => Pl::Is(self.geometry.nobody),
            Who::Is(p) if reserve => Pl::Is(self.geometry.reserves[usize::from(p)]),
            Who::Is(p) => Pl::Is(self.geometry.stores[usize::from(p)]),
            who => Pl::PurseOf(reserve, Box::new(who)),
        })
    }

    pub(super) fn set(&mut self, s: &Set) -> Res<S> {
        self.of_move |= matches!(s, Set::Run { .. } | Set::Leapfrog(_) | Set::EndsOf(..) | Set::ButEnd(..));
        let g = self.geometry;
        Ok(match s {
            Set::Pits(o) => self.by_owner(o, S::Open(g.all), |_, p| Ok(S::Owned(p)))?,
            Set::Row(o, name) => {
                let row = self.row_index(Some(name))?;
                let all = (0..g.sides as u8).fold(0, |m, p| m | g.row_of(p, row));
                self.by_owner(o, S::Open(all), |_, p| Ok(S::Open(g.row_of(p, row))))?
            }
            Set::Range(o, row, lo, hi) => {
                let row = self.row_index(row.as_ref())?;
                let one = |l: &mut Self, p: u8| l.range(p, row, lo, hi);
                let all = (0..self.geometry.sides as u8).map(|p| one(self, p)).collect::<Res<_>>()?;
                self.by_owner(o, S::Union(all), one)?
            }
            Set::Half(o, left) => {
                let half = |p: u8| {
                    let pits = |r| {
                        let n = g.len_of(p, r);
                        let pits = if *left { 1..=n / 2 } else { n - n / 2 + 1..=n };
                        pits.map(|i| bit(g.nth(p, r, i))).sum::<u128>()
                    };
                    (0..g.rows).map(pits).sum()
                };
                self.by_owner(o, S::Open((0..g.sides as u8).map(half).sum()), |_, p| Ok(S::Open(half(p))))?
            }
            Set::Middle(o) => {
                let middle = |p: u8, r| match g.len_of(p, r) {
                    n if n % 2 == 0 => 0,
                    n => bit(g.nth(p, r, n / 2 + 1)),
                };
                let one = |p: u8| (0..g.rows).map(|r| middle(p, r)).sum::<u128>();
                let all = (0..g.sides as u8).map(one).sum();
                if all == 0 {
                    return self.no_such(format!("a row of {} pits has no middle pit", g.row));
                }
                self.by_owner(o, S::Const(all), |_, p| Ok(S::Const(one(p))))?
            }
            Set::Ends(o) => {
                let ends = |p: u8, r| bit(g.nth(p, r, 1)) | bit(g.nth(p, r, g.len_of(p, r)));
                let one = |p: u8| (0..g.rows).map(|r| ends(p, r)).sum::<u128>();
                self.by_owner(o, S::Const((0..g.sides as u8).map(one).sum()), |_, p| Ok(S::Const(one(p))))?
            }
            Set::Group(o, name) => self.group(o, name)?,
            Set::One(p) => match self.place(p)? {
                Pl::Is(p) => S::Const(bit(p)),
                p => S::One(Box::new(p)),
            },
            Set::Union(all) => S::Union(all.iter().map(|x| self.set(x)).collect::<Res<_>>()?),
            Set::Where(base, c) => {
                let base = match self.set(base)? {
                    // `closed pits` can't be looked for among the open ones.
                    S::Owned(p) if mentions_closed(c) => S::OwnedAll(p),
                    S::Open(m) if mentions_closed(c) => S::Const(m),
                    s => s,
                };
                S::Where(Box::new(base), Box::new(self.cond(c)?))
            }
            Set::But(x, p) => S::But(Box::new(self.set(x)?), Box::new(self.place(p)?)),
            Set::ButEnd(x, last) => S::ButEnd(Box::new(self.set(x)?), *last),
            Set::EndsOf(x, last, n) => S::EndsOf(Box::new(self.set(x)?), *last, Box::new(self.num(n)?)),
            Set::Run { way, from, while_ } => {
                let (ahead, back) = (*way != ir::Way::Back, *way != ir::Way::Ahead);
                S::Run(ahead, back, Box::new(self.place(from)?), Box::new(self.cond(while_)?))
            }
            Set::Leapfrog(p) => S::Leapfrog(Box::new(self.place(p)?)),
            Set::Marked(kind, maker) => S::Marked(*kind, self.makers(*maker)),
            Set::Let(id) => {
                self.use_let(*id);
                S::Let(*id)
            }
        })
    }

    fn range(&mut self, player: u8, row: usize, lo: &Num, hi: &Num) -> Res<S> {
        let g = self.geometry;
        Ok(match (self.num(lo)?, self.num(hi)?) {
            (N::Is(a), N::Is(b)) => {
                S::Const((a.max(1)..=b.min(g.len_of(player, row))).map(|i| bit(g.nth(player, row, i))).sum())
            }
            (a, b) => S::Range(player, row as u8, Box::new(a), Box::new(b)),
        })
    }

    fn group(&mut self, o: &Owner, name: &str) -> Res<S> {
        let Some(group) = self.game.board.groups.iter().find(|g| g.name == name) else {
            return self.error(format!("there is no group {name:?}"));
        };
        if self.groups > 4 {
            return self.error(format!("group {name:?} holds itself"));
        }
        let one = |l: &mut Self, p: u8| {
            let (mover, depth) = (l.mover, l.groups);
            l.mover = p;
            l.groups += 1;
            let set = l.set(&group.set);
            l.mover = mover;
            l.groups = depth;
            set
        };
        let all = self.each(one)?;
        self.by_owner(o, S::Union(all.into()), one)
    }

    fn makers(&self, m: MakerTest) -> u16 {
        match m {
            MakerTest::Any => ANYBODY,
            MakerTest::Mine => 1 << self.mover,
            MakerTest::Theirs => self.geometry.others(self.mover).map(|p| 1 << p).sum(),
        }
    }

    /// Where a state's marks of a kind lie that some makers (bits) have made, if that is one stretch.
    fn masks_of(&self, kind: ir::MarkId, makers: u16) -> Option<(u16, u16)> {
        let each = makers_of(self.game.players.len()) as u16;
        let makers = makers & ((1 << each) - 1);
        let first = makers.trailing_zeros().min(16) as u16;
        let many = makers.checked_shr(first.into())?.trailing_ones() as u16;
        let first_mask = u16::from(kind) * each + first;
        (makers.count_ones() == u32::from(many)).then_some((first_mask, first_mask + many))
    }

    pub(super) fn var(&mut self, id: ir::VarId, of: &ir::VarOf) -> Res<V> {
        let base = self.vars[usize::from(id)];
        let scope = self.game.vars[usize::from(id)].scope;
        Ok(match (scope, of) {
            (ir::VarScope::Game, ir::VarOf::Game) => V::At(base),
            (ir::VarScope::Player, ir::VarOf::Player(p)) => match self.who(p)? {
                Who::Is(p) if p != NOBODY => V::At(base + u32::from(p)),
                who => V::OfWho(base, who),
            },
            (ir::VarScope::Pit, ir::VarOf::Place(p)) => V::OfPlace(base, Box::new(self.place(p)?)),
            _ => return self.error("a variable is used otherwise than it is declared"),
        })
    }

    /// Kinds of pieces, as bits.
    pub(super) fn kinds(&mut self, pieces: ir::Pieces) -> Res<u16> {
        if usize::from(pieces.kind) >= self.game.pieces.len() {
            return self.error("a kind of piece is named that there isn't");
        }
        Ok(super::pieces::wanted(self.game, self.mover, pieces))
    }

    pub(super) fn num(&mut self, n: &Num) -> Res<N> {
        self.of_move |=
            matches!(n, Num::Hand | Num::Lap | Num::Taken | Num::TakenThisLap | Num::SownThisTurn | Num::Slot(_));
        let f = &mut *self.features;
        Ok(match n {
            Num::Const(k) => N::Is(*k),
            Num::Option(_) => N::Is(0),
            Num::Kept(p) if self.matches => N::Kept(Box::new(self.who(p)?)),
            Num::RoundsWon(p) if self.matches => N::RoundsWon(Box::new(self.who(p)?)),
            Num::Kept(_) | Num::RoundsWon(_) => N::Is(0),
            Num::Round if self.matches => N::Round,
            Num::Round => N::Is(1),
            Num::Hand => N::Hand,
            Num::Lap => {
                f.lap = Cap::EXACT;
                N::Lap
            }
            Num::Turn => {
                f.turn = Cap::EXACT;
                N::Turn
            }
            Num::MyTurn => {
                f.my_turn = Cap::EXACT;
                N::MyTurn
            }
            Num::Taken => {
                f.taken = Cap::EXACT;
                N::Taken
            }
            Num::TakenThisLap => {
                f.taken_lap = Cap::EXACT;
                N::TakenLap
            }
            Num::SownThisTurn => {
                f.sown = Cap::EXACT;
                N::Sown
            }
            Num::InPlay => N::InPlay,
            Num::NumberOf(p) => N::NumberOf(Box::new(self.place(p)?)),
            Num::Total(s) => N::Total(Box::new(self.set(s)?)),
            // Without other kinds each piece counts 1.
            Num::Worth(s) if self.game.pieces.is_empty() => N::Total(Box::new(self.set(s)?)),
            Num::Worth(s) => N::Worth(Box::new(self.set(s)?)),
            Num::Pieces(pieces, s) => {
                let kinds = self.kinds(*pieces)?;
                match s {
                    Set::One(Place::Hand) => {
                        self.of_move = true;
                        N::Pieces(kinds, None)
                    }
                    s => N::Pieces(kinds, Some(Box::new(self.set(s)?))),
                }
            }
            Num::Count(s) => N::Count(Box::new(self.set(s)?)),
            Num::Score(p) => {
                let purse = self.purse(p, false)?;
                let held = match self.game.pieces.is_empty() {
                    true => N::Held(Box::new(purse)),
                    false => N::Worth(Box::new(S::One(Box::new(purse)))),
                };
                match self.matches {
                    true => N::Op(ir::NumOp::Sub, Box::new(held), Box::new(N::Kept(Box::new(self.who(p)?)))),
                    false => held,
                }
            }
            Num::Held(p) => match self.place(p)? {
                Pl::Is(HAND) => N::Hand,
                p => N::Held(Box::new(p)),
            },
            Num::Var(id, of) => N::Var(Box::new(self.var(*id, of)?)),
            Num::Slot(s) => N::Slot(*s),
            Num::Let(id) => {
                self.use_let(*id);
                N::Let(*id)
            }
            Num::Op(op, a, b) => N::Op(*op, Box::new(self.num(a)?), Box::new(self.num(b)?)),
            Num::MinMax(m, a, b) => N::MinMax(*m, Box::new(self.num(a)?), Box::new(self.num(b)?)),
            Num::If(c, a, b) => N::If(Box::new(self.cond(c)?), Box::new(self.num(a)?), Box::new(self.num(b)?)),
        })
    }

    fn test(&mut self, t: &CountTest) -> Res<Test> {
        const TOP: i64 = u32::MAX as i64;
        Ok(match t {
            CountTest::Odd => Test::Odd,
            CountTest::Even => Test::Even,
            CountTest::Than(op, n) => match (*op, self.num(n)?) {
                (Compare::Ge, N::Is(k)) if (0..TOP).contains(&k) => Test::AtLeast(k as u32),
                (Compare::Gt, N::Is(k)) if (0..TOP).contains(&k) => Test::AtLeast(k as u32 + 1),
                (Compare::Eq, N::Is(k)) if (0..TOP).contains(&k) => Test::Is(k as u32),
                (op, n) => Test::Than(op, n),
            },
            CountTest::OneOf(ranges) => {
                let ranges =
                    ranges.iter().map(|(a, b)| Ok((self.num(a)?, self.num(b)?))).collect::<Res<Vec<(N, N)>>>()?;
                match ranges.as_slice() {
                    [(N::Is(a), N::Is(b))] if a == b && (0..TOP).contains(a) => Test::Is(*a as u32),
                    [(N::Is(a), N::Is(b))] if (0..TOP).contains(a) && (0..TOP).contains(b) => {
                        Test::Within(*a as u32, *b as u32)
                    }
                    _ => small_ranges(&ranges).map_or_else(|| Test::OneOf(ranges.into()), Test::Bits),
                }
            }
        })
    }

    /// A condition; the commonest ones in their short form.
    pub(super) fn cond(&mut self, c: &Cond) -> Res<C> {
        Ok(match self.tree(c)? {
            C::Holds(p, t) => match (near(&p), Small::of(&t)) {
                (Some(p), Some(t)) => C::Count(p, t),
                _ => C::Holds(p, t),
            },
            C::Was(t) => Small::of(&t).map_or(C::Was(t), C::WasCount),
            C::OwnedBy(who, p) => near(&p).map_or(C::OwnedBy(who, p), |p| C::Owned(p, who)),
            C::InMask(m, p) => near(&p).map_or(C::InMask(m, p), |p| C::Among(p, m)),
            C::Marked(p, Some(kind), makers) => match (near(&p), self.masks_of(kind, makers)) {
                (Some(p), Some((first, end))) => C::Bears(p, first, end),
                _ => C::Marked(p, Some(kind), makers),
            },
            C::Class(list) if list.iter().all(|&id| id < 64) => C::Classes(list.iter().fold(0, |m, id| m | 1 << id)),
            C::Occupied(yes, S::Owned(p)) => C::SideOccupied(yes, p),
            C::Occupied(true, set) => match self.first_of_run(&set)? {
                Some(c) => c,
                None => C::Occupied(true, set),
            },
            c => c,
        })
    }

    /// That a run holds something where each of its pits must: that its first place is one of it.
    pub(super) fn first_of_run(&mut self, set: &S) -> Res<Option<C>> {
        let game = self.game;
        let S::Let(id) = set else { return Ok(None) };
        let Some(LetBody::Set(Set::Run { from, while_, .. })) = game.lets.get(usize::from(*id)).map(|l| &l.body) else {
            return Ok(None);
        };
        let from = self.place(from)?;
        let Some(first) = near(&from) else { return Ok(None) };
        let leaves = match self.cond(while_)? {
            C::And(all) => all.into_vec(),
            one => vec![one],
        };
        let mut occupied = false;
        let mut all = Vec::new();
        for leaf in leaves {
            all.push(match leaf {
                C::Count(Near::It, t) => {
                    occupied |= !t.holds(0);
                    C::Count(first, t)
                }
                C::Owned(Near::It, who) => C::Owned(first, who),
                C::Among(Near::It, m) => C::Among(first, m),
                _ => return Ok(None),
            });
        }
        all.push(C::Not(Box::new(C::Closed(from))));
        Ok(occupied.then(|| C::And(all.into())))
    }

    /// The condition of a rule: names of conditions are spelt out, for they are cheaper than to look
    /// up whether they are known, and nothing changes between the rules of a list.
    pub(super) fn rule_cond(&mut self, c: &Cond) -> Res<C> {
        let outer = std::mem::replace(&mut self.spell_out, MOST_SPELT_OUT);
        let c = self.cond(c);
        self.spell_out = outer;
        c
    }

    /// The body of a named condition that is to be spelt out.
    fn spelt_out(&mut self, id: ir::LetId) -> Option<&'a Cond> {
        let game = self.game;
        let Some(LetBody::Cond(c)) = game.lets.get(usize::from(id)).map(|l| &l.body) else { return None };
        self.spell_out = self.spell_out.checked_sub(1)?;
        Some(c)
    }

    fn tree(&mut self, c: &Cond) -> Res<C> {
        let g = self.geometry;
        self.of_move |= matches!(
            c,
            Cond::Was(_) | Cond::Reached(_) | Cond::Last | Cond::Class(_) | Cond::DirectionIs(_) | Cond::Dropped(_)
        );
        Ok(match c {
            Cond::Const(b) => C::Is(*b),
            Cond::And(all) => {
                let mut flat = Vec::new();
                for x in all {
                    match self.cond(x)? {
                        C::And(inner) => flat.extend(inner),
                        C::Is(true) => {}
                        c => flat.push(c),
                    }
                }
                one_or(flat, C::And, true)
            }
            Cond::Or(all) => {
                let mut flat = Vec::new();
                for x in all {
                    match self.cond(x)? {
                        C::Or(inner) => flat.extend(inner),
                        C::Is(false) => {}
                        C::Is(true) => return Ok(C::Is(true)),
                        c => flat.push(c),
                    }
                }
                one_or(flat, C::Or, false)
            }
            Cond::Not(x) => match self.cond(x)? {
                C::Count(p, t) => C::Count(p, Small { bits: !t.bits, above: !t.above }),
                C::WasCount(t) => C::WasCount(Small { bits: !t.bits, above: !t.above }),
                C::Occupied(yes, s) => C::Occupied(!yes, s),
                C::SideOccupied(yes, p) => C::SideOccupied(!yes, p),
                c => C::Not(Box::new(c)),
            },
            Cond::Option(..) => C::Is(false),
            Cond::Holds(p, t) => C::Holds(self.place(p)?, self.test(t)?),
            Cond::Was(t) => C::Was(self.test(t)?),
            Cond::Mine(p) => C::OwnedBy(self.mover, self.place(p)?),
            // Anybody else's.
            Cond::Theirs(p) => {
                let owned = self.others(|l, who| match l.place(p)? {
                    at if l.game.players.len() == 2 => Ok(C::OwnedBy(who, at)),
                    at => Ok(near(&at).map_or(C::OwnedBy(who, at), |at| C::Owned(at, who))),
                });
                one_or(owned?, C::Or, false)
            }
            Cond::IsStore(p) => C::InMask(g.all_stores, self.place(p)?),
            Cond::Closed(p) => C::Closed(self.place(p)?),
            Cond::Reached(p) => {
                self.features.reached = true;
                C::Reached(self.place(p)?)
            }
            Cond::Marked(p, kind, maker) => C::Marked(self.place(p)?, *kind, self.makers(*maker)),
            Cond::Same(a, b) => match (self.place(a)?, self.place(b)?) {
                (Pl::Is(k), p) | (p, Pl::Is(k)) if k < 128 => C::InMask(bit(k), p),
                (a, b) => C::Same(a, b),
            },
            Cond::In(p, s) => match (self.place(p)?, self.set(s)?) {
                (p, S::Const(m)) => C::InMask(m, p),
                (p, s) => C::In(p, s),
            },
            Cond::Quantified(q, s, x) => self.quantified(q, s, x)?,
            Cond::Compare(op, a, b) => self.comparison(*op, a, b)?,
            Cond::CannotMove(p) => C::CannotMove(self.who(p)?),
            Cond::LayoutRepeats(n) => C::LayoutRepeats(*n),
            Cond::Repeats(n) => {
                self.features.repeats = true;
                C::Repeats(*n)
            }
            Cond::Last => C::Last,
            Cond::Dropped(pieces) => C::Dropped(self.kinds(*pieces)?),
            Cond::Class(name) => C::Class(self.classes(name)),
            Cond::Phase(who, name) => {
                let Some(i) = self.game.phases.iter().position(|p| p.name.as_ref() == Some(name)) else {
                    return self.error(format!("there is no phase {name:?}"));
                };
                match who {
                    // What is lowered for a phase counts in it only; between phases there is no mover's.
                    None => C::Is(i == usize::from(self.phase)),
                    Some(who) => C::Phase(self.who(who)?, i as u8),
                }
            }
            Cond::DirectionIs(d) => match d {
                Direction::Counterclockwise => C::Direction(0),
                Direction::Clockwise => C::Direction(1),
                _ => return self.error("a direction is compared with what isn't one"),
            },
            Cond::CouldPlay(who, name) => C::CouldPlay(self.who(who)?, self.classes(name)),
            Cond::CouldCapture(who, p) => C::CouldCapture(self.who(who)?, self.place(p)?),
            Cond::Let(id) => match self.spelt_out(*id) {
                Some(body) => self.cond(body)?,
                None => {
                    self.use_let(*id);
                    C::Let(*id)
                }
            },
        })
    }

    fn quantified(&mut self, q: &Quantifier, s: &Set, x: &Cond) -> Res<C> {
        let empty = CountTest::OneOf(vec![(Num::Const(0), Num::Const(0))]);
        let of_it = Cond::Holds(Place::It, empty);
        let is_empty = *x == of_it;
        let is_occupied = match x {
            Cond::Holds(Place::It, CountTest::Than(Compare::Ge, Num::Const(1))) => true,
            Cond::Not(x) => **x == of_it,
            _ => false,
        };
        let set = self.set(s)?;
        match q {
            Quantifier::All if is_empty => return Ok(C::Occupied(false, set)),
            Quantifier::None if is_occupied => return Ok(C::Occupied(false, set)),
            Quantifier::Any if is_occupied => return Ok(C::Occupied(true, set)),
            _ => {}
        }
        let many = match q {
            Quantifier::Any => Many::Any,
            Quantifier::All => Many::All,
            Quantifier::None => Many::None,
            Quantifier::Exactly(n) => Many::Exactly(self.num(n)?),
            Quantifier::AtLeast(n) => Many::AtLeast(self.num(n)?),
        };
        Ok(C::Quantified(many, set, Box::new(self.cond(x)?)))
    }

    fn comparison(&mut self, op: Compare, a: &Num, b: &Num) -> Res<C> {
        if let (Num::Total(s), Num::Const(k)) = (a, b) {
            match (op, k) {
                (Compare::Eq | Compare::Le, 0) | (Compare::Lt, 1) => return Ok(C::Occupied(false, self.set(s)?)),
                (Compare::Gt | Compare::Ne, 0) | (Compare::Ge, 1) => return Ok(C::Occupied(true, self.set(s)?)),
                _ => {}
            }
        }
        self.of_move |= matches!(a, Num::Lap | Num::Taken | Num::TakenThisLap | Num::SownThisTurn);
        // A counter that is only compared with constants is told no further than they go.
        let counts =
            matches!(a, Num::Lap | Num::Taken | Num::TakenThisLap | Num::SownThisTurn | Num::Turn | Num::MyTurn);
        if let (n, Num::Const(k)) = (a, b)
            && counts
        {
            let f = &mut *self.features;
            let (cap, n) = match n {
                Num::Turn => (&mut f.turn, N::Turn),
                Num::MyTurn => (&mut f.my_turn, N::MyTurn),
                Num::Lap => (&mut f.lap, N::Lap),
                Num::Taken => (&mut f.taken, N::Taken),
                Num::TakenThisLap => (&mut f.taken_lap, N::TakenLap),
                _ => (&mut f.sown, N::Sown),
            };
            cap.reach(*k);
            return Ok(C::Compare(op, n, N::Is(*k)));
        }
        Ok(C::Compare(op, self.num(a)?, self.num(b)?))
    }

    fn classes(&self, name: &str) -> Box<[u16]> {
        let classes = self.game.phases.iter().flat_map(|p| p.moves.tiers.iter().flatten());
        classes.enumerate().filter(|(_, c)| c.name.as_deref() == Some(name)).map(|(i, _)| i as u16).collect()
    }

    pub(super) fn let_body(&mut self, body: &ir::LetBody) -> Res<L> {
        Ok(match body {
            ir::LetBody::Cond(c) => L::Cond(self.cond(c)?),
            ir::LetBody::Num(n) => L::Num(self.num(n)?),
            ir::LetBody::Place(p) => L::Place(self.place(p)?),
            ir::LetBody::Set(s) => L::Set(self.set(s)?, ordered(s, self.game)),
        })
    }

    /// A direction; `Forward` is what it is now.
    pub(super) fn direction(&self, d: Direction) -> Dir {
        match d {
            Direction::Counterclockwise => Dir::Is(0),
            Direction::Clockwise => Dir::Is(1),
            Direction::Either => Dir::Either,
            Direction::Outward => Dir::Halves(true),
            Direction::Inward => Dir::Halves(false),
            Direction::ByParity => Dir::Parity,
            Direction::Forward => Dir::Forward,
            Direction::Backward => Dir::Backward,
            // Folded away before.
            Direction::Option(_) => Dir::Forward,
        }
    }
}

/// A place that needs no walk.
fn near(p: &Pl) -> Option<Near> {
    Some(match p {
        Pl::Here => Near::Here,
        Pl::It => Near::It,
        Pl::Near(n) => *n,
        Pl::Is(p) if *p < 128 => Near::Is(*p),
        Pl::Next(of) if matches!(**of, Pl::Here) => Near::Ahead(1),
        Pl::Step(n, of) => match (&**n, &**of) {
            (N::Is(n @ 1..=8), Pl::Here) => Near::Ahead(*n as u8),
            _ => return None,
        },
        Pl::Opposite(of) if matches!(**of, Pl::Here) => Near::Opposite,
        _ => return None,
    })
}

/// Ranges of small constants as bits.
fn small_ranges(ranges: &[(N, N)]) -> Option<u64> {
    let mut bits = 0u64;
    for r in ranges {
        let (N::Is(a), N::Is(b)) = r else { return None };
        if *b > 63 {
            return None;
        }
        for k in (*a).max(0)..=*b {
            bits |= 1 << k;
        }
    }
    Some(bits)
}

fn mentions_closed(c: &Cond) -> bool {
    match c {
        Cond::Closed(Place::It) => true,
        Cond::And(all) | Cond::Or(all) => all.iter().any(mentions_closed),
        Cond::Not(x) => mentions_closed(x),
        _ => false,
    }
}

/// Whether a set has an order of its own.
fn ordered(s: &Set, game: &ir::Game) -> bool {
    match s {
        Set::Run { .. } | Set::Leapfrog(_) | Set::Union(_) | Set::EndsOf(..) => true,
        Set::Where(x, _) | Set::But(x, _) | Set::ButEnd(x, _) => ordered(x, game),
        Set::Let(id) => match game.lets.get(usize::from(*id)).map(|l| &l.body) {
            Some(ir::LetBody::Set(s)) => ordered(s, game),
            _ => false,
        },
        _ => false,
    }
}
