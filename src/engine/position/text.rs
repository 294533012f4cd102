//! The line of text.

use super::super::geometry::{bit, bits};
use super::super::rounds::Series;
use super::super::state::{NOBODY_NAME, reads};
use super::super::trace::Turning;
use super::super::{Game, Machine, Over, Reason, State, Winner};
use super::{Draft, Res, bad, pending, settle};
use crate::ir::VarScope;

/// Most decisions of one turn that are read.
const MOST_SEEN: usize = 10_000;

fn join<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    all.into_iter().map(|x| x.to_string()).collect::<Vec<_>>().join(",")
}

/// A list of names, `-` if there is none.
fn names(all: Vec<String>) -> String {
    if all.is_empty() { "-".into() } else { all.join(",") }
}

fn player(game: &Game, p: u8) -> String {
    game.ir.players.get(usize::from(p)).map_or_else(|| NOBODY_NAME.into(), |n| n.replace(char::is_whitespace, "_"))
}

/// Where each row of a position lies among the places: each player's, then the pits that lie in
/// nobody's.
fn rows_of(game: &Game) -> Vec<std::ops::Range<usize>> {
    let g = &game.geometry;
    let own = g.row_at.iter().map(|r| usize::from(r.first)..usize::from(r.first + r.len));
    let neutral = g.neutral();
    own.chain(std::iter::once(usize::from(neutral.start)..usize::from(neutral.end))).filter(|r| !r.is_empty()).collect()
}

/// The position as one line without blanks, which [`super::read`] reads back exactly.
#[must_use]
pub fn show(game: &Game, state: &State) -> String {
    let g = &game.geometry;
    // What a reader takes for granted.
    let mut draft = Draft::start(game);
    draft.state.mover = state.mover;
    draft.set_turn(if state.mover == draft.state.starter { 1 } else { 2 });
    let first = draft.state;
    let mut parts = vec![
        rows_of(game).into_iter().map(|at| join(&state.counts[at])).collect::<Vec<_>>().join("/"),
        join(g.stores.iter().map(|&p| state.count(p))),
        player(game, state.mover),
    ];
    let mut say = |differs: bool, key: &str, value: &dyn Fn() -> String| {
        if differs {
            parts.push(format!("{key}={}", value()));
        }
    };
    let reserves = |s: &State| join(g.reserves.iter().map(|&p| s.count(p)));
    say(reserves(state) != reserves(&first), "reserve", &|| reserves(state));
    say(state.count(g.nobody) != first.count(g.nobody), "nobody", &|| state.count(g.nobody).to_string());
    say(state.closed != first.closed, "closed", &|| names(bits(state.closed).map(|p| g.name(p)).collect()));
    let given: Vec<u8> = bits(g.all).filter(|&p| state.owner_of(p) != first.owner_of(p)).collect();
    say(!given.is_empty(), "owner", &|| {
        let one = |&p: &u8| format!("{}:{}", g.name(p), state.owner_of(p).map_or("-".into(), |o| player(game, o)));
        names(given.iter().map(one).collect())
    });
    say(state.pieces != first.pieces, "pieces", &|| names(pieces(game, state)));
    say(state.marks != first.marks || state.fresh != first.fresh, "marks", &|| names(marks(game, state)));
    for (i, v) in game.ir.vars.iter().enumerate() {
        let (now, then) = (state.var(game, i as u16), first.var(game, i as u16));
        say(now != then, &format!("var.{}", v.name), &|| join(now));
    }
    let reads = |flag: u8| state.reads & flag != 0;
    say(reads(reads::TURN | reads::SWAP) && state.turn != first.turn, "turn", &|| state.turn.to_string());
    say(reads(reads::MY_TURN | reads::SWAP) && state.turns != first.turns, "turns", &|| join(state.turns.iter()));
    say(reads(reads::LAST_MOVER) && usize::from(state.last_mover) < game.ir.players.len(), "last", &|| {
        player(game, state.last_mover)
    });
    say(state.starter != first.starter, "starter", &|| player(game, state.starter));
    say(reads(reads::SOWN | reads::SWAP) && state.sown > 0, "sown", &|| state.sown.to_string());
    if state.chosen.iter().any(|d| d != 0) {
        let word = |d: u8| match d {
            0 => "-",
            1 => "counterclockwise",
            _ => "clockwise",
        };
        let many = if game.chosen_once() == Some(true) { state.chosen.len() } else { 1 };
        say(true, "direction", &|| join(state.chosen.iter().take(many).map(word)));
    }
    say(state.opening.is_some(), "opening", &|| state.opening.unwrap_or_default().to_string());
    if let Some(series) = &state.series {
        let start = Series::new(game.ir.players.len());
        say(series.round != start.round, "round", &|| series.round.to_string());
        let players = game.ir.players.len();
        say(series.kept != start.kept, "kept", &|| join(series.kept.iter().take(players)));
        say(series.won != start.won, "wins", &|| join(series.won.iter().take(players)));
        say(series.empty != start.empty, "empty", &|| series.empty.to_string());
        say(state.between_rounds(), "between", &|| {
            let who = |p: u8| if usize::from(p) < game.ir.players.len() { player(game, p) } else { "-".into() };
            format!("{}:{}:{}", series.step, who(series.starts), join(series.roles.map(who)))
        });
    }
    if !game.phases.is_empty() {
        let usual = Machine::new(game).phase_of(state, state.mover);
        let name = || game.ir.phases.get(usize::from(state.phase)).and_then(|p| p.name.clone()).unwrap_or_default();
        say(state.phase != usual || state.pending.is_some(), "phase", &name);
    }
    if let Some(race) = &state.race {
        say(true, "race", &|| pending::show_race(race));
    }
    say(state.swapped, "swapped", &|| "yes".into());
    say(!state.seen.is_empty(), "seen", &|| join(state.seen.iter().map(|k| format!("{k:x}"))));
    if let Some(p) = &state.pending {
        say(true, "choice", &|| pending::show(p, game));
        say(!p.lets.is_empty(), "names", &|| pending::show_names(p));
    }
    if let Some(over) = &state.over {
        let mut open = state.clone();
        open.over = None;
        settle(game, &mut open, Some(state.phase));
        let told = game.is_match() || open.over.as_ref() != Some(over) || open.counts != state.counts;
        say(told, "over", &|| show_over(game, over));
    }
    parts.join(";")
}

