//! Sliding tiles.

use super::each_once;
use super::tile_table::TileTable;
use crate::cost::{Cost, digits};
use crate::fields::Fields;
use crate::space::{Space, Step};

/// The moves of the blank: names, and changes of row and column.
const MOVES: [(&str, isize, isize); 4] = [("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)];

/// Tiles on a rectangle, row by row, 0 for the blank, with a goal.
pub(crate) struct Tiles {
    width: usize,
    height: usize,
    goal: Box<[u8]>,
    /// The cell of each tile in the goal.
    home: Vec<usize>,
    tables: Vec<TileTable>,
}

impl Tiles {
    pub(crate) fn new(header: &mut Fields) -> Result<(Self, Box<[u8]>), String> {
        let (board, goal) = (header.text("board")?, header.text("goal")?);
        let (height, start) = (board.split('/').count(), tiles(&board)?);
        let width = start.len() / height;
        let (home, tables) = (vec![0; start.len()], Vec::new());
        let mut puzzle = Self { width, height, home, tables, goal: start.clone() };
        if board.split('/').any(|row| row.split(' ').filter(|it| !it.is_empty()).count() != width) {
            return Err("all rows must have the same length".to_owned());
        }
        puzzle.goal = puzzle.read(&goal)?;
        for (cell, tile) in puzzle.goal.iter().enumerate() {
            puzzle.home[usize::from(*tile)] = cell;
        }
        Ok((puzzle, start))
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.width, cell % self.width)
    }

    /// The cells beside one, with the numbers of the moves there.
    fn beside(&self, cell: usize) -> impl Iterator<Item = (u32, usize)> {
        let (row, column) = self.place(cell);
        let to = move |(_, down, right): (&str, isize, isize)| {
            let row = row.checked_add_signed(down).filter(|row| *row < self.height)?;
            let column = column.checked_add_signed(right).filter(|it| *it < self.width)?;
            Some(row * self.width + column)
        };
        (0..).zip(MOVES).filter_map(move |(action, way)| Some((action, to(way)?)))
    }

    /// Rows and columns between a tile in a cell and its goal.
    fn distance(&self, cell: usize, tile: u8) -> usize {
        let (here, home) = (self.place(cell), self.place(self.home[usize::from(tile)]));
        here.0.abs_diff(home.0) + here.1.abs_diff(home.1)
    }

    /// The sum of the distances of all tiles.
    fn manhattan(&self, board: &[u8]) -> usize {
        let tiles = board.iter().enumerate().filter(|(_, tile)| **tile != 0);
        tiles.map(|(cell, tile)| self.distance(cell, *tile)).sum()
    }

    /// The number of tiles that must leave a line of cells, to which they belong, to let others
    /// pass: all that belong there, but for the longest sequence in the right order.
    fn conflicts(&self, board: &[u8], first: usize, step: usize, count: usize) -> usize {
        let homes = (0..count).map(|at| board[first + at * step]).filter(|tile| *tile != 0);
        let homes = homes.filter_map(|tile| self.home[usize::from(tile)].checked_sub(first));
        let homes: Vec<usize> = homes.filter(|it| it % step == 0 && it / step < count).collect();
        if homes.is_sorted() {
            return 0;
        }
        let mut longest = vec![1; homes.len()];
        for last in 0..homes.len() {
            for before in (0..last).filter(|before| homes[*before] < homes[last]) {
                longest[last] = longest[last].max(longest[before] + 1);
            }
        }
        homes.len() - longest.into_iter().max().unwrap_or(0)
    }

    /// Two for each tile that must leave its line.
    fn linear_conflict(&self, board: &[u8]) -> usize {
        let row = |row: usize| self.conflicts(board, row * self.width, 1, self.width);
        let column = |column: usize| self.conflicts(board, column, self.width, self.height);
        2 * (0..self.height).map(row).chain((0..self.width).map(column)).sum::<usize>()
    }
}

/// The tiles of a text in which rows may be separated by `/`: each number from 0 once.
fn tiles(text: &str) -> Result<Box<[u8]>, String> {
    let words = text.split(['/', ' ']).filter(|it| !it.is_empty());
    each_once(words, 0).ok_or_else(|| format!("expected each number from 0 once, found `{text}`"))
}

impl Space for Tiles {
    type State = Box<[u8]>;

    const HEURISTICS: &'static [&'static str] =
        &[crate::TABLES, "misplaced", "manhattan", "linear-conflict"];

    fn is_goal(&self, board: &Box<[u8]>) -> bool {
        *board == self.goal
    }

    fn steps(&self, board: &Box<[u8]>, steps: &mut Vec<Step<Box<[u8]>>>) {
        let Some(blank) = board.iter().position(|tile| *tile == 0) else { return };
        for (action, to) in self.beside(blank) {
            let mut state = board.clone();
            state.swap(blank, to);
            steps.push(Step { action, cost: Cost::whole(1), state });
        }
    }

    fn word(&self, _board: &Box<[u8]>, action: u32) -> String {
        MOVES[action as usize].0.to_owned()
    }

    fn read(&self, text: &str) -> Result<Box<[u8]>, String> {
        let board = tiles(text)?;
        let count = self.goal.len();
        if board.len() == count { Ok(board) } else { Err(format!("expected {count} tiles")) }
    }

    /// A move brings one tile one cell on, so that it may be one less in its place, and one cell
    /// less away. That tiles must leave their line costs two moves each, which the distances do not
    /// count (Hansson, Mayer and Yung 1992). Tables add up, as it moves a tile of one at most.
    fn estimate(&self, heuristic: usize, board: &Box<[u8]>) -> Cost {
        let differ = |(tile, goal): &(&u8, &u8)| tile != goal && **tile != 0;
        let moves = match heuristic {
            0 => self.tables.iter().map(|table| table.estimate(board)).sum(),
            1 => board.iter().zip(&self.goal).filter(differ).count(),
            2 => self.manhattan(board),
            _ => self.manhattan(board) + self.linear_conflict(board),
        };
        Cost::whole(moves as u64)
    }

    fn add_table(&mut self, tiles: &str, values: String) -> Result<(), String> {
        let mut pieces = vec![0];
        for word in tiles.split(' ') {
            let tile = digits(word).and_then(|it| u8::try_from(it).ok());
            let is_free = |tile: &u8| !self.tables.iter().any(|it| it.pieces.contains(tile));
            let is_new = |it: &u8| self.goal.contains(it) && !pieces.contains(it) && is_free(it);
            let tile = tile.filter(is_new);
            pieces.push(tile.ok_or_else(|| format!("`{word}` is no tile, or in a table already"))?);
        }
        let cells = self.goal.len();
        let beside = |cell: usize| self.beside(cell).map(|(_, to)| to).collect();
        let beside: Vec<Vec<usize>> = (0..cells).map(beside).collect();
        let table = TileTable::new(pieces, cells, values.into_bytes())?;
        table.check(&self.goal, &beside)?;
        self.tables.push(table);
        Ok(())
    }

    /// A move exchanges the blank with a tile, which changes the parity of the permutation from the
    /// goal, and brings the blank one cell on, which changes the parity of its distance from its
    /// goal. So the parity of both together never changes; at the goal it is even.
    fn refutes(&self, start: &Box<[u8]>, name: &str, _cells: &[String]) -> Result<(), String> {
        if name != "parity" {
            return Err(format!("tiles have no proof by `{name}`"));
        }
        let homes: Vec<usize> = start.iter().map(|it| self.home[usize::from(*it)]).collect();
        let after = |at: usize| homes[at + 1..].iter().filter(|it| **it < homes[at]).count();
        let inversions: usize = (0..homes.len()).map(after).sum();
        let blank = start.iter().position(|tile| *tile == 0).unwrap_or(0);
        match (inversions + self.distance(blank, 0)) % 2 {
            1 => Ok(()),
            _ => Err("start and goal have the same parity".to_owned()),
        }
    }
}
