//! The board as tables: places, names, rings, facing.

use crate::diagnostic::{Diagnostic, codes};
use crate::ir;
use crate::source::Span;

use super::layout::{self, Row, Sizes};
use super::seats::Seats;
use super::{MAX_PITS, PlaceId};

/// A place that doesn't exist.
pub(super) const NONE: PlaceId = 255;
/// The hand, where a place is meant.
pub(super) const HAND: PlaceId = 254;
/// Most pits in a row of a board of two rows.
pub(super) const MAX_ROW: usize = MAX_PITS / 2;

/// The bit of a place; none for what isn't on the board.
#[inline]
pub(super) fn bit(place: PlaceId) -> u128 {
    BITS[usize::from(place)]
}

/// A shift by 128 bits and a test take longer than a look.
static BITS: [u128; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 128 {
        table[i] = 1 << i;
        i += 1;
    }
    table
};

/// The places of a set, from the lowest.
#[inline]
pub(super) fn bits(mut mask: u128) -> impl Iterator<Item = PlaceId> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let p = mask.trailing_zeros() as PlaceId;
        mask &= mask - 1;
        Some(p)
    })
}

/// A pit, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pit {
    /// Its name.
    pub name: String,
    /// Whose row it lies in; none: a row that several share, or none at all.
    pub player: Option<u8>,
    /// Which side of the board its row is on, of which each player has one where there are as many; none: in
    /// no side's.
    pub side: Option<u8>,
    /// Which of that player's rows, from the front (0).
    pub row: u8,
    /// Its number from its row's player's left, from 1.
    pub number: u8,
    /// Its column on the board as the first player sees it, from 0.
    pub column: u8,
    /// Its line on the board as the first player sees it, from the top (0).
    pub line: u8,
}

/// The board as tables.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// The pits, by place.
    pub pits: Vec<Pit>,
    /// Each player's store.
    pub stores: Vec<PlaceId>,
    /// Each player's reserve.
    pub reserves: Vec<PlaceId>,
    /// Seeds out of play.
    pub nobody: PlaceId,
    /// Places in all.
    pub places: usize,
    /// Columns of the drawing.
    pub columns: u8,
    /// The players' names.
    pub(super) players: Vec<String>,
    /// Sides of the board, each with its rows: the players', unless more play than there are rows.
    pub(super) sides: usize,
    /// Pits of the longest row.
    pub(super) row: usize,
    /// Rows of each side, from the front.
    pub(super) rows: usize,
    /// Each side's rows, one side after the other.
    pub(super) row_at: Vec<Row>,
    /// Two players share the row that is the first of both.
    pub(super) shared: bool,
    /// The pits stand on a way round, and not in rows.
    pub(super) rowless: bool,
    /// Pits of nobody's row that belong to the board as a row's do.
    pub(super) between: u128,
    /// A store follows the last pit of its owner's row, in the direction of the sowing.
    pub(super) stores_ahead: bool,
    /// All pits.
    pub(super) all: u128,
    /// All places.
    pub(super) on_board: u128,
    /// Each player's rows, store and reserve.
    pub(super) own_row: Seats<u128>,
    /// All stores.
    pub(super) all_stores: u128,
    /// Pits, store and reserve of each player at first.
    pub(super) owned: Seats<u128>,
    /// The facing pit in the other player's front row, or [`NONE`].
    pub(super) opposite: Box<[PlaceId; 256]>,
    /// The facing pit in his back row.
    pub(super) opposite_back: Box<[PlaceId; 256]>,
}

/// No direction yet, on a board where the way is chosen along rows and columns.
pub(super) const NOWHERE_YET: u8 = 4;

/// The ring that a mover's seeds go round.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The next place on it, counterclockwise and clockwise; [`NONE`] off the ring.
    ///
    /// Where the sower chooses the way along rows and columns: right, left, up and down, and then four
    /// without a way on, for a hand that hasn't taken any direction yet ([`NOWHERE_YET`]).
    pub(super) next: [Box<[PlaceId; 256]>; 8],
    /// The places on it.
    pub(super) on: u128,
    /// How many.
    pub(super) len: u32,
}

impl Geometry {
    /// A place's name: a pit's, `south's store`, `south's reserve`, `nobody`.
    #[must_use]
    pub fn name(&self, place: PlaceId) -> String {
        if let Some(pit) = self.pits.get(place as usize) {
            return pit.name.clone();
        }
        let of = |list: &[PlaceId], what: &str| {
            let i = list.iter().position(|&p| p == place)?;
            Some(format!("{}'s {what}", self.players.get(i)?))
        };
        of(&self.stores, "store")
            .or_else(|| of(&self.reserves, "reserve"))
            .unwrap_or_else(|| if place == self.nobody { "nobody".into() } else { "?".into() })
    }

