//! Plays a record again, and refuses one that doesn't hold.

use super::{At, End, Entry, Record, decider, end_of, identity};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Game, MAX_LAPS, Machine, Ply, Settings, State, notation, position};
use crate::ir;
use crate::source::Span;

/// A record that was played again.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The decisions, each with the state in which it was made.
    pub plies: Vec<(State, Ply)>,
    /// The state after them.
    pub last: State,
}

impl Record {
    /// The settings that the game must be compiled with.
    ///
    /// # Errors
    /// When the rules have no such option or value.
    pub fn settings(&self, ir: &ir::Game) -> Result<Settings, Diagnostic> {
        for At { value: (name, value), span } in &self.settings {
            let option = ir.options.iter().find(|o| o.name == *name);
            if option.is_none_or(|o| o.read(value).is_none()) {
                let message = format!("the rules have no option `{name}` that can be `{value}`");
                return Err(self.other_rules(*span, message));
            }
        }
        let options = self.settings.iter().map(|s| s.value.clone()).collect();
        Ok(Settings { options, ruleset: None, max_laps: self.max_laps.unwrap_or(MAX_LAPS), matches: self.matches })
    }

    /// Plays the moves by the rules of a game.
    ///
    /// # Errors
    /// A diagnostic with the place: other rules, a start that can't be, a ply that isn't legal, a
    /// result that isn't the one stated.
    pub fn replay(&self, game: &Game) -> Result<Replayed, Diagnostic> {
        let (plies, last) = self.replay_as_far_as_it_holds(game);
        last.map(|last| Replayed { plies, last })
    }

    /// The same, with the plies before what is wrong.
    pub fn replay_as_far_as_it_holds(&self, game: &Game) -> (Vec<(State, Ply)>, Result<State, Diagnostic>) {
        let mut plies = Vec::with_capacity(self.plies.len());
        let last = self.replay_into(game, &mut plies);
        (plies, last)
    }

    fn replay_into(&self, game: &Game, plies: &mut Vec<(State, Ply)>) -> Result<State, Diagnostic> {
        self.same_rules(game)?;
        let mut machine = Machine::new(game);
        let mut now = self.start(game)?;
        for entry in &self.plies {
            self.decides(game, &now, entry)?;
            for ply in read(&mut machine, &now, entry)? {
                let next = machine.play(&now, &ply);
                let next = next.map_err(|_| illegal(entry, "it isn't legal here", String::new()))?;
                plies.push((std::mem::replace(&mut now, next), ply));
            }
        }
        self.ends(game, &now)?;
        Ok(now)
    }

    /// Refuses a game with other rules.
    fn same_rules(&self, game: &Game) -> Result<(), Diagnostic> {
        match &self.rules {
            Some(rules) if rules.value != identity(game) => {
                let title = &game.ir().header.title;
                Err(self.other_rules(rules.span, format!("the game was played by other rules than those of {title}")))
            }
            _ => Ok(()),
        }
    }

    fn other_rules(&self, span: Span, message: String) -> Diagnostic {
        let variant = &self.variant.value;
        Diagnostic::new(&codes::OTHER_RULES, span, message).label(format!("the record is of `{variant}`")).help(
            "the rules file or its options have changed, or another game is meant; without its lines `rules:` and \
             `set:` a record is played by whatever rules are given",
        )
    }

    /// The position in which the game began.
    ///
    /// # Errors
    /// When it can't be.
    pub fn start(&self, game: &Game) -> Result<State, Diagnostic> {
        match &self.start {
            None => Ok(game.start()),
            Some(At { value, span }) => position::read(game, value, self.free).map_err(|d| Diagnostic {
                span: *span,
                message: format!("the start can't be: {}", d.message),
                help: d.help.replace("with --free", "by the line `free: yes`"),
                ..d
            }),
        }
    }

    fn decides(&self, game: &Game, now: &State, entry: &At<Entry>) -> Result<(), Diagnostic> {
        let At { value: Entry { turn, by, text }, span } = entry;
        let wrong = |message: String| Diagnostic::new(&codes::BAD_RECORD, *span, message);
        if now.over().is_some() {
            return Err(wrong(format!("the game is over before {text}")));
        }
        let due = decider(game, now);
        if by != due {
            return Err(wrong(format!("{text} is told of {by}, but {due} is to decide")));
        }
        if *turn != now.turn() {
            return Err(wrong(format!("{text} is told of turn {turn}, but this is turn {}", now.turn())));
        }
        Ok(())
    }

    /// Compares the end with the one stated.
    fn ends(&self, game: &Game, last: &State) -> Result<(), Diagnostic> {
        let found = end_of(game, last);
        let stated = self.end.as_ref();
        if found.as_ref() == stated.map(|e| &e.value) {
            return Ok(());
        }
        let at = stated.map(|e| e.span).or_else(|| self.plies.last().map(|p| p.span)).unwrap_or_default();
        let message = format!("the moves lead to another end than the record states: {}", tell(found.as_ref()));
        Err(Diagnostic::new(&codes::BAD_RECORD, at, message)
            .help(format!("the record says: {}", tell(stated.map(|e| &e.value)))))
    }
}

fn tell(end: Option<&End>) -> String {
    let Some(end) = end else { return "the game isn't over".to_owned() };
    let score: Vec<String> = end.score.iter().map(|(name, n)| format!("{name} {n}")).collect();
    format!("{} ({})", end.winner, score.join(", "))
}

fn illegal(entry: &At<Entry>, why: &str, help: String) -> Diagnostic {
    let Entry { turn, text, .. } = &entry.value;
    Diagnostic::new(&codes::ILLEGAL_MOVE, entry.span, format!("turn {turn}, {text}: {why}")).help(help)
}

/// The plies of an entry: exactly as they are shown, or as they may be written.
fn read(machine: &mut Machine<'_>, now: &State, entry: &At<Entry>) -> Result<Vec<Ply>, Diagnostic> {
    let text = &entry.value.text;
    let legal = notation::legal(machine, now);
    if let Some((ply, _)) = legal.iter().find(|(_, t)| t == text) {
        return Ok(vec![*ply]);
    }
    notation::read(machine, now, text).map_err(|d| illegal(entry, &d.message, d.help))
}
