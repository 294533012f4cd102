//! Places, sets, players and directions.

use super::{Builder, Kids, P, Rule, words};
use crate::diagnostic::{codes, did_you_mean};
use crate::source::Span;
use crate::syntax::ast::{Adjective, Direction, Ident, Noun, Num, NumKind, Pieces, Ref, RefKind, Side, Way, Who};
use crate::syntax::explain;

/// What an expression is, as far as its form tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A place or set; a bare name too.
    Place,
    /// A number.
    Number,
    /// A condition.
    Condition,
}

/// The form of an `expr`, `sum` or `operand`.
pub(super) fn shape(p: &P<'_>) -> Shape {
    let mut kids = Kids::of(p);
    let Some(first) = kids.next() else { return atom_shape(p) };
    let more = kids.next().is_some();
    match (p.as_rule(), first.as_rule()) {
        (Rule::expr | Rule::test, Rule::test | Rule::sum) if !more => shape(&first),
        // `(P and Q)`: a set, when each part is one.
        (Rule::expr, _) => {
            let mut parts = p.clone().into_inner();
            let sets = parts.all(|k| k.as_rule() == Rule::and || (k.as_rule() == Rule::test && is_set(&k)));
            if sets { Shape::Place } else { Shape::Condition }
        }
        (Rule::sum, Rule::operand) if !more => shape(&first),
        (Rule::sum, _) => Shape::Number,
        (Rule::operand, _) if more => Shape::Place,
        (Rule::operand, _) => atom_shape(&first),
        _ => atom_shape(p),
    }
}

/// Whether a test can only be a place or set; a bare name is rather a condition.
fn is_set(test: &P<'_>) -> bool {
    shape(test) == Shape::Place && bare_name(test).is_none()
}

/// The name that an `expr`, `test`, `sum` or `operand` consists of.
pub(super) fn bare_name<'i>(p: &P<'i>) -> Option<P<'i>> {
    let mut kids = Kids::of(p);
    let first = kids.next()?;
    if kids.next().is_some() {
        return None;
    }
    match first.as_rule() {
        Rule::test | Rule::sum | Rule::operand | Rule::named => bare_name(&first),
        Rule::name => Some(first),
        _ => None,
    }
}

pub(super) fn atom_shape(p: &P<'_>) -> Shape {
    let mut kids = Kids::of(p);
    match p.as_rule() {
        Rule::paren => paren_shape(kids),
        Rule::counted => {
            kids.next();
            suffix_shape(&mut kids).unwrap_or(Shape::Number)
        }
        Rule::fixed if matches!(words(p), "lap" | "turn" | "round" | "seeds sown this turn" | "seeds in play") => {
            Shape::Number
        }
        Rule::sided => match kids.nth(1) {
            Some(Rule::own_turn) => Shape::Number,
            _ => Shape::Place,
        },
        Rule::named => match kids.nth(1) {
            Some(Rule::player) => Shape::Number,
            _ => Shape::Place,
        },
        Rule::taken | Rule::pieces_in | Rule::measure | Rule::rounds_won | Rule::score | Rule::kept => Shape::Number,
        Rule::minmax | Rule::choice => Shape::Number,
        Rule::ends | Rule::occupied | Rule::run | Rule::leapfrog | Rule::marked_set | Rule::store_of => Shape::Place,
        Rule::reserve_of | Rule::fixed | Rule::pit | Rule::step | Rule::opposite => Shape::Place,
        _ => Shape::Condition,
    }
}

fn paren_shape(mut kids: Kids<'_>) -> Shape {
    let exprs = kids.all(Rule::expr);
    match suffix_shape(&mut kids) {
        Some(shape) => shape,
        None if exprs.len() == 1 => exprs.first().map_or(Shape::Condition, shape),
        None => Shape::Place,
    }
}

/// `N ahead` is a place, `N of SET is …` a condition.
fn suffix_shape(kids: &mut Kids<'_>) -> Option<Shape> {
    if kids.has(Rule::way) {
        return Some(Shape::Place);
    }
    kids.next().map(|_| Shape::Condition)
}

impl Builder<'_, '_, '_, '_> {
    /// A place or set out of an `expr`, `test`, `refs`, `sum` or `operand`.
    pub(super) fn place(&mut self, p: &P<'_>) -> Option<Ref> {
        let mut kids = Kids::of(p);
        match p.as_rule() {
            Rule::expr | Rule::refs => self.places(p),
            Rule::operand => {
                let mut place = self.atom_place(&kids.next()?)?;
                while let Some(more) = kids.next() {
                    place = self.narrowed(place, &more)?;
                }
                Some(place)
            }
            Rule::sum | Rule::test => {
                let first = kids.next()?;
                if kids.next().is_some() || !matches!(first.as_rule(), Rule::sum | Rule::operand) {
                    return self.no_place(p);
                }
                self.place(&first)
            }
            _ => self.no_place(p),
        }
    }

