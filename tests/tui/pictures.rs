//! What windows of different sizes show.

use sower::players::Spec;
use sower::tui::Key;

use super::{app, picture, press, type_in, with};
use crate::support;

const HUMANS: [Spec; 2] = [Spec::Human, Spec::Human];

#[test]
fn stores_at_the_right() {
    let game = support::game("kalah", &[]);
    let mut app = app(&game, [Spec::Human, Spec::Greedy]);
    type_in(&mut app, "C\nF\n");
    insta::assert_snapshot!("kalah_80x24", picture(&mut app, 80, 24));
    insta::assert_snapshot!("kalah_40x12", picture(&mut app, 40, 12));
    insta::assert_snapshot!("kalah_20x6", picture(&mut app, 20, 6));
    type_in(&mut app, "F\n");
    insta::assert_snapshot!("kalah_20x6_refusal", picture(&mut app, 20, 6));
}

#[test]
fn stores_at_the_left_apart_and_none() {
    for (name, mov) in [("congkak", "F\n"), ("oware", "C\n"), ("bosh", "C\n")] {
        let game = support::game(name, &[]);
        let mut app = app(&game, HUMANS);
        type_in(&mut app, mov);
        insta::assert_snapshot!(format!("{name}_80x24"), picture(&mut app, 80, 24));
        insta::assert_snapshot!(format!("{name}_40x12"), picture(&mut app, 40, 12));
        insta::assert_snapshot!(format!("{name}_20x6"), picture(&mut app, 20, 6));
    }
}

#[test]
fn the_smallest_and_the_longest_board() {
    let game = support::game("kalah", &[("pits", "1"), ("seeds", "1000")]);
    insta::assert_snapshot!("one_pit_80x24", picture(&mut app(&game, HUMANS), 80, 24));
    insta::assert_snapshot!("one_pit_20x6", picture(&mut app(&game, HUMANS), 20, 6));
    let game = support::game("kalah", &[("pits", "50"), ("seeds", "1000")]);
    let mut app = app(&game, HUMANS);
    insta::assert_snapshot!("fifty_pits_80x24", picture(&mut app, 80, 24));
    insta::assert_snapshot!("fifty_pits_300x24", picture(&mut app, 300, 24));
    press(&mut app, &[Key::BackTab]);
    insta::assert_snapshot!("fifty_pits_40x12", picture(&mut app, 40, 12));
    insta::assert_snapshot!("fifty_pits_20x6", picture(&mut app, 20, 6));
}

/// Players, pits and titles of any script; the columns stay in line.
#[test]
fn names_in_other_scripts() {
    let bosh = sower::source::bundled_by_name("bosh").expect("bundled").text;
    let rest = &bosh[..bosh.find("example").expect("an example")];
    let text =
        rest.replace("\"Bosh\"", "\"हरि หมากหลุม\"").replace("board { rows 2;", "board { rows 2; row हरि = ก..ฅ;");
    let checked = sower::check::check(&sower::source::Source::new("x.sow", text));
    let mut ir = match checked.game {
        Some(ir) => ir,
        None => panic!("{:#?}", checked.diagnostics),
    };
    ir.players = vec!["दक्षिण".to_owned(), "เหนือ".to_owned()];
    // A caseless script needs names of their own for the second row.
    let mut second = ir.board.row_names[0].clone();
    second.first = "あ".to_owned();
    second.last = None;
    ir.board.row_names.push(second);
    let game = support::compile(&ir, &[]);
    let mut app = app(&game, HUMANS);
    insta::assert_snapshot!("scripts_80x24", picture(&mut app, 80, 24));
    insta::assert_snapshot!("scripts_40x12", picture(&mut app, 40, 12));
    insta::assert_snapshot!("scripts_20x6", picture(&mut app, 20, 6));
}

