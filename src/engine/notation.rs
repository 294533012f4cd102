//! Plies and turns as text (contract: moves as text).
//!
//! A start is its pit's name, then what the rules leave open: `>` or `<`, `:amount`, the class's
//! sign where two classes offer the pit. A choice is its label, pit, number or direction.

use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::ir::{self, Among};
use crate::source::Span;

use super::geometry::pits_are;
use super::{Game, Machine, PlaceId, Ply, Refused, State, Turning};

/// A ply's text: `C`, `D>`, `A2:3`, `A6>*`, `stop`, `pass`, `swap`.
#[must_use]
pub fn show(game: &Game, state: &State, ply: &Ply) -> String {
    show_by(&mut Machine::new(game), state, ply)
}

/// The same, by a machine that is there already.
#[must_use]
pub fn show_by(machine: &mut Machine<'_>, state: &State, ply: &Ply) -> String {
    let game = machine.game();
    let candidates = if state.pending.is_none() { machine.candidates(state) } else { Vec::new() };
    text(game, state, ply, &candidates)
}

/// All legal plies with their texts, in the order of the board.
#[must_use]
pub fn legal(machine: &mut Machine<'_>, state: &State) -> Vec<(Ply, String)> {
    let plies = machine.legal(state);
    let candidates = if state.pending.is_none() { machine.candidates(state) } else { Vec::new() };
    let game = machine.game();
    plies.into_iter().map(|p| (p, text(game, state, &p, &candidates))).collect()
}

/// The classes of a game in their order.
fn classes(game: &Game) -> impl Iterator<Item = &ir::Class> {
    game.ir.phases.iter().flat_map(|p| p.moves.tiers.iter().flatten())
}

/// A class's sign, or its name in brackets.
fn sign(game: &Game, class: u16) -> String {
    let Some(c) = classes(game).nth(usize::from(class)) else { return String::new() };
    match (&c.written, &c.name) {
        (Some(w), _) => w.clone(),
        (None, Some(name)) => format!("({name})"),
        // One that has no name needs none to be told from those that have one.
        (None, None) if nameless(game, class) < 2 => String::new(),
        (None, None) => format!("({})", class + 1),
    }
}

/// The classes that stand beside one: a later tier is only open when the ones before it aren't.
fn tier(game: &Game, class: u16) -> std::ops::Range<u16> {
    game.code
        .iter()
        .step_by(game.ir.players.len())
        .flat_map(|c| &c.tiers)
        .find(|t| t.contains(&class))
        .cloned()
        .unwrap_or(class..class + 1)
}

/// Classes without a name or sign beside one, itself included.
fn nameless(game: &Game, class: u16) -> usize {
    let tier = tier(game, class);
    let all = classes(game).skip(usize::from(tier.start)).take(tier.len());
    all.filter(|c| c.written.is_none() && c.name.is_none()).count()
}

/// `>`: along the pit's own row to the mover's right.
///
/// Where the board lays out a way of its own, that row counts in which the way goes on; where it has no
/// rows, or none of them does, `+` is along it.
fn arrow(game: &Game, state: &State, pit: PlaceId, direction: Turning) -> char {
    if game.geometry.rowless || game.ir.board.path.is_some() {
        return along(game, state, pit, direction == Turning::Counterclockwise);
    }
    let at = game.geometry.pits.get(usize::from(pit));
    let own = at.and_then(|p| p.side) == Some(game.geometry.seat(state.mover));
    // Along the pit's own row: of several rows every other one is passed the other way.
    let turned = at.is_some_and(|p| (game.geometry.rows - 1 - usize::from(p.row)) % 2 == 1);
    if (direction == Turning::Counterclockwise) == (own != turned) { '>' } else { '<' }
}

