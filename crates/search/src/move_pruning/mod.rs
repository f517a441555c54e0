//! Strings of actions that are superfluous, learnt once and left out by a finite automaton.

mod automaton;
mod pruned_space;
mod search;
mod strings;

pub use automaton::MoveAutomaton;
pub use pruned_space::{MovePruned, OnPruned, PrunedState};
pub use search::{PrunedParallel, PrunedSearch, WithoutSuperfluous};
