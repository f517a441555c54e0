//! m,n,k by name.

use tremaux_games::m_n_k::{MnkError, MnkGame, OpenLines};

use super::entry::{GameEntry, GameInfo, PlayedGame};
use super::game_rules::{Rules, option, size, wrong};
use super::played::open;
use crate::component::{OptionInfo, OptionKind};
use crate::domain::Given;
use crate::error::RegistryError;

/// The entry in [`GAMES`](crate::GAMES).
pub(super) static M_N_K: Entry = Entry;

/// m,n,k.
pub(super) struct Entry;

static INFO: GameInfo = GameInfo {
    name: "mnk",
    aliases: &["m-n-k", "gomoku"],
    title: "m,n,k: any row length on any board, with gravity or without; gomoku and the like",
    format: "The rows from the top with slashes between: x for the first side, o for the second, \
             . for an empty cell:\n  x.../.o../..../....",
    example: "xo../.x../..../....",
    moves: "a letter for the column and a number for the row from the bottom, as b2; with gravity \
            the letter alone",
    sides: &["x", "o"],
    scores: "A win by the last of n moves is 1000000 - n, a loss as much below zero, a draw 0; an \
             estimate adds up 4 to the number of stones over all lines that are open to one side.",
    unit: None,
    evaluation: "open lines",
    options: &[
        OptionInfo {
            name: "size",
            title: "the size of the board",
            kind: OptionKind::Word { form: "columns x rows, as 7x6" },
            default: Some("4x4"),
        },
        OptionInfo {
            name: "row",
            title: "how many in a row win",
            kind: OptionKind::Integer { least: 1, most: MnkGame::MAX_SIDE as u64 },
            default: Some("3"),
        },
        OptionInfo {
            name: "gravity",
            title: "whether stones fall to the lowest empty cell",
            kind: OptionKind::Choice { words: &["no", "yes"] },
            default: Some("no"),
        },
    ],
};

struct Variant {
    game: MnkGame,
    lines: OpenLines,
}

impl Rules for Variant {
    type Game = MnkGame;
    type Evaluator = OpenLines;
    type Ordering = ();
    type Horizon = ();

    fn game(&self) -> &MnkGame {
        &self.game
    }

    fn evaluator(&self) -> &OpenLines {
        &self.lines
    }
}

impl GameEntry for Entry {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn open(&self, given: Given<'_>, text: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
        let board = option(given, "size").unwrap_or("4x4");
        let (columns, rows) = size("size", board)?;
        let row = option(given, "row").unwrap_or("3");
        let number = row.parse().map_err(|_| wrong("row", row, "a whole number from 1"))?;
        let made = MnkGame::new(columns as usize, rows as usize, number);
        let game = made.map_err(|error| match error {
            MnkError::Board { .. } => {
                let (most, cells) = (MnkGame::MAX_SIDE, MnkGame::MAX_CELLS);
                wrong("size", board, format!("from 1 to {most} each way and {cells} cells at most"))
            }
            MnkError::RowLength { longest, .. } => {
                wrong("row", row, format!("a row that fits on the board, from 1 to {longest}"))
            }
        })?;
        let game = match option(given, "gravity").unwrap_or("no") {
            "no" => game,
            "yes" => game.with_gravity(),
            other => return Err(wrong("gravity", other, "`yes` or `no`")),
        };
        let lines = OpenLines::new(&game);
        open(&INFO, Variant { game, lines }, given, text)
    }
}
