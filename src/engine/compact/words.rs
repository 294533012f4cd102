//! Counts side by side in words, so that one instruction works on many of them.
//!
//! The mover's pits and his store fill the lanes of the first half of the words, the other player's
//! those of the second: the halves change places with the turn. The rules of both movers then mostly
//! read alike, and the pits that may be started always lie in the same lanes.

use super::bit;
use crate::engine::PlaceId;
use crate::engine::listen::Listener;
use crate::engine::state::State;

/// Where a count lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lane {
    pub(super) word: u8,
    pub(super) shift: u8,
}

/// Masks or counts, as a board's words hold them.
pub(super) type Words<const W: usize> = [u64; W];

/// A position: `W` words of lanes of `B` bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board<const W: usize, const B: u32> {
    pub(super) w: Words<W>,
    /// A whole word: bytes that lie between are slow to copy.
    pub(super) mover: u64,
}

// By number, since short loops of that form are always unrolled.
#[expect(clippy::needless_range_loop)]
impl<const W: usize, const B: u32> Board<W, B> {
    /// All ones in the first lane.
    pub(super) const ONES: u64 = (1 << B) - 1;
    /// One in each lane.
    pub(super) const EACH: u64 = u64::MAX / Self::ONES;
    /// The highest bit of each lane.
    const HIGH: u64 = Self::EACH << (B - 1);
    /// Lanes of a word.
    const LANES: usize = (64 / B) as usize;
    /// Lanes of a player.
    pub(super) const HALF: usize = Self::LANES * W / 2;
    /// The most that a lane holds, and that all of a board may hold together.
    pub(super) const MOST: u64 = Self::ONES;

    /// The lane of a player's pit or, after the last of them, of his store; `half` is 0 for the mover.
    pub(super) fn lane_at(half: usize, i: usize) -> Lane {
        debug_assert!(i < Self::HALF);
        Lane { word: (half * W / 2 + i / Self::LANES) as u8, shift: (i % Self::LANES) as u8 * B as u8 }
    }

    /// Which of the mover's pits a lane is.
    #[inline(always)]
    pub(super) fn pit_of(lane: Lane) -> usize {
        usize::from(lane.word) * Self::LANES + usize::from(lane.shift) / B as usize
    }

    /// A state's counts, given the lanes of its places for its mover.
    pub(super) fn of(s: &State, lanes: &[Lane]) -> Self {
        let mut b = Board { w: [0; W], mover: u64::from(s.mover) };
        for (lane, &n) in lanes.iter().zip(&s.counts) {
            debug_assert!(u64::from(n) <= Self::MOST);
            b.w[usize::from(lane.word)] |= u64::from(n) << lane.shift;
        }
        b
    }

    /// A count.
    #[inline(always)]
    pub(super) fn lane(&self, lane: Lane) -> u32 {
        // Words that are chosen between stay in registers; those of an array would be stored first.
        let w = match W {
            2 if lane.word == 0 => self.w[0],
            2 => self.w[1],
            _ => self.w[usize::from(lane.word) % W],
        };
        ((w >> lane.shift) & Self::ONES) as u32
    }

    /// Adds to a count.
    #[inline(always)]
    pub(super) fn put(&mut self, lane: Lane, n: u64) {
        let n = n << lane.shift;
        if W == 2 {
            let second = 0u64.wrapping_sub(u64::from(lane.word));
            self.w[0] = self.w[0].wrapping_add(n & !second);
            self.w[1] = self.w[1].wrapping_add(n & second);
        } else {
            let w = &mut self.w[usize::from(lane.word) % W];
            *w = w.wrapping_add(n);
        }
    }

    /// What the lanes of a mask hold together.
    #[inline(always)]
    pub(super) fn total(&self, mask: &Words<W>) -> u64 {
        // All of a board fits in a lane, so no lane runs over into the next.
        let mut sum = 0u64;
        for i in 0..W {
            sum = sum.wrapping_add(self.w[i] & mask[i]);
        }
        sum.wrapping_mul(Self::EACH) >> (64 - B)
    }

    /// Whether the lanes of a mask hold something.
    #[inline(always)]
    pub(super) fn any(&self, mask: &Words<W>) -> bool {
        let mut all = 0;
        for i in 0..W {
            all |= self.w[i] & mask[i];
        }
        all != 0
    }

