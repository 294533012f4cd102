//! Brackets: each with its partner, and not too deep.

use super::lex::{Kind, MAX_DEPTH, Token};
use super::report::Report;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Source;

/// Words that begin a line at the left margin only at the top of a file. Where a brace is never
/// closed, such a line tells where it should have been.
const MARGIN: &[&str] = &[
    "game", "extends", "option", "ruleset", "board", "sowing", "moves", "landing", "round", "rounds", "opening",
    "phase", "example", "whenever", "mark", "var", "pieces", "to",
];

/// Drops closing brackets and parentheses without a partner, closes braces that are never closed, and
/// drops what is too deep, with a message each.
pub(super) fn balance(source: &Source, tokens: &mut Vec<Token>, report: &mut Report<'_>) {
    // Only where something is amiss is the margin looked at.
    if Matcher::new(source, tokens, false, &mut Report::silent()).run().amiss {
        let missing = Matcher::new(source, tokens, true, report).run().missing;
        close(tokens, &missing);
    }
    drop_deep(source, tokens, report);
}

fn bracket(source: &Source, token: &Token) -> Option<char> {
    if !matches!(token.kind, Kind::Sign | Kind::Closer) || token.dropped {
        return None;
    }
    token.text(source).chars().next().filter(|c| "(){}".contains(*c))
}

/// Finds partners.
struct Matcher<'m, 'r> {
    source: &'m Source,
    tokens: &'m mut [Token],
    report: &'m mut Report<'r>,
    /// Whether tokens are dropped, and the margin counts.
    act: bool,
    open: Vec<usize>,
    found: Found,
}

#[derive(Default)]
struct Found {
    amiss: bool,
    /// Before which tokens a brace should have been closed.
    missing: Vec<usize>,
}

impl<'m, 'r> Matcher<'m, 'r> {
    fn new(source: &'m Source, tokens: &'m mut [Token], act: bool, report: &'m mut Report<'r>) -> Self {
        Matcher { source, tokens, report, act, open: Vec::new(), found: Found::default() }
    }

    fn run(mut self) -> Found {
        for i in 0..self.tokens.len() {
            if self.act && at_margin(self.source, &self.tokens[i]) {
                // Before the newline, which so ends the statement of the block.
                self.give_up_all(i.saturating_sub(1));
            }
            match bracket(self.source, &self.tokens[i]) {
                Some('(' | '{') => self.open.push(i),
                Some(sign) => self.close(i, sign),
                None => {}
            }
        }
        self.give_up_all(self.tokens.len());
        self.found
    }

    fn close(&mut self, i: usize, sign: char) {
        while sign == '}' && self.top() == Some('(') {
            self.give_up(i);
        }
        match (self.top(), sign) {
            (Some('('), ')') | (Some('{'), '}') => drop(self.open.pop()),
            _ => {
                self.lone(i, false);
                self.tokens[i].dropped = self.act;
            }
        }
    }

    fn top(&self) -> Option<char> {
        self.open.last().and_then(|&o| bracket(self.source, &self.tokens[o]))
    }

    fn give_up_all(&mut self, at: usize) {
        while !self.open.is_empty() {
            self.give_up(at);
        }
    }

    /// The last bracket that was opened has no partner up to `at`.
    fn give_up(&mut self, at: usize) {
        let brace = self.top() == Some('{');
        let Some(o) = self.open.pop() else { return };
        self.lone(o, true);
        if brace {
            self.found.missing.push(at);
        } else {
            self.tokens[o].dropped = self.act;
        }
    }

    fn lone(&mut self, i: usize, opened: bool) {
        self.found.amiss = true;
        self.report.push(no_partner(self.source, &self.tokens[i], opened));
    }
}

/// Puts closing braces before the given tokens, which come in order.
fn close(tokens: &mut Vec<Token>, missing: &[usize]) {
    let mut all = Vec::with_capacity(tokens.len() + missing.len());
    let mut missing = missing.iter().peekable();
    let mut end = 0;
    for i in 0..=tokens.len() {
        while missing.next_if(|&&m| m == i).is_some() {
            let closer = Token { kind: Kind::Closer, start: end, end, glued: false, dropped: false, ends: false };
            all.push(closer);
        }
        if let Some(token) = tokens.get(i) {
            end = token.end;
            all.push(*token);
        }
    }
    *tokens = all;
}

fn at_margin(source: &Source, token: &Token) -> bool {
    token.kind == Kind::Word
        && (token.start == 0 || source.text().as_bytes()[token.start - 1] == b'\n')
        && MARGIN.contains(&token.text(source))
}

fn no_partner(source: &Source, token: &Token, opened: bool) -> Diagnostic {
    let sign = token.text(source);
    let message =
        if opened { format!("this `{sign}` is never closed") } else { format!("this `{sign}` closes nothing") };
    let d = Diagnostic::new(&codes::UNBALANCED, token.span(source), message);
    match (opened, sign) {
        (true, "{") => d.label("opened here").help("close the block with `}`"),
        (true, _) => d.label("opened here").help("close it with `)` in the same statement"),
        _ => d.help("take it out, or open it before"),
    }
}

/// Drops what stands deeper than [`MAX_DEPTH`] brackets, the brackets themselves too.
fn drop_deep(source: &Source, tokens: &mut [Token], report: &mut Report<'_>) {
    let mut depth = 0;
    for token in tokens.iter_mut() {
        let sign = bracket(source, token);
        if matches!(sign, Some('(' | '{')) {
            depth += 1;
            if depth == MAX_DEPTH + 1 {
                let message = format!("more than {MAX_DEPTH} brackets inside each other");
                let d = Diagnostic::new(&codes::TOO_DEEP, token.span(source), message);
                report.push(d.help("give a part a name with `let` or `to`"));
            }
        }
        token.dropped |= depth > MAX_DEPTH && token.kind != Kind::Comment && token.kind != Kind::Newline;
        if matches!(sign, Some(')' | '}')) {
            depth -= 1;
        }
    }
}
