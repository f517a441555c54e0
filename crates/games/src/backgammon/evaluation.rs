//! Judging positions of backgammon, in thousandths of a point.

use tremaux_core::{Evaluator, PayoffEvaluator, Player, Score};

use super::rules::{BAR, Backgammon, Board, Phase, Position};
use super::two_sided::TwoSided;

/// A simple judgement: who leads in the race, whose single checkers may be hit, who holds
/// points.
///
/// The lead is taken relative to the length of the race; a checker alone where the other
/// still has checkers to pass costs as much as it has come, a point held in a row of the
/// last twelve is worth a little.
#[derive(Clone, Copy, Debug, Default)]
pub struct PipCount;

impl PipCount {
    /// What a lead of the whole race is worth, in thousandths of a point.
    pub const LEAD: i32 = 4000;
    /// What a point held is worth.
    pub const HELD: i32 = 20;
    /// What a pip that may be lost costs.
    pub const EXPOSED: i32 = 6;

    /// What the points of `player` are worth beside the race.
    fn structure(board: &Board, player: Player) -> i32 {
        let (mine, theirs) = (board.points(player), board.points(1 - player));
        // The other's farthest checker, as `player` counts: checkers beyond are safe.
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
    /// For the player whose turn it is; before a roll, for the one who is to roll.
    fn evaluate(&self, _: &Backgammon, position: &Position) -> Score {
        let (player, board) = (position.player_on_roll(), &position.board);
        let pips = [player, 1 - player].map(|player| board.pips(player) as i32);
        // To be on roll is worth half a roll, four pips.
        let lead = Self::LEAD * (pips[1] - pips[0] + 4) / (pips[0] + pips[1]).max(20);
        let structure = Self::structure(board, player) - Self::structure(board, 1 - player);
        Score::estimate((lead + structure).clamp(-2999, 2999))
    }
}

/// The exact equity where both bear off few checkers, and another evaluator elsewhere.
///
/// Exact up to a thousandth of a point: scores are whole numbers.
#[derive(Clone, Debug)]
pub struct BearOffEquity<E> {
    table: TwoSided,
    elsewhere: E,
}

impl<E> BearOffEquity<E> {
    /// Asks `table` where it knows the answer, and `elsewhere` where not.
    #[must_use]
    pub fn new(table: TwoSided, elsewhere: E) -> Self {
        Self { table, elsewhere }
    }

    /// The probability that the player on roll wins, before or after he has rolled, if the
    /// table knows it.
    #[must_use]
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

/// Writes the points that a judgement in thousandths expects for both players.
fn in_points(score: Score, position: &Position, payoffs: &mut [f64]) {
    let player = usize::from(position.player_on_roll());
    payoffs[player] = f64::from(score.get()) / 1000.0;
    payoffs[1 - player] = -payoffs[player];
}

impl PayoffEvaluator<Backgammon> for PipCount {
    fn estimate(&self, game: &Backgammon, position: &Position, payoffs: &mut [f64]) {
        in_points(self.evaluate(game, position), position, payoffs);
    }
}

impl<E: PayoffEvaluator<Backgammon>> PayoffEvaluator<Backgammon> for BearOffEquity<E> {
    /// Not rounded, where the table knows.
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
