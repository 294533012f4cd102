//! All bundled games: random games and matches end by a rule of the file, keep their seeds, and replay
//! from their moves; turned round, they are the same game; their files are short.
//!
//! `SOWER_GAMES` sets how many random games of each are played (10,000 take about half an hour in
//! release), and as many matches; what became of the matches is printed then. `SOWER_ONLY` names the
//! games (`bosh,kalah`), and `SOWER_PLIES` bounds the plies of all matches of one. The default keeps the
//! test run short.

use std::collections::BTreeSet;

use rayon::prelude::*;
use sower::chance::Chance;
use sower::engine::{Game, Machine, Pit, PlaceId, Reason, State, Winner, notation};
use sower::ir;
use sower::source::{self, Bundled};

use crate::support;

/// Games whose start isn't the same for both players.
const LOPSIDED: [&str; 4] = ["fair-kalah", "kanji-guti", "sadeqa", "sadeqa-ii"];

/// No game is longer, see the longest that is known to end: English wari where nothing is taken. A match
/// is cut off there.
const MOST_PLIES: usize = 100_000;

/// Plies of all matches of a game: at most so many for each match that is asked for, of which some
/// never end by themselves.
const MATCH_PLIES: usize = 4_000;

/// Plies of all matches of a game, unless `SOWER_GAMES` says how many are played.
const FEW_MATCH_PLIES: u64 = 4_000;

fn asked() -> Option<u64> {
    std::env::var("SOWER_GAMES").ok().and_then(|n| n.parse().ok())
}

/// The bundled games that are asked for.
fn bundled() -> Vec<Bundled> {
    let only = std::env::var("SOWER_ONLY").ok();
    let wanted = |b: &Bundled| only.as_ref().is_none_or(|only| only.split(',').any(|name| name == b.name));
    source::bundled().into_iter().filter(wanted).collect()
}

/// How many plies all matches of a game may have.
fn match_plies() -> usize {
    let said = std::env::var("SOWER_PLIES").ok().and_then(|n| n.parse().ok());
    let usual = || asked().map_or_else(|| support::share(FEW_MATCH_PLIES) as usize, |n| n as usize * MATCH_PLIES);
    said.unwrap_or_else(usual)
}

fn games() -> u64 {
    asked().unwrap_or_else(|| support::share(100))
}

fn total(state: &State) -> u64 {
    state.counts().iter().map(|&c| u64::from(c)).sum::<u64>() + state.in_hand()
}

/// How many pieces of each kind there are, whosever they are: they are won and laid out again, but none
/// comes or goes. (In mid-sowing some are in the hand.)
fn kinds(game: &Game, state: &State) -> Vec<u32> {
    let mut all = vec![0; game.ir().pieces.len()];
    for (i, (name, _)) in game.piece_kinds().enumerate() {
        let kind = game.ir().pieces.iter().position(|p| p.name == name).expect("a kind");
        all[kind] += (0..state.counts().len()).map(|p| game.pieces_in(state, i, p as PlaceId)).sum::<u32>();
    }
    all
}

/// The `n`-th random game: its moves as text, and its end, or where it was cut off.
fn random_game(game: &Game, n: u64, most: usize) -> Result<(Vec<String>, State), String> {
    let mut chance = Chance::of_game(1, n);
    let mut machine = Machine::new(game);
    let mut state = game.start();
    let mut after = state.clone();
    let mut moves = Vec::new();
    let has_kinds = !game.ir().pieces.is_empty();
    while state.over().is_none() && moves.len() < most {
        let plies = machine.legal(&state);
        let ply = *chance.pick(&plies).ok_or_else(|| format!("game {n}: nothing is legal, and it isn't over"))?;
        moves.push(notation::show_by(&mut machine, &state, &ply));
        machine.play_legal_into(&state, &ply, &mut after).map_err(|r| format!("game {n}: {r:?}"))?;
        std::mem::swap(&mut state, &mut after);
        let rounds = machine.finished_rounds();
        for s in rounds.iter().chain([&state]) {
            if total(s) != game.seeds() {
                return Err(format!("game {n}: {} seeds after {}", total(s), moves.join(" ")));
            }
            if has_kinds && s.in_hand() == 0 && kinds(game, s) != kinds(game, &game.start()) {
                return Err(format!("game {n}: {:?} pieces after {}", kinds(game, s), moves.join(" ")));
            }
            if s.over().is_some() && !ends_by_a_rule(s) {
                return Err(format!("game {n} ends by {:?}, which the file doesn't say", s.over()));
            }
        }
    }
    Ok((moves, state))
}

