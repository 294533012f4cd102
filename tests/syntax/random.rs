//! Texts made of the corpus by chance.

use proptest::prelude::*;
use sower::source::Source;

use super::{corpus, read, shape};

/// A change of a text: which kind, and two places.
type Change = (u8, usize, usize);

fn changed(text: &str, changes: &[Change]) -> String {
    let mut tokens: Vec<String> = split(text);
    for &(kind, a, b) in changes {
        if tokens.is_empty() {
            break;
        }
        let (a, b) = (a % tokens.len(), b % tokens.len());
        match kind % 6 {
            0 => drop(tokens.remove(a)),
            1 => tokens.insert(a, tokens[b].clone()),
            2 => tokens.swap(a, b),
            3 => tokens[a] = tokens[b].clone(),
            4 => tokens.insert(a, ["\n", ";", " # c\n", " ", "{", "}", "(", ")", "\"", "é"][b % 10].to_owned()),
            // A whole stretch goes.
            _ => drop(tokens.drain(a.min(b)..(a.min(b) + 12).min(tokens.len()))),
        }
    }
    tokens.concat()
}

/// Words, signs and blanks.
fn split(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut word = false;
    for c in text.chars() {
        let is_word = c.is_alphanumeric() || c == '-';
        match tokens.last_mut() {
            Some(last) if is_word && word => last.push(c),
            _ => tokens.push(c.to_string()),
        }
        word = is_word;
    }
    tokens
}

fn check(text: &str) {
    let (file, mistakes, source) = read(text);
    for d in &mistakes {
        assert!(d.span.start <= d.span.end && d.span.end as usize <= text.len());
        assert!(!d.message.is_empty());
    }
    let formatted = match sower::syntax::format(&source) {
        Ok(formatted) => formatted,
        Err(errors) => return assert_eq!(errors, mistakes),
    };
    assert!(mistakes.is_empty());
    let (again, mistakes, source) = read(&formatted);
    assert!(mistakes.is_empty(), "{text}\n----\n{formatted}\n----\n{}", super::render(&source, &mistakes));
    assert_eq!(shape(&again), shape(&file), "{text}\n----\n{formatted}");
    let twice = sower::syntax::format(&source).unwrap();
    assert!(twice == formatted, "{text}\n----\n{formatted}\n----\n{twice}");
    let comments = |t: &str| t.lines().filter(|l| l.contains("# c")).count();
    assert!(comments(&formatted) <= comments(text));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, rng_seed: crate::support::rng_seed(), ..ProptestConfig::default() })]

    #[test]
    fn changed_games_are_read_or_refused(
        game in 0usize..10,
        changes in prop::collection::vec((any::<u8>(), any::<usize>(), any::<usize>()), 1..6),
    ) {
        let games = corpus("valid");
        check(&changed(&games[game % games.len()].1, &changes));
    }

    #[test]
    fn changed_lines_are_read_or_refused(
        game in 0usize..10,
        changes in prop::collection::vec((0u8..3, any::<usize>(), any::<usize>()), 1..8),
    ) {
        let games = corpus("valid");
        let mut lines: Vec<&str> = games[game % games.len()].1.lines().collect();
        for (kind, a, b) in changes {
            let (a, b) = (a % lines.len(), b % lines.len());
            match kind {
                0 => { lines.remove(a); }
                1 => lines.insert(a, lines[b]),
                _ => lines.swap(a, b),
            }
            if lines.is_empty() { break; }
        }
        check(&lines.join("\n"));
    }

    #[test]
    fn statements_on_their_own_lines_or_not(
        game in 0usize..10,
        newlines in prop::collection::vec(any::<(u8, bool)>(), 64),
    ) {
        // Blanks become newlines where a line may go on, and comments stand wherever a line ends.
        let games = corpus("valid");
        let text = &games[game % games.len()].1;
        let mut out = String::new();
        for (i, line) in text.lines().enumerate() {
            let (n, comment) = newlines[i % newlines.len()];
            let parts: Vec<&str> = line.split(" and ").collect();
            out.push_str(&parts.join(if n % 3 == 0 { " and\n" } else { " and " }));
            out.push_str(if comment { " # c\n" } else { "\n" });
            if n % 7 == 0 { out.push_str("\n\n"); }
        }
        check(&out);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        check(&text);
    }

    #[test]
    fn any_words_are_read_or_refused(
        words in prop::collection::vec(0usize..5000, 1..60),
    ) {
        let all: Vec<String> = corpus("valid").iter().flat_map(|(_, t)| split(t)).filter(|t| t != " ").collect();
        let text: Vec<&str> = words.iter().map(|&w| all[w * 7 % all.len()].as_str()).collect();
        check(&format!("landing {{ {} }}", text.join(" ")));
        check(&text.join(" "));
    }
}

#[test]
fn a_name_is_the_same_however_its_letters_are_composed() {
    let composed = read("let caf\u{e9} = next\nlanding { caf\u{e9} is mine => end }\n").0;
    let decomposed = read("let cafe\u{301} = next\nlanding { cafe\u{301} is mine => end }\n").0;
    assert_eq!(shape(&composed), shape(&decomposed));
    let _ = Source::new("x", "");
}
