//! From the lowered code to the compact one, if it is of that kind.

use super::lanes::Lane;
use super::sites::Site;
use super::{
    Act, Compact, Cond, Filter, MOST_PLACES, MOST_SEEDS, Num, Place, Program, Ring, Rule, Set, Side, Sized, bit,
};
use crate::engine::code::{A, C, Code, Dir, L as Named, N, Near, Pl, S, Small, Test, To, Who};
use crate::engine::geometry::{HAND, NONE};
use crate::engine::{Game, PlaceId};

/// Most parts of one game's conditions and actions: names are spelt out, and one may stand for two
/// others.
const MOST_PARTS: u32 = 2_000;

/// Compiles a game; none if it isn't of this kind.
pub(in crate::engine) fn compile(game: &Game) -> Option<Compact> {
    let f = &game.features;
    let fits = game.direct
        && game.plain_sowing
        && !game.complex
        && !game.turn_cycles
        && !game.swap
        && !game.stuck_passes
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
    let few = game.seeds <= u64::from(u8::MOST);
    let sized = match places {
        0..=16 if few => Sized::Small(Box::new(program(game)?)),
        _ if few => Sized::Large(Box::new(program(game)?)),
        _ => Sized::Many(Box::new(program(game)?)),
    };
    Some(Compact(sized))
}

fn program<T: Lane, const L: usize>(game: &Game) -> Option<Program<T, L>> {
    let g = &game.geometry;
    let light = game.trials;
    let all = g.all as u32;
    let side = |i: usize| {
        Part { game, code: &game.code[i], places: g.pits.len() + 2, left: MOST_PARTS, ending: false }.side::<T, L>()
    };
    Some(Program {
        sides: [side(0)?, side(1)?],
        pits: all,
        rows: [0, 1].map(|p: u8| mask(g.owned[p] & g.all)),
        opposite: *g.opposite,
        stores: [g.stores[0], g.stores[1]],
        repetition: game.repetition,
        repetition_draws: game.repetition_draws,
        leaves_settle: !light && !game.repetition,
        most_laps: game.max_laps.min(64) as u32,
    })
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
    fn side<T: Lane, const L: usize>(mut self) -> Option<Side<T, L>> {
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
        let filters = code
            .filters
            .iter()
            .map(|f| Some(Filter { when: self.cond(&f.when)?, must: self.cond(&f.must)? }))
            .collect::<Option<_>>()?;
        self.ending = true;
        let overs = code.over.iter().flat_map(|o| &o.bound).map(|o| self.cond(&o.cond)).collect::<Option<_>>()?;
        let circuit = code.path.len as u16 - u16::from(self.game.skips_start);
        if circuit == 0 {
            return None;
        }
        let mut side = Side {
            first: (g.row * usize::from(code.mover)) as u8,
            row: g.row as u8,
            circuit,
            rings: (0..g.pits.len()).map(|p| ring(&next, p as PlaceId, circuit)).collect(),
            next,
            previous: *code.path.next[usize::from(dir ^ 1)],
            sites: Box::default(),
            filters,
            overs,
        };
        let site = |here| Site { side: &side, opposite: &g.opposite, pits: g.all as u32, here, it: NONE };
        side.sites = (0..self.places as PlaceId).map(|here| site(here).rules(&rules)).collect();
        Some(side)
    }

    fn part(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    fn rule(&mut self, r: &'g crate::engine::code::Rule) -> Option<Rule> {
        Some(Rule { cond: self.cond(&r.cond)?, acts: r.actions.iter().map(|a| self.act(a)).collect::<Option<_>>()? })
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
            // The ends are tested taking for granted that there is a move.
            C::CannotMove(Who::Is(p)) if self.ending && *p == self.code.mover && self.game.trials => Cond::Is(false),
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

/// All ones in some places.
fn mask<T: Lane, const L: usize>(places: u128) -> [T; L] {
    std::array::from_fn(|i| if places >> i & 1 != 0 { T::ONES } else { T::default() })
}

/// The sowing from one pit, a circuit being so many seeds.
fn ring<T: Lane, const L: usize>(next: &[PlaceId; 256], from: PlaceId, circuit: u16) -> Ring<T, L> {
    let mut ring = Ring { steps: [T::ONES; L], stays: [T::ONES; L], each: mask(0), land: [NONE; MOST_PLACES] };
    if let Some(own) = ring.stays.get_mut(usize::from(from)) {
        *own = T::default();
    }
    let mut p = from;
    for step in 1..=circuit {
        p = next[usize::from(p)];
        debug_assert!(bit(p) != 0);
        ring.steps[usize::from(p)] = T::of(u32::from(step));
        ring.each[usize::from(p)] = T::of(1);
        ring.land[usize::from(step % circuit)] = p;
    }
    ring
}
