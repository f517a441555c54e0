//! The 2×2×2 cube (Pocket Cube), whose eight corners are moved by turning faces.
//!
//! Only the relative positions of the corners matter, so the corner at the back, bottom, left
//! stays in place, and turning the faces U, R and F is
//! enough. There are 7!·3⁶ = 3,674,160 states, and none needs more than eleven turns.
//! [`Corners`] is a state, [`PocketCube`] the puzzle.
//!
//! ```
//! use tremaux::{Algorithm, NoHeuristic, Limits};
//! use tremaux::puzzles::cube::pocket::{Corners, PocketCube};
//! use tremaux::search::BidirectionalBreadthFirst;
//!
//! let puzzle = PocketCube::new(Corners::parse("R U2 F' R")?);
//! let search = BidirectionalBreadthFirst;
//! let report = search.solve(&puzzle, NoHeuristic, &Limits::default(), &mut ());
//! assert_eq!(report.plan.map(|plan| plan.cost), Some(4));
//! # Ok::<(), tremaux::ParseError>(())
//! ```

mod corners;
#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod facelets;
mod notation;
mod puzzle;

pub use corners::Corners;
pub use puzzle::PocketCube;
