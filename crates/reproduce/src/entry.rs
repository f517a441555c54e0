//! Tables of figures and their rows.

use crate::context::{Context, Stopped};
use crate::figure::{Obtained, Printed};

/// What is asked of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// To agree to the last digit that is printed.
    Exact,
    /// To be within an interval around what is printed, as it depends on random instances.
    Statistical,
    /// To stand beside what is printed, as the source does not say all that it depends on.
    Orientation,
}

impl Kind {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Statistical => "statistical",
            Self::Orientation => "orientation",
        }
    }
}

/// What an entry takes: seconds on one core, in a release build, about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// It is among those that fit in two minutes together.
    Quick(u32),
    /// It is computed when all are asked for, or its table.
    Long(u32),
}

impl Effort {
    /// The seconds.
    #[must_use]
    pub const fn seconds(self) -> u32 {
        match self {
            Self::Quick(seconds) | Self::Long(seconds) => seconds,
        }
    }
}

/// Where the figures of an entry come from.
#[derive(Clone, Copy, Debug)]
pub enum Compute {
    /// They are computed: one figure for each column of the table.
    By(fn(&Context) -> Result<Vec<Obtained>, Stopped>),
    /// They cannot be computed yet, or not at all: what is needed, in words.
    Needs(&'static str),
}

/// One row of a table: what is printed, and the code that computes it again.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, of the table's and its own: `7-2/good`.
    pub id: &'static str,
    /// What the row is about.
    pub what: &'static str,
    /// What is asked of it.
    pub kind: Kind,
    /// What is printed, one figure for each column.
    pub printed: &'static [Printed],
    /// The code, or what is missing.
    pub compute: Compute,
    /// What it takes.
    pub effort: Effort,
    /// What must be said about this row; empty if nothing.
    pub comment: &'static str,
}

impl Entry {
    /// With something that must be said about it.
    pub(crate) const fn with_comment(self, comment: &'static str) -> Self {
        Self { comment, ..self }
    }
}

/// A table of a source.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// By what it is asked for.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Who printed it, and where.
    pub source: &'static str,
    /// What the figures depend on and a reader must know to obtain them.
    pub conventions: &'static str,
    /// What stands above the column of [`Entry::what`].
    pub rows: &'static str,
    /// What stands above the columns of figures.
    pub columns: &'static [&'static str],
    /// The rows.
    pub entries: &'static [Entry],
}
