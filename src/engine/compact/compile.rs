//! From the lowered code to the compact one, if it is of that kind.

use std::sync::Arc;

use super::nodes::{Ask, Making, NO_ROW};
use super::sites::{ANY, Site};
use super::words::{Board, Lane, Words, mask};
use super::{
    Act, Compact, Cond, Ends, Filter, MOST_PLACES, MOST_SEEDS, Num, Place, Program, Quick, Rule, Set, Side, Sized, bit,
};
use crate::engine::code::{A, C, Code, Dir, L as Named, N, Near, Pl, S, Small, Test, To, Who};
use crate::engine::geometry::{Geometry, HAND, NONE};
use crate::engine::{Game, PlaceId};

/// Most parts of one game's conditions and actions: names are spelt out, and one may stand for two
/// others.
const MOST_PARTS: u32 = 2_000;

/// Compiles a game; none if it isn't of this kind.
pub(in crate::engine) fn compile(game: &Game) -> Option<Compact> {
    let f = &game.features;
    let fits = game.pieces.is_empty()
        && !game.racing
        && game.direct
        && game.plain_sowing
        && !game.complex
        && !game.turn_cycles
        && !game.swap
        && !f.turn_end
        && !f.stores_shrink
        && !f.filters_of_move
        && game.ir.vars.is_empty()
        && game.seeds <= MOST_SEEDS;
    let places = game.geometry.pits.len() + game.geometry.stores.len();
    let two_rows = game.geometry.players.len() == 2
        && game.geometry.sides == 2
        && game.geometry.rows == 1
        && !game.geometry.shared
        && !game.geometry.rowless
        && game.geometry.neutral().is_empty()
        && game.ir.board.path.is_none();
    if !fits || !two_rows || places > MOST_PLACES || game.geometry.owned != game.geometry.own_row {
        return None;
    }
    // A row and a store to each half of the words.
    let fits = |half: usize| game.geometry.row < half;
    let few = game.seeds <= Board::<2, 8>::MOST;
    Some(Compact(if few && fits(Board::<2, 8>::HALF) {
        Sized::Small(Box::new(program(game)?))
    } else if few && fits(Board::<4, 8>::HALF) {
        Sized::Large(Box::new(program(game)?))
    } else if fits(Board::<8, 16>::HALF) {
        Sized::Many(Box::new(program(game)?))
    } else {
        return None;
    }))
}

