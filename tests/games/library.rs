//! All bundled games: random games end by a rule of the file, keep their seeds, and replay from
//! their moves; turned round, they are the same game; their files are short.
//!
//! `SOWER_GAMES` sets how many random games of each are played (10,000 take about half an hour in
//! release); the default keeps the test run short.

use rayon::prelude::*;
use sower::chance::Chance;
use sower::engine::{Game, Machine, PlaceId, Reason, State, Winner, notation};
use sower::ir;
use sower::source::{self, Bundled};

use crate::support;

/// Games whose start isn't the same for both players.
const LOPSIDED: [&str; 3] = ["fair-kalah", "sadeqa", "sadeqa-ii"];

/// No game is longer, see the longest that is known to end: English wari where nothing is taken.
const MOST_PLIES: usize = 100_000;

fn games() -> u64 {
    std::env::var("SOWER_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(100)
}

fn total(state: &State) -> u64 {
    state.counts().iter().map(|&c| u64::from(c)).sum()
}

/// The `n`-th random game: its moves as text, and its end.
fn random_game(game: &Game, n: u64) -> Result<(Vec<String>, State), String> {
    let mut chance = Chance::of_game(1, n);
    let mut machine = Machine::new(game);
    let mut state = game.start();
    let mut moves = Vec::new();
    while state.over().is_none() {
        if moves.len() == MOST_PLIES {
            return Err(format!("game {n} goes on after {MOST_PLIES} plies"));
        }
        let plies = machine.legal(&state);
        let ply = *chance.pick(&plies).ok_or_else(|| format!("game {n}: nothing is legal, and it isn't over"))?;
        moves.push(notation::show(game, &state, &ply));
        state = machine.play(&state, &ply).map_err(|r| format!("game {n}: {r:?}"))?;
        // While a choice is pending some may be in the hand, which a state doesn't tell.
        if !state.choosing() && total(&state) != game.seeds() {
            return Err(format!("game {n}: {} seeds after {}", total(&state), moves.join(" ")));
        }
    }
    Ok((moves, state))
}

/// What a file leaves unsaid doesn't end its games.
fn ends_by_a_rule(state: &State) -> bool {
    state.over().is_some_and(|o| matches!(o.reason, Reason::Rule(_) | Reason::Action(_) | Reason::Endless))
}

fn plays_well(b: &Bundled) -> Vec<String> {
    let game = support::game(b.name, &[]);
    let one = |n: u64| -> Option<String> {
        let (moves, end) = match random_game(&game, n) {
            Ok(played) => played,
            Err(e) => return Some(format!("{}: {e}", b.name)),
        };
        if !ends_by_a_rule(&end) {
            return Some(format!("{}: game {n} ends by {:?}, which the file doesn't say", b.name, end.over()));
        }
        let mut machine = Machine::new(&game);
        let again = moves.iter().fold(game.start(), |state, mv| support::play(&mut machine, &state, mv));
        (again != end).then(|| format!("{}: game {n} replays to another end: {}", b.name, moves.join(" ")))
    };
    (0..games()).into_par_iter().filter_map(one).collect()
}

#[test]
fn random_games_end_and_replay() {
    let wrong: Vec<String> = source::bundled().par_iter().flat_map(plays_well).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The board seen from the other side.
struct Turned<'g> {
    game: &'g Game,
    half: usize,
}

impl Turned<'_> {
    fn pit(&self, pit: usize) -> usize {
        (pit + self.half) % (2 * self.half)
    }

    fn pits(&self, state: &State) -> Vec<u64> {
        let pits = support::pits(self.game, state);
        (0..pits.len()).map(|p| pits[self.pit(p)]).collect()
    }

    /// A move with the other player's pit.
    fn text(&self, mv: &str) -> String {
        let names = &self.game.geometry().pits;
        let named = names.iter().enumerate().filter(|(_, p)| {
            mv.strip_prefix(p.name.as_str())
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
        });
        match named.max_by_key(|(_, p)| p.name.len()) {
            Some((i, p)) => {
                let other = self.game.geometry().name(self.pit(i) as PlaceId);
                format!("{other}{}", &mv[p.name.len()..])
            }
            None => mv.to_owned(),
        }
    }

    fn difference(&self, a: &State, b: &State) -> Option<String> {
        let mut stores = support::stores(self.game, b);
        stores.reverse();
        if support::pits(self.game, a) != self.pits(b) || support::stores(self.game, a) != stores {
            return Some(format!("{:?} and {:?}", support::pits(self.game, a), self.pits(b)));
        }
        if a.to_move() != b.to_move().map(|p| 1 - p) {
            return Some("who is to move".to_owned());
        }
        let ends = (a.over(), b.over());
        let (Some(a), Some(b)) = ends else {
            return (ends.0.is_some() != ends.1.is_some()).then(|| format!("the end: {ends:?}"));
        };
        let winner = match b.winner {
            Winner::Player(p) => Winner::Player(1 - p),
            other => other,
        };
        let score: Vec<u64> = b.score.iter().rev().copied().collect();
        ((a.winner, &a.score) != (winner, &score)).then(|| format!("the result: {a:?} and {b:?}"))
    }
}

