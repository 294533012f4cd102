//! Which plies may be made.
//!
//! Where rules only look at the position, the start lines tell. Where they look at what a move does
//! (`illegal`, `must`, a sowing that never ends), each candidate is tried; with choices in it, it
//! may be made if some of its completions may.

use super::code::{Amount, Class, Dir, Line, S};
use super::eval::level;
use super::geometry::{NONE, bit, bits};
use super::state::State;
use super::trace::{Silent, Turning};
use super::turn::Made;
use super::{Machine, PlaceId, Ply, Refused};

/// Most amounts of one pit, and most options of one choice, that are offered.
const MOST: usize = 4096;
/// How far the choices behind one ply are looked through, counted in laps (a try costs [`TRY`] and its
/// laps); past it the ply counts as one that may be made.
const BUDGET: u64 = 10_000_000;
const TRY: u64 = 500;
/// Choices in a row that are looked through.
const DEEPEST: u32 = 40;

/// What a start decision binds its moves to: which filters "if possible", and whether last resorts
/// may be played.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bound {
    pub(super) soft: u64,
    pub(super) last_ok: bool,
}

/// One way that a ply can come out.
#[derive(Clone, Copy)]
struct Completion {
    ply: usize,
    must: u64,
    passed: u64,
    last: bool,
}

impl<'g> Machine<'g> {
    /// The direction while a start is chosen.
    pub(super) fn at_start_dir(&self, s: &State) -> u8 {
        match self.code.direction {
            Dir::Is(d) => d,
            Dir::Once => s.chosen[self.code.mover].saturating_sub(1),
            _ => 0,
        }
    }

    /// Which ways a pit may be sown.
    fn ways(&mut self, s: &State, line: &'g Line, pit: PlaceId) -> [bool; 2] {
        let mut d = self.code.direction;
        for (going, where_) in &line.going {
            let it = std::mem::replace(&mut self.it, pit);
            let yes = self.cond(s, where_);
            self.it = it;
            if yes {
                d = *going;
                break;
            }
        }
        let default = self.at_start_dir(s);
        match d {
            Dir::Is(d) => [d == 0, d == 1],
            Dir::Either => [true, true],
            Dir::Once => match s.chosen[self.code.mover] {
                0 => [true, true],
                d => [d == 1, d == 2],
            },
            Dir::Forward => [default == 0, default == 1],
            Dir::Backward => [default == 1, default == 0],
            Dir::Halves(_) | Dir::Parity => match self.game.by_number(d, pit) {
                Some(d) => [d == 0, d == 1],
                None => [true, true],
            },
        }
    }

    /// The pits that a line offers.
    fn pits(&mut self, s: &State, line: &'g Line, class: &Class) -> u128 {
        if !matches!(line.when, super::code::C::Is(true)) && !self.cond(s, &line.when) {
            return 0;
        }
        // A reserve can be started too, where the line says so.
        let g = &self.game.geometry;
        let mut m = self.mask(s, &line.from) & (g.all | bit(g.reserves[usize::from(self.code.mover)])) & !s.closed;
        if class.program.is_none() {
            if !s.marks.is_empty() {
                m &= !self.game.locked(s);
            }
            for p in bits(m) {
                if s.counts[usize::from(p)] == 0 {
                    m &= !bit(p);
                }
            }
        }
        m
    }

