//! Moves in standard algebraic notation: `Nf3`, `exd5`, `e8=Q+`, `O-O`.

use std::fmt;

use cozy_chess::{File, Move, Piece, Rank, Square};
use tremaux_core::ParseError;

use crate::long_algebraic::{castled_king, squares};
use crate::position::Position;

const EXAMPLE: &str = "a move, for example `Nf3`, `exd5`, `e8=Q` or `O-O`";

impl Position {
    /// Writes a legal move in standard algebraic notation.
    ///
    /// ```
    /// use tremaux::games::chess::Position;
    /// let position = Position::parse_fen("6k1/5ppp/8/8/8/8/5PPP/R4RK1 w - - 0 1")?;
    /// let mv = position.parse_uci("a1e1")?;
    /// assert_eq!(position.to_san(mv), "Rae1");
    /// assert_eq!(position.to_san(position.parse_san("Ra8")?), "Ra8#");
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn to_san(&self, mv: Move) -> String {
        let mut text = String::with_capacity(7);
        self.write_san(mv, &mut text).expect("a string takes everything");
        text
    }

    /// Writes a legal move in standard algebraic notation.
    ///
    /// # Errors
    ///
    /// Fails only if `out` does.
    pub fn write_san(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        let board = self.board();
        let piece = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let is_castling = self.is_castling(mv);
        let is_capture = !is_castling
            && (board.occupied().has(mv.to)
                || piece == Piece::Pawn && mv.from.file() != mv.to.file());
        if is_castling {
            out.write_str(if castled_king(mv).file() == File::G { "O-O" } else { "O-O-O" })?;
        } else {
            if piece == Piece::Pawn {
                if is_capture {
                    write!(out, "{}", mv.from.file())?;
                }
            } else {
                out.write_char(char::from(piece).to_ascii_uppercase())?;
                self.write_origin(piece, mv, out)?;
            }
            out.write_str(if is_capture { "x" } else { "" })?;
            write!(out, "{}", mv.to)?;
            if let Some(promotion) = mv.promotion {
                write!(out, "={}", char::from(promotion).to_ascii_uppercase())?;
            }
        }
        let mut after = board.clone();
        after.play_unchecked(mv);
        if after.checkers().is_empty() {
            return Ok(());
        }
        out.write_char(if after.generate_moves(|_| true) { '+' } else { '#' })
    }

    /// Writes the file, the rank or both of the square that a piece comes from, if another of
    /// its kind could go to the same square.
    fn write_origin(&self, piece: Piece, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        let (mut others, mut on_file, mut on_rank) = (false, false, false);
        let mask = self.board().pieces(piece);
        self.board().generate_moves_for(mask, |found| {
            if found.from != mv.from && found.to.has(mv.to) {
                others = true;
                on_file |= found.from.file() == mv.from.file();
                on_rank |= found.from.rank() == mv.from.rank();
            }
            false
        });
        match (others, on_file, on_rank) {
            (false, ..) => Ok(()),
            (true, false, _) => write!(out, "{}", mv.from.file()),
            (true, true, false) => write!(out, "{}", mv.from.rank()),
            (true, true, true) => write!(out, "{}", mv.from),
        }
    }

    /// Reads a legal move in standard algebraic notation.
    ///
    /// Pieces may have their German letters (S, L, T, D). Marks of check and mate may be missing;
    /// `0-0` and `o-o` are castling, too, `e8Q` and `e8(Q)` promotions; `!`, `?` and `e.p.` after
    /// the move are ignored, and more than is needed of the square it comes from is accepted:
    /// `Ng1-f3`.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the notation, the moves that it could mean, or the nearest
    /// legal ones.
    pub fn parse_san(&self, text: &str) -> Result<Move, ParseError> {
        self.san_within(text, text.trim())
    }