/// What a file leaves unsaid doesn't end its games.
fn ends_by_a_rule(state: &State) -> bool {
    state.over().is_some_and(|o| matches!(o.reason, Reason::Rule(_) | Reason::Action(_) | Reason::Endless))
}

/// Plays a random game, and again from its moves: how many these are, and whether it was cut off.
fn plays_well(game: &Game, n: u64, most: usize) -> Result<(usize, bool), String> {
    let (moves, end) = random_game(game, n, most)?;
    let mut machine = Machine::new(game);
    let again = moves.iter().fold(game.start(), |state, mv| support::play(&mut machine, &state, mv));
    if again != end {
        return Err(format!("game {n} replays to another end: {}", moves.join(" ")));
    }
    Ok((moves.len(), end.over().is_none()))
}

fn rounds_play_well(b: &Bundled) -> Vec<String> {
    let game = support::game(b.name, &[]);
    let one = |n: u64| match plays_well(&game, n, MOST_PLIES) {
        Ok((_, false)) => None,
        Ok((n, true)) => Some(format!("{}: game {n} goes on after {MOST_PLIES} plies", b.name)),
        Err(e) => Some(format!("{}: {e}", b.name)),
    };
    (0..games()).into_par_iter().filter_map(one).collect()
}

#[test]
fn random_games_end_and_replay() {
    let wrong: Vec<String> = bundled().par_iter().flat_map(rounds_play_well).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The bundled games that say what follows a round, as matches.
fn matches() -> Vec<(&'static str, ir::Game)> {
    let all = bundled().into_iter().map(|b| (b.name, support::ir(b.name)));
    all.filter(|(_, ir)| ir.rounds.is_some()).collect()
}

fn matches_play_well((name, ir): &(&str, ir::Game)) -> Vec<String> {
    let game = support::compile_for(ir, &[], true);
    let mut left = match_plies();
    let (mut played, mut cut, mut longest, mut sum) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for n in 0..games() {
        if left == 0 {
            break;
        }
        match plays_well(&game, n, left.min(MOST_PLIES)) {
            Ok((plies, unfinished)) => {
                left -= plies;
                played += 1;
                cut += u64::from(unfinished);
                longest = longest.max(plies);
                sum += plies;
            }
            Err(e) => wrong.push(format!("{name}, a match: {e}")),
        }
    }
    if asked().is_some() {
        println!("{name}: {played} matches, {cut} cut off, {sum} plies, the longest {longest}");
    }
    wrong
}

#[test]
fn random_matches_end_and_replay() {
    let wrong: Vec<String> = matches().par_iter().flat_map(matches_play_well).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The board seen from the other side.
struct Turned<'g> {
    game: &'g Game,
    half: usize,
}

impl Turned<'_> {
    fn pit(&self, pit: usize) -> usize {
        if pit < 2 * self.half {
            return (pit + self.half) % (2 * self.half);
        }
        // What lies between the rows is seen from the other end, and what lies on a ring as it is.
        let g = self.game.geometry();
        let turned = |pit: usize| {
            let to = |p: &Pit| p.line == g.pits[pit].line && p.column + g.pits[pit].column + 1 == g.columns;
            g.pits.iter().position(to)
        };
        let others = 2 * self.half..g.pits.len();
        // Those that aren't drawn so lie at the ends.
        let last_is_first = others.start + others.end - 1 - pit;
        match others.map(turned).all(|p| p.is_some()) {
            _ if !g.has_rows() => pit,
            true => turned(pit).unwrap_or(pit),
            false => last_is_first,
        }
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

    /// The pits of which something holds, as the other sees them.
    fn those(&self, turned: bool, test: impl Fn(PlaceId) -> bool) -> BTreeSet<usize> {
        let pits = (0..self.game.geometry().pits.len()).filter(|&p| test(p as PlaceId));
        pits.map(|p| if turned { self.pit(p) } else { p }).collect()
    }

    fn difference(&self, a: &State, b: &State) -> Option<String> {
        let mut stores = support::stores(self.game, b);
        stores.reverse();
        if support::pits(self.game, a) != self.pits(b) || support::stores(self.game, a) != stores {
            return Some(format!("{:?} and {:?}", support::pits(self.game, a), self.pits(b)));
        }
        if self.those(false, |p| a.is_closed(p)) != self.those(true, |p| b.is_closed(p)) {
            return Some("which pits are closed".to_owned());
        }
        let owned = |s: &State, p: PlaceId, by: u8| s.owner(self.game, p) == Some(by);
        if self.those(false, |p| owned(a, p, 0)) != self.those(true, |p| owned(b, p, 1)) {
            return Some("whose the pits are".to_owned());
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

/// Whether the game is the same from the other side, in so many games and plies of each.
fn mirrors(name: &str, ir: &ir::Game, matches: bool, (games, plies): (u64, usize)) -> Option<String> {
    // A layout names who lays out first, whoever begins.
    if ir.players.len() != 2 || matches!(ir.opening, Some(ir::Opening::Script(_))) {
        return None;
    }
    let game = support::compile_for(ir, &[], matches);
    let other = support::compile_for(&begun_by_the_other(ir), &[], matches);
    let rows = game.geometry().pits.iter().filter(|p| p.player.is_some()).count();
    let turned = Turned { game: &game, half: rows / 2 };
    if support::pits(&game, &game.start()) != turned.pits(&other.start()) {
        return (!LOPSIDED.contains(&name)).then(|| format!("{name} isn't the same for both"));
    }
    assert!(!LOPSIDED.contains(&name), "{name} is the same for both");
    let (mut here, mut there) = (Machine::new(&game), Machine::new(&other));
    for n in 0..games {
        let Ok((moves, _)) = random_game(&game, n, plies) else { continue };
        let (mut a, mut b) = (game.start(), other.start());
        for mv in &moves {
            let mut legal: Vec<String> = support::legal(&mut here, &a).iter().map(|m| turned.text(m)).collect();
            let mut legal_there = support::legal(&mut there, &b);
            legal.sort();
            legal_there.sort();
            if legal != legal_there {
                return Some(format!("{name}, game {n}: {legal:?} and {legal_there:?} are legal"));
            }
            a = support::play(&mut here, &a, mv);
            b = support::play(&mut there, &b, &turned.text(mv));
            if let Some(d) = turned.difference(&a, &b) {
                return Some(format!("{name}, game {n}, after {mv}: {d}"));
            }
        }
    }
    None
}

#[test]
fn turned_round_they_are_the_same() {
    let one = |b: &Bundled| mirrors(b.name, &support::ir(b.name), false, (games().div_ceil(10), 400));
    let wrong: Vec<String> = bundled().par_iter().filter_map(one).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn turned_round_their_matches_are_the_same() {
    let (games, plies) = asked().map_or((3, 400), |n| (n.div_ceil(10), 4000));
    let one = |(name, ir): &(&str, ir::Game)| mirrors(name, ir, true, (games, plies));
    let wrong: Vec<String> = matches().par_iter().filter_map(one).collect();
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
    // Larger boards: none is longer than a Bao.
    let (lengths, larger): (Vec<_>, Vec<_>) =
        lengths.into_iter().partition(|(_, name)| support::game(name, &[]).geometry().pits.iter().all(|p| p.row == 0));
    assert!(larger.iter().all(|(lines, _)| *lines <= 100), "{larger:?}");
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
