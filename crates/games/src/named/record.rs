//! Whole games in the notation of the field, such as PGN.

use std::io::{self, Read};

use serde::Serialize;

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

/// As for instances.
const MOST_BYTES: u64 = 64 << 20;

/// The text of a file of games, of which 64 MiB are read.
///
/// # Errors
///
/// Fails if it cannot be read, or is longer.
pub fn read_text(input: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    input.take(MOST_BYTES).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == MOST_BYTES {
        let error = format!("expected at most {} MiB of games", MOST_BYTES >> 20);
        return Err(io::Error::other(error));
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
