//! `tremaux build path`: what the algorithms for maps prepare, kept for the next time.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueHint};
use tremaux_core::Limits;
use tremaux_registry::paths::{GridPaths, MapKind, kept_algorithms};
use tremaux_registry::{BuiltTable, TableSource};

use crate::failure::Failure;
use crate::input::map_from;
use crate::path::{GridRules, refused};
use crate::path_graph::graph_of;
use crate::path_grid::grid_of;
use crate::progress::ProgressLine;

/// What is built, for which map.
#[derive(Clone, Debug, Args)]
struct PathBuilding {
    /// A grid map or a graph, perhaps packed by gzip or zstd, or `-` for standard input
    #[arg(value_name = "MAP", value_hint = ValueHint::FilePath)]
    map: PathBuf,
    /// The algorithm that is to be prepared for [default: contraction-hierarchy for a graph,
    /// jps-bounds for a grid map]
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    #[command(flatten)]
    rules: GridRules,
}

/// The verb's part for maps.
pub(crate) fn command() -> Command {
    let titles = kept_algorithms().map(|known| format!("  {}: {}", known.name, known.title));
    PathBuilding::augment_args(Command::new("path"))
        .about("What algorithms for grid maps and road networks prepare")
        .after_help(format!(
            "Algorithms:\n{}\n\nExamples:\n  \
             tremaux generate map --kind rooms | tremaux build path - --threads 2\n  \
             printf 'home shop 4\\nshop work 3\\n' | tremaux build path -\n\n\
             `tremaux path` takes what is there by a hash of the map, whatever its file is called, \
             and makes what is not; it keeps none of that.",
            titles.join("\n")
        ))
}

/// Builds what `matches` ask for; returns what is there then, and the algorithm.
pub(crate) fn build(
    matches: &ArgMatches,
    limits: &Limits,
    tables: &TableSource,
    line: &ProgressLine,
) -> Result<(Vec<BuiltTable>, String), Failure> {
    let PathBuilding { map, algorithm, rules } =
        PathBuilding::from_arg_matches(matches).expect("the options of a build for a map");
    let name = map.to_string_lossy().into_owned();
    let map = map_from(&map)?;
    let [for_graphs, for_grids] = kept_algorithms();
    let kind = MapKind::of(&name, &map.text);
    let default = if kind == MapKind::Grid { for_grids } else { for_graphs };
    let algorithm = algorithm.unwrap_or_else(|| default.name.to_owned());
    let table = if kind == MapKind::Grid {
        let (grid, costs) = grid_of(&rules, map)?;
        line.say(&format!("preparing {algorithm}"));
        GridPaths::build(&grid, costs, &algorithm, limits, tables)
    } else {
        let given = [
            ("--movement", &rules.movement),
            ("--cost", &rules.cost),
            ("--terrain", &rules.terrain),
        ];
        if let Some((option, _)) = given.into_iter().find(|(_, value)| value.is_some()) {
            return refused(option, "the map is a graph, not a grid");
        }
        let graph = graph_of(kind, None, map)?;
        line.say(&format!("preparing {algorithm}"));
        graph.build(&algorithm, limits, tables)
    };
    let table = table.map_err(|error| Failure::of(error, "--algorithm"))?;
    Ok((vec![table], algorithm))
}
