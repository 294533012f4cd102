//! Cases about rules.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sower::engine::{Game, Machine, Ply, Reason, State, Winner, position};

use crate::support;

fn score(state: &State) -> Vec<u64> {
    state.over().expect("it is over").score.clone()
}

/// Random plies from a position of few seeds until it repeats; with what lay on each side then.
fn cycle(game: &Game, rng: &mut Pcg64Mcg) -> Option<(State, Vec<Ply>, [u64; 2])> {
    let mut counts = [0u64; 12];
    for _ in 0..8 {
        counts[(rng.next_u64() % 12) as usize] += 1;
    }
    let row = |r: &[u64]| r.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let line = format!("{}/{};20,20;south", row(&counts[..6]), row(&counts[6..]));
    let start = position::read(game, &line, false).ok()?;
    let mut machine = Machine::new(game);
    let (mut state, mut plies) = (start.clone(), Vec::new());
    while state.over().is_none() {
        let mut legal = machine.legal(&state);
        // Peacefully, as far as can be: nothing comes back after a capture.
        let peaceful = |ply: &Ply| {
            let mut machine = Machine::new(game);
            machine.play(&state, ply).is_ok_and(|s| s.over().is_some() || support::stores(game, &s) == [20, 20])
        };
        if legal.iter().any(peaceful) {
            legal.retain(peaceful);
        }
        let ply = legal[(rng.next_u64() % legal.len() as u64) as usize];
        let next = machine.play(&state, &ply).expect("legal");
        plies.push(ply);
        if let Some(over) = next.over() {
            let Reason::Rule(id) = over.reason else { return None };
            let repeats = game.rule(id).is_some_and(|(_, text)| text.contains("repeats"));
            if !repeats || support::stores(game, &state) != [20, 20] {
                return None;
            }
            let sides = [over.score[0] - 20, over.score[1] - 20];
            return Some((start, plies, sides));
        }
        state = next;
    }
    None
}

/// C13: what lies there at a repetition goes to the owners, or half to each.
#[test]
fn seeds_left_at_a_repetition() {
    let (own, even) = (
        support::game("oware", &[("majority", "plays-on")]),
        support::game("oware", &[("majority", "plays-on"), ("repetition", "split")]),
    );
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    let (mut cycles, mut as_reported) = (0, false);
    for _ in 0..600 {
        let Some((start, plies, sides)) = cycle(&own, &mut rng) else { continue };
        cycles += 1;
        let mut machine = Machine::new(&even);
        let end = plies.iter().fold(start, |s, ply| machine.play(&s, ply).expect("legal there too"));
        assert_eq!(score(&end), [24, 24]);
        assert_eq!(end.over().expect("over").winner, Winner::Draw);
        // 20 to 20 with three seeds on South's side and five on North's: 23 to 25.
        as_reported |= sides == [3, 5];
    }
    assert!(cycles > 20 && as_reported, "{cycles} cycles");
}

const FOURS: &str = "game \"Fours\" { source \"made up\" }\n\
                     board { rows 2; pits 6 a row; seeds 4 each }\n\
                     sowing { counterclockwise }\n";

/// C19: captures on four only, and two seeds left.
#[test]
fn nobody_can_win_the_last_seeds() {
    let plain = "landing { here holds 4 => capture here }\n";
    let stuck = "round { over when mover cannot move => owners keep the rest }\n";
    // Without a rule for it the file is warned about.
    let checked = sower::check::check(&sower::source::Source::new("fours.sow", format!("{FOURS}{plain}{stuck}")));
    assert!(checked.diagnostics.iter().any(|d| d.code.id == "W0104"), "{:?}", checked.diagnostics);
    let owners = format!("{FOURS}{plain}round {{ over when total of all pits <= 4 => owners keep the rest }}\n");
    let game = support::compile(&support::from_text("fours.sow", &owners), &[]);
    let state = position::read(&game, "1,0,0,0,0,0/1,0,0,0,0,0;23,23;south", false).expect("a position");
    assert_eq!(score(&state), [24, 24]);
    let catcher = format!(
        "{FOURS}var caught per player = 0 in 0..1\n\
         landing {{ here holds 4 => capture here then set my caught to 1 then set their caught to 0 }}\n\
         round {{ over when total of all pits <= 4 and caught of a player = 1 => that player takes the rest }}\n"
    );
    let game = support::compile(&support::from_text("fours.sow", &catcher), &[]);
    let text = "1,0,0,0,0,0/1,0,0,0,0,0;23,23;south;var.caught=0,1";
    let state = position::read(&game, text, false).expect("a position");
    assert_eq!(score(&state), [23, 25]);
}

