//! The board as an SVG picture, as the first player sees it.

use std::fmt::Write as _;

use super::board::{CLOSED, Drawing};

/// Distance between the centres of two pits.
const STEP: usize = 64;
/// Radius of a pit.
const RADIUS: usize = 26;
/// Room around the board.
const MARGIN: usize = 16;
/// Height of a row: a pit and its name.
const ROW: usize = 84;
/// Height of a caption.
const LINE: usize = 24;

const STYLE: &str = "\
text{font-family:sans-serif;text-anchor:middle;dominant-baseline:central;fill:#3b2a1a}\
.board{fill:#d9b98c;stroke:#8a6a43;stroke-width:2}\
.pit,.store{fill:#f3e3c8;stroke:#8a6a43;stroke-width:2}\
.closed{fill:#b5946a}\
.marked{stroke:#a02c2c;stroke-width:4}\
.count{font-size:20px;font-weight:bold}\
.name{font-size:13px}";

/// The picture; `title` is for those who can't see it.
#[must_use]
pub fn svg(drawing: &Drawing, title: &str) -> String {
    let columns = drawing.rows.iter().map(|r| r.cells.len()).max().unwrap_or(0);
    let side = |store: &Option<_>| if store.is_some() { STEP + MARGIN } else { 0 };
    let top = MARGIN + drawing.above.len() * LINE;
    let left = MARGIN + side(&drawing.left);
    let board_width = columns * STEP + side(&drawing.left) + side(&drawing.right);
    let board_height = drawing.rows.len() * ROW;
    let width = board_width.max(160) + 2 * MARGIN;
    let height = top + board_height + drawing.below.len() * LINE + MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}</style>\n",
        escape(title)
    );
    rect(&mut out, "board", (MARGIN, top), (board_width, board_height), 18);
    for (i, text) in drawing.above.iter().enumerate() {
        label(&mut out, "name", (width / 2, MARGIN + i * LINE + LINE / 2), text);
    }
    if let Some((name, count)) = &drawing.left {
        store(&mut out, MARGIN + MARGIN / 2, top, board_height, name, count);
    }
    rows(&mut out, drawing, left, top);
    if let Some((name, count)) = &drawing.right {
        store(&mut out, left + columns * STEP + MARGIN / 2, top, board_height, name, count);
    }
    for (i, text) in drawing.below.iter().enumerate() {
        label(&mut out, "name", (width / 2, top + board_height + i * LINE + LINE / 2), text);
    }
    out.push_str("</svg>\n");
    out
}

fn rows(out: &mut String, drawing: &Drawing, left: usize, top: usize) {
    for (r, row) in drawing.rows.iter().enumerate() {
        for (c, cell) in row.cells.iter().enumerate() {
            let Some((name, count)) = cell else { continue };
            let (pit, text) = if row.names_above { (54, 14) } else { (30, 70) };
            let x = left + c * STEP + STEP / 2;
            circle(out, (x, top + r * ROW + pit), count);
            label(out, "name", (x, top + r * ROW + text), name);
        }
    }
}

fn circle(out: &mut String, (x, y): (usize, usize), count: &str) {
    let closed = if count.starts_with(CLOSED) { " closed" } else { "" };
    let marked = if count.ends_with('*') { " marked" } else { "" };
    // Writing to a string can't fail.
    let _ = writeln!(out, "<circle class=\"pit{closed}{marked}\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>");
    if closed.is_empty() {
        label(out, "count", (x, y), count.trim_end_matches('*'));
    }
}

fn store(out: &mut String, x: usize, top: usize, height: usize, name: &str, count: &str) {
    rect(out, "store", (x, top + MARGIN), (STEP, height.saturating_sub(2 * MARGIN)), STEP / 2);
    label(out, "count", (x + STEP / 2, top + height / 2), count);
    label(out, "name", (x + STEP / 2, top + height / 2 + LINE), name);
}

fn rect(out: &mut String, class: &str, (x, y): (usize, usize), (width, height): (usize, usize), round: usize) {
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>"
    );
}

fn label(out: &mut String, class: &str, (x, y): (usize, usize), text: &str) {
    let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text));
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::super::board::Row;
    use super::*;

    #[test]
    fn a_small_board() {
        let cell = |name: &str, count: &str| Some((name.to_owned(), count.to_owned()));
        let drawing = Drawing {
            rows: vec![
                Row { cells: vec![cell("b", "3"), cell("a", "##")], names_above: true },
                Row { cells: vec![cell("A", "0"), cell("B", "12*")], names_above: false },
            ],
            left: cell("north", "5"),
            right: cell("south", "1"),
            above: Vec::new(),
            below: vec!["A & B".to_owned()],
        };
        let text = svg(&drawing, "A <game>");
        assert!(text.contains("<title>A &lt;game&gt;</title>"));
        assert!(text.contains("A &amp; B"));
        assert_eq!(text.matches("<circle").count(), 4);
        assert_eq!(text.matches("class=\"pit closed\"").count(), 1);
        assert_eq!(text.matches("class=\"pit marked\"").count(), 1);
        assert!(text.ends_with("</svg>\n"));
    }
}
