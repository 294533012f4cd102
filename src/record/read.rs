//! Reads a record's text.

use super::{At, End, Entry, FIRST_LINE, Record};
use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::source::{Source, Span};

/// Largest record that is read, in bytes.
const MAX_BYTES: usize = 64 << 20;

const KEYS: [&str; 10] = ["game", "variant", "rules", "set", "max-laps", "free", "player", "start", "result", "score"];

type Res<T> = Result<T, Box<Diagnostic>>;

fn bad(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(&codes::BAD_RECORD, span, message))
}

fn advised(span: Span, message: impl Into<String>, help: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(&codes::BAD_RECORD, span, message).help(help))
}

/// A word of a line.
#[derive(Clone, Debug)]
struct Word {
    text: String,
    span: Span,
    quoted: bool,
}

impl Word {
    /// Whether it is this sign of the format.
    fn is(&self, sign: &str) -> bool {
        !self.quoted && self.text == sign
    }
}

impl Record {
    /// Reads a record. Its moves aren't played: see [`Record::replay`].
    ///
    /// # Errors
    /// A diagnostic with the place of what can't be read.
    pub fn read(source: &Source) -> Result<Record, Diagnostic> {
        read(source).map_err(|d| *d)
    }
}

fn read(source: &Source) -> Res<Record> {
    if source.text().len() > MAX_BYTES {
        return Err(bad(Span::default(), format!("a record of more than {MAX_BYTES} bytes isn't read")));
    }
    let mut reader = Reader { source, record: Record::default(), seen: Vec::new(), winner: None, score: None };
    let mut begun = false;
    let mut offset = 0;
    for line in source.text().split_inclusive('\n') {
        let words = words(source, offset, line)?;
        offset += line.len();
        let Some(first) = words.first() else { continue };
        if begun {
            reader.line(&words)?;
        } else {
            first_line(source, &words, first)?;
            begun = true;
        }
    }
    if !begun {
        return Err(advised(Span::default(), "the record is empty", format!("its first line is `{FIRST_LINE}`")));
    }
    reader.finish()
}

fn first_line(source: &Source, words: &[Word], first: &Word) -> Res<()> {
    let texts: Vec<&str> = words.iter().map(|w| w.text.as_str()).collect();
    let span = first.span.to(words[words.len() - 1].span);
    match texts.as_slice() {
        _ if texts.join(" ") == FIRST_LINE => Ok(()),
        ["sower", "record", version] => {
            Err(bad(span, format!("the record is of version {version}; this program reads version 1")))
        }
        _ => {
            let name = source.name();
            Err(advised(
                span,
                format!("{name} isn't the record of a game"),
                format!("a record begins with `{FIRST_LINE}`"),
            ))
        }
    }
}

/// The words of a line, which begins at an offset of the text.
fn words(source: &Source, offset: usize, line: &str) -> Res<Vec<Word>> {
    let mut words = Vec::new();
    let mut at = 0;
    loop {
        at += line[at..].len() - line[at..].trim_start().len();
        let rest = &line[at..];
        if rest.is_empty() || rest.starts_with('#') {
            return Ok(words);
        }
        let quoted = rest.starts_with('"');
        let length = if quoted {
            end_of_quotation(rest).ok_or_else(|| {
                bad(source.span(offset + at, offset + line.trim_end().len()), "a quotation mark without its partner")
            })?
        } else {
            rest.find(|c: char| c.is_whitespace() || c == '#').unwrap_or(rest.len())
        };
        let span = source.span(offset + at, offset + at + length);
        let text = if quoted {
            let read: Result<String, _> = serde_json::from_str(&rest[..length]);
            read.map_err(|_| {
                advised(span, "a text in quotation marks that can't be read", "write \\\" and \\\\ in it")
            })?
        } else {
            rest[..length].to_owned()
        };
        words.push(Word { text, span, quoted });
        at += length;
    }
}

/// Length of a quotation with both its marks.
fn end_of_quotation(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(i + 1),
            _ => {}
        }
    }
    None
}

struct Reader<'s> {
    source: &'s Source,
    record: Record,
    /// Keys that may come only once and have come.
    seen: Vec<&'static str>,
    winner: Option<At<String>>,
    score: Option<At<Vec<(String, u64)>>>,
}

