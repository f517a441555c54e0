//! What came of an entry.

use crate::context::Stopped;
use crate::entry::{Compute, Entry, Kind, Table};
use crate::figure::{Difference, Obtained};

/// What came of an entry.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The table it stands in.
    pub table: &'static Table,
    /// The entry.
    pub entry: &'static Entry,
    /// Our figures, one for each column; none if it was stopped, or cannot be computed.
    pub obtained: Result<Vec<Obtained>, Stopped>,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// How our figures stand to those printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All equal, to the last digit.
    Equal,
    /// All within their intervals.
    Within,
    /// Some are not: the promise of the entry does not hold.
    Differs,
    /// They stand side by side.
    Beside,
    /// They are what was found until it was stopped.
    SoFar,
    /// Something is missing that the entry needs.
    Needs,
    /// It was stopped.
    Stopped,
}

impl Verdict {
    /// In a word or two.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Within => "within",
            Self::Differs => "DIFFERS",
            Self::Beside => "beside",
            Self::SoFar => "so far",
            Self::Needs => "not computed",
            Self::Stopped => "stopped",
        }
    }
}

impl Outcome {
    /// How each figure stands to what is printed; empty if there are none.
    #[must_use]
    pub fn differences(&self) -> Vec<Difference> {
        let obtained = self.obtained.as_deref().unwrap_or_default();
        let pairs = self.entry.printed.iter().zip(obtained);
        pairs.map(|(printed, obtained)| printed.difference(obtained)).collect()
    }

    /// What is missing that the entry needs, in words: it cannot be computed yet, or a data
    /// file is not there.
    #[must_use]
    pub const fn needs(&self) -> Option<&'static str> {
        if let Compute::Needs(needs) = self.entry.compute {
            return Some(needs);
        }
        match self.obtained {
            Err(Stopped::Needs(needs)) => Some(needs),
            _ => None,
        }
    }

    /// How all of them do.
    #[must_use]
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
            Kind::Orientation => Verdict::Beside,
            _ if !self.differences().iter().all(Difference::is_agreement) => Verdict::Differs,
            Kind::Exact => Verdict::Equal,
            Kind::Statistical => Verdict::Within,
        }
    }

    /// Which figures are not as they must be, and by how much, a line for each.
    #[must_use]
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