    /// `P and Q, R`
    fn places(&mut self, p: &P<'_>) -> Option<Ref> {
        let mut all = Vec::new();
        for kid in p.clone().into_inner() {
            match kid.as_rule() {
                Rule::and => {}
                Rule::or => return self.no_place(p),
                _ => all.push(self.place(&kid)?),
            }
        }
        Some(self.joined(all, self.span(p)))
    }

    fn joined(&self, mut all: Vec<Ref>, span: Span) -> Ref {
        if all.len() == 1 {
            return all.remove(0);
        }
        Ref { kind: RefKind::And(all), span }
    }

    fn narrowed(&mut self, place: Ref, p: &P<'_>) -> Option<Ref> {
        let span = place.span.to(self.span(p));
        let inner = Kids::of(p).next()?;
        let kind = match inner.as_rule() {
            Rule::expr => RefKind::Where(Box::new(place), Box::new(self.cond(&inner)?)),
            Rule::end_first => RefKind::ButEnd(Box::new(place), false),
            Rule::end_last => RefKind::ButEnd(Box::new(place), true),
            _ => RefKind::But(Box::new(place), Box::new(self.place(&inner)?)),
        };
        Some(Ref { kind, span })
    }

    fn no_place<T>(&mut self, p: &P<'_>) -> Option<T> {
        let what = match shape(p) {
            Shape::Number => "a number",
            _ => "a condition",
        };
        let help = "a place or set is wanted here, such as `here`, `next`, `my pit 3` or `my pits`";
        self.error(&codes::SYNTAX, p, format!("this is {what}, not a place"), help);
        None
    }

    pub(super) fn atom_place(&mut self, p: &P<'_>) -> Option<Ref> {
        let span = self.span(p);
        let mut kids = Kids::of(p);
        let kind = match p.as_rule() {
            Rule::paren => return self.paren_place(p),
            Rule::counted => {
                let int = kids.next()?;
                let n = Num { kind: NumKind::Int(self.int(&int)?), span: self.span(&int) };
                match kids.take(Rule::way) {
                    Some(way) => self.step(n, words(&way) == "behind", &mut kids)?,
                    None => return self.no_place(p),
                }
            }
            Rule::fixed => match words(p) {
                "here" => RefKind::Here,
                "start" => RefKind::Start,
                "lap start" => RefKind::LapStart,
                "first fed" => RefKind::FirstFed,
                "before last" => RefKind::BeforeLast,
                "it" => RefKind::It,
                "hand" => RefKind::Hand,
                "nobody" => RefKind::Nobody,
                _ => return self.no_place(p),
            },
            Rule::sided => return self.sided(p),
            Rule::step => match p.as_str().split(' ').next() {
                Some("neighbour") => RefKind::Neighbour(self.of(&mut kids)?),
                word => {
                    let n = Num { kind: NumKind::Int(1), span };
                    self.step(n, word == Some("previous"), &mut kids)?
                }
            },
            Rule::opposite => {
                let front = match kids.has(Rule::opposite_front) {
                    true => Some(true),
                    false => kids.has(Rule::opposite_back).then_some(false),
                };
                RefKind::Opposite { front, of: self.of(&mut kids)? }
            }
            Rule::store_of => RefKind::StoreOf(Box::new(self.who(&kids.next()?)?)),
            Rule::reserve_of => RefKind::Reserve(Box::new(self.who(&kids.next()?)?)),
            Rule::pit => RefKind::Pit(self.ident(&kids.next()?)),
            Rule::ends => {
                let n = match kids.take(Rule::int).or_else(|| kids.take(Rule::sum)) {
                    Some(n) => Some(Box::new(self.num(&n)?)),
                    None => None,
                };
                RefKind::Ends { last: p.as_str().starts_with("last "), n, of: self.of(&mut kids)?? }
            }
            Rule::occupied => RefKind::FirstOccupied {
                before: p.as_str().starts_with("first occupied before"),
                of: Box::new(self.place(&kids.next()?)?),
            },
            Rule::run => self.run(p)?,
            Rule::leapfrog => RefKind::Leapfrog(Box::new(self.place(&kids.next()?)?)),
            Rule::marked_set => {
                let kind = self.ident(&kids.next()?);
                RefKind::Marked(kind, kids.take(Rule::whose).map(|w| whose(&w)))
            }
            Rule::named => return self.named(p),
            _ => return self.no_place(p),
        };
        Some(Ref { kind, span })
    }

