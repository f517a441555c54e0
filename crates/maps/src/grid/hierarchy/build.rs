//! Builds the graph, and rebuilds parts of it after an edit.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::convert::Infallible;

use tremaux_core::StopReason;

use super::super::canonical::NO_STEP;
use super::super::cell::{Cell, Direction};
use super::super::grid::Grid;
use super::super::movement::{Movement, StepScale};
use super::graph::{Cluster, GridHierarchy, NO_WAY, Node};
use crate::preparation::Preparation;

/// The distances from a cell to all others of a block, by paths within the block.
#[derive(Debug, Default)]
pub(super) struct BlockDistances {
    /// By row and column in the block.
    distances: Vec<u32>,
    open: BinaryHeap<Reverse<(u32, u16, u8)>>,
}

impl BlockDistances {
    /// Computes the distances in the block of side `1 << shift` around `from`.
    pub(super) fn compute(&mut self, grid: &Grid, scale: StepScale<u32>, from: Cell, shift: u32) {
        let side = 1_u16 << shift;
        let corner = Cell { x: from.x >> shift << shift, y: from.y >> shift << shift };
        let place = |cell: Cell| (cell.y - corner.y) << shift | (cell.x - corner.x);
        self.distances.clear();
        self.distances.resize(1 << (2 * shift), NO_WAY);
        self.open.clear();
        self.distances[usize::from(place(from))] = 0;
        self.open.push(Reverse((0, place(from), NO_STEP as u8)));
        while let Some(Reverse((g, at, last))) = self.open.pop() {
            if g > self.distances[usize::from(at)] {
                continue;
            }
            let cell = Cell { x: corner.x + (at & (side - 1)), y: corner.y + (at >> shift) };
            for &step in grid.row(cell, last.into()).as_slice() {
                let next = cell.stepped(step, 1);
                if next.x.wrapping_sub(corner.x) >= side || next.y.wrapping_sub(corner.y) >= side {
                    continue;
                }
                let (next_g, next) = (g + scale.step(step), place(next));
                if next_g < self.distances[usize::from(next)] {
                    self.distances[usize::from(next)] = next_g;
                    self.open.push(Reverse((next_g, next, step as u8)));
                }
            }
        }
    }

    /// The distance to a cell of the block.
    #[inline]
    pub(super) fn to(&self, cell: Cell, shift: u32) -> u32 {
        let mask = (1 << shift) - 1;
        self.distances[usize::from(cell.y & mask) << shift | usize::from(cell.x & mask)]
    }
}

/// Working memory for searches on the nodes of one cluster.
#[derive(Debug, Default)]
struct NodeDistances {
    distances: Vec<u32>,
    touched: Vec<u32>,
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

impl GridHierarchy {
    pub(super) fn build(&mut self, preparation: &mut Preparation) -> Result<(), StopReason> {
        let all: BTreeSet<usize> = (0..self.borders.len()).collect();
        for &cluster in &all {
            for side in 0..2 {
                self.refresh_border(cluster, side);
            }
            preparation.spend(2 * self.levels[0].side())?;
        }
        preparation.hold(self.bytes())?;
        self.refresh_clusters(all, &mut |steps, bytes| {
            preparation.take(bytes)?;
            preparation.spend(steps)
        })
    }

    /// Frees or blocks cells, and rebuilds what depends on them: the clusters around them, and
    /// on each level the clusters that contain those. Cells off the map are ignored.
    ///
    /// Takes time proportional to the size of these clusters, not of the map.
    pub fn set_free(&mut self, cells: &[(Cell, bool)]) {
        if !self.finder.set_free_lazily(cells) {
            return;
        }
        let grid = self.finder.grid();
        let around = cells.iter().flat_map(|&(cell, _)| {
            let beside = Direction::ALL.map(|direction| cell.stepped(direction, 1));
            beside.into_iter().chain([cell]).filter(|&cell| grid.contains(cell))
        });
        let first = &self.levels[0];
        let columns = first.columns;
        let mut changed: BTreeSet<usize> = around.map(|cell| first.cluster_of(cell)).collect();
        for cluster in changed.clone() {
            // Its own borders right and down, and those of the clusters left and above.
            let mut borders = vec![(cluster, 0), (cluster, 1)];
            if cluster % columns > 0 {
                borders.push((cluster - 1, 0));
            }
            if cluster >= columns {
                borders.push((cluster - columns, 1));
            }
            for (cluster, side) in borders {
                changed.extend(self.refresh_border(cluster, side));
            }
        }
        let Ok(()) = self.refresh_clusters(changed, &mut |_, _| Ok::<(), Infallible>(()));
    }

