//! `sower explain`

use std::io::Write;

use serde_json::{Value, json};

use super::args::Explain;
use super::failure::{FINE, Failure, Outcome};
use super::output::{self, Context};
use crate::diagnostic::pages::{self, Example};
use crate::diagnostic::{Code, Severity, codes, did_you_mean};

/// Columns of the text.
const WIDTH: usize = 80;

/// Tells what a code means; without a code, which codes there are.
pub fn run(context: &Context, args: &Explain) -> Outcome {
    let text = match &args.code {
        None => all(context.common.json),
        Some(id) => {
            let code = codes::by_id(id).ok_or_else(|| unknown(id))?;
            if context.common.json { format!("{}\n", object(code)) } else { told(code) }
        }
    };
    let mut out = output::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(FINE)
}

fn unknown(id: &str) -> Failure {
    let hint = match did_you_mean(id, codes::ALL.iter().map(|c| c.id)) {
        Some(near) => format!("did you mean {near}?"),
        None => "`sower explain` lists them".to_owned(),
    };
    Failure::Usage(format!("there is no diagnostic {id}; {hint}"))
}

fn severity(code: &Code) -> &'static str {
    match code.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn all(json: bool) -> String {
    if json {
        let list: Vec<Value> =
            codes::ALL.iter().map(|c| json!({"code": c.id, "severity": severity(c), "title": c.title})).collect();
        return format!("{}\n", Value::Array(list));
    }
    codes::ALL.iter().map(|c| format!("{}  {}\n", c.id, c.title)).collect()
}

fn object(code: &Code) -> Value {
    let page = pages::page(code);
    json!({
        "code": code.id,
        "severity": severity(code),
        "title": code.title,
        "meaning": page.map(|p| p.meaning),
        "wrong": page.map(|p| p.wrong.text),
        "right": page.map(|p| p.right.text),
    })
}

fn told(code: &Code) -> String {
    let mut text = format!("{} ({}): {}\n", code.id, severity(code), code.title);
    if let Some(page) = pages::page(code) {
        for paragraph in page.meaning.split("\n\n") {
            text += &format!("\n{}\n", textwrap::fill(&paragraph.replace('\n', " "), WIDTH));
        }
        for (head, example) in [("Wrong", page.wrong), ("Right", page.right)] {
            text += &format!("\n{head}:\n\n{}", indented(example));
        }
    }
    text
}

fn indented(example: Example) -> String {
    example.text.lines().map(|l| if l.is_empty() { "\n".to_owned() } else { format!("    {l}\n") }).collect()
}
