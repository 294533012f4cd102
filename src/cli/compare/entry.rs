//! The games of a comparison as written: `VARIANT[@RULESET][:NAME=VALUE,…]`, and `--vary`.

use std::path::Path;

use crate::cli::failure::Failure;

/// Games that are compared at most.
const MOST: usize = 64;
/// Values of a range at most.
const LONGEST: i64 = 64;

/// A game with settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// As found.
    pub variant: String,
    /// The ruleset, if one is said.
    pub ruleset: Option<String>,
    /// Options.
    pub set: Vec<(String, String)>,
}

impl Entry {
    /// Reads one. What is a file's name is a file, whatever signs are in it.
    pub fn read(text: &str) -> Entry {
        let whole = Entry { variant: text.to_owned(), ..Entry::default() };
        let colons = text.match_indices(':').map(|(i, _)| (&text[..i], &text[i + 1..]));
        let with_settings = colons
            .filter_map(|(head, tail)| Some(Entry { variant: head.to_owned(), ruleset: None, set: settings(tail)? }));
        // From the longest name to the shortest: as it stands, without settings, without a ruleset.
        let mut ways: Vec<Entry> = with_settings.chain([whole]).collect();
        ways.reverse();
        let unruled: Vec<Entry> = ways.iter().filter_map(Entry::unruled).collect();
        let is_file = |e: &Entry| Path::new(&e.variant).is_file();
        if let Some(file) = ways.iter().chain(&unruled).find(|e| is_file(e)) {
            return file.clone();
        }
        // The last colon behind which there are only settings.
        let said = ways.into_iter().find(|e| !e.set.is_empty());
        let said = said.unwrap_or_else(|| Entry { variant: text.to_owned(), ..Entry::default() });
        said.unruled().unwrap_or(said)
    }

    /// The same with what stands behind the last `@` as a ruleset.
    fn unruled(&self) -> Option<Entry> {
        let (variant, ruleset) = self.variant.rsplit_once('@')?;
        Some(Entry { variant: variant.to_owned(), ruleset: Some(ruleset.to_owned()), set: self.set.clone() })
    }

    /// As it is shown: the game's own name and what was said of it.
    pub fn label(&self, name: &str) -> String {
        let ruleset = self.ruleset.iter().map(|r| format!("@{r}")).collect::<String>();
        let set: Vec<String> = self.set.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let set = if set.is_empty() { String::new() } else { format!(":{}", set.join(",")) };
        format!("{name}{ruleset}{set}")
    }
}

fn settings(text: &str) -> Option<Vec<(String, String)>> {
    let one = |part: &str| {
        let (name, value) = part.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        (!name.is_empty() && !value.is_empty()).then(|| (name.to_owned(), value.to_owned()))
    };
    text.split(',').map(one).collect()
}

/// All games: those written, with each value of each varied option.
///
/// # Errors
/// When there is nothing to compare, too much, or `--vary` can't be read.
pub fn all(games: &[String], vary: &[String]) -> Result<Vec<Entry>, Failure> {
    let mut entries: Vec<Entry> = games.iter().map(|g| Entry::read(g)).collect();
    for text in vary {
        let (name, values) = varied(text)?;
        let with = |entry: &Entry, value: &String| {
            let mut entry = entry.clone();
            entry.set.retain(|(set, _)| *set != name);
            entry.set.push((name.clone(), value.clone()));
            entry
        };
        if entries.len().saturating_mul(values.len()) > MOST {
            return Err(Failure::Usage(format!("that is more than {MOST} games to compare; vary less")));
        }
        entries = entries.iter().flat_map(|e| values.iter().map(move |v| with(e, v))).collect();
    }
    match entries.len() {
        0 | 1 => Err(Failure::Usage(
            "there is only one game; name another, or vary an option as in `--vary NAME=V1,V2`".to_owned(),
        )),
        n if n > MOST => Err(Failure::Usage(format!("that is more than {MOST} games to compare"))),
        _ => Ok(entries),
    }
}

/// `NAME=V1,V2` or `NAME=LO..HI`.
fn varied(text: &str) -> Result<(String, Vec<String>), Failure> {
    let bad = |why: &str| Failure::Usage(format!("`--vary {text}` can't be read: {why}"));
    let (name, values) = text.split_once('=').ok_or_else(|| bad("write NAME=V1,V2 or NAME=LO..HI"))?;
    let mut list = Vec::new();
    for value in values.split(',').map(str::trim) {
        let range = value.split_once("..").and_then(|(lo, hi)| Some((lo.parse().ok()?, hi.parse().ok()?)));
        match range {
            Some((lo, hi)) if lo > hi => return Err(bad(&format!("`{value}` holds no number; write `{hi}..{lo}`"))),
            Some((lo, hi)) if hi.saturating_sub(lo) >= LONGEST => return Err(bad("the range is too long")),
            Some::<(i64, i64)>((lo, hi)) => list.extend((lo..=hi).map(|n| n.to_string())),
            None if value.is_empty() => return Err(bad("a value is missing")),
            None => list.push(value.to_owned()),
        }
    }
    if name.trim().is_empty() {
        return Err(bad("the option's name is missing"));
    }
    Ok((name.trim().to_owned(), list))
}

#[cfg(test)]
mod tests {
    use super::{Entry, all};

    fn shown(games: &[&str], vary: &[&str]) -> Vec<String> {
        let owned = |list: &[&str]| list.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>();
        let entries = all(&owned(games), &owned(vary)).unwrap_or_else(|e| panic!("{e:?}"));
        entries.iter().map(|e| e.label(&e.variant)).collect()
    }

    #[test]
    fn as_written() {
        let entry = Entry::read("a/b.sow@many seeds:seeds=3, pits = 5");
        assert_eq!((entry.variant.as_str(), entry.ruleset.as_deref()), ("a/b.sow", Some("many seeds")));
        assert_eq!(entry.label("b"), "b@many seeds:seeds=3,pits=5");
        assert_eq!(Entry::read("C:\\x.sow").variant, "C:\\x.sow");
        assert_eq!(Entry::read("C:\\x.sow:a=b").variant, "C:\\x.sow");
        assert_eq!(Entry::read("x:y").variant, "x:y");
    }

    #[test]
    fn varied() {
        assert_eq!(shown(&["x"], &["n=2..4"]), ["x:n=2", "x:n=3", "x:n=4"]);
        assert_eq!(shown(&["x", "y:n=7"], &["n=1,w"]), ["x:n=1", "x:n=w", "y:n=1", "y:n=w"]);
        assert_eq!(shown(&["x"], &["a=1,2", "b=3"]).len(), 2);
        for (games, vary) in [(vec!["x"], vec!["n=1"]), (vec!["x"], vec!["n=4..2"]), (vec!["x", "y"], vec!["n"])] {
            let owned = |list: &[&str]| list.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>();
            assert!(all(&owned(&games), &owned(&vary)).is_err(), "{games:?} {vary:?}");
        }
    }
}
