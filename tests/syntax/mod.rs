//! Reading and formatting.

mod corpus;
mod hostile;
mod invalid;
mod random;
mod tree;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sower::diagnostic::{Diagnostic, Severity, Sink};
use sower::source::{Source, display_width};
use sower::syntax::ast::File;

/// The files of a folder of the corpus, by name.
pub fn corpus(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "sow"));
    paths.sort();
    let stem = |p: &Path| p.file_stem().unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|p| (stem(p), std::fs::read_to_string(p).unwrap())).collect()
}

/// Reads a text.
pub fn read(text: &str) -> (File, Vec<Diagnostic>, Source) {
    let source = Source::new("test.sow", text);
    let mut sink = Sink::new();
    let file = sower::syntax::parse(&source, &mut sink);
    (file, sink.finish(), source)
}

/// Reads a text that has no mistakes.
pub fn read_well(text: &str) -> File {
    let (file, mistakes, source) = read(text);
    assert!(mistakes.is_empty(), "{}", render(&source, &mistakes));
    file
}

/// The tree as text, without the places.
pub fn shape(file: &File) -> String {
    let text = format!("{file:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Span {") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = &rest[rest.find('}').unwrap() + 1..];
    }
    out + rest
}

/// Diagnostics as text, each under its line.
pub fn render(source: &Source, list: &[Diagnostic]) -> String {
    let mut out = String::new();
    for d in list {
        let kind = if d.severity() == Severity::Error { "error" } else { "warning" };
        writeln!(out, "{kind} {}: {}", d.code.id, d.message).unwrap();
        mark(&mut out, source, d.span, &d.label);
        for other in &d.others {
            mark(&mut out, source, other.span, &other.text);
        }
        if !d.help.is_empty() {
            writeln!(out, "  help: {}", d.help).unwrap();
        }
    }
    out
}

fn mark(out: &mut String, source: &Source, span: sower::source::Span, label: &str) {
    let (line, column) = source.line_column(span.start as usize);
    let text = source.line_text(line);
    let before: String = text.chars().take(column as usize - 1).collect();
    let marked = source.slice(span).lines().next().unwrap_or_default();
    let start = display_width(&before);
    let width = display_width(&format!("{before}{marked}")).saturating_sub(start).max(1);
    let mut shown = String::new();
    for c in text.chars() {
        if c == '\t' {
            shown.push_str(&" ".repeat(4 - display_width(&shown) % 4));
        } else {
            shown.push(c);
        }
    }
    let at = format!("  {line}:{column} | ");
    let short: String = shown.chars().take(120).collect();
    writeln!(out, "{at}{short}").unwrap();
    let carets = format!("{}| {}{} {label}", " ".repeat(at.len() - 2), " ".repeat(start), "^".repeat(width.min(120)));
    writeln!(out, "{}", carets.trim_end()).unwrap();
}
