//! The rules: both players choose at the same time.

use tremaux_core::{Game, Player, Turn};

use crate::history::History;

/// A two-player zero-sum game in normal form. The first player chooses a row and the second,
/// without seeing it, a column.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixGame {
    payoffs: Vec<f64>,
    columns: u16,
}

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
pub(super) type Position = History<Choice, 2>;

impl MatrixGame {
    /// The greatest number of rows and of columns.
    pub const MOST: usize = 1000;

    /// The game with these payoffs of the first player, row by row; `None` if rows differ in
    /// length, are empty or too many or too long, or if a payoff is not a number from -1e9 to 1e9.
    pub fn new(rows: &[Vec<f64>]) -> Option<Self> {
        let columns = rows.first().map_or(0, Vec::len);
        let is_row =
            |row: &Vec<f64>| row.len() == columns && row.iter().all(|payoff| payoff.abs() <= 1e9);
        let fits = rows.len() <= Self::MOST && (1..=Self::MOST).contains(&columns);
        let is_matrix = fits && rows.iter().all(is_row);
        is_matrix.then(|| Self { payoffs: rows.concat(), columns: columns as u16 })
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
    crate::history::history_moves!(Choice);

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

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        let &[Choice::Number(row), Choice::Number(column)] = position.moves() else { return 0.0 };
        let payoff = self.payoffs[usize::from(row) * self.columns() + usize::from(column)];
        // Zero has no sign.
        if player == 0 { payoff } else { 0.0 - payoff }
    }
}
