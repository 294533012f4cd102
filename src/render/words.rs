//! What happened, told in words.

use std::collections::VecDeque;

use super::names;
use crate::engine::{Event, Game, Over, PlaceId, Ply, Reason, State, Turning, Winner, notation};
use crate::ir::RuleId;

/// A thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// A sentence, or several.
    pub text: String,
    /// The rule behind it, if one is.
    pub rule: Option<RuleId>,
    /// Said only when the rules are asked for: nothing was moved.
    pub aside: bool,
}

/// Tells a ply: `events` are what [`crate::engine::Machine::play_traced`] told.
#[must_use]
pub fn tell(game: &Game, before: &State, ply: &Ply, after: &State, events: &[Event]) -> Vec<Told> {
    let mut teller = Teller::new(game, before, ply);
    events.iter().for_each(|e| teller.event(e.clone()));
    teller.finish(game, after)
}

/// The sentences of a ply in one paragraph.
#[must_use]
pub fn paragraph(told: &[Told]) -> String {
    let said: Vec<&str> = told.iter().filter(|t| !t.aside).map(|t| t.text.as_str()).collect();
    said.join(" ")
}

/// Sentences kept from the beginning of a long ply.
const HEAD: usize = 40;
/// And from its end.
const TAIL: usize = 8;
/// Drops of a lap that are named.
const DROPS: usize = 36;

/// Names that the sentences need.
#[derive(Clone, Debug, Default)]
struct Names {
    players: Vec<String>,
    places: Vec<String>,
    stores: Vec<PlaceId>,
    marks: Vec<String>,
}

impl Names {
    fn of(game: &Game) -> Names {
        let geometry = game.geometry();
        Names {
            players: game.ir().players.iter().map(|p| names::title_case(p)).collect(),
            places: (0..geometry.places).map(|p| geometry.name(p as PlaceId)).collect(),
            stores: geometry.stores.clone(),
            marks: game.ir().marks.iter().map(|m| m.name.clone()).collect(),
        }
    }

    fn player(&self, player: Option<u8>) -> &str {
        player.and_then(|p| self.players.get(p as usize)).map_or("Nobody", String::as_str)
    }

    fn store_of(&self, place: PlaceId) -> Option<u8> {
        self.stores.iter().position(|&s| s == place).map(|p| p as u8)
    }

    fn place(&self, place: PlaceId, mover: Option<u8>) -> String {
        match self.store_of(place) {
            Some(p) if Some(p) == mover => "the store".to_owned(),
            Some(p) => format!("{}'s store", self.player(Some(p))),
            None => self.places.get(place as usize).cloned().unwrap_or_default(),
        }
    }

    fn end_of(&self, place: Option<PlaceId>, mover: Option<u8>) -> String {
        place.map_or_else(|| "the hand".to_owned(), |p| self.place(p, mover))
    }
}

/// What is going on and not yet told.
#[derive(Clone, Debug, Default)]
struct Pending {
    lifted: Option<(PlaceId, u32)>,
    drops: Vec<PlaceId>,
    dropped: u64,
    captured: Vec<(PlaceId, u32)>,
    captured_to: Option<PlaceId>,
    /// So many seeds from one place to each of others.
    moved: Vec<Option<PlaceId>>,
    moved_from: (Option<PlaceId>, u32),
    rest: u64,
    rest_to: Option<PlaceId>,
}

/// Tells events as they come, in bounded memory.
#[derive(Clone, Debug)]
pub struct Teller {
    names: Names,
    mover: Option<u8>,
    pending: Pending,
    last_drop: Option<PlaceId>,
    rule: Option<RuleId>,
    /// Whether the rule has had an effect that was told.
    rule_told: bool,
    subject_said: bool,
    head: Vec<Told>,
    tail: VecDeque<Told>,
    left_out: u64,
}

impl Teller {
    /// A teller of one ply.
    #[must_use]
    pub fn new(game: &Game, before: &State, ply: &Ply) -> Teller {
        let mut teller = Teller::with(Names::of(game), before.to_move());
        teller.announce(ply, before.racing(), || notation::show(game, before, ply));
        teller
    }

