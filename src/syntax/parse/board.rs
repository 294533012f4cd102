//! `board`.

use super::{Builder, Kids, P, Rule, words};
use crate::source::Span;
use crate::syntax::ast::{BoardStmt, Ident, PathPiece, PlayerList, Seeds, Stores};

impl Builder<'_, '_, '_, '_> {
    pub(super) fn board_stmt(&mut self, p: P<'_>) -> Option<BoardStmt> {
        let span = self.span(&p);
        let statement = Kids::of(&p).next()?;
        let mut kids = Kids::of(&statement);
        Some(match statement.as_rule() {
            Rule::rows => BoardStmt::Rows(self.num(&kids.next()?)?, span),
            Rule::pits_a_row => BoardStmt::Pits(self.num(&kids.next()?)?, span),
            Rule::players => BoardStmt::Players(self.players(kids)?, span),
            Rule::seeds => self.seeds(kids, span)?,
            Rule::reserve => BoardStmt::Reserve(self.num(&kids.next()?)?, kids.has(Rule::hidden), span),
            Rule::stores => BoardStmt::Stores(stores(words(&statement)), kids.has(Rule::hidden), span),
            Rule::row => self.row(kids, span)?,
            Rule::naming => {
                let word = kids.next()?;
                BoardStmt::Name(self.new_name(&word), self.place(&kids.next()?)?, span)
            }
            Rule::place => BoardStmt::Place(self.ident(&kids.next()?), self.ident(&kids.next()?), span),
            Rule::path => {
                let pieces = kids.all(Rule::piece);
                BoardStmt::Path(pieces.iter().map(|p| self.path_piece(p)).collect::<Option<_>>()?, span)
            }
            Rule::ring => BoardStmt::Ring(self.num(&kids.next()?)?, span),
            Rule::facing => {
                let pairs = kids.all(Rule::faces);
                BoardStmt::Facing(pairs.iter().map(|p| self.faces(p)).collect::<Option<_>>()?, span)
            }
            Rule::owner => BoardStmt::Owner(self.owner(&statement), span),
            Rule::mark_at => BoardStmt::Mark(self.place(&kids.next()?)?, self.ident(&kids.next()?), span),
            Rule::close_at => BoardStmt::Close(self.place(&kids.next()?)?, span),
            Rule::give_at => BoardStmt::Give(self.place(&kids.next()?)?, self.who(&kids.next()?)?, span),
            _ => return None,
        })
    }

    fn players(&mut self, mut kids: Kids<'_>) -> Option<PlayerList> {
        let count = kids.take(Rule::sum).map(|n| self.num(&n));
        let names = kids.all(Rule::word).iter().map(|n| self.ident(n)).collect();
        Some(match count {
            Some(n) => PlayerList::Count(n?, names),
            None => PlayerList::Names(names),
        })
    }

    fn seeds(&mut self, mut kids: Kids<'_>, span: Span) -> Option<BoardStmt> {
        let seeds = match kids.take(Rule::each) {
            Some(each) => Seeds::Each(self.num(&Kids::of(&each).next()?)?),
            None => {
                let counts = kids.all(Rule::argument).iter().map(|n| self.num(n)).collect::<Option<_>>()?;
                Seeds::Row { counts, repeated: kids.has(Rule::repeated) }
            }
        };
        let piece = match kids.take(Rule::of_kind) {
            Some(of) => Some(self.ident(&Kids::of(&of).next()?)),
            None => None,
        };
        let at = match kids.take(Rule::at) {
            Some(at) => Some(self.place(&Kids::of(&at).next()?)?),
            None => None,
        };
        let who = kids.take(Rule::word).map(|w| self.ident(&w));
        Some(BoardStmt::Seeds { at, seeds, who, piece, span })
    }

    fn row(&mut self, mut kids: Kids<'_>, span: Span) -> Option<BoardStmt> {
        let name = self.ident(&kids.next()?);
        let count = match kids.take(Rule::as_pits) {
            Some(count) => Some(self.num(&Kids::of(&count).next()?)?),
            None => None,
        };
        let first = self.ident(&kids.next()?);
        let last = kids.take(Rule::word).map(|w| self.ident(&w));
        Some(BoardStmt::Row { name, first, last, count, span })
    }

    fn path_piece(&mut self, p: &P<'_>) -> Option<PathPiece> {
        let mut kids = Kids::of(p);
        Some(PathPiece { what: self.place(&kids.next()?)?, backward: kids.has(Rule::backward) })
    }

    fn faces(&mut self, p: &P<'_>) -> Option<(Ident, Ident)> {
        let mut kids = Kids::of(p);
        Some((self.ident(&kids.next()?), self.ident(&kids.next()?)))
    }

    /// `rows`, `halves` or `nobody`
    fn owner(&self, p: &P<'_>) -> Ident {
        let word = words(p).rsplit(' ').next().unwrap_or_default();
        Ident { text: word.to_owned(), span: self.span(p) }
    }
}

fn stores(words: &str) -> Stores {
    match words.trim_start_matches("stores ").trim_end_matches("hidden").trim_end() {
        "apart" | "" => Stores::Apart,
        "left" => Stores::Left,
        "right" => Stores::Right,
        "ahead" => Stores::Ahead,
        _ => Stores::None,
    }
}
