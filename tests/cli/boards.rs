//! Boards as drawn.

use super::{kalah, sower, without_positions};

#[test]
fn kalah_at_the_start() {
    insta::assert_snapshot!(without_positions(&sower(&["show", &kalah()]).expect(0).out));
}

fn same_width(board: &str) {
    let lines: Vec<&str> = board.lines().filter(|l| l.contains(['│', '─'])).collect();
    assert!(lines.len() >= 7, "{board}");
    assert!(lines.iter().all(|l| l.chars().count() == lines[0].chars().count()), "{board}");
}

#[test]
fn large_numbers() {
    let position = r#"{"pits":{"A":300,"C":7,"a":12,"c":1000},"stores":{"south":0,"north":0},"to_move":"south"}"#;
    let ran = sower(&["show", &kalah(), "--set", "pits=3", "--free", "--position", position]).expect(0);
    same_width(&ran.out);
    assert!(ran.out.contains("│ 1000 │    0 │   12 │"), "{}", ran.out);
    assert!(ran.out.contains("│  300 │    0 │    7 │"), "{}", ran.out);
}

#[test]
fn small_boards() {
    for pits in ["1", "2", "10"] {
        same_width(&sower(&["show", &kalah(), "--set", &format!("pits={pits}")]).expect(0).out);
    }
}

#[test]
fn pictures() {
    let svg = sower(&["show", &kalah(), "--format", "svg"]).expect(0).out;
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<circle").count(), 12);
    let object = &sower(&["show", &kalah(), "--json"]).expect(0).json()[0];
    assert_eq!(object["pits"]["A"], 4);
}
