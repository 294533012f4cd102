//! Statements to syntax tree.
//!
//! `grammar/rules.pest` reads a coded statement; the files of this folder turn what it finds into
//! the tree, one file a part of the language. No pest type leaves this folder, `explain` apart.

mod actions;
mod board;
mod cond;
mod example;
mod items;
mod moves;
mod names;
mod num;
mod place;
mod rounds;

pub(super) use example::{is_moves, position_items};
use pest::Parser;
use pest::error::ErrorVariant;
use pest::iterators::{Pair, Pairs};
use unicode_normalization::UnicodeNormalization;

use super::ast::{self, Ident, Text};
use super::coded::Coded;
use super::document::{Block, Statement, document};
use super::lex::{MAX_DEPTH, Token, tokens};
use super::report::Report;
use crate::diagnostic::{Code, Diagnostic, Sink, codes};
use crate::source::{Source, Span};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/rules.pest"]
pub(super) struct RulesParser;

type P<'i> = Pair<'i, Rule>;

/// The syntax tree of a file. What can't be read is reported and left out.
pub fn parse(source: &Source, sink: &mut Sink) -> ast::File {
    let mut report = Report::new(sink);
    let tokens = tokens(source, &mut report);
    let root = document(source, &tokens);
    read_file(source, &tokens, &root, &mut report)
}

/// The syntax tree of a file that was split before.
pub(super) fn read_file(source: &Source, tokens: &[Token], root: &Block, report: &mut Report) -> ast::File {
    if root.statements().next().is_none() && report.count() == 0 {
        report.push(
            Diagnostic::new(&codes::EMPTY, source.span(0, 0), "the file has no rules")
                .help("a rules file begins with `game \"NAME\"`; `sower new` writes one to begin with"),
        );
    }
    let declared = names::declared(source, tokens);
    let mut reader = Reader { source, tokens, declared: &declared, report };
    ast::File { items: reader.items(root) }
}

/// Reads statements, one after the other.
struct Reader<'a, 'r, 's> {
    source: &'a Source,
    tokens: &'a [Token],
    /// Names that the file declares anywhere, to judge words that look misspelt.
    declared: &'a names::Declared,
    report: &'r mut Report<'s>,
}

/// Turns what was read of one statement into the tree.
struct Builder<'b, 'a, 'r, 's> {
    reader: &'b mut Reader<'a, 'r, 's>,
    coded: &'b Coded<'a>,
}

