//! Why a text cannot be read.

use std::fmt;
use std::io;

use tremaux_core::{ParseError, StopReason};

/// Why a text cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum TextError {
    /// It cannot be opened, read or unpacked.
    Io {
        /// Where it comes from.
        origin: String,
        /// Why.
        source: io::Error,
    },
    /// It is longer than such input may be.
    TooLarge {
        /// Where it comes from.
        origin: String,
        /// The limit in bytes.
        most: u64,
    },
    /// A limit of the user was reached.
    Stopped {
        /// Where it comes from.
        origin: String,
        /// The limit.
        reason: StopReason,
    },
    /// It is not text, or not of the format that is read.
    NotText {
        /// Where it comes from.
        origin: String,
        /// What can be shown of it.
        text: String,
        /// The first byte that is not text, and what the whole looks like.
        error: Box<ParseError>,
    },
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { origin, source } => write!(f, "{origin}: {source}"),
            Self::TooLarge { origin, most } => {
                let most = most >> 20;
                write!(f, "{origin} is larger than {most} MiB, the limit for such input")
            }
            Self::Stopped { origin, reason } => write!(f, "`{origin}` was not read: {reason}"),
            Self::NotText { origin, error, .. } => write!(f, "{origin}: {error}"),
        }
    }
}

impl std::error::Error for TextError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::NotText { error, .. } => Some(error),
            _ => None,
        }
    }
}
