//! The layers: a room imports only rooms to its left, and no game is in the Rust code.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms in order. Rooms on one line don't see each other, except as `SIDEWAYS` says.
const LAYERS: &[&[&str]] = &[
    &["source"],
    &["diagnostic"],
    &["syntax"],
    &["ir"],
    &["check"],
    &["engine"],
    &["players", "simulate", "solve", "analyse", "render", "record", "chance"],
    &["serve", "table"],
    &["tui"],
    &["cli"],
];

/// What a room may import of its own layer: a simulation has its games played by players.
const SIDEWAYS: &[(&str, &str)] = &[
    ("simulate", "players"),
    ("simulate", "chance"),
    ("players", "chance"),
    ("analyse", "chance"),
    ("analyse", "players"),
];

/// From `engine` on nobody but the command line sees how a file is written.
const BLIND: &[&str] = &["syntax", "check"];

fn layer(room: &str) -> Option<usize> {
    LAYERS.iter().position(|l| l.contains(&room))
}

fn rust_files(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        fs::read_dir(dir).expect("a folder of the project").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

fn sources() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    files
        .into_iter()
        .map(|path| {
            let relative = path.strip_prefix(&root).expect("below src").to_owned();
            let first = relative.components().next().expect("a name").as_os_str().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).expect("a source file");
            (first.trim_end_matches(".rs").to_owned(), relative, text)
        })
        .collect()
}

/// Rooms named after `crate::` in a text, grouped imports included.
fn imports(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("crate::") {
        rest = &rest[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let inner = &group[..group.find("};").unwrap_or(0)];
            let mut depth = 0;
            let mut word = String::new();
            for c in inner.chars() {
                match c {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => out.push(std::mem::take(&mut word)),
                    c if depth == 0 => word.push(c),
                    _ => {}
                }
            }
            out.push(word);
        } else {
            out.push(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    out.into_iter()
        .map(|w| w.trim().split("::").next().unwrap_or("").trim().to_owned())
        .filter(|w| !w.is_empty())
        .collect()
}

#[test]
fn arrows_point_one_way() {
    let mut wrong = Vec::new();
    for (room, path, text) in sources() {
        let Some(own) = layer(&room) else {
            assert!(matches!(room.as_str(), "lib" | "main"), "{} belongs to no layer", path.display());
            continue;
        };
        for import in imports(&text) {
            let Some(other) = layer(&import) else { continue };
            let sideways = SIDEWAYS.contains(&(room.as_str(), import.as_str()));
            let backwards = other > own || (other == own && import != room && !sideways);
            let seen = own >= 5 && room != "cli" && BLIND.contains(&import.as_str());
            if backwards || seen {
                wrong.push(format!("{} imports {import}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn imports_are_found() {
    let text = "use crate::engine::Game;\nuse crate::{ir::{self, Num}, source};\nlet x = crate::cli::run();";
    assert_eq!(imports(text), ["engine", "ir", "source", "cli"]);
}

/// A game is data: no bundled game's name stands in the code (comments and examples in them aside).
#[test]
fn no_game_in_the_code() {
    let names: Vec<&str> = sower::source::bundled().iter().map(|b| b.name).collect();
    assert!(names.len() >= 4);
    for (_, path, text) in sources() {
        // Unit tests of a room may build games by hand.
        if path.components().any(|c| c.as_os_str() == "tests") || path.ends_with("tests.rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        for line in code.lines().map(|l| l.split("//").next().unwrap_or("")) {
            let folded = line.to_lowercase();
            for name in &names {
                assert!(!folded.contains(&format!("\"{name}\"")), "{}: {line}", path.display());
            }
        }
    }
}

/// What must not be left in the code.
#[test]
fn nothing_left_behind() {
    for (_, path, text) in sources() {
        for banned in ["todo!(", "unimplemented!(", "dbg!("] {
            assert!(!text.contains(banned), "{} has {banned}", path.display());
        }
    }
}
