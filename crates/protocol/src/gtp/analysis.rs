//! Lines of `lz-analyze` and `kata-analyze`, which GUIs show beside the board.

use std::fmt::Write;

use tremaux_core::{Game, GameNotation};
use tremaux_games::go::{Go, Move, Position};
use tremaux_games::named::LineReport;

/// Whose words are used: those of Leela Zero, or of KataGo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Leela,
    Kata,
}

/// What an analysis shows.
pub(super) struct Analysis {
    dialect: Dialect,
    /// The most moves.
    most: usize,
    /// The weight of each move before the search; their sum is 1.
    priors: Vec<(String, f64)>,
}

impl Analysis {
    pub(super) fn new(dialect: Dialect, game: Go, position: &Position, most: usize) -> Self {
        let (mut moves, mut weights): (Vec<Move>, Vec<f32>) = Default::default();
        game.moves(position, &mut moves);
        game.priors(position, &moves, &mut weights);
        let sum = weights.iter().map(|&it| f64::from(it)).sum::<f64>().max(f64::MIN_POSITIVE);
        let priors = moves.iter().zip(weights);
        let prior = |(&mv, weight)| (game.move_text(position, mv), f64::from(weight) / sum);
        Self { dialect, most, priors: priors.map(prior).collect() }
    }

    /// One line about all moves that were tried, the best first.
    pub(super) fn text(&self, lines: &[LineReport]) -> String {
        let mut text = String::new();
        let tried = lines.iter().filter(|it| it.samples.is_none_or(|it| it.visits > 0));
        for (order, line) in tried.take(self.most).enumerate() {
            let Some(mv) = line.line.first() else { continue };
            let (visits, rate) = line.samples.map_or((0, 0.5), |it| (it.visits, it.win_rate));
            let prior = self.priors.iter().find(|(it, _)| it == mv).map_or(0.0, |it| it.1);
            let space = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{space}info move {mv} visits {visits} ");
            let _ = match self.dialect {
                Dialect::Leela => {
                    let (rate, prior) = ((rate * 1e4).round(), (prior * 1e4).round());
                    write!(text, "winrate {rate} prior {prior} lcb {rate}")
                }
                Dialect::Kata => {
                    let lead = line.value.score as f64 / 100.0;
                    write!(
                        text,
                        "winrate {rate:.6} scoreMean {lead:.2} scoreLead {lead:.2} prior {prior:.6}"
                    )
                }
            };
            let _ = write!(text, " order {order} pv {}", line.line.join(" "));
        }
        text
    }
}
