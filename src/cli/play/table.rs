//! The table: the game so far, who sits where, and what is said.

use super::moves;
use crate::chance::Chance;
use crate::cli::show;
use crate::engine::{Game, Machine, Ply, State, notation};
use crate::players::{Player, Spec};
use crate::render::{self, board, why, words};

/// Lines to print.
#[derive(Debug, Default)]
pub struct Told(pub Vec<String>);

impl Told {
    /// One text.
    pub fn one(text: impl Into<String>) -> Told {
        Told(vec![text.into()])
    }
}

/// A state and what led to it.
struct Moment {
    state: State,
    /// Who sits in each seat, by number of the player who began there.
    seats: Vec<usize>,
    told: Vec<render::Told>,
}

/// A game in progress.
pub struct Table<'g> {
    game: &'g Game,
    machine: Machine<'g>,
    /// The programs, none for a human, by the seat in which they began.
    players: Vec<Option<Box<dyn Player + Send>>>,
    chance: Chance,
    moments: Vec<Moment>,
}

impl<'g> Table<'g> {
    /// A table at a position.
    pub fn new(game: &'g Game, start: State, players: &[Spec], seed: u64) -> Table<'g> {
        let seats = (0..players.len()).collect();
        Table {
            game,
            machine: Machine::new(game),
            players: players.iter().map(|s| s.player()).collect(),
            chance: Chance::of_game(seed, 0),
            moments: vec![Moment { state: start, seats, told: Vec::new() }],
        }
    }

    fn now(&self) -> &Moment {
        // There is always a first moment: `undo` keeps it.
        &self.moments[self.moments.len() - 1]
    }

    /// Whether the game is over.
    pub fn over(&self) -> bool {
        self.now().state.over().is_some()
    }

    /// The board, and what else can be seen.
    pub fn board(&self) -> String {
        let state = &self.now().state;
        let mut text = board::draw(self.game, state);
        for fact in board::facts(self.game, state) {
            text += &format!("{fact}\n");
        }
        text
    }

    /// Asks the human whose decision it is.
    pub fn prompt(&self) -> String {
        let state = &self.now().state;
        let who = state.to_move().map_or("", |p| render::player(self.game, p));
        let what = if state.choosing() { " chooses" } else { "" };
        format!("{}{what}> ", render::title_case(who))
    }

    /// The legal moves.
    pub fn legal(&mut self) -> Vec<String> {
        let state = self.now().state.clone();
        show::legal(&mut self.machine, &state)
    }

    /// Which rules did what in the last ply.
    pub fn why(&self) -> Told {
        match self.now().told.as_slice() {
            [] => Told::one("Nothing has been played."),
            told => Told(why::lines(self.game, told)),
        }
    }

    fn is_human(&self, moment: &Moment) -> bool {
        let seat = moment.state.to_move().map(usize::from);
        let who = seat.and_then(|seat| moment.seats.get(seat));
        who.and_then(|&who| self.players.get(who)).is_some_and(Option::is_none)
    }

    /// Lets lots and programs decide until a human must, or the game is over.
    pub fn programs(&mut self) -> Told {
        let mut told = Told::default();
        while !self.over() && !self.is_human(self.now()) {
            let state = self.now().state.clone();
            let legal = self.machine.legal(&state);
            let Some(ply) = self.choose(&state, &legal) else { break };
            told.0.extend(self.make(&state, &ply).0);
        }
        told
    }

    fn choose(&mut self, state: &State, legal: &[Ply]) -> Option<Ply> {
        let Some(seat) = state.to_move() else { return self.chance.pick(legal).copied() };
        let who = *self.now().seats.get(usize::from(seat))?;
        self.players.get_mut(who)?.as_mut()?.choose(&mut self.machine, state, legal, &mut self.chance)
    }

    /// Plays what a human typed, or says why it can't be.
    pub fn play(&mut self, text: &str) -> Told {
        let state = self.now().state.clone();
        let plies = match moves::read(&mut self.machine, &state, text) {
            Ok(plies) => plies,
            Err(d) => {
                let mut told = Told::one(format!("{}.", render::title_case(&d.message)));
                told.0.extend((!d.help.is_empty()).then_some(d.help));
                return told;
            }
        };
        let mut told = Told::default();
        for ply in plies {
            let state = self.now().state.clone();
            told.0.extend(self.make(&state, &ply).0);
        }
        told
    }

    /// Makes a ply and tells it: who played what, what happened, the board.
    fn make(&mut self, state: &State, ply: &Ply) -> Told {
        let mut teller = words::Teller::new(self.game, state, ply);
        let Ok(after) = self.machine.play_traced(state, ply, &mut |event| teller.event(event)) else {
            return Told::one("That move isn't legal.");
        };
        let mut seats = self.now().seats.clone();
        if *ply == Ply::Swap && seats.len() == 2 {
            seats.swap(0, 1);
        }
        let told = teller.finish(self.game, &after);
        let by = state.to_move().map_or("the lot", |p| render::player(self.game, p));
        let echo = format!("{} plays {}.", render::title_case(by), notation::show(self.game, state, ply));
        let story = words::paragraph(&told);
        self.moments.push(Moment { state: after, seats, told });
        Told(vec![format!("{echo} {story}"), self.board()])
    }

    /// Back to the last decision of a human.
    pub fn undo(&mut self) -> Told {
        let before = self.moments[..self.moments.len() - 1].iter().rposition(|m| self.is_human(m));
        match before {
            Some(at) => {
                self.moments.truncate(at + 1);
                Told(vec!["Taken back.".to_owned(), self.board()])
            }
            None => Told::one("There is nothing to take back."),
        }
    }
}
