//! One run, as it is kept.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// A plan was found.
    Solved,
    /// It is proved that there is none.
    NoSolution,
    /// One of its limits stopped the search.
    Limit,
    /// The program refused its input.
    Refused,
    /// It got no memory from the operating system.
    OutOfMemory,
    /// It panicked, was killed, or wrote what is no result.
    Crashed,
    /// It had not ended long after its time, and was killed.
    Hung,
}

impl Outcome {
    const NAMES: [(Self, &'static str); 7] = [
        (Self::Solved, "solved"),
        (Self::NoSolution, "no-solution"),
        (Self::Limit, "limit"),
        (Self::Refused, "refused"),
        (Self::OutOfMemory, "out-of-memory"),
        (Self::Crashed, "crashed"),
        (Self::Hung, "hung"),
    ];

    /// The name in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(it, _)| *it == self).map_or("", |(_, name)| name)
    }

    /// Whether the question was answered: a plan, or the proof that there is none.
    #[must_use]
    pub fn is_answered(self) -> bool {
        matches!(self, Self::Solved | Self::NoSolution)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Outcome {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::NAMES.iter().find(|(_, name)| *name == text);
        found.map(|(outcome, _)| *outcome).ok_or_else(|| format!("`{text}` is no outcome"))
    }
}

/// One run: what was asked, by which program on which machine, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// What tells this run from every other: the SHA-256 of program, build, problem,
    /// configuration, seed and limits.
    pub key: String,
    /// The experiment that asked for it first.
    pub experiment: String,
    /// What the program says it is.
    pub version: String,
    /// The first digits of the SHA-256 of the program's file.
    pub build: String,
    /// The machine, as JSON.
    pub host: Value,
    /// The domain.
    pub domain: String,
    /// What the instances are called.
    pub problem: String,
    /// The instance as it can be given again.
    pub instance: String,
    /// The configuration as reports call it.
    pub configuration: String,
    /// The algorithm, if one was named.
    pub algorithm: Option<String>,
    /// The heuristic, if one was named.
    pub heuristic: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The limits, as JSON.
    pub limits: Value,
    /// The command, as a shell takes it.
    pub command: String,
    /// The exit status; a signal has none.
    pub exit: Option<i32>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why, in words, where it is not plain.
    pub reason: Option<String>,
    /// The result that the program wrote, as it was.
    pub report: Option<Value>,
    /// From start to end of the process, in seconds.
    pub wall_seconds: f64,
    /// How many runs went on at once.
    pub at_once: u64,
    /// When it started, in seconds since 1970 (UTC).
    pub started: u64,
}

impl Row {
    /// A number of the report: a field of it, or one of its counts.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        if name == "wall_seconds" {
            return Some(self.wall_seconds);
        }
        let report = self.report.as_ref()?;
        let value = report.get(name).or_else(|| report.get("counts")?.get(name))?;
        value.as_f64()
    }
}
