//! One sentence for an unknown name, wherever it is met.

use tremaux_core::ParseError;
use tremaux_reading::in_words;

use super::error::{Kind, RegistryError};

/// The error for the unknown `name` at `offset` of `text`, where one of `all` was expected.
pub fn unknown(
    kind: Kind,
    all: impl Iterator<Item = &'static str>,
    name: &str,
    offset: usize,
    text: &str,
    nearest: Vec<&'static str>,
) -> RegistryError {
    let expected = if nearest.is_empty() {
        let all: Vec<&str> = all.collect();
        format!("{}: {}", kind.in_words(), in_words(&all))
    } else {
        format!("{} (did you mean {}?)", kind.in_words(), in_words(&nearest))
    };
    let error = ParseError::at(text, offset, name.len(), format!("`{name}`"), expected);
    RegistryError::UnknownName { kind, text: text.to_owned(), error: Box::new(error), nearest }
}
