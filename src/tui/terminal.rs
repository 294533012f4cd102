//! A terminal that is left as it was found.

use std::io::{self, Stdout, Write};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

static HOOK: Once = Once::new();
/// Whether the game has the terminal.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while the game has it.
pub struct Screen {
    /// Where pictures are drawn. It isn't dropped: it would complain of a terminal that is gone to that
    /// terminal, and panic. What it would do, [`give_back`] does.
    pub terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

impl Screen {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// When it isn't one.
    pub fn take() -> io::Result<Screen> {
        // What a panic says must not be lost with the game's screen.
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                give_back();
                before(info);
            }));
        });
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        let entered = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture);
        let terminal = entered.and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match terminal {
            Ok(terminal) => Ok(Screen { terminal: ManuallyDrop::new(terminal) }),
            Err(e) => {
                give_back();
                Err(e)
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, if the game has it. Nobody is left to be told where that fails.
pub fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
    let _ = io::stdout().flush();
}
