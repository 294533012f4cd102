//! Why a statement can't be read, in an author's words.
//!
//! The statement is read once more, slowly, and the words are kept that would have made sense at the
//! furthest place. Words that begin the same thing are put together (`here`, `next`, … are "a
//! place"), so that no name of a grammar rule is ever shown.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use pest::Parser;

use super::coded::Coded;
use super::mistakes::{self, Place};
use super::parse::{Rule, RulesParser};
use super::repair;
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::source::Source;

/// How many things a message lists as expected.
const SHOWN: usize = 5;

/// Things that begin with many words, the wider before the narrower.
const PHRASES: &[(Rule, &str)] = &[
    (Rule::action, "an action such as `relay` or `capture here`"),
    (Rule::expr, "a condition such as `here is occupied`"),
    (Rule::what, "what it is, such as `occupied`, `mine` or `3`"),
    (Rule::than, "a comparison such as `at least`"),
    (Rule::sum, "a number or a place"),
    (Rule::operand, "a place such as `here`, `next` or `my pit 3`"),
    (Rule::direction, "a direction such as `clockwise`"),
    (Rule::who, "a player such as `mover`"),
    (Rule::clause, "a verb such as `is` or `holds`"),
    (Rule::compare, "a comparison such as `=`"),
    (Rule::arithmetic, "a sign such as `+`"),
    (Rule::end_of_row, "an end such as `left` or `the tail`"),
];

/// What each kind of statement is called, where it begins wrongly, and where it belongs.
const STATEMENTS: &[(Rule, &str, &str)] = &[
    (Rule::board_entry, "a statement of `board`", "board"),
    (Rule::sowing_entry, "a statement of `sowing`", "sowing"),
    (Rule::moves_entry, "a statement of `moves`", "moves"),
    (Rule::class_entry, "a start line, `going` or `do { … }`", ""),
    (Rule::round_entry, "a statement of `round`", "round"),
    (Rule::rounds_entry, "a statement of `rounds`", "rounds"),
    (Rule::rule_entry, "a rule such as `here is occupied => relay`", ""),
    (Rule::action_entry, "an action such as `relay` or `capture here`", ""),
    (Rule::over_entry, "an action, or what happens to the rest", ""),
    (Rule::meta_entry, "`also`, `people`, `region`, `family`, `source` or `note` with a text", ""),
    (Rule::trait_entry, "a trait such as `never started` or `1 per player`", ""),
    (Rule::step_entry, "`play`, `expect`, `legal`, `refuse`, `set` or a position", ""),
    (Rule::labelled_entry, "a choice such as `\"stop\" => end`", ""),
];

/// Words that follow a player: where only they are expected, the word before was hardly meant as one.
const AFTER_WHO: &[&str] = &[
    "wins",
    "win",
    "starts",
    "start",
    "takes the rest",
    "take the rest",
    "lays out",
    "can move",
    "cannot move",
    "fills no pit",
    "owns no pit",
    "could play",
    "could capture",
];

/// Statements with words of their own, that are never written for others.
const OWN_WORDS: &[Rule] = &[
    Rule::step_entry,
    Rule::meta_entry,
    Rule::note_entry,
    Rule::setting_entry,
    Rule::trait_entry,
    Rule::game_entry,
    Rule::option_entry,
    Rule::mark_entry,
    Rule::extends_entry,
    Rule::ruleset_entry,
    Rule::example_entry,
];

/// Words of a place that is shown, at most.
const LONGEST: usize = 12;

/// Words before which another part of a condition ends.
const JOINTS: &[&str] = &["and", "or", "not", "where", "while", "when", "if", "then", "else", "unless", "("];

