//! Rules of a landing that no table says: those of runs and totals, and all that is rare.

use super::make::{AGAIN, ENDS, Made};
use super::nodes::{Ask, Deed, Then};
use super::view::View;
use super::words::{Board, Lane, Words, mask};
use super::{Act, Cond, Num, Program, Rule, Set, bit};
use crate::engine::PlaceId;
use crate::engine::code::Small;
use crate::engine::fold::compare;
use crate::engine::geometry::NONE;
use crate::engine::listen::Listener;
use crate::ir::Compare;

/// Rules of one landing.
#[derive(Debug)]
pub(super) struct Slow<const W: usize> {
    pub(super) here: PlaceId,
    /// The run that they speak of, if it is but one.
    run: Option<Run<W>>,
    rules: Box<[SlowRule<W>]>,
}

#[derive(Debug)]
struct SlowRule<const W: usize> {
    when: When<W>,
    /// What is done as a table would say it; else the actions.
    deed: Option<Deed<W>>,
    /// The run is taken, too.
    takes_run: bool,
    rule: Rule,
}

/// Places in a row, each with what must hold for the run to reach it.
#[derive(Debug)]
struct Run<const W: usize> {
    links: Box<[(Ask, Words<W>)]>,
}

/// When a rule comes into play.
#[derive(Debug)]
enum When<const W: usize> {
    Always,
    Totals(Compare, Sum<W>, Sum<W>),
    Tree,
}

#[derive(Debug)]
enum Sum<const W: usize> {
    Run,
    Of(Words<W>),
    Is(i64),
}

impl<const W: usize> Slow<W> {
    /// Puts rules in a quicker form as far as that goes; `done` says of one what a table would.
    pub(super) fn of<const B: u32>(
        here: PlaceId,
        rules: Box<[Rule]>,
        (lanes, pits): (&[Lane], u32),
        done: impl Fn(&Rule) -> Option<Deed<W>>,
    ) -> Slow<W> {
        let chains = rules.iter().flat_map(chains).collect::<Vec<_>>();
        let run = match &chains[..] {
            [first, rest @ ..] if rest.iter().all(|c| c == first) => Run::of::<B>(first, lanes, pits),
            _ => None,
        };
        let sum = |n: &Num| match n {
            Num::Is(k) => Some(Sum::Is(*k)),
            Num::Total(Set::Mask(m)) => Some(Sum::Of(mask::<W, B>(lanes, *m))),
            Num::Total(Set::Chain(_)) if run.is_some() => Some(Sum::Run),
            _ => None,
        };
        let form = |rule: Rule| {
            let when = match &rule.cond {
                Cond::Is(true) => When::Always,
                Cond::Compare(op, a, b) => match (sum(a), sum(b)) {
                    (Some(a), Some(b)) => When::Totals(*op, a, b),
                    _ => When::Tree,
                },
                _ => When::Tree,
            };
            let mut deed = done(&rule);
            let mut takes_run = false;
            if let [Act::Capture(Set::Chain(_), to), rest @ ..] = &*rule.acts
                && run.is_some()
            {
                // As if nothing were taken, and then the run is.
                let acts = std::iter::once(Act::Capture(Set::Mask(0), *to)).chain(rest.iter().cloned()).collect();
                deed = done(&Rule { acts, ..rule.clone() });
                takes_run = deed.is_some();
            }
            SlowRule { when, deed, takes_run, rule }
        };
        let rules = rules.into_vec().into_iter().map(form).collect();
        Slow { here, run, rules }
    }
}

/// The runs that a rule speaks of, and nothing else may.
fn chains(rule: &Rule) -> Vec<&[(PlaceId, Cond)]> {
    let mut sets = Vec::new();
    if let Cond::Compare(_, a, b) = &rule.cond {
        for n in [a, b] {
            if let Num::Total(set) = n {
                sets.push(set);
            }
        }
    }
    if let [Act::Capture(set, _), ..] = &*rule.acts {
        sets.push(set);
    }
    sets.into_iter().filter_map(|set| if let Set::Chain(links) = set { Some(&**links) } else { None }).collect()
}