    fn paren_place(&mut self, p: &P<'_>) -> Option<Ref> {
        let span = self.span(p);
        let mut kids = Kids::of(p);
        let exprs = kids.all(Rule::expr);
        if let Some(way) = kids.take(Rule::way) {
            let n = self.num(exprs.first()?)?;
            return Some(Ref { kind: self.step(n, words(&way) == "behind", &mut kids)?, span });
        }
        if kids.next().is_some() {
            return self.no_place(p);
        }
        let all = exprs.iter().map(|e| self.place(e)).collect::<Option<Vec<_>>>()?;
        Some(self.joined(all, span))
    }

    fn run(&mut self, p: &P<'_>) -> Option<RefKind> {
        let mut kids = Kids::of(p);
        let way = match p.as_str().split(' ').next() {
            Some("back") => Way::Back,
            Some("ahead") => Way::Ahead,
            _ => Way::Both,
        };
        let from = Box::new(self.place(&kids.next()?)?);
        Some(RefKind::Run { way, from, while_: Box::new(self.cond(&kids.next()?)?) })
    }

    /// An optional `of P`; the outer `None` is a mistake in P.
    fn of(&mut self, kids: &mut Kids<'_>) -> Option<Option<Box<Ref>>> {
        match kids.take(Rule::of) {
            Some(of) => Some(Some(Box::new(self.place(&Kids::of(&of).next()?)?))),
            None => Some(None),
        }
    }

    fn step(&mut self, n: Num, back: bool, kids: &mut Kids<'_>) -> Option<RefKind> {
        Some(RefKind::Step { n: Box::new(n), back, of: self.of(kids)? })
    }

    fn sided(&mut self, p: &P<'_>) -> Option<Ref> {
        let span = self.span(p);
        let mut kids = Kids::of(p);
        let side = side(&kids.next()?);
        if kids.has(Rule::own_store) {
            return Some(Ref { kind: RefKind::SideStore(side), span });
        }
        if kids.has(Rule::own_reserve) {
            let who = match side {
                Side::My => Who::Mover,
                Side::Their => Who::Opponent,
                Side::All => Who::Each,
            };
            return Some(Ref { kind: RefKind::Reserve(Box::new(who)), span });
        }
        let adjectives = kids.all(Rule::adjective).iter().filter_map(|a| adjective(words(a))).collect();
        let what = kids.next()?;
        let index = match kids.take(Rule::index) {
            Some(index) => Some(self.index(&index)?),
            None => None,
        };
        let noun = match what.as_rule() {
            Rule::pits => match index {
                Some((from, to)) => Noun::PitRange(from, to),
                None => Noun::Pits,
            },
            Rule::noun => self.noun(&what),
            Rule::group => Noun::Group(self.group_name(&what)?, index),
            _ => return self.no_place(p),
        };
        Some(Ref { kind: RefKind::Sided { side, adjectives, noun }, span })
    }

    /// A noun of the language, unless the file gives its word to a row or group.
    fn noun(&mut self, p: &P<'_>) -> Noun {
        if self.reader.declared.has(words(p)) {
            return Noun::Group(self.ident(p), None);
        }
        match words(p) {
            "side" => Noun::Side,
            "left half" => Noun::LeftHalf,
            "right half" => Noun::RightHalf,
            "middle" => Noun::Middle,
            _ => Noun::Ends,
        }
    }

    fn group_name(&mut self, p: &P<'_>) -> Option<Ident> {
        let name = Kids::of(p).next()?;
        self.used_name(&name)
    }

    pub(super) fn index(&mut self, p: &P<'_>) -> Option<(Num, Option<Num>)> {
        let mut kids = Kids::of(p);
        let from = self.num(&kids.next()?)?;
        let to = match kids.next() {
            Some(to) => Some(self.num(&to)?),
            None => None,
        };
        Some((from, to))
    }

    fn named(&mut self, p: &P<'_>) -> Option<Ref> {
        let span = self.span(p);
        let mut kids = Kids::of(p);
        let name = self.used_name(&kids.next()?)?;
        let kind = match kids.next() {
            None if self.is_all_pits(&name) => {
                RefKind::Sided { side: Side::All, adjectives: Vec::new(), noun: Noun::Pits }
            }
            None => RefKind::Name(name),
            Some(index) if index.as_rule() == Rule::index => {
                let noun = Noun::Group(name, Some(self.index(&index)?));
                RefKind::Sided { side: Side::All, adjectives: Vec::new(), noun }
            }
            Some(of) if of.as_rule() == Rule::operand => RefKind::NameOf(name, Box::new(self.place(&of)?)),
            Some(_) => return self.no_place(p),
        };
        Some(Ref { kind, span })
    }

    /// `skip pits where …`: all pits, unless the file gives the word to something else.
    pub(super) fn is_all_pits(&self, name: &Ident) -> bool {
        name.text == "pits" && !self.reader.declared.has("pits")
    }

