//! The same three games once more, as quick as they get by hand: a row and its
//! store are the bytes of one word, and a table tells for each pit and each hand
//! what to add to both words.
//!
//! The words are those of the player to move and of the other, so they change
//! places with the turn. A byte must hold all seeds of a position. Only the
//! commonest rules are here: those of the `start` of each. These engines are a
//! goal for the benchmarks, and the tests compare them with the plain ones.

pub mod bosh;
pub mod kalah;
pub mod oware;

/// One in each byte.
const EACH: u64 = u64::MAX / 255;
/// The highest bit of each byte.
const HIGH: u64 = EACH << 7;

/// A byte of a word.
#[inline(always)]
fn byte(word: u64, i: usize) -> u64 {
    word >> (8 * i) & 255
}

/// The highest bit of each byte that isn't 0.
#[inline(always)]
fn occupied(word: u64) -> u64 {
    (((word & !HIGH) + !HIGH) | word) & HIGH
}

/// The sum of the bytes, which must fit in one.
#[inline(always)]
fn sum(word: u64) -> u64 {
    word.wrapping_mul(EACH) >> 56
}

/// The low `n` bytes.
const fn low(n: usize) -> u64 {
    (1 << (8 * n)) - 1
}

/// From the highest bit of each byte to a bit for each: the multiplication brings
/// the bit of byte `i` to the place `56 + i`, and no two others there.
fn bits(high: u64) -> u16 {
    ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}

/// What a hand from a pit changes.
#[derive(Clone, Copy)]
struct Lap {
    /// What to add to the words of the mover and of the other player; the hand is
    /// taken away by it, too.
    add: [u64; 2],
    /// Where the last seed falls, counted along the way from the mover's first
    /// pit.
    last: u8,
}

/// The laps of up to `HANDS - 1` seeds from `PITS` pits of a way that begins with
/// the mover's pits. `bytes` tells where each place of the way lies: in the
/// mover's word from 0 on, in the other's from 8 on.
const fn laps<const PITS: usize, const HANDS: usize>(bytes: &[u8], skips_start: bool) -> [[Lap; HANDS]; PITS] {
    let mut table = [[Lap { add: [0; 2], last: 0 }; HANDS]; PITS];
    let mut pit = 0;
    while pit < PITS {
        let (mut add, mut at, mut hand) = ([0u64; 2], pit, 0);
        while hand < HANDS {
            if hand > 0 {
                at = (at + 1) % bytes.len();
                if skips_start && at == pit {
                    at = (at + 1) % bytes.len();
                }
                let byte = bytes[at] as usize;
                add[byte / 8] += 1 << (8 * (byte % 8));
            }
            let byte = bytes[pit] as usize;
            let mut whole = add;
            whole[byte / 8] = whole[byte / 8].wrapping_sub((hand as u64) << (8 * (byte % 8)));
            table[pit][hand] = Lap { add: whole, last: at as u8 };
            hand += 1;
        }
        pit += 1;
    }
    table
}
