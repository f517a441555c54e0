//! Water jugs: measure an amount with unmarked jugs (Bachet 1612, after Tartaglia 1556).
//!
//! [`Jugs`] is read from a small text and is its own state space; [`JugDifference`] is its
//! heuristic. Unlike in the other puzzles, several states lead to the same state by the same
//! action, so an action does not determine the previous state. The costs of actions depend on
//! the [`Price`], and some are zero.
//!
//! ```
//! use tremaux::{Algorithm, Limits};
//! use tremaux::puzzles::jugs::{JugDifference, Jugs};
//! use tremaux::search::BestFirst;
//!
//! let jugs = Jugs::parse("jugs 8 5 3; start 8 0 0; goal 4 4 0")?;
//! let report = BestFirst::a_star().solve(&jugs, JugDifference, &Limits::default(), &mut ());
//! assert_eq!(report.plan.map(|plan| plan.cost), Some(7));
//! # Ok::<(), tremaux::ParseError>(())
//! ```

mod difference;
#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod notation;
mod rules;
mod text;

pub use difference::JugDifference;
pub use rules::{Jugs, Pour, Price, Target};
