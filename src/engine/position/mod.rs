//! Positions as one line of text, and from JSON.
//!
//! A line is `4,4,4/4,4,4;0,0;south`: the rows from each owner's left, the seeds won, who is to
//! move. Parts `;key=value` follow for what differs from the start of the game or from the usual:
//!
//! | key | value |
//! |---|---|
//! | `reserve`, `nobody` | seeds to bring in by player, seeds out of play |
//! | `closed` | pits, `-` for none |
//! | `owner` | `c:south,d:-`: pits that changed hands, `-` for nobody's |
//! | `pieces` | `R:stone:1`, `store.south:mother:1:north`: pieces that are no seeds, counted with them above; whose, where each player has his own |
//! | `marks` | `c:tuz:south`, maker `-` for nobody, a `!` behind if its maker's next turn is still to come |
//! | `var.NAME` | its values |
//! | `turn`, `turns`, `last`, `starter`, `sown` | where rules read them; `turn` alone says `turns`, too, and where no rule asks it changes nothing |
//! | `direction` | the direction that was chosen once: `clockwise`, or by player, `-` for not yet |
//! | `round`, `kept`, `wins`, `empty` | of a match: the round, seeds kept from earlier ones, rounds won by player, rounds just past in which nobody moved |
//! | `between` | `3:south:north,south,-,-`: the next step of the layout, who will start, and who was poorer, richer, winner and loser |
//! | `opening` | the next step of the opening script |
//! | `race` | the simultaneous opening: whose step comes next, who stopped first, whether both have lifted, and what each does: `c` choosing, `p…` his start, `s…` the registers of his sowing, `l` landing, `x` stopped |
//! | `phase` | the phase of the turn under way, where the player to move would be in another one now |
//! | `swapped` | `yes`: the players have changed seats |
//! | `seen` | keys of the decisions already met in this turn, to which none may lead back |
//! | `choice`, `names` | a pending choice with its registers, and the names that it keeps |
//! | `over` | `south:rule7`: the end, where the position itself doesn't tell it |
//!
//! Every state is read back equal. Positions of earlier turns, which only `the position repeats` asks
//! for, aren't written: a repetition is counted from where a position was read.

mod json;
mod pending;
mod text;

pub use json::read_json;
pub use text::show;

use super::geometry::pits_are;
use super::rounds::Series;
use super::state::reads;
use super::trace::{Silent, Turning};
use super::{Game, MAX_SEEDS, Machine, Reason, State};
use crate::diagnostic::{Diagnostic, codes};
use crate::ir::{Direction, MarkId, Picture, PicturePlace, VarScope};
use crate::source::Span;

/// Reads a position: a line as [`show`] writes it, or a JSON object with the keys of `replay
/// --json`. The state is settled (the ends of a round are tested).
///
/// # Errors
/// When it can't be read, names no pit of the board, or its seeds don't add up (unless `free`).
pub fn read(game: &Game, text: &str, free: bool) -> Result<State, Diagnostic> {
    let text = text.trim();
    if text.starts_with(['{', '"']) {
        let value: serde_json::Value =
            serde_json::from_str(text).map_err(|e| bad(format!("the position isn't JSON: {e}")))?;
        return read_json(game, &value, free);
    }
    text::read(game, text, free)
}

fn bad(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&codes::BAD_POSITION, Span::default(), message)
}

type Res<T> = Result<T, Diagnostic>;

/// A position under construction.
struct Draft<'g> {
    game: &'g Game,
    state: State,
    /// The phase of the turn under way, where it is told.
    phase: Option<u8>,
}

