//! One sentence for an unknown name, wherever it is met.

use tremaux_core::ParseError;
use tremaux_reading::{in_words, nearest_names};

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
    let expected = expected(kind.in_words(), all, &nearest);
    let error = ParseError::at(text, offset, name.len(), format!("`{name}`"), expected);
    RegistryError::UnknownName { kind, text: text.to_owned(), error: Box::new(error), nearest }
}

/// What was expected instead of the unknown `name`: the nearest ones of `all`, or all of them.
pub(crate) fn one_of(
    what: &str,
    all: impl Iterator<Item = &'static str> + Clone,
    name: &str,
) -> String {
    let near = nearest_names(name, all.clone());
    expected(what, all, &near)
}

fn expected(what: &str, all: impl Iterator<Item = &'static str>, near: &[&str]) -> String {
    if near.is_empty() {
        format!("{what}: {}", in_words(&all.collect::<Vec<_>>()))
    } else {
        format!("{what} (did you mean {}?)", in_words(near))
    }
}
