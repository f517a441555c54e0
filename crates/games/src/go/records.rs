//! Games by name as SGF.

use tremaux_core::{Game, GameNotation, ParseError, is_obeyed};

use crate::named::{GameFileError, Record};

use super::rules::{Go, Position};
use super::sgf::SgfGame;

/// Whether a file that begins like this holds games in SGF, maybe after other text.
pub(super) fn is_sgf(head: &[u8]) -> bool {
    let mut after = head.split(|&byte| byte == b'(').skip(1);
    after.any(|rest| rest.trim_ascii_start().starts_with(b";"))
}

/// The players and the result.
pub(super) fn title(game: &SgfGame<'_>) -> String {
    let known = |name| game.value(name).filter(|value| !value.trim().is_empty());
    let name = |name| known(name).unwrap_or("unknown").trim();
    let result = known("RE").unwrap_or("?").trim();
    let title = format!("{} \u{2013} {} {result}", name("PB"), name("PW"));
    title.replace('\\', "").replace(is_obeyed, " ")
}

/// The options of a game.
pub(super) fn options(game: &Go) -> Vec<(&'static str, String)> {
    vec![
        ("size", game.size().to_string()),
        ("rules", game.ruleset().option().to_owned()),
        ("komi", game.komi_in_points().to_string()),
        ("handicap", game.handicap.to_string()),
    ]
}

/// The game of a file by name.
///
/// # Errors
///
/// Returns the place of the first error.
pub(super) fn record(found: &SgfGame<'_>, game: &Go, text: &str) -> Result<Record, ParseError> {
    let line = found.replay(game, text)?;
    let moves = line.moves.iter().map(|&mv| game.move_text(&line.start, mv)).collect();
    let start = game.position_text(&line.start);
    Ok(Record { title: title(found), options: options(game), start, moves })
}

/// The position of a game with this number after so many plies, by default the last.
pub(super) fn position(
    (number, found): (u64, &SgfGame<'_>),
    game: &Go,
    text: &str,
    plies: Option<usize>,
) -> Result<Position, GameFileError> {
    let wrong = |error| GameFileError::Wrong { number, error: Box::new(error) };
    let line = found.replay(game, text).map_err(wrong)?;
    let count = line.moves.len();
    let moves = line.moves.get(..plies.unwrap_or(count));
    let moves = moves.ok_or(GameFileError::Short { number, plies: count })?;
    let mut position = line.start;
    for &mv in moves {
        game.play(&mut position, mv);
    }
    Ok(position)
}
