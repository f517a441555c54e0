//! Options shared by several verbs. Options of a domain or game are created from the registry.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueEnum, ValueHint, value_parser};
use tremaux_core::{CancelToken, Limits};
use tremaux_registry::{
    AlgorithmInfo, DepthLimit, DomainEntry, OptionInfo, OptionKind, SolveRequest, TieBreakName,
};

use crate::quantity;

/// Output format: text for people, one JSON object or a list, one JSON object per line,
/// comma-separated values with a header, or a Markdown table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// One object, or a list.
    Json,
    /// One object per line.
    Jsonl,
    /// With a header.
    Csv,
    /// A Markdown table.
    Md,
}

// Derived, the comments would become help.
impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Text, Self::Json, Self::Jsonl, Self::Csv, Self::Md]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Md => "md",
        }))
    }
}

/// When to use colours; `auto` uses them on a terminal unless NO_COLOR is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Whether to use colours on a stream, given whether it is a terminal.
    pub(crate) fn is_on(self, is_terminal: bool) -> bool {
        let is_wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        match self {
            Self::Auto => is_terminal && is_wanted,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// Options of every verb.
#[derive(Clone, Debug, Args)]
pub struct GlobalOptions {
    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    #[arg(help_heading = "Output")]
    pub(crate) color: Color,
    /// Print errors only, no progress and no messages
    #[arg(long, short, global = true, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
    /// Verbose output
    #[arg(long, short, global = true, help_heading = "Output")]
    pub verbose: bool,
}

/// The option of every verb that has a result.
#[derive(Clone, Debug, Args)]
pub struct FormatOption {
    /// Output format
    #[arg(long, global = true, value_enum, default_value = "text", help_heading = "Output")]
    pub(crate) format: Format,
}

/// The output format in `matches`.
pub fn format_of(matches: &ArgMatches) -> Format {
    FormatOption::from_arg_matches(matches).expect("the format").format
}

/// The options of a search.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchOptions {
    /// Algorithm, such as `a-star` or `weighted-a-star(weight=1.5)`
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) algorithm: Option<String>,
    /// Heuristic, such as `manhattan` or `max(manhattan, misplaced)`
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) heuristic: Option<String>,
    /// Order of equally good states: fifo, lifo, high-g, low-h, key
    #[arg(long, global = true, value_name = "RULE", value_parser = tie_break)]
    pub(crate) tie_break: Option<TieBreakName>,
    /// Random seed; printed in every report
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Number of threads for searching and building tables
    #[arg(long, global = true, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u64).range(1..=1024))]
    pub(crate) threads: u64,
    /// Table cache folder [default: $TREMAUX_CACHE, or tremaux in the user's cache folder]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) cache: Option<PathBuf>,
    /// Time limit, including building the heuristic but not reading: 10s, 500ms, 2m
    #[arg(long, global = true, value_name = "TIME", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Limit on expanded nodes: 5000, 5M
    #[arg(long, global = true, value_name = "COUNT", value_parser = quantity::count)]
    #[arg(help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,
    /// Memory limit for the search's tables, but not for the instance: 400M, 2G, 512Mi
    #[arg(long, global = true, value_name = "SIZE", value_parser = quantity::bytes)]
    #[arg(help_heading = "Limits")]
    pub(crate) memory: Option<usize>,
    /// Depth limit in moves
    #[arg(long, global = true, value_name = "N", help_heading = "Limits")]
    pub(crate) depth: Option<u32>,
}

fn tie_break(text: &str) -> Result<TieBreakName, String> {
    text.parse().map_err(|error: tremaux_core::ParseError| format!("expected {}", error.expected))
}

impl SearchOptions {
    /// What to solve an instance with.
    pub(crate) fn request(&self) -> SolveRequest {
        SolveRequest {
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.clone(),
            tie_break: self.tie_break,
            depth: self.depth,
            seed: self.seed,
            threads: self.threads as usize,
            is_limited: self.time.is_some() || self.nodes.is_some(),
            memory: self.memory,
            ..SolveRequest::default()
        }
    }

    /// The limits of one search.
    pub(crate) fn limits(&self, cancel: &CancelToken) -> Limits {
        let mut limits = Limits::default().with_cancel(cancel.clone());
        limits.nodes = self.nodes;
        limits.time = self.time;
        limits.memory = self.memory;
        limits.depth = self.depth;
        limits
    }
}

