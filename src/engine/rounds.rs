//! Between rounds: whether the match is over, and the program that lays out the next round.
//!
//! A round is over when its seeds have been given out; what a player holds then is what lies in his
//! store. First the ends of the match are tried. Then the roles are fixed (who is poorer, who won), what
//! lasts a round goes back to its first state, and the steps run one after another; a choice suspends
//! them, and the position keeps the number of its step. Then the next round begins, and its own ends are
//! tried at once.

use crate::ir::{FillFrom, Life};

use super::actions::{Flow, unmake};
use super::code::{A, Among, Fill, NOBODY, S, Script};
use super::compile::set_up;
use super::eval::level;
use super::geometry::{NONE, bit};
use super::seats::{MAX_PLAYERS, Seats};
use super::state::{Pending, Stage, State};
use super::trace::{Event, Trace};
use super::turn::Made;
use super::{Machine, PlaceId, Ply, Reason, Winner};

/// Rounds in a row that are over before anybody moves, after which a match is drawn: its rounds would
/// follow each other for ever.
const MOST_EMPTY: u8 = 100;

/// A role that the last round has given to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Poorer,
    Richer,
    Winner,
    Loser,
}

/// Where a match stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Series {
    /// The round, from 1; between rounds the one that is over.
    pub(super) round: u32,
    /// What lay in the stores when the round began, by worth.
    pub(super) kept: Seats<u32>,
    /// Rounds won.
    pub(super) won: Seats<u32>,
    /// Who was poorer, richer, winner and loser of the last round; [`NOBODY`] before it is over.
    pub(super) roles: [u8; 4],
    /// The step of the program that comes next.
    pub(super) step: u16,
    /// Who will start the next round.
    pub(super) starts: u8,
    /// Rounds in a row in which nobody has moved.
    pub(super) empty: u8,
    /// The match is over.
    pub(super) over: bool,
}

impl Series {
    pub(super) fn new(players: usize) -> Series {
        let none = Seats::all(players, 0);
        Series {
            round: 1,
            kept: none.clone(),
            won: none,
            roles: [NOBODY; 4],
            step: 0,
            starts: 0,
            empty: 0,
            over: false,
        }
    }

    pub(super) fn role(&self, role: Role) -> u8 {
        self.roles[role as usize]
    }
}

impl<'g> Machine<'g> {
    /// What follows a ply: perhaps the next round.
    #[inline(never)]
    pub(super) fn after_ply_of_a_match<T: Trace>(&mut self, from: &State, s: &mut State, t: &mut T) {
        if let Some(series) = &mut s.series
            && !from.between_rounds()
        {
            series.empty = 0;
        }
        self.after_round(s, t);
    }