    /// The pit of that name.
    #[must_use]
    pub fn pit(&self, name: &str) -> Option<PlaceId> {
        self.pits.iter().position(|p| p.name == name).map(|i| i as PlaceId)
    }

    /// Whether its pits lie in rows, and not on a ring or where places are named.
    #[must_use]
    pub fn has_rows(&self) -> bool {
        !self.rowless
    }

    /// The pits of a side's rows, as a range of places.
    pub(super) fn own_pits(&self, side: u8) -> std::ops::Range<usize> {
        let rows = self.rows_at(side);
        let first = rows.first().map_or(0, |r| usize::from(r.first));
        first..first + rows.iter().map(|r| usize::from(r.len)).sum::<usize>()
    }

    /// A side's rows, from the front.
    pub(super) fn rows_at(&self, side: u8) -> &[Row] {
        self.row_at.get(usize::from(side) * self.rows..).and_then(|rows| rows.get(..self.rows)).unwrap_or(&[])
    }

    /// A player's rows.
    pub(super) fn rows_of(&self, player: u8) -> u128 {
        self.rows_at(player).iter().map(|r| r.mask()).sum()
    }

    /// One of a player's rows, from the front.
    pub(super) fn row_of(&self, player: u8, row: usize) -> u128 {
        self.rows_at(player).get(row).map_or(0, |r| r.mask())
    }

    /// How many pits one of a player's rows has.
    pub(super) fn len_of(&self, player: u8, row: usize) -> i64 {
        self.rows_at(player).get(row).map_or(0, |r| i64::from(r.len))
    }

    /// The `n`-th pit from the left (from 1) of one of a player's rows.
    pub(super) fn nth(&self, player: u8, row: usize, n: i64) -> PlaceId {
        match self.rows_at(player).get(row) {
            Some(r) if n >= 1 && n <= i64::from(r.len) => r.first + n as u8 - 1,
            _ => NONE,
        }
    }

    /// Whether it is a pit.
    pub(super) fn is_pit(&self, place: PlaceId) -> bool {
        usize::from(place) < self.pits.len()
    }

    /// The pits in the order in which a mover's sowing comes by: his own row first.
    pub(super) fn sowing_order(&self, mover: u8, direction: u8) -> Vec<PlaceId> {
        let row = |player: u8| {
            let mut r = self.own_ring(player);
            if direction == 1 {
                r.reverse();
            }
            r
        };
        let mut order: Vec<PlaceId> = if usize::from(mover) < self.sides {
            std::iter::once(mover).chain(self.others(mover)).flat_map(row).collect()
        } else {
            (0..self.sides as u8).flat_map(row).collect()
        };
        if self.sides < self.players.len() {
            // Who has no row of his own begins with the first pit of a stretch that is his.
            let mine = |p: PlaceId| self.owned[mover] & bit(p) != 0;
            let n = order.len();
            let first = (0..n).find(|&i| mine(order[i]) && !mine(order[(i + n - 1) % n]));
            order.rotate_left(first.unwrap_or(0));
        }
        order.extend(self.neutral());
        order
    }

    /// Whose turn follows a player's.
    #[inline]
    pub(super) fn after(&self, player: u8) -> u8 {
        if usize::from(player) + 1 < self.players.len() { player + 1 } else { 0 }
    }

    /// The others, in the order of their turns from a player's.
    pub(super) fn others(&self, player: u8) -> impl Iterator<Item = u8> + use<> {
        let n = self.players.len() as u8;
        (1..n).map(move |i| (player + i) % n)
    }

    /// From which side of the board a player sees it; players who share the rows see it as it is drawn.
    pub(super) fn seat(&self, player: u8) -> u8 {
        if self.sides == self.players.len() { player } else { 0 }
    }

    /// The other of two players.
    pub(super) fn only_other(&self, player: u8) -> Option<u8> {
        (self.players.len() == 2).then(|| 1 - player.min(1))
    }

    /// The pits that lie in nobody's row.
    pub(super) fn neutral(&self) -> std::ops::Range<PlaceId> {
        let first = self.row_at.last().map_or(0, |r| r.first + r.len);
        first..self.pits.len() as PlaceId
    }

