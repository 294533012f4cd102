//! Records: written, read, played again, refused.

use sower::engine::Game;
use sower::players::Spec;
use sower::record::{Record, identity, looks_like_one};
use sower::source::Source;
use sower::table::{Setting, Table, Waits};

use super::{play, programs, table};
use crate::support;

fn read(text: &str) -> Result<Record, String> {
    let source = Source::new("game.txt", text);
    Record::read(&source).map_err(|d| told(&source, &d))
}

fn told(source: &Source, d: &sower::diagnostic::Diagnostic) -> String {
    let (line, column) = source.line_column(d.span.start as usize);
    let help = if d.help.is_empty() { String::new() } else { format!("\n    {}", d.help) };
    format!("{} {line}:{column} {:?}: {}{help}", d.code.id, source.slice(d.span), d.message)
}

/// What is wrong with a record, if something is.
fn wrong(game: &Game, text: &str) -> Option<String> {
    let source = Source::new("game.txt", text);
    let record = match Record::read(&source) {
        Ok(record) => record,
        Err(d) => return Some(told(&source, &d)),
    };
    record.replay(game).err().map(|d| told(&source, &d))
}

/// A finished game between programs.
fn finished(name: &str, set: &[(&str, &str)]) -> (Game, String) {
    let game = support::game(name, set);
    let mut table = table(&game, name, [Spec::Greedy, Spec::Random]);
    programs(&mut table);
    let text = table.record().to_text();
    drop(table);
    (game, text)
}

#[test]
fn a_record_reads_like_this() {
    let (_, text) = finished("kalah", &[("pits", "4"), ("seeds", "2")]);
    insta::assert_snapshot!(text);
}

