//! The engine against plain hand-written engines that share no code with it, on random positions.
//!
//! `SOWER_POSITIONS` sets how many positions of each game are tried (a million takes a few minutes
//! in release); the default keeps the test run short.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use sower::engine::{Game as Compiled, Machine, Ply, State, position};

use crate::handwritten::{Game, bosh, kalah, oware};
use crate::support;

fn positions() -> u64 {
    std::env::var("SOWER_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or_else(|| support::share(4_000))
}

/// What can be compared of both engines' positions.
trait Picture: Game {
    fn pits(&self) -> Vec<u64>;
    fn stores(&self) -> Vec<u64>;
    fn mover(&self) -> u8;
}

macro_rules! picture {
    ($position:ty) => {
        impl Picture for $position {
            fn pits(&self) -> Vec<u64> {
                self.pits.iter().map(|&n| n.into()).collect()
            }
            fn stores(&self) -> Vec<u64> {
                self.stores.iter().map(|&n| n.into()).collect()
            }
            fn mover(&self) -> u8 {
                self.mover
            }
        }
    };
}

picture!(kalah::Position<12>);
picture!(oware::Position);
picture!(bosh::Position);

/// A random position: mostly a few seeds a pit, many empty, sometimes a heap of up to `heap`.
fn random(rng: &mut Pcg64, pits: usize, heap: u64) -> (Vec<u16>, [u16; 2], u8) {
    let kind = rng.next_u64() % 4;
    let counts = (0..pits)
        .map(|_| match (kind, rng.next_u64() % 8) {
            (0, 0..6) | (1, 0..3) => 0,
            (3, 0) => (rng.next_u64() % heap) as u16,
            _ => (rng.next_u64() % heap.min(9)) as u16,
        })
        .collect();
    let stores = [(rng.next_u64() % 25) as u16, (rng.next_u64() % 25) as u16];
    (counts, stores, (rng.next_u64() % 2) as u8)
}

fn state(game: &Compiled, p: &impl Picture) -> State {
    let pits = p.pits();
    let row = |r: &[u64]| r.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let (south, north) = pits.split_at(pits.len() / 2);
    let (stores, mover) = (row(&p.stores()), ["south", "north"][p.mover() as usize]);
    let line = format!("{}/{};{stores};{mover}", row(south), row(north));
    position::read(game, &line, true).unwrap_or_else(|d| panic!("{line}: {d:?}"))
}

/// The same end, or the same position.
fn agree(what: &str, game: &Compiled, ours: &State, theirs: &impl Picture) {
    if theirs.is_over() {
        let over = ours.over().unwrap_or_else(|| panic!("{what}: it should be over"));
        assert_eq!(over.score, theirs.stores(), "{what}: the score");
        return;
    }
    assert!(ours.over().is_none(), "{what}: it shouldn't be over");
    assert_eq!(support::pits(game, ours), theirs.pits(), "{what}");
    assert_eq!(support::stores(game, ours), theirs.stores(), "{what}");
    assert_eq!(ours.to_move(), Some(theirs.mover()), "{what}: who is to move");
}

fn compare<P: Picture + std::fmt::Debug>(
    game: &Compiled,
    pits: usize,
    heap: u64,
    make: impl Fn(&[u16], [u16; 2], u8) -> P,
) {
    let mut rng = Pcg64::seed_from_u64(7);
    let mut machine = Machine::new(game);
    let mut moves = 0;
    for _ in 0..positions() {
        let (counts, stores, mover) = random(&mut rng, pits, heap);
        if counts.iter().all(|&c| c == 0) {
            continue;
        }
        let theirs = make(&counts, stores, mover);
        let started = position::read(game, &line(&counts, stores, mover), true).expect("a position");
        agree("the position itself", game, &started, &theirs);
        if theirs.is_over() {
            continue;
        }
        let ours = state(game, &theirs);
        let legal: Vec<u8> = machine
            .legal(&ours)
            .iter()
            .map(|p| match p {
                Ply::Start { pit, .. } => *pit - theirs.mover() * (pits / 2) as u8,
                other => panic!("{other:?}"),
            })
            .collect();
        let wanted: Vec<u8> = (0..pits / 2).filter(|&i| theirs.legal() & (1 << i) != 0).map(|i| i as u8).collect();
        assert_eq!(legal, wanted, "legal moves of {theirs:?}");
        for ply in machine.legal(&ours) {
            let Ply::Start { pit, .. } = ply else { continue };
            let next = machine.play(&ours, &ply).expect("legal");
            let their_next = theirs.play(usize::from(pit) % (pits / 2)).expect("legal");
            agree(&format!("{pit} in {theirs:?}"), game, &next, &their_next);
            moves += 1;
        }
    }
    assert!(moves as u64 > positions(), "too few moves were compared");
}

fn line(counts: &[u16], stores: [u16; 2], mover: u8) -> String {
    let row = |r: &[u16]| r.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
    let (south, north) = counts.split_at(counts.len() / 2);
    format!("{}/{};{},{};{}", row(south), row(north), stores[0], stores[1], ["south", "north"][mover as usize])
}

#[test]
fn kalah_agrees() {
    for (set, rules) in [
        (vec![], kalah::Rules::STANDARD),
        (vec![("empty-capture", "yes")], kalah::Rules::SOLVING_KALAH),
        (vec![("end", "mover-empty")], kalah::Rules { empty_capture: false, end: kalah::End::MoverEmpty }),
    ] {
        let game = support::game("kalah", &set);
        compare(&game, 12, 300, |pits, stores, mover| {
            kalah::Position::<12>::new(pits.try_into().expect("twelve"), stores, mover, rules)
        });
    }
}

#[test]
fn oware_agrees() {
    for (value, slam) in [
        ("nothing", oware::GrandSlam::Nothing),
        ("forbidden", oware::GrandSlam::Forbidden),
        ("avoided", oware::GrandSlam::Avoided),
        ("allowed", oware::GrandSlam::Allowed),
        ("leaves-last", oware::GrandSlam::LeavesLast),
    ] {
        let game = support::game("oware", &[("grand-slam", value)]);
        compare(&game, 12, 300, |pits, stores, mover| {
            oware::Position::new(pits.try_into().expect("twelve"), stores, mover, oware::Rules::with(slam))
        });
    }
}

#[test]
fn bosh_agrees() {
    for (value, end) in [("stuck", bosh::End::Stuck), ("row-empty", bosh::End::RowEmpty)] {
        let game = support::game("bosh", &[("round-end", value)]);
        // Larger heaps make relays of millions of laps.
        compare(&game, 10, 5, |pits, stores, mover| {
            bosh::Position::new(pits.try_into().expect("ten"), stores, mover, bosh::Rules { end })
        });
    }
}
