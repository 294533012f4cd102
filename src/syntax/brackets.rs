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

/// Drops what has no partner and what is too deep, with a message each.
pub(super) fn balance(source: &Source, tokens: &mut [Token], sink: &mut Report) {
    if match_up(source, tokens, false, &mut Report::silent()) {
        match_up(source, tokens, true, sink);
    }
    drop_deep(source, tokens, sink);
}

fn bracket(source: &Source, token: &Token) -> Option<char> {
    if token.kind != Kind::Sign || token.dropped {
        return None;
    }
    token.text(source).chars().next().filter(|c| "(){}".contains(*c))
}

/// Reports brackets without a partner; with `act` they are dropped too. The margin is looked at only
/// where something is amiss (`act`). Whether something was amiss.
fn match_up(source: &Source, tokens: &mut [Token], act: bool, sink: &mut Report) -> bool {
    let mut open: Vec<usize> = Vec::new();
    let mut amiss = false;
    let mut close = |i: usize, tokens: &mut [Token], sink: &mut Report, opened: bool| {
        amiss = true;
        tokens[i].dropped = act;
        sink.push(no_partner(source, &tokens[i], opened));
    };
    for i in 0..tokens.len() {
        if act && !open.is_empty() && at_margin(source, tokens, i) {
            while let Some(o) = open.pop() {
                close(o, tokens, sink, true);
            }
        }
        match bracket(source, &tokens[i]) {
            Some('(' | '{') => open.push(i),
            Some(')') => match open.last() {
                Some(&o) if bracket(source, &tokens[o]) == Some('(') => drop(open.pop()),
                _ => close(i, tokens, sink, false),
            },
            Some(_) => {
                while let Some(&o) = open.last().filter(|&&o| bracket(source, &tokens[o]) == Some('(')) {
                    close(o, tokens, sink, true);
                    open.pop();
                }
                if open.pop().is_none() {
                    close(i, tokens, sink, false);
                }
            }
            None => {}
        }
    }
    for o in open {
        close(o, tokens, sink, true);
    }
    amiss
}

fn at_margin(source: &Source, tokens: &[Token], i: usize) -> bool {
    let token = &tokens[i];
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
fn drop_deep(source: &Source, tokens: &mut [Token], sink: &mut Report) {
    let mut depth = 0;
    for token in tokens.iter_mut() {
        let sign = bracket(source, token);
        if matches!(sign, Some('(' | '{')) {
            depth += 1;
            if depth == MAX_DEPTH + 1 {
                sink.push(
                    Diagnostic::new(
                        &codes::TOO_DEEP,
                        token.span(source),
                        format!("more than {MAX_DEPTH} brackets inside each other"),
                    )
                    .help("give a part a name with `let` or `to`"),
                );
            }
        }
        token.dropped |= depth > MAX_DEPTH && token.kind != Kind::Comment && token.kind != Kind::Newline;
        if matches!(sign, Some(')' | '}')) {
            depth -= 1;
        }
    }
}
