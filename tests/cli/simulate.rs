//! `sower simulate`

use serde_json::Value;

use super::{kalah, sower};

fn object(args: &[&str]) -> Value {
    let kalah = kalah();
    let mut all = vec!["simulate", kalah.as_str(), "--json"];
    all.extend(args);
    let mut object = sower(&all).expect(0).json().remove(0);
    for time in ["seconds", "plies_per_second"] {
        assert!(object[time].is_number());
        object[time] = Value::Null;
    }
    object
}

#[test]
fn the_seed_alone_decides() {
    let one = object(&["--games", "300", "--seed", "7", "--jobs", "1"]);
    assert_eq!(one, object(&["--games", "300", "--seed", "7", "--jobs", "2"]));
    assert_eq!(one, object(&["--games", "300", "--seed", "7", "--jobs", "5"]));
    assert_ne!(one, object(&["--games", "300", "--seed", "8", "--jobs", "2"]));
    let wins: u64 = one["wins"].as_object().expect("wins").values().filter_map(Value::as_u64).sum();
    assert_eq!(wins, 300);
    for key in ["plies", "turns", "laps_per_turn", "branching", "score_margin", "captures"] {
        for part in ["mean", "sd", "min", "median", "max"] {
            assert!(one[key][part].is_number(), "{key} {part}");
        }
    }
    assert!(one["rules_fired"]["kalah.sow:12"].as_u64() >= Some(300), "{}", one["rules_fired"]);
    assert_eq!(one["players"]["south"], "random");
    assert!(one["first_player_advantage"]["ci95"][1].as_f64() > one["first_player_advantage"]["value"].as_f64());
}

#[test]
fn better_players_win() {
    for better in ["greedy", "ab:2"] {
        let one = object(&["--games", "100", "--seed", "1", "--south", "random", "--north", better]);
        assert!(one["wins"]["north"].as_u64() > Some(70), "{better}: {}", one["wins"]);
    }
}

#[test]
fn games_can_be_given_up() {
    let one = object(&["--games", "10", "--seed", "1", "--max-plies", "3"]);
    assert_eq!(one["unfinished"], 10);
    assert_eq!(one["plies"]["max"], 3);
    assert_eq!(one["score_margin"]["mean"], Value::Null);
}

