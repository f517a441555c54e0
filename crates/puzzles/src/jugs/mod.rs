//! Water jugs: some amount is to be measured with jugs that have no marks (Bachet 1612,
//! after Tartaglia 1556).
//!
//! [`Jugs`] is read from a small text and is its own state space; [`JugDifference`] its
//! heuristic. What makes it worth having beside the other puzzles: several states lead to
//! one by the same action, so that an action does not tell where it came from, and actions
//! cost what a [`Price`] says, nothing at all some of them.
//!
//! ```
//! use tremaux_core::{Algorithm, Limits};
//! use tremaux_puzzles::jugs::{JugDifference, Jugs};
//! use tremaux_search::BestFirst;
//!
//! let jugs = Jugs::parse("jugs 8 5 3; start 8 0 0; goal 4 4 0")?;
//! let report = BestFirst::astar().solve(&jugs, JugDifference, &Limits::default(), &mut ());
//! assert_eq!(report.plan.map(|plan| plan.cost), Some(7));
//! # Ok::<(), tremaux_core::ParseError>(())
//! ```

mod difference;
mod example;
mod notation;
mod rules;
mod text;

pub use difference::JugDifference;
pub use example::EXAMPLES;
pub use rules::{Jugs, Pour, Price, Target};
