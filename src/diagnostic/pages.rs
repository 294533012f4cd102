//! A page for each kind of diagnostic, from `docs/errors`: what it means, a wrong and a right example.

use include_dir::{Dir, include_dir};

use super::Code;

static PAGES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/docs/errors");

/// What is told about a kind of diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// What it means, in paragraphs.
    pub meaning: &'static str,
    /// Something that is reported so.
    pub wrong: Example,
    /// The same put right.
    pub right: Example,
}

/// An example on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Whether it is typed at a prompt (`$ sower …`), rather than a part of a rules file.
    pub typed: bool,
    /// Its text. A part of a rules file leaves out the sections that it isn't about.
    pub text: &'static str,
}

/// The page of a kind.
#[must_use]
pub fn page(code: &Code) -> Option<Page> {
    let text = PAGES.get_file(format!("{}.md", code.id))?.contents_utf8()?;
    let (title, text) = text.split_once('\n')?;
    if title != format!("# {}: {}", code.id, code.title) {
        return None;
    }
    let (meaning, examples) = text.split_once("\n## Wrong\n")?;
    let (wrong, right) = examples.split_once("\n## Right\n")?;
    Some(Page { meaning: meaning.trim(), wrong: example(wrong)?, right: example(right)? })
}

fn example(text: &'static str) -> Option<Example> {
    let (kind, text) = text.trim().strip_prefix("```")?.split_once('\n')?;
    Some(Example { typed: kind == "console", text: text.strip_suffix("\n```")? })
}
