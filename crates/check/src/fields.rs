//! The fields of an object on a line.

use std::collections::BTreeMap;

use crate::cost::Cost;
use crate::json::Json;

/// The fields of an object, which are taken one by one.
pub(crate) struct Fields(BTreeMap<String, Json>);

impl Fields {
    pub(crate) fn of(line: &str) -> Result<Self, String> {
        match serde_json::from_str(line) {
            Ok(Json::Fields(fields)) => Ok(Self(fields)),
            Ok(_) => Err("expected an object".to_owned()),
            Err(error) => Err(format!("not JSON: {error}")),
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(crate) fn take(&mut self, name: &str) -> Result<Json, String> {
        self.0.remove(name).ok_or_else(|| format!("missing `{name}`"))
    }

    pub(crate) fn text(&mut self, name: &str) -> Result<String, String> {
        text_of(self.take(name)?, name)
    }

    pub(crate) fn texts(&mut self, name: &str) -> Result<Vec<String>, String> {
        self.list(name)?.into_iter().map(|value| text_of(value, name)).collect()
    }

    pub(crate) fn list(&mut self, name: &str) -> Result<Vec<Json>, String> {
        match self.take(name)? {
            Json::List(values) => Ok(values),
            _ => Err(format!("`{name}` must be a list")),
        }
    }

    pub(crate) fn cost(&mut self, name: &str) -> Result<Cost, String> {
        Cost::read(&self.take(name)?)
    }

    /// A whole number that may be negative.
    pub(crate) fn whole(&mut self, name: &str) -> Result<i128, String> {
        match self.take(name)? {
            Json::Number(number) if i64::try_from(number).is_ok() => Ok(number),
            _ => Err(format!("`{name}` must be a whole number")),
        }
    }

    /// Fails if a field was not taken: what it says would be ignored.
    pub(crate) fn finish(&self) -> Result<(), String> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(format!("unknown field `{name}`")),
        }
    }
}

fn text_of(value: Json, name: &str) -> Result<String, String> {
    match value {
        Json::Text(text) => Ok(text),
        _ => Err(format!("`{name}` must be text")),
    }
}
