//! Linear conflict.

use tremaux_core::{Guarantees, Heuristic};

use super::{Arrangement, Board, Manhattan, Move, Size, SlidingPuzzle};

/// The longest line for which all orders of tiles are in a table.
const LONGEST_IN_TABLE: usize = 5;

/// Manhattan distance, plus two for each tile that must leave its goal line to let others
/// pass (Hansson, Mayer and Yung 1992).
///
/// In a row or column, all tiles that belong there, except a longest subsequence in the right
/// order, must step aside. Consistent.
///
/// A move changes only two lines, as the line along which the tile slides keeps its order. On
/// boards of up to sixteen cells and four per line, each line is looked up by its tiles (64 KiB
/// per line); lines of five by the positions of their own tiles (32 KiB in total); longer lines
/// are computed in quadratic time.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    size: Size,
    /// Rows and then columns: by line, then by tile, its position there plus one, or 0.
    places: Vec<[u8; Size::MOST_CELLS]>,
    /// Indexed by positions, three bits each.
    by_places: Vec<u8>,
    /// Indexed by line, then by its tiles, four bits each; empty if there are too many lines or
    /// tiles.
    by_tiles: Vec<u8>,
    /// The shifts that bring the four tiles of a column next to each other.
    shifts: [u32; 4],
}

/// Two for each tile that must step aside; `places` are the tiles' goal positions.
fn conflict(places: &[u8]) -> u8 {
    let (mut own, mut count) = ([0; Size::MOST_SIDE], 0);
    for &place in places {
        if place > 0 {
            own[count] = place;
            count += 1;
        }
    }
    let mut longest = [1_u8; Size::MOST_SIDE];
    for last in 0..count {
        for before in 0..last {
            if own[before] < own[last] {
                longest[last] = longest[last].max(longest[before] + 1);
            }
        }
    }
    2 * (count as u8 - longest[..count].iter().max().copied().unwrap_or(0))
}

impl LinearConflict {
    /// The estimate for `goal`.
    pub fn to_goal(goal: &Arrangement) -> Self {
        let size = goal.size();
        let (width, height) = (size.width(), size.height());
        let mut places = vec![[0; Size::MOST_CELLS]; height + width];
        for (cell, &tile) in goal.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            let (row, column) = (size.row(cell), size.column(cell));
            places[row][usize::from(tile)] = column as u8 + 1;
            places[height + column][usize::from(tile)] = row as u8 + 1;
        }
        let longest = width.max(height).min(LONGEST_IN_TABLE);
        let by_places = |code: usize| {
            let mut places = [0; LONGEST_IN_TABLE];
            for (at, place) in places[..longest].iter_mut().enumerate() {
                *place = (code >> (3 * at) & 7) as u8;
            }
            conflict(&places[..longest])
        };
        let is_small = size.cells() <= 16 && width <= 4 && height <= 4;
        let by_tiles = |line: &[u8; Size::MOST_CELLS], tiles: usize| {
            let place = |at: usize| line[tiles >> (4 * at) & 0xF];
            conflict(&[place(0), place(1), place(2), place(3)])
        };
        let mut by_tiles_of_lines = Vec::new();
        for line in places.iter().filter(|_| is_small) {
            for tiles in 0..1 << 16 {
                by_tiles_of_lines.push(by_tiles(line, tiles));
            }
        }
        let shift = |at: usize| if at < height { 4 * (width - 1) * at } else { 60 };
        Self {
            manhattan: Manhattan::to_goal(goal),
            size,
            by_places: (0..1 << (3 * longest)).map(by_places).collect(),
            by_tiles: by_tiles_of_lines,
            shifts: [0, 1, 2, 3].map(|at| shift(at) as u32),
            places,
        }
    }

    /// The conflicts in a line, the columns numbered after the rows.
    #[inline]
    fn line<B: Board>(&self, board: &B, line: usize) -> u32 {
        let (width, height) = (self.size.width(), self.size.height());
        let column = line.wrapping_sub(height);
        if let Some(tiles) = board.nibbles().filter(|_| !self.by_tiles.is_empty()) {
            let own = if line < height {
                (tiles >> (4 * width * line)) & ((1 << (4 * width)) - 1)
            } else {
                let tiles = tiles >> (4 * column);
                let cell = |at: usize| tiles >> self.shifts[at] & 0xF << (4 * at);
                cell(0) | cell(1) | cell(2) | cell(3)
            };
            return self.by_tiles[line << 16 | own as usize].into();
        }
        let (first, step, length) =
            if line < height { (line * width, 1, width) } else { (column, width, height) };
        let places = &self.places[line];
        let place = |at: usize| places[board.tile(first + step * at) & 63];
        if length <= LONGEST_IN_TABLE {
            let mut code = 0;
            for at in 0..length {
                code |= usize::from(place(at)) << (3 * at);
            }
            self.by_places[code].into()
        } else {
            let mut places = [0; Size::MOST_SIDE];
            for (at, found) in places[..length].iter_mut().enumerate() {
                *found = place(at);
            }
            conflict(&places[..length]).into()
        }
    }

    fn all_lines<B: Board>(&self, board: &B) -> u32 {
        let mut sum = 0;
        for line in 0..self.places.len() {
            sum += self.line(board, line);
        }
        sum
    }
}

impl<B: Board> Heuristic<SlidingPuzzle<B>> for LinearConflict {
    type Memo = ();

    fn guarantees(&self) -> Guarantees {
        Guarantees::CONSISTENT
    }

    fn estimate(&self, _space: &SlidingPuzzle<B>, board: &B) -> u32 {
        self.manhattan.of_board(board) + self.all_lines(board)
    }

    #[inline]
    fn estimate_successor(
        &self,
        _space: &SlidingPuzzle<B>,
        board: &B,
        h: u32,
        (): &(),
        mv: Move,
    ) -> Option<(u32, ())> {
        let h = self.manhattan.after(h, board.moving(mv), mv);
        let mut child = *board;
        child.slide(mv);
        let line = |cell: usize| {
            if mv.slide().is_vertical() {
                self.size.row(cell)
            } else {
                self.size.height() + self.size.column(cell)
            }
        };
        let (a, b) = (line(mv.cell()), line(board.blank()));
        let before = self.line(board, a) + self.line(board, b);
        Some((h + self.line(&child, a) + self.line(&child, b) - before, ()))
    }
}
