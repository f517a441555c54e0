//! Games by name as PDN.

use std::fmt::Write;
use std::io::Read;

use tremaux_core::{Game, GameNotation, ParseError, Turn, ZeroSumGame};
use tremaux_domain::RegistryError;

use crate::named::{GameFileError, Record};

use super::pdn::PdnGame;
use super::position::{Colour, Move, Position};
use super::rules::Checkers;
use super::variant::Variant;

/// The game of these moves as PDN.
pub(super) fn write<V: Variant>(game: &Checkers<V>, start: &Position, moves: &[Move]) -> String {
    let (mut text, mut position) = (String::new(), *start);
    if *start != game.initial_state() {
        let _ = writeln!(text, "[FEN \"{}\"]", game.position_text(start));
    }
    let mut body = String::new();
    for (ply, &mv) in moves.iter().enumerate() {
        if ply % 2 == 0 {
            let _ = write!(body, "{}. ", ply / 2 + 1);
        }
        let _ = write!(body, "{} ", game.move_text(&position, mv));
        let _ = game.play(&mut position, mv);
    }
    let white = u8::from(game.colour(0) != Colour::White);
    let result = match (game.turn(&position), game.final_score(&position, white).get()) {
        (Turn::Over, 1..) => "1-0",
        (Turn::Over, 0) => "1/2-1/2",
        (Turn::Over, _) => "0-1",
        _ => "*",
    };
    let _ = writeln!(text, "[Result \"{result}\"]\n{body}{result}");
    text
}

/// Whether a file that begins like this holds games in PDN: with a tag, a comment or the number of
/// a move.
pub(super) fn is_pdn(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let digits = head.iter().take_while(|byte| byte.is_ascii_digit()).count();
    matches!(head.first(), Some(b'[' | b'{' | b';' | b'%'))
        || digits > 0 && head.get(digits) == Some(&b'.')
}

/// The players and the result.
fn title(game: &PdnGame<'_>) -> String {
    let name = |tag| game.tag(tag).filter(|name| !matches!(*name, "" | "?")).unwrap_or("unknown");
    let result = game.result.unwrap_or("*");
    let title = format!("{} \u{2013} {} {result}", name("White"), name("Black"));
    title.replace(char::is_control, " ")
}

/// The games of a file.
///
/// # Errors
///
/// Returns the place of the first error.
pub(super) fn read<V: Variant>(
    game: &Checkers<V>,
    text: &str,
) -> Result<Vec<Record>, RegistryError> {
    let record = |found: &PdnGame<'_>| {
        let line = found.replay(game, text)?;
        let mut position = line.start;
        let moves = line.moves.iter().map(|&mv| {
            let written = game.move_text(&position, mv);
            let _ = game.play(&mut position, mv);
            written
        });
        Ok(Record {
            moves: moves.collect(),
            title: title(found),
            start: game.position_text(&line.start),
        })
    };
    let read = PdnGame::read_all(text).and_then(|games| games.iter().map(record).collect());
    read.map_err(|error: ParseError| RegistryError::Instance {
        option: None,
        text: text.to_owned(),
        error: Box::new(error),
    })
}

/// The games of a file, one after the other: the title, and the position after so many plies, by
/// default the last. The whole file is held, of which [`MOST_BYTES`] are read.
pub(super) fn positions<V: Variant>(
    game: &Checkers<V>,
    input: impl Read,
    plies: Option<usize>,
) -> Vec<Result<(String, Position), GameFileError>> {
    let mut bytes = Vec::new();
    if let Err(error) = input.take(MOST_BYTES).read_to_end(&mut bytes) {
        return vec![Err(GameFileError::Read(error))];
    }
    if bytes.len() as u64 == MOST_BYTES {
        let error = format!("expected at most {} MB of games", MOST_BYTES >> 20);
        return vec![Err(GameFileError::Read(std::io::Error::other(error)))];
    }
    let text = String::from_utf8_lossy(&bytes);
    let wrong = |number, error| GameFileError::Wrong { number, error: Box::new(error) };
    let games = match PdnGame::read_all(&text) {
        Ok(games) => games,
        Err(error) => return vec![Err(wrong(1, error))],
    };
    let position = |(number, found): (u64, &PdnGame<'_>)| {
        let line = found.replay(game, &text).map_err(|error| wrong(number, error))?;
        let count = line.moves.len();
        let moves = line.moves.get(..plies.unwrap_or(count));
        let moves = moves.ok_or(GameFileError::Short { number, plies: count })?;
        let mut position = line.start;
        for &mv in moves {
            let _ = game.play(&mut position, mv);
        }
        Ok((title(found), position))
    };
    (1..).zip(&games).map(position).collect()
}

const MOST_BYTES: u64 = 1 << 28;