/// What is wrong with a statement.
pub(super) fn explain(source: &Source, coded: &Coded<'_>, entry: Rule, declared: &HashSet<String>) -> Diagnostic {
    let line = coded.line.as_str();
    let (mut at, mut expected) = attempts(entry, line);
    let before = word_before(line, at);
    let looked_at = [Some(at), before];
    for place in looked_at.into_iter().flatten().filter(|_| !OWN_WORDS.contains(&entry)) {
        if let Some(wrong) = wrong_word(&line[place..], entry, place) {
            return wrong_word_message(source, coded, place, &wrong);
        }
    }
    if let Some(d) = elsewhere(source, coded, entry) {
        return d;
    }
    if let Some(d) = without_verb(source, coded, entry, (at, &expected)) {
        return d;
    }
    if let Some((place, word, near)) = repair::repair(line, entry, at, declared) {
        let (there, wanted) = attempts_at(entry, line, place);
        let d = (there == place).then(|| describe(source, coded, entry, place, wanted));
        // What the whole statement makes sense with is surer than what the place alone suggests.
        return match d {
            Some(d) if d.help.split(|c: char| !c.is_alphanumeric()).any(|w| w == near) => d,
            _ => misspelt_word(source, coded, place, word, near),
        };
    }
    let misspelt = |w: &str| w.len() > 2 && w.starts_with(char::is_alphabetic) && !declared.contains(w);
    if let Some(place) = before.filter(|&p| misspelt(first_word(&line[p..]))) {
        // The word before may be a misspelt one that was taken for a name.
        let (there, wanted) = attempts_at(entry, line, place);
        let only_after_who =
            expected.words.iter().all(|w| AFTER_WHO.contains(&w.as_str())) && !expected.words.is_empty();
        let near = did_you_mean(first_word(&line[place..]), wanted.firsts());
        // The same word again: the beginning of a phrase that goes on otherwise.
        let begun = |n: &str| n != first_word(&line[place..]) || wanted.whole(n).contains(' ');
        if there == place && (only_after_who || near.is_some_and(begun)) {
            (at, expected) = (place, wanted);
        }
    }
    describe(source, coded, entry, at, expected)
}

/// What is wrong with something at the top of a file that begins with no word for it.
pub(super) fn unknown_item(source: &Source, coded: &Coded<'_>, heads: &[&str]) -> Diagnostic {
    let line = coded.line.as_str();
    let word = first_word(line);
    let end = word.len() + 1;
    for &(entry, _, section) in STATEMENTS.iter().filter(|s| !s.2.is_empty()) {
        if RulesParser::parse(entry, line).is_ok() && entry != Rule::sowing_entry {
            return Diagnostic::new(&codes::WRONG_PLACE, coded.whole(source), "this stands in no section")
                .help(format!("put it into `{section} {{ … }}`"));
        }
    }
    if RulesParser::parse(Rule::rule_entry, line).is_ok() {
        return Diagnostic::new(&codes::WRONG_PLACE, coded.whole(source), "this rule stands in no section")
            .help("put it into `landing { … }`, or into the block of the moment when it is to be tried");
    }
    if let Some(wrong) = mistakes::find(line, Place::Top) {
        return wrong_word_message(source, coded, 0, &wrong);
    }
    let what = if line.ends_with("{} ") { "section" } else { "declaration" };
    let d = Diagnostic::new(
        &codes::UNKNOWN_SECTION,
        coded.span(source, 0, end),
        format!("there is no {what} called `{word}`"),
    );
    match did_you_mean(word, heads.iter().copied()) {
        Some(near) => d.help(format!("did you mean {}?", or_list(&hooks(near, line)))),
        None => d.help("sections are `game`, `board`, `sowing`, `moves`, `landing`, `round`, `rounds` and a few more"),
    }
}

/// A word used as a name that nothing declares, when it looks like one that is meant.
pub(super) fn suspicious_name(word: &str, like: Rule) -> Option<(bool, String)> {
    if let Some(wrong) = mistakes::find(&format!("{word} "), Place::Anywhere) {
        return Some((true, wrong.right.to_owned()));
    }
    // A name that another file declares may well look a little like a word.
    let allowed = match word.chars().count() {
        0..3 => return None,
        3..9 => 1,
        _ => 2,
    };
    let words = first_words(like);
    let near = did_you_mean(word, words.iter().map(String::as_str))?;
    let distance = strsim::damerau_levenshtein(word, near);
    (1..=allowed).contains(&distance).then(|| (false, near.to_owned()))
}

