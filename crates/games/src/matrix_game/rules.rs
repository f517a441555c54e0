//! The rules: both players choose at the same time.

use std::fmt;

use tremaux_core::{Game, HiddenGame, Player, Turn};

use crate::history::History;

/// A two-player zero-sum game in normal form. The first player chooses a row and the second,
/// without seeing it, a column.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixGame {
    payoffs: Vec<f64>,
    columns: u16,
}

/// Why numbers are not the payoffs of a matrix game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatrixError {
    /// There is no row, or a row without payoffs.
    Empty,
    /// This row, from 1, has another length than the first.
    Ragged(usize),
    /// There are more rows or columns than [`MatrixGame::MOST`].
    TooLarge,
    /// A payoff of this row, from 1, is not a number from -1e9 to 1e9.
    NotANumber(usize),
}

impl fmt::Display for MatrixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a row has no payoffs"),
            Self::Ragged(row) => write!(f, "row {row} is not as long as the first"),
            Self::TooLarge => write!(f, "more than {} rows or columns", MatrixGame::MOST),
            Self::NotANumber(row) => {
                write!(f, "a payoff of row {row} is not a number from -1e9 to 1e9")
            }
        }
    }
}

impl std::error::Error for MatrixError {}

/// A choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Stands for a choice that the player does not see; never a legal move.
    #[default]
    Unseen,
    /// The row or column with this number, from 0.
    Number(u16),
}

/// The choices so far.
#[doc(hidden)]
pub type Position = History<Choice, 2>;

impl MatrixGame {
    /// The greatest number of rows and of columns.
    pub const MOST: usize = 1000;

    /// The game with these payoffs of the first player, row by row.
    ///
    /// # Errors
    ///
    /// Fails if rows differ in length, are empty or too long, or hold something that is not a
    /// number of a common size.
    pub fn new(rows: &[Vec<f64>]) -> Result<Self, MatrixError> {
        let columns = rows.first().map_or(0, Vec::len);
        if columns == 0 {
            return Err(MatrixError::Empty);
        }
        if rows.len() > Self::MOST || columns > Self::MOST {
            return Err(MatrixError::TooLarge);
        }
        for (number, row) in (1..).zip(rows) {
            if row.len() != columns {
                return Err(MatrixError::Ragged(number));
            }
            if !row.iter().all(|payoff| payoff.abs() <= 1e9) {
                return Err(MatrixError::NotANumber(number));
            }
        }
        Ok(Self { payoffs: rows.concat(), columns: columns as u16 })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.payoffs.len() / self.columns()
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        usize::from(self.columns)
    }
}

/// Rock, paper, scissors.
impl Default for MatrixGame {
    fn default() -> Self {
        Self { payoffs: vec![0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0], columns: 3 }
    }
}

impl Game for MatrixGame {
    type State = Position;
    type Move = Choice;
    type Undo = ();

    fn initial_state(&self) -> Position {
        Position::default()
    }

    fn turn(&self, position: &Position) -> Turn {
        match position.moves() {
            [_, _] => Turn::Over,
            moves => Turn::Player(moves.len() as Player),
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Choice>) {
        let count = if position.moves().is_empty() { self.rows() } else { self.columns() };
        moves.extend((0..count as u16).map(Choice::Number));
    }

    fn play(&self, position: &mut Position, choice: Choice) {
        position.push(choice);
    }

    fn undo(&self, position: &mut Position, _choice: Choice, (): ()) {
        position.pop();
    }

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        let &[Choice::Number(row), Choice::Number(column)] = position.moves() else { return 0.0 };
        let payoff = self.payoffs[usize::from(row) * self.columns() + usize::from(column)];
        // Zero has no sign.
        if player == 0 { payoff } else { 0.0 - payoff }
    }
}

impl HiddenGame for MatrixGame {
    type Information = Position;

    fn information(&self, position: &Position, player: Player) -> Position {
        position.without(1 - usize::from(player))
    }
}
