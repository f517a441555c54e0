//! Shortest paths on road networks, from Dijkstra's algorithm to contraction hierarchies.
//!
//! | | prepared | a query on a million nodes |
//! |---|---|---|
//! | [`Dijkstra`] | nothing | looks at about half of all nodes |
//! | [`Bidirectional`] | nothing | at about a third of those |
//! | [`LandmarkSearch`] | distances to some nodes | at a few per cent |
//! | [`HierarchySearch`] | a [`Hierarchy`] | at some hundred nodes |
//!
//! All give the same distances. A search owns its working memory and reuses it from query to
//! query: nothing is cleared, and nothing is allocated once it has grown. Preprocessed data is
//! shared between threads; each thread has its own search.
//!
//! Path costs are `u32` or `u64`, see [`Weight`]. If the cost of a shortest path might not fit,
//! creating the search fails; answers are never wrong.

mod alternating;
mod dijkstra;
pub mod generate;
mod hierarchy;
mod labels;
mod landmark_search;
mod landmarks;
mod queue;
mod rows;
mod weight;

pub use alternating::Bidirectional;
pub use dijkstra::Dijkstra;
pub use hierarchy::{
    ContractionSettings, Hierarchy, HierarchySearch, PreparationError, TargetBuckets,
};
pub use landmark_search::LandmarkSearch;
pub use landmarks::{LandmarkHeuristic, Landmarks, Selection};
pub use weight::{TooLong, Weight};

use tremaux_core::Observer;

use crate::watch::MapSteps;

/// A search that answers many queries about one network.
pub trait RoadSearch<W: Weight> {
    /// Returns the cost of the shortest path from `from` to `to`, or `None` if there is no path.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    fn distance(&mut self, from: u32, to: u32) -> Option<W>;

    /// Like [`RoadSearch::distance`], and puts the nodes of a shortest path into `nodes`, both
    /// ends included; `nodes` is empty if there is no path.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    fn route(&mut self, from: u32, to: u32, nodes: &mut Vec<u32>) -> Option<W>;

    /// Like [`RoadSearch::route`], and reports every step to `observer`: each settled node
    /// counts as expanded, and the two sides of a bidirectional search use different numbers.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    fn route_watched<O: Observer<MapSteps<u32>> + ?Sized>(
        &mut self,
        from: u32,
        to: u32,
        nodes: &mut Vec<u32>,
        observer: &mut O,
    ) -> Option<W>
    where
        Self: Sized;

    /// The number of nodes that the last query settled.
    fn settled(&self) -> u64;
}
