//! Doing what a rule says.

use super::code::{A, Dir, Hook, NOBODY, Rule, S, To};
use super::eval::level;
use super::geometry::{HAND, NONE, bit, bits};
use super::seats::MAX_PLAYERS;
use super::state::State;
use super::trace::{Event, Trace, Turning};
use super::{Machine, PlaceId};
use crate::ir::{Life, MarkId, RuleId};

/// What a list of actions leads to.
///
/// It is returned by every list, so it is kept small: what goes with a rarer one lies in the
/// machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Flow {
    /// On with what comes next.
    Next,
    End,
    Pass,
    Again,
    Relay(PlaceId),
    /// What [`Machine::onward`] says.
    SowHand,
    SowFrom,
    Choose(u16),
    /// With [`Machine::outcomes`].
    Finish,
    Illegal,
    LastResort,
    /// No place for the hand's seeds.
    Nowhere,
    /// A hand that doesn't get empty.
    TooLong,
}

/// The sowing that an ending asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Onward {
    /// How many seeds are lifted; none: all.
    pub(super) n: Option<u32>,
    pub(super) from: PlaceId,
    /// Where they go: in a place, or after it.
    pub(super) starting: Option<(bool, PlaceId)>,
    pub(super) going: Option<Dir>,
}

impl Onward {
    pub(super) const NOTHING: Onward = Onward { n: None, from: NONE, starting: None, going: None };
}

impl<'g> Machine<'g> {
    /// Runs a hook's lists, of each the first rule that holds; an ending ends the hook.
    #[inline]
    pub(super) fn hook<T: Trace>(&mut self, s: &mut State, hook: &'g Hook, at: usize, t: &mut T) -> Flow {
        if hook.is_empty() { Flow::Next } else { self.lists(s, hook, at, t) }
    }

    fn lists<T: Trace>(&mut self, s: &mut State, hook: &'g Hook, at: usize, t: &mut T) -> Flow {
        let outer = self.level;
        for list in hook {
            self.enter(at);
            for rule in list {
                if !self.rule_holds(s, &rule.cond) {
                    continue;
                }
                if !T::ON
                    && let Some(c) = &rule.idle_unless
                    && !self.rule_holds(s, c)
                {
                    break;
                }
                match self.fire(s, rule, t) {
                    Flow::Next => break,
                    flow => {
                        self.level = outer;
                        return flow;
                    }
                }
            }
        }
        self.level = outer;
        Flow::Next
    }

    #[inline]
    fn fire<T: Trace>(&mut self, s: &mut State, rule: &'g Rule, t: &mut T) -> Flow {
        if T::ON {
            t.event(Event::Rule(rule.id));
        }
        for &id in &rule.force {
            self.name(s, id);
        }
        if let [A::Relay(p)] = &*rule.actions {
            self.rule = rule.id;
            return Flow::Relay(self.place_of_rule(s, p));
        }
        let outer = std::mem::replace(&mut self.rule, rule.id);
        let flow = self.actions(s, &rule.actions, t);
        if matches!(flow, Flow::Next) {
            self.rule = outer;
        } else {
            self.force = &rule.force;
            self.kept.clear();
        }
        flow
    }

    pub(super) fn actions<T: Trace>(&mut self, s: &mut State, actions: &'g [A], t: &mut T) -> Flow {
        for a in actions {
            match self.action(s, a, t) {
                Flow::Next => {}
                flow => return flow,
            }
        }
        Flow::Next
    }

    pub(super) fn action<T: Trace>(&mut self, s: &mut State, a: &'g A, t: &mut T) -> Flow {
        match a {
            A::Relay(p) => return Flow::Relay(self.place(s, p)),
            A::End => return Flow::End,
            A::Capture { from, at_most, to } => {
                let to = match to {
                    To::Hand => HAND,
                    To::Who(w) => match self.who(s, w) {
                        p @ 0..MAX_PLAYERS => self.game.geometry.stores[usize::from(p)],
                        _ => self.game.geometry.nobody,
                    },
                };
                let at_most = match at_most {
                    None => u32::MAX,
                    Some(n) => u32::try_from(self.num(s, n).max(0)).unwrap_or(u32::MAX),
                };
                return self.capture(s, from, at_most, to, t);
            }
            A::MoveAgain => return Flow::Again,
            A::Pass => return Flow::Pass,
            A::Choose(id) => {
                self.begin_layout(s, *id);
                return Flow::Choose(*id);
            }
            A::Finish(o) => {
                self.outcomes = o;
                return Flow::Finish;
            }
            A::Illegal => return Flow::Illegal,
            A::LastResort => return Flow::LastResort,
            A::SowHand { inside, at, going } => {
                let at = self.place(s, at);
                self.onward = Onward { n: None, from: at, starting: Some((*inside, at)), going: *going };
                return Flow::SowHand;
            }
            A::SowFrom { n, from, starting, going } => {
                let n = n.as_ref().map(|n| u32::try_from(self.num(s, n).max(0)).unwrap_or(u32::MAX));
                let from = self.place(s, from);
                let starting = starting.as_ref().map(|(inside, p)| (*inside, self.place(s, p)));
                self.onward = Onward { n, from, starting, going: *going };
                return Flow::SowFrom;
            }
            A::If(c, yes, no) => {
                let list = if self.cond(s, c) { yes } else { no };
                return self.actions(s, list, t);
            }
            A::ForEach(slot, set, body) => {
                let list = self.list(s, set);
                for &p in list.as_slice() {
                    self.regs.slots[usize::from(*slot)] = i64::from(p);
                    match self.actions(s, body, t) {
                        Flow::Next => {}
                        flow => return flow,
                    }
                }
            }
            A::Move { n, pieces, from, to } => {
                let n = match n {
                    None => u32::MAX,
                    Some(n) => u32::try_from(self.num(s, n).max(0)).unwrap_or(u32::MAX),
                };
                let (from, to) = (self.place(s, from), self.place(s, to));
                match pieces {
                    None => self.move_seeds(s, n, from, to, t),
                    Some(kinds) => self.move_pieces(s, *kinds, n, (from, to), t),
                }
            }
            A::DropAs(mask, n) => {
                let n = self.num(s, n);
                self.drop_as(*mask, n);
            }
            A::Drop { from, to } => return self.drop_one(s, from.as_ref(), to.as_ref(), t),
            A::As(..)
            | A::LayOut
            | A::Fill(_)
            | A::Territory(_)
            | A::TerritoryByStore(..)
            | A::Starts(_)
            | A::Direct(_) => return self.between(s, a, t),
            _ => self.mark_or_set(s, a, t),
        }
        Flow::Next
    }

