//! From an IR and its settings to a game that can be played.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, codes};
use crate::ir::{self, Life, Num};
use crate::source::Span;

use super::code::{Dir, Features, NOBODY, S};
use super::eval::{ANYBODY, marked};
use super::geometry::{self, Geometry, bit, bits};
use super::layout::Sizes;
use super::lower::Lower;
use super::rounds::Series;
use super::seats::Seats;
use super::state::{SLOTS, State, reads};
use super::{Game, MAX_SEEDS, Machine, Settings};
use super::{compact, fold, forward, options};

/// Registers that loops and choices may use.
pub(super) const MAX_SLOTS: usize = SLOTS;
/// Deepest nesting of an IR.
pub(super) const MAX_DEPTH: usize = 300;
/// Most phases of a game.
const MAX_PHASES: usize = 16;
/// Most entries of the IR's lists.
const MAX_LIST: usize = 1000;

/// Checks what doesn't depend on options.
fn check_sizes(g: &ir::Game) -> Result<(), Diagnostic> {
    let bad = |m: &str| Err(Diagnostic::new(&codes::BAD_IR, g.board.span, m));
    if g.format != ir::FORMAT {
        return bad("the IR is of another version");
    }
    let lists =
        [g.options.len(), g.vars.len(), g.lets.len(), g.choices.len(), g.round.over.len(), g.board.groups.len()];
    if lists.iter().any(|&n| n > MAX_LIST) || g.marks.len() > 64 || usize::from(g.slots) > MAX_SLOTS {
        return bad("the IR is larger than an engine takes");
    }
    if g.phases.is_empty() {
        return bad("the IR has no phase");
    }
    let classes = |p: &ir::Phase| p.moves.tiers.iter().map(Vec::len).sum::<usize>();
    if g.phases.iter().map(classes).sum::<usize>() > MAX_LIST || g.phases.iter().any(|p| p.moves.filters.len() > 64) {
        return bad("the IR is larger than an engine takes");
    }
    if g.players.is_empty() || g.players.len() > 10 {
        return bad("a game has 1 to 10 players");
    }
    Ok(())
}

/// What this engine doesn't play yet.
fn check_built(g: &ir::Game) -> Result<(), Diagnostic> {
    let no = |what: &str| Err(Diagnostic::new(&codes::NOT_BUILT, g.board.span, format!("{what} can't be played yet")));
    match () {
        () if g.phases.len() > MAX_PHASES => no(&format!("a game of {} phases", g.phases.len())),
        () => Ok(()),
    }
}

fn constant(n: &Num, what: &str, g: &ir::Game) -> Result<i64, Diagnostic> {
    match n {
        Num::Const(k) => Ok(*k),
        _ => Err(Diagnostic::new(
            &codes::BAD_NUMBER,
            g.board.span,
            format!("{what} must be a number that is known at the start"),
        )),
    }
}

/// Compiles a game.
pub(super) fn compile(ir: &ir::Game, settings: &Settings) -> Result<Game, Vec<Diagnostic>> {
    check_sizes(ir).map_err(|d| vec![d])?;
    let values = options::values(ir, settings)?;
    let folded = fold::fold(ir, &values)?;
    build(folded, values, settings).map_err(|d| vec![d])
}

