//! What is wrong with a trace.

use std::io;

use thiserror::Error;

/// Why a trace cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The file cannot be read or written.
    #[error("the trace cannot be read or written: {0}")]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("this is no trace: it does not begin with `{}`", crate::layout::MAGIC_TEXT)]
    NotATrace,
    /// The file is of a later version.
    #[error("the trace is of version {found}, and this program reads version {known}")]
    Version {
        /// That of the file.
        found: u64,
        /// The last that is known.
        known: u64,
    },
    /// A trace that has no end, or goes on after it, is followed by another.
    #[error("the trace does not end here, and another cannot follow it")]
    Unfinished,
    /// The file is damaged.
    #[error("the trace is damaged at byte {offset}: {what}")]
    Damaged {
        /// The part of the file that is damaged begins here.
        offset: u64,
        /// What is wrong there.
        what: String,
    },
}
