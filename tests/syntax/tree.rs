//! What is read out of a statement.

use super::{read_well, shape};

/// The tree of a condition, without places and boxes' names.
fn cond(text: &str) -> String {
    let tree = shape(&read_well(&format!("landing {{ {text} => end }}")));
    let start = tree.find("cond: Some(").unwrap() + "cond: Some(".len();
    let end = tree.find("), actions: [Action").unwrap();
    brief(&tree[start..end])
}

/// The tree of the actions.
fn actions(text: &str) -> String {
    let tree = shape(&read_well(&format!("landing {{ otherwise => {text} }}")));
    let start = tree.find("actions: [").unwrap() + "actions: [".len();
    let end = tree.rfind("], span:  })], span:  })").unwrap();
    brief(&tree[start..end])
}

/// Shorter: `Cond { kind: X, span:  }` is `X`, and so on.
fn brief(tree: &str) -> String {
    let mut text = tree.replace(", span: ", "").replace(", span: ", "");
    for node in ["Cond", "Num", "Ref", "Action"] {
        while let Some(at) = text.find(&format!("{node} {{ kind: ")) {
            let from = at + node.len() + " { kind: ".len();
            let mut depth = 1;
            let close = text[from..].char_indices().find(|(_, c)| {
                depth += i32::from(*c == '{') - i32::from(*c == '}');
                depth == 0
            });
            let end = from + close.unwrap().0;
            text = format!("{}{}{}", &text[..at], text[from..end].trim_end(), &text[end + 1..]);
        }
    }
    while let Some(at) = text.find("Ident { text: ") {
        let from = at + "Ident { text: ".len();
        let end = from + text[from..].find('}').unwrap();
        text = format!("{}{}{}", &text[..at], text[from..end].trim_end(), &text[end + 1..]);
    }
    text
}

#[test]
fn conditions() {
    let all = [
        "here is my store",
        "hand is at least 2",
        "here is not at most 2",
        "my reserve > 0",
        "it = 3",
        "here was 3",
        "here was (my catch - 1)",
        "next is occupied",
        "2 ahead is occupied",
        "(lap + 1) behind of start is empty",
        "prey is occupied",
        "slam",
        "not slam",
        "not not slam",
        "score of a player > 24",
        "mover cannot move",
        "a side is empty",
        "any of my pits is single",
        "none of their pits is a tuz of mine",
        "2 of my pits are empty",
        "at least 2 of my pits hold 3",
        "occupied and opposite is occupied",
        "here holds 2, 4 or 6",
        "here holds 2 or 2 ahead is empty",
        "here holds 2..3 or 5 and mine",
        "here was 2 or (my catch - 1)",
        "here is not a store",
        "here is in my front",
        "here holds odd",
        "option size is not 4",
        "the position repeats 3 times",
        "phase of opponent is mtaji",
        "class is not mtaji",
        "direction is clockwise",
        "opponent could play mtaji",
        "I could capture next",
        "a player fills no pit",
        "my pit 3 is single",
        "my pits 7..12 are empty",
        "my front 5 is empty",
        "my pit (number of here) is not a tuz",
        "a1 and b1 or c1",
        "(a1 or b1) and c1",
        "1 + 2 * 3 - -4 = 5 mod 2",
        "(my pits where it holds 2 and mine) are empty",
        "total of my pits but start > 2",
        "first 2 of my pits are empty",
        "last and otherwise",
        "here is works",
    ];
    let text: Vec<String> = all.iter().map(|c| format!("{c}\n    {}", cond(c))).collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn doing() {
    let all = [
        "capture here and opposite at most 2 each for owner of here",
        "capture 2 from next to hand",
        "capture across with the last seed",
        "capture back from here while theirs and holds 2..3",
        "capture prey but the last",
        "put 1 from hand in next",
        "move all from here to opposite",
        "drop in next",
        "make here a tuz for opponent",
        "unmake all pits",
        "set my catch to 3",
        "add 1 to few",
        "do lay-thin 2 K",
        "relay from next",
        "sow hand after next going clockwise",
        "sow 2 from start",
        "sow start",
        "move again",
        "choose P in their pits where occupied => capture P then end",
        "choose by lot n in 1..3 => end",
        "choose direction => end",
        "choose { \"stop\" written \"+\" => end; \"go\" K in 1..2 if here is mine => relay }",
        "if mine { end } else if theirs { pass } else { draw }",
        "for each P in my pits { capture P }",
        "for the poorer { fill 4 in my pits from the tail, 3 pits }",
        "finish round owners keep the rest then south wins",
        "territory 3 to richer",
        "arrange 5 in my pits, 1..2 each",
        "the winner starts",
        "direction clockwise",
        "let x = here then end",
    ];
    let text: Vec<String> = all.iter().map(|c| format!("{c}\n    {}", actions(c))).collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn names_by_let() {
    let text = "let aa = (1 + 2)\nlet b = my catch\nlet c = my catch + 1\nlet d = slam\nlet e = slam and grand\n\
        let f = here and next\nlet g = hand\nlet h = total of f\nlet i of P = P is a tuz\nlet j = (here, next)\n\
        let k = catch of south\nlet l = lap\nlet m = mine\nlet n = if m then 1 else 2\n";
    let tree = shape(&read_well(text));
    let lines: Vec<String> = tree.split("Let(LetDecl").skip(1).map(brief).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn files() {
    let text = "extends \"congkak\"\npieces { piece stone worth 10 }\nruleset \"R\" { size = 5; note \"who\" }\n\
        board {\n  players raja, pasu\n  seeds 0 3 3 repeated\n  seeds 6 in my front 5\n  seeds 1 each of stone for north\n\
        \x20 row a = b\n  place m = M\n  ring 2 * 8\n  facing A1 a2, B1 b2\n  owner by halves\n  close front 5\n}\n\
        sowing { 2 a pit where mine; own side; first seed in start unless single; direction reversed each lap }\n\
        moves {\n  when a side is empty: must leave their side occupied if possible\n  must reach their pits\n\
        \x20 otherwise from my pits where mine when lap = 1 going either sowing all but 1 starting at next\n}\n\
        round {\n  over when a side is empty => capture here then owners keep the rest then mover wins\n\
        \x20 swap after the first turn\n  richer starts\n}\n\
        rounds { own 1 pit per 4 rounding 2; remainder in next pit; poorer lays out, other mirrors; starter same }\n\
        opening { race, south first; drop }\n\
        example \"e\" { set size = 5; A1 3  raja 4  c is a tuz of south  few = 1; play a1:4 D2>/stop; legal count 2; refuse D }\n";
    insta::assert_snapshot!(brief(&shape(&read_well(text))));
}
