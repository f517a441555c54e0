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
//! Words for digits and bands, and rows of a box as the unit of deduction, are known from the
//! solvers of the players' forums and from tdoku (T. Dillon 2019), which uses vector
//! instructions.

/// The number of digits.
const DIGITS: usize = 9;
/// All cells of a band.
const ALL: u32 = (1 << 27) - 1;
/// The cells of the band's first box, nine bits 3 apart.
const BOX: u32 = 0o111_111_111;
/// Multiplier from an intersection of row and box to its three cells.
const OVER_COLUMNS: u32 = 1 | 1 << 9 | 1 << 18;
/// Multiplier from a column of the band to its three cells.
const OVER_ROWS: u32 = 0o111;
/// The columns of a band after folding over its rows.
const COLUMNS: u32 = 0o007_007_007;

/// For each set of intersections 3r + k: those that belong to a way to give each row its own
/// box.
static MATCHED: [u16; 512] = matched();

const fn matched() -> [u16; 512] {
    let ways = [0o421, 0o241, 0o412, 0o142, 0o214, 0o124];
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut way = 0;
        while way < ways.len() {
            if set & ways[way] == ways[way] {
                table[set as usize] |= ways[way];
            }
            way += 1;
        }
        set += 1;
    }
    table
}

/// The state of knowledge about a board.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// The candidate cells of each digit, band by band.
    words: [[u32; 3]; DIGITS],
    /// The cells where each digit is certain and the other candidates are removed.
    fixed: [[u32; 3]; DIGITS],
    /// The union of fixed cells over all digits.
    settled: [u32; 3],
    /// The digits whose words have changed since they were last processed.
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

/// Those of `cells` that are alone in their box.
#[inline]
const fn lone(cells: u32) -> u32 {
    let (second, third) = (cells >> 9, cells >> 18);
    let once = (cells | second | third) & 0o777;
    let twice = (cells & second | cells & third | second & third) & 0o777;
    let (middle, last) = (once >> 3, once >> 6);
    let crowded = twice | twice >> 3 | twice >> 6 | once & middle | once & last | middle & last;
    cells & ((!crowded & 0o7) * BOX)
}

/// The columns of one band that can be matched, given the columns of the other two.
#[inline]
const fn matched_columns(columns: u32, others: [u32; 2]) -> u32 {
    // Rotated by one and by two columns; bits rotated beyond the word meet no column.
    let [a, b] = [others[0] as u64 * (1 | 1 << 27), others[1] as u64 * (1 | 1 << 27)];
    columns & ((a >> 9) as u32 & (b >> 18) as u32 | (a >> 18) as u32 & (b >> 9) as u32)
}

impl Grid {
    const EMPTY: Self = Self {
        words: [[ALL; 3]; DIGITS],
        fixed: [[0; 3]; DIGITS],
        settled: [0; 3],
        changed: (1 << DIGITS) - 1,
        pairs: [0; 3],
    };

    /// The board of these digits, row by row, 0 for an empty cell.
    #[inline]
    fn of(cells: &[u8; 81]) -> Self {
        let mut grid = Self::EMPTY;
        for (at, &digit) in cells.iter().enumerate() {
            if digit > 0 {
                let (band, bit) = place(at);
                let word = &mut grid.words[usize::from(digit) - 1][band];
                *word &= bit | !boxes_of(bit);
            }
        }
        grid
    }

    /// Removes from the words of `digit` cells that belong to no way to place it in a band or
    /// stack. Returns whether it still has a place everywhere.
    #[inline]
    fn match_units(&mut self, digit: usize) -> bool {
        let words = &mut self.words[digit];
        loop {
            let mut columns = [0; 3];
            for (word, columns) in words.iter_mut().zip(&mut columns) {
                let places = (*word | *word >> 9 | *word >> 18) & 0o777;
                *word &= u32::from(MATCHED[places as usize]) * OVER_COLUMNS;
                *columns = (*word | *word >> 3 | *word >> 6) & COLUMNS;
            }
            let [a, b, c] = columns;
            let matched = [
                matched_columns(a, [b, c]),
                matched_columns(b, [c, a]),
                matched_columns(c, [a, b]),
            ];
            for (word, columns) in words.iter_mut().zip(matched) {
                *word &= columns * OVER_ROWS;
            }
            if words[0] == 0 || words[1] == 0 || words[2] == 0 {
                return false;
            }
            // The matching of the bands stays valid as long as no column is removed.
            if matched == columns {
                return true;
            }
        }
    }

