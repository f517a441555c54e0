//! The notation: positions as played columns or as rows of stones, moves as columns.

use std::fmt;

use tremaux_core::{
    Game, GameDepict, GameNotation, ParseError, Picture, Player, Role, Shape, Turn,
};

use super::rules::{Column, ConnectFour, Position};
use super::size::Size;

/// The names of columns: 1 to 9, then A and so on.
pub(super) const COLUMN_NAMES: &[u8; 32] = b"123456789ABCDEFGHIJKLMNOPQRSTUVW";

/// The stones of the first player, of the second, and an empty cell.
const STONES: [char; 3] = ['x', 'o', '.'];

/// Positions are read in two forms.
///
/// * The columns of the moves that were played from the empty board, counted from 1 on the
///   left (`4453`; the tenth column is `A`). No moves are the empty board.
/// * The rows from the top with a `/` between them, `x` for the first player's stones, `o`
///   for the second's, `.` for empty cells.
///
/// Positions are written in the second form, as they do not store their moves. Rejects moves
/// into full columns or after the end, and rows with floating stones, wrong counts, two winners,
/// or a win before the last move. Whether the rows can be reached by legal moves is not checked
/// further.
impl<S: Size, const FOLDED: bool> GameNotation for ConnectFour<S, FOLDED> {
    fn write_position(&self, position: &Position, out: &mut dyn fmt::Write) -> fmt::Result {
        let size = self.size();
        for row in (0..size.rows()).rev() {
            for column in 0..size.columns() {
                out.write_char(STONES[self.stone(position, column, row).unwrap_or(2) as usize])?;
            }
            if row > 0 {
                out.write_char('/')?;
            }
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let word = text.trim();
        let is_row = !word.is_empty() && word.chars().all(|letter| STONES.contains(&letter));
        let is_drawn = is_row || word.contains(['.', '/']);
        if is_drawn { self.parse_rows(text) } else { self.replay(text) }
    }

    fn write_move(&self, _: &Position, column: Column, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_char(char::from(COLUMN_NAMES[usize::from(column.0)]))
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Column, ParseError> {
        let word = text.trim();
        let mut letters = word.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => self.column(position, text, word, letter),
            (None, _) => Err(ParseError::at_end(text, self.columns_expected())),
            _ => Err(ParseError::about(text, word, self.columns_expected())),
        }
    }
}

impl<S: Size, const FOLDED: bool> ConnectFour<S, FOLDED> {
    /// The owner of the stone in a cell.
    fn stone(&self, position: &Position, column: u32, row: u32) -> Option<Player> {
        let cell = 1 << (column * self.size().stride() + row);
        let mover = position.player_to_move();
        if position.all() & cell == 0 {
            None
        } else if position.mine() & cell != 0 {
            Some(mover)
        } else {
            Some(1 - mover)
        }
    }

    fn columns_expected(&self) -> String {
        let last = char::from(COLUMN_NAMES[self.size().columns() as usize - 1]);
        format!("a column from 1 to {last}")
    }

    /// The column named `letter`, which is the `word` of `text`, if it is not full.
    fn column(
        &self,
        position: &Position,
        text: &str,
        word: &str,
        letter: char,
    ) -> Result<Column, ParseError> {
        let size = self.size();
        let is_it = |&name: &u8| char::from(name) == letter.to_ascii_uppercase();
        let column = COLUMN_NAMES[..size.columns() as usize].iter().position(is_it);
        let Some(column) = column else {
            return Err(ParseError::about(text, word, self.columns_expected()));
        };
        if self.turn(position) == Turn::Over {
            let expected = if self.has_four(position.theirs()) {
                "no move: the game is already won before this move"
            } else {
                "no move: the board is full"
            };
            return Err(ParseError::about(text, word, expected));
        }
        if self.landings(position) & size.column(column as u32) == 0 {
            return Err(ParseError::about(text, word, "a column that is not full"));
        }
        Ok(Column(column as u8))
    }

