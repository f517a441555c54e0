//! Hierarchical path-finding: a graph of the ways through blocks of the map, in levels.

mod build;
mod graph;
mod search;

pub use graph::Hierarchy;
pub use search::HierarchyWorkspace;
