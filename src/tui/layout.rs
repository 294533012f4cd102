//! Where everything stands, for a window of any size.

use ratatui::layout::Rect;
use ratatui::text::Line as Text;

use super::App;
use crate::engine::{Game, PlaceId};
use crate::ir::Stores;
use crate::render::board::{self, Line};

/// Smallest window, in columns and lines.
pub const LEAST: (u16, u16) = (16, 6);
/// Widest cell of a pit.
const WIDEST: u16 = 9;

/// Where everything stands. A part without room has no height.
#[derive(Clone, Debug)]
pub struct Layout {
    pub title: Rect,
    pub board: Board,
    pub facts: Rect,
    pub story: Rect,
    pub moves: Rect,
    pub prompt: Rect,
    pub keys: Rect,
    /// The moves that are shown, and where.
    pub spans: Vec<(Rect, usize)>,
}

/// How pits are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Boxes with a name, a count, and so many lines of dots.
    Boxes { dots: u16 },
    /// Names and counts only.
    Bare,
}

impl Style {
    /// Lines of a pit.
    pub fn lines(self) -> u16 {
        match self {
            Style::Boxes { dots } => 2 + dots,
            Style::Bare => 2,
        }
    }

    fn height(self, rows: u16) -> u16 {
        match self {
            Style::Boxes { .. } => rows * self.lines() + rows + 1,
            Style::Bare => rows * 2,
        }
    }

    fn width(self, columns: u16, cell: u16) -> u16 {
        match self {
            Style::Boxes { .. } => columns * (cell + 1) + 1,
            // No blank behind the last one.
            Style::Bare => (columns * cell).saturating_sub(1),
        }
    }
}

/// Columns that are drawn together.
#[derive(Clone, Debug)]
pub struct Band {
    /// The box around its pits.
    pub area: Rect,
    /// The first column, and the one after the last.
    pub columns: std::ops::Range<usize>,
}

/// Where the board's places stand.
#[derive(Clone, Debug)]
pub struct Board {
    pub area: Rect,
    pub style: Style,
    /// Width of a pit.
    pub cell: u16,
    pub lines: Vec<Line>,
    pub bands: Vec<Band>,
    /// Boxes of stores at the sides: left, right.
    pub sides: Option<[(PlaceId, Rect); 2]>,
    /// Lines with the seeds won, above and below.
    pub won: Option<[Rect; 2]>,
    /// The pits that are drawn.
    pub cells: Vec<(PlaceId, Rect)>,
    /// Columns in all.
    pub columns: usize,
    /// All places, by column and row as they lie.
    places: Vec<(PlaceId, i32, i32)>,
}

impl Layout {
    /// The layout of what an app shows.
    pub fn of(app: &mut App<'_>) -> Layout {
        let whole = Rect::new(0, 0, app.size.0, app.size.1);
        let (columns, height) = (whole.width, whole.height);
        let facts = match height {
            ..12 => 0,
            12..18 => 1,
            _ => 3,
        }
        .min(app.facts().len() as u16);
        let line = |from: u16| u16::from(height >= from);
        let (moves, keys, story) = (line(7), line(10), line(8) + line(12) + line(20));
        let room = height.saturating_sub(2 + facts + moves + keys + story);
        let needs = Needs::of(app);
        let focus = app.focus();
        let mut board = Board::fitting(app.game(), &needs, columns, room, focus);
        let mut y = 0;
        let mut take = |lines: u16| {
            let lines = lines.min(height.saturating_sub(y));
            let area = Rect::new(0, y, columns, lines);
            y += lines;
            area
        };
        let title = take(1);
        board.shift(take(board.area.height).y);
        let facts = take(facts);
        let story = take(height.saturating_sub(2 + board.area.height + facts.height + moves + keys));
        let (moves, prompt, keys) = (take(moves), take(1), take(keys));
        let spans = spans(app, moves);
        Layout { title, board, facts, story, moves, prompt, keys, spans }
    }