impl<const W: usize> Run<W> {
    fn of<const B: u32>(links: &[(PlaceId, Cond)], lanes: &[Lane], pits: u32) -> Option<Run<W>> {
        let always = Small { bits: u64::MAX, above: true };
        let link = |(p, c): &(PlaceId, Cond)| {
            let (q, t) = match c {
                // What is no pit counts, but isn't captured.
                _ if bit(*p) & pits == 0 => return None,
                Cond::Is(true) => (*p, always),
                Cond::Count(q, t) => (*q, *t),
                _ => return None,
            };
            Some((Ask::of(lanes[usize::from(q)], t)?, mask::<W, B>(lanes, bit(*p))))
        };
        Some(Run { links: links.iter().map(link).collect::<Option<_>>()? })
    }

    #[inline(always)]
    fn mask<const B: u32>(&self, b: &Board<W, B>) -> Words<W> {
        let mut all = [0; W];
        for (ask, place) in &self.links {
            if !ask.holds(b) {
                break;
            }
            all.iter_mut().zip(place).for_each(|(a, p)| *a |= p);
        }
        all
    }
}

/// How rules that were walked through go on: a pit and its lane, as in [`Deed`], or how the move comes out
/// at once.
type Lap = Result<(usize, Lane), Made>;

impl<const W: usize, const B: u32> Program<W, B> {
    /// The landing by its rules.
    #[inline(never)]
    pub(super) fn slowly<L: Listener>(
        &self,
        mut b: Board<W, B>,
        number: usize,
        start: Lane,
        l: &mut L,
    ) -> (Board<W, B>, Lap) {
        let side = self.side(b.mover);
        let slow = &side.slow[number];
        let run = slow.run.as_ref().map_or([0; W], |run| run.mask(&b));
        let was = b.lane(side.lanes[usize::from(slow.here)]).wrapping_sub(1);
        for r in &slow.rules {
            let sum = |sum: &Sum<W>| match sum {
                Sum::Run => b.total(&run) as i64,
                Sum::Of(mask) => b.total(mask) as i64,
                Sum::Is(k) => *k,
            };
            let holds = match &r.when {
                When::Always => true,
                When::Totals(op, x, y) => compare(*op, sum(x), sum(y)),
                When::Tree => {
                    let start = self.start_of(&b, start);
                    View { game: self, side, board: &b, here: slow.here, start, was, repeats: 1 }.rule(&r.rule.cond)
                }
            };
            if !holds {
                continue;
            }
            l.rule(r.rule.id);
            let Some(deed) = &r.deed else {
                let start = self.start_of(&b, start);
                let lap = self.act(&mut b, (slow.here, start, was), &r.rule, l);
                return (b, lap);
            };
            if r.takes_run {
                b.take(&run, deed.to, l);
            } else if deed.takes {
                b.take(&deed.take, deed.to, l);
            }
            let lap = match deed.then {
                Then::Unmade => Err(deed.unmade()),
                Then::Lap | Then::Ask | Then::Slow => Ok((deed.go as usize, deed.from)),
            };
            return (b, lap);
        }
        (b, Ok((ENDS, Lane::default())))
    }

    #[inline(always)]
    fn act<L: Listener>(
        &self,
        b: &mut Board<W, B>,
        (here, start, was): (PlaceId, PlaceId, u32),
        rule: &Rule,
        l: &mut L,
    ) -> Lap {
        let side = self.side(b.mover);
        let nowhere = Lane::default();
        for act in &rule.acts {
            let view = View { game: self, side, board: &*b, here, start, was, repeats: 1 };
            match act {
                Act::Capture(set, to) => {
                    let from = mask::<W, B>(&side.lanes, view.mask(set, NONE) & self.taken);
                    b.take(&from, side.lanes[usize::from(*to)], l);
                }
                Act::Relay(p) => {
                    let p = view.place(*p, NONE);
                    if bit(p) & self.pits == 0 {
                        break;
                    }
                    let n = side.tables.round.len();
                    let pit = (usize::from(p) + n - usize::from(side.first)) % n;
                    return Ok((pit, side.lanes[usize::from(p)]));
                }
                Act::Again => return Ok((AGAIN, nowhere)),
                Act::End => break,
                Act::Illegal => return Err(Made::Illegal),
                Act::Machine => return Err(Made::Ask),
            }
        }
        Ok((ENDS, nowhere))
    }
}
