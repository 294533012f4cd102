//! What a few quick games show: rules that never come into play, and open points that are met.
//!
//! The games are random but always the same, and few enough not to be noticed.

use std::collections::{BTreeSet, HashSet};

use crate::chance::Chance;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Event, Game, Machine, Reason, Settings, State};
use crate::ir::{self, ActionKind, Cond, Endless, RuleId};
use crate::source::Span;

/// Most games that are played.
const GAMES: u64 = 120;
/// Most events of all games together: the measure of work that doesn't depend on the machine.
const EVENTS: u64 = 150_000;
/// Most plies of a game.
const PLIES: u32 = 400;
/// Laps after which a sowing is given up here.
const LAPS: u64 = 2_000;
/// Games that must have ended before a rule may be said never to come into play.
const ENOUGH: u64 = 20;
/// The seed of these games.
const SEED: u64 = 0x50_57_45_52;

/// Plays a few games and says what they show.
#[must_use]
pub fn run(ir: &ir::Game, settings: &Settings) -> Vec<Diagnostic> {
    let settings = Settings { max_laps: settings.max_laps.min(LAPS), matches: false, ..settings.clone() };
    // Where the file doesn't say what an endless sowing means, such moves are illegal and never
    // seen; here they end, so that they are.
    let mut open = ir.clone();
    open.round.endless = Some(ir.round.endless.unwrap_or(Endless::End));
    let Ok(game) = Game::compile(&open, &settings) else { return Vec::new() };
    let mut list = Vec::new();
    let mut machine = Machine::new(&game);
    let start = game.start();
    if start.over().is_some() || machine.legal(&start).is_empty() {
        list.push(no_first_move(ir));
        return list;
    }
    let seen = Seen::collect(&mut machine, &start);
    list.extend(endings(ir, &seen));
    let mut idle = never_fire(game.ir(), &seen);
    if !idle.is_empty() {
        // A rule may be there for another reading of the sources.
        let elsewhere = fired_otherwise(&open, &settings);
        idle.retain(|(id, _)| !elsewhere.contains(id));
    }
    if !idle.is_empty() {
        // Nor need a first round meet what an example shows.
        let shown = super::examples::fired(&open, &settings);
        idle.retain(|(id, _)| !shown.contains(id));
    }
    list.extend(idle.into_iter().map(|(_, d)| d));
    list
}

/// The rules that fire in a match, and when one option in words has another of its values.
fn fired_otherwise(ir: &ir::Game, settings: &Settings) -> BTreeSet<RuleId> {
    let mut fired = BTreeSet::new();
    let mut play = |settings: &Settings| {
        if let Ok(game) = Game::compile(ir, settings) {
            let start = game.start();
            fired.extend(Seen::collect(&mut Machine::new(&game), &start).rules);
        }
    };
    if ir.rounds.is_some() {
        // Some rules wait for what only a later round brings.
        play(&Settings { matches: true, ..settings.clone() });
    }
    for_players(ir, settings)
        .iter()
        .for_each(|other| play(&Settings { matches: ir.rounds.is_some(), ..other.clone() }));
    for option in &ir.options {
        let ir::OptionValues::Words(words) = &option.values else { continue };
        for word in words.iter().skip(1) {
            let mut other = settings.clone();
            other.options.push((option.name.clone(), word.clone()));
            other.matches = ir.rounds.is_some();
            play(&other);
        }
    }
    fired
}

/// The settings for each other number of players, where an option says how many play and the settings
/// don't.
#[must_use]
pub fn for_players(ir: &ir::Game, settings: &Settings) -> Vec<Settings> {
    let Some(ir::Num::Option(id)) = ir.player_count else { return Vec::new() };
    let Some(option) = ir.options.get(usize::from(id)) else { return Vec::new() };
    if settings.options.iter().any(|(name, _)| *name == option.name) {
        return Vec::new();
    }
    let values = match &option.values {
        ir::OptionValues::Words(_) => Vec::new(),
        ir::OptionValues::Numbers(all) => all.clone(),
        ir::OptionValues::Range { lo, hi, .. } => (*lo.max(&0)..=*hi.min(&20)).collect(),
    };
    let other = |n: &i64| {
        let mut settings = settings.clone();
        settings.options.push((option.name.clone(), n.to_string()));
        settings
    };
    let present = Game::compile(ir, settings).ok().and_then(|game| i64::try_from(game.ir().players.len()).ok());
    values.iter().filter(|n| Some(**n) != present).map(other).collect()
}

fn no_first_move(ir: &ir::Game) -> Diagnostic {
    let span = ir.phases.first().and_then(|p| p.moves.tiers.first()?.first().map(|c| c.span));
    Diagnostic::new(&codes::NO_FIRST_MOVE, span.unwrap_or(ir.board.span), "nobody can make a first move")
        .help("look at the seeds at the start and at the lines of `moves`")
}

