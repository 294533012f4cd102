//! Lowering of actions, hooks, moves and endings.

use crate::diagnostic::{Diagnostic, codes};
use crate::ir::{self, ActionKind, Cond, Place, Player, Set};

use super::PlaceId;
use super::code::{
    A, Among, Amount, Choice, Class, Code, Dir, Filter, Hook, Line, O, Over, OverFor, Program, Rule, S, Skip, To, Who,
};
use super::compile::plain_mask;
use super::geometry::{Geometry, Path, bit, bits};
use super::lower::Lower;

type Res<T> = Result<T, Diagnostic>;

/// What may stand in a list of actions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum May {
    /// Everything.
    All,
    /// No choices: seeds are in the hand, or a list waits.
    NoChoice,
    /// No endings at all, for the round is already over.
    NoEnding,
}

impl Lower<'_> {
    pub(super) fn actions(&mut self, actions: &[ir::Action], may: May) -> Res<Box<[A]>> {
        actions
            .iter()
            .map(|a| {
                self.span = a.span;
                self.action(&a.kind, may)
            })
            .collect()
    }

    fn action(&mut self, a: &ActionKind, may: May) -> Res<A> {
        if may == May::NoEnding && is_ending(a) {
            return self.not_built("an ending among the actions of `over when`");
        }
        if self.between && is_ending(a) && !matches!(a, ActionKind::Choose(_)) {
            return self.error("an ending of a move stands between rounds");
        }
        Ok(match a {
            ActionKind::Capture { from, amount, to } => A::Capture {
                from: self.set(from)?,
                at_most: match amount {
                    ir::CaptureAmount::All => None,
                    ir::CaptureAmount::UpTo(n) => Some(self.num(n)?),
                },
                to: match to {
                    ir::CaptureTo::Player(p) => To::Who(self.who(p)?),
                    ir::CaptureTo::Hand => {
                        self.of_hand = true;
                        To::Hand
                    }
                },
            },
            ActionKind::DropAs(pieces, n) => A::DropAs(self.kinds(*pieces)?, self.num(n)?),
            ActionKind::Move { n, pieces, from, to } => {
                self.features.here_shrinks |= *from == Place::Here;
                self.features.stores_shrink |= may_shrink(from);
                A::Move {
                    n: n.as_ref().map(|n| self.num(n)).transpose()?,
                    pieces: pieces.map(|p| self.kinds(p)).transpose()?,
                    from: self.place(from)?,
                    to: self.place(to)?,
                }
            }
            ActionKind::Drop { from, to } => {
                self.features.drops_at |= to.is_some();
                self.features.here_shrinks |= *from == Some(Place::Here);
                self.features.stores_shrink |= from.as_ref().is_some_and(may_shrink);
                A::Drop {
                    from: from.as_ref().map(|p| self.place(p)).transpose()?,
                    to: to.as_ref().map(|p| self.place(p)).transpose()?,
                }
            }
            ActionKind::Make { at, kind, maker } => {
                self.features.marks = true;
                A::Make { at: self.place(at)?, kind: *kind, maker: self.who(maker)? }
            }
            ActionKind::Unmake { at, kind } => A::Unmake { at: self.set(at)?, kind: *kind },
            ActionKind::Close(s) => {
                self.features.nowhere = true;
                A::Close(self.set(s)?, true)
            }
            ActionKind::Open(s) => {
                let set = match self.set(s)? {
                    // Pits are open ones, unless it is said otherwise; here the others are meant.
                    S::Open(m) => S::Const(m),
                    S::Owned(p) => S::OwnedAll(p),
                    set => set,
                };
                A::Close(set, false)
            }
            ActionKind::Give(s, p) => {
                if self.game.phases.iter().any(|p| p.sowing.own_side) {
                    return self.not_built("giving away pits while seeds go round the own side only");
                }
                A::Give(self.set(s)?, self.who(p)?)
            }
            ActionKind::SetVar(id, of, n) => A::SetVar { var: self.var(*id, of)?, decl: *id, to: self.num(n)? },
            ActionKind::Let(id) => A::Let(*id),
            ActionKind::Reverse => A::Reverse,
            ActionKind::Going(d) => A::Going(self.direction(*d)),
            ActionKind::If(c, a, b) => A::If(self.cond(c)?, self.actions(a, may)?, self.actions(b, may)?),
            ActionKind::ForEach(slot, s, a) => A::ForEach(*slot, self.set(s)?, self.actions(a, may)?),
            ActionKind::Relay(p) => {
                self.features.laps = true;
                A::Relay(self.place(p)?)
            }
            ActionKind::SowHand { inside, at, going } => {
                self.features.laps = true;
                A::SowHand { inside: *inside, at: self.place(at)?, going: going.map(|d| self.direction(d)) }
            }
            ActionKind::SowFrom { n, from, starting, going } => {
                self.features.laps = true;
                let starting = match starting {
                    Some((inside, p)) => Some((*inside, self.place(p)?)),
                    None => None,
                };
                A::SowFrom {
                    n: n.as_ref().map(|n| self.num(n)).transpose()?,
                    from: self.place(from)?,
                    starting,
                    going: going.map(|d| self.direction(d)),
                }
            }
            ActionKind::MoveAgain => A::MoveAgain,
            ActionKind::End => A::End,
            ActionKind::Pass => A::Pass,
            ActionKind::Choose(_) if may != May::All => return self.not_built("a choice while seeds are in the hand"),
            ActionKind::Choose(id) => {
                self.features.choices = true;
                A::Choose(*id)
            }
            ActionKind::Finish(o) => A::Finish(self.outcomes(o)?),
            ActionKind::Illegal => {
                self.features.illegal = true;
                A::Illegal
            }
            ActionKind::LastResort => {
                self.features.last_resort = true;
                A::LastResort
            }
            ActionKind::LayOut
            | ActionKind::Fill { .. }
            | ActionKind::Territory(..)
            | ActionKind::Territories(_)
            | ActionKind::TerritoryByStore { .. }
            | ActionKind::Starts(_)
            | ActionKind::Direct(_)
            | ActionKind::As(..) => self.between_action(a)?,
        })
    }

    fn outcomes(&mut self, outcomes: &[ir::Outcome]) -> Res<Box<[O]>> {
        outcomes
            .iter()
            .map(|o| {
                Ok(match o {
                    ir::Outcome::Rest(ir::Rest::Takes(p)) => O::Takes(self.who(p)?),
                    ir::Outcome::Rest(rest) => O::rest(rest, |_| Who::Is(super::code::NOBODY)),
                    ir::Outcome::Wins(p) => O::Wins(self.who(p)?),
                    ir::Outcome::Draw => O::Draw,
                })
            })
            .collect()
    }

    fn hook(&mut self, lists: &[ir::List], may: May) -> Res<Hook> {
        lists.iter().map(|list| list.iter().map(|r| self.rule(r, may)).collect()).collect()
    }

    /// A hook that runs while seeds are in the hand.
    fn watcher(&mut self, lists: &[ir::List]) -> Res<Hook> {
        self.of_hand = false;
        let hook = self.hook(lists, May::NoChoice)?;
        self.features.nowhere |= self.of_hand;
        Ok(hook)
    }

    fn rule(&mut self, r: &ir::Rule, may: May) -> Res<Rule> {
        self.span = r.span;
        let cond = self.rule_cond(&r.cond)?;
        let (actions, force) = self.with_names(&r.actions, may)?;
        if actions.iter().any(|a| matches!(a, A::MoveAgain)) && !shows_winning(&r.cond, self.game) {
            self.features.again = true;
        }
        self.features.again |= nested_again(&r.actions);
        // A run that isn't there needn't be walked to find that nothing is taken.
        let idle_unless = match &*actions {
            [A::Capture { from, .. }] => self.first_of_run(from)?,
            _ => None,
        };
        Ok(Rule { cond, idle_unless, actions, id: r.id, force })
    }

    fn choice(&mut self, c: &ir::Choice) -> Res<Choice> {
        self.span = c.span;
        Ok(Choice {
            by: match &c.by {
                ir::ChoiceBy::Player(p) => Some(self.who(p)?),
                ir::ChoiceBy::Lot => None,
            },
            among: match &c.among {
                ir::Among::Labels(all) => Among::Labels(
                    all.iter()
                        .map(|l| Ok((self.cond(&l.when)?, self.actions(&l.actions, May::All)?)))
                        .collect::<Res<_>>()?,
                ),
                ir::Among::Pits(slot, s, a) => Among::Pits(*slot, self.set(s)?, self.actions(a, May::All)?),
                ir::Among::Numbers(slot, a, b, x) => {
                    Among::Numbers(*slot, self.num(a)?, self.num(b)?, self.actions(x, May::All)?)
                }
                ir::Among::Directions(a) => Among::Directions(self.actions(a, May::All)?),
                ir::Among::Layout { slot, n, set, each: (lo, hi) } => Among::Layout {
                    slot: *slot,
                    n: self.num(n)?,
                    set: self.set(set)?,
                    each: (self.num(lo)?, self.num(hi)?),
                },
            },
        })
    }

    fn line(&mut self, l: &ir::StartLine) -> Res<Line> {
        self.span = l.span;
        Ok(Line {
            from: self.set(&l.from)?,
            when: self.cond(&l.when)?,
            going: l
                .going
                .iter()
                .map(|g| Ok((self.direction(g.direction), self.cond(&g.where_)?)))
                .collect::<Res<_>>()?,
            amount: match &l.amount {
                None => Amount::All,
                Some(ir::Amount::Exactly(n)) => Amount::Exactly(self.num(n)?),
                Some(ir::Amount::AllBut(n)) => Amount::AllBut(self.num(n)?),
                Some(ir::Amount::Range(a, b)) => Amount::Range(self.num(a)?, self.num(b)?),
            },
            starting_at: l.starting_at.as_ref().map(|p| self.place(p)).transpose()?,
        })
    }

    fn class(&mut self, c: &ir::Class) -> Res<Class> {
        self.span = c.span;
        let lines = c
            .lines
            .iter()
            .map(|alternative| alternative.iter().map(|l| self.line(l)).collect::<Res<Box<[Line]>>>())
            .collect::<Res<_>>()?;
        let program = match &c.program {
            None => None,
            Some(p) => {
                self.features.again |= nested_again(p) || p.iter().any(|a| a.kind == ActionKind::MoveAgain);
                Some(self.with_names(p, May::All)?)
            }
        };
        Ok(Class { lines, program })
    }

    /// Actions, and the names that they and the choices behind them use.
    fn with_names(&mut self, list: &[ir::Action], may: May) -> Res<Program> {
        self.lets.clear();
        let actions = self.actions(list, may)?;
        let mut force = std::mem::take(&mut self.lets);
        let mut ids = Vec::new();
        chosen(list, self.game, &mut ids);
        for id in ids {
            // A choice's branches run later, but with the names of the list that offered it.
            self.choice(&self.game.choices[usize::from(id)])?;
            force.append(&mut self.lets);
        }
        force.sort_unstable();
        force.dedup();
        Ok((actions, force.into()))
    }

    pub(super) fn over(&mut self, o: &ir::Over) -> Res<Over> {
        self.span = o.span;
        let players: Vec<Option<u8>> = match o.binds {
            false => vec![None],
            true => std::iter::once(self.mover).chain(self.geometry.others(self.mover)).map(Some).collect(),
        };
        let mut bound = Vec::new();
        for p in players {
            self.bound = p;
            bound.push(OverFor {
                cond: self.rule_cond(&o.cond)?,
                actions: self.actions(&o.actions, May::NoEnding)?,
                outcomes: self.outcomes(&o.outcomes)?,
            });
        }
        self.bound = None;
        Ok(Over { bound, id: o.id })
    }

    fn skips(&mut self, sowing: &ir::Sowing) -> Res<Box<[Skip]>> {
        let seed_rules = self.game.phases.iter().any(|p| !p.hooks.each_seed.is_empty() || !p.hooks.whenever.is_empty());
        sowing
            .skips
            .iter()
            .map(|s| {
                self.features.nowhere |= s.set != Set::One(Place::Start);
                Ok(Skip {
                    set: self.set(&s.set)?,
                    when: self.cond(&s.when)?,
                    unless_last: s.unless_last,
                    fixed: !seed_rules && steady_set(&s.set) && steady(&s.when),
                })
            })
            .collect()
    }

    /// Where this mover's seeds go round.
    fn path(&mut self, sowing: &ir::Sowing) -> Res<Path> {
        let g = self.geometry;
        self.span = self.game.board.span;
        let bad = |span, message: String, help: &str| Err(Diagnostic::new(&codes::BAD_BOARD, span, message).help(help));
        if sowing.bends.is_some() {
            if g.rowless || self.game.board.path.is_some() {
                let help = "lay out the pits in rows, or leave it to a direction and `path` which way round they go";
                return bad(
                    self.span,
                    "seeds go along rows and columns, and this board has a way of its own".into(),
                    help,
                );
            }
            self.features.choices = true;
            return Ok(g.grid());
        }
        let Some(pieces) = &self.game.board.path else {
            if let Some(off) = bits(g.between).next().filter(|_| !g.rowless) {
                let help = "write the way round as `path …`, from each player's own view";
                let message = format!("no way round is said that leads through {}, which is nobody's", g.name(off));
                return bad(self.span, message, help);
            }
            return Ok(g.path(self.mover, sowing, g.ring(self.game.board.stores), false));
        };
        let mut ring: Vec<PlaceId> = Vec::new();
        for piece in pieces {
            let set = self.set(&piece.set)?;
            let Some(mut places) = in_order(&set, g) else {
                let help = "a path is made of rows, groups, pits and stores";
                return bad(self.span, "the path has a piece that depends on the play".to_owned(), help);
            };
            if let Some(&p) = places.iter().find(|&&p| (g.all | g.all_stores) & bit(p) == 0) {
                let help = "a path is made of rows, groups, pits and stores";
                return bad(self.span, format!("the path leads through {}, which can't be sown", g.name(p)), help);
            }
            if places.is_empty() {
                let help = "count the pits of the row, and the pieces of the path";
                return bad(self.span, "the path has a piece without a place".to_owned(), help);
            }
            if piece.backward {
                places.reverse();
            }
            if let Some(&twice) = places.iter().find(|p| ring.contains(p)) {
                let help = "a path goes through each place once and then begins again";
                return bad(self.span, format!("the path meets {} twice", g.name(twice)), help);
            }
            ring.extend(places);
        }
        Ok(g.path(self.mover, sowing, ring, true))
    }

    /// Everything for this mover.
    pub(super) fn code(&mut self) -> Res<Code> {
        let phase = &self.game.phases[usize::from(self.phase)];
        let elsewhere = std::mem::take(&mut self.features.repeats);
        let (sowing, hooks, moves) = (&phase.sowing, &phase.hooks, &phase.moves);
        let lets = self
            .game
            .lets
            .iter()
            .map(|l| {
                self.span = l.span;
                self.of_move = false;
                let body = self.let_body(&l.body)?;
                self.lets_of_move.push(self.of_move);
                Ok(body)
            })
            .collect::<Res<_>>()?;
        let path = self.path(sowing)?;
        let direction = match self.direction(sowing.direction) {
            _ if sowing.chosen_once.is_some() => Dir::Once,
            Dir::Forward => Dir::Is(0),
            Dir::Backward => Dir::Is(1),
            d => d,
        };
        let mut tiers = Vec::new();
        let first_class = self.game.phases[..usize::from(self.phase)]
            .iter()
            .flat_map(|p| &p.moves.tiers)
            .map(Vec::len)
            .sum::<usize>() as u16;
        let mut classes = Vec::new();
        for tier in &moves.tiers {
            let first = first_class + classes.len() as u16;
            for c in tier {
                classes.push(self.class(c)?);
            }
            tiers.push(first..first_class + classes.len() as u16);
        }
        self.of_move = false;
        let before_the_end = std::mem::take(&mut self.features.repeats);
        let over = self.game.round.over.iter().map(|o| self.over(o)).collect::<Res<_>>()?;
        let at_the_end = std::mem::take(&mut self.features.repeats);
        let passed_over = self.game.round.next_player.iter().map(|r| self.rule_cond(&r.cond)).collect::<Res<_>>()?;
        let over_of_move = self.of_move;
        let whenever = self.watcher(&hooks.whenever)?;
        let mut code = Code {
            mover: self.mover,
            first_class,
            first_in_start: sowing.first_in_start,
            reversed_each_lap: sowing.reversed_each_lap,
            bends: sowing.bends,
            stuck_passes: moves.stuck_passes,
            race: moves.race == ir::Cond::Const(true),
            lets,
            path,
            direction,
            skips: self.skips(sowing)?,
            a_pit: sowing.a_pit.iter().map(|(n, c)| Ok((self.num(n)?, self.cond(c)?))).collect::<Res<_>>()?,
            tiers,
            classes,
            filters: self.filters(&moves.filters)?,
            before_move: self.hook(&hooks.before_move, May::All)?,
            each_lap: self.hook(&hooks.each_lap, May::All)?,
            each_seed: self.watcher(&hooks.each_seed)?,
            landing: self.hook(&hooks.landing, May::All)?,
            wanes: whenever.iter().flatten().all(|rule| rule.cond.wanes()),
            whenever,
            after_move: self.hook(&hooks.after_move, May::All)?,
            after_turn: self.hook(&hooks.after_turn, May::All)?,
            choices: self.choices()?,
            over,
            over_of_move,
            passed_over,
            refuses_after_move: false,
            refuses_after_turn: false,
            order: [0, 1].map(|d| self.geometry.sowing_order(self.mover, d)),
        };
        let f = &mut self.features;
        f.repeats |= before_the_end;
        f.repeats_of_move |= f.repeats;
        f.repeats |= at_the_end || elsewhere;
        let watched = !(code.whenever.is_empty() && code.each_seed.is_empty());
        code.refuses_after_move = may_refuse(&code.after_move, watched);
        code.refuses_after_turn = may_refuse(&code.after_turn, watched);
        Ok(code)
    }

    fn choices(&mut self) -> Res<Vec<Choice>> {
        let mut all = Vec::new();
        for (i, c) in self.game.choices.iter().enumerate() {
            self.between = self.offered_between(i);
            // What is chosen between rounds says nothing of how moves are made.
            let of_moves = self.between.then(|| self.features.clone());
            all.push(self.choice(c)?);
            if let Some(features) = of_moves {
                *self.features = features;
            }
        }
        self.between = false;
        Ok(all)
    }

    fn filters(&mut self, filters: &[ir::Filter]) -> Res<Box<[Filter]>> {
        filters
            .iter()
            .map(|f| {
                self.span = f.span;
                self.features.filters = true;
                self.features.soft_filters |= f.if_possible;
                self.of_move = false;
                let when = self.cond(&f.when)?;
                self.features.filters_of_move |= self.of_move;
                Ok(Filter { when, must: self.cond(&f.must)?, if_possible: f.if_possible, id: f.id })
            })
            .collect()
    }
}