    /// The move that is shown there.
    pub fn move_at(&self, x: u16, y: u16) -> Option<usize> {
        self.spans.iter().find(|(area, _)| area.contains((x, y).into())).map(|&(_, i)| i)
    }
}

/// The legal moves that fit on their line: all, or those around the cursor.
fn spans(app: &mut App<'_>, area: Rect) -> Vec<(Rect, usize)> {
    if area.height == 0 || !app.is_asking() {
        return Vec::new();
    }
    let cursor = app.cursor.unwrap_or(0);
    // Two columns at each end tell that there are more.
    let area = Rect { x: area.x, width: area.width.saturating_sub(2), ..area };
    let widths: Vec<u16> = app.table.legal().iter().map(|l| width(&l.text) + 2).collect();
    let mut first = 0;
    let until = |first: usize| widths.get(first..=cursor).map_or(0, |w| w.iter().map(|&w| u32::from(w)).sum());
    while first < cursor && until(first) + 2 > u32::from(area.width) {
        first += 1;
    }
    let mut spans = Vec::new();
    let mut x = if first > 0 { area.x + 2 } else { area.x };
    for (i, &w) in widths.iter().enumerate().skip(first) {
        if x.saturating_add(w) > area.right() && i != cursor {
            break;
        }
        let w = w.min(area.right().saturating_sub(x));
        spans.push((Rect::new(x, area.y, w, 1), i));
        x += w;
    }
    spans
}

/// Cells that a text takes.
pub fn width(text: &str) -> u16 {
    u16::try_from(Text::raw(text).width()).unwrap_or(u16::MAX)
}

/// Widths that the board's texts need.
struct Needs {
    name: u16,
    count: u16,
    /// A store's box at the side of the board, with its gaps.
    side: u16,
}

impl Needs {
    fn of(app: &App<'_>) -> Needs {
        let (game, scene, state) = (app.game(), app.scene(), &app.moment().state);
        let pits = &game.geometry().pits;
        let counts = (0..pits.len()).map(|i| {
            let now = scene.counts.get(i).copied().unwrap_or(0);
            width(&board::content_with(state, i as PlaceId, now)).max(width(&board::content(state, i as PlaceId)))
        });
        Needs {
            name: pits.iter().map(|pit| width(&pit.name)).max().unwrap_or(1),
            count: counts.max().unwrap_or(1).max(2),
            side: side(game),
        }
    }
}

impl Board {
    /// The roomiest drawing that fits.
    fn fitting(game: &Game, needs: &Needs, columns: u16, height: u16, focus: Option<PlaceId>) -> Board {
        let lines = board::grid(game);
        let count = lines.iter().map(|l| l.pits.len()).max().unwrap_or(0).max(1) as u16;
        let rows = lines.len() as u16;
        let at_sides = matches!(game.ir().board.stores, Stores::Left | Stores::Right | Stores::Ahead);
        let least = (needs.name + 2).max(needs.count);
        let sides = if at_sides { 2 * needs.side } else { 0 };
        let won = if at_sides { 0 } else { 2 };
        let plan = |style: Style, cell: u16, around: bool| Plan { style, cell, around };
        // With the seeds won beside or around the board, or else with those in the title.
        for (dots, around) in [(3, true), (2, true), (1, true), (0, true), (0, false)] {
            let style = Style::Boxes { dots };
            if style.height(rows) + if around { won } else { 0 } > height {
                continue;
            }
            // A change of the count stands behind it, where there is room.
            for cell in (least..=WIDEST.max(least)).rev() {
                if style.width(count, cell) + if around { sides } else { 0 } <= columns {
                    return Board::laid_out(game, lines, &plan(style, cell, around), columns, height, focus);
                }
            }
        }
        let bare = needs.name.max(needs.count) + 1;
        let boxes = Style::Boxes { dots: 0 };
        let bands = |style: Style, cell: u16| {
            let fit = (1..=count).rev().find(|&n| style.width(n, cell) <= columns).unwrap_or(1);
            u32::from(count.div_ceil(fit)) * u32::from(style.height(rows))
        };
        let one_bare = Style::Bare.width(count, bare) <= columns;
        if !one_bare && bands(boxes, least) <= u32::from(height) {
            return Board::laid_out(game, lines, &plan(boxes, least, false), columns, height, focus);
        }
        let roomy = [bare + 4, bare + 3].into_iter().find(|&cell| Style::Bare.width(count, cell) <= columns);
        Board::laid_out(game, lines, &plan(Style::Bare, roomy.unwrap_or(bare), false), columns, height, focus)
    }

