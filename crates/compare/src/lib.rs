//! Experiments that can be trusted: each run in a process of its own, written to a database
//! as soon as it ends, summarised and drawn from there.
//!
//! An [`Experiment`] is read from a small TOML file and laid out into a [`Plan`]: every
//! instance with every configuration and seed. A [`Bench`] runs what the [`Database`] does not
//! hold yet, several processes at once, and a crash, a hang or a lack of memory is a row like
//! any other. [`report`] makes tables, tests and plots of the rows.
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

pub use database::{Database, DatabaseError, Merged};
pub use experiment::{
    Configuration, Experiment, ExperimentError, LimitTexts, ProblemEntry, RandomInstances, Variant,
};
pub use plan::{Left, Plan, PlanError, Task};
pub use process::{Ending, Finished, Ration};
pub use program::{Host, Program, ProgramError};
pub use row::{Outcome, Row};
pub use runner::{Bench, Done, Progress, RunError};
