//! Conditions.

use super::places::maker;
use super::{Words, alternatives};
use crate::ir::{Compare, Cond, CountTest, Direction, Game, Num, OptionId, Owner, Place, Player, Quantifier, Set};

impl Words<'_> {
    /// A condition.
    pub(super) fn cond(self, cond: &Cond) -> String {
        self.pieces(cond).join(" ")
    }

    /// A condition in pieces, before each of which a long line may be broken.
    pub(super) fn pieces(self, cond: &Cond) -> Vec<String> {
        let (joint, list) = match cond {
            Cond::And(list) if list.len() > 1 => ("and", list),
            Cond::Or(list) if list.len() > 1 => ("or", list),
            other => return vec![self.test(other, false)],
        };
        let piece = |(i, c): (usize, &Cond)| {
            let text = if joint == "or" && matches!(c, Cond::And(l) if l.len() > 1) {
                self.cond(c)
            } else {
                self.test(c, false)
            };
            if i == 0 { text } else { format!("{joint} {text}") }
        };
        list.iter().enumerate().map(piece).collect()
    }

    /// A test, or its opposite; conditions of several parts in parentheses.
    fn test(self, cond: &Cond, not: bool) -> String {
        match cond {
            Cond::Const(holds) => if *holds == not { "not otherwise" } else { "otherwise" }.to_owned(),
            Cond::And(list) | Cond::Or(list) => match &list[..] {
                [] => self.test(&Cond::Const(matches!(cond, Cond::And(_))), not),
                [one] => self.test(one, not),
                _ => denied(not, &format!("({})", self.cond(cond))),
            },
            Cond::Not(inner) if not => format!("not ({})", self.test(inner, true)),
            Cond::Not(inner) => self.test(inner, true),
            Cond::Option(id, value) => {
                format!("option {} is {}{}", self.option(*id), negative(not), self.option_value(*id, *value))
            }
            Cond::Holds(place, counts) => {
                format!("{} holds {}{}", self.place(place), negative(not), self.counts(counts))
            }
            Cond::Was(counts) => format!("here was {}{}", negative(not), self.counts(counts)),
            Cond::Mine(place) => self.is(place, not, "mine"),
            Cond::Theirs(place) => self.is(place, not, "theirs"),
            Cond::IsStore(place) => self.is(place, not, "a store"),
            Cond::Closed(place) => self.is(place, not, "closed"),
            Cond::Reached(place) => self.is(place, not, "reached"),
            Cond::Marked(place, kind, whose) => {
                let what = kind.map_or_else(|| "marked".to_owned(), |k| self.a_mark(k));
                self.is(place, not, &format!("{what}{}", maker(*whose)))
            }
            Cond::Same(a, b) => self.is(a, not, &self.place(b)),
            Cond::In(place, set) => self.is(place, not, &format!("in {}", self.base(set))),
            Cond::Quantified(q, set, test) => denied(not, &self.quantified(q, set, test)),
            Cond::Compare(op, a, b) => denied(not, &self.compare(*op, a, b)),
            Cond::CannotMove(player) => {
                format!("{} {}", self.player(player), if not { "can move" } else { "cannot move" })
            }
            Cond::LayoutRepeats(2) => denied(not, "the layout repeats"),
            Cond::LayoutRepeats(n) => denied(not, &format!("the layout repeats {n} times")),
            Cond::Repeats(2) => denied(not, "the position repeats"),
            Cond::Repeats(n) => denied(not, &format!("the position repeats {n} times")),
            Cond::Dropped(pieces) => denied(not, &format!("dropped {}", self.a_piece(*pieces))),
            Cond::Last => denied(not, "last"),
            Cond::Class(name) => format!("class is {}{name}", negative(not)),
            Cond::Phase(None, name) => format!("phase is {}{name}", negative(not)),
            Cond::Phase(Some(player), name) => format!("phase of {} is {}{name}", self.player(player), negative(not)),
            Cond::DirectionIs(d) => format!("direction is {}{}", negative(not), direction(self.game, *d)),
            Cond::CouldPlay(player, class) => denied(not, &format!("{} could play {class}", self.subject(player))),
            Cond::CouldCapture(player, place) => {
                denied(not, &format!("{} could capture {}", self.subject(player), self.place(place)))
            }
            Cond::Let(id) => denied(not, &self.let_name(*id)),
        }
    }

    fn is(self, place: &Place, not: bool, what: &str) -> String {
        format!("{} is {}{what}", self.place(place), negative(not))
    }

    /// A player who could do something.
    fn subject(self, player: &Player) -> String {
        if *player == Player::Mover { "I".to_owned() } else { self.player(player) }
    }

    /// An option's value as typed.
    pub(super) fn option_value(self, id: OptionId, value: i64) -> String {
        self.game.options.get(usize::from(id)).map_or_else(|| value.to_string(), |o| o.show(value))
    }

    fn compare(self, op: Compare, a: &Num, b: &Num) -> String {
        // Whose side it is, the language says only so.
        if let (Num::Total(Set::Pits(Owner::Of(Player::Bound))), Num::Const(0)) = (a, b)
            && self.naming
        {
            match op {
                Compare::Eq => return "a side is empty".to_owned(),
                Compare::Gt => return "a side is occupied".to_owned(),
                Compare::Ne | Compare::Lt | Compare::Le | Compare::Ge => {}
            }
        }
        let sign = match op {
            Compare::Eq => "=",
            Compare::Ne => "!=",
            Compare::Lt => "<",
            Compare::Le => "<=",
            Compare::Gt => ">",
            Compare::Ge => ">=",
        };
        format!("{} {sign} {}", self.num_within(a, 1), self.num_within(b, 1))
    }

    fn counts(self, test: &CountTest) -> String {
        match test {
            CountTest::OneOf(ranges) => {
                let range = |(lo, hi): &(Num, Num)| {
                    let (lo, hi) = (self.num_within(lo, 3), self.num_within(hi, 3));
                    if lo == hi { lo } else { format!("{lo}..{hi}") }
                };
                alternatives(&ranges.iter().map(range).collect::<Vec<_>>())
            }
            CountTest::Than(op, n) => {
                let than = match op {
                    Compare::Eq => "",
                    Compare::Ne => "other than ",
                    Compare::Lt => "fewer than ",
                    Compare::Le => "at most ",
                    Compare::Gt => "more than ",
                    Compare::Ge => "at least ",
                };
                format!("{than}{}", self.num_within(n, 1))
            }
            CountTest::Odd => "odd".to_owned(),
            CountTest::Even => "even".to_owned(),
        }
    }

    /// `any of SET is …`; where the test says more than one thing of each pit, those for which it
    /// holds are counted.
    fn quantified(self, q: &Quantifier, set: &Set, test: &Cond) -> String {
        let text = self.testing().cond(test);
        let clause = text.strip_prefix("it ").filter(|_| is_clause(test));
        if let Some(clause) = clause {
            let how_many = match q {
                Quantifier::Any => "any".to_owned(),
                Quantifier::All => "all".to_owned(),
                Quantifier::None => "none".to_owned(),
                Quantifier::Exactly(n) => self.count(n),
                Quantifier::AtLeast(n) => format!("at least {}", self.count(n)),
            };
            let one = matches!(q, Quantifier::Any | Quantifier::None);
            let clause = if one { clause.to_owned() } else { plural(clause) };
            return format!("{how_many} of {} {clause}", self.base(set));
        }
        let those = |test: String| format!("count of ({} where {test})", self.base(set));
        match q {
            Quantifier::Any => format!("{} > 0", those(text)),
            Quantifier::All => format!("{} = 0", those(self.testing().test(test, true))),
            Quantifier::None => format!("{} = 0", those(text)),
            Quantifier::Exactly(n) => format!("{} = {}", those(text), self.num_within(n, 1)),
            Quantifier::AtLeast(n) => format!("{} >= {}", those(text), self.num_within(n, 1)),
        }
    }

    fn count(self, n: &Num) -> String {
        match n {
            Num::Const(n) if *n >= 0 => n.to_string(),
            n => format!("({})", self.num(n)),
        }
    }
}

