//! The quicker way of counting moves and playing at random gives what the general one gives.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sower::engine::perft::perft;
use sower::engine::{Game, Machine, Settings, State, position};
use sower::ir::{Cond, Game as Ir, OptionValues, Place, Set};
use sower::source;

use super::games::{Kalah, bosh, capture, kalah, oware, rule};
use super::heard;
use crate::support;

/// Every bundled game, with each value of each option.
fn settings() -> Vec<(String, Vec<(String, String)>)> {
    let mut all = Vec::new();
    for b in source::bundled() {
        let ir = support::ir(b.name);
        all.push((b.name.to_owned(), Vec::new()));
        for o in &ir.options {
            let values: Vec<String> = match &o.values {
                OptionValues::Words(words) => words.clone(),
                OptionValues::Numbers(list) => list.iter().map(ToString::to_string).collect(),
                OptionValues::Range { lo, hi, .. } => [*lo, lo + 1, (*hi).min(lo + 9)].map(|n| n.to_string()).into(),
            };
            all.extend(values.into_iter().map(|v| (b.name.to_owned(), vec![(o.name.clone(), v)])));
        }
    }
    all
}

fn compile(name: &str, options: &[(String, String)]) -> Option<Game> {
    let settings = Settings { options: options.to_vec(), max_laps: 100_000, ..Settings::default() };
    Game::compile(&support::ir(name), &settings).ok()
}

/// Both ways of playing a game by these rules.
fn both(ir: &Ir) -> (Game, Game) {
    let compile = || Game::compile(ir, &Settings::default()).expect("it compiles");
    (compile(), compile().by_parts())
}

/// States some plies into random games.
fn somewhere(game: &Game, rng: &mut Pcg64Mcg) -> State {
    let mut machine = Machine::new(game);
    let mut s = game.start();
    for _ in 0..rng.next_u64() % 30 {
        let legal = machine.legal(&s);
        let Some(ply) = legal.get((rng.next_u64() % legal.len().max(1) as u64) as usize) else { break };
        let next = machine.play(&s, ply).expect("legal");
        if next.over().is_some() {
            break;
        }
        s = next;
    }
    s
}

#[test]
fn counts_agree() {
    let mut compact = 0;
    for (name, options) in settings() {
        let Some(quick) = compile(&name, &options) else { continue };
        if !quick.is_compact() {
            continue;
        }
        compact += 1;
        let plain = compile(&name, &options).expect("it compiles").by_parts();
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        let start = quick.start();
        assert_eq!(perft(&quick, &start, 5, false, 1), perft(&plain, &start, 5, false, 2), "{name} {options:?}");
        for _ in 0..4 {
            let s = somewhere(&plain, &mut rng);
            assert_eq!(perft(&quick, &s, 4, false, 2), perft(&plain, &s, 4, false, 1), "{name} {options:?} {s:?}");
        }
    }
    assert!(compact > 20, "only {compact} settings of bundled games have the quicker way");
}

#[test]
fn random_games_agree() {
    for (name, options) in settings() {
        let Some(quick) = compile(&name, &options) else { continue };
        if !quick.is_compact() {
            continue;
        }
        let plain = compile(&name, &options).expect("it compiles").by_parts();
        let (mut a, mut b) = (Machine::new(&quick), Machine::new(&plain));
        for seed in 0..30 {
            assert_eq!(playout(&mut a, seed), playout(&mut b, seed), "{name} {options:?}, game {seed}");
        }
        heard::agree(&format!("{name} {options:?}"), &quick, &plain, 6);
    }
}

/// Whether a player can move is asked in the midst of a move, too, and in rules of what may be played.
#[test]
fn who_can_move_is_asked_before_the_end() {
    let text = "game \"Stuck\" { source \"a test\" }
board { rows 2; pits 3 a row; seeds 2 each; stores right }
sowing { counterclockwise; into my store }
moves { from my pits; must not opponent cannot move }
landing {
  here is my store => move again
  opponent cannot move => capture here
  mover cannot move => capture opposite
  here was empty => capture opposite
}
round { over when mover cannot move => owners keep the rest; over when the position repeats => draw }
";
    let filter = "; must not opponent cannot move";
    let relay = text.replace("here was empty => capture opposite", "here was occupied => relay");
    for (name, text) in [
        ("with a filter", text.to_owned()),
        ("without", text.replace(filter, "")),
        ("relays", relay.replace(filter, "")),
        // What goes on for ever must be tried, and then every start is.
        (
            "tried",
            relay.replace(filter, "").replace("; into my store", "").replace("here is my store", "here is single"),
        ),
    ] {
        let text = text.replace("draw }", "draw; endless => illegal }");
        let (quick, plain) = both(&support::from_text("stuck.sow", &text));
        agree(name, &quick, &plain);
    }
}