    /// What follows a ply of a round in which somebody moved.
    pub(super) fn after_last_ply<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        if let Some(series) = &mut s.series {
            series.empty = 0;
            self.after_round(s, t);
        }
    }

    /// What follows the end of a round, if there is a match.
    pub(super) fn after_round<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        while s.over.is_some() && s.series.as_ref().is_some_and(|x| !x.over) {
            if self.keeps_finished {
                self.finished.push(s.clone());
            }
            if T::ON {
                let players = self.game.geometry.players.len();
                t.event(Event::RoundOver { held: self.purses(s).iter().take(players).collect() });
            }
            self.count_round(s);
            self.test_match(s, t);
            if s.series.as_ref().is_some_and(|x| x.over) {
                return;
            }
            s.over = None;
            self.forget_round(s);
            if let Some(series) = &mut s.series {
                series.step = 0;
            }
            self.enter(level::MAIN);
            self.lay_out(s, Flow::Next, t);
            if s.pending.is_some() {
                return;
            }
        }
    }

    /// Fixes the roles.
    fn count_round(&mut self, s: &mut State) {
        let winner = match s.over.as_deref().map(|o| o.winner) {
            Some(Winner::Player(p)) => p,
            _ => NOBODY,
        };
        let ranks = self.by_wealth(s);
        let (richer, poorer) = (ranks.first().copied().unwrap_or(0), ranks.last().copied().unwrap_or(0));
        // Of more than two nobody is the one who lost.
        let loser = if winner == NOBODY { NOBODY } else { self.game.geometry.only_other(winner).unwrap_or(NOBODY) };
        let Some(series) = &mut s.series else { return };
        series.roles = [poorer, richer, winner, loser];
        if winner != NOBODY {
            series.won[winner] += 1;
        }
    }

    /// The players by what they hold; of equals the one who starts later counts as the poorer.
    pub(super) fn by_wealth(&self, s: &State) -> Vec<u8> {
        let purses = self.purses(s);
        let mut all: Vec<u8> = std::iter::once(s.starter).chain(self.game.geometry.others(s.starter)).collect();
        all.sort_by_key(|&p| std::cmp::Reverse(purses[p]));
        all
    }

    /// What lies in each player's store is worth.
    fn purses(&self, s: &State) -> Seats<u32> {
        let stores = &self.game.geometry.stores;
        let worth = |at: PlaceId| u32::try_from(self.game.worth(s, at)).unwrap_or(u32::MAX);
        Seats::by(stores.len(), |p| stores.get(usize::from(p)).map_or(0, |&at| worth(at)))
    }

    /// Tries the ends of the match.
    fn test_match<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        let Some(next) = &self.game.next else { return };
        self.rule = u32::MAX;
        s.mover = s.starter;
        self.take_code(s);
        self.clear_regs(self.at_start_dir(s));
        let empty = s.series.as_ref().map_or(0, |x| x.empty);
        for over in &next.over {
            for bound in &over.bound {
                self.enter(level::MAIN);
                if !self.cond(s, &bound.cond) {
                    continue;
                }
                if T::ON {
                    t.event(Event::Rule(over.id));
                }
                s.over = None;
                self.close_round(s, &bound.outcomes, Reason::Rule(over.id), t);
                return self.close_match(s);
            }
        }
        if empty >= MOST_EMPTY {
            s.over = None;
            self.draw_round(s, Reason::Repetition, t);
            self.close_match(s);
        }
    }

    fn close_match(&self, s: &mut State) {
        if let Some(series) = &mut s.series {
            series.over = true;
        }
    }

    /// What lasts a round goes back to its first state.
    fn forget_round(&mut self, s: &mut State) {
        self.reset_vars(s, &[Life::Lap, Life::Move, Life::Turn, Life::MakersTurn, Life::Emptied, Life::Round]);
        for (k, life) in self.game.mark_lives.iter().enumerate() {
            if *life != Life::Match {
                unmake(s, k, u128::MAX, &mut super::trace::Silent);
                s.fresh[k] = 0;
                let all = s.mark_slot(k, 0)..s.mark_slot(k + 1, 0);
                s.marks[all.clone()].copy_from_slice(&self.game.first.marks[all]);
            }
        }
        if !matches!(self.game.chosen_once, Some((_, true))) {
            s.chosen.fill(0);
        }
        s.seen.clear();
        s.history.clear();
        let starts = match self.game.next.as_ref().map(|n| &n.starter) {
            Some(super::code::Starter::Role(who)) => match self.who(s, who) {
                p @ 0..MAX_PLAYERS => p,
                _ => s.starter,
            },
            Some(super::code::Starter::Same) => s.starter,
            _ => self.game.geometry.after(s.starter),
        };
        if let Some(series) = &mut s.series {
            series.starts = starts;
        }
    }

    /// Goes on with the program: `flow` is what its present step has come to.
    pub(super) fn lay_out<T: Trace>(&mut self, s: &mut State, mut flow: Flow, t: &mut T) -> Made {
        let game = self.game;
        let script = match s.opening {
            Some(_) => game.script.as_ref(),
            None => game.next.as_ref().map(|n| &n.script),
        };
        let Some(script) = script else { return Made::Over };
        loop {
            while let Flow::Choose(id) = flow {
                match self.offer_between(s, id, script, t) {
                    Some(on) => flow = on,
                    None => return Made::Pending,
                }
            }
            let at = match (&mut s.opening, &mut s.series) {
                (Some(step), _) => step,
                (None, Some(series)) => &mut series.step,
                (None, None) => return Made::Over,
            };
            let Some(step) = script.steps.get(usize::from(*at)) else { break };
            *at += 1;
            s.mover = s.starter;
            self.take_code(s);
            self.clear_regs(self.at_start_dir(s));
            flow = self.action(s, step, t);
        }
        match s.opening.take() {
            Some(_) => self.open(s, t),
            None => self.begin_round(s, t),
        }
        Made::Begun
    }

    /// Runs the opening script, if there is one: up to its first choice, or to the first move.
    pub(super) fn begin_opening<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        if self.game.script.is_some() {
            s.opening = Some(0);
            self.enter(level::MAIN);
            self.lay_out(s, Flow::Next, t);
        }
    }

    /// The board is laid out, and the first turn begins.
    fn open<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        s.mover = s.starter;
        s.turns.fill(0);
        s.turns[s.mover] = 1;
        s.sown = 0;
        if let Some(kept) = s.series.is_some().then(|| self.purses(s))
            && let Some(series) = &mut s.series
        {
            series.kept = kept;
        }
        self.enter_phase(s);
        if s.series.is_some() {
            self.note_layout(s);
        }
        let won = if self.game.repetition { self.won_now(s) } else { 0 };
        self.settle(s, won, t);
    }

    fn offer_between<T: Trace>(&mut self, s: &mut State, id: u16, script: &'g Script, t: &mut T) -> Option<Flow> {
        let options = self.options(s, id, 2);
        match options.as_slice() {
            [] => return Some(Flow::Next),
            [one] => return Some(self.choose(s, id, one, t).unwrap_or(Flow::Next)),
            _ => {}
        }
        let by = self.chooser(s, id);
        let lets = script.locals.iter().map(|&id| (id, self.save_name(s, id))).collect();
        let pending = Pending { choice: id, stage: Stage::Between, rule: self.rule, by, regs: self.regs, lets };
        s.pending = Some(Box::new(pending));
        None
    }

    /// The next round begins.
    fn begin_round<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        let kept = self.purses(s);
        let Some(series) = &mut s.series else { return };
        series.round = series.round.saturating_add(1);
        series.kept = kept;
        series.empty = series.empty.saturating_add(1);
        series.step = 0;
        s.starter = series.starts;
        s.mover = s.starter;
        if !self.code.passed_over.is_empty() {
            self.pass_over(s, t);
            s.starter = s.mover;
        }
        s.last_mover = NOBODY;
        s.turn = 1;
        s.turns.fill(0);
        s.turns[s.mover] = 1;
        s.sown = 0;
        self.enter_phase(s);
        self.note_layout(s);
        t.event(Event::Round { number: s.round(), starter: s.starter });
        let won = if self.game.repetition { self.won_now(s) } else { 0 };
        self.settle(s, won, t);
        self.begin_race(s);
        self.race_in_turn(s);
    }

    /// Notes how a round begins, the first one too.
    fn note_layout(&self, s: &mut State) {
        let key = |s: &State| {
            let mut layout = s.clone();
            layout.series = None;
            layout.key()
        };
        // A first round that players lay out notes itself.
        if s.layouts.len() == 0 && self.game.script.is_none() {
            s.layouts.push(key(&self.game.start));
        }
        let now = key(s);
        s.layouts.push(now);
    }

    /// What belongs between rounds.
    pub(super) fn between<T: Trace>(&mut self, s: &mut State, a: &'g A, t: &mut T) -> Flow {
        match a {
            A::As(who, bodies) => {
                let players = match who {
                    Some(who) => match self.who(s, who) {
                        p @ 0..MAX_PLAYERS => p..p + 1,
                        _ => 0..0,
                    },
                    None => 0..self.game.geometry.players.len() as u8,
                };
                let (mover, code) = (s.mover, self.code);
                for p in players {
                    s.mover = p;
                    self.code = self.game.code_of(0, p);
                    match self.actions(s, &bodies[usize::from(p)], t) {
                        Flow::Next => {}
                        // A choice is the player's, and his rules read it.
                        flow => return flow,
                    }
                }
                (s.mover, self.code) = (mover, code);
            }
            A::LayOut => self.lay_out_as_at_first(s, t),
            A::Fill(fill) => self.fill(s, fill, t),
            A::Territory(told) => self.territory(s, told, t),
            A::TerritoryByStore(n, more) => self.territory_by_store(s, n, more, t),
            A::Starts(who) => {
                if let p @ 0..MAX_PLAYERS = self.who(s, who) {
                    match (s.opening, &mut s.series) {
                        (Some(_), _) => s.starter = p,
                        (None, Some(series)) => series.starts = p,
                        (None, None) => {}
                    }
                }
            }
            A::Direct(dir) => {
                let d = self.turned(*dir, NONE) + 1;
                match self.game.chosen_once {
                    Some((true, _)) => s.chosen[s.mover] = d,
                    _ => s.chosen.fill(d),
                }
            }
            _ => {}
        }
        Flow::Next
    }

    fn lay_out_as_at_first<T: Trace>(&mut self, s: &mut State, t: &mut T) {
        let Ok(first) = set_up(self.game) else { return };
        let nobody = self.game.geometry.nobody;
        s.closed = 0;
        let all = |s: &State| 0..s.counts.len() as PlaceId;
        for p in all(s).filter(|&p| p != nobody) {
            let more = s.count(p).saturating_sub(first.count(p));
            self.move_seeds(s, more, p, nobody, t);
        }
        for p in all(s).filter(|&p| p != nobody) {
            let more = first.count(p).saturating_sub(s.count(p));
            self.move_seeds(s, more, nobody, p, t);
        }
        s.closed = first.closed;
        s.pieces.clone_from(&first.pieces);
        s.owned = first.owned.clone();
    }

    /// Fills the empty pits of a set from the mover's store, in order.
    fn fill<T: Trace>(&mut self, s: &mut State, fill: &'g Fill, t: &mut T) {
        let n = u32::try_from(self.num(s, &fill.n).max(0)).unwrap_or(u32::MAX);
        let most = fill.pits.as_ref().map_or(i64::MAX, |k| self.num(s, k));
        let set = self.mask(s, &fill.set) & self.game.geometry.all & !s.closed;
        let dir = match fill.from {
            FillFrom::Left => 0,
            FillFrom::Right => 1,
            FillFrom::Tail | FillFrom::Chosen => self.at_start_dir(s),
            FillFrom::Head => self.at_start_dir(s) ^ 1,
        };
        let code = self.code;
        let store = self.game.geometry.stores[usize::from(code.mover)];
        let mut filled = 0;
        for &p in &code.order[usize::from(dir & 1)] {
            if set & bit(p) == 0 || s.count(p) > 0 {
                continue;
            }
            if n == 0 || filled >= most {
                break;
            }
            // Only seeds fill a pit.
            let seeds = s.count(store) - s.other_pieces(self.game.pieces.len(), store);
            if seeds < n {
                if fill.partial {
                    self.move_seeds(s, seeds, store, p, t);
                }
                break;
            }
            self.move_seeds(s, n, store, p, t);
            filled += 1;
        }
    }

    /// The pits that a layout has still to come to, the present one first.
    fn still_to_fill(&mut self, s: &State, slot: u8, set: &'g S) -> Vec<PlaceId> {
        let set = self.mask(s, set) & self.game.geometry.all & !s.closed;
        let last = self.regs.slots[usize::from(slot) + 1];
        let order = &self.code.order[0];
        let from = order.iter().position(|&p| i64::from(p) == last).map_or(0, |i| i + 1);
        order[from..].iter().copied().filter(|&p| set & bit(p) != 0).collect()
    }

    /// A layout begins.
    pub(super) fn begin_layout(&mut self, s: &State, id: u16) {
        if let Among::Layout { slot, n, each: (lo, hi), .. } = &self.code.choices[usize::from(id)].among {
            let store = self.game.geometry.stores[usize::from(self.code.mover)];
            let seeds = s.count(store) - s.other_pieces(self.game.pieces.len(), store);
            let n = self.num(s, n).clamp(0, i64::from(seeds));
            let (lo, hi) = (self.num(s, lo).max(0), self.num(s, hi).max(0));
            let at = usize::from(*slot);
            self.regs.slots[at..at + 4].copy_from_slice(&[n, i64::from(NONE), lo, hi]);
        }
    }

    /// How many seeds the next pit of a layout may get.
    pub(super) fn layout_options(&mut self, s: &State, id: u16) -> std::ops::Range<i64> {
        let code = self.code;
        let Among::Layout { slot, set, .. } = &code.choices[usize::from(id)].among else {
            return 0..0;
        };
        let later = self.still_to_fill(s, *slot, set).len() as i64 - 1;
        if later < 0 {
            return 0..0;
        }
        let at = usize::from(*slot);
        let (left, lo, hi) = (self.regs.slots[at], self.regs.slots[at + 2], self.regs.slots[at + 3]);
        // All seeds are laid, as far as the bounds allow.
        let most = hi.min(left.saturating_sub(lo.saturating_mul(later))).max(lo.min(left));
        let least = lo.max(left.saturating_sub(hi.saturating_mul(later))).min(most);
        least..most.saturating_add(1)
    }

    /// Lays seeds in the next pit of a layout.
    pub(super) fn lay<T: Trace>(&mut self, s: &mut State, id: u16, n: i64, t: &mut T) -> Flow {
        let code = self.code;
        let Among::Layout { slot, set, .. } = &code.choices[usize::from(id)].among else { return Flow::Next };
        let Some(&pit) = self.still_to_fill(s, *slot, set).first() else { return Flow::Next };
        let store = self.game.geometry.stores[usize::from(code.mover)];
        self.move_seeds(s, u32::try_from(n.max(0)).unwrap_or(0), store, pit, t);
        self.regs.slots[usize::from(*slot)] -= n;
        self.regs.slots[usize::from(*slot) + 1] = i64::from(pit);
        if self.still_to_fill(s, *slot, set).is_empty() { Flow::Next } else { Flow::Choose(id) }
    }

    /// Whether a ply ends what is done between rounds.
    pub(super) fn choose_between<T: Trace>(
        &mut self,
        s: &mut State,
        p: &Pending,
        ply: &Ply,
        t: &mut T,
    ) -> Option<Made> {
        let flow = self.choose(s, p.choice, ply, t)?;
        Some(self.lay_out(s, flow, t))
    }
}
