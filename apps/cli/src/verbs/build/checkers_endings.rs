//! `tremaux build checkers-endings`: solves the endings of checkers.

use clap::{ArgMatches, Command};
use tremaux_registry::{
    BuiltTable, GameEntry, RegistryError, TableSource, build_checkers_endings, game,
};

use crate::options::{argument, option_values};

/// The name of the subcommand.
pub(super) const NAME: &str = "checkers-endings";

fn checkers() -> &'static GameEntry {
    game("checkers").expect("a game")
}

/// The subcommand.
pub(super) fn command() -> Command {
    let command = Command::new(NAME)
        .about("Values of all positions of checkers with few pieces, with the plies to the end")
        .after_help(
            "Example:\n  tremaux build checkers-endings --endings 3\n\n\
             There is a table for each set of pieces. Those that are finished when a limit, Ctrl-C \
             or a crash stops the build are kept, and the next build goes on from there. \
             `play`, `analyze` and `match` look up endings with the same `--endings`.",
        );
    command.args(checkers().info().options.iter().map(argument))
}

/// Builds the tables of the options.
pub(super) fn build(
    matches: &ArgMatches,
    tables: &TableSource,
) -> Result<Vec<BuiltTable>, RegistryError> {
    build_checkers_endings(&option_values(checkers().info().options, matches), tables)
}
