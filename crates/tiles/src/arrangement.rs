//! Boards of any size, as they are read, written and generated.

use std::fmt;

use super::{Board, Random, Size};

/// A board of any size with each tile in a cell: a start or a goal.
///
/// It contains every tile from 1 up once, and the blank, 0. Searches use the faster [`Board`]s
/// instead.
///
/// ```
/// use tremaux::puzzles::tiles::Arrangement;
/// let board = Arrangement::parse("1 2 3 / 8 _ 4 / 7 6 5", None)?;
/// assert_eq!(board, Arrangement::spiral(board.size()));
/// assert_eq!(board.to_string(), "1 2 3 8 0 4 7 6 5");
/// # Ok::<(), tremaux::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrangement {
    size: Size,
    tiles: Box<[u8]>,
}

impl Arrangement {
    /// The board with these tiles, row by row; `None` unless they are a permutation from 0 with
    /// as many tiles as cells.
    pub fn new(size: Size, tiles: &[u8]) -> Option<Self> {
        let seen = tiles.iter().try_fold(0_u64, |seen, &tile| {
            let bit = 1_u64.checked_shl(tile.into())?;
            (usize::from(tile) < size.cells() && seen & bit == 0).then_some(seen | bit)
        })?;
        (tiles.len() == size.cells() && seen.count_ones() as usize == size.cells())
            .then(|| Self { size, tiles: tiles.into() })
    }

    /// The tiles of `board`, which must be of this size.
    pub fn of_board<B: Board>(size: Size, board: &B) -> Self {
        Self { size, tiles: (0..size.cells()).map(|cell| board.tile(cell) as u8).collect() }
    }

    /// The goal `0 1 2 …`: the blank in the first cell.
    pub fn blank_first(size: Size) -> Self {
        Self { size, tiles: (0..size.cells() as u8).collect() }
    }

    /// The goal `1 2 … 0`: the blank in the last cell.
    pub fn blank_last(size: Size) -> Self {
        Self { size, tiles: (1..size.cells() as u8).chain([0]).collect() }
    }

    /// The goal whose tiles spiral clockwise inwards from the first cell, the blank last.
    ///
    /// At 3x3 it is Nilsson's `1 2 3 / 8 _ 4 / 7 6 5`, the ring.
    pub fn spiral(size: Size) -> Self {
        let (mut top, mut bottom) = (0, size.height());
        let (mut left, mut right) = (0, size.width());
        let mut path = Vec::new();
        while top < bottom && left < right {
            let at = |row: usize, column: usize| row * size.width() + column;
            path.extend((left..right).map(|column| at(top, column)));
            path.extend((top + 1..bottom).map(|row| at(row, right - 1)));
            if bottom - top > 1 {
                path.extend((left..right - 1).rev().map(|column| at(bottom - 1, column)));
            }
            if right - left > 1 {
                path.extend((top + 1..bottom - 1).rev().map(|row| at(row, left)));
            }
            (top, bottom, left, right) = (top + 1, bottom - 1, left + 1, right - 1);
        }
        let mut tiles = vec![0; size.cells()];
        for (cell, tile) in path.into_iter().zip(1..size.cells() as u8) {
            tiles[cell] = tile;
        }
        Self { size, tiles: tiles.into() }
    }

    /// The width and height.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The tiles row by row, 0 for the blank.
    #[inline]
    pub const fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// The cell of the blank.
    #[inline]
    pub fn blank(&self) -> usize {
        self.cell_of(0)
    }

    /// The cell of a tile.
    ///
    /// # Panics
    ///
    /// Panics if there is no such tile.
    #[inline]
    pub fn cell_of(&self, tile: usize) -> usize {
        let at_tile = |&it: &u8| usize::from(it) == tile;
        self.tiles.iter().position(at_tile).expect("every tile has a cell")
    }

    /// The cells of all tiles, by tile; 0 for tiles that are not on the board.
    pub fn cells_by_tile(&self) -> [u8; Size::MOST_CELLS] {
        let mut cells = [0; Size::MOST_CELLS];
        for (cell, &tile) in self.tiles.iter().enumerate() {
            cells[usize::from(tile)] = cell as u8;
        }
        cells
    }

