//! Errors of trace files.

use std::io;

use thiserror::Error;

/// Why a trace cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The file cannot be read or written.
    #[error("cannot read or write the trace: {0}")]
    Io(#[from] io::Error),
    /// The file is not a trace.
    #[error("not a trace file: it does not begin with `TREMAUX`")]
    NotATrace,
    /// The file has another version.
    #[error("the trace has version {found}; this program reads version {known}")]
    Version {
        /// The version in the file.
        found: u8,
        /// The supported version.
        known: u8,
    },
    /// A trace without an end event, or with events after it, is followed by another.
    #[error("another trace can only follow after the end of this one")]
    Unfinished,
    /// The file is damaged.
    #[error("the trace is damaged at byte {offset}: {what}")]
    Damaged {
        /// Where the damaged part begins, in bytes.
        offset: u64,
        /// The error there.
        what: String,
    },
}

impl TraceError {
    pub(crate) fn damaged(offset: u64, what: impl Into<String>) -> Self {
        Self::Damaged { offset, what: what.into() }
    }
}