impl<'a, 'r, 's> Reader<'a, 'r, 's> {
    /// Reads each statement of a block.
    fn each<T>(
        &mut self,
        block: &'a Block,
        entry: Rule,
        build: impl Fn(&mut Builder<'_, 'a, 'r, 's>, P<'_>) -> Option<T>,
    ) -> Vec<T> {
        block.statements().filter_map(|s| self.one(s, entry, false, &build)).collect()
    }

    /// Reads one statement.
    fn one<T>(
        &mut self,
        statement: &'a Statement,
        entry: Rule,
        moves: bool,
        build: impl Fn(&mut Builder<'_, 'a, 'r, 's>, P<'_>) -> Option<T>,
    ) -> Option<T> {
        let coded = Coded::new(self.source, self.tokens, statement, moves);
        self.coded(&coded, entry, build)
    }

    fn coded<T>(
        &mut self,
        coded: &Coded<'a>,
        entry: Rule,
        build: impl Fn(&mut Builder<'_, 'a, 'r, 's>, P<'_>) -> Option<T>,
    ) -> Option<T> {
        if coded.is_empty() || self.too_deep(coded) {
            return None;
        }
        let mistakes = self.report.count();
        let pair = match RulesParser::parse(entry, &coded.line).map(|mut pairs| pairs.next()) {
            Ok(Some(pair)) => pair,
            Err(e) if matches!(e.variant, ErrorVariant::CustomError { .. }) => {
                // pest sees that the stack won't do: only on small stacks, for blocks in blocks.
                self.deep(coded);
                return None;
            }
            _ => {
                // Of what was dropped there is a message already; more would only confuse.
                if !self.report.is_full() && !coded.is_cut {
                    let d = super::explain::explain(self.source, coded, entry, &self.declared.names);
                    self.report.push(d);
                }
                return None;
            }
        };
        let built = build(&mut Builder { reader: self, coded }, pair);
        if built.is_none() && self.report.count() == mistakes {
            let span = coded.whole(self.source);
            self.report.push(Diagnostic::new(&codes::SYNTAX, span, "this can't be read"));
        }
        built
    }

    /// Words that begin a part of what is before them; each goes one step deeper.
    fn too_deep(&mut self, coded: &Coded<'a>) -> bool {
        let nested = ["of", "where", "while", "if", "but", "from", "after", "before"];
        if coded.words().filter(|w| nested.contains(w)).count() <= MAX_DEPTH {
            return false;
        }
        self.deep(coded);
        true
    }

    fn deep(&mut self, coded: &Coded<'a>) {
        let span = coded.whole(self.source);
        self.report.push(
            Diagnostic::new(&codes::TOO_DEEP, span, "too many parts inside each other")
                .help("give a part a name with `let` or `to`"),
        );
    }
}

impl<'a, 'r, 's> Builder<'_, 'a, 'r, 's> {
    fn span(&self, p: &P<'_>) -> Span {
        let s = p.as_span();
        self.coded.span(self.reader.source, s.start(), s.end())
    }

    fn error(&mut self, code: &'static Code, p: &P<'_>, message: impl Into<String>, help: impl Into<String>) {
        let span = self.span(p);
        self.reader.report.push(Diagnostic::new(code, span, message).help(help));
    }

    fn ident(&self, p: &P<'_>) -> Ident {
        Ident { text: p.as_str().trim_end().nfc().collect(), span: self.span(p) }
    }

    fn text(&self, p: &P<'_>) -> Text {
        let span = self.span(p);
        let raw = self.reader.source.slice(span);
        let inner = raw.strip_prefix('"').unwrap_or(raw);
        let inner = inner.strip_suffix('"').unwrap_or(inner);
        let mut text = String::with_capacity(inner.len());
        let mut chars = inner.chars().peekable();
        while let Some(c) = chars.next() {
            let escaped = (c == '\\').then(|| chars.next_if(|&n| n == '"' || n == '\\')).flatten();
            text.push(escaped.unwrap_or(c));
        }
        Text { text, span }
    }

    fn int(&mut self, p: &P<'_>) -> Option<u64> {
        let value = p.as_str().trim_end().parse::<u64>().ok().filter(|&n| n <= u64::from(u32::MAX));
        if value.is_none() {
            self.error(&codes::BAD_NUMBER, p, "this number is too large", "no game needs more than 4294967295");
        }
        value
    }

    /// The statements of the block that stands there.
    fn block<T>(
        &mut self,
        p: &P<'_>,
        entry: Rule,
        build: impl Fn(&mut Builder<'_, 'a, 'r, 's>, P<'_>) -> Option<T>,
    ) -> Vec<T> {
        match self.coded.block(p.as_span().start()) {
            Some(block) => self.reader.each(block, entry, build),
            None => Vec::new(),
        }
    }
}

/// The parts of a pair, taken one after the other.
struct Kids<'i>(std::iter::Peekable<Pairs<'i, Rule>>);

impl<'i> Kids<'i> {
    fn of(p: &P<'i>) -> Kids<'i> {
        Kids(p.clone().into_inner().peekable())
    }

    /// The next part, if it is of that kind.
    fn take(&mut self, rule: Rule) -> Option<P<'i>> {
        self.0.next_if(|p| p.as_rule() == rule)
    }

    /// Whether the next part is of that kind; it is then passed over.
    fn has(&mut self, rule: Rule) -> bool {
        self.take(rule).is_some()
    }

    /// The next part, whatever it is, the end of the statement apart.
    fn next(&mut self) -> Option<P<'i>> {
        self.0.next_if(|p| p.as_rule() != Rule::EOI)
    }

    /// All parts of that kind that come next.
    fn all(&mut self, rule: Rule) -> Vec<P<'i>> {
        std::iter::from_fn(|| self.take(rule)).collect()
    }
}

/// The words of a pair, without the blank at the end.
fn words<'i>(p: &P<'i>) -> &'i str {
    p.as_str().trim_end()
}
