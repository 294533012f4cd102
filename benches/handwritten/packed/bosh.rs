//! One round of Bosh that ends when a player can't move, in two words.

use super::super::{Game, bosh};
use super::{Lap, byte, laps, low, occupied, sum};

const ROW: usize = 5;
const SEEDS: usize = 40;
const PITS: u64 = low(ROW);
const RING: usize = 2 * ROW;
/// Where the places of the ring lie, the mover's first.
const BYTES: [u8; RING] = [0, 1, 2, 3, 4, 8, 9, 10, 11, 12];

static LAPS: [[Lap; SEEDS + 1]; RING] = laps(&BYTES, false);

/// The laps of a move before anybody asks whether it will ever end.
const UNWATCHED_LAPS: u64 = 64;

/// A position. The pits are the low bytes of a word, what is won comes after
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The words of the player to move and of the other.
    words: [u64; 2],
    /// Who is to move: 0 south, 1 north.
    mover: u64,
    /// Whether the round is over. The pits are empty then.
    over: bool,
}

impl Position {
    /// The start of a round.
    pub fn start() -> Self {
        Position { words: [0x04_0404_0404; 2], mover: 0, over: false }
    }

    /// A position of at most 40 seeds.
    pub fn of(p: &bosh::Position) -> Self {
        let word = |player: usize| {
            let pits = &p.pits[player * ROW..][..ROW];
            let places = pits.iter().chain(&p.stores[player..=player]);
            places.enumerate().fold(0, |word, (i, &n)| word | u64::from(n) << (8 * i))
        };
        let mover = usize::from(p.mover);
        Position { words: [word(mover), word(1 - mover)], mover: p.mover.into(), over: p.over }
    }

    /// What lies in a place of the ring.
    #[inline(always)]
    fn held([own, other]: [u64; 2], place: usize) -> u64 {
        let at = BYTES[place] as usize;
        byte(if at < 8 { own } else { other }, at % 8)
    }

    /// Plays an occupied pit; none if that never ends.
    #[inline(always)]
    fn sow(&self, pit: usize) -> Option<Self> {
        let mut words = self.words;
        let (mut from, mut hand) = (pit, byte(words[0], pit) as usize);
        let (mut laps, mut seen) = (0, (words, RING));
        let last = loop {
            let lap = &LAPS[from][hand % (SEEDS + 1)];
            words[0] = words[0].wrapping_add(lap.add[0]);
            words[1] = words[1].wrapping_add(lap.add[1]);
            let last = usize::from(lap.last);
            from = after(last);
            hand = Self::held(words, from) as usize;
            if hand == 0 {
                break last;
            }
            laps += 1;
            if laps > UNWATCHED_LAPS {
                // Brent's method: a state is kept, and replaced after 1, 2, 4, 8… laps.
                if seen == (words, from) {
                    return None;
                }
                if laps.is_power_of_two() {
                    seen = (words, from);
                }
            }
        };
        let prey = BYTES[after(after(last))] as usize;
        let won = byte(words[prey / 8], prey % 8);
        words[prey / 8] -= won << (8 * (prey % 8));
        words[0] += won << (8 * ROW);
        let next = Position { words: [words[1], words[0]], mover: 1 - self.mover, over: false };
        Some(if words[1] & PITS == 0 { next.finish() } else { next })
    }

    /// The round is over: the player to move gives up all that is left.
    #[cold]
    fn finish(mut self) -> Self {
        let [own, other] = self.words;
        let left = sum(own & PITS) + sum(other & PITS);
        self.words = [own & !PITS, (other & !PITS) + (left << (8 * ROW))];
        self.over = true;
        self
    }
}

/// The next place of the ring.
#[inline(always)]
fn after(place: usize) -> usize {
    if place + 1 < RING { place + 1 } else { 0 }
}

impl Game for Position {
    const ROW: usize = ROW;

    fn is_over(&self) -> bool {
        self.over
    }

    fn occupied(&self) -> u16 {
        super::bits(occupied(self.words[0] & PITS))
    }

    fn make(&self, pit: usize) -> Option<Self> {
        if pit < ROW && byte(self.words[0], pit) > 0 { self.sow(pit) } else { None }
    }

    fn settle(self) -> Self {
        if !self.over && (0..ROW).all(|pit| self.make(pit).is_none()) { self.finish() } else { self }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let (mut starts, mut paths) = (occupied(self.words[0] & PITS), 0);
        while starts != 0 {
            if let Some(next) = self.sow(starts.trailing_zeros() as usize / 8) {
                paths += if depth == 1 {
                    std::hint::black_box(&next);
                    1
                } else {
                    next.perft(depth - 1)
                };
            }
            starts &= starts - 1;
        }
        paths
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::random;
    use super::*;

    #[test]
    fn agrees_with_the_plain_engine() {
        let start = bosh::Position::start(bosh::Rules { end: bosh::End::Stuck });
        assert_eq!(Position::start(), Position::of(&start));
        let mut random = random();
        for _ in 0..300 {
            let mut plain = start;
            while !plain.is_over() {
                let packed = Position::of(&plain);
                assert_eq!((packed.occupied(), packed.is_over()), (plain.occupied(), false));
                for pit in 0..ROW {
                    assert_eq!(packed.play(pit), plain.play(pit).as_ref().map(Position::of), "{plain:?} {pit}");
                }
                let legal = plain.legal();
                let pit = super::super::super::nth_bit(legal, random(legal.count_ones()));
                plain = plain.play(pit).expect("legal");
            }
            assert!(Position::of(&plain).is_over());
        }
    }

    #[test]
    fn perft() {
        assert_eq!(Position::start().perft(10), 246_464);
        assert_eq!(Position::start().perft_counts(6), [5, 19, 79, 266, 864, 2881]);
    }
}
