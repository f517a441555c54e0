//! Paths as answers.

use super::cell::{Cell, Direction};

/// A path on a map, with the effort to find it. Can be reused for the next answer.
///
/// ```
/// use tremaux::maps::grid::{Cell, Route};
/// let turns = [Cell::new(0, 0), Cell::new(2, 2), Cell::new(2, 4)];
/// let mut route = Route::default();
/// route.turns = turns.to_vec();
/// let cells: Vec<Cell> = route.cells().collect();
/// assert_eq!(cells.len(), 5);
/// assert_eq!(cells[3], Cell::new(2, 3));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Route {
    /// Where it starts, changes its direction, and ends: straight and diagonal lines lead
    /// from each to the next, or lines of sight if it is a path at any angle. A single cell if
    /// start and goal are the same; empty if there is no path.
    pub turns: Vec<Cell>,
    /// The length in cells, each step times the weight of the cell it leads to; or the sum
    /// of the integers that steps cost. Infinite if there is no path.
    pub cost: f64,
    /// The number of states expanded to find it.
    pub expanded: u64,
}

impl Route {
    /// All cells of the path, if its lines are straight and diagonal.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let first = self.turns.first().copied();
        first.into_iter().chain(self.turns.windows(2).flat_map(|leg| {
            let steps = leg[0].spans(leg[1]).0 as u16;
            let direction = Direction::between(leg[0], leg[1]);
            (1..=steps).filter_map(move |step| Some(leg[0].stepped(direction?, step)))
        }))
    }

    /// Whether there is a path.
    #[inline]
    pub fn is_found(&self) -> bool {
        !self.turns.is_empty()
    }

    /// Where the path ends.
    #[inline]
    pub fn end(&self) -> Option<Cell> {
        self.turns.last().copied()
    }

    /// Empties the path, and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.turns.clear();
        (self.cost, self.expanded) = (f64::INFINITY, 0);
    }

    /// Adds a cell that is reached by a straight or diagonal line.
    #[inline]
    pub(super) fn push_turn(&mut self, cell: Cell) {
        if let [.., before, last] = self.turns[..]
            && Direction::between(before, last) == Direction::between(last, cell)
        {
            self.turns.pop();
        }
        if self.turns.last() != Some(&cell) {
            self.turns.push(cell);
        }
    }

    /// Sets the path to these lines, and returns the numbers of straight and diagonal steps.
    pub(super) fn set_legs(
        &mut self,
        start: Cell,
        legs: impl Iterator<Item = (Direction, u16)>,
    ) -> (u64, u64) {
        self.turns.clear();
        self.turns.push(start);
        let (mut here, mut last) = (start, None);
        let (mut straight, mut diagonal) = (0, 0);
        for (direction, steps) in legs.filter(|&(_, steps)| steps > 0) {
            let count = if direction.is_diagonal() { &mut diagonal } else { &mut straight };
            *count += u64::from(steps);
            here = here.stepped(direction, steps);
            if last == Some(direction) {
                self.turns.pop();
            }
            last = Some(direction);
            self.turns.push(here);
        }
        (straight, diagonal)
    }
}
