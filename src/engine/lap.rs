//! Sowing a hand.

use super::actions::Flow;
use super::code::Pl;
use super::eval::level;
use super::geometry::{HAND, NONE, bit, bits};
use super::state::State;
use super::trace::{Event, Trace};
use super::{MAX_PITS, Machine, PlaceId};

/// Most seeds of a hand whose falls are told one by one; of a larger hand only its lift is told.
const HEARD: u32 = 5_000;

/// Places that get no seed while this hand is sown.
#[derive(Clone, Copy)]
struct Skipped {
    always: u128,
    unless_last: u128,
    /// Others have to be tested at each step.
    tested: bool,
}

impl<'g> Machine<'g> {
    /// Sows the hand from the cursor. Seeds that can't fall stay in it.
    #[inline]
    pub(super) fn sow<T: Trace>(&mut self, s: &mut State, t: &mut T) -> Flow {
        let hand = self.regs.hand;
        if !T::DROPS && self.game.plain_sowing && self.sow_few(s) {
            s.sown += u64::from(hand);
            self.tell_sown(t);
            return Flow::Next;
        }
        if self.code.bends.is_some() {
            return self.sow_along(s, t);
        }
        s.sown += u64::from(hand);
        self.sow_many(s, t)
    }

    /// A small hand on an open board: the commonest sowing by far.
    #[inline]
    fn sow_few(&mut self, s: &mut State) -> bool {
        let r = &mut self.regs;
        let path = &self.code.path;
        let (mut p, mut n) = (r.cursor, r.hand);
        // The start is met again only by as many seeds as the ring has places.
        if s.closed != 0
            || r.inside
            || n >= path.len
            || (self.game.skips_start && p != r.start)
            || path.on & bit(p) == 0
        {
            return false;
        }
        let table = &path.next[usize::from(r.dir & 1)];
        let mut before = NONE;
        r.first_fed = table[usize::from(p)];
        loop {
            p = table[usize::from(p)];
            let Some(count) = s.counts.get_mut(usize::from(p)) else { return false };
            *count += 1;
            n -= 1;
            if n == 0 {
                r.was = *count - 1;
                break;
            }
            before = p;
        }
        r.before_last = before;
        r.here = p;
        r.hand = 0;
        r.last = true;
        true
    }

    #[inline(never)]
    fn sow_many<T: Trace>(&mut self, s: &mut State, t: &mut T) -> Flow {
        let code = self.code;
        let skipped = self.skipped(s);
        let plain = (!T::DROPS || self.regs.hand > HEARD)
            && !skipped.tested
            && code.each_seed.is_empty()
            && (code.whenever.is_empty() || (code.wanes && self.nothing_to_watch(s)))
            && code.a_pit.is_empty()
            && !self.game.features.reached
            && self.game.pieces.is_empty();
        if plain && self.sow_plain(s, skipped) {
            self.tell_sown(t);
            return Flow::Next;
        }
        self.sow_by_seed(s, skipped, t)
    }

    /// Tells of a sowing whose seeds aren't told one by one.
    #[inline(always)]
    fn tell_sown<T: Trace>(&self, t: &mut T) {
        if T::ON && !T::DROPS {
            t.event(Event::Drop { to: self.regs.here });
        }
    }

    /// Whether no rule that watches holds now.
    fn nothing_to_watch(&mut self, s: &State) -> bool {
        if self.watching {
            return true;
        }
        let (code, outer) = (self.code, self.level);
        self.enter(level::WHENEVER);
        let holds = code.whenever.iter().flatten().any(|rule| self.cond(s, &rule.cond));
        self.level = outer;
        !holds
    }

    #[inline]
    fn skipped(&mut self, s: &State) -> Skipped {
        let none = Skipped { always: 0, unless_last: 0, tested: false };
        if self.code.skips.is_empty() { none } else { self.skipped_by(s, none) }
    }

    fn skipped_by(&mut self, s: &State, mut k: Skipped) -> Skipped {
        let code = self.code;
        let outer = self.level;
        self.enter(level::SKIP);
        for skip in &code.skips {
            if !skip.fixed {
                k.tested = true;
            } else if self.cond(s, &skip.when) {
                let m = self.mask(s, &skip.set);
                if skip.unless_last {
                    k.unless_last |= m;
                } else {
                    k.always |= m;
                }
            }
        }
        self.level = outer;
        k
    }

