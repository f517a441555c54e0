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