    /// The position after the columns in `text`.
    fn replay(&self, text: &str) -> Result<Position, ParseError> {
        let mut position = self.initial_state();
        let trimmed = text.trim();
        for (at, letter) in trimmed.char_indices() {
            let word = &trimmed[at..at + letter.len_utf8()];
            let column = self.column(&position, text, word, letter)?;
            let _ = self.play(&mut position, column);
        }
        Ok(position)
    }

    /// The position drawn in `text`.
    fn parse_rows(&self, text: &str) -> Result<Position, ParseError> {
        let size = self.size();
        let rows: Vec<&str> = text.trim().split('/').collect();
        let mut stones = [0_u64; 2];
        for (nth, row) in rows.iter().enumerate() {
            if nth as u32 == size.rows() {
                return Err(ParseError::about(text, row, format!("{} rows", size.rows())));
            }
            let row_bit = size.rows() - 1 - nth as u32;
            let mut column = 0;
            for (at, letter) in row.char_indices() {
                let word = &row[at..at + letter.len_utf8()];
                let Some(kind) = STONES.iter().position(|&stone| stone == letter) else {
                    return Err(ParseError::about(text, word, "`x`, `o`, `.` or `/`"));
                };
                if column == size.columns() {
                    let expected = format!("{} cells in a row", size.columns());
                    return Err(ParseError::about(text, word, expected));
                }
                if kind < 2 {
                    stones[kind] |= 1 << (column * size.stride() + row_bit);
                }
                column += 1;
            }
            if column < size.columns() {
                let expected = format!("{} cells in a row", size.columns());
                return Err(ParseError::about(text, row, expected));
            }
        }
        if (rows.len() as u32) < size.rows() {
            return Err(ParseError::at_end(text, format!("{} rows", size.rows())));
        }
        self.position_of(stones).map_err(|(found, expected)| {
            let start = text.len() - text.trim_start().len();
            ParseError::at(text, start, text.trim().len(), found, expected)
        })
    }

    /// The position with these stones of each player, or what was found and expected.
    fn position_of(&self, stones: [u64; 2]) -> Result<Position, (String, &'static str)> {
        let size = self.size();
        let all = stones[0] | stones[1];
        let (first, second) = (stones[0].count_ones(), stones[1].count_ones());
        if all & !size.bottom() & !(all << 1) != 0 {
            return Err(("a stone above an empty cell".into(), "stones on top of each other"));
        }
        if first != second && first != second + 1 {
            let found = format!("{first} x and {second} o");
            return Err((found, "as many x as o, or one more"));
        }
        let winners = stones.map(|stones| self.has_four(stones));
        if winners == [true, true] {
            return Err(("four in a row for both".into(), "at most one winner"));
        }
        let mover = usize::from(first > second);
        if winners[mover] {
            let found = format!("four {} in a row, and {} to move", STONES[mover], STONES[mover]);
            return Err((found, "a winner who moved last"));
        }
        let position = Position::from_stones(stones[mover], all);
        if winners[1 - mover] {
            // One of the topmost stones must have been the last one and have completed all
            // fours.
            let tops = all & !(all >> 1);
            let mut candidates = tops & position.theirs();
            while candidates != 0 {
                let last = candidates & candidates.wrapping_neg();
                if !self.has_four(position.theirs() & !last) {
                    return Ok(position);
                }
                candidates &= candidates - 1;
            }
            let found = "several fours in a row that no single stone completed".into();
            return Err((found, "a game that ended with its last move"));
        }
        Ok(position)
    }
}

impl<S: Size, const FOLDED: bool> GameDepict for ConnectFour<S, FOLDED> {
    fn depict(&self, position: &Position) -> Picture {
        let size = self.size();
        let mut shapes = Vec::new();
        for column in 0..size.columns() {
            for row in 0..size.rows() {
                let Some(player) = self.stone(position, column, row) else { continue };
                let player = usize::from(player);
                shapes.push(Shape::Glyph {
                    x: column as i32,
                    y: (size.rows() - 1 - row) as i32,
                    text: STONES[player].into(),
                    role: [Role::Piece, Role::OtherPiece][player],
                });
            }
        }
        Picture { width: size.columns(), height: size.rows(), shapes }
    }
}
