//! The IR with its options folded in. Indexes are checked on the way, so that a hostile IR file can't
//! reach the tables behind them.

use crate::diagnostic::{Diagnostic, codes};
use crate::ir::{self, Action, ActionKind, Among, Compare, Cond, CountTest, Num, NumOp, Place, Player, Set};
use crate::source::Span;

use super::compile::{MAX_DEPTH, MAX_SLOTS};
use super::options;

/// Folds options into a game.
pub(super) fn fold(game: &ir::Game, values: &[i64]) -> Result<ir::Game, Vec<Diagnostic>> {
    let mut out = game.clone();
    let players = players(game, values)?;
    out.players.truncate(players);
    out.player_count = None;
    let mut f = Fold {
        values,
        vars: game.vars.len(),
        marks: game.marks.len(),
        pieces: game.pieces.len(),
        lets: 0,
        choices: game.choices.len(),
        players,
        named: game.players.len(),
        directions: options::directions(game, values),
        slots: usize::from(game.slots).min(MAX_SLOTS),
        depth: 0,
        deepest: 0,
        let_depth: Vec::new(),
        uses: Vec::new(),
        wrong: None,
    };
    f.game(&mut out);
    match f.wrong {
        None => Ok(out),
        Some(m) => Err(vec![Diagnostic::new(&codes::BAD_IR, Span::default(), m)]),
    }
}

/// How many play.
fn players(game: &ir::Game, values: &[i64]) -> Result<usize, Vec<Diagnostic>> {
    let named = game.players.len();
    let n = match game.player_count {
        None => return Ok(named),
        Some(Num::Const(n)) => n,
        Some(Num::Option(id)) => values.get(usize::from(id)).copied().unwrap_or(0),
        Some(_) => 0,
    };
    let span = game.board.span;
    usize::try_from(n).ok().filter(|n| (1..=named).contains(n)).ok_or_else(|| {
        let help = format!("it has 1 to {named}, by the values of the option that says how many");
        vec![Diagnostic::new(&codes::BAD_BOARD, span, format!("this game can't have {n} players")).help(help)]
    })
}

struct Fold<'a> {
    values: &'a [i64],
    vars: usize,
    marks: usize,
    pieces: usize,
    lets: usize,
    choices: usize,
    /// How many play, and how many have a name.
    players: usize,
    named: usize,
    /// What each option's value names as a direction, if it does.
    directions: Vec<Option<ir::Direction>>,
    slots: usize,
    depth: usize,
    deepest: usize,
    let_depth: Vec<usize>,
    /// Choices met in the actions walked last.
    uses: Vec<usize>,
    wrong: Option<String>,
}

