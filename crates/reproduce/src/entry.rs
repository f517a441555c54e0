//! Tables of figures and their rows.

use serde::Deserialize;

use crate::context::Context;
use crate::figure::{Figures, Printed};
use crate::requests::{Request, Take};

/// How a figure is compared with the printed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It must agree to the last printed digit.
    Exact,
    /// It depends on random instances and must lie within an interval around the printed
    /// figure.
    Statistical,
    /// It is shown for comparison only, because the source does not state everything it depends
    /// on.
    Orientation,
}

impl Kind {
    /// The name of the kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Statistical => "statistical",
            Self::Orientation => "orientation",
        }
    }
}

/// The approximate effort of an entry: seconds on one core in a release build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Part of the quick set, which takes at most two minutes in total.
    Quick(u32),
    /// Computed only if all entries, its table, or its row is requested.
    Long(u32),
}

impl Effort {
    /// The effort in seconds.
    #[must_use]
    pub const fn seconds(self) -> u32 {
        match self {
            Self::Quick(seconds) | Self::Long(seconds) => seconds,
        }
    }
}

/// The code that a row runs, and so what an equal figure says about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Code {
    /// The engines that users run.
    Engine,
    /// Searches by stated conventions, `graph-search` and `textbook-alpha-beta`.
    Conventions,
    /// Enumerations of the positions or games that the rules allow.
    Enumeration,
    /// Arithmetic on printed numbers or formulas.
    Arithmetic,
}

impl Code {
    /// All kinds of code.
    pub const ALL: [Self; 4] =
        [Self::Engine, Self::Conventions, Self::Enumeration, Self::Arithmetic];

    /// The kind of code in a word or two.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Conventions => "stated conventions",
            Self::Enumeration => "enumeration",
            Self::Arithmetic => "arithmetic",
        }
    }
}

/// Where the figures of an entry that are called printed come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// All are printed in the source.
    #[default]
    Printed,
    /// Some are printed; the others, or further digits, are from runs by the source's conventions.
    Partly,
    /// None is printed: they are from a run of the authors' library, or of an independent program
    /// with its conventions.
    Library,
    /// They are published, but not in the text that has the problem.
    Literature,
}

impl Origin {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Printed, Self::Partly, Self::Library, Self::Literature];

    /// The origin in a word or two.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Partly => "partly printed",
            Self::Library => "library",
            Self::Literature => "literature",
        }
    }
}

/// How the figures of an entry are obtained.
#[derive(Clone, Copy, Debug)]
pub enum Compute {
    /// They are computed by this kind of code: one figure for each column of the table.
    By(Code, &'static Computation),
    /// They cannot be computed yet, or at all; the text says what is missing.
    Needs(&'static str),
}

/// What is computed for a row.
#[derive(Clone, Debug)]
pub struct Computation {
    pub(crate) request: Request,
    /// The figures to take, if there is a choice.
    pub(crate) take: Vec<Take>,
}

/// One row of a table: the printed figures, and what recomputes them.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The id, made of the names of the table and the row: `7-2/good`.
    pub id: &'static str,
    /// A description of the row.
    pub what: &'static str,
    /// How the figures are compared.
    pub kind: Kind,
    /// Where the printed figures come from.
    pub origin: Origin,
    /// The printed figures, one for each column.
    pub printed: &'static [Printed],
    /// The code that computes the figures, or what is missing.
    pub compute: Compute,
    /// The command by which a user gets the figures, if there is one.
    pub command: Option<&'static str>,
    /// The effort of the computation.
    pub effort: Effort,
    /// The figures of this program when the row was last examined, one for each column, or none.
    /// They replace the printed ones in the check, so that a row that is for comparison only
    /// still notices a change.
    pub ours: &'static [Printed],
    /// A remark on this row, possibly empty.
    pub comment: &'static str,
}

impl Entry {
    /// Computes the figures; none if something is missing.
    pub(crate) fn figures(&self, context: &Context) -> Figures {
        match self.compute {
            Compute::Needs(_) => Ok(Vec::new()),
            Compute::By(_, Computation { request, take }) => {
                context.check()?;
                request.compute(context, take, self.printed)
            }
        }
    }

    /// The kind of code that computes the figures, if any does.
    pub const fn code(&self) -> Option<Code> {
        match self.compute {
            Compute::By(code, _) => Some(code),
            Compute::Needs(_) => None,
        }
    }

    /// The figures with which the computed ones are compared.
    pub const fn checked_against(&self) -> &'static [Printed] {
        if self.ours.is_empty() { self.printed } else { self.ours }
    }
}

/// A table from a source.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The name by which it is requested.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// The author and the publication.
    pub source: &'static str,
    /// The conventions that a reader must know to obtain the same figures.
    pub conventions: &'static str,
    /// The heading of the column that shows [`Entry::what`].
    pub rows: &'static str,
    /// The headings of the columns of figures.
    pub columns: &'static [&'static str],
    /// The rows.
    pub entries: &'static [Entry],
}
