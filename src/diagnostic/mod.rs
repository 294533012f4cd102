//! Diagnostics: what is wrong with a rules file, where, and what to change.
//!
//! A [`Diagnostic`] is plain data; `cli` shows it, and only one file there knows the library that
//! draws it. Every kind of diagnostic is registered once, in [`codes`].

pub mod codes;
pub mod pages;

use serde::{Deserialize, Serialize};

pub use codes::Code;

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file means something, but perhaps not what its author wants; it can be played.
    Warning,
    /// The file can't be played.
    Error,
}

/// A second place that a diagnostic points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there, in a few words.
    pub text: String,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which kind it is.
    pub code: &'static Code,
    /// One sentence, without a full stop, in an author's words.
    pub message: String,
    /// Where.
    pub span: Span,
    /// A few words under the marked place; may be empty.
    pub label: String,
    /// Other places that belong to it.
    pub others: Vec<Label>,
    /// What to do about it; may be empty.
    pub help: String,
}

impl Diagnostic {
    /// A diagnostic with its message; label, help and other places are added by the builders below.
    #[must_use]
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            span,
            label: String::new(),
            others: Vec::new(),
            help: String::new(),
        }
    }

    /// Sets the words under the marked place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.label = text.into();
        self
    }

    /// Sets the help.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = text.into();
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.others.push(Label { span, text: text.into() });
        self
    }

    /// Its severity, as registered.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.code.severity
    }
}

/// Collects diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Sink {
    list: Vec<Diagnostic>,
}

impl Sink {
    /// An empty one.
    #[must_use]
    pub fn new() -> Sink {
        Sink::default()
    }

    /// Adds one; the same code at the same place is kept once.
    pub fn push(&mut self, d: Diagnostic) {
        if !self.list.iter().any(|e| e.code.id == d.code.id && e.span == d.span) {
            self.list.push(d);
        }
    }

    /// Whether an error is among them.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity() == Severity::Error)
    }

    /// All of them, in the order of the text.
    #[must_use]
    pub fn finish(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| (d.span.file, d.span.start, d.span.end, d.code.id));
        self.list
    }
}

/// The candidate nearest to a misspelt word, if one is near enough to be meant.
#[must_use]
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = candidates.into_iter().filter_map(|c| Some((nearness(word, c)?, c)));
    near.min_by_key(|&(d, c)| (d, c.len())).map(|(_, c)| c)
}

/// How many letters of a word are wrong, if it is near enough to the candidate to be meant.
#[must_use]
pub fn nearness(word: &str, candidate: &str) -> Option<usize> {
    let distance = strsim::damerau_levenshtein(&word.to_lowercase(), &candidate.to_lowercase());
    let most = 1 + word.chars().count().min(candidate.chars().count()) / 4;
    (distance <= most).then_some(distance)
}
