//! The graph of entrances, and the dependencies in it.

use std::sync::Arc;

use super::super::cell::Cell;
use super::super::grid::Grid;
use super::super::movement::StepCosts;
use super::super::path_method::{PathError, PathMethod};
use super::super::pathfinder::Pathfinder;
use crate::preparation::Preparation;
use tremaux_core::Limits;

/// There is no path within a cluster.
pub(super) const NO_WAY: u32 = u32::MAX;

/// A cell from which a step leads to another cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) cell: Cell,
    /// The node on the other side.
    pub(super) partner: u32,
    /// What the step there costs.
    pub(super) step: u32,
    /// How many levels have a border between the two.
    pub(super) levels: u8,
    /// Its place in the cluster of each of these levels.
    pub(super) places: [u16; GridHierarchy::MOST_LEVELS],
}

/// A block of cells with the nodes in it and the distances between them inside the block.
#[derive(Clone, Debug, Default)]
pub(super) struct Cluster {
    pub(super) nodes: Vec<u32>,
    /// All pairs of distances; [`NO_WAY`] if two nodes are not connected within the cluster.
    pub(super) distances: Vec<u32>,
}

impl Cluster {
    /// The distances from the node in this place to all others.
    #[inline]
    pub(super) fn from(&self, place: usize) -> &[u32] {
        &self.distances[place * self.nodes.len()..][..self.nodes.len()]
    }
}

/// The clusters of one size.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// Clusters have sides of `1 << shift` cells.
    pub(super) shift: u32,
    /// Clusters in a row.
    pub(super) columns: usize,
    pub(super) clusters: Vec<Cluster>,
}

impl Level {
    /// The side of its clusters, in cells.
    #[inline]
    pub(super) fn side(&self) -> usize {
        1 << self.shift
    }

    #[inline]
    pub(super) fn cluster_of(&self, cell: Cell) -> usize {
        usize::from(cell.y >> self.shift) * self.columns + usize::from(cell.x >> self.shift)
    }
}

/// Near-shortest paths by HPA* (Botea, Müller and Schaeffer 2004) on maps without weights.
///
/// The map is cut into clusters of 16 by 16 cells, those into clusters of four by four clusters,
/// and so on. Where free cells face each other across a border there are entrances; the
/// distances between the entrances of a cluster are precomputed. A search runs on the entrances,
/// using the largest clusters that contain neither start nor goal. Jump point search then
/// refines the path between waypoints some sixty cells apart, and once more between the
/// midpoints of those pieces, which smooths it.
///
/// Paths are longer than the shortest, on average by much less than one percent; if there is a
/// path, one is found. An edit affects only the clusters around it. Memory is about a hundred
/// bytes per entrance and two to four per pair of entrances of a cluster.
///
/// ```
/// use tremaux::maps::grid::{
///     Cell, Grid, GridHierarchy, HierarchyWorkspace, Movement, Route, StepCosts,
/// };
/// let grid = Grid::new(200, 200, Movement::NoCornerCutting, |cell| cell.x != 90 || cell.y > 150);
/// let mut hierarchy = GridHierarchy::new(grid, StepCosts::Euclidean, 2)?;
/// let (mut workspace, mut route) = (HierarchyWorkspace::default(), Route::default());
/// hierarchy.find(Cell::new(0, 0), Cell::new(199, 0), &mut workspace, &mut route)?;
/// assert!(route.is_found());
///
/// hierarchy.set_free(&[(Cell::new(90, 10), true)]);
/// let before = route.cost;
/// hierarchy.find(Cell::new(0, 0), Cell::new(199, 0), &mut workspace, &mut route)?;
/// assert!(route.cost < before);
/// # Ok::<(), tremaux::maps::grid::PathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GridHierarchy {
    pub(super) finder: Pathfinder,
    pub(super) levels: Vec<Level>,
    pub(super) nodes: Vec<Node>,
    /// Nodes that are not in use.
    pub(super) free: Vec<u32>,
    /// For each smallest cluster, the nodes in it that lead right, and those that lead down.
    pub(super) borders: Vec<[Vec<u32>; 2]>,
}

impl GridHierarchy {
    /// The maximum number of levels.
    pub const MOST_LEVELS: usize = 4;
    /// Clusters of the first level have sides of `1 << FIRST_SHIFT` cells.
    const FIRST_SHIFT: u32 = 4;

    /// Builds the graph of a map, with this many cluster sizes: 16, 64, 256, 1024.
    ///
    /// `levels` is clamped to 1 to [`GridHierarchy::MOST_LEVELS`]. Two are right for sides of 500
    /// cells, three for a few thousand.
    ///
    /// # Errors
    ///
    /// Fails if the map has weights or costs are unusable.
    pub fn new(grid: Grid, costs: StepCosts, levels: usize) -> Result<Self, PathError> {
        Self::prepared(grid, costs, levels, &Limits::default())
    }

    /// Like [`GridHierarchy::new`], within limits of time and memory. The memory of the map itself
    /// does not count.
    ///
    /// # Errors
    ///
    /// Like [`GridHierarchy::new`], and with [`PathError::Stopped`] at a limit.
    pub fn prepared(
        grid: impl Into<Arc<Grid>>,
        costs: StepCosts,
        levels: usize,
        limits: &Limits,
    ) -> Result<Self, PathError> {
        let mut preparation = Preparation::start(limits);
        let finder = Pathfinder::new(grid, costs, PathMethod::JumpPoints)?;
        let (width, height) = (finder.grid().width(), finder.grid().height());
        let levels: Vec<Level> = (0..levels.clamp(1, Self::MOST_LEVELS))
            .map(|level| {
                let shift = Self::FIRST_SHIFT + 2 * level as u32;
                let blocks = |side: u16| (usize::from(side) >> shift) + 1;
                let columns = blocks(width - 1);
                let clusters = vec![Cluster::default(); columns * blocks(height - 1)];
                Level { shift, columns, clusters }
            })
            .collect();
        let borders = vec![Default::default(); levels[0].clusters.len()];
        let mut hierarchy = Self { finder, levels, nodes: Vec::new(), free: Vec::new(), borders };
        hierarchy.build(&mut preparation).map_err(PathError::Stopped)?;
        Ok(hierarchy)
    }

    /// The map with its exact searches.
    #[inline]
    pub fn pathfinder(&self) -> &Pathfinder {
        &self.finder
    }

    /// The number of entrances, each side counted.
    pub fn entrances(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// The bytes that the graph takes, without the map.
    pub fn bytes(&self) -> usize {
        let clusters = self.levels.iter().flat_map(|level| &level.clusters);
        let in_clusters: usize = clusters
            .map(|cluster| 4 * (cluster.nodes.capacity() + cluster.distances.capacity()) + 48)
            .sum();
        self.nodes.capacity() * size_of::<Node>() + in_clusters + self.borders.len() * 48
    }

    /// How many levels have a border between two cells.
    #[inline]
    pub(super) fn borders_between(&self, a: Cell, b: Cell) -> usize {
        self.levels.iter().take_while(|level| level.cluster_of(a) != level.cluster_of(b)).count()
    }
}
