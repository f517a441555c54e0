//! Random grids.

use super::{Cell, Grid};
use crate::Random;

/// The shortest word of a random grid.
const SHORTEST: usize = 3;

impl Grid {
    /// A random grid, symmetric under half a turn, all of whose words have at least three letters
    /// and whose open cells are connected. At most the share `blocks` of all cells are blocks, or
    /// fewer if no other can be placed. `None` if it would be too large.
    pub fn random(width: usize, height: usize, blocks: f64, random: &mut Random) -> Option<Self> {
        let count = width * height;
        let mut grid = Self::new(width, vec![Cell::Empty; count])?;
        let mut order: Vec<usize> = (0..count).collect();
        random.shuffle(&mut order);
        let most = (blocks * count as f64) as usize;
        let mut placed = 0;
        for cell in order {
            let pair = [cell, count - 1 - cell];
            if placed + 2 > most || grid.cells()[cell] == Cell::Block {
                continue;
            }
            let mut cells = grid.cells().to_vec();
            pair.iter().for_each(|&cell| cells[cell] = Cell::Block);
            let Some(next) = Self::new(width, cells) else { continue };
            if has_long_words(&next) && is_connected(&next) {
                grid = next;
                placed += 2;
            }
        }
        Some(grid)
    }
}

/// Whether every open cell belongs to a word across and one down, both long enough.
fn has_long_words(grid: &Grid) -> bool {
    let mut crossings = vec![0; grid.cells().len()];
    for slot in grid.slots().iter().filter(|slot| slot.cells.len() >= SHORTEST) {
        slot.cells.iter().for_each(|&cell| crossings[usize::from(cell)] += 1);
    }
    let mut cells = grid.cells().iter().zip(crossings);
    cells.all(|(cell, crossings)| *cell == Cell::Block || crossings == 2)
}

/// Whether the open cells are connected, and there are some.
fn is_connected(grid: &Grid) -> bool {
    let is_open = |cell: usize| grid.cells()[cell] != Cell::Block;
    let count = grid.cells().len();
    let Some(first) = (0..count).find(|&cell| is_open(cell)) else { return false };
    let mut is_seen = vec![false; count];
    is_seen[first] = true;
    let mut queue = vec![first];
    while let Some(cell) = queue.pop() {
        let (row, column) = (cell / grid.width(), cell % grid.width());
        let near = [
            (row > 0).then(|| cell - grid.width()),
            (row + 1 < grid.height()).then(|| cell + grid.width()),
            (column > 0).then(|| cell - 1),
            (column + 1 < grid.width()).then(|| cell + 1),
        ];
        for next in near.into_iter().flatten() {
            if is_open(next) && !is_seen[next] {
                is_seen[next] = true;
                queue.push(next);
            }
        }
    }
    (0..count).all(|cell| is_seen[cell] || !is_open(cell))
}