/// The sections whose name begins with a word; of two words, those that the line may mean.
fn hooks(first: &str, line: &str) -> Vec<String> {
    const HOOKS: [&str; 5] = ["before move", "each lap", "each seed", "after move", "after turn"];
    let begun: Vec<&str> = HOOKS.into_iter().filter(|h| first_word(h) == first).collect();
    let second = line.split(' ').nth(1).unwrap_or_default();
    let meant = did_you_mean(second, begun.iter().filter_map(|h| h.split(' ').nth(1)));
    let fits = |h: &&&str| meant.is_none_or(|m| h.ends_with(m));
    let names: Vec<&str> = begun.iter().filter(fits).copied().collect();
    let names = if names.is_empty() { vec![first] } else { names };
    names.iter().map(|n| format!("`{n}`")).collect()
}

fn wrong_word(line: &str, entry: Rule, at: usize) -> Option<mistakes::Wrong<'_>> {
    let actions = [Rule::action_entry, Rule::over_entry, Rule::opening_entry];
    let place = match entry {
        Rule::board_entry => Place::Board,
        _ if at > 0 || actions.contains(&entry) => Place::Action,
        _ => Place::Anywhere,
    };
    let in_place = mistakes::find(line, place).filter(|w| {
        // `when` begins a guard of `moves`, and `lap` a number.
        at == 0 || !matches!(w.written, "when" | "lap" | "win")
    });
    in_place.or_else(|| mistakes::find(line, Place::Anywhere))
}

fn wrong_word_message(source: &Source, coded: &Coded<'_>, at: usize, wrong: &mistakes::Wrong<'_>) -> Diagnostic {
    let shown = wrong.written.trim_end_matches(" =>");
    let span = coded.span(source, at, at + shown.len() + 1);
    Diagnostic::new(&codes::WRONG_WORD, span, format!("`{shown}` isn't a word of the language"))
        .help(format!("did you mean `{}`?", wrong.right))
}

/// A word after whose correction the statement can be read.
fn misspelt_word(source: &Source, coded: &Coded<'_>, place: usize, word: &str, near: &str) -> Diagnostic {
    let span = coded.span(source, place, place + word.len() + 1);
    Diagnostic::new(&codes::SYNTAX, span, format!("`{word}` can't stand here")).help(format!("did you mean `{near}`?"))
}

/// A condition without its verb, as in `next occupied`: given where reading stopped, and what would
/// have made sense there.
fn without_verb(
    source: &Source,
    coded: &Coded<'_>,
    entry: Rule,
    (at, expected): (usize, &Expected),
) -> Option<Diagnostic> {
    let line = coded.line.as_str();
    let rest = &line[at..];
    let found = first_word(rest);
    let verb = verb_of(rest).filter(|_| expected.words.contains("is"))?;
    let from = subject(&line[..at])?;
    // With the verb the statement makes sense farther on.
    let with_verb = format!("{}{verb} {rest}", &line[..at]);
    let end_of_word = at + found.len() + 1;
    let reads = RulesParser::parse(entry, &with_verb).is_ok();
    if !reads && attempts(entry, &with_verb).0 <= end_of_word + verb.len() + 1 {
        return None;
    }
    let ends = |w: &&str| !w.starts_with(['"', '{', '=', ';']) && !JOINTS.contains(w) && !w.is_empty();
    let to = end_of_word + rest.split(' ').skip(1).take(LONGEST).take_while(ends).map(|w| w.len() + 1).sum::<usize>();
    let right = format!("{} {verb} {}", written(source, coded, from, at), written(source, coded, at, to));
    let span = coded.span(source, at, end_of_word);
    Some(
        Diagnostic::new(&codes::SYNTAX, span, format!("`{found}` can't stand here"))
            .label(format!("expected `{verb}` before it"))
            .help(format!("write `{right}`")),
    )
}

/// A part of the line as its author wrote it, if that is on one line.
fn written<'t>(source: &'t Source, coded: &'t Coded<'_>, from: usize, to: usize) -> &'t str {
    let text = source.slice(coded.span(source, from, to));
    if text.contains(['\n', '#']) { coded.line[from..to].trim_end() } else { text }
}

/// The verb that goes before what a place is or holds.
fn verb_of(rest: &str) -> Option<&'static str> {
    let found = first_word(rest);
    let adjective = |w: &str| [Rule::predicate, Rule::parity].iter().any(|r| starts(*r).words.contains(w));
    match found {
        "not" => rest.split(' ').nth(1).filter(|w| adjective(w)).map(|_| "is"),
        "a" | "an" | "in" => Some("is"),
        "at" | "more" | "fewer" => Some("holds"),
        _ if found.starts_with(|c: char| c.is_ascii_digit()) => Some("holds"),
        _ => adjective(found).then_some("is"),
    }
}

