//! Every snippet of the pages about the language is what it says: it checks, can be played, bears out
//! its examples, and expands to what stands below it.
//!
//! | fence | what is tested |
//! |---|---|
//! | `sow` | with the sections that it leaves out (`support::whole`) it checks, without a rule that never fires, a condition that never changes or a name that isn't used; it compiles with each value of each option; there is a first move; its examples hold |
//! | `sow wrong` | it has an error |
//! | `expands`, behind a `sow` | its lines occur in this order in what the snippet expands to |
//! | `text`, none | nothing |

use std::fs;
use std::path::Path;

use sower::analyse::examples;
use sower::diagnostic::{Diagnostic, Severity, codes};
use sower::engine::{Game, Machine, Settings};
use sower::ir;
use sower::render::kernel::kernel;
use sower::source::{self, Source};

use super::read;
use crate::support::whole;

/// A fenced block of a page.
#[derive(Debug)]
struct Block {
    kind: String,
    text: String,
    /// `page.md:12`, the line of its fence.
    at: String,
}

/// The fenced blocks of a page.
fn blocks(page: &str, text: &str) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut inside = false;
    for (i, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(kind) => {
                inside = true;
                out.push(Block { kind: kind.to_owned(), text: String::new(), at: format!("{page}:{}", i + 1) });
            }
            None if inside => {
                let block = out.last_mut().expect("a block has begun");
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {}
        }
    }
    assert!(!inside, "{page}: the last block has no end");
    out
}

/// The pages with snippets: those about the language, and the cookbook.
fn pages() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language");
    let mut out: Vec<String> = fs::read_dir(folder)
        .expect("pages")
        .map(|entry| format!("docs/language/{}", entry.expect("an entry").file_name().to_string_lossy()))
        .collect();
    out.push("docs/cookbook.md".to_owned());
    out.sort();
    out
}

