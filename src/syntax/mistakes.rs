//! The words that are meant by those in `grammar/mistakes.pest`.

use pest::Parser;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/mistakes.pest"]
struct Mistakes;

/// Where a word stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// At the beginning of an item of the file.
    Top,
    /// In `board`.
    Board,
    /// Where an action may stand.
    Action,
    /// Anywhere else.
    Anywhere,
}

/// A wrong word that was found.
pub(super) struct Wrong<'l> {
    /// As written.
    pub written: &'l str,
    /// What to write.
    pub right: &'static str,
}

/// The wrong word at the beginning of a coded line.
pub(super) fn find(line: &str, place: Place) -> Option<Wrong<'_>> {
    let rule = match place {
        Place::Top => Rule::at_top,
        Place::Board => Rule::in_board,
        Place::Action => Rule::in_action,
        Place::Anywhere => Rule::anywhere,
    };
    let pair = Mistakes::parse(rule, line).ok()?.next()?.into_inner().next()?;
    let right = RIGHT.iter().find(|(r, _)| *r == pair.as_rule())?.1;
    Some(Wrong { written: pair.as_str().trim_end(), right })
}

const RIGHT: &[(Rule, &str)] = &[
    (Rule::to_game, "game"),
    (Rule::to_board, "board"),
    (Rule::to_sowing, "sowing"),
    (Rule::to_moves, "moves"),
    (Rule::to_landing, "landing"),
    (Rule::to_round, "round"),
    (Rule::to_rounds, "rounds"),
    (Rule::to_option, "option"),
    (Rule::to_ruleset, "ruleset"),
    (Rule::to_let, "let"),
    (Rule::to_var, "var"),
    (Rule::to_mark, "mark"),
    (Rule::to_example, "example"),
    (Rule::to_before_move, "before move"),
    (Rule::to_each_lap, "each lap"),
    (Rule::to_each_seed, "each seed"),
    (Rule::to_after_turn, "after turn"),
    (Rule::to_rows, "rows"),
    (Rule::to_pits, "pits"),
    (Rule::to_seeds, "seeds"),
    (Rule::to_reserve, "reserve"),
    (Rule::to_stores, "stores"),
    (Rule::to_capture, "capture"),
    (Rule::to_relay, "relay"),
    (Rule::to_again, "move again"),
    (Rule::to_end, "end"),
    (Rule::to_illegal, "illegal"),
    (Rule::to_resort, "last resort"),
    (Rule::to_move_seeds, "move … from … to …"),
    (Rule::to_give, "give … to …"),
    (Rule::to_close, "close"),
    (Rule::to_unmake, "unmake"),
    (Rule::to_choose, "choose"),
    (Rule::to_for_each, "for each"),
    (Rule::to_if, "if"),
    (Rule::to_set, "set … to …"),
    (Rule::to_equal, "="),
    (Rule::to_and, "and"),
    (Rule::to_or, "or"),
    (Rule::to_not, "not"),
    (Rule::to_otherwise, "otherwise"),
    (Rule::to_else_if, "else if"),
    (Rule::to_pit, "pit"),
    (Rule::to_pits_, "pits"),
    (Rule::to_seed, "seed"),
    (Rule::to_seeds_, "seeds"),
    (Rule::to_here, "here"),
    (Rule::to_start, "start"),
    (Rule::to_next, "next"),
    (Rule::to_previous, "previous"),
    (Rule::to_opposite, "opposite"),
    (Rule::to_my, "my"),
    (Rule::to_their, "their"),
    (Rule::to_opponent, "opponent"),
    (Rule::to_south, "south"),
    (Rule::to_all_pits, "all pits"),
    (Rule::to_where, "where"),
    (Rule::to_while, "while"),
    (Rule::to_empty, "empty"),
    (Rule::to_occupied, "occupied"),
    (Rule::to_single, "single"),
    (Rule::to_holds, "holds"),
    (Rule::to_each, "each"),
    (Rule::to_any_of, "any of"),
    (Rule::to_all_of, "all of"),
    (Rule::to_taken, "taken"),
    (Rule::to_turn, "turn"),
    (Rule::to_score, "score of"),
    (Rule::to_counter, "counterclockwise"),
    (Rule::to_clockwise, "clockwise"),
    (Rule::to_skip, "skip"),
    (Rule::to_draw, "draw"),
    (Rule::to_repeats, "the position repeats"),
    (Rule::to_rest, "the rest"),
    (Rule::to_over, "over when"),
    (Rule::to_must, "must"),
    (Rule::to_own_side, "own side"),
];