impl Fold<'_> {
    fn bad(&mut self, what: &str) {
        self.wrong.get_or_insert_with(|| format!("the IR refers to {what} that isn't there"));
    }
    fn need(&mut self, index: usize, len: usize, what: &str) {
        if index >= len {
            self.bad(what);
        }
    }
    fn piece(&mut self, kind: ir::PieceId) {
        self.need(usize::from(kind), self.pieces, "a kind of piece");
    }
    /// Counts nesting, so that no later walk can run out of stack.
    fn nest(&mut self, walk: impl FnOnce(&mut Self)) {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        if self.depth > MAX_DEPTH {
            self.wrong.get_or_insert_with(|| "the IR is nested too deep".into());
        } else {
            walk(self);
        }
        self.depth -= 1;
    }

    fn game(&mut self, g: &mut ir::Game) {
        self.num(&mut g.board.rows);
        self.num(&mut g.board.pits);
        g.board.ring.iter_mut().for_each(|n| self.num(n));
        g.board.row_names.iter_mut().filter_map(|r| r.pits.as_mut()).for_each(|n| self.num(n));
        self.setup(&mut g.board);
        for v in &mut g.vars {
            self.num(&mut v.init);
            if let Some((a, b)) = &mut v.bounds {
                self.num(a);
                self.num(b);
            }
        }
        for p in &mut g.pieces {
            self.num(&mut p.worth);
        }
        for m in &mut g.marks {
            m.per_player.iter_mut().for_each(|n| self.num(n));
        }
        for l in &mut g.lets {
            self.deepest = 0;
            match &mut l.body {
                ir::LetBody::Cond(c) => self.cond(c),
                ir::LetBody::Num(n) => self.num(n),
                ir::LetBody::Place(p) => self.place(p),
                ir::LetBody::Set(s) => self.set(s),
            }
            self.let_depth.push(self.deepest);
            self.lets += 1;
        }
        for p in &mut g.phases {
            self.phase(p);
        }
        let mut graph = Vec::new();
        for c in &mut g.choices {
            self.uses.clear();
            self.choice(c);
            graph.push(self.uses.clone());
        }
        if cyclic(&graph) {
            self.wrong.get_or_insert_with(|| "the IR has a choice that leads to itself".into());
        }
        self.overs(&mut g.round.over);
        g.round.next_player.iter_mut().for_each(|r| self.cond(&mut r.cond));
        g.round.next_player.retain(|r| r.cond != Cond::Const(false));
        if let Some(ir::Opening::Race(lines)) = &mut g.opening {
            lines.iter_mut().for_each(|line| {
                line.first.iter_mut().for_each(|p| self.player(p));
                self.cond(&mut line.when);
            });
        }
        if let Some(ir::Opening::Script(actions)) = &mut g.opening {
            self.actions(actions);
        }
        if let Some(rounds) = &mut g.rounds {
            self.overs(&mut rounds.over);
            self.actions(&mut rounds.next);
            if let ir::StarterRule::Role(p) = &mut rounds.starter {
                self.player(p);
            }
        }
        g.round.starter.iter_mut().for_each(|p| self.player(p));
    }

    fn setup(&mut self, b: &mut ir::Board) {
        for s in &mut b.seeds {
            s.at.iter_mut().for_each(|x| self.set(x));
            s.seeds.iter_mut().for_each(|n| self.num(n));
            if let Some(kind) = s.piece {
                self.piece(kind);
            }
            if let Some(p) = s.player {
                self.need(usize::from(p), self.named, "a player");
            }
        }
        b.seeds.retain(|s| s.player.is_none_or(|p| usize::from(p) < self.players));
        b.reserve.iter_mut().for_each(|n| self.num(n));
        b.groups.iter_mut().for_each(|x| self.set(&mut x.set));
        b.path.iter_mut().flatten().for_each(|x| self.set(&mut x.set));
        b.closed.iter_mut().for_each(|x| self.set(x));
        for (set, player) in &mut b.given {
            self.set(set);
            self.player(player);
        }
        for (set, kind) in &mut b.marks {
            self.set(set);
            self.need(usize::from(*kind), self.marks, "a mark");
        }
    }

    fn phase(&mut self, p: &mut ir::Phase) {
        self.cond(&mut p.while_);
        self.direction(&mut p.sowing.direction);
        for s in &mut p.sowing.skips {
            self.set(&mut s.set);
            self.cond(&mut s.when);
        }
        p.sowing.skips.retain(|s| s.when != Cond::Const(false));
        for (n, c) in &mut p.sowing.a_pit {
            self.num(n);
            self.cond(c);
        }
        p.sowing.a_pit.retain(|(_, c)| *c != Cond::Const(false));
        for c in p.moves.tiers.iter_mut().flatten() {
            self.class(c);
        }
        self.cond(&mut p.moves.race);
        for f in &mut p.moves.filters {
            self.cond(&mut f.when);
            self.cond(&mut f.must);
        }
        p.moves.filters.retain(|f| f.when != Cond::Const(false) && f.must != Cond::Const(true));
        let h = &mut p.hooks;
        for lists in [
            &mut h.before_move,
            &mut h.each_lap,
            &mut h.each_seed,
            &mut h.landing,
            &mut h.whenever,
            &mut h.after_move,
            &mut h.after_turn,
        ] {
            for list in lists.iter_mut() {
                self.list(list);
            }
            lists.retain(|l| !l.is_empty());
        }
    }

    fn class(&mut self, c: &mut ir::Class) {
        for line in c.lines.iter_mut().flatten() {
            self.set(&mut line.from);
            self.cond(&mut line.when);
            for g in &mut line.going {
                self.direction(&mut g.direction);
                self.cond(&mut g.where_);
            }
            line.going.retain(|g| g.where_ != Cond::Const(false));
            match &mut line.amount {
                Some(ir::Amount::Exactly(n) | ir::Amount::AllBut(n)) => self.num(n),
                Some(ir::Amount::Range(a, b)) => {
                    self.num(a);
                    self.num(b);
                }
                None => {}
            }
            line.starting_at.iter_mut().for_each(|p| self.place(p));
        }
        for alternative in &mut c.lines {
            alternative.retain(|l| l.when != Cond::Const(false));
        }
        c.lines.retain(|l| !l.is_empty());
        c.program.iter_mut().for_each(|a| self.actions(a));
    }

    /// Drops rules that can't fire: those that are never true, and those behind one always true.
    fn list(&mut self, list: &mut ir::List) {
        for r in list.iter_mut() {
            self.cond(&mut r.cond);
            self.actions(&mut r.actions);
        }
        list.retain(|r| r.cond != Cond::Const(false));
        if let Some(i) = list.iter().position(|r| r.cond == Cond::Const(true)) {
            list.truncate(i + 1);
        }
    }

    fn overs(&mut self, overs: &mut Vec<ir::Over>) {
        for o in overs.iter_mut() {
            self.cond(&mut o.cond);
            self.actions(&mut o.actions);
            self.outcomes(&mut o.outcomes);
        }
        overs.retain(|o| o.cond != Cond::Const(false));
    }

    fn outcomes(&mut self, outcomes: &mut [ir::Outcome]) {
        for o in outcomes {
            match o {
                ir::Outcome::Rest(ir::Rest::Takes(p)) | ir::Outcome::Wins(p) => self.player(p),
                ir::Outcome::Rest(_) | ir::Outcome::Draw => {}
            }
        }
    }

    fn choice(&mut self, c: &mut ir::Choice) {
        if let ir::ChoiceBy::Player(p) = &mut c.by {
            self.player(p);
        }
        match &mut c.among {
            Among::Labels(labels) => {
                for l in labels.iter_mut() {
                    self.cond(&mut l.when);
                    self.actions(&mut l.actions);
                }
            }
            Among::Pits(slot, set, a) => {
                self.need(usize::from(*slot), self.slots, "a register");
                self.set(set);
                self.actions(a);
            }
            Among::Numbers(slot, lo, hi, a) => {
                self.need(usize::from(*slot), self.slots, "a register");
                self.num(lo);
                self.num(hi);
                self.actions(a);
            }
            Among::Directions(a) => self.actions(a),
            Among::Layout { slot, n, set, each } => {
                self.need(usize::from(*slot) + 3, self.slots, "a register");
                self.num(n);
                self.set(set);
                self.num(&mut each.0);
                self.num(&mut each.1);
            }
        }
    }

    fn actions(&mut self, actions: &mut [Action]) {
        for a in actions {
            self.nest(|f| f.action(&mut a.kind));
        }
    }

    fn action(&mut self, a: &mut ActionKind) {
        match a {
            ActionKind::Capture { from, amount, to } => {
                self.set(from);
                if let ir::CaptureAmount::UpTo(n) = amount {
                    self.num(n);
                }
                if let ir::CaptureTo::Player(p) = to {
                    self.player(p);
                }
            }
            ActionKind::DropAs(pieces, n) => {
                self.piece(pieces.kind);
                self.num(n);
            }
            ActionKind::Move { n, pieces, from, to } => {
                if let Some(pieces) = pieces {
                    self.piece(pieces.kind);
                }
                n.iter_mut().for_each(|n| self.num(n));
                self.place(from);
                self.place(to);
            }
            ActionKind::Drop { from, to } => {
                from.iter_mut().chain(to.iter_mut()).for_each(|p| self.place(p));
            }
            ActionKind::Make { at, kind, maker } => {
                self.place(at);
                self.need(usize::from(*kind), self.marks, "a mark");
                self.player(maker);
            }
            ActionKind::Unmake { at, kind } => {
                self.set(at);
                if let Some(k) = kind {
                    self.need(usize::from(*k), self.marks, "a mark");
                }
            }
            ActionKind::Close(s) | ActionKind::Open(s) => self.set(s),
            ActionKind::Give(s, p) => {
                self.set(s);
                self.player(p);
            }
            ActionKind::SetVar(v, of, n) => {
                self.var(*v, of);
                self.num(n);
            }
            ActionKind::If(c, a, b) => {
                self.cond(c);
                self.actions(a);
                self.actions(b);
            }
            ActionKind::ForEach(slot, s, a) => {
                self.need(usize::from(*slot), self.slots, "a register");
                self.set(s);
                self.actions(a);
            }
            ActionKind::Relay(p) => self.place(p),
            ActionKind::Let(id) => self.need(usize::from(*id), self.lets, "an earlier name"),
            ActionKind::Going(d) => self.direction(d),
            ActionKind::SowHand { at, going, .. } => {
                self.place(at);
                going.iter_mut().for_each(|d| self.direction(d));
            }
            ActionKind::SowFrom { n, from, starting, going } => {
                going.iter_mut().for_each(|d| self.direction(d));
                n.iter_mut().for_each(|n| self.num(n));
                self.place(from);
                starting.iter_mut().for_each(|(_, p)| self.place(p));
            }
            ActionKind::Choose(id) => {
                self.need(usize::from(*id), self.choices, "a choice");
                self.uses.push(usize::from(*id));
            }
            ActionKind::Finish(o) => self.outcomes(o),
            ActionKind::Fill { n, set, pits, .. } => {
                self.num(n);
                self.set(set);
                pits.iter_mut().for_each(|n| self.num(n));
            }
            ActionKind::Territory(n, p) => {
                self.num(n);
                self.player(p);
            }
            ActionKind::Territories(all) => all.iter_mut().for_each(|(n, p)| {
                self.num(n);
                self.player(p);
            }),
            ActionKind::TerritoryByStore { n, more } => {
                self.num(n);
                self.num(more);
            }
            ActionKind::Starts(p) => self.player(p),
            ActionKind::As(p, a) => {
                self.player(p);
                self.actions(a);
            }
            ActionKind::Direct(d) => self.direction(d),
            ActionKind::Reverse
            | ActionKind::LayOut
            | ActionKind::MoveAgain
            | ActionKind::End
            | ActionKind::Pass
            | ActionKind::Illegal
            | ActionKind::LastResort => {}
        }
    }

    fn direction(&mut self, d: &mut ir::Direction) {
        if let ir::Direction::Option(id) = *d {
            match self.directions.get(usize::from(id)).copied().flatten() {
                Some(named) => *d = named,
                None => self.bad("a direction"),
            }
        }
    }

    fn var(&mut self, id: ir::VarId, of: &mut ir::VarOf) {
        self.need(usize::from(id), self.vars, "a variable");
        match of {
            ir::VarOf::Game => {}
            ir::VarOf::Player(p) => self.player(p),
            ir::VarOf::Place(p) => self.place(p),
        }
    }

    fn player(&mut self, p: &mut Player) {
        match p {
            Player::Fixed(i) if usize::from(*i) < self.players => {}
            Player::Fixed(i) => {
                self.need(usize::from(*i), self.named, "a player");
                // He doesn't play.
                *p = Player::Nobody;
            }
            Player::OwnerOf(p) | Player::MakerOf(p) => self.nest(|f| f.place(p)),
            Player::Number(n) => self.nest(|f| f.num(n)),
            _ => {}
        }
    }

    fn owner(&mut self, o: &mut ir::Owner) {
        if let ir::Owner::Of(p) = o {
            self.player(p);
        }
    }

    fn used_let(&mut self, id: ir::LetId) {
        match self.let_depth.get(usize::from(id)) {
            Some(&d) if usize::from(id) < self.lets => {
                self.deepest = self.deepest.max(self.depth + d);
                if self.depth + d > MAX_DEPTH {
                    self.wrong.get_or_insert_with(|| "the IR is nested too deep".into());
                }
            }
            _ => self.bad("an earlier name"),
        }
    }

    fn place(&mut self, p: &mut Place) {
        self.nest(|f| match p {
            Place::Slot(s) => f.need(usize::from(*s), f.slots, "a register"),
            Place::Let(id) => f.used_let(*id),
            Place::Nth { owner, n, .. } => {
                f.owner(owner);
                f.num(n);
            }
            Place::Step { n, of } => {
                f.num(n);
                f.place(of);
            }
            Place::Neighbour(of) | Place::Opposite { of, .. } | Place::FirstOccupied { of, .. } => f.place(of),
            Place::Store(p) | Place::Reserve(p) => f.player(p),
            Place::EndOf { set, .. } => f.set(set),
            _ => {}
        });
    }

    fn set(&mut self, s: &mut Set) {
        self.nest(|f| match s {
            Set::Pits(o) | Set::Row(o, _) | Set::Half(o, _) | Set::Middle(o) | Set::Ends(o) | Set::Group(o, _) => {
                f.owner(o);
            }
            Set::Range(o, _, a, b) => {
                f.owner(o);
                f.num(a);
                f.num(b);
            }
            Set::One(p) => f.place(p),
            Set::Union(all) => all.iter_mut().for_each(|x| f.set(x)),
            Set::Where(x, c) => {
                f.set(x);
                f.cond(c);
            }
            Set::But(x, p) => {
                f.set(x);
                f.place(p);
            }
            Set::ButEnd(x, _) => f.set(x),
            Set::EndsOf(x, _, n) => {
                f.set(x);
                f.num(n);
            }
            Set::Run { from, while_, .. } => {
                f.place(from);
                f.cond(while_);
            }
            Set::Leapfrog(p) => f.place(p),
            Set::Marked(kind, _) => f.need(usize::from(*kind), f.marks, "a mark"),
            Set::Let(id) => f.used_let(*id),
        });
    }

    fn num(&mut self, n: &mut Num) {
        self.nest(|f| f.num_inner(n));
    }

    fn num_inner(&mut self, n: &mut Num) {
        match n {
            Num::Option(id) => match self.values.get(usize::from(*id)) {
                Some(&v) => *n = Num::Const(v),
                None => self.bad("an option"),
            },
            Num::Kept(p) | Num::Score(p) | Num::RoundsWon(p) => self.player(p),
            Num::NumberOf(p) | Num::Held(p) => self.place(p),
            Num::Total(s) | Num::Count(s) | Num::Worth(s) => self.set(s),
            Num::Pieces(pieces, s) => {
                self.piece(pieces.kind);
                self.set(s);
            }
            Num::Var(v, of) => {
                let v = *v;
                self.var(v, of);
            }
            Num::Slot(s) => self.need(usize::from(*s), self.slots, "a register"),
            Num::Let(id) => self.used_let(*id),
            Num::Op(op, a, b) => {
                self.num(a);
                self.num(b);
                if let (Num::Const(x), Num::Const(y)) = (&**a, &**b) {
                    *n = Num::Const(compute(*op, *x, *y));
                }
            }
            Num::MinMax(m, a, b) => {
                self.num(a);
                self.num(b);
                if let (Num::Const(x), Num::Const(y)) = (&**a, &**b) {
                    *n = Num::Const(if *m == ir::MinMax::Min { *x.min(y) } else { *x.max(y) });
                }
            }
            Num::If(c, a, b) => {
                self.cond(c);
                self.num(a);
                self.num(b);
                if let Cond::Const(yes) = **c {
                    *n = std::mem::replace(if yes { a } else { b }, Num::Const(0));
                }
            }
            _ => {}
        }
    }

    fn cond(&mut self, c: &mut Cond) {
        self.nest(|f| {
            f.cond_parts(c);
            simplify(c, f.values);
        });
    }

    fn cond_parts(&mut self, c: &mut Cond) {
        match c {
            Cond::And(all) | Cond::Or(all) => all.iter_mut().for_each(|x| self.cond(x)),
            Cond::DirectionIs(d) => self.direction(d),
            Cond::Not(x) => self.cond(x),
            Cond::Option(id, _) => self.need(usize::from(*id), self.values.len(), "an option"),
            Cond::Holds(p, t) => {
                self.place(p);
                self.test(t);
            }
            Cond::Was(t) => self.test(t),
            Cond::Mine(p) | Cond::Theirs(p) | Cond::IsStore(p) | Cond::Closed(p) | Cond::Reached(p) => self.place(p),
            Cond::Marked(p, kind, _) => {
                self.place(p);
                if let Some(k) = kind {
                    self.need(usize::from(*k), self.marks, "a mark");
                }
            }
            Cond::Same(a, b) => {
                self.place(a);
                self.place(b);
            }
            Cond::In(p, s) => {
                self.place(p);
                self.set(s);
            }
            Cond::Quantified(q, s, x) => {
                if let ir::Quantifier::Exactly(n) | ir::Quantifier::AtLeast(n) = q {
                    self.num(n);
                }
                self.set(s);
                self.cond(x);
            }
            Cond::Compare(_, a, b) => {
                self.num(a);
                self.num(b);
            }
            Cond::CannotMove(p) | Cond::CouldPlay(p, _) | Cond::Phase(Some(p), _) => self.player(p),
            Cond::CouldCapture(p, place) => {
                self.player(p);
                self.place(place);
            }
            Cond::Let(id) => self.used_let(*id),
            _ => {}
        }
    }

    fn test(&mut self, t: &mut CountTest) {
        match t {
            CountTest::OneOf(ranges) => {
                for (a, b) in ranges {
                    self.num(a);
                    self.num(b);
                }
            }
            CountTest::Than(_, n) => self.num(n),
            CountTest::Odd | CountTest::Even => {}
        }
    }
}

