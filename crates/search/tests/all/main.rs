//! The integration tests, in one program: it is built and linked once.

mod algorithms;
mod anytime;
mod both_ends;
mod branch_and_bound;
mod checkpoints;
mod cost_limit;
mod deep;
mod false_claims;
mod fringe_search;
mod goals;
mod memory_bounded;
mod memory_limit;
mod move_pruning;
mod numbers;
mod open_lists;
mod parallel;
mod random_graphs;
mod reference_forms;
#[cfg(feature = "serde")]
mod serde;
mod skipped_counts;
mod slices;
mod textbook_graphs;
mod ways;
