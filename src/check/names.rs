//! The names that a file declares.

use crate::diagnostic::{Diagnostic, Sink, codes};
use crate::ir;
use crate::source::Span;
use crate::syntax::ast;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Named<'a> {
    Option(u16, &'a ast::OptionDecl),
    Var(u16, &'a ast::VarDecl),
    Mark(u8, &'a ast::MarkDecl),
    Piece(u8, &'a ast::PieceDecl),
    Let(&'a ast::LetDecl),
    To(&'a ast::Procedure),
    /// A row of the board.
    Row,
    /// A place or group of the board.
    Group(&'a ast::Ref),
    /// A pit in nobody's row.
    Place(&'a ast::Ident),
}

impl Named<'_> {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Named::Option(..) => "an option",
            Named::Var(..) => "a variable",
            Named::Mark(..) => "a kind of mark",
            Named::Piece(..) => "a kind of piece",
            Named::Let(_) => "a `let`",
            Named::To(_) => "a list of actions",
            Named::Row => "a row",
            Named::Group(_) | Named::Place(_) => "a place or group of the board",
        }
    }
}

/// A declared name.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    pub(super) name: &'a str,
    pub(super) span: Span,
    pub(super) what: Named<'a>,
    pub(super) used: std::cell::Cell<bool>,
}

/// All names of a file.
#[derive(Debug)]
pub(super) struct Names<'a> {
    pub(super) entries: Vec<Entry<'a>>,
    pub(super) players: Vec<String>,
    /// How many may play: one number, or each value of the option that says it.
    pub(super) counts: Vec<usize>,
    /// The option that says how many play.
    pub(super) by: Option<String>,
    pub(super) phases: Vec<String>,
    /// Names declared twice; what is wrong with their use follows from that.
    pub(super) twice: Vec<String>,
    /// `let`s already lowered: name and what it became.
    pub(super) lowered: Vec<(String, LetKind)>,
}

fn phases(file: &ast::File) -> Vec<String> {
    let name = |i: &ast::Item| if let ast::Item::Phase(p) = i { Some(p.name.text.clone()) } else { None };
    file.items.iter().filter_map(name).collect()
}

/// What a `let` turned out to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LetKind {
    Cond(u16),
    Num(u16),
    Place(u16),
    Set(u16),
    /// It couldn't be made out; an error has been reported.
    Broken,
}

impl<'a> Names<'a> {
    /// Collects the declarations of a file and reports names declared twice.
    pub(super) fn collect(file: &'a ast::File, sink: &mut Sink) -> Names<'a> {
        let mut names = Names {
            entries: Vec::new(),
            players: Vec::new(),
            counts: Vec::new(),
            by: None,
            phases: phases(file),
            twice: Vec::new(),
            lowered: Vec::new(),
        };
        let (mut options, mut vars, mut marks, mut pieces) = (0, 0, 0, 0);
        for item in &file.items {
            match item {
                ast::Item::Option(d) => names.add(&d.name, Named::Option(next(&mut options), d), sink),
                ast::Item::Var(d) => names.add(&d.name, Named::Var(next(&mut vars), d), sink),
                ast::Item::Mark(d) => names.add(&d.name, Named::Mark(next(&mut marks) as u8, d), sink),
                ast::Item::Pieces(list, _) => {
                    for d in list {
                        names.add(&d.name, Named::Piece(next(&mut pieces) as u8, d), sink);
                    }
                }
                ast::Item::Let(d) => names.add(&d.name, Named::Let(d), sink),
                ast::Item::Hook(hook) => {
                    for rule in &hook.rules {
                        if let ast::RuleItem::Let(d) = rule {
                            names.add(&d.name, Named::Let(d), sink);
                        }
                    }
                }
                ast::Item::To(d) => names.add(&d.name, Named::To(d), sink),
                ast::Item::Board(statements, _) => {
                    for s in statements {
                        match s {
                            ast::BoardStmt::Row { name, .. } => names.add(name, Named::Row, sink),
                            ast::BoardStmt::Name(name, set, _) => names.add(name, Named::Group(set), sink),
                            ast::BoardStmt::Place(name, pit, _) => names.add(name, Named::Place(pit), sink),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        let list = player_list(file);
        (names.players, names.counts) = players(list, &names);
        if let Some(ast::PlayerList::Count(ast::Num { kind: ast::NumKind::Name(name), .. }, _)) = list {
            names.by = names.numbers(&name.text).map(|_| name.text.clone());
        }
        names
    }

    /// Whether so many may play.
    pub(super) fn may_be(&self, players: usize) -> bool {
        self.counts.contains(&players)
    }

    /// Whether so many play, whatever the options.
    pub(super) fn always(&self, players: usize) -> bool {
        self.counts.iter().all(|&n| n == players)
    }

    /// The values of an option that are numbers; none for words.
    pub(super) fn numbers(&self, option: &str) -> Option<Vec<i64>> {
        let entry = self.entries.iter().find(|e| e.name == option)?;
        let Named::Option(_, decl) = entry.what else { return None };
        match super::decls::option_decl(decl).values {
            ir::OptionValues::Words(_) => None,
            ir::OptionValues::Numbers(all) => Some(all),
            // A range may be wide; ten and one more are enough to tell.
            ir::OptionValues::Range { lo, hi, .. } => Some((lo..=hi.min(lo.saturating_add(10))).collect()),
        }
    }

    fn add(&mut self, ident: &'a ast::Ident, what: Named<'a>, sink: &mut Sink) {
        if let Some(first) = self.entries.iter().find(|e| e.name == ident.text) {
            self.twice.push(ident.text.clone());
            sink.push(
                Diagnostic::new(
                    &codes::DUPLICATE,
                    ident.span,
                    format!("the name `{}` is declared twice, {}", ident.text, super::lines(first.span, ident.span)),
                )
                .label("declared again here")
                .also(first.span, "first declared here")
                .help("give one of the two another name"),
            );
            return;
        }
        self.entries.push(Entry { name: &ident.text, span: ident.span, what, used: std::cell::Cell::new(false) });
    }

    /// What a name stands for; marks it as used.
    pub(super) fn get(&self, name: &str) -> Option<Named<'a>> {
        let entry = self.entries.iter().find(|e| e.name == name)?;
        entry.used.set(true);
        Some(entry.what)
    }

    pub(super) fn player(&self, name: &str) -> Option<u8> {
        self.players.iter().position(|p| p == name).map(|i| i as u8)
    }

    pub(super) fn lowered(&self, name: &str) -> Option<LetKind> {
        self.lowered.iter().rev().find(|(n, _)| n == name).map(|(_, k)| *k)
    }

    /// All names of a file, for suggestions.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|e| e.name)
    }
}

fn next(n: &mut u16) -> u16 {
    *n += 1;
    *n - 1
}

fn player_list(file: &ast::File) -> Option<&ast::PlayerList> {
    file.items.iter().find_map(|item| match item {
        ast::Item::Board(statements, _) => statements.iter().find_map(|s| match s {
            ast::BoardStmt::Players(list, _) => Some(list),
            _ => None,
        }),
        _ => None,
    })
}

/// The players' names, as the file gives them, else south and north (and so on by number); and how many
/// may play.
fn players(list: Option<&ast::PlayerList>, names: &Names<'_>) -> (Vec<String>, Vec<usize>) {
    let told = |names: &[ast::Ident]| names.iter().map(|n| n.text.clone()).collect::<Vec<_>>();
    let counts: Vec<usize> = match list {
        Some(ast::PlayerList::Names(names)) => return (told(names), vec![names.len()]),
        Some(ast::PlayerList::Count(n, _)) => {
            let numbers = match &n.kind {
                ast::NumKind::Int(n) => vec![i64::try_from(*n).unwrap_or(i64::MAX)],
                ast::NumKind::Name(name) => names.numbers(&name.text).unwrap_or_default(),
                _ => Vec::new(),
            };
            numbers.into_iter().filter_map(|n| usize::try_from(n).ok()).filter(|n| (1..=MOST).contains(n)).collect()
        }
        None => Vec::new(),
    };
    let counts = if counts.is_empty() { vec![2] } else { counts };
    let all = match list {
        Some(ast::PlayerList::Count(_, names)) if !names.is_empty() => told(names),
        _ => match counts.iter().copied().max() {
            Some(1) => vec!["south".to_owned()],
            Some(n @ 3..) => (1..=n).map(|i| format!("player{i}")).collect(),
            _ => vec!["south".to_owned(), "north".to_owned()],
        },
    };
    (all, counts)
}

/// Most players of a game.
pub(super) const MOST: usize = 10;
