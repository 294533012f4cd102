//! `sower new`

use std::path::Path;

use serde_json::json;

use super::args::New;
use super::failure::{FINE, Failure, Outcome};
use super::output::{self, Context, NewFile};
use super::variant;
use crate::diagnostic::{Severity, Sink};
use crate::source::Source;
use crate::syntax::{self, ast};

/// What a new file says where it isn't begun from another game.
const STARTER: &str = include_str!("starter.sow");

/// Longest name, in bytes: file systems allow 255, and the ending and a temporary name need some.
const LONGEST: usize = 200;

/// Writes a commented starter file.
pub fn run(context: &Context, args: &New) -> Outcome {
    let name = args.name.strip_suffix(".sow").unwrap_or(&args.name);
    if let Some(why) = bad_name(name) {
        return Err(Failure::Usage(format!("a new file can't be called {:?}: {why}", args.name)));
    }
    let title = title(name);
    let text = match &args.like {
        None => STARTER.replace("TITLE", &escaped(&title)),
        Some(model) => like(model, &title)?,
    };
    let file = format!("{name}.sow");
    let source = Source::new(file.clone(), text);
    let text = syntax::format(&source).map_err(|d| Failure::Wrong(d, source.clone().into()))?;
    let mut new = NewFile::create(Path::new(&file))?;
    new.write(text.as_bytes())?;
    new.finish_new()?;
    if context.common.json {
        output::line(&json!({"file": file}))?;
    } else {
        context.note(&format!("{file} is written; `sower check {file}` checks it, `sower play {file}` plays it"));
    }
    Ok(FINE)
}

/// Why a name won't do, and what would.
fn bad_name(name: &str) -> Option<&'static str> {
    let strange = |c: char| c.is_control() || "\\:*?\"<>|".contains(c);
    Some(match name {
        "" => "say how the game is called, as in `sower new my-game`",
        n if n.contains(['/', '\\']) => "it is written into the current folder, so give a name without `/`",
        n if n.contains(strange) => "use letters, digits, hyphens and blanks",
        n if n.starts_with(['.', '-']) => "begin it with a letter or a digit",
        n if n.trim() != n || n.ends_with('.') => "take the blank or point away from its beginning or end",
        n if !n.contains(char::is_alphanumeric) => "use a letter or a digit",
        n if n.len() > LONGEST => "use a shorter name; the title within the file may be longer",
        _ => return None,
    })
}

/// `my-game` as a title: `My game`.
fn title(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The text of another game under a new title, its provenance to be filled in.
fn like(model: &str, title: &str) -> Result<String, Failure> {
    let found = variant::find(model)?;
    if found.is_ir() {
        return Err(Failure::Usage("`--like` takes a game's rules; an IR file has no text to begin from".to_owned()));
    }
    let checked = found.check();
    if checked.diagnostics.iter().any(|d| d.severity() == Severity::Error) {
        return Err(Failure::Wrong(checked.diagnostics, checked.sources));
    }
    let file = syntax::parse(&found.source, &mut Sink::new());
    let header = header(&found.name, checked.game.as_ref().map_or("", |g| g.header.title.as_str()), title);
    let mut text = found.source.text().to_owned();
    let mut titled = false;
    // From the end, so that what comes before keeps its place.
    for item in file.items.iter().rev() {
        match item {
            ast::Item::Game(game) => {
                text.replace_range(game.span.start as usize..game.span.end as usize, &header);
                titled = true;
            }
            ast::Item::Extends(name, _) if variant::looks_like_a_path(&name.text) => {
                let path = seen_from_here(model, &name.text);
                let quoted = format!("\"{}\"", escaped(&path));
                text.replace_range(name.span.start as usize..name.span.end as usize, &quoted);
            }
            _ => {}
        }
    }
    Ok(if titled { text } else { format!("{header}\n\n{text}") })
}

/// A path in a file, which is seen from that file's folder, as it is seen from the current one.
fn seen_from_here(model: &str, path: &str) -> String {
    let folder = Path::new(model).parent().unwrap_or(Path::new(""));
    folder.join(path).to_string_lossy().into_owned()
}

fn header(name: &str, old: &str, title: &str) -> String {
    let old = if old.is_empty() { name } else { old };
    format!(
        "game \"{}\" {{\n\
         # Fill in what you know of your game, and take the `#` away.\n\
         # also \"another name\", \"and another\"\n\
         # people \"who play it\"\n\
         # region \"where\"\n\
         # source \"who wrote the rules down, where, on which page\"\n\
         note \"begun from the rules of {}\"\n}}",
        escaped(title),
        escaped(old)
    )
}
