//! A misspelt word in each section: one message, its place, and the right word.

use super::sower_with;

const RULES: &str = r#"game "Two rows" {
  also "Rows"
  source "made up for this test"
}
option start = few | many {
  note "a size"
}
ruleset "many seeds" {
  start = many
}
var count per player = 0
mark tuz {
  never started
}
board {
  rows 2
  pits 5 a row
  seeds 4 each
  stores right
}
sowing {
  counterclockwise
  into my store
}
moves {
  from my pits where occupied
  must feed
}
before move {
  start is single => set my count to 1
}
each lap {
  hand > 9 => put 1 in my store
}
each seed {
  here holds 3 => add 1 to my count
}
landing {
  next is occupied => relay from next
  here is mine and here was empty => capture opposite then end
  opposite is empty and option start is many => make here a tuz
}
whenever {
  here holds 12 => capture here
}
after move {
  taken > 3 => move again
}
after turn {
  their side is empty => finish round split the rest
}
round {
  over when mover cannot move => owners keep the rest
  over when the position repeats => draw
  endless => illegal
}
example "first move" {
  play C
  expect north to move
}
"#;

/// Each a section, the right word with what stands about it, and that with the word misspelt.
const MISTAKES: &[(&str, &str, &str, &str)] = &[
    ("game", "game \"Two", "gmae \"Two", "game"),
    ("game header", "source \"made", "sourse \"made", "source"),
    ("option", "option start =", "optoin start =", "option"),
    ("option body", "note \"a size\"", "noet \"a size\"", "note"),
    ("ruleset", "ruleset \"many", "rulset \"many", "ruleset"),
    ("ruleset body", "start = many", "strat = many", "start"),
    ("ruleset value", "start = many", "start = mnay", "many"),
    ("var", "var count per player", "var count per playr", "player"),
    ("mark", "mark tuz", "makr tuz", "mark"),
    ("mark trait", "never started", "nevr started", "never"),
    ("board", "board {", "borad {", "board"),
    ("board rows", "rows 2", "rowz 2", "rows"),
    ("board stores", "stores right", "stores rihgt", "right"),
    ("sowing", "sowing {", "sowign {", "sowing"),
    ("sowing direction", "  counterclockwise", "  counterclokwise", "counterclockwise"),
    ("sowing store", "into my store", "into my stoer", "store"),
    ("moves", "moves {", "mvoes {", "moves"),
    ("moves from", "from my pits", "form my pits", "from"),
    ("moves where", "pits where occupied", "pits where ocupied", "occupied"),
    ("moves must", "must feed", "must fede", "feed"),
    ("before move", "before move {", "befor move {", "before move"),
    ("before move body", "start is single", "start is singel", "single"),
    ("each lap", "each lap {", "eahc lap {", "each lap"),
    ("each lap body", "put 1 in my store", "putt 1 in my store", "put"),
    ("each seed", "each seed {", "each sede {", "seed"),
    ("each seed body", "add 1 to", "ad 1 to", "add"),
    ("landing", "landing {", "ladning {", "landing"),
    ("landing condition", "next is occupied", "nxet is occupied", "next"),
    ("landing action", "relay from next", "realy from next", "relay"),
    ("landing place", "capture opposite", "capture oposite", "opposite"),
    ("landing option", "option start is many", "option strat is many", "start"),
    ("landing value", "option start is many", "option start is mnay", "many"),
    ("landing mark", "make here a tuz", "make here a tzu", "tuz"),
    ("whenever", "whenever {", "wenever {", "whenever"),
    ("whenever body", "=> capture here", "=> captrue here", "capture"),
    ("after move", "after move {", "aftr move {", "after move"),
    ("after move body", "move again", "move agian", "again"),
    ("after turn", "after turn {", "after trun {", "turn"),
    ("after turn body", "split the rest", "split the ret", "rest"),
    ("round", "round {", "ruond {", "round"),
    ("round over", "over when mover cannot", "ovre when mover cannot", "over"),
    ("round cannot", "mover cannot move", "mover canot move", "cannot"),
    ("round outcome", "owners keep", "onwers keep", "owners"),
    ("round repeats", "position repeats", "position repeast", "repeats"),
    ("round endless", "endless =>", "endles =>", "endless"),
    ("example", "example \"first", "exmaple \"first", "example"),
    ("example play", "play C", "paly C", "play"),
    ("example expect", "expect north", "expct north", "expect"),
    ("example player", "expect north to", "expect nroth to", "north"),
];

fn told(text: &str) -> super::Ran {
    sower_with(&["check", "-", "--color", "never"], text.as_bytes())
}

#[test]
fn the_rules_are_right() {
    assert_eq!(told(RULES).expect(0).err, "1 file: 0 errors, 0 warnings\n");
}

#[test]
fn each_section() {
    let (mut all, mut poor) = (String::new(), Vec::new());
    for (section, right, wrong, word) in MISTAKES {
        assert_eq!(RULES.matches(right).count(), 1, "{section}");
        let ran = told(&RULES.replace(right, wrong)).expect(1);
        let before = &RULES[..RULES.find(right).expect("there")];
        let line = before.matches('\n').count() + 1;
        let place = format!("standard input:{line}:");
        let help = ran.err.lines().find(|l| l.trim_start().starts_with("help:")).unwrap_or_default();
        if !help.contains(word) || !ran.err.contains(&place) || ran.err.matches("help:").count() != 1 {
            poor.push(format!("{section}: line {line}, {word}\n{}", ran.err));
        }
        all.push_str(&format!("== {section}: {wrong}\n{}\n", ran.err));
    }
    assert!(poor.is_empty(), "{}", poor.join("\n"));
    insta::assert_snapshot!(all);
}
