//! What a heuristic says of boards it is not for.

use std::fmt;

/// A heuristic is not to be had for boards of this size or this goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// Which heuristic.
    pub heuristic: &'static str,
    /// What it needs.
    pub needs: String,
}

impl Unsupported {
    pub(super) fn new(heuristic: &'static str, needs: impl Into<String>) -> Self {
        Self { heuristic, needs: needs.into() }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} needs {}", self.heuristic, self.needs)
    }
}

impl std::error::Error for Unsupported {}
