//! Positions as text, JSON and pictures.

use sower::engine::position::{from_picture, read, show};
use sower::ir::*;

use super::games::*;

#[test]
fn simple_games_have_short_lines() {
    let g = compile(&kalah(6, 4, Kalah::Either));
    assert_eq!(show(&g, &g.start()), "4,4,4,4,4,4/4,4,4,4,4,4;0,0;south");
    assert_eq!(read(&g, &show(&g, &g.start()), false).expect("reads back"), g.start());
    assert_eq!(show(&compile(&oware()), &compile(&oware()).start()), "4,4,4,4,4,4/4,4,4,4,4,4;0,0;south");
}

#[test]
fn what_cannot_be_is_refused() {
    let g = compile(&kalah(6, 4, Kalah::Either));
    for (text, word) in [
        ("4,4,4,4,4,4/4,4,4,4,4,4;0,1;south", "49 seeds"),
        ("4,4,4,4,4/4,4,4,4,4,4;0,0;south", "5 numbers"),
        ("4,4,4,4,4,4/4,4,4,4,4,4;0,0", "who is to move"),
        ("4,4,4,4,4,4/4,4,4,4,4,4;0,0;east", "no player"),
        ("4,4,4,4,4,4/4,4,4,4,4,4;0,0;south;closed=z", "no pit"),
        ("4,4,4,4,4,4/4,4,4,4,4,4;0,0;south;tuz=1", "isn't part"),
        ("4,4,4,4,4,4/4,4,4,4,4,-4;0,0;south", "isn't a number"),
        ("4,4,4,4,4,4/4,4,4,4,4,9999999999;0,0;south", "too many"),
        ("4,4,4,4,4,4/4,4,4,4,4,4;0,0;south;choice=0", "registers"),
        ("", "rows"),
        ("{", "JSON"),
        ("{\"pit\":{}}", "isn't part"),
        ("{\"pits\":{\"Z\":1}}", "no pit"),
        ("{\"pits\":{\"A\":-1}}", "isn't a number"),
    ] {
        let e = read(&g, text, false).expect_err(text);
        assert_eq!(e.code.id, "E0502", "{text}");
        assert!(e.message.contains(word), "{text}: {}", e.message);
    }
    assert!(read(&g, "4,4,4,4,4,4/4,4,4,4,4,4;0,1;south", true).is_ok());
}

#[test]
fn json_objects() {
    let g = compile(&togyz());
    let text = r#"{"ply":3,"pits":{"B":2,"a":5,"d":1},"stores":{"south":75,"north":79},
        "closed":[],"marks":{"c":[{"kind":"tuz","maker":"south"}]},"owner":{},"to_move":"north"}"#;
    let s = read(&g, text, false).expect("a position");
    assert_eq!(show(&g, &s), "0,2,0,0,0,0,0,0,0/5,0,0,1,0,0,0,0,0;75,79;north;marks=c:tuz:south");
    let line = format!("{:?}", show(&g, &s));
    assert_eq!(read(&g, &line, false).expect("a string that holds a line"), s);
}

#[test]
fn pictures() {
    let g = compile(&kalah(3, 3, Kalah::Either));
    let p = Picture {
        rows: vec![(0, vec![Some(1), None, Some(2)]), (1, vec![Some(4), Some(0), Some(0)])],
        won: Some(vec![5, 6]),
        to_move: Some(1),
        ..Picture::default()
    };
    let s = from_picture(&g, &p).expect("a position");
    assert_eq!(show(&g, &s), "1,0,2/4,0,0;5,6;north;closed=B");
    assert!(from_picture(&g, &Picture { rows: vec![(0, vec![Some(1)])], ..Picture::default() }).is_err());
    assert_eq!(from_picture(&g, &Picture::default()).expect("the start"), g.start());
}

/// A position says its turn in one number, and marks that nobody made by that word.
#[test]
fn a_turn_is_one_number() {
    let text = "game \"G\" { source \"own\" }\nboard { rows 2; pits 3 a row; seeds 2 each; mark my pit 1 as spot }\n\
         mark spot { until emptied }\nsowing { counterclockwise }\nmoves { from my pit 3 when my turn = 1; from my pits when my turn > 1 }\n\
         round { over when mover cannot move => draw; over when the position repeats => draw }\n";
    let g = crate::support::compile(&crate::support::from_text("g.sow", text), &[]);
    let legal = |line: &str| {
        let s = read(&g, line, false).expect("a position");
        crate::support::legal(&mut sower::engine::Machine::new(&g), &s)
    };
    assert_eq!(legal("2,2,2/2,2,2;0,0;south"), ["C"]);
    for (turn, moves) in [(1, "C"), (2, "C"), (3, "A B C"), (15, "A B C")] {
        assert_eq!(legal(&format!("2,2,2/2,2,2;0,0;south;turn={turn}")).join(" "), moves, "{turn}");
    }
    let start = g.start();
    let json = r#"{"pits":{"A":2,"B":2,"C":2,"a":2,"b":2,"c":2},"marks":
        {"A":[{"kind":"spot","maker":"nobody"}],"a":[{"kind":"spot","maker":"nobody"}]},"to_move":"south"}"#;
    assert_eq!(read(&g, json, false).expect("a position"), start);
}
