//! The board as tables: places, names, rings, facing.

use crate::diagnostic::{Diagnostic, codes};
use crate::ir;
use crate::source::Span;

use super::seats::Seats;
use super::{MAX_PITS, PlaceId};

/// A place that doesn't exist.
pub(super) const NONE: PlaceId = 255;
/// The hand, where a place is meant.
pub(super) const HAND: PlaceId = 254;
/// Most pits in a row of a board of two rows.
const MAX_ROW: usize = MAX_PITS / 2;

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
    /// Pits a row.
    pub(super) row: usize,
    /// Rows of each player, from the front.
    pub(super) rows: usize,
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

/// The ring that a mover's seeds go round.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The next place on it, counterclockwise and clockwise; [`NONE`] off the ring.
    pub(super) next: [Box<[PlaceId; 256]>; 2],
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

    /// Pits of a player's rows.
    pub(super) fn own(&self) -> usize {
        self.rows * self.row
    }

    /// A player's rows.
    pub(super) fn rows_of(&self, player: u8) -> u128 {
        (0..self.rows).map(|r| self.row_of(player, r)).sum()
    }

    /// One of a player's rows, from the front.
    pub(super) fn row_of(&self, player: u8, row: usize) -> u128 {
        if usize::from(player) >= self.sides || row >= self.rows {
            return 0;
        }
        ((1u128 << self.row) - 1) << (self.own() * usize::from(player) + self.row * row)
    }

    /// The `n`-th pit from the left (from 1) of one of a player's rows.
    pub(super) fn nth(&self, player: u8, row: usize, n: i64) -> PlaceId {
        if n < 1 || n > self.row as i64 || usize::from(player) >= self.sides || row >= self.rows {
            return NONE;
        }
        (self.own() * usize::from(player) + self.row * row + n as usize - 1) as PlaceId
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

    /// On which side of the board a player sits.
    pub(super) fn seat(&self, player: u8) -> u8 {
        player % self.sides as u8
    }

    /// The other of two players.
    pub(super) fn only_other(&self, player: u8) -> Option<u8> {
        (self.players.len() == 2).then(|| 1 - player.min(1))
    }

    /// The pits that lie in nobody's row.
    pub(super) fn neutral(&self) -> std::ops::Range<PlaceId> {
        (self.own() * self.sides) as PlaceId..self.pits.len() as PlaceId
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
            // On a board of several rows each player goes round his own.
            None => !(sowing.own_side || self.rows > 1) || self.owned[mover] & bit(p) != 0,
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
        Path { next: [forward, table(&ring)], on, len: on.count_ones() }
    }
}

/// A board's sizes, worked out.
pub(super) struct Sizes {
    /// Pits a row.
    pub(super) pits: usize,
    /// Rows a side.
    pub(super) rows: usize,
    /// Sides.
    pub(super) sides: usize,
}

