//! The solver for 9×9 boards, working on sets of cells.
//!
//! For each digit, the candidate cells are three words of 27 bits, one per band of three rows.
//! In a band, the cell in row `r` and column `c` of box `k` is bit 9c + 3r + k. So folding a
//! word over `c` gives the nine intersections of rows and boxes, bits 3r + k, and folding it
//! over `r` gives the columns of the band.
//!
//! In a band, a digit occurs once in each row and each box: there are six ways to match them.
//! Cells that belong to no remaining way are removed. One table lookup thus covers pointing
//! pairs and claiming rows. The same holds for bands and columns of a stack.
//!
//! Only words that have changed are processed, each for itself; the two other words of its digit
//! follow only if its columns have changed.
//!
//! Words for digits and bands, and rows of a box as the unit of deduction, are known from the
//! solvers of the players' forums and from tdoku (T. Dillon 2019), which uses vector
//! instructions.

/// The number of digits.
const DIGITS: usize = 9;
/// All cells of a band; also all words of a grid.
const ALL: u32 = (1 << 27) - 1;
/// The cells of the band's first box, nine bits 3 apart.
const BOX: u32 = 0o111_111_111;
/// Multiplier from an intersection of row and box to its three cells.
const OVER_COLUMNS: u32 = 1 | 1 << 9 | 1 << 18;
/// Multiplier from a column of the band to its three cells.
const OVER_ROWS: u32 = 0o111;
/// The columns of a band after folding over its rows.
const COLUMNS: u32 = 0o007_007_007;

/// What follows from a set of intersections 3r + k.
#[derive(Clone, Copy, Debug)]
struct Rows {
    /// The cells of the intersections that belong to a way to give each row its own box.
    kept: u32,
    /// Those of them that are the only intersection left of their box.
    single: u32,
}

static ROWS: [Rows; 512] = rows();

const fn rows() -> [Rows; 512] {
    let ways = [0o421, 0o241, 0o412, 0o142, 0o214, 0o124];
    let mut table = [Rows { kept: 0, single: 0 }; 512];
    let mut set = 0;
    while set < 512 {
        let (mut kept, mut single) = (0, 0);
        let mut way = 0;
        while way < ways.len() {
            if set & ways[way] == ways[way] {
                kept |= ways[way];
            }
            way += 1;
        }
        let mut in_box = OVER_ROWS;
        while in_box < 0o1000 {
            let places = kept & in_box;
            if places.is_power_of_two() {
                single |= places;
            }
            in_box <<= 1;
        }
        let cells = Rows { kept: kept * OVER_COLUMNS, single: single * OVER_COLUMNS };
        table[set as usize] = cells;
        set += 1;
    }
    table
}

/// For each cell of the board, the number of the first word of its band, and its bit.
static PLACES: [(u8, u32); 81] = places();

const fn places() -> [(u8, u32); 81] {
    let mut table = [(0, 0); 81];
    let mut cell = 0;
    while cell < 81 {
        let (band, bit) = place(cell);
        table[cell] = ((DIGITS * band) as u8, bit);
        cell += 1;
    }
    table
}

/// The cell of each bit, from the first of its band.
static CELLS: [u8; 32] = {
    let mut table = [0; 32];
    let mut cell = 0;
    while cell < 27 {
        table[place(cell).1.trailing_zeros() as usize] = cell as u8;
        cell += 1;
    }
    table
};

/// The state of knowledge about a board.
///
/// Words are numbered 9 × band + digit, digits from 0. There is room for 32, so that an index of
/// five bits needs no check.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// The candidate cells.
    words: [u32; 32],
    /// The columns of each word, as of the last time it was processed or lost one.
    columns: [u32; 32],
    /// For each band, the cells whose digit is certain and was removed from the others' words.
    settled: [u32; 3],
    /// The words that have changed since they were last processed.
    changed: u32,
    /// Cells with exactly two candidates, band by band, as of the last check.
    pairs: [u32; 3],
}

/// The result of propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inspection {
    /// It has no solution.
    Dead,
    /// Every cell has one candidate: it is a solution.
    Full,
    /// Some cells have several.
    Open,
}

/// All cells of the boxes that contain some of `cells`.
#[inline]
const fn boxes_of(cells: u32) -> u32 {
    let places = cells | cells >> 9 | cells >> 18;
    ((places | places >> 3 | places >> 6) & 0o7) * BOX
}

