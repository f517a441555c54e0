//! Grid maps in the form that searches use.

use tremaux_core::ParseError;

use super::bits::{Lines, bytes_of_cells};
use super::canonical::{self, NO_STEP, Row, StepRows};
use super::cell::{Cell, Direction, LARGEST_SIDE};
use super::map_file::MapFile;
use super::movement::Movement;
use super::terrain::TerrainRules;

/// The straight directions.
const STRAIGHT: [Direction; 4] =
    [Direction::North, Direction::East, Direction::South, Direction::West];

/// The bit that tells whether, straight in this direction, a jump point comes before a wall.
#[inline]
pub(super) const fn lead_bit(direction: Direction) -> u16 {
    0x100 << direction as u16
}

/// A map of free and blocked cells with a movement rule, built for searching.
///
/// It takes two bytes per cell, for the allowed steps and the directions of jump points, and six
/// bits: free cells and jump points, by row and by column, in words of 64 that scans read. Rows
/// of bytes are padded to a power of two. Weighted maps take one byte more per cell.
///
/// Cells can be blocked and freed at any time. An edit updates the cells around them, and cells
/// in three rows and columns from which a jump would end there.
///
/// ```
/// use tremaux::maps::grid::{Cell, Direction, Grid, Movement};
/// let mut grid = Grid::new(4, 3, Movement::NoCornerCutting, |cell| cell != Cell::new(2, 1));
/// assert!(!grid.allows(Cell::new(1, 1), Direction::East));
/// grid.set_free(Cell::new(2, 1), true);
/// assert!(grid.allows(Cell::new(1, 1), Direction::East));
/// ```
#[derive(Clone, Debug)]
pub struct Grid {
    width: u16,
    height: u16,
    /// Rows are `1 << shift` bytes long.
    shift: u32,
    movement: Movement,
    rows: &'static StepRows,
    /// For each cell, the allowed steps as in [`Movement::mask`], and from the eighth bit on the
    /// straight directions in which a jump point comes before a wall.
    steps: Vec<u16>,
    by_row: Lines,
    by_column: Lines,
    /// One weight per cell if some weight is not 1; weights of blocked cells are arbitrary.
    weights: Vec<u8>,
    free_cells: usize,
}

impl Grid {
    /// The maximum number of columns, and of rows.
    pub const LARGEST_SIDE: u16 = LARGEST_SIDE;

    /// Builds the map; `is_free` tells which cells are free.
    ///
    /// # Panics
    ///
    /// Panics if a side is 0 or more than [`Grid::LARGEST_SIDE`].
    pub fn new(
        width: u16,
        height: u16,
        movement: Movement,
        is_free: impl Fn(Cell) -> bool,
    ) -> Self {
        let sides = 1..=Self::LARGEST_SIDE;
        assert!(sides.contains(&width) && sides.contains(&height), "a side of 1 to 32767");
        let (columns, rows) = (usize::from(width), usize::from(height));
        let by_row =
            Lines::new(columns, rows, movement, |x, y| is_free(Cell::new(x as u16, y as u16)));
        let by_column = by_row.across(columns);
        let shift = columns.next_power_of_two().trailing_zeros();
        let mut grid = Self {
            width,
            height,
            shift,
            movement,
            rows: canonical::rows(movement),
            steps: vec![0; rows << shift],
            free_cells: by_row.free_count(),
            by_row,
            by_column,
            weights: Vec::new(),
        };
        grid.fill_steps();
        grid
    }

    /// Computes the steps and leads of all cells, 64 at a time.
    fn fill_steps(&mut self) {
        let Self { by_row, by_column, steps, .. } = self;
        let masks: [u8; 256] = std::array::from_fn(|free| self.movement.mask(free as u8));
        let across =
            |is_up| by_column.turned(&by_column.leads(is_up), self.height.into(), by_row.stride());
        let leads = [across(false), by_row.leads(true), across(true), by_row.leads(false)];
        let (width, rows) = (usize::from(self.width), steps.chunks_mut(1 << self.shift));
        for (y, row) in rows.enumerate() {
            let leads = leads.each_ref().map(|bits| by_row.words(bits, y));
            for (word, cells) in row[..width].chunks_mut(64).enumerate() {
                let around = by_row.around(word, y);
                let [north, east, south, west] = leads.map(|words| words[word]);
                let leads = [north, 0, east, 0, south, 0, west, 0];
                for (at, cells) in cells.chunks_mut(8).enumerate() {
                    let free = bytes_of_cells(&around, 8 * at);
                    let leads = bytes_of_cells(&leads, 8 * at);
                    for ((steps, free), leads) in cells.iter_mut().zip(free).zip(leads) {
                        *steps = u16::from_le_bytes([masks[usize::from(free)], leads]);
                    }
                }
            }
        }
    }

