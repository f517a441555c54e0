//! The solver for boards of any shape, working cell by cell.

use super::clues::Unit;
use super::{Clues, Shape};

/// A cell that was branched on.
#[derive(Clone, Copy, Debug)]
struct Frame {
    cell: u16,
    /// The digits not tried yet; the lowest bit is 1.
    left: u32,
    /// The number of cells filled before.
    filled: u16,
}

/// What the search does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Fill forced cells.
    Fill,
    /// Try the next digit in the cell branched on last.
    Next,
}

/// A depth-first search for all solutions of a board.
#[derive(Clone, Debug)]
pub(super) struct Singles {
    shape: Shape,
    /// The cells of each row, column and box, one unit after the other.
    units: Box<[u16]>,
    /// Row, column and box of each cell.
    places: Box<[[u8; 3]]>,
    /// The digits that each row, column and box has; the lowest bit is 1.
    used: [[u32; Shape::MOST]; 3],
    /// How often each row, column and box was found to be impossible, plus one. Branches prefer
    /// cells in units that often fail (Boussemart, Hemery, Lecoutre and Sais 2004), on boards
    /// that are too large for the number of candidates alone.
    failures: [[u32; Shape::MOST]; 3],
    cells: Box<[u8]>,
    /// The cells filled, in order.
    trail: Vec<u16>,
    frames: Vec<Frame>,
    phase: Phase,
    pub(super) branches: u64,
}

impl Singles {
    /// The longest side of a board whose cells are chosen by their candidates alone.
    const SMALL: usize = 16;

    pub(super) fn new(shape: Shape) -> Self {
        let (side, count) = (shape.side(), shape.cells());
        let units = Unit::all(shape).flat_map(|unit| unit.cells(shape).map(|cell| cell as u16));
        let place = |cell: usize| {
            let (row, column) = (cell / side, cell % side);
            [row as u8, column as u8, shape.box_of(row, column) as u8]
        };
        Self {
            shape,
            units: units.collect(),
            places: (0..count).map(place).collect(),
            used: [[0; Shape::MOST]; 3],
            failures: [[1; Shape::MOST]; 3],
            cells: vec![0; count].into(),
            trail: Vec::with_capacity(count),
            frames: Vec::with_capacity(count),
            phase: Phase::Next,
            branches: 0,
        }
    }

    /// Starts with these clues, which have the same shape.
    pub(super) fn load(&mut self, clues: &Clues) {
        self.used = [[0; Shape::MOST]; 3];
        self.failures = [[1; Shape::MOST]; 3];
        self.cells.fill(0);
        self.trail.clear();
        self.frames.clear();
        self.phase = Phase::Fill;
        self.branches = 0;
        for (cell, &digit) in clues.cells().iter().enumerate() {
            if digit > 0 {
                self.put(cell as u16, 1 << (digit - 1));
            }
        }
    }

