//! Pictures of the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style as Paint};

use super::layout::{Band, Board, Style, width};
use crate::engine::{Game, PlaceId, State};
use crate::render::{self, board};
use crate::table::{Scene, Trail};

/// A seed.
const SEED: &str = "•";

/// Colours, or what stands for them.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    pub colour: bool,
}

impl Theme {
    fn paint(self, colour: Color) -> Paint {
        if self.colour { Paint::new().fg(colour) } else { Paint::new() }
    }
    pub fn lit(self) -> Paint {
        self.paint(Color::Green).add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    }
    pub fn cursor(self) -> Paint {
        self.paint(Color::Green).add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }
    pub fn title(self) -> Paint {
        self.paint(Color::Cyan).add_modifier(Modifier::BOLD)
    }
    pub fn note(self) -> Paint {
        self.paint(Color::Yellow)
    }
    pub fn faint(self) -> Paint {
        if self.colour { Paint::new().fg(Color::DarkGray) } else { Paint::new().add_modifier(Modifier::DIM) }
    }
    fn frame(self) -> Paint {
        self.faint()
    }
    fn seeds(self) -> Paint {
        self.paint(Color::Yellow)
    }
    fn more(self) -> Paint {
        self.paint(Color::Cyan)
    }
    fn less(self) -> Paint {
        self.paint(Color::Magenta)
    }
    fn here(self) -> Paint {
        self.paint(Color::Yellow).add_modifier(Modifier::REVERSED)
    }
}

/// What is to be seen of a board.
pub struct View<'a> {
    pub game: &'a Game,
    pub state: &'a State,
    pub scene: &'a Scene,
    /// What the last turn changed; none while it is being shown.
    pub trail: Option<&'a Trail>,
    /// Places whose seeds aren't told.
    pub hidden: &'a [PlaceId],
    /// Pits that can be played.
    pub lit: &'a [PlaceId],
    pub cursor: Option<PlaceId>,
    pub theme: Theme,
}

/// Writes a text where there is room for it.
pub fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, most: u16, paint: Paint) {
    let area = buffer.area;
    if y >= area.top() && y < area.bottom() && x >= area.left() && x < area.right() {
        buffer.set_stringn(x, y, text, usize::from(most.min(area.right() - x)), paint);
    }
}

/// Writes a text in the middle of a width.
fn centred(buffer: &mut Buffer, area: Rect, y: u16, text: &str, paint: Paint) -> u16 {
    let x = area.x + area.width.saturating_sub(width(text)) / 2;
    put(buffer, x, y, text, area.right().saturating_sub(x), paint);
    x
}