/// What came up in the games.
#[derive(Default)]
struct Seen {
    rules: BTreeSet<RuleId>,
    events: u64,
    /// Games that ended by the rules.
    ended: u64,
    endless: bool,
    repetition: bool,
    stuck_with_seeds: bool,
}

impl Seen {
    fn collect(machine: &mut Machine<'_>, start: &State) -> Seen {
        let mut seen = Seen::default();
        for number in 0..GAMES {
            if seen.events > EVENTS {
                break;
            }
            seen.play(machine, start, number);
        }
        seen
    }

    fn play(&mut self, machine: &mut Machine<'_>, start: &State, number: u64) {
        let mut chance = Chance::of_game(SEED, number);
        let mut state = start.clone();
        for _ in 0..PLIES {
            if state.over().is_some() || self.events > EVENTS {
                break;
            }
            let legal = machine.legal(&state);
            self.events += legal.len() as u64;
            let Some(ply) = chance.pick(&legal) else { break };
            let Ok(next) = machine.play_traced(&state, ply, &mut |event| self.event(event)) else { break };
            state = next;
        }
        self.end(machine.game(), &state);
    }

    fn event(&mut self, event: Event) {
        self.events += 1;
        match event {
            Event::Rule(id) => drop(self.rules.insert(id)),
            Event::Endless { .. } => self.endless = true,
            _ => {}
        }
    }

    fn end(&mut self, game: &Game, state: &State) {
        let Some(over) = state.over() else { return };
        self.ended += 1;
        match over.reason {
            Reason::Repetition => self.repetition = true,
            Reason::Endless => self.endless = true,
            Reason::Stuck => {
                let pits = state.counts().iter().take(game.geometry().pits.len());
                self.stuck_with_seeds |= pits.copied().any(|n| n > 0);
            }
            _ => {}
        }
    }
}

/// Where a file speaks of the round's end.
fn round_span(ir: &ir::Game) -> Span {
    let own = ir.round.over.iter().map(|o| o.span).chain([ir.board.span]).find(|s| s.file == 0);
    own.unwrap_or(Span { line: 1, ..Span::default() })
}

fn endings(ir: &ir::Game, seen: &Seen) -> Vec<Diagnostic> {
    let mut list = Vec::new();
    if seen.endless && ir.round.endless.is_none() {
        list.push(
            Diagnostic::new(
                &codes::OPEN_ENDLESS,
                round_span(ir),
                "a sowing can go on for ever, and the rules don't say what then",
            )
            .help("write `endless => illegal`, `endless => end` or `endless => draw` in `round`"),
        );
    }
    if seen.repetition {
        list.push(
            Diagnostic::new(
                &codes::OPEN_REPETITION,
                round_span(ir),
                "positions repeat, and the rules don't say what then",
            )
            .help("write `over when the position repeats => …` in `round`"),
        );
    }
    if seen.stuck_with_seeds {
        list.push(
            Diagnostic::new(
                &codes::OPEN_REST,
                round_span(ir),
                "a player can be without a move while seeds lie on the board, and the rules don't say whose they are",
            )
            .help("write `over when mover cannot move => …` in `round`, or `stuck => pass` in `moves`"),
        );
    }
    list
}

fn never_fire(ir: &ir::Game, seen: &Seen) -> Vec<(RuleId, Diagnostic)> {
    if seen.ended < ENOUGH {
        return Vec::new();
    }
    let lists = ir.phases.iter().flat_map(|phase| {
        let h = &phase.hooks;
        [&h.before_move, &h.each_lap, &h.each_seed, &h.landing, &h.after_move, &h.after_turn]
    });
    let rules = lists.flatten().flatten();
    // What holds in several phases is there once for each.
    let fired: HashSet<(Span, &str)> =
        rules.clone().filter(|r| seen.rules.contains(&r.id)).map(|r| (r.span, r.text.as_str())).collect();
    rules
        .filter(|rule| !fired.contains(&(rule.span, rule.text.as_str())) && may_fire(&rule.cond))
        // A rule without a place is the program's own; of another file's rules it says itself.
        .filter(|rule| rule.span.line > 0 && rule.span.file == 0)
        .filter(|rule| !rule.actions.iter().any(|a| matches!(a.kind, ActionKind::Illegal | ActionKind::LastResort)))
        .map(|rule| {
            let message = format!("in {} quick games this rule never came into play: {}", seen.ended, rule.text);
            let shown = Diagnostic::new(&codes::NEVER_FIRES, rule.span, message)
                .help("an earlier rule may always go before it; `sower simulate` plays more games");
            (rule.id, shown)
        })
        .collect()
}

/// Whether a condition is neither dead by the options nor a plain `otherwise`.
fn may_fire(cond: &Cond) -> bool {
    match cond {
        Cond::Const(_) => false,
        Cond::And(all) => !all.contains(&Cond::Const(false)),
        _ => true,
    }
}
