//! Precomputed jump distances of a map.

use super::cell::{Cell, Direction};
use super::grid::{Grid, lead_bit};
use super::movement::Movement;
use crate::preparation::Preparation;
use tremaux_core::{Limits, StopReason};

/// For every cell and direction, the distance to the next jump point, to the next cell where a
/// jump may turn, or to a wall: the table of JPS+ (Harabor and Grastien 2014).
///
/// It takes eight bytes per cell, half the usual size, so that more of it stays in the cache.
/// Straight distances that do not fit into a byte are read from the map's own bits; longer
/// diagonal ones are taken in two jumps.
///
/// It is computed in time proportional to the map. Distances reach across the whole map, so an
/// edit requires recomputing them.
#[derive(Clone, Debug)]
pub(super) struct JumpTable {
    /// By cell and direction: if positive, the steps to where a jump ends or may turn; otherwise
    /// minus the steps possible before a blocked cell. [`FAR`] if neither is known.
    distances: Vec<[i8; 8]>,
}

/// At least this many steps are free.
const FAR: i8 = i8::MAX;

impl JumpTable {
    /// Computes the distances on a map.
    pub(super) fn new(grid: &Grid) -> Self {
        match Self::within(grid, &mut Preparation::start(&Limits::default())) {
            Ok(table) => table,
            Err(reason) => unreachable!("{reason:?} without limits"),
        }
    }

    /// Like [`JumpTable::new`], unless a limit is reached.
    pub(super) fn within(grid: &Grid, preparation: &mut Preparation) -> Result<Self, StopReason> {
        preparation.take(grid.index_count() * size_of::<[i8; 8]>())?;
        let mut table = Self { distances: vec![[0; 8]; grid.index_count()] };
        let (width, height) = (grid.width(), grid.height());
        let is_four = grid.movement() == Movement::FourNeighbours;
        for direction in Direction::ALL {
            if is_four && direction.is_diagonal() {
                continue;
            }
            let (dx, dy) = direction.step();
            for row in 0..height {
                preparation.spend(width.into())?;
                // Process the next cell in this direction first.
                let y = if dy > 0 { height - 1 - row } else { row };
                for column in 0..width {
                    let x = if dx > 0 { width - 1 - column } else { column };
                    let cell = Cell { x, y };
                    let distance = table.distance(grid, cell, direction);
                    table.distances[grid.index(cell)][direction as usize] = distance;
                }
            }
        }
        Ok(table)
    }

    fn distance(&self, grid: &Grid, cell: Cell, direction: Direction) -> i8 {
        if grid.mask(cell) & direction.bit() == 0 {
            return 0;
        }
        let next = cell.stepped(direction, 1);
        let is_vertical = matches!(direction, Direction::North | Direction::South);
        let is_four = grid.movement() == Movement::FourNeighbours;
        let ends = if if is_four { is_vertical } else { direction.is_diagonal() } {
            let eighths = if is_four { 2 } else { 1 };
            let turns = [direction.turned(8 - eighths), direction.turned(eighths)];
            turns.into_iter().any(|way| grid.leads(next) & lead_bit(way) != 0)
                || grid.turns_diagonally(next, direction)
        } else {
            grid.is_stop(next, direction)
        };
        if ends {
            return 1;
        }
        match self.distances[grid.index(next)][direction as usize] {
            FAR | -126 | 126 => FAR,
            distance if distance > 0 => distance + 1,
            distance => distance - 1,
        }
    }

    /// The steps straight on to the next jump point, or to `goal` if that is nearer.
    #[inline]
    pub(super) fn straight(
        &self,
        grid: &Grid,
        cell: Cell,
        direction: Direction,
        goal: Cell,
    ) -> Option<u16> {
        let distance = self.distances[grid.index(cell)][direction as usize];
        if distance == FAR {
            return grid.scan(cell, direction, goal);
        }
        let distance = i16::from(distance);
        let (dx, dy) = direction.step();
        // One of the two factors is zero; the other tells whether the goal is ahead.
        let (to_x, to_y) = (goal.x.wrapping_sub(cell.x) as i16, goal.y.wrapping_sub(cell.y) as i16);
        let (ahead, aside) = if dx == 0 { (to_y * dy, to_x) } else { (to_x * dx, to_y) };
        if aside == 0 && 0 < ahead && ahead <= distance.abs() {
            return Some(ahead as u16);
        }
        (distance > 0).then_some(distance as u16)
    }

    /// The steps to the next cell in this direction where straight jumps may start, or to an
    /// earlier cell if it is far.
    #[inline]
    pub(super) fn turning(
        &self,
        grid: &Grid,
        cell: Cell,
        direction: Direction,
        goal: Cell,
    ) -> Option<u16> {
        let distance = i16::from(self.distances[grid.index(cell)][direction as usize]);
        let (dx, dy) = direction.step();
        let to_x = (goal.x.wrapping_sub(cell.x) as i16) * dx;
        let to_y = (goal.y.wrapping_sub(cell.y) as i16) * dy;
        // The place where the line first crosses the goal's row or column.
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
