//! The 2×2×2 cube, of which eight corners are turned face by face.
//!
//! Only how the corners lie to each other counts, so that one of them, at the back, below, on
//! the left, is never turned, and the faces [`U`](Face::U), [`R`](Face::R) and
//! [`F`](Face::F) do all that can be done: 7!·3⁶ = 3,674,160 states, of which none needs more
//! than eleven turns. [`Corners`] is a state, [`PocketCube`] the puzzle.
//!
//! ```
//! use tremaux_core::{Algorithm, Blind, Limits};
//! use tremaux_puzzles::pocket_cube::{Corners, PocketCube};
//! use tremaux_search::BidirectionalBreadthFirst;
//!
//! let puzzle = PocketCube::new(Corners::parse("R U2 F' R")?);
//! let search = BidirectionalBreadthFirst;
//! let report = search.solve(&puzzle, Blind, &Limits::default(), &mut ());
//! assert_eq!(report.plan.map(|plan| plan.cost), Some(4));
//! # Ok::<(), tremaux_core::ParseError>(())
//! ```

mod corners;
mod facelets;
mod notation;
mod puzzle;
mod turn;

pub use corners::Corners;
pub use puzzle::PocketCube;
pub use turn::{Face, Turn, Turns};
