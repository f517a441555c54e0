//! Positions as boards or transcripts, moves as squares, pictures of boards.

use std::fmt;

use tremaux_core::{
    Game, GameDepict, GameNotation, ParseError, Picture, Player, Role, Shape, Turn,
};

use crate::board_text::{SIGNS, SquareName, expected, is_pass, owner, parse_board, read_move};
use crate::obf::Record;
use crate::rules::{Move, Othello, Position};

/// Positions are read in two forms, and written in the first.
///
/// * A board, as in OBF: 64 squares, row by row from the top, `X` or `*` for Black's discs, `O` for
///   White's, `-` or `.` for an empty square, then the side to move; or eight words of eight
///   squares. Moves with scores may follow, see [`Record`]. The boards of the server GGS are in
///   brackets and begin with their size: `[8 -------- … *]`.
/// * A transcript: the moves played from the start (`f5d6c3`), also with their numbers
///   (`1. f5 d6 2. c3`). Passes may be left out.
///
/// Rejects boards with an empty square among the four in the middle. Whether a board can be
/// reached by legal moves is not checked further.
impl GameNotation for Othello {
    fn write_position(&self, position: &Position, out: &mut dyn fmt::Write) -> fmt::Result {
        for square in 0..64 {
            out.write_char(SIGNS[owner_on(position, square).map_or(2, usize::from)])?;
        }
        write!(out, " {}", SIGNS[usize::from(position.player_to_move())])
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let start = text.trim_start();
        if start.starts_with('[') {
            return bracketed(text, start);
        }
        let mut letters = start.chars();
        let (first, second) = (letters.next(), letters.next());
        let is_column = |letter: char| letter.is_ascii_alphabetic() && owner(letter).is_none();
        let is_move = second.is_none_or(|it| it.is_ascii_digit() || it.is_whitespace());
        if first.is_none_or(|first| is_column(first) && (is_move || is_pass_ahead(start)))
            || number_length(start) > 0
        {
            replay(text)
        } else {
            Record::parse(text).map(|record| record.position)
        }
    }

    fn write_move(&self, _: &Position, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        match mv.square() {
            Some(square) => write!(out, "{}", SquareName(square)),
            None => out.write_str("pass"),
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, ParseError> {
        let word = text.trim();
        if word.is_empty() {
            return Err(ParseError::at_end(text, expected(position)));
        }
        read_move(position, text, word)
    }
}

/// The length of the number of a move at the start of `rest`, with its dots; 0 if there is none.
fn number_length(rest: &str) -> usize {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let dots = rest[digits..].bytes().take_while(|byte| *byte == b'.').count();
    if digits == 0 { 0 } else { digits + dots }
}

/// The position of a board as GGS writes it, `start`, the last part of `text`.
fn bracketed(text: &str, start: &str) -> Result<Position, ParseError> {
    let Some((body, after)) = start[1..].split_once(']') else {
        return Err(ParseError::at_end(text, "`]` at the end of the board"));
    };
    if !after.trim().is_empty() {
        return Err(ParseError::about(text, after.trim(), "the end after `]`"));
    }
    parse_board(text, body)
}

/// The player whose disc is on a square.
fn owner_on(position: &Position, square: u32) -> Option<Player> {
    (0..2).find(|&player| position.discs_of(player) >> square & 1 == 1)
}

/// Whether the next move of a transcript is a pass.
fn is_pass_ahead(rest: &str) -> bool {
    pass_length(rest) > 0
}

/// The length of the pass at the start of `rest`; 0 if there is none.
fn pass_length(rest: &str) -> usize {
    [4, 2].into_iter().find(|&length| rest.get(..length).is_some_and(is_pass)).unwrap_or(0)
}

/// The position after the moves in `text`, with or without their numbers. A player who cannot move
/// passes, written or not. A number stands before a move, and is not beyond that of the move.
fn replay(text: &str) -> Result<Position, ParseError> {
    let mut position = Othello.initial_state();
    let (mut at, mut plies, mut number) = (0, 0, None);
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        if letter.is_whitespace() {
            at += letter.len_utf8();
            continue;
        }
        let length = number_length(rest);
        if length > 0 {
            let word = &rest[..length];
            let is_known =
                word.trim_end_matches('.').parse().is_ok_and(|it| (1..=plies + 1).contains(&it));
            if !is_known || number.is_some() {
                let expected = match number {
                    None => "a move, or its number",
                    Some(_) => "a move after its number",
                };
                return Err(ParseError::about(text, word, expected));
            }
            (at, number) = (at + length, Some(word));
            continue;
        }
        let length = match pass_length(rest) {
            0 => rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end),
            length => length,
        };
        let word = rest[..length].trim_end();
        let is_silent_pass = position.legal_squares() == 0 && !is_pass(word);
        if is_silent_pass && Othello.turn(&position) != Turn::Over {
            position.play(Move::PASS);
            plies += 1;
        }
        position.play(read_move(&position, text, word)?);
        (at, plies, number) = (at + length, plies + 1, None);
    }
    match number {
        Some(number) => Err(ParseError::about(text, number, "a move after its number, or nothing")),
        None => Ok(position),
    }
}

impl GameDepict for Othello {
    fn depict(&self, position: &Position) -> Picture {
        let mut shapes = Vec::new();
        for square in 0..64 {
            let Some(player) = owner_on(position, square) else { continue };
            let player = usize::from(player);
            shapes.push(Shape::Glyph {
                x: (square % 8) as i32,
                y: (square / 8) as i32,
                text: SIGNS[player].into(),
                role: [Role::Piece, Role::OtherPiece][player],
            });
        }
        Picture { width: 8, height: 8, shapes }
    }
}