    /// A player's pits counterclockwise, as seen from above: with one row from left to right; with
    /// several the back row from left to right, then the ones before it, turning at each end.
    fn own_ring(&self, player: u8) -> Vec<PlaceId> {
        let mut ring = Vec::new();
        for (i, row) in (0..self.rows).rev().enumerate() {
            let mut pits: Vec<PlaceId> = bits(self.row_of(player, row)).collect();
            if i % 2 == 1 {
                pits.reverse();
            }
            ring.extend(pits);
        }
        ring
    }

    /// The ring of the rows, each with a store at its end if they lie there.
    pub(super) fn ring(&self, stores: ir::Stores) -> Vec<PlaceId> {
        if self.rowless {
            let own = (0..self.players.len()).map(|p| self.rows_of(p as u8)).sum::<u128>();
            return bits(own | self.between).collect();
        }
        let mut ring: Vec<PlaceId> = Vec::new();
        let sides = self.sides;
        for player in 0..sides {
            ring.extend(self.own_ring(player as u8));
            match stores {
                ir::Stores::Right | ir::Stores::Ahead => ring.push(self.stores[player]),
                // The next player's lies at his left, and so after this row.
                ir::Stores::Left => ring.push(self.stores[(player + 1) % sides]),
                ir::Stores::Apart | ir::Stores::None => {}
            }
        }
        ring
    }

    /// The path of a mover: what of a ring is sown. Stores that a path of the board's own names are.
    pub(super) fn path(&self, mover: u8, sowing: &ir::Sowing, ring: Vec<PlaceId>, own_path: bool) -> Path {
        let on = |p: PlaceId| match self.stores.iter().position(|&s| s == p) {
            Some(_) if own_path => true,
            Some(owner) => sowing.into_all_stores || sowing.into_my_store && owner == usize::from(mover),
            // On a board of several rows each player goes round his own, unless they share one.
            None => {
                let alone = sowing.own_side || self.rows > 1 && !self.shared && !own_path;
                !alone || self.owned[mover] & bit(p) != 0
            }
        };
        let on: u128 = ring.iter().filter(|&&p| on(p)).map(|&p| bit(p)).sum();
        let table = |ring: &[PlaceId]| {
            let mut next = Box::new([NONE; 256]);
            for (i, &p) in ring.iter().enumerate() {
                let after = ring[i + 1..].iter().chain(&ring[..=i]).copied();
                next[usize::from(p)] = after.into_iter().find(|&q| on & bit(q) != 0).unwrap_or(NONE);
            }
            next
        };
        let forward = table(&ring);
        // Where stores lie ahead, they lie at the other ends for a sowing the other way round.
        let ahead = !own_path && self.stores_ahead;
        let mut ring = if ahead { self.ring(ir::Stores::Left) } else { ring };
        ring.reverse();
        let ways = [forward, table(&ring)];
        Path { next: std::array::from_fn(|d| ways[d & 1].clone()), on, len: on.count_ones() }
    }

    /// The way along rows and columns.
    pub(super) fn grid(&self) -> Path {
        let at = |line: i32, column: i32| {
            let here = |p: &Pit| (i32::from(p.line), i32::from(p.column)) == (line, column);
            self.pits.iter().position(here).map_or(NONE, |p| p as PlaceId)
        };
        let mut next: [Box<[PlaceId; 256]>; 8] = std::array::from_fn(|_| Box::new([NONE; 256]));
        for (i, p) in self.pits.iter().enumerate() {
            let (line, column) = (i32::from(p.line), i32::from(p.column));
            for (table, (down, right)) in next.iter_mut().zip([(0, 1), (0, -1), (-1, 0), (1, 0)]) {
                table[i] = at(line + down, column + right);
            }
        }
        Path { next, on: self.all, len: self.all.count_ones() }
    }
}

/// Lays out a board.
pub(super) fn lay_out(game: &ir::Game, sizes: &Sizes) -> Result<Geometry, Diagnostic> {
    let board = &game.board;
    let players = game.players.len();
    let layout = layout::lay_out(game, sizes)?;
    let pits = layout.pits;
    let (p, n) = (pits.len() as PlaceId, players as PlaceId);
    let mut geometry = Geometry {
        stores_ahead: board.stores == ir::Stores::Ahead,
        all: (1u128 << p) - 1,
        stores: (p..p + n).collect(),
        reserves: (p + n..p + 2 * n).collect(),
        nobody: p + 2 * n,
        places: usize::from(p + 2 * n) + 1,
        columns: pits.iter().map(|p| p.column + 1).max().unwrap_or(0),
        players: game.players.clone(),
        row: layout.longest,
        rows: layout.each,
        row_at: layout.rows,
        shared: layout.shared,
        rowless: layout.rowless,
        between: layout.between,
        sides: layout.sides,
        on_board: (1u128 << (p + 2 * n + 1)) - 1,
        own_row: Seats::all(players, 0),
        all_stores: (p..p + n).map(bit).sum(),
        owned: Seats::all(players, 0),
        opposite: Box::new([NONE; 256]),
        opposite_back: Box::new([NONE; 256]),
        pits,
    };
    if board.owner == ir::OwnerRule::Halves && players != 2 {
        return Err(Diagnostic::new(&codes::BAD_BOARD, board.span, "only two players can own a half each")
            .help("leave `owner` out: each player owns his row"));
    }
    geometry.owned = owners(&geometry, board.owner);
    geometry.own_row = owners(&geometry, ir::OwnerRule::Rows);
    facing(&mut geometry, &board.facing, board.span)?;
    Ok(geometry)
}