    /// Removes all candidates that follow from single digits and single cells, until nothing
    /// changes.
    fn propagate(&mut self) -> Inspection {
        loop {
            while self.changed != 0 {
                let digit = self.changed.trailing_zeros() as usize;
                self.changed &= self.changed - 1;
                if !self.match_units(digit) {
                    return Inspection::Dead;
                }
                self.fix(digit);
            }
            let mut several = 0;
            for band in 0..3 {
                let (mut once, mut twice, mut thrice) = (0, 0, 0);
                for words in &self.words {
                    let word = words[band];
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

    /// Removes the other digits from the cells that are the last of their box for `digit`.
    #[inline]
    fn fix(&mut self, digit: usize) {
        for band in 0..3 {
            let fixed = self.fixed[digit][band];
            let new = lone(self.words[digit][band]) & !fixed;
            if new == 0 {
                continue;
            }
            self.fixed[digit][band] = fixed | new;
            self.settled[band] |= new;
            let mut changed = 0;
            for (other, words) in self.words.iter_mut().enumerate() {
                changed |= u32::from(words[band] & new != 0) << other;
                words[band] &= !new;
            }
            self.words[digit][band] |= new;
            self.changed |= changed & !(1 << digit);
        }
    }

    /// Removes the only candidates of the cells `single` from the rest of their boxes. Returns
    /// false if a box has a digit twice.
    #[inline]
    fn fill(&mut self, band: usize, single: u32) -> bool {
        for digit in 0..DIGITS {
            let new = self.words[digit][band] & single;
            if new != 0 {
                let left = self.words[digit][band] & (new | !boxes_of(new));
                // If it were alone in its box, it would be fixed.
                if left == self.words[digit][band] {
                    return false;
                }
                self.words[digit][band] = left;
                self.changed |= 1 << digit;
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
        for words in &self.words {
            let here = [0, 1, 2].map(|band| self.pairs[band] & words[band]);
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
            let count = self.words.iter().filter(|words| words[band] & bit != 0).count();
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

/// A depth-first search for all solutions of a board of 9×9.
#[derive(Clone, Debug)]
pub(super) struct Bands {
    /// The boards still to be searched, the next one last. Each makes one assumption more than
    /// the one below it, each about another cell, so there are at most 82.
    open: Vec<Grid>,
    solution: [u8; 81],
    pub(super) branches: u64,
}

impl Bands {
    pub(super) fn new() -> Self {
        Self { open: Vec::with_capacity(82), solution: [0; 81], branches: 0 }
    }

    /// Starts with this board.
    pub(super) fn load(&mut self, cells: &[u8; 81]) {
        self.open.clear();
        self.open.push(Grid::of(cells));
        self.branches = 0;
    }

    /// The solution found last.
    #[inline]
    pub(super) fn solution(&self) -> &[u8] {
        &self.solution
    }

    /// The digits that are certain at the current state of the search.
    #[inline]
    pub(super) fn known(&self) -> impl Iterator<Item = (usize, u8)> {
        let grid = self.open.last();
        let digits = grid.into_iter().flat_map(|grid| (1..).zip(grid.fixed));
        digits.flat_map(|(digit, fixed)| {
            let is_fixed = move |cell: &usize| {
                let (band, bit) = place(*cell);
                fixed[band] & bit != 0
            };
            (0..81).filter(is_fixed).map(move |cell| (cell, digit))
        })
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
                    for (digit, words) in (1..).zip(&grid.words) {
                        for (cell, kept) in self.solution.iter_mut().enumerate() {
                            let (band, bit) = place(cell);
                            if words[band] & bit != 0 {
                                *kept = digit;
                            }
                        }
                    }
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
        let found = without.words.iter().position(|words| words[band] & bit != 0);
        let digit = found.unwrap_or(0);
        without.words[digit][band] &= !bit;
        without.changed = 1 << digit;
        let word = &mut with.words[digit][band];
        *word &= bit | !boxes_of(bit);
        with.changed = 1 << digit;
        self.open.push(with);
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, MATCHED, boxes_of, lone, matched_columns, place};

    #[test]
    fn words_are_folded_as_they_should() {
        assert_eq!(MATCHED[0o777], 0o777);
        // The first row has the first box alone, so that the others have not.
        assert_eq!(MATCHED[0o771], 0o661);
        assert_eq!(MATCHED[0o770], 0);
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
        assert_eq!(lone(cell(0, 0) | cell(1, 1) | cell(1, 8)), cell(1, 8));
        assert_eq!(lone(cell(0, 0) | cell(0, 1)), 0);
        assert_eq!(lone(cell(0, 0) | cell(2, 0) | cell(2, 3)), cell(2, 3));
    }

    #[test]
    fn columns_of_a_stack_are_matched() {
        // A bit for each column of the first box.
        let columns = |some: [u32; 3]| some[0] | some[1] << 9 | some[2] << 18;
        let (one, all) = (columns([1, 0, 0]), columns([1, 1, 1]));
        assert_eq!(matched_columns(all, [all, all]), all);
        assert_eq!(matched_columns(all, [one, all]), columns([0, 1, 1]));
        assert_eq!(matched_columns(all, [all, one]), columns([0, 1, 1]));
        assert_eq!(matched_columns(all, [one, one]), 0);
        let two = columns([1, 1, 0]);
        assert_eq!(matched_columns(all, [two, two]), columns([0, 0, 1]));
        // The other boxes stay as they are.
        assert_eq!(matched_columns(all << 2, [all << 2, all << 2]), all << 2);
    }
}
