//! A pending choice as text: its registers as numbers, and the names that it keeps.

use super::super::code::NOBODY;
use super::super::geometry::{NONE, NOWHERE_YET};
use super::super::pieces::SEED;
use super::super::race::{Race, Sower};
use super::super::state::{Pending, Regs, SLOTS, Stage, Value};
use super::super::trace::Turning;
use super::super::way::WAY;
use super::super::{Game, PlaceId, Ply};
use super::{Res, bad};

/// The registers as numbers, `.` between them.
pub(super) fn show(p: &Pending, game: &Game) -> String {
    let head: [i128; 4] = [p.choice.into(), p.stage as i128, p.rule.into(), p.by.into()];
    join(head.into_iter().chain(registers(&p.regs)).chain(of_pieces(&p.regs, game.pieces.len())))
}

fn join(all: impl IntoIterator<Item = i128>) -> String {
    all.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(".")
}

fn registers(r: &Regs) -> Vec<i128> {
    let flag = |b: bool, i: u32| i128::from(b) << i;
    let flags = flag(r.inside, 0) | flag(r.last, 1) | flag(r.again, 2) | flag(r.last_ok, 3) | flag(r.resorted, 4);
    let mut all: Vec<i128> = Vec::new();
    all.extend([r.here, r.start, r.lap_start, r.first_fed, r.before_last, r.cursor, r.dir].map(i128::from));
    all.extend([flags, r.class.into(), r.was.into(), r.hand.into(), r.taken.into(), r.taken_lap.into()]);
    all.extend([r.lap.into(), (r.reached >> 64) as i128, (r.reached as u64).into(), r.must.into()]);
    all.extend(r.slots.map(i128::from));
    all
}

/// What is known of pieces of other kinds than seeds: written only where a game has them.
fn of_pieces(r: &Regs, kinds: usize) -> Vec<i128> {
    let mut all = Vec::new();
    if kinds > 0 {
        all.extend(r.pieces[..kinds].iter().map(|&n| i128::from(n)));
        all.extend(r.falls.iter().flat_map(|&(kind, nth)| [i128::from(kind), nth.into()]));
        all.extend([i128::from(r.nth), r.fell.into()]);
    }
    all
}

/// Reads a whole number of a kind.
fn number<T: TryFrom<i128>>(all: &mut impl Iterator<Item = i128>) -> Res<T> {
    all.next().and_then(|n| T::try_from(n).ok()).ok_or_else(|| bad("choice: the registers can't be read"))
}

pub(super) fn read(text: &str, game: &Game) -> Res<Pending> {
    let numbers = text
        .split('.')
        .map(|n| n.parse::<i128>().map_err(|_| bad("choice: the registers can't be read")))
        .collect::<Res<Vec<i128>>>()?;
    let all = &mut numbers.into_iter();
    let choice: u16 = number(all)?;
    let stage = Stage::ALL.get(number::<usize>(all)?).copied();
    let (rule, by) = (number(all)?, number::<u8>(all)?);
    let mut r = read_registers(all, game)?;
    read_pieces(all, &mut r, game)?;
    let fits = (usize::from(choice) < game.ir.choices.len() || choice == WAY && game.has_bends())
        && (usize::from(by) < game.ir.players.len() || by == NOBODY)
        && all.next().is_none();
    match stage {
        Some(stage) if fits => Ok(Pending { choice, stage, rule, by, regs: r, lets: Vec::new() }),
        _ => Err(bad("choice: the registers don't fit this game")),
    }
}

/// A race: `NEXT:STOPPED:LIFTED:SOUTH:NORTH`, and so on for more players.
pub(super) fn show_race(race: &Race) -> String {
    let sower = |s: &Sower| match s {
        Sower::Choosing => "c".to_owned(),
        Sower::Stopped => "x".to_owned(),
        Sower::Landing => "l".to_owned(),
        Sower::Chosen(Ply::Start { pit, direction, amount, class }) => {
            let amount = amount.map_or(-1, i128::from);
            format!("p{}", join([i128::from(*pit), direction.index().into(), i128::from(*class), amount]))
        }
        Sower::Chosen(_) => "c".to_owned(),
        Sower::Sowing(regs) => format!("s{}", join(registers(regs))),
    };
    let sowers: Vec<String> = race.sowers.iter().map(sower).collect();
    format!("{}:{}:{}:{}", race.next, race.stopped, u8::from(race.lifted), sowers.join(":"))
}

