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
#[cfg(feature = "catalog")]
pub(crate) mod entry;
mod example;
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
pub use example::EXAMPLES;
pub use freeze::{frozen_with, has_freeze_deadlock};
pub use generate::{most_boxes, pulled_level, pulled_level_while};
pub use matching::{Assignment, MinimalMatching, NearestGoals};
pub use rules::Push;
pub use solver::{FeatureSearch, ProofFirst};
pub use squares::Square;
pub use text::{ReadLevel, TitledLevel, collection, levels};

/// The words in a set of squares of usual levels: up to 255 squares.
#[doc(hidden)]
pub const SMALL: usize = 4;
/// The words in a set of squares of large levels: up to 1,023 squares.
#[doc(hidden)]
pub const LARGE: usize = 16;

/// Levels of up to 255 squares.
pub type Level = level::Level<SMALL>;
/// Levels of up to 1,023 squares.
#[doc(hidden)]
pub type LargeLevel = level::Level<LARGE>;
/// The state space of a [`Level`].
pub type Sokoban = rules::Sokoban<SMALL>;
/// The state space of a [`LargeLevel`].
pub type LargeSokoban = rules::Sokoban<LARGE>;
/// The positions of [`Sokoban`].
#[doc(hidden)]
pub type Position = rules::Position<SMALL>;
/// The stored positions of [`Sokoban`].
#[doc(hidden)]
pub type Packed = rules::Packed<SMALL>;
/// Sets of squares of a [`Level`].
#[doc(hidden)]
pub type Squares = squares::Squares<SMALL>;
/// The push distances of a [`Level`].
#[doc(hidden)]
pub type PushDistances = distances::PushDistances<SMALL>;
