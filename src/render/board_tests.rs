use super::*;

fn two_rows(south: &[u64], north: &[u64], stores: Option<(u64, u64)>) -> Drawing {
    let name = |i: usize, first: char| char::from(first as u8 + (i % 26) as u8).to_string();
    let cells = |seeds: &[u64], first| -> Vec<Option<(String, String)>> {
        seeds.iter().enumerate().map(|(i, n)| Some((name(i, first), n.to_string()))).collect()
    };
    let mut top = cells(north, 'a');
    top.reverse();
    Drawing {
        rows: vec![Row { cells: top, names_above: true }, Row { cells: cells(south, 'A'), names_above: false }],
        left: stores.map(|(_, n)| ("north".to_owned(), n.to_string())),
        right: stores.map(|(s, _)| ("south".to_owned(), s.to_string())),
        ..Drawing::default()
    }
}

fn same_width(text: &str) -> usize {
    let widths: Vec<usize> = text.lines().map(display_width).collect();
    assert!(widths.windows(2).all(|w| w[0] == w[1]), "{widths:?}\n{text}");
    widths[0]
}

#[test]
fn kalah_at_the_start() {
    let text = two_rows(&[4; 6], &[4; 6], Some((0, 0))).to_text();
    same_width(&text);
    insta::assert_snapshot!(text, @r"
    ┌───────┬───┬───┬───┬───┬───┬───┬───────┐
    │       │ f │ e │ d │ c │ b │ a │       │
    │ north │ 4 │ 4 │ 4 │ 4 │ 4 │ 4 │ south │
    │     0 ├───┼───┼───┼───┼───┼───┤     0 │
    │       │ 4 │ 4 │ 4 │ 4 │ 4 │ 4 │       │
    │       │ A │ B │ C │ D │ E │ F │       │
    └───────┴───┴───┴───┴───┴───┴───┴───────┘
    ");
}

#[test]
fn long_numbers_widen_every_column() {
    let mut drawing = two_rows(&[300, 0, 7], &[12, 0, 1000], None);
    drawing.above.push("North: 0".to_owned());
    drawing.below.push("South: 0".to_owned());
    let text = drawing.to_text();
    same_width(&text);
    insta::assert_snapshot!(text.replace(" \n", "·\n"), @r"
    North: 0             ·
    ┌──────┬──────┬──────┐
    │    c │    b │    a │
    │ 1000 │    0 │   12 │
    ├──────┼──────┼──────┤
    │  300 │    0 │    7 │
    │    A │    B │    C │
    └──────┴──────┴──────┘
    South: 0             ·
    ");
}

#[test]
fn small_and_wide_boards() {
    let text = two_rows(&[0], &[123_456], None).to_text();
    same_width(&text);
    insta::assert_snapshot!(text, @r"
    ┌────────┐
    │      a │
    │ 123456 │
    ├────────┤
    │      0 │
    │      A │
    └────────┘
    ");
    assert_eq!(same_width(&two_rows(&[4; 50], &[10_000; 50], Some((0, 7))).to_text()), 1 + 50 * 8 + 2 * 8);
}

#[test]
fn wide_letters() {
    let mut drawing = two_rows(&[4, 4], &[4, 4], Some((0, 0)));
    drawing.rows[1].cells[0] = Some(("家".to_owned(), "4**".to_owned()));
    drawing.left = Some(("北".to_owned(), "0".to_owned()));
    drawing.below.push("a caption that is wider than the whole board".to_owned());
    same_width(&drawing.to_text());
}
