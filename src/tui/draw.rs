//! The picture of what is going on.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style as Paint};

use super::app::{App, Mode, Page};
use super::board::{Theme, View, put};
use super::layout::{LEAST, Layout, Style, width};
use crate::engine::PlaceId;
use crate::render;
use crate::table::{Trail, Waits};

/// Behind a story that is longer than its place.
const MORE: &str = " … (F3)";

/// Draws an app into a buffer. The app is told its size.
pub fn draw(app: &mut App<'_>, area: Rect, buffer: &mut Buffer) {
    app.size = (area.width, area.height);
    let theme = Theme { colour: app.colour };
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return too_small(area, buffer);
    }
    if let Mode::Page(page) = &app.mode {
        return draw_page(page, theme, area, buffer);
    }
    let layout = app.layout();
    draw_board(app, &layout, theme, buffer);
    draw_title(app, &layout, theme, buffer);
    draw_story(app, &layout, theme, buffer);
    draw_moves(app, &layout, theme, buffer);
    draw_prompt(app, &layout, theme, buffer);
    if layout.keys.height > 0 {
        line(buffer, layout.keys, keys(app, layout.keys.width), theme.faint());
    }
}

/// A line from the left edge of an area.
fn line(buffer: &mut Buffer, area: Rect, text: &str, paint: Paint) {
    put(buffer, area.x, area.y, text, area.width, paint);
}

/// Lines from the top of an area, as far as they fit.
fn lines(buffer: &mut Buffer, area: Rect, texts: &[String], paint: Paint) {
    for (i, text) in texts.iter().enumerate().take(usize::from(area.height)) {
        put(buffer, area.x, area.y + i as u16, text, area.width, paint);
    }
}

/// A text broken at blanks.
fn wrap(text: &str, columns: usize) -> Vec<String> {
    // Names with hyphens stay whole, so that they can be found in the rules.
    let options = textwrap::Options::new(columns.max(1)).word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}

fn too_small(area: Rect, buffer: &mut Buffer) {
    let (columns, rows) = LEAST;
    let text = wrap(&format!("Too small: {columns} by {rows} is the least. Ctrl-C leaves."), usize::from(area.width));
    lines(buffer, area, &text, Paint::new());
}

impl Page {
    /// Its lines, broken to a width.
    pub(super) fn wrapped(&self, columns: usize) -> Vec<String> {
        self.lines.iter().flat_map(|l| wrap(l, columns)).collect()
    }
}

fn draw_page(page: &Page, theme: Theme, area: Rect, buffer: &mut Buffer) {
    line(buffer, area, &page.title, theme.title());
    let text = page.wrapped(usize::from(area.width));
    let room = Rect { y: area.y + 1, height: area.height - 2, ..area };
    let from = page.from.min(text.len());
    lines(buffer, room, &text[from..], Paint::new());
    let below = text.len().saturating_sub(from + usize::from(room.height));
    let foot = match below {
        0 => "Esc: back".to_owned(),
        n => format!("Esc: back, Down: {n} more lines"),
    };
    line(buffer, Rect { y: area.bottom() - 1, height: 1, ..area }, &foot, theme.faint());
}

fn draw_board(app: &mut App<'_>, layout: &Layout, theme: Theme, buffer: &mut Buffer) {
    let asking = app.is_asking() && matches!(app.mode, Mode::Play | Mode::Ask(_));
    let lit: Vec<PlaceId> = if asking { app.table.legal().iter().filter_map(|l| l.pit).collect() } else { Vec::new() };
    let cursor = match &app.mode {
        Mode::Edit(editor) => Some(editor.place()),
        Mode::Play if asking => app.chosen().and_then(|l| l.pit),
        _ => None,
    };
    let quiet = !matches!(app.mode, Mode::Edit(_)) && (app.film.is_none() || matches!(app.mode, Mode::Review(_)));
    let trail = quiet.then(|| Trail::of(app.table.turn_until(app.shown())));
    let scene = app.scene();
    let hidden = app.hidden();
    let view = View {
        game: app.game(),
        state: &app.moment().state,
        scene: &scene,
        trail: trail.as_ref(),
        hidden: &hidden,
        lit: &lit,
        cursor,
        theme,
    };
    view.draw(&layout.board, buffer);
    lines(buffer, layout.facts, &app.facts(), Paint::new());
}

/// The first of some texts that fits.
fn first_fitting(texts: Vec<String>, columns: u16) -> String {
    let last = texts.last().cloned().unwrap_or_default();
    texts.into_iter().find(|t| width(t) <= columns).unwrap_or(last)
}