/// Files can't ask that within a move, but the IR can.
#[test]
fn repetition_is_asked_before_the_end() {
    for (name, mut ir) in [("kalah", kalah(3, 2, Kalah::Either)), ("oware", oware()), ("bosh", bosh())] {
        let take = rule(50, Cond::Repeats(2), vec![capture(Set::One(Place::Here))]);
        ir.phases[0].hooks.landing[0].insert(0, take);
        let (quick, plain) = both(&ir);
        agree(name, &quick, &plain);
    }
}

/// Counts are bytes as long as all seeds fit into one, in a position that was given, too.
#[test]
fn many_seeds() {
    let (quick, plain) = both(&kalah(6, 30, Kalah::Either));
    assert!(quick.is_compact());
    agree("kalah of 360 seeds", &quick, &plain);
    let (quick, plain) = both(&kalah(6, 4, Kalah::Either));
    for line in ["250,9,0,0,1,0/0,0,2,0,3,0;0,0;south", "4,4,4,4,4,4/4,4,4,4,4,231;0,0;north"] {
        let read = |game: &Game| position::read(game, line, true).expect("it can be read");
        let (a, b) = (perft(&quick, &read(&quick), 4, false, 1), perft(&plain, &read(&plain), 4, false, 1));
        assert_eq!(a, b, "{line}");
    }
}

/// Parts of rules.
const WHEN: [&str; 18] = [
    "here is my store",
    "here is mine",
    "here is theirs",
    "here was empty",
    "here was occupied",
    "here holds 2..3",
    "here holds 2, 4 or 7",
    "here was 1..2",
    "next is occupied",
    "next is empty",
    "2 ahead is occupied",
    "opposite is occupied",
    "opposite holds even",
    "previous holds at least 3",
    "their side is empty",
    "total of my side > 5",
    "start is occupied",
    "not here holds 3..4",
];
const THEN: [&str; 13] = [
    "relay",
    "relay from next",
    "move again",
    "end",
    "capture here",
    "capture opposite",
    "capture here and opposite",
    "capture 2 ahead",
    "capture back from here while theirs and holds 2..4",
    "capture ahead from next while occupied",
    "capture opposite then relay from next",
    "capture next then move again",
    "illegal",
];
const OVER: [&str; 5] = [
    "over when a side is empty => owners keep the rest",
    "over when mover cannot move => opponent takes the rest",
    "over when score of a player > 7 => that player wins",
    "over when total of all pits < 4 => split the rest",
    "over when their side is empty and turn > 0 => draw",
];

/// The same of what changes rarely, and what only the machine can say.
const WHEN_MARKED: [&str; 11] = [
    "here is a tuz",
    "opposite is not a tuz",
    "none of their pits is a tuz",
    "any of my pits but here is a tuz",
    "number of here = 2",
    "my pit (number of here) is not a tuz",
    "here was my depth",
    "here holds at least my depth",
    "exactly 1 of my pits holds my depth",
    "lap = 1",
    "here is last of their pits",
];
const THEN_MARKED: [&str; 6] = [
    "make here a tuz",
    "capture here then make here a tuz",
    "set my depth to 1 + my depth",
    "capture their pits where holds 3",
    "close here",
    "remove tuz from all pits",
];
const FROM: [&str; 5] = [
    "my pits",
    "my pits where it is not a tuz",
    "my pits where holds at least 2 otherwise from my pits",
    "my pits where holds at least my depth",
    "my pits but last of my occupied pits otherwise from my pits",
];

/// A list's rules, of a few parts each.
fn landing(below: &mut impl FnMut(usize) -> usize, marked: bool) -> String {
    let mut text = String::from("landing {\n");
    for _ in 0..1 + below(4) {
        let mut pick = |plain: &[&'static str], more: &[&'static str]| {
            let of = if marked && below(2) == 0 { more } else { plain };
            of[below(of.len())]
        };
        let (first, second, then) = (pick(&WHEN, &WHEN_MARKED), pick(&WHEN, &WHEN_MARKED), pick(&THEN, &THEN_MARKED));
        let joined = ["", " and ", " or "][below(3)];
        let second = if joined.is_empty() { "" } else { second };
        text += &format!("  {first}{joined}{second} => {then}\n");
    }
    text + "}\n"
}

/// Rules of random parts, most of which no game has together; `marked`: with marks, variables and closed pits.
fn rules(below: &mut impl FnMut(usize) -> usize, marked: bool) -> String {
    let mut text = String::from("game \"Random\" { source \"a test\" }\n");
    if marked {
        text += "mark tuz { never started; ";
        text += ["", "collects for its maker; ", "never captured; "][below(3)];
        text += &format!("{} per player }}\nvar depth per player each round = {} in 0..4\n", 1 + below(2), below(3));
    }
    text += &format!("board {{ rows 2; pits {} a row; ", 1 + below(9));
    let into = below(2);
    text += &format!("seeds {} each; stores {} }}\n", 1 + below(5), ["none", "right"][into]);
    text += &format!("sowing {{ {}", ["counterclockwise", "clockwise"][usize::from(below(4) == 0) * (1 - into)]);
    text += ["", "; into my store"][into];
    text += match below(4) {
        0 => "; skip start",
        1 if marked => "; first seed in start unless single",
        _ => "",
    };
    let from = if marked { FROM[below(FROM.len())] } else { FROM[0] };
    text += &format!(" }}\nmoves {{ from {from}{} }}\n", ["", "; must feed"][usize::from(below(4) == 0)]);
    text += &landing(below, marked);
    text += "round {\n";
    for _ in 0..1 + below(2) {
        text += &format!("  {}\n", OVER[below(OVER.len())]);
    }
    text + "  over when the position repeats => owners keep the rest\n  endless => illegal\n}\n"
}

