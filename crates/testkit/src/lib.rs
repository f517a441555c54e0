//! Checks that every problem must pass, and random problems for every algorithm.
//!
//! The checks walk at random from the initial state and panic with a reason at the first
//! broken promise: a new problem gets its tests by one call for each of its capabilities.
//!
//! The random problems are the other half. Puzzles are friendly: their costs are even, their
//! moves can be taken back, their heuristics are consistent, and faults in a search hide
//! there. [`random_graph`] and [`Lines::random`] are not, and [`bellman_ford`] says what is
//! true of them.

mod bellman_ford;
mod dot_language;
mod estimates;
mod game;
mod game_contracts;
mod graph;
mod heuristic;
mod lines;
mod notation;
pub mod random_game;
mod random_graph;
mod space;
pub mod uniform_tree;
mod walk;

pub use bellman_ford::{Arc, arcs, bellman_ford, distances_to_goals};
pub use dot_language::{DotGraph, read_dot};
pub use estimates::{Estimates, Quality, Remembering};
pub use game::{check_game, check_hashed_game, check_zero_sum_game};
pub use game_contracts::{
    check_chance_game, check_folded_game, check_game_notation, play_at_random,
};
pub use graph::{Edge, EdgeSet, Graph, Pruning};
pub use heuristic::check_heuristic;
pub use lines::{Lines, Step, Steps};
pub use notation::{check_depict, check_notation};
pub use random_graph::{random_graph, random_line};
pub use space::{
    check_backward, check_commuting, check_indexed, check_pruning, check_situated, check_space,
    check_typed_actions, check_undo,
};
pub use walk::{Walker, walk};