    /// The parity, which no move changes: half of all boards have each parity, and boards reach
    /// exactly those of the same parity (Johnson and Story 1879).
    ///
    /// It is the parity of the pairs of tiles in the wrong order, to which the blank's row
    /// is added on boards of even width: there a tile that changes its row passes an odd
    /// number of others.
    ///
    /// Takes time quadratic in the number of cells.
    pub fn parity(&self) -> bool {
        let tiles = || self.tiles.iter().enumerate().filter(|(_, tile)| **tile != 0);
        let inverted = |(at, tile): (usize, &u8)| {
            tiles().filter(|&(later, other)| later > at && other < tile).count()
        };
        let inversions: usize = tiles().map(inverted).sum();
        let row = self.size.row(self.blank());
        (inversions + row * (self.size.width() - 1)) % 2 == 1
    }

    /// The goal of a board for which none is given: the one of [`Arrangement::blank_last`] and
    /// [`Arrangement::blank_first`] that it can reach, the first of them if both or neither.
    ///
    /// ```
    /// use tremaux::puzzles::tiles::Arrangement;
    /// let board = Arrangement::parse("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15", None)?;
    /// assert_eq!(board.usual_goal(), Arrangement::blank_last(board.size()));
    /// let other = Arrangement::parse("1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15", None)?;
    /// assert_eq!(other.usual_goal(), Arrangement::blank_first(other.size()));
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn usual_goal(&self) -> Self {
        let [last, first] = [Self::blank_last(self.size), Self::blank_first(self.size)];
        let is_reached = |goal: &Self| goal.parity() == self.parity();
        if is_reached(&first) && !is_reached(&last) { first } else { last }
    }

    /// A goal as [`Arrangement::parse_goal`] reads it: by its name if it has one.
    pub fn goal_text(&self) -> String {
        let named = [
            ("blank-last", Self::blank_last(self.size)),
            ("blank-first", Self::blank_first(self.size)),
            (
                if (self.size.width(), self.size.height()) == (3, 3) { "ring" } else { "spiral" },
                Self::spiral(self.size),
            ),
        ];
        let name = named.iter().find(|(_, goal)| goal == self).map(|(name, _)| (*name).to_owned());
        name.unwrap_or_else(|| format!("{self:#}"))
    }

    /// A random board from which this one can be reached; all such boards are equally likely.
    ///
    /// Takes time quadratic in the number of cells.
    pub fn random(&self, random: &mut Random) -> Self {
        let mut board = self.clone();
        random.shuffle(&mut board.tiles);
        if board.parity() != self.parity() {
            // Exchanging two tiles maps boards of the wrong parity one-to-one to boards of the
            // right one.
            let first = board.tiles.iter().position(|&tile| tile == 1).expect("tile 1");
            let second = board.tiles.iter().position(|&tile| tile == 2).expect("tile 2");
            board.tiles.swap(first, second);
        }
        board
    }

    /// The board after this many random moves from this one, no tile twice in a row.
    ///
    /// Among the remaining moves, each is equally likely.
    pub fn random_walk(&self, moves: usize, random: &mut Random) -> Self {
        let mut board = self.clone();
        let mut blank = board.blank();
        let mut before = None;
        for _ in 0..moves {
            let beside = super::Slide::ALL.map(|slide| self.size.beside(blank, slide));
            let mut cells: Vec<usize> = beside.into_iter().flatten().collect();
            cells.retain(|&cell| Some(cell) != before);
            let cell = cells[random.below(cells.len() as u64) as usize];
            board.tiles.swap(blank, cell);
            (before, blank) = (Some(blank), cell);
        }
        board
    }
}

impl fmt::Display for Arrangement {
    /// Writes the tiles row by row on one line; `{:#}` separates rows by ` / `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.tiles.iter().enumerate() {
            let is_row = f.alternate() && self.size.column(cell) == 0;
            f.write_str(if cell == 0 {
                ""
            } else if is_row {
                " / "
            } else {
                " "
            })?;
            write!(f, "{tile}")?;
        }
        Ok(())
    }
}