/// Compares so many generated games of the quick kind; returns those in which marks, closed pits or variables
/// changed in some random game.
fn compare_random(seed: u64, games: usize, marked: bool) -> usize {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut below = |n: usize| (rng.next_u64() % n as u64) as usize;
    let (mut compared, mut changed) = (0, 0);
    while compared < games {
        let text = rules(&mut below, marked);
        let checked = sower::check::check(&source::Source::new("random.sow", &text));
        let Some(ir) = checked.game else { continue };
        let compile = || Game::compile(&ir, &Settings { max_laps: 2_000, ..Settings::default() });
        let (Ok(quick), Ok(plain)) = (compile(), compile()) else { continue };
        if quick.is_compact() {
            compared += 1;
            agree_so_far(&text, &quick, &plain.by_parts(), BRIEFLY, !marked);
            let rarely = |s: &State| {
                let pits = 0..quick.geometry().pits.len() as u8;
                let at = |p| (s.is_closed(p), s.marks(p));
                (pits.map(at).collect::<Vec<_>>(), marked.then(|| s.var(&quick, 0).to_vec()))
            };
            let at_first = rarely(&quick.start());
            changed += usize::from((0..20).any(|i| rarely(&playout(&mut Machine::new(&quick), i).1) != at_first));
        }
    }
    changed
}

#[test]
fn random_rules_agree() {
    compare_random(3, 150, false);
}

/// What changes rarely has programs of its own, and the machine makes what they can't.
#[test]
fn random_rules_with_marks_agree() {
    let changed = compare_random(5, 100, true);
    assert!(changed > 30, "only {changed} have marks, closed pits or variables that changed");
}

/// How far two ways are compared: plies counted from the start, positions of random games, plies counted
/// from each, and random games.
const WELL: (usize, usize, usize, u64) = (6, 8, 4, 100);
/// The same for each of many generated files.
const BRIEFLY: (usize, usize, usize, u64) = (5, 6, 3, 60);

fn agree(name: &str, quick: &Game, plain: &Game) {
    agree_so_far(name, quick, plain, WELL, true);
}

/// Counts and random games are the same both ways. `chance`: they take as much of it, too. (Where a program is
/// left, whether anybody can move is asked before moves are tried at random.)
fn agree_so_far(
    name: &str,
    quick: &Game,
    plain: &Game,
    (depth, positions, deeper, games): (usize, usize, usize, u64),
    chance: bool,
) {
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    assert_eq!(perft(quick, &quick.start(), depth, false, 1), perft(plain, &plain.start(), depth, false, 1), "{name}");
    for _ in 0..positions {
        let s = somewhere(plain, &mut rng);
        assert_eq!(perft(quick, &s, deeper, false, 1), perft(plain, &s, deeper, false, 1), "{name} {s:?}");
    }
    let (mut a, mut b) = (Machine::new(quick), Machine::new(plain));
    for seed in 0..games {
        let [(plies, end, took), (plies2, end2, took2)] = [playout(&mut a, seed), playout(&mut b, seed)];
        assert_eq!((plies, end), (plies2, end2), "{name}, game {seed}");
        assert!(!chance || took == took2, "{name}, game {seed}");
    }
    heard::agree(name, quick, plain, games / 10);
}

/// A random game: how many plies, where it ended, and how much chance it took.
fn playout(machine: &mut Machine<'_>, seed: u64) -> (u64, State, u64) {
    let most = [3, 10, 500][seed as usize % 3];
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut s = machine.game().start();
    let plies = machine.playout(&mut s, most, |n| (rng.next_u64() % u64::from(n)) as u32);
    (plies, s, rng.next_u64())
}

#[test]
fn the_commonest_kind_is_compact() {
    for name in ["kalah", "oware", "bosh"] {
        assert!(support::game(name, &[]).is_compact(), "{name}");
    }
}

/// Games that have the quicker way at all, by themselves or as matches; so that one that loses it is seen.
#[test]
fn who_is_compact() {
    let all = |matches: bool| {
        let compact = |name: &&str| {
            let game = support::compile_for(&support::ir(name), &[], matches);
            game.is_match() == matches && game.is_compact()
        };
        let mut names: Vec<&str> = source::bundled().into_iter().map(|b| b.name).filter(compact).collect();
        names.sort_unstable();
        names.join(" ")
    };
    insta::assert_snapshot!(format!("{}\n\n{}", all(false), all(true)));
}
