//! Sliding-tile puzzles: rectangles from 2x2 to 8x8, with any goal.
//!
//! * [`Arrangement`] is a board of any size as it is read, written and generated;
//! * [`Instance`] is a start and a goal, and creates the [`SlidingPuzzle`] of the right type, as
//!   the [`Board`] that a search uses depends on the number of cells;
//! * the heuristics are built for a goal and serve all boards: [`Misplaced`], [`Manhattan`],
//!   [`LinearConflict`], [`WalkingDistance`], [`AdditivePatterns`] of a [`Partition`],
//!   optionally with a second lookup by their reflection or a [`Dual`]; and those of textbooks,
//!   [`GoodEvaluator`], [`BadEvaluator`], [`PrintedLinearConflict`];
//! * a [`MacroTable`] solves small boards without any search;
//! * [`constructive_plan`] solves boards of any size, tile by tile; [`LargePuzzle`] is the
//!   space of those that are larger than 8x8;
//! * [`korf`] holds published instances with their optimal lengths.
//!
//! ```
//! use tremaux::{Algorithm, Limits};
//! use tremaux::puzzles::tiles::{AnyPuzzle, Instance, Manhattan};
//! use tremaux::search::IdaStar;
//!
//! let instance = Instance::parse("8 1 3 / 4 _ 2 / 7 6 5", "blank-last", None)?;
//! let AnyPuzzle::Small(puzzle) = instance.puzzle() else { panic!("nine cells") };
//! let manhattan = Manhattan::to_goal(puzzle.goal());
//! let report = IdaStar::compact().solve(&puzzle, &manhattan, &Limits::default(), &mut ());
//! assert_eq!(report.plan.map(|plan| plan.cost), Some(14));
//! # Ok::<(), tremaux::ParseError>(())
//! ```

// Entries are left out of unit tests, which would compile every algorithm a second time.
#![cfg_attr(test, allow(dead_code, unused_imports))]

mod additive_patterns;
mod any_puzzle;
mod arrangement;
mod bad_evaluator;
mod board;
#[cfg(all(feature = "catalog", not(test)))]
#[doc(hidden)]
pub mod catalog;
mod cell_sets;
mod change_table;
mod dual;
#[cfg(feature = "catalog")]
mod entry;
mod good_evaluator;
mod indexed;
mod instance;
pub mod korf;
mod large;
mod linear_conflict;
mod macros;
mod manhattan;
mod misplaced;
mod moves;
mod notation;
mod numbered;
mod parberry;
mod parse;
mod partition;
mod printed_linear_conflict;
mod puzzle;
mod size;
mod symmetry;
mod tile_pattern;
mod unsupported;
mod walking_distance;

pub use additive_patterns::{AdditivePatterns, Indices, PatternError};
pub use any_puzzle::{AnyPuzzle, Visitor};
pub use arrangement::Arrangement;
pub use bad_evaluator::BadEvaluator;
pub use board::{Board, Board64, Board128, ByteBoard};
pub use dual::Dual;
pub use good_evaluator::GoodEvaluator;
pub use instance::{DifferentSizes, Instance};
pub use large::{LargeBoard, LargeManhattan, LargePuzzle};
pub use linear_conflict::LinearConflict;
pub use macros::{MacroTable, without_detours};
pub use manhattan::Manhattan;
pub use misplaced::{Misplaced, WeakEvaluator};
pub use moves::{Move, Moves, Slide};
pub use numbered::NumberedTiles;
pub use parberry::{constructive_plan, published_bound};
pub use partition::Partition;
pub use printed_linear_conflict::PrintedLinearConflict;
pub use puzzle::SlidingPuzzle;
pub use size::Size;
pub use tile_pattern::{Order, TilePattern};
pub use tremaux_core::Random;
pub use unsupported::Unsupported;
pub use walking_distance::WalkingDistance;
