//! The solver for boards of 9×9, on sets of cells.
//!
//! For each digit the cells where it may stand are three words of 27 bits, one for each band:
//! three rows of three boxes. In a band the cell in the box `k`, in its row `r` and its column
//! `c`, is the bit 9c + 3r + k. So the places where a row meets a box are a word folded over
//! `c`, the nine bits 3r + k, and the columns of the band a word folded over `r`.
//!
//! In a band a digit takes each row and each box once: one of six ways to match them. What
//! belongs to no way that is left cannot be. That removes all that pointing pairs and claiming
//! rows do, at one look into a table. For bands and columns of a stack it is the same.
//!
//! Words for digits and bands, and rows of a box as the unit of deduction, are known from the
//! solvers of the players' forums and from tdoku (T. Dillon 2019), which does more at a time by
//! vector instructions.

/// How many digits there are.
const DIGITS: usize = 9;
/// All cells of a band.
const ALL: u32 = (1 << 27) - 1;
/// The cells of the band's first box, nine bits 3 apart.
const BOX: u32 = 0o111_111_111;
/// From a place where a row meets a box to its three cells.
const OVER_COLUMNS: u32 = 1 | 1 << 9 | 1 << 18;
/// From a column of the band to its three cells.
const OVER_ROWS: u32 = 0o111;
/// The columns of a band, after it was folded over its rows.
const COLUMNS: u32 = 0o007_007_007;

/// For each set of places 3r + k: those that belong to a way to give each row a box of its
/// own.
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

/// What is known of a board.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// Where each digit may be, band by band.
    words: [[u32; 3]; DIGITS],
    /// Where it stands for certain and the cell's other digits are removed.
    fixed: [[u32; 3]; DIGITS],
    /// Those of all digits together.
    settled: [u32; 3],
    /// The digits whose words have changed since they were looked at.
    changed: u32,
    /// Cells with exactly two candidates, band by band; as of the last look.
    pairs: [u32; 3],
}

/// What a look at a board that is consistent as far as it can be seen says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outlook {
    /// It has no solution.
    Dead,
    /// Every cell has one candidate: it is a solution.
    Full,
    /// Some cells have several.
    Open,
}

/// All cells of the boxes in which `cells` has some.
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

/// Those of the columns of one band that can be matched, where the other two have these.
#[inline]
const fn matched_columns(columns: u32, others: [u32; 2]) -> u32 {
    // Turned by one box column, by two; what is turned beyond the word meets no column.
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

    /// Removes from the words of `digit` what belongs to no way to place it in a band or in a
    /// stack. Whether it has a place left everywhere.
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
            // What is matched in the bands stays so as long as no column falls away.
            if matched == columns {
                return true;
            }
        }
    }

    /// Removes all that the rules remove by looking at single digits and single cells, until
    /// nothing changes.
    fn propagate(&mut self) -> Outlook {
        loop {
            while self.changed != 0 {
                let digit = self.changed.trailing_zeros() as usize;
                self.changed &= self.changed - 1;
                if !self.match_units(digit) {
                    return Outlook::Dead;
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
                    return Outlook::Dead;
                }
                several |= twice;
                self.pairs[band] = twice & !thrice;
                let single = once & !twice & !self.settled[band];
                if single != 0 && !self.fill(band, single) {
                    return Outlook::Dead;
                }
            }
            if self.changed == 0 {
                return if several == 0 { Outlook::Full } else { Outlook::Open };
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

    /// Removes the only candidates of the cells `single` from the rest of their boxes. Whether
    /// no box has two of a digit.
    #[inline]
    fn fill(&mut self, band: usize, single: u32) -> bool {
        for digit in 0..DIGITS {
            let new = self.words[digit][band] & single;
            if new != 0 {
                let left = self.words[digit][band] & (new | !boxes_of(new));
                // Were it alone in its box, it would be fixed.
                if left == self.words[digit][band] {
                    return false;
                }
                self.words[digit][band] = left;
                self.changed |= 1 << digit;
            }
        }
        true
    }

    /// A cell to branch on, band and bit: of those with two candidates the one for whose digits
    /// the most others in its row, column and box have two, or else one with the fewest.
    ///
    /// What is found in one such cell is at once known of those others: that takes half the
    /// branches of the first such cell.
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
                    // The other cells of the column, which lie a word apart for each band.
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
const fn place(cell: usize) -> (usize, u32) {
    let (row, column) = (cell / 9, cell % 9);
    (row / 3, 1 << (column % 3 * 9 + row % 3 * 3 + column / 3))
}

/// A depth-first search for all solutions of a board of 9×9.
#[derive(Clone, Debug)]
pub(super) struct Bands {
    /// What is left to be searched, the next last. Below each board but the last there is one
    /// assumption more than below the one before, each about another cell: 82 at most.
    open: Vec<Grid>,
    solution: [u8; 81],
    pub(super) branches: u64,
}

impl Bands {
    pub(super) fn new() -> Self {
        Self { open: Vec::with_capacity(82), solution: [0; 81], branches: 0 }
    }

    /// Begins with this board.
    pub(super) fn load(&mut self, cells: &[u8; 81]) {
        self.open.clear();
        self.open.push(Grid::of(cells));
        self.branches = 0;
    }

    /// The solution found last.
    pub(super) fn solution(&self) -> &[u8] {
        &self.solution
    }

    /// The digits that are certain where the search is.
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

    /// Goes on to the next solution, for at most so many branches. `None` if there is no other,
    /// `Some(false)` if there may be; then the next call looks again at the board it paused at.
    pub(super) fn advance(&mut self, branches: u64) -> Option<bool> {
        let last = self.branches.saturating_add(branches);
        while let Some(grid) = self.open.last_mut() {
            match grid.propagate() {
                Outlook::Dead => {
                    self.open.pop();
                }
                Outlook::Full => {
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
                Outlook::Open if self.branches == last => return Some(false),
                Outlook::Open => self.branch(),
            }
        }
        None
    }

    /// Parts the last board in two: with a digit in a cell, and without.
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
