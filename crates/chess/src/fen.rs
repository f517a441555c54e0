//! Positions in Forsyth-Edwards notation: FEN, X-FEN and Shredder-FEN.

use std::fmt;

use cozy_chess::{
    BitBoard, Board, BoardBuilder, BoardBuilderError, CastleRights, Color, File, Piece, Rank,
    Square, get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};
use tremaux_core::ParseError;

use crate::position::Position;

/// How castling rights are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingLetters {
    /// `KQkq`, and the file of the rook where it is not the outermost one (X-FEN). For positions
    /// of usual chess this is plain FEN.
    #[default]
    Outermost,
    /// Always the file of the rook, `HAha` (Shredder-FEN).
    Files,
}

const EXAMPLE: &str = "a FEN, for example \
                       `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`";

impl Position {
    /// Reads FEN, X-FEN or Shredder-FEN. The last two fields, the half-move clock and the number
    /// of the move, may both be missing.
    ///
    /// An en-passant square on which no pawn can capture is accepted and not kept.
    ///
    /// # Errors
    ///
    /// Returns the place of what is wrong: the notation, the number of kings, pawns or pieces, a
    /// side in check that is not to move, castling rights without king and rook, an en-passant
    /// square that no pawn has just passed.
    ///
    /// ```
    /// use tremaux::games::chess::Position;
    /// let position = Position::parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// assert_eq!(position.legal_moves().len(), 15);
    /// let error = Position::parse_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1").unwrap_err();
    /// assert_eq!((error.column, error.found.as_str()), (23, "`K`"));
    /// # Ok::<(), tremaux::ParseError>(())
    /// ```
    pub fn parse_fen(text: &str) -> Result<Self, ParseError> {
        let mut fields = text.split_whitespace();
        let board = parse_board(text, &mut fields)?;
        let Some(clock) = fields.next() else { return Ok(Self::of(board)) };
        let number = fields
            .next()
            .ok_or_else(|| ParseError::at_end(text, "field 6, the number of the move"))?;
        if let Some(extra) = fields.next() {
            return Err(ParseError::about(text, extra, "the end of the FEN after six fields"));
        }
        let (clock, number) = (parse_clock(text, clock)?, parse_number(text, number)?);
        let mut position = Self::of(board);
        position.set_counters(clock, number);
        Ok(position)
    }

    /// Writes FEN or X-FEN. The en-passant square is written only if a pawn can capture there.
    pub fn to_fen(&self) -> String {
        self.fen(CastlingLetters::Outermost).to_string()
    }

    /// The position as FEN with castling rights written in this way.
    pub fn fen(&self, letters: CastlingLetters) -> impl fmt::Display {
        Fen { position: self, letters }
    }

    /// Writes the first four fields of a FEN: what an EPD record begins with.
    pub(crate) fn write_placement(
        &self,
        letters: CastlingLetters,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let Some((color, piece)) = self.piece_on(Square::new(file, rank)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(out, "{empty}")?;
                    empty = 0;
                }
                out.write_char(piece_letter(color, piece))?;
            }
            if empty > 0 {
                write!(out, "{empty}")?;
            }
            out.write_char(if rank == Rank::First { ' ' } else { '/' })?;
        }
        out.write_str(if self.side_to_move() == Color::White { "w " } else { "b " })?;
        let mut has_rights = false;
        for color in Color::ALL {
            let rights = self.board().castle_rights(color);
            for (file, is_short) in [(rights.short, true), (rights.long, false)] {
                let Some(file) = file else { continue };
                has_rights = true;
                let is_outermost = outermost_rook(self.board(), color, is_short) == Some(file);
                let letter = match (letters, is_short) {
                    (CastlingLetters::Outermost, true) if is_outermost => 'k',
                    (CastlingLetters::Outermost, false) if is_outermost => 'q',
                    _ => char::from(file),
                };
                let is_white = color == Color::White;
                out.write_char(if is_white { letter.to_ascii_uppercase() } else { letter })?;
            }
        }
        out.write_str(if has_rights { " " } else { "- " })?;
        match self.en_passant() {
            Some(square) => write!(out, "{square}"),
            None => out.write_char('-'),
        }
    }
}

struct Fen<'a> {
    position: &'a Position,
    letters: CastlingLetters,
}

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.write_placement(self.letters, f)?;
        let board = self.position.board();
        write!(f, " {} {}", self.position.halfmove_clock(), board.fullmove_number())
    }
}

