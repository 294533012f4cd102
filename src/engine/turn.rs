//! A ply: from a start or a choice to the next decision.

use super::actions::{Flow, Onward, told, unmake};
use super::code::{Amount, Code, NOBODY};
use super::eval::level;
use super::geometry::{HAND, NONE, NOWHERE_YET, bit};
use super::machine::NOT_KNOWN;
use super::pieces::{MAX_PIECES, MAX_TIMED, SEED};
use super::seats::MAX_PLAYERS;
use super::state::{Pending, SLOTS, Stage, State};
use super::trace::{Event, Silent, Trace, Turning};
use super::way::WAY;
use super::{Machine, PlaceId, Ply, Reason, Refused};
use crate::ir::{Endless, Life, RuleId};

/// From how many laps on a refused ply is kept, and how many of them.
const LONG: u64 = 10_000;
const KEPT: usize = 64;
/// After how many laps it is seen whether to stop.
const GLANCE: u64 = 1 << 14;

/// How a ply came out, before the turn is handed on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Made {
    /// The turn is over.
    Done,
    /// The mover moves again.
    Again,
    /// A choice is pending.
    Pending,
    /// The round is over; it has been closed.
    Over,
    /// The next round has begun, and its ends have been tried.
    Begun,
}

impl<'g> Machine<'g> {
    /// Makes a start or an option of a choice, up to (not including) the next decision's tests.
    #[inline(always)]
    pub(super) fn make_ply<T: Trace>(
        &mut self,
        from: &State,
        ply: &Ply,
        s: &mut State,
        t: &mut T,
    ) -> Result<Made, Refused> {
        match *ply {
            Ply::Start { pit, direction, .. } if self.game.direct && from.pending.is_none() && from.race.is_none() => {
                self.make_direct(from, pit, direction.index(), s, t)
            }
            _ if T::ON => self.make_any(from, ply, s, t),
            _ => self.make_or_recall(from, ply, s, t),
        }
    }

    /// Makes a ply, unless it is known to be refused after very many laps: while moves are looked
    /// for, the same ply is tried again and again.
    fn make_or_recall<T: Trace>(&mut self, from: &State, ply: &Ply, s: &mut State, t: &mut T) -> Result<Made, Refused> {
        let tried = (!self.long.is_empty()).then(|| self.tried_now(from));
        let known = tried.and_then(|tried| self.long.iter().find(|l| l.0 == tried && l.1 == *ply));
        if let Some(&(_, _, refused)) = known {
            if let Refused::Endless { decided, laps } = refused {
                self.undecided += u64::from(!decided);
                self.laps = laps;
            }
            return Err(refused);
        }
        let made = self.make_any(from, ply, s, t);
        if let Err(refused @ Refused::Endless { laps, .. }) = made
            && laps >= LONG
            && !self.stopped()
        {
            if self.long.len() == KEPT {
                self.long.remove(0);
            }
            let tried = self.tried_now(from);
            self.long.push((tried, *ply, refused));
        }
        made
    }

    /// The position in which a ply is made; if it is only asked whether it can be, without what came before.
    #[inline]
    fn copy_for_ply(&self, from: &State, s: &mut State) {
        // Between rounds the next one may begin, and with it its history.
        if self.asking && from.pending.as_ref().is_none_or(|p| p.stage != Stage::Between) {
            s.copy_position(from);
        } else {
            s.clone_from(from);
        }
    }

