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

/// One row of one player: his store at its end, or a pit of nobody's on the path.
#[test]
fn a_row_alone() {
    let text = "game \"Alone\" { source \"a test\" }
board { rows 1; pits 4 a row; players 1; seeds 2 each; stores right }
sowing { counterclockwise; into my store }
landing { here is my store => move again; here was occupied => relay; otherwise => nobody wins }
round { over when my side is empty => mover wins; endless => illegal }
";
    let place = text
        .replace(
            "rows 1; pits 4 a row; players 1; seeds 2 each; stores right",
            "players 1; row holes = 4 pits as A; place ruma = R; path my holes, ruma; seeds 2 each",
        )
        .replace("counterclockwise; into my store", "forward")
        .replace("here is my store", "here is ruma");
    let run = |text: &str, args: &[&str]| super::sower_with(args, text.as_bytes()).expect(0).out;
    let left = text.replace("stores right", "stores left");
    let all = [
        run(text, &["show", "-"]),
        run(&left, &["show", "-"]),
        run(&place, &["show", "-"]),
        run(text, &["replay", "-", "C", "B", "--why"]),
        run(text, &["expand", "-"]),
        run(&place, &["expand", "-"]),
    ];
    insta::assert_snapshot!(all.join("\n"));
    let json = super::sower_with(&["replay", "-", "A", "--json"], text.as_bytes()).expect(0).json();
    assert_eq!(json[1]["over"]["winner"], "nobody");
    assert_eq!(json[1]["stores"], serde_json::json!({"south": 1}));
}
