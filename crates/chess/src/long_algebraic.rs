//! Moves as squares: `e2e4`, `e7e8q`, as the UCI protocol writes them.

use std::fmt;

use cozy_chess::{File, Move, Piece, Square};
use tremaux_core::ParseError;

use crate::position::Position;

/// How castling is written in long algebraic notation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Castling {
    /// The king's two squares, `e1g1`, if king and rook stand as in usual chess; else as in
    /// Chess960.
    #[default]
    KingMoves,
    /// The square of the king and that of the rook, `e1h1`: Chess960.
    KingTakesRook,
}

impl Position {
    /// Whether `mv` is castling.
    #[inline]
    pub fn is_castling(&self, mv: Move) -> bool {
        self.board().colors(self.side_to_move()).has(mv.to)
    }

    /// Writes a legal move as the UCI protocol does.
    ///
    /// ```
    /// use tremaux::games::chess::{Castling, Position};
    /// let position = Position::parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let castling = position.parse_uci("e1g1")?;
    /// assert_eq!(position.to_uci(castling, Castling::KingMoves), "e1g1");
    /// assert_eq!(position.to_uci(castling, Castling::KingTakesRook), "e1h1");
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn to_uci(&self, mv: Move, castling: Castling) -> String {
        let mut text = String::with_capacity(5);
        self.write_uci(mv, castling, &mut text).expect("a string takes everything");
        text
    }

    /// Writes a legal move as the UCI protocol does.
    ///
    /// # Errors
    ///
    /// Fails only if `out` does.
    pub fn write_uci(&self, mv: Move, castling: Castling, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}{}", mv.from, self.target(mv, castling))?;
        mv.promotion.map_or(Ok(()), |piece| out.write_char(char::from(piece)))
    }

    /// The second square of a legal move.
    pub(crate) fn target(&self, mv: Move, castling: Castling) -> Square {
        let is_usual = mv.from.file() == File::E && matches!(mv.to.file(), File::A | File::H);
        if self.is_castling(mv) && is_usual && castling == Castling::KingMoves {
            castled_king(mv)
        } else {
            mv.to
        }
    }

    /// Reads a legal move written as two squares, with a letter for a promotion: `e2e4`,
    /// `e7e8q`. Castling is `e1g1` or `e1h1`.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the notation, or the nearest legal moves.
    pub fn parse_uci(&self, text: &str) -> Result<Move, ParseError> {
        let word = text.trim();
        let Some((from, to, promotion)) = squares(word) else {
            let expected = "a move such as `e2e4`, or `e7e8q` for a promotion";
            return Err(ParseError::about(text, word, expected));
        };
        self.find_squares(from, to, promotion)
            .ok_or_else(|| self.illegal(text, word, |mv| self.to_uci(mv, Castling::KingMoves)))
    }

    /// The legal move between two squares. Castling is given by the square of the rook, or by
    /// that which the king goes to, if it is more than one step away.
    pub(crate) fn find_squares(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Piece>,
    ) -> Option<Move> {
        let mv = Move { from, to, promotion };
        if self.is_legal(mv) {
            return Some(mv);
        }
        let king = self.board().king(self.side_to_move());
        let is_far = (from.file() as i32 - to.file() as i32).abs() > 1;
        if from != king || from.rank() != to.rank() || !is_far || promotion.is_some() {
            return None;
        }
        let rights = self.board().castle_rights(self.side_to_move());
        let rook = match to.file() {
            File::G => rights.short?,
            File::C => rights.long?,
            _ => return None,
        };
        let mv = Move { from, to: Square::new(rook, from.rank()), promotion: None };
        self.is_legal(mv).then_some(mv)
    }

    /// An error about `word`, a part of `text`, that is no legal move: it names the nearest ones
    /// as `write` writes them.
    pub(crate) fn illegal(
        &self,
        text: &str,
        word: &str,
        write: impl Fn(Move) -> String,
    ) -> ParseError {
        let legal: Vec<String> = self.legal_moves().into_iter().map(write).collect();
        if legal.is_empty() {
            return ParseError::about(text, word, "no move: there is no legal one");
        }
        // A long text is near to nothing, and takes long to compare.
        let word_start: String = word.chars().take(8).collect();
        let mut near: Vec<(usize, &String)> =
            legal.iter().map(|mv| (strsim::osa_distance(&word_start, mv), mv)).collect();
        near.sort();
        let near: Vec<String> = near.iter().take(3).map(|(_, mv)| format!("`{mv}`")).collect();
        let expected = match near.as_slice() {
            [only] => format!("{only}, the only legal move"),
            _ => format!("a legal move; the nearest are {}", near.join(", ")),
        };
        ParseError::about(text, word, expected)
    }
}

/// Where the king goes in castling.
pub(crate) fn castled_king(mv: Move) -> Square {
    let file = if mv.from.file() < mv.to.file() { File::G } else { File::C };
    Square::new(file, mv.from.rank())
}

/// Two squares and perhaps a promotion.
pub(crate) fn squares(word: &str) -> Option<(Square, Square, Option<Piece>)> {
    let square = |at: usize| word.get(at..at + 2)?.parse::<Square>().ok();
    let (from, to) = (square(0)?, square(2)?);
    let promotion = match word.get(4..)? {
        "" => None,
        "q" | "Q" => Some(Piece::Queen),
        "r" | "R" => Some(Piece::Rook),
        "b" | "B" => Some(Piece::Bishop),
        "n" | "N" => Some(Piece::Knight),
        _ => return None,
    };
    Some((from, to, promotion))
}
