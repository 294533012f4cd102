//! A position as an example tells it, compared with the one on the board.

use crate::engine::{Game, PlaceId, State, Turning, Winner};
use crate::ir::{Direction, Picture, PicturePlace, VarId, VarScope};

/// What differs, each in a few words: `expected 8 in South's store, got 7`.
pub fn differences(game: &Game, state: &State, picture: &Picture) -> Vec<String> {
    let mut found = Differences { game, state, list: Vec::new() };
    found.rows(picture);
    found.pits(picture);
    found.piles(picture);
    found.pieces(picture);
    found.marks(picture);
    found.vars(picture);
    found.turn(picture);
    found.list
}

struct Differences<'a> {
    game: &'a Game,
    state: &'a State,
    list: Vec<String>,
}

impl Differences<'_> {
    fn expect(&mut self, expected: impl ToString, got: impl ToString, what: &str) {
        let (expected, got) = (expected.to_string(), got.to_string());
        if expected != got {
            self.list.push(format!("expected {expected} {what}, got {got}"));
        }
    }

    fn rows(&mut self, picture: &Picture) {
        let mut next = vec![0; self.game.ir().players.len()];
        for (player, row) in &picture.rows {
            let own = pits_of(self.game, *player);
            let from = next.get(*player as usize).copied().unwrap_or(0);
            for (i, expected) in row.iter().enumerate() {
                match own.get(from + i) {
                    Some(&pit) => self.pit(pit, *expected),
                    None => {
                        let name = self.player(*player);
                        self.list.push(format!("{name} has only {} pits", own.len()));
                        break;
                    }
                }
            }
            if let Some(n) = next.get_mut(*player as usize) {
                *n += row.len();
            }
        }
    }

    fn pit(&mut self, pit: PlaceId, expected: Option<u64>) {
        let name = self.game.geometry().name(pit);
        match (expected, self.state.is_closed(pit)) {
            (None, false) => self.list.push(format!("expected {name} to be closed")),
            (Some(_), true) => self.list.push(format!("expected {name} to be open")),
            (Some(n), false) => self.expect(n, self.state.count(pit), &format!("in {name}")),
            (None, true) => {}
        }
    }

    fn pits(&mut self, picture: &Picture) {
        for (name, expected) in &picture.pits {
            match self.game.geometry().pit(name) {
                Some(pit) => self.expect(expected, self.state.count(pit), &format!("in {name}")),
                None => self.list.push(format!("there is no pit {name}")),
            }
        }
    }

    fn piles(&mut self, picture: &Picture) {
        let geometry = self.game.geometry();
        for (told, places, what) in
            [(&picture.won, &geometry.stores, "won by"), (&picture.reserve, &geometry.reserves, "in reserve for")]
        {
            let Some(told) = told else { continue };
            if told.len() != places.len() {
                self.list.push(format!("{} numbers for {} players", told.len(), places.len()));
            }
            for (player, (&expected, &place)) in told.iter().zip(places).enumerate() {
                let what = format!("{what} {}", self.player(player as u8));
                self.expect(expected, self.state.count(place), &what);
            }
        }
    }

    fn pieces(&mut self, picture: &Picture) {
        let game = self.game;
        let geometry = game.geometry();
        for told in &picture.pieces {
            let (place, name) = match &told.at {
                PicturePlace::Pit(name) => (geometry.pit(name), name.clone()),
                PicturePlace::Store(p) => {
                    (geometry.stores.get(usize::from(*p)).copied(), format!("{}'s store", self.player(*p)))
                }
                PicturePlace::Reserve(p) => {
                    (geometry.reserves.get(usize::from(*p)).copied(), format!("{}'s reserve", self.player(*p)))
                }
            };
            let Some(place) = place else {
                self.list.push(format!("there is no pit {name}"));
                continue;
            };
            let kind = game.ir().pieces.get(usize::from(told.kind)).map_or("", |p| p.name.as_str());
            let meant = |own: Option<u8>| told.owner.is_none() || own.is_none() || own == told.owner;
            let got: u32 = (game.piece_kinds().enumerate())
                .filter(|(_, (name, own))| *name == kind && meant(*own))
                .map(|(i, _)| game.pieces_in(self.state, i, place))
                .sum();
            self.expect(told.n, got, &format!("of the kind {kind} in {name}"));
        }
    }

    fn marks(&mut self, picture: &Picture) {
        for (name, kind, maker) in &picture.marks {
            let Some(pit) = self.game.geometry().pit(name) else {
                self.list.push(format!("there is no pit {name}"));
                continue;
            };
            let found = self.state.marks(pit).into_iter().find(|m| m.0 == *kind);
            let word = self.game.ir().marks.get(*kind as usize).map_or("mark", |m| m.name.as_str());
            match (found, maker) {
                (None, _) => self.list.push(format!("expected a {word} on {name}")),
                (Some((_, got)), Some(expected)) if got != *expected => {
                    let (expected, got) = (self.player(*expected), self.player(got));
                    self.list.push(format!("expected the {word} on {name} to be {expected}'s, not {got}'s"));
                }
                _ => {}
            }
        }
    }

    fn vars(&mut self, picture: &Picture) {
        for (var, of, expected) in &picture.vars {
            let name = self.game.ir().vars.get(*var as usize).map_or("", |v| v.name.as_str());
            match value_of(self.game, self.state, *var, of.as_deref()) {
                Some(got) => {
                    let of = of.as_ref().map_or_else(String::new, |of| format!(" of {of}"));
                    self.expect(expected, got, &format!("for {name}{of}"));
                }
                None => self.list.push(format!("nobody and no pit that has a {name} is named")),
            }
        }
    }

    fn turn(&mut self, picture: &Picture) {
        let over = self.state.over();
        if let Some(expected) = picture.to_move {
            let got = match (over, self.state.to_move()) {
                (Some(_), _) => "the round is over".to_owned(),
                (None, Some(p)) => format!("{} is", self.player(p)),
                (None, None) => "a lot is to be drawn".to_owned(),
            };
            if over.is_some() || self.state.to_move() != Some(expected) {
                self.list.push(format!("expected {} to be to move, but {got}", self.player(expected)));
            }
        }
        if let (&[expected], got) = (&picture.direction[..], self.state.chosen_direction(0)) {
            let word = |clockwise| if clockwise { "clockwise" } else { "counterclockwise" };
            let got = got.map_or("none yet", |d| word(d == Turning::Clockwise));
            let expected = word(expected == Direction::Clockwise);
            self.expect(expected, got, "as the direction");
        }
        if let Some(turn) = picture.turn {
            self.expect(turn, self.state.turn(), "as the number of the turn");
        }
        if picture.over && over.is_none() {
            self.list.push("expected the round to be over, but it goes on".to_owned());
        }
        if let (Some(expected), Some(over)) = (picture.winner, over) {
            let got = match over.winner {
                Winner::Player(p) => self.player(p),
                Winner::Draw => "a draw".to_owned(),
                Winner::Nobody => "nobody".to_owned(),
            };
            let expected = expected.map_or_else(|| "a draw".to_owned(), |p| self.player(p));
            self.expect(expected, got, "as the winner");
        } else if picture.winner.is_some() && !picture.over {
            self.list.push("expected a winner, but the round goes on".to_owned());
        }
    }

    fn player(&self, player: u8) -> String {
        self.game.ir().players.get(player as usize).cloned().unwrap_or_default()
    }
}

