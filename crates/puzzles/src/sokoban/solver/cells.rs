//! The cells of the space of features, and whose turn it is.

use std::collections::HashMap;

use super::super::squares::Square;
use super::features::Features;

/// A walk to be tried: of a box in the position of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) node: u32,
    /// From where, or [`Level::WALL`](super::super::Level::WALL) for those walks of the node
    /// that no advisor is for.
    pub(super) from: Square,
    pub(super) to: Square,
    /// Where the player is then.
    pub(super) player: Square,
}

/// Walks in positions of the same features, by the weight of their ends.
#[derive(Clone, Debug, Default)]
struct Cell {
    packed: u8,
    by_weight: Vec<Vec<Candidate>>,
    least: usize,
    waiting: usize,
}

impl Cell {
    /// The newest of least weight.
    fn pop(&mut self) -> Option<(u32, Candidate)> {
        while let Some(walks) = self.by_weight.get_mut(self.least) {
            if let Some(candidate) = walks.pop() {
                self.waiting -= 1;
                return Some((self.least as u32, candidate));
            }
            self.least += 1;
        }
        None
    }
}

/// All cells. They take turns; every second turn is one of those alone that have most goals
/// filled.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    cells: Vec<Cell>,
    numbers: HashMap<Features, u32>,
    turn: usize,
    turn_of_best: usize,
    is_for_best: bool,
    waiting: usize,
}

impl Cells {
    /// The number of the cell of these features.
    pub(super) fn number(&mut self, features: Features) -> u32 {
        let next = self.cells.len() as u32;
        let number = *self.numbers.entry(features).or_insert(next);
        if number == next {
            self.cells.push(Cell { packed: features.packed, ..Cell::default() });
        }
        number
    }

    /// How many walks wait in all cells.
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Puts a walk into a cell.
    pub(super) fn push(&mut self, cell: u32, weight: u32, candidate: Candidate) {
        let (cell, weight) = (&mut self.cells[cell as usize], weight as usize);
        if cell.by_weight.len() <= weight {
            cell.by_weight.resize_with(weight + 1, Vec::new);
        }
        cell.by_weight[weight].push(candidate);
        cell.least = cell.least.min(weight);
        cell.waiting += 1;
        self.waiting += 1;
    }

    /// The next walk, of the cell whose turn it is, and its weight; `None` if none waits.
    pub(super) fn pop(&mut self) -> Option<(u32, Candidate)> {
        self.is_for_best = !self.is_for_best;
        let waiting = self.cells.iter().filter(|cell| cell.waiting > 0);
        let most = waiting.map(|cell| cell.packed).max()?;
        let (turn, least) =
            if self.is_for_best { (&mut self.turn_of_best, most) } else { (&mut self.turn, 0) };
        loop {
            *turn = (*turn + 1) % self.cells.len();
            let cell = &mut self.cells[*turn];
            if cell.waiting > 0 && cell.packed >= least {
                self.waiting -= 1;
                return cell.pop();
            }
        }
    }
}
