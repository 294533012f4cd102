//! Files, positions and moves that can't be: what a person sees, and the exit status.

use super::{sower, sower_with};

const BOSH: &str = "game \"Bosh\" { source \"Marin\" }\nboard { rows 2; pits 5 a row; seeds 4 each }\n\
    sowing { anticlockwise }\nlanding {\n  here holds 2 or 2 ahead is empty => end\n  next is occupied => relay from next\n}\n\
    round {\n  over when mover cannot move => opponent takes the rest\n  over when the position repeats => draw\n  endless => illegal\n}\n";

/// What `check -` says of some bytes.
fn told(bytes: &[u8], status: i32) -> String {
    sower_with(&["check", "-", "--color", "never"], bytes).expect(status).err
}

#[test]
fn bytes_that_are_no_text() {
    insta::assert_snapshot!(told(b"\xff\xfe\x00abc", 1));
}

#[test]
fn ten_mebibytes() {
    insta::assert_snapshot!(told(&vec![b'a'; 10 << 20], 1));
}

#[test]
fn nothing_at_all() {
    insta::assert_snapshot!(told(b"", 1));
}

#[test]
fn ten_thousand_parentheses() {
    let text = format!("landing {{ {}here is empty => end }}\n", "(".repeat(10_000));
    insta::assert_snapshot!(told(text.as_bytes(), 1).chars().take(600).collect::<String>());
}

/// What is only another way to write the same is no mistake.
#[test]
fn other_ways_to_write_are_fine() {
    for text in [
        BOSH.to_owned(),
        format!("\u{feff}{BOSH}"),
        BOSH.replace('\n', "\r\n"),
        BOSH.replace("  ", "\t"),
        BOSH.replace("Bosh", "हरि หมากหลุม"),
    ] {
        assert_eq!(told(text.as_bytes(), 0), "1 file: 0 errors, 0 warnings\n", "{text}");
    }
}

#[test]
fn names_in_other_scripts() {
    let text = BOSH.replace(
        "landing {",
        "let ว่าง = here was empty\nlet खाली = next is empty\nlanding {\n  ว่าง and खाली => end\n  ว่าว => end",
    );
    insta::assert_snapshot!(told(text.as_bytes(), 1));
}

/// A section that can't be read is reported once, and not as missing too.
#[test]
fn a_misspelt_section_is_one_mistake() {
    let told = told(BOSH.replace("board {", "bord {").as_bytes(), 1);
    assert!(told.contains("did you mean `board`?"), "{told}");
    assert!(told.ends_with("1 file: 1 error, 0 warnings\n"), "{told}");
}

/// Names that use others twice would double what they stand for with each step.
#[test]
fn names_that_unfold_without_end() {
    let chain = |first: &str, next: &dyn Fn(usize) -> String| {
        (1..5_000).fold(first.to_owned(), |text, n| text + &next(n)) + "landing {\n"
    };
    let lets = chain("let a0 of P = P is occupied\n", &|n| {
        format!("let a{n} of P = P is a{} and next of P is a{}\n", n - 1, n - 1)
    });
    let lists = chain("to a0 { reverse }\n", &|n| format!("to a{n} {{ do a{}; do a{} }}\n", n - 1, n - 1));
    let deep = chain("let a0 of P = P is occupied\n", &|n| format!("let a{n} of P = next of P is a{}\n", n - 1));
    for (declared, rule) in
        [(&lets, "here is a40 => end"), (&lists, "here is occupied => do a40"), (&deep, "here is a4999 => end")]
    {
        let text = BOSH.replace("landing {\n", &format!("{declared}{rule}\n"));
        let told = told(text.as_bytes(), 1);
        assert!(told.contains("E0310") && told.contains("use fewer names within names"), "{told}");
        assert!(told.ends_with("1 file: 1 error, 0 warnings\n"), "{told}");
    }
    // Numbers given on double, too.
    let args = chain("var v = 0\nto a0 n { set v to n }\n", &|n| format!("to a{n} k {{ do a{} (k + k) }}\n", n - 1));
    let text = BOSH.replace("landing {\n", &format!("{args}here is occupied => do a40 (1)\n"));
    let told = told(text.as_bytes(), 1);
    assert!(told.contains("E0310"), "{told}");
}

#[test]
fn positions_and_moves() {
    let mut all = String::new();
    for args in [
        &["moves", "kalah", "--position", "5,4,4,4,4,4/4,4,4,4,4,4;0,0;south"][..],
        &["moves", "kalah", "--position", "4,4,4/4,4,4;0,0;south"],
        &["moves", "kalah", "--position", "4,4,4,4,4,4/4,4,4,4,4,4;0,0;east"],
        &["moves", "kalah", "--position", "{\"pits\":{\"Z\":48}}"],
        &["moves", "kalah", "--position", "rubbish"],
        &["replay", "kalah", "a", "--json"],
        &["replay", "kalah", "C", "C", "--json"],
        &["replay", "kalah", "Q", "--json"],
    ] {
        let ran = sower(args).expect(1);
        all.push_str(&format!("$ sower {}\n{}\n", args.join(" "), ran.err));
    }
    insta::assert_snapshot!(all);
}
