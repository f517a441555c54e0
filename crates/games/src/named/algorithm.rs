//! Game algorithms that are looked up by name.

use std::ops::Deref;

use serde::{Serialize, Serializer};
use tremaux_domain::{Component, RegistryError};
use tremaux_play::{
    ChancePruning, Equilibrium, Mcts, Opponents, ProofVariant, Selection, Textbook, Window,
};

use super::sampling_settings::{Sampling, SamplingSettings};

/// A game algorithm: its description, and how it searches.
#[derive(Clone, Copy, Debug)]
pub struct GameAlgorithm {
    /// The description.
    pub about: &'static Component,
    /// As in the table of algorithms, or with the options that were given.
    pub(super) search: SearchKind,
}

/// How a game algorithm searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SearchKind {
    /// Alpha-beta with the game's selective methods; like scout if it has none.
    Engine,
    /// Alpha-beta with these windows at the root.
    Windows(Window),
    /// Without pruning.
    Minimax,
    /// To one depth, by the conventions of textbooks.
    Textbook(Textbook),
    /// By the payoffs of all players.
    MaxN(Opponents),
    /// By expected payoffs.
    Expectiminimax(ChancePruning),
    /// By playouts, with the game's settings except for these.
    Sampling(Option<SamplingSettings>),
    /// By proof numbers, of this variant or of the one that suits the game.
    ProofNumbers(Option<ProofVariant>),
    /// By an equilibrium of the whole game.
    Equilibrium(Equilibrium),
    /// Not at all: moves are random.
    Random,
}

impl Deref for GameAlgorithm {
    type Target = Component;

    fn deref(&self) -> &Component {
        self.about
    }
}

/// The description, and whether it searches.
impl Serialize for GameAlgorithm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row {
            #[serde(flatten)]
            about: &'static Component,
            searches: bool,
        }
        Row { about: self.about, searches: self.searches() }.serialize(serializer)
    }
}

impl GameAlgorithm {
    /// Its settings of sampling in a game with these.
    pub(crate) fn sampling(self, of_game: Sampling) -> Sampling {
        let SearchKind::Sampling(Some(given)) = self.search else { return of_game };
        let mut options = of_game.options;
        let selection = given.selection.unwrap_or(options.selection);
        if selection != options.selection {
            options = match selection {
                Selection::Puct => Sampling::judged().options,
                Selection::Ucb => Mcts::default(),
            };
        }
        options = options.seed(given.seed).widening(given.widening);
        options.exploration = given.exploration.unwrap_or(options.exploration);
        options.rave = given.rave.unwrap_or(options.rave);
        options.bias = given.bias.unwrap_or(options.bias);
        let has_priors =
            given.has_priors.unwrap_or(of_game.has_priors || selection == Selection::Puct);
        Sampling { options, plies: given.plies.or(of_game.plies), has_priors }
    }

    pub(super) fn searches(&self) -> bool {
        self.search != SearchKind::Random
    }

    /// Whether it is for games in which players do not see everything, and for no others.
    pub fn needs_hidden_information(&self) -> bool {
        matches!(self.search, SearchKind::Equilibrium(_))
    }

    /// Whether it is the default, or the default of games without selective methods.
    #[must_use]
    pub fn is_default(self) -> bool {
        matches!(self.search, SearchKind::Engine | SearchKind::Windows(Window::Scout))
    }

    /// Whether it searches to a depth in plies.
    pub(crate) fn has_depth(self) -> bool {
        use SearchKind::{Equilibrium, ProofNumbers, Sampling};
        !matches!(self.search, Sampling(_) | ProofNumbers(_) | Equilibrium(_))
    }

    /// Refuses a depth that it cannot search to.
    pub(crate) fn accepts_depth(self, depth: Option<u32>) -> Result<(), RegistryError> {
        if depth.is_none() || self.has_depth() {
            return Ok(());
        }
        let reason = format!("{} has no depth: limit its time or nodes", self.name);
        Err(RegistryError::NotApplicable { option: "depth", reason })
    }

    /// Whether it finds several lines with different first moves.
    pub(crate) fn has_lines(self) -> bool {
        use SearchKind::{Engine, Minimax, Sampling, Windows};
        matches!(self.search, Engine | Minimax | Sampling(_) | Windows(_))
    }

    /// Its windows at the root.
    #[must_use]
    pub fn window(self) -> Window {
        match self.search {
            SearchKind::Windows(window) => window,
            _ => Window::Scout,
        }
    }
}
