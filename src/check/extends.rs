//! `extends`: a file that begins from another and says only what differs.
//!
//! The other file is read and checked by itself first, so that its own mistakes aren't told as this
//! one's. Then the two trees become one ([`super::merge`]), and what is said of it below knows by
//! each span's `file` whose text it speaks of.

use super::Lower;
use super::merge;
use crate::diagnostic::{Diagnostic, Label, Severity, Sink, codes, did_you_mean};
use crate::source::{Bundled, Files, Source, Sources, Span, bundled, bundled_by_name};
use crate::syntax::{self, ast};

/// How many files may each begin from the next.
const MOST_FILES: usize = 8;

/// A bundled game by its stem, or else by one of its other names, whatever the case.
#[must_use]
pub fn bundled_game(name: &str) -> Option<Bundled> {
    let folded = name.to_lowercase();
    bundled_by_name(&folded).or_else(|| {
        // Reading takes longer than looking: only texts that hold the name are read.
        let near = bundled().into_iter().filter(|game| game.text.to_lowercase().contains(&folded));
        near.into_iter().find(|game| other_names(*game).iter().any(|a| a.to_lowercase() == folded))
    })
}

/// The other names of a bundled game.
#[must_use]
pub fn other_names(game: Bundled) -> Vec<String> {
    let file = syntax::parse(&game.source(), &mut Sink::new());
    let headers = file.items.into_iter().filter_map(|i| if let ast::Item::Game(g) = i { Some(g) } else { None });
    let texts = headers.flat_map(|g| g.meta).filter(|(key, _)| key.text == "also").flat_map(|(_, texts)| texts);
    texts.map(|t| t.text).collect()
}

/// The statement that names the file to begin from.
pub(super) fn statement(file: &ast::File) -> Option<(&ast::Text, Span)> {
    file.items.iter().find_map(|i| if let ast::Item::Extends(name, span) = i { Some((name, *span)) } else { None })
}

/// The file with all that it takes over from others; none, with an error, where that can't be had.
/// `file` is the tree of the last of `sources`.
pub(super) fn whole(file: ast::File, sources: &mut Sources, files: &dyn Files, sink: &mut Sink) -> Option<ast::File> {
    let Some((name, span)) = statement(&file) else {
        merge::alone(&file, sink);
        return Some(file);
    };
    let second =
        file.items.iter().filter_map(|i| if let ast::Item::Extends(_, s) = i { Some(*s) } else { None }).nth(1);
    if let Some(second) = second {
        sink.push(
            Diagnostic::new(&codes::DUPLICATE, second, "a file can extend only one other")
                .also(span, "it extends this one already")
                .help("keep one of the two"),
        );
        return None;
    }
    let (name, number) = (name.clone(), sources.all().len());
    match find(&name, &sources.all()[number - 1], files) {
        Ok(source) => {
            if let Some(wrong) = unfit(&name, &source, sources) {
                sink.push(wrong);
                return None;
            }
            sources.push(source);
        }
        Err(wrong) => {
            sink.push(*wrong);
            return None;
        }
    }
    // What is wrong with the other file is looked for as if it stood alone.
    let mut own = Sink::new();
    let parent = syntax::parse(&sources.all()[number], &mut own);
    let unread = own.has_errors();
    let parent = whole(parent, sources, files, &mut own);
    if let Some(parent) = &parent {
        Lower::new(sources, &mut own, parent, unread).file(parent);
    }
    let mistakes = own.finish();
    if let Some(first) = mistakes.iter().find(|d| d.severity() == Severity::Error) {
        sink.push(broken(&name, first, &sources.all()[number]));
        return None;
    }
    Some(merge::merge(parent?, file, &merge::Joint { name: &name.text, extends: span, sources }, sink))
}

/// Whether a name means a file rather than a bundled game.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".sow") || name.ends_with(".json")
}

fn find(name: &ast::Text, from: &Source, files: &dyn Files) -> Result<Source, Box<Diagnostic>> {
    if is_path(&name.text) {
        return files.read(&name.text, from).map_err(|why| {
            Box::new(Diagnostic::new(&codes::BAD_PARENT, name.span, why).help(
                "the path is seen from the folder of the file that names it; a bundled game is named without `.sow`",
            ))
        });
    }
    bundled_game(&name.text).map(Bundled::source).ok_or_else(|| {
        let all = bundled();
        let help = match did_you_mean(&name.text, all.iter().map(|b| b.name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "`sower list` names the bundled games; a file of your own is named with its ending: `extends \"{}.sow\"`",
                name.text
            ),
        };
        let message = format!("there is no bundled game `{}`", name.text);
        Box::new(Diagnostic::new(&codes::UNKNOWN_NAME, name.span, message).help(help))
    })
}

/// Why a file that was found can't be begun from.
fn unfit(name: &ast::Text, source: &Source, sources: &Sources) -> Option<Diagnostic> {
    let all = sources.all();
    if let Some(first) = all.iter().position(|s| s.is_same(source)) {
        let round: Vec<&str> = all[first..].iter().chain([source]).map(Source::name).collect();
        let message = if round.len() == 2 {
            "the file extends itself".to_owned()
        } else {
            format!("these files extend each other in a circle: {}", round.join(", "))
        };
        return Some(
            Diagnostic::new(&codes::CYCLE, name.span, message).help("one of them must be written without `extends`"),
        );
    }
    (all.len() >= MOST_FILES).then(|| {
        Diagnostic::new(&codes::BAD_PARENT, name.span, format!("more than {MOST_FILES} files each begin from the next"))
            .help("begin from a file nearer to the first of them")
    })
}

fn broken(name: &ast::Text, first: &Diagnostic, source: &Source) -> Diagnostic {
    if first.code == &codes::BAD_PARENT || first.code == &codes::CYCLE {
        // What is wrong with the chain is told once, from its beginning.
        let mut told = Diagnostic { span: name.span, label: String::new(), ..first.clone() };
        told.others.insert(0, Label { span: first.span, text: "named here".to_owned() });
        return told;
    }
    Diagnostic::new(
        &codes::BAD_PARENT,
        name.span,
        format!("`{}` has mistakes of its own, so no file can begin from it", name.text),
    )
    .also(first.span, first.message.clone())
    .help(format!("mend it first: `sower check {}` tells all that is wrong with it", source.name()))
}
