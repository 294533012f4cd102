//! Conditions that are always true or never, and rules that others leave nothing for: what is found, and
//! that nothing else is.

use super::{sower, sower_with};

fn told(rules: &str) -> Vec<(String, u64, String)> {
    let text = format!(
        "game \"X\" {{ source \"made up\" }}\noption size = 4 in 2..9\noption way = left | right\n\
         var n = 0 in 0..5\nvar free = 0\nlet two of P = P holds 2\n\
         board {{ rows 2; pits 6 a row; seeds size each }}; sowing {{ counterclockwise }}\nlanding {{\n{rules}\n}}\n\
         before move {{ option way is left => set n to n + free; next is two => set free to 1 }}\n\
         round {{ over when mover cannot move => owners keep the rest\n endless => end\n\
         over when the position repeats => draw }}\n"
    );
    let ran = sower_with(&["check", "-", "--json"], text.as_bytes());
    let kept = ran.json().into_iter().filter(|d| {
        let quick_games = d["message"].as_str().expect("text").contains("quick games");
        (d["code"] == "W0202" || d["code"] == "W0201") && !quick_games
    });
    let text = |v: &serde_json::Value| v.as_str().expect("text").to_owned();
    assert!(ran.json().iter().all(|d| d["severity"] == "warning"), "{rules}: {}", ran.out);
    kept.map(|d| (text(&d["code"]), d["span"]["line"].as_u64().expect("a line") - 8, text(&d["message"]))).collect()
}

#[test]
fn what_is_found() {
    for (rules, line, message) in [
        ("here holds at least 0 => end", 1, "`here holds at least 0` is always true"),
        ("here holds fewer than 0 => end", 1, "`here holds fewer than 0` is never true"),
        ("here holds not 0..9 and here holds 3 => end", 1, "`here holds 3` is never true here"),
        ("here holds 2..3 and here is empty => end", 1, "`here is empty` is never true here"),
        ("here holds 2..3 and is empty => end", 1, "`is empty` is never true here"),
        (
            "here holds odd and taken > 1 and here holds 2, 4 or 6 => end",
            1,
            "`here holds 2, 4 or 6` is never true here",
        ),
        ("here holds even and here holds 0..1 => end", 1, "`here holds 0..1` is never true here"),
        ("here is mine and here is theirs => end", 1, "`here is theirs` is never true here"),
        ("last and not last => end", 1, "`not last` is never true here"),
        ("here is empty or here is occupied => end", 1, "`here is empty` or `here is occupied` is always true"),
        (
            "not here is empty or taken > 1 or here holds 0..2 => end",
            1,
            "`not here is empty` or `here holds 0..2` is always true",
        ),
        ("size > 9 => end", 1, "`size > 9` is never true"),
        ("size >= 2 => end", 1, "`size >= 2` is always true"),
        ("n > 5 => end", 1, "`n > 5` is never true"),
        ("n > 2 and n < 3 => end", 1, "`n < 3` is never true here"),
        ("option way is left and option way is right => end", 1, "`option way is right` is never true here"),
        (
            "option way is left or option way is right => end",
            1,
            "`option way is left` or `option way is right` is always true",
        ),
        ("count of (my pits where holds at least 0) = 2 => end", 1, "`holds at least 0` is always true"),
        ("here is occupied => if taken < 0 { reverse }", 1, "`taken < 0` is never true"),
        ("here holds 5 and here is two => end", 1, "`here is two` is never true here"),
        ("here is occupied => end\nhere holds 3 => relay", 2, "this rule never comes into play"),
        ("here is occupied => end\nhere holds 3 and next is empty => relay", 2, "this rule never comes into play"),
        (
            "next is empty and here is occupied => end\nhere holds 3 and next holds 0 => relay",
            2,
            "this rule never comes into play",
        ),
        ("here is empty or here holds 3 => end\nlast and here holds 3 => relay", 2, "this rule never comes into play"),
        (
            "option way is left => end\noption way is right => end\nhere is empty => relay",
            3,
            "this rule never comes into play",
        ),
        (
            "here is empty => end\nhere holds 1..2 => end\nhere holds at least 3 => end\notherwise => relay",
            4,
            "this rule never comes into play",
        ),
        ("option way is left => end\noption way is not right => relay", 2, "this rule never comes into play"),
    ] {
        let told = told(rules);
        assert_eq!(told.len(), 1, "{rules}: {told:?}");
        assert_eq!((told[0].1, told[0].2.as_str()), (line, message), "{rules}");
    }
}

#[test]
fn what_is_left_alone() {
    for rules in [
        "here holds 2..3 and next is empty => end",
        "here holds 2..3 and here was empty => end",
        "here holds odd and here holds 2..3 => end",
        "here holds even or here holds odd => end",
        "here is mine or here is theirs => end",
        "here is mine => end\nhere is theirs => end\notherwise => relay",
        "next of here holds 1 and next of next holds 2 => end",
        "here is empty or here holds at least 2 => end",
        "here holds size and here holds 12 => end",
        "here holds 1..size and here is occupied => end",
        "free < 0 => end",
        "n = 5 => end",
        "size = 9 => end\nsize = 2 => relay",
        "here is occupied and next is empty => end\nhere is occupied => relay",
        "here holds 3 => end\nhere is occupied => relay",
        "option way is left and here is empty => end\noption way is right => end\noption way is left => relay",
        "here is occupied => if next is empty { reverse } else { set n to 1 } then end\nnext is empty => relay",
        "any of my pits is empty and all of my pits are occupied => end",
        "lap > 0 => relay",
        "turn >= 1 and hand = 0 => end",
    ] {
        assert_eq!(told(rules), [], "{rules}");
    }
}

/// A number that is given to a list of actions is fixed in each place, and that is no mistake.
#[test]
fn what_is_pasted_in_is_not_judged() {
    let rules = "here is occupied => do more (0) then end\nhere is empty => do more (2) then end\n}\n\
        to more k { if here holds at least k { reverse }; if k > 1 { set n to 1 } }\nafter move { taken > 2 => set n to 0";
    assert_eq!(told(rules), []);
}

#[test]
fn no_false_alarm_in_known_games() {
    let mut files: Vec<String> = sower::source::bundled().iter().map(|b| b.name.to_owned()).collect();
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/valid");
    for entry in std::fs::read_dir(corpus).expect("the corpus") {
        files.push(entry.expect("an entry").path().to_str().expect("text").to_owned());
    }
    assert!(files.len() >= 14);
    for file in files {
        let told = sower(&["check", "--json", &file]).json();
        // What quick games haven't met is said as that.
        let met = |d: &&serde_json::Value| !d["message"].as_str().expect("text").contains("quick games");
        let judged = told.iter().filter(|d| d["code"] == "W0202" || d["code"] == "W0201");
        let wrong: Vec<_> = judged.filter(met).collect();
        assert!(wrong.is_empty(), "{file}: {wrong:?}");
    }
}
