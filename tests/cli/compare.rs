//! `sower compare`

use serde_json::Value;

use super::{sower, sower_with};

fn compared(args: &[&str]) -> Value {
    let mut all = vec!["compare", "--json"];
    all.extend(args);
    let mut object = sower(&all).expect(0).json().remove(0);
    assert!(object["seconds"].is_number());
    object["seconds"] = Value::Null;
    object
}

/// Rows of `simulate --format csv`, by column.
fn rows(args: &[&str]) -> Vec<Vec<(String, String)>> {
    let mut all = vec!["simulate", "--format", "csv"];
    all.extend(args);
    let out = sower(&all).expect(0).out;
    let mut lines = out.lines().map(|l| l.split(',').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    lines.map(|l| head.iter().cloned().zip(l).collect()).collect()
}

fn cell(row: &[(String, String)], name: &str) -> String {
    row.iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("no column {name}")).1.clone()
}

fn number(row: &[(String, String)], name: &str) -> f64 {
    cell(row, name).parse().expect("a number")
}

#[test]
fn each_is_the_simulation_of_itself() {
    let run = ["--games", "300", "--seed", "5"];
    let object = compared(&[&["kalah:seeds=3", "kalah:seeds=4,pits=5", "oware"][..], &run].concat());
    let alone = [&["kalah", "--set", "seeds=3"][..], &["kalah", "--set", "seeds=4", "--set", "pits=5"], &["oware"]];
    for (entry, args) in object["entries"].as_array().expect("entries").iter().zip(alone) {
        let simulated = sower(&[&["simulate", "--json"][..], args, &run].concat()).expect(0).json().remove(0);
        for (key, value) in simulated.as_object().expect("an object") {
            if key != "seconds" && key != "plies_per_second" {
                assert_eq!(&entry[key], value, "{key}");
            }
        }
    }
    assert_eq!(object["entries"][1]["label"], "kalah:seeds=4,pits=5");
    assert_eq!(object["entries"][1]["set"]["pits"], "5");
}

/// Means of differences and their intervals, worked out from the rows of the two simulations.
#[test]
fn differences_are_paired() {
    let object = compared(&["kalah", "--vary", "seeds=3,4", "--games", "250", "--seed", "9"]);
    let run = |seeds: &str| rows(&["kalah", "--set", seeds, "--games", "250", "--seed", "9"]);
    let (three, four) = (run("seeds=3"), run("seeds=4"));
    let share = |row: &[(String, String)]| match cell(row, "winner").as_str() {
        "draw" => 0.5,
        winner if winner == cell(row, "starter") => 1.0,
        _ => 0.0,
    };
    let margin = |row: &[(String, String)]| (number(row, "score_south") - number(row, "score_north")).abs();
    type Of<'a> = &'a dyn Fn(&[(String, String)]) -> f64;
    let checks: [(&str, Of<'_>); 5] = [
        ("first_player_advantage", &share),
        ("plies", &|r| number(r, "plies")),
        ("turns", &|r| number(r, "turns")),
        ("captures", &|r| number(r, "captures")),
        ("score_margin", &margin),
    ];
    let told = &object["differences"][0];
    assert_eq!((&told["of"], &told["from"]), (&Value::from("kalah:seeds=4"), &Value::from("kalah:seeds=3")));
    for (key, of) in checks {
        let differences: Vec<f64> = three.iter().zip(&four).map(|(a, b)| of(b) - of(a)).collect();
        let n = differences.len() as f64;
        let mean = differences.iter().sum::<f64>() / n;
        let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let half = 1.959_963_984_540_054 * (variance / n).sqrt();
        for (value, expected) in
            [(&told[key]["value"], mean), (&told[key]["ci95"][0], mean - half), (&told[key]["ci95"][1], mean + half)]
        {
            let value = value.as_f64().expect("a number");
            assert!((value - expected).abs() < 1e-9, "{key}: {value} and {expected}");
        }
        assert_eq!(told[key]["pairs"], 250);
    }
}

#[test]
fn the_same_game_differs_by_nothing() {
    let told = compared(&["kalah", "kalah:seeds=4", "--games", "40", "--seed", "1"])["differences"][0].clone();
    for key in ["first_player_advantage", "plies", "score_margin"] {
        assert_eq!((told[key]["value"].as_f64(), told[key]["ci95"][0].as_f64()), (Some(0.0), Some(0.0)), "{key}");
    }
}

/// More games than are played of each before the next, and not a multiple of them.
#[test]
fn the_seed_alone_decides() {
    let args = ["kalah:pits=1,seeds=1", "kalah:pits=1,seeds=2", "--games", "4500", "--seed", "3"];
    let one = compared(&[&args[..], &["--jobs", "1"]].concat());
    assert_eq!(one["games"], 4500);
    for jobs in ["2", "7"] {
        assert_eq!(one, compared(&[&args[..], &["--jobs", jobs]].concat()));
    }
}

#[test]
fn rulesets_and_files() {
    let text = "game \"X\" { source \"made up\" }\noption size = 2 in 1..9\nruleset \"many seeds\" { size = 5 }\n\
        board { rows 2; pits 3 a row; seeds size each; stores right }\nsowing { counterclockwise; into my store }\n\
        round { over when mover cannot move => owners keep the rest }\n";
    let folder = tempfile::tempdir().expect("a folder");
    // A file's name may hold the signs that part a game from its settings.
    let path = folder.path().join("a:b=c@d.sow");
    std::fs::write(&path, text).expect("written");
    let path = path.to_str().expect("text");
    let (ruled, set) = (format!("{path}@many seeds"), format!("{path}:size=5"));
    let object = compared(&[path, &ruled, &set, "--games", "30", "--seed", "2"]);
    assert_eq!(object["entries"][1]["label"], "a:b=c@d@many seeds");
    assert_eq!(object["entries"][1]["plies"], object["entries"][2]["plies"]);
    assert_ne!(object["entries"][0]["plies"], object["entries"][2]["plies"]);
}

#[test]
fn for_people() {
    let args = ["compare", "kalah", "--vary", "seeds=3..5", "--games", "50", "--seed", "7", "--south", "greedy"];
    insta::assert_snapshot!(sower(&args).expect(0).out);
}

#[test]
fn what_cannot_be_compared() {
    for (args, status, fix) in [
        (&["kalah"][..], 2, "name another, or vary an option"),
        (&["kalah:seed=3", "oware"], 1, "did you mean \"seeds\"?"),
        (&["kalah", "--vary", "seedz=3,4"], 1, "did you mean \"seeds\"?"),
        (&["kalah", "--vary", "pits=3,400"], 1, "values: "),
        (&["kalah", "--vary", "seeds"], 2, "write NAME=V1,V2"),
        (&["kalah", "--vary", "seeds=4..2"], 2, "write `2..4`"),
        (&["kalah", "--vary", "seeds=1..99999"], 2, "too long"),
        (&["kalah", "--vary", "seeds=1..9", "--vary", "pits=1..9"], 2, "more than 64"),
        (&["kalah", "kalha"], 3, "did you mean `kalah`?"),
        (&["kalah@nobody", "oware"], 1, "ruleset"),
        (&["kalah", "oware", "--south", "human"], 2, "can't play"),
    ] {
        let ran = sower(&[&["compare"][..], args].concat()).expect(status);
        assert!(ran.err.contains(fix) && ran.out.is_empty(), "{args:?}: {}", ran.err);
    }
    sower_with(&["compare", "-", "kalah"], b"").expect(1);
}