    /// Rebuilds the entrances that lead right (side 0) or down (side 1) from a cluster, and
    /// returns the clusters that gained or lost any.
    fn refresh_border(&mut self, cluster: usize, side: usize) -> BTreeSet<usize> {
        let wanted = self.entrances_of(cluster, side);
        let pair = |id: u32| {
            let node = &self.nodes[id as usize];
            (node.cell, self.nodes[node.partner as usize].cell)
        };
        let known: Vec<(Cell, Cell)> =
            self.borders[cluster][side].iter().map(|&id| pair(id)).collect();
        let mut touched = BTreeSet::new();
        if known == wanted {
            return touched;
        }
        for id in std::mem::take(&mut self.borders[cluster][side]) {
            for id in [id, self.nodes[id as usize].partner] {
                let first = &mut self.levels[0];
                let at = first.cluster_of(self.nodes[id as usize].cell);
                first.clusters[at].nodes.retain(|&other| other != id);
                touched.insert(at);
                self.free.push(id);
            }
        }
        for (from, to) in wanted {
            let [a, b] = [0, 1].map(|_| {
                self.free.pop().unwrap_or_else(|| {
                    let nothing = Cell::default();
                    let places = [0; Self::MOST_LEVELS];
                    self.nodes.push(Node { cell: nothing, partner: 0, step: 0, levels: 0, places });
                    self.nodes.len() as u32 - 1
                })
            });
            let levels = self.borders_between(from, to) as u8;
            let step = self.finder.shared().fast.distance(from, to);
            for (id, cell, partner) in [(a, from, b), (b, to, a)] {
                let places = [0; Self::MOST_LEVELS];
                self.nodes[id as usize] = Node { cell, partner, step, levels, places };
                let first = &mut self.levels[0];
                let at = first.cluster_of(cell);
                first.clusters[at].nodes.push(id);
                touched.insert(at);
            }
            self.borders[cluster][side].push(a);
        }
        touched
    }

    /// The pairs of cells that become entrances across the right or lower border.
    fn entrances_of(&self, cluster: usize, side: usize) -> Vec<(Cell, Cell)> {
        let (grid, first) = (self.finder.grid(), &self.levels[0]);
        let block = 1_u16 << first.shift;
        let (column, row) = (cluster % first.columns, cluster / first.columns);
        let (x, y) = ((column as u16) << first.shift, (row as u16) << first.shift);
        // Cells along the border, the direction across it, and along it.
        let (start, across, along) = if side == 0 {
            (Cell { x: x.saturating_add(block - 1), y }, Direction::East, Direction::South)
        } else {
            (Cell { x, y: y.saturating_add(block - 1) }, Direction::South, Direction::East)
        };
        let mut pairs = Vec::new();
        let mut run = 0;
        for at in 0..=block {
            let here = start.stepped(along, at);
            if at < block && grid.allows(here, across) {
                run += 1;
                continue;
            }
            // One entrance in the middle of a narrow run, one at each end of a wide one, and
            // another between them if it is very wide.
            let offsets: &[u16] = match run {
                0 => &[],
                1..6 => &[(run - 1) / 2],
                6..12 => &[0, run - 1],
                _ => &[0, run / 2, run - 1],
            };
            for offset in offsets {
                let cell = start.stepped(along, at - run + offset);
                pairs.push((cell, cell.stepped(across, 1)));
            }
            run = 0;
        }
        if grid.movement() == Movement::CornersAlways {
            self.push_corners(start, across, along, block, &mut pairs);
        }
        pairs
    }

