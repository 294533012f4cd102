//! What several tests need.

pub mod recorded;

use serde_json::Value;
use sower::engine::{Game, Machine, PlaceId, Ply, Settings, State, notation, position};
use sower::source::{self, Source};

/// Where property tests begin: always the same, so that a run can be repeated; `SOWER_SEED` begins
/// elsewhere, to look for what nobody has met yet. (100 has found a position without a legal move that
/// was not over.)
pub fn rng_seed() -> proptest::test_runner::RngSeed {
    let seed = std::env::var("SOWER_SEED").ok().and_then(|n| n.parse().ok());
    proptest::test_runner::RngSeed::Fixed(seed.unwrap_or(100))
}

/// How much less is played than usual: `SOWER_LESS` cuts random games and counted paths to a tenth, for
/// a quick look while one works, or a build without optimisation.
pub fn share(n: u64) -> u64 {
    if std::env::var_os("SOWER_LESS").is_some() { n.div_ceil(10) } else { n }
}

/// The IR of a bundled game, which must check without errors.
pub fn ir(name: &str) -> sower::ir::Game {
    let bundled = source::bundled_by_name(name).unwrap_or_else(|| panic!("no bundled game {name}"));
    from_text(&format!("{name}.sow"), bundled.text)
}

/// The IR of a text that must check without errors.
pub fn from_text(name: &str, text: &str) -> sower::ir::Game {
    let checked = sower::check::check(&Source::new(name, text));
    checked.game.unwrap_or_else(|| panic!("{name}: {:#?}\n{text}", checked.diagnostics))
}

/// A bundled game with some options set.
pub fn game(name: &str, set: &[(&str, &str)]) -> Game {
    compile(&ir(name), set)
}

/// A part of a rules file with the sections that it leaves out; one that extends another lacks only the
/// header.
pub fn whole(text: &str) -> String {
    let has = |head: &str| text.lines().any(|l| l.split(' ').next() == Some(head));
    let rest = [
        ("game", "game \"Example\" { source \"made up\" }"),
        ("board", "board { rows 2; pits 6 a row; seeds 4 each }"),
        ("sowing", "sowing { counterclockwise }"),
        (
            "round",
            "round {\n  over when mover cannot move => owners keep the rest\n  \
             over when the position repeats => draw\n  endless => illegal\n}",
        ),
    ];
    let wanted = |head: &str| !has(head) && (head == "game" || !has("extends"));
    let rest = rest.iter().filter(|(head, _)| wanted(head)).map(|(_, section)| *section);
    [text].into_iter().chain(rest).collect::<Vec<_>>().join("\n") + "\n"
}

/// Compiles with some options set.
pub fn compile(ir: &sower::ir::Game, set: &[(&str, &str)]) -> Game {
    compile_for(ir, set, false)
}

/// Compiles with some options set, for a round or a match.
pub fn compile_for(ir: &sower::ir::Game, set: &[(&str, &str)], matches: bool) -> Game {
    let settings = Settings {
        matches,
        options: set.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(),
        ..Settings::default()
    };
    Game::compile(ir, &settings).unwrap_or_else(|e| panic!("{e:#?}"))
}

/// A bundled game with some options set, and as a match if so wanted; the file must say what follows a
/// round.
pub fn game_or_match(name: &str, set: &[(&str, &str)], matches: bool) -> Game {
    let game = compile_for(&ir(name), set, matches);
    assert_eq!(game.is_match(), matches, "{name} says nothing of further rounds");
    game
}

/// `{"key": "value"}` as options.
pub fn options(set: &Value) -> Vec<(String, String)> {
    set.as_object()
        .map(|m| m.iter().map(|(k, v)| (k.clone(), v.as_str().map_or_else(|| v.to_string(), str::to_owned))).collect())
        .unwrap_or_default()
}

/// A bundled game with the options of a JSON object.
pub fn game_with(name: &str, set: &Value) -> Game {
    let settings = Settings { options: options(set), ..Settings::default() };
    Game::compile(&ir(name), &settings).unwrap_or_else(|e| panic!("{e:#?}"))
}

/// Counts of all pits.
pub fn pits(game: &Game, state: &State) -> Vec<u64> {
    (0..game.geometry().pits.len()).map(|p| u64::from(state.count(p as PlaceId))).collect()
}

/// Counts of the stores.
pub fn stores(game: &Game, state: &State) -> Vec<u64> {
    game.geometry().stores.iter().map(|&s| u64::from(state.count(s))).collect()
}

/// The texts of the legal plies.
pub fn legal(machine: &mut Machine<'_>, state: &State) -> Vec<String> {
    let plies = machine.legal(state);
    plies.iter().map(|p| notation::show(machine.game(), state, p)).collect()
}

/// Plays a turn given as text.
pub fn play(machine: &mut Machine<'_>, state: &State, text: &str) -> State {
    let plies: Vec<Ply> = notation::read(machine, state, text).unwrap_or_else(|d| panic!("{text}: {d:?}"));
    let mut state = state.clone();
    for ply in plies {
        // It has been read among the legal ones.
        state = machine.play_legal(&state, &ply).unwrap_or_else(|r| panic!("{text}: {r:?}"));
    }
    state
}

/// A position from the keys of `replay --json`.
pub fn position(game: &Game, v: &Value) -> State {
    position::read_json(game, v, true).unwrap_or_else(|d| panic!("{v}: {d:?}"))
}
