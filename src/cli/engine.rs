//! `sower engine`: a session of JSON requests and replies, one a line.

mod request;
mod session;

use std::io::{self, BufRead, Write};

use serde_json::{Map, Value};

use super::args::Engine;
use super::failure::{FINE, Failure, Outcome};
use super::output::Context;
use super::variant;
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::engine::{Game, Settings};

use request::Request;
use session::Session;

/// A game that requests speak of.
struct Loaded {
    game: Game,
    name: String,
    free: bool,
}

/// Why a request is refused.
#[derive(Debug, PartialEq, Eq)]
struct Refusal {
    code: String,
    message: String,
}

impl Refusal {
    fn new(code: &'static Code, message: impl Into<String>) -> Refusal {
        Refusal { code: code.id.to_owned(), message: message.into() }
    }

    fn bad_request(message: impl Into<String>) -> Refusal {
        Refusal::new(&codes::BAD_REQUEST, message)
    }
}

impl From<&Diagnostic> for Refusal {
    fn from(d: &Diagnostic) -> Refusal {
        let help = if d.help.is_empty() { String::new() } else { format!(" ({})", d.help) };
        Refusal::new(d.code, format!("{}{help}", d.message))
    }
}

impl From<Diagnostic> for Refusal {
    fn from(d: Diagnostic) -> Refusal {
        Refusal::from(&d)
    }
}

type Reply = Result<Map<String, Value>, Refusal>;

/// What ends the service of one game.
enum Next {
    /// Another game is loaded.
    Load(Box<Loaded>, Value),
    /// The session is over.
    Quit,
}

/// Runs a session to its end.
pub fn run(context: &Context, args: &Engine) -> Outcome {
    let mut loaded = match &args.variant {
        Some(name) => {
            let (found, game) = variant::compile(context, name)?;
            Some(Box::new(Loaded { game, name: found.name, free: context.common.free }))
        }
        None => None,
    };
    let mut wires = Wires { input: io::stdin().lock(), output: io::stdout().lock() };
    let mut asked = None;
    loop {
        let next = match &loaded {
            Some(now) => serve(context, &mut wires, &mut Session::new(now), asked.take())?,
            None => wait(context, &mut wires)?,
        };
        match next {
            Next::Load(new, id) => (loaded, asked) = (Some(new), Some(id)),
            Next::Quit => return Ok(FINE),
        }
    }
}

/// Where requests come from and replies go.
struct Wires {
    input: io::StdinLock<'static>,
    output: io::StdoutLock<'static>,
}

impl Wires {
    /// The next line that isn't blank.
    fn line(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        loop {
            let mut line = Vec::new();
            let n = self.input.read_until(b'\n', &mut line);
            let n = n.map_err(|e| Failure::File(format!("standard input can't be read: {e}")))?;
            if n == 0 {
                return Ok(None);
            }
            if !line.iter().all(u8::is_ascii_whitespace) {
                return Ok(Some(line));
            }
        }
    }

    fn reply(&mut self, id: Value, reply: Reply) -> Result<(), Failure> {
        let mut object = Map::new();
        object.insert("id".to_owned(), id);
        object.insert("ok".to_owned(), Value::Bool(reply.is_ok()));
        match reply {
            Ok(more) => object.extend(more),
            Err(refusal) => {
                object.insert("code".to_owned(), Value::String(refusal.code));
                object.insert("message".to_owned(), Value::String(refusal.message));
            }
        }
        serde_json::to_writer(&mut self.output, &object)?;
        writeln!(self.output)?;
        self.output.flush()?;
        Ok(())
    }

    /// The next request that can be read; others are answered here. None at the end of input.
    fn request(&mut self) -> Result<Option<Request>, Failure> {
        while let Some(line) = self.line()? {
            match request::read(&line) {
                Ok(request) => return Ok(Some(request)),
                Err((id, refusal)) => self.reply(id, Err(refusal))?,
            }
        }
        Ok(None)
    }
}

/// Answers requests about one game. `asked` is the request that loaded it.
fn serve(
    context: &Context,
    wires: &mut Wires,
    session: &mut Session<'_>,
    asked: Option<Value>,
) -> Result<Next, Failure> {
    if let Some(id) = asked {
        wires.reply(id, Ok(session.state()))?;
    }
    while let Some(request) = wires.request()? {
        if let Some(next) = common(context, wires, &request)? {
            return Ok(next);
        }
        if !request.is_common() {
            let reply = session.answer(&request);
            wires.reply(request.id, reply)?;
        }
    }
    Ok(Next::Quit)
}

/// Answers requests while no game is loaded.
fn wait(context: &Context, wires: &mut Wires) -> Result<Next, Failure> {
    while let Some(request) = wires.request()? {
        if let Some(next) = common(context, wires, &request)? {
            return Ok(next);
        }
        if !request.is_common() {
            wires.reply(request.id, Err(Refusal::bad_request("no game is loaded; ask for `load` first")))?;
        }
    }
    Ok(Next::Quit)
}

/// Answers `load` and `quit`, which need no game; an error of `load` is answered and changes
/// nothing.
fn common(context: &Context, wires: &mut Wires, request: &Request) -> Result<Option<Next>, Failure> {
    match request.verb.as_str() {
        "quit" => {
            wires.reply(request.id.clone(), Ok(Map::new()))?;
            Ok(Some(Next::Quit))
        }
        "load" => match load(context, request) {
            Ok(loaded) => Ok(Some(Next::Load(Box::new(loaded), request.id.clone()))),
            Err(refusal) => {
                wires.reply(request.id.clone(), Err(refusal))?;
                Ok(None)
            }
        },
        _ => Ok(None),
    }
}

fn load(context: &Context, request: &Request) -> Result<Loaded, Refusal> {
    let name = request.text("variant")?;
    if name == "-" {
        return Err(Refusal::bad_request("standard input holds the requests, so it can't hold a game"));
    }
    let loaded = variant::load(context, &name).map_err(|f| refusal(&f))?;
    let settings = Settings {
        options: request.settings()?,
        ruleset: request.optional_text("ruleset")?,
        matches: request.flag("match")? || context.common.whole_match,
        max_laps: request.optional_number("max_laps")?.filter(|&n| n > 0).unwrap_or(context.common.max_laps),
    };
    let game = loaded.compile(&settings).map_err(|f| refusal(&f))?;
    Ok(Loaded { game, name: loaded.name, free: request.flag("free")? || context.common.free })
}

/// A failure of another part of the command line, as a reply.
fn refusal(failure: &Failure) -> Refusal {
    match failure {
        Failure::Wrong(diagnostics, _) => match diagnostics.first() {
            Some(d) => Refusal::from(d),
            None => Refusal::bad_request("the game can't be played"),
        },
        Failure::Usage(text) | Failure::File(text) => Refusal::bad_request(text.clone()),
        Failure::NotBuilt(what) => Refusal::new(&codes::NOT_BUILT, format!("{what}: not built yet")),
        Failure::Pipe => Refusal::bad_request("nobody listens"),
    }
}
