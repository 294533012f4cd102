//! The seeded generator: the same seed gives the same numbers on every machine.

use rand_core::Rng as _;
use rand_pcg::Pcg64Mcg;

/// A stream of chance. One belongs to each game, so that results don't depend on threads.
#[derive(Clone, Debug)]
pub struct Chance {
    source: Pcg64Mcg,
}

impl Chance {
    /// The stream of one game of a run.
    #[must_use]
    pub fn of_game(seed: u64, game: u64) -> Chance {
        let low = splitmix(splitmix(seed) ^ game);
        let high = splitmix(low ^ seed.rotate_left(32));
        Chance { source: Pcg64Mcg::new(u128::from(high) << 64 | u128::from(low)) }
    }

    /// A number from 0 up to `n`, itself excluded, each equally likely; 0 where `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        if n < 2 {
            return 0;
        }
        // Lemire's multiplication: the upper half is the answer, the lower half tells the few
        // draws that would favour some answers.
        let unfair = n.wrapping_neg() % n;
        loop {
            let wide = u128::from(self.source.next_u64()) * u128::from(n);
            if wide as u64 >= unfair {
                return (wide >> 64) as usize;
            }
        }
    }

    /// One of a list.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

/// Sebastiano Vigna's mixer: neighbouring numbers become unrelated ones.
#[must_use]
pub fn splitmix(n: u64) -> u64 {
    let mut z = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_portable() {
        let mut c = Chance::of_game(1, 0);
        let drawn: Vec<usize> = (0..8).map(|_| c.below(6)).collect();
        let mut again = Chance::of_game(1, 0);
        assert_eq!(drawn, (0..8).map(|_| again.below(6)).collect::<Vec<_>>());
        let mut other = Chance::of_game(1, 1);
        assert_ne!(drawn, (0..8).map(|_| other.below(6)).collect::<Vec<_>>());
    }

    #[test]
    fn every_number_comes_up() {
        let mut c = Chance::of_game(7, 7);
        let mut seen = [0; 5];
        for _ in 0..5000 {
            seen[c.below(5)] += 1;
        }
        assert!(seen.iter().all(|&n| n > 850 && n < 1150), "{seen:?}");
        assert_eq!(c.below(0), 0);
        assert_eq!(c.pick::<u8>(&[]), None);
    }

    #[test]
    fn mixer_is_the_published_one() {
        assert_eq!(splitmix(0), 0xe220_a839_7b1d_cdaf);
    }
}
