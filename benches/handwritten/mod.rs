//! Hand-written engines for three games: Kalah, Oware and one round of Bosh.
//!
//! They share no code with the `sower` crate. The benchmarks take them as the
//! yardstick for speed, and the tests as a second opinion on what is right.
//! Benches include this folder with `mod handwritten;`, tests with a `#[path]`.
//!
//! All three number the pits anticlockwise: south's row from south's left,
//! then north's row from north's left. Player 0 is south and 1 is north. Counts
//! are `u16`, so the seeds of a position must number less than 65,536.
//!
//! One trick serves all three. A hand of seeds that goes round a circuit of c
//! places gives every place `hand / c` seeds, and one more to the places that
//! lie within `hand % c` steps of the start. So a lap is sown without a loop
//! over seeds, in a loop over pits that the compiler turns into vector code.
//! Pits are emptied with a mask for the same reason, and the positions have a
//! fixed layout (`repr(C)`) so that the pits are read and written whole.

// Every includer uses a part of this only, and `cargo bench` leaves out the tests
// but not what they import.
#![allow(dead_code, unused_imports)]

pub mod bosh;
pub mod kalah;
pub mod oware;
pub mod packed;

use std::hint::black_box;

/// What the three games have in common; the three `Position`s implement it.
pub trait Game: Copy {
    /// The number of pits in a player's row, at most 16.
    const ROW: usize;

    /// Whether the game is over.
    fn is_over(&self) -> bool;

    /// The pits of the player to move that hold seeds, as bits, the lowest for
    /// his leftmost pit. Empty when the game is over.
    fn occupied(&self) -> u16;

    /// The position after the player to move has played his pit `pit`, counted
    /// from 0 at his left, or `None` if that is illegal.
    ///
    /// Where the game ends because the next player has no legal move, that is
    /// left to be found out by whoever looks for his moves; [`Game::play`]
    /// looks at once.
    fn make(&self, pit: usize) -> Option<Self>;

    /// Ends the game if the player to move has no legal move.
    fn settle(self) -> Self;

    /// Plays a pit, counted from 0 at the mover's left: the position after it,
    /// the game's end worked out, or `None` if the move is illegal.
    fn play(&self, pit: usize) -> Option<Self> {
        self.make(pit).map(Game::settle)
    }

    /// The legal moves, as bits, the lowest for the mover's leftmost pit.
    fn legal(&self) -> u16 {
        bits(self.occupied()).filter(|&pit| self.make(pit).is_some()).fold(0, |legal, pit| legal | 1 << pit)
    }

    /// The number of ways to play exactly `depth` plies. A path that ends
    /// earlier is not counted, and another move of the same player is another
    /// ply.
    ///
    /// Every leaf is made: the positions after the last ply are worked out in
    /// full and not just counted from the position before.
    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut paths = 0;
        for pit in 0..Self::ROW {
            if let Some(next) = &self.make(pit) {
                paths += if depth == 1 {
                    // Keeps the compiler from leaving the leaf out.
                    black_box(next);
                    1
                } else {
                    next.perft(depth - 1)
                };
            }
        }
        paths
    }

    /// [`Game::perft`] for the depths 1 to `max`, from one walk of the tree.
    fn perft_counts(&self, max: u32) -> Vec<u64> {
        fn walk<G: Game>(position: &G, counts: &mut [u64]) {
            if let Some((count, deeper)) = counts.split_first_mut() {
                for pit in 0..G::ROW {
                    if let Some(next) = &position.make(pit) {
                        *count += 1;
                        walk(next, deeper);
                    }
                }
            }
        }
        let mut counts = vec![0; max as usize];
        walk(self, &mut counts);
        counts
    }

    /// Plays legal moves, each as likely as the others, until the game is over
    /// or `max_plies` have been played, and returns the number of plies.
    /// `random(n)` has to return a number below `n`.
    fn playout(&self, random: &mut impl FnMut(u32) -> u32, max_plies: u32) -> u32 {
        let mut position = *self;
        for ply in 0..max_plies {
            let mut untried = position.occupied();
            loop {
                if untried == 0 {
                    return ply;
                }
                let choice = random(untried.count_ones());
                let pit = nth_bit(untried, choice);
                if let Some(next) = position.make(pit) {
                    position = next;
                    break;
                }
                untried &= !(1 << pit);
            }
        }
        max_plies
    }
}

/// The numbers of the bits that are set, from the lowest.
pub fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let bit = mask.trailing_zeros();
        mask &= mask - 1;
        Some(bit as usize)
    })
}

/// The number of the `n`th bit that is set, from 0; there must be that many.
fn nth_bit(mut mask: u16, n: u32) -> usize {
    for _ in 0..n {
        mask &= mask - 1;
    }
    mask.trailing_zeros() as usize
}

/// A bit for each pit of a row that holds seeds.
fn occupied(row: &[u16]) -> u16 {
    row.iter().enumerate().fold(0, |mask, (pit, &seeds)| mask | u16::from(seeds > 0) << pit)
}

/// Adds to the stores what the player `mover` has won by a move.
fn add(stores: [u16; 2], mover: usize, won: u16) -> [u16; 2] {
    let [south, north] = stores;
    if mover == 0 { [south + won, north] } else { [south, north + won] }
}

/// Whether a row holds no seed.
fn is_empty(row: &[u16]) -> bool {
    row.iter().fold(0, |all, &seeds| all | seeds) == 0
}

/// A generator of random numbers below a bound, for the tests.
#[cfg(test)]
fn random() -> impl FnMut(u32) -> u32 {
    let mut state = 88_172_645_463_325_252_u64;
    move |bound| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (((state >> 32) * u64::from(bound)) >> 32) as u32
    }
}
