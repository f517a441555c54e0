//! Whole games in the notation of the field, such as PGN.

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