/// Those of `cells` that are alone in their intersection of row and box.
#[inline]
const fn lone(cells: u32) -> u32 {
    cells & !(cells >> 9 | cells >> 18 | cells << 9 | cells << 18)
}

/// The columns of two bands, `a` and `b`, that can be matched, given the columns of the third.
#[inline]
const fn matched_columns(third: u32, a: u32, b: u32) -> (u32, u32) {
    // Rotated by one and by two columns; bits rotated beyond the word meet no column.
    const fn rotated(columns: u32) -> (u32, u32) {
        let twice = columns as u64 | (columns as u64) << 27;
        ((twice >> 9) as u32, (twice >> 18) as u32)
    }
    let (third, in_a, in_b) = (rotated(third), rotated(a), rotated(b));
    (a & (third.0 & in_b.1 | third.1 & in_b.0), b & (third.0 & in_a.1 | third.1 & in_a.0))
}

impl Grid {
    /// The board of these digits, row by row, 0 for an empty cell.
    #[inline]
    fn of(cells: &[u8; 81]) -> Self {
        let mut words = [0; 32];
        for (&digit, &(first, bit)) in cells.iter().zip(&PLACES) {
            if digit > 0 {
                words[(usize::from(first) + usize::from(digit) - 1) % 32] |= bit;
            }
        }
        let mut settled = [0; 3];
        for (words, settled) in words.chunks_exact_mut(DIGITS).zip(&mut settled) {
            for word in &*words {
                *settled |= word;
            }
            for word in words {
                *word |= ALL & !*settled & !boxes_of(*word);
            }
        }
        Self { words, columns: [COLUMNS; 32], settled, changed: ALL, pairs: [0; 3] }
    }

    /// Removes all candidates that follow from single digits and single cells, until nothing
    /// changes.
    fn propagate(&mut self) -> Inspection {
        loop {
            while self.changed != 0 {
                let at = self.changed.trailing_zeros() as usize % 32;
                self.changed &= self.changed - 1;
                if !self.process(at) {
                    return Inspection::Dead;
                }
            }
            let mut several = 0;
            for band in 0..3 {
                let (mut once, mut twice, mut thrice) = (0, 0, 0);
                for word in &self.words[DIGITS * band..DIGITS * (band + 1)] {
                    thrice |= twice & word;
                    twice |= once & word;
                    once |= word;
                }
                if once != ALL {
                    return Inspection::Dead;
                }
                several |= twice;
                self.pairs[band] = twice & !thrice;
                let single = once & !twice & !self.settled[band];
                if single != 0 && !self.fill(band, single) {
                    return Inspection::Dead;
                }
            }
            if self.changed == 0 {
                return if several == 0 { Inspection::Full } else { Inspection::Open };
            }
        }
    }

    /// Removes from word number `at` the cells that belong to no way to place the digit in the
    /// band, from the others of the digit the columns that cannot be matched any more, and the
    /// other digits from the cells that are the last of their box. Returns whether the digit still
    /// has a place everywhere.
    #[inline]
    fn process(&mut self, at: usize) -> bool {
        let old = self.words[at];
        let rows = ROWS[((old | old >> 9 | old >> 18) & 0o777) as usize];
        let word = old & rows.kept;
        if word == 0 {
            return false;
        }
        self.words[at] = word;
        let columns = (word | word >> 3 | word >> 6) & COLUMNS;
        if columns != self.columns[at] {
            self.columns[at] = columns;
            let a = (if at < 18 { at + 9 } else { at - 18 }) % 32;
            let b = (if at < 9 { at + 18 } else { at - 9 }) % 32;
            let (in_a, in_b) = matched_columns(columns, self.columns[a], self.columns[b]);
            for (other, matched) in [(a, in_a), (b, in_b)] {
                if matched != self.columns[other] {
                    self.columns[other] = matched;
                    self.words[other] &= matched * OVER_ROWS;
                    self.changed |= 1 << other;
                }
            }
        }
        let band = at / DIGITS % 3;
        let new = lone(word & rows.single & !self.settled[band]);
        if new != 0 {
            self.settled[band] |= new;
            let first = DIGITS * band;
            let mut changed = 0;
            for (digit, word) in self.words[first..first + DIGITS].iter_mut().enumerate() {
                changed |= u32::from(*word & new != 0) << digit;
                *word &= !new;
            }
            self.words[at] = word;
            self.changed |= changed << first & !(1 << at);
        }
        true
    }

