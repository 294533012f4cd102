//! Joins the game to a terminal.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ratatui::crossterm::event;

use super::app::Asked;
use super::terminal::Screen;
use super::{App, Key, Left, Look, draw};
use crate::engine::Game;
use crate::table::{Keeper, Table, Thought};

/// Longest time without a look at what else has happened.
const NAP: Duration = Duration::from_millis(100);

/// Plays a game on the terminal, until it is left or `stop` is set.
///
/// # Errors
/// When the terminal can't be used.
pub fn run(game: &Arc<Game>, table: Table<'_>, keeper: Keeper, look: &Look, stop: &AtomicBool) -> io::Result<Left> {
    let mut app = App::new(table, keeper, look);
    let mut thinker = Thinker::new(Arc::clone(game));
    let screen = Screen::take()?;
    let went = turn_by_turn(screen, &mut app, &mut thinker, stop);
    thinker.stop();
    // The terminal is given back by now. A game that is kept is kept whatever happened to it.
    let left = app.leave();
    went.map(|()| left)
}

/// Keys as they come. They are read in a thread of their own: where a terminal goes away, reading from it
/// may never come back, and the game is to end all the same.
fn keys() -> Receiver<io::Result<Key>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        loop {
            let key = event::read().map(|event| Key::of(&event));
            let failed = key.is_err();
            // When nobody listens any more the game has been left.
            if key.transpose().is_some_and(|key| sender.send(key).is_err()) || failed {
                return;
            }
        }
    });
    receiver
}

fn turn_by_turn(mut screen: Screen, app: &mut App<'_>, thinker: &mut Thinker, stop: &AtomicBool) -> io::Result<()> {
    let keys = keys();
    let mut last = Instant::now();
    loop {
        let size = screen.terminal.size()?;
        app.key(Key::Resize(size.width, size.height));
        app.pass(std::mem::replace(&mut last, Instant::now()).elapsed());
        match app.asks() {
            Some(Asked::Think(ticket, job)) => thinker.begin(ticket, *job),
            Some(Asked::Stop) => thinker.stop(),
            None => {}
        }
        screen.terminal.draw(|frame| {
            let area = frame.area();
            draw(app, area, frame.buffer_mut());
        })?;
        match keys.recv_timeout(app.due().min(NAP)) {
            Ok(first) => {
                app.key(first?);
                // All that is waiting, so that a held key doesn't outrun the pictures.
                for key in keys.try_iter() {
                    app.key(key?);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        while let Some((ticket, thought)) = thinker.answer() {
            app.thought(ticket, thought);
        }
        if stop.load(Ordering::Relaxed) {
            app.interrupt();
        }
        if app.left() {
            return Ok(());
        }
    }
}

/// Programs think in a thread of their own.
struct Thinker {
    game: Arc<Game>,
    stop: Arc<AtomicBool>,
    sender: Sender<(u64, Option<Thought>)>,
    receiver: Receiver<(u64, Option<Thought>)>,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    fn new(game: Arc<Game>) -> Thinker {
        let (sender, receiver) = mpsc::channel();
        Thinker { game, stop: Arc::new(AtomicBool::new(false)), sender, receiver, thread: None }
    }

    fn begin(&mut self, ticket: u64, job: crate::table::Job) {
        self.stop();
        self.stop = Arc::new(AtomicBool::new(false));
        let (game, stop, sender) = (Arc::clone(&self.game), Arc::clone(&self.stop), self.sender.clone());
        self.thread = Some(std::thread::spawn(move || {
            // Nobody waits for it when the game has been left.
            let _ = sender.send((ticket, job.run(&game, &stop)));
        }));
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn answer(&mut self) -> Option<(u64, Thought)> {
        // A panic in the thread is one of the program.
        if let Some(thread) = self.thread.take_if(|t| t.is_finished())
            && let Err(panic) = thread.join()
        {
            std::panic::resume_unwind(panic);
        }
        self.receiver.try_iter().find_map(|(ticket, thought)| thought.map(|t| (ticket, t)))
    }
}