    fn with(names: Names, mover: Option<u8>) -> Teller {
        Teller {
            names,
            mover,
            pending: Pending::default(),
            last_drop: None,
            rule: None,
            rule_told: true,
            subject_said: false,
            head: Vec::new(),
            tail: VecDeque::new(),
            left_out: 0,
        }
    }

    fn announce(&mut self, ply: &Ply, racing: bool, text: impl Fn() -> String) {
        let who = match self.mover {
            Some(_) => self.names.player(self.mover).to_owned(),
            None => "The lot".to_owned(),
        };
        let said = match ply {
            Ply::Start { .. } if !racing => return,
            Ply::Pass => format!("{who} can't move and passes."),
            Ply::Swap => format!("{who} changes seats with the other player."),
            _ if self.mover.is_none() => format!("The lot falls on {}.", text()),
            _ => format!("{who} chooses {}.", text()),
        };
        self.subject_said = true;
        self.push(said, None);
    }

    fn push(&mut self, text: String, rule: Option<RuleId>) {
        self.add(Told { text, rule, aside: false });
    }

    fn add(&mut self, told: Told) {
        if self.head.len() < HEAD {
            self.head.push(told);
            return;
        }
        if self.tail.len() == TAIL {
            self.tail.pop_front();
            self.left_out += 1;
        }
        self.tail.push_back(told);
    }

    /// Takes what happened next.
    pub fn event(&mut self, event: Event) {
        match event {
            Event::Drop { to } => self.drop(to),
            Event::Capture { from, n, to } => self.capture(from, n, to),
            Event::Rest { from: _, n, to } => self.rest(n, to),
            Event::Move { from, n, to } => self.moves(from, n, to),
            other => {
                self.flush();
                self.other(other);
            }
        }
    }

    fn drop(&mut self, to: PlaceId) {
        if !self.pending.captured.is_empty() {
            self.flush();
        }
        if self.pending.drops.len() < DROPS {
            self.pending.drops.push(to);
        }
        self.pending.dropped += 1;
        self.last_drop = Some(to);
    }

    fn capture(&mut self, from: PlaceId, n: u32, to: Option<PlaceId>) {
        let going_on = !self.pending.captured.is_empty() && self.pending.captured_to == to;
        if !going_on {
            self.flush();
        }
        self.pending.captured_to = to;
        self.pending.captured.push((from, n));
    }

    fn moves(&mut self, from: Option<PlaceId>, n: u32, to: Option<PlaceId>) {
        if self.pending.moved.is_empty() || self.pending.moved_from != (from, n) {
            self.flush();
        }
        self.pending.moved_from = (from, n);
        self.pending.moved.push(to);
    }

    fn rest(&mut self, n: u32, to: PlaceId) {
        if self.pending.rest_to != Some(to) {
            self.flush();
        }
        self.pending.rest_to = Some(to);
        self.pending.rest += u64::from(n);
    }