/// Whether an algorithm takes an option.
type Takes = fn(&AlgorithmInfo) -> bool;

/// The options of a search that only some algorithms take.
const OF_ALGORITHMS: [(&str, Takes); 7] = [
    ("heuristic", |it| it.is_informed),
    ("tie_break", |it| it.breaks_ties),
    ("depth", |it| it.depth != DepthLimit::Meaningless),
    ("threads", |it| it.runs_on_threads),
    ("checkpoint", |it| it.is_saved),
    ("checkpoint_every", |it| it.is_saved),
    ("resume", |it| it.is_saved),
];

/// `command`, that of a domain under `parent`, whose help leaves out the options that nothing in
/// the domain takes, and names the algorithms that take what a default does not take. Given
/// nevertheless, they are refused with a reason.
pub(crate) fn hide_unused(domain: &dyn DomainEntry, parent: &Command, command: Command) -> Command {
    const MOST_NAMED: usize = 3;
    let algorithms = domain.algorithms();
    let defaults = domain.info().defaults.iter();
    let defaults: Vec<_> = defaults
        .filter_map(|default| {
            algorithms.iter().find(|it| it.component.is_called(default.algorithm))
        })
        .collect();
    let option = |id| parent.get_arguments().find(|it| it.get_id() == id).cloned();
    let mut command = command;
    for (id, takes) in OF_ALGORITHMS {
        let Some(option) = option(id).filter(|_| !defaults.iter().all(|it| takes(it))) else {
            continue;
        };
        let taking = algorithms.iter().filter(|it| takes(it)).map(|it| it.component.name);
        let mut names: Vec<&str> = taking.take(MOST_NAMED + 1).collect();
        if names.len() > MOST_NAMED {
            names[MOST_NAMED] = "…";
        }
        let help = option.get_help().map_or_else(String::new, ToString::to_string);
        let help = format!("{help} (with {})", names.join(", "));
        let is_hidden = names.is_empty() || option.is_hide_set();
        command = command.arg(option.help(help).hide(is_hidden));
    }
    let visits = option("visits").filter(|_| !domain.has_states());
    command.args(visits.map(|option| option.hide(true)))
}

/// `command` with a required subcommand, which its help calls `name` under `heading`.
pub fn with_subcommands(command: Command, name: &'static str, heading: &'static str) -> Command {
    command
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name(name)
        .subcommand_help_heading(heading)
}

/// Where instances come from.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Instance")]
pub struct Instances {
    /// Instance, file that contains it, or `-` for standard input
    #[arg(value_name = "INSTANCE")]
    pub(crate) instance: Vec<OsString>,
    /// Read instances from a file (plain, gzip or zstd)
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "instance")]
    pub(crate) file: Option<PathBuf>,
    /// Select the Nth instance, counting from 1
    #[arg(long, value_name = "N", conflicts_with = "all")]
    #[arg(value_parser = value_parser!(u64).range(1..))]
    pub(crate) index: Option<u64>,
    /// Select all instances, in order
    #[arg(long)]
    pub(crate) all: bool,
}

/// An argument for an option of an instance or generator. The domain parses the value, so that
/// errors have a position.
pub fn argument(option: &'static OptionInfo) -> Arg {
    let default = option.default.map_or(String::new(), |default| format!(" [default: {default}]"));
    let argument = Arg::new(option.name).long(option.name).value_name(option.kind.value_name());
    // `--name` alone says yes.
    let argument = match option.kind {
        OptionKind::Choice { words: ["yes", "no"] } => {
            argument.num_args(0..=1).require_equals(true).default_missing_value("yes")
        }
        _ => argument,
    };
    argument.help(format!("{}: {}{default}", option.title, option.kind.in_words()))
}

/// Options of a domain or game by name.
pub type OptionValues = Vec<(&'static str, String)>;

/// The values of the `options` that were given on the command line.
pub fn option_values(options: &'static [OptionInfo], matches: &ArgMatches) -> OptionValues {
    let value = |name| matches.get_one::<String>(name).cloned();
    options.iter().filter_map(|option| Some((option.name, value(option.name)?))).collect()
}
