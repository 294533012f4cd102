//! Oware by the Abapa rules, in two words.

use super::super::{Game, oware};
use super::{EACH, Lap, byte, laps, low, occupied, sum};

const ROW: usize = 6;
const SEEDS: usize = 48;
const PITS: u64 = low(ROW);

/// The way of a hand: the mover's pits, the other's pits.
static LAPS: [[Lap; SEEDS + 1]; ROW] = laps(&[0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13], true);

/// A position. The pits are the low bytes of a word, the store comes after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The words of the player to move and of the other.
    words: [u64; 2],
    /// Who is to move: 0 south, 1 north.
    mover: u64,
    /// Whether the game is over.
    over: bool,
}

impl Position {
    /// The start of a game.
    pub fn start() -> Self {
        Position { words: [0x0404_0404_0404; 2], mover: 0, over: false }
    }

    /// A position of at most 48 seeds under the Abapa rules.
    pub fn of(p: &oware::Position) -> Self {
        let word = |player: usize| {
            let pits = &p.pits[player * ROW..][..ROW];
            let places = pits.iter().chain(&p.stores[player..=player]);
            places.enumerate().fold(0, |word, (i, &n)| word | u64::from(n) << (8 * i))
        };
        let mover = usize::from(p.mover);
        Position { words: [word(mover), word(1 - mover)], mover: p.mover.into(), over: p.over }
    }

    /// Plays an occupied pit; none if the other player would have to be fed.
    #[inline(always)]
    fn sow(&self, pit: usize) -> Option<Self> {
        let [mut own, mut other] = self.words;
        let lap = &LAPS[pit][byte(own, pit) as usize % (SEEDS + 1)];
        own = own.wrapping_add(lap.add[0]);
        other = other.wrapping_add(lap.add[1]);
        let last = usize::from(lap.last);
        if last >= ROW && byte(other, last - ROW) & !1 == 2 {
            // The pits up to the last that don't hold 2 or 3: the run begins after them.
            let reached = low(last - ROW + 1);
            let gaps = occupied((other ^ (EACH << 1)) & (EACH * 0xfe)) & reached;
            let run = if gaps == 0 { reached } else { reached & !(u64::MAX >> gaps.leading_zeros()) };
            // A capture of everything takes nothing.
            if other & PITS & !run != 0 {
                own += sum(other & run) << (8 * ROW);
                other &= !run;
            }
        }
        if self.words[1] & PITS == 0 && other & PITS == 0 {
            return None;
        }
        let over = byte(own, ROW) > 24 || byte(other, ROW) > 24;
        Some(Position { words: [other, own], mover: 1 - self.mover, over })
    }

    fn starts(&self) -> u64 {
        if self.over { 0 } else { occupied(self.words[0] & PITS) }
    }
}

impl Game for Position {
    const ROW: usize = ROW;

    fn is_over(&self) -> bool {
        self.over
    }

    fn occupied(&self) -> u16 {
        super::bits(self.starts())
    }

    fn make(&self, pit: usize) -> Option<Self> {
        if pit < ROW && byte(self.starts(), pit) > 0 { self.sow(pit) } else { None }
    }

    fn settle(mut self) -> Self {
        if !self.over && (0..ROW).all(|pit| self.make(pit).is_none()) {
            self.over = true;
            self.words = self.words.map(|w| (sum(w & PITS) + byte(w, ROW)) << (8 * ROW));
        }
        self
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let (mut starts, mut paths) = (self.starts(), 0);
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
        assert_eq!(Position::start(), Position::of(&oware::Position::start(oware::Rules::ABAPA)));
        let mut random = random();
        for _ in 0..300 {
            let mut plain = oware::Position::start(oware::Rules::ABAPA);
            for _ in 0..300 {
                if plain.is_over() {
                    break;
                }
                let packed = Position::of(&plain);
                assert_eq!((packed.occupied(), packed.is_over()), (plain.occupied(), false));
                for pit in 0..ROW {
                    assert_eq!(packed.play(pit), plain.play(pit).as_ref().map(Position::of), "{plain:?} {pit}");
                }
                let legal = plain.legal();
                let pit = super::super::super::nth_bit(legal, random(legal.count_ones()));
                plain = plain.play(pit).expect("legal");
            }
        }
    }

    #[test]
    fn perft() {
        assert_eq!(Position::start().perft(8), 711_414);
        assert_eq!(Position::start().perft_counts(6), [6, 36, 190, 1014, 5219, 27332]);
    }
}
