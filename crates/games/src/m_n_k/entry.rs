//! The registry entry of m,n,k.

use super::{MnkError, MnkGame, OpenLines};
use tremaux_core::{GameDepict, Player};

use crate::named::rules::{Labels, Learnt, Rules, Square, StateOf, open, size};
use crate::named::{GameEntry, GameInfo, OpenedGame, rows_of};
use tremaux_domain::{OptionInfo, Options, TableSource};

/// The entry in the list of games.
pub(crate) static M_N_K: GameEntry = GameEntry::new(&INFO, open_game);

static INFO: GameInfo = GameInfo {
    name: "mnk",
    aliases: &["m-n-k", "gomoku"],
    title: "m,n,k-games: any row length on any board, with or without gravity; for example gomoku",
    format: "The rows from the top, separated by slashes: x for the first player, o for the \
             second, . for an empty cell:\n  \
             x.../.o../..../....",
    example: "xo../.x../..../....",
    moves: "a letter for the column and a number for the row from the bottom, for example b2; with \
            gravity only the letter",
    sides: &["x", "o"],
    scores: "A win after n plies scores 1000000 - n, a loss the negative of that, a draw 0. \
             Estimates sum 4 to the power of the number of stones over all lines open to only one \
             player.",
    evaluation: "open lines",
    options: &[
        OptionInfo::word("size", "COLUMNSxROWS, for example 7x6")
            .title("size of the board")
            .default("4x4"),
        OptionInfo::integer("row", 1, MnkGame::MAX_SIDE as u64)
            .title("row length needed to win")
            .default("3"),
        OptionInfo::choice("gravity", &["no", "yes"])
            .title("let stones fall to the lowest empty cell")
            .default("no"),
    ],
    ..GameInfo::PLAIN
};

struct Variant {
    game: MnkGame,
    lines: OpenLines,
}

impl Rules for Variant {
    type Game = MnkGame;
    type Evaluator = OpenLines;
    type Ordering = Learnt<MnkGame>;
    type LeafSearch = ();
    type Selectivity = ();

    fn game(&self) -> &MnkGame {
        &self.game
    }

    fn side_to_move(&self, position: &StateOf<Self>) -> Player {
        position.player_to_move()
    }

    fn labels(&self, _: &StateOf<Self>) -> Labels {
        Labels::files_and_ranks(self.game.columns(), self.game.rows())
    }

    fn alerts(&self, state: &StateOf<Self>) -> Vec<Square> {
        rows_of(&self.game.depict(state), self.game.row_length())
    }

    fn evaluator(&self) -> &OpenLines {
        &self.lines
    }
}

fn open_game(text: &str, options: &Options<'_>, _: &TableSource) -> OpenedGame {
    let (columns, rows) = size("size", options)?;
    let row = options.integer("row");
    let made = MnkGame::new(columns as usize, rows as usize, row as usize);
    let game = made.map_err(|error| match error {
        MnkError::Board { .. } => {
            let (most, cells) = (MnkGame::MAX_SIDE, MnkGame::MAX_CELLS);
            let expected = format!("1 to {most} columns and rows, and at most {cells} cells");
            options.wrong("size", expected)
        }
        MnkError::RowLength { longest, .. } => {
            let expected = format!("a row that fits on the board, from 1 to {longest}");
            options.wrong("row", expected)
        }
    })?;
    let falls = options.word("gravity") == "yes";
    let game = if falls { game.with_gravity() } else { game };
    let lines = OpenLines::new(&game);
    open(&INFO, Variant { game, lines }, options, text)
}