fn draw_title(app: &App<'_>, layout: &Layout, theme: Theme, buffer: &mut Buffer) {
    let game = app.game();
    let title = &game.ir().header.title;
    let turn = match &app.mode {
        Mode::Review(at) => format!("looking back: move {at} of {}", app.table.now()),
        Mode::Edit(editor) if layout.facts.height == 0 => editor.facts().join(" "),
        Mode::Edit(_) => "setting up a position".to_owned(),
        _ => format!("turn {}", app.moment().state.turn()),
    };
    let seats: Vec<String> = (0..game.ir().players.len())
        .map(|p| format!("{}: {}", render::title_case(render::player(game, p as u8)), app.table.sits(p as u8)))
        .collect();
    let (scene, hidden) = (app.scene(), app.hidden());
    let score: Vec<String> = (game.geometry().stores.iter().enumerate())
        .map(|(p, &store)| {
            let seeds = scene.counts.get(usize::from(store)).copied().unwrap_or(0);
            let seeds = render::board::purse(store, seeds, &hidden);
            format!("{} {seeds}", render::title_case(render::player(game, p as u8)))
        })
        .collect();
    let part = layout.board.part().map(|p| format!("columns {}–{} of {}", p.start + 1, p.end, layout.board.columns));
    let playing = !matches!(app.mode, Mode::Review(_) | Mode::Edit(_));
    let small = layout.board.style == Style::Bare || layout.board.sides.is_none() && layout.board.won.is_none();
    let join = |parts: &[Option<String>]| parts.iter().flatten().cloned().collect::<Vec<_>>().join("   ");
    let (name, turn, seats, score) =
        (Some(title.clone()), Some(turn), Some(seats.join(", ")), small.then(|| score.join(", ")));
    let speed = Some(format!("speed {}", app.speed));
    let mut texts = vec![
        join(&[name.clone(), turn.clone(), score.clone(), part.clone(), seats.clone(), speed]),
        join(&[name.clone(), turn.clone(), score.clone(), part.clone(), seats]),
        join(&[name.clone(), turn.clone(), score.clone(), part.clone()]),
    ];
    if playing && part.is_some() {
        texts.push(join(&[score.clone(), part]));
    }
    texts.push(join(&[turn.clone(), score.clone()]));
    texts.push(if small && playing { join(&[score]) } else { join(&[turn]) });
    // In the smallest windows what is said stands here.
    let said = app.question().or_else(|| app.note.first().cloned()).filter(|_| layout.story.height == 0);
    match said {
        Some(said) => line(buffer, layout.title, &said, theme.note()),
        None => line(buffer, layout.title, &first_fitting(texts, layout.title.width), theme.title()),
    }
}

fn draw_story(app: &App<'_>, layout: &Layout, theme: Theme, buffer: &mut Buffer) {
    let area = layout.story;
    let columns = usize::from(area.width);
    let (mut said, paint) = match app.question() {
        Some(question) => (wrap(&question, columns), theme.note().add_modifier(Modifier::BOLD)),
        None => (app.note.iter().flat_map(|n| wrap(n, columns)).collect(), theme.note()),
    };
    let room = usize::from(area.height);
    said.truncate(room);
    let mut story = match &app.mode {
        Mode::Edit(_) => Vec::new(),
        _ if app.film.is_some() && matches!(app.mode, Mode::Play) => Vec::new(),
        _ => wrap(&app.story(), columns),
    };
    let left = room - said.len();
    if story.len() > left {
        story.truncate(left);
        // The whole is a key away.
        if let Some(last) = story.last_mut() {
            let room = columns.saturating_sub(usize::from(width(MORE)));
            *last = format!("{}{MORE}", wrap(last, room).first().map_or("", String::as_str));
        }
    }
    // A blank line sets the story off, and what is said stands where one types.
    let blank = u16::from(story.len() < left);
    let below = Rect { y: area.bottom() - said.len() as u16, height: said.len() as u16, ..area };
    lines(buffer, Rect { y: area.y + blank, height: area.height - blank, ..area }, &story, Paint::new());
    lines(buffer, below, &said, paint);
}

fn draw_moves(app: &mut App<'_>, layout: &Layout, theme: Theme, buffer: &mut Buffer) {
    let asking = matches!(app.mode, Mode::Play | Mode::Ask(_));
    let cursor = app.cursor;
    if let (true, Some((_, first)), Some((end, last))) = (asking, layout.spans.first(), layout.spans.last()) {
        if *first > 0 {
            line(buffer, layout.moves, "…", theme.faint());
        }
        if last + 1 < app.table.legal().len() {
            put(buffer, end.right() + 1, layout.moves.y, "…", 1, theme.faint());
        }
    }
    for &(area, i) in layout.spans.iter().filter(|_| asking) {
        let Some(legal) = app.table.legal().get(i) else { continue };
        let (text, paint) = if cursor == Some(i) {
            (format!("[{}]", legal.text), theme.cursor())
        } else {
            (format!(" {} ", legal.text), theme.lit())
        };
        line(buffer, area, &text, paint);
    }
}

