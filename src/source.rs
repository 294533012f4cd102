//! Source texts: the bytes of a rules file, places in it, and the bundled library.
//!
//! Everything above this room speaks of places in a file as byte offsets ([`Span`]); lines and
//! columns are worked out here, once, when somebody wants to show them.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthChar;

/// A piece of a source text: byte offsets `start..end`, and the line on which it starts.
///
/// The line is kept so that a compiled game can name `file:line` without the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset after the last byte; never less than `start`.
    pub end: u32,
    /// Line number from 1; 0 where there is no text behind the span.
    pub line: u32,
    /// Of which text of its [`Sources`]: 0 for the file itself, then the files that it extends.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub file: u8,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
fn is_zero(n: &u8) -> bool {
    *n == 0
}

impl Span {
    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
            line: if self.line == 0 { other.line } else { self.line.min(other.line.max(1)) },
            file: self.file,
        }
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the span covers nothing.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A rules file in memory: its name (for messages) and its text without a leading byte order mark.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    origin: Origin,
    /// Its number among its [`Sources`].
    number: u8,
    /// Byte offset at which each line starts.
    line_starts: Vec<u32>,
}

/// Where a text comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// Standard input, or a program.
    #[default]
    Elsewhere,
    /// The bundled library.
    Bundled,
    /// A file: its path, the same however it is asked for.
    File(PathBuf),
}

/// Largest rules file that is read, in bytes (1 MiB); the longest known file has 12 KiB.
pub const MAX_BYTES: usize = 1 << 20;

/// Why bytes can't be a rules file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// More than [`MAX_BYTES`].
    #[error("the file has {bytes} bytes; a rules file may have {MAX_BYTES} at most")]
    TooLong {
        /// Its size in bytes.
        bytes: usize,
    },
    /// Not UTF-8, or with a zero byte.
    #[error("the file isn't text in UTF-8 (byte {offset} is the first that can't be read)")]
    NotText {
        /// Offset of the first offending byte.
        offset: usize,
    },
}

impl Source {
    /// Takes a text as it is. A leading byte order mark is dropped: offsets count from the first
    /// real character.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let mut text: String = text.into();
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1));
        Source { name: name.into(), text, origin: Origin::default(), number: 0, line_starts }
    }

    /// The same text, with where it comes from.
    #[must_use]
    pub fn from_origin(self, origin: Origin) -> Source {
        Source { origin, ..self }
    }

    /// The same text, as the `number`-th of its [`Sources`].
    #[must_use]
    pub fn numbered(self, number: u8) -> Source {
        Source { number, ..self }
    }

    /// Where it comes from.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Whether both are the same file, or the same bundled one.
    #[must_use]
    pub fn is_same(&self, other: &Source) -> bool {
        match (&self.origin, &other.origin) {
            (Origin::Elsewhere, _) => false,
            (Origin::Bundled, Origin::Bundled) => self.name == other.name,
            (a, b) => a == b,
        }
    }

    /// Takes the bytes of a file.
    ///
    /// # Errors
    /// When they are too many, or aren't UTF-8 text.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Source, SourceError> {
        if bytes.len() > MAX_BYTES {
            return Err(SourceError::TooLong { bytes: bytes.len() });
        }
        if let Some(offset) = bytes.iter().position(|&b| b == 0) {
            return Err(SourceError::NotText { offset });
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Source::new(name, text)),
            Err(e) => Err(SourceError::NotText { offset: e.utf8_error().valid_up_to() }),
        }
    }

    /// The name that messages use.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line of a byte offset, from 1.
    #[must_use]
    pub fn line(&self, offset: usize) -> u32 {
        self.line_starts.partition_point(|&s| s as usize <= offset) as u32
    }

    /// Line and column of a byte offset, both from 1, the column in characters.
    #[must_use]
    pub fn line_column(&self, offset: usize) -> (u32, u32) {
        let offset = self.floor(offset);
        let line = self.line(offset);
        let start = self.line_starts[line as usize - 1] as usize;
        (line, self.text[start..offset].chars().count() as u32 + 1)
    }

    /// The text of a line (from 1) without its newline; empty past the end.
    #[must_use]
    pub fn line_text(&self, line: u32) -> &str {
        let Some(&start) = self.line_starts.get((line as usize).wrapping_sub(1)) else { return "" };
        let end = self.line_starts.get(line as usize).map_or(self.text.len(), |&e| e as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }

    /// A span of byte offsets, moved back onto character boundaries and into the text.
    #[must_use]
    pub fn span(&self, start: usize, end: usize) -> Span {
        let start = self.floor(start);
        let end = self.floor(end.max(start));
        Span { start: start as u32, end: end as u32, line: self.line(start), file: self.number }
    }

    /// The text of a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        &self.text[self.floor(span.start as usize)..self.floor(span.end as usize)]
    }

    fn floor(&self, offset: usize) -> usize {
        let mut o = offset.min(self.text.len());
        while !self.text.is_char_boundary(o) {
            o -= 1;
        }
        o
    }
}

