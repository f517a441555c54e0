//! Problems whose solutions are improved: values instead of goals.
//!
//! Each module has a problem as a landscape (see `tremaux::landscape`): solutions, their moves, and
//! the change of the value by a move. So every local search, from hill climbing to tabu search,
//! serves every problem, and a new problem needs no new method. What a landscape must do
//! well is to rate a move without making it: tours rate an exchange by four distances, queens by
//! counts of attacks on diagonals, a line of jobs by the part that the move changes.
//!
//! A method that proves or finds more than local search can is beside its problem, and gives the
//! same reports as a landscape's: the lower bound and whether the best solution is proved.
//!
//! | module | problem | exact or special |
//! |---|---|---|
//! | [`tsp`] | tours | branch and bound with 1-trees; iterated local search |
//! | [`packing`] | rectangles | search from the lowest corner with subset sums; best-first |
//! | [`sequencing`] | jobs on a line | search with dominance between orders of the same jobs |
//! | [`queens`] | queens | min-conflicts; a model of constraints |
//! | [`function`] | functions | differential evolution with a sharpening of the best point |
//!
//! Values are numbers of 64 bits with a stated rounding, so that a proof of an optimum holds up to
//! it and not by luck. Lengths of TSPLIB and heights of packings are whole numbers, where it is 0.

#[cfg(feature = "catalog")]
#[doc(hidden)]
pub mod catalog;
pub mod function;
pub mod packing;
mod permutation;
pub mod queens;
pub mod sequencing;
pub mod tsp;
