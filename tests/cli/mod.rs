//! The command line, from outside.

mod always;
mod boards;
mod compare;
mod complete;
mod engine;
mod expand;
mod explain;
mod extends;
mod fixture;
mod general;
mod hostile;
mod misspelt;
mod new;
mod play;
mod replay;
mod simulate;
mod spelling;
mod statistics;
#[cfg(unix)]
mod terminal;
mod variants;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a command printed, and its exit status.
pub struct Ran {
    pub out: String,
    pub err: String,
    pub status: i32,
}

impl Ran {
    /// The lines of standard output as JSON.
    pub fn json(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{e}: {l}"))).collect()
    }

    /// Fails unless the status is this one.
    pub fn expect(self, status: i32) -> Ran {
        assert_eq!(self.status, status, "out: {}\nerr: {}", self.out, self.err);
        self
    }
}

/// Runs `sower` with arguments.
pub fn sower(args: &[&str]) -> Ran {
    sower_with(args, b"")
}

/// Runs `sower` with arguments and standard input.
pub fn sower_with(args: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sower"))
        .args(args)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sower starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // A command that doesn't read its input may have gone already.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("sower ends");
    writer.join().expect("written");
    Ran {
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
        status: output.status.code().unwrap_or(-1),
    }
}

/// A text without its lines that tell positions, whose form is the engine's business.
pub fn without_positions(text: &str) -> String {
    text.lines().filter(|l| !l.starts_with("position ")).map(|l| format!("{l}\n")).collect()
}

/// A file of `tests/cli/fixtures`.
pub fn fixture(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cli/fixtures").join(name);
    path.to_str().expect("text").to_owned()
}

/// Kalah as an IR file.
pub fn kalah() -> String {
    fixture("kalah.ir.json")
}
