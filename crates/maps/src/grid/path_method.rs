//! The methods of searching for a path on a grid, and why one does not apply.

use std::fmt;

use tremaux_core::StopReason;

use super::cell::Cell;
use super::grid::Grid;
use super::movement::{Movement, StepCosts};

/// The search methods. All of them find paths of the same cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum PathMethod {
    /// A* or jump points, by a look at the map: A* if it is weighted, and otherwise by how many
    /// jump points there are and from how many cells one is straight ahead.
    ///
    /// The look is one pass over what is stored for each cell, about 1 % of the time in which
    /// [`Grid`] is built (0.2 ms for 512 by 512 cells). On all 45 maps of the bench `methods`,
    /// queries then take at most 1.3 times as long as with the better of the two.
    /// [`Pathfinder::method`] returns the choice. [`Pathfinder::edit`] chooses again;
    /// [`Pathfinder::set_free`] keeps the choice, which stays exact but may become the slower
    /// one.
    ///
    /// [`Pathfinder::method`]: super::Pathfinder::method
    /// [`Pathfinder::edit`]: super::Pathfinder::edit
    /// [`Pathfinder::set_free`]: super::Pathfinder::set_free
    Auto,
    /// Dijkstra's algorithm (1959): no estimates.
    Dijkstra,
    /// A* (Hart, Nilsson and Raphael 1968) with the octile distance and canonical orders: the
    /// method for weighted maps.
    AStar,
    /// A* from both ends: useful if the goal lies in a dead-end region.
    BidirectionalAStar,
    /// Jump point search (Harabor and Grastien 2011, 2014), without preprocessing beyond the map
    /// itself. Whether it is faster than A* depends on the map. On generated maps of 512 by 512
    /// cells the bench `methods` measures, relative to A*:
    ///
    /// - 9 to 110 times as fast on empty maps, in large rooms and in wide corridors, and 5 to 9
    ///   times in cities;
    /// - 1.4 to 3 times as fast on caves, in small rooms, and in corridors of one cell;
    /// - where cells are blocked at random, 0.2 to 0.9 times with 1 to 25 % blocked cells, 1.0 to
    ///   1.5 times with 30 to 40 %;
    /// - with [`Movement::CornersAlways`], 0.2 to 0.7 times with
    ///   2 to 50 % blocked cells;
    /// - with four neighbours, 0.9 to 1.3 times with 1 to 3 % blocked cells, 0.5 to 0.8 times
    ///   with 5 to 40 %.
    ///
    /// [`PathMethod::Auto`] chooses by the map.
    JumpPoints,
    /// Jump point search with precomputed distances: up to 1.5 times as fast, for eight bytes
    /// per cell and a recomputation after each edit.
    TabledJumpPoints,
    /// The same with [`GoalBounds`]: many times faster still, but preprocessing searches the
    /// whole map from each jump point. For maps that do not change: after an edit it acts as
    /// [`PathMethod::TabledJumpPoints`] until it is rebuilt.
    ///
    /// [`GoalBounds`]: super::GoalBounds
    BoundedJumpPoints,
}

impl PathMethod {
    /// All methods.
    pub const ALL: [Self; 7] = [
        Self::Auto,
        Self::Dijkstra,
        Self::AStar,
        Self::BidirectionalAStar,
        Self::JumpPoints,
        Self::TabledJumpPoints,
        Self::BoundedJumpPoints,
    ];

    /// The name of the algorithm.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dijkstra => "canonical-dijkstra",
            Self::AStar => "canonical-a-star",
            Self::BidirectionalAStar => "balanced-a-star",
            Self::JumpPoints => "jps",
            Self::TabledJumpPoints => "jps-plus",
            Self::BoundedJumpPoints => "jps-bounds",
        }
    }

    /// A* or jump points, whichever is expected to be faster on this map.
    ///
    /// Jump points are faster where most straight lines end at a wall, which is known without a
    /// scan; where jump points are so dense that A* cannot prune much either; and, with four
    /// neighbours, where they are rare. Otherwise most scans end at jump points that are of no use
    /// for the path. The bounds were measured: they lie between the maps of the bench `methods` on
    /// which either is faster.
    pub(super) fn choose(grid: &Grid) -> Self {
        if grid.is_weighted() {
            return Self::AStar;
        }
        let free = grid.free_cells() as f64;
        // Per free cell: straight directions with a jump point ahead, and those for which the cell
        // is one.
        let (ahead, here) =
            (grid.lead_count() as f64 / free, grid.jump_point_count() as f64 / free);
        let (rare, dense) = match grid.movement() {
            Movement::FourNeighbours => (0.3, 2.0),
            Movement::NoCornerCutting => (0.0, 1.55),
            Movement::OneSideFree | Movement::CornersAlways => (0.0, 2.0),
        };
        let is_walled = ahead < 1.7 || ahead < 1.9 && here > 0.5;
        if is_walled || here < rare || here > dense { Self::JumpPoints } else { Self::AStar }
    }
}

impl fmt::Display for PathMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a [`Pathfinder`](super::Pathfinder) cannot be built or queried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathError {
    /// The method needs weight 1 everywhere.
    Weighted(PathMethod),
    /// A diagonal step must cost from one to two straight ones, and those from 1 to 1000.
    Costs(StepCosts),
    /// The map is too large for its weights: costs would not fit 64 bits.
    TooLarge,
    /// A cell is not on the map.
    OffMap(Cell),
    /// The start cell is blocked.
    Blocked(Cell),
    /// A limit was reached during preprocessing.
    Stopped(StopReason),
}

impl PathError {
    /// Fails if a cell is off the map or the start is blocked.
    pub(super) fn check(grid: &Grid, start: Cell, goal: Cell) -> Result<(), Self> {
        let off = [start, goal].into_iter().find(|&cell| !grid.contains(cell));
        match off {
            Some(cell) => Err(Self::OffMap(cell)),
            None if !grid.is_free(start) => Err(Self::Blocked(start)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weighted(method) => write!(f, "{method} requires a map without weights"),
            Self::Costs(StepCosts::Integers { straight, diagonal }) => {
                write!(f, "costs of {straight} straight and {diagonal} diagonal: ")?;
                f.write_str("expected 1 to 1000 straight, and one to two times that diagonal")
            }
            Self::Costs(costs) => write!(f, "unusable costs {costs:?}"),
            Self::TooLarge => f.write_str("the map is too large for its weights"),
            Self::OffMap(cell) => write!(f, "the cell {cell} is not on the map"),
            Self::Blocked(cell) => write!(f, "the cell {cell} is blocked"),
            Self::Stopped(reason) => {
                write!(f, "preparation stopped during preprocessing: {reason}")
            }
        }
    }
}

impl std::error::Error for PathError {}
