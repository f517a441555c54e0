//! What the notations of puzzles share.

use std::ops::RangeInclusive;

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

/// The numbers from 1 on in any order, separated by spaces or commas, each less one. `item` is what
/// one and several are called; `too_few` is expected if there are fewer than `counts` has.
pub(crate) fn permutation(
    text: &str,
    [item, items]: [&str; 2],
    counts: RangeInclusive<usize>,
    too_few: &str,
) -> Result<Vec<u8>, ParseError> {
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let words = || text.split(is_between).filter(|word| !word.is_empty());
    let (least, most) = counts.into_inner();
    if let Some(surplus) = words().nth(most) {
        return Err(ParseError::about(text, surplus, format!("at most {most} {items}")));
    }
    let count = words().count();
    if count < least {
        return Err(ParseError::at_end(text, too_few));
    }
    let mut order = Vec::with_capacity(count);
    for word in words() {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.parse::<usize>().ok().filter(|_| is_number);
        let Some(number) = number.filter(|number| (1..=count).contains(number)) else {
            let expected = format!("a {item} from 1 to {count}, the number of {items}");
            return Err(ParseError::about(text, word, expected));
        };
        let number = (number - 1) as u8;
        if order.contains(&number) {
            return Err(ParseError::about(text, word, format!("each {item} once")));
        }
        order.push(number);
    }
    Ok(order)
}
