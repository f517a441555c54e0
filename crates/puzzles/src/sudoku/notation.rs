//! The notation of boards and fills, and pictures of boards.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape as Drawn, StateSpace};

use super::{Board, Clues, Fill, Sudoku};
use crate::notation::possible_action;

/// A state is written as its cells on one line, with `.` for each empty one; an action as
/// `r1c3=4`.
impl<const N: usize> Notation for Sudoku<N> {
    fn write_state(&self, board: &Board<N>, out: &mut dyn fmt::Write) -> fmt::Result {
        for digit in self.digits(board) {
            out.write_char(if digit == 0 { '.' } else { self.shape().sign(digit) })?;
        }
        Ok(())
    }

    /// Reads a board, which must contain all clues.
    fn parse_state(&self, text: &str) -> Result<Board<N>, ParseError> {
        let clues = Clues::parse_shaped(text, Some(self.shape()))?;
        let mut pairs = self.clues().cells().iter().zip(clues.cells());
        let side = self.shape().side();
        if let Some(cell) = pairs.position(|(&clue, &digit)| clue > 0 && clue != digit) {
            let digit = self.shape().sign(self.clues().cells()[cell]);
            let (row, column) = (cell / side + 1, cell % side + 1);
            let expected = format!("the clue {digit} in row {row}, column {column}");
            return Err(ParseError::about(text, text.trim(), expected));
        }
        let mut board = Board::empty(self.shape());
        for (cell, &digit) in clues.cells().iter().enumerate() {
            if digit > 0 {
                self.apply(&mut board, Fill { cell: cell as u16, digit });
            }
        }
        Ok(board)
    }

    fn write_action(&self, _board: &Board<N>, fill: Fill, out: &mut dyn fmt::Write) -> fmt::Result {
        let (row, column, _) = self.place(fill.cell);
        write!(out, "r{}c{}={}", row + 1, column + 1, self.shape().sign(fill.digit))
    }

    fn parse_action(&self, board: &Board<N>, text: &str) -> Result<Fill, ParseError> {
        let expected = "a digit for the cell with the fewest candidates, for example `r1c3=4`";
        possible_action(self, board, text, expected)
    }
}

impl<const N: usize> Depict for Sudoku<N> {
    fn depict(&self, board: &Board<N>) -> Picture {
        let shape = self.shape();
        let side = shape.side();
        let mut shapes = Vec::new();
        for (cell, digit) in self.digits(board).enumerate() {
            let (x, y) = ((cell % side) as i32, (cell / side) as i32);
            shapes.push(Drawn::Cell { x, y, role: Role::Ground });
            let is_clue = self.clues().cells()[cell] > 0;
            let role = if is_clue { Role::Label } else { Role::Piece };
            if digit > 0 {
                let text = shape.sign(digit).to_string();
                shapes.push(Drawn::Glyph { x, y, text, role });
            }
        }
        let end = side as f32;
        for x in (0..=side).step_by(shape.box_columns()).map(|x| x as f32) {
            shapes.push(Drawn::Line { from: (x, 0.0), to: (x, end), role: Role::Wall });
        }
        for y in (0..=side).step_by(shape.box_rows()).map(|y| y as f32) {
            shapes.push(Drawn::Line { from: (0.0, y), to: (end, y), role: Role::Wall });
        }
        Picture { width: side as u32, height: side as u32, shapes }
    }
}
