//! Files and streams.

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use super::args::{Color, Common};
use super::failure::Failure;
use super::report;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Sources;

/// What all commands share.
pub struct Context {
    /// The common options.
    pub common: Common,
    /// Whether diagnostics are coloured.
    colour: bool,
}

impl Context {
    /// Takes the common options.
    #[must_use]
    pub fn new(common: Common) -> Context {
        let colour = match common.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never,
        };
        Context { common, colour }
    }

    /// Shows diagnostics on standard error.
    pub fn show(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        let mut err = io::stderr().lock();
        for d in diagnostics {
            // Nobody is left to be told if standard error is closed.
            let _ = err.write_all(report::text(d, sources, self.colour).as_bytes());
        }
    }

    /// Shows a line on standard error.
    pub fn say(&self, text: &str) {
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// Shows a line on standard error, unless `--quiet`.
    pub fn note(&self, text: &str) {
        if !self.common.quiet {
            self.say(text);
        }
    }

    /// Whether progress may be shown.
    #[must_use]
    pub fn progress(&self) -> bool {
        !self.common.quiet && io::stderr().is_terminal()
    }

    /// Says why a command stopped.
    pub fn fail(&self, failure: &Failure) {
        match failure {
            Failure::Usage(text) | Failure::File(text) => self.say(&format!("error: {text}")),
            Failure::NotBuilt(what) => self.say(&format!("error: {what}: not built yet")),
            Failure::Wrong(diagnostics, sources) => self.show(diagnostics, sources),
            Failure::Pipe => {}
        }
    }

    /// Whether these diagnostics make the exit status 1.
    #[must_use]
    pub fn bad(&self, diagnostics: &[Diagnostic]) -> bool {
        diagnostics.iter().any(|d| self.common.deny_warnings || d.severity() == Severity::Error)
    }
}

/// Standard output, buffered.
#[must_use]
pub fn stdout() -> io::BufWriter<io::StdoutLock<'static>> {
    io::BufWriter::new(io::stdout().lock())
}

/// A text on standard output.
///
/// # Errors
/// When it can't be written.
pub fn text(text: &str) -> Result<(), Failure> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// A line of JSON on standard output.
///
/// # Errors
/// When it can't be written.
pub fn line(value: &serde_json::Value) -> Result<(), Failure> {
    text(&format!("{value}\n"))
}

/// All of standard input.
///
/// # Errors
/// When it can't be read.
pub fn stdin_bytes() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map_err(|e| Failure::file("read", Path::new("standard input"), &e))?;
    Ok(bytes)
}

/// All of a file, or of standard input for `-`.
///
/// # Errors
/// When it can't be read.
pub fn read_bytes(path: &str) -> Result<Vec<u8>, Failure> {
    if path == "-" {
        return stdin_bytes();
    }
    fs::read(path).map_err(|e| Failure::file("read", Path::new(path), &e))
}

/// A file that appears under its name only when it is complete.
pub struct NewFile {
    temporary: tempfile::NamedTempFile,
    path: PathBuf,
}

impl NewFile {
    /// Begins a file. A link is followed, so that it isn't replaced by the file.
    ///
    /// # Errors
    /// When its folder can't be written.
    pub fn create(path: &Path) -> Result<NewFile, Failure> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".sower-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let temporary = builder.tempfile_in(folder).map_err(|e| Failure::file("written", &path, &e))?;
        Ok(NewFile { temporary, path })
    }

    /// Puts it in its place, with the rights that the old file had.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn finish(self) -> Result<(), Failure> {
        let NewFile { temporary, path } = self;
        if let Ok(old) = fs::metadata(&path) {
            // Rights that can't be kept are no reason to lose the text.
            let _ = fs::set_permissions(temporary.path(), old.permissions());
        }
        temporary.persist(&path).map(drop).map_err(|e| Failure::file("written", &path, &e.error))
    }

    /// Puts it in its place, where there must be nothing yet.
    ///
    /// # Errors
    /// When something is there, or it can't be written.
    pub fn finish_new(self) -> Result<(), Failure> {
        let NewFile { temporary, path } = self;
        temporary.persist_noclobber(&path).map(drop).map_err(|e| match e.error.kind() {
            io::ErrorKind::AlreadyExists => {
                Failure::File(format!("{} is there already; choose another name, or move it away", path.display()))
            }
            _ => Failure::file("written", &path, &e.error),
        })
    }

    /// Adds to it, naming the file where that fails.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.temporary.write_all(bytes).map_err(|e| Failure::file("written", &self.path, &e))
    }
}

/// Writes a whole file.
///
/// # Errors
/// When it can't be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = NewFile::create(path)?;
    file.write(bytes)?;
    file.finish()
}