    /// Builds the map of a file for a movement rule and terrain rules.
    pub fn from_file(file: &MapFile, rules: &TerrainRules, movement: Movement) -> Self {
        let weight = |cell| file.letter(cell).and_then(|letter| rules.weight(letter));
        Self::with_weights(file.width(), file.height(), movement, weight)
    }

    /// Builds the map that rows of letters draw: `.` is free and `#` blocked; the other letters of
    /// [`TerrainRules::land`] are known, too.
    ///
    /// ```
    /// use tremaux::maps::grid::{Cell, Grid, Movement};
    ///
    /// let grid = Grid::from_rows(&["..#.", "...."], Movement::FourNeighbours)?;
    /// assert_eq!((grid.width(), grid.height(), grid.free_cells()), (4, 2, 7));
    ///
    /// let error = Grid::from_rows(&["..#.", ".?.."], Movement::FourNeighbours).unwrap_err();
    /// assert_eq!((error.line, error.column), (2, 2));
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the place, with rows as lines, of an unknown letter, or where a row is shorter or
    /// longer than the first.
    pub fn from_rows(rows: &[impl AsRef<str>], movement: Movement) -> Result<Self, ParseError> {
        let rules = TerrainRules::land().with_weight(b'#', 0);
        Ok(Self::from_file(&MapFile::from_rows(rows, &rules)?, &rules, movement))
    }

    /// Builds a weighted map. `weight` returns the cost multiplier of a step to a cell, and
    /// `None` or 0 for blocked cells.
    ///
    /// # Panics
    ///
    /// Like [`Grid::new`].
    pub fn with_weights(
        width: u16,
        height: u16,
        movement: Movement,
        weight: impl Fn(Cell) -> Option<u8>,
    ) -> Self {
        let weight = |cell| weight(cell).unwrap_or(0);
        let is_weighted = std::cell::Cell::new(false);
        let mut grid = Self::new(width, height, movement, |cell| {
            let weight = weight(cell);
            is_weighted.set(is_weighted.get() || weight > 1);
            weight > 0
        });
        if is_weighted.get() {
            grid.weights = vec![1; grid.steps.len()];
            for cell in (0..height).flat_map(|y| (0..width).map(move |x| Cell { x, y })) {
                let index = grid.index(cell);
                grid.weights[index] = weight(cell).max(1);
            }
        }
        grid
    }

    /// The number of columns.
    #[inline]
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The number of rows.
    #[inline]
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The movement rule: which steps are allowed.
    #[inline]
    pub fn movement(&self) -> Movement {
        self.movement
    }

    /// The number of free cells.
    #[inline]
    pub fn free_cells(&self) -> usize {
        self.free_cells
    }

    /// Whether a cell is on the map.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    /// Whether a cell is on the map and free.
    #[inline]
    pub fn is_free(&self, cell: Cell) -> bool {
        self.contains(cell) && self.by_row.is_free(cell.x.into(), cell.y.into())
    }

    /// Whether a step from a cell is allowed: never from a blocked one or off the map.
    #[inline]
    pub fn allows(&self, cell: Cell, direction: Direction) -> bool {
        self.contains(cell) && self.movement.has_step(self.mask(cell), direction)
    }

