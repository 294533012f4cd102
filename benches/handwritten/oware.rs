//! Oware, the game of the Abapa rules, on two rows of six.
//!
//! The rules are those of the Abapa tournaments (as OpenSpiel has them; for the
//! game Murray 1951), with the grand slam left open. Sowing goes anticlockwise
//! and skips the start pit. A last seed in the other row that makes 2 or 3
//! takes them, and so on backwards through that row while there are 2 or 3. If
//! the other row is empty, a move has to leave seeds in it. Who can't move ends
//! the game, and what is left goes to the owner of the row that it lies in.
//!
//! There is no rule here against going round in circles: a repeated position is
//! for the caller to notice, who knows the game so far.

use super::Game;

/// What happens to a move that would take all the seeds of the other row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrandSlam {
    /// It is legal and takes nothing (Abapa tournaments, OpenSpiel).
    Nothing,
    /// It is illegal.
    Forbidden,
    /// It is illegal unless every legal move is one; then it takes all (the
    /// solved game: J. Romein and H. Bal, "Awari is Solved", ICGA Journal
    /// 25(3), 2002).
    Avoided,
    /// It is legal and takes all.
    Allowed,
    /// It takes all but the last pit of the run. A run begins where the last
    /// seed fell and goes back, so its last pit is the one furthest back.
    LeavesLast,
}

/// What accounts of Oware disagree about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What happens to a move that would take all.
    pub grand_slam: GrandSlam,
    /// Whether a player with more than 24 seeds wins at once. What is on the
    /// board stays there then, unclaimed.
    pub stop_at_25: bool,
}

impl Rules {
    /// The tournament rules: a grand slam takes nothing, 25 seeds win.
    pub const ABAPA: Rules = Rules::with(GrandSlam::Nothing);

    /// Rules with one of the readings of the grand slam; 25 seeds win.
    pub const fn with(grand_slam: GrandSlam) -> Rules {
        Rules { grand_slam, stop_at_25: true }
    }
}

const ROW: usize = 6;
const PITS: usize = 2 * ROW;
/// The places that a hand of seeds meets: all pits but the one it comes from.
const CIRCUIT: u16 = PITS as u16 - 1;

/// `STEPS[from][to]`: how many steps lead from a pit to another. From a pit to
/// itself it is more than any hand has left over, since the pit is skipped.
const STEPS: [[u16; PITS]; PITS] = {
    let mut table = [[0; PITS]; PITS];
    let mut from = 0;
    while from < PITS {
        let mut step = 1;
        while step <= PITS {
            table[from][(from + step) % PITS] = step as u16;
            step += 1;
        }
        from += 1;
    }
    table
};

/// `STAYS[from][pit]`: the bits of the pit's count that stay when `from` is
/// played, that is none of its own and all of the others.
const STAYS: [[u16; PITS]; PITS] = {
    let mut table = [[u16::MAX; PITS]; PITS];
    let mut from = 0;
    while from < PITS {
        table[from][from] = 0;
        from += 1;
    }
    table
};

/// A position of Oware.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Position {
    /// South's pits, then north's, each from the owner's left.
    pub pits: [u16; PITS],
    /// What south and north have won.
    pub stores: [u16; 2],
    /// Who is to move: 0 south, 1 north.
    pub mover: u8,
    /// Whether the game is over.
    pub over: bool,
    /// Which rules hold.
    pub rules: Rules,
}

impl Position {
    /// The start of a game, with four seeds in each pit.
    pub fn start(rules: Rules) -> Self {
        Self::new([4; PITS], [0, 0], 0, rules)
    }

    /// A position. If it is over because nobody can move, the rest is moved to
    /// the stores.
    pub fn new(pits: [u16; PITS], stores: [u16; 2], mover: u8, rules: Rules) -> Self {
        assert!(mover < 2);
        let position = Position { pits, stores, mover, over: is_won(stores, rules), rules };
        position.settle()
    }

    /// Makes a move that may be a grand slam, and tells whether it is one. The
    /// rule against it is left to the caller, but not what it takes.
    fn make_any(&self, pit: usize) -> Option<(Self, bool)> {
        if self.over || pit >= ROW {
            return None;
        }
        let mover = usize::from(self.mover);
        let from = mover * ROW + pit;
        let hand = self.pits[from];
        if hand == 0 {
            return None;
        }

        // Most hands are small, and a division takes longer than a guess.
        let (rounds, more) = if hand < CIRCUIT { (0, hand) } else { (hand / CIRCUIT, hand % CIRCUIT) };
        let (steps, stays) = (&STEPS[from], &STAYS[from]);
        let mut pits: [u16; PITS] =
            std::array::from_fn(|place| (self.pits[place] + rounds + u16::from(steps[place] <= more)) & stays[place]);
        // A hand that fills whole circuits ends in the pit behind the start.
        let steps = if more == 0 { CIRCUIT } else { more };
        let ahead = from + usize::from(steps);
        let last = if ahead < PITS { ahead } else { ahead - PITS };

        let theirs = (1 - mover) * ROW;
        let their_row = theirs..theirs + ROW;
        let takes = |seeds: u16| seeds == 2 || seeds == 3;
        let mut won = 0;
        let mut slam = false;
        if their_row.contains(&last) && takes(pits[last]) {
            let mut back = last;
            won = pits[last];
            while back > theirs && takes(pits[back - 1]) {
                back -= 1;
                won += pits[back];
            }
            slam = pits[their_row.clone()].iter().sum::<u16>() == won;
            if slam {
                match self.rules.grand_slam {
                    GrandSlam::Nothing => {
                        back = last + 1;
                        won = 0;
                    }
                    GrandSlam::LeavesLast => {
                        won -= pits[back];
                        back += 1;
                    }
                    GrandSlam::Forbidden | GrandSlam::Avoided | GrandSlam::Allowed => {}
                }
            }
            for taken in &mut pits[back..=last] {
                *taken = 0;
            }
        }
        let starving = super::is_empty(&self.pits[their_row.clone()]);
        if starving && super::is_empty(&pits[their_row]) {
            return None;
        }

        let stores = super::add(self.stores, mover, won);
        let next =
            Position { pits, stores, mover: 1 - self.mover, over: is_won(stores, self.rules), rules: self.rules };
        Some((next, slam))
    }
}

