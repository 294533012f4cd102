//! `sower explain`: a page for every code, whose examples are what it says.

use std::process::Command;

use sower::diagnostic::pages::{self, Example};
use sower::diagnostic::{Code, codes};

use super::{sower, sower_with};
use crate::support::whole;

/// What the program says of an example.
fn told(example: Example) -> String {
    if !example.typed {
        // A file without any rules is meant so.
        let text = if example.text.starts_with('#') { example.text.to_owned() } else { whole(example.text) };
        let ran = sower_with(&["check", "-", "--json"], text.as_bytes());
        return ran.out;
    }
    let command = example.text.strip_prefix("$ ").expect("a command");
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_sower")).parent().expect("a folder").to_owned();
    let mut path = vec![folder];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let nowhere = tempfile::tempdir().expect("a folder");
    let ran = Command::new("sh")
        .args(["-c", command])
        .current_dir(nowhere.path())
        .env("PATH", std::env::join_paths(path).expect("a path"))
        .output()
        .expect("a shell");
    format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr))
}

fn page(code: &Code) -> pages::Page {
    pages::page(code).unwrap_or_else(|| panic!("docs/errors/{}.md is missing or not in its form", code.id))
}

#[cfg(unix)]
#[test]
fn each_page_is_borne_out() {
    let mut bad = Vec::new();
    for &code in codes::ALL {
        let page = page(code);
        let (wrong, right) = (told(page.wrong), told(page.right));
        if !wrong.contains(code.id) {
            bad.push(format!("{}: the wrong example gives\n{wrong}", code.id));
        }
        let error = right.contains("\"severity\":\"error\"") || right.contains("error:") || right.contains("E0");
        if right.contains(code.id) || error {
            bad.push(format!("{}: the right example gives\n{right}", code.id));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn no_page_without_a_code() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/errors");
    for entry in std::fs::read_dir(folder).expect("pages") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        let id = name.strip_suffix(".md").unwrap_or_else(|| panic!("{name} is no page"));
        assert_eq!(codes::by_id(id).map(|c| c.id), Some(id));
    }
}

#[test]
fn a_page() {
    insta::assert_snapshot!(sower(&["explain", "e0204"]).expect(0).out);
    let object = &sower(&["explain", "W0202", "--json"]).expect(0).json()[0];
    let keys: Vec<&String> = object.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["code", "severity", "title", "meaning", "wrong", "right"]);
    assert!(object["wrong"].as_str().expect("text").contains("here is empty"));
}

#[test]
fn codes_are_listed_and_suggested() {
    let list = sower(&["explain"]).expect(0).out;
    assert_eq!(list.lines().count(), codes::ALL.len());
    assert!(list.starts_with("E0101  the file isn't text\n"), "{list}");
    let json = sower(&["explain", "--json"]).expect(0).json();
    assert_eq!(json[0].as_array().map(Vec::len), Some(codes::ALL.len()));
    assert!(sower(&["explain", "E0504x"]).expect(2).err.contains("did you mean E0504?"));
    assert!(sower(&["explain", "nonsense"]).expect(2).err.contains("`sower explain` lists them"));
}
