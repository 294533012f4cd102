//! `sower fmt`

use std::io::Write;
use std::path::Path;

use super::args::Fmt;
use super::failure::{FINE, Failure, Outcome, WRONG};
use super::output::{self, Context};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::{Source, SourceError, Span};
use crate::syntax;

/// Formats files in place, or says which would change.
pub fn run(context: &Context, args: &Fmt) -> Outcome {
    let mut status = FINE;
    for path in &args.files {
        match one(path, args.check) {
            Ok(changed) => {
                if changed && args.check {
                    let mut out = output::stdout();
                    writeln!(out, "{}", path.display())?;
                    out.flush()?;
                    status = status.max(WRONG);
                }
            }
            Err(Failure::Pipe) => return Err(Failure::Pipe),
            // The other files are still formatted.
            Err(failure) => {
                context.fail(&failure);
                status = status.max(failure.status());
            }
        }
    }
    Ok(status)
}

/// Formats one file; whether it changes.
fn one(path: &Path, check: bool) -> Result<bool, Failure> {
    let name = path.to_string_lossy();
    let bytes = output::read_bytes(&name)?;
    let source = Source::from_bytes(name.clone(), bytes.clone()).map_err(|e| not_text(&name, &e))?;
    let text = syntax::format(&source).map_err(|d| Failure::Wrong(d, source.into()))?;
    let changed = text.as_bytes() != bytes;
    if check {
        return Ok(changed);
    }
    if name == "-" {
        let mut out = output::stdout();
        out.write_all(text.as_bytes())?;
        out.flush()?;
    } else if changed {
        output::write_file(path, text.as_bytes())?;
    }
    Ok(changed)
}

fn not_text(name: &str, error: &SourceError) -> Failure {
    let code = match error {
        SourceError::TooLong { .. } => &codes::TOO_LONG,
        SourceError::NotText { .. } => &codes::NOT_TEXT,
    };
    Failure::one(Diagnostic::new(code, Span::default(), format!("{name}: {error}")))
}
