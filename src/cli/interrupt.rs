//! Ctrl-C: what was done so far is still printed.

use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::INTERRUPTED;

static STOP: AtomicBool = AtomicBool::new(false);

/// A flag that is set on the first interruption; a second one ends the program at once.
#[must_use]
pub fn flag() -> &'static AtomicBool {
    // Where there is already a handler, or none can be had, the program just ends when interrupted.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) {
            crate::tui::give_back();
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    &STOP
}

/// Whether it was set.
#[must_use]
pub fn happened() -> bool {
    STOP.load(Ordering::SeqCst)
}