pub(super) fn read_race(text: &str, game: &Game) -> Res<Race> {
    let unread = || bad("race: it can't be read");
    let fields: Vec<&str> = text.split(':').collect();
    let players = game.geometry.players.len();
    let [next, stopped, lifted, ref sowers @ ..] = fields[..] else { return Err(unread()) };
    let small = |text: &str| text.parse::<u8>().map_err(|_| unread());
    let sower = |text: &str| {
        let rest = text.get(1..).unwrap_or_default();
        let mut numbers = rest.split('.').map(|n| n.parse::<i128>().unwrap_or(i128::MAX));
        Ok(match text.chars().next() {
            Some('c') => Sower::Choosing,
            Some('x') => Sower::Stopped,
            Some('l') => Sower::Landing,
            Some('p') => {
                let (pit, dir, class): (u8, u8, u16) =
                    (number(&mut numbers)?, number(&mut numbers)?, number(&mut numbers)?);
                let amount = number::<i64>(&mut numbers)?;
                if !game.geometry.is_pit(pit) || dir > 1 || usize::from(class) >= game.classes() {
                    return Err(unread());
                }
                let amount = u32::try_from(amount).ok();
                Sower::Chosen(Ply::Start { pit, direction: Turning::of(dir), amount, class })
            }
            Some('s') => Sower::Sowing(Box::new(read_registers(&mut numbers, game)?)),
            _ => return Err(unread()),
        })
    };
    let race = Race {
        sowers: sowers.iter().map(|text| sower(text)).collect::<Res<_>>()?,
        next: small(next)?,
        stopped: small(stopped)?,
        lifted: lifted == "1",
    };
    let decides = race.sowers.contains(&Sower::Choosing) || race.sowers.contains(&Sower::Landing);
    let player = |who: u8| usize::from(who) < players;
    let fits = race.sowers.len() == players && player(race.next) && (player(race.stopped) || race.stopped == NOBODY);
    if decides && fits { Ok(race) } else { Err(unread()) }
}

fn read_pieces(all: &mut impl Iterator<Item = i128>, r: &mut Regs, game: &Game) -> Res<()> {
    let kinds = game.pieces.len();
    if kinds == 0 {
        return Ok(());
    }
    for n in &mut r.pieces[..kinds] {
        *n = number(all)?;
    }
    for (kind, nth) in &mut r.falls {
        (*kind, *nth) = (number(all)?, number(all)?);
    }
    (r.nth, r.fell) = (number(all)?, number(all)?);
    let held = r.pieces.iter().fold(0, |n: u32, &k| n.saturating_add(k));
    if held > r.hand || (usize::from(r.fell) >= kinds && r.fell != SEED) {
        return Err(bad("choice: the registers don't fit this game"));
    }
    Ok(())
}

fn read_registers(all: &mut impl Iterator<Item = i128>, game: &Game) -> Res<Regs> {
    let mut r = Regs::default();
    for place in [&mut r.here, &mut r.start, &mut r.lap_start, &mut r.first_fed, &mut r.before_last, &mut r.cursor] {
        *place = number(all)?;
    }
    r.dir = number(all)?;
    let flags: u8 = number(all)?;
    let flag = |i: u32| flags >> i & 1 != 0;
    (r.inside, r.last, r.again, r.last_ok, r.resorted) = (flag(0), flag(1), flag(2), flag(3), flag(4));
    r.class = number(all)?;
    (r.was, r.hand, r.taken, r.taken_lap) = (number(all)?, number(all)?, number(all)?, number(all)?);
    r.lap = number(all)?;
    let (high, low) = (number::<u64>(all)?, number::<u64>(all)?);
    r.reached = u128::from(high) << 64 | u128::from(low);
    r.must = number(all)?;
    for i in 0..SLOTS {
        r.slots[i] = number(all)?;
    }
    let fits = (r.dir < 2 || r.dir <= NOWHERE_YET && game.has_bends())
        && usize::from(r.class) < game.classes()
        && r.lap <= game.max_laps.max(1);
    if fits { Ok(r) } else { Err(bad("choice: the registers don't fit this game")) }
}

/// The kept names: `3=c1` a condition, `n5` a number, `p2` a place, `s…` a set with its order.
pub(super) fn show_names(p: &Pending) -> String {
    let one = |(id, value): &(u16, Value)| match value {
        Value::Cond(b) => format!("{id}c{}", u8::from(*b)),
        Value::Num(n) => format!("{id}n{n}"),
        Value::Place(p) => format!("{id}p{p}"),
        Value::Set(m, order) => {
            let order: Vec<String> = order.iter().map(ToString::to_string).collect();
            format!("{id}s{m:x}:{}", order.join("."))
        }
    };
    p.lets.iter().map(one).collect::<Vec<_>>().join(",")
}

pub(super) fn read_names(text: &str, game: &Game) -> Res<Vec<(u16, Value)>> {
    let unread = || bad("names: they can't be read");
    let mut all = Vec::new();
    for item in text.split(',') {
        let at = item.find(|c: char| !c.is_ascii_digit()).ok_or_else(unread)?;
        let (id, rest) = item.split_at(at);
        let id: u16 = id.parse().map_err(|_| unread())?;
        if usize::from(id) >= game.ir.lets.len() {
            return Err(bad("names: the game has no such name"));
        }
        let kind = rest.chars().next().ok_or_else(unread)?;
        let value = rest.get(kind.len_utf8()..).ok_or_else(unread)?;
        let value = match kind {
            'c' => Value::Cond(value == "1"),
            'n' => Value::Num(value.parse().map_err(|_| unread())?),
            'p' => Value::Place(value.parse().map_err(|_| unread())?),
            's' => {
                let (mask, order) = value.split_once(':').ok_or_else(unread)?;
                let mask = u128::from_str_radix(mask, 16).map_err(|_| unread())?;
                let order = order
                    .split('.')
                    .filter(|p| !p.is_empty())
                    .map(|p| p.parse::<PlaceId>().map_err(|_| unread()))
                    .collect::<Res<Vec<PlaceId>>>()?;
                if mask >> game.geometry.places != 0 || order.len() > 128 || order.contains(&NONE) {
                    return Err(bad("names: a set has places that the board doesn't have"));
                }
                Value::Set(mask, order)
            }
            _ => return Err(unread()),
        };
        all.push((id, value));
    }
    Ok(all)
}
