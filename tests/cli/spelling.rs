//! "Did you mean": for whatever has a name.

use super::{sower, sower_with};

#[test]
fn on_the_command_line() {
    let mut all = String::new();
    for args in [
        &["simulte", "kalah"][..],
        &["show", "kalha"],
        &["show", "kallah"],
        &["show", "kalah", "--set", "seed=3"],
        &["show", "kalah", "--set", "pits=many"],
        &["moves", "congkak", "--set", "pitz=7"],
        &["show", "kalah", "--ruleset", "x"],
        &["show", "kalah", "--positon", "x"],
        &["show", "kalah", "--color", "alway"],
        &["simulate", "kalah", "--south", "rondom"],
        &["simulate", "kalah", "--north", "gredy"],
        &["simulate", "kalah", "--format", "cvs"],
        &["completions", "bsh"],
        &["explain", "E0319"],
    ] {
        let ran = sower(args);
        assert!(ran.status > 0 && ran.out.is_empty(), "{args:?}");
        all.push_str(&format!("$ sower {}\n{}\n", args.join(" "), ran.err));
    }
    insta::assert_snapshot!(all);
}

const RULES: &str = "game \"X\" { source \"made up\"; people \"nobody\" }\noption capture = always | never\n\
    ruleset \"harmless\" { capture = never }\nvar kills per player = 0\nmark owl\nlet prey = next of here\nto win { add 1 to my kills }\n\
    board { rows 2; players first, second; pits 6 a row; seeds 4 each; name nest = my pit 1 }\nsowing { counterclockwise }\n\
    landing {\n  prey is occupied and option capture is always => capture prey then do win\n  here is my nest => make here an owl\n}\n\
    round { over when mover cannot move => first wins; endless => illegal; over when the position repeats => draw }\n\
    example \"x\" {\n  set capture = never\n  play A\n  expect second to move\n}\n";

/// Names of each kind, misspelt where they are used.
#[test]
fn in_a_file() {
    let at_first = sower_with(&["check", "-"], RULES.as_bytes());
    assert_eq!(at_first.err, "1 file: 0 errors, 0 warnings\n");
    let (mut all, mut poor) = (String::new(), Vec::new());
    for (right, wrong, meant) in [
        ("people \"nobody\"", "poeple \"nobody\"", "people"),
        ("{ capture = never", "{ captur = never", "capture"),
        ("{ capture = never", "{ capture = nevr", "never"),
        ("option capture is always", "option captrue is always", "capture"),
        ("option capture is always", "option capture is alwys", "always"),
        ("add 1 to my kills", "add 1 to my kils", "kills"),
        ("make here an owl", "make here an wol", "owl"),
        ("then do win", "then do wim", "win"),
        ("capture prey", "capture pery", "prey"),
        ("prey is occupied", "prey is ocupied", "occupied"),
        ("here is my nest", "here is my nset", "nest"),
        ("here is my nest", "heer is my nest", "here"),
        ("=> first wins", "=> frist wins", "first"),
        ("set capture = never", "set captre = never", "capture"),
        ("set capture = never", "set capture = nver", "never"),
        ("expect second to move", "expect secnd to move", "second"),
        ("per player", "per plyer", "player"),
    ] {
        assert!(RULES.contains(right), "{right}");
        let ran = sower_with(&["check", "-", "--color", "never"], RULES.replacen(right, wrong, 1).as_bytes()).expect(1);
        if !ran.err.contains(&format!("did you mean `{meant}`?")) {
            poor.push(format!("{wrong}: {meant}\n{}", ran.err));
        }
        all.push_str(&format!("== {wrong}\n{}\n", ran.err));
    }
    assert!(poor.is_empty(), "{}", poor.join("\n"));
    insta::assert_snapshot!(all);
}
