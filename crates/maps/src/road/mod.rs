//! Shortest paths on road networks, from Dijkstra's algorithm to contraction hierarchies.
//!
//! | | prepared | a query on a million nodes |
//! |---|---|---|
//! | [`Dijkstra`] | nothing | looks at about half of all nodes |
//! | [`BidirectionalDijkstra`] | nothing | at about a third of those |
//! | [`LandmarkSearch`] | distances to some nodes | at a few per cent |
//! | [`HierarchySearch`] | a [`ContractionHierarchy`] | at some hundred nodes |
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

pub use alternating::BidirectionalDijkstra;
pub use dijkstra::Dijkstra;
pub use hierarchy::{
    ContractionHierarchy, ContractionSettings, HierarchySearch, PreparationError, TargetBuckets,
};
pub use landmark_search::LandmarkSearch;
pub use landmarks::{LandmarkHeuristic, LandmarkSelection, Landmarks};
pub use weight::{TooLong, Weight};

use tremaux_core::{Limits, Observer, StopReason};

use crate::watch::MapSteps;

/// A search that answers many queries about one network.
///
/// ```
/// use tremaux::maps::road::{Dijkstra, RoadSearch, generate::road_like};
/// use tremaux::{Limits, StopReason};
///
/// let roads = road_like(1_000, 7);
/// let (mut search, mut nodes) = (Dijkstra::<u32>::new(&roads)?, Vec::new());
/// assert!(search.route(0, 500, &mut nodes).is_some());
///
/// let limits = Limits::default().with_nodes(10);
/// let stopped = search.route_within(0, 500, &mut nodes, &limits, &mut ());
/// assert_eq!(stopped, Err(StopReason::NodeLimit));
/// # Ok::<(), tremaux::maps::road::TooLong>(())
/// ```
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

    /// Like [`RoadSearch::route`], within limits on settled nodes and time and until it is
    /// cancelled, and reports every step to `observer`: each settled node counts as expanded, and
    /// the two sides of a bidirectional search use different numbers.
    ///
    /// # Errors
    ///
    /// Returns the limit that was reached; `nodes` is empty then.
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    fn route_within<O: Observer<MapSteps<u32>> + ?Sized>(
        &mut self,
        from: u32,
        to: u32,
        nodes: &mut Vec<u32>,
        limits: &Limits,
        observer: &mut O,
    ) -> Result<Option<W>, StopReason>
    where
        Self: Sized;

    /// The number of nodes that the last query settled.
    fn settled(&self) -> u64;

    /// The bytes that it takes for its nodes, besides what it shares.
    fn bytes(&self) -> usize;
}

/// The methods of [`RoadSearch`] by a method `search` within a [`Meter`](tremaux_core::Meter),
/// a method `trace` that appends the nodes of the path found, and a method `node_bytes`.
macro_rules! road_search {
    () => {
        fn distance(&mut self, from: u32, to: u32) -> Option<W> {
            let found = self.search(from, to, &mut Meter::unlimited(), &mut ());
            found.expect("no limit")
        }

        fn route(&mut self, from: u32, to: u32, nodes: &mut Vec<u32>) -> Option<W> {
            nodes.clear();
            let distance = self.distance(from, to)?;
            self.trace(from, to, nodes);
            Some(distance)
        }

        fn route_within<O: Observer<MapSteps<u32>> + ?Sized>(
            &mut self,
            from: u32,
            to: u32,
            nodes: &mut Vec<u32>,
            limits: &Limits,
            observer: &mut O,
        ) -> Result<Option<W>, StopReason> {
            nodes.clear();
            let found = self.search(from, to, &mut Meter::start(limits, 0), observer)?;
            if found.is_some() {
                self.trace(from, to, nodes);
            }
            Ok(found)
        }

        fn settled(&self) -> u64 {
            self.settled
        }

        fn bytes(&self) -> usize {
            self.node_bytes()
        }
    };
}
use road_search;