    fn other(&mut self, event: Event) {
        let place = |p: PlaceId| self.names.place(p, self.mover);
        let text = match event {
            Event::Rule(id) => return self.enter(id),
            Event::Sower { who } => {
                self.close_rule();
                (self.mover, self.subject_said) = (Some(who), false);
                return;
            }
            Event::Lift { from, n } => {
                self.pending.lifted = Some((from, n));
                return;
            }
            Event::Make { at, kind, maker } => {
                format!("{} becomes a {} of {}.", place(at), self.mark(kind), self.names.player(Some(maker)))
            }
            Event::Unmake { at, kind } => format!("{} is no {} any more.", place(at), self.mark(kind)),
            Event::Close { at } => format!("{} is closed.", place(at)),
            Event::Open { at } => format!("{} is open again.", place(at)),
            Event::Give { at, to } => format!("{} now belongs to {}.", place(at), self.names.player(to)),
            Event::Turned { to: Turning::Clockwise } => "The sowing turns clockwise.".to_owned(),
            Event::Turned { to: Turning::Counterclockwise } => "The sowing turns counterclockwise.".to_owned(),
            Event::RoundOver { held } => {
                let each: Vec<String> =
                    (0u8..).zip(&held).map(|(p, n)| format!("{} {n}", self.names.player(Some(p)))).collect();
                self.rule = None;
                format!("The round is over: {}.", each.join(", ").replacen(' ', " holds ", 1))
            }
            Event::Round { number, starter } => {
                format!("Round {number} begins, {} starts.", self.names.player(Some(starter)))
            }
            Event::PassedOver { who } => format!("{} is passed over.", self.names.player(Some(who))),
            Event::Again => match self.last_drop {
                Some(last) => format!("Last seed in {}: another move.", place(last)),
                None => "Another move.".to_owned(),
            },
            Event::NothingToLift { at: Some(at) } => {
                format!("Nothing can be lifted from {}: the move ends.", place(at))
            }
            Event::NothingToLift { at: None } => "There is nothing to lift: the move ends.".to_owned(),
            Event::Endless { laps } => format!("The sowing never ends: after {laps} laps it comes back on itself."),
            Event::Undecided { laps } => format!("The sowing is given up after {laps} laps: undecided."),
            _ => return,
        };
        self.push(text, self.rule);
        self.rule_told = true;
    }

    fn mark(&self, kind: u8) -> &str {
        self.names.marks.get(kind as usize).map_or("mark", String::as_str)
    }

    /// A rule takes over.
    fn enter(&mut self, id: RuleId) {
        self.close_rule();
        self.rule = Some(id);
        self.rule_told = false;
    }

    /// A rule that moved nothing is still said to those who ask.
    fn close_rule(&mut self) {
        if !self.rule_told {
            let text = match self.last_drop {
                Some(last) => format!("Last seed in {}.", self.names.place(last, self.mover)),
                None => "Nothing is moved.".to_owned(),
            };
            self.add(Told { text, rule: self.rule, aside: true });
            self.rule_told = true;
        }
    }

    /// Tells what is pending.
    fn flush(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        if pending.lifted.is_some() || pending.dropped > 0 {
            let text = self.lap(&pending);
            self.told(text);
        }
        if !pending.captured.is_empty() {
            let text = self.captures(&pending);
            self.told(text);
        }
        if !pending.moved.is_empty() {
            let (from, n) = pending.moved_from;
            let to: Vec<String> = pending.moved.iter().map(|&to| self.names.end_of(to, self.mover)).collect();
            let from = self.names.end_of(from, self.mover);
            let text = match to.as_slice() {
                [to] => format!("Moves {n} from {from} to {to}."),
                _ => format!("Moves {n} each from {from} to {}.", to.join(" ")),
            };
            self.told(text);
        }
        if let Some(to) = pending.rest_to {
            let text = match (pending.rest, self.names.store_of(to)) {
                (1, Some(p)) => format!("The last seed goes to {}.", self.names.player(Some(p))),
                (n, Some(p)) => format!("The rest, {n} seeds, goes to {}.", self.names.player(Some(p))),
                (n, None) => format!("The rest, {n}, is out of play."),
            };
            self.told(text);
        }
    }

    fn told(&mut self, text: String) {
        self.push(text, self.rule);
        self.rule_told = true;
    }

    fn lap(&mut self, pending: &Pending) -> String {
        let subject = if self.subject_said { None } else { Some(self.names.player(self.mover).to_owned()) };
        self.subject_said = true;
        let verb = |verb: &str| match &subject {
            Some(who) => format!("{who} {verb}"),
            None => names::title_case(verb),
        };
        let sown = self.sown(pending);
        match (pending.lifted, pending.dropped) {
            (Some((from, n)), 0) => format!("{} {n} from {}.", verb("lifts"), self.names.place(from, self.mover)),
            (Some((from, n)), _) => {
                format!("{} {n} from {} and sows {sown}.", verb("lifts"), self.names.place(from, self.mover))
            }
            (None, _) => format!("{} {sown}.", verb("sows")),
        }
    }