/// A clause of one pit, said of several.
fn plural(clause: &str) -> String {
    match clause.split_once(' ') {
        Some(("is", rest)) => format!("are {rest}"),
        Some(("holds", rest)) => format!("hold {rest}"),
        _ => clause.to_owned(),
    }
}

/// Whether a condition says one thing of one pit, so that it can follow `any of SET`.
fn is_clause(cond: &Cond) -> bool {
    match cond {
        Cond::Not(inner) => !matches!(**inner, Cond::Not(_)) && is_clause(inner),
        Cond::Holds(p, _)
        | Cond::Mine(p)
        | Cond::Theirs(p)
        | Cond::IsStore(p)
        | Cond::Closed(p)
        | Cond::Reached(p)
        | Cond::Marked(p, ..)
        | Cond::Same(p, _)
        | Cond::In(p, _) => *p == Place::It,
        Cond::Const(_)
        | Cond::And(_)
        | Cond::Or(_)
        | Cond::Option(..)
        | Cond::Was(_)
        | Cond::Quantified(..)
        | Cond::Compare(..)
        | Cond::CannotMove(_)
        | Cond::Repeats(_)
        | Cond::LayoutRepeats(_)
        | Cond::Last
        | Cond::Dropped(_)
        | Cond::Class(_)
        | Cond::Phase(..)
        | Cond::DirectionIs(_)
        | Cond::CouldPlay(..)
        | Cond::CouldCapture(..)
        | Cond::Let(_) => false,
    }
}

/// A direction.
pub(super) fn direction(game: &Game, d: Direction) -> &str {
    match d {
        Direction::Option(id) => game.options.get(usize::from(id)).map_or("a direction", |o| &o.name),
        Direction::Counterclockwise => "counterclockwise",
        Direction::Clockwise => "clockwise",
        Direction::Either => "either",
        Direction::Outward => "outward",
        Direction::Inward => "inward",
        Direction::ByParity => "by parity",
        Direction::Forward => "forward",
        Direction::Backward => "backward",
    }
}

fn negative(not: bool) -> &'static str {
    if not { "not " } else { "" }
}

fn denied(not: bool, text: &str) -> String {
    format!("{}{text}", negative(not))
}
