//! Ends of games as scores.

use tremaux_core::Score;
use tremaux_games::named::Outcome;

/// How many parts a payoff has in scores, which are whole.
pub(crate) const PARTS: f64 = 1000.0;

/// What sums of payoffs may be off by, as a share of them.
const ROUNDING: f64 = 1e-12;

/// How the ends of a game of two become scores.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Scoring {
    /// Not at all.
    #[default]
    None,
    /// An end is a draw, or somebody wins this much.
    Wins(f64),
    /// A payoff is so many whole parts.
    Points(f64),
}

impl Scoring {
    /// The score of an end where one player gets `mine`, and the other `other`.
    pub(crate) fn score(self, mine: f64, other: f64) -> Option<Score> {
        let points = |parts: f64| {
            let points = (mine * parts).round();
            let score = Score::estimate(points as i32);
            let is_whole = (mine * parts - points).abs() <= ROUNDING * points.abs();
            (is_whole && !score.is_clamped()).then_some(score)
        };
        match self {
            _ if !cancel_out(mine, other) => None,
            Self::None => None,
            Self::Wins(size) if mine.abs() == size => {
                Some(if mine > 0.0 { Score::WIN } else { Score::LOSS })
            }
            Self::Wins(_) => (mine == 0.0).then_some(Score::DRAW),
            Self::Points(parts) => points(parts),
        }
    }

    /// How much a score is worth, and how it ends if that is proved.
    pub(crate) fn payoff(self, score: i64, outcome: Option<Outcome>) -> f64 {
        match (self, outcome) {
            (Self::Wins(size), Some(Outcome::Win)) => size,
            (Self::Wins(size), Some(Outcome::Loss)) => -size,
            (Self::Wins(_), Some(Outcome::Draw)) => 0.0,
            (Self::Wins(size), None) => size * (score as f64 / PARTS).clamp(-1.0, 1.0),
            (Self::Points(parts), _) => score as f64 / parts,
            (Self::None, _) => 0.0,
        }
    }
}

/// Whether what one player gets the other loses, except for rounding.
pub(crate) fn cancel_out(mine: f64, other: f64) -> bool {
    (mine + other).abs() <= ROUNDING * mine.abs().max(other.abs())
}