fn draw_prompt(app: &mut App<'_>, layout: &Layout, theme: Theme, buffer: &mut Buffer) {
    let area = layout.prompt;
    let text = prompt(app);
    let typed = app.typed.clone();
    // The end of what is typed is seen.
    let room = area.width.saturating_sub(width(&text) + 1);
    let seen: String = tail(&typed, room);
    line(buffer, area, &text, theme.title());
    let x = area.x + width(&text);
    put(buffer, x, area.y, &seen, room, Paint::new());
    if matches!(app.mode, Mode::Play) {
        put(buffer, x + width(&seen), area.y, " ", 1, Paint::new().add_modifier(Modifier::REVERSED));
    }
}

fn tail(text: &str, room: u16) -> String {
    let mut from = text.char_indices().map(|(i, _)| i).chain([text.len()]);
    from.find(|&i| width(&text[i..]) <= room).map_or_else(String::new, |i| text[i..].to_owned())
}

fn prompt(app: &mut App<'_>) -> String {
    match &app.mode {
        Mode::Edit(editor) => return editor.prompt(),
        Mode::Review(_) => return "F4 or Esc: back to the game".to_owned(),
        _ => {}
    }
    let who = app.decider();
    if let Some(film) = &app.film {
        let by = app.table.last().map_or_else(String::new, |made| {
            let by = made.by.map_or("the lot", |p| render::player(app.game(), p));
            format!("{} plays {}", render::title_case(by), made.text)
        });
        return format!("{by}, {} in hand ", film.scene.hand);
    }
    match app.table.waits() {
        Waits::Over => "The game is over> ".to_owned(),
        Waits::Lot => "A lot is drawn> ".to_owned(),
        Waits::Program(spec) if app.paused => format!("{who} ({spec}) waits; Space: go on> "),
        Waits::Program(spec) => format!("{who} ({spec}) thinks> "),
        Waits::Human(_) => {
            let chooses = if app.table.state().choosing() { " chooses" } else { "" };
            let thinking = if app.waiting.is_some() { " (a hint is coming)" } else { "" };
            let chosen =
                app.chosen().filter(|_| app.typed.is_empty()).map_or_else(String::new, |l| format!("{} ", l.text));
            format!("{who}{chooses}{thinking}> {chosen}")
        }
    }
}

/// What the keys do, as much as fits.
fn keys(app: &App<'_>, columns: u16) -> &'static str {
    let human = app.table.has_human();
    let texts: &[&str] = match (&app.mode, app.film.is_some()) {
        (Mode::Edit(_), _) => &[
            "0-9: seeds  arrows: place  Tab: who moves  c: clear  Enter: begin  Esc: back",
            "0-9  arrows  Tab: who moves  Enter: begin",
            "0-9  Enter: begin",
        ],
        (Mode::Review(_), _) => &[
            "Left, Right: move by move  Home, End  F2: what was best  F3: why  Esc: back",
            "Left, Right: moves  F2: best  Esc: back",
            "Left, Right  Esc",
        ],
        (Mode::Ask(_), _) => &[""],
        (_, true) => {
            &["Space: to the end of the sowing  + -: speed  F1: help", "Space: skip  + -: speed", "Space: skip"]
        }
        _ if app.table.waits() == Waits::Over => &[
            "F4: look back  Ctrl-S: save  Ctrl-Z: undo  F1: help  Ctrl-Q: leave",
            "F4: look back  F1: help  Ctrl-Q: leave",
            "F4: look back",
        ],
        _ if human => &[
            "Arrows, Enter: play  F2: hint  F3: why  Ctrl-Z: undo  F4: look back  F1: help  Ctrl-Q: leave",
            "Arrows, Enter: play  F2: hint  Ctrl-Z: undo  F1: help  Ctrl-Q: leave",
            "Enter: play  F1: help  Ctrl-Q: leave",
            "F1: help",
        ],
        _ => &["Space: wait  + -: speed  F4: look back  F1: help  Ctrl-Q: leave", "Space: wait  F1: help", "F1: help"],
    };
    texts.iter().find(|t| width(t) <= columns).or(texts.last()).copied().unwrap_or_default()
}
