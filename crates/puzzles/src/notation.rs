//! What the notations of puzzles share.

use tremaux_core::{Notation, ParseError, StateSpace};

/// The action of `state` that is written as `text`; `expected` describes those that are possible.
pub(crate) fn possible_action<S: StateSpace + Notation>(
    space: &S,
    state: &S::State,
    text: &str,
    expected: impl Into<String>,
) -> Result<S::Action, ParseError> {
    let word = text.trim();
    let mut actions = Vec::new();
    space.actions(state, &mut actions);
    let found = actions.into_iter().find(|&action| space.action_text(state, action) == word);
    found.ok_or_else(|| ParseError::about(text, word, expected))
}

/// The characters of `row`, each with the part of the text that it is, for errors about it.
pub(crate) fn signs(row: &str) -> impl Iterator<Item = (char, &str)> {
    row.char_indices().map(|(at, sign)| (sign, &row[at..at + sign.len_utf8()]))
}

/// The error about a row of `text` that ends too early.
pub(crate) fn short_row(text: &str, row: &str, expected: impl Into<String>) -> ParseError {
    let found = "the end of the row".to_owned();
    ParseError { found, ..ParseError::about(text, &row[row.len()..], expected) }
}
