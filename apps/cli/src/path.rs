//! `tremaux path`: shortest paths on grid maps and graphs.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches, ValueHint, value_parser};
use tremaux_core::{CancelToken, Limits, ParseError};
use tremaux_registry::paths::{GRAPH_ALGORITHMS, GRID_ALGORITHMS, MapKind};
use tremaux_registry::{RegistryError, TableSource};

use crate::arguments::{Everywhere, Written};
use crate::failure::Failure;
use crate::input::map_from;
use crate::output::Style;
use crate::path_output::PathOutput;
use crate::tables::{self, BuildLine};
use crate::{interrupt, path_graph, path_grid, quantity};

/// How a grid map is to be understood.
#[derive(Clone, Debug, Args)]
pub(crate) struct GridRules {
    /// Which steps are allowed on a grid: four, eight-no-corners, eight-one-side,
    /// eight-always [default: eight-no-corners, the rule of the MovingAI benchmarks]
    #[arg(long, value_name = "RULE")]
    pub(crate) movement: Option<String>,
    /// What steps cost on a grid: sqrt2, or diagonal and straight ones, as 99/70 or 10/14
    /// [default: sqrt2]
    #[arg(long, value_name = "COSTS")]
    pub(crate) cost: Option<String>,
    /// Who goes there on a grid, and what letters weigh: land, water, `S=3,W=8`
    /// [default: land]
    #[arg(long, value_name = "RULES")]
    pub(crate) terrain: Option<String>,
}

/// The options of the verb.
#[derive(Clone, Debug, Args)]
pub(crate) struct PathOptions {
    /// A grid map or a graph, perhaps packed by gzip or zstd, or `-` for standard input
    #[arg(value_name = "MAP", value_hint = ValueHint::FilePath)]
    pub(crate) map: PathBuf,
    /// Where to start: `10,20` (column and row from 0), or a node's number or name
    #[arg(long, value_name = "PLACE", requires = "to", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["scen", "random"])]
    pub(crate) from: Option<String>,
    /// Where to go
    #[arg(long, value_name = "PLACE", requires = "from", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
    /// Check every length that a scenario file lists for the grid map, and sum up
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "random")]
    pub(crate) scen: Option<PathBuf>,
    /// Only the Nth scenario, from 1
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    #[arg(value_parser = value_parser!(u64).range(1..))]
    pub(crate) index: Option<u64>,
    /// Ask for paths between N random pairs of nodes of the graph, and sum up
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = quantity::count)]
    pub(crate) random: Option<u64>,
    /// The places of the nodes of a `.gr` file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) coordinates: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: GridRules,
    /// Draw the grid map, the cells expanded and the path
    #[arg(long, value_name = "FILE.svg|png", value_hint = ValueHint::FilePath)]
    pub(crate) draw: Option<PathBuf>,
    /// Threads to prepare on
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    #[arg(value_parser = value_parser!(u64).range(1..=1024), allow_hyphen_values = true)]
    pub(crate) threads: u64,
    /// Where `tremaux build path` keeps what it builds [default: as there]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Search")]
    pub(crate) cache: Option<PathBuf>,
    /// The algorithm, as `jps` or `alt(landmarks=8)`
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub(crate) algorithm: Option<String>,
    /// Seed of whatever is random; printed in every report
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true)]
    #[arg(help_heading = "Search")]
    pub(crate) seed: u64,
    /// Stop a query after this long, and so preparing for queries: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    #[arg(allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// Stop a query before it expands more states than this: 5000, 5M
    #[arg(long, value_name = "COUNT", value_parser = quantity::count, help_heading = "Limits")]
    #[arg(allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
    /// Stop before tables grow beyond this, those prepared or those of a query: 400M, 2G
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes, help_heading = "Limits")]
    #[arg(allow_hyphen_values = true)]
    pub(crate) memory: Option<usize>,
}

impl PathOptions {
    /// The limits of one query.
    pub(crate) fn limits(&self, cancel: &CancelToken) -> Limits {
        let mut limits = Limits::default().with_cancel(cancel.clone());
        limits.nodes = self.nodes;
        limits.time = self.time;
        limits.memory = self.memory;
        limits
    }

    /// Fails if nothing is asked, or what cannot be.
    pub(crate) fn check_what_is_asked(&self) -> Result<(), Failure> {
        let asks = [self.from.is_some(), self.scen.is_some(), self.random.is_some()];
        if !asks.contains(&true) {
            let message = "nothing is asked: give --from and --to, --scen FILE for a grid map, or \
                           --random N for a graph";
            return Err(Failure::Usage(message.into()));
        }
        if self.index.is_some() && self.scen.is_none() {
            return refused("--index", "it chooses a scenario: there is no --scen FILE");
        }
        Ok(())
    }

