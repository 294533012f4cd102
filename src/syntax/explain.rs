//! Why a statement can't be read.

use super::coded::Coded;
use super::parse::Rule;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Source;

pub(super) fn explain(source: &Source, coded: &Coded<'_>, entry: Rule) -> Diagnostic {
    use pest::Parser;
    let at = match super::parse::RulesParser::parse(entry, &coded.line) {
        Ok(_) => String::new(),
        Err(e) => format!("{e}"),
    };
    Diagnostic::new(&codes::SYNTAX, coded.whole(source), at)
}

pub(super) fn unknown_item<'w>(source: &Source, coded: &Coded<'_>, _heads: impl Iterator<Item = &'w str>) -> Diagnostic {
    Diagnostic::new(&codes::UNKNOWN_SECTION, coded.whole(source), "unknown section")
}
