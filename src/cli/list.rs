//! `sower list`

use std::io::Write;

use serde_json::{Value, json};

use super::failure::{FINE, Outcome, WRONG};
use super::output::{self, Context};
use super::variant;
use crate::engine::{Game, Settings};
use crate::source::{Bundled, bundled, display_width};

/// A bundled game as listed.
struct Entry {
    name: &'static str,
    family: &'static str,
    title: String,
    also: Vec<String>,
    people: String,
    region: String,
    source: String,
    players: usize,
    /// Where an option says how many play.
    most_players: usize,
    rows: usize,
    pits: usize,
    seeds: u64,
}

/// Lists the bundled games.
pub fn run(context: &Context) -> Outcome {
    let mut status = FINE;
    let mut entries = Vec::new();
    for game in bundled() {
        match entry(game) {
            Some(entry) => entries.push(entry),
            None => {
                context.say(&format!("{}: can't be read; `sower check {}` says why", game.name, game.name));
                status = WRONG;
            }
        }
    }
    let mut out = output::stdout();
    if context.common.json {
        let all: Vec<Value> = entries.iter().map(Entry::to_json).collect();
        serde_json::to_writer(&mut out, &all)?;
        writeln!(out)?;
    } else {
        table(&mut out, &entries)?;
    }
    out.flush()?;
    Ok(status)
}

fn entry(bundled: Bundled) -> Option<Entry> {
    let ir = variant::find(bundled.name).ok()?.check().game?;
    let game = Game::compile(&ir, &Settings::default()).ok()?;
    let pits = &game.geometry().pits;
    // What two share is one row.
    let mut rows: Vec<_> =
        pits.iter().filter(|_| game.geometry().has_rows()).filter(|p| p.side.is_some()).map(|p| p.line).collect();
    rows.sort_unstable();
    rows.dedup();
    let header = ir.header;
    Some(Entry {
        name: bundled.name,
        family: bundled.family,
        title: header.title,
        also: header.also,
        people: header.people.join("; "),
        region: header.region.join("; "),
        source: header.sources.join("; "),
        players: game.ir().players.len(),
        most_players: ir.players.len(),
        rows: rows.len(),
        pits: pits.len(),
        seeds: game.seeds(),
    })
}

impl Entry {
    fn to_json(&self) -> Value {
        json!({
            "name": self.name,
            "title": self.title,
            "also": self.also,
            "family": self.family,
            "people": self.people,
            "region": self.region,
            "players": self.players,
            "most_players": self.most_players,
            "rows": self.rows,
            "pits": self.pits,
            "seeds": self.seeds,
            "source": self.source,
        })
    }
}

fn table(out: &mut impl Write, entries: &[Entry]) -> std::io::Result<()> {
    let width = |of: fn(&Entry) -> &str| entries.iter().map(|e| display_width(of(e))).max().unwrap_or(0);
    let (name, title) = (width(|e| e.name), width(|e| &e.title));
    for e in entries {
        let pad = |text: &str, width: usize| " ".repeat(width - display_width(text));
        let rows = if e.rows == 0 { "no rows".to_owned() } else { format!("{} rows", e.rows) };
        let board = format!("{rows}, {} pits, {} seeds", e.pits, e.seeds);
        let line =
            format!("{}{}  {}{}  {board}  {}", e.name, pad(e.name, name), e.title, pad(&e.title, title), e.people);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
