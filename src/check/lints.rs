//! What can be told without playing: open points, rules that can't fire, names never used.

use super::always::{self, Facts, Known, LOOKED_AT};
use super::names::{Named, Names};
use super::ratchet;
use crate::diagnostic::{Diagnostic, Sink, codes};
use crate::ir::{self, Compare, Cond, Num};
use crate::source::Span;
use crate::syntax::ast;

/// `extends`: whether the file takes rules over from another.
pub(super) fn lint(game: &ir::Game, file: &ast::File, names: &Names<'_>, extends: bool, sink: &mut Sink) {
    unused(names, extends, sink);
    dead_rules(game, sink);
    open_points(game, file, sink);
}

fn unused(names: &Names<'_>, extends: bool, sink: &mut Sink) {
    for e in names.entries.iter().filter(|e| !e.used.get()) {
        let (what, help) = match e.what {
            // It takes a choice of the other file away, whose rules have gone too.
            Named::Option(_, d) if extends && d.values.len() == 1 && d.range.is_none() => continue,
            Named::Option(..) => ("the option", "test it with `option NAME is VALUE`, or take it out"),
            Named::Var(..) => ("the variable", "take it out"),
            Named::Mark(..) => ("the kind of mark", "make one with `make P a KIND`, or take it out"),
            Named::Piece(..) => ("the kind of piece", "lay some out, `seeds 1 of NAME in P`, or take it out"),
            Named::Let(_) => ("the `let`", "take it out"),
            Named::To(_) => ("the list of actions", "use it with `do NAME`, or take it out"),
            // Names of rows and places are there for people too.
            Named::Row | Named::Group(_) | Named::Place(_) => continue,
        };
        sink.push(Diagnostic::new(&codes::UNUSED, e.span, format!("{what} `{}` is never used", e.name)).help(help));
    }
}

fn dead_rules(game: &ir::Game, sink: &mut Sink) {
    let facts = Facts { options: &game.options, vars: &game.vars };
    for phase in &game.phases {
        let h = &phase.hooks;
        for hook in [&h.before_move, &h.each_lap, &h.each_seed, &h.landing, &h.whenever, &h.after_move, &h.after_turn] {
            for list in hook {
                let rules: Vec<_> = list.iter().map(|r| (&r.cond, r.span)).collect();
                dead_in_list(&rules, &facts, sink);
            }
        }
    }
    let over: Vec<_> = game.round.over.iter().map(|o| (&o.cond, o.span)).collect();
    dead_in_list(&over, &facts, sink);
}

/// Rules that can't be reached: an earlier one holds wherever they do, or earlier ones together leave
/// nothing.
fn dead_in_list(rules: &[(&Cond, Span)], facts: &Facts<'_>, sink: &mut Sink) {
    // What is left where no earlier rule of one test has held.
    let mut left: Known<'_, Span> = Known::new(facts);
    let mut covered = None;
    for (i, &(cond, span)) in rules.iter().enumerate() {
        let mut parts = Vec::new();
        always::parts(cond, &mut parts);
        let mut alone = Known::new(facts);
        let mut here = left.clone();
        let (mut impossible, mut first) = (false, covered);
        for (subject, values) in parts.iter().take(LOOKED_AT).filter_map(|part| always::atom(part, true)) {
            impossible |= alone.narrow(subject, &values, span).is_some();
            first = first.or(here.narrow(subject, &values, span));
        }
        // One that is never true by itself has been told already.
        if !impossible && i < LOOKED_AT {
            let weaker = rules[..i].iter().find(|(earlier, _)| *earlier == cond || alone.implies(earlier));
            if let Some(first) = weaker.map(|w| w.1) {
                never(span, first, &format!("the rule in line {} is always taken before it", first.line), sink);
            } else if let Some(last) = first {
                never(span, last, &format!("with the rule in line {}, nothing is left for it", last.line), sink);
            }
        }
        if let [part] = parts[..]
            && let Some((subject, values)) = always::atom(part, false)
        {
            covered = covered.or(left.narrow(subject, &values, span).map(|_| span));
        }
    }
}

fn never(span: Span, first: Span, why: &str, sink: &mut Sink) {
    sink.push(
        Diagnostic::new(&codes::NEVER_FIRES, span, "this rule never comes into play")
            .label("never reached")
            .also(first, why)
            .help("rules are tried top down and the first that holds is taken: put this one above it, or take it out"),
    );
}

/// What a source may leave out, and the file too.
fn open_points(game: &ir::Game, file: &ast::File, sink: &mut Sink) {
    let span = file
        .items
        .iter()
        .filter_map(|i| if let ast::Item::Round(_, s) = i { Some(Span { end: s.start + 5, ..*s }) } else { None })
        .find(|s| s.file == 0)
        .or_else(|| file.items.iter().find_map(|i| if let ast::Item::Game(g) = i { Some(g.title.span) } else { None }))
        .unwrap_or_default();
    let mut open = |code, message: &str, help: &str| {
        sink.push(Diagnostic::new(code, span, message).help(help));
    };
    let round = &game.round;
    let stuck_said =
        game.phases.iter().any(|p| p.moves.stuck_passes) || round.over.iter().any(|o| ends_when_stuck(&o.cond));
    if round.over.is_empty() {
        open(
            &codes::OPEN_END,
            "nothing says when the round is over",
            "say it in `round`: `over when mover cannot move => owners keep the rest`",
        );
    } else if !stuck_said {
        open(
            &codes::OPEN_STUCK,
            "what happens when the player to move has no legal move?",
            "say it: `over when mover cannot move => …` in `round`, or `stuck => pass` in `moves`. \
             Unsaid, the round is over and the rest stays unclaimed",
        );
    }
    if round.endless.is_none() && ratchet::sows_on(game) && !ratchet::laps_end(game) {
        open(
            &codes::OPEN_ENDLESS,
            "a sowing may go on for ever, and nothing says what that means",
            "say it in `round`: `endless => illegal`, `endless => end` or `endless => draw`. Unsaid, such a move is illegal",
        );
    }
    if round.repetition_draws && !ratchet::goes_on(game) {
        open(
            &codes::OPEN_REPETITION,
            "the same position may come back, and nothing says what that means",
            "say it in `round`: `over when the position repeats => …`. Unsaid, it is a draw",
        );
    }
}

fn ends_when_stuck(c: &Cond) -> bool {
    match c {
        Cond::CannotMove(_) => true,
        // An empty side can't move.
        Cond::Compare(Compare::Eq, Num::Total(ir::Set::Pits(_)), Num::Const(0)) => true,
        Cond::And(list) | Cond::Or(list) => list.iter().any(ends_when_stuck),
        _ => false,
    }
}
