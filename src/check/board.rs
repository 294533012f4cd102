//! `board`: geometry and setup.

use super::{Ctx, Lower, Room, names};
use crate::diagnostic::codes;
use crate::ir::{self, Num};
use crate::source::Span;
use crate::syntax::ast::{self, BoardStmt};

/// Settings that may be said once, with where they were said.
#[derive(Default)]
struct Said {
    rows: Option<Span>,
    pits: Option<Span>,
    players: Option<Span>,
    reserve: Option<Span>,
    stores: Option<Span>,
    path: Option<Span>,
    facing: Option<Span>,
    owner: Option<Span>,
    ring: Option<Span>,
    seeds: Option<Span>,
}

/// How many pits a row has: as said, or by the names of its first and last (`A1..A8`, `A..H`, `A2..H2`);
/// none where an option says it.
fn length(row: &ir::RowName) -> Option<i64> {
    match (&row.pits, &row.last) {
        (Some(Num::Const(n)), _) => return Some(*n),
        (Some(_), _) => return None,
        (None, None) => return Some(1),
        (None, Some(_)) => {}
    }
    let last = row.last.as_ref()?;
    let split = |name: &str| {
        let at = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        (name[..at].to_owned(), name[at..].to_owned())
    };
    let ((a, first), (b, last)) = (split(&row.first), split(last));
    let one = |name: &str| name.chars().next().filter(|_| name.chars().count() == 1).map(|c| i64::from(u32::from(c)));
    let n = match (first.parse::<i64>(), last.parse::<i64>()) {
        (Ok(first), Ok(last)) if a == b => last.checked_sub(first)?.checked_add(1)?,
        _ if first == last => one(&b)? - one(&a)? + 1,
        _ => return None,
    };
    (n > 0).then_some(n)
}

