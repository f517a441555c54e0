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
    String::from_utf8(bytes).or_else(|error| latin_1(error.as_bytes()))
}

/// Text in Latin-1, as old files are. Text in another encoding is refused: its characters may
/// contain the bytes of brackets and backslashes.
fn latin_1(bytes: &[u8]) -> io::Result<String> {
    let wrong = |what: &str| {
        let error = format!("expected text in UTF-8 or Latin-1, found {what}: convert it first");
        Err(io::Error::new(io::ErrorKind::InvalidData, error))
    };
    let declared = bytes.windows(3).position(|it| it == b"CA[").map(|at| {
        let name = bytes[at + 3..].iter().take(20).take_while(|&&byte| byte != b']');
        name.map(|&byte| char::from(byte)).collect::<String>()
    });
    let is_latin = |name: &str| {
        let name = name.to_ascii_lowercase();
        ["latin", "8859-1", "1252", "ascii"].iter().any(|it| name.contains(it))
    };
    if let Some(name) = declared.filter(|it| !is_latin(it)) {
        return wrong(&format!("{name:?} in CA"));
    }
    if bytes.windows(2).any(|it| it[0] >= 0x80 && it[1] == b'\\') {
        return wrong("what looks like Shift-JIS or Big5");
    }
    Ok(bytes.iter().copied().map(char::from).collect())
}