/// A reserve and stores that the others may not count.
#[test]
fn what_is_hidden() {
    let text = "game \"Hidden\" { source \"this test\" }
        board { rows 2; pits 3 a row; seeds 2 each; stores right hidden; reserve 3 hidden }
        moves { from my pits; from my reserve starting at my pit 1 }
        sowing { counterclockwise }
        landing { here is theirs => capture here; otherwise => end }
        round { over when turn = 3 => owners keep the rest; over when mover cannot move => owners keep the rest }";
    let game = support::compile(&support::from_text("hidden.sow", text), &[]);
    let mut app = app(&game, HUMANS);
    type_in(&mut app, "C\n");
    insta::assert_snapshot!("hidden_80x24", picture(&mut app, 80, 24));
    insta::assert_snapshot!("hidden_40x12", picture(&mut app, 40, 12));
    insta::assert_snapshot!("hidden_20x6", picture(&mut app, 20, 6));
    // Looking back shows no more than the game does, until it is over.
    press(&mut app, &[Key::F(4), Key::Left]);
    let back = picture(&mut app, 80, 24);
    assert!(back.contains("south ?, north 3"), "{back}");
    press(&mut app, &[Key::Esc]);
    type_in(&mut app, "a\n");
    let end = picture(&mut app, 80, 24);
    assert!(!end.contains('?'), "{end}");
    press(&mut app, &[Key::F(4), Key::Left]);
    let back = picture(&mut app, 80, 24);
    assert!(back.contains("south 3, north 3"), "{back}");
}

#[test]
fn a_sowing_half_way() {
    let game = support::game("kalah", &[]);
    let mut app = with(&game, HUMANS, "5", sower::table::Keeper::new(Box::<super::Shelf>::default()));
    type_in(&mut app, "C\n");
    app.pass(std::time::Duration::from_millis(125 * 3));
    insta::assert_snapshot!(picture(&mut app, 80, 24));
}

#[test]
fn help_review_why_and_setting_up() {
    let game = support::game("bosh", &[]);
    let mut app = app(&game, HUMANS);
    type_in(&mut app, "C\nb\n");
    press(&mut app, &[Key::F(1)]);
    insta::assert_snapshot!("help_80x24", picture(&mut app, 80, 24));
    insta::assert_snapshot!("help_20x6", picture(&mut app, 20, 6));
    press(&mut app, &[Key::Esc, Key::F(3)]);
    insta::assert_snapshot!("why_80x24", picture(&mut app, 80, 24));
    press(&mut app, &[Key::Esc, Key::F(4), Key::Left, Key::F(2)]);
    insta::assert_snapshot!("review_80x24", picture(&mut app, 80, 24));
    insta::assert_snapshot!("review_40x12", picture(&mut app, 40, 12));
    press(&mut app, &[Key::Esc, Key::F(5), Key::Char('1'), Key::Char('2')]);
    insta::assert_snapshot!("edit_80x24", picture(&mut app, 80, 24));
    insta::assert_snapshot!("edit_20x6", picture(&mut app, 20, 6));
}

/// No size of the window makes it panic, in any mode.
#[test]
fn any_size() {
    for (name, set) in [("kalah", &[][..]), ("kalah", &[("pits", "50"), ("seeds", "1000")]), ("bosh", &[])] {
        let game = support::game(name, set);
        let mut app = app(&game, HUMANS);
        let modes: [&[Key]; 6] = [
            &[],
            &[Key::Enter],
            &[Key::F(4)],
            &[Key::Esc, Key::F(1)],
            &[Key::Esc, Key::F(5)],
            &[Key::Esc, Key::Ctrl('q')],
        ];
        for keys in modes {
            press(&mut app, keys);
            for columns in (0..=60).chain([79, 80, 120, 400]) {
                for lines in (0..=16).chain([24, 60]) {
                    picture(&mut app, columns, lines);
                    app.key(Key::Click(columns / 2, lines / 2 + 100));
                    app.key(Key::Right);
                }
            }
        }
    }
}
