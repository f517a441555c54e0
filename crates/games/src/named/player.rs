//! Players by name and strength.

use std::time::Duration;

use tremaux_core::Limits;
use tremaux_domain::{Expression, Kind, Options, RegistryError};
use tremaux_play::{ChancePruning, Equilibrium, EquilibriumMethod};

use super::algorithm::GameAlgorithm;
use super::algorithm_info::Way;
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
        let all = GAME_ALGORITHMS.iter().map(|info| &info.component);
        let found = expression.component(Kind::Algorithm, all)?;
        let info = GAME_ALGORITHMS.iter().copied().find(|info| info.name == found.name);
        let info = info.expect("the component is one of these");
        let options = Options::read(found, &expression)?;
        let way = match info.way {
            Way::Expectiminimax(usual) => Way::Expectiminimax(match options.word("pruning") {
                "star2" => ChancePruning::Star2,
                "none" => ChancePruning::None,
                _ => usual,
            }),
            Way::Sampling(_) => Way::Sampling(Some(SamplingSettings::read(&options))),
            Way::Equilibrium(usual) => Way::Equilibrium(equilibrium(usual, &options)),
            way => way,
        };
        let is_limited = info.way != Way::Random;
        let has = |name| info.options.iter().any(|option| option.name == name);
        let given = |name| if has(name) { options.optional_integer(name) } else { None };
        let seconds = if is_limited { options.optional_number("time") } else { None };
        Ok(Self {
            algorithm: is_limited.then_some(GameAlgorithm { info, way }),
            depth: given("depth").and_then(|depth| u32::try_from(depth).ok()),
            time: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            nodes: given("nodes"),
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