fn build(g: ir::Game, values: Vec<i64>, settings: &Settings) -> Result<Game, Diagnostic> {
    let matches = settings.matches && g.rounds.is_some();
    let rows = constant(&g.board.rows, "the number of rows", &g)?;
    let small = |n: i64| usize::try_from(n.clamp(0, 1 << 20)).unwrap_or(0);
    let ring = match &g.board.ring {
        Some(n) => Some(small(constant(n, "the number of pits", &g)?)),
        None => None,
    };
    let rowless = ring.is_some() || rows == 0 && !g.board.places.is_empty();
    if !rowless && !(1..=6).contains(&rows) {
        return Err(Diagnostic::new(&codes::BAD_BOARD, g.board.span, format!("a board can't have {rows} rows")));
    }
    check_built(&g)?;
    let pits = constant(&g.board.pits, "the number of pits", &g)?;
    let sizes = Sizes { pits: small(pits), rows: small(rows), ring };
    let mut geometry = geometry::lay_out(&g, &sizes)?;
    give(&g, &mut geometry)?;
    let sowing = g.phases[0].sowing.clone();
    if (sowing.into_my_store || sowing.into_all_stores)
        && matches!(g.board.stores, ir::Stores::Apart | ir::Stores::None)
        && g.board.path.is_none()
    {
        return Err(Diagnostic::new(
            &codes::BAD_BOARD,
            g.board.span,
            "seeds are sown into stores, but it isn't said where they lie",
        )
        .help("write `stores left`, `stores right` or, where the direction may change, `stores ahead` in the board"));
    }
    let vars = Vars::of(&g, &geometry)?;
    let mut features = Features { endless: g.round.endless, ..Features::default() };
    let code: Vec<super::code::Code> = both(&g, &geometry, &vars.first, matches, &mut features)?;
    let next = match &g.rounds {
        // What is done between rounds says nothing of how moves are made.
        Some(rounds) if matches => {
            Some(Lower { matches, ..lower(&g, &geometry, &vars.first, 0, &mut features.clone()) }.next(rounds)?)
        }
        _ => None,
    };
    let script = match &g.opening {
        Some(ir::Opening::Script(steps)) => {
            Some(Lower { matches, ..lower(&g, &geometry, &vars.first, 0, &mut features.clone()) }.script(steps)?)
        }
        _ => None,
    };
    let limits = g
        .marks
        .iter()
        .map(|m| match &m.per_player {
            None => Ok(u32::MAX),
            Some(n) => Ok(u32::try_from(constant(n, "a mark's limit", &g)?.max(0)).unwrap_or(u32::MAX)),
        })
        .collect::<Result<Vec<u32>, Diagnostic>>()?;
    let phases = phases(&g, &geometry, &vars.first, &mut features)?;
    finish_features(&mut features, &g);
    let into_stores = code.iter().any(|c| c.path.on & geometry.all_stores != 0);
    features.stores_shrink |= features.here_shrinks && (into_stores || features.drops_at);
    let turn_cycles = features.choices || features.again;
    let illegal = g.round.endless.unwrap_or(ir::Endless::Illegal) == ir::Endless::Illegal;
    let always = features.illegal
        || features.last_resort
        || features.filters_of_move
        || (illegal && (features.laps || features.nowhere || turn_cycles));
    let one_phase = g.phases.len() == 1;
    let plain_starts = one_phase
        && code[0].classes.len() == 1
        && code[0].classes[0].program.is_none()
        && matches!(&*code[0].classes[0].lines, [a] if matches!(&**a, [l]
            if matches!(l.when, super::code::C::Is(true)) && matches!(l.from, S::Owned(_)) && matches!(l.amount, super::code::Amount::All)));
    let hooks = &g.phases[0].hooks;
    let plain_sowing = one_phase
        && hooks.each_seed.is_empty()
        && hooks.whenever.is_empty()
        && sowing.a_pit.is_empty()
        && !features.reached
        && g.pieces.is_empty()
        && sowing.bends.is_none()
        && sowing
            .skips
            .iter()
            .all(|k| k.set == ir::Set::One(ir::Place::Start) && k.when == ir::Cond::Const(true) && !k.unless_last);
    let skips_start = !sowing.skips.is_empty();
    let direct = plain_starts
        && code[0].only_line().is_some_and(|(l, _)| l.starting_at.is_none())
        && hooks.before_move.is_empty()
        && hooks.each_lap.is_empty()
        && hooks.after_move.is_empty()
        && hooks.after_turn.is_empty()
        && !features.lap_vars
        && !features.move_vars
        && sowing.first_in_start.is_none()
        && !sowing.reversed_each_lap
        && sowing.chosen_once.is_none()
        && sowing.bends.is_none()
        && g.marks.is_empty()
        && g.pieces.is_empty();
    let comes_back = !(direct && plain_sowing && forward::only_goes_forward(&g, &geometry, &code));
    let mut game = Game {
        direct,
        plain_sowing,
        skips_start,
        repetition: comes_back && (features.repeats || g.round.repetition_draws),
        repetition_draws: comes_back && g.round.repetition_draws,
        swap: g.round.swap,
        stuck_passes: g.phases.iter().any(|p| p.moves.stuck_passes),
        complex: features.soft_filters || features.last_resort,
        trials: always || features.filters,
        always_trials: always,
        turn_cycles,
        plain_starts,
        chosen_once: sowing.chosen_once,
        phases,
        code,
        mark_lives: g.marks.iter().map(|m| m.life).collect(),
        mark_limits: limits,
        pieces: super::pieces::kinds(&g)?,
        never_lifted: kinds(&g, |m| m.never_lifted),
        while_held: kinds(&g, |m| m.life == Life::Emptied),
        never_captured: kinds(&g, |m| m.never_captured),
        var_first: vars.first,
        bounds: vars.bounds,
        initial: vars.initial,
        rules: rules(&g),
        most_steps: 0,
        max_laps: settings.max_laps,
        seeds: 0,
        compact: None,
        first: State::blank(0),
        script,
        next,
        races: races(&g, &geometry, matches)?,
        racing: g.phases.iter().any(races_always),
        start: State::blank(0),
        features,
        geometry,
        values,
        ir: g,
    };
    let mut start = set_up(&game)?;
    game.seeds = start.counts.iter().map(|&n| u64::from(n)).sum();
    game.most_steps = game.steps_for(game.seeds);
    game.first.clone_from(&start);
    let mut machine = Machine::new(&game);
    machine.enter_phase(&mut start);
    let won = machine.won_now(&start);
    match machine.game.script {
        Some(_) => machine.begin_opening(&mut start, &mut super::trace::Silent),
        None => machine.settle(&mut start, won, &mut super::trace::Silent),
    }
    machine.begin_race(&mut start);
    machine.race_in_turn(&mut start);
    machine.after_round(&mut start, &mut super::trace::Silent);
    game.start = start;
    game.compact = compact::Compact::of(&game);
    Ok(game)
}