/// The same game with the other player to begin.
fn begun_by_the_other(ir: &ir::Game) -> ir::Game {
    assert!(ir.round.starter.is_none(), "who starts is said");
    let mut turned = ir.clone();
    turned.round.starter = Some(ir::Player::Fixed(1));
    turned
}

fn mirrors(b: &Bundled) -> Option<String> {
    let ir = support::ir(b.name);
    if ir.players.len() == 1 {
        return None;
    }
    let (game, other) = (support::compile(&ir, &[]), support::compile(&begun_by_the_other(&ir), &[]));
    let turned = Turned { game: &game, half: game.geometry().pits.len() / 2 };
    if support::pits(&game, &game.start()) != turned.pits(&other.start()) {
        return (!LOPSIDED.contains(&b.name)).then(|| format!("{} isn't the same for both", b.name));
    }
    assert!(!LOPSIDED.contains(&b.name), "{} is the same for both", b.name);
    let (mut here, mut there) = (Machine::new(&game), Machine::new(&other));
    for n in 0..games().div_ceil(10) {
        let Ok((moves, _)) = random_game(&game, n) else { continue };
        let (mut a, mut b_state) = (game.start(), other.start());
        for mv in moves.iter().take(400) {
            let mut legal: Vec<String> = support::legal(&mut here, &a).iter().map(|m| turned.text(m)).collect();
            let mut legal_there = support::legal(&mut there, &b_state);
            legal.sort();
            legal_there.sort();
            if legal != legal_there {
                return Some(format!("{}, game {n}: {legal:?} and {legal_there:?} are legal", b.name));
            }
            a = support::play(&mut here, &a, mv);
            b_state = support::play(&mut there, &b_state, &turned.text(mv));
            if let Some(d) = turned.difference(&a, &b_state) {
                return Some(format!("{}, game {n}, after {mv}: {d}", b.name));
            }
        }
    }
    None
}

#[test]
fn turned_round_they_are_the_same() {
    let wrong: Vec<String> = source::bundled().par_iter().filter_map(mirrors).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files read aloud: the lines of a formatted file, examples and blank lines aside.
#[test]
fn files_are_short() {
    let mut lengths: Vec<(usize, &str)> = source::bundled()
        .iter()
        .map(|b| {
            let lines = b.text.lines().take_while(|l| !l.starts_with("example"));
            (lines.filter(|l| !l.trim().is_empty()).count(), b.name)
        })
        .collect();
    lengths.sort_unstable();
    // One round: half of them fit on a small screen.
    let single: Vec<usize> =
        lengths.iter().filter(|(_, name)| support::ir(name).rounds.is_none()).map(|(lines, _)| *lines).collect();
    assert!(single[single.len() / 2] <= 20, "{single:?}");
    assert!(single.last().is_some_and(|lines| *lines <= 60), "{single:?}");
    // Whole matches: most fit on a page.
    let on_a_page = lengths.iter().filter(|(lines, _)| *lines <= 40).count();
    assert!(on_a_page * 5 >= lengths.len() * 4, "only {on_a_page} of {} have at most 40 lines", lengths.len());
    let longest = lengths.last().expect("games");
    assert!(longest.0 <= 90, "{longest:?}");
}
