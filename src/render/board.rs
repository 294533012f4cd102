//! The board as text, as the first player sees it.
//!
//! Every line of a drawing has the same display width: columns widen to the longest number or name.

use super::names;
use crate::engine::{Game, PlaceId, State};
use crate::ir::{Stores, VarId, VarScope};
use crate::source::display_width;

/// What a closed pit shows instead of its count.
pub const CLOSED: &str = "##";

/// A board with its counts, apart from where they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Rows from the top.
    pub rows: Vec<Row>,
    /// The store at the left: name and count.
    pub left: Option<(String, String)>,
    /// The store at the right.
    pub right: Option<(String, String)>,
    /// What stands above the board, a line each.
    pub above: Vec<String>,
    /// What stands below it.
    pub below: Vec<String>,
}

/// A row of pits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Name and content by column; none where there is no pit.
    pub cells: Vec<Option<(String, String)>>,
    /// Whether names stand above the counts.
    pub names_above: bool,
}

/// What a place shows whose seeds may not be counted.
pub const HIDDEN: &str = "?";

/// The board of a state.
#[must_use]
pub fn draw(game: &Game, state: &State) -> String {
    Drawing::of(game, state).to_text()
}

/// What a store or a reserve holds, for somebody to whom some places are hidden.
#[must_use]
pub fn purse(place: PlaceId, count: u32, hidden: &[PlaceId]) -> String {
    if hidden.contains(&place) { HIDDEN.to_owned() } else { count.to_string() }
}

impl Drawing {
    /// The drawing of a state.
    #[must_use]
    pub fn of(game: &Game, state: &State) -> Drawing {
        Drawing::seen(game, state, &[])
    }

    /// The same, as somebody sees it to whom some stores are hidden.
    #[must_use]
    pub fn seen(game: &Game, state: &State, hidden: &[PlaceId]) -> Drawing {
        let mut drawing = Drawing { rows: rows(game, state), ..Drawing::default() };
        let stores: Vec<(String, String)> = (game.geometry().stores.iter().enumerate())
            .map(|(p, &store)| (names::player(game, p as u8).to_owned(), purse(store, state.count(store), hidden)))
            .collect();
        match (game.ir().board.stores, &stores[..]) {
            (Stores::Right | Stores::Ahead, [only]) => drawing.right = Some(only.clone()),
            (Stores::Left, [only]) => drawing.left = Some(only.clone()),
            (Stores::Right | Stores::Ahead, [south, north]) => {
                (drawing.left, drawing.right) = (Some(north.clone()), Some(south.clone()));
            }
            (Stores::Left, [south, north]) => {
                (drawing.left, drawing.right) = (Some(south.clone()), Some(north.clone()));
            }
            _ => {
                for (p, (name, count)) in stores.iter().enumerate().rev() {
                    let line = format!("{}: {count}", names::title_case(name));
                    if p == 0 { drawing.below.push(line) } else { drawing.above.push(line) }
                }
            }
        }
        drawing
    }

    /// The lines, each of the same display width, with a newline after each.
    #[must_use]
    pub fn to_text(&self) -> String {
        let width = self
            .rows
            .iter()
            .flat_map(|r| r.cells.iter().flatten())
            .map(|(n, c)| display_width(n).max(display_width(c)));
        let cell = width.max().unwrap_or(1);
        let columns = self.rows.iter().map(|r| r.cells.len()).max().unwrap_or(0);
        let side = |s: &Option<(String, String)>| s.as_ref().map(|(n, c)| display_width(n).max(display_width(c)));
        let frame = Frame { cell, columns, left: side(&self.left), right: side(&self.right) };
        let mut lines = self.above.clone();
        lines.extend(self.body(&frame));
        lines.extend(self.below.clone());
        justify(&lines)
    }

    fn body(&self, frame: &Frame) -> Vec<String> {
        let mut inner = Vec::new();
        for (i, row) in self.rows.iter().enumerate() {
            if i > 0 {
                inner.push(Inner::Rule);
            }
            let (names, counts) = (Inner::Cells(row.line(frame, true)), Inner::Cells(row.line(frame, false)));
            inner.extend(if row.names_above { [names, counts] } else { [counts, names] });
        }
        let middle = inner.len().saturating_sub(2) / 2;
        let text = |side: &Option<(String, String)>, i: usize| match side {
            Some((name, _)) if i == middle => name.clone(),
            Some((_, count)) if i == middle + 1 => count.clone(),
            _ => String::new(),
        };
        let mut lines = vec![frame.edge('┌', '┬', '┐')];
        for (i, line) in inner.iter().enumerate() {
            lines.push(frame.line(line, &text(&self.left, i), &text(&self.right, i)));
        }
        lines.push(frame.edge('└', '┴', '┘'));
        lines
    }
}

