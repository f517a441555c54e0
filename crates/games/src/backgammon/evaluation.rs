//! Evaluation of backgammon positions, in thousandths of a point.

use tremaux_core::{Evaluator, PayoffEvaluator, Player, Score};

use super::rules::{BAR, Backgammon, Board, Phase, Position};
use super::two_sided::TwoSided;

/// A simple evaluation: lead in the race, blots that may be hit, points held.
///
/// The lead is relative to the length of the race. A blot that the opponent's checkers still
/// have to pass costs in proportion to the distance it has come. A held point among the last
/// twelve is worth a small bonus.
#[derive(Clone, Copy, Debug, Default)]
pub struct PipCount;

impl PipCount {
    /// The value of a lead of the whole race, in thousandths of a point.
    pub const LEAD: i32 = 4000;
    /// The value of a held point.
    pub const HELD: i32 = 20;
    /// The cost of a pip that may be lost.
    pub const EXPOSED: i32 = 6;

    /// The value of `player`'s position apart from the race.
    #[inline]
    fn structure(board: &Board, player: Player) -> i32 {
        let (mine, theirs) = (board.points(player), board.points(1 - player));
        // The opponent's farthest checker, in `player`'s numbering: checkers beyond it are safe.
        let farthest = theirs.iter().rposition(|&count| count > 0).map_or(-1, |at| at as i32);
        let mut value = 0;
        for (point, &count) in mine[..BAR].iter().enumerate() {
            let may_be_hit = farthest > 23 - point as i32;
            if count == 1 && may_be_hit {
                value -= Self::EXPOSED * (24 - point as i32);
            } else if count > 1 && point < 12 && may_be_hit {
                value += Self::HELD;
            }
        }
        value
    }
}

impl Evaluator<Backgammon> for PipCount {
    /// For the player to move; before a roll, for the player who rolls.
    #[inline]
    fn evaluate(&self, _: &Backgammon, position: &Position) -> Score {
        let (player, board) = (position.player_on_roll(), &position.board);
        let pips = [player, 1 - player].map(|player| board.pips(player) as i32);
        // Being on roll is worth half a roll, four pips.
        let lead = Self::LEAD * (pips[1] - pips[0] + 4) / (pips[0] + pips[1]).max(20);
        let structure = Self::structure(board, player) - Self::structure(board, 1 - player);
        Score::estimate((lead + structure).clamp(-2999, 2999))
    }
}

/// The exact equity if both players bear off few checkers, and another evaluator elsewhere.
///
/// Exact up to a thousandth of a point, as scores are integers.
#[derive(Clone, Debug)]
pub struct BearOffEquity<E> {
    table: TwoSided,
    elsewhere: E,
}

impl<E> BearOffEquity<E> {
    /// Uses `table` where it has the answer, and `elsewhere` otherwise.
    pub fn new(table: TwoSided, elsewhere: E) -> Self {
        Self { table, elsewhere }
    }

    /// The probability that the player on roll wins, before or after the roll, if it is in the
    /// table.
    pub fn win(&self, position: &Position) -> Option<f64> {
        let player = position.player_on_roll();
        let points = |player| {
            let few = position.board.left(player) <= self.table.checkers();
            position.board.bear_off(player).filter(|_| few)
        };
        let (mine, theirs) = (points(player)?, points(1 - player)?);
        Some(match position.phase {
            Phase::Play(_, dice) if mine != [0; 6] => self.table.best_play(mine, theirs, dice).1,
            _ => self.table.win(mine, theirs),
        })
    }
}

impl<E: Evaluator<Backgammon>> Evaluator<Backgammon> for BearOffEquity<E> {
    fn evaluate(&self, game: &Backgammon, position: &Position) -> Score {
        match self.win(position) {
            Some(win) => Score::estimate((2000.0 * win - 1000.0).round() as i32),
            None => self.elsewhere.evaluate(game, position),
        }
    }
}

/// Converts an evaluation in thousandths to the expected points of both players.
#[inline]
fn in_points(score: Score, position: &Position, payoffs: &mut [f64]) {
    let player = usize::from(position.player_on_roll());
    payoffs[player] = f64::from(score.get()) / 1000.0;
    payoffs[1 - player] = -payoffs[player];
}

impl PayoffEvaluator<Backgammon> for PipCount {
    #[inline]
    fn estimate(&self, game: &Backgammon, position: &Position, payoffs: &mut [f64]) {
        in_points(self.evaluate(game, position), position, payoffs);
    }
}

impl<E: PayoffEvaluator<Backgammon>> PayoffEvaluator<Backgammon> for BearOffEquity<E> {
    /// Not rounded if the value is in the table.
    fn estimate(&self, game: &Backgammon, position: &Position, payoffs: &mut [f64]) {
        match self.win(position) {
            Some(win) => {
                let player = usize::from(position.player_on_roll());
                payoffs[player] = 2.0 * win - 1.0;
                payoffs[1 - player] = -payoffs[player];
            }
            None => self.elsewhere.estimate(game, position, payoffs),
        }
    }
}
