//! Bug reports and disputes of users of such programs, with the right answer: those that are more than a
//! position and a move (`tests/cases.jsonl` has these). `tests/cases.md` lists all and where each is
//! tested.

mod files;
mod games;

use std::collections::BTreeSet;

/// Every case is tested, or the list says why not.
#[test]
fn the_list_names_tests_that_exist() {
    let sources: String = [
        include_str!("files.rs"),
        include_str!("games.rs"),
        include_str!("../cli/boards.rs"),
        include_str!("../cli/engine.rs"),
        include_str!("../games/relays.rs"),
        include_str!("../games/cases.rs"),
    ]
    .concat();
    let positions = include_str!("../cases.jsonl");
    let mut listed = BTreeSet::new();
    for row in include_str!("../cases.md").lines().filter(|l| l.starts_with("| ") && !l.starts_with("| case")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (id, test) = (cells[1], cells[3]);
        listed.insert(id.to_owned());
        match test.strip_prefix('`').and_then(|t| t.strip_suffix('`')) {
            Some("cases.jsonl") => {
                assert!(positions.contains(&format!("{{\"id\":\"{id}")), "{id} isn't in cases.jsonl")
            }
            Some(name) => assert!(sources.contains(&format!("fn {name}()")), "{id}: there is no test {name}"),
            None => assert!(test.starts_with("not yet: "), "{id}: neither a test nor a reason"),
        }
    }
    assert_eq!(listed.len(), 40, "{listed:?}");
}
