//! `example`.

use pest::Parser;

use super::{Builder, Kids, P, Rule, RulesParser, words};
use crate::diagnostic::codes;
use crate::source::{Source, Span};
use crate::syntax::ast::{Example, ExampleStmt, Item, PosItem, Purse, Text};
use crate::syntax::coded::Coded;
use crate::syntax::document::{Part, Statement};
use crate::syntax::lex::Token;

impl Builder<'_, '_, '_, '_> {
    pub(super) fn example(&mut self, mut kids: Kids<'_>, span: Span) -> Option<Item> {
        let name = self.text(&kids.next()?);
        let block = kids.next()?;
        let mut steps = Vec::new();
        if let Some(block) = self.coded.block(block.as_span().start()) {
            for statement in block.statements() {
                let moves = is_moves(self.reader.source, self.reader.tokens, statement);
                steps.extend(self.reader.one(statement, Rule::step_entry, moves, |b, p| b.example_step(p)));
            }
        }
        Some(Item::Example(Example { name, steps, span }))
    }

    fn example_step(&mut self, p: P<'_>) -> Option<ExampleStmt> {
        let span = self.span(&p);
        let statement = Kids::of(&p).next()?;
        let mut kids = Kids::of(&statement);
        Some(match statement.as_rule() {
            Rule::step_set => ExampleStmt::Set(self.ident(&kids.next()?), self.value(&kids.next()?)?),
            Rule::play => ExampleStmt::Play(self.moves(kids)),
            Rule::legal_count => ExampleStmt::LegalCount(self.int(&kids.next()?)?, span),
            Rule::legal => ExampleStmt::Legal(self.moves(kids), span),
            Rule::refuse => ExampleStmt::Refuse(self.move_text(&kids.next()?)),
            Rule::expect => ExampleStmt::Expect(self.position(&kids.next()?)?, span),
            Rule::position => ExampleStmt::Position(self.position(&statement)?, span),
            _ => return None,
        })
    }

    fn moves(&mut self, mut kids: Kids<'_>) -> Vec<Text> {
        kids.all(Rule::move_text).iter().map(|m| self.move_text(m)).collect()
    }

    fn move_text(&self, p: &P<'_>) -> Text {
        Text { text: words(p).to_owned(), span: self.span(p) }
    }

    fn position(&mut self, p: &P<'_>) -> Option<Vec<PosItem>> {
        let mut kids = Kids::of(p);
        let mut items = Vec::new();
        while let Some(item) = kids.next() {
            items.push(self.position_item(&item)?);
        }
        Some(items)
    }

    fn position_item(&mut self, p: &P<'_>) -> Option<PosItem> {
        let mut kids = Kids::of(p);
        Some(match p.as_rule() {
            Rule::won => PosItem::Won(self.ints(kids)?),
            Rule::in_reserve => PosItem::Reserve(self.ints(kids)?),
            Rule::to_direction => PosItem::Direction(words(&kids.next()?).to_owned()),
            Rule::between => PosItem::BetweenRounds,
            Rule::free => PosItem::Free,
            Rule::is_over => PosItem::Over(None, false),
            Rule::is_draw => PosItem::Over(None, true),
            Rule::to_move => PosItem::ToMove(self.ident(&kids.next()?)),
            Rule::winner => PosItem::Over(Some(self.ident(&kids.next()?)), false),
            Rule::started => PosItem::Started(self.ident(&kids.next()?)),
            Rule::has_mark => {
                let pit = self.ident(&kids.next()?);
                let kind = self.ident(&kids.next()?);
                PosItem::Mark(pit, kind, kids.next().map(|w| self.ident(&w)))
            }
            Rule::has_pieces => {
                let purse = match kids.take(Rule::purse) {
                    None => Purse::Pit,
                    Some(p) if words(&p) == "store of" => Purse::Store,
                    Some(_) => Purse::Reserve,
                };
                let place = self.ident(&kids.next()?);
                let n = self.int(&kids.next()?)?;
                let kind = self.ident(&kids.next()?);
                PosItem::Pieces(purse, place, n, kind, kids.next().map(|w| self.ident(&w)))
            }
            Rule::has_value => {
                let name = self.ident(&kids.next()?);
                let of = kids.take(Rule::word).map(|w| self.ident(&w));
                let minus = kids.has(Rule::minus);
                let n = i64::try_from(self.int(&kids.next()?)?).ok()?;
                PosItem::Var(name, of, if minus { -n } else { n })
            }
            _ => self.counts(kids)?,
        })
    }

    fn ints(&mut self, mut kids: Kids<'_>) -> Option<Vec<(u64, Span)>> {
        kids.all(Rule::int).iter().map(|n| Some((self.int(n)?, self.span(n)))).collect()
    }

    /// `south 4 4 - 4`, or `A5 6`: one number after a name that is no player's is a pit's.
    fn counts(&mut self, mut kids: Kids<'_>) -> Option<PosItem> {
        let name = self.ident(&kids.next()?);
        let mut counts = Vec::new();
        while let Some(count) = kids.next() {
            let n = if count.as_rule() == Rule::int { Some(self.int(&count)?) } else { None };
            counts.push((n, self.span(&count)));
        }
        let player = matches!(name.text.as_str(), "south" | "north") || self.reader.declared.has(&name.text);
        match counts.as_slice() {
            [(Some(n), _)] if !player => Some(PosItem::Pit(name, *n)),
            [(None, span)] if !player => {
                let d = crate::diagnostic::Diagnostic::new(&codes::SYNTAX, *span, "a number is wanted for one pit");
                self.reader.report.push(d.help("`-` is a closed pit in a player's row of numbers"));
                None
            }
            _ => Some(PosItem::Row(name, counts)),
        }
    }
}

/// Where the items of a position begin, the first apart: byte offsets.
pub(in crate::syntax) fn position_items(source: &Source, tokens: &[Token], statement: &Statement) -> Vec<usize> {
    let coded = Coded::new(source, tokens, statement, false);
    let Ok(mut pairs) = RulesParser::parse(Rule::step_entry, &coded.line) else { return Vec::new() };
    let Some(step) = pairs.next().and_then(|p| p.into_inner().next()) else { return Vec::new() };
    let position = match step.as_rule() {
        Rule::expect => step.into_inner().next(),
        Rule::position => Some(step),
        _ => None,
    };
    let items = position.into_iter().flat_map(pest::iterators::Pair::into_inner).skip(1);
    items.map(|item| coded.span(source, item.as_span().start(), item.as_span().end()).start as usize).collect()
}

/// Whether a statement of an example lists moves, whose text may hold signs.
pub(in crate::syntax) fn is_moves(source: &Source, tokens: &[Token], statement: &Statement) -> bool {
    match statement.parts.first() {
        Some(Part::Token(i)) => matches!(tokens[*i].text(source), "play" | "legal" | "refuse"),
        _ => false,
    }
}