    #[inline(never)]
    fn make_any<T: Trace>(&mut self, from: &State, ply: &Ply, s: &mut State, t: &mut T) -> Result<Made, Refused> {
        self.copy_for_ply(from, s);
        self.take_code(s);
        self.rule = u32::MAX;
        self.laps = 0;
        self.passed = 0;
        self.force = &[];
        self.kept.clear();
        let flow;
        let stage;
        match (*ply, from.pending.as_deref()) {
            (Ply::Start { .. }, None) if s.race.is_some() => return Ok(self.race_start(s, ply, t)),
            (Ply::Start { pit, direction, amount, class }, None) => {
                self.clear_regs(direction.index());
                if self.code.bends.is_some() {
                    self.regs.dir = NOWHERE_YET;
                }
                self.regs.start = pit;
                self.regs.here = pit;
                self.regs.class = class;
                self.regs.last_ok = self.collect || self.bound.last_ok;
                if self.game.features.filters {
                    self.bind_filters(s);
                }
                if self.game.features.move_vars {
                    self.reset_vars(s, &[Life::Move]);
                }
                self.amount = amount;
                if self.game.chosen_once.is_some() {
                    self.note_direction(s, direction.index());
                }
                let code = self.code;
                self.line = self.line_of(s, class, pit, direction.index());
                stage = Stage::BeforeMove;
                flow = self.hook(s, &code.before_move, level::MAIN, t);
            }
            (_, Some(p)) => {
                s.pending = None;
                self.resume(p);
                if s.race.is_some() {
                    return self.race_choice(s, p, ply, t).ok_or(Refused::Illegal(None));
                }
                if p.stage == Stage::Between {
                    return self.choose_between(s, p, ply, t).ok_or(Refused::Illegal(None));
                }
                stage = p.stage;
                flow = self.choose(s, p.choice, ply, t).ok_or(Refused::Illegal(None))?;
            }
            _ => return Err(Refused::Illegal(None)),
        }
        self.drive(from, s, stage, flow, t)
    }

    /// A start of a game in which nothing happens before the sowing: `drive` from the landing on.
    fn make_direct<T: Trace>(
        &mut self,
        from: &State,
        pit: PlaceId,
        dir: u8,
        s: &mut State,
        t: &mut T,
    ) -> Result<Made, Refused> {
        self.copy_for_ply(from, s);
        self.take_code(s);
        self.rule = u32::MAX;
        self.laps = 0;
        self.passed = 0;
        self.force = &[];
        let code = self.code;
        self.clear_regs(dir);
        let r = &mut self.regs;
        (r.start, r.here, r.lap_start, r.cursor, r.lap) = (pit, pit, pit, pit, 1);
        r.last_ok = self.collect || self.bound.last_ok;
        if self.game.features.filters {
            self.bind_filters(s);
        }
        let n = s.count(pit);
        if n == 0 {
            return Err(Refused::Illegal(None));
        }
        self.regs.hand = n;
        s.counts[usize::from(pit)] = 0;
        t.event(Event::Lift { from: pit, n });
        let mut flow = self.sow(s, t);
        while flow == Flow::Next {
            flow = self.hook(s, &code.landing, level::MAIN, t);
            match flow {
                Flow::Relay(p) => flow = self.relay_directly(s, p, t),
                Flow::Next | Flow::End if self.regs.hand == 0 && self.regs.must == 0 => return Ok(Made::Done),
                Flow::Next => flow = Flow::End,
                _ => {}
            }
        }
        self.drive(from, s, Stage::Landing, flow, t)
    }

    /// A direction that is chosen once is chosen by the first start.
    pub(super) fn note_direction(&self, s: &mut State, dir: u8) {
        let mover = s.mover;
        if s.chosen[mover] != 0 {
            return;
        }
        match self.game.chosen_once {
            Some((true, _)) => s.chosen[mover] = dir + 1,
            _ => s.chosen.fill(dir + 1),
        }
    }

    /// Lifts and sows on; an ending if that can't be.
    fn relay_directly<T: Trace>(&mut self, s: &mut State, p: PlaceId, t: &mut T) -> Flow {
        if self.laps + 1 >= self.game.max_laps.min(64) || !self.liftable(s, p) {
            return Flow::Relay(p);
        }
        let n = std::mem::take(&mut s.counts[usize::from(p)]);
        let r = &mut self.regs;
        r.hand = r.hand.saturating_add(n);
        (r.lap_start, r.cursor, r.inside, r.taken_lap) = (p, p, false, 0);
        r.lap += 1;
        self.laps += 1;
        t.event(Event::Lift { from: p, n });
        self.sow(s, t)
    }

    /// A turn in which nothing is moved; it ends as others do.
    pub(super) fn pass<T: Trace>(&mut self, from: &State, s: &mut State, t: &mut T) -> Made {
        self.take_code(s);
        let code = self.code;
        if code.after_turn.is_empty() {
            return Made::Done;
        }
        self.rule = u32::MAX;
        self.laps = 0;
        self.passed = 0;
        self.force = &[];
        self.kept.clear();
        self.clear_regs(self.at_start_dir(s));
        let flow = self.hook(s, &code.after_turn, level::MAIN, t);
        // There is no other move for a rule to ask for: a pass can't be refused.
        self.drive(from, s, Stage::AfterTurn, flow, t).unwrap_or(Made::Done)
    }