    fn mark_or_set<T: Trace>(&mut self, s: &mut State, a: &'g A, t: &mut T) {
        match a {
            A::Make { at, kind, maker } => {
                let (at, maker) = (self.place(s, at), self.who(s, maker));
                self.make(s, at, *kind, maker, t);
            }
            A::Unmake { at, kind } => {
                let at = self.mask(s, at);
                for k in 0..s.mark_kinds() {
                    if kind.is_none_or(|x| usize::from(x) == k) {
                        unmake(s, k, at, t);
                    }
                }
            }
            A::Close(set, close) => self.close(s, set, *close, t),
            A::Give(set, who) => {
                let (set, who) = (self.mask(s, set) & self.game.geometry.all, self.who(s, who));
                for p in bits(set) {
                    for (i, owned) in (0u8..).zip(s.owned.iter_mut()) {
                        *owned = if i == who { *owned | bit(p) } else { *owned & !bit(p) };
                    }
                    t.event(Event::Give { at: p, to: (who != NOBODY).then_some(who) });
                }
            }
            A::SetVar { var, decl, to } => {
                let value = self.num(s, to);
                let (lo, hi) = self.game.bounds[usize::from(*decl)];
                if let Some(slot) = self.var_index(s, var).and_then(|i| s.vars.get_mut(i)) {
                    *slot = value.clamp(i64::from(lo), i64::from(hi)) as i32;
                }
            }
            A::Let(id) => {
                self.forget_name(*id);
                self.name(s, *id);
            }
            A::Reverse => self.turn_to(self.regs.dir ^ 1, t),
            A::Going(d) => {
                let dir = self.turned(*d, self.regs.here);
                self.turn_to(dir, t);
            }
            _ => {}
        }
    }

    pub(super) fn turn_to<T: Trace>(&mut self, dir: u8, t: &mut T) {
        if dir != self.regs.dir {
            self.regs.dir = dir;
            t.event(Event::Turned { to: Turning::of(dir) });
        }
    }

    /// Where a direction leads, for seeds from that place.
    pub(super) fn turned(&self, d: Dir, from: PlaceId) -> u8 {
        match d {
            Dir::Is(d) => d,
            Dir::Backward => self.regs.dir ^ 1,
            Dir::Forward | Dir::Either | Dir::Once => self.regs.dir,
            Dir::Halves(_) | Dir::Parity => self.game.by_number(d, from).unwrap_or(self.regs.dir),
        }
    }

    fn capture<T: Trace>(&mut self, s: &mut State, from: &'g S, at_most: u32, to: PlaceId, t: &mut T) -> Flow {
        let mut before = 0;
        if T::ON || self.game.features.whenever {
            let list = self.list(s, from);
            for &p in list.as_slice() {
                before += self.capture_one(s, p, at_most, to, t);
            }
        } else {
            let m = match from {
                S::One(p) => bit(self.place_of_rule(s, p)),
                _ => self.mask(s, from),
            };
            for p in bits(m) {
                before += self.capture_one(s, p, at_most, to, t);
            }
        }
        if before > 0 { self.whenever(s, t) } else { Flow::Next }
    }

