//! How a board lies: its rows, their pits' names, and where each is drawn.

use crate::diagnostic::{Diagnostic, codes};
use crate::ir;
use crate::source::Span;

use super::geometry::{MAX_ROW, Pit, bit};
use super::{MAX_PITS, PlaceId};

/// Pits of a player that lie one beside the other, from his left to his right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The first of them.
    pub(super) first: PlaceId,
    /// How many.
    pub(super) len: u8,
}

impl Row {
    /// Its pits.
    pub(super) fn mask(self) -> u128 {
        if self.len == 0 { 0 } else { (u128::MAX >> (128 - u32::from(self.len))) << self.first }
    }
}

/// A board's sizes, worked out.
pub(super) struct Sizes {
    /// Pits a row; 0 where names of rows tell.
    pub(super) pits: usize,
    /// Rows in all.
    pub(super) rows: usize,
    /// Pits of a ring, on a board without rows.
    pub(super) ring: Option<usize>,
}

/// A board as it lies.
pub(super) struct Layout {
    /// The pits: each player's rows from the front, then those that lie in nobody's.
    pub(super) pits: Vec<Pit>,
    /// Each side's rows, from the front, one side after the other.
    pub(super) rows: Vec<Row>,
    /// Sides, each with its rows: the players', unless more play than there are rows.
    pub(super) sides: usize,
    /// Rows of each side.
    pub(super) each: usize,
    /// Pits of the longest row.
    pub(super) longest: usize,
    /// Two players share the row that is the first of both.
    pub(super) shared: bool,
    /// It has no rows: the pits stand on a way round.
    pub(super) rowless: bool,
    /// Pits of nobody's row that belong to the board as a row's do, unlike those that `place` names.
    pub(super) between: u128,
}

type Res<T> = Result<T, Diagnostic>;

fn bad<T>(span: Span, message: String, help: &str) -> Res<T> {
    Err(Diagnostic::new(&codes::BAD_BOARD, span, message).help(help))
}

/// Lays out a board.
pub(super) fn lay_out(game: &ir::Game, sizes: &Sizes) -> Res<Layout> {
    let board = &game.board;
    let players = game.players.len();
    let layout = match sizes.ring {
        Some(pits) => ring(board, pits, players)?,
        None if sizes.rows == 0 => ring(board, 0, players)?,
        None => rows(board, sizes, players)?,
    };
    check_names(&layout.pits, board.span)?;
    Ok(layout)
}

/// How many pits a row has, by the names of its first and last: `A1..A8`, `A..H`, `A2..H2`.
pub(super) fn length(first: &str, last: &str) -> Option<usize> {
    let (a, b) = (Series::of(first, Some(last))?, Series::of(last, None)?);
    match (a, b) {
        (Series::Numbers(_, a), Series::Numbers(_, b)) => (b.checked_sub(a)? as usize).checked_add(1),
        (Series::Letters(a, _), Series::Letters(b, _)) => (b as usize).checked_sub(a as usize)?.checked_add(1),
        (Series::Letters(a, _), _) => {
            let b = last.chars().next()?;
            (b as usize).checked_sub(a as usize)?.checked_add(1)
        }
        _ => None,
    }
}

/// Names that go on from one to the next.
enum Series {
    /// What stands before the number, and the number.
    Numbers(String, u32),
    /// The letter, and the number behind it.
    Letters(char, String),
}

impl Series {
    /// By the first name, and the last if there is one: whichever differs between them goes on.
    fn of(first: &str, last: Option<&str>) -> Option<Series> {
        let split = |name: &str| {
            let at = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            (name[..at].to_owned(), name[at..].to_owned())
        };
        let (stem, number) = split(first);
        let one = |stem: &str| stem.chars().next().filter(|_| stem.chars().count() == 1);
        let letters = match last.map(split) {
            Some((other, digits)) => other != stem && digits == number,
            None => number.is_empty(),
        };
        if letters {
            return Some(Series::Letters(one(&stem)?, number));
        }
        match number.parse() {
            Ok(n) => Some(Series::Numbers(stem, n)),
            // One pit whose name has no number.
            Err(_) => Some(Series::Letters(one(&stem)?, number)),
        }
    }