    pub(super) fn resume(&mut self, p: &Pending) {
        self.regs = p.regs;
        self.rule = p.rule;
        self.enter(level::MAIN);
        self.kept.clear();
        for (id, value) in &p.lets {
            self.restore_name(*id, value);
            self.kept.push(*id);
        }
    }

    /// Notes which filters this start must pass.
    #[inline(never)]
    fn bind_filters(&mut self, s: &State) {
        let code = self.code;
        for (i, f) in code.filters.iter().enumerate() {
            self.enter(level::MAIN);
            if self.cond(s, &f.when) && (self.collect || !f.if_possible || self.bound.soft >> i & 1 != 0) {
                self.regs.must |= 1 << i;
            }
        }
    }

    /// The registers as a move begins.
    #[inline]
    pub(super) fn clear_regs(&mut self, dir: u8) {
        let r = &mut self.regs;
        (r.here, r.start, r.lap_start, r.first_fed, r.before_last, r.cursor) = (NONE, NONE, NONE, NONE, NONE, NONE);
        (r.inside, r.last, r.again, r.last_ok, r.resorted) = (false, false, false, false, false);
        (r.dir, r.class, r.was, r.hand, r.taken, r.taken_lap) = (dir, 0, 0, 0, 0, 0);
        (r.lap, r.reached, r.must) = (0, 0, 0);
        if self.game.ir.slots > 0 {
            r.slots = [0; SLOTS];
        }
        if !self.game.pieces.is_empty() {
            (r.pieces, r.falls, r.nth, r.fell) = ([0; MAX_PIECES], [(SEED, 0); MAX_TIMED], 0, SEED);
        }
    }

    /// Runs the parts of a move one after another.
    #[inline(never)]
    fn drive<T: Trace>(
        &mut self,
        from: &State,
        s: &mut State,
        mut stage: Stage,
        mut flow: Flow,
        t: &mut T,
    ) -> Result<Made, Refused> {
        let code = self.code;
        // Once a sowing has been given up, no other begins in this ply.
        let mut given_up = false;
        loop {
            let after = stage >= Stage::AfterMove;
            match flow {
                Flow::Next => match stage {
                    Stage::BeforeMove => (stage, flow) = self.begin(s, t),
                    Stage::Program => flow = Flow::End,
                    Stage::EachLap if self.regs.hand == 0 => flow = Flow::End,
                    Stage::EachLap => match self.sow(s, t) {
                        Flow::Next => {
                            stage = Stage::Landing;
                            flow = self.hook(s, &code.landing, level::MAIN, t);
                        }
                        other => flow = other,
                    },
                    Stage::Landing => flow = Flow::End,
                    Stage::AfterMove => {
                        self.test_filters(s)?;
                        self.empty_hand(s, t);
                        if !self.regs.again {
                            if self.asking && !code.refuses_after_turn {
                                return Ok(Made::Done);
                            }
                            stage = Stage::AfterTurn;
                            flow = self.hook(s, &code.after_turn, level::MAIN, t);
                        } else if self.comes_back(from, s) {
                            self.regs.again = false;
                            match self.never_ends(s, true, t)? {
                                Some(made) => return Ok(made),
                                None => flow = Flow::Next,
                            }
                        } else {
                            t.event(Event::Again);
                            return Ok(Made::Again);
                        }
                    }
                    Stage::AfterTurn | Stage::Between => {
                        self.empty_hand(s, t);
                        return Ok(Made::Done);
                    }
                },
                Flow::End | Flow::Pass | Flow::Again => {
                    self.regs.again = match flow {
                        Flow::Again => true,
                        Flow::Pass => false,
                        _ => self.regs.again && after,
                    };
                    if after {
                        flow = Flow::Next;
                    } else if self.asking && self.nothing_refuses(code) {
                        return Ok(Made::Done);
                    } else {
                        stage = Stage::AfterMove;
                        flow = self.hook(s, &code.after_move, level::MAIN, t);
                    }
                }
                Flow::Relay(_) | Flow::SowHand | Flow::SowFrom if given_up || stage == Stage::AfterTurn => {
                    flow = if after { Flow::Next } else { Flow::End };
                }
                Flow::Relay(p) => {
                    self.onward = Onward { from: p, ..Onward::NOTHING };
                    (stage, flow) = self.sow_from(s, stage, t);
                }
                Flow::SowHand if self.regs.hand == 0 => flow = if after { Flow::Next } else { Flow::End },
                Flow::SowHand => (stage, flow) = self.sow_hand(s, t),
                Flow::SowFrom => (stage, flow) = self.sow_from(s, stage, t),
                Flow::Nowhere | Flow::TooLong => {
                    let back =
                        if self.regs.lap_start == NONE { self.game.geometry.nobody } else { self.regs.lap_start };
                    self.move_seeds(s, u32::MAX, HAND, back, t);
                    let decided = matches!(flow, Flow::Nowhere);
                    given_up = true;
                    match self.never_ends(s, decided, t)? {
                        Some(made) => return Ok(made),
                        None => flow = Flow::End,
                    }
                }
                Flow::Choose(id) => match self.offer(from, s, id, stage, t)? {
                    Some(next) => flow = next,
                    None if s.over.is_some() => return Ok(Made::Over),
                    None => return Ok(Made::Pending),
                },
                Flow::Finish => {
                    let outcomes = self.outcomes;
                    self.test_filters(s)?;
                    self.finish_hand(s, t);
                    let reason = Reason::Action(self.rule);
                    self.close_round(s, outcomes, reason, t);
                    return Ok(Made::Over);
                }
                Flow::Illegal => return Err(Refused::Illegal(self.blamed())),
                Flow::LastResort => {
                    if self.game.features.last_resort && !self.regs.last_ok {
                        return Err(Refused::LastResort(self.blamed()));
                    }
                    self.regs.resorted = true;
                    flow = if after { Flow::Next } else { Flow::End };
                }
            }
        }
    }