    /// A sowing that nothing watches: additions along the ring, whole circuits at once. False, and
    /// nothing done, where there is no place for the seeds.
    fn sow_plain(&mut self, s: &mut State, k: Skipped) -> bool {
        let path = &self.code.path;
        let table = &path.next[usize::from(self.regs.dir & 1)];
        let mut off = s.closed | k.always | k.unless_last;
        let open = path.on & !off;
        let mut n = self.regs.hand;
        let mut p = self.regs.cursor;
        let off_ring = table[usize::from(p)] == NONE;
        if open == 0 || off_ring || (self.regs.inside && !self.may_fall(s, p)) {
            return false;
        }
        let mut before = NONE;
        let mut first = NONE;
        let mut was = 0;
        if self.regs.inside {
            was = s.counts[usize::from(p)];
            s.counts[usize::from(p)] += 1;
            first = p;
            n -= 1;
        }
        // A count of bits takes long; most hands are small.
        let ring = if n > 8 && n > path.len / 2 { open.count_ones() } else { u32::MAX / 2 };
        if n > 2 * ring {
            if first == NONE {
                first = table[usize::from(p)];
                while off & bit(first) != 0 {
                    first = table[usize::from(first)];
                }
            }
            let circuits = (n - 2) / ring;
            for q in bits(open) {
                s.counts[usize::from(q)] += circuits;
            }
            n -= circuits * ring;
        }
        if off & path.on == 0 {
            while n > 0 {
                before = p;
                p = table[usize::from(p)];
                let c = &mut s.counts[usize::from(p)];
                was = *c;
                *c += 1;
                if first == NONE {
                    first = p;
                }
                n -= 1;
            }
        } else {
            while n > 0 {
                before = p;
                if n == 1 {
                    off = s.closed | k.always;
                }
                p = table[usize::from(p)];
                while off & bit(p) != 0 {
                    p = table[usize::from(p)];
                }
                let c = &mut s.counts[usize::from(p)];
                was = *c;
                *c += 1;
                if first == NONE {
                    first = p;
                }
                n -= 1;
            }
        }
        let r = &mut self.regs;
        r.before_last = if first == p && r.hand == 1 { NONE } else { before };
        r.first_fed = first;
        r.was = was;
        r.here = p;
        r.hand = 0;
        r.last = true;
        true
    }

    /// Whether a seed may be put in a place.
    fn may_fall(&self, s: &State, p: PlaceId) -> bool {
        usize::from(p) < self.game.geometry.places && s.closed & bit(p) == 0
    }

    fn sow_by_seed<T: Trace>(&mut self, s: &mut State, k: Skipped, t: &mut T) -> Flow {
        self.regs.first_fed = NONE;
        self.regs.before_last = NONE;
        let mut p = self.regs.cursor;
        let mut fallen = false;
        if self.regs.inside && self.may_fall(s, p) {
            match self.fall(s, p, &mut fallen, t) {
                Flow::Next => {}
                flow => return flow,
            }
        }
        // Steps since the last seed fell: a whole circuit in vain finds no place.
        let mut vain = 0;
        let mut steps = 0;
        let most = self.game.most_steps.saturating_add(self.game.steps_for(u64::from(self.regs.hand)));
        while self.regs.hand > 0 {
            p = self.next(s, p, self.regs.dir);
            if p == NONE || vain > 2 * MAX_PITS {
                return Flow::Nowhere;
            }
            vain += 1;
            steps += 1;
            if steps > most {
                // Rules that put seeds back into the hand could keep it from ever being empty.
                return Flow::TooLong;
            }
            let n = self.seeds_for(s, p, k);
            for _ in 0..n {
                vain = 0;
                match self.fall(s, p, &mut fallen, t) {
                    Flow::Next => {}
                    flow => return flow,
                }
                if self.regs.hand == 0 {
                    break;
                }
            }
        }
        Flow::Next
    }

    /// The next seed of the hand falls (or several, where a pit gets several); the cursor goes along.
    pub(super) fn sow_one<T: Trace>(&mut self, s: &mut State, t: &mut T) -> Flow {
        s.sown += 1;
        let k = self.skipped(s);
        let mut p = self.regs.cursor;
        let mut fallen = self.regs.first_fed != NONE;
        if std::mem::take(&mut self.regs.inside) && self.may_fall(s, p) {
            return self.fall(s, p, &mut fallen, t);
        }
        for _ in 0..=2 * MAX_PITS {
            p = self.next(s, p, self.regs.dir);
            if p == NONE {
                return Flow::Nowhere;
            }
            let n = self.seeds_for(s, p, k);
            if n == 0 {
                continue;
            }
            self.regs.cursor = p;
            for _ in 0..n.min(self.regs.hand) {
                match self.fall(s, p, &mut fallen, t) {
                    Flow::Next => {}
                    flow => return flow,
                }
            }
            return Flow::Next;
        }
        Flow::Nowhere
    }

    /// What falls in the cursor's place falls: one seed, several, or none.
    pub(super) fn fall_at_cursor<T: Trace>(&mut self, s: &mut State, t: &mut T) -> Flow {
        let k = self.skipped(s);
        let p = self.regs.cursor;
        let n = self.seeds_for(s, p, k).min(self.regs.hand);
        let mut fallen = self.regs.first_fed != NONE;
        for _ in 0..n {
            s.sown += 1;
            match self.fall(s, p, &mut fallen, t) {
                Flow::Next => {}
                flow => return flow,
            }
        }
        Flow::Next
    }

