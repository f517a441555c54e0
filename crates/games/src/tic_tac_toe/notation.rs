//! The notation: positions as three rows of marks, moves as a letter and a number, as in m,n,k.

use std::fmt;

use tremaux_core::{GameDepict, GameNotation, ParseError, Picture};

use super::rules::{Cell, Position, TicTacToe};
use crate::m_n_k::{self, MnkGame};

impl TicTacToe {
    /// The same game as an m,n,k-game.
    pub fn as_m_n_k(&self) -> MnkGame {
        MnkGame::new(3, 3, 3).expect("three cells each way")
    }

    /// The position in the m,n,k-game.
    fn position_as_m_n_k(&self, position: &Position) -> m_n_k::Position {
        let (mine, theirs) = (position.mine, position.theirs);
        let stones = if position.player_to_move() == 0 { [mine, theirs] } else { [theirs, mine] };
        let cells = stones.map(|marks| (0..9).filter(|cell| marks >> cell & 1 == 1).collect());
        self.as_m_n_k().position_of(&cells).0
    }
}

/// Three rows from the top, `x`, `o` and `.`, with or without slashes: `x.o/.x./...`. Cells are
/// `a1` in the bottom left to `c3`; on reading also 1 to 9, row by row from the top left. Rejects
/// positions that cannot arise.
impl GameNotation for TicTacToe {
    fn write_position(&self, position: &Position, out: &mut dyn fmt::Write) -> fmt::Result {
        self.as_m_n_k().write_position(&self.position_as_m_n_k(position), out)
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let position = self.as_m_n_k().parse_position(text)?;
        let marks = [0, 1].map(|player| {
            let is_on = |&cell: &usize| position.stones(player).contains(cell);
            (0..9).filter(is_on).fold(0, |marks, cell| marks | 1 << cell)
        });
        let mover = usize::from(position.player_to_move());
        Ok(Position { mine: marks[mover], theirs: marks[1 - mover] })
    }

    fn write_move(&self, _: &Position, cell: Cell, out: &mut dyn fmt::Write) -> fmt::Result {
        let (column, row) = (cell.0 % 3, 3 - cell.0 / 3);
        write!(out, "{}{row}", char::from(b'a' + column))
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Cell, ParseError> {
        const CELLS: [&str; 9] = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];
        let position = self.position_as_m_n_k(position);
        let number = text.trim().parse().ok().filter(|_| text.trim().len() == 1);
        let named = number.and_then(|number: usize| CELLS.get(number.checked_sub(1)?));
        let found = self.as_m_n_k().parse_move(&position, named.copied().unwrap_or(text));
        let cell = found.map_err(|error| match error.expected.as_str() {
            "a cell from a1 to c3" => {
                ParseError::about(text, text.trim(), "a cell from a1 to c3, or from 1 to 9")
            }
            expected => ParseError::about(text, text.trim(), expected),
        })?;
        Ok(Cell(cell.0 as u8))
    }
}

impl GameDepict for TicTacToe {
    fn depict(&self, position: &Position) -> Picture {
        self.as_m_n_k().depict(&self.position_as_m_n_k(position))
    }
}
