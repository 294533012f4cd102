//! A game on a terminal, without one.

mod pictures;
mod playing;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use sower::engine::Game;
use sower::players::Spec;
use sower::table::Keeper;
use sower::tui::{App, Key, Look, Speed, draw};

use crate::table::keeping::Shelf;
use crate::table::table;

/// A game that is played without showing how seeds are sown.
fn app<'g>(game: &'g Game, players: [Spec; 2]) -> App<'g> {
    with(game, players, "off", Keeper::new(Box::new(Shelf::default())))
}

fn with<'g>(game: &'g Game, players: [Spec; 2], speed: &str, keeper: Keeper) -> App<'g> {
    let look = Look { colour: false, speed: speed.parse::<Speed>().expect("a speed") };
    App::new(table(game, "kalah", players), keeper, &look)
}

/// Presses keys one after the other; programs answer at once.
fn press(app: &mut App<'_>, keys: &[Key]) {
    for &key in keys {
        app.key(key);
        answer(app);
    }
}

/// Types letters.
fn type_in(app: &mut App<'_>, text: &str) {
    for c in text.chars() {
        press(app, &[if c == '\n' { Key::Enter } else { Key::Char(c) }]);
    }
}

/// Lets programs answer.
fn answer(app: &mut App<'_>) {
    while let Some(asked) = app.asks() {
        if let sower::tui::Asked::Think(ticket, job) = asked
            && let Some(thought) = job.run(app.game(), &Arc::new(AtomicBool::new(false)))
        {
            app.thought(ticket, thought);
        }
    }
}

/// Lets the sowing that is shown end.
fn wait(app: &mut App<'_>) {
    for _ in 0..10_000 {
        app.pass(Duration::from_secs(1));
        answer(app);
    }
}

/// The picture, in a window of some size.
fn picture(app: &mut App<'_>, columns: u16, lines: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(columns, lines)).expect("a terminal");
    terminal.draw(|frame| draw(app, frame.area(), frame.buffer_mut())).expect("drawn");
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for y in 0..lines {
        let mut line = String::new();
        let mut x = 0;
        while x < columns {
            let symbol = buffer[(x, y)].symbol();
            line += symbol;
            // A wide sign takes the cell behind it.
            x += ratatui::text::Line::raw(symbol).width().max(1) as u16;
        }
        text += &format!("{}\n", line.trim_end());
    }
    text
}
