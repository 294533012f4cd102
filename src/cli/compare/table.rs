//! A comparison as a table: a column a game, a line a statistic.

use serde_json::Value;

use crate::simulate::PAIRED;
use crate::source::display_width;

/// Columns of a terminal; games that don't fit stand below.
const WIDTH: usize = 100;

/// The table, drawn from the object that `--json` prints.
pub fn table(object: &Value) -> String {
    let entries = object["entries"].as_array().map_or(&[][..], Vec::as_slice);
    let differences = object["differences"].as_array().map_or(&[][..], Vec::as_slice);
    let mut rows: Vec<Vec<String>> = vec![cells(String::new(), entries, |e| plain(&e["label"]))];
    rows.push(cells("players".to_owned(), entries, |e| values(&e["players"]).join(", ")));
    for (name, key) in [("wins", "wins"), ("unfinished", "unfinished"), ("undecided", "undecided")] {
        rows.push(cells(name.to_owned(), entries, |e| match &e[key] {
            Value::Object(by) => by.iter().map(|(k, n)| format!("{k} {n}")).collect::<Vec<_>>().join(", "),
            n => plain(n),
        }));
    }
    rows.push(cells("first player".to_owned(), entries, |e| with_interval(&e[PAIRED[0]], false)));
    for key in ["plies", "turns", "laps_per_turn", "branching", "captures", "score_margin"] {
        rows.push(cells(key.replace('_', " "), entries, |e| {
            format!("{} (sd {})", number(&e[key]["mean"]), number(&e[key]["sd"]))
        }));
    }
    let base = entries.first().map_or_else(String::new, |e| plain(&e["label"]));
    let first = entries.first().into_iter();
    rows.push(vec![format!("difference from {base}")]);
    for key in PAIRED {
        let name = if key == PAIRED[0] { "first player".to_owned() } else { key.replace('_', " ") };
        let mut row = vec![format!("  {name}")];
        row.extend(first.clone().map(|_| String::new()));
        row.extend(differences.iter().map(|d| with_interval(&d[key], true)));
        rows.push(row);
    }
    let head = format!("{} games each, seed {}\n\n", object["games"], object["seed"]);
    head + &columns(&rows)
}

fn cells(name: String, entries: &[Value], cell: impl Fn(&Value) -> String) -> Vec<String> {
    std::iter::once(name).chain(entries.iter().map(cell)).collect()
}

fn values(object: &Value) -> Vec<String> {
    object.as_object().map(|o| o.values().map(plain).collect()).unwrap_or_default()
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn number(value: &Value) -> String {
    value.as_f64().map_or_else(|| "-".to_owned(), |n| format!("{n:.3}"))
}

fn with_interval(value: &Value, signed: bool) -> String {
    let Some(n) = value["value"].as_f64() else { return "-".to_owned() };
    let show = |n: f64| if signed { format!("{n:+.3}") } else { format!("{n:.3}") };
    match (value["ci95"][0].as_f64(), value["ci95"][1].as_f64()) {
        (Some(lo), Some(hi)) => format!("{} ({} to {})", show(n), show(lo), show(hi)),
        _ => show(n),
    }
}

/// The rows with their columns under each other; where they are too wide, in several tables.
fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        // The name of a group of lines may reach into the columns.
        let cells = rows.iter().filter(|r| r.len() > 1).filter_map(|r| r.get(column));
        cells.map(|c| display_width(c)).max().unwrap_or(0)
    };
    let mut text = String::new();
    let mut next = 1;
    while next < count {
        let (mut shown, mut used) = (vec![0], width(0));
        while next < count && (shown.len() == 1 || used + 2 + width(next) <= WIDTH) {
            used += 2 + width(next);
            shown.push(next);
            next += 1;
        }
        for row in rows {
            let mut line = String::new();
            for &column in &shown {
                let cell = row.get(column).map_or("", String::as_str);
                line += &format!("{cell}{}  ", " ".repeat(width(column).saturating_sub(display_width(cell))));
            }
            text += &format!("{}\n", line.trim_end());
        }
        if next < count {
            text.push('\n');
        }
    }
    text
}
