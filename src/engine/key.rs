//! A 128-bit hash of a state.

use super::state::{Pending, State, Value};

const K: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0x8cb9_2ba7_2f3d_8dd7, 0xaef1_7502_108e_f2d9];

/// Two lanes that never see the same numbers.
struct Hash(u64, u64);

/// Both halves of a product, folded.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let p = u128::from(a) * u128::from(b);
    (p as u64) ^ (p >> 64) as u64
}

impl Hash {
    #[inline]
    fn add(&mut self, x: u64) {
        self.0 = fold(self.0 ^ x ^ K[0], K[1]).rotate_left(23).wrapping_add(x);
        self.1 = fold(self.1.wrapping_add(x) ^ K[2], K[3]).rotate_left(41) ^ x;
    }
    fn add_mask(&mut self, m: u128) {
        self.add(m as u64);
        self.add((m >> 64) as u64);
    }
}

/// The key of a state.
pub(super) fn of(s: &State) -> u128 {
    let mut h = Hash(K[3], K[0]);
    for pair in s.counts.chunks(2) {
        h.add(u64::from(pair[0]) << 32 | u64::from(pair.get(1).copied().unwrap_or(0)));
    }
    for m in [s.closed, s.owned[0], s.owned[1]] {
        h.add_mask(m);
    }
    s.marks.iter().chain(&s.fresh).for_each(|&m| h.add_mask(m));
    s.vars.iter().for_each(|&v| h.add(u64::from(v as u32)));
    h.add(u64::from(s.mover) << 8 | u64::from(s.starter));
    s.turn_facts().into_iter().for_each(|f| h.add(f));
    if let Some(p) = &s.pending {
        pending(&mut h, p);
    }
    h.add(u64::from(s.over.is_some()));
    u128::from(h.0) << 64 | u128::from(h.1)
}

fn pending(h: &mut Hash, p: &Pending) {
    let r = &p.regs;
    h.add(u64::from(p.choice) << 16 | u64::from(p.stage as u8) << 8 | u64::from(p.by));
    for place in [r.here, r.start, r.lap_start, r.first_fed, r.before_last, r.cursor, r.dir] {
        h.add(u64::from(place));
    }
    let flags = [r.inside, r.last, r.again, r.last_ok, r.resorted];
    h.add(flags.iter().fold(u64::from(r.class), |n, &f| n << 1 | u64::from(f)));
    for n in [u64::from(r.was), u64::from(r.hand), u64::from(r.taken), u64::from(r.taken_lap), r.lap, r.must] {
        h.add(n);
    }
    h.add_mask(r.reached);
    r.slots.iter().for_each(|&n| h.add(n as u64));
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
