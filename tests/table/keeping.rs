//! Games in files.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use sower::players::Spec;
use sower::table::{Files, Keeper, Saving};

use super::{play, table};
use crate::support;

/// Files that nobody else sees.
#[derive(Clone, Default)]
pub struct Shelf(Rc<RefCell<BTreeMap<PathBuf, String>>>);

impl Shelf {
    /// A file's text.
    pub fn text(&self, name: &str) -> Option<String> {
        self.0.borrow().get(Path::new(name)).cloned()
    }

    /// Puts a file there.
    pub fn put(&self, name: &str, text: &str) {
        self.0.borrow_mut().insert(name.into(), text.to_owned());
    }
}

impl Files for Shelf {
    fn exists(&self, path: &Path) -> bool {
        self.0.borrow().contains_key(path)
    }

    fn read(&self, path: &Path) -> Result<String, String> {
        self.0.borrow().get(path).cloned().ok_or_else(|| format!("{} isn't there.", path.display()))
    }

    fn write(&mut self, path: &Path, text: &str) -> Result<(), String> {
        if path.starts_with("/locked") {
            return Err("/locked can't be written.".to_owned());
        }
        self.put(&path.to_string_lossy(), text);
        Ok(())
    }
}

#[test]
fn files_of_others_are_left_alone() {
    let game = support::game("kalah", &[]);
    let mut table = table(&game, "kalah", [Spec::Human, Spec::Human]);
    let shelf = Shelf::default();
    shelf.put("letter.txt", "Dear friend");
    let mut keeper = Keeper::new(Box::new(shelf.clone()));
    play(&mut table, "C");
    assert!(table.unsaved());
    assert_eq!(keeper.save(&mut table, None, false), Saving::Nowhere);
    assert_eq!(keeper.save(&mut table, Some("letter.txt"), false), Saving::Exists("letter.txt".into()));
    assert_eq!(
        keeper.save(&mut table, Some("/locked/x"), false),
        Saving::Failed("/locked can't be written.".to_owned())
    );
    assert_eq!(shelf.text("letter.txt").as_deref(), Some("Dear friend"));
    assert!(table.unsaved());
    assert_eq!(keeper.save(&mut table, Some("new.txt"), false), Saving::Done("new.txt".into()));
    assert!(!table.unsaved());
    // Its own file is written anew without a question.
    play(&mut table, "F");
    assert_eq!(keeper.save(&mut table, None, false), Saving::Done("new.txt".into()));
    assert_eq!(keeper.save(&mut table, Some("letter.txt"), true), Saving::Done("letter.txt".into()));
    assert!(shelf.text("letter.txt").is_some_and(|t| t.contains("1. south C F\n")));
}

#[test]
fn a_game_is_kept_after_every_decision() {
    let game = support::game("kalah", &[]);
    let mut table = table(&game, "kalah", [Spec::Human, Spec::Human]);
    let shelf = Shelf::default();
    let mut keeper = Keeper::new(Box::new(shelf.clone()));
    keeper.own(Path::new("g"), true);
    for (text, kept) in [("C", "1. south C\n"), ("F", "1. south C F\n"), ("a", "1. south C F\n2. north a\n")] {
        play(&mut table, text);
        assert_eq!(keeper.after_decision(&mut table), None);
        assert!(shelf.text("g").is_some_and(|t| t.contains(kept)), "{kept}");
    }
    assert!(table.undo());
    assert_eq!(keeper.after_decision(&mut table), None);
    assert!(shelf.text("g").is_some_and(|t| t.contains("1. south C F\n\n")), "what was taken back is gone");
    assert_eq!(keeper.save(&mut table, Some("copy"), false), Saving::Done("copy".into()));
    assert_eq!(keeper.file(), Some(Path::new("g")), "it goes on in its own file");
    keeper.leave();
    assert!(table.redo());
    keeper.after_decision(&mut table);
    assert!(shelf.text("g").is_some_and(|t| !t.contains("north a")), "the file keeps the game that was left");
}

#[test]
fn loading_refuses_what_does_not_hold() {
    let game = support::game("kalah", &[]);
    let mut table = table(&game, "kalah", [Spec::Human, Spec::Ab(3)]);
    let shelf = Shelf::default();
    let mut keeper = Keeper::new(Box::new(shelf.clone()));
    play(&mut table, "C");
    keeper.save(&mut table, Some("good"), false);
    let good = shelf.text("good").expect("saved");
    shelf.put("illegal", &good.replace("1. south C", "1. south C C"));
    shelf.put("nobody", &good.replace("north = ab:3", "north = grandma"));
    shelf.put("seat", &good.replace("player: north", "player: east"));
    let mut all = String::new();
    for name in ["missing", "illegal", "nobody", "seat"] {
        let lines = keeper.load(&table, name).err().unwrap_or_else(|| panic!("{name} is refused"));
        all += &format!("{}\n", lines.join("\n  "));
    }
    insta::assert_snapshot!(all);
    assert_eq!(keeper.file(), Some(Path::new("good")), "a game that can't be loaded changes nothing");
    let loaded = keeper.load(&table, "good").expect("it holds");
    assert_eq!((loaded.state(), loaded.sits(1)), (table.state(), Spec::Ab(3)));
    assert!(!loaded.unsaved());
}