/// Whether a player has won before all is taken.
fn is_won(stores: [u16; 2], rules: Rules) -> bool {
    rules.stop_at_25 && (stores[0] > 24 || stores[1] > 24)
}

impl Game for Position {
    const ROW: usize = ROW;

    fn is_over(&self) -> bool {
        self.over
    }

    fn occupied(&self) -> u16 {
        if self.over {
            return 0;
        }
        let first = usize::from(self.mover) * ROW;
        super::occupied(&self.pits[first..first + ROW])
    }

    fn make(&self, pit: usize) -> Option<Self> {
        let (next, slam) = self.make_any(pit)?;
        let illegal = slam
            && match self.rules.grand_slam {
                GrandSlam::Forbidden => true,
                GrandSlam::Avoided => (0..ROW).any(|pit| matches!(self.make_any(pit), Some((_, false)))),
                _ => false,
            };
        (!illegal).then_some(next)
    }

    /// Who can't move ends the game; owners keep the rest.
    fn settle(mut self) -> Self {
        if !self.over && (0..ROW).all(|pit| self.make(pit).is_none()) {
            self.over = true;
            self.stores[0] += self.pits[..ROW].iter().sum::<u16>();
            self.stores[1] += self.pits[ROW..].iter().sum::<u16>();
            self.pits = [0; PITS];
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READINGS: [GrandSlam; 5] =
        [GrandSlam::Nothing, GrandSlam::Forbidden, GrandSlam::Avoided, GrandSlam::Allowed, GrandSlam::LeavesLast];

    /// No grand slam comes up that early, whatever the reading.
    #[test]
    fn perft() {
        let known = [6, 36, 190, 1014, 5219, 27332, 139_157];
        for reading in READINGS {
            let start = Position::start(Rules::with(reading));
            assert_eq!(start.perft_counts(6), known[..6]);
        }
        assert_eq!(Position::start(Rules::ABAPA).perft(7), known[6]);
    }

    #[test]
    fn perft_deeper() {
        let start = Position::start(Rules::ABAPA);
        assert_eq!(start.perft_counts(9)[7..], [711_414, 3_592_872]);
    }

    /// Many positions with up to 300 seeds in a pit, sown seed by seed.
    #[test]
    fn agrees_with_slow_sowing() {
        let mut random = super::super::random();
        let rules = Rules { grand_slam: GrandSlam::Allowed, stop_at_25: false };
        for round in 0..4000 {
            let most = 1 + random(if round % 2 == 0 { 300 } else { 16 });
            let pits: [u16; PITS] = std::array::from_fn(|_| random(most) as u16);
            let mover = random(2) as u8;
            let before = Position::new(pits, [0, 0], mover, rules);
            for pit in super::super::bits(before.legal()) {
                let own = ROW * usize::from(mover);
                let mut pits = pits;
                let start = own + pit;
                let mut at = start;
                for _ in 0..std::mem::take(&mut pits[start]) {
                    at = (at + 1) % PITS;
                    if at == start {
                        at = (at + 1) % PITS;
                    }
                    pits[at] += 1;
                }
                let mut stores = [0, 0];
                while !(own..own + ROW).contains(&at) && (2..=3).contains(&pits[at]) {
                    stores[usize::from(mover)] += std::mem::take(&mut pits[at]);
                    at = (at + PITS - 1) % PITS;
                }
                let after = Position::new(pits, stores, 1 - mover, rules);
                assert_eq!(before.play(pit), Some(after), "{before:?} {pit}");
            }
        }
    }

    #[test]
    fn grand_slams() {
        let after = |reading| {
            let pits = [2, 0, 0, 0, 0, 3, 1, 2, 1, 0, 0, 0];
            let before = Position::new(pits, [21, 18], 0, Rules::with(reading));
            before.play(5).map(|next| (next.pits, next.stores))
        };
        let unmoved = ([2, 0, 0, 0, 0, 0, 2, 3, 2, 0, 0, 0], [21, 18]);
        let all = ([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [28, 18]);
        let all_but_a = ([2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0], [26, 18]);
        assert_eq!(after(GrandSlam::Nothing), Some(unmoved));
        assert_eq!(after(GrandSlam::Forbidden), None);
        assert_eq!(after(GrandSlam::Avoided), None);
        assert_eq!(after(GrandSlam::Allowed), Some(all));
        assert_eq!(after(GrandSlam::LeavesLast), Some(all_but_a));
    }

    #[test]
    fn twelve_seeds_jump_over_their_pit() {
        let pits = [12, 1, 0, 0, 0, 0, 2, 0, 4, 1, 0, 0];
        let before = Position::new(pits, [15, 13], 0, Rules::ABAPA);
        let after = before.play(0).expect("a legal move");
        assert_eq!(after.pits, [0, 3, 1, 1, 1, 1, 3, 1, 5, 2, 1, 1]);
    }

    #[test]
    fn nobody_can_feed() {
        let pits = [1, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
        let position = Position::new(pits, [22, 22], 0, Rules::ABAPA);
        assert!(position.over);
        assert_eq!(position.stores, [26, 22]);
    }
}
