//! Files that begin from others.

use std::path::Path;
use std::process::Command;

use sower::source::{Files, Source};

use super::Ran;

const FIVE: &str = "game \"Five\" { source \"a test\" }
extends \"oware\"
option grand-slam = allowed
board { pits 5 a row }
sowing { clockwise }
landing {
  here holds 4 => capture here
  otherwise as in \"Oware\"
}
round {
  over when score of a player > 20 => that player wins
  otherwise as in \"oware\"
}
example \"Four are taken\" {
  south 0 0 1 0 0  north 0 0 0 0 3  won 18 18
  play C
  expect south 0 1 0 0 0  north 0 0 0 0 3
}
";

const THREE: &str = "game \"Three\" { source \"a test\" }
extends \"five.sow\"
board { seeds 3 each }
let prey = back from here while theirs and many
let many of P = P holds least..3
option least = 2 in 1..3
moves { from my pits }
after turn { }
";

/// Files in a folder of their own.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        Folder(folder)
    }

    fn run(&self, args: &[&str]) -> Ran {
        sower_in(self.0.path(), args)
    }
}

fn sower_in(folder: &Path, args: &[&str]) -> Ran {
    let run = Command::new(env!("CARGO_BIN_EXE_sower"))
        .args(args)
        .args(["--color", "never"])
        .current_dir(folder)
        .output()
        .expect("sower runs");
    Ran {
        out: String::from_utf8(run.stdout).expect("text"),
        err: String::from_utf8(run.stderr).expect("text"),
        status: run.status.code().unwrap_or(-1),
    }
}

/// What `check` says of a file beside `five.sow`.
fn told(text: &str) -> String {
    Folder::new(&[("five.sow", FIVE), ("x.sow", text)]).run(&["check", "x.sow"]).expect(1).err
}

#[test]
fn what_differs_is_said_and_the_rest_is_taken_over() {
    let folder = Folder::new(&[("five.sow", FIVE), ("three.sow", THREE)]);
    folder.run(&["check", "--deny-warnings", "five.sow", "three.sow"]).expect(0);
    folder.run(&["test", "five.sow", "three.sow"]).expect(0);
    folder.run(&["fmt", "--check", "five.sow"]).expect(0);
    insta::assert_snapshot!(folder.run(&["expand", "three.sow"]).expect(0).out);
}

/// A file beside the one in hand, wherever the command is run.
#[test]
fn paths_are_seen_from_the_file() {
    let folder = Folder::new(&[("five.sow", FIVE), ("three.sow", THREE)]);
    let path = folder.0.path().join("three.sow");
    sower_in(Path::new("/"), &["check", path.to_str().expect("text")]).expect(0);
}

#[test]
fn each_rule_is_named_with_its_file() {
    let folder = Folder::new(&[("five.sow", FIVE)]);
    let why = |position: &str| {
        let args = ["replay", "five.sow", "A", "--position", position, "--free", "--why"];
        folder.run(&args).expect(0).out
    };
    // Clockwise from A the second seed falls in d.
    let taken = why("2,0,0,0,0/0,0,0,3,0;0,0;south");
    assert!(taken.contains("five.sow:7  here holds 4 => capture here"), "{taken}");
    let taken = why("2,0,0,0,0/0,0,0,2,0;0,0;south");
    assert!(taken.contains("oware.sow:27  otherwise => capture prey"), "{taken}");
    let json = folder.run(&["simulate", "five.sow", "--games", "20", "--seed", "1", "--json"]).expect(0).json();
    let fired: Vec<&String> = json[0]["rules_fired"].as_object().expect("rules").keys().collect();
    assert!(fired.iter().any(|f| *f == "five.sow:7") && fired.iter().any(|f| *f == "oware.sow:27"), "{fired:?}");
}

/// The IR of such a file is a whole game: it needs no other file.
#[test]
fn the_ir_stands_alone() {
    let folder = Folder::new(&[("five.sow", FIVE)]);
    let ir = folder.run(&["expand", "five.sow", "--json"]).expect(0).out;
    let alone = Folder::new(&[("five.ir.json", &ir)]);
    let perft = |folder: &Folder, name: &str| {
        let nodes = folder.run(&["perft", name, "--depth", "5", "--json"]).expect(0).json();
        nodes[0]["nodes"].clone()
    };
    assert_eq!(perft(&folder, "five.sow"), perft(&alone, "five.ir.json"));
    let why = |folder: &Folder, name: &str| {
        folder.run(&["replay", name, "A", "--why"]).expect(0).out.contains("oware.sow:27")
    };
    assert!(why(&folder, "five.sow") && why(&alone, "five.ir.json"));
}

/// Saying everything again changes nothing.
#[test]
fn a_file_that_says_nothing_is_the_other_game() {
    let folder = Folder::new(&[("same.sow", "game \"Same\" { source \"a test\" }\nextends \"oware\"\n")]);
    let nodes =
        |name: &str| folder.run(&["perft", name, "--depth", "6", "--json"]).expect(0).json()[0]["nodes"].clone();
    assert_eq!(nodes("same.sow"), nodes("oware"));
}

#[test]
fn a_section_begun_anew_keeps_nothing() {
    let text = "game \"X\" { source \"a test\" }\nextends \"oware\"\nsowing anew { counterclockwise }\n\
        board anew { rows 2; pits 3 a row; seeds 12 each }\n";
    let folder = Folder::new(&[("x.sow", text)]);
    let printed = folder.run(&["expand", "x.sow"]).expect(0).out;
    assert!(printed.contains("sowing { counterclockwise }"), "{printed}");
    assert!(printed.contains("seeds 12 each; stores apart"), "{printed}");
}