    fn name(&self, i: usize) -> Option<String> {
        let i = u32::try_from(i).ok()?;
        match self {
            Series::Numbers(stem, first) => Some(format!("{stem}{}", first.checked_add(i)?)),
            Series::Letters(first, number) => {
                let letter = char::from_u32(*first as u32 + i).filter(|c| c.is_alphabetic())?;
                Some(format!("{letter}{number}"))
            }
        }
    }
}

/// `A1..A8` or `A..H`, spelt out.
fn named_row(named: &ir::RowName, len: usize, span: Span) -> Res<Vec<String>> {
    if len == 1 && named.last.is_none() {
        return Ok(vec![named.first.clone()]);
    }
    let all: Option<Vec<String>> =
        Series::of(&named.first, named.last.as_deref()).and_then(|series| (0..len).map(|i| series.name(i)).collect());
    let Some(all) = all else {
        let help = "write the first pit's name, such as A1 or A, and the last one's, such as A8 or H";
        return bad(span, format!("the names of row {:?} can't be told", named.name), help);
    };
    match (&named.last, all.last()) {
        (Some(last), Some(end)) if last != end => bad(
            span,
            format!("row {:?} has {len} pits, so its last is {end}, not {last}", named.name),
            "pits are counted from the first name to the last",
        ),
        _ => Ok(all),
    }
}

/// Names that rows have where the file gives none: the column's letter, and a digit for the row where
/// a player has several.
fn usual_names(len: usize, column: usize, row: usize, each: usize, span: Span) -> Res<Vec<String>> {
    let letter = |i: usize| char::from(b'A' + (i % 26) as u8);
    match each {
        1 if len <= 26 => Ok((0..len).map(|i| letter(i).to_string()).collect()),
        1 => Ok((1..=len).map(|i| format!("A{i}")).collect()),
        _ if column + len <= 26 => Ok((column..column + len).map(|i| format!("{}{}", letter(i), row + 1)).collect()),
        _ => bad(
            span,
            "the pits of these rows have no names".to_owned(),
            "name each row: `row front = A1..A30`, `row back = B1..B30`",
        ),
    }
}

fn check_names(pits: &[Pit], span: Span) -> Res<()> {
    for (i, pit) in pits.iter().enumerate() {
        let name = &pit.name;
        let odd = name.is_empty() || name.chars().any(|c| c.is_whitespace() || ",/;=<>:+-*@".contains(c));
        if odd || pits[..i].iter().any(|p| p.name == *name) {
            let help =
                "each pit needs a name of its own, of letters and digits; the second player's are in small letters";
            return bad(span, format!("{name:?} can't name a pit here"), help);
        }
    }
    Ok(())
}

/// That there are no more pits than the masks hold, beside a store and a reserve a player and one place
/// for seeds out of play.
fn few_enough(pits: usize, players: usize, span: Span) -> Res<()> {
    let most = MAX_PITS.min(127 - 2 * players);
    if pits <= most {
        return Ok(());
    }
    Err(Diagnostic::new(&codes::BAD_BOARD, span, format!("a board has at most {most} pits")))
}

