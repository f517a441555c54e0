//! Descriptions of game algorithms.

use std::ops::Deref;

use serde::{Serialize, Serializer};
use tremaux_domain::Component;
use tremaux_play::{ChancePruning, Equilibrium, Opponents, ProofVariant, Window};

use super::sampling_settings::SamplingSettings;

/// The description of a game algorithm.
#[derive(Debug, Serialize)]
pub struct GameAlgorithmInfo {
    /// The description.
    #[serde(flatten)]
    pub component: Component,
    /// How it searches; written as whether it does.
    #[serde(rename = "searches", serialize_with = "searches")]
    pub(crate) way: Way,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn searches<S: Serializer>(way: &Way, serializer: S) -> Result<S::Ok, S::Error> {
    (*way != Way::Random).serialize(serializer)
}

impl GameAlgorithmInfo {
    /// Whether it is for games in which players do not see everything, and for no others.
    pub fn needs_hidden_information(&self) -> bool {
        matches!(self.way, Way::Equilibrium(_))
    }
}

impl Deref for GameAlgorithmInfo {
    type Target = Component;

    fn deref(&self) -> &Component {
        &self.component
    }
}

/// How a game algorithm searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    /// With the game's selective methods, if it has any; otherwise like scout.
    Engine,
    /// With these windows at the root.
    Windows(Window),
    /// Without pruning: it is not a setting of the engine.
    Exhaustive,
    /// By the payoffs of all players.
    MaxN(Opponents),
    /// By expected payoffs.
    Expectiminimax(ChancePruning),
    /// By playouts, as the game has them or as the user says.
    Sampling(Option<SamplingSettings>),
    /// By proof numbers, kept as this says or as suits the game.
    Proof(Option<ProofVariant>),
    /// By an equilibrium of the whole game.
    Equilibrium(Equilibrium),
    /// Not at all.
    Random,
}
