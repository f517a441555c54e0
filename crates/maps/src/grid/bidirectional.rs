//! A* from both ends at once.

use tremaux_core::{Limits, Meter, Observer, Progress, StopReason, Termination};
use tremaux_search::{ChainedOpen, Key, OpenList};

use super::canonical::NO_STEP;
use super::cell::{Cell, Direction};
use super::grid::Grid;
use super::movement::StepScale;
use crate::watch::{MapSteps, NumberedPlace, Watched};

/// What one side of the search knows about a cell.
#[derive(Clone, Copy, Debug)]
struct Node {
    g: u32,
    /// Twice the number of the query, plus one if the cell is expanded.
    mark: u16,
    /// The step by which the side came, from its own end.
    by: Option<Direction>,
}

/// One of the two searches.
#[derive(Debug, Default)]
struct Side {
    nodes: Vec<Node>,
    mark: u16,
    open: ChainedOpen,
    /// The next cell to expand, already removed from the open list.
    next: Option<(u32, u32)>,
}

impl Side {
    fn reset(&mut self, count: usize) {
        self.open.clear();
        self.next = None;
        if self.mark >= u16::MAX - 3 || self.nodes.len() != count {
            self.nodes.clear();
            self.nodes.resize(count, Node { g: 0, mark: 0, by: None });
            self.mark = 0;
        }
        self.mark += 2;
    }

    #[inline]
    fn known(&self, index: usize) -> Option<&Node> {
        let node = &self.nodes[index];
        (node.mark >= self.mark).then_some(node)
    }

    #[inline]
    fn push(&mut self, index: usize, node: Node, key: u32) {
        self.nodes[index] = Node { mark: self.mark, ..node };
        self.open.push(Key::of(key), index as u32);
    }

    /// The smallest key of a cell that is not expanded, if there is one.
    #[inline(always)]
    fn least(&mut self) -> Option<u32> {
        while self.next.is_none() {
            let (Key { priority: key, .. }, id) = self.open.pop()?;
            self.next = Some((key, id)).filter(|_| self.nodes[id as usize].mark & 1 == 0);
        }
        self.next.map(|(key, _)| key)
    }

    /// Makes room for the successors of a cell, if all is then at most `limit` bytes.
    #[inline]
    fn make_room(&mut self, limit: usize) -> Result<(), StopReason> {
        const MOST_STEPS: usize = 8;
        let nodes = self.nodes.capacity() * size_of::<Node>();
        let has_room = self.open.room() >= MOST_STEPS
            || self.open.make_room(64, limit.saturating_sub(nodes))
            || self.open.make_room(MOST_STEPS, limit.saturating_sub(nodes));
        if has_room { Ok(()) } else { Err(StopReason::MemoryLimit) }
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.open.bytes()
    }
}

/// The reusable working memory of a [`BidirectionalSearch`].
#[derive(Debug, Default)]
pub(super) struct BidirectionalMemory {
    sides: [Side; 2],
}

/// Bidirectional A* with balanced potentials (Ikeda et al. 1994) on cells of weight 1.
///
/// Both sides use the same potential, half the difference of the estimates to either end, so
/// together they run Dijkstra's algorithm on changed lengths. The search may stop as soon as the
/// smallest keys of both sides add up to the cost of the best path found. Both sides prune steps
/// as [`StepQuery`](super::StepQuery) does.
#[derive(Debug)]
pub(super) struct BidirectionalSearch {
    scale: StepScale<u32>,
    ends: [Cell; 2],
    memory: BidirectionalMemory,
    is_started: bool,
    /// The best path found, and a cell on it.
    best: Option<(u32, usize)>,
    overflows: bool,
    termination: Option<Termination>,
    expanded: u64,
}

impl BidirectionalSearch {
    /// Larger costs might not fit into keys.
    const GREATEST_COST: u32 = 1 << 29;

    pub(super) fn new(
        scale: StepScale<u32>,
        start: Cell,
        goal: Cell,
        memory: BidirectionalMemory,
    ) -> Self {
        Self {
            scale,
            ends: [start, goal],
            memory,
            is_started: false,
            best: None,
            overflows: false,
            termination: None,
            expanded: 0,
        }
    }

    #[inline]
    pub(super) fn expanded(&self) -> u64 {
        self.expanded
    }

    pub(super) fn into_memory(self) -> BidirectionalMemory {
        self.memory
    }

    /// Twice the path cost, plus the potential seen from that side, plus a constant that keeps
    /// it positive.
    #[inline]
    fn key(&self, side: usize, cell: Cell, g: u32) -> u32 {
        let away = self.scale.distance(cell, self.ends[1 - side]);
        let back = self.scale.distance(cell, self.ends[side]);
        2 * g + away + self.scale.distance(self.ends[0], self.ends[1]) - back
    }

    /// A cell as one side identifies it, with its own numbers.
    #[inline]
    fn known(grid: &Grid, side: usize, cell: Cell) -> NumberedPlace<Cell> {
        (cell, (side * grid.index_count() + grid.index(cell)) as u32)
    }

