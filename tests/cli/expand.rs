//! `expand` as text.

use serde_json::Value;
use sower::ir::{Action, ActionKind, Among, Choice, ChoiceBy, Cond, Labelled, Let, LetBody, Player};
use sower::{check, render, source};

use super::{kalah, sower};
use crate::support;

#[test]
fn bosh() {
    insta::assert_snapshot!(sower(&["expand", "bosh"]).expect(0).out);
}

#[test]
fn oware() {
    insta::assert_snapshot!(sower(&["expand", "oware"]).expect(0).out);
}

#[test]
fn the_bundled_kalah() {
    insta::assert_snapshot!(sower(&["expand", "kalah"]).expect(0).out);
}

#[test]
fn an_ir_file_and_settings() {
    let out = sower(&["expand", &kalah()]).expect(0).out;
    assert!(out.starts_with("game \"Kalah\"") && out.contains("capture opposite and here"), "{out}");
    let out = sower(&["expand", "kalah", "--set", "pits=3"]).expect(0).out;
    assert!(out.contains("pits 3 a row") && !out.contains("option empty-capture is"), "{out}");
}

/// Every construct of a game that isn't in the library, in the language's words.
#[test]
fn sugar_is_gone() {
    let ir = support::from_text("many.sow", MANY);
    insta::assert_snapshot!(render::kernel(&ir));
}

const MANY: &str = r#"game "Many \"things\"" { source "made up" }
option size = 5 in 2..9
var count per player each turn = 0 in 0..9
var visits per pit = 1
mark tuz { never started; never captured; skipped; ends the lap; 1 per player }
mark owl { never lifted; collects for its maker; until emptied }
let big of P = P holds at least 6 and P is mine
let pair = first 2 of my pits
board { rows 2; pits size a row; seeds 1 (size + 1) repeated; seeds 3 each in my ends for north; stores right }
sowing { either; into my store; skip start unless last when lap = 1; first seed in start unless single }
moves {
  class short written "s" {
    from my pits where single when turn > 3
    otherwise from my occupied pits but the last sowing 1..2
    going forward where number of it = 2; going backward otherwise
    do { capture next; move again }
  }
  otherwise from my pits where big sowing all but 1
  otherwise from my pits
  must feed
  must capture
  when my turn > 2: must reach their left half if possible
  stuck => pass
}
before move { next is occupied => set my count to 2 }
each lap { hand > 10 => put 1 in my store }
each seed {
  last and here is not mine => set visits to visits * (2 + lap) - 1
  otherwise                 => add 1 to count of owner of here
}
landing {
  let far = if here is mine then 2 else 3
  not (here is theirs or here holds 2, 4 or 6) and none of (my pits where it is big) is empty
    => if next is empty { capture across } else { reverse; capture 1 from next and opposite for opponent }
       then choose { "stop" => end; "go-on" written "+" if lap < 3 => relay }
  any of their pits is a tuz or at least 2 of my pits hold odd => choose q in my pits where occupied => sow q after here going clockwise
  here is a store => choose by lot k in 1..far => set my count to k then end
  not (next is reached or previous is in pair) => for each q in pits marked owl of mine { unmake q as owl; close q } then finish round split the rest then mover wins
  here is not marked => make here a tuz for opponent then capture leapfrog from here to hand then sow hand starting in (lap + 1) ahead
  otherwise => relay
}
after move { min(taken, 3) - (1 - lap) > 1 => move again }
round {
  north starts
  over when not score of a player <= 12 => open all pits then that player wins
  over when mover cannot move => opponent takes the rest
  endless => end
}
"#;

