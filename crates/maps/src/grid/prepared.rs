//! What a map is prepared into: shared by a pathfinder and its searches.

use std::sync::{Arc, OnceLock};

use super::cell::{Cell, Direction};
use super::components::Components;
use super::goal_bounds::GoalBounds;
use super::grid::Grid;
use super::jump_table::JumpTable;
use super::legs::Legs;
use super::movement::{StepCosts, StepScale};
use super::path_method::PathMethod;

/// A map with all data computed for it. Searches in progress share it.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    pub(super) grid: Arc<Grid>,
    pub(super) costs: StepCosts,
    /// Never [`PathMethod::Auto`], but what it chose.
    pub(super) method: PathMethod,
    pub(super) is_automatic: bool,
    pub(super) fast: StepScale<u32>,
    pub(super) exact: StepScale<u64>,
    pub(super) table: Option<JumpTable>,
    pub(super) bounds: Option<GoalBounds>,
    /// Computed when first requested.
    pub(super) components: OnceLock<Components>,
}

/// The map and its table by shared pointers; without a table the map is scanned.
#[derive(Clone, Debug)]
pub(super) struct SharedTable {
    grid: Arc<Grid>,
    prepared: Arc<Prepared>,
}

impl SharedTable {
    pub(super) fn new(prepared: &Arc<Prepared>) -> Self {
        Self { grid: Arc::clone(&prepared.grid), prepared: Arc::clone(prepared) }
    }

    /// The map.
    #[inline]
    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The steps straight on from `cell` to the next jump point, or to `goal` if that is
    /// nearer; `None` if a blocked cell comes first.
    #[inline]
    pub(super) fn straight(&self, cell: Cell, direction: Direction, goal: Cell) -> Option<u16> {
        match &self.prepared.table {
            Some(table) => table.straight(&self.grid, cell, direction, goal),
            None => self.grid.scan(cell, direction, goal),
        }
    }

    /// Whether [`SharedTable::straight`] may find anything; true if in doubt.
    #[inline]
    pub(super) fn may_jump(&self, cell: Cell, direction: Direction, goal: Cell) -> bool {
        self.prepared.table.is_some() || self.grid.may_scan(cell, direction, goal)
    }

    /// The directions, by [`lead_bit`](super::grid::lead_bit), in which it may find anything but
    /// the goal; all if in doubt.
    #[inline]
    pub(super) fn leads(&self, cell: Cell) -> u16 {
        if self.prepared.table.is_some() { u16::MAX } else { self.grid.leads(cell) }
    }

    /// The steps to the next cell in this direction from which straight jumps may start, from
    /// which `goal` may be visible, or that is a jump point itself; `None` if there is none.
    #[inline]
    pub(super) fn diagonal(&self, cell: Cell, direction: Direction, goal: Cell) -> Option<u16> {
        match &self.prepared.table {
            Some(table) => table.turning(&self.grid, cell, direction, goal),
            None => (self.grid.mask(cell) & direction.bit() != 0).then_some(1),
        }
    }

    /// The possible beginnings of a shortest path from `cell` to `goal`; includes doubtful ones.
    #[inline]
    pub(super) fn legs(&self, cell: Cell, goal: Cell) -> Legs {
        let bounds = self.prepared.bounds.as_ref();
        bounds.map_or(Legs::ALL, |bounds| bounds.legs(&self.grid, cell, goal))
    }
}
