//! The notation: positions as rows of stones, moves as a letter and a number.

use std::fmt;

use tremaux_core::{Game, GameDepict, GameNotation, ParseError, Picture, Role, Shape, Turn};

use super::rules::{Cell, Hex, Position};

/// The stones of the first player, of the second, and an empty cell.
const STONES: [char; 3] = ['x', 'o', '.'];

/// Positions are written as rows from the top, separated by `/`, with `x` for the first player's
/// stones, `o` for the second's and `.` for empty cells: `x.o/.x./...`. Each row lies half a cell
/// further to the right than the one above it.
///
/// Moves are the letter of the column and the number of the row, from `a1` at the top left.
///
/// Rejects positions with wrong counts, and with a connection of the player to move.
impl GameNotation for Hex {
    fn write_position(&self, position: &Position, out: &mut dyn fmt::Write) -> fmt::Result {
        for cell in 0..self.cells() {
            if cell > 0 && cell % self.size() == 0 {
                out.write_char('/')?;
            }
            out.write_char(STONES[position.stone(cell).map_or(2, usize::from)])?;
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let (size, trimmed) = (self.size(), text.trim());
        let expected = || format!("{size} rows of {size} cells");
        let mut stones = [0_u128; 2];
        let mut cell = 0;
        for (at, letter) in trimmed.char_indices() {
            let word = &trimmed[at..at + letter.len_utf8()];
            let is_end = cell > 0 && cell % size == 0 && cell < self.cells();
            if letter == '/' && is_end && !trimmed[..at].ends_with('/') {
                continue;
            }
            let Some(kind) = STONES.iter().position(|&stone| stone == letter) else {
                let expected = if letter == '/' { expected() } else { "`x`, `o` or `.`".into() };
                return Err(ParseError::about(text, word, expected));
            };
            if cell == self.cells() || is_end && !trimmed[..at].ends_with('/') {
                return Err(ParseError::about(text, word, expected()));
            }
            if let Some(stones) = stones.get_mut(kind) {
                *stones |= 1 << cell;
            }
            cell += 1;
        }
        if cell < self.cells() {
            return Err(ParseError::at_end(text, expected()));
        }
        let wrong = |found: String, expected: &str| {
            let start = text.len() - text.trim_start().len();
            Err(ParseError::at(text, start, trimmed.len(), found, expected))
        };
        let [first, second] = stones.map(u128::count_ones);
        if first != second && first != second + 1 {
            return wrong(format!("{first} x and {second} o"), "as many x as o, or one more");
        }
        let position = self.position_of(stones);
        let mover = position.player_to_move();
        if self.is_connected(&position, mover) {
            let mover = STONES[usize::from(mover)];
            let found = format!("a connection of {mover}, and {mover} to move");
            return wrong(found, "a winner who moved last");
        }
        Ok(position)
    }

    fn write_move(&self, _: &Position, cell: Cell, out: &mut dyn fmt::Write) -> fmt::Result {
        let cell = usize::from(cell.0);
        let column = char::from(b'a' + (cell % self.size()) as u8);
        write!(out, "{column}{}", cell / self.size() + 1)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Cell, ParseError> {
        let (word, size) = (text.trim(), self.size());
        let last = char::from(b'a' + size as u8 - 1);
        let mut letters = word.chars();
        let column = letters.next().map(|letter| letter.to_ascii_lowercase());
        let column = column.filter(|letter| ('a'..=last).contains(letter));
        let number = letters.as_str();
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
        let row = number.parse::<usize>().ok().filter(|row| is_plain && (1..=size).contains(row));
        let (Some(column), Some(row)) = (column, row) else {
            return Err(ParseError::about(text, word, format!("a cell from a1 to {last}{size}")));
        };
        let cell = (row - 1) * size + usize::from(column as u8 - b'a');
        if self.turn(position) == Turn::Over {
            return Err(ParseError::about(text, word, "no move: the game is over"));
        }
        match position.stone(cell) {
            None => Ok(Cell(cell as u8)),
            Some(_) => Err(ParseError::about(text, word, "an empty cell")),
        }
    }
}

impl GameDepict for Hex {
    fn depict(&self, position: &Position) -> Picture {
        let stones = (0..self.cells()).filter_map(|cell| Some((cell, position.stone(cell)?)));
        let shapes = stones.map(|(cell, player)| Shape::Glyph {
            x: (cell % self.size()) as i32,
            y: (cell / self.size()) as i32,
            text: STONES[usize::from(player)].into(),
            role: [Role::Piece, Role::OtherPiece][usize::from(player)],
        });
        let side = self.size() as u32;
        Picture { width: side, height: side, shapes: shapes.collect() }
    }
}
