//! Tunes the weights of the default evaluation on positions of the engine's own games.
//!
//! The engine plays itself at a fixed number of nodes a move. Of each game, quiet positions are
//! kept with its result; then the weights are fitted to the results by logistic regression (Texel
//! tuning, Österlund 2014). With the same settings the result is the same.

mod fit;
mod games;

use std::fmt::Write;

use tremaux_core::CancelToken;

pub use fit::Fit;
pub use games::Sample;

use crate::evaluation::Tapered;
use crate::evaluation::weights::{COUNT, GROUPS, WEIGHTS};

/// The settings of tuning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// The number of games.
    pub games: u32,
    /// The number of nodes a move.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// The number of steps of the regression.
    pub steps: u32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { games: 1000, nodes: 1000, seed: 1, steps: 500 }
    }
}

impl Tuning {
    /// Plays the games, or fewer if `cancel` is cancelled, and returns their quiet positions.
    /// `watch` is called after each game with the numbers of games and positions so far.
    pub fn samples(&self, cancel: &CancelToken, watch: &mut dyn FnMut(u32, usize)) -> Vec<Sample> {
        games::samples(self, cancel, watch)
    }

    /// Fits the weights to the results.
    pub fn fit(&self, samples: &[Sample]) -> Fit {
        fit::fit(samples, &WEIGHTS, self.steps)
    }
}

/// The weights in the form in which the evaluation includes them.
pub fn weights_text(weights: &[Tapered]) -> String {
    assert_eq!(weights.len(), COUNT, "one of each");
    let mut text = String::from("[\n");
    let mut column = 0;
    for (at, weight) in weights.iter().enumerate() {
        if let Some((_, name)) = GROUPS.iter().find(|(first, _)| *first == at) {
            let end = if column > 0 { "\n" } else { "" };
            let _ = writeln!(text, "{end}    // {name}");
            column = 0;
        }
        let word = format!("w({}, {}),", weight.middle, weight.end);
        let gap = if column == 0 { "    " } else { " " };
        if column + gap.len() + word.len() > 100 {
            text.push_str("\n    ");
            column = 4;
        } else {
            text.push_str(gap);
            column += gap.len();
        }
        text.push_str(&word);
        column += word.len();
    }
    text.push_str("\n]\n");
    text
}
