//! The notation of positions and jumps, and pictures of boards.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape};

use super::{Goal, Jump, PegSolitaire};
use crate::notation::possible_action;

/// The maximum number of numbered jumps.
const MAX_NUMBERS: usize = 64;

/// A state is written as the board on one line; a jump as the names of two holes: `d2-d4`.
impl Notation for PegSolitaire {
    fn write_state(&self, pegs: &u64, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_position(*pegs, out)
    }

    fn parse_state(&self, text: &str) -> Result<u64, ParseError> {
        self.read_position(text)
    }

    fn write_action(&self, _pegs: &u64, jump: Jump, out: &mut dyn fmt::Write) -> fmt::Result {
        let [from, _, to] = self.holes(jump).map(|hole| self.board().name(hole));
        write!(out, "{from}-{to}")
    }

    /// Jumps are numbered on boards with at most 64 of them, as on the triangle of 15 holes.
    fn action_count(&self) -> u8 {
        let jumps = self.board().triples.len();
        if jumps <= MAX_NUMBERS { jumps as u8 } else { 0 }
    }

    #[inline]
    fn action_number(&self, jump: Jump) -> u8 {
        jump.0
    }

    fn parse_action(&self, pegs: &u64, text: &str) -> Result<Jump, ParseError> {
        let expected = "a legal jump, for example `d2-d4` for one from d2 to d4";
        possible_action(self, pegs, text, expected)
    }
}

impl Depict for PegSolitaire {
    /// Triangles are drawn on their base, each hole between the two below it.
    fn depict(&self, pegs: &u64) -> Picture {
        let board = self.board();
        let (columns, rows) = board.size();
        let is_triangle = board.is_triangular();
        let width = if is_triangle { 2 * columns - 1 } else { columns };
        let mut roles = vec![Role::Wall; width * rows];
        for hole in 0..board.holes() {
            let (column, row) = board.place(hole);
            let (column, row) = (usize::from(column), usize::from(row));
            let x = if is_triangle { rows - 1 - row + 2 * column } else { column };
            let has = |pegs: u64| pegs >> hole & 1 == 1;
            roles[row * width + x] = match self.goal() {
                _ if has(*pegs) => Role::Piece,
                Goal::Pegs(goal) if has(goal) => Role::Goal,
                _ => Role::Ground,
            };
        }
        let mut picture = Picture::default();
        (picture.width, picture.height) = (width as u32, rows as u32);
        let cells = roles.into_iter().enumerate().map(|(at, role)| {
            let (x, y) = ((at % width) as i32, (at / width) as i32);
            Shape::Cell { x, y, role }
        });
        picture.shapes = cells.collect();
        picture
    }
}
