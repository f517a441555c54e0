//! `tremaux build path`: stores the preprocessed data of map algorithms.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueHint};
use tremaux_core::Limits;
use tremaux_registry::paths::storable_algorithms;
use tremaux_registry::{BuiltTable, TableSource};

use crate::failure::Failure;
use crate::input::ReadLimits;
use crate::maps::given_rules::GivenRules;
use crate::maps::map::MapForm;
use crate::maps::source::MapSource;
use crate::progress::ProgressLine;

/// The arguments of `build path`.
#[derive(Clone, Debug, Args)]
struct PathBuilding {
    /// Grid map or graph (plain, gzip or zstd), or `-` for standard input
    #[arg(value_name = "MAP", value_hint = ValueHint::FilePath)]
    map: PathBuf,
    /// Algorithm to preprocess for [default: contraction-hierarchy on graphs, jps-bounds on grids]
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    /// Key of the cost of links in graph JSON; other keys are then ignored [default: weight]
    #[arg(long, value_name = "KEY")]
    weight: Option<String>,
    /// Read each arc of a graph both ways
    #[arg(long)]
    undirected: bool,
    #[command(flatten)]
    rules: GivenRules,
}

/// The subcommand for maps.
pub(crate) fn command() -> Command {
    let titles = storable_algorithms().map(|known| format!("  {}: {}", known.name, known.title));
    PathBuilding::augment_args(Command::new("path"))
        .about("Preprocessed data of algorithms for grid maps and road networks")
        .after_help(format!(
            "Algorithms:\n{}\n\nExamples:\n  \
             tremaux generate map --kind rooms | tremaux build path - --threads 2\n  \
             printf 'home shop 4\\nshop work 3\\n' | tremaux build path -\n\n\
             `tremaux path` finds this data by a hash of the map, whatever the file name; if it is \
             missing, it builds it for that run only.",
            titles.join("\n")
        ))
}

/// Runs the build given by `matches`; returns the tables, or why nothing was built, and the
/// algorithm.
pub(crate) fn build(
    matches: &ArgMatches,
    limits: &Limits,
    tables: &TableSource,
    line: &ProgressLine,
) -> Result<(Result<Vec<BuiltTable>, Failure>, String), Failure> {
    let PathBuilding { map, algorithm, weight, undirected, rules } =
        PathBuilding::from_arg_matches(matches).expect("the options of a build for a map");
    let name = map.to_string_lossy().into_owned();
    let text = MapSource::of(&map, &ReadLimits::of_map(limits))?;
    let form = MapForm {
        rules: &rules,
        coordinates: None,
        weight: weight.as_deref(),
        is_undirected: undirected,
    };
    let map = form.read(&name, text, limits)?;
    let [for_graphs, for_grids] = storable_algorithms();
    let default = if map.grid().is_some() { for_grids } else { for_graphs };
    let algorithm = algorithm.unwrap_or_else(|| default.name.to_owned());
    line.say(&format!("preparing {algorithm}"));
    // Reading the map does not count.
    tables.limit(limits);
    let table = map.build(&algorithm, tables);
    let table = table.map_err(|error| Failure::of(error, "--algorithm"));
    Ok((table.map(|table| vec![table]), algorithm))
}