    fn capture_one<T: Trace>(&mut self, s: &mut State, p: PlaceId, at_most: u32, to: PlaceId, t: &mut T) -> u32 {
        if !self.game.geometry.is_pit(p) || s.closed & bit(p) != 0 || self.game.kept_from_capture(s) & bit(p) != 0 {
            return 0;
        }
        let n = s.counts[usize::from(p)].min(at_most);
        if n == 0 {
            return 0;
        }
        self.carry(s, n, p, to);
        self.take(s, p, n, t);
        if to == HAND {
            self.regs.hand += n;
        } else {
            s.counts[usize::from(to)] += n;
        }
        if to == HAND || to == self.game.geometry.stores[usize::from(self.code.mover)] {
            self.regs.taken = self.regs.taken.saturating_add(n);
            self.regs.taken_lap = self.regs.taken_lap.saturating_add(n);
        }
        t.event(Event::Capture { from: p, n, to: (to != HAND).then_some(to) });
        n
    }

    /// Takes seeds out of a place that has them; marks that last until a pit is empty go with the
    /// last.
    pub(super) fn take<T: Trace>(&mut self, s: &mut State, p: PlaceId, n: u32, t: &mut T) {
        let held = &mut s.counts[usize::from(p)];
        *held -= n;
        if *held == 0 {
            for &kind in &self.game.while_held {
                unmake(s, usize::from(kind), bit(p), t);
            }
        }
    }

    /// Whether pieces can go from one place to another: both are there, and open.
    pub(super) fn may_move(&self, s: &State, from: PlaceId, to: PlaceId) -> bool {
        let places = self.game.geometry.places;
        let there = |p: PlaceId| p == HAND || usize::from(p) < places && s.closed & bit(p) == 0;
        from != to && there(from) && there(to)
    }

    /// Moves at most `n` seeds between two places.
    pub(super) fn move_seeds<T: Trace>(&mut self, s: &mut State, n: u32, from: PlaceId, to: PlaceId, t: &mut T) {
        if !self.may_move(s, from, to) {
            return;
        }
        let n = n.min(self.held(s, from));
        self.carry(s, n, from, to);
        self.shift_count(s, n, from, to, t);
    }

    /// Counts pieces in another place; which they are has been settled.
    pub(super) fn shift_count<T: Trace>(&mut self, s: &mut State, n: u32, from: PlaceId, to: PlaceId, t: &mut T) {
        if n == 0 {
            return;
        }
        if from == HAND {
            self.regs.hand -= n;
        } else {
            self.take(s, from, n, t);
        }
        if to == HAND {
            self.regs.hand += n;
        } else {
            s.counts[usize::from(to)] += n;
        }
        let shown = |p: PlaceId| (p != HAND).then_some(p);
        t.event(Event::Move { from: shown(from), n, to: shown(to) });
    }

    fn make<T: Trace>(&mut self, s: &mut State, at: PlaceId, kind: MarkId, maker: u8, t: &mut T) {
        let k = usize::from(kind);
        if !self.game.geometry.is_pit(at) || k >= s.mark_kinds() {
            return;
        }
        let slot = s.mark_slot(k, maker);
        let limit = self.game.mark_limits[k];
        if s.marks[slot] & bit(at) != 0 || (maker != NOBODY && s.marks[slot].count_ones() >= limit) {
            return;
        }
        // A pit bears a kind once; a new mark replaces another's.
        unmake(s, k, bit(at), t);
        s.marks[slot] |= bit(at);
        if maker == self.code.mover && self.game.mark_lives[k] == Life::MakersTurn {
            s.fresh[k] |= bit(at);
        }
        t.event(Event::Make { at, kind, maker });
    }

    fn close<T: Trace>(&mut self, s: &mut State, set: &'g S, close: bool, t: &mut T) {
        let m = self.mask(s, set) & self.game.geometry.all;
        let changed = if close { m & !s.closed } else { m & s.closed };
        for p in bits(changed) {
            s.closed ^= bit(p);
            t.event(if close { Event::Close { at: p } } else { Event::Open { at: p } });
        }
    }

    /// Runs the rules that watch; not while they run themselves.
    #[inline]
    pub(super) fn whenever<T: Trace>(&mut self, s: &mut State, t: &mut T) -> Flow {
        let code = self.code;
        if code.whenever.is_empty() || self.watching {
            return Flow::Next;
        }
        self.watching = true;
        let flow = self.hook(s, &code.whenever, level::WHENEVER, t);
        self.watching = false;
        match flow {
            Flow::Finish | Flow::Illegal => flow,
            _ => Flow::Next,
        }
    }

    /// The rule to name in a refusal.
    pub(super) fn blamed(&self) -> Option<RuleId> {
        (self.rule != RuleId::MAX).then_some(self.rule)
    }
}

/// Takes marks of a kind away.
pub(super) fn unmake<T: Trace>(s: &mut State, kind: usize, at: u128, t: &mut T) {
    let all = s.mark_slot(kind, 0)..s.mark_slot(kind + 1, 0);
    let on = at & s.marks[all.clone()].iter().fold(0, |all, m| all | m);
    if on == 0 {
        return;
    }
    for m in &mut s.marks[all] {
        *m &= !on;
    }
    s.fresh[kind] &= !on;
    for p in bits(on) {
        t.event(Event::Unmake { at: p, kind: kind as MarkId });
    }
}

/// A place that exists, for an event.
pub(super) fn told(p: PlaceId) -> Option<PlaceId> {
    (p != NONE && p != HAND).then_some(p)
}