fn value_of(game: &Game, state: &State, var: VarId, of: Option<&str>) -> Option<i32> {
    let values = state.var(game, var);
    let at = match (game.ir().vars.get(var as usize)?.scope, of) {
        (VarScope::Game, _) => 0,
        (VarScope::Player, Some(name)) => game.ir().players.iter().position(|p| p == name)?,
        (VarScope::Pit, Some(name)) => usize::from(game.geometry().pit(name)?),
        _ => return None,
    };
    values.get(at).copied()
}

/// A player's pits in the order in which a picture lists them.
fn pits_of(game: &Game, player: u8) -> Vec<PlaceId> {
    let pits = game.geometry().pits.iter().enumerate();
    pits.filter(|(_, pit)| pit.side == Some(player)).map(|(i, _)| i as PlaceId).collect()
}

/// The position as an example would tell it.
pub fn describe(game: &Game, state: &State) -> String {
    let count = |pit: PlaceId| if state.is_closed(pit) { "-".to_owned() } else { state.count(pit).to_string() };
    let mut parts: Vec<String> = Vec::new();
    // Players who share the rows have none: their pits are told by name.
    let pits = || game.geometry().pits.iter().enumerate();
    if pits().any(|(_, pit)| pit.side.is_some() && pit.player.is_none()) {
        parts.extend(pits().map(|(id, pit)| format!("{} {}", pit.name, count(id as PlaceId))));
    } else {
        for (player, name) in game.ir().players.iter().enumerate() {
            let counts: Vec<String> = pits_of(game, player as u8).into_iter().map(count).collect();
            parts.push(format!("{name} {}", counts.join(" ")));
        }
    }
    let pile = |places: &[PlaceId]| places.iter().map(|&p| state.count(p).to_string()).collect::<Vec<_>>().join(" ");
    parts.push(format!("won {}", pile(&game.geometry().stores)));
    if game.ir().board.reserve.is_some() {
        parts.push(format!("reserve {}", pile(&game.geometry().reserves)));
    }
    parts.extend(ending(game, state));
    parts.join("  ")
}

fn ending(game: &Game, state: &State) -> Vec<String> {
    let name = |p: u8| game.ir().players.get(p as usize).map_or("", String::as_str);
    match (state.over().map(|o| o.winner), state.to_move()) {
        (Some(Winner::Player(p)), _) => vec!["over".to_owned(), format!("{} wins", name(p))],
        (Some(Winner::Draw), _) => vec!["over".to_owned(), "draw".to_owned()],
        (Some(Winner::Nobody), _) => vec!["over".to_owned()],
        (None, Some(p)) => vec![format!("{} to move", name(p))],
        (None, None) => Vec::new(),
    }
}

/// A picture in the same words.
pub fn describe_picture(game: &Game, picture: &Picture) -> String {
    let name = |p: u8| game.ir().players.get(p as usize).map_or("", String::as_str);
    let mut parts: Vec<String> = Vec::new();
    for (player, row) in &picture.rows {
        let counts: Vec<String> = row.iter().map(|n| n.map_or_else(|| "-".to_owned(), |n| n.to_string())).collect();
        parts.push(format!("{} {}", name(*player), counts.join(" ")));
    }
    parts.extend(picture.pits.iter().map(|(pit, n)| format!("{pit} {n}")));
    let pile = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    parts.extend(picture.won.as_ref().map(|won| format!("won {}", pile(won))));
    parts.extend(picture.reserve.as_ref().map(|r| format!("reserve {}", pile(r))));
    parts.extend(picture.over.then(|| "over".to_owned()));
    parts.extend(picture.winner.map(|w| w.map_or_else(|| "draw".to_owned(), |p| format!("{} wins", name(p)))));
    parts.extend(picture.turn.map(|n| format!("turn = {n}")));
    parts.extend(picture.to_move.map(|p| format!("{} to move", name(p))));
    parts.join("  ")
}