    fn sown(&self, pending: &Pending) -> String {
        if pending.dropped > DROPS as u64 {
            let first = pending.drops.first().map_or_else(String::new, |&p| self.names.place(p, self.mover));
            let last = self.last_drop.map_or_else(String::new, |p| self.names.place(p, self.mover));
            return format!("from {first} on, the last in {last}");
        }
        let mut parts: Vec<String> = Vec::new();
        let mut in_pits = false;
        for &place in &pending.drops {
            let name = self.names.place(place, self.mover);
            let pit = self.names.store_of(place).is_none();
            match parts.last_mut() {
                Some(part) if pit && in_pits => {
                    part.push(' ');
                    part.push_str(&name);
                }
                _ => parts.push(name),
            }
            in_pits = pit;
        }
        names::list(&parts)
    }

    fn captures(&self, pending: &Pending) -> String {
        let from: Vec<String> =
            pending.captured.iter().map(|&(p, n)| format!("{n} from {}", self.names.place(p, self.mover))).collect();
        let total: u64 = pending.captured.iter().map(|&(_, n)| u64::from(n)).sum();
        let sum = if from.len() > 1 { format!(", {total} in all") } else { String::new() };
        let list = names::list(&from);
        match pending.captured_to {
            None => format!("Takes {list}{sum} into the hand."),
            Some(to) => match self.names.store_of(to) {
                Some(p) if Some(p) == self.mover => format!("Captures {list}{sum}."),
                Some(p) => format!("Captures {list}{sum} for {}.", self.names.player(Some(p))),
                None => format!("Captures {list}{sum}; out of play."),
            },
        }
    }

    /// Ends the ply: adds how the round ended, if it did.
    #[must_use]
    pub fn finish(mut self, game: &Game, after: &State) -> Vec<Told> {
        self.flush();
        self.close_rule();
        if let Some(over) = after.over() {
            let rule = match over.reason {
                Reason::Rule(id) | Reason::Action(id) => Some(id),
                _ => None,
            };
            self.push(ending(game, over), rule);
        }
        self.all()
    }

    fn all(self) -> Vec<Told> {
        let mut all = self.head;
        if self.left_out > 0 {
            all.push(Told { text: format!("(… {} more steps …)", self.left_out), rule: None, aside: false });
        }
        all.extend(self.tail);
        all
    }
}

/// How a round ended, with the rule's words and line.
#[must_use]
pub fn ending(game: &Game, over: &Over) -> String {
    let reason = match over.reason {
        Reason::Rule(id) | Reason::Action(id) => {
            format!("{} ({})", names::reason(game, over), names::rule_place(game, id))
        }
        Reason::Stuck => "no legal move is left".to_owned(),
        Reason::Repetition => "the position repeats".to_owned(),
        Reason::Endless => "a sowing never ends".to_owned(),
        Reason::Undecided => "a sowing was given up as undecided".to_owned(),
    };
    let what = if game.is_match() { "match" } else { "round" };
    format!("The {what} is over: {reason}. {}", result(game, over))
}

/// Who won, and the score.
#[must_use]
pub fn result(game: &Game, over: &Over) -> String {
    let mut score: Vec<u64> = over.score.clone();
    match over.winner {
        Winner::Player(p) => {
            if (p as usize) < score.len() {
                let own = score.remove(p as usize);
                score.insert(0, own);
            }
            format!("{} wins{}.", names::title_case(names::player(game, p)), against(&score))
        }
        Winner::Draw => format!("A draw{}.", against(&score)),
        Winner::Nobody => format!("Nobody wins{}.", against(&score)),
    }
}

fn against(score: &[u64]) -> String {
    match score {
        [] => String::new(),
        [only] => format!(" ({only})"),
        _ => format!(" {}", score.iter().map(u64::to_string).collect::<Vec<_>>().join(" to ")),
    }
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
