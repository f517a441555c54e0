//! Move pruning: learns superfluous strings of actions once and omits them with a finite
//! automaton.

mod automaton;
mod pruned_space;
mod search;
mod strings;

pub use automaton::MoveAutomaton;
pub use pruned_space::{MovePruned, PrunedHeuristic, PrunedState};
#[cfg(feature = "system")]
pub use search::PrunedParallel;
pub use search::{MovePruning, PrunedSearch};
