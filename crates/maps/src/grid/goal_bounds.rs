//! Goal bounding: for each jump point and first leg, the bounding box of the cells whose
//! shortest paths begin with it.

mod file;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use tremaux_core::{Limits, StopReason, start_thread};

use super::cell::{Cell, Direction};
use super::grid::Grid;
use super::legs::Legs;
use super::movement::{Movement, StepScale};
use crate::preparation::Preparation;

/// Goal bounding (Rabin and Sturtevant 2016; geometric containers: Wagner and Willhalm 2003).
/// For every jump point, every first direction of a path and every side it can turn to next, it
/// stores the smallest box around the cells to which some shortest path begins this way. A jump
/// whose box does not contain the goal is not on any shortest path and is pruned.
///
/// All ties are kept: a box contains each cell to which *any* shortest path in canonical order
/// begins this way, not only one chosen path. So the search still finds every path that it would
/// prove shortest without the boxes, whichever of several shortest paths it took to a cell.
///
/// Building the boxes takes one shortest-path search of the whole map from each jump point: O(j
/// · (n + j log j)) time for j jump points and n cells, spread over threads. The boxes take 128
/// bytes per jump point and a byte and a half per cell. They are valid for one map and one
/// [`StepScale`]; any edit invalidates them.
///
/// ```
/// use tremaux::Limits;
/// use tremaux::maps::grid::{Cell, GoalBounds, Grid, Movement, StepScale};
///
/// let grid = Grid::new(40, 40, Movement::NoCornerCutting, |cell| cell.x != 9 || cell.y > 30);
/// let bounds = GoalBounds::new(&grid, StepScale::FAST, 1, &Limits::default())?;
/// // Those who come to the gap, and those who leave it, from either side.
/// assert_eq!(bounds.jump_points(), 2);
/// # Ok::<(), tremaux::StopReason>(())
/// ```
#[derive(Clone, Debug)]
pub struct GoalBounds {
    /// For each 64 cells: which are jump points, and the number of jump points before them.
    ranks: Vec<(u64, u32)>,
    boxes: Vec<Boxes>,
    /// A hash of the map and the costs.
    fingerprint: u64,
}

/// The jump points of a map.
struct JumpPointRanks {
    ways: Vec<u16>,
    ranks: Vec<(u64, u32)>,
    /// Their indices, in order.
    points: Vec<usize>,
}

impl JumpPointRanks {
    fn of(grid: &Grid) -> Self {
        let ways = ways(grid);
        let mut ranks = vec![(0, 0); grid.index_count().div_ceil(64)];
        let mut points = Vec::new();
        for (index, way) in ways.iter().enumerate() {
            if index % 64 == 0 {
                ranks[index / 64].1 = points.len() as u32;
            }
            if way >> 8 != 0 {
                ranks[index / 64].0 |= 1 << (index % 64);
                points.push(index);
            }
        }
        Self { ways, ranks, points }
    }
}

/// For each kind of [`Legs`], the columns and rows of its box; empty ranges mean an empty box.
#[derive(Clone, Debug)]
struct Boxes {
    west: [i16; Legs::KINDS],
    east: [i16; Legs::KINDS],
    north: [i16; Legs::KINDS],
    south: [i16; Legs::KINDS],
}

impl Boxes {
    const EMPTY: Self = Self {
        west: [i16::MAX; Legs::KINDS],
        east: [-1; Legs::KINDS],
        north: [i16::MAX; Legs::KINDS],
        south: [-1; Legs::KINDS],
    };

    /// Extends the box by some cells of a row.
    #[inline]
    fn include(&mut self, legs: Legs, y: i16, west: i16, east: i16) {
        for kind in legs.kinds() {
            self.west[kind] = self.west[kind].min(west);
            self.east[kind] = self.east[kind].max(east);
            self.north[kind] = self.north[kind].min(y);
            self.south[kind] = self.south[kind].max(y);
        }
    }

    #[inline]
    fn holding(&self, cell: Cell) -> Legs {
        let (x, y) = (cell.x as i16, cell.y as i16);
        let mut kinds = 0;
        for kind in 0..Legs::KINDS {
            let is_in = self.west[kind] <= x
                && x <= self.east[kind]
                && self.north[kind] <= y
                && y <= self.south[kind];
            kinds |= u16::from(is_in) << kind;
        }
        Legs::from_bits(kinds)
    }
}