/// Choices and names that use earlier ones twice would double the text with each step.
#[test]
fn what_is_used_twice_is_written_once() {
    let mut ir = super::fixture::kalah();
    let act = |kind| Action { kind, span: source::Span::default() };
    let label = |label: &str, kind| Labelled {
        label: label.to_owned(),
        written: None,
        when: Cond::Const(true),
        actions: vec![act(kind)],
    };
    for n in 0..60u16 {
        let kind = || if n == 0 { ActionKind::End } else { ActionKind::Choose(n - 1) };
        let labels = vec![label("left", kind()), label("right", kind())];
        let by = ChoiceBy::Player(Player::Mover);
        ir.choices.push(Choice { by, among: Among::Labels(labels), span: source::Span::default() });
        let earlier = || if n == 0 { Cond::Last } else { Cond::Let(n - 1) };
        let body = LetBody::Cond(Cond::And(vec![earlier(), earlier()]));
        ir.lets.push(Let { name: format!("both{n}"), body, local: false, span: source::Span::default() });
    }
    let rule = &mut ir.phases[0].hooks.landing[0][0];
    rule.cond = Cond::Let(59);
    rule.actions = vec![act(ActionKind::Choose(59))];
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("twice.ir.json");
    std::fs::write(&path, serde_json::to_string(&ir).expect("data")).expect("written");
    let text = sower(&["expand", path.to_str().expect("text")]).expect(0).out;
    assert!(text.len() < 30_000, "{}", text.len());
    assert!(text.contains("to choice3 { choose { \"left\" => do choice2; \"right\" => do choice2 } }"), "{text}");
    assert!(text.contains("let both3 = both2 and both2"), "{text}");
    let again = check::check(&source::Source::new("again.sow", text));
    assert!(again.game.is_none() && again.diagnostics.iter().any(|d| d.code.id == "E0310"), "{:?}", again.diagnostics);
}

/// Without places in the text, rule texts and examples, and with the unwritten rules written.
fn bare(ir: &sower::ir::Game) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(map) => {
                for key in ["span", "text", "file", "examples", "extends", "repetition_draws", "rule_count"] {
                    map.shift_remove(key);
                }
                if map.get("cond").is_some() || map.get("must").is_some() {
                    map.shift_remove("id");
                }
                map.values_mut().for_each(strip);
            }
            Value::Array(list) => list.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(ir).expect("data");
    strip(&mut value);
    let round = &mut value["round"];
    if round["endless"].is_null() {
        round["endless"] = "Illegal".into();
    }
    if ir.round.repetition_draws {
        let rule = serde_json::json!({
            "cond": {"Repeats": 2}, "binds": false, "actions": [], "outcomes": ["Draw"],
        });
        round["over"].as_array_mut().expect("a list").push(rule);
    }
    value
}

/// Games of the library and of the corpus that can be played already.
fn games() -> Vec<(String, sower::ir::Game)> {
    let mut texts: Vec<(String, String)> =
        source::bundled().iter().map(|b| (b.name.to_owned(), b.text.to_owned())).collect();
    texts.push(("many".to_owned(), MANY.to_owned()));
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/valid");
    for entry in std::fs::read_dir(corpus).expect("the corpus") {
        let path = entry.expect("an entry").path();
        let name = format!("corpus {}", path.file_stem().expect("a name").to_string_lossy());
        texts.push((name, std::fs::read_to_string(&path).expect("text")));
    }
    texts
        .into_iter()
        .filter_map(|(name, text)| Some((name.clone(), check::check(&source::Source::new(name, text)).game?)))
        .collect()
}

#[test]
fn the_text_says_the_same_as_the_game() {
    let games = games();
    assert!(games.len() >= 10);
    for (name, ir) in games {
        let text = render::kernel(&ir);
        let again = check::check(&source::Source::new("again.sow", text.as_str()));
        let again = again.game.unwrap_or_else(|| panic!("{name}: {:#?}\n{text}", again.diagnostics));
        let (old, new) = (bare(&ir), bare(&again));
        if old != new {
            let (old, new) = (format!("{old:#}"), format!("{new:#}"));
            let at = old.lines().zip(new.lines()).position(|(a, b)| a != b).unwrap_or(0);
            let near = |t: &str| t.lines().skip(at.saturating_sub(8)).take(16).collect::<Vec<_>>().join("\n");
            panic!("{name}:\n{}\nthen:\n{}\n{text}", near(&old), near(&new));
        }
    }
}

#[test]
fn nothing_looks_like_data() {
    for (name, ir) in games() {
        let text = render::kernel(&ir);
        for sign in ["Some(", "None", "Box", "{ kind", "Const(", "::", "span"] {
            assert!(!text.contains(sign), "{name}: {sign}\n{text}");
        }
    }
}
