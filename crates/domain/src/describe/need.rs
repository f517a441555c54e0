//! What algorithms need of problems.

use serde::Serialize;

/// Something that an algorithm needs and that not every problem offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// A state space: its goals, and the states before a state.
    Predecessors,
    /// A graph: costs that are whole, or become so by a power of ten, and below 2^32.
    ShortCosts,
    /// A map: a single goal.
    OneGoal,
    /// A grid: every free cell costs the same.
    Unweighted,
    /// A game: two players, one of whom wins what the other loses, and no chance.
    Scores,
    /// A game: chance, or more than two players.
    Payoffs,
    /// A game of payoffs: two players, one of whom wins what the other loses.
    TwoPlayers,
    /// A game: everybody sees the whole position.
    PerfectInformation,
    /// A game: two players, each of whom sees only a part of the position.
    HiddenInformation,
}

impl Need {
    /// What is said where it is missing.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Predecessors => "this problem does not support search from its goals",
            Self::ShortCosts => {
                "it requires costs that are whole numbers below 2^32, or become so when multiplied \
                 by a power of ten"
            }
            Self::OneGoal => "it finds paths to a single goal",
            Self::Unweighted => "it requires a map without weights",
            Self::Scores => {
                "for this game use mcts, max-n, paranoid or, with two players, expectiminimax"
            }
            Self::Payoffs => "it is for games with chance or with more than two players",
            Self::TwoPlayers => "it requires a two-player zero-sum game",
            Self::PerfectInformation => {
                "it would see what the other player hides: for this game use cfr-plus, cfr, \
                 discounted-cfr, external-sampling or outcome-sampling"
            }
            Self::HiddenInformation => "it is for games with hidden information",
        }
    }
}
