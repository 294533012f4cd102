//! Pieces of other kinds than seeds: where they lie, and which of them go along when some are moved.
//!
//! All pieces are counted together; of each kind it is known besides how many of them lie where. A
//! game without kinds pays for none of this.

use crate::diagnostic::{Diagnostic, codes};
use crate::ir::{self, MakerTest, Num};

use super::geometry::{HAND, bits};
use super::state::State;
use super::trace::Trace;
use super::{Game, Machine, PlaceId};

/// Most kinds, one for each player where each has his own.
pub(super) const MAX_PIECES: usize = 8;

/// Most pieces of a hand of which it can be said when they fall.
pub(super) const MAX_TIMED: usize = 6;

/// A seed, where a kind is asked for.
pub(super) const SEED: u8 = u8::MAX;

/// A kind, or one player's own of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// By [`ir::Game::pieces`].
    pub(super) kind: ir::PieceId,
    /// Whose, where each player has his own.
    pub(super) owner: Option<u8>,
    pub(super) worth: i64,
}

/// The kinds of a game, player by player where each has his own.
pub(super) fn kinds(g: &ir::Game) -> Result<Vec<Piece>, Diagnostic> {
    let mut all = Vec::new();
    for (kind, decl) in (0u8..).zip(&g.pieces) {
        let Num::Const(worth) = decl.worth else {
            let message = format!("what a {} is worth must be known at the start", decl.name);
            return Err(Diagnostic::new(&codes::BAD_NUMBER, decl.span, message));
        };
        if !(0..=1_000_000).contains(&worth) {
            let message = format!("a {} can't be worth {worth}", decl.name);
            return Err(Diagnostic::new(&codes::BAD_NUMBER, decl.span, message).help("it is worth 0 to 1,000,000"));
        }
        if decl.each_player {
            all.extend((0..g.players.len() as u8).map(|p| Piece { kind, owner: Some(p), worth }));
        } else {
            all.push(Piece { kind, owner: None, worth });
        }
    }
    if all.len() > MAX_PIECES {
        let span = g.pieces[0].span;
        let message = format!("{} kinds of pieces are too many", all.len());
        return Err(Diagnostic::new(&codes::BAD_NUMBER, span, message)
            .help(format!("there can be {MAX_PIECES}, each player's own counted by themselves")));
    }
    Ok(all)
}

/// Which of them are meant, as bits.
pub(super) fn wanted(g: &ir::Game, mover: u8, pieces: ir::Pieces) -> u16 {
    let mut mask = 0;
    let mut i = 0;
    for (kind, decl) in (0u8..).zip(&g.pieces) {
        let owners = if decl.each_player { g.players.len() as u8 } else { 1 };
        for p in 0..owners {
            let whose = match pieces.whose {
                MakerTest::Any => true,
                MakerTest::Mine => !decl.each_player || p == mover,
                MakerTest::Theirs => decl.each_player && p != mover,
            };
            if kind == pieces.kind && whose && i < MAX_PIECES {
                mask |= 1 << i;
            }
            i += 1;
        }
    }
    mask
}

impl State {
    /// Where the count of a kind in a place is kept.
    fn piece_at(&self, piece: usize, place: PlaceId) -> usize {
        piece * self.counts.len() + usize::from(place)
    }

    /// Pieces of a kind (as [`Game::pieces`] numbers them) in a place.
    pub(super) fn piece(&self, piece: usize, place: PlaceId) -> u32 {
        self.pieces.get(self.piece_at(piece, place)).copied().unwrap_or(0)
    }

    /// Says how many of a kind lie in a place; the place's count is another matter.
    pub(super) fn set_piece(&mut self, piece: usize, place: PlaceId, n: u32) {
        let i = self.piece_at(piece, place);
        if let Some(slot) = self.pieces.get_mut(i) {
            *slot = n;
        }
    }

    /// Pieces in a place that are no seeds.
    #[must_use]
    pub fn pieces_besides_seeds(&self, place: PlaceId) -> u32 {
        let kinds = if self.counts.is_empty() { 0 } else { self.pieces.len() / self.counts.len() };
        self.other_pieces(kinds, place)
    }

