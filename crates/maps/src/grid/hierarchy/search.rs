//! Searches the graph and refines the path.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tremaux_core::Observer;

use super::super::cell::{Cell, Direction};
use super::super::path_method::PathError;
use super::super::path_search::Workspace;
use super::super::route::Route;
use super::build::BlockDistances;
use super::graph::{GridHierarchy, NO_WAY};
use crate::watch::{MapSteps, NumberedPlace, Watched};

/// What a search knows about a node.
#[derive(Clone, Copy, Debug, Default)]
struct NodeLabel {
    g: u64,
    parent: u32,
    /// The number of the search.
    mark: u32,
    is_closed: bool,
}

/// The reusable memory of one thread's hierarchical searches.
#[derive(Default)]
pub struct HierarchyWorkspace {
    known: Vec<NodeLabel>,
    mark: u32,
    open: BinaryHeap<Reverse<(u64, u32)>>,
    from_start: BlockDistances,
    to_goal: BlockDistances,
    waypoints: Vec<Cell>,
    middles: Vec<Cell>,
    piece: Route,
    exact: Workspace,
}

/// The parent of nodes that are reached from the start itself.
const START: u32 = u32::MAX;

impl HierarchyWorkspace {
    /// Reaches a node and reports it with its parent to observers.
    #[inline]
    fn reach<O: Observer<MapSteps<Cell>> + ?Sized>(
        &mut self,
        (id, parent): (u32, u32),
        g: u64,
        h: impl FnOnce() -> u64,
        numbered: impl Fn(u32) -> NumberedPlace<Cell>,
        watched: &mut Watched<'_, Cell, O>,
    ) {
        let known = &mut self.known[id as usize];
        let is_known = known.mark == self.mark;
        if is_known && g >= known.g {
            watched.duplicate(numbered(id));
            return;
        }
        if is_known && known.is_closed {
            watched.reopened(numbered(id));
        }
        *known = NodeLabel { g, parent, mark: self.mark, is_closed: false };
        let h = h();
        self.open.push(Reverse((g + h, id)));
        watched.generated(numbered(id), g as f64, h as f64, Some(numbered(parent)));
    }
}

impl GridHierarchy {
    /// The minimum distance of waypoints, in cells.
    const SPACING: u32 = 64;

    /// Finds a path and writes it into `route`, whose memory is reused; `route` is empty if
    /// there is no path.
    ///
    /// Its cost is exact for this path, and close to the optimum.
    ///
    /// # Errors
    ///
    /// Fails if a cell is off the map or the start is blocked.
    pub fn find(
        &self,
        start: Cell,
        goal: Cell,
        workspace: &mut HierarchyWorkspace,
        route: &mut Route,
    ) -> Result<(), PathError> {
        self.find_watched((start, goal), workspace, route, &mut ())
    }

    /// Like [`GridHierarchy::find`], and reports every step to `observer`. These are the steps of
    /// the search on the entrances, then of the searches that refine the path from the start. A
    /// cell with entrances has a number for each of them besides its own.
    ///
    /// # Errors
    ///
    /// Like [`GridHierarchy::find`].
    pub fn find_watched<O: Observer<MapSteps<Cell>> + ?Sized>(
        &self,
        (start, goal): (Cell, Cell),
        workspace: &mut HierarchyWorkspace,
        route: &mut Route,
        observer: &mut O,
    ) -> Result<(), PathError> {
        self.finder.check(start, goal)?;
        route.clear();
        let top = &self.levels[self.levels.len() - 1];
        if !self.finder.grid().is_free(goal) {
            return Ok(());
        }
        if top.cluster_of(start) == top.cluster_of(goal) {
            let is_reachable = self.finder.is_reachable(start, goal);
            let (exact, ends) = (&mut workspace.exact, (start, goal));
            self.finder.find_checked(ends, is_reachable, None, exact, route, observer);
            return Ok(());
        }
        let unit = self.finder.shared().fast.unit(self.finder.costs());
        let mut watched = Watched::new(&mut *observer, unit);
        let expanded = self.search(start, goal, workspace, &mut watched);
        if let Some(expanded) = expanded {
            route.expanded = expanded;
            self.fill_in(workspace, route, observer);
            Watched::new(observer, 1.0).solved(route.cost);
        }
        Ok(())
    }

