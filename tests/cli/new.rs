//! `sower new`

use std::path::Path;
use std::process::Command;

use super::{Ran, sower};

/// Runs `sower` in a folder.
fn within(folder: &Path, args: &[&str]) -> Ran {
    let ran = Command::new(env!("CARGO_BIN_EXE_sower")).args(args).current_dir(folder).output().expect("sower runs");
    Ran {
        out: String::from_utf8(ran.stdout).expect("text"),
        err: String::from_utf8(ran.stderr).expect("text"),
        status: ran.status.code().unwrap_or(-1),
    }
}

/// What was written is a game that checks, is formatted, and whose examples hold.
fn good(folder: &Path, file: &str) -> String {
    let checked = within(folder, &["check", "--json", file]).expect(0).json();
    assert!(checked.iter().all(|d| d["code"] == "W0301"), "{checked:?}");
    assert_eq!(within(folder, &["fmt", "--check", file]).expect(0).out, "");
    within(folder, &["test", file]).expect(0);
    std::fs::read_to_string(folder.join(file)).expect("written")
}

#[test]
fn a_starter() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = within(folder.path(), &["new", "my-first_game"]).expect(0);
    assert_eq!(ran.out, "");
    assert!(ran.err.contains("my-first_game.sow is written"), "{}", ran.err);
    let text = good(folder.path(), "my-first_game.sow");
    assert!(text.contains("game \"My first game\" {"), "{text}");
    assert!(text.lines().filter(|l| l.trim_start().starts_with('#')).count() > 12, "{text}");
    insta::assert_snapshot!(text);
    // Any option's value makes a game, too.
    within(folder.path(), &["simulate", "my-first_game.sow", "--games", "5", "--set", "last-seed=rests"]).expect(0);
}

#[test]
fn from_every_bundled_game() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in sower::source::bundled() {
        let name = format!("like-{}", game.name);
        let ran = within(folder.path(), &["new", &name, "--like", game.name, "--json"]).expect(0);
        let file = ran.json()[0]["file"].as_str().expect("a name").to_owned();
        let text = good(folder.path(), &file);
        assert!(text.contains(&format!("game \"Like {}\" {{", game.name.replace('-', " "))), "{text}");
        assert!(
            text.contains("# people \"who play it\"") && text.contains("note \"begun from the rules of "),
            "{text}"
        );
        let of = |text: &str| {
            let ir = sower::check::check(&sower::source::Source::new("x", text)).game.expect("a game");
            (ir.phases[0].hooks.landing.iter().flatten().map(|r| r.text.clone()).collect::<Vec<_>>(), ir.header.people)
        };
        assert_eq!(of(&text).0, of(game.text).0);
        assert!(of(&text).1.is_empty(), "the provenance is another game's");
    }
}

/// A file that extends another by a path is begun from a folder beside it.
#[test]
fn from_a_game_that_extends_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games");
    std::fs::create_dir(&games).expect("a folder");
    let base = "game \"Base\" { source \"made up\" }\nboard { rows 2; pits 6 a row; seeds 4 each }\n\
        sowing { clockwise }\nround {\n  over when mover cannot move => owners keep the rest\n  \
        over when the position repeats => draw\n  endless => illegal\n}\n";
    std::fs::write(games.join("base.sow"), base).expect("written");
    let child = "# Smaller.\nextends \"base.sow\"\ngame \"Child\" { source \"made up\" }\nboard { pits 5 a row }\n";
    std::fs::write(games.join("child.sow"), child).expect("written");
    within(folder.path(), &["new", "mine", "--like", "games/child.sow"]).expect(0);
    let text = good(folder.path(), "mine.sow");
    assert!(text.starts_with("# Smaller.\nextends \"games/base.sow\"\n"), "{text}");
    assert_eq!(within(folder.path(), &["moves", "mine.sow"]).expect(0).out.lines().count(), 5);
    within(folder.path(), &["new", "bosh-too", "--like", "bosh"]).expect(0);
}

#[test]
fn names_in_other_scripts() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["หมากหลุม", "Тоғыз құмалақ", "播棋", "ألعاب.sow"] {
        within(folder.path(), &["new", name]).expect(0);
        good(folder.path(), &format!("{}.sow", name.trim_end_matches(".sow")));
    }
}

#[test]
fn nothing_is_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine.sow"), "game \"Mine\"\n").expect("written");
    for args in [&["new", "mine"][..], &["new", "mine.sow", "--like", "kalah"]] {
        let ran = within(folder.path(), args).expect(3);
        assert!(ran.err.contains("mine.sow is there already"), "{}", ran.err);
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("mine.sow")).expect("there"), "game \"Mine\"\n");
    assert_eq!(std::fs::read_dir(folder.path()).expect("read").count(), 1);
}

#[test]
fn bad_names_and_models() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = "x".repeat(300);
    for (name, fix) in [
        ("", "say how the game is called"),
        ("a/b", "without `/`"),
        ("..", "begin it with a letter"),
        (".hidden", "begin it with a letter"),
        ("a\nb", "use letters, digits, hyphens"),
        ("what?", "use letters, digits, hyphens"),
        (" x", "take the blank"),
        ("!!", "use a letter or a digit"),
        (long.as_str(), "use a shorter name"),
    ] {
        let ran = within(folder.path(), &["new", name]).expect(2);
        assert!(ran.err.contains(fix), "{name:?}: {}", ran.err);
    }
    let ran = within(folder.path(), &["new", "x", "--like", "kalha"]).expect(3);
    assert!(ran.err.contains("did you mean `kalah`?"), "{}", ran.err);
    within(folder.path(), &["new", "x", "--like", &super::kalah()]).expect(2);
    assert_eq!(std::fs::read_dir(folder.path()).expect("read").count(), 0);
    assert!(sower(&["new"]).expect(2).err.contains("NAME"));
}