    /// The same, of so many kinds.
    pub(super) fn other_pieces(&self, kinds: usize, place: PlaceId) -> u32 {
        (0..kinds).map(|i| self.piece(i, place)).fold(0, u32::saturating_add)
    }
}

impl Game {
    /// The kinds of pieces beside seeds: name, and whose where each player has his own.
    pub fn piece_kinds(&self) -> impl Iterator<Item = (&str, Option<u8>)> {
        self.pieces.iter().map(|p| (self.ir.pieces[usize::from(p.kind)].name.as_str(), p.owner))
    }

    /// Pieces of a kind in a place, by its number in [`Game::piece_kinds`].
    #[must_use]
    pub fn pieces_in(&self, state: &State, kind: usize, place: PlaceId) -> u32 {
        if kind < self.pieces.len() { state.piece(kind, place) } else { 0 }
    }

    /// What lies in a place is worth so much.
    #[must_use]
    pub fn worth(&self, state: &State, place: PlaceId) -> u64 {
        let mut worth = i64::from(state.count(place));
        for (i, piece) in self.pieces.iter().enumerate() {
            worth += i64::from(state.piece(i, place)) * (piece.worth - 1);
        }
        u64::try_from(worth).unwrap_or(0)
    }

    /// In whose kind a piece turns where it comes to lie: what a player has won is his.
    fn becomes(&self, piece: usize, to: PlaceId) -> usize {
        let p = self.pieces[piece];
        let winner = self.geometry.stores.iter().position(|&store| store == to);
        match (p.owner, winner) {
            (Some(owner), Some(winner)) if usize::from(owner) != winner => piece - usize::from(owner) + winner,
            _ => piece,
        }
    }
}

impl<'g> Machine<'g> {
    /// Pieces of a kind in a place or in the hand.
    fn piece_held(&self, s: &State, piece: usize, at: PlaceId) -> u32 {
        if at == HAND { self.regs.pieces[piece] } else { s.piece(piece, at) }
    }

    fn put_piece(&mut self, s: &mut State, piece: usize, at: PlaceId, n: u32) {
        if at == HAND {
            self.regs.pieces[piece] = n;
        } else {
            s.set_piece(piece, at, n);
        }
    }

    fn shift_piece(&mut self, s: &mut State, piece: usize, n: u32, from: PlaceId, to: PlaceId) {
        let held = self.piece_held(s, piece, from);
        self.put_piece(s, piece, from, held.saturating_sub(n));
        let then = self.game.becomes(piece, to);
        let there = self.piece_held(s, then, to);
        self.put_piece(s, then, to, there.saturating_add(n));
    }

    /// Before `n` pieces go from one place to another: which of them. Seeds go first, then the kinds in
    /// their order; what has just fallen goes last.
    #[inline]
    pub(super) fn carry(&mut self, s: &mut State, n: u32, from: PlaceId, to: PlaceId) {
        if !self.game.pieces.is_empty() {
            self.carry_pieces(s, n, from, to);
        }
    }

    #[inline(never)]
    fn carry_pieces(&mut self, s: &mut State, n: u32, from: PlaceId, to: PlaceId) {
        let kinds = self.game.pieces.len();
        let others: u32 = (0..kinds).map(|i| self.piece_held(s, i, from)).sum();
        let mut go = n.saturating_sub(self.held(s, from).saturating_sub(others));
        let fell = if from == self.regs.here { usize::from(self.regs.fell) } else { usize::MAX };
        for spare in [1, 0] {
            for i in 0..kinds {
                let kept = if i == fell { spare } else { 0 };
                let some = self.piece_held(s, i, from).saturating_sub(kept).min(go);
                if some > 0 {
                    self.shift_piece(s, i, some, from, to);
                    go -= some;
                }
            }
        }
    }

    /// Moves at most `n` pieces of some kinds, and says how many there were.
    fn carry_only(&mut self, s: &mut State, mask: u16, n: u32, from: PlaceId, to: PlaceId) -> u32 {
        let mut left = n;
        for i in 0..self.game.pieces.len() {
            if mask >> i & 1 != 0 {
                let some = self.piece_held(s, i, from).min(left);
                self.shift_piece(s, i, some, from, to);
                left -= some;
            }
        }
        n - left
    }

