//! Games by name as PDN.

use std::fmt::Write;

use tremaux_core::{Game, GameNotation, ParseError, Turn, ZeroSumGame, is_obeyed};

use crate::named::Record;

use super::pdn::PdnGame;
use super::position::{Colour, Move, Position};
use super::rules::Checkers;
use super::variant::Variant;

/// The game of these moves as PDN.
pub(super) fn write<V: Variant>(game: &Checkers<V>, start: &Position, moves: &[Move]) -> String {
    let (mut text, mut position) = (format!("[GameType \"{}\"]\n", V::GAME_TYPE), *start);
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
pub(super) fn title(game: &PdnGame<'_>) -> String {
    let name = |tag| game.tag(tag).filter(|name| !matches!(*name, "" | "?")).unwrap_or("unknown");
    let result = game.result.or(game.tag("Result")).unwrap_or("*");
    let title = format!("{} \u{2013} {} {result}", name("White"), name("Black"));
    title.replace(is_obeyed, " ")
}

/// The rules of a game of a file: those of its tag `GameType`, which must not contradict those
/// that are `wanted`; without a tag these, by default English.
///
/// # Errors
///
/// Returns the place of a tag that is not known or contradicts.
pub(super) fn rules_of<'a>(
    game: &PdnGame<'_>,
    text: &str,
    wanted: Option<&'a str>,
) -> Result<&'a str, ParseError> {
    match (game.rules(text)?, wanted) {
        (None, wanted) => Ok(wanted.unwrap_or("english")),
        (Some(rules), Some(wanted)) if rules != wanted => {
            let value = game.tag("GameType").unwrap_or_default();
            let error = ParseError::about(
                text,
                value,
                format!("a game by the rules that were chosen, {wanted}"),
            );
            Err(ParseError { found: format!("`{value}` ({rules})"), ..error })
        }
        (Some(rules), _) => Ok(rules),
    }
}

/// The game of a file by name.
///
/// # Errors
///
/// Returns the place of the first error.
pub(super) fn record<V: Variant>(found: &PdnGame<'_>, text: &str) -> Result<Record, ParseError> {
    let game = Checkers::<V>::new();
    let line = found.replay(&game, text)?;
    let mut position = line.start;
    let moves = line.moves.iter().map(|&mv| {
        let written = game.move_text(&position, mv);
        let _ = game.play(&mut position, mv);
        written
    });
    Ok(Record {
        moves: moves.collect(),
        title: title(found),
        options: vec![("rules", V::NAME.to_owned())],
        start: game.position_text(&line.start),
    })
}