    /// Searches the graph and sets waypoints, including start and goal. Returns the number of
    /// expanded nodes, or `None` if there is no path.
    fn search<O: Observer<MapSteps<Cell>> + ?Sized>(
        &self,
        start: Cell,
        goal: Cell,
        workspace: &mut HierarchyWorkspace,
        watched: &mut Watched<'_, Cell, O>,
    ) -> Option<u64> {
        let (grid, scale) = (self.finder.grid(), self.finder.shared().fast);
        let first = &self.levels[0];
        // The goal is the node after the last.
        let end = self.nodes.len() as u32;
        workspace.known.resize(self.nodes.len() + 1, NodeLabel::default());
        workspace.mark = workspace.mark.checked_add(1).unwrap_or_else(|| {
            workspace.known.fill(NodeLabel::default());
            1
        });
        workspace.open.clear();
        workspace.from_start.compute(grid, scale, start, first.shift);
        workspace.to_goal.compute(grid, scale, goal, first.shift);
        let (start_cluster, goal_cluster) = (first.cluster_of(start), first.cluster_of(goal));
        let h = |id: u32| u64::from(scale.distance(self.nodes[id as usize].cell, goal));
        // Entrances have the numbers after those of the cells.
        let numbered = |id: u32| match id {
            START => (start, grid.index(start) as u32),
            _ if id == end => (goal, grid.index(goal) as u32),
            _ => (self.nodes[id as usize].cell, grid.index_count() as u32 + id),
        };
        watched.begins(numbered(START), scale.distance(start, goal).into());
        for &id in &first.clusters[start_cluster].nodes {
            let way = workspace.from_start.to(self.nodes[id as usize].cell, first.shift);
            if way != NO_WAY {
                workspace.reach((id, START), way.into(), || h(id), numbered, watched);
            }
        }
        if start_cluster == goal_cluster {
            let way = workspace.from_start.to(goal, first.shift);
            if way != NO_WAY {
                workspace.reach((end, START), way.into(), || 0, numbered, watched);
            }
        }
        let mut expanded = 0;
        while let Some(Reverse((_, id))) = workspace.open.pop() {
            let known = &mut workspace.known[id as usize];
            if std::mem::replace(&mut known.is_closed, true) {
                continue;
            }
            if id == end {
                self.set_waypoints(start, goal, workspace);
                return Some(expanded);
            }
            expanded += 1;
            let (g, parent) = (known.g, known.parent);
            watched.expanded(numbered(id), g as f64);
            let node = &self.nodes[id as usize];
            if node.partner != parent {
                let g = g + u64::from(node.step);
                let other = node.partner;
                workspace.reach((other, id), g, || h(other), numbered, watched);
            }
            if first.cluster_of(node.cell) == goal_cluster {
                let way = workspace.to_goal.to(node.cell, first.shift);
                if way != NO_WAY {
                    let g = g + u64::from(way);
                    workspace.reach((end, id), g, || 0, numbered, watched);
                }
            }
            // The largest surrounding cluster that contains neither end; the smallest if all do.
            let is_open = |cluster: usize, level: usize| {
                let level = &self.levels[level];
                cluster != level.cluster_of(start) && cluster != level.cluster_of(goal)
            };
            let largest = (1..usize::from(node.levels))
                .rev()
                .find(|&level| is_open(self.levels[level].cluster_of(node.cell), level));
            let level = largest.unwrap_or(0);
            // A path that came through this cluster need not continue in it.
            if parent != START && node.partner != parent {
                continue;
            }
            let cluster = &self.levels[level].clusters[self.levels[level].cluster_of(node.cell)];
            let ways = cluster.from(node.places[level].into());
            for (&to, &way) in cluster.nodes.iter().zip(ways) {
                if way != NO_WAY && to != id {
                    let g = g + u64::from(way);
                    workspace.reach((to, id), g, || h(to), numbered, watched);
                }
            }
        }
        None
    }

    /// Chooses waypoints on the path that was found.
    fn set_waypoints(&self, start: Cell, goal: Cell, workspace: &mut HierarchyWorkspace) {
        let spacing = u64::from(self.finder.shared().fast.straight * Self::SPACING);
        let end = self.nodes.len() as u32;
        workspace.waypoints.clear();
        workspace.waypoints.push(goal);
        let NodeLabel { g: mut last, parent: mut id, .. } = workspace.known[end as usize];
        while id != START {
            let NodeLabel { g, parent, .. } = workspace.known[id as usize];
            if last - g >= spacing && g >= spacing / 2 {
                workspace.waypoints.push(self.nodes[id as usize].cell);
                last = g;
            }
            id = parent;
        }
        workspace.waypoints.push(start);
        workspace.waypoints.reverse();
    }

    /// Refines the path between the waypoints, and again between the midpoints of its pieces.
    fn fill_in<O: Observer<MapSteps<Cell>> + ?Sized>(
        &self,
        workspace: &mut HierarchyWorkspace,
        route: &mut Route,
        observer: &mut O,
    ) {
        let HierarchyWorkspace { waypoints, middles, piece, exact, .. } = workspace;
        middles.clear();
        if waypoints.len() > 2 {
            middles.extend(waypoints.first());
            let mut before = 0.0;
            for pair in waypoints.windows(2) {
                let (ends, g) = ((pair[0], pair[1]), Some(before));
                self.finder.find_checked(ends, true, g, exact, piece, observer);
                before += piece.cost;
                route.expanded += piece.expanded;
                middles.extend(middle(piece));
            }
            middles.extend(waypoints.last());
        } else {
            middles.extend_from_slice(waypoints);
        }
        route.turns.push(middles[0]);
        let mut before = 0.0;
        for pair in middles.windows(2) {
            let (ends, g) = ((pair[0], pair[1]), Some(before));
            self.finder.find_checked(ends, true, g, exact, piece, observer);
            before += piece.cost;
            route.expanded += piece.expanded;
            for &turn in &piece.turns[1..] {
                route.push_turn(turn);
            }
        }
        let (mut straight, mut diagonal) = (0, 0);
        for leg in route.turns.windows(2) {
            let (long, short) = leg[0].spans(leg[1]);
            let count = if short > 0 { &mut diagonal } else { &mut straight };
            *count += u64::from(long);
        }
        route.cost = self.finder.costs().of_steps(straight, diagonal);
    }
}

/// The cell half way along a path, by steps.
fn middle(route: &Route) -> Option<Cell> {
    let lengths = route.turns.windows(2).map(|leg| leg[0].spans(leg[1]).0);
    let mut left = lengths.clone().sum::<u32>() / 2;
    for (leg, length) in route.turns.windows(2).zip(lengths) {
        if left <= length {
            let direction = Direction::between(leg[0], leg[1])?;
            return Some(leg[0].stepped(direction, left as u16));
        }
        left -= length;
    }
    route.end()
}
