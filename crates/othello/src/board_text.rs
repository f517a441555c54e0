//! Boards and moves as parts of texts.

use std::fmt;

use tremaux_core::{Game, GameNotation, ParseError, Player, Turn};

use crate::board::CENTRE;
use crate::rules::{Move, Othello, Position};

/// The discs of Black and White, and an empty square.
pub(crate) const SIGNS: [char; 3] = ['X', 'O', '-'];

/// The player whose disc a sign is; 2 for an empty square.
pub(crate) fn owner(sign: char) -> Option<Player> {
    match sign {
        'X' | 'x' | '*' => Some(0),
        'O' | 'o' => Some(1),
        '-' | '.' => Some(2),
        _ => None,
    }
}

/// The name of a square: `f5`.
pub(crate) struct SquareName(pub(crate) u8);

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), self.0 / 8 + 1)
    }
}

/// The moves that are legal for the player to move, for error messages.
pub(crate) fn expected(position: &Position) -> String {
    let mut moves = Vec::new();
    Othello.moves(position, &mut moves);
    let names: Vec<String> = moves.iter().map(|&mv| Othello.move_text(position, mv)).collect();
    let side = SIGNS[usize::from(position.player_to_move())];
    format!("a legal move for {side}: {}", names.join(" "))
}

/// Whether a word is a pass.
pub(crate) fn is_pass(word: &str) -> bool {
    ["pass", "pa", "ps", "--"].iter().any(|pass| word.eq_ignore_ascii_case(pass))
}

/// The legal move `word`, which is a part of `text`.
pub(crate) fn read_move(position: &Position, text: &str, word: &str) -> Result<Move, ParseError> {
    let wrong = |expected: String| Err(ParseError::about(text, word, expected));
    if Othello.turn(position) == Turn::Over {
        return wrong("no move: the game is over".into());
    }
    let legal = position.legal_squares();
    if is_pass(word) {
        return if legal == 0 { Ok(Move::PASS) } else { wrong(expected(position)) };
    }
    match *word.as_bytes() {
        [column, row] => {
            let (column, row) =
                (column.to_ascii_lowercase().wrapping_sub(b'a'), row.wrapping_sub(b'1'));
            if column < 8 && row < 8 && legal >> (8 * row + column) & 1 == 1 {
                return Ok(Move::on(8 * row + column));
            }
            wrong(expected(position))
        }
        [column] if column.is_ascii_alphabetic() => {
            wrong("a column and a row, for example f5".into())
        }
        _ => wrong(expected(position)),
    }
}

/// The position of a board as GGS writes it, `body`, a part of `text`: its size, its rows and the
/// side to move.
pub(crate) fn parse_board(text: &str, body: &str) -> Result<Position, ParseError> {
    let mut rest = body;
    let size = next_word(&mut rest);
    if size != "8" {
        return Err(ParseError::about(text, size, "8, the size of the board, then its rows"));
    }
    let (position, rest) = read_board(text, rest)?;
    match rest.trim() {
        "" => Ok(position),
        rest => Err(ParseError::about(text, rest, "`]` after the side to move")),
    }
}

/// The position drawn at the start of `text`, and the rest of the text.
pub(crate) fn read_board<'a>(
    text: &'a str,
    body: &'a str,
) -> Result<(Position, &'a str), ParseError> {
    let mut rest = body;
    let mut discs = [0_u64; 3];
    let mut row_length = 64;
    let mut read = 0;
    while read < 64 {
        let word = next_word(&mut rest);
        if read == 0 && word.chars().count() == 8 {
            row_length = 8;
        }
        read_row(text, word, read, row_length, &mut discs)?;
        read += row_length;
    }
    if discs[2] & CENTRE != 0 {
        let start = body.as_ptr() as usize - text.as_ptr() as usize;
        let square = (discs[2] & CENTRE).trailing_zeros() as u8;
        let found = format!("{} empty", SquareName(square));
        let length = body.len() - rest.len();
        return Err(ParseError::at(text, start, length, found, "discs on d4, e4, d5 and e5"));
    }
    let mover = read_side(text, &mut rest)?;
    Ok((Position::new(discs[0], discs[1], mover), rest))
}

/// Reads `word`, which has `length` squares from number `first` on: by the owner of their disc.
fn read_row(
    text: &str,
    word: &str,
    first: usize,
    length: usize,
    discs: &mut [u64; 3],
) -> Result<(), ParseError> {
    if word.is_empty() {
        return Err(ParseError::at_end(text, "64 squares: X, O or - for each"));
    }
    let mut count = 0;
    for (start, sign) in word.char_indices() {
        let Some(owner) = owner(sign) else {
            let sign = &word[start..start + sign.len_utf8()];
            let what = match (first, start) {
                (0, 0) => "a board of X, O and -, or moves such as f5d6c3",
                _ => "a square: X, O or -",
            };
            return Err(ParseError::about(text, sign, what));
        };
        if count < length {
            discs[usize::from(owner)] |= 1 << (first + count);
        }
        count += 1;
    }
    if count != length {
        let what = if length == 8 { "8 squares in a row" } else { "64 squares" };
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let plural = if count == 1 { "" } else { "s" };
        let found = format!("{count} square{plural}");
        return Err(ParseError::at(text, start, word.len(), found, what));
    }
    Ok(())
}

/// Takes the side to move from `rest`.
fn read_side(text: &str, rest: &mut &str) -> Result<Player, ParseError> {
    let before = *rest;
    let word = next_word(rest);
    let mut signs = word.chars();
    let side = match (signs.next(), signs.next()) {
        (Some(sign), None) => owner(sign).filter(|&owner| owner < 2),
        _ => None,
    };
    side.ok_or_else(|| {
        let what = "the side to move, X or O";
        let end = before.as_ptr() as usize - text.as_ptr() as usize;
        match word.is_empty() {
            true => ParseError::at_end(&text[..end], what),
            false => ParseError::about(text, word, what),
        }
    })
}

/// Takes the next word from `rest`; a semicolon is a word.
fn next_word<'a>(rest: &mut &'a str) -> &'a str {
    let trimmed = rest.trim_start();
    let end = trimmed.find(|letter: char| letter.is_whitespace() || letter == ';');
    let end = end.map_or(trimmed.len(), |end| end.max(1));
    *rest = &trimmed[end..];
    &trimmed[..end]
}
