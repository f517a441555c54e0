//! What the rows request, as written after `run` in the files of tables.

mod analyze;
mod checkers;
mod games;
mod histograms;
mod korf;
mod sokoban;
mod solve;
mod walks;

use serde::Deserialize;

use crate::context::Context;
use crate::figure::{Figures, Printed};

pub(crate) use solve::Take;

/// A computation: an instance, a search of it, and its options.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Request {
    /// A search by the command that a user types.
    Solve(solve::SolveCommand),
    /// Searches of games by commands.
    Analyze(analyze::AnalyzeCommands),
    RandomTiles(walks::RandomTiles),
    /// Random walks of this length.
    Walks(usize),
    Fit(walks::Fit),
    Korf(korf::Hundred),
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
            Self::Solve(it) => it.run(context, take),
            Self::Analyze(it) => it.run(context),
            Self::RandomTiles(it) => it.run(context),
            Self::Walks(n) => walks::means(context, *n, printed),
            Self::Fit(it) => it.run(context),
            Self::Korf(it) => it.run(context),
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

    /// The command by which a user gets the figures, if there is one.
    pub(crate) fn command(&self) -> Option<String> {
        match self {
            Self::Solve(solve::SolveCommand(command)) => {
                Some(format!("tremaux solve {}", command.trim()))
            }
            Self::Analyze(analyze::AnalyzeCommands(commands)) => {
                let named = commands.iter().filter(|command| !command.is_empty());
                let named = named.map(|command| format!("tremaux analyze {}", command.trim()));
                Some(named.collect::<Vec<_>>().join("; "))
            }
            Self::TicTacToe(it) => it.command(),
            _ => None,
        }
    }
}
