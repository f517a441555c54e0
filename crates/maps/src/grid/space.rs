//! Queries on a map as state spaces whose actions are single steps.

use std::ops::{Add, Deref, Mul};

use tremaux_core::{
    BackwardSpace, Cost, Guarantees, Heuristic, IndexedSpace, Predecessor, StateSpace,
};

use super::canonical::NO_STEP;
use super::cell::{Cell, Direction};
use super::grid::Grid;
use super::movement::StepScale;

/// Costs of steps, and what they say about weights: `u32` ignores them, `u64` counts them.
pub trait StepCost: Cost + From<u32> + Mul<Output = Self> + Add<Output = Self> {
    /// The weight of a cell by which the cost of a step to it is multiplied.
    fn weight(grid: &Grid, cell: Cell) -> Self;

    /// The last step as far as it tells which steps are worth taking from a cell; 8 if it does not.
    fn decisive(grid: &Grid, cell: Cell, last: Direction) -> usize;
}

impl StepCost for u32 {
    #[inline]
    fn weight(_grid: &Grid, _cell: Cell) -> Self {
        1
    }

    #[inline]
    fn decisive(_grid: &Grid, _cell: Cell, last: Direction) -> usize {
        last as usize
    }
}

impl StepCost for u64 {
    #[inline]
    fn weight(grid: &Grid, cell: Cell) -> Self {
        grid.weight(cell).into()
    }

    #[inline]
    fn decisive(grid: &Grid, cell: Cell, last: Direction) -> usize {
        if grid.is_even_around(cell) { last as usize } else { NO_STEP }
    }
}

/// Where a query leads: to a cell, or to any of several in order.
pub trait StepGoal {
    /// Whether a cell is a goal.
    fn holds(&self, cell: Cell) -> bool;
}

impl StepGoal for Cell {
    #[inline]
    fn holds(&self, cell: Cell) -> bool {
        cell == *self
    }
}

impl StepGoal for &[Cell] {
    #[inline]
    fn holds(&self, cell: Cell) -> bool {
        self.binary_search(&cell).is_ok()
    }
}

/// A shortest-path query on a map whose weights are ignored; see [`WeightedQuery`].
///
/// States are cells. After a step, only steps are offered whose target cannot be reached at the
/// same cost by another order of steps (canonical orders: Sturtevant and Rabin 2016). This alone
/// halves the time of A*.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct StepQuery<G, C = u32, T = Cell> {
    /// The map, by reference or by a shared pointer.
    pub grid: G,
    /// The step costs.
    pub scale: StepScale<C>,
    /// The start.
    pub start: Cell,
    /// The goal.
    pub goal: T,
}

/// A shortest-path query on any map, weighted or not, with 64-bit costs.
///
/// A step costs its length times the weight of the cell it leads to. Steps are pruned as in
/// [`StepQuery`] where all surrounding cells have the same weight.
#[doc(hidden)]
pub type WeightedQuery<G, T = Cell> = StepQuery<G, u64, T>;

/// How a [`StateSpace`] packs the cells of its grid.
macro_rules! packed_cells {
    ($($grid:tt)+) => {
        #[inline]
        fn pack(&self, &cell: &Cell) -> u32 {
            self.$($grid)+.index(cell) as u32
        }

        #[inline]
        fn unpack(&self, &index: &u32) -> Cell {
            self.$($grid)+.cell(index as usize)
        }
    };
}
pub(super) use packed_cells;

/// How an [`IndexedSpace`] numbers the cells of its grid.
macro_rules! numbered_cells {
    ($($grid:tt)+) => {
        fn state_count(&self) -> usize {
            self.$($grid)+.index_count()
        }

        #[inline]
        fn index(&self, &cell: &Cell) -> usize {
            self.$($grid)+.index(cell)
        }

        #[inline]
        fn state(&self, index: usize) -> Cell {
            self.$($grid)+.cell(index)
        }
    };
}
pub(super) use numbered_cells;

impl<G: Deref<Target = Grid>, C: StepCost, T: StepGoal> StateSpace for StepQuery<G, C, T> {
    type State = Cell;
    type Packed = u32;
    type Action = Direction;
    type Cost = C;

    fn initial_state(&self) -> Cell {
        self.start
    }

    #[inline]
    fn is_goal(&self, &cell: &Cell) -> bool {
        self.goal.holds(cell)
    }

    #[inline]
    fn actions(&self, &cell: &Cell, actions: &mut Vec<Direction>) {
        self.grid.row(cell, NO_STEP).append(actions);
    }

    #[inline]
    fn actions_after(&self, &cell: &Cell, last: Direction, actions: &mut Vec<Direction>) {
        self.grid.row(cell, C::decisive(&self.grid, cell, last)).append(actions);
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, &cell: &Cell, direction: Direction) -> C {
        self.scale.step(direction) * C::weight(&self.grid, cell.stepped(direction, 1))
    }

    #[inline]
    fn apply(&self, cell: &mut Cell, direction: Direction) {
        *cell = cell.stepped(direction, 1);
    }

    packed_cells!(grid);
}

impl<G: Deref<Target = Grid>, C: StepCost, T: StepGoal> IndexedSpace for StepQuery<G, C, T> {
    numbered_cells!(grid);

    #[inline]
    fn predecessor(&self, index: usize, direction: Direction) -> usize {
        self.grid.index(self.grid.cell(index).stepped(direction.turned(4), 1))
    }
}

impl<G: Deref<Target = Grid>> BackwardSpace for StepQuery<G> {
    fn goal_states(&self, goals: &mut Vec<Cell>) {
        goals.push(self.goal);
    }

    fn predecessors(&self, &cell: &Cell, predecessors: &mut Vec<Predecessor<Self>>) {
        // Every step is reversible.
        for &back in self.grid.steps(cell) {
            predecessors.push((back.turned(4), self.scale.step(back), cell.stepped(back, 1)));
        }
    }
}

/// The cost to the goal on a map without obstacles and weights: the octile distance, or the
/// Manhattan distance where only straight steps are allowed. Consistent.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenDistance;

impl<G: Deref<Target = Grid>, C: StepCost> Heuristic<StepQuery<G, C>> for OpenDistance {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, query: &StepQuery<G, C>, &cell: &Cell) -> C {
        query.scale.distance(cell, query.goal)
    }
}