impl<'g> Draft<'g> {
    /// As at the start of the game, without its tests.
    fn start(game: &'g Game) -> Draft<'g> {
        Draft { game, state: super::compile::set_up(game).unwrap_or_else(|_| game.start()), phase: None }
    }

    fn pit(&self, name: &str) -> Res<u8> {
        let g = &self.game.geometry;
        g.pit(name).ok_or_else(|| bad(format!("there is no pit {name:?}")).help(pits_are(g)))
    }

    fn player(&self, name: &str) -> Res<u8> {
        let players = &self.game.ir.players;
        players
            .iter()
            .position(|p| p == name || p.replace(char::is_whitespace, "_") == name)
            .map(|i| i as u8)
            .ok_or_else(|| {
                bad(format!("there is no player {name:?}")).help(format!("players are {}", players.join(" and ")))
            })
    }

    fn mark(&self, name: &str) -> Res<MarkId> {
        let marks = &self.game.ir.marks;
        marks.iter().position(|m| m.name == name).map(|i| i as MarkId).ok_or_else(|| {
            let names: Vec<&str> = marks.iter().map(|m| m.name.as_str()).collect();
            let help = if names.is_empty() {
                "this game has no marks".into()
            } else {
                format!("marks are {}", names.join(", "))
            };
            bad(format!("there is no mark {name:?}")).help(help)
        })
    }

    fn put(&mut self, place: u8, n: u64) -> Res<()> {
        let n = u32::try_from(n).map_err(|_| bad(format!("{n} seeds are too many for a place")))?;
        self.state.counts[usize::from(place)] = n;
        Ok(())
    }

    fn no_pits(&mut self) {
        let pits = self.game.geometry.pits.len();
        self.state.counts[..pits].fill(0);
    }

    /// So many pieces of a kind lie in a place, besides what is said of its other kinds.
    fn put_pieces(&mut self, place: u8, kind: &str, owner: Option<u8>, n: u32) -> Res<()> {
        let game = self.game;
        let found = game.piece_kinds().position(|(name, own)| name == kind && (own == owner || own.is_none()));
        let told = game.piece_kinds().any(|(name, _)| name == kind);
        match found {
            Some(i) => self.state.set_piece(i, place, n),
            None if told => {
                return Err(bad(format!("it isn't said whose {kind} is meant"))
                    .help(format!("each player has his own: say {kind} of {}", game.ir.players.join(" or "))));
            }
            None => {
                let names: Vec<&str> = game.ir.pieces.iter().map(|p| p.name.as_str()).collect();
                let help = match names.is_empty() {
                    true => "this game has seeds only".to_owned(),
                    false => format!("kinds of pieces are {}", names.join(", ")),
                };
                return Err(bad(format!("there is no kind of piece {kind:?}")).help(help));
            }
        }
        Ok(())
    }

    fn no_pieces(&mut self, places: u128) {
        for p in super::geometry::bits(places) {
            for i in 0..self.game.pieces.len() {
                self.state.set_piece(i, p, 0);
            }
        }
    }

    fn no_marks(&mut self) {
        self.state.marks.fill(0);
        self.state.fresh.fill(0);
    }

    fn set_mark(&mut self, pit: u8, kind: MarkId, maker: u8, fresh: bool) {
        let k = usize::from(kind);
        let b = super::geometry::bit(pit);
        let s = &mut self.state;
        let all = s.mark_slot(k, 0)..s.mark_slot(k + 1, 0);
        for m in &mut s.marks[all] {
            *m &= !b;
        }
        let own = s.mark_slot(k, maker);
        s.marks[own] |= b;
        if fresh {
            s.fresh[k] |= b;
        }
    }

    fn set_owner(&mut self, pit: u8, owner: Option<u8>) {
        let b = super::geometry::bit(pit);
        for (i, owned) in (0u8..).zip(self.state.owned.iter_mut()) {
            *owned = if owner == Some(i) { *owned | b } else { *owned & !b };
        }
    }

    fn var(&self, name: &str) -> Res<u16> {
        self.game.ir.vars.iter().position(|v| v.name == name).map(|i| i as u16).ok_or_else(|| {
            let names: Vec<&str> = self.game.ir.vars.iter().map(|v| v.name.as_str()).collect();
            let help = if names.is_empty() {
                "this game has no variables".into()
            } else {
                format!("variables are {}", names.join(", "))
            };
            bad(format!("there is no variable {name:?}")).help(help)
        })
    }

    /// Sets one value of a variable: the only one, a player's or a pit's.
    fn set_var(&mut self, var: u16, of: Option<&str>, value: i64) -> Res<()> {
        let decl = &self.game.ir.vars[usize::from(var)];
        let range = self.game.var_range(var).unwrap_or(0..0);
        let i = match (decl.scope, of) {
            (VarScope::Game, None) => 0,
            (VarScope::Player, Some(name)) => usize::from(self.player(name)?),
            (VarScope::Pit, Some(name)) => usize::from(self.pit(name)?),
            (VarScope::Game, Some(_)) => return Err(bad(format!("{} has one value only", decl.name))),
            (_, None) => return Err(bad(format!("it must be said whose {} is meant", decl.name))),
        };
        let (lo, hi) = self.game.bounds[usize::from(var)];
        if !(i64::from(lo)..=i64::from(hi)).contains(&value) {
            return Err(bad(format!("{} can't be {value}", decl.name)).help(format!("it goes from {lo} to {hi}")));
        }
        if let Some(slot) = self.state.vars.get_mut(range.start + i) {
            *slot = value as i32;
        }
        Ok(())
    }

    /// A turn that fits what is known of it: it matters to rules that ask for its number.
    fn set_turn(&mut self, turn: u32) {
        let s = &mut self.state;
        s.turn = turn.max(1);
        if s.reads & (reads::MY_TURN | reads::SWAP) != 0 {
            // Turns go round unless something is known of them.
            let players = self.game.ir.players.len() as u32;
            for ago in 0..players {
                let who = (u32::from(s.mover) + players - ago) % players;
                s.turns[who as u8] = (s.turn + players - 1).saturating_sub(ago) / players;
            }
        }
    }

    /// Where the match stands.
    fn series(&mut self) -> Res<&mut Series> {
        self.state
            .series
            .as_deref_mut()
            .ok_or_else(|| bad("rounds are told of, but one round is played").help("play a match: --match"))
    }

    fn chosen(&mut self, player: Option<u8>, direction: Option<Turning>) -> Res<()> {
        let number = direction.map_or(0, |d| d.index() + 1);
        match (self.game.chosen_once(), player) {
            (None, _) => return Err(bad("no direction is chosen once in this game")),
            (Some(true), Some(p)) => self.state.chosen[p] = number,
            _ => self.state.chosen.fill(number),
        }
        Ok(())
    }

    /// A round is over, and the match goes on from here.
    fn after_round(mut self, free: bool) -> Res<State> {
        self.series()?;
        self.add_up(free)?;
        let mut machine = Machine::new(self.game);
        machine.take_code(&self.state);
        machine.close_round(&mut self.state, &[], Reason::Stuck, &mut Silent);
        machine.after_round(&mut self.state, &mut Silent);
        Ok(self.state)
    }

    /// Checks the seeds, and tests the ends of the round unless something else is known.
    fn finish(mut self, free: bool) -> Res<State> {
        self.add_up(free)?;
        if self.state.pending.is_none() {
            // It goes on with a choice, and there is none.
            self.state.opening = None;
        }
        if self.state.over.is_none() && self.state.pending.is_none() && self.state.race.is_none() {
            settle(self.game, &mut self.state, self.phase);
        } else if let Some(phase) = self.phase {
            self.state.phase = phase;
        }
        Ok(self.state)
    }

    fn add_up(&self, free: bool) -> Res<()> {
        let hand = self.state.in_hand();
        let total: u64 = self.state.counts.iter().map(|&n| u64::from(n)).sum::<u64>() + hand;
        if total > MAX_SEEDS {
            return Err(bad(format!("{total} seeds are too many")).help(format!("a game has at most {MAX_SEEDS}")));
        }
        self.add_up_pieces(free)?;
        if !free && total != self.game.seeds {
            return Err(bad(format!("the position has {total} seeds, and the game {}", self.game.seeds))
                .help("count again, or allow any number with --free"));
        }
        Ok(())
    }
}

impl Draft<'_> {
    /// The pieces that are no seeds: as many as the game has, and none that isn't counted.
    fn add_up_pieces(&self, free: bool) -> Res<()> {
        let (game, s) = (self.game, &self.state);
        let kinds = game.pieces.len();
        for p in 0..game.geometry.places as u8 {
            let others = s.other_pieces(kinds, p);
            if others > s.count(p) {
                return Err(bad(format!(
                    "a place holds {} pieces, and {others} of other kinds than seeds",
                    s.count(p)
                ))
                .help("the number of a place counts all its pieces; say anew where the others lie"));
            }
        }
        if free {
            return Ok(());
        }
        for (kind, decl) in (0u8..).zip(&game.ir.pieces) {
            let of_kind = |i: &usize| game.pieces[*i].kind == kind;
            let all = |s: &State| {
                let on_board = |i| (0..game.geometry.places as u8).map(|p| u64::from(s.piece(i, p))).sum::<u64>();
                let in_hand = |i: usize| s.pending.as_ref().map_or(0, |p| u64::from(p.regs.pieces[i]));
                (0..kinds).filter(of_kind).map(|i| on_board(i) + in_hand(i)).sum::<u64>()
            };
            let (now, first) = (all(s), all(&game.first));
            if now != first {
                let name = &decl.name;
                return Err(bad(format!("the position has {now} of the kind {name}, and the game {first}"))
                    .help(format!("say where they lie, such as `A holds 1 {name}`, or allow any number with --free")));
            }
        }
        Ok(())
    }
}

