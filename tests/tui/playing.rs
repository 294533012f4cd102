//! What keys do.

use std::path::Path;
use std::time::Duration;

use sower::players::Spec;
use sower::table::Keeper;
use sower::tui::Key;

use super::{Shelf, answer, app, picture, press, type_in, wait, with};
use crate::support;

const HUMANS: [Spec; 2] = [Spec::Human, Spec::Human];

/// The line of a picture that holds some words.
fn line_with(picture: &str, words: &str) -> String {
    picture.lines().find(|l| l.contains(words)).unwrap_or_else(|| panic!("{words:?} isn't in\n{picture}")).to_owned()
}

fn shows(app: &mut super::App<'_>, words: &str) -> String {
    line_with(&picture(app, 100, 30), words)
}

#[test]
fn moves_by_arrows_tab_letters_and_numbers() {
    let game = support::game("kalah", &[]);
    let mut app = app(&game, HUMANS);
    shows(&mut app, "South> A");
    press(&mut app, &[Key::Right, Key::Right]);
    shows(&mut app, "South> C");
    press(&mut app, &[Key::Enter]);
    shows(&mut app, "South plays C.");
    // The emptied pit is passed over.
    press(&mut app, &[Key::Right, Key::Right]);
    shows(&mut app, "South> D");
    press(&mut app, &[Key::BackTab, Key::Tab, Key::Tab, Key::Tab, Key::Enter]);
    shows(&mut app, "South plays F.");
    // North's row runs the other way.
    shows(&mut app, "North> a");
    press(&mut app, &[Key::Left]);
    shows(&mut app, "North> b");
    type_in(&mut app, "3\n");
    shows(&mut app, "North plays c.");
    type_in(&mut app, "z\n");
    shows(&mut app, "There is no pit");
    type_in(&mut app, "C\n");
    shows(&mut app, "Pit C is empty.");
}

#[test]
fn clicks_play_and_tell_why_not() {
    let game = support::game("kalah", &[]);
    let mut app = app(&game, HUMANS);
    let find = |app: &mut super::App<'_>, words: &str| {
        let shown = picture(app, 100, 30);
        let (y, line) = shown.lines().enumerate().find(|(_, l)| l.contains(words)).expect("shown");
        let at = line[..line.find(words).expect("there")].chars().count();
        (at as u16, y as u16)
    };
    let (x, y) = find(&mut app, "C    │");
    press(&mut app, &[Key::Click(x, y)]);
    shows(&mut app, "South plays C.");
    press(&mut app, &[Key::Click(x, y)]);
    shows(&mut app, "Pit C is empty.");
    let (x, y) = find(&mut app, "f    │");
    press(&mut app, &[Key::Click(x, y)]);
    shows(&mut app, "North's");
    // The line of moves can be clicked, too.
    let (x, y) = find(&mut app, " D  E  F");
    press(&mut app, &[Key::Click(x + 1, y)]);
    shows(&mut app, "South plays D.");
}

#[test]
fn undo_redo_hint_and_speed() {
    let game = support::game("kalah", &[]);
    let mut app = app(&game, [Spec::Human, Spec::Greedy]);
    press(&mut app, &[Key::Ctrl('z')]);
    shows(&mut app, "There is nothing to take back.");
    type_in(&mut app, "A\n");
    shows(&mut app, "North plays");
    press(&mut app, &[Key::Ctrl('z')]);
    shows(&mut app, "turn 1");
    press(&mut app, &[Key::Ctrl('y')]);
    shows(&mut app, "North plays");
    press(&mut app, &[Key::F(2)]);
    shows(&mut app, "Looking 6 plies ahead:");
    press(&mut app, &[Key::Char('+'), Key::Char('+'), Key::Char('-')]);
    shows(&mut app, "Speed of sowing: 1.");
    type_in(&mut app, "speed 9\n");
    shows(&mut app, "Speed of sowing: 9.");
    type_in(&mut app, "speed fast\n");
    shows(&mut app, "A speed is a number from 1 to 9");
}

#[test]
fn a_sowing_is_shown_and_can_be_skipped() {
    let game = support::game("kalah", &[]);
    let mut app = with(&game, HUMANS, "5", Keeper::new(Box::<Shelf>::default()));
    type_in(&mut app, "C\n");
    app.pass(Duration::from_millis(125));
    shows(&mut app, "South plays C, 4 in hand");
    app.pass(Duration::from_millis(250));
    shows(&mut app, "South plays C, 2 in hand");
    press(&mut app, &[Key::Char(' ')]);
    shows(&mut app, "South> A");
    // A whole turn is shown ply by ply.
    press(&mut app, &[Key::Ctrl('z')]);
    type_in(&mut app, "C/F\n");
    app.pass(Duration::from_millis(125));
    shows(&mut app, "South plays C");
    wait(&mut app);
    shows(&mut app, "South plays F.");
    shows(&mut app, "North> a");
}

