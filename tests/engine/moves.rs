//! Moves as text, and why they are refused.

use sower::engine::notation::{legal, read};
use sower::engine::{Game, Machine, Settings, position};
use sower::ir::*;

use super::games::*;

fn error(game: &Game, position: &str, text: &str) -> (&'static str, String, String) {
    let s = position::read(game, position, true).expect("a position");
    let e = read(&mut Machine::new(game), &s, text).expect_err("not legal");
    (e.code.id, e.message, e.help)
}

#[test]
fn refusals_say_why() {
    let g = compile(&kalah(6, 4, Kalah::Either));
    let p = "4,4,4,4,4,4/0,4,4,4,4,4;0,4;north";
    let (code, message, help) = error(&g, p, "B");
    assert_eq!((code, message.as_str()), ("E0503", "that pit is South's, and North is to move"));
    assert_eq!(help, "legal moves: b c d e f");
    assert_eq!(error(&g, p, "a").1, "pit a is empty");
    assert!(error(&g, p, "i").1.contains("pits are A–F and a–f"));
    assert_eq!(error(&g, p, "i").0, "E0505");
    let o = compile(&oware());
    assert!(error(&o, "0,0,0,0,0,0/1,0,0,0,0,1;23,23;north", "a").1.contains("must feed"));
}

#[test]
fn directions_amounts_and_classes() {
    let g = compile(&classy());
    let mut m = Machine::new(&g);
    let s = g.start();
    let texts: Vec<String> = legal(&mut m, &s).into_iter().map(|(_, t)| t).collect();
    // Capturing binds, as it is possible: D< doesn't get there, D> and E> do with two seeds.
    assert!(texts.contains(&"D>(whole)".to_owned()) || texts.iter().any(|t| t.starts_with('D')), "{texts:?}");
    for t in &texts {
        assert_eq!(read(&mut m, &s, t).map(|p| p.len()), Ok(1), "{t}");
    }
    // Both arrows are from each player's own seat.
    let mut ir = bare(4, 3);
    ir.phases[0].sowing.direction = Direction::Either;
    let g = compile(&ir);
    let mut m = Machine::new(&g);
    let s = g.start();
    let ply = read(&mut m, &s, "B>").expect("legal")[0];
    let s = m.play(&s, &ply).expect("legal");
    assert_eq!(position::show(&g, &s), "3,0,4,4/4,3,3,3;0,0;north");
    let ply = read(&mut m, &s, "b>").expect("legal")[0];
    let s = m.play(&s, &ply).expect("legal");
    assert_eq!(position::show(&g, &s), "4,0,4,4/4,0,4,4;0,0;south");
    assert!(read(&mut m, &s, "A").expect_err("two ways").message.contains("A> or A<"));
}

#[test]
fn choices_and_whole_turns() {
    let g = compile(&chooser());
    let mut m = Machine::new(&g);
    // B's last seed falls in a pit of three: three options.
    let s = position::read(&g, "0,2,1,3/3,0,0,0;0,0;south", true).expect("a position");
    let plies = read(&mut m, &s, "B/stop").expect("legal");
    assert_eq!(plies.len(), 2);
    assert_eq!(read(&mut m, &s, "B/+").expect("legal"), plies);
    let s = m.play(&s, &plies[0]).expect("legal");
    assert!(s.choosing() && s.to_move() == Some(0) && !s.lot());
    let texts: Vec<String> = legal(&mut m, &s).into_iter().map(|(_, t)| t).collect();
    assert_eq!(texts, ["stop", "on", "turn"]);
    let turn = read(&mut m, &s, "turn").expect("legal")[0];
    let lot = m.play(&s, &turn).expect("legal");
    assert!(lot.lot() && lot.to_move().is_none());
    assert_eq!(m.legal(&lot).len(), 2);
}

#[test]
fn options_are_checked() {
    let mut ir = bare(6, 4);
    ir.options = vec![OptionDecl {
        name: "seeds".into(),
        values: OptionValues::Range { default: 4, lo: 1, hi: 10 },
        notes: vec![],
        span: Default::default(),
    }];
    ir.rulesets = vec![Ruleset { name: "short".into(), settings: vec![(0, 2)], notes: vec![] }];
    ir.board.seeds[0].seeds = vec![Num::Option(0)];
    let with = |options: &[(&str, &str)], ruleset: Option<&str>| {
        let settings = Settings {
            options: options.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect(),
            ruleset: ruleset.map(Into::into),
            ..Settings::default()
        };
        Game::compile(&ir, &settings).map(|g| g.seeds())
    };
    assert_eq!(with(&[], None).ok(), Some(48));
    assert_eq!(with(&[], Some("short")).ok(), Some(24));
    assert_eq!(with(&[("seeds", "3")], Some("short")).ok(), Some(36));
    let e = with(&[("sedes", "3")], None).expect_err("misspelt");
    assert_eq!((e[0].code.id, e[0].help.as_str()), ("E0305", "did you mean \"seeds\"?"));
    assert_eq!(with(&[("seeds", "11")], None).expect_err("too many")[0].help, "values: 1 to 10");
    assert!(with(&[], Some("long")).is_err());
}

#[test]
fn what_cannot_be_laid_out_or_played() {
    let code = |ir: &sower::ir::Game| Game::compile(ir, &Settings::default()).err().map(|e| e[0].code.id);
    assert_eq!(code(&bare(61, 1)), Some("E0401"));
    assert_eq!(code(&bare(0, 1)), Some("E0401"));
    assert_eq!(code(&bare(60, 1)), None);
    let mut g = bare(6, 4);
    g.board.rows = k(7);
    assert_eq!(code(&g), Some("E0401"));
    g = bare(6, 4);
    g.phases[0].sowing.into_my_store = true;
    assert_eq!(code(&g), Some("E0401"));
    g = bare(6, 4);
    g.board.seeds[0].seeds = vec![k(1), k(2)];
    assert_eq!(code(&g), Some("E0402"));
    g = bare(6, 4);
    g.phases[0].hooks.landing = vec![vec![rule(0, empty(Place::Pit("Z".into())), vec![])]];
    assert_eq!(code(&g), Some("E0403"));
    g = bare(6, 4);
    g.phases[0].hooks.landing = vec![vec![rule(0, Cond::Let(3), vec![])]];
    assert_eq!(code(&g), Some("E0902"));
    g.phases[0].hooks.landing = vec![vec![rule(0, Cond::Const(true), vec![ActionKind::Choose(0)])]];
    assert_eq!(code(&g), Some("E0902"));
    g = bare(2, 4_000_000_000);
    assert_eq!(code(&g), Some("E0402"));
    assert_eq!(compile(&bare(50, 1)).geometry().name(99), "a50");
}