/// Reads the first four fields of a FEN.
pub(crate) fn parse_board<'a>(
    text: &str,
    fields: &mut impl Iterator<Item = &'a str>,
) -> Result<Board, ParseError> {
    let mut builder = BoardBuilder::empty();
    let placement = fields.next().ok_or_else(|| ParseError::at_end(text, EXAMPLE))?;
    parse_placement(text, placement, &mut builder)?;
    let missing = |what: &str| ParseError::at_end(text, what);
    let side = fields.next().ok_or_else(|| missing("field 2, the side to move: `w` or `b`"))?;
    builder.side_to_move = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(ParseError::about(text, side, "the side to move, `w` or `b`")),
    };
    let plain = builder.build().map_err(|_| {
        let waiting = name(!builder.side_to_move);
        let expected = format!("the other side to move: the king of {waiting} is in check");
        ParseError::about(text, side, expected)
    })?;
    if plain.checkers().len() > 2 {
        let expected = "a king attacked by at most two pieces";
        return Err(ParseError::about(text, placement, expected));
    }
    let castling = fields
        .next()
        .ok_or_else(|| missing("field 3, the castling rights: for example `KQkq`, or `-`"))?;
    parse_castling(text, castling, &plain, &mut builder)?;
    let passed = fields.next().ok_or_else(|| missing("field 4, the en-passant square, or `-`"))?;
    parse_en_passant(text, passed, &plain, &mut builder)?;
    builder.build().map_err(|error| match error {
        BoardBuilderError::InvalidEnPassant => {
            let expected = "`-`: the pawn cannot just have made a double step, because the king \
                            was in check before";
            ParseError::about(text, passed, expected)
        }
        _ => ParseError::about(text, placement, EXAMPLE),
    })
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

