//! The tie-breaks by name.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use tremaux_core::ParseError;
use tremaux_reading::in_words;

/// The tie-break: which of two states of equal priority is expanded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreakName {
    /// The oldest entry.
    Fifo,
    /// The newest entry.
    Lifo,
    /// The state with the longest path.
    HighG,
    /// The state nearest to a goal by estimate.
    LowH,
    /// The state with the least key, a number defined by the problem.
    Key,
}

impl TieBreakName {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Fifo, Self::Lifo, Self::HighG, Self::LowH, Self::Key];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fifo => "fifo",
            Self::Lifo => "lifo",
            Self::HighG => "high-g",
            Self::LowH => "low-h",
            Self::Key => "key",
        }
    }
}

impl fmt::Display for TieBreakName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for TieBreakName {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = Self::ALL.into_iter().find(|tie| tie.name() == text.trim());
        let names = Self::ALL.map(Self::name);
        found.ok_or_else(|| ParseError::about(text, text.trim(), in_words(&names)))
    }
}