#[test]
fn programs_can_be_stopped_and_taken_back() {
    let game = support::game("kalah", &[]);
    let mut app = app(&game, [Spec::Human, Spec::Ab(64)]);
    for c in ['A', '\n'] {
        app.key(if c == '\n' { Key::Enter } else { Key::Char(c) });
    }
    // The program is asked, and never answers.
    let Some(sower::tui::Asked::Think(ticket, _)) = app.asks() else { panic!("asked") };
    shows(&mut app, "North (ab:64) thinks");
    app.key(Key::Ctrl('z'));
    assert!(matches!(app.asks(), Some(sower::tui::Asked::Stop)));
    shows(&mut app, "South> A");
    // An answer that comes too late changes nothing.
    let chance = sower::chance::Chance::of_game(1, 1);
    app.thought(ticket, sower::table::Thought::Chosen(None, chance));
    shows(&mut app, "South> A");
}

#[test]
fn games_of_programs_can_be_watched() {
    let game = support::game("bosh", &[]);
    let mut app = app(&game, [Spec::Greedy, Spec::Random]);
    press(&mut app, &[Key::Char(' ')]);
    shows(&mut app, "waits; Space: go on");
    press(&mut app, &[Key::Char(' ')]);
    answer(&mut app);
    shows(&mut app, "The game is over>");
    shows(&mut app, "The round is over");
    press(&mut app, &[Key::F(4), Key::Home]);
    shows(&mut app, "looking back: move 0 of");
    press(&mut app, &[Key::Right, Key::F(2)]);
    shows(&mut app, "Looking 6 plies ahead:");
    press(&mut app, &[Key::Esc, Key::Ctrl('z')]);
    shows(&mut app, "No human plays");
}

#[test]
fn saving_asks_where_and_before_it_replaces() {
    let game = support::game("kalah", &[]);
    let shelf = Shelf::default();
    shelf.put("other", "Dear friend");
    let mut app = with(&game, HUMANS, "off", Keeper::new(Box::new(shelf.clone())));
    type_in(&mut app, "C\n");
    press(&mut app, &[Key::Ctrl('s')]);
    shows(&mut app, "Type the file's name.");
    type_in(&mut app, "other\n");
    shows(&mut app, "other exists already. Replace it?");
    press(&mut app, &[Key::Char('n')]);
    assert_eq!(shelf.text("other").as_deref(), Some("Dear friend"));
    type_in(&mut app, "save mine\n");
    shows(&mut app, "Saved in mine.");
    type_in(&mut app, "F\nload mine\n");
    shows(&mut app, "Load mine? y: yes, n: no");
    press(&mut app, &[Key::Char('y')]);
    shows(&mut app, "Loaded from mine.");
    shows(&mut app, "South> A");
    type_in(&mut app, "load nowhere\n");
    shows(&mut app, "nowhere isn't there.");
    type_in(&mut app, "F\n");
    press(&mut app, &[Key::Ctrl('q')]);
    shows(&mut app, "The game isn't saved. Leave it?");
    press(&mut app, &[Key::Char('s')]);
    assert!(app.left());
    assert!(shelf.text("mine").is_some_and(|t| t.contains("1. south C F\n")));
    assert_eq!(app.leave().words, ["The game is in mine; `sower play --load mine` goes on with it."]);
}

/// Moves that were not saved are told to whoever leaves.
#[test]
fn nothing_is_lost_on_leaving() {
    let game = support::game("kalah", &[]);
    let mut app = app(&game, HUMANS);
    type_in(&mut app, "C\nF\na\n");
    press(&mut app, &[Key::Ctrl('c')]);
    assert!(app.left());
    let left = app.leave();
    assert!(left.interrupted);
    assert_eq!(left.words, ["The game wasn't saved. Its moves:", "1. south C F", "2. north a"]);
    let shelf = Shelf::default();
    let mut keeper = Keeper::new(Box::new(shelf.clone()));
    keeper.own(Path::new("g"), true);
    let mut kept = with(&game, HUMANS, "off", keeper);
    type_in(&mut kept, "C\nquit\n");
    assert!(kept.left(), "a game that is kept is left without a question");
    assert!(shelf.text("g").is_some_and(|t| t.contains("1. south C\n")));
}