fn told(diagnostics: &[Diagnostic]) -> String {
    let line = |d: &Diagnostic| format!("  {} line {}: {}", d.code.id, d.span.line, d.message);
    diagnostics.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The game of a snippet; or what is wrong with it.
fn checked(block: &Block) -> Result<ir::Game, String> {
    let checked = sower::check::check(&Source::new(&block.at, whole(&block.text)));
    let misleads = [codes::NEVER_FIRES.id, codes::ALWAYS.id, codes::UNUSED.id];
    let bad: Vec<Diagnostic> = checked
        .diagnostics
        .into_iter()
        .filter(|d| d.code.severity == Severity::Error || misleads.contains(&d.code.id))
        .collect();
    match checked.game {
        Some(game) if bad.is_empty() => Ok(game),
        _ => Err(told(&bad)),
    }
}

/// The default, and every value of one option, the others as they are.
fn settings(game: &ir::Game) -> Vec<Settings> {
    let with = |options| Settings { options, matches: game.rounds.is_some(), ..Settings::default() };
    let mut out = vec![with(Vec::new())];
    for option in &game.options {
        let values: Vec<String> = match &option.values {
            ir::OptionValues::Words(words) => words.clone(),
            ir::OptionValues::Numbers(numbers) => numbers.iter().map(ToString::to_string).collect(),
            ir::OptionValues::Range { lo, hi, .. } => vec![lo.to_string(), hi.to_string()],
        };
        out.extend(values.into_iter().map(|value| with(vec![(option.name.clone(), value)])));
    }
    out
}

/// A line of kernel text without its comment, one blank between words.
fn bare(line: &str) -> String {
    let line = line.find("  # ").map_or(line, |at| &line[..at]);
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first line that isn't where it should be.
fn missing(wanted: &str, expanded: &str) -> Option<String> {
    let mut lines = expanded.lines().map(bare);
    wanted.lines().map(bare).filter(|l| !l.is_empty()).find(|want| !lines.any(|l| l == *want))
}

/// What is wrong with a snippet, and with what is said to come out of it.
fn judge(block: &Block, below: Option<&Block>) -> Result<(), String> {
    if block.kind == "sow wrong" {
        let checked = sower::check::check(&Source::new(&block.at, whole(&block.text)));
        let wrong = checked.diagnostics.iter().any(|d| d.code.severity == Severity::Error)
            || checked.game.is_none_or(|game| Game::compile(&game, &Settings::default()).is_err());
        return if wrong { Ok(()) } else { Err("  nothing is wrong with it".to_owned()) };
    }
    let game = checked(block)?;
    for settings in settings(&game) {
        let game =
            Game::compile(&game, &settings).map_err(|d| format!("  with {:?}\n{}", settings.options, told(&d)))?;
        if Machine::new(&game).legal(&game.start()).is_empty() {
            return Err(format!("  with {:?} there is no first move", settings.options));
        }
    }
    let outcome = examples::run(&game, &Settings::default());
    if let Some(failed) = outcome.failed.first() {
        return Err(format!("  the example {:?} fails:\n{}", failed.name, told(&failed.diagnostics)));
    }
    if let Some(below) = below.filter(|b| b.kind == "expands") {
        let expanded = kernel(&game);
        if let Some(line) = missing(&below.text, &expanded) {
            return Err(format!("  it doesn't expand to `{line}`, but to\n{expanded}"));
        }
    }
    Ok(())
}

#[test]
fn every_snippet_is_what_it_says() {
    let mut bad = Vec::new();
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    for page in pages() {
        let text = read(&page);
        let all = blocks(&page, &text);
        for (i, block) in all.iter().enumerate() {
            *seen.entry(block.kind.clone()).or_default() += 1;
            match block.kind.as_str() {
                "sow" | "sow wrong" => {
                    if let Err(why) = judge(block, all.get(i + 1)) {
                        bad.push(format!("{}\n{why}", block.at));
                    }
                }
                "expands" if i > 0 && all[i - 1].kind == "sow" => {}
                "text" | "" => {}
                kind => bad.push(format!("{}\n  a block of {kind:?} can't stand here", block.at)),
            }
        }
    }
    assert!(bad.is_empty(), "{} snippets:\n{}", bad.len(), bad.join("\n"));
    // A harness that finds nothing finds nothing wrong.
    for (kind, at_least) in [("sow", 150), ("sow wrong", 10), ("expands", 8)] {
        let found = seen.get(kind).copied().unwrap_or(0);
        assert!(found >= at_least, "only {found} blocks of {kind:?} were found: {seen:?}");
    }
}

/// What the cookbook names as a game that does it is bundled, and it keeps to its headings.
#[test]
fn the_cookbook_names_bundled_games() {
    let text = read("docs/cookbook.md");
    let mut named = 0;
    for (i, line) in text.lines().enumerate() {
        if !line.starts_with("Watch:") && !line.starts_with('*') {
            continue;
        }
        let prose: String = line.split('`').step_by(2).collect();
        for name in prose.split('*').skip(1).step_by(2) {
            assert!(source::bundled_by_name(name).is_some(), "line {}: no game {name:?} is bundled", i + 1);
            named += 1;
        }
    }
    assert!(named >= 50, "only {named} games were found");
    let headings: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("## ")).collect();
    let numbers: Vec<String> = (1..=11).map(|n| format!("{n}.")).collect();
    let begun: Vec<&str> = headings.iter().filter_map(|h| h.split(' ').next()).collect();
    assert_eq!(begun, numbers);
}

/// The pages lead to each other: no link is broken, and the map names them all.
#[test]
fn the_pages_are_linked() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut links = 0;
    for page in pages() {
        let text = read(&page);
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let folder = root.join(&page);
            let file = folder.parent().expect("a folder").join(target);
            assert!(file.exists(), "{page}: there is no {target}");
            links += 1;
        }
    }
    assert!(links >= 50, "only {links} links were found");
    let map = read("docs/language/README.md");
    for page in pages().iter().filter_map(|p| p.strip_prefix("docs/language/")).filter(|p| *p != "README.md") {
        assert!(map.contains(&format!("]({page})")), "{page} isn't on the map");
    }
}

/// The harness tells right from wrong.
#[test]
fn a_wrong_snippet_is_noticed() {
    let block = |kind: &str, text: &str| Block { kind: kind.to_owned(), text: text.to_owned(), at: "page".to_owned() };
    let relay = block("sow", "landing { here was occupied => relay }\n");
    assert_eq!(judge(&relay, None), Ok(()));
    assert_eq!(
        judge(&relay, Some(&block("expands", "landing {\n  here was at least 1 => relay from here\n}\n"))),
        Ok(())
    );
    for text in ["landing { here was occupied => end", "landing { otherwise => relay }\n"] {
        assert!(judge(&relay, Some(&block("expands", text))).is_err());
    }
    for text in [
        "landing { here is full => end }\n",
        "landing { otherwise => end; here is empty => relay }\n",
        "let full = here holds 6\n",
        "option size = 6 in 0..6\nboard { rows 2; pits size a row; seeds 4 each }\n",
        "example \"x\" { play A; expect south 4 4 4 4 4 4 }\n",
    ] {
        assert!(judge(&block("sow", text), None).is_err(), "{text}");
    }
    assert!(judge(&block("sow wrong", &relay.text), None).is_err());
}
