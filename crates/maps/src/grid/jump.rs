//! Jump point search as a state space for any best-first search.

use std::sync::Arc;

use tremaux_core::{Guarantees, Heuristic, IndexedSpace, StateSpace};

use super::canonical::NO_STEP;
use super::cell::{Cell, Direction};
use super::grid::lead_bit;
use super::legs::Legs;
use super::movement::{Movement, StepScale};
use super::prepared::{Prepared, SharedTable};
use super::space::{OpenDistance, numbered_cells, packed_cells};

/// Some steps in one direction, then some in another: diagonal before straight, or vertical
/// before horizontal where there are no diagonal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    first_steps: u16,
    then_steps: u16,
    first: Direction,
    then: Direction,
}

impl Jump {
    /// The single steps.
    #[inline]
    pub fn steps(self) -> impl Iterator<Item = Direction> {
        let first = std::iter::repeat_n(self.first, self.first_steps.into());
        first.chain(std::iter::repeat_n(self.then, self.then_steps.into()))
    }

    /// The two straight lines of the jump; the second may have no steps.
    #[inline]
    #[must_use]
    pub fn legs(self) -> [(Direction, u16); 2] {
        [(self.first, self.first_steps), (self.then, self.then_steps)]
    }

    #[inline]
    fn straight(direction: Direction, steps: u16) -> Self {
        Self { first_steps: steps, then_steps: 0, first: direction, then: direction }
    }

    #[inline]
    fn last(self) -> Direction {
        if self.then_steps > 0 { self.then } else { self.first }
    }
}

/// A shortest-path query answered by jump point search (Harabor and Grastien 2011, 2014).
///
/// States are cells, actions are [`Jump`]s from one jump point to the next. Cells where a
/// diagonal line turns straight are not states of their own. Straight lines are scanned 64 cells
/// at a time. All cells must have weight 1.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct JumpQuery {
    finder: SharedTable,
    scale: StepScale<u32>,
    start: Cell,
    goal: Cell,
}

impl JumpQuery {
    /// The query for a path on a prepared map.
    pub(super) fn new(prepared: &Arc<Prepared>, start: Cell, goal: Cell) -> Self {
        Self { finder: SharedTable::new(prepared), scale: prepared.fast, start, goal }
    }

    #[inline]
    fn append(&self, cell: Cell, last: usize, actions: &mut Vec<Jump>) {
        let grid = self.finder.grid();
        let is_four = grid.movement() == Movement::FourNeighbours;
        let legs = self.finder.legs(cell, self.goal);
        for &first in grid.row(cell, last).as_slice() {
            let is_vertical = matches!(first, Direction::North | Direction::South);
            if if is_four { is_vertical } else { first.is_diagonal() } {
                let turned = [Legs::turned(first, 0), Legs::turned(first, 1)];
                if legs.meets(Legs::straight(first).or(turned[0]).or(turned[1])) {
                    let may_turn = [legs.meets(turned[0]), legs.meets(turned[1])];
                    self.append_turning(
                        cell,
                        first,
                        if is_four { 2 } else { 1 },
                        may_turn,
                        actions,
                    );
                }
            } else if legs.meets(Legs::straight(first))
                && self.finder.may_jump(cell, first, self.goal)
                && let Some(steps) = self.finder.straight(cell, first, self.goal)
            {
                actions.push(Jump::straight(first, steps));
            }
        }
    }

    /// The jumps that begin with `first` and may turn by these numbers of eighths, to the left
    /// and to the right.
    #[inline]
    fn append_turning(
        &self,
        cell: Cell,
        first: Direction,
        eighths: usize,
        may_turn: [bool; 2],
        actions: &mut Vec<Jump>,
    ) {
        let (mut here, mut first_steps) = (cell, 0);
        let turns = [first.turned(8 - eighths), first.turned(eighths)];
        let bits = lead_bit(turns[0]) | lead_bit(turns[1]);
        while let Some(steps) = self.finder.diagonal(here, first, self.goal) {
            here = here.stepped(first, steps);
            first_steps += steps;
            if here == self.goal || self.finder.grid().turns_diagonally(here, first) {
                actions.push(Jump::straight(first, first_steps));
                break;
            }
            let is_beside = here.x != self.goal.x && here.y != self.goal.y;
            if is_beside && self.finder.leads(here) & bits == 0 {
                continue;
            }
            // Generate the straight jumps from every cell on the line at once.
            for (then, may_turn) in turns.into_iter().zip(may_turn) {
                if may_turn
                    && self.finder.may_jump(here, then, self.goal)
                    && let Some(then_steps) = self.finder.straight(here, then, self.goal)
                {
                    actions.push(Jump { first_steps, then_steps, first, then });
                }
            }
        }
    }
}

impl StateSpace for JumpQuery {
    type State = Cell;
    type Packed = u32;
    type Action = Jump;
    type Cost = u32;

    fn initial_state(&self) -> Cell {
        self.start
    }

    #[inline]
    fn is_goal(&self, &cell: &Cell) -> bool {
        cell == self.goal
    }

    fn actions(&self, &cell: &Cell, actions: &mut Vec<Jump>) {
        self.append(cell, NO_STEP, actions);
    }

    fn actions_after(&self, &cell: &Cell, last: Jump, actions: &mut Vec<Jump>) {
        self.append(cell, last.last() as usize, actions);
    }

    #[inline]
    fn has_short_cycles(&self) -> bool {
        true
    }

    #[inline]
    fn cost(&self, _cell: &Cell, jump: Jump) -> u32 {
        self.scale.step(jump.first) * u32::from(jump.first_steps)
            + self.scale.step(jump.then) * u32::from(jump.then_steps)
    }

    #[inline]
    fn apply(&self, cell: &mut Cell, jump: Jump) {
        *cell = cell.stepped(jump.first, jump.first_steps).stepped(jump.then, jump.then_steps);
    }

    packed_cells!(finder.grid());
}

impl IndexedSpace for JumpQuery {
    numbered_cells!(finder.grid());

    #[inline]
    fn predecessor(&self, index: usize, jump: Jump) -> usize {
        let grid = self.finder.grid();
        let turn = grid.cell(index).stepped(jump.then.turned(4), jump.then_steps);
        grid.index(turn.stepped(jump.first.turned(4), jump.first_steps))
    }
}

impl Heuristic<JumpQuery> for OpenDistance {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, query: &JumpQuery, &cell: &Cell) -> u32 {
        query.scale.distance(cell, query.goal)
    }
}
