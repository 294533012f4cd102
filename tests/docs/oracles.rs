//! `docs/variants/oracles.md` and `docs/variants/README.md` are written from the lists that the tests
//! replay and from the bundled files. `SOWER_WRITE_DOCS=1 cargo test docs` writes them anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use crate::support;
use crate::support::recorded::{self, Counted, Exception, Recording};

/// The page must be as it would be written.
fn page(path: &str, text: &str) {
    let path = recorded::folder(path);
    if std::env::var_os("SOWER_WRITE_DOCS").is_some() {
        let new = path.with_extension("md.new");
        fs::write(&new, text).expect("the page is written");
        fs::rename(&new, &path).expect("the page is put in place");
    }
    let now = fs::read_to_string(&path).unwrap_or_default();
    assert!(now == text, "{} isn't up to date: SOWER_WRITE_DOCS=1 cargo test docs", path.display());
}

/// A cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn options(set: &BTreeMap<String, String>) -> String {
    let all: Vec<String> = set.iter().map(|(k, v)| format!("`{k}={v}`")).collect();
    if all.is_empty() { "–".to_owned() } else { all.join(" ") }
}

const ORACLES: &str = "# What other programs do

The bundled games held against games and counts that two other programs made: Ludii, and StoneShark's MancalaGames. These are evidence and not truth: where one departs from a game's source, the source decides, and the place stands here as an exception. `cargo test` replays every game up to its exception and asserts the difference there; it makes the counts, too, up to a number of nodes.

This page is generated from `tests/playthroughs/index.jsonl` and `tests/perft/recorded.jsonl`; `tests/playthroughs/README.md` tells of the recordings.

- **Options** are those with which the file agrees with the recording; – is the game as it stands.
- **Plies** are the moves after which both agree: pits, stores, player to move and legal pits.
- A **match** goes on over the ends of rounds: the next round's layout and who starts it are compared, too. Of other recorded matches the first round is.
- An **exception** is named by its game, and the number of moves played before it. Behind an exception a match is taken up again with the next round.
- **Depth** is how far the counts of move paths agree; *folded* counts a player's plies in a row once.
";

#[test]
fn the_oracles_page() {
    let mut games: BTreeMap<String, (Vec<Recording>, Vec<Counted>)> = BTreeMap::new();
    for r in recorded::recordings() {
        games.entry(r.variant.clone()).or_default().0.push(r);
    }
    for c in recorded::counted() {
        games.entry(c.variant.clone()).or_default().1.push(c);
    }
    let mut text = ORACLES.to_owned();
    let all = || games.values().flat_map(|(r, _)| r);
    let exceptions: usize = all().map(|r| r.exceptions.len()).sum();
    let (files, played) = (all().count(), all().map(|r| r.games).sum::<usize>());
    let plies: usize = all().map(|r| r.plies).sum();
    let _ = writeln!(text, "\n{files} files, {played} games, {plies} plies that agree, {exceptions} exceptions.");
    let without: Vec<String> = sower::source::bundled()
        .iter()
        .filter(|b| !games.contains_key(b.name))
        .map(|b| format!("`{}`", b.name))
        .collect();
    let _ = writeln!(text, "\nNeither program has recorded {}.", without.join(", "));
    for (name, (recordings, counts)) in &games {
        let _ = writeln!(text, "\n## {name}\n");
        recorded_games(&mut text, recordings);
        counted(&mut text, counts);
    }
    page("docs/variants/oracles.md", &text);
}

fn recorded_games(text: &mut String, recordings: &[Recording]) {
    if recordings.is_empty() {
        return;
    }
    text.push_str("| recorded | options | games | plies |\n|---|---|---|---|\n");
    for r in recordings {
        let _ = writeln!(text, "| {} | {} | {} | {} |", cell(&r.title()), options(&r.set), r.games, r.plies);
    }
    if recordings.iter().any(|r| !r.exceptions.is_empty()) {
        text.push_str("\n| recorded | game, ply | what differs | what decides |\n|---|---|---|---|\n");
    }
    for r in recordings {
        let mut kinds: Vec<(&Exception, Vec<String>)> = Vec::new();
        for e in &r.exceptions {
            match kinds.iter_mut().find(|(k, _)| (&k.rule, &k.source) == (&e.rule, &e.source)) {
                Some((_, places)) => places.push(e.place()),
                None => kinds.push((e, vec![e.place()])),
            }
        }
        for (e, places) in kinds {
            let (rule, source) = (cell(&e.rule), cell(&e.source));
            let _ = writeln!(text, "| {} | {} | {rule} | {source} |", cell(&r.title()), places.join("; "));
        }
    }
    for r in recordings {
        if r.marked_pits.is_some() {
            let _ = writeln!(text, "\n{}: seeds in marked pits, which it leaves there, count as won.", r.title());
        }
        if let Some(note) = &r.note {
            let _ = writeln!(text, "\n{}: {note}", r.title());
        }
    }
}

fn counted(text: &mut String, counts: &[Counted]) {
    if counts.is_empty() {
        return;
    }
    text.push_str("\n| counted | options | depth | what differs then | what decides |\n|---|---|---|---|---|\n");
    for c in counts {
        let fold = if c.fold { ", folded" } else { "" };
        let (rule, source) = c.exception.as_ref().map_or(("", ""), |e| (e.rule.as_str(), e.source.as_str()));
        let (recorded, set) = (cell(&c.title()), options(&c.set));
        let _ = writeln!(text, "| {recorded} | {set} | {}{fold} | {} | {} |", c.agrees(), cell(rule), cell(source));
    }
}

const LIBRARY: &str = "# The bundled games

Each is a file in `variants/`: the game with its sources, the points on which they disagree as options, and worked examples. Those with *rounds* say what follows a round, and can be played as a match (`--match`). `sower show NAME` tells more of each; [oracles.md](oracles.md) tells how they compare with other programs. This page is generated.
";

#[test]
fn the_list_of_games() {
    let mut families: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for b in sower::source::bundled() {
        let ir = support::ir(b.name);
        let h = &ir.header;
        let people = h.people.iter().chain(&h.region).cloned().collect::<Vec<String>>();
        let also = if h.also.is_empty() { String::new() } else { format!(" ({})", h.also.join(", ")) };
        let rounds = if ir.rounds.is_some() { "rounds" } else { "" };
        let row =
            format!("| `{}` | {}{} | {} | {} |", b.name, cell(&h.title), cell(&also), cell(&people.join("; ")), rounds);
        families.entry(b.family).or_default().push(row);
    }
    let mut text = LIBRARY.to_owned();
    for (family, rows) in families {
        let _ =
            writeln!(text, "\n## {family}\n\n| name | game | where | match |\n|---|---|---|---|\n{}", rows.join("\n"));
    }
    page("docs/variants/README.md", &text);
}