#[test]
fn others_that_cannot_be_found() {
    let head = "game \"X\" { source \"a test\" }\nextends";
    let all = ["\"owaree\"", "\"moon\"", "\"moon.sow\"", "\"x.sow\"", "\"oware\"\nextends \"bosh\""];
    let said: Vec<String> = all.iter().map(|name| told(&format!("{head} {name}\n"))).collect();
    insta::assert_snapshot!(said.join("\n"));
}

/// Mistakes of the other file are one message, with the first of them; own ones are told too.
#[test]
fn others_with_mistakes() {
    let broken = FIVE.replace("here holds 4", "here holds foor");
    let text = "game \"X\" { source \"a test\" }\nextends \"broken.sow\"\nboord { }\n";
    let folder = Folder::new(&[("broken.sow", &broken), ("x.sow", text)]);
    insta::assert_snapshot!(folder.run(&["check", "x.sow"]).expect(1).err);
}

#[test]
fn circles_and_long_chains() {
    let extends = |name: &str| format!("game \"X\" {{ source \"a test\" }}\nextends \"{name}\"\n");
    let (a, b) = (extends("b.sow"), extends("a.sow"));
    let folder = Folder::new(&[("a.sow", &a), ("b.sow", &b)]);
    insta::assert_snapshot!(folder.run(&["check", "a.sow"]).expect(1).err);
    let chain: Vec<(String, String)> = (0..9)
        .map(|i| (format!("{i}.sow"), extends(&if i == 8 { "oware".to_owned() } else { format!("{}.sow", i + 1) })))
        .collect();
    let chain: Vec<(&str, &str)> = chain.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    let folder = Folder::new(&chain);
    folder.run(&["check", "2.sow"]).expect(0);
    let told = folder.run(&["check", "1.sow"]).expect(1).err;
    assert!(told.contains("more than 8 files"), "{told}");
}

/// What doesn't go with the rules that are taken over is told where they stand, once a cause.
#[test]
fn what_does_not_fit() {
    let text = "game \"X\" { source \"a test\" }
extends \"five.sow\"
let prey = 5
option slam = a | b
landing { otherwise as in \"kalah\"; here is occupied => end }
after turn { otherwise as in \"five.sow\" }
moves anew { from my pits }
";
    insta::assert_snapshot!(told(text));
    let json = Folder::new(&[("five.sow", FIVE), ("x.sow", text)]).run(&["check", "x.sow", "--json"]).expect(1).json();
    assert!(json.iter().any(|d| d["file"] == "oware.sow" && d["code"] == "E0303"), "{json:?}");
}

#[test]
fn words_without_another_file() {
    let text = "game \"X\" { source \"a test\" }
board anew { rows 2; pits 6 a row; seeds 4 each }
sowing { clockwise }
landing { otherwise as in \"oware\" }
round { over when mover cannot move => draw; over when the position repeats => draw }
";
    insta::assert_snapshot!(told(text));
}

/// An option of the other file that no rule asks for any more may be taken away.
#[test]
fn an_option_that_nothing_asks_for_is_narrowed() {
    let text = "game \"X\" { source \"a test\" }\nextends \"kalah\"\noption seeds = 4\n\
        board { seeds 4 4 4 4 4 5 for south; seeds 4 4 4 4 4 3 for north }\n";
    let folder = Folder::new(&[("x.sow", text)]);
    folder.run(&["check", "--deny-warnings", "x.sow"]).expect(0);
    folder.run(&["show", "x.sow", "--set", "seeds=6"]).expect(1);
}

/// The text of whatever file is asked for.
struct Only(String);

impl Files for Only {
    fn read(&self, path: &str, _: &Source) -> Result<Source, String> {
        Ok(Source::new(path, self.0.as_str()))
    }
}

/// Lets that others use are put before them, however many there are.
#[test]
fn thousands_of_lets_come_in_an_order_that_works() {
    const MANY: usize = 2_000;
    let head = "board { rows 2; pits 6 a row; seeds 4 each }\nsowing { clockwise }\n\
        round { over when mover cannot move => draw; over when the position repeats => draw }\n";
    let old: String = (0..MANY).map(|i| format!("let old{i} = {i}\n")).collect();
    let sum = "let sum = old0 + old1 + old2\n";
    // Each old one is now said by a new one, which the file names behind it.
    let own: String = (0..MANY).rev().map(|i| format!("let old{i} = new{i} + 1\nlet new{i} = {i}\n")).collect();
    let base = format!("game \"Base\" {{ source \"a test\" }}\n{head}{old}{sum}");
    let child = format!("game \"Child\" {{ source \"a test\" }}\nextends \"base.sow\"\n{own}");
    // An engine takes fewer, so the file is only checked.
    let checked = sower::check::check_with(&Source::new("child.sow", child), &Only(base));
    let game = checked.game.unwrap_or_else(|| panic!("{:?}", checked.diagnostics.first()));
    let names: Vec<&str> = game.lets.iter().map(|l| &*l.name).collect();
    assert_eq!(names.len(), 2 * MANY + 1);
    let place: std::collections::HashMap<&str, usize> = names.iter().enumerate().map(|(i, &n)| (n, i)).collect();
    for i in 0..MANY {
        assert!(place[&*format!("new{i}")] < place[&*format!("old{i}")], "{i}");
    }
    assert!((0..3).all(|i| place[&*format!("old{i}")] < place["sum"]));
    // Otherwise the order stays that of the other file.
    let olds: Vec<usize> = (0..MANY).map(|i| place[&*format!("old{i}")]).collect();
    assert!(olds.is_sorted());
}
