//! The outcome of an entry.

use crate::entry::{Compute, Entry, Kind, Table};
use crate::figure::{Difference, Obtained, Printed};
use crate::stopped::Stopped;

/// The outcome of an entry.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The table that contains the entry.
    pub table: &'static Table,
    /// The entry.
    pub entry: &'static Entry,
    /// The computed figures, one for each column, or the reason why there are none.
    pub obtained: Result<Vec<Obtained>, Stopped>,
    /// The computation time in seconds.
    pub seconds: f64,
}

/// The result of comparing the computed figures with the printed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All figures are equal to the last printed digit.
    Equal,
    /// All figures lie within their intervals.
    Within,
    /// Some figures differ, which violates the entry's kind, or differ from those that this
    /// program gave before.
    Differs,
    /// The figures are shown for comparison only.
    Beside,
    /// The figures are partial, because the computation was stopped.
    SoFar,
    /// Something that the entry needs is missing.
    Needs,
    /// The computation was stopped.
    Stopped,
}

impl Verdict {
    /// The verdict in a word or two.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Within => "within",
            Self::Differs => "DIFFERS",
            Self::Beside => "comparison",
            Self::SoFar => "so far",
            Self::Needs => "not computed",
            Self::Stopped => "stopped",
        }
    }
}

impl Outcome {
    /// The difference of each figure from the one that it is checked against; empty if there are
    /// no figures.
    pub fn differences(&self) -> Vec<Difference> {
        let obtained = self.obtained.as_deref().unwrap_or_default();
        let pairs = self.entry.checked_against().iter().zip(obtained);
        pairs.map(|(printed, obtained)| printed.difference(obtained)).collect()
    }

    /// For each figure of a statistical row, the smallest error that it would detect, if any:
    /// see [`Printed::detects`].
    pub fn detects(&self) -> Vec<Option<f64>> {
        let is_statistical = self.entry.kind == Kind::Statistical;
        if is_statistical { self.of_means(Printed::detects) } else { Vec::new() }
    }

    /// For each figure, the half-width of its interval, if it has one.
    pub fn intervals(&self) -> Vec<Option<f64>> {
        self.of_means(Printed::interval)
    }

    fn of_means(&self, of: fn(&Printed, &Obtained) -> Option<f64>) -> Vec<Option<f64>> {
        let obtained = self.obtained.as_deref().unwrap_or_default();
        self.entry.printed.iter().zip(obtained).map(|(printed, it)| of(printed, it)).collect()
    }

    /// Whether a data file that the entry needs is missing.
    pub const fn lacks_data(&self) -> bool {
        matches!(self.obtained, Err(Stopped::Needs(_)))
    }

    /// What the entry needs and is missing: it cannot be computed yet, or a data file is
    /// missing.
    pub const fn needs(&self) -> Option<&'static str> {
        if let Compute::Needs(needs) = self.entry.compute {
            return Some(needs);
        }
        match self.obtained {
            Err(Stopped::Needs(needs)) => Some(needs),
            _ => None,
        }
    }

    /// The verdict over all figures.
    pub fn verdict(&self) -> Verdict {
        if self.needs().is_some() {
            return Verdict::Needs;
        }
        match &self.obtained {
            Err(_) => return Verdict::Stopped,
            Ok(figures) if figures.iter().any(Obtained::is_partial) => return Verdict::SoFar,
            Ok(_) => {}
        }
        match self.entry.kind {
            Kind::Orientation if self.entry.ours.is_empty() => Verdict::Beside,
            _ if !self.differences().iter().all(Difference::is_agreement) => Verdict::Differs,
            Kind::Orientation => Verdict::Beside,
            Kind::Exact => Verdict::Equal,
            Kind::Statistical => Verdict::Within,
        }
    }

    /// The figures that differ and by how much, one line for each.
    pub fn complaints(&self) -> Vec<String> {
        if self.verdict() != Verdict::Differs {
            return Vec::new();
        }
        let columns = self.table.columns.iter().zip(self.differences());
        let lines = columns.filter_map(|(column, difference)| match difference {
            Difference::By(by) => Some(format!("{}: {column} {by}", self.entry.id)),
            _ => None,
        });
        lines.collect()
    }
}
