//! The record of one run.

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
    /// It is proved that there is no plan.
    NoSolution,
    /// The search reached one of its limits.
    Limit,
    /// The program rejected its input.
    Refused,
    /// The operating system refused to give it memory.
    OutOfMemory,
    /// It panicked, was killed, or did not write a result.
    Crashed,
    /// It was still running long after its time limit, and was killed.
    Hung,
}

impl Outcome {
    /// Whether the run has an answer: a plan, or the proof that there is none.
    #[must_use]
    pub fn is_answered(self) -> bool {
        matches!(self, Self::Solved | Self::NoSolution)
    }
}

/// The name in the database.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl FromStr for Outcome {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        serde_json::from_value(text.into()).map_err(|_| format!("unknown outcome `{text}`"))
    }
}

/// One run: its input, the program and the machine, and its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The key that distinguishes this run from every other: the SHA-256 of program, build,
    /// problem, configuration, seed and limits.
    pub key: String,
    /// The experiment that executed it first.
    pub experiment: String,
    /// The version reported by the program.
    pub version: String,
    /// The first digits of the SHA-256 of the program's file.
    pub build: String,
    /// The machine, as JSON.
    pub host: Value,
    /// The domain.
    pub domain: String,
    /// The name of the instances.
    pub problem: String,
    /// The instance, in a form that can be given to the program again.
    pub instance: String,
    /// The name of the configuration in reports.
    pub configuration: String,
    /// The algorithm, if it was given.
    pub algorithm: Option<String>,
    /// The heuristic, if it was given.
    pub heuristic: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The limits, as JSON.
    pub limits: Value,
    /// The command, quoted for a shell.
    pub command: String,
    /// The exit status; none after a signal.
    pub exit: Option<i32>,
    /// How it ended.
    pub outcome: Outcome,
    /// The reason in words, unless it is obvious.
    pub reason: Option<String>,
    /// The result written by the program, unchanged.
    pub report: Option<Value>,
    /// The run time of the process in seconds.
    pub wall_seconds: f64,
    /// The number of processes running at once.
    pub at_once: u64,
    /// When it started, in seconds since 1970 (UTC).
    pub started: u64,
}

impl Row {
    /// A number in the report: a field, or one of its counts.
    pub fn number(&self, name: &str) -> Option<f64> {
        if name == "wall_seconds" {
            return Some(self.wall_seconds);
        }
        let report = self.report.as_ref()?;
        let value = report.get(name).or_else(|| report.get("counts")?.get(name))?;
        value.as_f64()
    }
}
