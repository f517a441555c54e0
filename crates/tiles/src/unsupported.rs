//! The error for unsupported boards.

use std::fmt;

/// A heuristic does not support boards of this size or this goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The heuristic.
    pub heuristic: &'static str,
    /// What it requires.
    pub needs: String,
}

impl Unsupported {
    pub(super) fn new(heuristic: &'static str, needs: impl Into<String>) -> Self {
        Self { heuristic, needs: needs.into() }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} requires {}", self.heuristic, self.needs)
    }
}

impl std::error::Error for Unsupported {}