#[test]
fn positions_are_set_up_by_hand_and_by_word() {
    let game = support::game("bosh", &[]);
    let mut app = app(&game, HUMANS);
    press(&mut app, &[Key::F(5), Key::Char('0'), Key::Right, Key::Char('7')]);
    shows(&mut app, "1 seed missing; South to move.");
    press(&mut app, &[Key::Enter]);
    shows(&mut app, "The position has 39 seeds");
    press(&mut app, &[Key::Char('+'), Key::Tab, Key::Enter]);
    shows(&mut app, "A new game begins here.");
    shows(&mut app, "North> a");
    shows(&mut app, "│    8    │");
    // Keys other than these change nothing, and Escape leaves all as it was.
    press(&mut app, &[Key::F(5), Key::Char('c'), Key::Char('x'), Key::Esc]);
    shows(&mut app, "│    8    │");
    type_in(&mut app, "position\n");
    shows(&mut app, "0,8,4,4,4/4,4,4,4,4;0,0;north");
    type_in(&mut app, "position 1,2\n");
    shows(&mut app, "position");
    type_in(&mut app, "a\nposition 4,4,4,4,4/4,4,4,4,4;0,0;south\n");
    shows(&mut app, "Begin another here?");
    press(&mut app, &[Key::Char('y')]);
    shows(&mut app, "South> A");
}

/// No keys make it panic or lose seeds.
#[test]
fn random_keys() {
    let game = support::game("bosh", &[]);
    let keys = [
        Key::Left,
        Key::Right,
        Key::Up,
        Key::Down,
        Key::Enter,
        Key::Enter,
        Key::Esc,
        Key::Tab,
        Key::BackTab,
        Key::PageUp,
        Key::PageDown,
        Key::Home,
        Key::End,
        Key::F(1),
        Key::F(3),
        Key::F(4),
        Key::F(5),
        Key::Ctrl('z'),
        Key::Ctrl('y'),
        Key::Ctrl('q'),
        Key::Ctrl('s'),
        Key::Char('n'),
        Key::Char('c'),
        Key::Char('9'),
        Key::Char(' '),
        Key::Char('+'),
        Key::Char('<'),
        Key::Backspace,
        Key::Delete,
        Key::Click(40, 8),
        Key::Click(60, 12),
        Key::Click(1, 28),
        Key::Resize(20, 6),
        Key::Resize(100, 30),
    ];
    let mut chance = sower::chance::Chance::of_game(5, 0);
    let mut app = with(&game, [Spec::Human, Spec::Greedy], "9", Keeper::new(Box::<Shelf>::default()));
    for _ in 0..4_000 {
        let key = *chance.pick(&keys).expect("a key");
        press(&mut app, &[key]);
        app.pass(Duration::from_millis(20));
        let (columns, lines) = if chance.below(2) == 0 { (20, 6) } else { (80, 24) };
        picture(&mut app, columns, lines);
    }
}

/// Directions, labelled choices, lots and swaps are moves like others.
#[test]
fn what_the_rules_leave_open() {
    let text = "game \"Open\" { source \"made up\" }\nboard { rows 2; pits 4 a row; seeds 4 each }\n\
        sowing { either way }\nlanding {\n\
          here was empty => choose { \"take\" => capture here; \"stop\" => end }\n\
          here holds 6 => choose by lot { \"heads\" => move again; \"tails\" => end }\n\
          otherwise => end\n}\n\
        round {\n  swap after the first turn\n  over when turn > 60 => owners keep the rest\n  endless => illegal\n}\n";
    let game = support::compile(&support::from_text("open.sow", text), &[]);
    let mut app = app(&game, HUMANS);
    shows(&mut app, "[A>]");
    shows(&mut app, "South> A>");
    press(&mut app, &[Key::Tab]);
    shows(&mut app, "South> A<");
    press(&mut app, &[Key::Char('>')]);
    shows(&mut app, "South> A>");
    type_in(&mut app, "B\n");
    shows(&mut app, "can mean B> or B<");
    type_in(&mut app, "B>\n");
    shows(&mut app, "swap");
    type_in(&mut app, "swap\n");
    shows(&mut app, "North plays swap.");
    // On to random moves: labels, lots and all are played by Enter.
    let mut chance = sower::chance::Chance::of_game(3, 0);
    let mut seen = String::new();
    for _ in 0..120 {
        for _ in 0..chance.below(7) {
            press(&mut app, &[Key::Tab]);
        }
        press(&mut app, &[Key::Enter]);
        seen += &picture(&mut app, 100, 30);
    }
    for told in ["[take]", "chooses> take", "The lot plays", "The game is over>"] {
        assert!(seen.contains(told), "{told}");
    }
    type_in(&mut app, "save open.txt\nload open.txt\n");
    shows(&mut app, "Loaded from open.txt.");
    shows(&mut app, "The game is over>");
}