pub(crate) fn piece_letter(color: Color, piece: Piece) -> char {
    let letter = char::from(piece);
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

fn parse_placement(
    text: &str,
    placement: &str,
    builder: &mut BoardBuilder,
) -> Result<(), ParseError> {
    let mut ranks = placement.split('/');
    let mut counts = [[0; 6]; 2];
    for rank in Rank::ALL.into_iter().rev() {
        let row = ranks.next().ok_or_else(|| {
            let end = &placement[placement.len()..];
            ParseError::about(text, end, format!("`/` and rank {rank}: eight ranks"))
        })?;
        parse_rank(text, row, rank, &mut counts, builder)?;
    }
    if let Some(extra) = ranks.next() {
        return Err(ParseError::about(text, extra, "the side to move after eight ranks"));
    }
    for color in Color::ALL {
        if counts[color as usize][Piece::King as usize] == 0 {
            let expected = format!("a board with a king of {}", name(color));
            return Err(ParseError::about(text, placement, expected));
        }
    }
    kings_apart(text, placement, builder)
}

/// Reads the pieces of a rank; `counts` has those of the ranks above, by colour and piece.
fn parse_rank(
    text: &str,
    row: &str,
    rank: Rank,
    counts: &mut [[u32; 6]; 2],
    builder: &mut BoardBuilder,
) -> Result<(), ParseError> {
    let mut file = 0;
    for (at, sign) in row.char_indices() {
        let word = &row[at..at + sign.len_utf8()];
        let wrong = |expected: &str| ParseError::about(text, word, expected);
        if let Some(empty @ 1..=8) = sign.to_digit(10) {
            file += empty as usize;
            if file > 8 {
                return Err(wrong(&format!("eight squares in rank {rank}, not more")));
            }
            continue;
        }
        let piece = Piece::try_from(sign.to_ascii_lowercase()).map_err(|_| {
            wrong("a piece, one of `PNBRQKpnbrqk`, or a number of empty squares, 1 to 8")
        })?;
        let color = if sign.is_ascii_uppercase() { Color::White } else { Color::Black };
        let Some(&file_of) = File::ALL.get(file) else {
            return Err(wrong(&format!("eight squares in rank {rank}, not more")));
        };
        if piece == Piece::Pawn && matches!(rank, Rank::First | Rank::Eighth) {
            return Err(wrong("no pawn on the first or last rank"));
        }
        let counts = &mut counts[color as usize];
        counts[piece as usize] += 1;
        if counts[Piece::King as usize] > 1 {
            return Err(wrong(&format!("one king of {}, not two", name(color))));
        }
        if counts[Piece::Pawn as usize] > 8 {
            return Err(wrong(&format!("at most eight pawns of {}", name(color))));
        }
        if counts.iter().sum::<u32>() > 16 {
            return Err(wrong(&format!("at most sixteen pieces of {}", name(color))));
        }
        *builder.square_mut(Square::new(file_of, rank)) = Some((piece, color));
        file += 1;
    }
    if file < 8 {
        let expected = format!("eight squares in rank {rank}, not {file}");
        return Err(ParseError::about(text, row, expected));
    }
    Ok(())
}

/// Rejects a position in which both kings are in check, whoever is to move.
fn kings_apart(text: &str, placement: &str, builder: &BoardBuilder) -> Result<(), ParseError> {
    let is_attacked = |color: Color| {
        let square = |square: Square| builder.square(square);
        let king = Square::ALL.into_iter().find(|&at| square(at) == Some((Piece::King, color)));
        let king = king.expect("there is one");
        let occupied = Square::ALL
            .into_iter()
            .filter(|&at| square(at).is_some())
            .fold(BitBoard::EMPTY, |all, at| all | at.bitboard());
        occupied.into_iter().any(|at| {
            let Some((piece, owner)) = square(at) else { return false };
            let attacked = match piece {
                Piece::Pawn => get_pawn_attacks(at, owner),
                Piece::Knight => get_knight_moves(at),
                Piece::Bishop => get_bishop_moves(at, occupied),
                Piece::Rook => get_rook_moves(at, occupied),
                Piece::Queen => get_bishop_moves(at, occupied) | get_rook_moves(at, occupied),
                Piece::King => get_king_moves(at),
            };
            owner != color && attacked.has(king)
        })
    };
    if is_attacked(Color::White) && is_attacked(Color::Black) {
        return Err(ParseError::about(text, placement, "a board with at most one king in check"));
    }
    Ok(())
}

/// The file of the outermost rook beside the king of a side, on its back rank.
fn outermost_rook(board: &Board, color: Color, is_short: bool) -> Option<File> {
    let king = board.king(color);
    let back = Rank::First.relative_to(color);
    let rooks = board.colored_pieces(color, Piece::Rook) & back.bitboard();
    let mut files = rooks.into_iter().map(Square::file).filter(|&file| {
        king.rank() == back && if is_short { file > king.file() } else { file < king.file() }
    });
    if is_short { files.last() } else { files.next() }
}

fn parse_castling(
    text: &str,
    castling: &str,
    board: &Board,
    builder: &mut BoardBuilder,
) -> Result<(), ParseError> {
    if castling == "-" {
        return Ok(());
    }
    for (at, sign) in castling.char_indices() {
        let word = &castling[at..at + sign.len_utf8()];
        let wrong = |expected: &str| Err(ParseError::about(text, word, expected));
        let color = if sign.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = board.king(color);
        let back = Rank::First.relative_to(color);
        let (is_short, file) = match sign.to_ascii_lowercase() {
            'k' => (true, outermost_rook(board, color, true)),
            'q' => (false, outermost_rook(board, color, false)),
            letter @ 'a'..='h' => {
                let file = File::try_from(letter).expect("a letter from a to h");
                let rooks = board.colored_pieces(color, Piece::Rook);
                let has_rook = king.rank() == back && rooks.has(Square::new(file, back));
                (file > king.file(), has_rook.then_some(file))
            }
            _ => {
                return wrong(
                    "castling rights: letters of `KQkq`, files of rooks such as `HAha`, or `-`",
                );
            }
        };
        let Some(file) = file else {
            let side = if is_short { "right" } else { "left" };
            return wrong(&format!(
                "no castling right: {} needs the king on its first rank and a rook to the {side} \
                 of it",
                name(color)
            ));
        };
        let CastleRights { short, long } = builder.castle_rights_mut(color);
        let right = if is_short { short } else { long };
        if right.replace(file).is_some() {
            return wrong("each castling right once");
        }
    }
    Ok(())
}

fn parse_en_passant(
    text: &str,
    passed: &str,
    board: &Board,
    builder: &mut BoardBuilder,
) -> Result<(), ParseError> {
    if passed == "-" {
        return Ok(());
    }
    let wrong = |expected: &str| Err(ParseError::about(text, passed, expected));
    let Ok(square) = passed.parse::<Square>() else {
        return wrong("the en-passant square, for example `e3`, or `-`");
    };
    let color = board.side_to_move();
    let rank = Rank::Sixth.relative_to(color);
    if square.rank() != rank {
        return wrong(&format!("an en-passant square on rank {rank}, or `-`"));
    }
    let file = square.file();
    let on = |rank: Rank| Square::new(file, rank.relative_to(color));
    let pawns = board.colored_pieces(!color, Piece::Pawn);
    let behind = get_between_rays(on(Rank::Fifth), on(Rank::Eighth));
    if !pawns.has(on(Rank::Fifth)) || !(behind & board.occupied()).is_empty() {
        return wrong("the empty square that a pawn has just passed by a double step, or `-`");
    }
    builder.en_passant = Some(square);
    Ok(())
}

/// Reads the half-move clock.
pub(crate) fn parse_clock(text: &str, word: &str) -> Result<u16, ParseError> {
    plain_number(word).ok_or_else(|| {
        let expected = "the half-moves since the last capture or pawn move, a number from 0 to \
                        65535";
        ParseError::about(text, word, expected)
    })
}

/// Reads the number of the move. Some programs count from zero.
pub(crate) fn parse_number(text: &str, word: &str) -> Result<u16, ParseError> {
    let number = plain_number(word).map(|number| number.max(1));
    number.ok_or_else(|| ParseError::about(text, word, "the number of the move, from 1 to 65535"))
}

fn plain_number(word: &str) -> Option<u16> {
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}
