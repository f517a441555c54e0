//! Tables of figures and their rows.

use crate::context::{Context, Stopped};
use crate::figure::{Obtained, Printed};

/// How a figure is compared with the printed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The engines that users run.
    Engine,
    /// Textbook forms: reference implementations with every convention as an option.
    Textbook,
    /// Enumerations of the positions or games that the rules allow.
    Enumeration,
    /// Arithmetic on printed numbers or formulas.
    Arithmetic,
}

impl Code {
    /// All kinds of code.
    pub const ALL: [Self; 4] = [Self::Engine, Self::Textbook, Self::Enumeration, Self::Arithmetic];

    /// The kind of code in a word or two.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Textbook => "textbook form",
            Self::Enumeration => "enumeration",
            Self::Arithmetic => "arithmetic",
        }
    }
}

/// The figures of an entry, one for each column, or why there are none.
pub(crate) type Figures = Result<Vec<Obtained>, Stopped>;

/// How the figures of an entry are obtained.
#[derive(Clone, Copy, Debug)]
pub enum Compute {
    /// They are computed by this kind of code: one figure for each column of the table.
    By(Code, fn(&Context) -> Result<Vec<Obtained>, Stopped>),
    /// They cannot be computed yet, or at all; the text says what is missing.
    Needs(&'static str),
}

/// One row of a table: the printed figures, and the code that recomputes them.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The id, made of the names of the table and the row: `7-2/good`.
    pub id: &'static str,
    /// A description of the row.
    pub what: &'static str,
    /// How the figures are compared.
    pub kind: Kind,
    /// The printed figures, one for each column.
    pub printed: &'static [Printed],
    /// The code that computes the figures, or what is missing.
    pub compute: Compute,
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
    /// A row for orientation that cannot be computed, and what is missing.
    pub(crate) const fn missing(
        id: &'static str,
        what: &'static str,
        printed: &'static [Printed],
        needs: &'static str,
    ) -> Self {
        let (kind, compute, effort) = (Kind::Orientation, Compute::Needs(needs), Effort::Quick(0));
        Self { id, what, kind, printed, compute, effort, ours: &[], comment: "" }
    }

    /// Sets the effort of a row of the quick set.
    pub(crate) const fn quick(self, seconds: u32) -> Self {
        Self { effort: Effort::Quick(seconds), ..self }
    }

    /// Sets the effort of a row that is computed on request.
    pub(crate) const fn long(self, seconds: u32) -> Self {
        Self { effort: Effort::Long(seconds), ..self }
    }

    /// Sets the kind of code that computes the figures.
    pub(crate) const fn with_code(self, code: Code) -> Self {
        match self.compute {
            Compute::By(_, compute) => Self { compute: Compute::By(code, compute), ..self },
            Compute::Needs(_) => self,
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

    /// Sets the figures that this program obtained.
    pub(crate) const fn with_ours(self, ours: &'static [Printed]) -> Self {
        Self { ours, ..self }
    }

    /// Adds a remark.
    pub(crate) const fn with_comment(self, comment: &'static str) -> Self {
        Self { comment, ..self }
    }
}

/// The kind and the code that several rows have in common.
#[derive(Clone, Copy)]
pub(crate) struct RowKind(pub(crate) Kind, pub(crate) Code);

impl RowKind {
    /// A row without a remark that is computed at once.
    pub(crate) const fn row(
        self,
        id: &'static str,
        what: &'static str,
        printed: &'static [Printed],
        compute: fn(&Context) -> Figures,
    ) -> Entry {
        let (kind, effort) = (self.0, Effort::Quick(0));
        let compute = Compute::By(self.1, compute);
        Entry { id, what, kind, printed, compute, effort, ours: &[], comment: "" }
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
