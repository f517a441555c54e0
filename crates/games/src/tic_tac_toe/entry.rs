//! The registry entry of Tic-tac-toe.

use super::{OpenLines, TicTacToe};
use tremaux_core::{GameDepict, Player};

use crate::named::rules::{Labels, Learnt, Rules, Square, StateOf, open};
use crate::named::{GameEntry, GameInfo, OpenedGame, rows_of};
use tremaux_domain::{Options, TableSource};

/// The entry in the list of games.
pub static TIC_TAC_TOE: GameEntry = GameEntry::new(&INFO, open_game);

static INFO: GameInfo = GameInfo {
    name: "tic-tac-toe",
    aliases: &["tictactoe", "noughts-and-crosses"],
    title: "Tic-tac-toe: three in a row on a 3x3 board",
    format: "The rows from the top, with or without slashes: x for the first player, o for the \
             second, . for an empty cell:\n  \
             x../.o./...",
    example: "x../.o./...",
    moves: "a letter for the column and a number for the row from the bottom: b2 is the centre; \
            or 1 to 9, row by row from the top left",
    sides: &["x", "o"],
    scores: "A win after n plies scores 1000000 - n, a loss the negative of that, a draw 0. \
             Estimates count the open lines ahead.",
    evaluation: "open lines",
    ..GameInfo::PLAIN
};

struct Variant(TicTacToe, OpenLines);

impl Rules for Variant {
    type Game = TicTacToe;
    type Evaluator = OpenLines;
    type Ordering = Learnt<TicTacToe>;
    type LeafSearch = ();
    type Selectivity = ();

    fn game(&self) -> &TicTacToe {
        &self.0
    }

    fn side_to_move(&self, position: &StateOf<Self>) -> Player {
        position.player_to_move()
    }

    fn labels(&self, _: &StateOf<Self>) -> Labels {
        Labels::files_and_ranks(3, 3)
    }

    fn alerts(&self, state: &StateOf<Self>) -> Vec<Square> {
        rows_of(&self.0.depict(state), 3)
    }

    fn evaluator(&self) -> &OpenLines {
        &self.1
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    open(&INFO, Variant(TicTacToe, OpenLines), options, text)
}
