//! Queens on a board of any size so that none attacks another.
//!
//! ```
//! use tremaux::landscape::{LocalSearch, Optimization};
//! use tremaux::landscape::queens::Queens;
//! use tremaux::Limits;
//!
//! let queens = Queens::new(1000).expect("not too many").placed_with_care();
//! let mut search = LocalSearch::new(&queens, Queens::MIN_CONFLICTS, 0);
//! let _ = search.advance(&Limits::default(), &mut |_| {});
//! assert_eq!(search.report().best.expect("a placement").1, 0.0);
//! ```

mod board;
#[cfg(feature = "catalog")]
mod by_constraints;
mod constraints;
#[cfg(feature = "catalog")]
pub(crate) mod entry;
#[cfg(feature = "catalog")]
mod picture;

pub use board::{Placement, Queens};
pub use constraints::model;
