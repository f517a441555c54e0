//! What the checker answers.

use std::fmt;

/// A proof that was checked and holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// What it proves, in words.
    pub claim: String,
    /// The number of closed states.
    pub closed: u64,
    /// The number of steps from closed states that were looked at.
    pub steps: u64,
}

/// Why a file is no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong there.
    pub reason: String,
    /// Whether the line could not be read at all.
    pub is_unreadable: bool,
}

impl Refused {
    pub(crate) fn at(line: u64, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into(), is_unreadable: false }
    }

    /// On this line, if none is known.
    pub(crate) fn or_at(self, line: u64) -> Self {
        Self { line: if self.line == 0 { line } else { self.line }, ..self }
    }
}

impl From<String> for Refused {
    fn from(reason: String) -> Self {
        Self::at(0, reason)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Refused {}
