//! Any-angle paths: Theta* and Lazy Theta*.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tremaux_core::{FloatCost, Limits, Meter, Observer, Progress, StopReason, Termination};

use super::cell::Cell;
use super::grid::Grid;
use super::path_method::PathError;
use super::route::Route;
use crate::watch::{MapSteps, Watched};

/// When lines of sight are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum AnyAngle {
    /// For every cell that is reached: Theta* (Nash, Daniel, Koenig and Felner 2007).
    Theta,
    /// Once for every cell that is expanded: Lazy Theta* (Nash, Koenig and Tovey 2010), with far
    /// fewer checks and paths nearly as short.
    LazyTheta,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    g: f64,
    parent: u32,
    /// The number of the query, times two, plus one if the cell is expanded.
    mark: u32,
}

/// The reusable memory of any-angle searches.
#[derive(Debug, Default)]
pub struct AnyAngleWorkspace {
    nodes: Vec<Node>,
    mark: u32,
    open: BinaryHeap<Reverse<(FloatCost, u32)>>,
}

impl AnyAngleWorkspace {
    fn reset(&mut self, count: usize) {
        self.open.clear();
        if self.nodes.len() != count || self.mark >= u32::MAX - 3 {
            self.nodes.clear();
            self.nodes.resize(count, Node { g: f64::INFINITY, parent: 0, mark: 0 });
            self.mark = 0;
        }
        self.mark += 2;
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.open.capacity() * size_of::<Reverse<(FloatCost, u32)>>()
    }

    /// Makes room for the successors of a cell, if all is then at most `limit` bytes.
    #[inline]
    fn make_room(&mut self, limit: usize) -> Result<(), StopReason> {
        const MOST_STEPS: usize = 8;
        if self.open.capacity() - self.open.len() >= MOST_STEPS {
            return Ok(());
        }
        let entry = size_of::<Reverse<(FloatCost, u32)>>();
        let left = limit.saturating_sub(self.nodes.capacity() * size_of::<Node>());
        let wanted = self.open.len() + MOST_STEPS;
        let usual = wanted.max(self.open.capacity() / 2 * 3).max(64);
        let capacity = usual.min(left / entry);
        let more = capacity.saturating_sub(self.open.len());
        if capacity < wanted || self.open.try_reserve_exact(more).is_err() {
            return Err(StopReason::MemoryLimit);
        }
        Ok(())
    }

    /// The cost of the best path to a cell, infinite if none is known.
    #[inline]
    fn g(&self, index: usize) -> f64 {
        let node = &self.nodes[index];
        if node.mark >= self.mark { node.g } else { f64::INFINITY }
    }

    #[inline]
    fn is_closed(&self, index: usize) -> bool {
        self.nodes[index].mark == self.mark | 1
    }

    #[inline]
    fn set(&mut self, index: usize, g: f64, parent: usize) {
        self.nodes[index] = Node { g, parent: parent as u32, mark: self.mark };
    }
}

impl AnyAngle {
    /// Finds a short path and writes it into `route`, whose memory is reused; `route` is empty
    /// if there is no path. Each of its cells sees the next, and its cost is its length.
    ///
    /// This is A* on cells, where a cell may be reached in a straight line from the parent of
    /// its predecessor. Paths are nearly always shorter than shortest paths of straight and
    /// diagonal steps, but not always shortest any-angle paths. Weights are ignored.
    ///
    /// With n cells expanded it takes O(n log n) time, plus one to eight line-of-sight checks
    /// per cell, each in time proportional to its length; and sixteen bytes for each cell of the
    /// map.
    ///
    /// Returns [`Progress::Paused`] if a limit was reached: there is no path then, and the
    /// search cannot be resumed.
    ///
    /// ```
    /// use tremaux::Limits;
    /// use tremaux::maps::grid::{AnyAngle, Cell, Grid, Movement};
    /// let grid = Grid::new(10, 10, Movement::NoCornerCutting, |_| true);
    /// let (mut workspace, mut route) = Default::default();
    /// let (start, goal) = (Cell::new(0, 0), Cell::new(9, 4));
    /// let _ = AnyAngle::Theta.find(
    ///     &grid, start, goal, &Limits::default(), &mut workspace, &mut route,
    /// )?;
    /// assert_eq!(route.turns, [start, goal]);
    /// assert_eq!(route.cost, 9_f64.hypot(4.0));
    /// # Ok::<(), tremaux::maps::grid::PathError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a cell is off the map or the start is blocked.
    pub fn find(
        self,
        grid: &Grid,
        start: Cell,
        goal: Cell,
        limits: &Limits,
        workspace: &mut AnyAngleWorkspace,
        route: &mut Route,
    ) -> Result<Progress, PathError> {
        self.find_watched(grid, (start, goal), limits, workspace, route, &mut ())
    }

