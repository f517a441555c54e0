//! Players by name and strength.

use std::time::Duration;

use tremaux_core::Limits;
use tremaux_domain::{Expression, Kind, Options, RegistryError};
use tremaux_play::{ChancePruning, Equilibrium, EquilibriumMethod};

use super::algorithm::{GameAlgorithm, SearchKind};
use super::request::AnalysisRequest;
use super::rows::GAME_ALGORITHMS;
use super::sampling_settings::SamplingSettings;

/// A player by algorithm and strength, as `scout(depth=6)` or `mtd-f(time=0.5)`.
#[derive(Clone, Debug)]
pub struct Player {
    /// The algorithm; `None` for a random player.
    pub algorithm: Option<GameAlgorithm>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The time for a move.
    pub time: Option<Duration>,
    /// The number of positions to visit for a move.
    pub nodes: Option<u64>,
    /// All of this as text that can be read again.
    pub text: String,
}

impl Player {
    /// Reads a player.
    ///
    /// # Errors
    ///
    /// Returns the place of a name that is not known or an option that is wrong.
    ///
    /// ```
    /// use tremaux_games::named::Player;
    /// let player = Player::parse("pvs(6, time=0.5)")?;
    /// assert_eq!((player.depth, player.text.as_str()), (Some(6), "scout(6, time=0.5)"));
    /// assert!(Player::parse("scuot").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, RegistryError> {
        let expression = Expression::read(text)?;
        let all = GAME_ALGORITHMS.iter().map(|row| row.about);
        let found = expression.component(Kind::Algorithm, all)?;
        let row = GAME_ALGORITHMS.iter().find(|row| row.name == found.name);
        let row = row.expect("the component is one of these");
        let options = Options::read(found, &expression)?;
        let search = match row.search {
            SearchKind::Expectiminimax(usual) => {
                SearchKind::Expectiminimax(match options.word("pruning") {
                    "star2" => ChancePruning::Star2,
                    "none" => ChancePruning::None,
                    _ => usual,
                })
            }
            SearchKind::Textbook(usual) => SearchKind::Textbook(
                usual
                    .prunes(options.word("pruning") == "yes")
                    .quiescence(options.word("quiescence") == "yes")
                    .table(options.word("table") == "yes"),
            ),
            SearchKind::Sampling(_) => SearchKind::Sampling(Some(SamplingSettings::read(&options))),
            SearchKind::Equilibrium(usual) => SearchKind::Equilibrium(equilibrium(usual, &options)),
            search => search,
        };
        let given = |name: &'static str| {
            let is_option = found.options.iter().any(|option| option.name == name);
            is_option.then_some(name)
        };
        let integer = |name| given(name).and_then(|name| options.optional_integer(name));
        let seconds = given("time").and_then(|name| options.optional_number(name));
        Ok(Self {
            algorithm: row.searches().then_some(GameAlgorithm { search, ..*row }),
            depth: integer("depth").and_then(|depth| u32::try_from(depth).ok()),
            time: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            nodes: integer("nodes"),
            text: expression.renamed(found.name).to_string(),
        })
    }

    /// Sets the algorithm of a request, and the depth and limits that are not set.
    ///
    /// # Errors
    ///
    /// Fails if the player does not evaluate moves.
    pub fn apply(
        self,
        request: &mut AnalysisRequest,
        limits: &mut Limits,
    ) -> Result<(), RegistryError> {
        request.algorithm = self.algorithm.ok_or_else(|| RegistryError::NotOffered {
            component: self.text,
            reason: "it does not evaluate moves".into(),
        })?;
        request.depth = request.depth.or(self.depth);
        limits.time = limits.time.or(self.time);
        limits.nodes = limits.nodes.or(self.nodes);
        Ok(())
    }

    /// Whether its strength is specified.
    pub fn has_strength(&self) -> bool {
        self.depth.is_some() || self.time.is_some() || self.nodes.is_some()
    }
}

/// The search that the options of an algorithm describe.
fn equilibrium(usual: Equilibrium, options: &Options<'_>) -> Equilibrium {
    let method = match usual.method {
        EquilibriumMethod::Discounted { .. } => EquilibriumMethod::Discounted {
            alpha: options.number("alpha"),
            beta: options.number("beta"),
            gamma: options.number("gamma"),
        },
        EquilibriumMethod::OutcomeSampling { .. } => {
            EquilibriumMethod::OutcomeSampling { exploration: options.number("exploration") }
        }
        method => method,
    };
    usual
        .method(method)
        .iterations(options.optional_integer("iterations").unwrap_or(u64::MAX))
        .target(options.number("target"))
        .seed(options.integer("seed"))
}