    /// Removes the only candidates of the cells `single` from the rest of their boxes. Returns
    /// false if a box has a digit twice.
    #[inline]
    fn fill(&mut self, band: usize, single: u32) -> bool {
        for at in DIGITS * band..DIGITS * (band + 1) {
            let new = self.words[at] & single;
            if new != 0 {
                let left = self.words[at] & (new | !boxes_of(new));
                // If it were alone in its box, it would be settled.
                if left == self.words[at] {
                    return false;
                }
                self.words[at] = left;
                self.changed |= 1 << at;
            }
        }
        true
    }

    /// The cell to branch on, as band and bit: of the cells with two candidates, the one whose
    /// digits occur most in other two-candidate cells of its row, column and box; if there are
    /// none, one with the fewest candidates.
    ///
    /// A decision in such a cell immediately determines the others. This takes half as many
    /// branches as choosing the first two-candidate cell.
    #[inline]
    fn cell(&self) -> (usize, u32) {
        if self.pairs == [0; 3] {
            return self.cell_with_fewest();
        }
        let mut scores = [[0_u32; 27]; 3];
        let (mut most, mut best) = (0, (0, 0));
        for digit in 0..DIGITS {
            let word = |band: usize| self.words[DIGITS * band + digit];
            let here = [0, 1, 2].map(|band| self.pairs[band] & word(band));
            for band in 0..3 {
                let mut left = here[band];
                while left != 0 {
                    let at = left.trailing_zeros();
                    left &= left - 1;
                    let (row, in_box) = (at / 3 % 3, at % 3);
                    let near = BOX << in_box | COLUMNS << (3 * row);
                    let column = OVER_ROWS << (at / 9 * 9 + in_box);
                    let [above, below] = [here[(band + 1) % 3], here[(band + 2) % 3]];
                    let beside = (here[band] & near).count_ones();
                    // The other cells of the column, which are in the words of the other bands.
                    let across = (above & column).count_ones() + (below & column).count_ones();
                    let score = &mut scores[band][at as usize];
                    *score += beside + across;
                    if *score > most {
                        (most, best) = (*score, (band, 1 << at));
                    }
                }
            }
        }
        best
    }

    #[cold]
    fn cell_with_fewest(&self) -> (usize, u32) {
        let cells = (0..3).flat_map(|band| (0..27).map(move |bit| (band, 1 << bit)));
        let count = |&(band, bit): &(usize, u32)| {
            let words = &self.words[DIGITS * band..DIGITS * (band + 1)];
            let count = words.iter().filter(|&word| word & bit != 0).count();
            if count < 2 { usize::MAX } else { count }
        };
        cells.min_by_key(count).unwrap_or((0, 1))
    }
}

/// Band and bit of a cell, row by row from 0.
#[inline]
const fn place(cell: usize) -> (usize, u32) {
    let (row, column) = (cell / 9, cell % 9);
    (row / 3, 1 << (column % 3 * 9 + row % 3 * 3 + column / 3))
}

/// Writes the digit of each cell that is in `known`, band by band.
fn write_digits(words: &[u32; 32], known: [u32; 3], cells: &mut [u8]) {
    let bands = words.chunks_exact(DIGITS).zip(cells.chunks_exact_mut(27)).zip(known);
    for ((words, cells), known) in bands {
        for (digit, &word) in (1..).zip(words) {
            let mut left = word & known;
            while left != 0 {
                cells[usize::from(CELLS[left.trailing_zeros() as usize])] = digit;
                left &= left - 1;
            }
        }
    }
}

/// A depth-first search for all solutions of a board of 9×9.
#[derive(Clone, Debug)]
pub(super) struct Bands {
    /// The boards still to be searched, the next one last. Each makes one assumption more than
    /// the one below it, each about another cell, so there are at most 82.
    open: Vec<Grid>,
    /// The words of the solution found last.
    solution: [u32; 32],
    pub(super) branches: u64,
}

impl Bands {
    pub(super) fn new() -> Self {
        Self { open: Vec::with_capacity(82), solution: [0; 32], branches: 0 }
    }

    /// Starts with this board.
    pub(super) fn load(&mut self, cells: &[u8; 81]) {
        self.open.clear();
        self.open.push(Grid::of(cells));
        self.branches = 0;
    }

    /// Writes the solution found last into `cells`.
    pub(super) fn write_solution(&self, cells: &mut [u8]) {
        write_digits(&self.solution, [ALL; 3], cells);
    }

