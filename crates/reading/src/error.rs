//! Why a text cannot be read.

use std::io;

use tremaux_core::{ParseError, StopReason};

/// Why a text cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// It cannot be opened, read or unpacked.
    #[error("{origin}: {source}")]
    Io {
        /// Where it comes from.
        origin: String,
        /// Why.
        source: io::Error,
    },
    /// It is longer than such input may be.
    #[error("{origin} is larger than {} MiB, the limit for such input", most >> 20)]
    TooLarge {
        /// Where it comes from.
        origin: String,
        /// The limit in bytes.
        most: u64,
    },
    /// A limit of the user was reached.
    #[error("`{origin}` was not read: {reason}")]
    Stopped {
        /// Where it comes from.
        origin: String,
        /// The limit.
        reason: StopReason,
    },
    /// It is not text, or not of the format that is read.
    #[error("{origin}: {error}")]
    NotText {
        /// Where it comes from.
        origin: String,
        /// What can be shown of it.
        text: String,
        /// The first byte that is not text, and what the whole looks like.
        #[source]
        error: Box<ParseError>,
    },
}
