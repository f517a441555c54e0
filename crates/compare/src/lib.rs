//! Runs experiments: each run has a process of its own, is written to a database as soon as it
//! ends, and is summarised and plotted from there.
//!
//! An [`Experiment`] is read from a small TOML file and expanded into a [`Plan`]: every
//! instance with every configuration and seed. A [`RunEnvironment`] executes the runs that the
//! [`Database`] does not contain yet, several processes at once. A crash, a time-out or a lack of
//! memory becomes a row like any other. [`report`] creates tables, statistical tests and plots
//! from the rows.
//!
//! # Example
//!
//! ```
//! use tremaux_compare::{Experiment, Plan};
//!
//! let experiment = Experiment::parse(
//!     r#"
//!     name = "a first look"
//!     algorithms = ["a-star", "ida-star"]
//!     heuristics = ["manhattan", "misplaced"]
//!     limits = { time = "10s" }
//!
//!     [[problem]]
//!     domain = "tiles"
//!     random = { count = 5, seed = 7, options = { size = "3x3" } }
//!     "#,
//! )?;
//! let plan = Plan::new(&experiment)?;
//! assert_eq!(plan.tasks.len(), 5 * 2 * 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod database;
mod experiment;
mod numbers;
mod plan;
mod process;
mod program;
pub mod report;
mod row;
mod runner;
pub mod statistics;

pub use database::{Database, DatabaseError, Merged, parse_rows};
pub use experiment::{
    Configuration, Experiment, ExperimentError, LimitTexts, ProblemEntry, RandomInstances, Variant,
};
pub use plan::{Plan, PlanError, SkippedConfiguration, Task};
pub use process::{Ending, Finished, ProcessLimits};
pub use program::{Host, Program, ProgramError};
pub use row::{Outcome, Row};
pub use runner::{ExperimentOutcome, Progress, RunEnvironment, RunError};