    /// Puts what the lanes of a mask hold into another.
    #[inline(always)]
    pub(super) fn take<L: Listener>(&mut self, mask: &Words<W>, to: Lane, l: &mut L) {
        let won = self.total(mask);
        for i in 0..W {
            self.w[i] &= !mask[i];
        }
        self.put(to, won);
        if won > 0 {
            l.captured();
        }
    }

    /// Adds to all lanes at once.
    #[inline(always)]
    pub(super) fn add(&mut self, more: &Words<W>) {
        for i in 0..W {
            self.w[i] = self.w[i].wrapping_add(more[i]);
        }
    }

    /// What to add to a word without its highest bits, so that these tell which lanes hold at least so much;
    /// none if a lane can't tell.
    pub(super) fn enough(least: u32) -> Option<u64> {
        let half = 1u64 << (B - 1);
        (1..=half).contains(&u64::from(least)).then(|| Self::EACH * (half - u64::from(least)))
    }

    /// The same for a single seed.
    pub(super) const ONE_IS_ENOUGH: u64 = !Self::HIGH;

    /// The highest bit of each lane in a mask that holds enough, in the mover's half of the words.
    #[inline(always)]
    pub(super) fn enough_in(&self, mask: &Words<W>, enough: u64) -> Words<W> {
        let mut found = [0; W];
        for i in 0..W / 2 {
            let w = self.w[i];
            found[i] = (((w & !Self::HIGH).wrapping_add(enough)) | w) & Self::HIGH & mask[i];
        }
        found
    }

    /// The highest bit of a lane.
    pub(super) fn top_of(lane: Lane) -> u64 {
        1 << (u32::from(lane.shift) + B - 1)
    }

    /// How many lanes have their highest bit in such a word.
    #[inline(always)]
    pub(super) fn lanes_of(occupied: u64) -> u32 {
        ((occupied >> (B - 1)).wrapping_mul(Self::EACH) >> (64 - B)) as u32
    }

    /// A bit in the `n`th of them, from 0, and none below it.
    #[inline(always)]
    pub(super) fn nth_lane(occupied: u64, n: u32) -> u64 {
        // How many there are up to each lane.
        let up_to = (occupied >> (B - 1)).wrapping_mul(Self::EACH);
        (up_to | Self::HIGH).wrapping_sub(u64::from(n + 1).wrapping_mul(Self::EACH)) & Self::HIGH
    }

    /// How many lanes have their highest bit in the mover's half of such words.
    #[inline(always)]
    pub(super) fn count(tops: &Words<W>) -> u32 {
        tops[..W / 2].iter().map(|bits| Self::lanes_of(*bits)).sum()
    }

    /// One of them, by its number from 0.
    #[inline(always)]
    pub(super) fn nth(tops: &Words<W>, mut i: u32) -> Lane {
        let mut at = Lane::default();
        for word in 0..W / 2 {
            let n = Self::lanes_of(tops[word]);
            if i < n {
                return lane_of::<B>(word, Self::nth_lane(tops[word], i));
            }
            i -= n;
            at = Lane { word: word as u8, shift: 0 };
        }
        at
    }

    /// The other player's turn, if so.
    #[inline(always)]
    pub(super) fn turn(&mut self, yes: bool) {
        // No branch: whether there is another move is hard to foresee.
        let all = 0u64.wrapping_sub(u64::from(yes));
        for i in 0..W / 2 {
            let both = (self.w[i] ^ self.w[i + W / 2]) & all;
            self.w[i] ^= both;
            self.w[i + W / 2] ^= both;
        }
        self.mover ^= u64::from(yes);
    }
}

/// All ones in the lanes of some places.
pub(super) fn mask<const W: usize, const B: u32>(lanes: &[Lane], places: u32) -> Words<W> {
    let mut mask = [0; W];
    for (p, lane) in lanes.iter().enumerate().filter(|(p, _)| bit(*p as PlaceId) & places != 0) {
        debug_assert!(p < 32);
        mask[usize::from(lane.word)] |= Board::<W, B>::ONES << lane.shift;
    }
    mask
}

/// The lane of the lowest bit of a word of lanes.
#[inline(always)]
pub(super) fn lane_of<const B: u32>(word: usize, bits: u64) -> Lane {
    Lane { word: word as u8, shift: (bits.trailing_zeros() & !(B - 1)) as u8 }
}
