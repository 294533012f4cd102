//! The table: a game that is played, taken back, kept and loaded.

pub mod keeping;
mod records;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sower::engine::{Game, MAX_LAPS};
use sower::players::Spec;
use sower::table::{Command, Scene, Setting, Table, Thought, Trail, Waits};

use crate::support;

/// A table with these players.
pub fn table<'g>(game: &'g Game, variant: &str, players: [Spec; 2]) -> Table<'g> {
    let setting =
        Setting { variant: variant.to_owned(), players: players.to_vec(), max_laps: MAX_LAPS, free: false, seed: 7 };
    Table::new(game, setting, game.start())
}

/// Makes a human's move.
pub fn play(table: &mut Table<'_>, text: &str) {
    let plies = table.read(text).unwrap_or_else(|d| panic!("{text}: {d:?}"));
    assert!(plies.iter().all(|ply| table.make(ply)), "{text}");
}

/// Lets programs play until a human must, or the game is over.
pub fn programs(table: &mut Table<'_>) {
    while let Some(job) = table.job() {
        let Some(Thought::Chosen(ply, chance)) = job.run(table.game(), &Arc::new(AtomicBool::new(false))) else {
            panic!("a program always answers");
        };
        assert!(table.chosen(ply, chance));
    }
}

#[test]
fn undo_goes_over_programs() {
    let game = support::game("kalah", &[]);
    let mut table = table(&game, "kalah", [Spec::Human, Spec::Greedy]);
    assert!(!table.undo() && !table.redo());
    for text in ["C", "F"] {
        play(&mut table, text);
        programs(&mut table);
    }
    let (last, plies) = (table.state().clone(), table.now());
    assert!(plies > 2, "north has played");
    assert_eq!(table.waits(), Waits::Human(0));
    assert!(table.undo());
    assert_eq!(table.now(), 1, "back to south's second decision");
    assert!(table.undo());
    assert_eq!(table.now(), 0);
    assert!(!table.undo());
    assert!(table.redo() && table.redo());
    assert!(!table.redo());
    assert_eq!((table.state(), table.now()), (&last, plies));
    // Another move forgets what was taken back.
    assert!(table.undo());
    play(&mut table, "A");
    assert!(!table.can_redo());
}

#[test]
fn nothing_is_taken_back_where_no_human_plays() {
    let game = support::game("oware", &[]);
    let mut table = table(&game, "oware", [Spec::Greedy, Spec::Random]);
    programs(&mut table);
    assert_eq!(table.waits(), Waits::Over);
    assert!(!table.undo() && !table.has_human());
}

#[test]
fn a_search_can_be_stopped() {
    let game = support::game("kalah", &[]);
    let table = table(&game, "kalah", [Spec::Human, Spec::Human]);
    assert!(table.hint(0).run(&game, &Arc::new(AtomicBool::new(true))).is_none());
    let mut deep = self::table(&game, "kalah", [Spec::Ab(64), Spec::Human]);
    let job = deep.job().expect("a program is to move");
    // Unless it stopped, it would think for years.
    assert!(job.run(&game, &Arc::new(AtomicBool::new(true))).is_none());
}

/// What is shown seed by seed ends in what the engine says.
#[test]
fn scenes_end_as_the_engine_says() {
    for name in ["bosh", "kalah", "oware", "congkak"] {
        let game = support::game(name, &[]);
        let mut table = table(&game, name, [Spec::Random, Spec::Greedy]);
        programs(&mut table);
        assert!(table.now() > 4, "{name}");
        for pair in table.past().windows(2) {
            let made = pair[1].made.as_ref().expect("a ply");
            let mut scene = Scene::of(&pair[0].state);
            made.events.iter().for_each(|e| {
                scene.apply(e);
            });
            assert!(!made.cut);
            assert_eq!((scene.counts.as_slice(), scene.hand), (pair[1].state.counts(), 0), "{name}: {}", made.text);
        }
    }
}

#[test]
fn a_trail_is_of_the_whole_turn() {
    let game = support::game("kalah", &[]);
    let mut table = table(&game, "kalah", [Spec::Human, Spec::Human]);
    play(&mut table, "C/F");
    let trail = Trail::of(table.turn_until(table.now()));
    assert_eq!(trail.change[..6], [0, 0, -4, 1, 1, -4]);
    let names = |places: &[u8]| places.iter().map(|&p| game.geometry().name(p)).collect::<Vec<_>>().join(" ");
    assert_eq!(names(&trail.touched), "C D E F south's store a b c d");
    assert_eq!(trail.last.map(|p| game.geometry().name(p)).as_deref(), Some("d"));
    play(&mut table, "a");
    assert_eq!(table.turn_until(table.now()).len(), 2, "north's turn alone");
}

#[test]
fn words_are_read() {
    let read = |line: &str| Command::read(line, ["A", "undo"].into_iter());
    assert_eq!(read("  hint "), Command::Hint);
    assert_eq!(read("save my game"), Command::Save(Some("my game".to_owned()), false));
    assert_eq!(read("save! x"), Command::Save(Some("x".to_owned()), true));
    assert_eq!(read("position 1,2/3,4;0,0;south"), Command::Position("1,2/3,4;0,0;south".to_owned(), false));
    assert_eq!(read("load! x"), Command::Load("x".to_owned(), true));
    assert_eq!(read("load"), Command::Move("load".to_owned()));
    assert_eq!(read("undo"), Command::Move("undo".to_owned()), "a move of that name goes first");
    assert_eq!(read(""), Command::Nothing);
}