    fn laid_out(
        game: &Game,
        lines: Vec<Line>,
        plan: &Plan,
        columns: u16,
        height: u16,
        focus: Option<PlaceId>,
    ) -> Board {
        let all = lines.iter().map(|l| l.pits.len()).max().unwrap_or(0).max(1);
        let rows = lines.len() as u16;
        let Plan { style, cell, around } = *plan;
        let stores = game.ir().board.stores;
        let at_sides = around
            && matches!(stores, Stores::Left | Stores::Right | Stores::Ahead)
            && game.geometry().stores.len() == 2;
        let side = if at_sides { side(game) } else { 0 };
        let won = u16::from(!at_sides && matches!(style, Style::Boxes { .. }) && around);
        let room = columns.saturating_sub(2 * side);
        let a_band = (1..=all as u16).rev().find(|&n| style.width(n, cell) <= room).map_or(1, usize::from);
        let count = all.div_ceil(a_band);
        let each = style.height(rows);
        // A blank line between bands, where there is room for all of them.
        let gap = u16::from(matches!(style, Style::Bare) && count as u16 * (each + 1) <= height + 1);
        let fit = usize::from(((height.saturating_sub(2 * won) + gap) / (each + gap)).max(1)).min(count);
        let seen = focus.and_then(|p| game.geometry().pits.get(usize::from(p))).map_or(0, |p| usize::from(p.column));
        // Where not all columns fit, those around the focus are shown.
        let first = if fit < count { seen.saturating_sub(fit * a_band / 2).min(all - fit * a_band) } else { 0 };
        let width = style.width(a_band as u16, cell).saturating_add(2 * side).min(columns.max(1));
        let x = (columns.saturating_sub(width)) / 2 + side;
        let mut bands = Vec::new();
        for i in 0..fit {
            let from = first + i * a_band;
            let to = (from + a_band).min(all);
            let y = won + i as u16 * (each + gap);
            bands.push(Band { area: Rect::new(x, y, style.width((to - from) as u16, cell), each), columns: from..to });
        }
        let used = won * 2 + fit as u16 * each + (fit as u16 - 1) * gap;
        let area = Rect::new(0, 0, columns, used.min(height));
        let box_at = |x: u16| Rect::new(x, won, side, each);
        let south_north = (game.geometry().stores.first().copied(), game.geometry().stores.get(1).copied());
        let sides = match (at_sides, south_north) {
            (true, (Some(south), Some(north))) => {
                let (left, right) =
                    if matches!(stores, Stores::Right | Stores::Ahead) { (north, south) } else { (south, north) };
                let after = x + style.width(a_band as u16, cell);
                Some([(left, box_at(x - side)), (right, box_at(after))])
            }
            _ => None,
        };
        let won = (won > 0).then(|| [Rect::new(0, 0, columns, 1), Rect::new(0, used - 1, columns, 1)]);
        let places = places(game, &lines);
        let mut board = Board { area, style, cell, lines, bands, sides, won, cells: Vec::new(), columns: all, places };
        board.cells = board.all_cells();
        board
    }

