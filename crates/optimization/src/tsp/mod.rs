//! The travelling salesman: the shortest tour through all cities.
//!
//! [`Cities`] are read from TSPLIB files, whose distances are whole numbers, or are places of
//! one's own, whose distances are real numbers. [`Tours`] is their landscape, [`IteratedSearch`]
//! finds good tours fast, and [`BranchAndBound`] proves one to be the shortest.
//!
//! ```
//! use std::sync::Arc;
//! use tremaux::landscape::Optimization;
//! use tremaux::landscape::tsp::{BranchAndBound, Cities, Tours};
//! use tremaux::{Limits, Optimality};
//!
//! let cities = Cities::parse("0 0 / 9 1 / 2 8 / 7 7 / 4 3 / 1 5")?;
//! let tours = Arc::new(Tours::new(cities, 5));
//! let mut search = BranchAndBound::new(tours, 0);
//! let _ = search.advance(&Limits::default(), &mut |_| {});
//! let report = search.report();
//! // No tour is shorter by more than this.
//! assert!(report.optimality() == Optimality::UpToRounding && report.rounding < 1e-7);
//! # Ok::<(), tremaux::ParseError>(())
//! ```

mod bounded;
mod branch_and_bound;
mod cities;
#[cfg(feature = "catalog")]
pub(crate) mod entry;
#[cfg(feature = "catalog")]
pub(crate) mod example;
mod iterated;
mod one_tree;
#[cfg(feature = "catalog")]
mod picture;
mod table;
mod tour;
mod tsplib;

pub use bounded::BoundedSearch;
pub use branch_and_bound::BranchAndBound;
pub use cities::{Cities, Metric};
pub use iterated::{IteratedSearch, Neighborhood};
pub use tour::{Tour, Tours};