/// A rules file and the files that it extends, each at the number that its spans have.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// No text: of an IR file, whose spans are of another text.
    #[must_use]
    pub fn none() -> Sources {
        Sources::default()
    }

    /// One more text, which takes the next number.
    pub fn push(&mut self, source: Source) {
        self.list.push(source.numbered(self.list.len() as u8));
    }

    /// The text behind a span.
    #[must_use]
    pub fn of(&self, span: Span) -> Option<&Source> {
        self.list.get(usize::from(span.file))
    }

    /// All of them: the file itself first.
    #[must_use]
    pub fn all(&self) -> &[Source] {
        &self.list
    }
}

impl From<Source> for Sources {
    fn from(source: Source) -> Sources {
        Sources { list: vec![source.numbered(0)] }
    }
}

/// Finds the rules files that others extend by a path; only the command line reads files.
pub trait Files {
    /// The file at that path, seen from the file that names it.
    ///
    /// # Errors
    /// Why there is none, as a sentence without a full stop.
    fn read(&self, path: &str, from: &Source) -> Result<Source, String>;
}

/// No files: only what is bundled can be extended.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, path: &str, _: &Source) -> Result<Source, String> {
        Err(format!("no file `{path}` can be read here"))
    }
}

/// Cells that a text takes on a terminal; a tab goes to the next multiple of four.
#[must_use]
pub fn display_width(text: &str) -> usize {
    text.chars().fold(0, |w, c| if c == '\t' { (w / 4 + 1) * 4 } else { w + c.width().unwrap_or(0) })
}

static LIBRARY: include_dir::Dir<'static> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/variants");

/// A bundled rules file.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// The file's stem, by which it is asked for: small ASCII letters, digits and hyphens.
    pub name: &'static str,
    /// The folder it lies in: a family of games that share rules.
    pub family: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl Bundled {
    /// Its text, under the name of its file.
    #[must_use]
    pub fn source(self) -> Source {
        Source::new(format!("{}.sow", self.name), self.text).from_origin(Origin::Bundled)
    }
}

/// All bundled rules files, by name.
#[must_use]
pub fn bundled() -> Vec<Bundled> {
    let mut all: Vec<Bundled> = LIBRARY
        .dirs()
        .flat_map(|dir| {
            let family = dir.path().to_str().unwrap_or_default();
            dir.files().filter(|f| f.path().extension().is_some_and(|e| e == "sow")).filter_map(move |f| {
                Some(Bundled { name: f.path().file_stem()?.to_str()?, family, text: f.contents_utf8()? })
            })
        })
        .collect();
    all.sort_by_key(|b| b.name);
    all
}

/// The bundled rules file of that stem.
#[must_use]
pub fn bundled_by_name(name: &str) -> Option<Bundled> {
    bundled().into_iter().find(|b| b.name == name)
}