    fn all_cells(&self) -> Vec<(PlaceId, Rect)> {
        let mut cells = Vec::new();
        let border = u16::from(matches!(self.style, Style::Boxes { .. }));
        for band in &self.bands {
            for (r, line) in self.lines.iter().enumerate() {
                for column in band.columns.clone() {
                    let Some(pit) = line.pits.get(column).copied().flatten() else { continue };
                    let i = (column - band.columns.start) as u16;
                    let x = band.area.x + border + i * (self.cell + border);
                    let y = band.area.y + border + r as u16 * (self.style.lines() + border);
                    cells.push((pit, Rect::new(x, y, self.cell, self.style.lines())));
                }
            }
        }
        cells
    }

    fn shift(&mut self, y: u16) {
        let down = |area: &mut Rect| area.y += y;
        down(&mut self.area);
        self.bands.iter_mut().for_each(|b| down(&mut b.area));
        self.cells.iter_mut().for_each(|(_, area)| down(area));
        self.sides.iter_mut().flatten().for_each(|(_, area)| down(area));
        self.won.iter_mut().flatten().for_each(down);
    }

    /// The columns that are drawn, where not all are.
    pub fn part(&self) -> Option<std::ops::Range<usize>> {
        let (first, last) = (self.bands.first()?.columns.start, self.bands.last()?.columns.end);
        (last - first < self.columns).then_some(first..last)
    }

    /// The place that is drawn there.
    pub fn at(&self, x: u16, y: u16) -> Option<PlaceId> {
        let sides = self.sides.iter().flatten();
        self.cells.iter().chain(sides).find(|(_, area)| area.contains((x, y).into())).map(|&(place, _)| place)
    }

    /// The nearest place in a direction, straight on before aslant.
    pub fn nearest(&self, from: PlaceId, dx: i32, dy: i32, fits: impl Fn(PlaceId) -> bool) -> Option<PlaceId> {
        let &(_, x, y) = self.places.iter().find(|p| p.0 == from)?;
        let reach = |&(place, px, py): &(PlaceId, i32, i32)| {
            let (along, aside) =
                if dx == 0 { ((py - y) * dy, (px - x).abs()) } else { ((px - x) * dx, (py - y).abs()) };
            (along > 0 && fits(place))
                .then_some((if dx == 0 { along * 1000 + aside } else { along + 1000 * aside }, place))
        };
        self.places.iter().filter_map(reach).min().map(|(_, place)| place)
    }
}

/// What is drawn, and how wide.
struct Plan {
    style: Style,
    cell: u16,
    /// The seeds won stand around the board, not in the title.
    around: bool,
}

/// Width of a store's box at the side of the board, with its gaps.
fn side(game: &Game) -> u16 {
    let digits = game.seeds().to_string().len() as u16;
    game.ir().players.iter().map(|p| width(p)).max().unwrap_or(1).max(digits) + 3
}

/// All places by column and row: pits as they lie, stores and reserves beside them.
fn places(game: &Game, lines: &[Line]) -> Vec<(PlaceId, i32, i32)> {
    let mut all = Vec::new();
    for (y, line) in lines.iter().enumerate() {
        let pits = line.pits.iter().enumerate().filter_map(|(x, pit)| pit.map(|p| (p, x as i32, y as i32)));
        all.extend(pits);
    }
    let columns = lines.iter().map(|l| l.pits.len()).max().unwrap_or(0) as i32;
    let right = matches!(game.ir().board.stores, Stores::Right | Stores::Ahead);
    for (i, &store) in game.geometry().stores.iter().enumerate() {
        let x = if (i == 0) == right { columns } else { -1 };
        all.push((store, x, if i == 0 { lines.len() as i32 - 1 } else { 0 }));
    }
    if game.ir().board.reserve.is_some() {
        for (i, &reserve) in game.geometry().reserves.iter().enumerate() {
            all.push((reserve, -2, if i == 0 { lines.len() as i32 - 1 } else { 0 }));
        }
    }
    all
}
