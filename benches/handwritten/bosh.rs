//! One round of Bosh, a game of the Darod in Somalia, on two rows of five.
//!
//! The rules are those of Marin 1931, page 507, as Ludii and MancalaGames tell
//! them. Sowing goes anticlockwise and doesn't skip the start pit. If the pit
//! after the one of the last seed is occupied, its seeds are lifted and sown
//! on. If it is empty, what is in the pit after it is taken, which may be
//! nothing, and the move is over. A move that would never end is illegal.

use super::Game;

/// When a round is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// When the player who has to move can't; all the rest goes to the other.
    Stuck,
    /// As soon as a row is empty before a move; the rest goes to its owner. So
    /// it does when the player who has to move has only endless moves.
    RowEmpty,
}

/// What accounts of Bosh leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// When a round is over.
    pub end: End,
}

const ROW: usize = 5;
const PITS: usize = 2 * ROW;
/// The places that a hand of seeds meets: every pit, the start pit last.
const CIRCUIT: u16 = PITS as u16;
/// A move is worked out on a board of twelve, which is a vector and a half of
/// the machine. What the two surplus pits hold is of no account.
const LANES: usize = 12;

/// `STEPS[from][to]`: how many steps lead from a pit to another, or all around.
const STEPS: [[u16; LANES]; PITS] = {
    let mut table = [[CIRCUIT; LANES]; PITS];
    let mut from = 0;
    while from < PITS {
        let mut step = 1;
        while step < PITS {
            table[from][(from + step) % PITS] = step as u16;
            step += 1;
        }
        from += 1;
    }
    table
};

/// `STAYS[from][pit]`: the bits of the pit's count that stay when `from` is
/// lifted, that is none of its own and all of the others.
const STAYS: [[u16; LANES]; PITS] = {
    let mut table = [[0; LANES]; PITS];
    let mut from = 0;
    while from < PITS {
        let mut pit = 0;
        while pit < PITS {
            table[from][pit] = if pit == from { 0 } else { u16::MAX };
            pit += 1;
        }
        from += 1;
    }
    table
};

/// The laps of a move before anybody asks whether it will ever end.
const UNWATCHED_LAPS: u64 = 64;

/// A position of Bosh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Position {
    /// South's pits, then north's, each from the owner's left.
    pub pits: [u16; PITS],
    /// What south and north have won.
    pub stores: [u16; 2],
    /// Who is to move: 0 south, 1 north.
    pub mover: u8,
    /// Whether the round is over. The pits are empty then.
    pub over: bool,
    /// Which rules hold.
    pub rules: Rules,
}

impl Position {
    /// The start of a round, with four seeds in each pit.
    pub fn start(rules: Rules) -> Self {
        Self::new([4; PITS], [0, 0], 0, rules)
    }

    /// A position. If it is over, the rest is moved to the stores.
    pub fn new(pits: [u16; PITS], stores: [u16; 2], mover: u8, rules: Rules) -> Self {
        assert!(mover < 2);
        let mut position = Position { pits, stores, mover, over: false, rules };
        position.finish_if_empty();
        position.settle()
    }

    #[inline(always)]
    fn finish_if_empty(&mut self) {
        let (south, north) = self.pits.split_at(ROW);
        let (south_empty, north_empty) = (super::is_empty(south), super::is_empty(north));
        let over = match (self.rules.end, self.mover) {
            (End::RowEmpty, _) => south_empty | north_empty,
            (End::Stuck, 0) => south_empty,
            (End::Stuck, _) => north_empty,
        };
        if over {
            self.finish();
        }
    }

    #[cold]
    fn finish(&mut self) {
        self.over = true;
        let rest = [self.pits[..ROW].iter().sum::<u16>(), self.pits[ROW..].iter().sum()];
        match self.rules.end {
            End::Stuck => self.stores[1 - usize::from(self.mover)] += rest[0] + rest[1],
            End::RowEmpty => {
                self.stores[0] += rest[0];
                self.stores[1] += rest[1];
            }
        }
        self.pits = [0; PITS];
    }
}

impl Game for Position {
    const ROW: usize = ROW;

    fn is_over(&self) -> bool {
        self.over
    }

    fn occupied(&self) -> u16 {
        let first = usize::from(self.mover) * ROW;
        super::occupied(&self.pits[first..first + ROW])
    }