    /// The mover's row, if it is all that a line offers: its first pit, and what its pits hold.
    #[inline]
    fn whole_row<'s>(&self, s: &'s State, line: &Line) -> Option<(PlaceId, &'s [u32])> {
        let g = &self.game.geometry;
        match line.from {
            S::Owned(p)
                if s.closed == 0 && s.marks.is_empty() && s.owned[p] == g.own_row[p] && usize::from(p) < g.sides =>
            {
                let own = g.own_pits(p);
                Some((own.start as PlaceId, s.counts.get(own)?))
            }
            _ => None,
        }
    }

    /// The candidates of a class.
    fn starts(&mut self, s: &State, id: u16, out: &mut Vec<Ply>) {
        let code = self.code;
        let Some(class) = code.class(id) else { return };
        self.regs.class = id;
        let first = out.len();
        for alternative in &class.lines {
            for line in alternative {
                // The same for all pits, unless a rule tells them apart.
                let by_pit = !line.going.is_empty() || matches!(code.direction, Dir::Halves(_) | Dir::Parity);
                let all_ways = if by_pit { [false; 2] } else { self.ways(s, line, NONE) };
                for pit in bits(self.pits(s, line, class)) {
                    let ways = if by_pit { self.ways(s, line, pit) } else { all_ways };
                    self.amounts(s, line, pit, |amount| {
                        for direction in [Turning::Counterclockwise, Turning::Clockwise] {
                            if ways[usize::from(direction.index())] {
                                out.push(Ply::Start { pit, direction, amount, class: id });
                            }
                        }
                    });
                }
            }
            if out.len() > first {
                break;
            }
        }
    }

    fn amounts(&mut self, s: &State, line: &'g Line, pit: PlaceId, mut offer: impl FnMut(Option<u32>)) {
        let held = i64::from(s.counts[usize::from(pit)]);
        let it = std::mem::replace(&mut self.it, pit);
        match &line.amount {
            Amount::All => offer(None),
            Amount::Exactly(n) => {
                if (1..=held).contains(&self.num(s, n)) {
                    offer(None);
                }
            }
            Amount::AllBut(n) => {
                let n = self.num(s, n);
                if n >= 0 && n < held {
                    offer(None);
                }
            }
            Amount::Range(a, b) => {
                let (a, b) = (self.num(s, a).max(1), self.num(s, b).min(held));
                for n in (a..=b).take(MOST) {
                    offer(Some(n as u32));
                }
            }
        }
        self.it = it;
    }

    /// The line by which a start is made.
    pub(super) fn line_of(&mut self, s: &State, class: u16, pit: PlaceId, dir: u8) -> Option<&'g Line> {
        let code = self.code;
        let class = code.class(class)?;
        if let [alternative] = &*class.lines
            && let [line] = &**alternative
        {
            return Some(line);
        }
        self.enter(level::START);
        let mut found = None;
        for alternative in &class.lines {
            let mut any = false;
            for line in alternative {
                let m = self.pits(s, line, class);
                any |= m != 0;
                if found.is_none() && m & bit(pit) != 0 && self.ways(s, line, pit)[usize::from(dir & 1)] {
                    found = Some(line);
                }
            }
            if any {
                break;
            }
        }
        self.level = level::MAIN;
        found
    }

    /// The candidates of a tier, in the order of the board.
    pub(super) fn tier(&mut self, s: &State, tier: usize, out: &mut Vec<Ply>) {
        out.clear();
        let code = self.code;
        self.clear_regs(self.at_start_dir(s));
        if self.game.plain_starts
            && let (Dir::Is(dir), Some((line, class))) = (code.direction, code.only_line())
            && line.going.is_empty()
        {
            let direction = Turning::of(dir);
            let start = |pit| Ply::Start { pit, direction, amount: None, class: 0 };
            match self.whole_row(s, line) {
                Some((first, row)) => {
                    for (i, &n) in row.iter().enumerate() {
                        if n > 0 {
                            out.push(start(first + i as PlaceId));
                        }
                    }
                }
                None => out.extend(bits(self.pits(s, line, class)).map(start)),
            }
            return;
        }
        self.enter(level::START);
        for id in code.tiers[tier].clone() {
            self.starts(s, id, out);
        }
        self.level = level::MAIN;
        // Mostly they are found in their order.
        if !out.is_sorted_by(|a, b| a < b) {
            out.sort_unstable();
            out.dedup();
        }
    }

    /// The legal plies.
    pub(super) fn legal_into(&mut self, s: &State, out: &mut Vec<Ply>) {
        out.clear();
        self.take_code(s);
        if s.over.is_some() {
            return;
        }
        if s.pending.is_some() {
            *out = self.pending_options(s);
            if self.game.trials && s.race.is_none() {
                out.retain(|ply| self.completes(s, ply, 0));
            }
            return;
        }
        if s.race.is_some() {
            *out = self.race_starts(s);
            return;
        }
        if self.game.complex {
            self.weigh(s, out);
        } else {
            let trying = self.trying(s);
            for tier in 0..self.code.tiers.len() {
                self.tier(s, tier, out);
                if trying {
                    out.retain(|ply| self.completes(s, ply, 0));
                    self.take_code(s);
                }
                if !out.is_empty() {
                    break;
                }
            }
        }
        self.clear_regs(self.at_start_dir(s));
        if out.is_empty() && self.code.stuck_passes {
            out.push(Ply::Pass);
        }
        if self.may_swap(s) {
            out.push(Ply::Swap);
        }
    }

    /// Whether this decision needs its candidates to be tried.
    pub(super) fn trying(&mut self, s: &State) -> bool {
        let game = self.game;
        if game.always_trials || !game.features.filters {
            return game.always_trials;
        }
        self.clear_regs(self.at_start_dir(s));
        self.guards_hold(s)
    }

    fn guards_hold(&mut self, s: &State) -> bool {
        let code = self.code;
        let mut any = false;
        for f in &code.filters {
            self.enter(level::MAIN);
            any |= self.cond(s, &f.when);
        }
        any
    }

    /// All candidates of all tiers, for notation.
    pub(super) fn candidates(&mut self, s: &State) -> Vec<Ply> {
        self.take_code(s);
        let (mut all, mut one) = (Vec::new(), Vec::new());
        for tier in 0..self.code.tiers.len() {
            self.tier(s, tier, &mut one);
            all.append(&mut one);
        }
        all
    }

    pub(super) fn may_swap(&self, s: &State) -> bool {
        self.game.swap && s.turn == 2 && s.turns[s.mover] == 1 && !s.swapped && s.sown == 0
    }

    /// The options of a pending choice.
    pub(super) fn pending_options(&mut self, s: &State) -> Vec<Ply> {
        let Some(p) = s.pending.as_deref() else { return Vec::new() };
        self.take_code(s);
        self.resume(p);
        self.options(s, p.choice, MOST)
    }

    /// Whether a ply can be made and its move be completed.
    pub(super) fn completes(&mut self, s: &State, ply: &Ply, depth: u32) -> bool {
        if depth == 0 {
            self.budget = BUDGET;
        } else if depth > DEEPEST || self.budget == 0 {
            return true;
        }
        let mut tried = self.spare_state();
        let made = self.ask(s, ply, &mut tried);
        self.budget = self.budget.saturating_sub(TRY + self.laps);
        let yes = match made {
            Ok(Made::Pending) => self.is_new(&tried) && self.can_go_on(&tried, depth),
            Ok(_) => true,
            Err(_) => false,
        };
        if depth == 0 {
            self.tried.clear();
        }
        self.spare.push(tried);
        yes
    }

    /// Makes a ply as far as it could still be refused.
    fn ask(&mut self, s: &State, ply: &Ply, tried: &mut State) -> Result<Made, Refused> {
        let outer = std::mem::replace(&mut self.asking, true);
        let made = self.make_ply(s, ply, tried, &mut Silent);
        self.asking = outer;
        made
    }

    /// Whether a choice that is come to while a ply is looked through wasn't met in it before.
    fn is_new(&mut self, s: &State) -> bool {
        let key = s.key();
        let new = !self.tried.contains(&key);
        if new {
            self.tried.push(key);
        }
        new
    }

    /// Whether a pending choice has an option that can be completed.
    pub(super) fn can_go_on(&mut self, s: &State, depth: u32) -> bool {
        self.pending_options(s).iter().any(|ply| self.completes(s, ply, depth + 1))
    }

    /// Legal starts where filters may bind "if possible" and moves may be last resorts.
    fn weigh(&mut self, s: &State, out: &mut Vec<Ply>) {
        let mut last: Option<(Vec<Ply>, Bound)> = None;
        for tier in 0..self.code.tiers.len() {
            self.tier(s, tier, out);
            let mut all = Vec::new();
            self.collect = true;
            for (i, ply) in out.iter().enumerate() {
                self.completions(s, ply, i, 0, &mut all);
            }
            self.collect = false;
            self.take_code(s);
            let soft = self.sift(&mut all);
            let chosen = |all: &[Completion], out: &[Ply]| -> Vec<Ply> {
                out.iter().enumerate().filter(|(i, _)| all.iter().any(|c| c.ply == *i)).map(|(_, p)| *p).collect()
            };
            if all.iter().any(|c| !c.last) {
                all.retain(|c| !c.last);
                *out = chosen(&all, out);
                self.bound = Bound { soft, last_ok: false };
                return;
            }
            if !all.is_empty() && last.is_none() {
                last = Some((chosen(&all, out), Bound { soft, last_ok: true }));
            }
        }
        (*out, self.bound) = last.unwrap_or_default();
    }

    /// Applies the filters in order; tells which of those "if possible" bind.
    fn sift(&self, all: &mut Vec<Completion>) -> u64 {
        let mut bound = 0;
        for (i, f) in self.code.filters.iter().enumerate() {
            let bit = 1u64 << i;
            let passes = |c: &Completion| c.must & bit == 0 || c.passed & bit != 0;
            if f.if_possible {
                if !all.iter().any(|c| c.must & c.passed & bit != 0) {
                    continue;
                }
                bound |= bit;
            }
            all.retain(passes);
        }
        bound
    }

    fn completions(&mut self, s: &State, ply: &Ply, i: usize, depth: u32, all: &mut Vec<Completion>) {
        if depth == 0 {
            self.budget = BUDGET;
        } else if depth > DEEPEST || self.budget == 0 {
            return;
        }
        let mut tried = self.spare_state();
        let made = self.ask(s, ply, &mut tried);
        self.budget = self.budget.saturating_sub(TRY + self.laps);
        match made {
            Ok(Made::Pending) if !self.is_new(&tried) => {}
            Ok(Made::Pending) => {
                for ply in self.pending_options(&tried) {
                    self.completions(&tried, &ply, i, depth + 1, all);
                }
            }
            Ok(_) => {
                let c = Completion { ply: i, must: self.regs.must, passed: self.passed, last: self.regs.resorted };
                let same = |o: &&Completion| (o.ply, o.must, o.passed, o.last) == (c.ply, c.must, c.passed, c.last);
                if !all.iter().rev().take_while(|o| o.ply == i).any(|o| same(&o)) {
                    all.push(c);
                }
            }
            Err(_) => {}
        }
        if depth == 0 {
            self.tried.clear();
        }
        self.spare.push(tried);
    }

    /// Whether a player could move, were it his turn.
    #[inline(never)]
    pub(super) fn can_move(&mut self, s: &State, who: u8) -> bool {
        if let Some(known) = self.movable[usize::from(who)] {
            return known;
        }
        let game = self.game;
        let trying = game.always_trials
            || game.features.filters && (who != self.code.mover || !self.settling || self.guards_hold(s));
        let yes = if who != s.mover && (game.features.my_turn.0 > 0 || game.features.turn.0 > 0) {
            // As it will be when he is about to choose.
            let mut then = self.spare_state();
            (*then).clone_from(s);
            then.turn = then.turn.saturating_add(1);
            let turns = &mut then.turns[who];
            *turns = turns.saturating_add(1);
            let yes = self.could_start(&then, who, trying);
            self.spare.push(then);
            yes
        } else {
            self.could_start(s, who, trying)
        };
        if self.settling {
            self.movable[usize::from(who)] = Some(yes);
        }
        yes
    }

    fn could_start(&mut self, s: &State, who: u8, trying: bool) -> bool {
        if trying && !self.foreseeing { self.could_complete(s, who) } else { self.has_start(s, who) }
    }

    /// Whether there is a candidate.
    fn has_start(&mut self, s: &State, who: u8) -> bool {
        // A whole row with nothing said about it: the common case.
        if self.game.plain_starts
            && let Some((Line { from: S::Owned(p), .. }, _)) = self.game.code_of(0, who).only_line()
        {
            if s.marks.is_empty() {
                return self.side_occupied(s, *p);
            }
            let m = s.owned[*p] & self.game.geometry.all & !s.closed;
            return self.occupied(s, m & !self.game.locked(s));
        }
        let outer = (self.code, self.regs, self.level, self.it);
        let phase = if self.game.phases.is_empty() { 0 } else { self.phase_of(s, who) };
        self.code = self.game.code_of(phase, who);
        self.it = NONE;
        let mut found = std::mem::take(&mut self.found);
        let mut yes = false;
        for tier in 0..self.code.tiers.len() {
            yes = self.surely_starts(s, tier);
            if !yes {
                self.tier(s, tier, &mut found);
                yes = !found.is_empty();
            }
            if yes {
                break;
            }
        }
        self.found = found;
        (self.code, self.regs, self.level, self.it) = outer;
        yes
    }

    /// Whether a tier has a candidate, as far as that is seen without listing them.
    fn surely_starts(&mut self, s: &State, tier: usize) -> bool {
        let code = self.code;
        if !matches!(code.direction, Dir::Is(_) | Dir::Either) {
            return false;
        }
        self.clear_regs(self.at_start_dir(s));
        self.enter(level::START);
        let yes = code.tiers[tier].clone().any(|id| {
            let Some(class) = code.class(id) else { return false };
            self.regs.class = id;
            // Of several alternatives a later one counts only where the others offer nothing.
            class.lines.iter().flatten().any(|line| {
                matches!(line.amount, Amount::All) && line.going.is_empty() && self.pits(s, line, class) != 0
            })
        });
        self.level = level::MAIN;
        yes
    }

    /// Whether there is a candidate that can be completed: looks one ply ahead on a copy, with
    /// everything that the present list works with put aside. Never nested.
    #[inline(never)]
    fn could_complete(&mut self, s: &State, who: u8) -> bool {
        let outer = self.put_aside();
        let mut before = self.spare_state();
        (*before).clone_from(s);
        before.mover = who;
        before.pending = None;
        before.over = None;
        if who != s.mover {
            self.enter_phase(&mut before);
        }
        self.take_code(&before);
        let mut yes = false;
        if self.game.complex {
            let mut all = Vec::new();
            self.weigh(&before, &mut all);
            yes = !all.is_empty();
        } else {
            let mut found = std::mem::take(&mut self.found);
            for tier in 0..self.code.tiers.len() {
                self.tier(&before, tier, &mut found);
                yes = found.iter().any(|ply| self.completes(&before, ply, 0));
                if yes {
                    break;
                }
                self.take_code(&before);
            }
            self.found = found;
        }
        self.spare.push(before);
        self.take_back(outer);
        yes
    }
}