/// How long each of a player's rows is, from the front, and in which of his columns it begins.
fn spans(board: &ir::Board, sizes: &Sizes, each: usize, shared: bool) -> Res<(Vec<(usize, usize)>, usize)> {
    let span = board.span;
    let told = |r: usize| {
        let row = board.row_names.get(r)?;
        match &row.pits {
            Some(ir::Num::Const(n)) => Some(usize::try_from(*n).unwrap_or(0)),
            _ => length(&row.first, row.last.as_ref().unwrap_or(&row.first)),
        }
    };
    let whole = usize::from(shared)..each;
    // Where the number of pits is said it counts, save for the row that two share.
    let length_of = |r: usize| if sizes.pits > 0 { Some(sizes.pits) } else { told(r) };
    let longest = whole.clone().filter_map(length_of).max().unwrap_or(sizes.pits);
    let mut lengths = Vec::new();
    for r in 0..each {
        let len = if whole.contains(&r) { length_of(r) } else { told(r).or(Some(longest / 2)) };
        match len {
            Some(n @ 1..=MAX_ROW) => lengths.push(n),
            n => {
                let help = format!("a row has 1 to {MAX_ROW} pits");
                return bad(span, format!("a row of {} pits can't be laid out", n.unwrap_or(0)), &help);
            }
        }
    }
    if shared && lengths[0] * 2 > longest {
        let n = lengths[0];
        let help = "each of the two has at most half of the row between them";
        return bad(span, format!("two times {n} pits don't lie in one row of {longest}"), help);
    }
    let first = |r: usize| match board.row_names.get(r).and_then(|n| Series::of(&n.first, n.last.as_deref())) {
        Some(Series::Letters(c, _)) => Some(c as usize),
        _ => board.row_names.get(r)?.first.chars().next().filter(|_| lengths[r] == 1).map(|c| c as usize),
    };
    let long = (0..each).find(|&r| lengths[r] == longest);
    let begin = |r: usize| {
        // A short row lies under the pits of a long one whose letters it has, else at the right end.
        let by_letter = first(r).zip(long.and_then(first)).and_then(|(a, b)| a.checked_sub(b));
        by_letter.filter(|c| c + lengths[r] <= longest).unwrap_or(longest - lengths[r])
    };
    Ok(((0..each).map(|r| (lengths[r], if lengths[r] == longest { 0 } else { begin(r) })).collect(), longest))
}

/// A board of rows.
fn rows(board: &ir::Board, sizes: &Sizes, players: usize) -> Res<Layout> {
    let span = board.span;
    let shared = players == 2 && sizes.rows % 2 == 1;
    let sides = match players {
        2 => 2,
        n if sizes.rows.is_multiple_of(n) => n,
        3.. if sizes.rows == 2 => 2,
        _ => {
            let message = format!("{} rows can't be shared out among {players} players", sizes.rows);
            let help = "each has as many rows; two players can share the row between them, and more of them two rows";
            return bad(span, message, help);
        }
    };
    let each = sizes.rows / sides + usize::from(shared);
    // One row alone has no other by which its length could be told.
    let (spans, longest) = if shared && each == 1 {
        let half = sizes.pits / 2;
        (vec![(half, sizes.pits - half)], sizes.pits)
    } else {
        spans(board, sizes, each, shared)?
    };
    let own: usize = spans.iter().map(|(len, _)| len).sum();
    if spans[0].0 == 0 || spans[0].0 > MAX_ROW {
        let help = format!("a row has 1 to {MAX_ROW} pits");
        return bad(span, format!("a row of {longest} pits can't be laid out"), &help);
    }
    few_enough(sides * own + board.places.len(), players, span)?;
    let full = each - usize::from(shared);
    let middle_line = sides > 1 && (shared || !board.places.is_empty());
    let line = |side: usize, r: usize| match (side, r) {
        (_, 0) if shared => full,
        (0, r) if sides == 1 => r,
        (0, r) => (sides - 1) * full + usize::from(middle_line) + r - usize::from(shared),
        (s, r) => (sides - 1 - s) * full + each - 1 - r,
    };
    let mut layout =
        Layout { pits: Vec::new(), rows: Vec::new(), sides, each, longest, shared, rowless: false, between: 0 };
    let names = all_names(board, &spans, sides)?;
    for (side, rows) in names.into_iter().enumerate() {
        for (r, names) in rows.into_iter().enumerate() {
            let (len, begin) = spans[r];
            layout.rows.push(Row { first: layout.pits.len() as PlaceId, len: len as u8 });
            for (number, name) in names.into_iter().enumerate() {
                // Two sit opposite each other; of more each row is drawn as its player sees it.
                let column = if side == 1 && sides == 2 { longest - 1 - begin - number } else { begin + number };
                layout.pits.push(Pit {
                    name,
                    player: Some(side as u8).filter(|_| sides == players),
                    side: Some(side as u8),
                    row: r as u8,
                    number: number as u8 + 1,
                    column: column as u8,
                    line: line(side, r) as u8,
                });
            }
        }
    }
    if shared && board.row_names.is_empty() {
        between(&mut layout, spans[0].0, line(0, 0), span)?;
    }
    let alone = sides == 1;
    let at = if alone { 0 } else { (sides - 1) * full };
    match ends(board, &layout) {
        Some(ends) => beyond(board, &mut layout, at, ends),
        None => places(board, &mut layout, at, alone),
    }
    Ok(layout)
}