/// Widths of a drawing.
struct Frame {
    cell: usize,
    columns: usize,
    left: Option<usize>,
    right: Option<usize>,
}

enum Inner {
    Rule,
    Cells(String),
}

impl Frame {
    fn edge(&self, start: char, cross: char, end: char) -> String {
        let widths = self.left.into_iter().chain(std::iter::repeat_n(self.cell, self.columns)).chain(self.right);
        let pieces: Vec<String> = widths.map(|w| "─".repeat(w + 2)).collect();
        format!("{start}{}{end}", pieces.join(&cross.to_string()))
    }

    fn line(&self, inner: &Inner, left: &str, right: &str) -> String {
        let mut line = String::new();
        if let Some(width) = self.left {
            line += &format!("│ {} ", pad_left(left, width));
        }
        line += &match inner {
            Inner::Cells(text) => format!("│{text}│"),
            Inner::Rule => {
                let cells = vec!["─".repeat(self.cell + 2); self.columns];
                format!("├{}┤", cells.join("┼"))
            }
        };
        if let Some(width) = self.right {
            line += &format!(" {} │", pad_left(right, width));
        }
        line
    }
}

impl Row {
    fn line(&self, frame: &Frame, names: bool) -> String {
        let cells: Vec<String> = (0..frame.columns)
            .map(|c| {
                let cell = self.cells.get(c).and_then(Option::as_ref);
                let text = cell.map_or("", |(name, count)| if names { name } else { count });
                format!(" {} ", pad_left(text, frame.cell))
            })
            .collect();
        cells.join("│")
    }
}

fn pad_left(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(display_width(text))))
}

fn justify(lines: &[String]) -> String {
    let width = lines.iter().map(|l| display_width(l)).max().unwrap_or(0);
    lines.iter().map(|l| format!("{l}{}\n", " ".repeat(width - display_width(l)))).collect()
}

/// A row of the board as it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The pits by column; none where there is no pit.
    pub pits: Vec<Option<PlaceId>>,
    /// Whether names stand above the counts.
    pub names_above: bool,
}

/// The rows from the top: the other players' from the back to the front, pits of nobody, then the
/// first player's from the front to the back. Names stand above the counts, save in the last row and
/// in those that are all the first player's.
#[must_use]
pub fn grid(game: &Game) -> Vec<Line> {
    let geometry = game.geometry();
    let count = geometry.pits.iter().map(|p| usize::from(p.line) + 1).max().unwrap_or(0);
    let mut lines: Vec<Line> = Vec::new();
    for line in 0..count {
        let mut pits = vec![None; geometry.columns as usize];
        let here = || geometry.pits.iter().enumerate().filter(|(_, p)| usize::from(p.line) == line);
        for (id, pit) in here() {
            pits[usize::from(pit.column)] = Some(id as PlaceId);
        }
        let last = line + 1 == count;
        lines.push(Line { pits, names_above: !last && here().any(|(_, p)| p.side != Some(0)) });
    }
    lines
}

fn rows(game: &Game, state: &State) -> Vec<Row> {
    let cell = |pit: PlaceId| (game.geometry().name(pit), content(state, pit));
    let row = |line: Line| Row {
        cells: line.pits.into_iter().map(|pit| pit.map(cell)).collect(),
        names_above: line.names_above,
    };
    grid(game).into_iter().map(row).collect()
}

/// A pit's count, with a star for each mark, a ring for each piece that is no seed (three at most), or the sign of a closed pit.
#[must_use]
pub fn content(state: &State, pit: PlaceId) -> String {
    content_with(state, pit, state.count(pit))
}

/// The same where a pit holds another number of seeds for the moment.
#[must_use]
pub fn content_with(state: &State, pit: PlaceId, count: u32) -> String {
    let stars = "*".repeat(state.marks(pit).len()) + &"°".repeat(state.pieces_besides_seeds(pit).min(3) as usize);
    if state.is_closed(pit) { format!("{CLOSED}{stars}") } else { format!("{count}{stars}") }
}

/// What a state holds besides the board, a line each: reserves, the hand and the rule that asks for a
/// choice, marks, pits that changed hands, variables.
#[must_use]
pub fn facts(game: &Game, state: &State) -> Vec<String> {
    facts_seen(game, state, &[])
}

