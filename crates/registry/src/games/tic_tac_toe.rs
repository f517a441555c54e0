//! Tic-tac-toe by name.

use tremaux_games::tic_tac_toe::{OpenLines, TicTacToe};

use super::entry::{GameEntry, GameInfo, PlayedGame};
use super::game_rules::Rules;
use super::played::open;
use crate::domain::Given;
use crate::error::RegistryError;

/// The entry in [`GAMES`](crate::GAMES).
pub(super) static TIC_TAC_TOE: Entry = Entry;

/// Tic-tac-toe.
pub(super) struct Entry;

static INFO: GameInfo = GameInfo {
    name: "tic-tac-toe",
    aliases: &["tictactoe", "noughts-and-crosses"],
    title: "Tic-tac-toe: three in a row on three by three cells",
    format: "The rows from the top, with or without slashes: x for the first side, o for the \
             second, . for an empty cell:\n  x../.o./...",
    example: "x../.o./...",
    moves: "a letter for the column and a number for the row from the bottom: b2 is the middle",
    sides: &["x", "o"],
    scores: "A win by the last of n moves is 1000000 - n, a loss as much below zero, a draw 0; an \
             estimate is the number of open lines ahead.",
    unit: None,
    evaluation: "open lines",
    options: &[],
};

struct Variant(TicTacToe, OpenLines);

impl Rules for Variant {
    type Game = TicTacToe;
    type Evaluator = OpenLines;
    type Ordering = ();
    type Horizon = ();

    fn game(&self) -> &TicTacToe {
        &self.0
    }

    fn evaluator(&self) -> &OpenLines {
        &self.1
    }
}

impl GameEntry for Entry {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    fn open(&self, given: Given<'_>, text: &str) -> Result<Box<dyn PlayedGame>, RegistryError> {
        open(&INFO, Variant(TicTacToe, OpenLines), given, text)
    }
}