    /// Writes the digits that are certain at the current state of the search into `cells`.
    pub(super) fn write_known(&self, cells: &mut [u8]) {
        if let Some(grid) = self.open.last() {
            write_digits(&grid.words, grid.settled, cells);
        }
    }

    /// Continues to the next solution, with at most this many branches. Returns `None` if there
    /// is no other, `Some(false)` if there may be one; then the next call resumes at the board
    /// where it paused.
    pub(super) fn advance(&mut self, branches: u64) -> Option<bool> {
        let last = self.branches.saturating_add(branches);
        while let Some(grid) = self.open.last_mut() {
            match grid.propagate() {
                Inspection::Dead => {
                    self.open.pop();
                }
                Inspection::Full => {
                    self.solution = grid.words;
                    self.open.pop();
                    return Some(true);
                }
                Inspection::Open if self.branches == last => return Some(false),
                Inspection::Open => self.branch(),
            }
        }
        None
    }

    /// Splits the last board in two: with a digit in a cell, and without it.
    fn branch(&mut self) {
        self.branches += 1;
        let Some(without) = self.open.last_mut() else { return };
        let (band, bit) = without.cell();
        let mut with = *without;
        let first = DIGITS * band;
        let mut words = without.words[first..first + DIGITS].iter();
        let at = first + words.position(|&word| word & bit != 0).unwrap_or(0);
        without.words[at] &= !bit;
        without.changed = 1 << at;
        with.words[at] &= bit | !boxes_of(bit);
        with.changed = 1 << at;
        self.open.push(with);
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, OVER_COLUMNS, ROWS, boxes_of, lone, matched_columns, place};

    /// The pairs (row, box) of a set of intersections that belong to a bijection, by trying all.
    fn matched(set: usize) -> usize {
        let mut kept = 0;
        for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let way = 1 << a | 1 << (3 + b) | 1 << (6 + c);
            if set & way == way {
                kept |= way;
            }
        }
        kept
    }

    #[test]
    fn rows_are_matched_with_boxes() {
        for (set, rows) in ROWS.iter().enumerate() {
            let kept = matched(set);
            assert_eq!(rows.kept, kept as u32 * OVER_COLUMNS);
            let is_single = |place: &usize| {
                let in_box = (0..3).filter(|row| kept >> (3 * row + place % 3) & 1 == 1);
                kept >> place & 1 == 1 && in_box.count() == 1
            };
            let single: u32 = (0..9).filter(is_single).map(|place| 1 << place).sum();
            assert_eq!(rows.single, single * OVER_COLUMNS);
        }
    }

    #[test]
    fn words_are_folded_as_they_should() {
        let all = (0..27).fold(0, |all, cell| all | place(cell).1);
        assert_eq!(all, ALL);
        let cell = |row: usize, column: usize| place(9 * row + column).1;
        for at in 0..27 {
            let bit = place(at).1;
            assert_eq!(boxes_of(bit).count_ones(), 9);
            assert_eq!(lone(bit), bit);
        }
        assert_eq!(boxes_of(cell(0, 4)) & cell(2, 5), cell(2, 5));
        assert_eq!(boxes_of(cell(0, 4)) & cell(2, 6), 0);
        assert_eq!(
            lone(cell(0, 0) | cell(1, 1) | cell(1, 8)),
            cell(0, 0) | cell(1, 1) | cell(1, 8)
        );
        assert_eq!(lone(cell(0, 0) | cell(0, 1)), 0);
        assert_eq!(lone(cell(0, 0) | cell(0, 2) | cell(0, 3)), cell(0, 3));
    }

    #[test]
    fn columns_of_a_stack_are_matched() {
        // Bit 9c + k for column c of stack k; a stack's columns of three bands as intersections.
        let spread = |set: usize, band: usize, stack: u32| {
            let bit = |column: usize| (set >> (3 * band + column) & 1) << (9 * column);
            ((bit(0) | bit(1) | bit(2)) as u32) << stack
        };
        for set in 0..512 {
            let kept = matched(set);
            for stack in 0..3 {
                let [a, b, c] = [0, 1, 2].map(|band| spread(set, band, stack));
                let expected = [0, 1, 2].map(|band| spread(kept, band, stack));
                assert_eq!(matched_columns(c, a, b), (expected[0], expected[1]));
                assert_eq!(matched_columns(a, b, c), (expected[1], expected[2]));
            }
        }
    }
}
