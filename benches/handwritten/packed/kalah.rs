//! Kalah with four seeds in each of six pits, in two words.

use super::super::{Game, kalah};
use super::{Lap, byte, laps, low, occupied, sum};

const ROW: usize = 6;
const SEEDS: usize = 48;
const PITS: u64 = low(ROW);

/// The way of a hand: the mover's pits, his store, the other's pits.
static LAPS: [[Lap; SEEDS + 1]; ROW] = laps(&[0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13], false);

/// A position. The pits are the low bytes of a word, the store comes after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The words of the player to move and of the other.
    words: [u64; 2],
    /// Who is to move: 0 south, 1 north.
    mover: u64,
}

impl Position {
    /// The start of a game.
    pub fn start() -> Self {
        Position { words: [0x0404_0404_0404; 2], mover: 0 }
    }

    /// A position of at most 48 seeds under the standard rules.
    pub fn of(p: &kalah::Position<12>) -> Self {
        let word = |player: usize| {
            let pits = &p.pits[player * ROW..][..ROW];
            let places = pits.iter().chain(&p.stores[player..=player]);
            places.enumerate().fold(0, |word, (i, &n)| word | u64::from(n) << (8 * i))
        };
        let mover = usize::from(p.mover);
        Position { words: [word(mover), word(1 - mover)], mover: p.mover.into() }
    }

    #[inline(always)]
    fn sow(&self, pit: usize) -> Self {
        let [mut own, mut other] = self.words;
        let lap = &LAPS[pit][byte(own, pit) as usize % (SEEDS + 1)];
        own = own.wrapping_add(lap.add[0]);
        other = other.wrapping_add(lap.add[1]);
        let last = usize::from(lap.last);
        if last < ROW && byte(own, last) == 1 {
            let facing = ROW - 1 - last;
            let prey = byte(other, facing);
            if prey > 0 {
                own = own - (1 << (8 * last)) + ((prey + 1) << (8 * ROW));
                other -= prey << (8 * facing);
            }
        }
        if own & PITS == 0 || other & PITS == 0 {
            own = (sum(own & PITS) + byte(own, ROW)) << (8 * ROW);
            other = (sum(other & PITS) + byte(other, ROW)) << (8 * ROW);
        }
        if last == ROW {
            Position { words: [own, other], mover: self.mover }
        } else {
            Position { words: [other, own], mover: 1 - self.mover }
        }
    }
}

impl Game for Position {
    const ROW: usize = ROW;

    fn is_over(&self) -> bool {
        (self.words[0] | self.words[1]) & PITS == 0
    }

    fn occupied(&self) -> u16 {
        super::bits(occupied(self.words[0] & PITS))
    }

    fn make(&self, pit: usize) -> Option<Self> {
        (pit < ROW && byte(self.words[0], pit) > 0).then(|| self.sow(pit))
    }

    fn settle(self) -> Self {
        self
    }

    fn perft(&self, depth: u32) -> u64 {
        let (mut starts, mut paths) = (occupied(self.words[0] & PITS), 0);
        if depth == 0 {
            return 1;
        }
        while starts != 0 {
            let next = self.sow(starts.trailing_zeros() as usize / 8);
            paths += if depth == 1 {
                std::hint::black_box(&next);
                1
            } else {
                next.perft(depth - 1)
            };
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
        assert_eq!(Position::start(), Position::of(&kalah::Position::start(4, kalah::Rules::STANDARD)));
        let mut random = random();
        for _ in 0..300 {
            let mut plain = kalah::Position::<12>::start(4, kalah::Rules::STANDARD);
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
        assert_eq!(Position::start().perft(8), 563_055);
        assert_eq!(Position::start().perft_counts(6), [6, 35, 185, 942, 4690, 23233]);
    }
}
