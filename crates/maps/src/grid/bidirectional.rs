//! A* from both ends at once.

use tremaux_core::{Limits, Meter, Observer, Progress, StopReason, Termination};
use tremaux_search::{ChainedOpen, OpenList};

use super::canonical::NO_STEP;
use super::cell::{Cell, Direction};
use super::grid::Grid;
use super::movement::StepScale;
use crate::watch::{Known, Walk, Watched};

/// What one side knows of a cell.
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
    /// The next to be expanded, off the open list.
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

    fn push(&mut self, index: usize, node: Node, key: u32) {
        self.nodes[index] = Node { mark: self.mark, ..node };
        if self.open.room() == 0 {
            self.open.make_room(64, usize::MAX);
        }
        self.open.push((key, ()), index as u32);
    }

    /// The least key of a cell that is not expanded, if there is one.
    #[inline]
    fn least(&mut self) -> Option<u32> {
        while self.next.is_none() {
            let ((key, ()), id) = self.open.pop()?;
            self.next = Some((key, id)).filter(|_| self.nodes[id as usize].mark & 1 == 0);
        }
        self.next.map(|(key, _)| key)
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.open.bytes()
    }
}

/// The working memory of a [`BidirectionalSearch`], to be used again by the next.
#[derive(Debug, Default)]
pub(super) struct BidirectionalMemory {
    sides: [Side; 2],
}

/// Bidirectional A* with balanced potentials (Ikeda et al. 1994) on cells of weight 1.
///
/// Both sides search by the same potential, half the difference of the estimates to either
/// end, so that together they are one search of Dijkstra's algorithm on changed lengths: it
/// may stop as soon as the least keys of both add up to the best path found. Steps are left
/// out as in [`StepQuery`](super::StepQuery), on both sides.
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
    /// Greater costs might not fit into keys.
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

    pub(super) fn expanded(&self) -> u64 {
        self.expanded
    }

    pub(super) fn into_memory(self) -> BidirectionalMemory {
        self.memory
    }

    /// Twice the cost so far, plus the potential seen from that side, plus what keeps it
    /// positive.
    #[inline]
    fn key(&self, side: usize, cell: Cell, g: u32) -> u32 {
        let away = self.scale.distance(cell, self.ends[1 - side]);
        let back = self.scale.distance(cell, self.ends[side]);
        2 * g + away + self.scale.distance(self.ends[0], self.ends[1]) - back
    }

    /// A cell as one side knows it, by numbers of its own.
    #[inline]
    fn known(grid: &Grid, side: usize, cell: Cell) -> Known<Cell> {
        (cell, (side * grid.index_count() + grid.index(cell)) as u32)
    }

    pub(super) fn advance<O>(
        &mut self,
        grid: &Grid,
        limits: &Limits,
        watched: &mut Watched<'_, Cell, O>,
    ) -> Progress
    where
        O: Observer<Walk<Cell>> + ?Sized,
    {
        if let Some(termination) = self.termination {
            return Progress::Done(termination);
        }
        if !self.is_started {
            self.is_started = true;
            for side in 0..2 {
                self.memory.sides[side].reset(grid.index_count());
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
        O: Observer<Walk<Cell>> + ?Sized,
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
            // Between keys of integers the half is no less than it should be.
            watched.proved(sum.saturating_sub(shift) as f64 / 2.0);
            // The side with fewer open cells (Pohl 1971).
            let side = usize::from(sides[1].open.len() < sides[0].open.len());
            self.expand(grid, side, watched);
        }
    }

    #[inline]
    fn expand<O>(&mut self, grid: &Grid, side: usize, watched: &mut Watched<'_, Cell, O>)
    where
        O: Observer<Walk<Cell>> + ?Sized,
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
            watched.generated(Self::known(grid, side, child), g.into(), h.into());
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
