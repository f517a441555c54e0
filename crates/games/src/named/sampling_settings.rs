//! How a game is sampled.

use tremaux_domain::Options;
use tremaux_play::{Mcts, ScoreSampler, Selection};

use super::info::GameInfo;

/// How a game is sampled, as far as that is not left to the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sampling {
    /// The settings of the tree.
    pub options: Mcts,
    /// The length of a playout in plies, after which the evaluation judges; `None` for the end of
    /// the game.
    pub plies: Option<u32>,
    /// Whether the evaluation says how promising moves are.
    pub has_priors: bool,
}

impl Sampling {
    /// Random games judged by scores, and where they end early or for priors by `evaluator`.
    pub fn by_scores<E>(&self, evaluator: E, info: &GameInfo) -> ScoreSampler<E> {
        ScoreSampler {
            evaluator,
            plies: self.plies.unwrap_or(u32::MAX),
            scale: Self::scale(info),
            has_priors: self.has_priors,
        }
    }

    /// No playouts: the evaluator judges, and says how promising moves are. For games in which it
    /// is good.
    pub fn judged() -> Self {
        let options = Mcts::default().selection(Selection::Puct).exploration(0.7);
        Self { options, plies: Some(0), has_priors: true }
    }

    /// The lead at which three games of four are won: half of one that decides.
    pub(crate) fn scale(info: &GameInfo) -> f64 {
        f64::from(info.great_lead) / 2.0
    }
}

/// What the user says about sampling.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SamplingSettings {
    pub(super) selection: Option<Selection>,
    pub(super) exploration: Option<f64>,
    pub(super) rave: Option<f64>,
    pub(super) bias: Option<f64>,
    pub(super) widening: f64,
    pub(super) plies: Option<u32>,
    pub(super) has_priors: Option<bool>,
    pub(super) seed: u64,
}

impl SamplingSettings {
    pub(super) fn read(options: &Options<'_>) -> Self {
        let number = |name| options.optional_number(name);
        Self {
            selection: match options.word("selection") {
                "ucb" => Some(Selection::Ucb),
                "puct" => Some(Selection::Puct),
                _ => None,
            },
            exploration: number("exploration"),
            rave: number("rave"),
            bias: number("bias"),
            widening: options.number("widening"),
            plies: options.optional_integer("plies").map(|plies| plies as u32),
            has_priors: match options.word("priors") {
                "auto" => None,
                word => Some(word == "yes"),
            },
            seed: options.integer("seed"),
        }
    }
}