    /// Whether a sowing that has come to its end can't be refused any more, whatever comes after it.
    fn nothing_refuses(&self, code: &Code) -> bool {
        !(self.regs.again || self.regs.must != 0 || code.refuses_after_move || code.refuses_after_turn)
    }

    /// The start proper: a class's program, or lift and sow.
    pub(super) fn begin<T: Trace>(&mut self, s: &mut State, t: &mut T) -> (Stage, Flow) {
        let code = self.code;
        let class = code.class(self.regs.class);
        if let Some((program, force)) = class.and_then(|c| c.program.as_ref()) {
            self.enter(level::MAIN);
            for &id in force {
                self.name(s, id);
            }
            self.force = force;
            self.regs.lap = 1;
            return (Stage::Program, self.actions(s, program, t));
        }
        let pit = self.regs.start;
        let (mut n, mut at, mut inside) = (s.count(pit), pit, false);
        if let Some(line) = self.line {
            self.enter(level::MAIN);
            n = match &line.amount {
                Amount::All => n,
                Amount::Exactly(k) => n.min(u32::try_from(self.num(s, k).max(0)).unwrap_or(u32::MAX)),
                Amount::AllBut(k) => n.saturating_sub(u32::try_from(self.num(s, k).max(0)).unwrap_or(u32::MAX)),
                Amount::Range(..) => n.min(self.amount.unwrap_or(n)),
            };
            if let Some(first) = code.first_in_start {
                inside = !(first.unless_single && n == 1);
            }
            if let Some(p) = &line.starting_at {
                let p = self.place(s, p);
                if told(p).is_some() {
                    (at, inside) = (p, true);
                }
            }
        }
        if n == 0 {
            return (Stage::Landing, Flow::End);
        }
        self.carry(s, n, pit, HAND);
        self.take(s, pit, n, t);
        self.regs.hand = self.regs.hand.saturating_add(n);
        t.event(Event::Lift { from: pit, n });
        self.regs.lap_start = pit;
        self.lap(s, at, inside, t)
    }

    /// A lap begins with what is in the hand.
    fn lap<T: Trace>(&mut self, s: &mut State, at: PlaceId, inside: bool, t: &mut T) -> (Stage, Flow) {
        self.regs.lap += 1;
        self.regs.cursor = at;
        self.regs.inside = inside;
        self.regs.taken_lap = 0;
        if !self.game.pieces.is_empty() {
            // When each falls is said anew for each hand.
            (self.regs.falls, self.regs.nth) = ([(SEED, 0); MAX_TIMED], 0);
        }
        if self.game.features.lap_vars {
            self.reset_vars(s, &[Life::Lap]);
        }
        let code = self.code;
        if code.each_lap.is_empty() {
            return (Stage::EachLap, Flow::Next);
        }
        (Stage::EachLap, self.hook(s, &code.each_lap, level::MAIN, t))
    }

