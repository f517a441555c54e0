//! The options of queries about grid maps and graphs.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint, value_parser};
use tremaux_core::{CancelToken, Limits};
use tremaux_registry::paths::PathMap;
use tremaux_registry::{SolveRequest, TableSource};

use crate::failure::{Failure, not_applicable};
use crate::maps::given_rules::GivenRules;
use crate::maps::map::MapForm;
use crate::options::GlobalOptions;
use crate::progress::ProgressLine;
use crate::quantity;
use crate::table_cache::{self, BuildLine};

/// The options of the verb.
#[derive(Clone, Debug, Args)]
pub(crate) struct PathOptions {
    /// Grid map or graph (plain, gzip or zstd), or `-` for standard input
    #[arg(value_name = "MAP", value_hint = ValueHint::FilePath)]
    pub(crate) map: PathBuf,
    /// Start: `10,20` (column and row from 0), or a node's number or name
    /// [default: that of the map]
    #[arg(long, value_name = "PLACE")]
    #[arg(conflicts_with_all = ["scen", "random"])]
    pub(crate) from: Option<String>,
    /// Destination, in the same form [default: the map's nearest goal]
    #[arg(long, value_name = "PLACE")]
    #[arg(conflicts_with_all = ["scen", "random"])]
    pub(crate) to: Option<String>,
    /// Find all paths of a file: of CSV with columns `from,to` or `x1,y1,x2,y2`, or of scenarios
    /// for the grid map, whose lengths are checked
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "random")]
    pub(crate) scen: Option<PathBuf>,
    /// Run only the Nth scenario, counting from 1
    #[arg(long, value_name = "N")]
    #[arg(value_parser = value_parser!(u64).range(1..))]
    pub(crate) index: Option<u64>,
    /// Find paths between N random pairs of free cells or nodes
    #[arg(long, value_name = "N", value_parser = quantity::count)]
    pub(crate) random: Option<u64>,
    /// Coordinates of the nodes of a `.gr` file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) coordinates: Option<PathBuf>,
    /// Key of the cost of links in JSON, GraphML or CSV; every link must have it [default: weight]
    #[arg(long, value_name = "KEY")]
    pub(crate) weight: Option<String>,
    /// Read each arc of a graph both ways
    #[arg(long)]
    pub(crate) undirected: bool,
    #[command(flatten)]
    pub(crate) rules: GivenRules,
    /// Draw the grid map with the expanded cells and the path
    #[arg(long, value_name = "FILE.svg|png", value_hint = ValueHint::FilePath)]
    pub(crate) draw: Option<PathBuf>,
    /// Write a proof of the result, which `tremaux check` judges
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) proof: Option<PathBuf>,
    /// Number of threads for preprocessing
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    #[arg(value_parser = value_parser!(u64).range(1..=1024))]
    pub(crate) threads: u64,
    /// Table cache folder [default: as for `tremaux build path`]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Search")]
    pub(crate) cache: Option<PathBuf>,
    /// Algorithm, such as `jps` or `alt(landmarks=8)` [default on grids: auto]
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    pub(crate) algorithm: Option<String>,
    /// Random seed; printed in every report
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(help_heading = "Search")]
    pub(crate) seed: u64,
    /// Time limit of reading the file (not of parsing its text), of the preprocessing, and of
    /// each query: 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Limit on expanded states of each query: 5000, 5M
    #[arg(long, value_name = "COUNT", value_parser = quantity::count, help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,
    /// Memory limit for the text of the map, and for the tables of preprocessing and query, but
    /// not for the map itself: 2G
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes, help_heading = "Limits")]
    pub(crate) memory: Option<usize>,
}

impl PathOptions {
    /// The limits of reading, of the preprocessing, which has none of nodes, and of each query.
    pub(crate) fn limits(&self, cancel: &CancelToken) -> Limits {
        let mut limits = Limits::default().with_cancel(cancel.clone());
        limits.nodes = self.nodes;
        limits.time = self.time;
        limits.memory = self.memory;
        limits
    }

    /// Whether the options ask for one path.
    pub(crate) fn is_one(&self) -> bool {
        self.index.is_some() || self.scen.is_none() && self.random.is_none()
    }

    /// Fails if the options contradict each other.
    pub(crate) fn check_query(&self) -> Result<(), Failure> {
        if self.index.is_some() && self.scen.is_none() {
            return not_applicable("--index", "it selects a scenario and needs --scen FILE");
        }
        Ok(())
    }

    /// The source of preprocessed data, whose builds are shown on `line`.
    pub(crate) fn tables(&self, global: &GlobalOptions, line: &ProgressLine) -> TableSource {
        let (threads, build_line) = (self.threads as usize, BuildLine::default());
        build_line.set(line);
        table_cache::source(self.cache.as_deref(), threads, global.quiet, &build_line)
    }

    /// How the text of the map is to be read.
    pub(crate) fn form(&self) -> MapForm<'_> {
        MapForm {
            rules: &self.rules,
            coordinates: self.coordinates.as_deref(),
            weight: self.weight.as_deref(),
            is_undirected: self.undirected,
        }
    }

    /// What to answer the queries about `map` with.
    pub(crate) fn request(&self, map: &PathMap) -> SolveRequest {
        SolveRequest {
            algorithm: self.algorithm.clone().or_else(|| map.fastest().map(str::to_owned)),
            seed: self.seed,
            threads: self.threads as usize,
            is_limited: self.time.is_some() || self.nodes.is_some(),
            memory: self.memory,
            ..SolveRequest::default()
        }
    }

    /// The map's name in reports.
    pub(crate) fn map_name(&self) -> String {
        self.map.display().to_string()
    }
}
