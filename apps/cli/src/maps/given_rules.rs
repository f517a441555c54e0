//! The options that say how a grid map is read.

use clap::{ArgMatches, Args, Command, FromArgMatches};
use tremaux_registry::Options;
use tremaux_registry::paths::{GRID_RULES, GridRules};

use crate::failure::Failure;
use crate::options::{OptionValues, argument, option_values};

/// The rules of a grid map as the command line gives them.
#[derive(Clone, Debug)]
pub(crate) struct GivenRules(OptionValues);

impl FromArgMatches for GivenRules {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(option_values(&GRID_RULES, matches)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        Self::from_arg_matches(matches).map(|rules| *self = rules)
    }
}

impl Args for GivenRules {
    fn augment_args(command: Command) -> Command {
        command.args(GRID_RULES.iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl GivenRules {
    /// The rules.
    pub(crate) fn rules(&self) -> Result<GridRules, Failure> {
        let options = Options::check(&GRID_RULES, &self.0);
        let rules = options.and_then(|options| GridRules::of(&options));
        rules.map_err(|error| Failure::of(error, "MAP"))
    }

    /// Whether they say what is a wall, so that the map is a grid.
    pub(crate) fn has_walls(&self) -> bool {
        Options::check(&GRID_RULES, &self.0).is_ok_and(|rules| rules.given("wall").is_some())
    }

    /// Fails if there is one, because the map is a graph.
    pub(crate) fn reject(&self) -> Result<(), Failure> {
        match self.0.first() {
            Some((option, _)) => {
                Err(Failure::Usage(format!("`--{option}` does not apply: {NOT_A_GRID}")))
            }
            None => Ok(()),
        }
    }
}

/// Why a graph has no options of grids.
const NOT_A_GRID: &str = "the map is a graph, not a grid";
