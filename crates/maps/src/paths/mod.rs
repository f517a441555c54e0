//! Shortest paths on maps by name: grid maps, road networks and other graphs.
//!
//! A [`PathMap`] is read once; its queries are instances of the domains `grid` and `graph`, for the
//! algorithms of every domain and for those that only maps have. What these prepare is shared by
//! all queries. Every path is replayed by the rules of the map before it is reported.

mod algorithm;
mod cells;
mod engine;
mod graph;
mod graph_algorithms;
pub(crate) mod graph_problem;
mod grid;
mod grid_algorithms;
pub(crate) mod grid_problem;
mod grid_rules;
mod kind;
mod map;
mod persist;
mod query;
mod roads;
mod search;
mod traced;

pub use cells::{STEPS, parse_cell};
pub use graph::GraphMap;
pub(crate) use graph::{AnyGraph, with_graph};
pub use graph_algorithms::{GRAPH_ALGORITHMS, RoadAlgorithm};
pub(crate) use graph_problem::GraphAlgorithms;
pub use grid_algorithms::{GRID_ALGORITHMS, GridSearch, exact_method};
pub(crate) use grid_problem::GridAlgorithms;
pub use grid_rules::{GRID_RULES, GridRules, parse_costs, parse_movement, parse_terrain};
pub use kind::MapKind;
pub use map::PathMap;
pub use persist::storable_algorithms;
