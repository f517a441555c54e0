//! What a map is prepared into: shared by a pathfinder and its searches.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::cell::{Cell, Direction};
use super::components::Components;
use super::goal_bounds::GoalBounds;
use super::grid::Grid;
use super::jump::{JumpFinder, Legs};
use super::jump_table::JumpTable;
use super::movement::{StepCosts, StepScale};
use super::path_method::PathMethod;

/// A map with all data computed for it. Searches in progress share it.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    pub(super) grid: Grid,
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

/// The map by a shared pointer.
#[derive(Clone, Debug)]
pub(super) struct SharedGrid(pub(super) Arc<Prepared>);

impl Deref for SharedGrid {
    type Target = Grid;

    #[inline]
    fn deref(&self) -> &Grid {
        &self.0.grid
    }
}

/// The map and its table by one shared pointer; without a table the map is scanned.
#[derive(Clone, Debug)]
pub(super) struct SharedTable(pub(super) Arc<Prepared>);

impl JumpFinder for SharedTable {
    #[inline]
    fn grid(&self) -> &Grid {
        &self.0.grid
    }

    #[inline]
    fn straight(&self, cell: Cell, direction: Direction, goal: Cell) -> Option<u16> {
        let Prepared { grid, table, .. } = &*self.0;
        match table {
            Some(table) => table.straight(grid, cell, direction, goal),
            None => grid.scan(cell, direction, goal),
        }
    }

    #[inline]
    fn may_jump(&self, cell: Cell, direction: Direction, goal: Cell) -> bool {
        let Prepared { grid, table, .. } = &*self.0;
        table.is_some() || grid.may_scan(cell, direction, goal)
    }

    #[inline]
    fn diagonal(&self, cell: Cell, direction: Direction, goal: Cell) -> Option<u16> {
        let Prepared { grid, table, .. } = &*self.0;
        match table {
            Some(table) => table.turning(grid, cell, direction, goal),
            None => grid.diagonal(cell, direction, goal),
        }
    }

    #[inline]
    fn legs(&self, cell: Cell, goal: Cell) -> Legs {
        let Prepared { grid, bounds, .. } = &*self.0;
        bounds.as_ref().map_or(Legs::ALL, |bounds| bounds.legs(grid, cell, goal))
    }
}