fn simplify(c: &mut Cond, values: &[i64]) {
    match c {
        Cond::Option(id, v) => *c = Cond::Const(values.get(usize::from(*id)) == Some(v)),
        Cond::And(all) => {
            all.retain(|x| *x != Cond::Const(true));
            if all.contains(&Cond::Const(false)) {
                *c = Cond::Const(false);
            } else if all.is_empty() {
                *c = Cond::Const(true);
            } else if all.len() == 1 {
                *c = all.remove(0);
            }
        }
        Cond::Or(all) => {
            all.retain(|x| *x != Cond::Const(false));
            if all.contains(&Cond::Const(true)) {
                *c = Cond::Const(true);
            } else if all.is_empty() {
                *c = Cond::Const(false);
            } else if all.len() == 1 {
                *c = all.remove(0);
            }
        }
        Cond::Not(x) => match &**x {
            Cond::Const(b) => *c = Cond::Const(!b),
            Cond::Not(_) => {
                if let Cond::Not(inner) = std::mem::replace(&mut **x, Cond::Const(false)) {
                    *c = *inner;
                }
            }
            _ => {}
        },
        Cond::Compare(op, Num::Const(a), Num::Const(b)) => *c = Cond::Const(compare(*op, *a, *b)),
        _ => {}
    }
}

