//! Positions as FEN, moves in standard algebraic notation, pictures of boards.

use std::fmt;

use cozy_chess::{Color, File, Move, Piece, Rank, Square};
use tremaux_core::{Game, GameDepict, GameNotation, ParseError, Picture, Role, Shape, Turn};

use crate::fen::piece_letter;
use crate::position::Position;
use crate::rules::Chess;

/// Positions are written as FEN or X-FEN, moves in standard algebraic notation. Moves are also
/// read as two squares, as in the UCI protocol. [`Position::parse_move`] also reads the moves of
/// a game that was played on although it was drawn.
impl GameNotation for Chess {
    fn write_position(&self, position: &Position, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&position.to_fen())
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        Position::parse_fen(text)
    }

    fn write_move(&self, position: &Position, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        position.write_san(mv, out)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        if self.turn(position) == Turn::Over {
            return Err(ParseError::about(text, text.trim(), "no move: the game is over"));
        }
        position.parse_move(text)
    }
}

impl GameDepict for Chess {
    /// Draws the pieces as the letters of FEN.
    fn depict(&self, position: &Position) -> Picture {
        picture(position, piece_letter)
    }
}

/// A picture with a sign for each piece.
pub(crate) fn picture(position: &Position, sign: impl Fn(Color, Piece) -> char) -> Picture {
    let mut shapes = Vec::new();
    for rank in Rank::ALL {
        for file in File::ALL {
            let (x, y) = (file as i32, 7 - rank as i32);
            if (file as usize + rank as usize).is_multiple_of(2) {
                shapes.push(Shape::Cell { x, y, role: Role::Ground });
            }
            if let Some((color, piece)) = position.piece_on(Square::new(file, rank)) {
                let role = if color == Color::White { Role::Piece } else { Role::OtherPiece };
                shapes.push(Shape::Glyph { x, y, text: sign(color, piece).to_string(), role });
            }
        }
    }
    Picture { width: 8, height: 8, shapes }
}
