//! Exit statuses, help, and commands that need no game.

use std::process::{Command, Stdio};

use super::{fixture, kalah, sower, sower_with};

#[test]
fn help_and_version() {
    insta::assert_snapshot!("help", sower(&["--help"]).expect(0).out);
    insta::assert_snapshot!("help_simulate", sower(&["simulate", "--help"]).expect(0).out);
    assert!(sower(&["--version"]).expect(0).out.starts_with("sower "));
}

#[test]
fn wrong_command_lines() {
    for args in [
        &["frobnicate"][..],
        &["perft", "kalah"],
        &["perft", "kalah", "--depth", "0"],
        &["simulate", "kalah", "--games", "0"],
        &["simulate", "kalah", "--south", "minimax"],
        &["simulate", "kalah", "--south", "human"],
        &["show", "kalah", "--set", "seeds"],
        &["show", "kalah", "--color", "sometimes"],
        &["replay", "-", "--moves", "-"],
        &["play", "-"],
        &["play"],
        &["play", "kalah", "--speed", "10"],
        &["play", "kalah", "--save", "Cargo.toml"],
        &["play", "kalah", "--load", "x", "--position", "y"],
        &[],
    ] {
        let ran = sower(args).expect(2);
        assert!(ran.out.is_empty() && !ran.err.is_empty(), "{args:?}");
    }
}

#[test]
fn what_is_not_built_yet_says_so() {
    let kalah = kalah();
    for args in [
        &["rules", "kalah"][..],
        &["solve", "kalah", "--position", "P", "--limit-seconds", "3"],
        &["best", "kalah"],
        &["diff", "kalah", "oware"],
        &["simulate", &kalah, "--format", "parquet"],
        &["simulate", &kalah, "--north", "mcts:50"],
        &["play", &kalah, "--north", "mcts"],
    ] {
        let ran = sower(args).expect(2);
        assert!(ran.err.contains("not built yet"), "{args:?}: {}", ran.err);
        assert!(ran.out.is_empty());
    }
}

#[test]
fn games_that_are_not_there() {
    let ran = sower(&["show", "kalha"]).expect(3);
    assert!(ran.err.contains("did you mean `kalah`?"), "{}", ran.err);
    let ran = sower(&["show", "no/such/file.sow"]).expect(3);
    assert!(ran.err.contains("no/such/file.sow can't be read"), "{}", ran.err);
    sower(&["check", "no/such/file.sow"]).expect(3);
    sower(&["fmt", "no/such/file.sow"]).expect(3);
    sower(&["replay", &kalah(), "--moves", "no/such/file"]).expect(3);
    sower(&["simulate", &kalah(), "--games", "1", "--out", "no/such/folder/file"]).expect(3);
}

#[test]
fn ir_files_that_cannot_be_read() {
    for (text, expected) in [
        (&b"{ \"format\": 999 }"[..], "format 999"),
        (b"{ \"format\": 1 }", "can't be read"),
        (b"{}", "no `format`"),
        (b"{ x", "isn't JSON"),
    ] {
        let ran = sower_with(&["show", "-"], text).expect(1);
        assert!(ran.err.contains("E0902") && ran.err.contains(expected), "{}", ran.err);
    }
}

#[test]
fn files_that_are_not_text() {
    for command in ["check", "show", "fmt"] {
        let ran = sower_with(&[command, "-"], b"game\xff").expect(1);
        assert!(ran.err.contains("E0101"), "{}", ran.err);
    }
    let ran = sower_with(&["check", "--json", "-"], b"game\0").expect(1);
    let line = &ran.json()[0];
    assert_eq!((&line["file"], &line["code"], &line["severity"]), (&"-".into(), &"E0101".into(), &"error".into()));
}

#[test]
fn colours() {
    let args = ["show", "-"];
    assert!(!sower_with(&args, b"{}").err.contains('\u{1b}'));
    assert!(sower_with(&["show", "-", "--color", "always"], b"{}").err.contains('\u{1b}'));
    assert!(!sower_with(&["show", "-", "--color", "never"], b"{}").err.contains('\u{1b}'));
}

#[test]
fn manual() {
    assert!(sower(&["man"]).expect(0).out.contains(".TH sower 1"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("man");
    sower(&["man", "--out", path.to_str().expect("text")]).expect(0);
    assert!(path.join("sower-replay.1").is_file());
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sower"))
        .args(["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sower starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("sower ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn fmt_keeps_rights_and_links() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (folder.path().join("a.sow"), folder.path().join("b.sow"));
    std::fs::write(&file, "\u{feff}game \"A\"\n").expect("written");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&file, &link).expect("linked");
    let name = link.to_str().expect("text");
    let ran = sower(&["fmt", "--check", name]).expect(1);
    assert_eq!(ran.out, format!("{name}\n"));
    sower(&["fmt", name]).expect(0);
    assert!(link.is_symlink());
    assert!(!std::fs::read_to_string(&file).expect("read").starts_with('\u{feff}'));
    assert_eq!(sower(&["fmt", "--check", name]).expect(0).out, "");
    assert_eq!(std::fs::read_dir(folder.path()).expect("read").count(), 2);
}

#[test]
fn fixture_exists() {
    assert!(std::path::Path::new(&fixture("kalah.ir.json")).is_file());
}