fn settle(game: &Game, s: &mut State, phase: Option<u8>) {
    let mut machine = Machine::new(game);
    s.history.clear();
    match phase {
        Some(phase) => s.phase = phase,
        None => machine.enter_phase(s),
    }
    let won = machine.won_now(s);
    machine.settle(s, won, &mut Silent);
    machine.race_in_turn(s);
    machine.after_round(s, &mut Silent);
}

/// The position that an example tells; what isn't told is as at the start (rows untold: empty if
/// any row or pit is told).
///
/// # Errors
/// As [`read`].
pub fn from_picture(game: &Game, picture: &Picture) -> Result<State, Diagnostic> {
    let mut d = Draft::start(game);
    if !picture.rows.is_empty() || !picture.pits.is_empty() {
        d.no_pits();
        d.no_pieces(game.geometry.all);
    }
    if game.geometry.sides < game.ir.players.len() && !picture.rows.is_empty() {
        return Err(bad("the players have no rows of their own on this board").help("tell pits by name: `A 3  b 0`"));
    }
    // A player's rows come one after another, from the front.
    let mut told = vec![0; game.ir.players.len()];
    for (player, counts) in &picture.rows {
        let Some(first) = told.get_mut(usize::from(*player)) else {
            return Err(bad("a row of a player is told who doesn't play"));
        };
        let own = game.geometry.own_pits(*player);
        let places = own.start + *first..own.start + *first + counts.len();
        *first += counts.len();
        let ends = game.geometry.row_at.iter().map(|r| usize::from(r.first + r.len));
        if !ends.chain([own.start]).any(|end| end == places.end) || places.end > own.end {
            let rows: Vec<String> = game.geometry.rows_at(*player).iter().map(|r| r.len.to_string()).collect();
            let (n, rows) = (counts.len(), rows.join(" and "));
            return Err(bad(format!("a row of {n} pits is told, but the board has {rows} a row")));
        }
        for (pit, n) in places.map(|p| p as u8).zip(counts) {
            let b = super::geometry::bit(pit);
            match n {
                Some(n) => {
                    d.state.closed &= !b;
                    d.put(pit, *n)?;
                }
                None => d.state.closed |= b,
            }
        }
    }
    for (name, n) in &picture.pits {
        let pit = d.pit(name)?;
        d.put(pit, *n)?;
    }
    for (told, places) in [(&picture.won, &game.geometry.stores), (&picture.reserve, &game.geometry.reserves)] {
        let Some(told) = told else { continue };
        if told.len() != places.len() {
            return Err(bad(format!("{} numbers for {} players", told.len(), places.len())));
        }
        for (&place, &n) in places.iter().zip(told) {
            d.put(place, n)?;
            d.no_pieces(super::geometry::bit(place));
        }
    }
    for told in &picture.pieces {
        let place = match &told.at {
            PicturePlace::Pit(name) => Some(d.pit(name)?),
            PicturePlace::Store(p) => game.geometry.stores.get(usize::from(*p)).copied(),
            PicturePlace::Reserve(p) => game.geometry.reserves.get(usize::from(*p)).copied(),
        };
        let place = place.ok_or_else(|| bad("there is no such player"))?;
        let kind = game.ir.pieces.get(usize::from(told.kind)).map_or("", |p| p.name.as_str());
        let n = u32::try_from(told.n).map_err(|_| bad("so many pieces are too many for a place"))?;
        // In a player's store all are his.
        let owner = match told.at {
            PicturePlace::Store(p) => told.owner.or(Some(p)),
            _ => told.owner,
        };
        d.put_pieces(place, kind, owner, n)?;
    }
    if let Some(p) = picture.started {
        if usize::from(p) >= game.ir.players.len() {
            return Err(bad("there is no such player"));
        }
        d.state.starter = p;
        d.state.mover = p;
    }
    if let Some(p) = picture.to_move {
        if usize::from(p) >= game.ir.players.len() {
            return Err(bad("there is no such player"));
        }
        d.state.mover = p;
        let turn = if p == d.state.starter { 1 } else { 2 };
        d.set_turn(turn);
    }
    if let Some(turn) = picture.turn {
        d.set_turn(turn);
    }
    if !picture.marks.is_empty() {
        d.no_marks();
    }
    for (name, kind, maker) in &picture.marks {
        if usize::from(*kind) >= game.ir.marks.len() {
            return Err(bad("there is no such mark"));
        }
        let pit = d.pit(name)?;
        d.set_mark(pit, *kind, maker.unwrap_or(u8::MAX), false);
    }
    for (var, of, value) in &picture.vars {
        if usize::from(*var) >= game.ir.vars.len() {
            return Err(bad("there is no such variable"));
        }
        d.set_var(*var, of.as_deref(), *value)?;
    }
    for (i, &direction) in picture.direction.iter().enumerate() {
        let turning = match direction {
            Direction::Clockwise => Turning::Clockwise,
            _ => Turning::Counterclockwise,
        };
        let player = (picture.direction.len() > 1).then_some(i as u8);
        d.chosen(player, Some(turning))?;
    }
    if picture.between {
        if picture.rows.is_empty() && picture.pits.is_empty() {
            d.no_pits();
        }
        return d.after_round(picture.free);
    }
    d.finish(picture.free)
}
