//! The words that can be typed at the table.

/// What can be typed, for those who ask.
pub const HELP: &str = "\
A move is a pit's name, or its number from the mover's left; `>` or `<` tell a direction.
Other words:
  moves           the legal moves
  hint            what a search would play
  why             which rule did what in the last move
  undo, redo      back to your last decision, and forward again
  history         all moves so far
  board           the board again
  position        the position as a line; `position P` begins a game there
  save FILE       save the game; `save` alone: to its own file
  load FILE       go on with a saved game of the same rules
  help            this
  quit            stop";

/// What somebody wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing was typed.
    Nothing,
    /// `help`
    Help,
    /// `moves`
    Moves,
    /// `hint`
    Hint,
    /// `why`
    Why,
    /// `undo`
    Undo,
    /// `redo`
    Redo,
    /// `history`
    History,
    /// `board`
    Board,
    /// `position`, to be shown
    ShowPosition,
    /// `position P`; `position! P` gives up a game that isn't saved
    Position(String, bool),
    /// `edit`: set up a position by hand
    Edit,
    /// `save [FILE]`; `save! FILE` replaces a file
    Save(Option<String>, bool),
    /// `load FILE`; `load! FILE` gives up a game that isn't saved
    Load(String, bool),
    /// `speed N`
    Speed(String),
    /// `quit`
    Quit,
    /// Anything else.
    Move(String),
}

impl Command {
    /// Reads a line. A word that is a legal move is one before all else; `moves` holds them.
    #[must_use]
    pub fn read<'a>(line: &str, mut moves: impl Iterator<Item = &'a str>) -> Command {
        let line = line.trim();
        if moves.any(|m| m == line) {
            return Command::Move(line.to_owned());
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("", _) => Command::Nothing,
            ("help" | "?", "") => Command::Help,
            ("moves", "") => Command::Moves,
            ("hint", "") => Command::Hint,
            ("why", "") => Command::Why,
            ("undo", "") => Command::Undo,
            ("redo", "") => Command::Redo,
            ("history", "") => Command::History,
            ("board", "") => Command::Board,
            ("edit", "") => Command::Edit,
            ("quit" | "exit", "") => Command::Quit,
            ("position", "") => Command::ShowPosition,
            ("position" | "position!", p) if !p.is_empty() => Command::Position(p.to_owned(), word.ends_with('!')),
            ("save", "") => Command::Save(None, false),
            ("save" | "save!", file) if !file.is_empty() => Command::Save(Some(file.to_owned()), word.ends_with('!')),
            ("load" | "load!", file) if !file.is_empty() => Command::Load(file.to_owned(), word.ends_with('!')),
            ("speed", n) if !n.is_empty() => Command::Speed(n.to_owned()),
            _ => Command::Move(line.to_owned()),
        }
    }
}