/// Gives pits to whom the board says, and finds out who owns what where rows are shared.
fn give(g: &ir::Game, geometry: &mut Geometry) -> Result<(), Diagnostic> {
    for (set, who) in &g.board.given {
        for player in 0..g.players.len() as u8 {
            let mut features = Features::default();
            let mut lower = lower(g, geometry, &[], player, &mut features);
            let (set, who) = (lower.set(set)?, lower.who(who)?);
            let super::code::Who::Is(who) = who else { return Err(not_fixed(g)) };
            let pits = plain_mask(&set, 0, &geometry.owned, geometry).ok_or_else(|| not_fixed(g))? & geometry.all;
            if pits == 0 {
                return Err(Diagnostic::new(&codes::BAD_BOARD, g.board.span, "`give` is said of no pit of this board")
                    .help("name pits that there are; stores can't be given away"));
            }
            for (i, owned) in (0u8..).zip(geometry.owned.iter_mut()) {
                *owned = if i == who { *owned | pits } else { *owned & !pits };
            }
        }
    }
    if geometry.sides < g.players.len()
        && let Some(none) = (0..g.players.len() as u8).find(|&p| geometry.owned[p] & geometry.all == 0)
    {
        let name = &g.players[usize::from(none)];
        return Err(Diagnostic::new(&codes::BAD_BOARD, g.board.span, format!("{name} has no pits")).help(format!(
            "there are fewer rows than players: say whose each pit is, such as `give pit A, pit B to {name}`"
        )));
    }
    Ok(())
}

