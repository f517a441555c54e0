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
pub mod entry;
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
pub use distances::PushDistances;
pub use example::EXAMPLES;
pub use freeze::{frozen_with, has_freeze_deadlock};
pub use generate::{most_boxes, pulled_level, pulled_level_while};
pub use level::Level;
pub use matching::{Assignment, MinimalMatching, NearestGoals};
pub use rules::{Packed, Position, Push, Sokoban};
pub use solver::{FeatureSearch, ProofFirst};
pub use squares::{Square, Squares};
pub use text::{ReadLevel, TitledLevel, collection, levels};