/// The sign of a way of the board's own.
fn along(game: &Game, state: &State, pit: PlaceId, forward: bool) -> char {
    let g = &game.geometry;
    let Some(code) = game.code.get(usize::from(state.mover)) else { return '+' };
    // How far right the next place lies in the same line, as the mover sees it.
    let right = |forward: bool| {
        let next = code.path.next[usize::from(!forward)][usize::from(pit)];
        let (here, next) = (g.pits.get(usize::from(pit))?, g.pits.get(usize::from(next))?);
        let right = i16::from(next.column) - i16::from(here.column);
        (!g.rowless && next.line == here.line && right != 0).then_some((right > 0) == (state.mover == 0))
    };
    match right(forward).or_else(|| right(!forward).map(|r| !r)) {
        Some(true) => '>',
        Some(false) => '<',
        None if forward => '+',
        None => '-',
    }
}

/// How a move from the mover's reserve is written.
const RESERVE: &str = "@";

/// A start's name: its pit's, or [`RESERVE`].
fn start_name(game: &Game, place: PlaceId) -> String {
    if game.geometry.is_pit(place) { game.geometry.name(place) } else { RESERVE.to_owned() }
}

fn text(game: &Game, state: &State, ply: &Ply, candidates: &[Ply]) -> String {
    match *ply {
        Ply::Start { pit, direction, amount, class } => {
            let mut s = start_name(game, pit);
            let beside = tier(game, class);
            // The others that lift from this pit.
            let others = || {
                candidates.iter().filter_map(|c| match *c {
                    Ply::Start { pit: p, direction: d, amount: n, class: k } if p == pit && beside.contains(&k) => {
                        Some((d, n, k))
                    }
                    _ => None,
                })
            };
            if others().any(|(d, ..)| d != direction) {
                s.push(arrow(game, state, pit, direction));
            }
            let open = |n: u32| others().any(|(_, other, _)| other.is_some_and(|other| other != n));
            if let Some(n) = amount.filter(|&n| open(n)) {
                s.push_str(&format!(":{n}"));
            }
            if others().any(|(.., k)| k != class) {
                s.push_str(&sign(game, class));
            }
            s
        }
        Ply::Label(i) => label(game, state, i).map_or_else(|| i.to_string(), |l| l.label.clone()),
        Ply::Pit(p) => game.geometry.name(p),
        Ply::Number(n) => n.to_string(),
        Ply::Direction(d) => {
            let here = state.pending.as_ref().map_or(0, |p| p.regs.here);
            arrow(game, state, here, d).to_string()
        }
        Ply::Pass => "pass".into(),
        Ply::Swap => "swap".into(),
    }
}

fn label<'a>(game: &'a Game, state: &State, i: u16) -> Option<&'a ir::Labelled> {
    let pending = state.pending.as_ref()?;
    match &game.ir.choices.get(usize::from(pending.choice))?.among {
        Among::Labels(all) => all.get(usize::from(i)),
        _ => None,
    }
}

/// Reads a whole turn or ply: plies joined by `/`, each any shortening that fits exactly one legal
/// ply. The plies are legal one after the other.
///
/// # Errors
/// A diagnostic that says why: no such pit, not yours, empty, ambiguous, illegal by which rule, the
/// game is over; its help lists the legal moves.
pub fn read(machine: &mut Machine<'_>, state: &State, text: &str) -> Result<Vec<Ply>, Diagnostic> {
    let mut plies = Vec::new();
    let mut now = state.clone();
    let parts: Vec<&str> = text.trim().split('/').map(str::trim).collect();
    for (i, part) in parts.iter().enumerate() {
        if i > 0 && now.mover != state.mover {
            return Err(wrong(&codes::ILLEGAL_MOVE, format!("the turn is over before {part:?}"))
                .help("write only one player's plies between slashes"));
        }
        let ply = read_one(machine, &now, part)?;
        if i + 1 < parts.len() {
            now = machine
                .play(&now, &ply)
                .map_err(|_| wrong(&codes::ILLEGAL_MOVE, format!("{part:?} can't be played")))?;
        }
        plies.push(ply);
    }
    Ok(plies)
}