/// The same, as somebody sees it to whom some stores and reserves are hidden.
#[must_use]
pub fn facts_seen(game: &Game, state: &State, hidden: &[PlaceId]) -> Vec<String> {
    let mut lines = Vec::new();
    if game.is_match() {
        lines.push(format!("round {} of the match", state.round()));
    }
    if let Some(direction) = state.chosen_direction(state.mover()) {
        lines.push(format!("the sowing goes {}", names::turning(direction)));
    }
    if game.ir().board.reserve.is_some() {
        let reserves = game.geometry().reserves.iter().enumerate();
        let each: Vec<String> = reserves
            .map(|(p, &r)| format!("{} {}", names::player(game, p as u8), purse(r, state.count(r), hidden)))
            .collect();
        lines.push(format!("in reserve: {}", each.join(", ")));
    }
    if state.choosing() && state.in_hand() > 0 {
        lines.push(format!("in hand: {}", state.in_hand()));
    }
    // What the choice is about: its options alone may be numbers.
    lines.extend(state.asked_by().and_then(|id| game.rule(id)).map(|(_, text)| format!("asked: {text}")));
    if state.chooses_way() {
        lines.push("asked: to which pit the next seed goes".to_owned());
    }
    lines.extend(piece_lines(game, state, hidden));
    lines.extend(mark_lines(game, state));
    lines.extend(owner_line(game, state));
    lines.extend(var_lines(game, state));
    lines
}

/// Where the pieces lie that are no seeds.
fn piece_lines(game: &Game, state: &State, hidden: &[PlaceId]) -> Vec<String> {
    let g = game.geometry();
    let mut lines = Vec::new();
    for (i, (kind, owner)) in game.piece_kinds().enumerate() {
        let pits = g.pits.iter().enumerate().map(|(id, pit)| (id as PlaceId, pit.name.clone()));
        let purses = [("won by", &g.stores), ("in reserve for", &g.reserves)].into_iter().flat_map(|(what, all)| {
            all.iter().enumerate().map(move |(p, &id)| (id, format!("{what} {}", names::player(game, p as u8))))
        });
        let many = |(id, name): (PlaceId, String)| match game.pieces_in(state, i, id) {
            _ if hidden.contains(&id) => None,
            0 => None,
            1 => Some(name),
            n => Some(format!("{n} in {name}")),
        };
        let at: Vec<String> = pits.chain(purses).filter_map(many).collect();
        if !at.is_empty() {
            let whose = owner.map_or_else(String::new, |p| format!(" of {}", names::player(game, p)));
            lines.push(format!("° {kind}{whose}: {}", at.join(", ")));
        }
    }
    lines
}

fn mark_lines(game: &Game, state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for (kind, mark) in game.ir().marks.iter().enumerate() {
        let mut at = Vec::new();
        for (id, pit) in game.geometry().pits.iter().enumerate() {
            let on_it = state.marks(id as PlaceId).into_iter().filter(|m| usize::from(m.0) == kind);
            at.extend(on_it.map(|(_, maker)| format!("{} ({})", pit.name, names::player(game, maker))));
        }
        if !at.is_empty() {
            lines.push(format!("* {}: {}", mark.name, at.join(", ")));
        }
    }
    lines
}

fn owner_line(game: &Game, state: &State) -> Option<String> {
    // Rows that several players share say nothing of who owns a pit.
    if game.geometry().pits.iter().any(|p| p.side.is_some() && p.player.is_none()) {
        let mut each = Vec::new();
        for (player, name) in (0u8..).zip(&game.ir().players) {
            let own = (0..game.geometry().pits.len() as PlaceId).filter(|&p| state.owner(game, p) == Some(player));
            let own: Vec<String> = own.map(|p| game.geometry().name(p)).collect();
            each.push(if own.is_empty() { format!("{name} nothing") } else { format!("{name} {}", own.join(" ")) });
        }
        return Some(format!("pits of {}", each.join(", ")));
    }
    if (0..game.geometry().pits.len() as PlaceId).all(|p| state.owner(game, p).is_none()) {
        return Some("belongs: every pit to nobody".to_owned());
    }
    let changed: Vec<String> = (game.geometry().pits.iter().enumerate())
        .filter_map(|(id, pit)| {
            let owner = state.owner(game, id as PlaceId);
            let name = owner.map_or("nobody", |p| names::player(game, p));
            (owner != pit.player).then(|| format!("{} to {name}", pit.name))
        })
        .collect();
    (!changed.is_empty()).then(|| format!("belongs: {}", changed.join(", ")))
}

fn var_lines(game: &Game, state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for (id, var) in game.ir().vars.iter().enumerate() {
        let values = state.var(game, id as VarId);
        let each: Vec<String> = match var.scope {
            VarScope::Game => values.iter().map(i32::to_string).collect(),
            VarScope::Player => {
                values.iter().enumerate().map(|(p, n)| format!("{} {n}", names::player(game, p as u8))).collect()
            }
            VarScope::Pit => {
                game.geometry().pits.iter().zip(values).map(|(pit, n)| format!("{} {n}", pit.name)).collect()
            }
        };
        lines.push(format!("{}: {}", var.name, each.join(", ")));
    }
    lines
}

#[cfg(test)]
#[path = "board_tests.rs"]
mod tests;
