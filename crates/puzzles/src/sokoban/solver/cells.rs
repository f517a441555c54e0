//! The cells of the feature space, and their scheduling.

use std::collections::HashMap;

use super::super::squares::Square;
use super::features::Features;

/// A candidate walk of a box in the position of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) node: u32,
    /// The square of the box, or [`Candidate::ALL`] for all walks of the node that no
    /// advisor recommends.
    pub(super) from: Square,
    pub(super) to: Square,
    /// The player's square afterwards.
    pub(super) player: Square,
}

impl Candidate {
    /// The square that stands for all walks of a node.
    pub(super) const ALL: Square = Square::MAX;
}

/// Walks in positions with the same features, by weight.
#[derive(Clone, Debug, Default)]
struct Cell {
    packed: u8,
    by_weight: Vec<Vec<Candidate>>,
    least: usize,
    waiting: usize,
}

impl Cell {
    /// Returns the newest walk of least weight.
    #[inline]
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

/// The cells with equally many goals filled.
#[derive(Clone, Debug, Default)]
struct Layer {
    cells: Vec<u32>,
    turn: usize,
    waiting: usize,
}

/// All cells. The numbers of filled goals take turns, so that none of them takes up the time,
/// and within each its cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    cells: Vec<Cell>,
    layers: Vec<Layer>,
    numbers: HashMap<Features, u32>,
    turn: usize,
    waiting: usize,
}

impl Cells {
    /// The number of the cell of these features.
    #[inline]
    pub(super) fn number(&mut self, features: Features) -> u32 {
        let next = self.cells.len() as u32;
        let number = *self.numbers.entry(features).or_insert(next);
        if number == next {
            let layer = usize::from(features.packed);
            if self.layers.len() <= layer {
                self.layers.resize_with(layer + 1, Layer::default);
            }
            self.layers[layer].cells.push(number);
            self.cells.push(Cell { packed: features.packed, ..Cell::default() });
        }
        number
    }

    /// The number of waiting walks in all cells.
    #[inline]
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Puts a walk into a cell.
    #[inline]
    pub(super) fn push(&mut self, cell: u32, weight: u32, candidate: Candidate) {
        let (cell, weight) = (&mut self.cells[cell as usize], weight as usize);
        if cell.by_weight.len() <= weight {
            cell.by_weight.resize_with(weight + 1, Vec::new);
        }
        cell.by_weight[weight].push(candidate);
        cell.least = cell.least.min(weight);
        cell.waiting += 1;
        self.layers[usize::from(cell.packed)].waiting += 1;
        self.waiting += 1;
    }

    /// The next walk of the cell whose turn it is, and its weight; `None` if none is waiting.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, Candidate)> {
        if self.waiting == 0 {
            return None;
        }
        self.waiting -= 1;
        let layer = loop {
            self.turn = (self.turn + 1) % self.layers.len();
            if self.layers[self.turn].waiting > 0 {
                break &mut self.layers[self.turn];
            }
        };
        layer.waiting -= 1;
        loop {
            layer.turn = (layer.turn + 1) % layer.cells.len();
            let cell = &mut self.cells[layer.cells[layer.turn] as usize];
            if cell.waiting > 0 {
                return cell.pop();
            }
        }
    }
}
