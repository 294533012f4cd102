//! Requests, read from JSON.

use serde_json::{Map, Value};

use super::Refusal;

/// A request.
#[derive(Debug)]
pub struct Request {
    /// What the reply repeats; null if there is none.
    pub id: Value,
    /// What to do.
    pub verb: String,
    /// All keys.
    keys: Map<String, Value>,
}

/// Reads a line.
///
/// # Errors
/// The request's `id`, as far as it could be read, and what is wrong.
pub fn read(line: &[u8]) -> Result<Request, (Value, Refusal)> {
    let value: Value = serde_json::from_slice(line)
        .map_err(|e| (Value::Null, Refusal::bad_request(format!("the request isn't JSON: {e}"))))?;
    let Value::Object(keys) = value else {
        return Err((Value::Null, Refusal::bad_request("the request isn't a JSON object")));
    };
    let id = keys.get("id").cloned().unwrap_or(Value::Null);
    match keys.get("do") {
        Some(Value::String(verb)) => Ok(Request { id, verb: verb.clone(), keys }),
        Some(_) => Err((id, Refusal::bad_request("`do` isn't a text"))),
        None => Err((id, Refusal::bad_request("the request has no `do`"))),
    }
}

impl Request {
    /// Whether it is answered without a game.
    pub fn is_common(&self) -> bool {
        matches!(self.verb.as_str(), "load" | "quit")
    }

    /// A key's value, which must be there.
    pub fn value(&self, key: &str) -> Result<&Value, Refusal> {
        self.keys.get(key).ok_or_else(|| Refusal::bad_request(format!("`{}` needs `{key}`", self.verb)))
    }

    /// A text, which must be there.
    pub fn text(&self, key: &str) -> Result<String, Refusal> {
        match self.value(key)? {
            Value::String(text) => Ok(text.clone()),
            _ => Err(Refusal::bad_request(format!("`{key}` isn't a text"))),
        }
    }

    /// A text, if it is there.
    pub fn optional_text(&self, key: &str) -> Result<Option<String>, Refusal> {
        match self.keys.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(_) => self.text(key).map(Some),
        }
    }

    /// A number, if it is there.
    pub fn optional_number(&self, key: &str) -> Result<Option<u64>, Refusal> {
        match self.keys.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match value.as_u64() {
                Some(n) => Ok(Some(n)),
                None => Err(Refusal::bad_request(format!("`{key}` isn't a number from 0"))),
            },
        }
    }

    /// True or false; false if it isn't there.
    pub fn flag(&self, key: &str) -> Result<bool, Refusal> {
        match self.keys.get(key) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(b)) => Ok(*b),
            Some(_) => Err(Refusal::bad_request(format!("`{key}` is neither true nor false"))),
        }
    }

    /// The options of `set`: values may be texts or numbers.
    pub fn settings(&self) -> Result<Vec<(String, String)>, Refusal> {
        let set = match self.keys.get("set") {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(Value::Object(set)) => set,
            Some(_) => return Err(Refusal::bad_request("`set` isn't an object")),
        };
        let read = |(name, value): (&String, &Value)| match value {
            Value::String(text) => Ok((name.clone(), text.clone())),
            Value::Number(n) => Ok((name.clone(), n.to_string())),
            _ => Err(Refusal::bad_request(format!("the value of `{name}` is neither a text nor a number"))),
        };
        set.iter().map(read).collect()
    }
}
