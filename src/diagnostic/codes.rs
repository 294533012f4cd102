//! The register of diagnostics: each kind once, with its code, severity and title.

use super::Severity::{self, Error, Warning};

/// A kind of diagnostic.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Its stable name: `E` for errors, `W` for warnings, four digits.
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What it means, in one line.
    pub title: &'static str,
}

macro_rules! codes {
    ($($name:ident $id:literal $severity:ident $title:literal;)*) => {
        $(#[doc = $title] pub static $name: Code = Code { id: $id, severity: $severity, title: $title };)*
        /// Every registered kind, in the order of the codes.
        pub static ALL: &[&Code] = &[$(&$name),*];
    };
}

codes! {
    // 01xx: the text itself.
    NOT_TEXT "E0101" Error "the file isn't text";
    TOO_LONG "E0102" Error "the file is too long";
    EMPTY "E0103" Error "the file has no rules";
    STRAY_CHARACTER "E0104" Error "a character that can't stand here";
    OPEN_STRING "E0105" Error "a quotation mark without its partner";
    UNBALANCED "E0106" Error "a bracket without its partner";
    TOO_DEEP "E0107" Error "brackets inside brackets, too deep";
    // 02xx: how it is written.
    SYNTAX "E0201" Error "a statement that can't be read";
    UNKNOWN_SECTION "E0202" Error "a section that doesn't exist";
    WRONG_WORD "E0203" Error "another word is used for this";
    AFTER_ENDING "E0204" Error "an action after one that ends the list";
    // 03xx: names and kinds.
    UNKNOWN_NAME "E0301" Error "a name that isn't declared";
    DUPLICATE "E0302" Error "said twice";
    WRONG_KIND "E0303" Error "the wrong kind of thing";
    AMBIGUOUS "E0304" Error "it can be read in two ways";
    BAD_OPTION "E0305" Error "an option or value that doesn't exist";
    MISSING "E0306" Error "something necessary is missing";
    CYCLE "E0307" Error "a name that is defined by itself";
    WRONG_PLACE "E0308" Error "it can't stand in this section";
    BAD_PARENT "E0309" Error "a file that can't be extended";
    TOO_MUCH "E0310" Error "names that stand for too much";
    // 04xx: the board and numbers.
    BAD_BOARD "E0401" Error "a board that can't be laid out";
    BAD_SETUP "E0402" Error "a setup that doesn't fit the board";
    NO_SUCH_PIT "E0403" Error "a pit that the board doesn't have";
    BAD_NUMBER "E0404" Error "a number out of range";
    // 05xx: examples, positions, moves.
    EXAMPLE_FAILS "E0501" Error "an example that the rules don't bear out";
    BAD_POSITION "E0502" Error "a position that can't be";
    ILLEGAL_MOVE "E0503" Error "a move that isn't legal";
    GAME_OVER "E0504" Error "the game is over";
    BAD_MOVE "E0505" Error "a move that can't be read";
    NO_FIRST_MOVE "E0506" Error "nobody can make a first move";
    BAD_REQUEST "E0507" Error "a request that can't be understood";
    BAD_RECORD "E0508" Error "the record of a game that doesn't hold";
    OTHER_RULES "E0509" Error "the record of a game with other rules";
    // 09xx: not built yet.
    NOT_BUILT "E0901" Error "not built yet";
    BAD_IR "E0902" Error "an IR file that can't be read";
    // Warnings.
    OPEN_END "W0101" Warning "open point: nothing says when the round ends";
    OPEN_REST "W0102" Warning "open point: nothing says whose the rest is";
    OPEN_ENDLESS "W0103" Warning "open point: nothing says what an endless sowing means";
    OPEN_REPETITION "W0104" Warning "open point: nothing says what a repeated position means";
    OPEN_STUCK "W0105" Warning "open point: nothing says what a player without a move does";
    NEVER_FIRES "W0201" Warning "a rule that never comes into play";
    ALWAYS "W0202" Warning "a condition that is always true or always false";
    UNUSED "W0203" Warning "declared and never used";
    NO_SOURCE "W0301" Warning "no source is named";
}

/// The kind with that code, case folded.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Code> {
    ALL.iter().copied().find(|c| c.id.eq_ignore_ascii_case(id))
}
