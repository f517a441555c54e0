//! Jump distances computed once for a map.

use std::ops::Deref;

use super::cell::{Cell, Direction};
use super::grid::{Grid, lead_bit};
use super::jump::JumpFinder;
use super::movement::Movement;

/// For every cell and diagonal direction, how far it is to the next cell where a jump may
/// turn, or to a wall: jump point search with distances computed before, as in the form
/// called JPS+ (Harabor and Grastien 2014).
///
/// JPS+ stores straight distances too. Here the map's own bits tell these, and so the table
/// takes four bytes a cell instead of sixteen, most of which stay in a cache; distances beyond
/// 127 are taken in two. Where there are no diagonal steps, vertical ones take their place.
///
/// Computed in time proportional to the map. Distances reach across the whole map, so that
/// after an edit they are computed again.
#[derive(Clone, Debug)]
pub struct JumpTable {
    /// By cell and direction: the steps to where a jump may turn if positive, else minus the
    /// steps that are possible before a blocked cell.
    distances: Vec<[i8; 4]>,
}

/// The place of a direction in which jumps begin that may turn.
#[inline]
fn place(direction: Direction) -> usize {
    direction as usize / 2
}

impl JumpTable {
    /// Computes the distances on a map.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let mut table = Self { distances: vec![[0; 4]; grid.index_count()] };
        let (width, height) = (grid.width(), grid.height());
        let is_four = grid.movement() == Movement::FourNeighbours;
        for direction in Direction::ALL {
            let is_vertical = matches!(direction, Direction::North | Direction::South);
            if if is_four { !is_vertical } else { !direction.is_diagonal() } {
                continue;
            }
            let (dx, dy) = direction.step();
            for row in 0..height {
                // So that the next cell that way comes before.
                let y = if dy > 0 { height - 1 - row } else { row };
                for column in 0..width {
                    let x = if dx > 0 { width - 1 - column } else { column };
                    let cell = Cell { x, y };
                    let distance = table.distance(grid, cell, direction);
                    table.distances[grid.index(cell)][place(direction)] = distance;
                }
            }
        }
        table
    }

    fn distance(&self, grid: &Grid, cell: Cell, direction: Direction) -> i8 {
        if grid.mask(cell) & direction.bit() == 0 {
            return 0;
        }
        let next = cell.stepped(direction, 1);
        let eighths = if direction.is_diagonal() { 1 } else { 2 };
        let turns = [direction.turned(8 - eighths), direction.turned(eighths)];
        let ways = turns.map(lead_bit).into_iter().fold(0, |ways, way| ways | way);
        if grid.leads(next) & ways != 0 || grid.turns_diagonally(next, direction) {
            return 1;
        }
        match self.distances[grid.index(next)][place(direction)] {
            // Too far to tell: the way is free so far, and is looked at again there.
            i8::MAX | -127 => i8::MAX,
            distance if distance > 0 => distance + 1,
            distance => distance - 1,
        }
    }

    /// The bytes that the table takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.distances.capacity() * size_of::<[i8; 4]>()
    }

    /// The steps to the next cell that way where straight jumps may start.
    #[inline]
    pub(super) fn turning(
        &self,
        index: usize,
        cell: Cell,
        direction: Direction,
        goal: Cell,
    ) -> Option<u16> {
        let distance = i16::from(self.distances[index][place(direction)]);
        let (dx, dy) = direction.step();
        let to_x = (goal.x.wrapping_sub(cell.x) as i16) * dx;
        let to_y = (goal.y.wrapping_sub(cell.y) as i16) * dy;
        // Where the goal's row or column is crossed first; a vertical line crosses its row.
        let reach = distance.abs();
        let mut nearest = if distance > 0 { distance } else { i16::MAX };
        for crossing in [to_x, to_y] {
            if 0 < crossing && crossing <= reach {
                nearest = nearest.min(crossing);
            }
        }
        (nearest < i16::MAX).then_some(nearest as u16)
    }
}

/// A map with its [`JumpTable`], which must have been made for it as it is.
#[derive(Clone, Copy, Debug)]
pub struct TabledGrid<G, T> {
    /// The map, by reference or by a shared pointer.
    pub grid: G,
    /// Its distances, in the same way.
    pub table: T,
}

impl<G: Deref<Target = Grid>, T: Deref<Target = JumpTable>> JumpFinder for TabledGrid<G, T> {
    #[inline]
    fn grid(&self) -> &Grid {
        &self.grid
    }

    #[inline]
    fn straight(&self, cell: Cell, direction: Direction, goal: Cell) -> Option<u16> {
        self.grid.scan(cell, direction, goal)
    }

    #[inline]
    fn may_jump(&self, cell: Cell, direction: Direction, goal: Cell) -> bool {
        self.grid.may_scan(cell, direction, goal)
    }

    #[inline]
    fn diagonal(&self, cell: Cell, direction: Direction, goal: Cell) -> Option<u16> {
        self.table.turning(self.grid.index(cell), cell, direction, goal)
    }
}