/// Where the place begins that ends a text, if one does.
fn subject(before: &str) -> Option<usize> {
    let words = before.match_indices(' ').rev().skip(1).map(|(i, _)| i + 1).chain([0]);
    let clause = words.take(LONGEST).take_while(|&from| !JOINTS.contains(&first_word(&before[from..])));
    let whole = |from: &usize| {
        let read = RulesParser::parse(Rule::operand, &before[*from..]);
        read.ok().and_then(|mut pairs| pairs.next()).is_some_and(|p| p.as_str().len() == before.len() - from)
    };
    let from = clause.filter(whole).last()?;
    // A number by itself is no place.
    let found = before[from..].trim_end();
    (found.contains(' ') || found.starts_with(char::is_alphabetic)).then_some(from)
}

/// A statement that can be read in another section.
fn elsewhere(source: &Source, coded: &Coded<'_>, entry: Rule) -> Option<Diagnostic> {
    if !STATEMENTS.iter().any(|s| s.0 == entry && !s.2.is_empty()) {
        return None;
    }
    let line = coded.line.as_str();
    let (_, _, section) = STATEMENTS.iter().find(|s| {
        s.0 != entry && !s.2.is_empty() && s.0 != Rule::sowing_entry && RulesParser::parse(s.0, line).is_ok()
    })?;
    Some(
        Diagnostic::new(&codes::WRONG_PLACE, coded.whole(source), "this can't stand in this section")
            .help(format!("put it into `{section} {{ … }}`")),
    )
}

fn describe(source: &Source, coded: &Coded<'_>, entry: Rule, at: usize, mut expected: Expected) -> Diagnostic {
    let line = coded.line.as_str();
    let at = at + expected.move_into_phrase(&line[at..]);
    let found = first_word(&line[at..]);
    let is_word = found.chars().count() > 1 && found.starts_with(char::is_alphabetic);
    let near = is_word.then(|| did_you_mean(found, expected.firsts())).flatten();
    let near = near.filter(|n| *n != found).map(|n| expected.whole(n));
    let list = expected.list(entry, at);
    let d = if found.is_empty() {
        Diagnostic::new(&codes::SYNTAX, coded.end(source), "the statement ends too early")
    } else {
        let shown = coded.span(source, at, at + found.len() + 1);
        let text = source.slice(shown);
        let text = if text.starts_with('{') { "{ … }" } else { text };
        Diagnostic::new(&codes::SYNTAX, shown, format!("`{text}` can't stand here"))
    };
    let d = if list.is_empty() { d } else { d.label(format!("expected {list}")) };
    match near {
        Some(near) => d.help(format!("did you mean `{near}`?")),
        None if found == "=" && line.starts_with("set ") => d.help("write `set NAME to NUMBER`"),
        None => d,
    }
}

/// What would have made sense at a place.
#[derive(Clone, Debug, Default)]
struct Expected {
    /// Words and signs.
    words: BTreeSet<String>,
    name: bool,
    number: bool,
    text: bool,
    end: bool,
}