impl GoalBounds {
    /// Computes the boxes of a map for searches with these costs, on this many threads.
    ///
    /// # Errors
    ///
    /// Stops at the time or memory limit, or when cancelled; also with
    /// [`StopReason::CostOverflow`] if paths are too long for 32-bit costs.
    pub fn new(
        grid: &Grid,
        scale: StepScale<u32>,
        threads: usize,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let begun = Preparation::start(limits);
        let JumpPointRanks { ways, ranks, points } = JumpPointRanks::of(grid);
        let total = points.len();
        let threads = threads.clamp(1, total.div_ceil(64).max(1));
        let bytes = total * size_of::<Boxes>()
            + size_of_val(&*ranks)
            + grid.index_count() * (size_of::<u16>() + threads * size_of::<Reached>());
        if limits.memory.is_some_and(|memory| bytes > memory) {
            return Err(StopReason::MemoryLimit);
        }
        let mut boxes = vec![Boxes::EMPTY; total];
        // Small shares, so that all threads finish at about the same time.
        const SHARE: usize = 16;
        let shares = Mutex::new(boxes.chunks_mut(SHARE).zip(points.chunks(SHARE)));
        let is_stopped = AtomicBool::new(false);
        let stop = |reason| {
            is_stopped.store(true, Ordering::Relaxed);
            Err(reason)
        };
        let work = || {
            let mut flood = Flood::new(grid, &ways, scale);
            let mut preparation = Preparation::start(&begun.rest(limits));
            loop {
                // Nothing panics while it is held.
                let share = shares.lock().unwrap_or_else(|poison| poison.into_inner()).next();
                let Some((boxes, points)) = share else { return Ok(()) };
                for (boxes, &point) in boxes.iter_mut().zip(points) {
                    if is_stopped.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    if let Err(reason) = flood.run(point, &mut preparation) {
                        return stop(reason);
                    }
                    flood.measure(boxes);
                }
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map_while(|_| start_thread(scope, work)).collect();
            let mut outcome = work();
            for other in others {
                let result = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                outcome = outcome.and(result);
            }
            outcome
        })?;
        Ok(Self { ranks, boxes, fingerprint: file::fingerprint(grid, scale) })
    }

    /// The legs that a shortest path from `cell` to `goal` may begin with; all of them if the
    /// cell is not a jump point.
    #[inline]
    pub(super) fn legs(&self, grid: &Grid, cell: Cell, goal: Cell) -> Legs {
        let index = grid.index(cell);
        let (points, before) = self.ranks[index / 64];
        let bit = 1 << (index % 64);
        if points & bit == 0 {
            return Legs::ALL;
        }
        let rank = before as usize + (points & (bit - 1)).count_ones() as usize;
        self.boxes[rank].holding(goal)
    }

    /// The number of cells that have boxes.
    pub fn jump_points(&self) -> usize {
        self.boxes.len()
    }

    /// The bytes that the boxes take.
    pub fn bytes(&self) -> usize {
        self.ranks.capacity() * size_of::<(u64, u32)>() + self.boxes.capacity() * size_of::<Boxes>()
    }
}

/// For each cell, the allowed steps as bits, and from the eighth bit on the directions of jumps
/// that end there.
fn ways(grid: &Grid) -> Vec<u16> {
    let is_four = grid.movement() == Movement::FourNeighbours;
    let mut ways = vec![0; grid.index_count()];
    for y in 0..grid.height() {
        for x in 0..grid.width() {
            let cell = Cell { x, y };
            let way = &mut ways[grid.index(cell)];
            for &step in grid.steps(cell) {
                *way |= u16::from(step.bit());
                // Steps are reversible, so the cell can be entered from there.
                let last = step.turned(4);
                let ends = if is_turning(is_four, last) {
                    grid.turns_diagonally(cell, last)
                } else {
                    grid.is_stop(cell, last)
                };
                *way |= u16::from(ends) << 8 << last as u16;
            }
        }
    }
    ways
}

/// Whether jumps in this direction may turn on their way.
#[inline]
fn is_turning(is_four: bool, first: Direction) -> bool {
    if is_four { matches!(first, Direction::North | Direction::South) } else { first.is_diagonal() }
}

/// What is known of a cell in a [`Flood`].
#[derive(Clone, Copy, Debug)]
struct Reached {
    cost: u32,
    /// The possible first legs of shortest paths to it.
    legs: Legs,
    /// The directions in which they arrive and continue, if this is a jump point.
    arrivals: u8,
}

/// Computes shortest paths from one cell to all others, and their first legs.
///
/// Only jump points go through the queue; the cells between them are swept when a jump is made.
/// A sweep ends where another path reached the line at a lower cost; that path then continues
/// along the line.
struct Flood<'a> {
    grid: &'a Grid,
    ways: &'a [u16],
    scale: StepScale<u32>,
    is_four: bool,
    /// The change of a cell's index for each direction.
    offsets: [isize; 8],
    cells: Vec<Reached>,
    /// Cost, and index of the jump point.
    open: BinaryHeap<Reverse<u64>>,
}

impl<'a> Flood<'a> {
    /// An upper bound on the cost of two jumps across the largest map.
    const LONGEST_JUMP: u32 = 2 * 32_768 * 20_000;

    const UNREACHED: Reached = Reached { cost: u32::MAX, legs: Legs::NONE, arrivals: 0 };

