//! Checks that every problem must pass, and random problems that test every algorithm.
//!
//! The checks walk at random from the initial state and panic with a reason at the first
//! violation. To test a new problem, call one check for each of its capabilities.
//!
//! Users of the library find it as `tremaux::check`.
//!
//! The random problems test the algorithms. Puzzles are too regular for this: their costs are
//! uniform, their moves are reversible, and their heuristics are consistent, which hides errors
//! in a search. [`random_graph`] and [`Lines::random`] have none of these properties, and
//! [`bellman_ford`] computes their true costs, as [`textbook_games`] do those of random games.

mod bellman_ford;
mod data;
mod dialogue;
mod dot_language;
mod estimates;
mod game;
mod game_contracts;
mod graph;
pub mod heap;
mod heuristic;
mod lines;
mod notation;
pub mod random_game;
mod random_graph;
pub mod reference;
mod space;
pub mod textbook_games;
pub mod uniform_tree;
mod walk;

pub use bellman_ford::{Arc, arcs, bellman_ford, distances_to_goals};
#[doc(hidden)]
pub use data::{data, data_text};
pub use dialogue::Dialogue;
pub use dot_language::{DotGraph, read_dot};
pub use estimates::{Estimates, Quality, Remembering};
pub use game::{check_game, check_hashed_game, check_zero_sum_game};
pub use game_contracts::{
    check_chance_game, check_folded_game, check_game_notation, check_hidden_game, play_at_random,
};
pub use graph::{Edge, EdgeSet, Graph, Pruning};
pub use heuristic::check_heuristic;
pub use lines::{Lines, Step, Steps};
pub use notation::{check_depict, check_notation};
pub use random_graph::{random_graph, random_line};
pub use space::{
    check_backward, check_commuting, check_compact_actions, check_indexed, check_local_contexts,
    check_pruning, check_space, check_undo,
};
pub use walk::{Walker, walk};
