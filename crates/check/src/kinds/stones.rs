//! Games of stones on a board: rows of stones, with and without gravity, and Hex.

use crate::cost::digits;
use crate::fields::Fields;
use crate::game::Game;

/// A cell: 0 if it is empty, 1 for a stone of the first player, 2 for one of the second.
type Board = Box<[u8]>;

/// Who wins.
pub(super) enum Goal {
    /// Whoever has so many stones in a line.
    Row(usize),
    /// The first player by a chain from top to bottom, the second by one from left to right.
    Chain,
}

/// A board on which players place stones in turn.
pub(crate) struct Stones {
    columns: usize,
    rows: usize,
    goal: Goal,
    /// Whether stones fall to the lowest empty cell.
    has_gravity: bool,
}

impl Stones {
    /// Reads the rows of `position`, whose `size` is said once more if the game has several.
    pub(super) fn new(
        header: &mut Fields,
        goal: Goal,
        has_gravity: bool,
    ) -> Result<(Self, Board), String> {
        let board = header.text("position")?;
        let rows: Vec<&str> = board.split('/').collect();
        let (columns, rows) = (rows[0].len(), rows.len());
        if header.has("size") {
            let size = header.text("size")?;
            if size != format!("{columns}x{rows}") && size != columns.to_string() {
                return Err(format!("the position is not of the size {size}"));
            }
        }
        let stones = Self { columns, rows, goal, has_gravity };
        let start = stones.read(&board)?;
        let is_square = matches!(stones.goal, Goal::Chain) && columns != rows;
        let has_both = (1..=2).all(|player| stones.has_won(&start, player));
        match columns == 0 || start.len() > 1024 || is_square || has_both {
            true => Err("this board cannot arise".to_owned()),
            false => Ok((stones, start)),
        }
    }

    /// Rows of any length.
    pub(crate) fn rows(header: &mut Fields) -> Result<(Self, Board), String> {
        let length = digits(&header.text("row")?).filter(|length| (1..=99).contains(length));
        let length = length.ok_or("`row` must be a number from 1 to 99")? as usize;
        let has_gravity = match &*header.text("gravity")? {
            "yes" => true,
            "no" => false,
            _ => return Err("`gravity` must be yes or no".to_owned()),
        };
        Self::new(header, Goal::Row(length), has_gravity)
    }

    /// The stone in a cell that may be off the board.
    fn stone(&self, board: &[u8], row: isize, column: isize) -> u8 {
        let (columns, rows) = (self.columns as isize, self.rows as isize);
        let is_inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        if is_inside { board[(row * columns + column) as usize] } else { 0 }
    }

    fn has_won(&self, board: &[u8], player: u8) -> bool {
        match self.goal {
            Goal::Row(length) => self.has_row(board, player, length),
            Goal::Chain => self.has_chain(board, player),
        }
    }

    fn has_row(&self, board: &[u8], player: u8, length: usize) -> bool {
        (0..board.len()).any(|cell| {
            let (row, column) = ((cell / self.columns) as isize, (cell % self.columns) as isize);
            [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(down, right)| {
                (0..length as isize)
                    .all(|at| self.stone(board, row + at * down, column + at * right) == player)
            })
        })
    }

    /// Whether stones of a player join his sides. Each row lies half a cell further to the right
    /// than the one above, so that a cell touches two in each of them.
    fn has_chain(&self, board: &[u8], player: u8) -> bool {
        let side = self.columns as isize;
        let first = |at: isize| if player == 1 { (0, at) } else { (at, 0) };
        let mut open: Vec<(isize, isize)> = (0..side).map(first).collect();
        let mut is_seen = vec![false; board.len()];
        while let Some((row, column)) = open.pop() {
            let is_mine = self.stone(board, row, column) == player;
            if !is_mine || std::mem::replace(&mut is_seen[(row * side + column) as usize], true) {
                continue;
            }
            if player == 1 && row == side - 1 || player == 2 && column == side - 1 {
                return true;
            }
            let around = [(0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1)];
            open.extend(around.map(|(down, right)| (row + down, column + right)));
        }
        false
    }

    /// Whether a stone may be placed in an empty cell: with gravity, on another or on the bottom.
    fn is_supported(&self, board: &[u8], cell: usize) -> bool {
        !self.has_gravity || board.get(cell + self.columns).is_none_or(|below| *below != 0)
    }
}

impl Game for Stones {
    type Position = Board;

    fn is_first_to_move(&self, board: &Board) -> bool {
        let count = |player: u8| board.iter().filter(|stone| **stone == player).count();
        count(1) == count(2)
    }

    fn result(&self, board: &Board) -> Option<i128> {
        match (self.has_won(board, 1), self.has_won(board, 2)) {
            (true, _) => Some(1),
            (false, true) => Some(-1),
            (false, false) => (!board.contains(&0)).then_some(0),
        }
    }

    fn moves(&self, board: &Board) -> Vec<Board> {
        let stone = if self.is_first_to_move(board) { 1 } else { 2 };
        let cells = (0..board.len()).filter(|cell| board[*cell] == 0);
        let places = cells.filter(|cell| self.is_supported(board, *cell)).map(|cell| {
            let mut after = board.clone();
            after[cell] = stone;
            after
        });
        places.collect()
    }

    /// Reads rows from the top, separated by `/`: x for the first player, o for the second. There
    /// are as many of both, or one more x.
    fn read(&self, text: &str) -> Result<Board, String> {
        let wrong =
            || format!("expected {} rows of {} cells, found `{text}`", self.rows, self.columns);
        let mut board = Vec::new();
        for row in text.split('/') {
            let stones = row.bytes().map(|letter| b".xo".iter().position(|it| *it == letter));
            let stones: Option<Vec<usize>> = stones.collect();
            let stones = stones.filter(|row| row.len() == self.columns).ok_or_else(wrong)?;
            board.extend(stones.into_iter().map(|stone| stone as u8));
        }
        let count = |player: u8| board.iter().filter(|stone| **stone == player).count();
        let is_turn = count(1) == count(2) || count(1) == count(2) + 1;
        let is_supported =
            |(cell, stone): (usize, &u8)| *stone == 0 || self.is_supported(&board, cell);
        let is_possible = is_turn && board.iter().enumerate().all(is_supported);
        let is_whole = board.len() == self.rows * self.columns;
        if is_whole && is_possible { Ok(board.into()) } else { Err(wrong()) }
    }

    fn text(&self, board: &Board) -> String {
        let letter = |stone: &u8| char::from(b".xo"[usize::from(*stone)]);
        let rows = board.chunks(self.columns).map(|row| row.iter().map(letter).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }
}
