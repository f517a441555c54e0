//! Whole games in the notation of the field, such as PGN.

use std::io::{self, Read};

use serde::Serialize;
use tremaux_domain::reading::{ReadLimits, TextError, read_opened};

/// A notation of whole games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RecordFormat {
    /// Its name.
    pub name: &'static str,
    /// The extension of its files, without the dot.
    pub extension: &'static str,
}

/// A game of a file in such a notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// The players and the result, in a few words.
    pub title: String,
    /// The options of the game that the file determines, such as the rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(&'static str, String)>,
    /// The first position.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
}

/// The text of a file of games that was opened with `open_text`, which decodes it.
///
/// # Errors
///
/// Fails if it cannot be read, is too long, or is not text.
pub fn read_text(input: impl Read) -> io::Result<String> {
    let found = read_opened("games".to_owned(), input, &ReadLimits::default());
    found.map(|it| it.text).map_err(|error| match error {
        TextError::Io { source, .. } => source,
        TextError::NotText { error, .. } => io::Error::new(io::ErrorKind::InvalidData, error),
        error => io::Error::other(error),
    })
}