    /// A further lap: the sowing may turn, and it may have been here before.
    fn next_lap<T: Trace>(&mut self, s: &mut State, at: PlaceId, inside: bool, t: &mut T) -> (Stage, Flow) {
        if self.code.reversed_each_lap {
            self.turn_to(self.regs.dir ^ 1, t);
        }
        self.laps += 1;
        if self.laps >= self.game.max_laps || (self.laps.is_multiple_of(GLANCE) && self.stopped()) {
            return (Stage::EachLap, Flow::TooLong);
        }
        // In a race the other hand moves, too: it is watched by itself.
        if self.laps > 64 && s.race.is_none() {
            self.regs.cursor = at;
            self.regs.inside = inside;
            if self.met_before(s) {
                return (Stage::EachLap, Flow::Nowhere);
            }
        }
        self.lap(s, at, inside, t)
    }

    fn liftable(&self, s: &State, p: PlaceId) -> bool {
        self.game.geometry.is_pit(p)
            && s.counts[usize::from(p)] > 0
            && s.closed & bit(p) == 0
            && (s.marks.is_empty() || self.game.locked(s) & bit(p) == 0)
    }

    /// A lap from what is in the hand.
    pub(super) fn sow_hand<T: Trace>(&mut self, s: &mut State, t: &mut T) -> (Stage, Flow) {
        let Onward { from: at, starting, going, .. } = self.onward;
        if let Some(d) = going {
            let dir = self.turned(d, at);
            self.turn_to(dir, t);
        }
        self.next_lap(s, at, starting.is_some_and(|(inside, _)| inside), t)
    }

    /// A lap from seeds that are lifted now; in vain, the part of the move that asked for it ends.
    pub(super) fn sow_from<T: Trace>(&mut self, s: &mut State, stage: Stage, t: &mut T) -> (Stage, Flow) {
        let Onward { n, from, starting, going } = self.onward;
        let held = if self.liftable(s, from) { s.counts[usize::from(from)] } else { 0 };
        let n = n.unwrap_or(held).min(held);
        if n == 0 {
            t.event(Event::NothingToLift { at: told(from) });
            return if stage == Stage::AfterMove { (stage, Flow::Next) } else { (Stage::Landing, Flow::End) };
        }
        self.carry(s, n, from, HAND);
        self.take(s, from, n, t);
        self.regs.hand = self.regs.hand.saturating_add(n);
        self.regs.lap_start = from;
        t.event(Event::Lift { from, n });
        if let Some(d) = going {
            let dir = self.turned(d, from);
            self.turn_to(dir, t);
        }
        let (inside, at) = match starting {
            Some((inside, p)) if told(p).is_some() => (inside, p),
            _ => (false, from),
        };
        self.next_lap(s, at, inside, t)
    }

    /// A sowing that never ends, or isn't decided: as the rules say. None: the move ends.
    fn never_ends<T: Trace>(&mut self, s: &mut State, decided: bool, t: &mut T) -> Result<Option<Made>, Refused> {
        // The lap that would begin now isn't one.
        let laps = self.laps.max(1);
        self.undecided += u64::from(!decided);
        t.event(if decided { Event::Endless { laps } } else { Event::Undecided { laps } });
        match self.game.features.endless.unwrap_or(Endless::Illegal) {
            Endless::Illegal if !self.game.trials => Ok(None),
            Endless::Illegal => Err(Refused::Endless { decided, laps }),
            Endless::End => Ok(None),
            Endless::Draw => {
                self.finish_hand(s, t);
                let reason = if decided { Reason::Endless } else { Reason::Undecided };
                self.draw_round(s, reason, t);
                Ok(Some(Made::Over))
            }
        }
    }

