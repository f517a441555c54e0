//! Evaluation of m,n,k positions by open lines.

use tremaux_core::{Evaluator, Player, Score};

use super::rules::{MnkGame, Position};

/// Sums over all lines of k cells: a line with stones of one player only is worth 4 to the
/// power of their number to that player, a line with none or with both nothing.
///
/// Each evaluation visits every line of the board, which takes about 4·m·n·k steps.
#[derive(Clone, Debug)]
pub struct OpenLines {
    row_length: usize,
    /// The cells of all lines, k each.
    cells: Vec<u16>,
}

impl OpenLines {
    /// The evaluation for one game.
    pub fn new(game: &MnkGame) -> Self {
        let (columns, rows, k) =
            (game.columns() as isize, game.rows() as isize, game.row_length() as isize);
        let mut cells = Vec::new();
        // A row of one stone has no direction.
        let directions: &[(isize, isize)] =
            if k == 1 { &[(1, 0)] } else { &[(1, 0), (0, 1), (1, 1), (1, -1)] };
        for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
            for (dx, dy) in directions {
                let end = (x + (k - 1) * dx, y + (k - 1) * dy);
                if (0..columns).contains(&end.0) && (0..rows).contains(&end.1) {
                    let cell = |i: isize| ((y + i * dy) * columns + x + i * dx) as u16;
                    cells.extend((0..k).map(cell));
                }
            }
        }
        Self { row_length: game.row_length(), cells }
    }

    /// The number of lines.
    pub fn lines(&self) -> usize {
        self.cells.len() / self.row_length
    }

    /// The sum over all lines, for `player`.
    pub fn balance(&self, position: &Position, player: Player) -> i32 {
        let (mine, theirs) = (position.stones(player), position.stones(1 - player));
        let mut sum = 0_i32;
        for line in self.cells.chunks_exact(self.row_length) {
            let count = |stones: &super::rules::Stones| {
                line.iter().filter(|&&cell| stones.contains(usize::from(cell))).count() as u32
            };
            // Values are capped at 4^8: longer lines are practically won.
            sum += match (count(mine), count(theirs)) {
                (0, 0) => 0,
                (own, 0) => 1 << (2 * own.min(8)),
                (0, other) => -(1 << (2 * other.min(8))),
                _ => 0,
            };
        }
        sum
    }
}

impl Evaluator<MnkGame> for OpenLines {
    #[inline]
    fn evaluate(&self, _: &MnkGame, position: &Position) -> Score {
        Score::estimate(self.balance(position, position.player_to_move()))
    }
}
