//! The fields of an object on a line.

use serde_json::{Map, Value};

use crate::cost::Cost;

/// The fields of an object, which are taken one by one.
pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    pub(crate) fn of(line: &str) -> Result<Self, String> {
        match serde_json::from_str(line) {
            Ok(Value::Object(map)) => Ok(Self(map)),
            Ok(_) => Err("expected an object".to_owned()),
            Err(error) => Err(format!("not JSON: {error}")),
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(crate) fn take(&mut self, name: &str) -> Result<Value, String> {
        self.0.remove(name).ok_or_else(|| format!("missing `{name}`"))
    }

    pub(crate) fn text(&mut self, name: &str) -> Result<String, String> {
        text_of(self.take(name)?, name)
    }

    pub(crate) fn texts(&mut self, name: &str) -> Result<Vec<String>, String> {
        self.list(name)?.into_iter().map(|value| text_of(value, name)).collect()
    }

    pub(crate) fn list(&mut self, name: &str) -> Result<Vec<Value>, String> {
        match self.take(name)? {
            Value::Array(values) => Ok(values),
            _ => Err(format!("`{name}` must be a list")),
        }
    }

    pub(crate) fn cost(&mut self, name: &str) -> Result<Cost, String> {
        Cost::read(&self.take(name)?)
    }

    /// A whole number that may be negative.
    pub(crate) fn millionths(&mut self, name: &str) -> Result<i128, String> {
        let number = self.take(name)?.as_i64().map(i128::from);
        number.ok_or_else(|| format!("`{name}` must be a whole number of millionths"))
    }

    /// Fails if a field was not taken: what it says would be ignored.
    pub(crate) fn finish(&self) -> Result<(), String> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(format!("unknown field `{name}`")),
        }
    }
}

fn text_of(value: Value, name: &str) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text),
        _ => Err(format!("`{name}` must be text")),
    }
}
