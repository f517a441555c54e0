//! What the rows request, as written after `run` in the files of tables.

mod checkers;
mod games;
mod graphs;
mod histograms;
mod korf;
mod sokoban;
mod sudoku;
mod textbook;
mod textbook_tiles;
mod walks;

use serde::Deserialize;

use crate::context::Context;
use crate::figure::{Figures, Printed};

pub(crate) use textbook::Take;

/// A computation: an instance, a search of it, and its options.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Request {
    Graph(graphs::GraphSearch),
    Tiles(textbook_tiles::TileSearch),
    RandomTiles(textbook_tiles::RandomTiles),
    Sudoku(sudoku::SudokuSearch),
    /// Random walks of this length.
    Walks(usize),
    Fit(walks::Fit),
    Korf(korf::Hundred),
    Engine(korf::Engine),
    Memory(korf::Memory),
    /// A heuristic or patterns of the 15-puzzle.
    Heuristic(String),
    Histogram(histograms::Histogram),
    Sokoban(sokoban::SokobanSearch),
    Count(games::GameCount),
    TicTacToe(games::TicTacToeTrees),
    Tree(games::TreeSize),
    /// The columns played in Connect Four.
    ConnectFour(String),
    Checkers(checkers::CheckersSearch),
}

impl Request {
    /// Computes the figures of a row: those to `take` if there is a choice.
    pub(crate) fn compute(&self, context: &Context, take: &[Take], printed: &[Printed]) -> Figures {
        match self {
            Self::Graph(it) => Ok(it.run(context, take)),
            Self::Tiles(it) => Ok(it.run(context, take)),
            Self::RandomTiles(it) => it.run(context),
            Self::Sudoku(it) => it.run(context),
            Self::Walks(n) => walks::means(context, *n, printed),
            Self::Fit(it) => it.run(context),
            Self::Korf(it) => it.run(context),
            Self::Engine(it) => it.run(context),
            Self::Memory(it) => it.run(context),
            Self::Heuristic(name) => korf::quality(context, name),
            Self::Histogram(it) => it.run(context),
            Self::Sokoban(it) => it.run(context),
            Self::Count(it) => it.run(context),
            Self::TicTacToe(it) => Ok(it.run()),
            Self::Tree(it) => Ok(it.run()),
            Self::ConnectFour(columns) => games::connect_four_winner(context, columns),
            Self::Checkers(it) => it.run(context),
        }
    }
}