fn both_ways(pits: u32) -> String {
    format!(
        "game \"Ways\" {{ source \"made up\" }}\nboard {{ rows 2; pits {pits} a row; seeds 2 each }}\n\
         sowing {{ counterclockwise }}\nmoves {{\n  from my pits 1..2 going clockwise\n  \
         from my pits {}..{pits} going counterclockwise\n  from my middle going either way\n}}\n\
         round {{ over when the position repeats => draw }}\n",
        pits - 1
    )
}

/// D08: lists of pits are seen from the owner's seat, and a middle pit must exist.
#[test]
fn directions_by_pit() {
    let game = support::compile(&support::from_text("ways.sow", &both_ways(5)), &[]);
    let mut machine = Machine::new(&game);
    let start = game.start();
    assert_eq!(support::legal(&mut machine, &start), ["A", "B", "C>", "C<", "D", "E"]);
    let north = position::read(&game, "2,2,2,2,2/2,2,2,2,2;0,0;north", false).expect("a position");
    assert_eq!(support::legal(&mut machine, &north), ["a", "b", "c>", "c<", "d", "e"]);
    // From a seat's second pit to the left end and over to the other row; from its fourth to the right.
    let pits = |s: &State, mv: &str| support::pits(&game, &support::play(&mut Machine::new(&game), s, mv));
    assert_eq!(pits(&start, "B"), [3, 0, 2, 2, 2, 2, 2, 2, 2, 3]);
    assert_eq!(pits(&start, "D"), [2, 2, 2, 0, 3, 3, 2, 2, 2, 2]);
    assert_eq!(pits(&north, "b"), [2, 2, 2, 2, 3, 3, 0, 2, 2, 2]);
    assert_eq!(pits(&north, "d"), [3, 2, 2, 2, 2, 2, 2, 2, 0, 3]);
    let refused = crate::cli::sower_with(&["check", "-"], both_ways(6).as_bytes()).expect(1);
    assert!(refused.err.contains("a row of 6 pits has no middle pit"), "{}", refused.err);
}

/// F07: the second player may change seats after the first one's whole turn, and only then.
#[test]
fn a_swap_after_bonus_turns() {
    let text =
        include_str!("../../variants/kalah/kalah.sow").replace("round {", "round {\n  swap after the first turn");
    let game = support::compile(&support::from_text("kalah.sow", &text), &[]);
    let mut machine = Machine::new(&game);
    let first = support::play(&mut machine, &game.start(), "C");
    assert!(!support::legal(&mut machine, &first).contains(&"swap".to_owned()), "the turn goes on");
    let turn = support::play(&mut machine, &first, "F");
    assert!(support::legal(&mut machine, &turn).contains(&"swap".to_owned()));
    let swapped = support::play(&mut machine, &turn, "swap");
    assert_eq!(support::pits(&game, &swapped), support::pits(&game, &turn));
    assert_eq!(support::stores(&game, &swapped), [2, 0]);
    assert_eq!((swapped.to_move(), swapped.swapped()), (Some(1), true));
    assert!(!support::legal(&mut machine, &swapped).contains(&"swap".to_owned()), "once");
    let later = support::play(&mut machine, &turn, "a");
    assert!(!support::legal(&mut machine, &later).contains(&"swap".to_owned()), "then only");
}
