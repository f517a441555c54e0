//! River crossings: missionaries and cannibals, jealous couples, the wolf, the goat and the
//! cabbage, the bridge and the torch (Alcuin, about 800; Amarel 1968).
//!
//! [`River`] is read from a small text with the passengers, the capacity of the boat, who can
//! row, which groups are not allowed and the cost of a crossing. It is its own state space, and
//! [`CrossingsNeeded`] is its heuristic.
//!
//! ```
//! use tremaux::{Algorithm, Limits};
//! use tremaux::puzzles::rivers::{CrossingsNeeded, River};
//! use tremaux::search::BestFirst;
//!
//! let river = River::parse(
//!     "who farmer wolf goat cabbage\nboat 2\nrows farmer\n\
//!      never wolf with goat without farmer\nnever goat with cabbage without farmer\n",
//! )?;
//! let report = BestFirst::a_star().solve(&river, CrossingsNeeded, &Limits::default(), &mut ());
//! assert_eq!(report.plan.map(|plan| plan.cost), Some(7));
//! # Ok::<(), tremaux::ParseError>(())
//! ```

mod crossings;
mod crowd;
#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod notation;
mod rules;
mod text;

pub use crossings::CrossingsNeeded;
pub use rules::{Bank, CrossingCost, River, Rule};