/// For walks over all plies.
impl<'g> Machine<'g> {
    /// Tries the candidates tier by tier, until one of a tier is kept; `out` has room for the kept.
    pub(super) fn each_candidate(
        &mut self,
        s: &State,
        out: &mut Vec<Ply>,
        mut keep: impl FnMut(&mut Machine<'g>, Ply, &mut Vec<Ply>) -> bool,
    ) {
        let mut tier = Vec::new();
        std::mem::swap(&mut tier, &mut self.offered);
        out.clear();
        let code = self.game.code_of(s.phase, s.mover);
        for i in 0..code.tiers.len() {
            self.take_code(s);
            self.tier(s, i, &mut tier);
            let mut any = false;
            for &ply in &tier {
                any |= keep(self, ply, out);
            }
            if any {
                break;
            }
        }
        self.take_code(s);
        self.offered = tier;
    }

    /// Whether a state with a pending choice can be completed.
    pub(super) fn can_finish(&mut self, s: &State) -> bool {
        self.budget = BUDGET;
        let undecided = self.undecided;
        let yes = self.can_go_on(s, 0);
        self.tried.clear();
        self.undecided = undecided;
        yes
    }

    /// Whether a player without a move passes.
    pub(super) fn passes(&self) -> bool {
        self.game.stuck_passes
    }
}
