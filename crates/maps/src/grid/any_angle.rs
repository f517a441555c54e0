//! Paths whose lines run at any angle: Theta* and Lazy Theta*.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tremaux_core::{FloatCost, Limits, Meter, Observer, Progress, StopReason, Termination};

use super::cell::Cell;
use super::grid::Grid;
use super::pathfinder::PathError;
use crate::watch::{Walk, Watched};

/// When a line of sight is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyAngle {
    /// For every cell that is reached: Theta* (Nash, Daniel, Koenig and Felner 2007).
    Theta,
    /// Once for every cell that is expanded: Lazy Theta* (Nash, Koenig and Tovey 2010), with
    /// far fewer looks and paths nearly as short.
    LazyTheta,
}

/// A path of straight lines at any angle between centres of cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnyAngleRoute {
    /// Where it starts, turns and ends; each sees the next. Empty if there is no path.
    pub turns: Vec<Cell>,
    /// Its length in cells; infinite if there is no path.
    pub length: f64,
    /// How many cells were expanded.
    pub expanded: u64,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    g: f64,
    parent: u32,
    /// The number of the query, times two, plus one if the cell is expanded.
    mark: u32,
}

/// The memory for any-angle searches, to be used again.
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

    /// The cost of the best path to a cell, infinite if none is known.
    fn g(&self, index: usize) -> f64 {
        let node = &self.nodes[index];
        if node.mark >= self.mark { node.g } else { f64::INFINITY }
    }

    fn is_closed(&self, index: usize) -> bool {
        self.nodes[index].mark == self.mark | 1
    }

    fn set(&mut self, index: usize, g: f64, parent: usize) {
        self.nodes[index] = Node { g, parent: parent as u32, mark: self.mark };
    }
}

impl AnyAngle {
    /// Finds a short path and writes it into `route`, whose memory is used again; no path if
    /// there is none.
    ///
    /// A* on the cells, in which a cell may be reached in a straight line from the parent of
    /// the cell before it. Paths are nearly always shorter than the shortest ones of
    /// straight and diagonal steps, and not always the shortest at any angle. Weights are
    /// not looked at.
    ///
    /// With n cells expanded, O(n log n) time besides lines of sight, one or up to eight for
    /// each cell, each in time proportional to its length; sixteen bytes for each cell of
    /// the map.
    ///
    /// Returns [`Progress::Paused`] if a limit stepped in: there is no path then, and no
    /// going on.
    ///
    /// ```
    /// use tremaux_core::Limits;
    /// use tremaux_maps::grid::{AnyAngle, Cell, Grid, Movement};
    /// let grid = Grid::new(10, 10, Movement::NoCornerCutting, |_| true);
    /// let (mut workspace, mut route) = Default::default();
    /// let (start, goal) = (Cell::new(0, 0), Cell::new(9, 4));
    /// let _ = AnyAngle::Theta.find(
    ///     &grid, start, goal, &Limits::default(), &mut workspace, &mut route,
    /// )?;
    /// assert_eq!(route.turns, [start, goal]);
    /// assert_eq!(route.length, 9_f64.hypot(4.0));
    /// # Ok::<(), tremaux_maps::grid::PathError>(())
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
        route: &mut AnyAngleRoute,
    ) -> Result<Progress, PathError> {
        self.find_watched(grid, (start, goal), limits, workspace, route, &mut ())
    }

    /// Like [`AnyAngle::find`], and tells `observer` of every step. A cell is generated from
    /// the one that it is reached from in a straight line. Lazy Theta* generates a cell that
    /// it expands once more, from a neighbour, where there was no line of sight.
    ///
    /// # Errors
    ///
    /// Like [`AnyAngle::find`].
    pub fn find_watched<O: Observer<Walk<Cell>> + ?Sized>(
        self,
        grid: &Grid,
        (start, goal): (Cell, Cell),
        limits: &Limits,
        workspace: &mut AnyAngleWorkspace,
        route: &mut AnyAngleRoute,
        observer: &mut O,
    ) -> Result<Progress, PathError> {
        if let Some(off) = [start, goal].into_iter().find(|&cell| !grid.contains(cell)) {
            return Err(PathError::OffMap(off));
        }
        if !grid.is_free(start) {
            return Err(PathError::Blocked(start));
        }
        route.turns.clear();
        (route.length, route.expanded) = (f64::INFINITY, 0);
        workspace.reset(grid.index_count());
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
                route.length = workspace.g(index);
                watched.solved(route.length);
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
    fn run<O: Observer<Walk<Cell>> + ?Sized>(
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
                watched.generated_from((cell, id), g, cell.euclidean(goal), beside);
            }
            workspace.nodes[index].mark |= 1;
            if cell == goal {
                return Ok(true);
            }
            meter.check(*expanded, || 0)?;
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
                    watched.generated_from((next, next_index as u32), next_g, h, parent);
                } else {
                    watched.duplicate((next, next_index as u32));
                }
            }
        }
        Ok(false)
    }
}

/// Makes up for a line of sight that was only hoped for: the cell is then reached from the best
/// of its expanded neighbours. Whether it had to.
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
