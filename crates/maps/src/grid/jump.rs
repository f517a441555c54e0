//! Jump point search as a state space for any best-first search.

use std::ops::Deref;

use tremaux_core::{Guarantees, Heuristic, IndexedSpace, StateSpace};

use super::canonical::NO_STEP;
use super::cell::{Cell, Direction};
use super::grid::Grid;
use super::movement::{Movement, StepScale};
use super::space::OpenDistance;

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

/// A set of possible beginnings of a path: the direction of its first leg, and the side to which
/// it turns if it turns before its first jump point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legs(u16);

impl Legs {
    /// The number of beginnings: eight directions, and two sides for each of the four directions
    /// from which a jump may turn.
    pub(super) const KINDS: usize = 16;
    /// Every way.
    pub const ALL: Self = Self(u16::MAX);
    /// No way.
    pub const NONE: Self = Self(0);

    #[inline]
    pub(super) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Straight on in this direction.
    #[inline]
    pub const fn straight(first: Direction) -> Self {
        Self(1 << first as u16)
    }

    /// In this direction, then to the left, side 0, or to the right, side 1.
    #[inline]
    pub const fn turned(first: Direction, side: usize) -> Self {
        Self(1 << (8 + (first as usize & !1) + side))
    }

    /// The ways in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets have a way in common.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The numbers of the ways in the set.
    #[inline]
    pub(super) fn kinds(self) -> impl Iterator<Item = usize> {
        (0..Self::KINDS).filter(move |kind| self.0 >> kind & 1 != 0)
    }
}

/// How jumps are found: by scanning the map, or by looking them up.
pub trait JumpFinder {
    /// The map.
    fn grid(&self) -> &Grid;

    /// The steps straight on from `cell` to the next jump point, or to `goal` if that is
    /// nearer; `None` if a blocked cell comes first.
    fn straight(&self, cell: Cell, direction: Direction, goal: Cell) -> Option<u16>;

    /// Whether [`JumpFinder::straight`] may find anything; true if in doubt.
    #[inline]
    fn may_jump(&self, _cell: Cell, _direction: Direction, _goal: Cell) -> bool {
        true
    }

    /// The steps to the next cell in this direction from which straight jumps may start, from
    /// which `goal` may be visible, or that is a jump point itself; `None` if there is none.
    fn diagonal(&self, cell: Cell, direction: Direction, goal: Cell) -> Option<u16>;

    /// The possible beginnings of a shortest path from `cell` to `goal`; includes doubtful ones.
    #[inline]
    fn legs(&self, _cell: Cell, _goal: Cell) -> Legs {
        Legs::ALL
    }
}

impl<G: Deref<Target = Grid>> JumpFinder for G {
    #[inline]
    fn grid(&self) -> &Grid {
        self
    }

    #[inline]
    fn straight(&self, cell: Cell, direction: Direction, goal: Cell) -> Option<u16> {
        self.scan(cell, direction, goal)
    }

    #[inline]
    fn may_jump(&self, cell: Cell, direction: Direction, goal: Cell) -> bool {
        self.may_scan(cell, direction, goal)
    }

    #[inline]
    fn diagonal(&self, cell: Cell, direction: Direction, _goal: Cell) -> Option<u16> {
        (self.mask(cell) & direction.bit() != 0).then_some(1)
    }
}

/// A shortest-path query answered by jump point search (Harabor and Grastien 2011, 2014).
///
/// States are cells, actions are [`Jump`]s from one jump point to the next. Cells where a
/// diagonal line turns straight are not states of their own. Straight lines are scanned 64 cells
/// at a time. All cells must have weight 1.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct JumpQuery<F> {
    /// The map, or data computed from it.
    pub finder: F,
    /// The step costs.
    pub scale: StepScale<u32>,
    /// The start.
    pub start: Cell,
    /// The goal.
    pub goal: Cell,
}

impl<F: JumpFinder> JumpQuery<F> {
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
        while let Some(steps) = self.finder.diagonal(here, first, self.goal) {
            here = here.stepped(first, steps);
            first_steps += steps;
            if here == self.goal || self.finder.grid().turns_diagonally(here, first) {
                actions.push(Jump::straight(first, first_steps));
                break;
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

impl<F: JumpFinder> StateSpace for JumpQuery<F> {
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

    #[inline]
    fn pack(&self, &cell: &Cell) -> u32 {
        self.finder.grid().index(cell) as u32
    }

    #[inline]
    fn unpack(&self, &index: &u32) -> Cell {
        self.finder.grid().cell(index as usize)
    }
}

impl<F: JumpFinder> IndexedSpace for JumpQuery<F> {
    fn state_count(&self) -> usize {
        self.finder.grid().index_count()
    }

    #[inline]
    fn index(&self, &cell: &Cell) -> usize {
        self.finder.grid().index(cell)
    }

    #[inline]
    fn state(&self, index: usize) -> Cell {
        self.finder.grid().cell(index)
    }

    #[inline]
    fn predecessor(&self, index: usize, jump: Jump) -> usize {
        let grid = self.finder.grid();
        let turn = grid.cell(index).stepped(jump.then.turned(4), jump.then_steps);
        grid.index(turn.stepped(jump.first.turned(4), jump.first_steps))
    }
}

impl<F: JumpFinder> Heuristic<JumpQuery<F>> for OpenDistance {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    #[inline]
    fn estimate(&self, query: &JumpQuery<F>, &cell: &Cell) -> u32 {
        query.scale.distance(cell, query.goal)
    }
}
