//! Hierarchical path-finding (HPA*): a graph of the paths through blocks of the map, in levels.

mod build;
mod graph;
mod search;

pub use graph::GridHierarchy;
pub use search::HierarchyWorkspace;
