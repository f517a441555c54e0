//! Games by name as PGN.

use std::io::{BufReader, Read};

use tremaux_core::{Game, ParseError, is_obeyed};
use tremaux_games::named::{GameFileError, Record};

use cozy_chess::{Color, Move};

use crate::pgn::{Outcome, PgnError, PgnGame, PgnReader};
use crate::position::Position;
use crate::rules::{Chess, Ending};

/// The game of these moves as PGN.
pub(crate) fn write(game: &Chess, start: &Position, moves: &[Move]) -> String {
    let mut record = PgnGame::new(start.clone(), moves, Outcome::Unknown);
    let mut end = start.clone();
    for &mv in moves {
        let _ = game.play(&mut end, mv);
    }
    record.outcome = match game.ending(&end) {
        None => Outcome::Unknown,
        Some(Ending::Checkmate) if end.side_to_move() == Color::White => Outcome::BlackWins,
        Some(Ending::Checkmate) => Outcome::WhiteWins,
        Some(_) => Outcome::Draw,
    };
    record.to_string()
}

/// The games of a file.
///
/// # Errors
///
/// Returns the place of the first error.
pub(crate) fn read(text: &str) -> Result<Vec<Record>, ParseError> {
    let read = |game: Result<PgnGame, PgnError>| game.map(|game| record(&game));
    PgnReader::new(text.as_bytes()).map(read).collect::<Result<_, _>>().map_err(|error| {
        let PgnError::Game { error, .. } = error else { unreachable!("text is always read") };
        error
    })
}

fn record(game: &PgnGame) -> Record {
    let mut position = game.start.clone();
    let mut moves = Vec::new();
    for mv in game.moves() {
        moves.push(mv.map_or_else(|| "--".to_owned(), |mv| position.to_san(mv)));
        position.play_or_pass(mv);
    }
    Record { title: title(game), options: Vec::new(), start: game.start.to_fen(), moves }
}

/// The players and the result.
fn title(game: &PgnGame) -> String {
    let name = |tag| match game.tag(tag) {
        None | Some("" | "?") => "unknown",
        Some(name) => name,
    };
    let title = format!("{} \u{2013} {} {}", name("White"), name("Black"), game.outcome.text());
    printable(&title)
}

/// A name without control characters, which files may have.
pub(crate) fn printable(name: &str) -> String {
    name.chars().filter(|&c| !is_obeyed(c)).collect()
}

/// Whether a file that begins like this holds games in PGN: with a tag, a comment, the number of a
/// move, after which there may be no dot, or a move from the start.
pub(crate) fn is_pgn(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let digits = head.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match head.first() {
        Some(b'[' | b'{' | b';' | b'%') => true,
        _ if digits > 0 => matches!(head.get(digits), Some(b'.' | b' ' | b'\t')),
        _ => {
            let word = head.split(u8::is_ascii_whitespace).next().unwrap_or_default();
            let word = std::str::from_utf8(word).unwrap_or_default();
            Position::initial().parse_san(word).is_ok()
        }
    }
}

/// Whether `text` is a record of EPD rather than a FEN: there is more than numbers after the
/// first four fields.
pub(crate) fn is_epd(text: &str) -> bool {
    let after = text.split_whitespace().skip(4);
    let is_word = |word: &str| word.starts_with(char::is_alphabetic);
    text.contains(';') || after.take(3).any(is_word)
}

/// The games of a file, one after the other: the title, and the position after so many plies, by
/// default the last.
pub(crate) fn positions(
    input: impl Read,
    plies: Option<usize>,
) -> impl Iterator<Item = Result<(String, Position), GameFileError>> {
    (1..).zip(PgnReader::new(BufReader::new(input))).map(move |(number, game)| {
        let game = game.map_err(|error| match error {
            PgnError::Io(error) => GameFileError::Read(error),
            PgnError::Game { number, error } => {
                GameFileError::Wrong { number, error: Box::new(error) }
            }
        })?;
        let count = game.line.moves.len();
        let plies = plies.unwrap_or(count);
        if plies > count {
            return Err(GameFileError::Short { number, plies: count });
        }
        let mut position = game.position_after(plies);
        position.play_on();
        Ok((title(&game), position))
    })
}