/// `R:stone:1`, `store.south:mother:1:north`: a place, a kind, how many, and whose.
fn pieces(game: &Game, s: &State) -> Vec<String> {
    let g = &game.geometry;
    let mut places: Vec<(u8, String)> = bits(g.all).map(|p| (p, g.name(p).to_owned())).collect();
    for (what, all) in [("store", &g.stores), ("reserve", &g.reserves)] {
        places.extend((0u8..).zip(all).map(|(who, &p)| (p, format!("{what}.{}", player(game, who)))));
    }
    places.push((g.nobody, NOBODY_NAME.to_owned()));
    let mut out = Vec::new();
    for (place, name) in places {
        for (i, (kind, owner)) in game.piece_kinds().enumerate() {
            let n = s.piece(i, place);
            if n > 0 {
                let owner = owner.map_or_else(String::new, |o| format!(":{}", player(game, o)));
                out.push(format!("{name}:{kind}:{n}{owner}"));
            }
        }
    }
    out
}

fn read_pieces(d: &mut Draft<'_>, value: &str) -> Res<()> {
    d.state.pieces.fill(0);
    let unread = || bad("pieces: write PLACE:KIND:NUMBER, with :PLAYER where each player has his own");
    for item in items(value) {
        let fields: Vec<&str> = item.split(':').collect();
        let (at, kind, n, owner) = match fields[..] {
            [at, kind, n] => (at, kind, n, None),
            [at, kind, n, owner] => (at, kind, n, Some(d.player(owner)?)),
            _ => return Err(unread()),
        };
        let place = match at.split_once('.') {
            Some(("store", who)) => d.game.geometry.stores[usize::from(d.player(who)?)],
            Some(("reserve", who)) => d.game.geometry.reserves[usize::from(d.player(who)?)],
            _ if at == NOBODY_NAME => d.game.geometry.nobody,
            _ => d.pit(at)?,
        };
        d.put_pieces(place, kind, owner, n.parse().map_err(|_| unread())?)?;
    }
    Ok(())
}

