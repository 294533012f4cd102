//! Names that a list of actions gives, and directions that options name.

use sower::engine::Machine;

use crate::support;

const HEAD: &str = "game \"Names\" { source \"a test\" }
board { rows 2; pits 4 a row; seeds 3 each }
sowing { counterclockwise }
";
const ROUND: &str =
    "round { over when mover cannot move => owners keep the rest; over when the position repeats => draw }\n";

/// Plays one turn from the start: the pits and the stores after it.
fn after(rules: &str, turn: &str) -> (Vec<u64>, Vec<u64>) {
    let game = support::compile(&support::from_text("names.sow", &format!("{HEAD}{rules}\n{ROUND}")), &[]);
    let state = support::play(&mut Machine::new(&game), &game.start(), turn);
    (support::pits(&game, &state), support::stores(&game, &state))
}

/// A name is worked out where it stands, and stays what it was.
#[test]
fn a_name_keeps_what_it_found() {
    let rules = "landing { otherwise => { let n = total of here; capture here; capture n from opposite of here } }";
    // From A: B, C and D get one; D holds four, and the pit that faces it three.
    assert_eq!(after(rules, "A"), (vec![0, 4, 4, 0, 0, 3, 3, 3], vec![7, 0]));
    let rules = "landing { otherwise => { capture here; let n = total of here; capture n from opposite of here } }";
    assert_eq!(after(rules, "A"), (vec![0, 4, 4, 0, 3, 3, 3, 3], vec![4, 0]));
}

/// Places, sets and conditions as well, in loops and in branches, and one name made of another.
#[test]
fn names_of_all_kinds() {
    let rules = "landing {
  otherwise => {
    let p = next
    let prey = their pits where holds 3
    let rich = p is occupied and count of prey = 4
    capture p
    if rich {
      for each q in prey {
        let n = number of q
        let half = n / 2
        if half = 1 { capture n from q }
      }
    }
  }
}";
    // `p` is a with three; then of b and c, the second and third, two and three are taken.
    assert_eq!(after(rules, "A"), (vec![0, 4, 4, 4, 0, 1, 0, 3], vec![8, 0]));
}

/// A name lasts over a choice, and means in each branch what it meant before it.
#[test]
fn names_outlive_a_choice() {
    let rules = "landing {
  otherwise => {
    let n = total of here
    capture 1 from here
    choose { \"more\" => capture n from opposite of here; \"less\" => end }
  }
}";
    assert_eq!(after(rules, "A/more"), (vec![0, 4, 4, 3, 0, 3, 3, 3], vec![4, 0]));
    assert_eq!(after(rules, "A/less"), (vec![0, 4, 4, 3, 3, 3, 3, 3], vec![1, 0]));
}

/// What is wrong with such names is said where they are used.
#[test]
fn names_of_the_wrong_kind() {
    let said = |body: &str| {
        let text = format!("{HEAD}landing {{ otherwise => {{ {body} }} }}\n{ROUND}");
        let checked = sower::check::check(&sower::source::Source::new("x.sow", text));
        let told = checked.diagnostics.iter().filter(|d| d.code.id.starts_with('E'));
        told.map(|d| d.message.clone()).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(said("let p = next; capture p from here"), "");
    assert_eq!(said("let n = 3; capture n"), "`n` is a number here, and a pit is needed");
    assert_eq!(said("let c = here is empty; capture c"), "`c` is a condition, and a pit or set of pits is needed here");
    assert_eq!(said("if here is empty { let n = 1 }; capture n from here"), "nothing is named `n`");
    assert_eq!(said("let works of P = P is empty; capture here"), "a `let` with `of` can't stand in a list of actions");
}

/// The option's word is the direction, in the sowing, in start lines and in conditions.
#[test]
fn a_direction_that_an_option_names() {
    let text = "game \"Way\" { source \"a test\" }
option way = clockwise | counterclockwise
board { rows 2; pits 4 a row; seeds 3 each }
sowing { way }
moves { from my pits where number of it < 4; from my pit 4 going way }
landing { direction is way => end; otherwise => capture all pits }
";
    let ir = support::from_text("way.sow", &format!("{text}{ROUND}"));
    for (way, turn, pits) in [
        ("clockwise", "B", [4, 0, 3, 3, 3, 3, 4, 4].map(|n: u64| n)),
        ("counterclockwise", "B", [3, 0, 4, 4, 4, 3, 3, 3]),
        ("clockwise", "D", [4, 4, 4, 0, 3, 3, 3, 3]),
        ("counterclockwise", "D", [3, 3, 3, 0, 4, 4, 4, 3]),
    ] {
        let game = support::compile(&ir, &[("way", way)]);
        let state = support::play(&mut Machine::new(&game), &game.start(), turn);
        assert_eq!(support::pits(&game, &state), pits, "{way} {turn}");
    }
}

/// What is laid out may use a name for a number that the options give.
#[test]
fn a_name_in_the_board() {
    let text = "game \"More\" { source \"a test\" }
option start = one | two
let second = option start is two
let more = if second then 2 else 0
let most = more + 1
board { rows 2; pits 4 a row; seeds 3 (3 + most) 3 3 for south; seeds 3 each for north }
sowing { counterclockwise }
";
    let ir = support::from_text("more.sow", &format!("{text}{ROUND}"));
    for (start, n) in [("one", 4), ("two", 6)] {
        let game = support::compile(&ir, &[("start", start)]);
        assert_eq!(support::pits(&game, &game.start())[1], n);
    }
}