fn program<const W: usize, const B: u32>(game: &Game) -> Option<Program<W, B>> {
    let g = &game.geometry;
    let side = |i: usize| {
        let part = Part { game, code: &game.code[i], places: g.pits.len() + 2, left: MOST_PARTS, ending: false };
        part.side::<W, B>()
    };
    let (south, mut north) = (side(0)?, side(1)?);
    if south.tables == north.tables {
        north.tables = south.tables.clone();
    }
    let at = |places: u128| mask::<W, B>(&south.lanes, places as u32);
    let relays = [&south, &north].iter().any(|side| side.tables.sown.iter().any(|lap| lap.row != NO_ROW));
    let (rows, stores) =
        ([0, 1].map(|p: u8| at(g.owned[p] & g.all)), at(bit(g.stores[0]) as u128 | bit(g.stores[1]) as u128));
    Some(Program {
        rows,
        stores,
        sides: [south, north],
        pits: g.all as u32,
        opposite: *g.opposite,
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

/// One mover's code under way.
struct Part<'g> {
    game: &'g Game,
    code: &'g Code,
    places: usize,
    /// Parts that may still be made.
    left: u32,
    /// What is compiled is a rule of the round's end.
    ending: bool,
}

impl<'g> Part<'g> {
    fn side<const W: usize, const B: u32>(mut self) -> Option<Side<W>> {
        let (g, code) = (&self.game.geometry, self.code);
        let Dir::Is(dir) = code.direction else { return None };
        let (line, _) = code.only_line()?;
        let whole = matches!(line.from, S::Owned(p) if p == code.mover) && line.going.is_empty();
        if !whole || code.over_of_move || g.all & !code.path.on != 0 || code.landing.len() > 1 {
            return None;
        }
        let rules: Vec<Rule> = match &*code.landing {
            [list] => list.iter().map(|r| self.rule(r)).collect::<Option<_>>()?,
            _ => Vec::new(),
        };
        let relays = rules.iter().flat_map(|r| &r.acts).any(|a| matches!(a, Act::Relay(_)));
        if self.game.skips_start && relays {
            return None;
        }
        let next = *code.path.next[usize::from(dir)];
        let previous = *code.path.next[usize::from(dir ^ 1)];
        let may = [ANY; MOST_PLACES];
        let site = Site {
            next: &next,
            previous: &previous,
            opposite: &g.opposite,
            pits: g.all as u32,
            here: NONE,
            it: NONE,
            may: &may[..self.places],
        };
        let lanes = lanes::<W, B>(g, usize::from(code.mover));
        let at = |places: u128| mask::<W, B>(&lanes, places as u32);
        let test = |c: Cond| test::<W, B>(site.cond(&c), &lanes, g);
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
                    t => overs.push(t),
                }
            }
        }
        let ends = ends(overs, self.game.repetition_draws, &[0, 1].map(|p: u8| at(g.owned[p] & g.all)));
        let circuit = code.path.len as usize - usize::from(self.game.skips_start);
        if circuit == 0 {
            return None;
        }
        let first = g.row * usize::from(code.mover);
        let making = Making::<W, B> {
            site,
            lanes: &lanes,
            rules: &rules,
            first,
            pits: g.pits.len(),
            skips_start: self.game.skips_start,
            nodes: Vec::new(),
            slow: Vec::new(),
        };
        let (tables, slow) = making.tables(circuit);
        let tables = Arc::new(tables);
        Some(Side { first: first as u8, lanes, tables, slow, next, previous, filters, ends })
    }

    fn part(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    fn rule(&mut self, r: &'g crate::engine::code::Rule) -> Option<Rule> {
        let acts: Box<[Act]> = r.actions.iter().map(|a| self.act(a)).collect::<Option<_>>()?;
        // What a later capture asks for would be asked after the first.
        let asks = |a: &Act| matches!(a, Act::Capture(Set::Run(..) | Set::Union(_), _));
        if acts.iter().skip(1).any(asks) {
            return None;
        }
        Some(Rule { id: r.id, cond: self.cond(&r.cond)?, acts })
    }

    fn act(&mut self, a: &'g A) -> Option<Act> {
        Some(match a {
            A::Capture { from, at_most: None, to: To::Who(Who::Is(p @ 0..2)) } => {
                Act::Capture(self.set(from)?, self.game.geometry.stores[usize::from(*p)])
            }
            A::Relay(p) => Act::Relay(self.place(p)?),
            A::MoveAgain => Act::Again,
            A::End => Act::End,
            A::Illegal => Act::Illegal,
            _ => return None,
        })
    }

    fn known(&self, p: PlaceId) -> Option<Place> {
        (usize::from(p) < self.places).then_some(Place::Is(p))
    }

    fn near(&self, n: Near) -> Option<Place> {
        Some(match n {
            Near::Here => Place::Here,
            Near::It => Place::It,
            Near::Ahead(n) => Place::Ahead(n),
            Near::Opposite => Place::Opposite,
            Near::Is(p) => return self.known(p),
        })
    }

    fn place(&mut self, p: &'g Pl) -> Option<Place> {
        Some(match p {
            Pl::Is(p) => return self.known(*p),
            Pl::Here => Place::Here,
            Pl::It => Place::It,
            Pl::Start => Place::Start,
            Pl::Near(n) => return self.near(*n),
            Pl::Next(of) if matches!(**of, Pl::Here) => Place::Ahead(1),
            Pl::Opposite(of) if matches!(**of, Pl::Here) => Place::Opposite,
            Pl::Step(n, of) if matches!(**of, Pl::Here) => match **n {
                N::Is(n @ 1..=32) => Place::Ahead(n as u8),
                N::Is(n @ -32..=-1) => Place::Behind(-n as u8),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn mask(&self, m: u128) -> Option<Set> {
        (m >> self.places == 0).then_some(Set::Mask(m as u32))
    }

    fn set(&mut self, s: &'g S) -> Option<Set> {
        self.part()?;
        let g = &self.game.geometry;
        match s {
            S::Const(m) | S::Open(m) => self.mask(*m),
            S::Owned(p) | S::OwnedAll(p) => self.mask(g.owned[*p] & g.all),
            S::One(p) => Some(Set::One(self.place(p)?)),
            S::Union(all) => Some(Set::Union(all.iter().map(|s| self.set(s)).collect::<Option<_>>()?)),
            S::Run(ahead, back, from, c) if ahead != back => {
                Some(Set::Run(*ahead, self.place(from)?, Box::new(self.cond(c)?)))
            }
            S::Let(id) => match &self.code.lets[usize::from(*id)] {
                Named::Set(s, _) => self.set(s),
                Named::Place(p) => Some(Set::One(self.place(p)?)),
                _ => None,
            },
            _ => None,
        }
    }

    fn num(&mut self, n: &'g N) -> Option<Num> {
        self.part()?;
        Some(match n {
            N::Is(k) => Num::Is(*k),
            N::Held(p) if !matches!(**p, Pl::Is(HAND)) => Num::Held(self.place(p)?),
            N::Total(s) => Num::Total(self.set(s)?),
            N::Count(s) => Num::Count(self.set(s)?),
            N::Op(op, a, b) => Num::Op(*op, Box::new(self.num(a)?), Box::new(self.num(b)?)),
            N::Let(id) => match &self.code.lets[usize::from(*id)] {
                Named::Num(n) => return self.num(n),
                Named::Place(p) => Num::Held(self.place(p)?),
                Named::Set(s, _) => Num::Total(self.set(s)?),
                Named::Cond(_) => return None,
            },
            _ => return None,
        })
    }

    fn all(&mut self, list: &'g [C]) -> Option<Box<[Cond]>> {
        list.iter().map(|c| self.cond(c)).collect()
    }

    fn holds(&mut self, p: Place, t: &Test) -> Option<Cond> {
        Some(match t {
            Test::Odd => Cond::Parity(p, true),
            Test::Even => Cond::Parity(p, false),
            _ => Cond::Holds(p, Small::of(t)?),
        })
    }

    fn cond(&mut self, c: &'g C) -> Option<Cond> {
        self.part()?;
        let g = &self.game.geometry;
        let owned = |p: u8| (g.owned[p] & ((1 << self.places) - 1)) as u32;
        Some(match c {
            C::Is(yes) => Cond::Is(*yes),
            C::Count(p, t) => Cond::Holds(self.near(*p)?, *t),
            C::WasCount(t) => Cond::Was(*t),
            C::Owned(p, who) => Cond::Among(self.near(*p)?, owned(*who)),
            C::Among(p, m) => Cond::Among(self.near(*p)?, *m as u32),
            C::InMask(m, p) => Cond::Among(self.place(p)?, *m as u32),
            C::OwnedBy(who, p) => {
                let m = owned(*who);
                Cond::Among(self.place(p)?, m)
            }
            C::SideOccupied(yes, who) => Cond::Side(*yes, *who),
            C::And(list) => {
                let all = self.all(list)?.into_vec();
                Cond::And(all.into_iter().filter(|c| !matches!(c, Cond::Is(true))).collect())
            }
            C::Or(list) => Cond::Or(self.all(list)?),
            C::Not(c) => match self.cond(c)? {
                Cond::Is(yes) => Cond::Is(!yes),
                c => Cond::Not(Box::new(c)),
            },
            C::Holds(p, t) => {
                let p = self.place(p)?;
                return self.holds(p, t);
            }
            C::Was(t) => Cond::Was(Small::of(t)?),
            // Nothing is ever closed here.
            C::Closed(_) => Cond::Is(false),
            C::Occupied(yes, s) => Cond::Occupied(*yes, self.set(s)?),
            C::Compare(op, a, b) => Cond::Compare(*op, self.num(a)?, self.num(b)?),
            // The ends are tested taking for granted that there is a move; if there is none, the machine tests
            // them again, unless that is a pass.
            C::CannotMove(Who::Is(p)) if self.ending && *p == self.code.mover && self.game.trials => {
                return (!self.game.stuck_passes).then_some(Cond::Is(false));
            }
            C::CannotMove(Who::Is(p @ 0..2)) if !self.game.trials => Cond::Stuck(*p),
            C::Repeats(n) if self.ending => Cond::Repeats(*n),
            C::Let(id) => match &self.code.lets[usize::from(*id)] {
                Named::Cond(c) => return self.cond(c),
                Named::Set(s, _) => Cond::Occupied(true, self.set(s)?),
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// A condition in its shortest form.
fn test<const W: usize, const B: u32>(c: Cond, lanes: &[Lane], g: &Geometry) -> Quick<W> {
    let at = |places: u32| mask::<W, B>(lanes, places);
    match c {
        Cond::Side(yes, who) => Quick::Any(yes, at((g.owned[who] & g.all) as u32)),
        Cond::Stuck(who) => Quick::Any(false, at((g.owned[who] & g.all) as u32)),
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
