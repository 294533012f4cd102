//! From the lowered code to the compact one, if it is of that kind.

use std::sync::Arc;

use super::facts::Facts;
use super::nodes::{Ask, Making, NO_ROW};
use super::sites::{ANY, Site};
use super::spell::Part;
use super::starts::Starts;
use super::words::{Board, Lane, Words, mask};
use super::{Act, AnySize, Cond, Ends, Filter, MOST_PLACES, MOST_SEEDS, Program, Quick, Rule, Set, Side, Size, bit};
use crate::engine::code::{C, Dir, Line, S};
use crate::engine::geometry::{Geometry, NONE, bit as place_bit};
use crate::engine::{Game, PlaceId};
use crate::ir;

/// Most parts of one game's conditions and actions: names are spelt out, and one may stand for two
/// others.
const MOST_PARTS: u32 = 2_000;

/// Whether a game is of this kind, as far as that doesn't depend on what changes rarely.
pub(super) fn fits(game: &Game) -> bool {
    let (f, g, sowing) = (&game.features, &game.geometry, &game.ir.phases[0].sowing);
    let one_lap_rules = game.pieces.is_empty()
        && game.ir.phases.len() == 1
        && !game.racing
        && !game.complex
        && !game.turn_cycles
        && !game.swap
        && !f.stores_shrink
        && !f.filters_of_move
        && !f.reached
        && !sowing.reversed_each_lap
        && sowing.a_pit.is_empty()
        && sowing.bends.is_none()
        && (game.skips_start || sowing.skips.is_empty())
        && Facts::last(game)
        && game.seeds <= MOST_SEEDS;
    let two_rows = g.players.len() == 2
        && g.sides == 2
        && g.rows == 1
        && !g.shared
        && !g.rowless
        && g.neutral().is_empty()
        && game.ir.board.path.is_none()
        && g.pits.len() + g.stores.len() <= MOST_PLACES
        && g.owned == g.own_row;
    // At most the start is skipped, in each lap.
    let skips = &sowing.skips;
    let plain_skips = skips
        .iter()
        .all(|k| k.set == ir::Set::One(ir::Place::Start) && k.when == ir::Cond::Const(true) && !k.unless_last);
    one_lap_rules && two_rows && plain_skips
}

/// The program of a game for some facts; none if there is none.
pub(super) fn sized(game: &Game, facts: &Facts) -> Option<AnySize> {
    // A row and a store to each half of the words.
    let fits = |half: usize| game.geometry.row < half;
    let few = game.seeds <= Board::<2, 8>::MOST;
    Some(AnySize(if few && fits(Board::<2, 8>::HALF) {
        Size::Small(Box::new(program(game, facts)?))
    } else if few && fits(Board::<4, 8>::HALF) {
        Size::Large(Box::new(program(game, facts)?))
    } else if fits(Board::<8, 16>::HALF) {
        Size::Many(Box::new(program(game, facts)?))
    } else {
        return None;
    }))
}

fn program<const W: usize, const B: u32>(game: &Game, facts: &Facts) -> Option<Program<W, B>> {
    let g = &game.geometry;
    let numbers: Box<[u8]> = g.pits.iter().map(|p| p.number).collect();
    let open = g.all & !facts.closed();
    let (pits, taken) = (open & !facts.locked(game), open & !facts.kept_from_capture(game));
    let side = |i: usize| {
        let part = Part {
            game,
            code: &game.code[i],
            facts,
            class: 0,
            dir: 0,
            places: g.pits.len() + 2,
            left: MOST_PARTS,
            ending: false,
        };
        part.side::<W, B>((pits as u32, taken as u32), &numbers)
    };
    let ((south, collecting), (mut north, also)) = (side(0)?, side(1)?);
    if collecting != also {
        return None;
    }
    if south.tables == north.tables {
        north.tables = south.tables.clone();
    }
    let rows = [0, 1].map(|p: u8| mask::<W, B>(&south.lanes, (g.owned[p] & g.all) as u32));
    let all_start = [&south, &north].iter().all(|side| side.starts_all::<B>(&rows[0]));
    let stores = mask::<W, B>(&south.lanes, bit(g.stores[0]) | bit(g.stores[1]));
    let relays = [&south, &north].iter().any(|side| side.tables.sown.iter().any(|lap| lap.row != NO_ROW));
    Some(Program {
        stores,
        rows,
        all_start,
        sides: [south, north],
        pits: pits as u32,
        taken: taken as u32,
        empty: collecting | facts.closed() & g.all,
        numbers,
        row: g.row as u8,
        repetition: game.repetition,
        trials: game.trials,
        passes: game.stuck_passes,
        relays,
        most_laps: game.max_laps.min(64) as u32,
    })
}

