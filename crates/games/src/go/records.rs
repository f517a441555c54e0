//! Games by name as SGF.

use tremaux_core::{Game, GameNotation, ParseError, is_obeyed};

use crate::named::{GameFileError, Record};

use super::rules::{Go, Position, Ruleset};
use super::sgf::SgfGame;

/// Whether a file that begins like this holds games in SGF.
pub(super) fn is_sgf(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    head.strip_prefix(b"(").is_some_and(|rest| rest.trim_ascii_start().starts_with(b";"))
}

/// The players and the result.
fn title(game: &SgfGame<'_>) -> String {
    let known = |name| game.value(name).filter(|value| !value.trim().is_empty());
    let name = |name| known(name).unwrap_or("unknown").trim();
    let result = known("RE").unwrap_or("?").trim();
    let title = format!("{} \u{2013} {} {result}", name("PB"), name("PW"));
    title.replace('\\', "").replace(is_obeyed, " ")
}

/// The options of a game.
pub(super) fn options(game: &Go) -> Vec<(&'static str, String)> {
    let rules = match game.rules {
        Ruleset::Chinese => "chinese",
        Ruleset::TrompTaylor => "tromp-taylor",
    };
    vec![
        ("size", game.size().to_string()),
        ("rules", rules.to_owned()),
        ("komi", (f64::from(game.komi) / 2.0).to_string()),
        ("handicap", game.handicap.to_string()),
    ]
}

/// The game of a file by name.
///
/// # Errors
///
/// Returns the place of the first error.
pub(super) fn record(found: &SgfGame<'_>, text: &str) -> Result<Record, ParseError> {
    let game = found.game(text)?;
    let line = found.replay(&game, text)?;
    let moves = line.moves.iter().map(|&mv| game.move_text(&line.start, mv)).collect();
    let start = game.position_text(&line.start);
    Ok(Record { title: title(found), options: options(&game), start, moves })
}

/// The title of a game with this number, and its position after so many plies, by default the
/// last.
pub(super) fn position(
    (number, found): (u64, &SgfGame<'_>),
    text: &str,
    plies: Option<usize>,
) -> Result<(String, Go, Position), GameFileError> {
    let wrong = |error| GameFileError::Wrong { number, error: Box::new(error) };
    let game = found.game(text).map_err(wrong)?;
    let line = found.replay(&game, text).map_err(wrong)?;
    let count = line.moves.len();
    let moves = line.moves.get(..plies.unwrap_or(count));
    let moves = moves.ok_or(GameFileError::Short { number, plies: count })?;
    let mut position = line.start;
    for &mv in moves {
        game.play(&mut position, mv);
    }
    Ok((title(found), game, position))
}
