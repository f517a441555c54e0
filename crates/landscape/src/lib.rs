//! Local search in landscapes, where no goal can be tested but a value be improved.
//!
//! A [`Landscape`] defines solutions, their values and the moves between neighbours. A
//! [`LocalSearchMethod`] decides which moves are made: [`HillClimbing`], [`Annealing`], [`Tabu`],
//! [`LateAcceptance`], [`AnnealedBestFirst`], and [`Genetic`] for a [`Recombination`].
//! [`Restarts`] repeats a method. [`LocalSearch`] runs a method: it can be paused, takes the same
//! steps however it is sliced, and remembers the best solution. [`StateLandscape`] makes a
//! landscape of any state space and heuristic.
//!
//! Values are minimised. Nothing here proves that a solution is optimal, unless it reaches the
//! [`Landscape::lower_bound`] that the problem declares.

mod annealed_best_first;
mod annealing;
mod census;
mod genetic;
mod hill_climbing;
mod landscape;
mod late_acceptance;
mod local_search;
mod optimization;
mod restarts;
mod state_landscape;
mod tabu;
mod walk;

pub use annealed_best_first::{AnnealedBestFirst, AnnealedBestFirstState};
pub use annealing::{Annealing, AnnealingState, Schedule};
pub use census::{Census, census};
pub use genetic::{Genetic, GeneticState};
pub use hill_climbing::{Choice, Climb, HillClimbing};
pub use landscape::{Landscape, Recombination};
pub use late_acceptance::{LateAcceptance, LateAcceptanceState};
pub use local_search::{LocalSearch, LocalSearchMethod};
pub use optimization::{Log, Optimization, OptimizationReport};
pub use restarts::{Restarts, RestartsState};
pub use state_landscape::{Position, StateLandscape};
pub use tabu::{Tabu, TabuState};
pub use walk::{Tally, Walk};
