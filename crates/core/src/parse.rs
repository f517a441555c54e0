//! Errors that point at a place in a text.

use std::fmt;

/// A syntax error: what was found, what was expected, and where.
///
/// ```
/// use tremaux::ParseError;
/// let error = ParseError::at("1 2\n3 x", 6, 1, "`x`", "a number");
/// assert_eq!((error.line, error.column), (2, 3));
/// assert_eq!(error.to_string(), "line 2, column 3: expected a number, found `x`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// Where it starts, in bytes from the start of the text.
    pub offset: usize,
    /// The length in bytes; zero for a place between two bytes.
    pub length: usize,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl ParseError {
    /// An error about `length` bytes of `text`, starting at the byte `offset`.
    ///
    /// An offset beyond the end is moved to the end, an offset within a character to its start.
    pub fn at(
        text: &str,
        offset: usize,
        length: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let offset = floor_char_boundary(text, offset);
        let before = &text[..offset];
        let start_of_line = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[start_of_line..].chars().count() + 1,
            offset,
            length: length.min(text.len() - offset),
            found: shortened(&found.into()),
            expected: expected.into(),
        }
    }

    /// An error about `word`, which must be a part of `text`.
    ///
    /// What was found is the word itself, in backquotes, shortened if it is long.
    pub fn about(text: &str, word: &str, expected: impl Into<String>) -> Self {
        let offset = (word.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
        let found = if word.is_empty() { "nothing".into() } else { format!("`{word}`") };
        Self::at(text, offset.min(text.len()), word.len(), found, expected)
    }

    /// An error about the end of `text`.
    pub fn at_end(text: &str, expected: impl Into<String>) -> Self {
        let end = text.trim_end().len();
        let found = if end == 0 { "an empty text" } else { "the end of the text" };
        Self::at(text, end, 0, found, expected)
    }
}

/// Whether a terminal would obey a character instead of showing it: control characters, and those
/// that change the direction of writing.
#[inline]
pub fn is_obeyed(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// About forty characters of `text` at most, without control characters.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let visible = |c: char| if is_obeyed(c) { '\u{FFFD}' } else { c };
    if text.chars().count() <= MOST {
        return text.chars().map(visible).collect();
    }
    let backquote = if text.ends_with('`') { "`" } else { "" };
    text.chars().take(MOST - 4).map(visible).chain("…".chars()).chain(backquote.chars()).collect()
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, found, expected, .. } = self;
        write!(f, "line {line}, column {column}: expected {expected}, found {found}")
    }
}

impl std::error::Error for ParseError {}

/// The greatest index of `text` that is at most `at` and begins a character, or its length: what
/// `str::floor_char_boundary` is from Rust 1.91 on.
pub fn floor_char_boundary(text: &str, at: usize) -> usize {
    let boundary = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
    boundary.unwrap_or_default()
}
