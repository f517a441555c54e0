//! Games by name as SGF.

use tremaux_core::{GameNotation, ParseError, is_obeyed};

use crate::named::Record;

use super::rules::Go;
use super::sgf::SgfGame;

/// Whether a file that begins like this holds games in SGF, maybe after other text.
pub(super) fn is_sgf(head: &[u8]) -> bool {
    let mut after = head.split(|&byte| byte == b'(').skip(1);
    after.any(|rest| rest.trim_ascii_start().starts_with(b";"))
}

/// The players and the result, in plain text.
pub(super) fn title(game: &SgfGame<'_>) -> String {
    game.title().replace('\\', "").replace(is_obeyed, " ")
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
