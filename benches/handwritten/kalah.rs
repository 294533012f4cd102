//! Kalah on two rows of any length.
//!
//! The rules are those of G. Irving, J. Donkers and J. Uiterwijk, "Solving
//! Kalah", ICGA Journal 23(3), 2000, pages 139 to 147, with two of its
//! questions left open as [`Rules`]. Sowing goes anticlockwise through the own
//! store and past the other; the start pit is not skipped. A last seed in the
//! own store gives another move. A last seed in an own pit that was empty takes
//! itself and what is in the facing pit. The rest goes to the owner of the row
//! that it lies in.

use super::Game;

/// When a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As soon as either row is empty after a move, one that earns another
    /// included ("Solving Kalah").
    EitherEmpty,
    /// When the player who has to move has no seeds (MancalaGames).
    MoverEmpty,
}

/// What accounts of Kalah disagree about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether a last seed in an empty own pit is taken even if the facing pit
    /// is empty ("Solving Kalah").
    pub empty_capture: bool,
    /// When a game is over.
    pub end: End,
}

impl Rules {
    /// No empty capture; over when either row is empty.
    pub const STANDARD: Rules = Rules { empty_capture: false, end: End::EitherEmpty };
    /// The rules of "Solving Kalah": as the standard, with empty capture.
    pub const SOLVING_KALAH: Rules = Rules { empty_capture: true, end: End::EitherEmpty };
}

/// A position of Kalah with `N` pits, the two rows together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Position<const N: usize> {
    /// South's pits, then north's, each from the owner's left.
    pub pits: [u16; N],
    /// What is in south's and in north's store.
    pub stores: [u16; 2],
    /// Who is to move: 0 south, 1 north.
    pub mover: u8,
    /// Whether the game is over. The pits are empty then.
    pub over: bool,
    /// Which rules hold.
    pub rules: Rules,
}

impl<const N: usize> Position<N> {
    /// Pits in a row, and the mover's store in a circuit that begins with his
    /// leftmost pit.
    const STORE: usize = N / 2;
    /// The places that a player sows: all pits and his own store.
    const CIRCUIT: u16 = N as u16 + 1;
    /// `STEPS[from][to]`: how many steps bring the owner of the pit `from` to
    /// the pit `to`. From a pit to itself it is the whole circuit.
    const STEPS: [[u16; N]; N] = steps();
    /// `STAYS[from][pit]`: the bits of the pit's count that stay when `from` is
    /// lifted, that is none of its own and all of the others.
    const STAYS: [[u16; N]; N] = {
        let mut table = [[u16::MAX; N]; N];
        let mut from = 0;
        while from < N {
            table[from][from] = 0;
            from += 1;
        }
        table
    };

    /// The start of a game with `seeds` in each pit.
    pub fn start(seeds: u16, rules: Rules) -> Self {
        Self::new([seeds; N], [0, 0], 0, rules)
    }

    /// A position. If it is over, the rest is moved to the stores.
    pub fn new(pits: [u16; N], stores: [u16; 2], mover: u8, rules: Rules) -> Self {
        assert!(mover < 2 && N.is_multiple_of(2));
        let mut position = Position { pits, stores, mover, over: false, rules };
        position.finish_if_over();
        position
    }

    #[inline(always)]
    fn finish_if_over(&mut self) {
        let (south, north) = self.pits.split_at(Self::STORE);
        let (south_empty, north_empty) = (super::is_empty(south), super::is_empty(north));
        self.over = match (self.rules.end, self.mover) {
            (End::EitherEmpty, _) => south_empty | north_empty,
            (End::MoverEmpty, 0) => south_empty,
            (End::MoverEmpty, _) => north_empty,
        };
        if self.over {
            self.stores[0] += south.iter().sum::<u16>();
            self.stores[1] += north.iter().sum::<u16>();
            self.pits = [0; N];
        }
    }
}

impl<const N: usize> Game for Position<N> {
    const ROW: usize = N / 2;

    fn is_over(&self) -> bool {
        self.over
    }

    fn occupied(&self) -> u16 {
        let first = usize::from(self.mover) * Self::ROW;
        super::occupied(&self.pits[first..first + Self::ROW])
    }

    fn make(&self, pit: usize) -> Option<Self> {
        if pit >= Self::ROW {
            return None;
        }
        let mover = usize::from(self.mover);
        let first = mover * Self::ROW;
        let from = first + pit;
        // No need to ask whether the game is over: the pits are empty then.
        let hand = self.pits[from];
        if hand == 0 {
            return None;
        }

        // Most hands are small, and a division takes longer than a guess.
        let (rounds, more) =
            if hand < Self::CIRCUIT { (0, hand) } else { (hand / Self::CIRCUIT, hand % Self::CIRCUIT) };
        let (steps, stays) = (&Self::STEPS[from], &Self::STAYS[from]);
        let mut pits: [u16; N] =
            std::array::from_fn(|place| (self.pits[place] & stays[place]) + rounds + u16::from(steps[place] <= more));
        let mut won = rounds + u16::from(Self::STORE - pit <= usize::from(more));

        let ahead = pit + usize::from(more);
        let last = if ahead <= N { ahead } else { ahead - N - 1 };
        if last < Self::STORE {
            let here = first + last;
            let facing = N - 1 - here;
            let was_empty = pits[here] == 1;
            if was_empty && (pits[facing] > 0 || self.rules.empty_capture) {
                won += 1 + pits[facing];
                for (place, seeds) in pits.iter_mut().enumerate() {
                    *seeds &= Self::STAYS[here][place] & Self::STAYS[facing][place];
                }
            }
        }
        let again = last == Self::STORE;
        let mut next = Position {
            pits,
            stores: super::add(self.stores, mover, won),
            mover: if again { self.mover } else { 1 - self.mover },
            over: false,
            rules: self.rules,
        };
        next.finish_if_over();
        Some(next)
    }