/// Arithmetic as the IR defines it: saturating, and 0 for a division by zero.
#[inline]
pub(super) fn compute(op: NumOp, a: i64, b: i64) -> i64 {
    match op {
        NumOp::Add => a.saturating_add(b),
        NumOp::Sub => a.saturating_sub(b),
        NumOp::Mul => a.saturating_mul(b),
        NumOp::Div => {
            if b == 0 {
                0
            } else {
                a.saturating_div(b)
            }
        }
        NumOp::Mod => a.checked_rem(b).unwrap_or(0),
    }
}

/// A comparison.
#[inline]
pub(super) fn compare(op: Compare, a: i64, b: i64) -> bool {
    match op {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::Lt => a < b,
        Compare::Le => a <= b,
        Compare::Gt => a > b,
        Compare::Ge => a >= b,
    }
}

/// Whether a choice can lead back to itself without anything between.
fn cyclic(graph: &[Vec<usize>]) -> bool {
    // Choices that only lead to settled ones are settled; in a cycle none ever is.
    let mut settled = vec![false; graph.len()];
    for _ in 0..graph.len() {
        for (i, to) in graph.iter().enumerate() {
            settled[i] = to.iter().all(|&t| settled.get(t).copied().unwrap_or(true));
        }
    }
    settled.contains(&false)
}