#[test]
fn a_row_a_game() {
    let args = ["simulate", &kalah(), "--games", "70", "--seed", "3", "--format", "csv"];
    let rows = sower(&args).expect(0).out;
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines.len(), 71);
    assert_eq!(lines[0], "game,seed,starter,winner,score_south,score_north,plies,turns,captures,undecided,reason");
    assert!(lines[1].starts_with("0,3,south,") && lines[70].starts_with("69,3,south,"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rows.csv");
    let mut args = args.to_vec();
    args.extend(["--jobs", "2", "--out", file.to_str().expect("text")]);
    assert_eq!(sower(&args).expect(0).out, "");
    assert_eq!(std::fs::read_to_string(file).expect("read"), rows);
}

#[test]
fn for_people() {
    let ran = sower(&["simulate", &kalah(), "--games", "5"]).expect(0);
    assert!(ran.out.contains("seed ") && ran.out.contains("rules fired"), "{}", ran.out);
}

/// Starts a run that never ends by itself.
#[cfg(unix)]
fn endless(args: &[&str]) -> std::process::Child {
    use std::process::{Command, Stdio};
    Command::new(env!("CARGO_BIN_EXE_sower"))
        .args(["simulate", "kalah", "--games", "1000000000", "--seed", "1", "--jobs", "2"])
        .args(args)
        .stdout(Stdio::piped())
        .spawn()
        .expect("sower starts")
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
}

#[cfg(unix)]
#[test]
fn an_interruption_prints_what_was_done() {
    // Whether games are being played can't be seen from outside; where they weren't yet, wait longer.
    for wait in [300, 1_000, 3_000, 10_000, 30_000] {
        let child = endless(&["--json"]);
        std::thread::sleep(std::time::Duration::from_millis(wait));
        interrupt(&child);
        let output = child.wait_with_output().expect("sower ends");
        let object: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let Some(games @ 1..) = object["games"].as_u64() else { continue };
        assert_eq!(output.status.code(), Some(130));
        let wins: u64 = object["wins"].as_object().expect("wins").values().filter_map(Value::as_u64).sum();
        assert!(games < 1_000_000_000 && wins == games, "{object}");
        return;
    }
    panic!("no games were played in half a minute");
}

/// As soon as rows have come, the run is interrupted; those that came are whole, on the terminal and in a
/// file.
#[cfg(unix)]
#[test]
fn an_interruption_keeps_the_rows() {
    use std::io::{BufRead, BufReader, Read};
    let mut child = endless(&["--format", "csv"]);
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut text = String::new();
    out.read_line(&mut text).expect("a head");
    interrupt(&child);
    out.read_to_string(&mut text).expect("rows");
    assert_eq!(child.wait().expect("sower ends").code(), Some(130));
    rows_are_whole(&text);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rows.csv");
    let mut child = endless(&["--format", "csv", "--out", file.to_str().expect("text")]);
    let begun = || {
        let mut entries = std::fs::read_dir(folder.path()).expect("a folder").filter_map(Result::ok);
        entries.any(|e| e.metadata().is_ok_and(|m| m.len() > 1_000))
    };
    while !begun() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(!file.exists(), "a file appears when it is complete");
    interrupt(&child);
    assert_eq!(child.wait().expect("sower ends").code(), Some(130));
    rows_are_whole(&std::fs::read_to_string(&file).expect("saved"));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[cfg(unix)]
fn rows_are_whole(text: &str) {
    let mut lines = text.lines().map(|l| l.split(',').count());
    let columns = lines.next().expect("a head");
    let rows: Vec<usize> = lines.collect();
    assert!(text.ends_with('\n') && rows.len() > 5 && rows.iter().all(|&n| n == columns), "{} rows", rows.len());
}

/// The columns are those that the documents name, in their order.
#[test]
fn columns_are_documented() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/simulate.md")).expect("the page");
    let table = page.split("## A row a game").nth(1).expect("the section");
    let named: Vec<&str> = table.lines().filter_map(|l| l.strip_prefix("| `")?.split('`').next()).collect();
    let players = ["south", "north"].map(|p| format!("score_{p}"));
    // `rounds` is there in a match only.
    for more in [&[][..], &["--match"]] {
        let of = |rest: &[&str]| {
            sower(&[&["simulate", "bosh", "--games", "1", "--seed", "1"], rest, more].concat()).expect(0)
        };
        let head = of(&["--format", "csv"]).out;
        let columns: Vec<&str> = head.lines().next().expect("a head").split(',').collect();
        let expected: Vec<&str> = named
            .iter()
            .filter(|n| **n != "rounds" || !more.is_empty())
            .flat_map(|n| if *n == "score_PLAYER" { vec![players[0].as_str(), players[1].as_str()] } else { vec![*n] })
            .collect();
        assert_eq!(columns, expected);
        let object = of(&["--json"]).json().remove(0);
        let keys = page.split("## The statistics").nth(1).expect("the section").split("\n## ").next().expect("text");
        for key in object.as_object().expect("an object").keys() {
            assert!(keys.contains(&format!("| `{key}`")), "{key}");
        }
    }
}

/// As much memory for many games as for few: nothing is kept of a game.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let args = ["simulate", "kalah", "--set", "pits=2", "--set", "seeds=2", "--games", "1000000000", "--seed", "1"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_sower"))
        .args(args)
        .args(["--jobs", "2", "--format", "csv"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("sower starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut peak = |games: usize| {
        assert!(lines.by_ref().take(games).count() == games);
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("running");
        let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).expect("a peak").trim().to_owned();
        line.trim_end_matches(" kB").parse::<u64>().expect("a number")
    };
    let (few, many) = (peak(5_000), peak(60_000));
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert!(many < few + 4_096 && many < 51_200, "{few} kB, then {many} kB");
}