fn owners(g: &Geometry, rule: ir::OwnerRule) -> Seats<u128> {
    Seats::by(g.players.len(), |player| {
        let i = usize::from(player);
        if i >= g.players.len() {
            return 0;
        }
        let pits = match rule {
            // Rows that more players share belong to whom the board says.
            ir::OwnerRule::Rows if g.sides < g.players.len() => 0,
            ir::OwnerRule::Rows => g.rows_of(player),
            ir::OwnerRule::Nobody => 0,
            ir::OwnerRule::Halves => (0..usize::from(g.neutral().start))
                .filter(|&k| {
                    let c = usize::from(g.pits[k].column);
                    if player == 0 { c >= g.row.div_ceil(2) } else { c < g.row / 2 }
                })
                .map(|k| bit(k as PlaceId))
                .sum(),
        };
        pits | bit(g.stores[i]) | bit(g.reserves[i])
    })
}

fn facing(g: &mut Geometry, facing: &ir::Facing, span: Span) -> Result<(), Diagnostic> {
    match facing {
        // One row faces nothing, nor does a ring, and of more than two it isn't clear which.
        ir::Facing::Column if g.sides != 2 || g.rowless => {}
        ir::Facing::Column => {
            let facing = |pit: &Pit, row: u8| {
                let side = 1 - pit.side?;
                let faces = |p: &Pit| p.side == Some(side) && p.row == row && p.column == pit.column;
                g.pits.iter().position(faces)
            };
            for i in 0..g.pits.len() {
                let [front, back] = [0, 1].map(|row| facing(&g.pits[i], row).map_or(NONE, |p| p as PlaceId));
                (g.opposite[i], g.opposite_back[i]) = (front, back);
            }
        }
        ir::Facing::None => {}
        ir::Facing::Table(pairs) => {
            for (a, b) in pairs {
                for (name, faced) in [(a, b), (b, a)] {
                    let (pit, faced) = (known(g, name, span)?, known(g, faced, span)?);
                    let slot = &mut g.opposite[usize::from(pit)];
                    if *slot != NONE && *slot != faced || pit == faced {
                        let message = format!("`facing` tells more than once what {name} faces");
                        return Err(Diagnostic::new(&codes::BAD_BOARD, span, message)
                            .help("each pit faces one other pit: name it in one pair only"));
                    }
                    *slot = faced;
                }
            }
        }
    }
    Ok(())
}

/// The pit of that name, or an error that names the board's pits.
pub(super) fn known(g: &Geometry, name: &str, span: Span) -> Result<PlaceId, Diagnostic> {
    g.pit(name).ok_or_else(|| {
        Diagnostic::new(&codes::NO_SUCH_PIT, span, format!("there is no pit {name:?}")).help(pits_are(g))
    })
}

/// `pits are A–F and a–f`.
pub(super) fn pits_are(g: &Geometry) -> String {
    let span = |pits: std::ops::Range<usize>| {
        let (a, b) = (&g.pits[pits.start].name, &g.pits[pits.end - 1].name);
        if a == b { a.clone() } else { format!("{a}–{b}") }
    };
    let first = usize::from(g.neutral().start);
    // Those of a ring are many, and counted.
    let ring = first + g.between.count_ones() as usize;
    let filled = g.row_at.iter().filter(|r| r.len > 0);
    let mut rows: Vec<String> = filled.map(|r| usize::from(r.first)..usize::from(r.first + r.len)).map(span).collect();
    if g.rowless && ring > first {
        rows.push(span(first..ring));
    }
    let from = if g.rowless { ring } else { first };
    rows.extend(g.pits[from..].iter().map(|p| p.name.clone()));
    match &rows[..] {
        [most @ .., last] if !most.is_empty() => format!("pits are {} and {last}", most.join(", ")),
        all => format!("pits are {}", all.join("")),
    }
}
