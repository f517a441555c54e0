//! The notation: positions as rows of stones, moves as a letter and a number.

use std::fmt;

use tremaux_core::{Game, GameDepict, GameNotation, ParseError, Picture, Role, Shape, Turn};

use super::rules::{Cell, MnkGame, Position};

/// The stones of the first player, of the second, and an empty cell.
const STONES: [char; 3] = ['x', 'o', '.'];

/// Positions are written as rows from the top, separated by `/`, with `x` for the first player's
/// stones, `o` for the second's and `.` for empty cells: `x.o/.x./...`. When reading, the
/// slashes may be omitted.
///
/// Moves are the letter of the column, from `a` on the left, and the number of the row, from
/// 1 at the bottom: `b2`. With gravity the letter alone is enough.
///
/// Rejects positions with wrong counts, two winners, a win before the last move, or floating
/// stones in games with gravity.
impl GameNotation for MnkGame {
    fn write_position(&self, position: &Position, out: &mut dyn fmt::Write) -> fmt::Result {
        for cell in 0..self.cells() {
            if cell > 0 && cell % self.columns() == 0 {
                out.write_char('/')?;
            }
            out.write_char(STONES[position.stone(cell).map_or(2, usize::from)])?;
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let trimmed = text.trim();
        let has_slashes = trimmed.contains('/');
        let row_expected = || format!("{} rows of {} cells", self.rows(), self.columns());
        let mut cells = [Vec::new(), Vec::new()];
        let (mut cell, mut slashes) = (0, 0);
        for (at, letter) in trimmed.char_indices() {
            let word = &trimmed[at..at + letter.len_utf8()];
            if letter == '/' {
                slashes += 1;
                if cell != slashes * self.columns() || slashes == self.rows() {
                    return Err(ParseError::about(text, word, row_expected()));
                }
                continue;
            }
            let Some(kind) = STONES.iter().position(|&stone| stone == letter) else {
                return Err(ParseError::about(text, word, "`x`, `o` or `.`"));
            };
            let room = if has_slashes { (slashes + 1) * self.columns() } else { self.cells() };
            if cell == room {
                return Err(ParseError::about(text, word, row_expected()));
            }
            if let Some(cells) = cells.get_mut(kind) {
                cells.push(cell);
            }
            cell += 1;
        }
        if cell < self.cells() {
            return Err(ParseError::at_end(text, row_expected()));
        }
        self.checked_position(&cells).map_err(|(found, expected)| {
            let start = text.len() - text.trim_start().len();
            ParseError::at(text, start, trimmed.len(), found, expected)
        })
    }

    fn write_move(&self, _: &Position, cell: Cell, out: &mut dyn fmt::Write) -> fmt::Result {
        let cell = usize::from(cell.0);
        out.write_char(char::from(b'a' + (cell % self.columns()) as u8))?;
        if self.has_gravity() {
            Ok(())
        } else {
            write!(out, "{}", self.rows() - cell / self.columns())
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Cell, ParseError> {
        let word = text.trim();
        let last = char::from(b'a' + self.columns() as u8 - 1);
        let mut letters = word.chars();
        let column = letters.next().map(|letter| letter.to_ascii_lowercase());
        let column = column.filter(|letter| ('a'..=last).contains(letter));
        let number = letters.as_str();
        let row = number.parse::<usize>().ok().filter(|row| (1..=self.rows()).contains(row));
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
        let mut moves = Vec::new();
        if self.turn(position) != Turn::Over {
            self.moves(position, &mut moves);
        }
        let cell = match (column, row) {
            _ if !is_plain => None,
            (Some(column), Some(row)) => {
                let column = usize::from(column as u8 - b'a');
                Some((self.rows() - row) * self.columns() + column)
            }
            (Some(column), None) if number.is_empty() && self.has_gravity() => {
                let column = usize::from(column as u8 - b'a');
                let is_it = |mv: &&Cell| usize::from(mv.0) % self.columns() == column;
                match moves.iter().find(is_it) {
                    Some(&cell) => return Ok(cell),
                    None => Some(column),
                }
            }
            _ => None,
        };
        let Some(cell) = cell else {
            let expected = if self.has_gravity() {
                format!("a column from a to {last}")
            } else {
                format!("a cell from a1 to {last}{}", self.rows())
            };
            return Err(ParseError::about(text, word, expected));
        };
        let expected = if moves.is_empty() {
            "no move: the game is over"
        } else if self.has_gravity() {
            "the lowest empty cell of a column"
        } else {
            "an empty cell"
        };
        let legal = moves.into_iter().find(|mv| usize::from(mv.0) == cell);
        legal.ok_or_else(|| ParseError::about(text, word, expected))
    }
}

impl MnkGame {
    /// The position with stones on these cells, or what was found and expected.
    fn checked_position(
        &self,
        cells: &[Vec<usize>; 2],
    ) -> Result<Position, (String, &'static str)> {
        let (first, second) = (cells[0].len(), cells[1].len());
        if first != second && first != second + 1 {
            let found = format!("{first} x and {second} o");
            return Err((found, "as many x as o, or one more"));
        }
        let (position, has_row) = self.position_of(cells);
        if self.has_gravity() {
            let floats = |&cell: &usize| {
                let below = cell + self.columns();
                below < self.cells() && position.stone(below).is_none()
            };
            if cells.iter().flatten().any(floats) {
                return Err(("a stone above an empty cell".into(), "stones on top of each other"));
            }
        }
        let mover = usize::from(position.player_to_move());
        match has_row {
            [true, true] => Err(("a row of each player".into(), "at most one winner")),
            [false, false] => Ok(position),
            _ if has_row[mover] => {
                let found = format!("a row of {}, and {} to move", STONES[mover], STONES[mover]);
                Err((found, "a winner who moved last"))
            }
            _ if self.has_last_move(&position) => Ok(position),
            _ => {
                let found = "several rows that no single stone completed".into();
                Err((found, "a game that ended with its last move"))
            }
        }
    }
}

impl GameDepict for MnkGame {
    fn depict(&self, position: &Position) -> Picture {
        let mut shapes = Vec::new();
        for cell in 0..self.cells() {
            let Some(player) = position.stone(cell) else { continue };
            let player = usize::from(player);
            shapes.push(Shape::Glyph {
                x: (cell % self.columns()) as i32,
                y: (cell / self.columns()) as i32,
                text: STONES[player].into(),
                role: [Role::Piece, Role::OtherPiece][player],
            });
        }
        Picture { width: self.columns() as u32, height: self.rows() as u32, shapes }
    }
}