impl Reader<'_> {
    fn line(&mut self, words: &[Word]) -> Res<()> {
        let first = &words[0];
        let number = first.text.strip_suffix('.').unwrap_or(&first.text);
        if !first.quoted && number.bytes().all(|b| b.is_ascii_digit()) && !number.is_empty() {
            let turn =
                number.parse().map_err(|_| bad(first.span, format!("{number} can't be the number of a turn")))?;
            return self.turn(turn, words);
        }
        let known = |key: &str| KEYS.into_iter().find(|k| *k == key);
        match first.text.strip_suffix(':').filter(|_| !first.quoted).map(|key| (known(key), key)) {
            Some((Some(key), _)) => self.said(key, first.span, &words[1..]),
            Some((None, key)) => {
                let help = match did_you_mean(key, KEYS) {
                    Some(near) => format!("did you mean `{near}:`?"),
                    None => format!("there are {}", KEYS.join(", ")),
                };
                Err(advised(first.span, format!("a record has no `{key}:`"), help))
            }
            None => Err(advised(
                first.span,
                "this line can't be read",
                "a line is `key: value`, or a turn such as `3. south C F`",
            )),
        }
    }

    fn turn(&mut self, turn: u32, words: &[Word]) -> Res<()> {
        if self.winner.is_some() {
            return Err(bad(words[0].span, "moves after the result"));
        }
        let [_, by, plies @ ..] = words else {
            return Err(advised(words[0].span, "a turn without its player", "write `3. south C`"));
        };
        if plies.is_empty() {
            return Err(advised(by.span, "a turn without a move", "write `3. south C`"));
        }
        let entry = |w: &Word| At { value: Entry { turn, by: by.text.clone(), text: w.text.clone() }, span: w.span };
        self.record.plies.extend(plies.iter().map(entry));
        Ok(())
    }

    fn said(&mut self, key: &'static str, at: Span, words: &[Word]) -> Res<()> {
        if !["set", "player"].contains(&key) {
            if self.seen.contains(&key) {
                return Err(bad(at, format!("`{key}:` is said twice")));
            }
            self.seen.push(key);
        }
        let one = || match words {
            [word] => Ok(At { value: word.text.clone(), span: word.span }),
            _ => Err(advised(at, format!("`{key}:` takes one word"), "put what holds blanks in quotation marks")),
        };
        let r = &mut self.record;
        match key {
            "game" => r.title = one()?.value,
            "variant" => r.variant = one()?,
            "rules" => r.rules = Some(one()?),
            "start" => r.start = Some(one()?),
            "result" => self.winner = Some(one()?),
            "set" => r.settings.push(pair(key, at, words)?),
            "player" => r.players.push(pair(key, at, words)?),
            "score" => self.score = Some(At { value: score(at, words)?, span: at }),
            "free" | "match" => {
                let said = one()?;
                let yes = match said.value.as_str() {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(bad(said.span, format!("`{key}:` is yes or no"))),
                };
                *(if key == "free" { &mut r.free } else { &mut r.matches }) = yes;
            }
            _ => {
                let said = one()?;
                let laps = said.value.parse().ok().filter(|&n: &u64| n > 0);
                r.max_laps = Some(laps.ok_or_else(|| bad(said.span, "`max-laps:` is a number from 1"))?);
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Res<Record> {
        let all = self.source.text().trim_end().len();
        let last = self.source.span(all.saturating_sub(1), all);
        let Some(winner) = self.winner else {
            return Err(advised(
                last,
                "the record has no `result:`; it may have been cut short",
                "write `result: unfinished` behind the moves, if they are all there",
            ));
        };
        if self.seen.iter().all(|k| *k != "variant") {
            return Err(advised(last, "the record doesn't say which game is played", "write `variant: NAME`"));
        }
        self.record.end = match (winner.value.as_str(), self.score) {
            ("unfinished", None) => None,
            ("unfinished", Some(score)) => return Err(bad(score.span, "a game that isn't finished has no score")),
            (_, Some(score)) => {
                Some(At { value: End { winner: winner.value, score: score.value }, span: winner.span.to(score.span) })
            }
            (_, None) => {
                return Err(advised(winner.span, "the score is missing", "write `score: south 30 north 18`"));
            }
        };
        Ok(self.record)
    }
}

/// `NAME = VALUE`
fn pair(key: &str, at: Span, words: &[Word]) -> Res<At<(String, String)>> {
    match words {
        [name, sign, value] if sign.is("=") => {
            Ok(At { value: (name.text.clone(), value.text.clone()), span: name.span.to(value.span) })
        }
        _ => Err(advised(at, format!("`{key}:` can't be read"), format!("write `{key}: NAME = VALUE`"))),
    }
}

/// `NAME SEEDS NAME SEEDS`
fn score(at: Span, words: &[Word]) -> Res<Vec<(String, u64)>> {
    let pairs = words.chunks(2).map(|pair| match pair {
        [name, seeds] => match seeds.text.parse() {
            Ok(n) => Ok((name.text.clone(), n)),
            Err(_) => Err(bad(seeds.span, format!("{} isn't a number of seeds", seeds.text))),
        },
        _ => Err(advised(at, "`score:` can't be read", "write `score: south 30 north 18`")),
    });
    pairs.collect()
}
