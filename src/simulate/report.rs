//! The object that `simulate --json` prints, and a game as a row.

use serde_json::{Map, Value, json};

use super::{Ended, Game, Histogram, Plan, Tally};
use crate::engine::{self, Reason, Winner};
use crate::ir::RuleId;
use crate::source::Span;

impl Tally {
    /// The object of the contract, without the times.
    #[must_use]
    pub fn to_json(&self, game: &engine::Game, plan: &Plan, variant: &str) -> Map<String, Value> {
        let names = &game.ir().players;
        let mut o = Map::new();
        let mut put = |key: &str, value: Value| {
            o.insert(key.to_owned(), value);
        };
        put("variant", json!(variant));
        put("games", json!(self.games));
        put("seed", json!(plan.seed));
        put("players", by_name(names, plan.players.iter().map(|p| json!(p.to_string()))));
        put("wins", self.wins_json(names));
        put("unfinished", json!(self.unfinished));
        put("undecided", json!(self.undecided));
        put("plies", summary(&self.plies));
        put("turns", summary(&self.turns));
        if game.is_match() {
            put("rounds", summary(&self.rounds));
        }
        put("laps_per_turn", summary(&self.laps_per_turn));
        put("branching", summary(&self.branching));
        put("score_margin", summary(&self.score_margin));
        put("captures", summary(&self.captures));
        put("first_player_advantage", self.advantage(names.len()));
        put("rules_fired", self.rules_json(game));
        o
    }

    fn wins_json(&self, names: &[String]) -> Value {
        let mut wins = by_name(names, self.wins.iter().map(|n| json!(n)));
        if let Value::Object(o) = &mut wins {
            o.insert("draw".to_owned(), json!(self.draws));
            if names.len() == 1 {
                o.insert("nobody".to_owned(), json!(self.nobody));
            }
        }
        wins
    }

    /// The starter's wins, and his share of the draws.
    fn advantage(&self, players: usize) -> Value {
        if self.games == 0 {
            return json!({"value": null, "ci95": [null, null]});
        }
        let value = (self.starter_wins as f64 + self.draws as f64 / players.max(2) as f64) / self.games as f64;
        let (lo, hi) = wilson(value, self.games);
        json!({"value": value, "ci95": [lo, hi]})
    }

    fn rules_json(&self, game: &engine::Game) -> Value {
        let mut o = Map::new();
        for (id, &n) in self.rules.iter().enumerate().filter(|&(_, &n)| n > 0) {
            let entry = o.entry(rule_name(game, id as RuleId)).or_insert_with(|| json!(0));
            // Several rules may stand on one line.
            *entry = json!(entry.as_u64().unwrap_or(0) + n);
        }
        Value::Object(o)
    }
}

/// `file:line` of a rule.
#[must_use]
pub fn rule_name(game: &engine::Game, id: RuleId) -> String {
    let span = game.rule(id).map_or_else(Span::default, |(span, _)| span);
    game.ir().place_of(span)
}

/// Wilson's interval at 95 % for a share of `n` games.
#[must_use]
pub fn wilson(share: f64, n: u64) -> (f64, f64) {
    let (z, n) = (1.959_963_984_540_054_f64, n as f64);
    let z2 = z * z;
    let centre = share + z2 / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    (((centre - half) / scale).max(0.0), ((centre + half) / scale).min(1.0))
}

fn by_name(names: &[String], values: impl Iterator<Item = Value>) -> Value {
    Value::Object(names.iter().cloned().zip(values).collect())
}

fn summary(h: &Histogram) -> Value {
    match h.summary() {
        Some(s) => json!({"mean": s.mean, "sd": s.sd, "min": s.min, "median": s.median, "max": s.max}),
        None => json!({"mean": null, "sd": null, "min": null, "median": null, "max": null}),
    }
}

impl Game {
    /// The columns of a table of games.
    #[must_use]
    pub fn columns(game: &engine::Game) -> Vec<String> {
        let mut columns: Vec<String> = ["game", "seed", "starter", "winner"].map(str::to_owned).into();
        columns.extend(game.ir().players.iter().map(|p| format!("score_{p}")));
        let of_a_match = game.is_match().then_some("rounds");
        let numbers = ["plies", "turns"].into_iter().chain(of_a_match).chain(["captures", "undecided", "reason"]);
        columns.extend(numbers.map(str::to_owned));
        columns
    }

    /// The game as a row of that table.
    #[must_use]
    pub fn row(&self, game: &engine::Game, seed: u64) -> Vec<String> {
        let names = &game.ir().players;
        let name = |p: u8| names.get(p as usize).cloned().unwrap_or_default();
        let (winner, reason) = match &self.ended {
            Ended::Unfinished => (String::new(), "unfinished".to_owned()),
            Ended::Over { winner, reason } => (
                match winner {
                    Winner::Player(p) => name(*p),
                    Winner::Draw => "draw".to_owned(),
                    Winner::Nobody => "nobody".to_owned(),
                },
                self::reason(game, *reason),
            ),
        };
        let mut row = vec![self.number.to_string(), seed.to_string()];
        row.push(self.starter.map(name).unwrap_or_default());
        row.push(winner);
        row.extend(self.score.iter().map(u64::to_string));
        let rounds = game.is_match().then_some(self.rounds);
        let numbers = [self.plies, self.turns].into_iter().chain(rounds).chain([self.captures, self.undecided]);
        row.extend(numbers.map(|n| n.to_string()));
        row.push(reason);
        row
    }
}

fn reason(game: &engine::Game, reason: Reason) -> String {
    match reason {
        Reason::Rule(id) | Reason::Action(id) => rule_name(game, id),
        Reason::Stuck => "stuck".to_owned(),
        Reason::Repetition => "repetition".to_owned(),
        Reason::Endless => "endless".to_owned(),
        Reason::Undecided => "undecided".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn wilson_as_published() {
        // Newcombe 1998, table I: 81 of 263.
        let (lo, hi) = wilson(81.0 / 263.0, 263);
        assert!((lo - 0.2553).abs() < 5e-5 && (hi - 0.3662).abs() < 5e-5, "{lo} {hi}");
        let (lo, hi) = wilson(0.0, 20);
        assert!(lo == 0.0 && (hi - 0.1611).abs() < 5e-5);
    }
}
