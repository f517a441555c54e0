//! Lights Out (Tiger Electronics 1995): pressing a cell toggles its light and those of its
//! neighbours, and all lights must go off.
//!
//! [`LightsOut`] is a rectangle of at most 64 cells, plain or on a torus, and its own state
//! space. Presses commute and undo themselves, so a plan is a set of presses, and linear algebra
//! over GF(2) answers all questions without a search (Anderson and Feil, *Turning lights out
//! with linear algebra*, 1998): [`LightsOut::minimum_presses`] finds the smallest set,
//! [`LightsOut::parity_obstacle`] proves that there is none. For searches, [`LightsOn`] is a
//! simple heuristic and [`FewestPresses`] a perfect one.
//!
//! ```
//! use tremaux::{Algorithm, Limits};
//! use tremaux::puzzles::lights_out::{LightsOn, LightsOut};
//! use tremaux::search::BestFirst;
//!
//! let puzzle = LightsOut::parse("### / ### / ###")?;
//! let report = BestFirst::a_star().solve(&puzzle, LightsOn, &Limits::default(), &mut ());
//! assert_eq!(report.plan.map(|plan| plan.cost), Some(5));
//! let presses = puzzle.minimum_presses(puzzle.start());
//! assert_eq!(presses.map(|presses| presses.len()), Some(5));
//! # Ok::<(), tremaux::ParseError>(())
//! ```

mod algebra;
mod elimination;
#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod heuristics;
mod notation;
mod press;
mod rules;

pub use algebra::ParityObstacle;
pub use heuristics::{FewestPresses, LightsOn};
pub use press::Press;
pub use rules::{Edges, LightsOut};