    pub(super) fn advance<O>(
        &mut self,
        grid: &Grid,
        limits: &Limits,
        watched: &mut Watched<'_, Cell, O>,
    ) -> Progress
    where
        O: Observer<MapSteps<Cell>> + ?Sized,
    {
        if let Some(termination) = self.termination {
            return Progress::Done(termination);
        }
        if !self.is_started {
            let limit = limits.memory.unwrap_or(usize::MAX);
            if 2 * grid.index_count() * size_of::<Node>() > limit {
                return Progress::Paused(StopReason::MemoryLimit);
            }
            self.is_started = true;
            for side in 0..2 {
                self.memory.sides[side].reset(grid.index_count());
                if let Err(reason) = self.memory.sides[side].make_room(limit / 2) {
                    self.is_started = false;
                    return Progress::Paused(reason);
                }
                let (cell, node) = (self.ends[side], Node { g: 0, mark: 0, by: None });
                let key = self.key(side, cell, 0);
                self.memory.sides[side].push(grid.index(cell), node, key);
                let h = self.scale.distance(cell, self.ends[1 - side]);
                watched.begins(Self::known(grid, side, cell), h.into());
            }
            if self.ends[0] == self.ends[1] {
                self.best = Some((0, grid.index(self.ends[0])));
                watched.solved(0.0);
            }
        }
        let mut meter = Meter::start(limits, self.expanded);
        match self.run(grid, &mut meter, watched) {
            Ok(termination) => {
                self.termination = Some(termination);
                Progress::Done(termination)
            }
            Err(reason) => Progress::Paused(reason),
        }
    }

    fn run<O>(
        &mut self,
        grid: &Grid,
        meter: &mut Meter,
        watched: &mut Watched<'_, Cell, O>,
    ) -> Result<Termination, StopReason>
    where
        O: Observer<MapSteps<Cell>> + ?Sized,
    {
        let shift = 2 * u64::from(self.scale.distance(self.ends[0], self.ends[1]));
        loop {
            let [forward, backward] = &mut self.memory.sides;
            let (Some(a), Some(b)) = (forward.least(), backward.least()) else {
                return Ok(match self.best {
                    _ if self.overflows => Termination::Stopped(StopReason::CostOverflow),
                    Some(_) => Termination::Finished,
                    None => Termination::Exhausted,
                });
            };
            let sum = u64::from(a) + u64::from(b);
            if self.best.is_some_and(|(best, _)| sum >= 2 * u64::from(best) + shift) {
                return Ok(Termination::Finished);
            }
            let sides = &self.memory.sides;
            meter.check(self.expanded, || sides.iter().map(Side::bytes).sum())?;
            // With integer keys, halving does not weaken the bound.
            watched.proved(sum.saturating_sub(shift) as f64 / 2.0);
            // The side with fewer open cells (Pohl 1971).
            let side = usize::from(sides[1].open.len() < sides[0].open.len());
            let limit = meter.memory_limit().saturating_sub(sides[1 - side].bytes());
            self.memory.sides[side].make_room(limit)?;
            self.expand(grid, side, watched);
        }
    }

    #[inline]
    fn expand<O>(&mut self, grid: &Grid, side: usize, watched: &mut Watched<'_, Cell, O>)
    where
        O: Observer<MapSteps<Cell>> + ?Sized,
    {
        let this = &mut self.memory.sides[side];
        let Some((_, id)) = this.next.take() else {
            return;
        };
        let index = id as usize;
        let node = this.nodes[index];
        this.nodes[index].mark |= 1;
        self.expanded += 1;
        let cell = grid.cell(index);
        watched.expanded(Self::known(grid, side, cell), node.g.into());
        let last = node.by.map_or(NO_STEP, |by| by as usize);
        for &step in grid.row(cell, last).as_slice() {
            let g = node.g + self.scale.step(step);
            if g > Self::GREATEST_COST {
                self.overflows = true;
                continue;
            }
            let child = cell.stepped(step, 1);
            let child_index = grid.index(child);
            if self.memory.sides[side].known(child_index).is_some_and(|known| known.g <= g) {
                watched.duplicate(Self::known(grid, side, child));
                continue;
            }
            let key = self.key(side, child, g);
            let child_node = Node { g, mark: 0, by: Some(step) };
            self.memory.sides[side].push(child_index, child_node, key);
            let h = self.scale.distance(child, self.ends[1 - side]);
            watched.generated(Self::known(grid, side, child), g.into(), h.into(), None);
            if let Some(other) = self.memory.sides[1 - side].known(child_index) {
                let cost = g + other.g;
                if self.best.is_none_or(|(best, _)| cost < best) {
                    self.best = Some((cost, child_index));
                    watched.solved(cost.into());
                }
            }
        }
    }

    /// Appends the steps of the path found, and returns its cost.
    pub(super) fn copy_plan(&self, grid: &Grid, steps: &mut Vec<Direction>) -> Option<u32> {
        let (cost, meeting) = self.best?;
        let [forward, backward] = &self.memory.sides;
        let first = steps.len();
        let mut cell = grid.cell(meeting);
        while let Some(by) = forward.nodes[grid.index(cell)].by {
            steps.push(by);
            cell = cell.stepped(by.turned(4), 1);
        }
        steps[first..].reverse();
        let mut cell = grid.cell(meeting);
        while let Some(by) = backward.nodes[grid.index(cell)].by {
            steps.push(by.turned(4));
            cell = cell.stepped(by.turned(4), 1);
        }
        Some(cost)
    }
}