fn marks(game: &Game, s: &State) -> Vec<String> {
    let mut all = Vec::new();
    for p in bits(game.geometry.all) {
        for (kind, maker) in s.marks(p) {
            let k = usize::from(kind);
            let fresh = if s.fresh[k] & bit(p) != 0 { "!" } else { "" };
            let maker = if usize::from(maker) < game.ir.players.len() { player(game, maker) } else { "-".into() };
            all.push(format!("{}:{}:{maker}{fresh}", game.geometry.name(p), game.ir.marks[k].name));
        }
    }
    all
}

fn show_over(game: &Game, over: &Over) -> String {
    let winner = match over.winner {
        Winner::Player(p) => player(game, p),
        Winner::Draw => "draw".into(),
        Winner::Nobody => NOBODY_NAME.into(),
    };
    let reason = match over.reason {
        Reason::Rule(id) => format!("rule{id}"),
        Reason::Action(id) => format!("action{id}"),
        Reason::Stuck => "stuck".into(),
        Reason::Repetition => "repetition".into(),
        Reason::Endless => "endless".into(),
        Reason::Undecided => "undecided".into(),
    };
    format!("{winner}:{reason}")
}

fn read_over(d: &Draft<'_>, value: &str) -> Res<Over> {
    let (winner, reason) = value.split_once(':').ok_or_else(|| bad("an end is written winner:reason"))?;
    let winner = match winner {
        "draw" => Winner::Draw,
        w if w == NOBODY_NAME => Winner::Nobody,
        name => Winner::Player(d.player(name)?),
    };
    let number = |digits: &str| digits.parse().map_err(|_| bad(format!("{reason:?} isn't a reason")));
    let reason = match reason {
        "stuck" => Reason::Stuck,
        "repetition" => Reason::Repetition,
        "endless" => Reason::Endless,
        "undecided" => Reason::Undecided,
        r => match (r.strip_prefix("rule"), r.strip_prefix("action")) {
            (Some(id), _) => Reason::Rule(number(id)?),
            (_, Some(id)) => Reason::Action(number(id)?),
            _ => return Err(bad(format!("{r:?} isn't a reason"))),
        },
    };
    let score = d.game.geometry.stores.iter().map(|&p| d.game.worth(&d.state, p)).collect();
    Ok(Over { winner, score, reason })
}

fn numbers(text: &str, many: usize, what: &str) -> Res<Vec<u64>> {
    let all = text
        .split(',')
        .map(|n| n.parse::<u64>().map_err(|_| bad(format!("{n:?} isn't a number of seeds"))))
        .collect::<Res<Vec<u64>>>()?;
    if all.len() == many { Ok(all) } else { Err(bad(format!("{what}: {} numbers where {many} are due", all.len()))) }
}

/// The items of a list, none for `-`.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(|x| *x != "-")
}