    /// Takes the piece out of the hand that falls now, one of `hand`; its kind.
    #[inline]
    pub(super) fn piece_that_falls(&mut self, hand: u32) -> u8 {
        if self.game.pieces.is_empty() { SEED } else { self.choose_piece(hand) }
    }

    /// Each falls when it was said; else seeds fall first.
    #[inline(never)]
    fn choose_piece(&mut self, hand: u32) -> u8 {
        let kinds = self.game.pieces.len();
        let r = &mut self.regs;
        r.nth = r.nth.saturating_add(1);
        let due = r.falls.iter().position(|&(kind, nth)| nth > 0 && nth <= r.nth && usize::from(kind) < kinds);
        let piece = match due {
            Some(i) => std::mem::replace(&mut r.falls[i], (SEED, 0)).0,
            // Only other pieces are left, none of which is due: the first kind falls.
            None if r.pieces[..kinds].iter().sum::<u32>() >= hand => {
                let Some(kind) = (0..kinds).find(|&i| r.pieces[i] > 0) else { return SEED };
                if let Some(timed) = r.falls.iter_mut().find(|f| usize::from(f.0) == kind) {
                    *timed = (SEED, 0);
                }
                kind as u8
            }
            None => return SEED,
        };
        let held = &mut r.pieces[usize::from(piece)];
        if *held == 0 {
            return SEED;
        }
        *held -= 1;
        piece
    }

    /// The piece falls in a place, whose count is another matter.
    #[inline]
    pub(super) fn piece_falls(&mut self, s: &mut State, piece: u8, to: PlaceId) {
        if self.game.pieces.is_empty() {
            return;
        }
        self.regs.fell = piece;
        if piece != SEED {
            let then = self.game.becomes(usize::from(piece), to);
            s.set_piece(then, to, s.piece(then, to) + 1);
        }
    }

    /// Takes one piece out of a place or the hand for a sowing by itself: a seed if there is one.
    pub(super) fn one_piece_of(&mut self, s: &mut State, from: PlaceId) -> u8 {
        let kinds = self.game.pieces.len();
        let others: u32 = (0..kinds).map(|i| self.piece_held(s, i, from)).sum();
        if others < self.held(s, from) {
            return SEED;
        }
        let Some(i) = (0..kinds).find(|&i| self.piece_held(s, i, from) > 0) else { return SEED };
        let held = self.piece_held(s, i, from);
        self.put_piece(s, i, from, held - 1);
        i as u8
    }

    /// Pieces of some kinds in some places.
    pub(super) fn count_pieces(&self, s: &State, mask: u16, places: u128) -> i64 {
        let kinds = (0..self.game.pieces.len()).filter(|i| mask >> i & 1 != 0);
        kinds.map(|i| bits(places).map(|p| i64::from(s.piece(i, p))).sum::<i64>()).sum()
    }

    /// Pieces of some kinds in the hand.
    pub(super) fn pieces_in_hand(&self, mask: u16) -> i64 {
        let kinds = (0..self.game.pieces.len()).filter(|i| mask >> i & 1 != 0);
        kinds.map(|i| i64::from(self.regs.pieces[i])).sum()
    }

    /// Says when the first of these kinds falls that is in the hand and of which it isn't said yet.
    pub(super) fn drop_as(&mut self, mask: u16, nth: i64) {
        let nth = u32::try_from(nth.max(1)).unwrap_or(u32::MAX);
        let kinds = self.game.pieces.len();
        let r = &mut self.regs;
        let told = |i: usize| r.falls.iter().filter(|f| usize::from(f.0) == i).count() as u32;
        let next = (0..kinds).find(|&i| mask >> i & 1 != 0 && r.pieces[i] > told(i));
        if let (Some(i), Some(free)) = (next, r.falls.iter_mut().find(|f| f.1 == 0)) {
            *free = (i as u8, nth);
        }
    }

    /// Moves at most `n` pieces of some kinds between two places.
    pub(super) fn move_pieces<T: Trace>(
        &mut self,
        s: &mut State,
        mask: u16,
        n: u32,
        (from, to): (PlaceId, PlaceId),
        t: &mut T,
    ) {
        if self.may_move(s, from, to) {
            let n = self.carry_only(s, mask, n, from, to);
            self.shift_count(s, n, from, to, t);
        }
    }
}
