//! The graph of a search.

use serde::{Deserialize, Serialize};

/// The graph of a search: the names and places of its vertices, and its arcs.
///
/// The headers of all searches in a graph share it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphScene {
    /// The names of the vertices.
    pub names: Vec<String>,
    /// The places of the vertices, `y` upwards; empty if unknown.
    pub points: Vec<(f64, f64)>,
    /// Tail, head and cost of each arc.
    pub arcs: Vec<(u32, u32, f64)>,
}