/// Names of each side's rows: the first's as told, or as usual; the second's in small letters, unless
/// they are told, too. Of more sides each has a letter, or its rows are told.
fn all_names(board: &ir::Board, spans: &[(usize, usize)], players: usize) -> Res<Vec<Vec<Vec<String>>>> {
    let each = spans.len();
    if players > 2 {
        let named = &board.row_names;
        if named.len() != players * each && (!named.is_empty() || each > 1) {
            let help = format!("name each of the {} rows, one player's after the other's", players * each);
            return bad(board.span, "the pits of these rows have no names".to_owned(), &help);
        }
        let row = |side: usize, r: usize| match named.get(side * each + r) {
            Some(named) => named_row(named, spans[r].0, board.span),
            None => Ok((1..=spans[r].0).map(|i| format!("{}{i}", char::from(b'A' + side as u8))).collect()),
        };
        return (0..players).map(|side| (0..each).map(|r| row(side, r)).collect()).collect();
    }
    let mut all: Vec<Vec<Vec<String>>> = Vec::new();
    for player in 0..players {
        let mut rows = Vec::new();
        for (r, &(len, column)) in spans.iter().enumerate() {
            let mine = board.row_names.get(player * each + r);
            let first = board.row_names.get(r);
            rows.push(match (mine, first) {
                (Some(mine), Some(first)) if player == 0 || mine.name == first.name => {
                    named_row(mine, len, board.span)?
                }
                _ if player > 0 => all[0][r].iter().map(|n: &String| n.to_lowercase()).collect(),
                _ => usual_names(len, column, r, each, board.span)?,
            });
        }
        all.push(rows);
    }
    Ok(all)
}

/// The pits between the halves of a row that two share.
fn between(layout: &mut Layout, half: usize, line: usize, span: Span) -> Res<()> {
    for column in half..layout.longest - half {
        let name = match layout.each {
            1 => "M".to_owned(),
            _ => usual_names(1, column, 0, 2, span)?.concat(),
        };
        layout.between |= bit(layout.pits.len() as PlaceId);
        layout.pits.push(Pit {
            name,
            player: None,
            side: None,
            row: 0,
            number: 1,
            column: column as u8,
            line: line as u8,
        });
    }
    Ok(())
}

/// The places that the path meets where it goes from one player's row to the other's: at the left and at
/// the right end, as the first sees it. None unless all places lie so.
fn ends(board: &ir::Board, layout: &Layout) -> Option<[Option<usize>; 2]> {
    #[derive(Clone, Copy, PartialEq)]
    enum Met {
        Place(usize),
        Side(u8),
    }
    use ir::{Owner, Place, Set};
    let met = |piece: &ir::PathPiece| match &piece.set {
        Set::One(Place::Pit(name)) => match board.places.iter().position(|p| p == name) {
            Some(i) => Some(Met::Place(i)),
            None => Some(Met::Side(layout.pits.iter().find(|p| p.name == *name)?.side?)),
        },
        Set::Pits(Owner::Mine) | Set::Row(Owner::Mine, _) | Set::Range(Owner::Mine, ..) => Some(Met::Side(0)),
        Set::Pits(Owner::Theirs) | Set::Row(Owner::Theirs, _) | Set::Range(Owner::Theirs, ..) => Some(Met::Side(1)),
        _ => None,
    };
    if layout.sides != 2 || layout.shared || board.places.is_empty() || board.places.len() > 2 {
        return None;
    }
    let path: Vec<Met> = board.path.as_ref()?.iter().map(met).collect::<Option<_>>()?;
    let mut found = [None; 2];
    for (i, piece) in path.iter().enumerate() {
        let &Met::Place(place) = piece else { continue };
        let end = match (path[(i + path.len() - 1) % path.len()], path[(i + 1) % path.len()]) {
            (Met::Side(1), Met::Side(0)) => 0,
            (Met::Side(0), Met::Side(1)) => 1,
            _ => return None,
        };
        if found[end].replace(place).is_some() {
            return None;
        }
    }
    (found.iter().flatten().count() == board.places.len()).then_some(found)
}

