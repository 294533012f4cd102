//! From the lowered code to the compact one, if it is of that kind.

use std::sync::Arc;

use super::facts::Facts;
use super::nodes::{Ask, Making, NO_ROW, NO_RULE};
use super::sites::{ANY, Site};
use super::starts::{self, Starts};
use super::view::bits;
use super::words::{Board, Lane, Words, mask};
use super::{
    Act, AnySize, Cond, Ends, Filter, MOST_PLACES, MOST_SEEDS, Many, Num, Place, Program, Quick, Rule, Set, Side, Size,
    bit,
};
use crate::engine::code::{self, A, Amount, C, Code, Dir, L as Named, Line, N, Near, Pl, S, Small, Test, To, Who};
use crate::engine::fold::compare;
use crate::engine::geometry::{Geometry, HAND, NONE, bit as place_bit};
use crate::engine::{Game, PlaceId};
use crate::ir::{self, RuleId};

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
pub(super) fn sized(game: &Game, facts: Facts) -> Option<AnySize> {
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

fn program<const W: usize, const B: u32>(game: &Game, facts: Facts) -> Option<Program<W, B>> {
    let g = &game.geometry;
    let numbers: Box<[u8]> = g.pits.iter().map(|p| p.number).collect();
    let open = g.all & !facts.closed();
    let (pits, taken) = (open & !facts.locked(game), open & !facts.kept_from_capture(game));
    let side = |i: usize| {
        let part = Part {
            game,
            code: &game.code[i],
            facts: &facts,
            class: 0,
            dir: 0,
            places: g.pits.len() + 2,
            left: MOST_PARTS,
            ending: false,
        };
        part.side::<W, B>((open, pits as u32, taken as u32), &numbers)
    };
    let ((south, collecting), (mut north, also)) = (side(0)?, side(1)?);
    if collecting != also {
        return None;
    }
    if south.tables == north.tables {
        north.tables = south.tables.clone();
    }
    let stores = mask::<W, B>(&south.lanes, bit(g.stores[0]) | bit(g.stores[1]));
    let relays = [&south, &north].iter().any(|side| side.tables.sown.iter().any(|lap| lap.row != NO_ROW));
    Some(Program {
        stores,
        sides: [south, north],
        pits: pits as u32,
        taken: taken as u32,
        collecting,
        numbers,
        row: g.row as u8,
        repetition: game.repetition,
        trials: game.trials,
        passes: game.stuck_passes,
        relays,
        most_laps: game.max_laps.min(64) as u32,
        facts,
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

/// One mover's code under way.
struct Part<'g> {
    game: &'g Game,
    code: &'g Code,
    facts: &'g Facts,
    /// The class of his moves, and which way he sows.
    class: u16,
    dir: u8,
    places: usize,
    /// Parts that may still be made.
    left: u32,
    /// What is compiled is a rule of the round's end.
    ending: bool,
}

impl<'g> Part<'g> {
    /// The rules for him, and the pits that collect what falls in them. Given are the open pits, and those
    /// from which seeds can be lifted and captured.
    fn side<const W: usize, const B: u32>(
        mut self,
        (open, pits, taken): (u128, u32, u32),
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
        let rows = [code.mover, code.mover ^ 1].map(|p| at(g.owned[p] & open));
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
        let plain_starts = otherwise.is_empty() && !starts.have_conds();
        let side = Side {
            first: first as u8,
            class: self.class,
            direction: self.dir,
            rows,
            starts,
            plain_starts,
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

    /// What may be started: the places of each alternative, each with what must hold for it.
    fn starts(&mut self, site: &Site<'_>) -> Option<Vec<Vec<(PlaceId, Cond)>>> {
        let code = self.code;
        let mut classes = Vec::new();
        for (id, class) in (code.first_class..).zip(&code.classes) {
            let mut can = false;
            for line in class.lines.iter().flatten() {
                can |= site.cond(&self.cond(&line.when)?) != Cond::Is(false);
            }
            if can {
                classes.push((id, class));
            }
        }
        let [(id, class)] = classes[..] else { return None };
        self.class = id;
        if class.program.is_some() {
            return None;
        }
        let own = self.game.geometry.own_row[code.mover] as u32 & site.pits;
        let mut alternatives = Vec::new();
        for alternative in &class.lines {
            let mut all: Vec<(PlaceId, Cond)> = Vec::new();
            for line in alternative {
                if !line.going.is_empty() || !matches!(line.amount, Amount::All) || line.starting_at.is_some() {
                    return None;
                }
                let (from, when) = (self.set(&line.from)?, site.cond(&self.cond(&line.when)?));
                for (p, c) in starts::places(site.set(&from))? {
                    if bit(p) & site.pits == 0 {
                        continue;
                    }
                    // The other's pits lie elsewhere.
                    if bit(p) & own == 0 {
                        return None;
                    }
                    let c = site.cond(&Cond::And(Box::new([when.clone(), c])));
                    match all.iter_mut().find(|(q, _)| p == *q) {
                        Some((_, other)) => *other = site.cond(&Cond::Or(Box::new([other.clone(), c]))),
                        None => all.push((p, c)),
                    }
                }
            }
            alternatives.push(all);
        }
        Some(alternatives)
    }

    /// Where seeds go that fall in each place, if a rule says that they are collected at once, and that rule.
    fn collected(&mut self, site: &Site<'_>) -> Option<(Vec<PlaceId>, RuleId)> {
        let mut to: Vec<PlaceId> = (0..self.places as PlaceId).collect();
        let mut collects = NO_RULE;
        let list = match &*self.code.each_seed {
            [] => return Some((to, collects)),
            [list] => list,
            _ => return None,
        };
        let conds: Vec<Cond> = list.iter().map(|r| self.cond(&r.cond)).collect::<Option<_>>()?;
        for (p, to) in (0..).zip(&mut to).take(self.game.geometry.pits.len()) {
            for (rule, c) in list.iter().zip(&conds) {
                match (Site { here: p, ..*site }.cond(c), &*rule.actions) {
                    (Cond::Is(false), _) => continue,
                    (
                        Cond::Is(true),
                        [A::Move { n: None, pieces: None, from: Pl::Here | Pl::Near(Near::Here), to: store }],
                    ) => {
                        if collects != NO_RULE && collects != rule.id {
                            return None;
                        }
                        collects = rule.id;
                        *to = self.purse(store, p)?;
                    }
                    _ => return None,
                }
                break;
            }
        }
        Some((to, collects))
    }

    /// The store that an action names which is done for a pit.
    fn purse(&self, store: &Pl, here: PlaceId) -> Option<PlaceId> {
        let stores = &self.game.geometry.stores;
        match store {
            Pl::Is(p) if stores.contains(p) => Some(*p),
            Pl::PurseOf(false, who) => match &**who {
                Who::Is(p @ 0..2) => Some(stores[usize::from(*p)]),
                Who::MakerOf(of) if matches!(**of, Pl::Here | Pl::Near(Near::Here)) => {
                    Some(stores[usize::from(self.facts.maker_of(here)?)])
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn part(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// A rule. What of it can't be said here is left to the machine.
    fn rule(&mut self, r: &'g crate::engine::code::Rule) -> Option<Rule> {
        let Some(cond) = self.cond(&r.cond) else {
            self.part()?;
            return Some(Rule { id: r.id, cond: Cond::Is(true), acts: Box::new([Act::Machine]) });
        };
        let acts: Option<Box<[Act]>> = r.actions.iter().map(|a| self.act(a)).collect();
        // What a later capture asks for would be asked after the first.
        let asks = |a: &Act| matches!(a, Act::Capture(set, _) if !matches!(set, Set::Mask(_) | Set::One(_)));
        let acts = acts.filter(|acts| !acts.iter().skip(1).any(asks)).unwrap_or_else(|| Box::new([Act::Machine]));
        Some(Rule { id: r.id, cond, acts })
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
            Pl::Nth(who, 0, n) => match &**n {
                N::NumberOf(p) if matches!(**p, Pl::Here | Pl::Near(Near::Here)) => Place::Numbered(*who),
                n => return self.known(self.game.geometry.nth(*who, 0, self.facts.constant(n)?)),
            },
            Pl::EndOf(set, last) => match self.set(set)? {
                Set::Mask(m) => return self.known(self.end_of(m, *last)),
                _ => return None,
            },
            Pl::Step(n, of) if matches!(**of, Pl::Here) => match **n {
                N::Is(n @ 1..=32) => Place::Ahead(n as u8),
                N::Is(n @ -32..=-1) => Place::Behind(-n as u8),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The last place, or the first, in sowing order.
    fn end_of(&self, m: u32, last: bool) -> PlaceId {
        let order = &self.code.order[usize::from(self.dir)];
        let rest = bits(m).filter(|p| !order.contains(p));
        let mut all = order.iter().copied().filter(|p| bit(*p) & m != 0).chain(rest);
        if last { all.last() } else { all.next() }.unwrap_or(NONE)
    }

    fn mask(&self, m: u128) -> Option<Set> {
        (m >> self.places == 0).then_some(Set::Mask(m as u32))
    }

    fn set(&mut self, s: &'g S) -> Option<Set> {
        self.part()?;
        let g = &self.game.geometry;
        match s {
            S::Const(m) => self.mask(*m),
            S::Open(m) => self.mask(*m & !self.facts.closed()),
            S::Owned(p) => self.mask(g.owned[*p] & g.all & !self.facts.closed()),
            S::OwnedAll(p) => self.mask(g.owned[*p] & g.all),
            S::Marked(kind, makers) => self.mask(self.facts.marked(Some(*kind), *makers) & !self.facts.closed()),
            S::Where(of, c) => match self.set(of)? {
                Set::Mask(m) => Some(Set::Where(m, Box::new(self.cond(c)?))),
                _ => None,
            },
            S::But(of, p) => Some(Set::But(Box::new(self.set(of)?), self.place(p)?)),
            S::Range(who, 0, lo, hi) => {
                let (lo, hi) = (self.facts.constant(lo)?.max(1), self.facts.constant(hi)?.min(g.len_of(*who, 0)));
                self.mask((lo..=hi).map(|n| place_bit(g.nth(*who, 0, n))).sum())
            }
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
            N::NumberOf(p) => Num::Number(self.place(p)?),
            N::Var(v) => Num::Is(self.facts.var(v)?),
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

    fn holds(&mut self, p: Place, t: &'g Test) -> Option<Cond> {
        Some(match t {
            Test::Odd => Cond::Parity(p, true),
            Test::Even => Cond::Parity(p, false),
            Test::Than(op, n) if self.facts.constant(n).is_none() => Cond::Compare(*op, Num::Held(p), self.num(n)?),
            _ => Cond::Holds(p, self.small(t)?),
        })
    }

    /// A test as bits, if the facts make it one.
    fn small(&self, t: &Test) -> Option<Small> {
        let Test::Than(op, n) = t else { return Small::of(t) };
        let k = self.facts.constant(n).filter(|k| (0..64).contains(k))?;
        let bits = (0..64).fold(0, |m, v| m | u64::from(compare(*op, v, k)) << v);
        Some(Small { bits, above: compare(*op, 64, k) })
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
            C::Was(t) => Cond::Was(self.small(t)?),
            C::Closed(p) => Cond::Among(self.place(p)?, self.facts.closed() as u32),
            C::Marked(p, kind, makers) => Cond::Among(self.place(p)?, self.facts.marked(*kind, *makers) as u32),
            C::Same(a, b) => match (self.place(a)?, self.place(b)?) {
                (p, Place::Is(q)) | (Place::Is(q), p) => Cond::Among(p, bit(q)),
                _ => return None,
            },
            C::In(p, set) => match self.set(set)? {
                Set::Mask(m) => Cond::Among(self.place(p)?, m),
                _ => return None,
            },
            C::Bears(p, first, end) => Cond::Among(self.near(*p)?, self.facts.borne(*first, *end) as u32),
            C::Class(list) => Cond::Is(list.contains(&self.class)),
            C::Classes(bits) => Cond::Is(self.class < 64 && bits >> self.class & 1 != 0),
            C::Direction(d) => Cond::Is(*d == self.dir),
            C::Quantified(many, set, c) => {
                let many = match many {
                    code::Many::Any => Many::Any,
                    code::Many::All => Many::All,
                    code::Many::None => Many::None,
                    code::Many::Exactly(n) => Many::Exactly(self.facts.constant(n)?),
                    code::Many::AtLeast(n) => Many::AtLeast(self.facts.constant(n)?),
                };
                Cond::Quantified(many, self.set(set)?, Box::new(self.cond(c)?))
            }
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