    /// The limits of what comes before the queries.
    pub(crate) fn preparation(&self, cancel: &CancelToken) -> Limits {
        let mut limits = self.limits(cancel);
        limits.nodes = None;
        limits
    }

    /// What was prepared ahead, and where it is kept.
    pub(crate) fn tables(&self, everywhere: &Everywhere) -> TableSource {
        let (threads, line) = (self.threads as usize, BuildLine::default());
        tables::source(self.cache.as_deref(), threads, everywhere.quiet, &line)
    }

    /// Fails if limits were given that end no query.
    pub(crate) fn check_limits(&self, is_limited: bool, algorithm: &str) -> Result<(), Failure> {
        // They hold while these are prepared.
        let name = algorithm.split('(').next().unwrap_or_default();
        let is_prepared = ["contraction-hierarchy", "alt", "hpa-star"].contains(&name);
        let given = [
            ("--time", self.time.is_some() && !is_prepared),
            ("--nodes", self.nodes.is_some()),
            ("--memory", self.memory.is_some() && !is_prepared),
        ];
        for (option, is_given) in given {
            if is_given && !is_limited {
                return refused(option, format!("{algorithm} answers each query in one go"));
            }
        }
        Ok(())
    }

    /// The map's name in reports.
    pub(crate) fn map_name(&self) -> String {
        self.map.display().to_string()
    }
}

/// An option that has no effect here.
pub(crate) fn refused<T>(option: &'static str, reason: impl Into<String>) -> Result<T, Failure> {
    let reason = reason.into();
    Err(Failure::Registry(RegistryError::NotApplicable { option, reason }))
}

/// An error in a text that comes from `origin`.
pub(crate) fn in_text(origin: &str, text: impl Into<String>, error: ParseError) -> Failure {
    let (origin, text) = (origin.to_owned(), text.into());
    Failure::Text { origin, text, error: error.into(), help: None }
}

fn names(all: &[tremaux_registry::Component]) -> String {
    let names: Vec<&str> = all.iter().map(|component| component.name).collect();
    names.join(", ")
}

/// The verb on the command line.
pub(crate) fn command() -> Command {
    let options = PathOptions::augment_args(Written::augment_args(Command::new("path")));
    options
        .about("Finds shortest paths on grid maps, road networks and other graphs")
        .arg_required_else_help(true)
        .after_help(format!(
            "Maps: MovingAI .map, DIMACS .gr, node-link .json, a list of arcs; known by the end \
             of the name, else by how the text begins.\n\nAlgorithms on grids: {}.\n\
             Algorithms on graphs: {}.\n\nExamples:\n  \
             tremaux generate map --kind rooms | tremaux path - --from 3,3 --to 20,20\n  \
             printf 'home shop 4\\nshop work 3\\n' | tremaux path - --from home --to work\n\n\
             Exit status: 0 there is a path, or all lengths are right; 1 there is none, or one \
             is wrong; 2 bad input or usage; 3 a limit was reached or Ctrl-C was pressed.",
            names(GRID_ALGORITHMS),
            names(GRAPH_ALGORITHMS),
        ))
}

/// Answers what `matches`, those of the verb, ask for; returns the exit status.
pub(crate) fn path(
    matches: &ArgMatches,
    everywhere: &Everywhere,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let options = PathOptions::from_arg_matches(matches).expect("the options of a path");
    let written = Written::from_arg_matches(matches).expect("the format");
    options.check_what_is_asked()?;
    if let Some(path) = &options.draw {
        if options.scen.is_some() && options.index.is_none() {
            return refused("--draw", "it draws one path: choose one by --index N");
        }
        let is_known = |extension: &std::ffi::OsStr| {
            ["svg", "png"].into_iter().any(|known| extension.eq_ignore_ascii_case(known))
        };
        if !path.extension().is_some_and(is_known) {
            let message = format!("--draw {}: pictures are .svg or .png files", path.display());
            return Err(Failure::Usage(message));
        }
    }
    // From here on, so that Ctrl-C while a large map is read tells of a limit too.
    interrupt::token()?;
    let map = map_from(&options.map)?;
    let mut output = PathOutput { out, format: written.format, style };
    match MapKind::of(&options.map.to_string_lossy(), &map.text) {
        MapKind::Grid => path_grid::path(&options, map, everywhere, &mut output),
        kind => path_graph::path(kind, &options, map, everywhere, &mut output),
    }
}
