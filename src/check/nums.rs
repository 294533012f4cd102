//! Numbers.

use super::names::{LetKind, Named};
use super::refs::side_player;
use super::{Ctx, Local, Lower, Room};
use crate::diagnostic::codes;
use crate::ir::{self, Num, Player, VarOf};
use crate::source::Span;
use crate::syntax::ast::{self, NumKind, NumOf, Who};

impl Lower<'_> {
    /// The number of a `let`, pasted in.
    fn let_in_board(&mut self, decl: &ast::LetDecl, ctx: &Ctx) -> Num {
        let mut ctx = ctx.clone();
        if ctx.calls.contains(&decl.name.text) {
            // A circle; it has been reported.
            return Num::Const(0);
        }
        ctx.calls.push(decl.name.text.clone());
        let ctx = &ctx;
        match &decl.body {
            ast::LetBody::Num(n) => self.num(n, ctx),
            ast::LetBody::Ref(ast::Ref { kind: ast::RefKind::Name(name), .. }) => self.named_num(name, ctx),
            ast::LetBody::Ref(_) | ast::LetBody::Cond(_) => self.not_a_number(&decl.name, "a place or condition"),
        }
    }

    /// A number.
    pub(super) fn num(&mut self, n: &ast::Num, ctx: &Ctx) -> Num {
        match &n.kind {
            NumKind::Int(i) => Num::Const(self.int(*i, n.span)),
            NumKind::Name(name) => self.named_num(name, ctx),
            NumKind::SideName(side, name) => self.var(name, Some(side_player(*side)), None, ctx),
            NumKind::NameOf(name, of) => match &**of {
                NumOf::Who(who) => {
                    let player = self.player(who, n.span, ctx);
                    self.var(name, Some(player), None, ctx)
                }
                NumOf::Ref(r) => self.var(name, None, Some(r), ctx),
            },
            NumKind::Hand => self.moving(n, ctx, Num::Hand),
            NumKind::Lap => self.moving(n, ctx, Num::Lap),
            NumKind::Turn => Num::Turn,
            NumKind::MyTurn => Num::MyTurn,
            NumKind::Round => Num::Round,
            NumKind::RoundsWon(who) => Num::RoundsWon(self.player(who, n.span, ctx)),
            NumKind::Taken => Num::Taken,
            NumKind::TakenThisLap => Num::TakenThisLap,
            NumKind::SownThisTurn => Num::SownThisTurn,
            NumKind::Kept(who) => {
                let player = who.as_deref().map_or(Player::Mover, |w| self.player(w, n.span, ctx));
                Num::Kept(player)
            }
            NumKind::InPlay => Num::InPlay,
            NumKind::NumberOf(r) => Num::NumberOf(self.place(r, ctx)),
            NumKind::Total(r) => Num::Total(self.set(r, ctx)),
            NumKind::Count(r) => Num::Count(self.set(r, ctx)),
            NumKind::Value(r) => Num::Worth(self.set(r, ctx)),
            NumKind::Pieces(pieces, r) => match self.pieces(pieces) {
                Some(pieces) => Num::Pieces(pieces, self.set(r, ctx)),
                None => Num::Const(0),
            },
            NumKind::Score(who) => Num::Score(self.player(who, n.span, ctx)),
            NumKind::Held(r) => self.held(r, ctx),
            NumKind::Binary(op, a, b) => {
                let op = match op {
                    ast::Arith::Add => ir::NumOp::Add,
                    ast::Arith::Sub => ir::NumOp::Sub,
                    ast::Arith::Mul => ir::NumOp::Mul,
                    ast::Arith::Div => ir::NumOp::Div,
                    ast::Arith::Mod => ir::NumOp::Mod,
                };
                Num::Op(op, Box::new(self.num(a, ctx)), Box::new(self.num(b, ctx)))
            }
            NumKind::Negative(a) => match self.num(a, ctx) {
                Num::Const(n) => Num::Const(-n),
                a => Num::Op(ir::NumOp::Sub, Box::new(Num::Const(0)), Box::new(a)),
            },
            NumKind::MinMax(max, a, b) => {
                let which = if *max { ir::MinMax::Max } else { ir::MinMax::Min };
                Num::MinMax(which, Box::new(self.num(a, ctx)), Box::new(self.num(b, ctx)))
            }
            NumKind::If(c, a, b) => {
                let c = self.cond(c, ctx);
                Num::If(Box::new(c), Box::new(self.num(a, ctx)), Box::new(self.num(b, ctx)))
            }
        }
    }

    /// A number as written, no more than a game can hold.
    fn int(&mut self, i: u64, span: Span) -> i64 {
        const MOST: u64 = 4_000_000_000;
        if i > MOST {
            self.error(&codes::BAD_NUMBER, span, format!("{i} is too large a number"), "the most is 4,000,000,000");
            return 0;
        }
        i as i64
    }

    /// A number that only a move has.
    fn moving(&mut self, n: &ast::Num, ctx: &Ctx, num: Num) -> Num {
        if matches!(ctx.room, Room::Board | Room::Moves | Room::Round) {
            let words = self.words(n.span);
            self.error(
                &codes::WRONG_PLACE,
                n.span,
                format!("`{words}` means something only while a move is made"),
                "use it in a hook such as `landing` or `each seed`",
            );
        }
        num
    }

    /// A place as a number is what it holds; several pits need `total of`.
    fn held(&mut self, r: &ast::Ref, ctx: &Ctx) -> Num {
        match self.made(r, ctx) {
            super::refs::Made::Place(ir::Place::Hand) => Num::Hand,
            super::refs::Made::Place(p) => Num::Held(p),
            super::refs::Made::Set(s) => {
                let words = self.words(r.span);
                self.error(
                    &codes::WRONG_KIND,
                    r.span,
                    format!("`{words}` is a set of pits, and a number is needed here"),
                    &format!("write `total of {words}` for its seeds, or `count of {words}` for its pits"),
                );
                Num::Total(s)
            }
        }
    }

    pub(super) fn named_num(&mut self, name: &ast::Ident, ctx: &Ctx) -> Num {
        match self.local(name, ctx) {
            Some(Local::Num(n)) => return n,
            Some(Local::Place(p)) => return Num::Held(p),
            Some(Local::Let(LetKind::Num(id))) => return Num::Let(id),
            Some(Local::Let(LetKind::Place(id))) => return Num::Held(ir::Place::Let(id)),
            Some(Local::Let(LetKind::Broken)) => return Num::Const(0),
            Some(Local::Let(LetKind::Cond(_) | LetKind::Set(_))) => {
                return self.not_a_number(name, "a condition or set");
            }
            None => {}
        }
        match self.names.get(&name.text) {
            Some(Named::Option(id, decl)) => {
                let numeric = decl.range.is_some() || decl.values.iter().all(|v| matches!(v, ast::Value::Int(..)));
                if !numeric {
                    self.error(
                        &codes::WRONG_KIND,
                        name.span,
                        format!("the option `{}` is a word, and a number is needed here", name.text),
                        &format!("test it with `option {} is …`", name.text),
                    );
                }
                Num::Option(id)
            }
            Some(Named::Var(..)) => self.var(name, None, None, ctx),
            Some(Named::Let(decl)) => match self.names.lowered(&name.text) {
                // Nothing is worked out before the board is laid out, so its number stands there.
                Some(LetKind::Num(_)) if ctx.room == Room::Board => self.let_in_board(decl, ctx),
                Some(LetKind::Num(id)) => Num::Let(id),
                Some(LetKind::Place(id)) => Num::Held(ir::Place::Let(id)),
                Some(LetKind::Broken) => Num::Const(0),
                Some(LetKind::Cond(_) | LetKind::Set(_)) => self.not_a_number(name, "a condition or set"),
                None => {
                    self.let_too_early(name);
                    Num::Const(0)
                }
            },
            Some(Named::Group(_) | Named::Place(_)) => {
                let r = ast::Ref { kind: ast::RefKind::Name(name.clone()), span: name.span };
                self.held(&r, ctx)
            }
            Some(Named::Piece(..)) => self.piece_as_number(name, "", ""),
            Some(other) => self.not_a_number(name, other.kind()),
            None => {
                self.unknown(name, "a number");
                Num::Const(0)
            }
        }
    }

    fn piece_as_number(&mut self, name: &ast::Ident, my: &str, of_mine: &str) -> Num {
        let kind = &name.text;
        self.error(
            &codes::WRONG_KIND,
            name.span,
            format!("`{kind}` is a kind of piece, and a number is needed here"),
            &format!("write `count of {my}{kind} in P`, or of a place `P holds a {kind}{of_mine}`"),
        );
        Num::Const(0)
    }

    fn not_a_number(&mut self, name: &ast::Ident, kind: &str) -> Num {
        self.error(
            &codes::WRONG_KIND,
            name.span,
            format!("`{}` is {kind}, and a number is needed here", name.text),
            "",
        );
        Num::Const(0)
    }

    /// A variable, of the game, a player or a pit.
    fn var(&mut self, name: &ast::Ident, player: Option<Player>, of: Option<&ast::Ref>, ctx: &Ctx) -> Num {
        match self.var_of(name, player, of, ctx) {
            Some((id, of)) => Num::Var(id, of),
            None => Num::Const(0),
        }
    }

    fn var_of(
        &mut self,
        name: &ast::Ident,
        player: Option<Player>,
        of: Option<&ast::Ref>,
        ctx: &Ctx,
    ) -> Option<(u16, VarOf)> {
        let (id, decl) = match self.names.get(&name.text) {
            Some(Named::Var(id, decl)) => (id, decl),
            Some(Named::Piece(..)) => {
                self.piece_as_number(name, "my ", " of mine");
                return None;
            }
            Some(other) => {
                let kind = other.kind();
                self.not_a_number(name, kind);
                return None;
            }
            None => {
                self.unknown(name, "a variable");
                return None;
            }
        };
        let of = match (decl.scope, player, of) {
            (ast::VarScope::Game, None, None) => VarOf::Game,
            (ast::VarScope::Player, Some(p), _) => VarOf::Player(p),
            // `catch of south`.
            (ast::VarScope::Player, None, Some(ast::Ref { kind: ast::RefKind::Name(named), .. }))
                if self.names.player(&named.text).is_some() && self.names.get(&named.text).is_none() =>
            {
                VarOf::Player(self.names.player(&named.text).map_or(Player::Nobody, Player::Fixed))
            }
            (ast::VarScope::Player, None, Some(r)) => {
                // `catch of P`: the pit's owner's.
                VarOf::Player(Player::OwnerOf(Box::new(self.place(r, ctx))))
            }
            (ast::VarScope::Pit, None, Some(r)) => VarOf::Place(self.place(r, ctx)),
            (ast::VarScope::Pit, None, None) => VarOf::Place(self.subject(name.span, ctx)),
            (scope, ..) => {
                let help = match scope {
                    ast::VarScope::Game => format!("there is one of it: write `{}`", name.text),
                    ast::VarScope::Player => format!("write `my {0}`, `their {0}` or `{0} of …`", name.text),
                    ast::VarScope::Pit => format!("write `{} of P`", name.text),
                };
                self.error(
                    &codes::WRONG_KIND,
                    name.span,
                    format!("it isn't clear whose `{}` is meant", name.text),
                    &help,
                );
                return None;
            }
        };
        Some((id, of))
    }

    /// The variable that `set` or `add` changes.
    pub(super) fn var_target(&mut self, n: &ast::Num, ctx: &Ctx) -> Option<(u16, VarOf)> {
        match &n.kind {
            NumKind::Name(name) => self.var_of(name, None, None, ctx),
            NumKind::SideName(side, name) => self.var_of(name, Some(side_player(*side)), None, ctx),
            NumKind::NameOf(name, of) => match &**of {
                NumOf::Who(who) => {
                    let who: &Who = who;
                    let player = self.player(who, n.span, ctx);
                    self.var_of(name, Some(player), None, ctx)
                }
                NumOf::Ref(r) => self.var_of(name, None, Some(r), ctx),
            },
            _ => {
                self.error(&codes::WRONG_KIND, n.span, "only a variable can be set", "declare one with `var NAME = 0`");
                None
            }
        }
    }
}
