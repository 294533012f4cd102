//! Text to tokens; brackets matched; newlines judged.
//!
//! Everything that is wrong with the text itself is reported here, and dropped, so that the rest of
//! the file can still be read.

use pest::Parser;

use super::report::Report;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::{Source, Span};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/lexical.pest"]
struct Lexer;

/// How many brackets may stand inside each other, and how many words may each begin a part of the
/// one before (`next of next of …`) in one statement.
pub(super) const MAX_DEPTH: usize = 128;

/// Kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A newline.
    Newline,
    /// `# …`
    Comment,
    /// `"…"`
    Text,
    /// Digits.
    Int,
    /// A name or keyword.
    Word,
    /// A sign.
    Sign,
    /// What fits nothing else.
    Other,
    /// A closing brace that is missing in the text.
    Closer,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// Its kind.
    pub kind: Kind,
    /// Byte offset of its start.
    pub start: usize,
    /// Byte offset of its end.
    pub end: usize,
    /// Whether it touches the token before it.
    pub glued: bool,
    /// Whether it was reported and must be passed over.
    pub dropped: bool,
    /// For a newline: whether it ends a statement.
    pub ends: bool,
}

impl Token {
    /// Its text.
    pub fn text<'s>(&self, source: &'s Source) -> &'s str {
        if self.kind == Kind::Closer { "}" } else { &source.text()[self.start..self.end] }
    }

    /// Its place.
    pub fn span(&self, source: &Source) -> Span {
        source.span(self.start, self.end)
    }

    /// Whether it has a meaning: neither a newline nor a comment nor dropped.
    pub fn counts(&self) -> bool {
        !matches!(self.kind, Kind::Newline | Kind::Comment) && !self.dropped
    }
}

/// The tokens of a file, brackets balanced among those that aren't dropped.
pub(super) fn tokens(source: &Source, report: &mut Report<'_>) -> Vec<Token> {
    let mut tokens = read(source, report);
    super::brackets::balance(source, &mut tokens, report);
    judge_newlines(source, &mut tokens);
    tokens
}

fn read(source: &Source, report: &mut Report<'_>) -> Vec<Token> {
    let Ok(pairs) = Lexer::parse(Rule::tokens, source.text()) else {
        // The grammar accepts everything; only the machine's own limits could bring us here.
        report.push(Diagnostic::new(&codes::NOT_TEXT, source.span(0, 0), "the file can't be read"));
        return Vec::new();
    };
    let mut tokens = Vec::new();
    let mut before = 0;
    for pair in pairs.flat_map(pest::iterators::Pair::into_inner) {
        let span = pair.as_span();
        let (start, end) = (span.start(), span.end());
        let (kind, dropped) = match pair.as_rule() {
            Rule::newline => (Kind::Newline, false),
            Rule::comment => (Kind::Comment, false),
            Rule::text => (Kind::Text, false),
            Rule::int => (Kind::Int, false),
            Rule::word => (Kind::Word, false),
            Rule::sign => (Kind::Sign, false),
            Rule::open_text => {
                // Braces at the end of the line were hardly meant as text.
                let text = span.as_str().trim_end_matches(|c: char| c == '{' || c == '}' || c.is_whitespace());
                let text_end = start + text.len().max(1);
                report.push(open_text(source.span(start, text_end)));
                tokens.push(Token {
                    kind: Kind::Text,
                    start,
                    end: text_end,
                    glued: false,
                    dropped: false,
                    ends: false,
                });
                braces(source, text_end, end, &mut tokens);
                before = end;
                continue;
            }
            Rule::other => {
                let stray = stray(source, start, end);
                let dropped = stray.is_some();
                stray.into_iter().for_each(|d| report.push(d));
                (Kind::Other, dropped)
            }
            _ => continue,
        };
        tokens.push(Token { kind, start, end, glued: start == before && start > 0, dropped, ends: false });
        before = end;
    }
    tokens
}

fn braces(source: &Source, start: usize, end: usize, tokens: &mut Vec<Token>) {
    for (i, c) in source.text()[start..end].char_indices() {
        if c == '{' || c == '}' {
            let start = start + i;
            tokens.push(Token { kind: Kind::Sign, start, end: start + 1, glued: false, dropped: false, ends: false });
        }
    }
}

fn open_text(span: Span) -> Diagnostic {
    Diagnostic::new(&codes::OPEN_STRING, span, "this quotation mark has no partner on its line")
        .label("opened here")
        .help("close the text with `\"`; a quotation mark inside a text is written `\\\"`")
}