fn wrong(code: &'static codes::Code, message: String) -> Diagnostic {
    Diagnostic::new(code, Span::default(), message)
}

/// What is written, as far as it is.
struct Written {
    pit: PlaceId,
    arrow: Option<char>,
    amount: Option<u32>,
    sign: String,
}

/// Takes a start's text apart; none if it doesn't begin with a pit's name.
fn parse(game: &Game, mover: u8, text: &str) -> Option<Written> {
    let g = &game.geometry;
    let names = g.pits.iter().enumerate().map(|(i, p)| (i as PlaceId, p.name.as_str()));
    let reserve = g.reserves.get(usize::from(mover)).map(|&p| (p, RESERVE));
    let begun = names.chain(reserve).filter(|(_, name)| text.starts_with(name));
    let (pit, name) = begun.map(|(p, name)| (p, name.len())).max_by_key(|&(_, len)| len)?;
    let mut rest = &text[name..];
    if rest.starts_with(|c: char| c.is_alphanumeric()) {
        return None;
    }
    let arrow = rest.chars().next().filter(|c| ['<', '>'].contains(c));
    rest = &rest[usize::from(arrow.is_some())..];
    let mut amount = None;
    if let Some(after) = rest.strip_prefix(':') {
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        amount = Some(after[..digits].parse().ok()?);
        rest = &after[digits..];
    }
    Some(Written { pit, arrow, amount, sign: rest.to_owned() })
}

impl Written {
    fn fits(&self, game: &Game, state: &State, ply: &Ply) -> bool {
        match *ply {
            Ply::Start { pit, direction, amount, class } => {
                let short = sign(game, class);
                pit == self.pit
                    && self.arrow.is_none_or(|a| a == arrow(game, state, pit, direction))
                    && (self.amount.is_none()
                        || self.amount == amount
                        || amount.is_none() && self.amount == Some(state.count(pit)))
                    && (self.sign.is_empty()
                        || self.sign == short
                        || classes(game).nth(usize::from(class)).and_then(|c| c.name.as_ref()) == Some(&self.sign))
            }
            Ply::Pit(p) => p == self.pit && self.arrow.is_none() && self.amount.is_none() && self.sign.is_empty(),
            _ => false,
        }
    }
}

fn read_one(machine: &mut Machine<'_>, state: &State, text: &str) -> Result<Ply, Diagnostic> {
    if state.over.is_some() {
        return Err(wrong(&codes::GAME_OVER, "the game is over".into()).help("nothing more can be played"));
    }
    let game = machine.game();
    let plies = machine.legal(state);
    let candidates = if state.pending.is_none() { machine.candidates(state) } else { Vec::new() };
    // A start's text begins with its pit's name: the others needn't be written out.
    let named = |ply: &Ply| match ply {
        Ply::Start { pit, .. } => {
            let name = game.geometry.pits.get(usize::from(*pit)).map_or(RESERVE, |p| p.name.as_str());
            text.starts_with(name)
        }
        _ => true,
    };
    if let Some(ply) = plies.iter().find(|p| named(p) && self::text(game, state, p, &candidates) == text) {
        return Ok(*ply);
    }
    let legal: Vec<(Ply, String)> = plies.iter().map(|p| (*p, self::text(game, state, p, &candidates))).collect();
    let by_sign = |ply: &Ply| match ply {
        Ply::Label(i) => label(game, state, *i).is_some_and(|l| l.written.as_deref() == Some(text)),
        _ => false,
    };
    if let Some((ply, _)) = legal.iter().find(|(p, _)| by_sign(p)) {
        return Ok(*ply);
    }
    let written = parse(game, state.mover, text);
    let fits = |p: &Ply| written.as_ref().is_some_and(|w| w.fits(game, state, p));
    let mut all: Vec<&(Ply, String)> = legal.iter().filter(|(p, _)| fits(p)).collect();
    if all.is_empty() && written.is_none() && !text.is_empty() {
        all = legal.iter().filter(|(_, t)| t.starts_with(text)).collect();
    }
    match all.as_slice() {
        [one] => Ok(one.0),
        [] => Err(refusal(machine, state, text, written.as_ref(), &legal)),
        several => {
            let texts: Vec<&str> = several.iter().map(|(_, t)| t.as_str()).collect();
            Err(wrong(&codes::BAD_MOVE, format!("{text:?} can mean {}", texts.join(" or ")))
                .help(format!("write {}", texts.join(" or "))))
        }
    }
}

