//! Why a computation has no figures.

use std::fmt;

use tremaux_core::StopReason;

/// The reason why an entry was not computed to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The computation was cancelled.
    Cancelled,
    /// The time limit was reached.
    Time,
    /// A search reached another limit.
    Limit(StopReason),
    /// A data file is missing; the text names it.
    Needs(&'static str),
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => f.write_str("stopped"),
            Self::Time => f.write_str("time limit reached"),
            Self::Needs(what) => write!(f, "needs {what}"),
            Self::Limit(reason) => write!(f, "stopped: {reason:?}"),
        }
    }
}
