//! Small boards as numbers with marks, for enumerations of whole spaces.

use tremaux_core::{Numbering, StateGraph};

use super::{Arrangement, Slide};

/// A sliding puzzle of up to sixteen cells as a graph of numbers.
///
/// A number has the tiles at four bits a cell, the first cell lowest, but for the last cell, which
/// follows from the others; below them a bit for each slide that leads back to the level before.
/// Each move changes the parity of the blank's cell, so there are no odd cycles, and the slides
/// without marks lead to the next level.
#[derive(Clone, Debug)]
pub struct NumberedTiles {
    initial: u64,
    cells: u32,
    /// By the blank's cell: the slides that stay on the board, a bit each.
    slides: [u8; 16],
    /// By the blank's cell and the slide: four times the cell of the tile.
    from: [[u8; 4]; 16],
    /// All tiles together, by exclusive or.
    sum: u64,
}

const MARKS: u32 = 4;

impl NumberedTiles {
    /// The puzzle from `start`; `None` if it has more than sixteen cells.
    pub fn new(start: &Arrangement) -> Option<Self> {
        let size = start.size();
        let cells = u32::try_from(size.cells()).ok().filter(|&cells| cells <= 16)?;
        let (mut slides, mut from) = ([0; 16], [[0; 4]; 16]);
        for blank in 0..size.cells() {
            for slide in Slide::ALL {
                if let Some(cell) = size.beside(blank, slide) {
                    slides[blank] |= 1 << slide as u8;
                    from[blank][slide as usize] = 4 * cell as u8;
                }
            }
        }
        let tiles = start.tiles().iter().take(cells as usize - 1).rev();
        let initial = tiles.fold(0, |number, &tile| number << 4 | u64::from(tile)) << MARKS;
        let sum = (0..u64::from(cells)).fold(0, |sum, tile| sum ^ tile);
        Some(Self { initial, cells, slides, from, sum })
    }
}

impl StateGraph for NumberedTiles {
    fn width(&self) -> usize {
        8
    }

    fn initial_narrow(&self) -> u64 {
        self.initial
    }

    fn initial_wide(&self) -> u128 {
        self.initial.into()
    }

    fn narrow_successors(&self, states: &[u64], successors: &mut Vec<u64>) {
        /// The lowest bit of every cell.
        const ONES: u64 = 0x1111_1111_1111_1111;
        let last = 4 * (self.cells - 1);
        let stored = u64::MAX >> (64 - last);
        let mut end = successors.len();
        successors.resize(end + 4 * states.len(), 0);
        let found = &mut successors[..];
        for &state in states {
            let tiles = state >> MARKS;
            let mut sum = tiles ^ tiles >> 32;
            sum ^= sum >> 16;
            sum ^= sum >> 8;
            sum ^= sum >> 4;
            let board = tiles | ((sum ^ self.sum) & 15) << last;
            let zeros = board.wrapping_sub(ONES) & !board & ONES << 3;
            let blank = (zeros.trailing_zeros() / 4) & 15;
            let slides = u64::from(self.slides[blank as usize]) & !state;
            // Without branches: which slides have marks is hard to predict.
            for (slide, &from) in self.from[blank as usize].iter().enumerate() {
                let tile = board >> from & 15;
                let moved = board ^ (tile << from | tile << (4 * blank));
                found[end] = (moved & stored) << MARKS | 1 << (slide ^ 1);
                end += (slides >> slide & 1) as usize;
            }
        }
        successors.truncate(end);
    }

    fn wide_successors(&self, states: &[u128], successors: &mut Vec<u128>) {
        let states: Vec<u64> = states.iter().map(|&state| state as u64).collect();
        let mut found = Vec::new();
        self.narrow_successors(&states, &mut found);
        successors.extend(found.into_iter().map(u128::from));
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn numbering(&self) -> Numbering {
        Numbering { mark_bits: MARKS, levels_back: Some(0) }
    }

    /// What is in the first cells, as many as give each thread some thirty possibilities: only
    /// slides there change it.
    fn owner_bits(&self, workers: usize) -> u128 {
        let (mut cells, mut possible) = (0, 1);
        while cells + 2 < self.cells && possible / 30 < workers {
            possible *= (self.cells - cells) as usize;
            cells += 1;
        }
        ((1 << (4 * cells)) - 1) << MARKS
    }
}
