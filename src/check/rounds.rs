//! `rounds`: the end of the match, and how the next round is laid out.
//!
//! `refill`, `own`, `lays out`, `remainder` and `unfilled` stand for steps of a next-round program;
//! docs/language/rounds.md writes them out.

use super::round::names_a_player;
use super::{Ctx, Lower, Room};
use crate::diagnostic::{Diagnostic, codes};
use crate::ir::{self, Action, ActionKind as K, FillFrom, Num, NumOp, Outcome, Owner, Place, Player, Set};
use crate::source::Span;
use crate::syntax::ast::{self, RoundsStmt};

/// What the statements of `rounds` say of the layout.
#[derive(Default)]
struct Layout<'a> {
    /// Which of them lays out; there can be one.
    by: Option<(&'a RoundsStmt, Span)>,
    /// The rest of a player's seeds goes in the pit after the last full one.
    partial: bool,
    /// Pits without seeds are closed.
    closed: bool,
}

impl Lower<'_> {
    pub(super) fn rounds(&mut self, file: &ast::File) -> Option<ir::Rounds> {
        let (statements, span) = file.items.iter().find_map(|i| match i {
            ast::Item::Rounds(s, span) => Some((s, *span)),
            _ => None,
        })?;
        let mut layout = Layout::default();
        let mut starter: Option<(ir::StarterRule, Span)> = None;
        let (mut remainder, mut unfilled) = (None, None);
        for s in statements {
            match s {
                RoundsStmt::Refill(.., span)
                | RoundsStmt::Afresh(span)
                | RoundsStmt::Own(.., span)
                | RoundsStmt::LaysOut(.., span)
                | RoundsStmt::NextRound(_, span) => match layout.by {
                    Some((_, first)) => self.twice("how the next round is laid out", first, *span),
                    None => layout.by = Some((s, *span)),
                },
                RoundsStmt::Remainder(word, span) => {
                    self.said_once(&mut remainder, "`remainder`", *span);
                    layout.partial = word.text != "kept";
                }
                RoundsStmt::Unfilled(closed, span) => {
                    self.said_once(&mut unfilled, "`unfilled`", *span);
                    layout.closed = *closed;
                }
                RoundsStmt::Starter(rule, span) => match &starter {
                    Some((_, first)) => self.twice("`starter`", *first, *span),
                    None => starter = Some((self.starter_rule(rule, *span), *span)),
                },
                RoundsStmt::Over(..) => {}
            }
        }
        // What a player can fill is told by the layout, and asked for by the ends.
        self.a_pit = layout.by.and_then(|(s, _)| self.seeds_a_pit(s));
        let over: Vec<ir::Over> = statements
            .iter()
            .filter_map(|s| match s {
                RoundsStmt::Over(cond, outcome, span) => Some(self.match_over(cond, outcome.as_ref(), *span)),
                _ => None,
            })
            .collect();
        if over.is_empty() {
            let help = "say it: `over when a player fills no pit`, `over when round = 5` …";
            self.missing(span, "`rounds` doesn't say when the match is over", help);
        }
        let Some((by, at)) = layout.by else {
            let help = "say it: `refill 4 a pit from left`, `refill as at first` or `next round { … }`";
            self.missing(span, "`rounds` doesn't say how the next round is laid out", help);
            return None;
        };
        for word in [remainder, unfilled].into_iter().flatten() {
            if !matches!(by, RoundsStmt::Refill(..)) {
                let help = "write it out in `next round { … }`: `close my empty pits` and so on";
                self.error(&codes::WRONG_PLACE, word, "this belongs to `refill N a pit`", help);
            }
        }
        self.layout_of_two(by);
        let next = self.next_round(by, &layout, at);
        let starter = starter.map_or(ir::StarterRule::Alternates, |(rule, _)| rule);
        Some(ir::Rounds { over, next, starter, span })
    }

    /// Layouts in one line that speak of the other player need two; one alone has them as far as they
    /// speak of him.
    fn layout_of_two(&mut self, by: &RoundsStmt) {
        let alone = self.names.always(1);
        let (what, span) = match by {
            _ if self.names.always(2) => return,
            RoundsStmt::LaysOut(_, mirrors, _) if alone && !mirrors => return,
            RoundsStmt::Refill(..) if alone => return,
            RoundsStmt::LaysOut(.., span) => ("`lays out` is for two players", *span),
            RoundsStmt::Refill(_, ast::FillFrom::Chosen, span) => ("`refill … from chosen` is for two players", *span),
            _ => return,
        };
        let help = "write the layout out in `next round { … }`: `for each player { fill 4 from left }` and so on";
        self.error(&codes::WRONG_PLACE, span, what, help);
    }

    /// The opening: a race, or a layout.
    pub(super) fn opening(&mut self, file: &ast::File) -> Option<ir::Opening> {
        let (statements, span) = file.items.iter().find_map(|i| match i {
            ast::Item::Opening(s, span) => Some((s, *span)),
            _ => None,
        })?;
        let mut lines = Vec::new();
        let script: Vec<ast::Action> = statements
            .iter()
            .filter_map(|s| if let ast::OpeningStmt::Do(a) = s { Some(a.clone()) } else { None })
            .collect();
        if script.is_empty() && self.names.always(1) {
            let help = "leave it out: a player by himself moves when he likes";
            self.error(&codes::WRONG_PLACE, span, "nobody else moves in this game", help);
            return None;
        }
        if !script.is_empty() && script.len() < statements.len() {
            let help = "let the race be the opening, and say with `seeds` what lies where at first";
            self.error(&codes::WRONG_PLACE, span, "an opening is a race or a layout, not both", help);
            return None;
        }
        if !script.is_empty() {
            return Some(ir::Opening::Script(self.steps(&script)));
        }
        for s in statements {
            match s {
                ast::OpeningStmt::Race(first, when, span) => {
                    let first = first.as_ref().and_then(|who| match who {
                        ast::Who::Starter => None,
                        ast::Who::Named(name) => self.player_named(name, ", or `the starter`").map(Player::Fixed),
                        _ => {
                            let help = "name a player: `race, south first`, or `race, the starter first`";
                            self.error(
                                &codes::WRONG_KIND,
                                *span,
                                "before the first move this player isn't known",
                                help,
                            );
                            None
                        }
                    });
                    let when = when.as_ref().map_or(ir::Cond::Const(true), |c| self.cond(c, &Ctx::new(Room::Board)));
                    if !before_a_round(&when) {
                        let help = "write `race when option opening is race`, `race when round = 1`";
                        let what = "whether there is a race can depend on options and on the round's number only";
                        self.error(&codes::WRONG_KIND, *span, what, help);
                    }
                    lines.push(ir::RaceLine { first, when });
                }
                ast::OpeningStmt::Do(_) => {}
            }
        }
        Some(ir::Opening::Race(lines))
    }

    fn said_once(&mut self, seen: &mut Option<Span>, what: &str, span: Span) {
        match *seen {
            Some(first) => self.twice(what, first, span),
            None => *seen = Some(span),
        }
    }

    fn starter_rule(&mut self, rule: &ast::StarterRule, span: Span) -> ir::StarterRule {
        match rule {
            ast::StarterRule::Alternates => ir::StarterRule::Alternates,
            ast::StarterRule::Same => ir::StarterRule::Same,
            ast::StarterRule::Role(who) => ir::StarterRule::Role(self.player(who, span, &Ctx::new(Room::Rounds))),
        }
    }

    /// Seeds that a pit gets, and what is added to a player's before they are counted by pits.
    fn seeds_a_pit(&mut self, s: &RoundsStmt) -> Option<(Num, Num)> {
        let ctx = Ctx::new(Room::Rounds);
        match s {
            RoundsStmt::Refill(n, ..) => Some((self.num(n, &ctx), Num::Const(0))),
            RoundsStmt::Own(n, rounding, _) => {
                let more = rounding.as_ref().map_or(Num::Const(0), |r| self.num(r, &ctx));
                Some((self.num(n, &ctx), more))
            }
            RoundsStmt::NextRound(steps, _) => first_fill(steps).map(|n| (self.num(n, &ctx), Num::Const(0))),
            _ => None,
        }
    }

    fn match_over(&mut self, cond: &ast::Cond, outcome: Option<&ast::Outcome>, span: Span) -> ir::Over {
        let mut ctx = Ctx::new(Room::Rounds);
        let binds = names_a_player(cond);
        ctx.bound = binds;
        self.of_nobody(cond.span);
        let id = self.rule_id();
        let cond = self.cond(cond, &ctx);
        let outcomes = match outcome {
            Some(o) => self.outcomes(std::slice::from_ref(o), span, &ctx),
            None => vec![Outcome::Rest(ir::Rest::OwnersKeep)],
        };
        ir::Over { cond, binds, actions: Vec::new(), outcomes, id, span, text: self.words(span) }
    }

    /// `a player fills no pit`: he holds less than one pit's seeds.
    pub(super) fn fills_no_pit(&mut self, who: &ast::Who, span: Span, ctx: &Ctx) -> ir::Cond {
        let player = self.player(who, span, ctx);
        let Some((n, more)) = self.a_pit.clone() else {
            let help = "say how many seeds are too few: `store of a player < 4`";
            self.error(
                &codes::WRONG_PLACE,
                span,
                "what a player can fill is said by `refill N a pit` or by a `fill`",
                help,
            );
            return ir::Cond::Const(false);
        };
        let held = Num::Held(Place::Store(player));
        let counted = if more == Num::Const(0) { held } else { op(NumOp::Add, held, more) };
        ir::Cond::Compare(ir::Compare::Lt, counted, n)
    }

    /// Between rounds nobody is to move, so that `my` says nothing.
    fn of_nobody(&mut self, span: Span) {
        let words = self.words(span);
        let of_mover = ["my", "their", "mover", "opponent", "me", "I"];
        // `the last mover` is known; an option's value may be any word.
        let words = words.replace("last mover", "");
        if let Some(word) = words.split(|c: char| !c.is_alphanumeric() && c != '-').find(|w| of_mover.contains(w)) {
            let help = "say whose it is: `for the poorer { … }`, `for each player { … }`, `store of a player`";
            self.error(&codes::WRONG_PLACE, span, format!("`{word}` is nobody's while a round is laid out"), help);
        }
    }

    /// The same for a step, as far as it isn't within `for WHO { … }`.
    fn step_of_nobody(&mut self, a: &ast::Action) {
        match &a.kind {
            ast::ActionKind::ForWho(..) | ast::ActionKind::Do(..) | ast::ActionKind::Choose(_) => {}
            ast::ActionKind::If(c, then, otherwise) => {
                self.of_nobody(c.span);
                then.iter().chain(otherwise).for_each(|a| self.step_of_nobody(a));
            }
            ast::ActionKind::ForEach(_, set, body) => {
                self.of_nobody(set.span);
                body.iter().for_each(|a| self.step_of_nobody(a));
            }
            _ => self.of_nobody(a.span),
        }
    }

    fn next_round(&mut self, by: &RoundsStmt, layout: &Layout<'_>, span: Span) -> Vec<Action> {
        let action = |kind: K| Action { kind, span };
        let open = action(K::Open(Set::Pits(Owner::All)));
        let everybody = |list: Vec<Action>| action(K::As(Player::Each, list));
        match by {
            RoundsStmt::NextRound(steps, _) => self.steps(steps),
            RoundsStmt::Afresh(_) => vec![action(K::LayOut)],
            RoundsStmt::Refill(_, from, _) => {
                let Some((n, _)) = self.a_pit.clone() else { return Vec::new() };
                let close = || layout.closed.then(|| action(K::Close(empty(Owner::Mine))));
                let fill = |from: FillFrom| {
                    let set = Set::Pits(Owner::Mine);
                    action(K::Fill { n: n.clone(), set, from, pits: None, partial: layout.partial })
                };
                if let ast::FillFrom::Chosen = from {
                    let mut steps = vec![open];
                    let players = if self.names.always(1) { 1 } else { 2 };
                    for player in [Player::Poorer, Player::Richer].into_iter().take(players) {
                        let ends = [("left", FillFrom::Left), ("right", FillFrom::Right)];
                        let choice =
                            self.choose_end(&n, ends.map(|(l, f)| (l, [fill(f)].into_iter().chain(close()))), span);
                        steps.push(action(K::As(player, choice)));
                    }
                    return steps;
                }
                let mut list = vec![fill(fill_from(from))];
                list.extend(close());
                vec![open, everybody(list)]
            }
            RoundsStmt::Own(..) => {
                let Some((n, more)) = self.a_pit.clone() else { return Vec::new() };
                let richer = || Place::Store(Player::Richer);
                let pool = |from: Player| K::Move { n: None, pieces: None, from: Place::Store(from), to: richer() };
                let mut steps = vec![open];
                if self.names.always(2) {
                    let pits = op(NumOp::Div, op(NumOp::Add, Num::Held(richer()), more), n.clone());
                    steps.extend([K::Territory(pits, Player::Richer), pool(Player::Poorer)].map(action));
                } else {
                    steps.push(action(K::TerritoryByStore { n: n.clone(), more }));
                    steps.push(everybody(vec![action(pool(Player::Mover))]));
                }
                let set = Set::Pits(Owner::All);
                let fill = K::Fill { n, set, from: FillFrom::Left, pits: None, partial: false };
                steps.push(action(K::As(Player::Richer, vec![action(fill)])));
                steps
            }
            RoundsStmt::LaysOut(who, mirrors, _) => {
                let player = self.player(who, span, &Ctx::new(Room::Rounds));
                let mut steps = vec![open];
                let all = Num::Held(Place::Store(Player::Mover));
                let arrange = self.layout(
                    all.clone(),
                    Set::Pits(Owner::Mine),
                    (Num::Const(0), all),
                    &Ctx::new(Room::Rounds),
                    span,
                );
                steps.extend(arrange.map(|a| action(K::As(player.clone(), vec![action(a)]))));
                if *mirrors {
                    let slot = self.slot(&mut Ctx::new(Room::Rounds), span);
                    let own = Place::Slot(slot);
                    let facing = Place::Opposite { front: None, of: Box::new(own.clone()) };
                    let put = K::Move {
                        n: Some(Num::Held(facing)),
                        pieces: None,
                        from: Place::Store(Player::Mover),
                        to: own,
                    };
                    let each = action(K::ForEach(slot, Set::Pits(Owner::Mine), vec![action(put)]));
                    let other = if player == Player::Poorer { Player::Richer } else { Player::Poorer };
                    steps.push(action(K::As(other, vec![each])));
                }
                steps
            }
            _ => Vec::new(),
        }
    }

    /// A choice of the end that is filled first, for a player who can't fill all of his pits.
    fn choose_end<I: Iterator<Item = Action>>(&mut self, n: &Num, ends: [(&str, I); 2], span: Span) -> Vec<Action> {
        let all = op(NumOp::Mul, n.clone(), Num::Count(Set::Pits(Owner::Mine)));
        let short = ir::Cond::Compare(ir::Compare::Lt, Num::Held(Place::Store(Player::Mover)), all);
        let labels = ends.into_iter().enumerate().map(|(i, (label, actions))| ir::Labelled {
            label: label.to_owned(),
            written: None,
            when: if i == 0 { ir::Cond::Const(true) } else { short.clone() },
            actions: actions.collect(),
        });
        let among = ir::Among::Labels(labels.collect());
        let Some(id) = self.index(self.choices.len(), span) else { return Vec::new() };
        self.choices.push(ir::Choice { by: ir::ChoiceBy::Player(Player::Mover), among, span });
        vec![Action { kind: K::Choose(id), span }]
    }

    /// `arrange N in SET, LO..HI each`: a choice for each pit.
    pub(super) fn layout(&mut self, n: Num, set: Set, each: (Num, Num), ctx: &Ctx, span: Span) -> Option<K> {
        let mut ctx = ctx.clone();
        let slot = self.slot(&mut ctx, span);
        for _ in 0..3 {
            self.slot(&mut ctx, span);
        }
        let among = ir::Among::Layout { slot, n, set, each };
        let id = self.index(self.choices.len(), span)?;
        self.choices.push(ir::Choice { by: ir::ChoiceBy::Player(Player::Mover), among, span });
        Some(K::Choose(id))
    }

    fn steps(&mut self, steps: &[ast::Action]) -> Vec<Action> {
        let mut ctx = Ctx::new(Room::Rounds);
        let mut out = Vec::new();
        for step in steps {
            self.step_of_nobody(step);
            if let ast::ActionKind::Let(d) = &step.kind {
                self.let_action(d, &mut ctx, &mut out);
                continue;
            }
            // Each statement is a step of its own: what stands behind a choice comes after it.
            let list = self.actions(std::slice::from_ref(step), &ctx);
            self.choices_last(&list, true);
            out.extend(list);
        }
        out
    }

    /// A choice ends its step: what stands behind it in the step would never be done.
    fn choices_last(&mut self, list: &[Action], tail: bool) {
        for (i, a) in list.iter().enumerate() {
            let last = tail && i + 1 == list.len();
            match &a.kind {
                K::Choose(_) if !last => {
                    let d = Diagnostic::new(
                        &codes::WRONG_PLACE,
                        a.span,
                        "a choice stands last in its step of `next round`",
                    );
                    self.sink.push(d.help("put what follows in a step of its own: after the block, not in it"));
                }
                K::If(_, a, b) => {
                    self.choices_last(a, last);
                    self.choices_last(b, last);
                }
                K::As(player, a) => self.choices_last(a, last && *player != Player::Each),
                K::ForEach(_, _, a) => self.choices_last(a, false),
                _ => {}
            }
        }
    }
}