    /// Reads a legal move in standard algebraic notation, or as two squares like
    /// [`Position::parse_uci`].
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the notation, the moves that it could mean, or the nearest
    /// legal ones.
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        self.move_within(text, text.trim())
    }

    /// Reads a move from `word`, a part of `text`.
    pub(crate) fn move_within(&self, text: &str, word: &str) -> Result<Move, ParseError> {
        match squares(word).and_then(|(from, to, piece)| self.find_squares(from, to, piece)) {
            Some(mv) => Ok(mv),
            None => self.san_within(text, word),
        }
    }

    /// Reads a move in standard algebraic notation from `word`, a part of `text`.
    pub(crate) fn san_within(&self, text: &str, word: &str) -> Result<Move, ParseError> {
        let Some(pattern) = Pattern::parse(word) else {
            return Err(ParseError::about(text, word, EXAMPLE));
        };
        let candidates = self.matching(&pattern);
        match candidates[..] {
            [mv] => Ok(mv),
            [] => Err(self.illegal(text, word, |mv| self.to_san(mv))),
            [first, ..]
                if first.promotion.is_some()
                    && candidates.iter().all(|mv| mv.from == first.from) =>
            {
                let expected = format!("the piece that the pawn becomes, as in `{}=Q`", word);
                Err(ParseError::about(text, word, expected))
            }
            _ => {
                let names: Vec<String> =
                    candidates.iter().map(|&mv| format!("`{}`", self.to_san(mv))).collect();
                let expected = format!("one of {}: several pieces can go there", names.join(", "));
                Err(ParseError::about(text, word, expected))
            }
        }
    }

    /// The legal moves that a pattern could mean.
    fn matching(&self, pattern: &Pattern) -> Vec<Move> {
        let board = self.board();
        let mut found = Vec::new();
        let (piece, file, rank, to, promotion) = match *pattern {
            Pattern::Castling { is_short } => {
                let rights = board.castle_rights(self.side_to_move());
                let from = board.king(self.side_to_move());
                if let Some(rook) = if is_short { rights.short } else { rights.long } {
                    let mv = Move { from, to: Square::new(rook, from.rank()), promotion: None };
                    found.extend(self.is_legal(mv).then_some(mv));
                }
                return found;
            }
            Pattern::Piece { piece, file, rank, to, promotion } => {
                (piece, file, rank, to, promotion)
            }
        };
        let own = board.colors(self.side_to_move());
        if own.has(to) {
            return found;
        }
        board.generate_moves_for(board.pieces(piece), |moves| {
            let is_from = file.is_none_or(|file| moves.from.file() == file)
                && rank.is_none_or(|rank| moves.from.rank() == rank);
            if is_from && moves.to.has(to) {
                for mv in moves {
                    let is_it = mv.to == to && (promotion.is_none() || mv.promotion == promotion);
                    found.extend(is_it.then_some(mv));
                }
            }
            false
        });
        found
    }
}

/// What a move in algebraic notation says.
enum Pattern {
    Castling {
        is_short: bool,
    },
    Piece {
        piece: Piece,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Piece>,
    },
}

impl Pattern {
    fn parse(word: &str) -> Option<Self> {
        let word = word.trim_end_matches(['!', '?']);
        let word = word.strip_suffix("e.p.").or(word.strip_suffix("ep")).unwrap_or(word);
        let word = word.trim_end_matches(['+', '#']);
        match word {
            "O-O" | "0-0" | "o-o" => return Some(Self::Castling { is_short: true }),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Self::Castling { is_short: false }),
            _ => {}
        }
        let (piece, rest) = match word.as_bytes().first()? {
            letter @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'S' | b'L' | b'T' | b'D') => {
                (piece(char::from(*letter))?, &word[1..])
            }
            b'P' => (Piece::Pawn, &word[1..]),
            _ => (Piece::Pawn, word),
        };
        let (rest, promotion) = promotion(rest)?;
        let at = rest.len().checked_sub(2)?;
        let to: Square = rest.get(at..)?.parse().ok()?;
        let origin = rest[..at].trim_end_matches(['x', ':', '-']);
        if rest[..at].len() > origin.len() + 1 {
            return None;
        }
        let (mut file, mut rank) = (None, None);
        for sign in origin.chars() {
            if let (Ok(it), None, None) = (File::try_from(sign), file, rank) {
                file = Some(it);
            } else if let (Ok(it), None) = (Rank::try_from(sign), rank) {
                rank = Some(it);
            } else {
                return None;
            }
        }
        if promotion.is_some() && piece != Piece::Pawn {
            return None;
        }
        Some(Self::Piece { piece, file, rank, to, promotion })
    }
}

/// The piece of a letter, English or, where that means no other one, German.
fn piece(letter: char) -> Option<Piece> {
    match letter {
        'S' => Some(Piece::Knight),
        'L' => Some(Piece::Bishop),
        'T' => Some(Piece::Rook),
        'D' => Some(Piece::Queen),
        letter => Piece::try_from(letter.to_ascii_lowercase()).ok(),
    }
}

/// Splits the promotion from the end of a move: `=Q`, `Q`, `(Q)` or `/Q`.
fn promotion(word: &str) -> Option<(&str, Option<Piece>)> {
    let inner = word.strip_suffix(')').unwrap_or(word);
    let is_square = inner.ends_with(|sign: char| sign.is_ascii_digit());
    if is_square {
        return (inner.len() == word.len()).then_some((word, None));
    }
    let piece = piece(inner.chars().last()?)?;
    if matches!(piece, Piece::Pawn | Piece::King) {
        return None;
    }
    let rest = &inner[..inner.len() - 1];
    let opening = if inner.len() < word.len() { ['(', '('] } else { ['=', '/'] };
    let rest = rest.strip_suffix(opening).or((inner.len() == word.len()).then_some(rest))?;
    Some((rest, Some(piece)))
}
