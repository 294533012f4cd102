//! Each bundled file: no diagnostics, formatted, its examples hold, its names are its own.

use sower::source::{self, Source, display_width};

#[test]
fn bundled_files_are_clean() {
    for b in source::bundled() {
        let name = format!("{}.sow", b.name);
        let source = Source::new(&name, b.text);
        let checked = sower::check::check(&source);
        assert!(checked.diagnostics.is_empty(), "{name}: {:#?}", checked.diagnostics);
        let ir = checked.game.expect("a game");
        let outcome = sower::analyse::examples::run(&ir, &sower::engine::Settings::default());
        assert!(outcome.failed.is_empty(), "{name}: {:#?}", outcome.failed);
        let shown = sower::analyse::lints::run(&ir, &sower::engine::Settings::default());
        assert!(shown.is_empty(), "{name}: {shown:#?}");
        assert!(!ir.examples.is_empty(), "{name} has no example");
        assert!(!ir.header.sources.is_empty(), "{name} names no source");
        assert_eq!(sower::syntax::format(&source).expect("formats"), b.text, "{name} isn't formatted");
        for line in b.text.lines().filter(|l| !l.contains('"')) {
            assert!(display_width(line) <= 100, "{name}: {line}");
        }
    }
}

/// A name leads to one game: stems and other names, case folded, are all different.
#[test]
fn names_are_unique() {
    let mut seen = std::collections::HashMap::new();
    for b in source::bundled() {
        assert!(b.name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-'), "{}", b.name);
        let ir = crate::support::ir(b.name);
        let names = std::iter::once(b.name.to_owned()).chain(ir.header.also.iter().map(|a| a.to_lowercase()));
        for name in names {
            if let Some(other) = seen.insert(name.clone(), b.name) {
                assert_eq!(other, b.name, "`{name}` names two games");
            }
        }
    }
}