fn not_fixed(g: &ir::Game) -> Diagnostic {
    Diagnostic::new(&codes::BAD_SETUP, g.board.span, "these pits depend on the play, but nothing has been played")
}

/// Whether every turn of a phase is a race. (The options are folded in.)
fn races_always(p: &ir::Phase) -> bool {
    p.moves.race == ir::Cond::Const(true)
}

/// Who takes the first step of each race (none: who starts the round), and when there is one.
fn races(g: &ir::Game, geometry: &Geometry, matches: bool) -> Result<Vec<(Option<u8>, super::code::C)>, Diagnostic> {
    let lines: &[ir::RaceLine] = if let Some(ir::Opening::Race(lines)) = &g.opening { lines } else { &[] };
    if lines.is_empty() && !g.phases.iter().any(races_always) {
        return Ok(Vec::new());
    }
    if !g.pieces.is_empty() {
        let help = "leave out the race, or let all pieces be seeds";
        return Err(
            Diagnostic::new(&codes::NOT_BUILT, g.pieces[0].span, "a race with pieces of other kinds").help(help)
        );
    }
    let mut features = Features::default();
    let mut lower = Lower { matches, ..lower(g, geometry, &[], 0, &mut features) };
    let mut races = Vec::new();
    for line in lines.iter().filter(|l| l.when != ir::Cond::Const(false)) {
        let first = match line.first {
            Some(ir::Player::Fixed(p)) => Some(p),
            _ => None,
        };
        races.push((first, lower.cond(&line.when)?));
    }
    Ok(races)
}

fn finish_features(f: &mut Features, g: &ir::Game) {
    let has = |life: Life| g.vars.iter().any(|v| v.life == life);
    f.whenever = g.phases.iter().any(|p| !p.hooks.whenever.is_empty());
    f.move_vars = has(Life::Move);
    f.lap_vars = has(Life::Lap);
    f.turn_end = has(Life::Turn) || f.move_vars || f.lap_vars || !g.marks.is_empty();
}

fn kinds(g: &ir::Game, which: impl Fn(&ir::MarkDecl) -> bool) -> Vec<u8> {
    g.marks.iter().enumerate().filter(|(_, m)| which(m)).map(|(i, _)| i as u8).collect()
}

fn both(
    g: &ir::Game,
    geometry: &Geometry,
    vars: &[u32],
    matches: bool,
    features: &mut Features,
) -> Result<Vec<super::code::Code>, Diagnostic> {
    let mut all = Vec::new();
    for phase in 0..g.phases.len() as u8 {
        for mover in 0..g.players.len() as u8 {
            all.push(Lower { matches, phase, ..lower(g, geometry, vars, mover, features) }.code()?);
        }
    }
    Ok(all)
}

/// What each phase asks for, where there are several.
fn phases(
    g: &ir::Game,
    geometry: &Geometry,
    vars: &[u32],
    features: &mut Features,
) -> Result<Vec<Vec<super::code::C>>, Diagnostic> {
    if g.phases.len() < 2 {
        return Ok(Vec::new());
    }
    let mut one = |p: &ir::Phase, mover: u8| lower(g, geometry, vars, mover, features).cond(&p.while_);
    g.phases.iter().map(|p| (0..g.players.len() as u8).map(|mover| one(p, mover)).collect()).collect()
}

fn lower<'a>(
    game: &'a ir::Game,
    geometry: &'a Geometry,
    vars: &'a [u32],
    mover: u8,
    features: &'a mut Features,
) -> Lower<'a> {
    Lower {
        game,
        geometry,
        vars,
        mover,
        phase: 0,
        bound: None,
        span: game.board.span,
        features,
        lets: Vec::new(),
        groups: 0,
        of_move: false,
        of_hand: false,
        between: false,
        matches: false,
        lets_of_move: Vec::new(),
        spell_out: 0,
    }
}

