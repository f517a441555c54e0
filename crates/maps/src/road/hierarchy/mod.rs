//! Contraction hierarchies (Geisberger, Sanders, Schultes and Delling 2008).
//!
//! Nodes are contracted one by one, the least important first; if that breaks a shortest path, a
//! shortcut replaces it. For every shortest path there is then one of equal cost that first goes
//! up, to more and more important nodes, and then down: two small searches find it.

mod arc;
mod buckets;
mod contraction;
mod file;
mod order;
mod query;
mod section;
mod witness;

pub use buckets::TargetBuckets;
pub use order::ContractionSettings;
pub use query::HierarchySearch;

use std::fmt;

use tremaux_core::{Limits, StopReason};

use self::arc::{LEAF, UpArc};
use self::section::Section;
use super::weight::{TooLong, Weight};
use crate::graph::Graph;
use crate::prepared_file::mixed;

/// Why a [`ContractionHierarchy`] cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreparationError {
    /// The cost of a shortest path may not fit into the cost type.
    TooLong(TooLong),
    /// A limit was reached.
    Stopped(StopReason),
}

impl fmt::Display for PreparationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(error) => error.fmt(f),
            Self::Stopped(reason) => {
                write!(f, "preparation stopped during preprocessing: {reason}")
            }
        }
    }
}

impl std::error::Error for PreparationError {}

/// A preprocessed network for queries that take microseconds.
///
/// Internally, nodes are numbered from the most to the least important, so the data that every
/// query reads is contiguous. Each arc is stored at its less important end: for every node,
/// first the arcs that leave it upwards, then those that enter it from above.
///
/// With `u32` it takes 16 bytes per arc or shortcut, of which there are about twice as many as
/// arcs, and 16 per node. It can be shared between threads; each creates its own
/// [`HierarchySearch`].
///
/// ```
/// use tremaux::maps::road::{ContractionHierarchy, HierarchySearch, RoadSearch, generate};
/// let graph = generate::road_like(1_000, 7);
/// let hierarchy = ContractionHierarchy::<u32>::build(&graph)?;
/// let mut search = HierarchySearch::new(&hierarchy);
/// let mut nodes = Vec::new();
/// let cost = search.route(3, 200, &mut nodes).unwrap();
/// assert_eq!(graph.path_cost(&nodes), Some(u64::from(cost)));
/// # Ok::<(), tremaux::maps::road::TooLong>(())
/// ```
#[derive(Debug)]
pub struct ContractionHierarchy<W: Weight = u32> {
    /// Where the arcs of each node start: upward arcs at `2·n`, arcs from above at `2·n + 1`.
    first: Section<u32>,
    arcs: Section<UpArc<W>>,
    /// What each arc represents: the two arcs that it replaces, or [`LEAF`] and the head of the
    /// arc in the graph's numbering.
    children: Section<[u32; 2]>,
    /// The position of each node of the graph.
    place: Section<u32>,
    /// The node of the graph at each position.
    node: Section<u32>,
    fingerprint: u64,
}

impl<W: Weight> ContractionHierarchy<W> {
    /// Prepares `graph` with the default settings. Takes about a second for a road network of a
    /// hundred thousand nodes. The same graph and settings give the same hierarchy.
    ///
    /// # Errors
    ///
    /// Returns [`TooLong`] if the cost of a shortest path may not fit into `W`; this never
    /// happens for `u64`.
    pub fn build(graph: &Graph<u32>) -> Result<Self, TooLong> {
        match Self::build_within(graph, &ContractionSettings::default(), &Limits::default()) {
            Ok(hierarchy) => Ok(hierarchy),
            Err(PreparationError::TooLong(error)) => Err(error),
            Err(PreparationError::Stopped(reason)) => unreachable!("{reason:?} without limits"),
        }
    }