/// Whether a hook can refuse the move, offer a choice, or lead on to another sowing, as far as its actions tell.
fn may_refuse(hook: &Hook, watched: bool) -> bool {
    fn refuses(actions: &[A], watched: bool) -> bool {
        actions.iter().any(|a| match a {
            A::Capture { .. } => watched,
            A::If(_, yes, no) => refuses(yes, watched) || refuses(no, watched),
            A::ForEach(_, _, body) => refuses(body, watched),
            A::End | A::Pass | A::Let(_) | A::Move { .. } | A::DropAs(..) | A::Make { .. } | A::Unmake { .. } => false,
            A::Close(..) | A::Give(..) | A::SetVar { .. } | A::Reverse | A::Going(_) => false,
            _ => true,
        })
    }
    hook.iter().flatten().any(|rule| refuses(&rule.actions, watched))
}

fn is_ending(a: &ActionKind) -> bool {
    matches!(
        a,
        ActionKind::Relay(_)
            | ActionKind::SowHand { .. }
            | ActionKind::SowFrom { .. }
            | ActionKind::MoveAgain
            | ActionKind::End
            | ActionKind::Pass
            | ActionKind::Choose(_)
            | ActionKind::Finish(_)
            | ActionKind::Illegal
            | ActionKind::LastResort
    )
}

