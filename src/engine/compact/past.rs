//! Earlier positions of a random game, for its repetitions.

use super::journal::Journal;
use super::words::Board;

/// Positions of one game, in their words; kept by the machine, so that the next game needn't make
/// room for them.
#[derive(Debug, Default)]
pub(in crate::engine) struct Past {
    words: Vec<u64>,
    /// Where those since the last win begin.
    since: usize,
    /// A bit for each of these that may have been since: most are new, and that is soon told.
    met: [u64; 4],
    pub(super) journal: Journal,
}

/// Most words of a board.
const MOST_WORDS: usize = 8;
/// An odd number of random bits.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

impl Past {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.won();
    }

    pub(super) fn won(&mut self) {
        self.since = self.words.len();
        self.met = [0; 4];
    }

    /// Notes a position; how often it has been there since the last win, now included.
    #[inline(always)]
    pub(super) fn note<const W: usize, const B: u32>(&mut self, b: &Board<W, B>) -> u32 {
        // The products don't wait for each other.
        let mut mixed = b.mover.wrapping_mul(MIX);
        for (i, w) in (1..).zip(b.w) {
            mixed ^= w.wrapping_mul(MIX.wrapping_mul(2 * i + 1));
        }
        let at = mixed >> 56;
        let (word, bit) = ((at >> 6) as usize, 1 << (at & 63));
        let met = self.met[word] & bit != 0;
        self.met[word] |= bit;
        let repeats = if met { self.count(b) + 1 } else { 1 };
        // As one piece: room is looked for once.
        let mut words = [0; MOST_WORDS + 1];
        words[..W].copy_from_slice(&b.w);
        words[W] = b.mover;
        self.words.extend_from_slice(&words[..=W]);
        repeats
    }

    #[inline(never)]
    fn count<const W: usize, const B: u32>(&self, b: &Board<W, B>) -> u32 {
        self.boards().filter(|x| x == b).count() as u32
    }

    /// Those since the last win.
    pub(super) fn boards<const W: usize, const B: u32>(&self) -> impl Iterator<Item = Board<W, B>> {
        self.words[self.since..].chunks_exact(W + 1).map(|words| {
            let mut w = [0; W];
            w.copy_from_slice(&words[..W]);
            Board { w, mover: words[W] }
        })
    }
}
