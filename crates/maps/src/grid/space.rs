//! Queries on a map as state spaces whose actions are single steps.

use std::ops::Deref;

use tremaux_core::{BackwardSpace, Guarantees, Heuristic, IndexedSpace, Predecessor, StateSpace};

use super::canonical::NO_STEP;
use super::cell::{Cell, Direction};
use super::grid::Grid;
use super::movement::StepScale;

/// A shortest-path query on a map where every cell has weight 1.
///
/// States are cells. After a step, only steps are offered whose target cannot be reached at the
/// same cost by another order of steps (canonical orders: Sturtevant and Rabin 2016). This alone
/// halves the time of A*.
#[derive(Clone, Copy, Debug)]
pub struct StepQuery<G> {
    /// The map, by reference or by a shared pointer. Its weights are ignored.
    pub grid: G,
    /// The step costs.
    pub scale: StepScale<u32>,
    /// The start.
    pub start: Cell,
    /// The goal.
    pub goal: Cell,
}

impl<G: Deref<Target = Grid>> StateSpace for StepQuery<G> {
    type State = Cell;
    type Packed = u32;
    type Action = Direction;
    type Cost = u32;

    fn initial_state(&self) -> Cell {
        self.start
    }

    #[inline]
    fn is_goal(&self, &cell: &Cell) -> bool {
        cell == self.goal
    }

    #[inline]
    fn actions(&self, &cell: &Cell, actions: &mut Vec<Direction>) {
        self.grid.row(cell, NO_STEP).append(actions);
    }

    #[inline]
    fn actions_after(&self, &cell: &Cell, last: Direction, actions: &mut Vec<Direction>) {
        self.grid.row(cell, last as usize).append(actions);
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _cell: &Cell, direction: Direction) -> u32 {
        self.scale.step(direction)
    }

    #[inline]
    fn apply(&self, cell: &mut Cell, direction: Direction) {
        *cell = cell.stepped(direction, 1);
    }

    #[inline]
    fn pack(&self, &cell: &Cell) -> u32 {
        self.grid.index(cell) as u32
    }

    #[inline]
    fn unpack(&self, &index: &u32) -> Cell {
        self.grid.cell(index as usize)
    }
}

impl<G: Deref<Target = Grid>> IndexedSpace for StepQuery<G> {
    fn state_count(&self) -> usize {
        self.grid.index_count()
    }

    #[inline]
    fn index(&self, &cell: &Cell) -> usize {
        self.grid.index(cell)
    }

    #[inline]
    fn state(&self, index: usize) -> Cell {
        self.grid.cell(index)
    }

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

/// Offers all steps in every cell: the textbook space, for comparison.
#[derive(Clone, Copy, Debug)]
pub struct AllSteps<G>(pub StepQuery<G>);

impl<G: Deref<Target = Grid>> StateSpace for AllSteps<G> {
    type State = Cell;
    type Packed = u32;
    type Action = Direction;
    type Cost = u32;

    fn initial_state(&self) -> Cell {
        self.0.start
    }

    #[inline]
    fn is_goal(&self, cell: &Cell) -> bool {
        self.0.is_goal(cell)
    }

    #[inline]
    fn actions(&self, cell: &Cell, actions: &mut Vec<Direction>) {
        self.0.actions(cell, actions);
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, cell: &Cell, direction: Direction) -> u32 {
        self.0.cost(cell, direction)
    }

    #[inline]
    fn apply(&self, cell: &mut Cell, direction: Direction) {
        self.0.apply(cell, direction);
    }

    #[inline]
    fn pack(&self, cell: &Cell) -> u32 {
        self.0.pack(cell)
    }

    #[inline]
    fn unpack(&self, index: &u32) -> Cell {
        self.0.unpack(index)
    }
}

impl<G: Deref<Target = Grid>> IndexedSpace for AllSteps<G> {
    fn state_count(&self) -> usize {
        self.0.state_count()
    }

    #[inline]
    fn index(&self, cell: &Cell) -> usize {
        self.0.index(cell)
    }

    #[inline]
    fn state(&self, index: usize) -> Cell {
        self.0.state(index)
    }

    #[inline]
    fn predecessor(&self, index: usize, direction: Direction) -> usize {
        self.0.predecessor(index, direction)
    }
}

/// A shortest-path query on any map, weighted or not, with 64-bit costs.
///
/// A step costs its length times the weight of the cell it leads to. Steps are pruned as in
/// [`StepQuery`] where all surrounding cells have the same weight.
#[derive(Clone, Copy, Debug)]
pub struct WeightedQuery<G> {
    /// The map, by reference or by a shared pointer.
    pub grid: G,
    /// The step costs.
    pub scale: StepScale<u64>,
    /// The start.
    pub start: Cell,
    /// The goal.
    pub goal: Cell,
}

impl<G: Deref<Target = Grid>> StateSpace for WeightedQuery<G> {
    type State = Cell;
    type Packed = u32;
    type Action = Direction;
    type Cost = u64;

    fn initial_state(&self) -> Cell {
        self.start
    }

    #[inline]
    fn is_goal(&self, &cell: &Cell) -> bool {
        cell == self.goal
    }

    #[inline]
    fn actions(&self, &cell: &Cell, actions: &mut Vec<Direction>) {
        self.grid.row(cell, NO_STEP).append(actions);
    }

    #[inline]
    fn actions_after(&self, &cell: &Cell, last: Direction, actions: &mut Vec<Direction>) {
        let last = if self.grid.is_even_around(cell) { last as usize } else { NO_STEP };
        self.grid.row(cell, last).append(actions);
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, &cell: &Cell, direction: Direction) -> u64 {
        self.scale.step(direction) * u64::from(self.grid.weight(cell.stepped(direction, 1)))
    }

    #[inline]
    fn apply(&self, cell: &mut Cell, direction: Direction) {
        *cell = cell.stepped(direction, 1);
    }

    #[inline]
    fn pack(&self, &cell: &Cell) -> u32 {
        self.grid.index(cell) as u32
    }

    #[inline]
    fn unpack(&self, &index: &u32) -> Cell {
        self.grid.cell(index as usize)
    }
}

impl<G: Deref<Target = Grid>> IndexedSpace for WeightedQuery<G> {
    fn state_count(&self) -> usize {
        self.grid.index_count()
    }

    #[inline]
    fn index(&self, &cell: &Cell) -> usize {
        self.grid.index(cell)
    }

    #[inline]
    fn state(&self, index: usize) -> Cell {
        self.grid.cell(index)
    }

    #[inline]
    fn predecessor(&self, index: usize, direction: Direction) -> usize {
        self.grid.index(self.grid.cell(index).stepped(direction.turned(4), 1))
    }
}

/// The cost to the goal on a map without obstacles and weights: the octile distance, or the
/// Manhattan distance where only straight steps are allowed. Consistent.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenDistance;

impl<G: Deref<Target = Grid>> Heuristic<StepQuery<G>> for OpenDistance {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, query: &StepQuery<G>, &cell: &Cell) -> u32 {
        query.scale.distance(cell, query.goal)
    }
}

impl<G: Deref<Target = Grid>> Heuristic<AllSteps<G>> for OpenDistance {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, query: &AllSteps<G>, &cell: &Cell) -> u32 {
        query.0.scale.distance(cell, query.0.goal)
    }
}

impl<G: Deref<Target = Grid>> Heuristic<WeightedQuery<G>> for OpenDistance {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, query: &WeightedQuery<G>, &cell: &Cell) -> u64 {
        query.scale.distance(cell, query.goal)
    }
}