impl Expected {
    /// The first words of what is expected.
    fn firsts(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|w| first_word(w)).filter(|w| w.starts_with(|c: char| c.is_alphabetic()))
    }

    /// The whole phrase that begins with a word.
    fn whole(&self, first: &str) -> String {
        self.words.iter().find(|w| first_word(w) == first).cloned().unwrap_or_else(|| first.to_owned())
    }

    /// Where the text goes along with the beginning of a longer phrase, only its rest is expected.
    /// How far it goes along, in bytes.
    fn move_into_phrase(&mut self, line: &str) -> usize {
        let common = |w: &String| -> usize {
            let mut theirs = line.split_ascii_whitespace();
            w.split(' ').take_while(|word| theirs.next() == Some(word)).map(|word| word.len() + 1).sum()
        };
        let most = self.words.iter().map(common).max().unwrap_or(0);
        if most > 0 {
            let rests = self.words.iter().filter(|w| common(w) == most && w.len() > most).map(|w| w[most..].to_owned());
            *self = Expected { words: rests.collect(), ..Expected::default() };
        }
        most
    }

    /// All of it in words, with what belongs together put together.
    fn list(&mut self, entry: Rule, at: usize) -> String {
        if at == 0
            && let Some(statement) = STATEMENTS.iter().find(|s| s.0 == entry)
        {
            return statement.1.to_owned();
        }
        let mut list: Vec<String> = Vec::new();
        let all = self.words.clone();
        for &(rule, phrase) in PHRASES {
            let firsts = starts(rule);
            let new = !firsts.words.is_disjoint(&self.words);
            if new && firsts.words.is_subset(&all) && list.len() < SHOWN {
                self.words.retain(|w| !firsts.words.contains(w));
                self.name &= !firsts.name;
                self.number &= !firsts.number;
                list.push(phrase.to_owned());
            }
        }
        if self.words.contains("where") {
            // After a place there may also be an index; nobody wants that named first.
            self.words.remove("(");
            self.number = false;
        }
        if !self.words.iter().all(|w| AFTER_WHO.contains(&w.as_str())) {
            self.words.retain(|w| !AFTER_WHO.contains(&w.as_str()));
        }
        let block = self.words.remove("{}");
        let mut quoted: Vec<String> = self.words.iter().map(|w| format!("`{w}`")).collect();
        // Signs that give a statement its shape say more than words that may always go on.
        quoted.sort_by_key(|w| matches!(w.as_str(), "`where`" | "`but`" | "`of`" | "`,`"));
        let extra = [
            (self.text, "a text in quotation marks"),
            (block, "`{ … }`"),
            (self.name, "a name"),
            (self.number, "a number"),
        ];
        list.splice(0..0, extra.iter().filter(|e| e.0).map(|e| e.1.to_owned()));
        list.extend(quoted);
        if self.end {
            list.push("the end of the statement".to_owned());
        }
        list.truncate(SHOWN);
        list.sort();
        or_list(&list)
    }
}

fn or_list(list: &[String]) -> String {
    match list {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} or {last}", all.join(", ")),
    }
}

fn first_word(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}

/// Where the word before a place begins.
fn word_before(line: &str, at: usize) -> Option<usize> {
    let before = line.get(..at)?.strip_suffix(' ')?;
    Some(before.rfind(' ').map_or(0, |i| i + 1))
}

/// The furthest place that made sense, and what would have done so there.
fn attempts(rule: Rule, line: &str) -> (usize, Expected) {
    // pest keeps the words only while a switch of the whole process is on; one thread at a time.
    static SWITCH: Mutex<()> = Mutex::new(());
    let switch = SWITCH.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let result = RulesParser::parse(rule, line);
    pest::set_error_detail(false);
    drop(switch);
    let mut expected = Expected::default();
    let Err(error) = result else { return (line.len(), expected) };
    let Some(attempts) = error.parse_attempts() else { return (0, expected) };
    let at = attempts.max_position;
    for token in attempts.expected_tokens() {
        // Words of the grammar end with a blank; the rest are its ranges and built-in rules.
        match token.to_string().as_str() {
            "\"" => expected.text = true,
            "0..9" => expected.number = true,
            "BUILTIN_RULE" => expected.end = true,
            word if word.ends_with(' ') => drop(expected.words.insert(word.trim_end().to_owned())),
            _ => expected.name = true,
        }
    }
    (at, expected)
}

/// What would have made sense at a place before the furthest.
fn attempts_at(rule: Rule, line: &str, at: usize) -> (usize, Expected) {
    attempts(rule, &format!("{}\u{1} ", &line[..at]))
}

/// What a thing can begin with.
fn starts(rule: Rule) -> Expected {
    static KNOWN: OnceLock<RwLock<HashMap<Rule, Expected>>> = OnceLock::new();
    let known = KNOWN.get_or_init(RwLock::default);
    if let Some(found) = known.read().unwrap_or_else(PoisonError::into_inner).get(&rule) {
        return found.clone();
    }
    let found = attempts_at(rule, "", 0).1;
    known.write().unwrap_or_else(PoisonError::into_inner).insert(rule, found.clone());
    found
}

/// The words that a thing can begin with, one each.
fn first_words(rule: Rule) -> Vec<String> {
    starts(rule).firsts().map(str::to_owned).collect()
}
