//! Lines of sight between cells.

use super::cell::Cell;
use super::grid::Grid;
use super::movement::Movement;

impl Grid {
    /// Whether a straight line between the centres of two cells stays on free cells.
    ///
    /// Where the line runs through a corner, the movement rule decides, as for a diagonal step;
    /// under [`Movement::FourNeighbours`] both cells beside the corner must be free. Takes time
    /// proportional to the length of the line. It uses only integers, so the reverse line gives
    /// the same result.
    ///
    /// ```
    /// use tremaux::maps::grid::{Cell, Grid, Movement};
    /// let grid = Grid::new(5, 5, Movement::NoCornerCutting, |cell| cell != Cell::new(2, 2));
    /// assert!(grid.sees(Cell::new(0, 0), Cell::new(4, 1)));
    /// assert!(!grid.sees(Cell::new(0, 0), Cell::new(4, 3)));
    /// ```
    pub fn sees(&self, from: Cell, to: Cell) -> bool {
        let (dx, dy) = (i32::from(from.x.abs_diff(to.x)), i32::from(from.y.abs_diff(to.y)));
        let step_x = if to.x > from.x { 1_i16 } else { -1 };
        let step_y = if to.y > from.y { 1_i16 } else { -1 };
        let mut here = from;
        // Positive while the line leaves the cell to the side, zero at a corner.
        let mut error = dx - dy;
        if !self.is_free(here) {
            return false;
        }
        while here != to {
            let aside = Cell { x: here.x.wrapping_add_signed(step_x), y: here.y };
            let ahead = Cell { x: here.x, y: here.y.wrapping_add_signed(step_y) };
            if error > 0 {
                here = aside;
                error -= 2 * dy;
            } else if error < 0 {
                here = ahead;
                error += 2 * dx;
            } else {
                let sides = [self.is_free(aside), self.is_free(ahead)];
                let may_pass = match self.movement() {
                    Movement::FourNeighbours | Movement::NoCornerCutting => sides == [true, true],
                    Movement::OneSideFree => sides != [false, false],
                    Movement::CornersAlways => true,
                };
                if !may_pass {
                    return false;
                }
                here = Cell { x: aside.x, y: ahead.y };
                error += 2 * (dx - dy);
            }
            if !self.is_free(here) {
                return false;
            }
        }
        true
    }

    /// Shortens a path: keeps a cell only if the last kept cell does not see the cell after it.
    ///
    /// That is the usual smoothing of paths found cell by cell. `path` is any sequence of cells
    /// each of which sees the next; the result is another such sequence that is no longer.
    pub fn pulled_tight(&self, path: &[Cell]) -> Vec<Cell> {
        let mut kept: Vec<Cell> = path.first().copied().into_iter().collect();
        for pair in path.windows(2) {
            let from = kept[kept.len() - 1];
            if from != pair[0] && !self.sees(from, pair[1]) {
                kept.push(pair[0]);
            }
        }
        kept.extend(path.last().filter(|_| path.len() > 1));
        kept
    }
}
