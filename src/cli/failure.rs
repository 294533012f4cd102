//! Why a command stops, and with which exit status.

use std::io;
use std::path::Path;

use crate::diagnostic::Diagnostic;
use crate::source::Sources;

/// Exit status: all is well.
pub const FINE: u8 = 0;
/// Exit status: rules, position, move or examples are wrong.
pub const WRONG: u8 = 1;
/// Exit status: the command line is wrong.
pub const USAGE: u8 = 2;
/// Exit status: a file can't be read or written.
pub const FILE: u8 = 3;
/// Exit status: interrupted.
pub const INTERRUPTED: u8 = 130;

/// Why a command stops.
#[derive(Debug)]
pub enum Failure {
    /// The command line asks for something that can't be.
    Usage(String),
    /// A part of the contract that doesn't exist yet.
    NotBuilt(&'static str),
    /// A file can't be read or written.
    File(String),
    /// Something is wrong with the rules, a position or a move.
    Wrong(Vec<Diagnostic>, Sources),
    /// Nobody reads the output any more: no reason to complain.
    Pipe,
}

impl Failure {
    /// A single diagnostic about something that isn't in a file.
    pub fn one(diagnostic: Diagnostic) -> Failure {
        Failure::Wrong(vec![diagnostic], Sources::none())
    }

    /// A file that can't be read or written.
    pub fn file(what: &str, path: &Path, error: &io::Error) -> Failure {
        Failure::File(format!("{} can't be {what}: {error}", path.display()))
    }

    /// Its exit status.
    pub fn status(&self) -> u8 {
        match self {
            Failure::Usage(_) | Failure::NotBuilt(_) => USAGE,
            Failure::File(_) => FILE,
            Failure::Wrong(..) => WRONG,
            Failure::Pipe => FINE,
        }
    }
}

/// Errors of standard output; other files name themselves.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Pipe,
            _ => Failure::File(format!("standard output can't be written: {error}")),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        io::Error::from(error).into()
    }
}

/// What a command comes to: an exit status, or why it stopped.
pub type Outcome = Result<u8, Failure>;
