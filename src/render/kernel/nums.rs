//! Numbers.

use super::Words;
use super::places::num_slot;
use crate::ir::{MinMax, Num, NumOp, OptionId};

impl Words<'_> {
    /// A number.
    pub(super) fn num(self, n: &Num) -> String {
        match n {
            Num::Const(n) => n.to_string(),
            Num::Option(id) => self.option(*id),
            Num::Hand => "hand".to_owned(),
            Num::Lap => "lap".to_owned(),
            Num::Turn => "turn".to_owned(),
            Num::MyTurn => "my turn".to_owned(),
            Num::Round => "round".to_owned(),
            Num::RoundsWon(player) => format!("rounds won by {}", self.player(player)),
            Num::Taken => "taken".to_owned(),
            Num::TakenThisLap => "taken this lap".to_owned(),
            Num::SownThisTurn => "seeds sown this turn".to_owned(),
            Num::Kept(player) => format!("kept of {}", self.player(player)),
            Num::InPlay => "seeds in play".to_owned(),
            Num::NumberOf(place) => format!("number of {}", self.place(place)),
            Num::Total(set) => format!("total of {}", self.base(set)),
            Num::Worth(set) => format!("value of {}", self.base(set)),
            Num::Pieces(pieces, set) => format!("count of {} in {}", self.of_kind(*pieces), self.base(set)),
            Num::Count(set) => format!("count of {}", self.base(set)),
            Num::Score(player) => format!("score of {}", self.player(player)),
            Num::Held(place) => self.place(place),
            Num::Var(id, of) => self.var(*id, of),
            Num::Slot(slot) => num_slot(*slot),
            Num::Let(id) => self.let_name(*id),
            Num::Op(op, a, b) => {
                let (sign, left, right) = match op {
                    NumOp::Add => ("+", 1, 2),
                    NumOp::Sub => ("-", 1, 2),
                    NumOp::Mul => ("*", 2, 3),
                    NumOp::Div => ("/", 2, 3),
                    NumOp::Mod => ("mod", 2, 3),
                };
                format!("{} {sign} {}", self.num_within(a, left), self.num_within(b, right))
            }
            Num::MinMax(which, a, b) => {
                let which = match which {
                    MinMax::Min => "min",
                    MinMax::Max => "max",
                };
                format!("{which}({}, {})", self.num(a), self.num(b))
            }
            Num::If(cond, a, b) => {
                format!("if {} then {} else {}", self.cond(cond), self.num_within(a, 1), self.num_within(b, 1))
            }
        }
    }

    /// A number beside an operator or a comparison, in parentheses if it binds less than that.
    pub(super) fn num_within(self, n: &Num, least: u8) -> String {
        if binding(n) < least { format!("({})", self.num(n)) } else { self.num(n) }
    }

    /// An option's name by index.
    pub(super) fn option(self, id: OptionId) -> String {
        self.game.options.get(usize::from(id)).map_or_else(|| format!("option{id}"), |o| o.name.clone())
    }
}

/// How firmly a number's parts hold together: 0 (`if`) to 3 (one word).
fn binding(n: &Num) -> u8 {
    match n {
        Num::If(..) => 0,
        Num::Op(NumOp::Add | NumOp::Sub, ..) => 1,
        Num::Const(n) if *n < 0 => 1,
        Num::Op(NumOp::Mul | NumOp::Div | NumOp::Mod, ..) => 2,
        Num::Const(_)
        | Num::Option(_)
        | Num::Hand
        | Num::Lap
        | Num::Turn
        | Num::MyTurn
        | Num::Round
        | Num::RoundsWon(_)
        | Num::Taken
        | Num::TakenThisLap
        | Num::SownThisTurn
        | Num::Kept(_)
        | Num::InPlay
        | Num::NumberOf(_)
        | Num::Total(_)
        | Num::Worth(_)
        | Num::Pieces(..)
        | Num::Count(_)
        | Num::Score(_)
        | Num::Held(_)
        | Num::Var(..)
        | Num::Slot(_)
        | Num::Let(_)
        | Num::MinMax(..) => 3,
    }
}
