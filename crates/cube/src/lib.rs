//! Rubik's cube, solved optimally or nearly so, and the 2×2×2 cube.
//!
//! * [`Cubies`] is a state: corners and edges with their places and orientations; it is read from
//!   turns or facelets, and drawn at random;
//! * [`Cube`] is the puzzle, whose every turn of a face costs 1;
//! * [`TwoPhase`] finds a plan of about 20 turns at once;
//! * [`CosetDistance`] is the heuristic for proved optima, from tables of the size that you
//!   choose; [`CornerDistance`] and [`MisplacedCubies`] are older ones;
//! * [`pocket`] is the 2×2×2 cube.
//!
//! ```
//! use tremaux::{Algorithm, Limits};
//! use tremaux::puzzles::cube::{Cube, Cubies, MisplacedCubies};
//! use tremaux::search::IdaStar;
//!
//! let cube = Cube::new(Cubies::parse("R U2 F'")?);
//! let search = IdaStar::canonical_compact();
//! let report = search.solve(&cube, MisplacedCubies, &Limits::default(), &mut ());
//! assert_eq!(report.plan.map(|plan| plan.cost), Some(3));
//! # Ok::<(), tremaux::ParseError>(())
//! ```

// Entries are left out of unit tests, which would compile every algorithm a second time.
#![cfg_attr(test, allow(dead_code, unused_imports))]

#[cfg(all(feature = "catalog", not(test)))]
#[doc(hidden)]
pub mod catalog;
mod coordinates;
#[cfg(feature = "catalog")]
mod corner_pattern;
mod coset_distance;
mod coset_pattern;
mod cosets;
mod cubies;
#[cfg(feature = "catalog")]
mod edge_pattern;
#[cfg(feature = "catalog")]
mod entry;
mod facelets;
mod misplaced;
mod moves;
mod notation;
pub mod pocket;
mod puzzle;
mod symmetry;
mod turn;
mod two_phase;

#[cfg(feature = "catalog")]
pub use corner_pattern::CornerDistance;
pub use coset_distance::{AlongAxis, CosetDistance};
pub use cubies::{Cubies, Unsolvable};
pub use misplaced::MisplacedCubies;
pub use puzzle::Cube;
pub use turn::{Face, Turn, Turns};
pub use two_phase::{TwoPhase, TwoPhaseSearch};
