//! Shortest paths on road networks, from the plain algorithm to contraction hierarchies.
//!
//! | | prepared | a query on a million nodes |
//! |---|---|---|
//! | [`Dijkstra`] | nothing | looks at about half of all nodes |
//! | [`Bidirectional`] | nothing | at about a third of those |
//! | [`LandmarkSearch`] | distances to some nodes | at a few per cent |
//! | [`HierarchySearch`] | a [`Hierarchy`] | at some hundred nodes |
//!
//! All give the same distances. A search owns its working memory, which it uses again from
//! query to query: nothing is cleared, and nothing allocated once it has grown. What was
//! prepared is shared between threads; each thread has a search of its own.
//!
//! Path costs are `u32` or `u64`, see [`Weight`]: a network on which a shortest path might
//! not fit is refused when a search is made, never answered wrongly.

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
pub use hierarchy::{ContractionSettings, Hierarchy, HierarchySearch, TargetBuckets, Unprepared};
pub use landmark_search::LandmarkSearch;
pub use landmarks::{LandmarkHeuristic, Landmarks, Selection};
pub use weight::{TooLong, Weight};

use tremaux_core::Observer;

use crate::watch::Walk;

/// A way of answering many queries about one network.
pub trait RoadSearch<W: Weight> {
    /// The cost of the shortest path from `from` to `to`, `None` if there is no path.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    fn distance(&mut self, from: u32, to: u32) -> Option<W>;

    /// Like [`RoadSearch::distance`], and puts the nodes of a shortest path into `nodes`,
    /// both ends included; none if there is no path.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    fn route(&mut self, from: u32, to: u32, nodes: &mut Vec<u32>) -> Option<W>;

    /// Like [`RoadSearch::route`], and tells `observer` of every step: every node that is taken
    /// from a queue as expanded, and the two sides of a search from both ends under numbers of
    /// their own.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    fn route_watched<O: Observer<Walk<u32>> + ?Sized>(
        &mut self,
        from: u32,
        to: u32,
        nodes: &mut Vec<u32>,
        observer: &mut O,
    ) -> Option<W>
    where
        Self: Sized;

    /// How many nodes the last query took from its queues.
    fn settled(&self) -> u64;
}