    /// The current board: a solution if one was just found.
    #[inline]
    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
    }

    #[inline]
    fn candidates(&self, cell: usize) -> u32 {
        let [row, column, in_box] = self.places[cell].map(usize::from);
        let used = self.used[0][row] | self.used[1][column] | self.used[2][in_box];
        self.shape.digits() & !used
    }

    /// Puts the digit of `bit` into a cell, or removes it again.
    #[inline]
    fn flip(&mut self, cell: usize, bit: u32) {
        let [row, column, in_box] = self.places[cell].map(usize::from);
        self.used[0][row] ^= bit;
        self.used[1][column] ^= bit;
        self.used[2][in_box] ^= bit;
    }

    #[inline]
    fn put(&mut self, cell: u16, bit: u32) {
        self.flip(usize::from(cell), bit);
        self.cells[usize::from(cell)] = bit.trailing_zeros() as u8 + 1;
        self.trail.push(cell);
    }

    /// Empties all cells but the first `filled` of the trail.
    #[inline]
    fn take_back(&mut self, filled: u16) {
        while self.trail.len() > usize::from(filled)
            && let Some(cell) = self.trail.pop()
        {
            let digit = std::mem::take(&mut self.cells[usize::from(cell)]);
            self.flip(usize::from(cell), 1 << (digit - 1));
        }
    }

    /// Fills the cells with one candidate. Returns whether every empty cell has a candidate.
    #[inline]
    fn fill_naked(&mut self) -> bool {
        for cell in 0..self.cells.len() {
            if self.cells[cell] == 0 {
                let candidates = self.candidates(cell);
                if candidates == 0 {
                    for (kind, unit) in self.places[cell].into_iter().enumerate() {
                        self.failures[kind][usize::from(unit)] += 1;
                    }
                    return false;
                }
                if candidates.is_power_of_two() {
                    self.put(cell as u16, candidates);
                }
            }
        }
        true
    }

    /// Fills cells that are the only place for a digit in a row, column or box. Returns whether
    /// every digit has a place.
    fn fill_hidden(&mut self) -> bool {
        let side = self.shape.side();
        for unit in 0..3 * side {
            let (mut once, mut twice) = (0, 0);
            for at in unit * side..(unit + 1) * side {
                let cell = usize::from(self.units[at]);
                if self.cells[cell] == 0 {
                    let candidates = self.candidates(cell);
                    twice |= once & candidates;
                    once |= candidates;
                }
            }
            if once | self.used[unit / side][unit % side] != self.shape.digits() {
                self.failures[unit / side][unit % side] += 1;
                return false;
            }
            let hidden = once & !twice;
            if hidden == 0 {
                continue;
            }
            for at in unit * side..(unit + 1) * side {
                let cell = usize::from(self.units[at]);
                if self.cells[cell] == 0 {
                    let here = self.candidates(cell) & hidden;
                    if here.is_power_of_two() {
                        self.put(cell as u16, here);
                    } else if here != 0 {
                        self.failures[unit / side][unit % side] += 1;
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Fills all forced cells. Returns false on a contradiction.
    #[inline]
    fn fill(&mut self) -> bool {
        loop {
            let before = self.trail.len();
            if !self.fill_naked() || !self.fill_hidden() {
                return false;
            }
            if self.trail.len() == before {
                return true;
            }
        }
    }

    /// The first of the empty cells with the fewest candidates; on large boards, with the fewest
    /// for the failures of its units.
    #[inline]
    fn cell(&self) -> Option<usize> {
        let empty = (0..self.cells.len()).filter(|&cell| self.cells[cell] == 0);
        let candidates = |cell: usize| self.candidates(cell).count_ones();
        if self.shape.side() <= Self::SMALL {
            return empty.min_by_key(|&cell| candidates(cell));
        }
        let rank = |cell: usize| {
            let units = self.places[cell].into_iter().enumerate();
            let failures = units.map(|(kind, unit)| self.failures[kind][usize::from(unit)]);
            (u64::from(candidates(cell)) << 32) / failures.map(u64::from).sum::<u64>()
        };
        empty.min_by_key(|&cell| rank(cell))
    }

    /// Continues to the next solution, with at most this many branches. Returns `None` if there
    /// is no other, `Some(false)` if there may be one.
    pub(super) fn advance(&mut self, branches: u64) -> Option<bool> {
        let last = self.branches.saturating_add(branches);
        loop {
            if self.phase == Phase::Fill {
                if self.fill() {
                    let Some(cell) = self.cell() else {
                        self.phase = Phase::Next;
                        return Some(true);
                    };
                    if self.branches == last {
                        return Some(false);
                    }
                    self.branches += 1;
                    let filled = self.trail.len() as u16;
                    let left = self.candidates(cell);
                    self.frames.push(Frame { cell: cell as u16, left, filled });
                }
                self.phase = Phase::Next;
            }
            let &Frame { cell, left, filled } = self.frames.last()?;
            self.take_back(filled);
            let bit = left & left.wrapping_neg();
            if bit == 0 {
                self.frames.pop();
                continue;
            }
            if let Some(frame) = self.frames.last_mut() {
                frame.left &= !bit;
            }
            self.put(cell, bit);
            self.phase = Phase::Fill;
        }
    }
}