    /// Adds the steps across a border between two blocked cells.
    fn push_corners(
        &self,
        start: Cell,
        across: Direction,
        along: Direction,
        block: u16,
        pairs: &mut Vec<(Cell, Cell)>,
    ) {
        let (grid, first) = (self.finder.grid(), &self.levels[0]);
        for here in (0..block).map(|at| start.stepped(along, at)) {
            for beside in [along, along.turned(4)] {
                let (dx, dy) =
                    (across.step().0 + beside.step().0, across.step().1 + beside.step().1);
                let Some(diagonal) =
                    Direction::ALL.into_iter().find(|direction| direction.step() == (dx, dy))
                else {
                    continue;
                };
                let sides = [across, beside].map(|way| grid.is_free(here.stepped(way, 1)));
                if grid.is_free(here) && grid.allows(here, diagonal) && sides == [false, false] {
                    let there = here.stepped(diagonal, 1);
                    // A step across both kinds of borders belongs to the right one.
                    let is_both =
                        first.cluster_of(here.stepped(beside, 1)) != first.cluster_of(here);
                    if across == Direction::East || !is_both {
                        pairs.push((here, there));
                    }
                }
            }
        }
    }

    /// Computes the distances in these clusters of the first level, and in all clusters that
    /// contain them. Reports steps done and bytes needed to `goes_on`.
    fn refresh_clusters<E>(
        &mut self,
        mut changed: BTreeSet<usize>,
        goes_on: &mut impl FnMut(usize, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        for &cluster in &changed {
            let nodes = self.levels[0].clusters[cluster].nodes.len();
            goes_on(nodes * self.levels[0].side().pow(2), 4 * nodes * nodes)?;
            self.refresh_first_level(cluster);
        }
        for level in 1..self.levels.len() {
            let (below, columns) = (&self.levels[level - 1], self.levels[level].columns);
            let above = |cluster: usize| {
                cluster / below.columns / 4 * columns + cluster % below.columns / 4
            };
            changed = changed.into_iter().map(above).collect();
            let mut room = NodeDistances::default();
            for &cluster in &changed {
                self.refresh_upper_level(level, cluster, &mut room, goes_on)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn set_places(&mut self, level: usize, cluster: usize) {
        for (place, &id) in self.levels[level].clusters[cluster].nodes.iter().enumerate() {
            self.nodes[id as usize].places[level] = place as u16;
        }
    }

    fn refresh_first_level(&mut self, cluster: usize) {
        self.set_places(0, cluster);
        let (grid, scale) = (self.finder.grid(), self.finder.shared().fast);
        let level = &mut self.levels[0];
        let Cluster { nodes, distances } = &mut level.clusters[cluster];
        distances.clear();
        let mut block = BlockDistances::default();
        for &from in &*nodes {
            block.compute(grid, scale, self.nodes[from as usize].cell, level.shift);
            let to = nodes.iter().map(|&to| block.to(self.nodes[to as usize].cell, level.shift));
            distances.extend(to);
        }
    }

    fn refresh_upper_level<E>(
        &mut self,
        level: usize,
        cluster: usize,
        room: &mut NodeDistances,
        goes_on: &mut impl FnMut(usize, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let (below, this) = (&self.levels[level - 1], &self.levels[level]);
        let (column, row) = (cluster % this.columns, cluster / this.columns);
        let rows = below.clusters.len() / below.columns;
        let parts = (4 * row..(4 * row + 4).min(rows)).flat_map(|row| {
            let columns = 4 * column..(4 * column + 4).min(below.columns);
            columns.map(move |column| row * below.columns + column)
        });
        let inside = parts.flat_map(|part| &below.clusters[part].nodes);
        let is_here = |&&id: &&u32| usize::from(self.nodes[id as usize].levels) > level;
        let nodes: Vec<u32> = inside.filter(is_here).copied().collect();
        goes_on(0, 4 * nodes.len() * (nodes.len() + 1))?;
        let mut distances = Vec::with_capacity(nodes.len() * nodes.len());
        for &from in &nodes {
            self.node_distances(level, from, room);
            goes_on(10 * room.touched.len(), 0)?;
            distances.extend(nodes.iter().map(|&to| room.distances[to as usize]));
        }
        self.levels[level].clusters[cluster] = Cluster { nodes, distances };
        self.set_places(level, cluster);
        Ok(())
    }

    /// The distances from a node to others within its cluster, on the level below.
    fn node_distances(&self, level: usize, from: u32, room: &mut NodeDistances) {
        for id in room.touched.drain(..) {
            room.distances[id as usize] = NO_WAY;
        }
        room.distances.resize(self.nodes.len(), NO_WAY);
        let below = &self.levels[level - 1];
        let reach = |room: &mut NodeDistances, id: u32, g: u32| {
            let known = &mut room.distances[id as usize];
            if g < *known {
                if *known == NO_WAY {
                    room.touched.push(id);
                }
                *known = g;
                room.open.push(Reverse((g, id)));
            }
        };
        reach(room, from, 0);
        while let Some(Reverse((g, id))) = room.open.pop() {
            if g > room.distances[id as usize] {
                continue;
            }
            let node = &self.nodes[id as usize];
            let cluster = &below.clusters[below.cluster_of(node.cell)];
            let ways = cluster.from(node.places[level - 1].into());
            for (&to, &way) in cluster.nodes.iter().zip(ways) {
                if way != NO_WAY {
                    reach(room, to, g + way);
                }
            }
            // Across borders of the level below, not of this one.
            if usize::from(node.levels) == level {
                reach(room, node.partner, g + node.step);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tremaux_testkit::Walker;

    use super::super::super::movement::StepCosts;
    use super::{Cell, Grid, GridHierarchy, Movement};

    /// An entrance: a cell, and the one it leads to.
    type Entrance = (Cell, Cell);

    /// All distances that a hierarchy stores, by level and entrances, independent of numbering.
    fn distances(hierarchy: &GridHierarchy) -> BTreeMap<(usize, Entrance, Entrance), u32> {
        let entrance = |id: u32| {
            let node = &hierarchy.nodes[id as usize];
            (node.cell, hierarchy.nodes[node.partner as usize].cell)
        };
        let mut all = BTreeMap::new();
        for (number, level) in hierarchy.levels.iter().enumerate() {
            for cluster in &level.clusters {
                for (place, &from) in cluster.nodes.iter().enumerate() {
                    assert_eq!(usize::from(hierarchy.nodes[from as usize].places[number]), place);
                    for (&to, &way) in cluster.nodes.iter().zip(cluster.from(place)) {
                        all.insert((number, entrance(from), entrance(to)), way);
                    }
                }
            }
        }
        all
    }

    #[test]
    fn edits_leave_the_graph_that_a_fresh_map_has() {
        let mut walker = Walker::new(11);
        for round in 0..100 {
            let movement = Movement::ALL[round % 4];
            let (width, height) = (20 + walker.below(120), 20 + walker.below(60));
            let density = walker.below(70);
            let mut free: Vec<bool> =
                (0..width * height).map(|_| walker.below(100) >= density).collect();
            let make = |free: &[bool]| {
                let grid = Grid::new(width as u16, height as u16, movement, |cell| {
                    free[usize::from(cell.y) * width + usize::from(cell.x)]
                });
                GridHierarchy::new(grid, StepCosts::Euclidean, 1 + round % 3).expect("usable")
            };
            let mut hierarchy = make(&free);
            for _ in 0..25 {
                // Cells at the corners of clusters, and others.
                let near = |at: usize, side: usize| (at / 16 * 16 + 15 + at % 2).min(side - 1);
                let (x, y) = (walker.below(width), walker.below(height));
                let (x, y) =
                    if walker.below(3) > 0 { (near(x, width), near(y, height)) } else { (x, y) };
                free[y * width + x] ^= true;
                hierarchy.set_free(&[(Cell::new(x as u16, y as u16), free[y * width + x])]);
            }
            assert_eq!(distances(&hierarchy), distances(&make(&free)), "round {round}");
        }
    }
}