    /// Offers a choice: a single option is taken, none ends the move. None: it is pending.
    fn offer<T: Trace>(
        &mut self,
        from: &State,
        s: &mut State,
        id: u16,
        stage: Stage,
        t: &mut T,
    ) -> Result<Option<Flow>, Refused> {
        let options = self.options(s, id, 2);
        let none = if stage >= Stage::AfterMove { Flow::Next } else { Flow::End };
        match options.as_slice() {
            [] => return Ok(Some(none)),
            [one] => return Ok(Some(self.choose(s, id, one, t).unwrap_or(none))),
            _ => {}
        }
        let by = self.chooser(s, id);
        let f = &self.game.features;
        let r = &mut self.regs;
        r.lap = f.lap.seen(r.lap);
        r.taken = f.taken.seen(u64::from(r.taken)) as u32;
        r.taken_lap = f.taken_lap.seen(u64::from(r.taken_lap)) as u32;
        // What the list that offers it keeps, or the choice before it kept.
        let ids: Vec<u16> = if self.force.is_empty() { self.kept.clone() } else { self.force.to_vec() };
        let lets = ids.into_iter().map(|id| (id, self.save_name(s, id))).collect();
        // No rule asks for the way.
        let rule = if id == WAY { RuleId::MAX } else { self.rule };
        s.pending = Some(Box::new(Pending { choice: id, stage, rule, by, regs: self.regs, lets }));
        if self.comes_back(from, s) {
            s.pending = None;
            return match self.never_ends(s, true, t)? {
                Some(_) => Ok(None),
                None => Ok(Some(none)),
            };
        }
        Ok(None)
    }

    /// Who decides a choice; [`NOBODY`]: a lot.
    pub(super) fn chooser(&mut self, s: &State, id: u16) -> u8 {
        let code = self.code;
        if id == WAY {
            return code.mover;
        }
        match &code.choices[usize::from(id)].by {
            Some(who) => match self.who(s, who) {
                p @ 0..MAX_PLAYERS => p,
                _ => code.mover,
            },
            None => NOBODY,
        }
    }

    /// Does what an option says.
    pub(super) fn choose<T: Trace>(&mut self, s: &mut State, id: u16, ply: &Ply, t: &mut T) -> Option<Flow> {
        use super::code::Among;
        let code = self.code;
        if id == WAY {
            let Ply::Pit(to) = *ply else { return None };
            return self.take_way(s, to);
        }
        let actions = match (&code.choices[usize::from(id)].among, *ply) {
            (Among::Labels(all), Ply::Label(i)) => &all.get(usize::from(i))?.1,
            (Among::Pits(slot, _, a), Ply::Pit(p)) => {
                self.regs.slots[usize::from(*slot)] = i64::from(p);
                a
            }
            (Among::Numbers(slot, _, _, a), Ply::Number(n)) => {
                self.regs.slots[usize::from(*slot)] = n;
                a
            }
            (Among::Layout { .. }, Ply::Number(n)) => return Some(self.lay(s, id, n, t)),
            (Among::Directions(a), Ply::Direction(d)) => {
                self.turn_to(d.index(), t);
                a
            }
            _ => return None,
        };
        Some(self.actions(s, actions, t))
    }

    /// The first options of a choice, in order, at most `most`.
    pub(super) fn options(&mut self, s: &State, id: u16, most: usize) -> Vec<Ply> {
        use super::code::Among;
        let code = self.code;
        if id == WAY {
            return self.way_options(s, most);
        }
        match &code.choices[usize::from(id)].among {
            Among::Labels(all) => {
                let mut on = Vec::new();
                for (i, (when, _)) in all.iter().enumerate() {
                    if on.len() < most && self.cond(s, when) {
                        on.push(Ply::Label(i as u16));
                    }
                }
                on
            }
            Among::Pits(_, set, _) => self.list(s, set).as_slice().iter().take(most).map(|&p| Ply::Pit(p)).collect(),
            Among::Numbers(_, lo, hi, _) => (self.num(s, lo)..=self.num(s, hi)).take(most).map(Ply::Number).collect(),
            Among::Layout { .. } => self.layout_options(s, id).take(most).map(Ply::Number).collect(),
            Among::Directions(_) => {
                vec![Ply::Direction(Turning::Counterclockwise), Ply::Direction(Turning::Clockwise)]
            }
        }
    }

    fn test_filters(&mut self, s: &State) -> Result<(), Refused> {
        if self.regs.must == 0 {
            return Ok(());
        }
        let code = self.code;
        for (i, f) in code.filters.iter().enumerate() {
            if self.regs.must >> i & 1 == 0 {
                continue;
            }
            self.enter(level::MAIN);
            if self.cond(s, &f.must) {
                self.passed |= 1 << i;
            } else if !self.collect {
                return Err(Refused::Illegal(Some(f.id)));
            }
        }
        Ok(())
    }