impl View<'_> {
    /// Draws the board.
    pub fn draw(&self, board: &Board, buffer: &mut Buffer) {
        for band in &board.bands {
            if let Style::Boxes { dots } = board.style {
                self.grid(board, band, 2 + dots, buffer);
            }
        }
        for (place, area) in board.sides.iter().flatten() {
            self.store(*place, *area, buffer);
        }
        for (i, area) in board.won.iter().flatten().enumerate() {
            self.won(i == 0, *area, buffer);
        }
        for &(pit, area) in &board.cells {
            let above = board.lines.iter().find(|l| l.pits.contains(&Some(pit))).is_none_or(|l| l.names_above);
            self.pit(pit, area, above, board.style, buffer);
        }
    }

    fn count(&self, place: PlaceId) -> u32 {
        self.scene.counts.get(usize::from(place)).copied().unwrap_or(0)
    }

    /// What a store shows.
    fn purse(&self, place: PlaceId) -> String {
        board::purse(place, self.count(place), self.hidden)
    }

    fn change(&self, place: PlaceId) -> Option<(String, Paint)> {
        if self.hidden.contains(&place) {
            return None;
        }
        let n = *self.trail?.change.get(usize::from(place))?;
        let paint = if n > 0 { self.theme.more() } else { self.theme.less() };
        let last = self.trail.is_some_and(|t| t.last == Some(place));
        let paint = if last { paint.add_modifier(Modifier::UNDERLINED) } else { paint };
        (n != 0).then(|| (format!("{n:+}"), paint))
    }

    fn pit(&self, pit: PlaceId, area: Rect, names_above: bool, style: Style, buffer: &mut Buffer) {
        let name = self.game.geometry().name(pit);
        let bare = style == Style::Bare;
        let (name_y, count_y) = match (names_above, style) {
            (true, _) => (area.y, area.y + 1),
            (false, Style::Bare) => (area.y + 1, area.y),
            (false, Style::Boxes { dots }) => (area.y + 1 + dots, area.y),
        };
        let here = self.cursor == Some(pit);
        let paint = match (here, self.lit.contains(&pit)) {
            (true, _) => self.theme.cursor(),
            (false, true) => self.theme.lit(),
            (false, false) => Paint::new(),
        };
        let name = if here && !bare { format!("[{name}]") } else { name };
        centred(buffer, area, name_y, &name, paint);
        let count = board::content_with(self.state, pit, self.count(pit));
        let touched = self.trail.is_some_and(|t| t.touched.contains(&pit));
        let paint = if self.scene.at == Some(pit) {
            self.theme.here()
        } else if touched {
            Paint::new().add_modifier(Modifier::BOLD)
        } else {
            Paint::new()
        };
        let x = centred(buffer, area, count_y, &count, paint);
        let after = x + width(&count);
        if let Some((change, paint)) = self.change(pit)
            && after + width(&change) < area.right()
        {
            put(buffer, after + 1, count_y, &change, width(&change), paint);
        }
        if let Style::Boxes { dots } = style {
            self.dots(pit, Rect { y: area.y + if names_above { 2 } else { 1 }, height: dots, ..area }, buffer);
        }
    }

    fn dots(&self, pit: PlaceId, area: Rect, buffer: &mut Buffer) {
        let line = u32::from(area.width.saturating_sub(2).max(1));
        let room = line * u32::from(area.height);
        let count = if self.state.is_closed(pit) { 0 } else { self.count(pit) };
        let mut left = count.min(room);
        for y in area.top()..area.bottom() {
            let n = left.min(line);
            left -= n;
            let mut text = SEED.repeat(n as usize);
            // What is over is told by the number alone.
            if count > room && y + 1 == area.bottom() {
                text.pop();
                text.push('+');
            }
            centred(buffer, area, y, &text, self.theme.seeds());
        }
    }

    fn grid(&self, board: &Board, band: &Band, lines: u16, buffer: &mut Buffer) {
        let columns = band.columns.len();
        let paint = self.theme.frame();
        let bar = "─".repeat(usize::from(board.cell));
        let edge =
            |start: &str, cross: &str, end: &str| format!("{start}{}{end}", vec![bar.as_str(); columns].join(cross));
        let blank = " ".repeat(usize::from(board.cell));
        let inner = format!("│{}│", vec![blank.as_str(); columns].join("│"));
        let rows = board.lines.len() as u16;
        let mut y = band.area.y;
        for row in 0..=rows {
            let text = match row {
                0 => edge("┌", "┬", "┐"),
                r if r == rows => edge("└", "┴", "┘"),
                _ => edge("├", "┼", "┤"),
            };
            put(buffer, band.area.x, y, &text, band.area.width, paint);
            if row < rows {
                (1..=lines).for_each(|i| put(buffer, band.area.x, y + i, &inner, band.area.width, paint));
            }
            y += lines + 1;
        }
    }

    /// A store's box at the side of the board.
    fn store(&self, place: PlaceId, area: Rect, buffer: &mut Buffer) {
        let player = self.game.geometry().stores.iter().position(|&s| s == place).unwrap_or(0);
        let middle = area.y + area.height / 2;
        let paint = if self.scene.at == Some(place) { self.theme.here() } else { self.theme.title() };
        let paint = if self.cursor == Some(place) { self.theme.cursor() } else { paint };
        centred(buffer, area, middle.saturating_sub(1), render::player(self.game, player as u8), Paint::new());
        centred(buffer, area, middle, &self.purse(place), paint);
        if let Some((change, paint)) = self.change(place) {
            centred(buffer, area, middle + 1, &change, paint);
        }
    }

    /// `North: 5 +2`, above or below the board.
    fn won(&self, above: bool, area: Rect, buffer: &mut Buffer) {
        let stores = self.game.geometry().stores.iter().enumerate();
        let mut words = Vec::new();
        for (player, &store) in stores.filter(|(p, _)| (*p == 0) != above) {
            let name = render::title_case(render::player(self.game, player as u8));
            let change = self.change(store).map_or_else(String::new, |(change, _)| format!(" {change}"));
            words.push(format!("{name}: {}{change}", self.purse(store)));
        }
        let here =
            self.game.geometry().stores.iter().enumerate().any(|(p, &s)| (p == 0) != above && self.cursor == Some(s));
        let paint = if here { self.theme.cursor() } else { self.theme.title() };
        centred(buffer, area, area.y, &words.join("  "), paint);
    }
}