    /// Like [`AnyAngle::find`], and reports every step to `observer`. A cell is generated from
    /// the cell it is reached from in a straight line. If there is no line of sight, Lazy Theta*
    /// generates the cell again from a neighbour when it expands it.
    ///
    /// # Errors
    ///
    /// Like [`AnyAngle::find`].
    pub fn find_watched<O: Observer<MapSteps<Cell>> + ?Sized>(
        self,
        grid: &Grid,
        (start, goal): (Cell, Cell),
        limits: &Limits,
        workspace: &mut AnyAngleWorkspace,
        route: &mut Route,
        observer: &mut O,
    ) -> Result<Progress, PathError> {
        PathError::check(grid, start, goal)?;
        route.clear();
        let limit = limits.memory.unwrap_or(usize::MAX);
        if grid.index_count() * size_of::<Node>() > limit {
            return Ok(Progress::Paused(StopReason::MemoryLimit));
        }
        workspace.reset(grid.index_count());
        if let Err(reason) = workspace.make_room(limit) {
            return Ok(Progress::Paused(reason));
        }
        let from = grid.index(start);
        workspace.set(from, 0.0, from);
        workspace.open.push(Reverse((FloatCost::new(start.euclidean(goal)), from as u32)));
        let watched = &mut Watched::new(observer, 1.0);
        watched.begins((start, from as u32), start.euclidean(goal));
        let mut meter = Meter::start(limits, 0);
        Ok(match self.run((grid, goal), &mut meter, workspace, &mut route.expanded, watched) {
            Ok(false) => Progress::Done(Termination::Exhausted),
            Ok(true) => {
                let mut index = grid.index(goal);
                route.cost = workspace.g(index);
                watched.solved(route.cost);
                route.turns.push(goal);
                while index != from {
                    index = workspace.nodes[index].parent as usize;
                    route.turns.push(grid.cell(index));
                }
                route.turns.reverse();
                Progress::Done(Termination::Finished)
            }
            Err(reason) => Progress::Paused(reason),
        })
    }

    /// Whether the goal was reached.
    fn run<O: Observer<MapSteps<Cell>> + ?Sized>(
        self,
        (grid, goal): (&Grid, Cell),
        meter: &mut Meter,
        workspace: &mut AnyAngleWorkspace,
        expanded: &mut u64,
        watched: &mut Watched<'_, Cell, O>,
    ) -> Result<bool, StopReason> {
        while let Some(Reverse((_, id))) = workspace.open.pop() {
            let index = id as usize;
            if workspace.is_closed(index) {
                continue;
            }
            let cell = grid.cell(index);
            if self == Self::LazyTheta && settle(grid, cell, workspace) {
                let Node { g, parent, .. } = workspace.nodes[index];
                let beside = (grid.cell(parent as usize), parent);
                watched.generated((cell, id), g, cell.euclidean(goal), Some(beside));
            }
            workspace.nodes[index].mark |= 1;
            if cell == goal {
                return Ok(true);
            }
            meter.check(*expanded, || workspace.bytes())?;
            workspace.make_room(meter.memory_limit())?;
            *expanded += 1;
            let parent = workspace.nodes[index].parent as usize;
            let (parent_cell, parent_g) = (grid.cell(parent), workspace.g(parent));
            let g = workspace.g(index);
            watched.expanded((cell, id), g);
            for &step in grid.steps(cell) {
                let next = cell.stepped(step, 1);
                let next_index = grid.index(next);
                if workspace.is_closed(next_index) {
                    watched.duplicate((next, next_index as u32));
                    continue;
                }
                let is_straight = self == Self::LazyTheta || grid.sees(parent_cell, next);
                let (next_g, from) = if is_straight {
                    (parent_g + parent_cell.euclidean(next), parent)
                } else {
                    (g + cell.euclidean(next), index)
                };
                if next_g < workspace.g(next_index) {
                    workspace.set(next_index, next_g, from);
                    let h = next.euclidean(goal);
                    workspace.open.push(Reverse((FloatCost::new(next_g + h), next_index as u32)));
                    let parent = (grid.cell(from), from as u32);
                    watched.generated((next, next_index as u32), next_g, h, Some(parent));
                } else {
                    watched.duplicate((next, next_index as u32));
                }
            }
        }
        Ok(false)
    }
}

/// Verifies the assumed line of sight to a cell. If there is none, reaches the cell from the
/// best of its expanded neighbours instead and returns true.
fn settle(grid: &Grid, cell: Cell, workspace: &mut AnyAngleWorkspace) -> bool {
    let index = grid.index(cell);
    let parent = workspace.nodes[index].parent as usize;
    if grid.sees(grid.cell(parent), cell) {
        return false;
    }
    let mut best = (f64::INFINITY, parent);
    for &step in grid.steps(cell) {
        let beside = cell.stepped(step, 1);
        let beside_index = grid.index(beside);
        if workspace.is_closed(beside_index) {
            let g = workspace.g(beside_index) + beside.euclidean(cell);
            if g < best.0 {
                best = (g, beside_index);
            }
        }
    }
    workspace.set(index, best.0, best.1);
    true
}