/// Where variables lie, and their bounds.
struct Vars {
    first: Vec<u32>,
    bounds: Vec<(i32, i32)>,
    initial: Vec<i32>,
}

impl Vars {
    fn of(g: &ir::Game, geometry: &Geometry) -> Result<Vars, Diagnostic> {
        let mut v = Vars { first: vec![0], bounds: Vec::new(), initial: Vec::new() };
        let mut next = 0u32;
        for d in &g.vars {
            let small = |n: i64| n.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
            let (lo, hi) = match &d.bounds {
                Some((a, b)) => (small(constant(a, "a bound", g)?), small(constant(b, "a bound", g)?)),
                None => (i32::MIN, i32::MAX),
            };
            if lo > hi {
                return Err(Diagnostic::new(
                    &codes::BAD_NUMBER,
                    d.span,
                    format!("{} has no value between {lo} and {hi}", d.name),
                ));
            }
            v.bounds.push((lo, hi));
            v.initial.push(small(constant(&d.init, "a first value", g)?).clamp(lo, hi));
            next += match d.scope {
                ir::VarScope::Game => 1,
                ir::VarScope::Player => g.players.len() as u32,
                ir::VarScope::Pit => geometry.pits.len() as u32,
            };
            v.first.push(next);
        }
        Ok(v)
    }
}

/// Places and words of all rules.
fn rules(g: &ir::Game) -> BTreeMap<ir::RuleId, (Span, String)> {
    let mut all = BTreeMap::new();
    let mut add = |id, span, text: &str| {
        all.insert(id, (span, text.to_owned()));
    };
    for p in &g.phases {
        let h = &p.hooks;
        let lists = [&h.before_move, &h.each_lap, &h.each_seed, &h.landing, &h.whenever, &h.after_move, &h.after_turn];
        lists.into_iter().flatten().flatten().for_each(|r| add(r.id, r.span, &r.text));
        p.moves.filters.iter().for_each(|f| add(f.id, f.span, &f.text));
    }
    g.round.next_player.iter().for_each(|r| add(r.id, r.span, &r.text));
    let ends = g.round.over.iter().chain(g.rounds.iter().flat_map(|r| &r.over));
    ends.for_each(|o| add(o.id, o.span, &o.text));
    all
}

/// The position before the first tests.
pub(super) fn set_up(game: &Game) -> Result<State, Diagnostic> {
    let (g, geometry, f) = (&game.ir, &game.geometry, &game.features);
    let mut s = State::for_players(geometry.places, g.players.len());
    s.owned = geometry.owned.clone();
    let flags = [
        (f.turn.0 > 0, reads::TURN),
        (f.my_turn.0 > 0, reads::MY_TURN),
        (f.last_mover, reads::LAST_MOVER),
        (g.round.swap, reads::SWAP),
        (f.sown.0 > 0, reads::SOWN),
    ];
    s.reads = flags.iter().filter(|(on, _)| *on).map(|(_, r)| r).sum();
    s.turn_caps = [f.turn, f.my_turn].map(|cap| u32::try_from(cap.0).unwrap_or(u32::MAX));
    s.vars = vec![0; game.var_first.last().map_or(0, |&n| n as usize)];
    for i in 0..g.vars.len() {
        if let Some(r) = game.var_range(i as u16) {
            s.vars[r].fill(game.initial[i]);
        }
    }
    s.marks = vec![0; s.makers * g.marks.len()];
    s.fresh = vec![0; g.marks.len()];
    s.pieces = vec![0; s.counts.len() * game.pieces.len()];
    s.mover = match &g.round.starter {
        Some(ir::Player::Fixed(p)) => *p,
        _ => 0,
    };
    s.starter = s.mover;
    s.turns.fill(0);
    s.turns[s.mover] = 1;
    s.series = game.next.as_ref().map(|_| Box::new(Series::new(g.players.len())));
    seeds(game, &mut s)?;
    for player in 0..g.players.len() as u8 {
        for set in &g.board.closed {
            s.closed |= pits_of(game, set, player, &s)? & geometry.all;
        }
        for (set, kind) in &g.board.marks {
            let on = pits_of(game, set, player, &s)? & geometry.all & !marked(&s, Some(*kind), ANYBODY);
            let nobodys = s.mark_slot(usize::from(*kind), NOBODY);
            s.marks[nobodys] |= on;
        }
    }
    Ok(s)
}

