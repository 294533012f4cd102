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

#[cfg(unix)]
#[test]
fn an_interruption_prints_what_was_done() {
    use std::process::{Command, Stdio};
    let kalah = kalah();
    let child = Command::new(env!("CARGO_BIN_EXE_sower"))
        .args(["simulate", &kalah, "--games", "1000000000", "--seed", "1", "--json", "--jobs", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("sower starts");
    std::thread::sleep(std::time::Duration::from_millis(300));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    let output = child.wait_with_output().expect("sower ends");
    assert_eq!(output.status.code(), Some(130));
    let object: Value = serde_json::from_slice(&output.stdout).expect("an object");
    let games = object["games"].as_u64().expect("a number");
    assert!(games > 0 && games < 1_000_000_000);
}
