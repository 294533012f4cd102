//! `sower compare`

mod entry;
mod table;

use std::time::Instant;

use serde_json::{Map, Value, json};

use super::args::Compare;
use super::failure::{FINE, Failure, INTERRUPTED, Outcome};
use super::output::{self, Context};
use super::variant::Loaded;
use super::{interrupt, simulate as games, variant};
use crate::engine::Game;
use crate::simulate::{self, Comparison, Plan};

use entry::Entry;

/// A game to be compared.
struct Compared {
    label: String,
    entry: Entry,
    loaded: Loaded,
    game: Game,
}

/// Simulates several games side by side.
pub fn run(context: &Context, args: &Compare) -> Outcome {
    games::refuse_players(&args.run.seats)?;
    let entries = entry::all(&args.games, &args.vary)?;
    let all = entries.into_iter().map(|e| compiled(context, e)).collect::<Result<Vec<_>, _>>()?;
    let seed = args.run.seed.unwrap_or_else(games::new_seed);
    let plan = |c: &Compared| games::plan(&c.game, args.count, &args.run, seed);
    let plans: Vec<(&Game, Plan)> = all.iter().map(|c| Ok((&c.game, plan(c)?))).collect::<Result<_, Failure>>()?;
    let begun = Instant::now();
    let total = args.count.saturating_mul(all.len() as u64);
    let result = games::watched(context, total, |watch| simulate::compare(&plans, watch))?;
    let seconds = begun.elapsed().as_secs_f64();
    let object = object(&all, &plans, &result, seconds);
    if context.common.json {
        output::line(&object)?;
    } else {
        output::text(&table::table(&object))?;
    }
    Ok(if interrupt::happened() { INTERRUPTED } else { FINE })
}

fn compiled(context: &Context, entry: Entry) -> Result<Compared, Failure> {
    let loaded = variant::load(context, &entry.variant)?;
    let mut settings = variant::settings(&context.common);
    settings.options.extend(entry.set.iter().cloned());
    if entry.ruleset.is_some() {
        settings.ruleset.clone_from(&entry.ruleset);
    }
    let game = loaded.compile(&settings)?;
    Ok(Compared { label: entry.label(&loaded.name), entry, loaded, game })
}

fn object(all: &[Compared], plans: &[(&Game, Plan)], result: &Comparison, seconds: f64) -> Value {
    let one = |(c, ((game, plan), tally)): (&Compared, (&(&Game, Plan), &simulate::Tally))| {
        let mut o = Map::new();
        o.insert("label".to_owned(), json!(c.label));
        let mut whole = tally.to_json(game, plan, &c.loaded.name);
        o.insert("variant".to_owned(), whole.remove("variant").unwrap_or_default());
        o.insert("ruleset".to_owned(), json!(c.entry.ruleset));
        let set: Map<String, Value> = c.entry.set.iter().map(|(k, v)| (k.clone(), json!(v))).collect();
        o.insert("set".to_owned(), Value::Object(set));
        o.extend(whole);
        Value::Object(o)
    };
    let entries: Vec<Value> = all.iter().zip(plans.iter().zip(&result.tallies)).map(one).collect();
    let base = all.first().map(|c| c.label.as_str());
    let difference = |(i, c): (usize, &Compared)| {
        let mut o = Map::new();
        o.insert("of".to_owned(), json!(c.label));
        o.insert("from".to_owned(), json!(base));
        o.extend(result.difference_json(i));
        Value::Object(o)
    };
    let differences: Vec<Value> = all.iter().enumerate().skip(1).map(difference).collect();
    json!({
        "games": result.tallies.first().map_or(0, |t| t.games),
        "seed": plans.first().map(|(_, p)| p.seed),
        "entries": entries,
        "differences": differences,
        "seconds": seconds,
    })
}
