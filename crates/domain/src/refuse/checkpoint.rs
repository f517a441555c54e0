//! Why a saved search is refused.

use std::fmt;

use tremaux_search::CheckpointError;

/// Why a saved search cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckpointRefusal {
    /// The file is not a checkpoint.
    NotACheckpoint,
    /// The file is damaged or incomplete.
    Damaged,
    /// The file is complete, but the search rejects its bytes.
    Search(CheckpointError),
    /// The checkpoint is of another search.
    Other {
        /// The part that differs.
        what: &'static str,
        /// Its value in the checkpoint.
        found: String,
        /// Its value in this search.
        expected: String,
    },
}

impl fmt::Display for CheckpointRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACheckpoint => f.write_str("the file is not a checkpoint"),
            Self::Damaged => f.write_str("the checkpoint is damaged"),
            Self::Search(error) => error.fmt(f),
            Self::Other { what, found, expected } => {
                write!(f, "the checkpoint has a different {what}: `{found}`, expected `{expected}`")
            }
        }
    }
}
