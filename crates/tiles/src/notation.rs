//! The notation of boards and moves, and pictures of boards.

use std::fmt;

use tremaux_core::{Depict, Notation, ParseError, Picture, Role, Shape, StateSpace};

use super::{Arrangement, Board, Move, Slide, SlidingPuzzle};

/// A board is written as its tiles row by row, 0 for the blank; a move as the letter `U`, `D`,
/// `L` or `R` of the blank's direction.
impl<B: Board> Notation for SlidingPuzzle<B> {
    fn write_state(&self, board: &B, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", Arrangement::of_board(self.size(), board))
    }

    fn parse_state(&self, text: &str) -> Result<B, ParseError> {
        Arrangement::parse(text, Some(self.size())).map(|board| B::from_tiles(board.tiles()))
    }

    fn write_action(&self, _board: &B, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_char(mv.slide().letter())
    }

    fn action_count(&self) -> u8 {
        4
    }

    #[inline]
    fn action_number(&self, mv: Move) -> u8 {
        mv.slide() as u8
    }

    fn parse_action(&self, board: &B, text: &str) -> Result<Move, ParseError> {
        let mut moves = Vec::new();
        self.actions(board, &mut moves);
        let word = text.trim();
        let mut letters = word.chars();
        let slide =
            letters.next().and_then(Slide::from_letter).filter(|_| letters.next().is_none());
        slide.and_then(|slide| moves.iter().copied().find(|mv| mv.slide() == slide)).ok_or_else(
            || {
                let letters: Vec<String> =
                    moves.iter().map(|mv| format!("`{}`", mv.slide().letter())).collect();
                let expected = format!("a move of the blank: {}", letters.join(", "));
                if word.is_empty() {
                    ParseError::at_end(text, expected)
                } else {
                    ParseError::about(text, word, expected)
                }
            },
        )
    }
}

impl<B: Board> Depict for SlidingPuzzle<B> {
    fn depict(&self, board: &B) -> Picture {
        let size = self.size();
        let mut shapes = Vec::with_capacity(2 * size.cells());
        for cell in 0..size.cells() {
            let (x, y) = (size.column(cell) as i32, size.row(cell) as i32);
            let tile = board.tile(cell);
            let role = if tile == 0 { Role::Ground } else { Role::Piece };
            shapes.push(Shape::Cell { x, y, role });
            if tile != 0 {
                shapes.push(Shape::Glyph { x, y, text: tile.to_string(), role: Role::Label });
            }
        }
        Picture { width: size.width() as u32, height: size.height() as u32, shapes }
    }
}
