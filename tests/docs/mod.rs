//! What the documents say is what the program does.

mod oracles;
mod snippets;

use std::fs;
use std::path::Path;
use std::process::Command;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn block<'a>(text: &'a str, kind: &str) -> &'a str {
    let from = text.find(&format!("```{kind}\n")).unwrap_or_else(|| panic!("no block of {kind}"));
    let text = &text[from + kind.len() + 4..];
    &text[..text.find("\n```").expect("the block's end")]
}

#[test]
fn readme_shows_bosh_whole() {
    let bosh = sower::source::bundled_by_name("bosh").expect("bundled");
    assert_eq!(block(&read("README.md"), "sow"), bosh.text.trim_end());
}

#[test]
fn readme_shows_what_a_move_prints() {
    let run = Command::new(env!("CARGO_BIN_EXE_sower")).args(["replay", "bosh", "C", "--why"]).output().expect("runs");
    assert!(run.status.success());
    let printed: Vec<String> = String::from_utf8_lossy(&run.stdout).lines().map(|l| l.trim_end().to_owned()).collect();
    let readme = read("README.md");
    let shown: Vec<&str> = block(&readme, "text").lines().collect();
    assert!(printed.windows(shown.len()).any(|w| w == shown), "the README shows something else");
}

#[test]
fn the_architecture_page_names_every_room() {
    let page = read("docs/architecture.md");
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).expect("src") {
        let name = entry.expect("an entry").file_name().to_string_lossy().trim_end_matches(".rs").to_owned();
        assert!(name == "lib" || name == "main" || page.contains(&format!("`{name}`")), "{name} isn't on the page");
    }
}

/// The record on the page about playing can be loaded.
#[test]
fn the_playing_page_shows_a_record() {
    let text = read("docs/playing.md");
    let source = sower::source::Source::new("docs/playing.md", block(&text, "text"));
    let record = sower::record::Record::read(&source).expect("a record");
    let game = crate::support::game("kalah", &[]);
    record.replay(&game).unwrap_or_else(|d| panic!("{d:?}"));
}