    /// How many seeds fall in a place that is come to.
    fn seeds_for(&mut self, s: &State, p: PlaceId, k: Skipped) -> u32 {
        let code = self.code;
        let last = self.regs.hand == 1;
        if k.always & bit(p) != 0 || (!last && k.unless_last & bit(p) != 0) {
            return 0;
        }
        if k.tested && self.skips_now(s, p, last) {
            return 0;
        }
        if code.a_pit.is_empty() || !self.game.geometry.is_pit(p) {
            return 1;
        }
        let (outer, it) = (self.level, std::mem::replace(&mut self.it, p));
        self.enter(level::SKIP);
        let mut n = 1;
        for (many, c) in &code.a_pit {
            if self.cond(s, c) {
                n = u32::try_from(self.num(s, many).max(0)).unwrap_or(u32::MAX);
                break;
            }
        }
        self.it = it;
        self.level = outer;
        n
    }

    fn skips_now(&mut self, s: &State, p: PlaceId, last: bool) -> bool {
        let code = self.code;
        let outer = self.level;
        self.enter(level::SKIP);
        let mut yes = false;
        for skip in &code.skips {
            if skip.fixed || (last && skip.unless_last) {
                continue;
            }
            if self.member(s, &skip.set, p) && self.cond(s, &skip.when) {
                yes = true;
                break;
            }
        }
        self.level = outer;
        yes
    }

    /// A seed of the hand falls.
    fn fall<T: Trace>(&mut self, s: &mut State, p: PlaceId, fallen: &mut bool, t: &mut T) -> Flow {
        let piece = self.piece_that_falls(self.regs.hand);
        let r = &mut self.regs;
        r.hand -= 1;
        if *fallen {
            r.before_last = r.here;
        } else {
            r.first_fed = p;
            *fallen = true;
        }
        self.land(s, p, piece, t)
    }

    fn land<T: Trace>(&mut self, s: &mut State, p: PlaceId, piece: u8, t: &mut T) -> Flow {
        let code = self.code;
        let r = &mut self.regs;
        r.last = r.hand == 0;
        r.was = s.counts[usize::from(p)];
        s.counts[usize::from(p)] += 1;
        r.here = p;
        self.piece_falls(s, piece, p);
        let r = &mut self.regs;
        if self.game.features.reached {
            r.reached |= bit(p);
        }
        t.event(Event::Drop { to: p });
        if !code.each_seed.is_empty() && !self.seeding {
            self.seeding = true;
            let flow = self.hook(s, &code.each_seed, level::SEED, t);
            self.seeding = false;
            match flow {
                Flow::Next => {}
                Flow::Finish | Flow::Illegal => return flow,
                // With seeds in the hand the sowing goes on whatever a rule says.
                _ if self.regs.hand > 0 => {}
                _ => {
                    return match self.whenever(s, t) {
                        Flow::Next => flow,
                        ending => ending,
                    };
                }
            }
        }
        self.whenever(s, t)
    }

    /// The action `drop`: a seed falls by itself.
    pub(super) fn drop_one<T: Trace>(
        &mut self,
        s: &mut State,
        from: Option<&'g Pl>,
        to: Option<&'g Pl>,
        t: &mut T,
    ) -> Flow {
        let from = from.map_or(HAND, |p| self.place(s, p));
        let open = |s: &State, p: PlaceId| p == HAND || s.closed & bit(p) == 0;
        if self.held(s, from) == 0 || !open(s, from) {
            return Flow::Next;
        }
        let to = match to {
            Some(p) => self.place(s, p),
            None => self.next_sown(s),
        };
        if !self.may_fall(s, to) {
            return Flow::Next;
        }
        let hand = self.regs.hand;
        let piece = self.one_piece_of(s, from);
        if from == HAND {
            self.regs.hand -= 1;
        } else {
            self.take(s, from, 1, t);
            t.event(Event::Move { from: Some(from), n: 1, to: None });
        }
        let left = std::mem::replace(&mut self.regs.hand, 0);
        debug_assert!(left <= hand);
        self.regs.before_last = NONE;
        self.regs.first_fed = to;
        s.sown += 1;
        let flow = self.land(s, to, piece, t);
        self.regs.hand = self.regs.hand.saturating_add(left);
        match flow {
            Flow::Finish | Flow::Illegal => flow,
            _ => Flow::Next,
        }
    }

    /// The next place that may get a seed.
    fn next_sown(&mut self, s: &State) -> PlaceId {
        let k = self.skipped(s);
        let mut p = self.regs.here;
        for _ in 0..128 {
            p = self.next(s, p, self.regs.dir);
            let skipped = k.always & bit(p) != 0 || (k.tested && self.skips_now(s, p, true));
            if p == NONE || !skipped {
                return p;
            }
        }
        NONE
    }
}