    fn make(&self, pit: usize) -> Option<Self> {
        if pit >= ROW {
            return None;
        }
        let mover = usize::from(self.mover);
        let mut from = mover * ROW + pit;
        // No need to ask whether the round is over: the pits are empty then.
        let mut hand = self.pits[from];
        if hand == 0 {
            return None;
        }

        let mut board = [0; LANES];
        board[..PITS].copy_from_slice(&self.pits);
        let mut laps = 0;
        let mut watch = Watch::default();
        let won = loop {
            (from, hand) = lap(&mut board, from, hand);
            if hand == 0 {
                let prey = after(from);
                let won = board[prey];
                for (seeds, stays) in board.iter_mut().zip(STAYS[prey]) {
                    *seeds &= stays;
                }
                break won;
            }
            laps += 1;
            if laps > UNWATCHED_LAPS && watch.has_seen(&board, from) {
                return None;
            }
        };
        let mut pits = [0; PITS];
        pits.copy_from_slice(&board[..PITS]);
        let mut next = Position {
            pits,
            stores: super::add(self.stores, mover, won),
            mover: 1 - self.mover,
            over: false,
            rules: self.rules,
        };
        next.finish_if_empty();
        Some(next)
    }

    /// A player who can't move ends the round.
    fn settle(mut self) -> Self {
        if !self.over && (0..ROW).all(|pit| self.make(pit).is_none()) {
            self.finish();
        }
        self
    }
}

/// Sows the `hand` seeds of a pit, and returns the pit after the one of the last
/// seed and what it holds.
#[inline(always)]
fn lap(board: &mut [u16; LANES], from: usize, hand: u16) -> (usize, u16) {
    // Most hands are small, and a division takes longer than a guess.
    let (rounds, more) = if hand < CIRCUIT { (0, hand) } else { (hand / CIRCUIT, hand % CIRCUIT) };
    // The pit ahead is one step too far for the seeds left over, so what it will
    // hold is known before they are sown, and the next lap need not wait.
    let ahead = after(from + usize::from(more));
    let stays = if ahead == from { 0 } else { board[ahead] };
    let holds = stays + rounds;

    let (steps, stays) = (&STEPS[from], &STAYS[from]);
    *board = std::array::from_fn(|place| (board[place] & stays[place]) + rounds + u16::from(steps[place] <= more));
    (ahead, holds)
}

/// The pit after a pit, or after a place up to a circuit ahead of it.
fn after(place: usize) -> usize {
    let next = place + 1;
    if next < PITS { next } else { next - PITS }
}

/// Finds out that a move goes round in circles, by Brent's method: it keeps one
/// state of the past and replaces it after 1, 2, 4, 8… laps.
///
/// A lap depends on the pits and on where it starts and on nothing else, so a
/// move is endless if and only if these come back.
struct Watch {
    pits: [u16; PITS],
    from: usize,
    laps: u64,
    replace_after: u64,
}

impl Default for Watch {
    fn default() -> Self {
        Watch { pits: [0; PITS], from: PITS, laps: 0, replace_after: 1 }
    }
}

impl Watch {
    fn has_seen(&mut self, board: &[u16; LANES], from: usize) -> bool {
        if self.from == from && self.pits == board[..PITS] {
            return true;
        }
        self.laps += 1;
        if self.laps == self.replace_after {
            self.pits.copy_from_slice(&board[..PITS]);
            self.from = from;
            self.laps = 0;
            self.replace_after *= 2;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perft() {
        let known = [5, 19, 79, 266, 864, 2881, 9280, 27823, 83989, 246_464];
        let start = Position::start(Rules { end: End::Stuck });
        assert_eq!(start.perft_counts(10), known);
        assert_eq!(start.perft(9), known[8]);
    }

    #[test]
    fn perft_deeper() {
        let start = Position::start(Rules { end: End::Stuck });
        assert_eq!(start.perft(11), 702_059);
    }

    /// Many positions, sown seed by seed with a set of all states met. With few
    /// seeds about one move in five hundred is endless; with many a move may
    /// take longer than anybody wants to wait.
    #[test]
    fn agrees_with_slow_sowing() {
        use std::collections::HashSet;
        let mut random = super::super::random();
        let rules = Rules { end: End::RowEmpty };
        let mut endless = 0;
        for _ in 0..3000 {
            let most = 2 + random(4);
            let pits: [u16; PITS] = std::array::from_fn(|_| random(most) as u16);
            let mover = random(2) as u8;
            let before = Position { pits, stores: [0, 0], mover, over: false, rules };
            for pit in super::super::bits(before.occupied()) {
                let mut seen = HashSet::new();
                let mut pits = pits;
                let mut at = ROW * usize::from(mover) + pit;
                let after = loop {
                    if !seen.insert((pits, at)) {
                        endless += 1;
                        break None;
                    }
                    for _ in 0..std::mem::take(&mut pits[at]) {
                        at = (at + 1) % PITS;
                        pits[at] += 1;
                    }
                    at = (at + 1) % PITS;
                    if pits[at] == 0 {
                        let mut stores = [0, 0];
                        let won = std::mem::take(&mut pits[(at + 1) % PITS]);
                        stores[usize::from(mover)] = won;
                        break Some(Position::new(pits, stores, 1 - mover, rules));
                    }
                };
                assert_eq!(before.play(pit), after, "{before:?} {pit}");
            }
        }
        assert!(endless > 0, "no endless move met");
    }
}