    /// The directions of the steps allowed from a cell, clockwise from north; none from a
    /// blocked one or off the map.
    #[inline]
    pub fn steps(&self, cell: Cell) -> &'static [Direction] {
        if self.contains(cell) { self.row(cell, NO_STEP).as_slice() } else { &[] }
    }

    /// Whether steps to some cells cost more than their length.
    #[inline]
    pub fn is_weighted(&self) -> bool {
        !self.weights.is_empty()
    }

    /// The weight of a cell: the cost multiplier of a step to it. The cell must be on the map.
    #[inline]
    pub fn weight(&self, cell: Cell) -> u8 {
        self.weights.get(self.index(cell)).copied().unwrap_or(1)
    }

    /// The largest weight of a cell.
    #[inline]
    pub(super) fn greatest_weight(&self) -> u64 {
        self.weights.iter().copied().max().unwrap_or(1).into()
    }

    /// Sets the weight of a cell on the map, which stays free or blocked; 0 counts as 1.
    pub fn set_weight(&mut self, cell: Cell, weight: u8) {
        if self.contains(cell) {
            if self.weights.is_empty() && weight > 1 {
                self.weights = vec![1; self.steps.len()];
            }
            let index = self.index(cell);
            if let Some(known) = self.weights.get_mut(index) {
                *known = weight.max(1);
            }
        }
    }

    /// Frees or blocks a cell, and returns whether that changed anything: not if it is off
    /// the map.
    pub fn set_free(&mut self, cell: Cell, is_free: bool) -> bool {
        if !self.contains(cell) || self.is_free(cell) == is_free {
            return false;
        }
        let (x, y) = (usize::from(cell.x), usize::from(cell.y));
        self.by_row.set(x, y, is_free);
        self.by_column.set(y, x, is_free);
        if is_free {
            self.free_cells += 1;
        } else {
            self.free_cells -= 1;
        }
        self.refresh_steps(cell);
        for direction in Direction::ALL {
            let beside = cell.stepped(direction, 1);
            if self.contains(beside) {
                self.refresh_steps(beside);
            }
        }
        // Jump points have changed in a square of three cells, so jumps towards it may now end
        // elsewhere.
        for direction in STRAIGHT {
            for aside in
                [direction.turned(2), direction.turned(6)].map(Some).into_iter().chain([None])
            {
                let line = aside.map_or(cell, |aside| cell.stepped(aside, 1));
                let ahead = line.stepped(direction, 1);
                let last = if self.contains(ahead) { ahead } else { line };
                if self.contains(last) {
                    self.refresh_leads(last, direction, 4);
                }
            }
        }
        true
    }

    /// Recomputes whether `cell`, and the cells before it in this direction, lead to a jump
    /// point: at least this many cells, and more while something changes.
    fn refresh_leads(&mut self, mut cell: Cell, direction: Direction, mut least: u16) {
        let bit = lead_bit(direction);
        while self.contains(cell) {
            let next = cell.stepped(direction, 1);
            let leads = self.is_free(next)
                && (self.is_stop(next, direction) || self.steps[self.index(next)] & bit != 0);
            let index = self.index(cell);
            let known = &mut self.steps[index];
            let is_changed = (*known & bit != 0) != leads;
            if !is_changed && least == 0 {
                return;
            }
            *known = if leads { *known | bit } else { *known & !bit };
            least = least.saturating_sub(1);
            cell = cell.stepped(direction.turned(4), 1);
        }
    }

    /// Whether a free cell is a jump point for straight travel in this direction.
    #[inline]
    pub(super) fn is_stop(&self, cell: Cell, direction: Direction) -> bool {
        let (x, y) = (cell.x.into(), cell.y.into());
        match direction {
            Direction::East => self.by_row.stops(x, y, true),
            Direction::West => self.by_row.stops(x, y, false),
            Direction::South => self.by_column.stops(y, x, true),
            _ => self.by_column.stops(y, x, false),
        }
    }

    fn refresh_steps(&mut self, cell: Cell) {
        let mut free = 0;
        if self.is_free(cell) {
            for direction in Direction::ALL {
                let is_free = self.is_free(cell.stepped(direction, 1));
                free |= u8::from(is_free) << direction as u8;
            }
        }
        let index = self.index(cell);
        let leads = self.steps[index] & 0xff00;
        self.steps[index] = leads | u16::from(self.movement.mask(free));
    }

    /// The number of pairs of a free cell and a straight direction of travel for which it is a
    /// jump point.
    pub(super) fn jump_point_count(&self) -> u64 {
        self.by_row.jump_point_count() + self.by_column.jump_point_count()
    }

    /// The number of pairs of a cell, free or blocked, and a straight direction in which a jump
    /// point comes before a wall.
    pub(super) fn lead_count(&self) -> u64 {
        let mut count = 0;
        for steps in &self.steps {
            count += u64::from((steps >> 8).count_ones());
        }
        count
    }

    /// Numbers of cells are below this; those between the end of a row and the next are
    /// never used.
    #[inline]
    pub(super) fn index_count(&self) -> usize {
        self.steps.len()
    }

    /// The difference between the numbers of vertically adjacent cells.
    #[inline]
    pub(super) fn row_length(&self) -> usize {
        1 << self.shift
    }

    /// The number of a cell on the map.
    #[inline]
    pub(super) fn index(&self, cell: Cell) -> usize {
        usize::from(cell.y) << self.shift | usize::from(cell.x)
    }

    /// The cell with this number.
    #[inline]
    pub(super) fn cell(&self, index: usize) -> Cell {
        Cell { x: (index & ((1 << self.shift) - 1)) as u16, y: (index >> self.shift) as u16 }
    }

    /// The steps allowed from a cell, as in [`Movement::mask`].
    #[inline]
    pub(super) fn mask(&self, cell: Cell) -> u8 {
        self.steps[self.index(cell)] as u8
    }

    /// The steps allowed from a cell, and above them, by [`lead_bit`], where it leads.
    #[inline]
    pub(super) fn leads(&self, cell: Cell) -> u16 {
        self.steps[self.index(cell)]
    }

    /// The steps worth taking from `cell`, reached by `last`, or by [`NO_STEP`].
    #[inline]
    pub(super) fn row(&self, cell: Cell, last: usize) -> &'static Row {
        &self.rows[last][usize::from(self.mask(cell))]
    }

    /// Whether [`Grid::scan`] may find anything; true if in doubt.
    #[inline]
    pub(super) fn may_scan(&self, cell: Cell, direction: Direction, goal: Cell) -> bool {
        let is_row = matches!(direction, Direction::East | Direction::West);
        let is_goal_line = if is_row { cell.y == goal.y } else { cell.x == goal.x };
        is_goal_line || self.leads(cell) & lead_bit(direction) != 0
    }

    /// The steps straight on from `cell` to the next jump point, or to `goal` if that is
    /// nearer.
    #[inline]
    pub(super) fn scan(&self, cell: Cell, direction: Direction, goal: Cell) -> Option<u16> {
        let is_up = matches!(direction, Direction::East | Direction::South);
        let is_row = matches!(direction, Direction::East | Direction::West);
        let (from, to, lines, line, goal_line) = if is_row {
            (cell.x, goal.x, &self.by_row, cell.y, goal.y)
        } else {
            (cell.y, goal.y, &self.by_column, cell.x, goal.x)
        };
        let distance = if is_up { to.wrapping_sub(from) } else { from.wrapping_sub(to) };
        let is_ahead = line == goal_line && distance as i16 > 0;
        let stop = if is_ahead { usize::from(distance) } else { usize::MAX };
        let (from, line) = (usize::from(from), usize::from(line));
        let steps =
            if is_up { lines.scan_up(from, line, stop) } else { lines.scan_down(from, line, stop) };
        steps.map(|steps| steps as u16)
    }

    /// The free cells of a row in words of 64: bit `x % 64` of word `x / 64` is set if `x` is
    /// free.
    ///
    /// # Panics
    ///
    /// Panics if there is no such row.
    #[inline]
    pub fn free_words(&self, y: u16) -> &[u64] {
        assert!(y < self.height, "row {y} of {}", self.height);
        self.by_row.free_words(y.into())
    }

    /// Whether continuing from `cell` can reach cells that no earlier step could: the cell is a
    /// jump point for diagonal travel.
    #[inline]
    pub(super) fn turns_diagonally(&self, cell: Cell, last: Direction) -> bool {
        matches!(self.movement, Movement::OneSideFree | Movement::CornersAlways)
            && canonical::forced_by_diagonal(last, self.mask(cell)) != 0
    }
}

impl Grid {
    /// Whether all surrounding cells have the weight of `cell`; blocked ones count as weight 1.
    #[inline]
    pub(super) fn is_even_around(&self, cell: Cell) -> bool {
        if self.weights.is_empty() {
            return true;
        }
        let weight = self.weight(cell);
        Direction::ALL.into_iter().all(|direction| {
            let beside = cell.stepped(direction, 1);
            !self.contains(beside) || self.weight(beside) == weight
        })
    }
}