/// Seeds a pit of the first `fill` in a program.
fn first_fill(steps: &[ast::Action]) -> Option<&ast::Num> {
    steps.iter().find_map(|a| match &a.kind {
        ast::ActionKind::Fill { n, .. } => Some(n),
        ast::ActionKind::If(_, then, otherwise) => first_fill(then).or_else(|| first_fill(otherwise)),
        ast::ActionKind::ForWho(_, body) => first_fill(body),
        _ => None,
    })
}

/// Whether a condition asks only for what is known before a round: options, and which round it is.
fn before_a_round(c: &ir::Cond) -> bool {
    asks_only_for(c, &|n| matches!(n, Num::Const(_) | Num::Option(_) | Num::Round))
}

/// Whether a condition asks for options only.
pub(super) fn fixed_by_options(c: &ir::Cond) -> bool {
    asks_only_for(c, &|n| matches!(n, Num::Const(_) | Num::Option(_)))
}

/// Whether a condition asks for options, and compares only such numbers.
fn asks_only_for(c: &ir::Cond, number: &impl Fn(&Num) -> bool) -> bool {
    match c {
        ir::Cond::Const(_) | ir::Cond::Option(..) => true,
        ir::Cond::And(all) | ir::Cond::Or(all) => all.iter().all(|c| asks_only_for(c, number)),
        ir::Cond::Not(c) => asks_only_for(c, number),
        ir::Cond::Compare(_, a, b) => number(a) && number(b),
        _ => false,
    }
}

fn op(op: NumOp, a: Num, b: Num) -> Num {
    Num::Op(op, Box::new(a), Box::new(b))
}

fn empty(owner: Owner) -> Set {
    let none = ir::Cond::Holds(Place::It, super::refs::exactly(0));
    Set::Where(Box::new(Set::Pits(owner)), Box::new(none))
}

pub(super) fn fill_from(from: &ast::FillFrom) -> FillFrom {
    match from {
        ast::FillFrom::Right => FillFrom::Right,
        ast::FillFrom::Tail => FillFrom::Tail,
        ast::FillFrom::Head => FillFrom::Head,
        ast::FillFrom::Left => FillFrom::Left,
        ast::FillFrom::Chosen => FillFrom::Chosen,
    }
}