/// The pits of a set that the board names, as a player sees it, in the owner's order.
fn pits_of(game: &Game, set: &ir::Set, player: u8, s: &State) -> Result<u128, Diagnostic> {
    let mut features = Features::default();
    let mut lower = lower(&game.ir, &game.geometry, &game.var_first, player, &mut features);
    let set = lower.set(set)?;
    plain_mask(&set, s.closed, &s.owned, &game.geometry).ok_or_else(|| not_fixed(&game.ir))
}

/// The places of a set that needs no play.
pub(super) fn plain_mask(set: &S, closed: u128, owned: &Seats<u128>, g: &Geometry) -> Option<u128> {
    use super::code::Pl;
    Some(match set {
        S::Const(m) => *m,
        S::Open(m) => m & !closed,
        S::Owned(p) | S::OwnedAll(p) => owned[*p] & g.all,
        S::One(p) => match &**p {
            Pl::Is(p) => bit(*p),
            _ => return None,
        },
        S::Union(all) => all.iter().try_fold(0, |m, x| Some(m | plain_mask(x, closed, owned, g)?))?,
        S::But(x, p) => match &**p {
            Pl::Is(p) => plain_mask(x, closed, owned, g)? & !bit(*p),
            _ => return None,
        },
        S::EndsOf(x, last, n) => {
            let (m, super::code::N::Is(n)) = (plain_mask(x, closed, owned, g)?, &**n) else { return None };
            let mut all: Vec<_> = bits(m).collect();
            if *last {
                all.reverse();
            }
            all.into_iter().take(usize::try_from(*n).unwrap_or(0)).map(bit).sum()
        }
        _ => return None,
    })
}

fn seeds(game: &Game, s: &mut State) -> Result<(), Diagnostic> {
    let (g, geometry) = (&game.ir, &game.geometry);
    let count = |n: i64, what: &str, span| match u32::try_from(n) {
        Ok(n) => Ok(n),
        Err(_) => Err(Diagnostic::new(&codes::BAD_SETUP, span, format!("{n} seeds can't lie in {what}"))),
    };
    for setup in &g.board.seeds {
        let numbers = setup
            .seeds
            .iter()
            .map(|n| constant(n, "the number of seeds", g))
            .collect::<Result<Vec<i64>, Diagnostic>>()?;
        if numbers.is_empty() {
            return Err(Diagnostic::new(&codes::BAD_SETUP, setup.span, "no number of seeds is said"));
        }
        let players = match setup.player {
            Some(p) => p..=p,
            None => 0..=(geometry.sides.max(g.players.len()) - 1) as u8,
        };
        for player in players {
            let pits = match &setup.at {
                Some(set) => pits_of(game, set, player, s)?,
                // Those that are nobody's are told of with everybody's.
                None if setup.player.is_none() && (numbers.len() == 1 || geometry.row == 0) => {
                    geometry.rows_of(player) | geometry.between
                }
                None => geometry.rows_of(player),
            };
            let pits: Vec<u8> = bits(pits).collect();
            if numbers.len() > 1 && (numbers.len() > pits.len() || numbers.len() < pits.len() && !setup.repeated) {
                return Err(Diagnostic::new(
                    &codes::BAD_SETUP,
                    setup.span,
                    format!("{} numbers of seeds for {} pits", numbers.len(), pits.len()),
                )
                .help("give one number for each pit from the owner's left, or add `repeated`"));
            }
            for (i, p) in pits.into_iter().enumerate() {
                let n = count(numbers[i % numbers.len()], "a pit", setup.span)?;
                match setup.piece {
                    None => s.counts[usize::from(p)] = n,
                    Some(kind) => put_pieces(game, s, kind, (player, p), n),
                }
            }
        }
    }
    if let Some(n) = &g.board.reserve {
        let n = count(constant(n, "the reserve", g)?, "a reserve", g.board.span)?;
        for &p in &geometry.reserves {
            s.counts[usize::from(p)] = n;
        }
    }
    for p in 0..geometry.places as u8 {
        s.counts[usize::from(p)] = s.count(p).saturating_add(s.other_pieces(game.pieces.len(), p));
    }
    let total: u64 = s.counts.iter().map(|&n| u64::from(n)).sum();
    if total > MAX_SEEDS {
        return Err(Diagnostic::new(&codes::BAD_SETUP, g.board.span, format!("{total} seeds are too many"))
            .help(format!("a game has at most {MAX_SEEDS} seeds")));
    }
    Ok(())
}