    /// Nothing to do: a player with seeds can move.
    fn settle(self) -> Self {
        self
    }
}

const fn steps<const N: usize>() -> [[u16; N]; N] {
    let row = N / 2;
    let mut table = [[0; N]; N];
    let mut from = 0;
    while from < N {
        let mut to = 0;
        while to < N {
            let around = (to + N - from) % N;
            let own_row = from / row == to / row;
            table[from][to] = if own_row && to > from {
                around as u16
            } else {
                // The own store lies between.
                (if around == 0 { N } else { around }) as u16 + 1
            };
            to += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perft<const N: usize>(seeds: u16, rules: Rules, known: &[u64]) {
        let counts = Position::<N>::start(seeds, rules).perft_counts(known.len() as u32);
        assert_eq!(counts, known);
    }

    #[test]
    fn perft_standard() {
        let known = [6, 35, 185, 942, 4690, 23233, 114_430, 563_055];
        perft::<12>(4, Rules::STANDARD, &known);
        assert_eq!(Position::<12>::start(4, Rules::STANDARD).perft(7), 114_430);
    }

    #[test]
    fn perft_ended_by_the_mover() {
        let rules = Rules { end: End::MoverEmpty, ..Rules::STANDARD };
        let known = [6, 35, 185, 942, 4690, 23233, 114_430, 563_055];
        perft::<12>(4, rules, &known);
    }

    /// The two ends differ at depth 10 for the first time.
    #[test]
    fn perft_ends_differ() {
        let at_ten = |end| {
            let rules = Rules { end, ..Rules::STANDARD };
            Position::<12>::start(4, rules).perft(10)
        };
        assert_eq!(at_ten(End::EitherEmpty), 13_519_607);
        assert_eq!(at_ten(End::MoverEmpty), 13_519_612);
    }

    /// Published counts, confirmed by two programs.
    #[test]
    fn perft_empty_capture() {
        let known = [6, 35, 185, 942, 4685, 23169, 113_959, 559_885];
        perft::<12>(4, Rules::SOLVING_KALAH, &known);
        let known = [4, 15, 50, 158, 488, 1507, 4621, 14011, 41335, 118_427];
        perft::<8>(3, Rules::SOLVING_KALAH, &known);
    }

    /// Many positions with up to 300 seeds in a pit, sown seed by seed.
    #[test]
    fn agrees_with_slow_sowing() {
        let mut random = super::super::random();
        for _ in 0..2000 {
            let most = 1 + random(300);
            let pits: [u16; 12] = std::array::from_fn(|_| random(most) as u16);
            let mover = random(2) as u8;
            let before = Position::new(pits, [0, 0], mover, Rules::STANDARD);
            for pit in super::super::bits(before.legal()) {
                // Places 0 to 13: south's pits, his store, north's pits, his.
                let own = 7 * usize::from(mover);
                let mut places = [0; 14];
                places[..6].copy_from_slice(&pits[..6]);
                places[7..13].copy_from_slice(&pits[6..]);
                let mut at = own + pit;
                let hand = std::mem::take(&mut places[at]);
                for _ in 0..hand {
                    at = (at + 1) % 14;
                    if at == (own + 13) % 14 {
                        at = (at + 1) % 14;
                    }
                    places[at] += 1;
                }
                let again = at == own + 6;
                if (own..own + 6).contains(&at) && places[at] == 1 && places[12 - at] > 0 {
                    places[own + 6] += 1 + places[12 - at];
                    places[at] = 0;
                    places[12 - at] = 0;
                }
                let mut pits = [0; 12];
                pits[..6].copy_from_slice(&places[..6]);
                pits[6..].copy_from_slice(&places[7..13]);
                let next = if again { mover } else { 1 - mover };
                let after = Position::new(pits, [places[6], places[13]], next, Rules::STANDARD);
                assert_eq!(before.play(pit), Some(after), "{before:?} {pit}");
            }
        }
    }

    #[test]
    fn a_circuit_ends_in_the_start_pit_and_captures() {
        let before = Position::new([0, 2, 13, 0, 1, 0, 4, 0, 1, 0, 5, 3], [9, 10], 0, Rules::STANDARD);
        let after = before.play(2).expect("a legal move");
        assert_eq!(after.pits, [1, 3, 0, 1, 2, 1, 5, 1, 2, 0, 6, 4]);
        assert_eq!(after.stores, [12, 10]);
        assert_eq!(after.mover, 1);
    }
}