/// What is wrong with a character that is part of no token. Printable ASCII may stand in the text of
/// a move, and is judged with its statement.
fn stray(source: &Source, start: usize, end: usize) -> Option<Diagnostic> {
    let c = source.text()[start..end].chars().next()?;
    if c.is_ascii_graphic() {
        return None;
    }
    let d = |message: String| Diagnostic::new(&codes::STRAY_CHARACTER, source.span(start, end), message);
    let code = format!("U+{:04X}", c as u32);
    Some(match c {
        '\u{feff}' => d("a byte order mark (U+FEFF) in the middle of the file".into())
            .help("take it out; it can't be seen in most editors"),
        '“' | '”' | '„' | '«' | '»' | '‟' => {
            d(format!("`{c}` isn't a quotation mark of this language")).help("write texts between `\"` and `\"`")
        }
        '–' | '—' | '−' => {
            d(format!("`{c}` ({code}) isn't a minus or hyphen of this language")).help("write `-`")
        }
        c if c.is_whitespace() => d(format!("{code} isn't a blank of this language")).help("write a plain blank"),
        c if c.is_control() => d(format!("the control character {code} can't stand here")).help("take it out"),
        c => d(format!("`{c}` ({code}) can't stand here")),
    })
}

/// Marks the newlines that end a statement: all but those after a token that wants more, before a
/// token that goes on, and within parentheses.
fn judge_newlines(source: &Source, tokens: &mut [Token]) {
    let mut parens = vec![0usize];
    // Of each open brace whether it is that of `moves`, where start lines stand.
    let mut starts = vec![false];
    let mut before: Option<usize> = None;
    let mut pending: Vec<usize> = Vec::new();
    for i in 0..tokens.len() {
        let token = tokens[i];
        if token.kind == Kind::Newline {
            pending.push(i);
        }
        if !token.counts() {
            continue;
        }
        let depth = parens.last().copied().unwrap_or(0);
        // Only before a newline is it asked: each line is looked through once.
        if !pending.is_empty() && depth == 0 {
            let goes_on = before.is_some_and(|b| wants_more(source, tokens, b))
                || goes_on(source, tokens, i)
                || starts.last() == Some(&true) && goes_on_start(source, tokens, i);
            pending.iter().for_each(|&n| tokens[n].ends = !goes_on);
        }
        pending.clear();
        let opener = before.replace(i);
        match (token.kind, token.text(source)) {
            (Kind::Sign, "{") => {
                parens.push(0);
                starts.push(opener.is_some_and(|b| tokens[b].text(source) == "moves"));
            }
            (Kind::Sign | Kind::Closer, "}") if parens.len() > 1 => {
                parens.pop();
                starts.pop();
            }
            (Kind::Sign, "(") => parens.iter_mut().next_back().into_iter().for_each(|d| *d += 1),
            (Kind::Sign, ")") => parens.iter_mut().next_back().into_iter().for_each(|d| *d = d.saturating_sub(1)),
            _ => {}
        }
    }
    pending.iter().for_each(|&n| tokens[n].ends = true);
}

fn wants_more(source: &Source, tokens: &[Token], i: usize) -> bool {
    let token = &tokens[i];
    match token.text(source) {
        "=>" | "then" | "and" | "or" | "not" | "," | "(" | "{" | "|" | "&&" | "||" | "where" | "when" => true,
        "at" => i.checked_sub(1).is_some_and(|b| tokens[b].text(source) == "starting"),
        // Touching what is before them they are the end of a move's text (`play A6>*`).
        "=" | "==" | "+" | "*" | "/" | "-" => !token.glued,
        _ => false,
    }
}

fn goes_on(source: &Source, tokens: &[Token], i: usize) -> bool {
    match tokens[i].text(source) {
        "=>" | "then" | "and" | "or" | "else" | "|" | ")" | "&&" | "||" | "where" => true,
        "starting" => tokens.get(i + 1).is_some_and(|t| t.text(source) == "at"),
        _ => false,
    }
}

/// Whether a line within `moves` goes on with a start line. A filter begins with `when`, too, and
/// has a colon; in a class a line that begins with `going` is for all its start lines.
fn goes_on_start(source: &Source, tokens: &[Token], i: usize) -> bool {
    let text = |k: usize| tokens[k].text(source);
    match text(i) {
        "going" => true,
        "when" => {
            let begins = |k: usize| k > i && tokens[k - 1].kind == Kind::Newline && MOVES_WORDS.contains(&text(k));
            let within = |k: &usize| !begins(*k) && !matches!(text(*k), "{" | "}" | ";");
            !(i..tokens.len()).take_while(within).any(|k| text(k) == ":")
        }
        _ => false,
    }
}

/// Words with which a line of `moves` begins a statement.
const MOVES_WORDS: &[&str] = &["from", "otherwise", "class", "must", "stuck", "when"];