/// Whether seeds taken from there may be won or out of play.
fn may_shrink(p: &Place) -> bool {
    !matches!(
        p,
        Place::Hand
            // Said of it by itself, see `Features::here_shrinks`.
            | Place::Here
            | Place::Start
            | Place::LapStart
            | Place::Reserve(_)
            | Place::Opposite { .. }
            | Place::Pit(_)
            | Place::Nth { .. }
    )
}

/// Choices that a list of actions may offer, and those behind them.
pub(super) fn chosen(actions: &[ir::Action], game: &ir::Game, all: &mut Vec<ir::ChoiceId>) {
    for a in actions {
        match &a.kind {
            ActionKind::Choose(id) if !all.contains(id) => {
                all.push(*id);
                match &game.choices[usize::from(*id)].among {
                    ir::Among::Labels(labels) => labels.iter().for_each(|l| chosen(&l.actions, game, all)),
                    ir::Among::Pits(_, _, a) | ir::Among::Numbers(_, _, _, a) | ir::Among::Directions(a) => {
                        chosen(a, game, all);
                    }
                    ir::Among::Layout { .. } => {}
                }
            }
            ActionKind::If(_, a, b) => {
                chosen(a, game, all);
                chosen(b, game, all);
            }
            ActionKind::ForEach(_, _, a) | ActionKind::As(_, a) => chosen(a, game, all),
            _ => {}
        }
    }
}