/// Lays out a board of as many rows for each side, and pits that lie in nobody's.
pub(super) fn lay_out(game: &ir::Game, sizes: &Sizes) -> Result<Geometry, Diagnostic> {
    let board = &game.board;
    let (row, rows) = (sizes.pits, sizes.rows);
    if row == 0 || row > MAX_ROW {
        return Err(Diagnostic::new(&codes::BAD_BOARD, board.span, format!("a row of {row} pits can't be laid out"))
            .help(format!("a row has 1 to {MAX_ROW} pits")));
    }
    let (players, sides) = (game.players.len(), sizes.sides);
    // A store and a reserve a player, and one place for seeds out of play, fill up the mask.
    let most = MAX_PITS.min(127 - 2 * players);
    if sides * rows * row + board.places.len() > most {
        return Err(Diagnostic::new(&codes::BAD_BOARD, board.span, format!("a board has at most {most} pits")));
    }
    let names = names(board, row, rows, sides)?;
    let pits: Vec<Pit> = (0..names.len())
        .map(|i| {
            let (player, back, number) = (i / (rows * row), i / row % rows, i % row);
            if player >= sides {
                let number = i - sides * rows * row;
                // Beside the only row; between two.
                let column = if sides == 1 { row + number } else { number } as u8;
                let number = number as u8 + 1;
                return Pit { name: names[i].clone(), player: None, side: None, row: 0, number, column };
            }
            // Two sit opposite each other; of more each row is drawn as its player sees it.
            let column = if player == 1 && sides == 2 { row - 1 - number } else { number };
            Pit {
                name: names[i].clone(),
                player: Some(player as u8).filter(|_| sides == players),
                side: Some(player as u8),
                row: back as u8,
                number: number as u8 + 1,
                column: column as u8,
            }
        })
        .collect();
    let (p, n) = (pits.len() as PlaceId, players as PlaceId);
    let mut geometry = Geometry {
        stores_ahead: board.stores == ir::Stores::Ahead,
        all: (1u128 << p) - 1,
        pits,
        stores: (p..p + n).collect(),
        reserves: (p + n..p + 2 * n).collect(),
        nobody: p + 2 * n,
        places: usize::from(p + 2 * n) + 1,
        columns: if sides == 1 { names.len() } else { row } as u8,
        players: game.players.clone(),
        row,
        rows,
        sides,
        on_board: (1u128 << (p + 2 * n + 1)) - 1,
        own_row: Seats::all(players, 0),
        all_stores: (p..p + n).map(bit).sum(),
        owned: Seats::all(players, 0),
        opposite: Box::new([NONE; 256]),
        opposite_back: Box::new([NONE; 256]),
    };
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
            ir::OwnerRule::Halves => (0..g.own() * g.sides)
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
        // One row faces nothing, and of more than two it isn't clear which.
        ir::Facing::Column if g.sides != 2 => {}
        ir::Facing::Column => {
            for i in 0..g.own() * g.sides {
                let (player, number) = (g.pits[i].side.unwrap_or(0), i64::from(g.pits[i].number));
                let facing = g.row as i64 + 1 - number;
                g.opposite[i] = g.nth(1 - player, 0, facing);
                g.opposite_back[i] = g.nth(1 - player, 1, facing);
            }
        }
        ir::Facing::None => {}
        ir::Facing::Table(pairs) => {
            for (a, b) in pairs {
                let (a, b) = (known(g, a, span)?, known(g, b, span)?);
                g.opposite[usize::from(a)] = b;
                g.opposite[usize::from(b)] = a;
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
    let row = |row: usize| {
        let (a, b) = (&g.pits[row * g.row].name, &g.pits[(row + 1) * g.row - 1].name);
        if a == b { a.clone() } else { format!("{a}–{b}") }
    };
    let rows: Vec<String> =
        (0..g.sides * g.rows).map(row).chain(g.neutral().map(|p| g.pits[usize::from(p)].name.clone())).collect();
    match &rows[..] {
        [most @ .., last] if !most.is_empty() => format!("pits are {} and {last}", most.join(", ")),
        all => format!("pits are {}", all.join("")),
    }
}

fn names(board: &ir::Board, row: usize, rows: usize, sides: usize) -> Result<Vec<String>, Diagnostic> {
    let named = &board.row_names;
    let mut south = Vec::new();
    for r in 0..rows {
        south.extend(match named.get(r) {
            Some(named) => named_row(named, row, board.span)?,
            // With several rows a digit counts them from the front.
            None if rows > 1 && row <= 26 => {
                (0..row).map(|i| format!("{}{}", char::from(b'A' + i as u8), r + 1)).collect()
            }
            None if rows > 1 => {
                return Err(Diagnostic::new(&codes::BAD_BOARD, board.span, "the pits of these rows have no names")
                    .help("name each row: `row front = A1..A30`, `row back = B1..B30`"));
            }
            None if row <= 26 => (0..row).map(|i| char::from(b'A' + i as u8).to_string()).collect(),
            None => (1..=row).map(|i| format!("A{i}")).collect(),
        });
    }
    let mut north = Vec::new();
    for r in 0..rows {
        match named.get(rows + r) {
            Some(second) if second.name == named[r].name => north.extend(named_row(second, row, board.span)?),
            _ => north.extend(south[r * row..(r + 1) * row].iter().map(|n| n.to_lowercase())),
        }
    }
    let sided = match sides {
        1 => south,
        2 => south.into_iter().chain(north).collect(),
        _ => names_of_many(board, row, rows, sides)?,
    };
    let all: Vec<String> = sided.into_iter().chain(board.places.iter().cloned()).collect();
    for (i, name) in all.iter().enumerate() {
        let bad = name.is_empty() || name.chars().any(|c| c.is_whitespace() || ",/;=<>:+-*".contains(c));
        if bad || all[..i].contains(name) {
            return Err(Diagnostic::new(&codes::BAD_BOARD, board.span, format!("{name:?} can't name a pit here"))
                .help(
                    "each pit needs a name of its own, of letters and digits; the second player's are in small letters",
                ));
        }
    }
    Ok(all)
}

/// Rows of more than two sides: a letter a side, then the number from its player's left; or each row as
/// the file names it.
fn names_of_many(board: &ir::Board, row: usize, rows: usize, sides: usize) -> Result<Vec<String>, Diagnostic> {
    let named = &board.row_names;
    if named.len() == sides * rows {
        let all = named.iter().map(|r| named_row(r, row, board.span)).collect::<Result<Vec<_>, _>>()?;
        return Ok(all.concat());
    }
    if !named.is_empty() || rows > 1 {
        let help = format!("name each of the {} rows, one player's after the other's", sides * rows);
        return Err(Diagnostic::new(&codes::BAD_BOARD, board.span, "the pits of these rows have no names").help(help));
    }
    let one = |side: usize| (1..=row).map(move |i| format!("{}{i}", char::from(b'A' + side as u8)));
    Ok((0..sides).flat_map(one).collect())
}

/// `A1..A8` or `A..H`, spelt out.
fn named_row(named: &ir::RowName, row: usize, span: Span) -> Result<Vec<String>, Diagnostic> {
    let wrong = || {
        Diagnostic::new(&codes::BAD_BOARD, span, format!("the names of row {:?} can't be told", named.name))
            .help("write the first pit's name, such as A1 or A, and the last one's, such as A8 or H")
    };
    let digits = named.first.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (stem, number) = named.first.split_at(digits);
    let all: Vec<String> = if let Ok(first) = number.parse::<u32>() {
        let last = first.checked_add(row as u32).ok_or_else(wrong)?;
        (first..last).map(|i| format!("{stem}{i}")).collect()
    } else {
        let mut chars = stem.chars();
        let (Some(first), None) = (chars.next(), chars.next()) else { return Err(wrong()) };
        (0..row as u32)
            .map(|i| char::from_u32(first as u32 + i).filter(|c| c.is_alphabetic()).map(String::from))
            .collect::<Option<_>>()
            .ok_or_else(wrong)?
    };
    match (&named.last, all.last()) {
        (Some(last), Some(end)) if last != end => Err(Diagnostic::new(
            &codes::BAD_BOARD,
            span,
            format!("row {:?} has {row} pits, so its last is {end}, not {last}", named.name),
        )),
        _ => Ok(all),
    }
}
