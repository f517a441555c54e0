//! The pancake puzzle: sort a stack of pancakes of different sizes by flipping any number of
//! them from the top (Goodman 1975, as Dweighter; Gates and Papadimitriou 1979).
//!
//! * [`Pile`] is a stack as it is read, written and generated. It creates the [`PancakePuzzle`]
//!   of the right type, as the [`Stack`] that a search uses depends on the number of pancakes;
//! * [`Gap`] is the recommended heuristic, [`PancakePattern`] is for comparison.
//!
//! ```
//! use tremaux::{Algorithm, Limits};
//! use tremaux::puzzles::pancake::{AnyPancakes, Gap, Pile};
//! use tremaux::search::IdaStar;
//!
//! let pile = Pile::parse("4 1 3 2")?;
//! let AnyPancakes::Small(puzzle) = pile.puzzle() else { panic!("four pancakes") };
//! let report = IdaStar::compact().solve(&puzzle, Gap, &Limits::default(), &mut ());
//! assert_eq!(report.plan.map(|plan| plan.cost), Some(3));
//! # Ok::<(), tremaux::ParseError>(())
//! ```

#[cfg(all(feature = "catalog", not(test)))]
pub(crate) mod entry;
mod flips;
mod gap;
mod notation;
mod pattern;
mod pile;
mod puzzle;
mod stack;

pub use flips::Flip;
pub use gap::Gap;
pub use pattern::{PancakePattern, Pancakes, distance_histogram};
pub use pile::{AnyPancakes, Pile};
pub use puzzle::PancakePuzzle;
pub use stack::{ByteStack, Stack, Stack64};
