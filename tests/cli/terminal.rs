//! A game on a terminal that goes away.

use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use sower::record::Record;
use sower::source::Source;

use crate::support;

/// Longest time for anything; it takes much less.
const PATIENCE: Duration = Duration::from_secs(60);

/// A game that is played on a terminal.
struct Playing {
    terminal: Pty,
    child: Arc<Mutex<std::process::Child>>,
}

impl Playing {
    fn begin(args: &[&str]) -> Playing {
        let (terminal, end) = open().expect("a terminal");
        terminal.resize(Size::new(24, 80)).expect("a size");
        let command = Command::new(env!("CARGO_BIN_EXE_sower")).arg("play").args(args).env("TERM", "xterm");
        let child = Arc::new(Mutex::new(command.spawn(end).expect("sower runs")));
        // Reading from a terminal waits for ever; it comes back when the program has ended.
        let watched = Arc::downgrade(&child);
        std::thread::spawn(move || {
            sleep(PATIENCE);
            if let Some(child) = watched.upgrade() {
                let _ = child.lock().expect("nobody panics with it").kill();
            }
        });
        Playing { terminal, child }
    }

    /// Reads until a text has been drawn.
    fn shows(&mut self, text: &str) {
        let (mut all, mut piece) = (Vec::new(), [0; 4096]);
        while !String::from_utf8_lossy(&all).contains(text) {
            let n = self.terminal.read(&mut piece).unwrap_or(0);
            assert!(n > 0, "{text:?} isn't shown: {}", String::from_utf8_lossy(&all));
            all.extend(&piece[..n]);
        }
    }

    fn types(&mut self, keys: &str) {
        self.terminal.write_all(keys.as_bytes()).expect("the terminal is there");
    }

    /// Closes the terminal, as closing its window does, and waits for the program to end.
    fn close(self) -> ExitStatus {
        let Playing { terminal, child } = self;
        drop(terminal);
        let mut ended = None;
        wait("the end of the program", || {
            ended = child.lock().expect("nobody panics with it").try_wait().expect("it can be waited for");
            ended.is_some()
        });
        ended.expect("it has ended")
    }
}

fn wait(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < PATIENCE, "{what} doesn't come");
        sleep(Duration::from_millis(10));
    }
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// Plays a move and closes the terminal; how the program ended, and what it has kept.
fn play_and_close(args: &[&str]) -> (ExitStatus, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let mut playing = Playing::begin(&[&["kalah", "--save", file.to_str().expect("text")], args].concat());
    // What is typed before the terminal has been taken over might be lost.
    playing.shows("Kalah");
    playing.types("A\r");
    wait("the saved game", || text(&file).contains("1. south A"));
    let ended = playing.close();
    (ended, text(&file))
}

/// What was kept is a whole record of the one move.
fn holds(kept: &str) {
    let game = support::game("kalah", &[]);
    let record = Record::read(&Source::new("game.txt", kept)).unwrap_or_else(|d| panic!("{d:?}\n{kept}"));
    let replayed = record.replay(&game).unwrap_or_else(|d| panic!("{d:?}\n{kept}"));
    assert_eq!(replayed.plies.len(), 1, "{kept}");
}

#[test]
fn a_terminal_that_goes_away_ends_the_game_and_loses_nothing() {
    // A program that looks so far ahead is still thinking then.
    for north in ["human", "ab:64"] {
        let (ended, kept) = play_and_close(&["--north", north, "--speed", "off"]);
        // Interrupted, or the terminal couldn't be used any more; whichever is seen first.
        assert!(matches!(ended.code(), Some(130 | 3)), "{north}: {ended}");
        holds(&kept);
    }
}

#[test]
fn plain_lines_end_with_their_terminal() {
    let (ended, kept) = play_and_close(&["--plain"]);
    assert_ne!(ended.code(), Some(101), "it panicked");
    holds(&kept);
}
