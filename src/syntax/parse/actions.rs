//! Actions.

use super::{Builder, Kids, P, Rule, words};
use crate::syntax::ast::{
    Action, ActionKind, Among, Choose, FillFrom, Labelled, Num, Outcome, Pieces, Ref, RefKind, Rest, Who,
};

impl Builder<'_, '_, '_, '_> {
    /// The actions of a block or of a chain.
    pub(super) fn action_list(&mut self, p: &P<'_>) -> Option<Vec<Action>> {
        match p.as_rule() {
            Rule::block => Some(self.action_block(p)),
            _ => self.chain(p),
        }
    }

    pub(super) fn action_block(&mut self, p: &P<'_>) -> Vec<Action> {
        let lists = self.block(p, Rule::action_entry, |b, p| b.chain(&Kids::of(&p).next()?));
        lists.into_iter().flatten().collect()
    }

    /// `a then b`
    pub(super) fn chain(&mut self, p: &P<'_>) -> Option<Vec<Action>> {
        Kids::of(p).all(Rule::action).iter().map(|a| self.action(a)).collect()
    }

    pub(super) fn action(&mut self, p: &P<'_>) -> Option<Action> {
        let inner = Kids::of(p).next()?;
        let kind = self.action_kind(&inner)?;
        Some(Action { kind, span: self.span(&inner) })
    }