pub(super) fn read(game: &Game, text: &str, free: bool) -> Res<State> {
    let g = &game.geometry;
    let mut d = Draft::start(game);
    let mut parts = text.split(';');
    let rows: Vec<&str> = parts.next().unwrap_or_default().split('/').collect();
    let places = rows_of(game);
    if rows.len() != places.len() {
        return Err(bad(format!("{text:?} has {} rows, and the board {}", rows.len(), places.len()))
            .help("a position begins with the rows from each owner's left, such as 4,4,4/4,4,4;0,0;south"));
    }
    for (row, at) in rows.iter().zip(places) {
        for (i, n) in at.clone().zip(numbers(row, at.len(), "a row")?) {
            d.put(i as u8, n)?;
        }
    }
    let stores =
        parts.next().ok_or_else(|| bad("the seeds won are missing").help("write them behind the rows: ;0,0;south"))?;
    for (&place, n) in g.stores.iter().zip(numbers(stores, g.stores.len(), "the seeds won")?) {
        d.put(place, n)?;
    }
    let mover =
        parts.next().ok_or_else(|| bad("who is to move is missing").help("write it behind the seeds won: ;south"))?;
    d.state.mover = d.player(mover)?;
    let turn = if d.state.mover == d.state.starter { 1 } else { 2 };
    d.set_turn(turn);
    let mut over = None;
    let mut kept = None;
    for part in parts.filter(|p| !p.is_empty()) {
        let (key, value) = part.split_once('=').ok_or_else(|| bad(format!("{part:?} isn't of the form key=value")))?;
        match key {
            "over" => over = Some(value),
            "names" => kept = Some(value),
            _ => read_part(&mut d, key, value)?,
        }
    }
    if let (Some(value), Some(p)) = (kept, &mut d.state.pending) {
        p.lets = pending::read_names(value, game)?;
    }
    if let Some(value) = over {
        d.state.over = Some(Box::new(read_over(&d, value)?));
        if let Some(series) = &mut d.state.series {
            series.over = true;
        }
    }
    d.finish(free)
}

fn read_part(d: &mut Draft<'_>, key: &str, value: &str) -> Res<()> {
    let g = &d.game.geometry;
    let number = || value.parse::<u64>().map_err(|_| bad(format!("{key}: {value:?} isn't a number")));
    match key {
        "reserve" => {
            for (&place, n) in g.reserves.iter().zip(numbers(value, g.reserves.len(), key)?) {
                d.put(place, n)?;
            }
        }
        "nobody" => d.put(g.nobody, number()?)?,
        "closed" => {
            d.state.closed = 0;
            for name in items(value) {
                d.state.closed |= bit(d.pit(name)?);
            }
        }
        "owner" => {
            for item in items(value) {
                let (pit, owner) = item.split_once(':').ok_or_else(|| bad("owner: write pit:player"))?;
                let owner = if owner == "-" { None } else { Some(d.player(owner)?) };
                let pit = d.pit(pit)?;
                d.set_owner(pit, owner);
            }
        }
        "pieces" => read_pieces(d, value)?,
        "marks" => {
            d.no_marks();
            for item in items(value) {
                let fields: Vec<&str> = item.split(':').collect();
                let [pit, kind, maker] = fields[..] else { return Err(bad("marks: write pit:kind:maker")) };
                let (fresh, maker) = maker.strip_suffix('!').map_or((false, maker), |m| (true, m));
                let maker = if maker == "-" { u8::MAX } else { d.player(maker)? };
                let (pit, kind) = (d.pit(pit)?, d.mark(kind)?);
                d.set_mark(pit, kind, maker, fresh);
            }
        }
        "turn" => d.set_turn(u32::try_from(number()?).map_err(|_| bad("turn: too large"))?),
        "turns" => {
            let many = d.state.turns.len();
            for (slot, n) in d.state.turns.iter_mut().zip(numbers(value, many, key)?) {
                *slot = u32::try_from(n).map_err(|_| bad("turns: too large"))?;
            }
        }
        "last" => d.state.last_mover = d.player(value)?,
        "starter" => d.state.starter = d.player(value)?,
        "sown" => d.state.sown = number()?,
        "direction" => {
            for (i, word) in value.split(',').enumerate() {
                let direction = match word {
                    "-" => None,
                    "counterclockwise" => Some(Turning::Counterclockwise),
                    "clockwise" => Some(Turning::Clockwise),
                    _ => return Err(bad(format!("direction: {word:?} is none"))),
                };
                let player = value.contains(',').then_some(i.min(d.game.ir.players.len() - 1) as u8);
                d.chosen(player, direction)?;
            }
        }
        "round" => d.series()?.round = u32::try_from(number()?.max(1)).map_err(|_| bad("round: too large"))?,
        "empty" => d.series()?.empty = u8::try_from(number()?).map_err(|_| bad("empty: too large"))?,
        "kept" | "wins" => {
            let players = d.game.ir.players.len();
            let series = d.series()?;
            let into = if key == "kept" { &mut series.kept } else { &mut series.won };
            let all = numbers(value, players, key)?;
            for (slot, n) in into.iter_mut().zip(all) {
                *slot = u32::try_from(n).map_err(|_| bad(format!("{key}: too large")))?;
            }
        }
        "phase" => {
            let at = d.game.ir.phases.iter().position(|p| p.name.as_deref() == Some(value));
            d.phase = Some(at.ok_or_else(|| bad(format!("there is no phase {value:?}")))? as u8);
        }
        "race" => {
            d.state.race = Some(Box::new(pending::read_race(value, d.game)?));
            d.state.turns.fill(1);
        }
        "opening" => {
            let step = u16::try_from(number()?).map_err(|_| bad("opening: too large"))?;
            d.state.opening = d.game.script.is_some().then_some(step);
        }
        "between" => read_between(d, value)?,
        "swapped" => d.state.swapped = value == "yes",
        "seen" => {
            let keys = value.split(',').take(MOST_SEEN).map(|k| u128::from_str_radix(k, 16));
            d.state.seen = keys.collect::<Result<_, _>>().map_err(|_| bad("`seen` holds no keys of decisions"))?;
        }
        "choice" => d.state.pending = Some(Box::new(pending::read(value, d.game)?)),
        _ => match key.strip_prefix("var.") {
            Some(name) => read_var(d, name, value)?,
            None => {
                return Err(bad(format!("{key:?} isn't part of a position"))
                    .help("keys are reserve, nobody, closed, owner, pieces, marks, var.NAME, turn, turns, last, starter, sown, direction, round, kept, wins, empty, opening, between, phase, race, swapped, seen, choice, names, over"));
            }
        },
    }
    Ok(())
}