/// The `i`-th place of nobody's row, and where it is drawn.
fn alone_at(name: &str, i: usize, column: usize, line: usize) -> Pit {
    Pit {
        name: name.to_owned(),
        player: None,
        side: None,
        row: 0,
        number: i as u8 + 1,
        column: column as u8,
        line: line as u8,
    }
}

/// Places beyond the ends of the rows, on the line between them.
fn beyond(board: &ir::Board, layout: &mut Layout, line: usize, [left, right]: [Option<usize>; 2]) {
    let shift = u8::from(left.is_some());
    layout.pits.iter_mut().for_each(|p| p.column += shift);
    for (i, name) in board.places.iter().enumerate() {
        let column = if right == Some(i) { layout.longest + usize::from(shift) } else { 0 };
        layout.pits.push(alone_at(name, i, column, line));
    }
}

/// Places that lie in no row: in the middle between two players, beside the row of one.
fn places(board: &ir::Board, layout: &mut Layout, line: usize, beside: bool) {
    let begin = if beside { layout.longest } else { layout.longest.saturating_sub(board.places.len()) / 2 };
    let mut column = begin;
    for (i, name) in board.places.iter().enumerate() {
        while layout.pits.iter().any(|p| usize::from(p.line) == line && usize::from(p.column) == column) {
            column += 1;
        }
        layout.pits.push(alone_at(name, i, column, line));
    }
}

/// A board without rows: a ring of so many pits, which the players share out in equal stretches, and
/// the places that the file names. Drawn as two lines, counterclockwise from the left end of the lower.
fn ring(board: &ir::Board, ring: usize, players: usize) -> Res<Layout> {
    let span = board.span;
    let total = ring + board.places.len();
    few_enough(total, players, span)?;
    if total == 0 {
        return bad(span, "the board has no pit".to_owned(), "write `rows 2` and `pits 6 a row`, or `ring 12`");
    }
    let stretch = match board.owner {
        ir::OwnerRule::Rows => ring / players,
        ir::OwnerRule::Halves | ir::OwnerRule::Nobody => 0,
    };
    if stretch * players != ring && board.owner == ir::OwnerRule::Rows {
        let message = format!("a ring of {ring} pits can't be shared out among {players} players in equal stretches");
        return bad(span, message, "write `owner nobody`, or another number of pits");
    }
    let lower = total.div_ceil(2);
    let names = (1..=ring).map(|i| format!("P{i}")).chain(board.places.iter().cloned());
    let pits = names.enumerate().map(|(i, name)| {
        let (column, line) = if i < lower { (i, 1) } else { (lower - 1 - (i - lower), 0) };
        let owned = i < stretch * players;
        Pit {
            name,
            player: owned.then(|| (i / stretch) as u8),
            side: owned.then(|| (i / stretch) as u8),
            row: 0,
            number: (if owned {
                i % stretch
            } else if i < ring {
                i
            } else {
                i - ring
            }) as u8
                + 1,
            column: column as u8,
            line: if total == 1 { 0 } else { line },
        }
    });
    let row = |player: usize| Row { first: (player * stretch) as PlaceId, len: stretch as u8 };
    Ok(Layout {
        pits: pits.collect(),
        rows: (0..players).map(row).collect(),
        sides: players,
        each: 1,
        longest: stretch,
        shared: false,
        rowless: true,
        // Where there is nothing else, the places are the board.
        between: if ring == 0 {
            u128::MAX >> (128 - total)
        } else {
            (u128::MAX >> (128 - ring)) & !((1u128 << (stretch * players)) - 1)
        },
    })
}
