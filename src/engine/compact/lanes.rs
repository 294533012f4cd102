//! Counts side by side, so that one instruction works on many of them.

use std::fmt::Debug;

/// A place's count.
pub(super) trait Lane: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// The most that it holds.
    const MOST: u16;
    /// All ones.
    const ONES: Self;

    /// A count, which must fit.
    fn of(n: u32) -> Self;

    /// The count.
    fn count(self) -> u16;

    /// Lifts a hand and sows it, at most one seed a place: `steps` to each place, `stays` nothing where it
    /// is lifted and all ones elsewhere.
    fn sow<const L: usize>(n: &mut [Self; L], steps: &[Self; L], stays: &[Self; L], hand: u16);

    /// The same with a number of whole rounds before; the third of the `tables`, after `steps` and `stays`,
    /// is 1 for each place on the way.
    fn sow_round<const L: usize>(
        n: &mut [Self; L],
        tables: (&[Self; L], &[Self; L], &[Self; L]),
        rounds: u16,
        hand: u16,
    );

    /// Whether one of the places of a mask (all ones there) holds something.
    fn any<const L: usize>(n: &[Self; L], mask: &[Self; L]) -> bool;
}

macro_rules! lane {
    ($t:ty) => {
        impl Lane for $t {
            const MOST: u16 = <$t>::MAX as u16;
            const ONES: $t = <$t>::MAX;

            #[inline(always)]
            fn of(n: u32) -> $t {
                debug_assert!(n <= u32::from(<$t>::MAX));
                n as $t
            }

            #[inline(always)]
            fn count(self) -> u16 {
                u16::from(self)
            }

            #[inline(always)]
            fn sow<const L: usize>(n: &mut [$t; L], steps: &[$t; L], stays: &[$t; L], hand: u16) {
                let hand = hand as $t;
                for i in 0..L {
                    n[i] = (n[i] & stays[i]).wrapping_add(<$t>::from(steps[i] <= hand));
                }
            }

            #[inline(always)]
            fn sow_round<const L: usize>(
                n: &mut [$t; L],
                (steps, stays, each): (&[$t; L], &[$t; L], &[$t; L]),
                rounds: u16,
                hand: u16,
            ) {
                let (rounds, hand) = (rounds as $t, hand as $t);
                for i in 0..L {
                    let round = if each[i] == 0 { 0 } else { rounds };
                    n[i] = (n[i] & stays[i]).wrapping_add(round).wrapping_add(<$t>::from(steps[i] <= hand));
                }
            }

            #[inline(always)]
            fn any<const L: usize>(n: &[$t; L], mask: &[$t; L]) -> bool {
                let mut all = 0;
                for i in 0..L {
                    all |= n[i] & mask[i];
                }
                all != 0
            }
        }
    };
}

lane!(u8);
lane!(u16);
