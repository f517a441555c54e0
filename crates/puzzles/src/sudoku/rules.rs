//! Sudoku as a state space.

use tremaux_core::{CompactActions, StateSpace, UndoSpace};

use super::{Board, Clues, Shape};

/// A digit for an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fill {
    /// The cell, row by row from 0.
    pub cell: u16,
    /// The digit, from 1.
    pub digit: u8,
}

impl tremaux_core::codes::ActionCode for Fill {
    #[inline]
    fn code(self) -> u64 {
        u64::from(self.cell) << 8 | u64::from(self.digit)
    }

    #[inline]
    fn from_code(code: u64) -> Self {
        Self { cell: (code >> 8) as u16, digit: code as u8 }
    }
}

/// The digits that an empty cell can take, the least first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fills {
    cell: u16,
    candidates: u32,
}

impl Iterator for Fills {
    type Item = Fill;

    #[inline]
    fn next(&mut self) -> Option<Fill> {
        if self.candidates == 0 {
            return None;
        }
        let digit = self.candidates.trailing_zeros() as u8 + 1;
        self.candidates &= self.candidates - 1;
        Some(Fill { cell: self.cell, digit })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.candidates.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Fills {}

/// A sudoku with a side of at most `N`: from its clues to the full board, cell by cell.
///
/// An action fills the first cell, in row order, of those with the fewest candidates, with a
/// digit missing from its row, column and box. If an empty cell has no candidate, there is no
/// action. So no board is reached by two paths, each solution by exactly one, and all solutions
/// have the same length: each action costs 1.
#[derive(Clone, Debug)]
pub struct Sudoku<const N: usize> {
    clues: Clues,
    start: Board<N>,
    box_of: [[u8; N]; N],
    /// What was left out when the clues were read.
    notes: Vec<String>,
}

/// The cell to fill next and its candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Survey {
    /// The first of those with the fewest candidates.
    cell: (u8, u8),
    /// Its candidates; the lowest bit is the digit 1.
    candidates: u32,
}

impl<const N: usize> Sudoku<N> {
    /// The space of these clues; `None` if their board has a side of more than `N`.
    pub fn new(clues: &Clues) -> Option<Self> {
        let shape = clues.shape();
        let side = shape.side();
        if side > N {
            return None;
        }
        let mut box_of = [[0; N]; N];
        let mut start = Board::empty(shape);
        for (cell, &digit) in clues.cells().iter().enumerate() {
            let (row, column) = (cell / side, cell % side);
            let in_box = shape.box_of(row, column);
            box_of[row][column] = in_box as u8;
            if digit > 0 {
                start.put(row, column, in_box, digit);
            }
        }
        Some(Self { clues: clues.clone(), start, box_of, notes: Vec::new() })
    }

    /// With notes about how the clues were read.
    #[must_use]
    pub fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    /// How the clues were read.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The shape of the board.
    pub const fn shape(&self) -> Shape {
        self.clues.shape()
    }

    /// The clues.
    pub const fn clues(&self) -> &Clues {
        &self.clues
    }

    /// The digits that an empty cell can take; the lowest bit is 1.
    #[inline]
    pub fn candidates(&self, board: &Board<N>, row: usize, column: usize) -> u32 {
        let in_box = usize::from(self.box_of[row][column]);
        self.shape().digits() & !board.taken(row, column, in_box)
    }

    /// The next cell to fill, if one is empty.
    #[inline]
    fn next_cell(&self, board: &Board<N>) -> Option<Survey> {
        let side = self.shape().side();
        let mut fewest = u32::MAX;
        let mut found = None;
        for row in 0..side {
            for column in 0..side {
                if board.cells[row][column] != 0 {
                    continue;
                }
                let candidates = self.candidates(board, row, column);
                let count = candidates.count_ones();
                if count < fewest {
                    fewest = count;
                    found = Some(Survey { cell: (row as u8, column as u8), candidates });
                    if count == 0 {
                        return found;
                    }
                }
            }
        }
        found
    }

    /// The total number of candidates of all empty cells; `None` if one has none.
    #[inline]
    pub(super) fn possibilities(&self, board: &Board<N>) -> Option<u32> {
        let side = self.shape().side();
        let mut sum = 0;
        for row in 0..side {
            for column in 0..side {
                if board.cells[row][column] == 0 {
                    let count = self.candidates(board, row, column).count_ones();
                    if count == 0 {
                        return None;
                    }
                    sum += count;
                }
            }
        }
        Some(sum)
    }

    /// Row, column and box of a cell.
    #[inline]
    pub(super) fn place(&self, cell: u16) -> (usize, usize, usize) {
        let side = self.shape().side();
        let (row, column) = (usize::from(cell) / side, usize::from(cell) % side);
        (row, column, usize::from(self.box_of[row][column]))
    }

    /// The digits of a board, row by row, 0 for an empty cell.
    pub fn digits<'a>(&self, board: &'a Board<N>) -> impl Iterator<Item = u8> + 'a {
        let side = self.shape().side();
        board.cells[..side].iter().flat_map(move |row| &row[..side]).copied()
    }
}

impl<const N: usize> StateSpace for Sudoku<N> {
    type State = Board<N>;
    /// The digits.
    type Packed = [[u8; N]; N];
    type Action = Fill;
    type Cost = u32;

    fn initial_state(&self) -> Board<N> {
        self.start
    }

    #[inline]
    fn is_goal(&self, board: &Board<N>) -> bool {
        board.empty == 0
    }

    fn actions(&self, board: &Board<N>, actions: &mut Vec<Fill>) {
        actions.extend(self.action_set(board));
    }

    #[inline]
    fn cost(&self, _board: &Board<N>, _fill: Fill) -> u32 {
        1
    }

    #[inline]
    fn apply(&self, board: &mut Board<N>, Fill { cell, digit }: Fill) {
        let (row, column, in_box) = self.place(cell);
        board.put(row, column, in_box, digit);
    }

    fn pack(&self, board: &Board<N>) -> [[u8; N]; N] {
        board.cells
    }

    fn unpack(&self, packed: &[[u8; N]; N]) -> Board<N> {
        let side = self.shape().side();
        let mut board = Board::empty(self.shape());
        for (row, digits) in packed[..side].iter().enumerate() {
            for (column, &digit) in digits[..side].iter().enumerate() {
                if digit > 0 {
                    board.put(row, column, usize::from(self.box_of[row][column]), digit);
                }
            }
        }
        board
    }

    fn uniform_cost(&self) -> Option<u32> {
        Some(1)
    }
}

impl<const N: usize> CompactActions for Sudoku<N> {
    type Actions = Fills;
    const MAY_CIRCLE: bool = false;

    #[inline]
    fn action_set(&self, board: &Board<N>) -> Fills {
        let Some(Survey { cell: (row, column), candidates }) = self.next_cell(board) else {
            return Fills::default();
        };
        let cell = usize::from(row) * self.shape().side() + usize::from(column);
        Fills { cell: cell as u16, candidates }
    }
}

impl<const N: usize> UndoSpace for Sudoku<N> {
    type Undo = ();

    #[inline]
    fn apply_undoable(&self, board: &mut Board<N>, fill: Fill) {
        self.apply(board, fill);
    }

    #[inline]
    fn undo(&self, board: &mut Board<N>, Fill { cell, digit }: Fill, (): ()) {
        let (row, column, in_box) = self.place(cell);
        board.take(row, column, in_box, digit);
    }
}