    fn new(grid: &'a Grid, ways: &'a [u16], scale: StepScale<u32>) -> Self {
        let row = grid.row_length() as isize;
        let offsets = Direction::ALL.map(|direction| {
            let (dx, dy) = direction.step();
            dx as isize + dy as isize * row
        });
        let is_four = grid.movement() == Movement::FourNeighbours;
        let cells = vec![Self::UNREACHED; grid.index_count()];
        Self { grid, ways, scale, is_four, offsets, cells, open: BinaryHeap::new() }
    }

    /// Searches from a cell to all others; fails if one of them is too far away, or at a limit.
    fn run(&mut self, source: usize, preparation: &mut Preparation) -> Result<(), StopReason> {
        preparation.spend(1 + self.cells.len() / 16)?;
        self.cells.fill(Self::UNREACHED);
        self.open.clear();
        self.cells[source].cost = 0;
        for &first in self.grid.steps(self.grid.cell(source)) {
            if is_turning(self.is_four, first) {
                let turned = [0, 1].map(|side| Legs::turned(first, side));
                self.sweep_turning(source, 0, first, Legs::straight(first), turned);
            } else {
                self.sweep(source, 0, first, Legs::straight(first));
            }
        }
        while let Some(Reverse(entry)) = self.open.pop() {
            let (cost, at) = ((entry >> 32) as u32, entry as u32 as usize);
            let reached = &mut self.cells[at];
            if reached.cost != cost {
                continue;
            }
            if cost > u32::MAX - Self::LONGEST_JUMP {
                return Err(StopReason::CostOverflow);
            }
            // About as many cells as a jump passes.
            preparation.spend(16)?;
            let legs = reached.legs;
            let arrivals = std::mem::take(&mut reached.arrivals);
            let cell = self.grid.cell(at);
            let mut onward = 0;
            for last in Direction::ALL {
                if arrivals & last.bit() != 0 {
                    let row = self.grid.row(cell, last as usize);
                    onward = row.as_slice().iter().fold(onward, |bits, step| bits | step.bit());
                }
            }
            for first in Direction::ALL {
                if onward & first.bit() == 0 {
                    continue;
                }
                if is_turning(self.is_four, first) {
                    self.sweep_turning(at, cost, first, legs, [legs; 2]);
                } else {
                    self.sweep(at, cost, first, legs);
                }
            }
        }
        Ok(())
    }

    /// Records a path to a cell; returns whether it is as good as the best known.
    #[inline]
    fn reach(&mut self, at: usize, cost: u32, legs: Legs) -> bool {
        let known = &mut self.cells[at];
        if cost > known.cost {
            return false;
        }
        if cost < known.cost {
            *known = Reached { cost, legs, arrivals: 0 };
        } else {
            known.legs = known.legs.or(legs);
        }
        true
    }

    /// Expands a jump point.
    #[inline]
    fn push(&mut self, at: usize, cost: u32, last: Direction) {
        let known = &mut self.cells[at];
        if known.arrivals == 0 {
            self.open.push(Reverse(u64::from(cost) << 32 | at as u64));
        }
        known.arrivals |= last.bit();
    }

    /// Sweeps straight from a cell to the next jump point.
    fn sweep(&mut self, mut at: usize, mut cost: u32, direction: Direction, legs: Legs) {
        let (offset, bit) = (self.offsets[direction as usize], u16::from(direction.bit()));
        while self.ways[at] & bit != 0 {
            at = at.wrapping_add_signed(offset);
            cost += self.scale.straight;
            if !self.reach(at, cost, legs) {
                return;
            }
            if self.ways[at] >> 8 & bit != 0 {
                self.push(at, cost, direction);
                return;
            }
        }
    }

    /// Sweeps from a cell in a direction in which a jump may turn to either side.
    fn sweep_turning(
        &mut self,
        mut at: usize,
        mut cost: u32,
        first: Direction,
        legs: Legs,
        turned: [Legs; 2],
    ) {
        let (offset, bit) = (self.offsets[first as usize], u16::from(first.bit()));
        let eighths = if self.is_four { 2 } else { 1 };
        let turns = [first.turned(8 - eighths), first.turned(eighths)];
        while self.ways[at] & bit != 0 {
            at = at.wrapping_add_signed(offset);
            cost += self.scale.step(first);
            if !self.reach(at, cost, legs) {
                return;
            }
            if self.ways[at] >> 8 & bit != 0 {
                self.push(at, cost, first);
                return;
            }
            for (turn, legs) in turns.into_iter().zip(turned) {
                self.sweep(at, cost, turn, legs);
            }
        }
    }

    /// Computes the boxes of the reached cells.
    fn measure(&self, boxes: &mut Boxes) {
        for y in 0..self.grid.height() {
            let first = self.grid.index(Cell { x: 0, y });
            let row = &self.cells[first..first + usize::from(self.grid.width())];
            let mut west = 0;
            for cells in row.chunk_by(|a, b| a.legs == b.legs) {
                let next = west + cells.len() as i16;
                boxes.include(cells[0].legs, y as i16, west, next - 1);
                west = next;
            }
        }
    }
}
