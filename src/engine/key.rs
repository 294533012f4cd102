//! A 128-bit hash of a state: two multilinear sums with different keys. The products don't wait for
//! each other, so that it is quick; equal states have equal keys, and unequal ones practically never.

use super::Ply;
use super::pieces::SEED;
use super::race::Sower;
use super::state::{Pending, Regs, State, Value};

const KEYS: usize = 256;

/// Random odd numbers, made by a fixed generator.
static K: [u64; KEYS + 4] = {
    let mut table = [0; KEYS + 4];
    let mut x = 0x9e37_79b9_7f4a_7c15u64;
    let mut i = 0;
    while i < KEYS + 4 {
        x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = x;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[i] = (z ^ (z >> 31)) | 1;
        i += 1;
    }
    table
};

struct Hash {
    a: u128,
    b: u128,
    at: usize,
}

impl Hash {
    #[inline]
    fn add(&mut self, x: u64) {
        let i = self.at % KEYS;
        self.at += 1;
        if i == KEYS - 1 {
            // All keys are used: what there is so far is mixed before they come again.
            (self.a, self.b) = (mix(self.a), mix(self.b));
        }
        self.a = self.a.wrapping_add(u128::from(x ^ K[i]).wrapping_mul(u128::from(K[i + 1])));
        self.b = self.b.wrapping_add(u128::from(x.wrapping_add(K[i + 2])).wrapping_mul(u128::from(K[i + 3])));
    }
    fn add_mask(&mut self, m: u128) {
        self.add(m as u64);
        self.add((m >> 64) as u64);
    }
    fn done(&self) -> u128 {
        mix(self.a) ^ mix(self.b).rotate_left(64)
    }
}

fn mix(x: u128) -> u128 {
    let (lo, hi) = (x as u64, (x >> 64) as u64);
    let p = u128::from(lo ^ K[0]).wrapping_mul(u128::from(K[1])) ^ u128::from(hi).wrapping_mul(u128::from(K[2]));
    p ^ (p >> 67) ^ u128::from(hi) << 64 ^ u128::from(lo)
}

/// The key of a state.
pub(super) fn of(s: &State) -> u128 {
    let mut h = Hash { a: 0, b: 0, at: 0 };
    // Numbers are packed as far as they are small; `form` tells how, so that no two packings meet.
    let small = s.counts.iter().fold(0, |all, &n| all | n) < 1 << 16;
    if small {
        let four = |c: &[u32]| c.iter().fold(0, |all, &n| all << 16 | u64::from(n));
        s.counts.chunks(4).for_each(|c| h.add(four(c)));
    } else {
        s.counts.chunks(2).for_each(|c| h.add(c.iter().fold(0, |all, &n| all << 32 | u64::from(n))));
    }
    let masks = || [s.closed].into_iter().chain(s.owned.iter()).chain(s.marks.iter().chain(&s.fresh).copied());
    let narrow = masks().fold(0, |all, m| all | m >> 64) == 0;
    let form = u64::from(small) | u64::from(narrow) << 1 | u64::from(s.reads) << 8;
    for m in masks() {
        if narrow {
            h.add(m as u64);
        } else {
            h.add_mask(m);
        }
    }
    s.vars.iter().for_each(|&v| h.add(u64::from(v as u32)));
    s.pieces.iter().for_each(|&n| h.add(u64::from(n)));
    h.add(
        form << 32
            | u64::from(s.phase) << 24
            | u64::from(s.over.is_some()) << 16
            | u64::from(s.mover) << 8
            | u64::from(s.starter),
    );
    if s.reads != 0 {
        s.turn_facts().into_iter().for_each(|f| h.add(f));
    }
    if s.chosen.iter().any(|d| d != 0) {
        h.add(s.chosen.iter().fold(0, |all, d| all << 4 | u64::from(d)));
    }
    if let Some(series) = &s.series {
        for (kept, won) in series.kept.iter().zip(series.won.iter()) {
            h.add(u64::from(kept) << 32 | u64::from(won));
        }
        h.add(series.roles.iter().fold(u64::from(series.round), |all, &r| all << 8 | u64::from(r)));
        h.add(u64::from(series.step) << 16 | u64::from(series.starts) << 8 | u64::from(series.over));
    }
    if let Some(step) = s.opening {
        h.add(u64::from(step));
    }
    if let Some(race) = &s.race {
        h.add(u64::from(race.next) << 16 | u64::from(race.stopped) << 8 | u64::from(race.lifted));
        for sower in &race.sowers {
            match sower {
                Sower::Choosing => h.add(1),
                Sower::Stopped => h.add(2),
                Sower::Landing => h.add(3),
                Sower::Chosen(ply) => {
                    let Ply::Start { pit, direction, amount, class } = *ply else { continue };
                    h.add(4 | u64::from(pit) << 8 | u64::from(direction.index()) << 16 | u64::from(class) << 32);
                    h.add(amount.map_or(u64::MAX, u64::from));
                }
                Sower::Sowing(regs) => {
                    h.add(5);
                    registers(&mut h, regs);
                }
            }
        }
    }
    if let Some(p) = &s.pending {
        pending(&mut h, p);
    }
    h.done()
}

fn pending(h: &mut Hash, p: &Pending) {
    h.add(u64::from(p.choice) << 16 | u64::from(p.stage as u8) << 8 | u64::from(p.by));
    registers(h, &p.regs);
    for (id, value) in &p.lets {
        h.add(u64::from(*id));
        match value {
            Value::Cond(b) => h.add(u64::from(*b)),
            Value::Num(n) => h.add(*n as u64),
            Value::Place(p) => h.add(u64::from(*p)),
            Value::Set(m, list) => {
                h.add_mask(*m);
                list.iter().for_each(|&p| h.add(u64::from(p)));
            }
        }
    }
}

fn registers(h: &mut Hash, r: &Regs) {
    for place in [r.here, r.start, r.lap_start, r.first_fed, r.before_last, r.cursor, r.dir] {
        h.add(u64::from(place));
    }
    let flags = [r.inside, r.last, r.again, r.last_ok, r.resorted];
    h.add(flags.iter().fold(u64::from(r.class), |n, &f| n << 1 | u64::from(f)));
    for n in [u64::from(r.was), u64::from(r.hand), u64::from(r.taken), u64::from(r.taken_lap), r.lap, r.must] {
        h.add(n);
    }
    h.add_mask(r.reached);
    if r.pieces.iter().any(|&n| n > 0) || r.fell != SEED {
        r.pieces.iter().for_each(|&n| h.add(u64::from(n)));
        r.falls.iter().for_each(|&(kind, nth)| h.add(u64::from(nth) << 8 | u64::from(kind)));
        h.add(u64::from(r.nth) << 8 | u64::from(r.fell));
    }
    r.slots.iter().for_each(|&n| h.add(n as u64));
}
