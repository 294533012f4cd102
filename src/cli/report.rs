//! Diagnostics for people and programs. The only file that knows the library that draws them.

use std::fmt;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan,
    SpanContents, ThemeCharacters, ThemeStyles,
};
use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Source, Sources};

/// Width of a report where the terminal's isn't known.
const WIDTH: usize = 100;

/// Longest line of a file that is drawn, in bytes; of a longer one only the place is named.
const LONGEST_LINE: usize = 1_000;

/// The diagnostic as drawn for people.
#[must_use]
pub fn text(diagnostic: &Diagnostic, sources: &Sources, colour: bool) -> String {
    let styles = if colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
    let theme = GraphicalTheme { characters: ThemeCharacters::unicode(), styles };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(WIDTH)
        .with_links(false)
        .tab_width(4)
        // Breaking lines within words needs models that not every script has.
        .with_word_separator(textwrap::WordSeparator::AsciiSpace);
    let mut out = String::new();
    let placed = sources.of(diagnostic.span).filter(|_| diagnostic.span.line > 0);
    let drawn = placed.filter(|s| drawable(s, diagnostic));
    let place = placed.filter(|_| drawn.is_none()).map(|s| {
        let (line, column) = s.line_column(diagnostic.span.start as usize);
        format!("{}:{line}:{column}: ", s.name())
    });
    let shown = Shown {
        diagnostic,
        place: place.unwrap_or_default(),
        help: help(diagnostic, sources),
        source: drawn.map(Text),
    };
    // Writing to a string can't fail.
    let _ = handler.render_report(&mut out, &shown);
    out
}

/// The diagnostic as `check --json` prints it.
#[must_use]
pub fn json(diagnostic: &Diagnostic, file: &str, sources: &Sources) -> Value {
    let span = diagnostic.span;
    let (file, (line, column)) = match sources.of(span) {
        Some(source) => (source.name(), source.line_column(span.start as usize)),
        None => (file, (span.line.max(1), 1)),
    };
    json!({
        "file": file,
        "code": diagnostic.code.id,
        "severity": severity(diagnostic),
        "message": diagnostic.message,
        "span": {"line": line, "column": column, "offset": span.start, "length": span.len()},
        "help": diagnostic.help,
    })
}

/// The help; before it places in other files, which can't be drawn beside the first.
fn help(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let elsewhere = diagnostic.others.iter().filter(|o| o.span.file != diagnostic.span.file && o.span.line > 0);
    let told = elsewhere.filter_map(|o| {
        let source = sources.of(o.span)?;
        Some(format!("{}:{}: {}", source.name(), o.span.line, o.text))
    });
    let help = Some(diagnostic.help.clone()).filter(|h| !h.is_empty());
    told.chain(help).collect::<Vec<_>>().join("\n")
}

fn severity(diagnostic: &Diagnostic) -> &'static str {
    match diagnostic.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// Whether the lines about the places are short enough to be looked at.
fn drawable(source: &Source, diagnostic: &Diagnostic) -> bool {
    let lines = diagnostic
        .others
        .iter()
        .filter(|o| o.span.file == diagnostic.span.file)
        .map(|o| o.span.line)
        .chain([diagnostic.span.line])
        .filter(|&l| l > 0);
    lines.flat_map(|l| l - 1..=l + 1).all(|l| source.line_text(l).len() <= LONGEST_LINE)
}

/// A diagnostic with its text, as the library wants it.
#[derive(Debug)]
struct Shown<'a> {
    diagnostic: &'a Diagnostic,
    /// The place, where its line isn't drawn.
    place: String,
    help: String,
    source: Option<Text<'a>>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.place, self.diagnostic.message)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn code(&self) -> Option<Box<dyn fmt::Display + '_>> {
        Some(Box::new(self.diagnostic.code.id))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity() {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        (!self.help.is_empty()).then(|| Box::new(&self.help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|s| s as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let source = self.source.as_ref()?.0;
        let label = Some(&self.diagnostic.label).filter(|l| !l.is_empty()).cloned();
        let first = LabeledSpan::new_primary_with_span(label, range(source, self.diagnostic.span));
        let others = self
            .diagnostic
            .others
            .iter()
            .filter(|o| o.span.line > 0 && o.span.file == self.diagnostic.span.file)
            .map(move |other| LabeledSpan::new_with_span(Some(other.text.clone()), range(source, other.span)));
        Some(Box::new(std::iter::once(first).chain(others)))
    }
}

/// A span, moved into the text.
fn range(source: &Source, span: crate::source::Span) -> SourceSpan {
    let span = source.span(span.start as usize, span.end as usize);
    (span.start as usize, span.len() as usize).into()
}

/// A text with its name.
#[derive(Debug)]
struct Text<'a>(&'a Source);

impl SourceCode for Text<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = self.0.text().read_span(span, before, after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.0.name().to_owned(),
            found.data(),
            *found.span(),
            found.line(),
            // The library counts bytes; people count characters.
            self.0.line_column(found.span().offset()).1 as usize - 1,
            found.line_count(),
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::codes;

    #[test]
    fn caret_under_tabs_and_wide_letters() {
        let line = "\tname \"播棋 Тоғыз құмалақ\" sedes 4";
        let source = Source::new("x.sow", format!("game \"x\" {{\n{line}\n}}\n"));
        let start = source.text().find("sedes").expect("there");
        let span = source.span(start, start + 5);
        let d = Diagnostic::new(&codes::WRONG_WORD, span, "`sedes` isn't a word").label("here").help("write `seeds`");
        let v = json(&d, "x.sow", &source.clone().into());
        assert_eq!(v["span"]["column"], 26);
        assert_eq!(v["span"]["line"], 2);
        let text = text(&d, &source.into(), false);
        insta::assert_snapshot!(text, @r#"
        E0203

          × `sedes` isn't a word
           ╭─[x.sow:2:26]
         1 │ game "x" {
         2 │     name "播棋 Тоғыз құмалақ" sedes 4
           ·                               ──┬──
           ·                                 ╰── here
         3 │ }
           ╰────
          help: write `seeds`
        "#);
        let lines: Vec<&str> = text.lines().collect();
        let (at, shown) = lines.iter().enumerate().find(|(_, l)| l.contains("sedes 4")).expect("the line");
        let cells = |l: &str| l.chars().map(|c| unicode_width::UnicodeWidthChar::width(c).unwrap_or(0)).sum::<usize>();
        let word = cells(&shown[..shown.find("sedes").expect("there")]);
        let gutter = cells(&shown[..shown.find("    name").expect("a tab of four")]);
        let below = lines[at + 1];
        let mark = below.char_indices().find(|&(i, c)| !c.is_whitespace() && cells(&below[..i]) > gutter);
        let caret = cells(&below[..mark.expect("a mark").0]);
        assert_eq!(caret, word, "{text}");
        assert_eq!(word - gutter, 4 + 26, "{text}");
    }

    #[test]
    fn without_a_text() {
        let d = Diagnostic::new(&codes::BAD_OPTION, Default::default(), "there is no option `x`").help("there is `y`");
        insta::assert_snapshot!(text(&d, &Sources::none(), false), @r"
        E0305

          × there is no option `x`
          help: there is `y`
        ");
    }
}
