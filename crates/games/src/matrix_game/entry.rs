//! The registry entry of Matrix games.

use tremaux_core::Player;

use super::MatrixGame;
use super::rules::Position;

use crate::named::rules::{HiddenRules, open_hidden};
use crate::named::{GameEntry, GameInfo, OpenedGame};
use tremaux_domain::{OptionInfo, Options, TableSource};

/// The entry in the list of games.
pub static MATRIX_GAME: GameEntry = GameEntry::new(&INFO, open_game);

static INFO: GameInfo = GameInfo {
    name: "matrix-game",
    aliases: &["matrix", "normal-form"],
    title: "Matrix games: rows against columns, chosen at the same time",
    format: "The row that was chosen, or `start`:\n  start",
    example: "start",
    moves: "the number of a row or of a column, from 1",
    sides: &["rows", "columns"],
    scores: "The value of the whole game, not of the position, if both sides play the reported \
        strategy: text shows it in points for the rows, other formats in thousandths of a point \
        for the side to move. Exploitability is half the sum of what both sides gain by a best \
        response, in points.",
    unit: Some("thousandths of a point"),
    options: &[OptionInfo::word("payoffs", "rows of numbers, for example -2 3 / 3 -4")
        .title("payoffs of the player of the rows, separated by spaces, rows by slashes")
        .default("0 -1 1 / 1 0 -1 / -1 1 0")],
    has_chance: false,
    ..GameInfo::HIDDEN
};

impl HiddenRules for MatrixGame {
    const UNIT: &'static str = "points";

    fn next_side(position: &Position) -> Player {
        (position.moves().len() % 2) as Player
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    let game = options.parsed("payoffs", MatrixGame::parse)?;
    open_hidden(&INFO, game, options, text)
}
