//! Whole games.

use sower::source::Source;

use super::{corpus, read_well, render, shape};

#[test]
fn games_are_read_without_a_word() {
    let games = corpus("valid");
    assert!(games.len() >= 10);
    for (name, text) in games {
        let file = read_well(&text);
        assert!(file.items.len() > 4, "{name}");
    }
}

#[test]
fn games_are_formatted() {
    for (name, text) in corpus("valid") {
        let source = Source::new(name.as_str(), text.as_str());
        let formatted = sower::syntax::format(&source).unwrap_or_else(|d| panic!("{name}\n{}", render(&source, &d)));
        assert!(formatted == text, "{name} isn't formatted; it should be\n{formatted}");
    }
}

#[test]
fn formatting_puts_a_game_on_fewer_or_more_lines_and_changes_nothing() {
    for (name, text) in corpus("valid") {
        let tree = shape(&read_well(&text));
        for changed in [
            text.replace('\n', "\r\n"),
            text.replace("  ", "\t"),
            outside_texts(&text, " => ", "\n      =>\n  "),
            outside_texts(&text, " and ", " and # here\n  "),
            outside_texts(&text, "; ", "\n\n\n"),
            format!("\u{feff}{text}\n\n"),
        ] {
            let formatted = sower::syntax::format(&Source::new(name.as_str(), changed.as_str())).unwrap();
            assert_eq!(shape(&read_well(&formatted)), tree, "{name}\n{formatted}");
            let again = sower::syntax::format(&Source::new(name.as_str(), formatted.as_str())).unwrap();
            assert!(again == formatted, "{name} isn't stable:\n{formatted}\n----\n{again}");
            assert!(!formatted.contains('\r') && !formatted.contains('\u{feff}') && formatted.ends_with('\n'));
        }
    }
}

/// Replaces in lines without quotation marks and comments.
fn outside_texts(text: &str, from: &str, to: &str) -> String {
    let lines = text.lines().map(|l| if l.contains(['"', '#']) { l.to_owned() } else { l.replace(from, to) });
    lines.map(|l| l + "\n").collect()
}

#[test]
fn formatting_shows_what_it_does() {
    let text = "\u{feff}game \"X\"{people \"A\" , \"B\";source \"b\"} # header\r\n\r\n\r\n\
        option size=7 in 3 .. 10 {note \"who\"}\r\n# a comment\r\n\
        option a = x|y\r\n\
        sowing{anticlockwise;skip start}\r\n\
        landing {\r\n\
        \tnext is occupied=>relay from next # on and on\r\n\
        here holds >= 2 and (here was<3 or my pit( number of here ) is empty)=>capture here , opposite\r\n\
        hand >= 2 => { end }\r\n\
        here is mine =>\r\n  # why\r\n  capture across\r\n\
        otherwise=>{\r\n}\r\n\
        }\r\n\
        to lay N {\r\n set my x to -1 +N*min( 2,3 )\r\n\r\n\r\n\r\n close pits }\r\n\
        example \"e\" { south 1 - - 2 north 1 2 3 4 won 1 2 direction >; play A6>* D>/stop\r\n\
        expect over free; few = - 1 }";
    let formatted = sower::syntax::format(&Source::new("x", text)).unwrap();
    insta::assert_snapshot!(formatted);
    let again = sower::syntax::format(&Source::new("x", formatted.as_str())).unwrap();
    assert_eq!(again, formatted);
    assert_eq!(shape(&read_well(&formatted)), shape(&read_well(text)));
}