/// The lanes of the places, when a player is to move.
fn lanes<const W: usize, const B: u32>(g: &Geometry, mover: usize) -> Box<[Lane]> {
    let mut lanes = vec![Lane::default(); g.pits.len() + 2];
    for half in 0..2 {
        let player = mover ^ half;
        for i in 0..g.row {
            lanes[player * g.row + i] = Board::<W, B>::lane_at(half, i);
        }
        lanes[usize::from(g.stores[player])] = Board::<W, B>::lane_at(half, g.row);
    }
    lanes.into()
}

/// Neighbours along a way from which some places are taken out.
fn neighbours(next: &[PlaceId; 256], closed: u128) -> [PlaceId; 256] {
    next.map(|mut p| {
        for _ in 0..next.len() {
            if closed & place_bit(p) == 0 {
                return p;
            }
            p = next[usize::from(p)];
        }
        NONE
    })
}

impl<'g> Part<'g> {
    /// The rules for him, and the pits that collect what falls in them. Given are the pits
    /// from which seeds can be lifted, and from which they can be captured.
    fn side<const W: usize, const B: u32>(
        mut self,
        (pits, taken): (u32, u32),
        numbers: &[u8],
    ) -> Option<(Side<W>, u128)> {
        let (g, code) = (&self.game.geometry, self.code);
        self.dir = match code.direction {
            Dir::Is(dir) => dir,
            Dir::Once => self.facts.chosen(code.mover)?,
            _ => return None,
        };
        if code.over_of_move || !code.passed_over.is_empty() || g.all & !code.path.on != 0 || code.landing.len() > 1 {
            return None;
        }
        let closed = self.facts.closed();
        let next = neighbours(&code.path.next[usize::from(self.dir)], closed);
        let previous = neighbours(&code.path.next[usize::from(self.dir ^ 1)], closed);
        let mut opposite = *g.opposite;
        for (p, other) in (0..=NONE).zip(&mut opposite) {
            if closed & (place_bit(p) | place_bit(*other)) != 0 {
                *other = NONE;
            }
        }
        let may = [ANY; MOST_PLACES];
        let (may, row) = (&may[..self.places], g.row as u8);
        let (next_to, before) = (&next, &previous);
        let site = Site {
            next: next_to,
            previous: before,
            opposite: &opposite,
            pits,
            taken,
            numbers,
            row,
            here: NONE,
            it: NONE,
            may,
        };
        let lanes = lanes::<W, B>(g, usize::from(code.mover));
        let starts = self.starts(&site)?;
        let mut starts = starts.iter().map(|places| Starts::of::<B>(places, &lanes));
        let (starts, otherwise) = (starts.next()?, starts.collect::<Box<[_]>>());
        // What happens beside landing and collecting isn't said here.
        let around = [&code.before_move, &code.each_lap, &code.whenever, &code.after_move, &code.after_turn];
        for rule in around.into_iter().flatten().flatten() {
            let never = self.cond(&rule.cond).map(|c| site.cond(&c));
            if never != Some(Cond::Is(false)) {
                return None;
            }
        }
        let (collected_in, collects) = self.collected(&site)?;
        let collecting = (0..).zip(&collected_in).filter(|(p, to)| p != *to).fold(0, |m, (p, _)| m | place_bit(p));
        let rules: Vec<Rule> = match &*code.landing {
            [list] => list.iter().map(|r| self.rule(r)).collect::<Option<_>>()?,
            _ => Vec::new(),
        };
        // The machine is asked without what the rules may know of earlier turns and positions.
        let machine = rules.iter().flat_map(|r| &r.acts).any(|a| matches!(a, Act::Machine));
        if machine && (self.game.start.reads != 0 || self.game.features.repeats_of_move) {
            return None;
        }
        let relays = rules.iter().flat_map(|r| &r.acts).any(|a| matches!(a, Act::Relay(_)));
        if relays && (self.game.skips_start || code.first_in_start.is_some()) {
            return None;
        }
        let at = |places: u128| mask::<W, B>(&lanes, places as u32);
        // Closed pits are empty.
        let rows = [code.mover, code.mover ^ 1].map(|p| at(g.owned[p] & g.all));
        let test = |c: Cond| test::<W, B>(site.cond(&c), &lanes, (code.mover, &rows));
        let filters = code
            .filters
            .iter()
            .map(|f| Some(Filter { when: test(self.cond(&f.when)?), must: test(self.cond(&f.must)?) }))
            .collect::<Option<_>>()?;
        self.ending = true;
        let mut overs = Vec::new();
        for o in &code.over {
            for bound in &o.bound {
                match test(self.cond(&bound.cond)?) {
                    Quick::Tree(Cond::Is(false)) => {}
                    Quick::Any(yes, m) => overs.push(Quick::Any(yes, m)),
                    // Who may start all his pits is stuck when they are empty.
                    Quick::Stuck(who) if self.starts_all(who) => {
                        overs.push(Quick::Any(false, rows[usize::from(who ^ code.mover)]));
                    }
                    t => overs.push(t),
                }
            }
        }
        let ends = ends(overs, self.game.repetition_draws, &rows);
        let on = code.path.on & !closed;
        let circuit = on.count_ones() as usize - usize::from(self.game.skips_start);
        if circuit == 0 || on & place_bit(NONE) != 0 {
            return None;
        }
        let first = g.row * usize::from(code.mover);
        let first_in_start = code.first_in_start.map_or([false; 2], |f| [!f.unless_single, true]);
        let making = Making::<W, B> {
            site,
            lanes: &lanes,
            rules: &rules,
            first,
            pits: g.pits.len(),
            open: on as u32,
            skips_start: self.game.skips_start,
            first_in_start,
            collected_in: &collected_in,
            nodes: Vec::new(),
            slow: Vec::new(),
        };
        let (tables, slow) = making.tables(circuit);
        let tables = Arc::new(tables);
        let side = Side {
            first: first as u8,
            class: self.class,
            direction: self.dir,
            starts,
            otherwise,
            collects,
            lanes,
            tables,
            slow,
            next,
            previous,
            opposite,
            filters,
            ends,
        };
        Some((side, collecting))
    }

