//! `sower explain`

use std::io::Write;

use super::args::Explain;
use super::failure::{FINE, Failure, Outcome};
use super::output::{self, Context};
use crate::diagnostic::{Severity, codes, did_you_mean};

/// Tells what a code means.
pub fn run(context: &Context, args: &Explain) -> Outcome {
    let Some(code) = codes::by_id(&args.code) else {
        let near = did_you_mean(&args.code, codes::ALL.iter().map(|c| c.id));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
        return Err(Failure::Usage(format!("there is no diagnostic {}{hint}", args.code)));
    };
    let severity = match code.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut out = output::stdout();
    if context.common.json {
        let object = serde_json::json!({"code": code.id, "severity": severity, "title": code.title});
        writeln!(out, "{object}")?;
    } else {
        writeln!(out, "{} ({severity}): {}", code.id, code.title)?;
    }
    out.flush()?;
    Ok(FINE)
}