/// Why a text is no legal ply.
fn refusal(
    machine: &mut Machine<'_>,
    state: &State,
    text: &str,
    written: Option<&Written>,
    legal: &[(Ply, String)],
) -> Diagnostic {
    let game = machine.game();
    let texts: Vec<&str> = legal.iter().map(|(_, t)| t.as_str()).collect();
    let mut help = if texts.is_empty() {
        "no move is legal here".to_owned()
    } else if texts.len() > 60 {
        format!("legal moves: {} and {} more", texts[..60].join(" "), texts.len() - 60)
    } else {
        format!("legal moves: {}", texts.join(" "))
    };
    let Some(w) = written else {
        let folded = |t: &&&str| t.eq_ignore_ascii_case(text);
        if let Some(near) = texts.iter().find(folded).copied().or_else(|| did_you_mean(text, texts.iter().copied())) {
            help = format!("did you mean {near}? {help}");
        }
        if state.choosing() {
            return wrong(&codes::BAD_MOVE, format!("{text:?} isn't one of the options")).help(help);
        }
        return wrong(&codes::BAD_MOVE, format!("there is no pit {text:?}; {}", pits_are(&game.geometry))).help(help);
    };
    let name = game.geometry.name(w.pit);
    if state.choosing() {
        return wrong(&codes::ILLEGAL_MOVE, format!("{text:?} isn't one of the options")).help(help);
    }
    wrong(&codes::ILLEGAL_MOVE, why(machine, state, w, &name)).help(help)
}

fn player(game: &Game, player: u8) -> String {
    let name = game.ir.players.get(usize::from(player)).map_or("nobody", String::as_str);
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

fn why(machine: &mut Machine<'_>, state: &State, w: &Written, name: &str) -> String {
    let game = machine.game();
    let offered: Vec<Ply> = machine.candidates(state).into_iter().filter(|p| w.fits(game, state, p)).collect();
    // A pit may stand in several classes; that its sowing never ends is what tells most.
    let refusals: Vec<_> = offered.iter().map(|ply| machine.play(state, ply)).collect();
    let endless = refusals.iter().find(|r| matches!(r, Err(Refused::Endless { .. })));
    if let Some(refused) = endless.or(refusals.first()) {
        return match refused {
            Err(Refused::Endless { decided: true, .. }) => format!("the sowing from {name} would never end"),
            Err(Refused::Endless { decided: false, laps }) => {
                format!("the sowing from {name} isn't decided after {laps} laps")
            }
            Err(Refused::LastResort(_)) => format!("{name} may be played only if nothing else may"),
            Err(Refused::Illegal(Some(id))) => match game.rule(*id) {
                Some((Span { line: 0, .. }, text)) => format!("{name} is forbidden by the rule {text:?}"),
                Some((span, text)) => format!("{name} is forbidden by {}: {text}", game.ir.place_of(span)),
                None => format!("{name} is forbidden by a rule"),
            },
            _ => format!("{name} may not be played while another kind of move is possible"),
        };
    }
    if state.is_closed(w.pit) {
        return format!("pit {name} is closed");
    }
    match state.owner_of(w.pit) {
        Some(owner) if owner != state.mover => {
            return format!("that pit is {}'s, and {} is to move", player(game, owner), player(game, state.mover));
        }
        None => return format!("pit {name} is nobody's"),
        Some(_) => {}
    }
    if state.count(w.pit) == 0 {
        return format!("pit {name} is empty");
    }
    format!("{name} can't be played so")
}