    fn action_kind(&mut self, p: &P<'_>) -> Option<ActionKind> {
        let mut kids = Kids::of(p);
        Some(match p.as_rule() {
            Rule::across => ActionKind::CaptureAcross { with_last: kids.has(Rule::with_last) },
            Rule::capture => self.capture(kids)?,
            Rule::put => {
                let n = self.num(&kids.next()?)?;
                let pieces = self.some_pieces(kids.take(Rule::pieces))?;
                let from = self.inner_place(kids.take(Rule::from))?;
                ActionKind::Put(n, pieces, from, self.place(&kids.next()?)?)
            }
            Rule::move_seeds => {
                let n = if kids.has(Rule::move_all) { None } else { Some(self.num(&kids.next()?)?) };
                let pieces = self.some_pieces(kids.take(Rule::pieces))?;
                ActionKind::Move(n, pieces, self.place(&kids.next()?)?, self.place(&kids.next()?)?)
            }
            Rule::drop_as => ActionKind::DropAs(self.pieces(&kids.next()?)?, self.num(&kids.next()?)?),
            Rule::drop => {
                let from = self.inner_place(kids.take(Rule::from))?;
                ActionKind::Drop { from, in_: self.inner_place(kids.take(Rule::in_))? }
            }
            Rule::make => {
                let place = self.place(&kids.next()?)?;
                let kind = self.ident(&kids.next()?);
                ActionKind::Make(place, kind, self.inner_who(kids.take(Rule::for_))?)
            }
            Rule::unmake => {
                let place = self.place(&kids.next()?)?;
                ActionKind::Unmake(place, kids.take(Rule::word).map(|w| self.ident(&w)))
            }
            Rule::close => ActionKind::Close(self.place(&kids.next()?)?),
            Rule::open => ActionKind::Open(self.place(&kids.next()?)?),
            Rule::give => ActionKind::Give(self.place(&kids.next()?)?, self.who(&kids.next()?)?),
            Rule::set => ActionKind::Set(self.num(&kids.next()?)?, self.num(&kids.next()?)?),
            Rule::add => ActionKind::Add(self.num(&kids.next()?)?, self.num(&kids.next()?)?),
            Rule::going_ => ActionKind::Going(self.direction(&kids.next()?)?),
            Rule::if_ => self.if_(kids)?,
            Rule::for_each => {
                let word = kids.next()?;
                let name = self.new_name(&word);
                ActionKind::ForEach(name, self.place(&kids.next()?)?, self.action_block(&kids.next()?))
            }
            Rule::for_who => ActionKind::ForWho(self.who(&kids.next()?)?, self.action_block(&kids.next()?)),
            Rule::let_ => ActionKind::Let(Box::new(self.let_(p)?)),
            Rule::do_ => {
                let name = self.ident(&kids.next()?);
                ActionKind::Do(name, kids.all(Rule::argument).iter().map(|a| self.num(a)).collect::<Option<_>>()?)
            }
            Rule::relay => ActionKind::Relay(self.inner_place(kids.take(Rule::from))?),
            Rule::sow => self.sow(kids)?,
            Rule::choose => ActionKind::Choose(Box::new(self.choose(p)?)),
            Rule::finish => {
                let outcomes = kids.all(Rule::outcome);
                ActionKind::Finish(outcomes.iter().map(|o| self.outcome(o)).collect::<Option<_>>()?)
            }
            Rule::wins => ActionKind::Wins(self.who(&kids.next()?)?),
            Rule::starts => ActionKind::Starts(self.who(&kids.next()?)?),
            Rule::lay_out => ActionKind::LayOut,
            Rule::fill => self.fill(kids)?,
            Rule::territory => match kids.take(Rule::by_store) {
                Some(by) => {
                    let mut kids = Kids::of(&by);
                    let n = self.num(&kids.next()?)?;
                    let rounding = match kids.next() {
                        Some(k) => Some(self.num(&k)?),
                        None => None,
                    };
                    ActionKind::TerritoryByStore(n, rounding)
                }
                None => {
                    let one = |p: &P<'_>| {
                        let mut kids = Kids::of(p);
                        Some((self.num(&kids.next()?)?, self.who(&kids.next()?)?))
                    };
                    ActionKind::Territory(kids.all(Rule::stretch).iter().map(one).collect::<Option<_>>()?)
                }
            },
            Rule::arrange => {
                let (n, set) = (self.num(&kids.next()?)?, self.place(&kids.next()?)?);
                let each = match (kids.next(), kids.next()) {
                    (Some(lo), Some(hi)) => Some((self.num(&lo)?, self.num(&hi)?)),
                    _ => None,
                };
                ActionKind::Arrange(n, set, each)
            }
            Rule::toward => ActionKind::Direction(self.direction(&kids.next()?)?),
            rule => plain(rule)?,
        })
    }

    /// The place of a part such as `from P`, which may be missing; the outer `None` is a mistake.
    fn inner_place(&mut self, part: Option<P<'_>>) -> Option<Option<Ref>> {
        match part {
            Some(part) => Some(Some(self.place(&Kids::of(&part).next()?)?)),
            None => Some(None),
        }
    }

    /// The kind that a part names, which may be missing; the outer `None` is a mistake.
    fn some_pieces(&mut self, part: Option<P<'_>>) -> Option<Option<Pieces>> {
        match part {
            Some(part) => Some(Some(self.pieces(&part)?)),
            None => Some(None),
        }
    }

    fn inner_who(&mut self, part: Option<P<'_>>) -> Option<Option<Who>> {
        match part {
            Some(part) => Some(Some(self.who(&Kids::of(&part).next()?)?)),
            None => Some(None),
        }
    }

    fn capture(&mut self, mut kids: Kids<'_>) -> Option<ActionKind> {
        let first = kids.next()?;
        let (what, n) = match kids.take(Rule::from_refs) {
            Some(from) => {
                let what = self.place(&Kids::of(&from).next()?)?;
                (what, Some(self.only_number(&first)?))
            }
            None => (self.place(&first)?, None),
        };
        let at_most = match kids.take(Rule::at_most) {
            Some(n) => Some(self.num(&Kids::of(&n).next()?)?),
            None => None,
        };
        let for_ = self.inner_who(kids.take(Rule::for_))?;
        Some(ActionKind::Capture { what, n, at_most, for_, to_hand: kids.has(Rule::to_hand) })
    }

    /// The number in `capture N from P`, which is first read as a list of places.
    fn only_number(&mut self, refs: &P<'_>) -> Option<Num> {
        let mut kids = Kids::of(refs);
        let first = kids.next()?;
        if kids.next().is_some() {
            let help = "write `capture N from P`, or `capture P and Q`";
            self.error(&crate::diagnostic::codes::SYNTAX, refs, "one number is wanted before `from`", help);
            return None;
        }
        self.num(&first)
    }

    fn if_(&mut self, mut kids: Kids<'_>) -> Option<ActionKind> {
        let mut branches = Vec::new();
        while let Some(cond) = kids.take(Rule::expr) {
            let block = kids.next()?;
            let span = self.span(&cond).to(self.span(&block));
            branches.push((self.cond(&cond)?, self.action_block(&block), span));
        }
        let mut rest = match kids.take(Rule::else_block) {
            Some(block) => self.action_block(&Kids::of(&block).next()?),
            None => Vec::new(),
        };
        while let Some((cond, actions, span)) = branches.pop() {
            let kind = ActionKind::If(cond, actions, rest);
            if branches.is_empty() {
                return Some(kind);
            }
            rest = vec![Action { kind, span }];
        }
        None
    }

    fn sow(&mut self, mut kids: Kids<'_>) -> Option<ActionKind> {
        let first = kids.next()?;
        let from = match kids.take(Rule::from) {
            Some(from) => Some((Some(self.num(&first)?), self.place(&Kids::of(&from).next()?)?)),
            None => match self.place(&first)? {
                Ref { kind: RefKind::Hand, .. } => None,
                place => Some((None, place)),
            },
        };
        let in_ = kids.take(Rule::first_in);
        let first_in = in_.is_some();
        let starting = self.inner_place(in_.or_else(|| kids.take(Rule::first_after)))?.map(|p| (first_in, p));
        let going = match kids.take(Rule::going_) {
            Some(going) => Some(self.direction(&Kids::of(&going).next()?)?),
            None => None,
        };
        Some(ActionKind::Sow { from, starting, going })
    }

    fn fill(&mut self, mut kids: Kids<'_>) -> Option<ActionKind> {
        let n = self.num(&kids.next()?)?;
        let set = self.inner_place(kids.take(Rule::in_))?;
        let from = fill_from(words(&kids.next()?));
        let mut partial = kids.has(Rule::rest_next);
        let pits = match kids.next() {
            Some(n) => Some(self.num(&n)?),
            None => None,
        };
        partial |= kids.has(Rule::rest_next);
        Some(ActionKind::Fill { n, set, from, pits, partial })
    }

    fn choose(&mut self, p: &P<'_>) -> Option<Choose> {
        let mut kids = Kids::of(p);
        let by_lot = kids.has(Rule::lot);
        let by = match kids.take(Rule::who) {
            Some(who) => Some(self.who(&who)?),
            None => None,
        };
        let Some(word) = kids.take(Rule::word) else {
            let among = kids.next()?;
            let among = if p.as_str().contains("direction => ") {
                Among::Direction(self.action_list(&among)?)
            } else {
                Among::Labels(self.block(&among, Rule::labelled_entry, |b, p| b.labelled(p)))
            };
            return Some(Choose { by, by_lot, among });
        };
        let name = self.new_name(&word);
        let set = kids.next()?;
        let among = match kids.take(Rule::sum) {
            Some(to) => Among::Number(name, self.only_number(&set)?, self.num(&to)?, self.action_list(&kids.next()?)?),
            None => Among::Pits(name, self.place(&set)?, self.action_list(&kids.next()?)?),
        };
        Some(Choose { by, by_lot, among })
    }

    fn labelled(&mut self, p: P<'_>) -> Option<Labelled> {
        let mut kids = Kids::of(&p);
        let label = self.text(&kids.next()?);
        let written = kids.take(Rule::text).map(|t| self.text(&t));
        let number = match kids.take(Rule::numbered) {
            Some(n) => {
                let mut parts = Kids::of(&n);
                let word = parts.next()?;
                Some((self.new_name(&word), self.num(&parts.next()?)?, self.num(&parts.next()?)?))
            }
            None => None,
        };
        let when = match kids.take(Rule::expr) {
            Some(expr) => Some(self.cond(&expr)?),
            None => None,
        };
        let actions = self.action_list(&kids.next()?)?;
        Some(Labelled { label, written, number, when, actions, span: self.span(&p) })
    }

    pub(super) fn outcome(&mut self, p: &P<'_>) -> Option<Outcome> {
        let inner = Kids::of(p).next()?;
        let mut kids = Kids::of(&inner);
        Some(match inner.as_rule() {
            Rule::keep => Outcome::Rest(Rest::OwnersKeep),
            Rule::split => Outcome::Rest(Rest::Split),
            Rule::takes => Outcome::Rest(Rest::Takes(self.who(&kids.next()?)?)),
            Rule::wins => Outcome::Wins(self.who(&kids.next()?)?),
            _ => Outcome::Draw,
        })
    }
}

/// Actions of fixed words.
fn plain(rule: Rule) -> Option<ActionKind> {
    Some(match rule {
        Rule::reverse => ActionKind::Reverse,
        Rule::move_again => ActionKind::MoveAgain,
        Rule::end => ActionKind::End,
        Rule::pass => ActionKind::Pass,
        Rule::draw => ActionKind::Draw,
        Rule::illegal => ActionKind::Illegal,
        Rule::last_resort => ActionKind::LastResort,
        _ => return None,
    })
}

pub(super) fn fill_from(words: &str) -> FillFrom {
    match words.strip_prefix("the ").unwrap_or(words) {
        "left" => FillFrom::Left,
        "right" => FillFrom::Right,
        "tail" => FillFrom::Tail,
        "head" => FillFrom::Head,
        _ => FillFrom::Chosen,
    }
}