fn read_between(d: &mut Draft<'_>, value: &str) -> Res<()> {
    let unread = || bad("between: write STEP:STARTER:POORER,RICHER,WINNER,LOSER");
    let fields: Vec<&str> = value.split(':').collect();
    let [step, starts, roles] = fields[..] else { return Err(unread()) };
    let who = |d: &Draft<'_>, name: &str| if name == "-" { Ok(u8::MAX) } else { d.player(name) };
    let roles = roles.split(',').map(|name| who(d, name)).collect::<Res<Vec<u8>>>()?;
    let (roles, starts) = (<[u8; 4]>::try_from(roles).map_err(|_| unread())?, d.player(starts)?);
    let series = d.series()?;
    series.step = step.parse().map_err(|_| unread())?;
    (series.roles, series.starts) = (roles, starts);
    Ok(())
}

fn read_var(d: &mut Draft<'_>, name: &str, value: &str) -> Res<()> {
    let var = d.var(name)?;
    let values = value
        .split(',')
        .map(|n| n.parse::<i64>().map_err(|_| bad(format!("{name}: {n:?} isn't a number"))))
        .collect::<Res<Vec<i64>>>()?;
    let game = d.game;
    let scope = game.ir.vars[usize::from(var)].scope;
    let of: Vec<Option<String>> = match scope {
        VarScope::Game => vec![None],
        VarScope::Player => game.ir.players.iter().cloned().map(Some).collect(),
        VarScope::Pit => game.geometry.pits.iter().map(|p| Some(p.name.clone())).collect(),
    };
    if of.len() != values.len() {
        return Err(bad(format!("{name}: {} values where {} are due", values.len(), of.len())));
    }
    for (of, value) in of.iter().zip(values) {
        d.set_var(var, of.as_deref(), value)?;
    }
    Ok(())
}