    /// Seeds that a move leaves in the hand are the mover's.
    pub(super) fn empty_hand<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        if self.regs.hand > 0 {
            let store = self.game.geometry.stores[usize::from(self.code.mover)];
            self.move_seeds(s, u32::MAX, HAND, store, t);
        }
    }

    /// At a sudden end seeds in the hand go back to where they were lifted.
    fn finish_hand<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        let back = if self.regs.lap_start == NONE { self.game.geometry.nobody } else { self.regs.lap_start };
        self.move_seeds(s, u32::MAX, HAND, back, t);
        self.empty_hand(s, t);
    }

    /// Hands the turn on, if it is over.
    #[inline(always)]
    pub(super) fn hand_on<T: Trace>(&mut self, s: &mut State, made: Made, t: &mut T) {
        match made {
            Made::Done => self.end_turn(s, t),
            Made::Again | Made::Over => s.last_mover = s.mover,
            Made::Pending | Made::Begun => {}
        }
    }

    #[inline(always)]
    fn end_turn<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        let f = &self.game.features;
        if f.turn_end {
            self.reset_vars(s, &[Life::Lap, Life::Move, Life::Turn]);
            self.fade_marks(s);
        }
        s.last_mover = s.mover;
        s.mover = self.game.geometry.after(s.mover);
        if !self.code.passed_over.is_empty() {
            self.pass_over(s, t);
        }
        s.turn = s.turn.saturating_add(1);
        s.turns[s.mover] = s.turns[s.mover].saturating_add(1);
        s.sown = 0;
        s.seen.clear();
        self.enter_phase(s);
    }

    /// Whose turn it would be may be passed over; if all others are, the player who moved moves on.
    #[inline(never)]
    pub(super) fn pass_over<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        let outer = (self.code, self.rule);
        for _ in 1..self.game.geometry.players.len() {
            self.enter_phase(s);
            self.take_code(s);
            self.clear_regs(self.at_start_dir(s));
            self.settling = true;
            self.movable = NOT_KNOWN;
            let code = self.code;
            let over = code.passed_over.iter().any(|c| {
                self.enter(level::MAIN);
                self.cond(s, c)
            });
            self.settling = false;
            self.movable = NOT_KNOWN;
            if !over {
                break;
            }
            t.event(Event::PassedOver { who: s.mover });
            s.mover = self.game.geometry.after(s.mover);
        }
        (self.code, self.rule) = outer;
    }

    /// The phase of a turn is fixed when it begins.
    #[inline]
    pub(super) fn enter_phase(&mut self, s: &mut State) {
        if !self.game.phases.is_empty() {
            s.phase = self.phase_of(s, s.mover);
        }
    }

    /// The phase of the turn under way, or of the other player were it his turn, by its name.
    pub fn phase(&mut self, s: &State, player: u8) -> Option<&'g str> {
        let own = player == s.mover || self.game.phases.is_empty();
        let phase = if own { s.phase } else { self.phase_of(s, player) };
        self.game.ir.phases.get(usize::from(phase))?.name.as_deref()
    }

    /// The phase in which a player is: the first whose condition holds.
    pub(super) fn phase_of(&mut self, s: &State, player: u8) -> u8 {
        let game = self.game;
        let outer = (self.code, self.level, self.it);
        self.code = game.code_of(0, player);
        self.enter(level::START);
        let at = game.phases.iter().position(|p| self.cond(s, &p[usize::from(player)]));
        (self.code, self.level, self.it) = outer;
        at.unwrap_or(game.phases.len().saturating_sub(1)) as u8
    }

    #[inline(never)]
    pub(super) fn reset_vars(&self, s: &mut State, lives: &[Life]) {
        for (i, v) in self.game.ir.vars.iter().enumerate() {
            if lives.contains(&v.life)
                && let Some(r) = self.game.var_range(i as u16)
            {
                let first = self.game.initial[i];
                s.vars[r].fill(first);
            }
        }
    }

    pub(super) fn fade_marks(&self, s: &mut State) {
        for (k, life) in self.game.mark_lives.iter().enumerate() {
            match life {
                Life::Turn | Life::Move | Life::Lap => unmake(s, k, u128::MAX, &mut Silent),
                Life::MakersTurn => {
                    let own = s.mark_slot(k, s.mover);
                    let old = s.marks[own] & !s.fresh[k];
                    unmake(s, k, old, &mut Silent);
                    s.fresh[k] &= !s.marks[own];
                }
                _ => {}
            }
        }
    }
}