impl Lower<'_> {
    /// The board; none, with an error, where the file has none.
    pub(super) fn board(&mut self, file: &ast::File) -> Option<ir::Board> {
        let Some((statements, span)) = file.items.iter().find_map(|i| match i {
            ast::Item::Board(s, span) => Some((s, *span)),
            _ => None,
        }) else {
            self.missing(
                Span { line: 1, ..Span::default() },
                "the file describes no board",
                "write, for example, `board { rows 2; pits 6 a row; seeds 4 each }`",
            );
            return None;
        };
        let mut board = ir::Board {
            rows: self.player_count(),
            pits: Num::Const(0),
            ring: None,
            stores: ir::Stores::Apart,
            stores_hidden: false,
            seeds: Vec::new(),
            reserve: None,
            reserve_hidden: false,
            row_names: Vec::new(),
            groups: Vec::new(),
            places: Vec::new(),
            path: None,
            facing: ir::Facing::Column,
            owner: ir::OwnerRule::Rows,
            given: Vec::new(),
            closed: Vec::new(),
            marks: Vec::new(),
            span,
        };
        let mut said = Said::default();
        for s in statements {
            self.board_stmt(s, &mut board, &mut said);
        }
        self.board_complete(&mut board, &said, span);
        Some(board)
    }

    fn board_complete(&mut self, board: &mut ir::Board, said: &Said, span: Span) {
        if board.ring.is_some() || said.rows.is_none() && board.row_names.is_empty() && !board.places.is_empty() {
            self.without_rows(board, said, span);
            return;
        }
        let two = self.names.always(2);
        let lengths: Vec<i64> = board.row_names.iter().filter_map(length).collect();
        let longest = lengths.iter().copied().max();
        match (said.rows, board.row_names.len()) {
            (None, 0) => self.missing(span, "`board` doesn't say how many rows it has", "write `rows 2`"),
            // A first row of half the pits is a half of the row between two players.
            (None, n @ 2..) if two && lengths.first().zip(longest).is_some_and(|(a, b)| 2 * a <= b) => {
                board.rows = Num::Const(n as i64 * 2 - 1);
            }
            (None, n @ 2..) => {
                board.rows = match self.player_count() {
                    Num::Const(players) => Num::Const(n as i64 * players),
                    players => Num::Op(ir::NumOp::Mul, Box::new(Num::Const(n as i64)), Box::new(players)),
                }
            }
            _ => {}
        }
        if said.pits.is_none() && board.row_names.is_empty() {
            self.missing(span, "`board` doesn't say how many pits a row has", "write `pits 6 a row`");
        }
        // Rows of the same length tell it by their names.
        let same = lengths.len() == board.row_names.len() && lengths.iter().all(|&n| Some(n) == longest);
        if let Some(n) = longest.filter(|_| said.pits.is_none() && same) {
            board.pits = Num::Const(n);
        }
        self.seeds_said(board, said, span);
        let Some(rows) = said.rows else { return };
        match &board.rows {
            Num::Const(n) if !(1..=6).contains(n) => {
                self.error(&codes::BAD_BOARD, rows, format!("a board can't have {n} rows"), "it has 1 to 6");
            }
            Num::Const(n) => {
                let unfit = |&&p: &&usize| p != 2 && *n % p as i64 != 0 && !(p > 2 && *n == 2);
                if let Some(players) = self.names.counts.iter().find(unfit) {
                    let message = format!("{n} rows can't be shared out among {players} players");
                    let help =
                        "each has as many rows; two players can share the row between them, and more of them two rows";
                    self.error(&codes::BAD_BOARD, rows, message, help);
                }
            }
            _ => {}
        }
    }

    /// A ring, or places that a path joins.
    fn without_rows(&mut self, board: &mut ir::Board, said: &Said, span: Span) {
        board.rows = Num::Const(0);
        for (what, said) in [("`rows`", said.rows), ("`pits`", said.pits)] {
            if let Some(span) = said {
                let message = format!("{what} is said of a ring, which has no rows");
                self.error(&codes::BAD_BOARD, span, message, "write either `ring` or `rows`");
            }
        }
        let ends = matches!(board.stores, ir::Stores::Left | ir::Stores::Right | ir::Stores::Ahead);
        if let Some(span) = said.stores.filter(|_| ends) {
            let help = "leave it out; stores that are sown are named in `path`";
            self.error(
                &codes::BAD_BOARD,
                span,
                "a board without rows has no ends at which stores could lie".to_owned(),
                help,
            );
        }
        if let Some(span) = said.owner.filter(|_| board.owner == ir::OwnerRule::Halves) {
            let help = "without `owner` each player has his stretch of the ring; `give` says it pit by pit";
            self.error(&codes::BAD_BOARD, span, "a board without rows has no halves".to_owned(), help);
        }
        if !board.row_names.is_empty() {
            let help = "its pits are P1, P2 …; `name` gives some of them a name";
            self.error(&codes::BAD_BOARD, span, "a ring has no rows to be named".to_owned(), help);
        }
        if board.ring.is_none() && board.path.is_none() {
            let help = "write in which order seeds go round the places: `path a, b, c`";
            self.missing(span, "the board has no rows, and no `path`", help);
        }
        self.seeds_said(board, said, span);
    }

    fn seeds_said(&mut self, board: &ir::Board, said: &Said, span: Span) {
        if said.seeds.is_none() && board.seeds.is_empty() && said.reserve.is_none() {
            self.missing(span, "`board` doesn't say how many seeds lie in the pits at first", "write `seeds 4 each`");
        }
    }

    fn once(&mut self, what: &str, slot: &mut Option<Span>, span: Span) {
        match *slot {
            Some(first) => self.twice(what, first, span),
            None => *slot = Some(span),
        }
    }

    fn board_stmt(&mut self, s: &BoardStmt, board: &mut ir::Board, said: &mut Said) {
        let ctx = Ctx::new(Room::Board);
        match s {
            BoardStmt::Anew(_) => {}
            BoardStmt::Rows(n, span) => {
                self.once("`rows`", &mut said.rows, *span);
                board.rows = self.num(n, &ctx);
            }
            BoardStmt::Pits(n, span) => {
                self.once("`pits`", &mut said.pits, *span);
                board.pits = self.num(n, &ctx);
            }
            BoardStmt::Players(list, span) => {
                self.once("`players`", &mut said.players, *span);
                self.players(list, *span);
            }
            BoardStmt::Seeds { at, seeds, who, piece, span } => {
                self.seeds(at.as_ref(), seeds, who.as_ref(), piece.as_ref(), *span, board, said);
            }
            BoardStmt::Reserve(n, hidden, span) => {
                self.once("`reserve`", &mut said.reserve, *span);
                board.reserve_hidden = self.hidden(*hidden, *span);
                board.reserve = Some(self.num(n, &ctx));
            }
            BoardStmt::Stores(stores, hidden, span) => {
                self.once("`stores`", &mut said.stores, *span);
                board.stores_hidden = self.hidden(*hidden, *span);
                board.stores = match stores {
                    ast::Stores::Apart => ir::Stores::Apart,
                    ast::Stores::Left => ir::Stores::Left,
                    ast::Stores::Right => ir::Stores::Right,
                    ast::Stores::Ahead => ir::Stores::Ahead,
                    ast::Stores::None => ir::Stores::None,
                };
            }
            BoardStmt::Row { name, first, last, count, span } => {
                let pits = count.as_ref().map(|n| self.num(n, &ctx));
                let row = ir::RowName {
                    name: name.text.clone(),
                    first: first.text.clone(),
                    last: last.as_ref().map(|l| l.text.clone()),
                    pits,
                };
                if row.pits.is_none() && row.last.is_some() && length(&row).is_none() {
                    self.error(
                        &codes::BAD_BOARD,
                        *span,
                        format!("the names of row `{}` can't be told from its first and last", row.name),
                        "write them as `A1..A8`, `A..H` or `A2..H2`",
                    );
                }
                board.row_names.push(row);
            }
            BoardStmt::Name(name, r, _) => {
                let set = self.set(r, &ctx);
                board.groups.push(ir::Group { name: name.text.clone(), set });
            }
            BoardStmt::Mark(at, kind, _) => {
                let at = self.set(at, &ctx);
                if let Some(kind) = self.mark_kind(kind) {
                    board.marks.push((at, kind));
                }
            }
            BoardStmt::Close(at, _) => {
                let at = self.set(at, &ctx);
                board.closed.push(at);
            }
            BoardStmt::Owner(name, span) => {
                self.once("`owner`", &mut said.owner, *span);
                match name.text.as_str() {
                    "rows" => {}
                    "halves" if self.names.always(2) => board.owner = ir::OwnerRule::Halves,
                    "halves" => self.error(
                        &codes::BAD_BOARD,
                        *span,
                        "only two players can own a half each",
                        "leave `owner` out: each player owns his row",
                    ),
                    _ => board.owner = ir::OwnerRule::Nobody,
                }
            }
            BoardStmt::Facing(pairs, span) => {
                self.once("`facing`", &mut said.facing, *span);
                let pairs: Vec<_> = pairs.iter().map(|(a, b)| (a.text.clone(), b.text.clone())).collect();
                board.facing = if pairs.is_empty() { ir::Facing::None } else { ir::Facing::Table(pairs) };
            }
            BoardStmt::Give(pits, who, span) => {
                let set = self.set(pits, &ctx);
                let who = self.player(who, *span, &ctx);
                if !matches!(who, ir::Player::Mover | ir::Player::Opponent | ir::Player::Fixed(_) | ir::Player::Nobody)
                {
                    let help = "write `me`, `opponent`, `nobody` or a player's name";
                    self.error(
                        &codes::WRONG_PLACE,
                        *span,
                        "before the first move there is no such player".to_owned(),
                        help,
                    );
                }
                board.given.push((set, who));
            }
            BoardStmt::Path(pieces, span) => {
                self.once("`path`", &mut said.path, *span);
                let piece = |p: &ast::PathPiece| ir::PathPiece { set: self.set(&p.what, &ctx), backward: p.backward };
                board.path = Some(pieces.iter().map(piece).collect());
            }
            BoardStmt::Place(_, pit, _) => board.places.push(pit.text.clone()),
            BoardStmt::Ring(n, span) => {
                self.once("`ring`", &mut said.ring, *span);
                board.ring = Some(self.num(n, &ctx));
            }
        }
    }

    fn players(&mut self, list: &ast::PlayerList, span: Span) {
        let (count, names) = match list {
            ast::PlayerList::Names(names) => (None, names),
            ast::PlayerList::Count(n, names) => (Some(n), names),
        };
        for (i, n) in names.iter().enumerate() {
            if names[..i].iter().any(|m| m.text == n.text) {
                self.error(&codes::DUPLICATE, n.span, format!("two players are named `{}`", n.text), "");
            }
        }
        let counts = match count.map(|n| &n.kind) {
            None => vec![names.len() as i64],
            Some(ast::NumKind::Int(n)) => vec![i64::try_from(*n).unwrap_or(i64::MAX)],
            Some(ast::NumKind::Name(name)) if self.names.get(&name.text).is_none() => {
                self.unknown(name, "a number, or an option whose values are numbers,");
                return;
            }
            Some(kind) => {
                let option = if let ast::NumKind::Name(name) = kind { self.names.numbers(&name.text) } else { None };
                let Some(numbers) = option else {
                    let help =
                        "write a number, or the name of an option: `option seats = 2 in 2..4` and `players seats`";
                    let message = "how many play must be known before the game";
                    self.error(&codes::WRONG_KIND, span, message, help);
                    return;
                };
                numbers
            }
        };
        let most = names::MOST as i64;
        if let Some(bad) = counts.iter().find(|n| !(1..=most).contains(*n)) {
            self.error(&codes::BAD_BOARD, span, format!("a game can't have {bad} players"), "it has 1 to 10");
        } else if let (Some(_), Some(&max), false) = (count, counts.iter().max(), names.is_empty())
            && max != names.len() as i64
        {
            let message = format!("{} names are given, and up to {max} play", names.len());
            self.error(&codes::BAD_BOARD, span, message, "give one name for each of them, in the order of play");
        }
    }

    /// What is hidden is hidden from somebody else.
    fn hidden(&mut self, said: bool, span: Span) -> bool {
        if said && self.names.always(1) {
            let message = "a player by himself has nobody from whom seeds are hidden";
            self.error(&codes::WRONG_PLACE, span, message, "leave out `hidden`");
        }
        said
    }

    /// How many play.
    pub(super) fn player_count(&self) -> Num {
        let file_says = |e: &names::Entry<'_>| match (e.what, &self.names.by) {
            (names::Named::Option(id, _), Some(by)) if e.name == by => Some(Num::Option(id)),
            _ => None,
        };
        let by = self.names.entries.iter().find_map(file_says);
        by.unwrap_or(Num::Const(self.names.players.len() as i64))
    }

    #[allow(clippy::too_many_arguments)] // one for each part of the statement
    fn seeds(
        &mut self,
        at: Option<&ast::Ref>,
        seeds: &ast::Seeds,
        who: Option<&ast::Ident>,
        piece: Option<&ast::Ident>,
        span: Span,
        board: &mut ir::Board,
        said: &mut Said,
    ) {
        let ctx = Ctx::new(Room::Board);
        let piece = piece.and_then(|name| self.piece_kind(name));
        if at.is_none() && who.is_none() && piece.is_none() {
            self.once("`seeds`", &mut said.seeds, span);
        }
        let player = match who {
            None => None,
            Some(name) => match self.names.player(&name.text) {
                Some(p) => Some(p),
                None if name.text == "first" => Some(0),
                None if name.text == "second" => Some(1),
                None => self.player_named(name, ", or `first` and `second`"),
            },
        };
        let at = at.map(|r| self.set(r, &ctx));
        let (seeds, repeated) = match seeds {
            ast::Seeds::Each(n) => (vec![self.num(n, &ctx)], true),
            ast::Seeds::Row { counts, repeated } => (counts.iter().map(|n| self.num(n, &ctx)).collect(), *repeated),
        };
        board.seeds.push(ir::Setup { at, seeds, repeated, player, piece, span });
    }
}