#[test]
fn whole_games_are_read_back() {
    for name in ["bosh", "kalah", "oware", "congkak"] {
        let (game, text) = finished(name, &[]);
        assert!(looks_like_one(&text));
        let record = read(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(record.to_text(), text, "{name}");
        let replayed = record.replay(&game).unwrap_or_else(|d| panic!("{name}: {d:?}"));
        assert!(replayed.last.over().is_some(), "{name}");
        assert_eq!(replayed.plies.len(), record.plies.len(), "{name}");
    }
}

#[test]
fn a_start_of_its_own_and_any_number_of_seeds() {
    let game = support::game("kalah", &[]);
    let start = sower::engine::position::read(&game, "0,0,0,0,0,1/1,0,0,0,0,1;3,4;north", true).expect("free");
    let mut setting = table(&game, "kalah", [Spec::Human, Spec::Human]).setting().clone();
    setting.free = true;
    let mut table = sower::table::Table::new(&game, setting, start);
    play(&mut table, "a");
    let text = table.record().to_text();
    assert!(text.contains("free: yes\n") && text.contains("start: 0,0,0,0,0,1/1,0,0,0,0,1;3,4;north\n"), "{text}");
    assert_eq!(read(&text).expect("read").replay(&game).expect("legal").last, *table.state());
    let bound = text.replace("free: yes\n", "");
    insta::assert_snapshot!(wrong(&game, &bound).expect("refused"), @r#"
    E0502 13:8 "0,0,0,0,0,1/1,0,0,0,0,1;3,4;north": the start can't be: the position has 10 seeds, and the game 48
        count again, or allow any number by the line `free: yes`
    "#);
}

/// Every kind of decision: a direction, a swap, a choice by its label, a lot.
const ALL_KINDS: &str = "game \"All kinds\" { source \"a test\" }
board { rows 2; pits 3 a row; seeds 2 each }
sowing { either way }
landing {
  here is mine and here was empty => choose { \"stop\" => end; \"on\" => move again }
  here is theirs and here holds 3 => choose by lot { \"take\" => capture here; \"leave\" => end }
}
round {
  swap after the first turn
  over when mover cannot move => owners keep the rest
  over when the position repeats => draw
}
";

#[test]
fn every_kind_of_decision_is_read_back() {
    let game = support::compile(&support::from_text("all.sow", ALL_KINDS), &[]);
    let whole = |seed: u64| {
        let setting = Setting { seed, ..table(&game, "all.sow", [Spec::Random, Spec::Greedy]).setting().clone() };
        let mut table = Table::new(&game, setting, game.start());
        while table.waits() != Waits::Over {
            programs(&mut table);
            table.draw_lot();
        }
        table
    };
    let (mut every, mut games) = (0, 0);
    while every < 3 {
        let first = whole(games);
        games += 1;
        assert!(games < 200, "only {every} games in which everything happened");
        let text = first.record().to_text();
        let history = first.record().history();
        let kinds = [" swap", ">", "<", " stop", " on", ". lot take", ". lot leave"];
        if kinds.iter().any(|kind| !history.contains(kind)) {
            continue;
        }
        every += 1;
        let record = read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(record.to_text(), text);
        let replayed = record.replay(&game).unwrap_or_else(|d| panic!("{d:?}\n{text}"));
        assert_eq!(&replayed.last, first.state(), "{text}");
        let again = Table::resume(&game, first.setting().clone(), replayed);
        assert_eq!((again.state(), again.record().to_text()), (first.state(), text));
        // Who changed seats sits there still.
        assert_eq!([again.sits(0), again.sits(1)], [Spec::Greedy, Spec::Random]);
    }
}

/// Words with blanks, quotation marks and signs of the format come back.
#[test]
fn strange_words_are_quoted() {
    let (_, text) = finished("kalah", &[("pits", "2"), ("seeds", "1")]);
    for word in ["my games/a \"b\".sow", "#1.sow", "हरि หมาก.sow", "\\", "=", "a\tb\u{7}"] {
        let mut record = read(&text).expect("read");
        record.variant.value = word.to_owned();
        record.title = word.to_owned();
        let again = read(&record.to_text()).unwrap_or_else(|e| panic!("{word:?}: {e}"));
        assert_eq!((again.variant.value.as_str(), again.title.as_str()), (word, word));
    }
}

#[test]
fn what_may_be_written_by_hand() {
    let game = support::game("kalah", &[]);
    let text = "\u{feff}# a game\n\nsower record 1 # the first\r\nvariant: kalah\n1. south C/F # two moves\n2 north a\nresult: unfinished";
    let record = read(text).expect("read");
    assert_eq!(record.replay(&game).expect("legal").plies.len(), 3);
}

#[test]
fn damaged_records_are_refused_with_the_place() {
    let (game, text) = finished("kalah", &[("pits", "4"), ("seeds", "2")]);
    assert_eq!(wrong(&game, &text), None);
    let moves = text.lines().find(|l| l.starts_with("1. ")).expect("a first turn");
    let without =
        |key: &str| text.lines().filter(|l| !l.starts_with(key)).map(|l| format!("{l}\n")).collect::<String>();
    let mut all = String::new();
    for (what, damaged) in [
        ("nothing", String::new()),
        ("another file", "game \"Kalah\" {}\n".to_owned()),
        ("another version", text.replace("record 1", "record 2")),
        ("no result", without("result")),
        ("no score", without("score")),
        ("no variant", without("variant")),
        ("another winner", text.replace("result: south", "result: draw")),
        ("unfinished", without("score").replace("result: south", "result: unfinished")),
        ("a score without an end", text.replace("result: south", "result: unfinished")),
        ("an unknown key", text.replace("player: north", "playr: north")),
        ("twice", text.replace("variant: kalah", "variant: kalah\nvariant: oware")),
        ("an open quotation", text.replace("variant: kalah", "variant: \"kalah")),
        ("two words", text.replace("variant: kalah", "variant: my kalah")),
        ("an illegal move", text.replace(moves, "1. south Q")),
        ("a pit that is empty", text.replace(moves, "1. south C C")),
        ("another player", text.replace(moves, "1. north c")),
        ("another turn", text.replace(moves, &moves.replace("1.", "7."))),
        ("a turn without moves", text.replace(moves, "1. south")),
        ("a turn left out", text.replace(&format!("{moves}\n"), "")),
        ("moves behind the end", format!("{text}99. south A\n")),
        ("another start", text.replace("start: 2,2", "start: 2,1")),
        ("a line of something", text.replace("player: north", "north")),
    ] {
        let told = wrong(&game, &damaged).unwrap_or_else(|| panic!("{what} isn't refused:\n{damaged}"));
        all += &format!("{what}\n  {told}\n");
    }
    insta::assert_snapshot!(all);
}

/// However short a record is cut, it is refused; only a blank end may go.
#[test]
fn cut_records_are_refused() {
    let (game, text) = finished("kalah", &[("pits", "3"), ("seeds", "2")]);
    for end in (0..text.trim_end().len()).filter(|&i| text.is_char_boundary(i)) {
        let cut = &text[..end];
        let told = wrong(&game, cut);
        // Half a number of the score is a number, too, but not the right one.
        assert!(told.is_some(), "{cut}");
    }
}

#[test]
fn other_rules_are_refused() {
    let (_, text) = finished("kalah", &[("pits", "4"), ("seeds", "2")]);
    let others = [
        support::game("kalah", &[("pits", "4"), ("seeds", "2"), ("empty-capture", "yes")]),
        support::game("oware", &[]),
    ];
    for game in &others {
        let told = wrong(game, &text).expect("refused");
        assert!(told.starts_with("E0509 4:8"), "{told}");
    }
    // Whoever leaves out the rules means the moves.
    let moves: String = text.lines().filter(|l| !l.starts_with("rules:")).map(|l| format!("{l}\n")).collect();
    assert_eq!(wrong(&support::game("kalah", &[("pits", "4"), ("seeds", "2"), ("end", "mover-empty")]), &moves), None);
    let unknown = text.replace("set: pits = 4", "set: rows = 4");
    let d = read(&unknown).expect("read").settings(&support::ir("kalah")).expect_err("no such option");
    assert!(d.message.contains("`rows`") && d.span.line == 5, "{d:?}");
}

/// Rules are the same however they are laid out and named.
#[test]
fn the_identity_is_of_the_rules_alone() {
    let bundled = sower::source::bundled_by_name("bosh").expect("bundled").text;
    let of = |text: &str, set: &[(&str, &str)]| identity(&support::compile(&support::from_text("x.sow", text), set));
    let own = of(bundled, &[]);
    assert_eq!(own, of(&format!("# remarks\n\n{}", bundled.replace("  ", "    ")), &[]));
    assert_eq!(own, of(&bundled.replace("\"Bosh\"", "\"Another name\""), &[]));
    let examples = bundled.find("example").expect("an example");
    assert_eq!(own, of(&bundled[..examples], &[]));
    assert_ne!(own, of(&bundled.replace("capture 2 ahead", "capture next"), &[]));
    assert_ne!(own, of(&bundled.replace("seeds 4", "seeds 5"), &[]));
    assert_ne!(own, of(bundled, &[("round-end", "row-empty")]));
}
