//! Problems of variables and values in a small text form: map colouring, Latin squares, tables of
//! allowed combinations, totals of scores.
//!
//! ```
//! use tremaux::constraints::Propagation;
//! use tremaux::puzzles::constraints::Problem;
//! use tremaux::search::Notation;
//! use tremaux::{Algorithm, Limits, NoHeuristic};
//!
//! let problem = Problem::parse(
//!     "variables breakfast lunch dinner: soup salad pasta
//!      different breakfast lunch dinner
//!      forbid breakfast: soup / pasta
//!      score lunch dinner: soup 1 pasta 3",
//! )?;
//! let report = Propagation::default().solve(&problem, NoHeuristic, &Limits::default(), &mut ());
//! assert!(report.is_proven_optimal());
//! # Ok::<(), tremaux::ParseError>(())
//! ```

#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod problem;
mod text;

pub use problem::Problem;
