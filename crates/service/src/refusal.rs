//! Error answers.

use std::fmt;

use serde_json::json;
use tremaux_registry::RegistryError;
use tremaux_registry::reading::looks_like;

/// Why a request is rejected.
#[derive(Debug)]
pub enum Refusal {
    /// Invalid JSON, or a missing or unknown field.
    Malformed(String),
    /// The request or its answer is too large.
    TooLarge(String),
    /// Invalid names, options or texts.
    Registry(RegistryError),
    /// The game has no notation of whole games.
    NoRecords,
    /// No such request.
    NotFound,
}

impl From<RegistryError> for Refusal {
    fn from(error: RegistryError) -> Self {
        Self::Registry(error)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(message) | Self::TooLarge(message) => f.write_str(message),
            Self::Registry(error) => error.fmt(f),
            Self::NoRecords => f.write_str("the game has no notation of whole games"),
            Self::NotFound => f.write_str("page not found"),
        }
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// The status of HTTP that says it.
    pub const fn status(&self) -> u16 {
        match self {
            Self::Malformed(_) => 400,
            Self::TooLarge(_) => 413,
            Self::Registry(_) | Self::NoRecords => 422,
            Self::NotFound => 404,
        }
    }

    /// The message as JSON, with its position if it has one, and what a refused instance looks
    /// like.
    pub fn to_json(&self) -> serde_json::Value {
        let mut message = self.to_string();
        let Self::Registry(error) = self else { return json!({ "message": message }) };
        if let RegistryError::Instance { option: None, text, .. } = error
            && let Some(what) = looks_like(text)
        {
            message += &format!("; this looks like {what}");
        }
        match error.place() {
            Some((_, place)) => json!({
                "message": message,
                "line": place.line,
                "column": place.column,
                "offset": place.offset,
                "length": place.length,
                "found": place.found,
                "expected": place.expected,
            }),
            None => json!({ "message": message }),
        }
    }
}