/// Lays pieces of a kind in a place, as a player sees it; they are counted with the seeds later.
fn put_pieces(game: &Game, s: &mut State, kind: ir::PieceId, (player, at): (u8, u8), n: u32) {
    let owner = s.owner_of(at).unwrap_or(player);
    for (i, piece) in game.pieces.iter().enumerate() {
        if piece.kind == kind && piece.owner.is_none_or(|p| p == owner) {
            s.set_piece(i, at, n);
        }
    }
}

impl Game {
    /// The direction that a pit's number gives; none: either.
    pub(super) fn by_number(&self, d: Dir, pit: u8) -> Option<u8> {
        let number = usize::from(self.geometry.pits.get(usize::from(pit))?.number);
        let row = self.geometry.pits.get(usize::from(pit))?;
        let row = self.geometry.len_of(row.side?, usize::from(row.row)) as usize;
        match d {
            Dir::Parity => Some(u8::from(number.is_multiple_of(2))),
            Dir::Halves(outward) if number <= row / 2 => Some(u8::from(outward)),
            Dir::Halves(outward) if number > row - row / 2 => Some(u8::from(!outward)),
            _ => None,
        }
    }

    /// The side of whose pits any may be started, if nothing has to be tried for it.
    #[inline]
    pub(super) fn free_side(&self, s: &State) -> Option<u8> {
        match self.code[usize::from(s.mover)].only_line() {
            Some((l, _)) if self.plain_starts && !self.trials && s.marks.is_empty() => match l.from {
                S::Owned(p) => Some(p),
                _ => None,
            },
            _ => None,
        }
    }

    /// Pits whose seeds aren't lifted.
    pub(super) fn locked(&self, s: &State) -> u128 {
        self.never_lifted.iter().fold(0, |m, &k| m | marked(s, Some(k), ANYBODY))
    }

    /// Pits whose seeds aren't captured.
    #[inline]
    pub(super) fn kept_from_capture(&self, s: &State) -> u128 {
        self.never_captured.iter().fold(0, |m, &k| m | marked(s, Some(k), ANYBODY))
    }

    /// Steps of one hand after which it is given up, where rules could put seeds back into it.
    pub(super) fn steps_for(&self, seeds: u64) -> u64 {
        seeds.saturating_mul(4).saturating_mul(self.geometry.places as u64).saturating_add(10_000)
    }

    /// Where a variable's values lie.
    pub(super) fn var_range(&self, var: ir::VarId) -> Option<std::ops::Range<usize>> {
        let i = usize::from(var);
        Some(*self.var_first.get(i)? as usize..*self.var_first.get(i + 1)? as usize)
    }
}