    /// Whether a player may start any pit of his.
    fn starts_all(&self, who: u8) -> bool {
        let any = |(line, _): (&Line, _)| {
            matches!(line.from, S::Owned(p) if p == who) && line.going.is_empty() && matches!(line.when, C::Is(true))
        };
        let whole = self.game.code[usize::from(who)].only_line().is_some_and(any);
        whole && self.game.plain_starts && self.facts.locked(self.game) & self.game.geometry.own_row[who] == 0
    }
}

/// A condition in its shortest form.
fn test<const W: usize, const B: u32>(c: Cond, lanes: &[Lane], (mover, rows): (u8, &[Words<W>; 2])) -> Quick<W> {
    let at = |places: u32| mask::<W, B>(lanes, places);
    match c {
        Cond::Side(yes, who) => Quick::Any(yes, rows[usize::from(who ^ mover)]),
        Cond::Stuck(who) => Quick::Stuck(who),
        Cond::Occupied(yes, Set::Mask(m)) => Quick::Any(yes, at(m)),
        Cond::Count(p, t) => Quick::Count(lanes[usize::from(p)], t),
        Cond::Repeats(n) => Quick::Repeats(n),
        c => Quick::Tree(c),
    }
}

/// The ends of a round, given both rows.
fn ends<const W: usize>(overs: Vec<Quick<W>>, repetition_draws: bool, rows: &[Words<W>; 2]) -> Ends<W> {
    let repeats = if repetition_draws { 2 } else { u32::MAX };
    let mut ends = Ends { rows: false, asks: None, repeats, more: Box::default() };
    let empty = |row: &Words<W>| overs.iter().any(|t| matches!(t, Quick::Any(false, m) if m == row));
    ends.rows = rows.iter().all(empty);
    let (mut asks, mut more) = (Vec::new(), Vec::new());
    for t in overs {
        match t {
            Quick::Any(false, m) if ends.rows && rows.contains(&m) => {}
            Quick::Repeats(n) => ends.repeats = ends.repeats.min(n),
            Quick::Count(lane, t) if asks.len() < 2 && Ask::of(lane, t).is_some() => asks.extend(Ask::of(lane, t)),
            t => more.push(t),
        }
    }
    if let Some(&first) = asks.first() {
        ends.asks = Some([first, *asks.get(1).unwrap_or(&Ask::NEVER)]);
    }
    ends.more = more.into();
    ends
}
