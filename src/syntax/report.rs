//! Where the mistakes of a file are put, up to a number that somebody might read.

use crate::diagnostic::{Diagnostic, Sink};

/// How many mistakes of one file are shown.
const MOST: usize = 100;

/// Passes mistakes on to a sink, the first hundred of them.
pub(super) struct Report<'a> {
    sink: Option<&'a mut Sink>,
    count: usize,
}

impl<'a> Report<'a> {
    /// Passes on to `sink`.
    pub fn new(sink: &'a mut Sink) -> Report<'a> {
        Report { sink: Some(sink), count: 0 }
    }

    /// Passes nothing on.
    pub fn silent() -> Report<'a> {
        Report { sink: None, count: 0 }
    }

    /// How many mistakes there are, shown or not.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether no more are shown.
    pub fn is_full(&self) -> bool {
        self.count >= MOST
    }

    /// One more.
    pub fn push(&mut self, d: Diagnostic) {
        self.count += 1;
        if let Some(sink) = self.sink.as_mut().filter(|_| self.count <= MOST) {
            sink.push(d);
        }
    }
}