    /// A player out of a `who` or `player`.
    pub(super) fn who(&mut self, p: &P<'_>) -> Option<Who> {
        if p.as_rule() == Rule::who {
            let inner = Kids::of(p).next()?;
            if inner.as_rule() == Rule::name {
                return Some(Who::Named(self.used_name(&inner)?));
            }
            return self.who(&inner);
        }
        let mut kids = Kids::of(p);
        Some(match words(p) {
            "mover" | "me" | "I" => Who::Mover,
            "opponent" | "them" => Who::Opponent,
            "a player" | "any player" => Who::APlayer,
            "that player" => Who::That,
            "the other player" => Who::Other,
            "each player" => Who::Each,
            "nobody" | "no player" => Who::Nobody,
            other => match kids.next()? {
                role if role.as_rule() == Rule::role => self::role(words(&role))?,
                of if other.starts_with("player") => Who::Number(Box::new(self.num(&of)?)),
                of if other.starts_with("owner") => Who::OwnerOf(Box::new(self.place(&of)?)),
                of => Who::MakerOf(Box::new(self.place(&of)?)),
            },
        })
    }

    pub(super) fn direction(&mut self, p: &P<'_>) -> Option<Direction> {
        Some(match words(p) {
            "counterclockwise" | "anticlockwise" => Direction::Counterclockwise,
            "clockwise" => Direction::Clockwise,
            "either way" | "either" => Direction::Either,
            "outward" => Direction::Outward,
            "inward" => Direction::Inward,
            "by parity" => Direction::ByParity,
            "forward" => Direction::Forward,
            "backward" => Direction::Backward,
            word => {
                let known = ["counterclockwise", "clockwise", "either", "outward", "inward", "forward", "backward"];
                let near = did_you_mean(word, known).filter(|_| !self.reader.declared.may_be(word));
                if let Some(near) = near {
                    let message = format!("`{word}` isn't a direction");
                    self.error(&codes::SYNTAX, p, message, format!("did you mean `{near}`?"));
                    return None;
                }
                Direction::Named(self.used_name(&Kids::of(p).next()?)?)
            }
        })
    }

    /// A name that is used here, not declared. One that nothing declares and that looks like a word
    /// of the language is taken for that word, misspelt.
    pub(super) fn used_name(&mut self, p: &P<'_>) -> Option<Ident> {
        let name = self.ident(p);
        if self.reader.declared.may_be(&name.text) {
            return Some(name);
        }
        let Some((wrong, right)) = explain::suspicious_name(&name.text, Rule::expr) else { return Some(name) };
        let (code, message) = if wrong {
            (&codes::WRONG_WORD, format!("`{}` isn't a word of the language", name.text))
        } else if self.reader.declared.has_near(&name.text) {
            return Some(name);
        } else {
            (&codes::UNKNOWN_NAME, format!("`{}` is neither a word of the language nor a name of this file", name.text))
        };
        self.error(code, p, message, format!("did you mean `{right}`?"));
        None
    }
}

impl Kids<'_> {
    /// The kind of the n-th part from here.
    pub(super) fn nth(&mut self, n: usize) -> Option<Rule> {
        self.0.nth(n).map(|p| p.as_rule())
    }
}

pub(super) fn side(p: &P<'_>) -> Side {
    match words(p) {
        "my" => Side::My,
        "their" => Side::Their,
        _ => Side::All,
    }
}

impl Builder<'_, '_, '_, '_> {
    /// `stone`, `my mother`
    pub(super) fn pieces(&mut self, p: &P<'_>) -> Option<Pieces> {
        let kind = self.used_name(&Kids::of(p).next()?)?;
        let whose = match p.as_str() {
            s if s.starts_with("my ") => Some(Side::My),
            s if s.starts_with("their ") => Some(Side::Their),
            _ => None,
        };
        Some(Pieces { kind, whose })
    }
}

pub(super) fn whose(p: &P<'_>) -> Side {
    match words(p) {
        "mine" => Side::My,
        _ => Side::Their,
    }
}

fn adjective(word: &str) -> Option<Adjective> {
    Some(match word {
        "occupied" => Adjective::Occupied,
        "empty" => Adjective::Empty,
        "single" => Adjective::Single,
        "unmarked" => Adjective::Unmarked,
        "open" => Adjective::Open,
        "closed" => Adjective::Closed,
        _ => return None,
    })
}

fn role(word: &str) -> Option<Who> {
    Some(match word {
        "poorer" => Who::Poorer,
        "richer" => Who::Richer,
        "winner" => Who::Winner,
        "loser" => Who::Loser,
        "starter" => Who::Starter,
        "last mover" => Who::LastMover,
        _ => return None,
    })
}
