//! Sokoban (Imabayashi 1981): boxes are pushed, one at a time and never pulled, until each
//! stands on a goal.
//!
//! [`Level`] is read from XSB, and [`collection`] reads files of many levels; [`Sokoban`] is the
//! state space, whose actions are pushes; [`MinimalMatching`] and [`NearestGoals`] are its
//! heuristics. Any optimal search finds a plan with the fewest pushes; [`FeatureSearch`] solves
//! large levels without a guarantee on the number of pushes.
//!
//! ```
//! use tremaux::{Algorithm, Limits};
//! use tremaux::puzzles::sokoban::{MinimalMatching, Sokoban};
//! use tremaux::search::IdaStar;
//!
//! let level = Sokoban::parse("#######|#@_.__#|#_$*$_#|#__.__#|#######")?;
//! let search = IdaStar::in_place();
//! let report = search.solve(&level, MinimalMatching, &Limits::default(), &mut ());
//! assert_eq!(report.plan.map(|plan| plan.cost), Some(4));
//! # Ok::<(), tremaux::ParseError>(())
//! ```

mod direction;
mod distances;
#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod freeze;
mod generate;
mod level;
mod matching;
mod notation;
mod rules;
mod solver;
mod squares;
mod text;

pub use direction::Direction;
pub use generate::pulled_level;
pub use matching::{MinimalMatching, NearestGoals};
pub use rules::Push;
pub use solver::{FeatureSearch, ProofFirst};
pub use text::collection;

/// The words in a set of squares of usual levels: up to 255 squares.
const SMALL: usize = 4;
/// The words in a set of squares of large levels: up to 1,023 squares.
const LARGE: usize = 16;

/// Levels of up to 255 squares.
pub type Level = level::Level<SMALL>;
/// The state space of a [`Level`].
pub type Sokoban = rules::Sokoban<SMALL>;
/// The state space of a level of up to 1,023 squares.
pub type LargeSokoban = rules::Sokoban<LARGE>;