fn nested_again(actions: &[ir::Action]) -> bool {
    actions.iter().any(|a| match &a.kind {
        ActionKind::If(_, a, b) => {
            a.iter().chain(b).any(|x| x.kind == ActionKind::MoveAgain) || nested_again(a) || nested_again(b)
        }
        ActionKind::ForEach(_, _, a) => a.iter().any(|x| x.kind == ActionKind::MoveAgain) || nested_again(a),
        _ => false,
    })
}

/// Whether a rule's condition can only hold after a seed has fallen in a store.
fn shows_winning(c: &Cond, game: &ir::Game) -> bool {
    match c {
        Cond::And(all) => all.iter().any(|x| shows_winning(x, game)),
        Cond::Or(all) => all.iter().all(|x| shows_winning(x, game)),
        Cond::IsStore(Place::Here)
        | Cond::Same(Place::Here, Place::Store(_))
        | Cond::Same(Place::Store(_), Place::Here) => true,
        Cond::In(Place::Here, Set::One(Place::Store(_))) => true,
        Cond::Let(id) => match game.lets.get(usize::from(*id)).map(|l| &l.body) {
            Some(ir::LetBody::Cond(c)) => shows_winning(c, game),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a set stays the same while a hand is sown.
fn steady_set(s: &Set) -> bool {
    match s {
        Set::Pits(o) | Set::Row(o, _) | Set::Half(o, _) | Set::Middle(o) | Set::Ends(o) | Set::Group(o, _) => {
            steady_owner(o)
        }
        Set::One(p) => steady_place(p),
        Set::Union(all) => all.iter().all(steady_set),
        Set::Where(x, c) => steady_set(x) && steady(c),
        Set::But(x, p) => steady_set(x) && steady_place(p),
        Set::Range(o, _, a, b) => steady_owner(o) && matches!((&**a, &**b), (ir::Num::Const(_), ir::Num::Const(_))),
        Set::Marked(..) => true,
        _ => false,
    }
}

fn steady_owner(o: &ir::Owner) -> bool {
    match o {
        ir::Owner::Of(p) => steady_player(p),
        _ => true,
    }
}

fn steady_player(p: &Player) -> bool {
    match p {
        Player::OwnerOf(p) | Player::MakerOf(p) => steady_place(p),
        Player::Number(n) => matches!(**n, ir::Num::Const(_)),
        _ => true,
    }
}

fn steady_place(p: &Place) -> bool {
    match p {
        Place::Start | Place::LapStart | Place::It | Place::Pit(_) | Place::Hand | Place::Nobody => true,
        Place::Nth { owner, n, .. } => steady_owner(owner) && matches!(**n, ir::Num::Const(_)),
        Place::Store(p) | Place::Reserve(p) => steady_player(p),
        Place::Opposite { of, .. } => steady_place(of),
        _ => false,
    }
}

fn steady(c: &Cond) -> bool {
    match c {
        Cond::Const(_) | Cond::Class(_) => true,
        Cond::And(all) | Cond::Or(all) => all.iter().all(steady),
        Cond::Not(x) => steady(x),
        Cond::Mine(p) | Cond::Theirs(p) | Cond::IsStore(p) | Cond::Closed(p) | Cond::Marked(p, ..) => steady_place(p),
        Cond::Same(a, b) => steady_place(a) && steady_place(b),
        Cond::In(p, s) => steady_place(p) && steady_set(s),
        _ => false,
    }
}

/// The places of a piece of a path: of several sets one after the other, of one from its owner's left.
fn in_order(set: &S, g: &Geometry) -> Option<Vec<PlaceId>> {
    match set {
        S::Union(all) => all.iter().try_fold(Vec::new(), |mut places, set| {
            places.extend(in_order(set, g)?);
            Some(places)
        }),
        set => Some(bits(plain_mask(set, 0, &g.owned, g)?).collect()),
    }
}