    /// Prepares `graph` unless it is cancelled or a limit is reached first: time, memory besides
    /// the graph's, or nodes visited.
    ///
    /// # Errors
    ///
    /// Returns which limit was reached, or that the cost of a shortest path may not fit into
    /// `W`.
    pub fn build_within(
        graph: &Graph<u32>,
        settings: &ContractionSettings,
        limits: &Limits,
    ) -> Result<Self, PreparationError> {
        TooLong::check::<W>(graph).map_err(PreparationError::TooLong)?;
        let contracted = order::contract_all::<W>(graph, settings, limits);
        Ok(Self::from_contracted(graph, contracted.map_err(PreparationError::Stopped)?))
    }

    /// Reverses the contraction order and arranges the arcs by it.
    fn from_contracted(graph: &Graph<u32>, contracted: contraction::Contracted<W>) -> Self {
        let contraction::Contracted { order, first: old_first, arcs: old_arcs } = contracted;
        let count = order.len();
        let mut place = vec![0_u32; count];
        for (rank, &node) in order.iter().enumerate() {
            place[node as usize] = (count - 1 - rank) as u32;
        }
        let mut first = Vec::with_capacity(2 * count + 1);
        let mut moved = vec![0_u32; old_arcs.len()];
        let mut arcs = Vec::with_capacity(old_arcs.len());
        let mut next = 0;
        for rank in (0..count).rev() {
            for side in 0..2 {
                first.push(next);
                let range = old_first[2 * rank + side]..old_first[2 * rank + side + 1];
                for old in range.start as usize..range.end as usize {
                    moved[old] = next;
                    next += 1;
                    let edge = &old_arcs[old];
                    arcs.push(UpArc { node: place[edge.node as usize], weight: edge.weight });
                }
            }
        }
        first.push(next);
        let mut children = Vec::with_capacity(old_arcs.len());
        for rank in (0..count).rev() {
            for side in 0..2 {
                let range = old_first[2 * rank + side]..old_first[2 * rank + side + 1];
                for edge in &old_arcs[range.start as usize..range.end as usize] {
                    children.push(if edge.first == LEAF {
                        [LEAF, if side == 0 { edge.node } else { order[rank] }]
                    } else {
                        [moved[edge.first as usize], moved[edge.second as usize]]
                    });
                }
            }
        }
        let node = order.into_iter().rev().collect::<Vec<u32>>();
        Self {
            first: first.into(),
            arcs: arcs.into(),
            children: children.into(),
            place: place.into(),
            node: node.into(),
            fingerprint: fingerprint(graph),
        }
    }

    /// The number of nodes of the network.
    pub fn node_count(&self) -> usize {
        self.node.len()
    }

    /// The number of arcs, including shortcuts.
    pub fn arc_count(&self) -> usize {
        self.arcs.len()
    }

    /// Its size in bytes, in memory or in its file.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.first)
            + size_of_val(&*self.arcs)
            + size_of_val(&*self.children)
            + size_of_val(&*self.place)
            + size_of_val(&*self.node)
    }

    /// Whether it was built from `graph`, by a hash of all arcs.
    pub fn belongs_to(&self, graph: &Graph<u32>) -> bool {
        self.node_count() == graph.node_count() && self.fingerprint == fingerprint(graph)
    }

    /// The arcs of the node at position `place` that leave it upwards (side 0) or enter it from
    /// above (side 1).
    #[inline]
    fn side<const SIDE: usize>(&self, place: u32) -> std::ops::Range<usize> {
        let index = 2 * place as usize + SIDE;
        self.first[index] as usize..self.first[index + 1] as usize
    }
}

/// A hash of all arcs of `graph`.
fn fingerprint(graph: &Graph<u32>) -> u64 {
    let mut hash = graph.node_count() as u64;
    for node in 0..graph.node_count() as u32 {
        for link in graph.outgoing(node) {
            let arc = u64::from(link.node) << 32 | u64::from(link.cost);
            hash = mixed(hash ^ u64::from(node), arc);
        }
    }
    hash
}
