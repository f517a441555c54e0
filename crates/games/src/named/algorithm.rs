//! Game algorithms that are looked up by name.

use tremaux_domain::{Component, RegistryError};
use tremaux_play::{Mcts, ProofVariant, Selection, Window};

use super::algorithm_info::{GameAlgorithmInfo, Way};
use super::rows::{
    CFR_PLUS, DF_PN, ENGINE, EXPECTIMINIMAX, GAME_ALGORITHMS, MAX_N, MCTS, PN_2, PROOF_NUMBER,
    SCOUT,
};
use super::sampling_settings::Sampling;

/// A game algorithm.
#[derive(Clone, Copy, Debug)]
pub struct GameAlgorithm {
    pub(super) info: &'static GameAlgorithmInfo,
    /// That of the description, with the options that were given.
    pub(super) way: Way,
}

impl Default for GameAlgorithm {
    fn default() -> Self {
        Self::of(&ENGINE)
    }
}

impl GameAlgorithm {
    const fn of(info: &'static GameAlgorithmInfo) -> Self {
        Self { info, way: info.way }
    }

    /// The default of games that are sampled.
    pub(crate) const MCTS: Self = Self::of(&MCTS);
    /// What `analyze --prove` means: the proof numbers that suit the game.
    pub const PROOF: Self = Self { info: &DF_PN, way: Way::Proof(None) };

    /// Proof numbers that are kept like this.
    pub(crate) fn of_proof(variant: ProofVariant) -> Self {
        match variant {
            ProofVariant::Tree => Self::of(&PROOF_NUMBER),
            ProofVariant::SecondLevel => Self::of(&PN_2),
            ProofVariant::DepthFirst => Self::of(&DF_PN),
        }
    }

    /// Its settings of sampling in a game with these.
    pub(crate) fn sampling(self, of_game: Sampling) -> Sampling {
        let Way::Sampling(Some(wishes)) = self.way else { return of_game };
        let mut options = of_game.options;
        let selection = wishes.selection.unwrap_or(options.selection);
        if selection != options.selection {
            options = match selection {
                Selection::Puct => Sampling::judged().options,
                Selection::Ucb => Mcts::default(),
            };
        }
        options = options.seed(wishes.seed).widening(wishes.widening);
        options.exploration = wishes.exploration.unwrap_or(options.exploration);
        options.rave = wishes.rave.unwrap_or(options.rave);
        options.bias = wishes.bias.unwrap_or(options.bias);
        let has_priors =
            wishes.has_priors.unwrap_or(of_game.has_priors || selection == Selection::Puct);
        Sampling { options, plies: wishes.plies.or(of_game.plies), has_priors }
    }

    /// The default of games with dice and two players.
    pub(crate) const EXPECTIMINIMAX: Self = Self::of(&EXPECTIMINIMAX);
    /// The default of other games by payoffs.
    pub(crate) const MAX_N: Self = Self::of(&MAX_N);

    /// The default of games with hidden information.
    pub(crate) const CFR_PLUS: Self = Self::of(&CFR_PLUS);

    /// All of them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        GAME_ALGORITHMS.iter().copied().filter(|info| info.way != Way::Random).map(Self::of)
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.info.component.name
    }

    /// The description.
    pub fn info(&self) -> &'static Component {
        &self.info.component
    }

    /// How it searches.
    pub(crate) fn way(self) -> Way {
        self.way
    }

    /// Whether it is the default, or the default of games without selective methods.
    #[must_use]
    pub fn is_default(self) -> bool {
        matches!(self.way(), Way::Engine | Way::Windows(Window::Scout))
    }

    /// The same search without selective methods.
    pub(crate) fn full_width(self) -> Self {
        if self.way() == Way::Engine { Self::of(&SCOUT) } else { self }
    }

    /// Whether it searches exhaustively, and so is not a setting of the engine.
    #[must_use]
    pub fn is_exhaustive(self) -> bool {
        self.way() == Way::Exhaustive
    }

    /// Whether it searches to a depth in plies.
    pub(crate) fn has_depth(self) -> bool {
        !matches!(self.way(), Way::Sampling(_) | Way::Proof(_) | Way::Equilibrium(_))
    }

    /// Refuses a depth that it cannot search to.
    pub(crate) fn accepts_depth(self, depth: Option<u32>) -> Result<(), RegistryError> {
        if depth.is_none() || self.has_depth() {
            return Ok(());
        }
        let reason = format!("{} has no depth: limit its time or nodes", self.name());
        Err(RegistryError::NotApplicable { option: "depth", reason })
    }

    /// Its windows at the root.
    #[must_use]
    pub fn window(self) -> Window {
        match self.way() {
            Way::Windows(window) => window,
            _ => Window::Scout,
        }
    }
}
