//! Errors of reading games.

use std::fmt;
use std::io;

use tremaux_core::ParseError;

/// Why a game cannot be read.
#[derive(Debug)]
pub enum PgnError {
    /// The file cannot be read.
    Io(io::Error),
    /// A game is wrong.
    Game {
        /// The number of the game in the file, from 1.
        number: u64,
        /// What is wrong; line, column and offset count from the start of the file.
        error: ParseError,
    },
}

impl PgnError {
    /// The place in the file, if a game is wrong.
    pub fn parse_error(&self) -> Option<&ParseError> {
        match self {
            Self::Io(_) => None,
            Self::Game { error, .. } => Some(error),
        }
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot read games: {error}"),
            Self::Game { number, error } => write!(f, "game {number}, {error}"),
        }
    }
}

impl std::error::Error for PgnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Game { error, .. } => Some(error),
        }
    }
}

impl From<io::Error> for PgnError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
