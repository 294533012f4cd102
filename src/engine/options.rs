//! The options' values.

use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::ir;
use crate::source::Span;

use super::Settings;

/// The options' values: defaults, then the ruleset, then single settings.
pub(super) fn values(game: &ir::Game, settings: &Settings) -> Result<Vec<i64>, Vec<Diagnostic>> {
    let mut values: Vec<i64> = game.options.iter().map(ir::OptionDecl::default_value).collect();
    let mut errors = Vec::new();
    let bad = |m: String| Diagnostic::new(&codes::BAD_OPTION, Span::default(), m);
    if let Some(name) = &settings.ruleset {
        match game.rulesets.iter().find(|r| r.name == *name) {
            Some(r) => {
                for &(id, v) in &r.settings {
                    if let Some(slot) = values.get_mut(usize::from(id)) {
                        *slot = v;
                    }
                }
            }
            None => errors.push(bad(format!("there is no ruleset {name:?}")).help(suggest(
                name,
                game.rulesets.iter().map(|r| r.name.as_str()),
                "rulesets",
            ))),
        }
    }
    for (name, text) in &settings.options {
        let Some(id) = game.options.iter().position(|o| o.name == *name) else {
            let names = game.options.iter().map(|o| o.name.as_str());
            errors.push(bad(format!("there is no option {name:?}")).help(suggest(name, names, "options")));
            continue;
        };
        match game.options[id].read(text) {
            Some(v) => values[id] = v,
            None => errors.push(bad(format!("option {name} can't be {text:?}")).help(may_be(&game.options[id], text))),
        }
    }
    if errors.is_empty() { Ok(values) } else { Err(errors) }
}

fn suggest<'a>(word: &str, names: impl Iterator<Item = &'a str> + Clone, what: &str) -> String {
    if let Some(near) = did_you_mean(word, names.clone()) {
        return format!("did you mean {near:?}?");
    }
    let all: Vec<&str> = names.collect();
    if all.is_empty() { format!("this game has no {what}") } else { format!("{what}: {}", all.join(", ")) }
}

fn may_be(option: &ir::OptionDecl, text: &str) -> String {
    match &option.values {
        ir::OptionValues::Words(w) => suggest(text, w.iter().map(String::as_str), "values"),
        ir::OptionValues::Numbers(n) => {
            format!("values: {}", n.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        ir::OptionValues::Range { lo, hi, .. } => format!("values: {lo} to {hi}"),
    }
}

/// What each option's value names as a direction, if it does.
pub(super) fn directions(game: &ir::Game, values: &[i64]) -> Vec<Option<ir::Direction>> {
    let named = |(o, &v): (&ir::OptionDecl, &i64)| ir::Direction::named(&o.show(v));
    game.options.iter().zip(values).map(named).collect()
}
