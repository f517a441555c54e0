//! The command line: verbs and options. What stands under a domain is made from the registry.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Arg, ArgAction, Args, Command, ValueEnum, ValueHint, value_parser};
use tremaux_core::{CancelToken, Limits};
use tremaux_registry::{Choice, DOMAINS, DomainEntry, OptionInfo, TieBreakName};

use crate::checkpoint::Saving;
use crate::failure::Failure;
use crate::{game_arguments, quantity};

/// How a result is written: for people, as one object or a list of them, as one object a
/// line, as comma-separated values with a header, as a Markdown table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Jsonl,
    Csv,
    Md,
}

/// When colours are used; `auto` is on a terminal, unless NO_COLOR is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Whether to use colours on a stream that is or is no terminal.
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
pub(crate) struct Everywhere {
    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    #[arg(help_heading = "Output")]
    pub(crate) color: Color,
    /// No progress and no messages but errors
    #[arg(long, short, global = true, conflicts_with = "verbose", help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Tell more
    #[arg(long, short, global = true, help_heading = "Output")]
    pub(crate) verbose: bool,
}

/// The option of every verb that has a result.
#[derive(Clone, Debug, Args)]
pub(crate) struct Written {
    /// How to write the result
    #[arg(long, global = true, value_enum, default_value = "text", help_heading = "Output")]
    pub(crate) format: Format,
}

/// The options of a search.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct Search {
    /// The algorithm, as `a-star` or `weighted-a-star(weight=1.5)`
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) algorithm: Option<String>,
    /// The heuristic, as `manhattan` or `max(manhattan, misplaced)`
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) heuristic: Option<String>,
    /// Which of two states that look equally good comes first: fifo, lifo, high-g, low-h, key
    #[arg(long, global = true, value_name = "RULE", value_parser = tie_break)]
    pub(crate) tie_break: Option<TieBreakName>,
    /// Seed of whatever is random; printed in every report
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) seed: u64,
    /// Threads to search on, and to build tables on
    #[arg(long, global = true, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u64).range(1..=1024), allow_hyphen_values = true)]
    pub(crate) threads: u64,
    /// Where tables are kept [default: $TREMAUX_CACHE, or tremaux in the user's cache folder]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) cache: Option<PathBuf>,
    /// Stop after this long, building a heuristic included: 10s, 500ms, 2m
    #[arg(long, global = true, value_name = "TIME", value_parser = quantity::time)]
    #[arg(allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Stop before expanding more nodes than this: 5000, 5M
    #[arg(long, global = true, value_name = "COUNT", value_parser = quantity::count)]
    #[arg(allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,
    /// Stop before the search's tables grow beyond this: 400M, 2G, 512Mi
    #[arg(long, global = true, value_name = "SIZE", value_parser = quantity::bytes)]
    #[arg(allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) memory: Option<usize>,
    /// Look at no path of more moves than this
    #[arg(long, global = true, value_name = "N", help_heading = "Limits")]
    #[arg(allow_hyphen_values = true)]
    pub(crate) depth: Option<u32>,
}

fn tie_break(text: &str) -> Result<TieBreakName, String> {
    text.parse().map_err(|error: tremaux_core::ParseError| format!("expected {}", error.expected))
}

impl Search {
    /// What to solve an instance with.
    pub(crate) fn choice(&self) -> Choice {
        Choice {
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.clone(),
            tie_break: self.tie_break,
            depth: self.depth,
            seed: self.seed,
            threads: self.threads as usize,
            memory: self.memory,
            ..Choice::default()
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

/// Where instances come from.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Instance")]
pub(crate) struct Instances {
    /// The instance itself, or the name of a file that holds it, or `-` for standard input
    #[arg(value_name = "INSTANCE")]
    pub(crate) instance: Vec<OsString>,
    /// Read instances from a file, which may be packed by gzip or zstd
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "instance")]
    pub(crate) file: Option<PathBuf>,
    /// Take the Nth of many instances, from 1
    #[arg(long, value_name = "N", conflicts_with = "all")]
    #[arg(value_parser = value_parser!(u64).range(1..), allow_hyphen_values = true)]
    pub(crate) index: Option<u64>,
    /// Take all instances, in order
    #[arg(long)]
    pub(crate) all: bool,
}

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The whole command line.
pub(crate) fn command() -> Command {
    Everywhere::augment_args(Command::new("tremaux"))
        .version(env!("CARGO_PKG_VERSION"))
        .about("Search: path-finding, puzzles, games")
        .styles(STYLES)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .max_term_width(100)
        .after_help(TOP_EXAMPLES)
        .subcommand(solve())
        .subcommand(game_arguments::analyze())
        .subcommand(game_arguments::play())
        .subcommand(game_arguments::contest())
        .subcommand(crate::path::command())
        .subcommand(crate::build::command())
        .subcommand(crate::compare::command())
        .subcommand(crate::trace::command())
        .subcommand(generate())
        .subcommand(crate::reproduce::command())
        .subcommand(crate::serve::command())
        .subcommand(list())
        .subcommand(explain())
        .subcommand(
            Command::new("completions")
                .about("Prints a script that completes commands in a shell")
                .arg(
                    Arg::new("shell")
                        .value_name("SHELL")
                        .required(true)
                        .value_parser(value_parser!(clap_complete::Shell)),
                )
                .after_help("Example:\n  tremaux completions bash"),
        )
        .subcommand(
            Command::new("man")
                .about("Prints a manual page")
                .arg(
                    Arg::new("verb")
                        .value_name("VERB")
                        .num_args(0..=2)
                        .help("The verb, or verb and domain; all of the program if left out"),
                )
                .after_help("Examples:\n  tremaux man\n  tremaux man solve tiles"),
        )
        .subcommand(crate::counters::command())
}

/// The command of a verb, or of a verb and domain; the whole program if none is named.
pub(crate) fn find(verbs: &[&String]) -> Result<Command, Failure> {
    let mut command = command();
    command.build();
    let mut name = "tremaux".to_owned();
    for verb in verbs {
        let known: Vec<String> =
            command.get_subcommands().map(|under| under.get_name().to_owned()).collect();
        let Some(under) = command.find_subcommand(verb) else {
            let near = tremaux_registry::nearest_names(verb, known.iter().map(String::as_str));
            let known = if near.is_empty() { known.join(", ") } else { near.join(", ") };
            let message = format!("there is no `{verb}` in `{name}`; there is {known}");
            return Err(Failure::Usage(message));
        };
        name = format!("{name}-{verb}");
        command = under.clone();
    }
    Ok(command)
}

const TOP_EXAMPLES: &str = "\
Examples:
  tremaux solve tiles \"1 4 2 / 3 0 5 / 6 7 8\"
  tremaux analyze connect-four 4453 --depth 8
  tremaux generate map --kind rooms | tremaux path - --from 3,3 --to 20,20
  tremaux explain tiles
  tremaux list

Exit status: 0 solved or done; 1 proved that there is no solution; 2 bad input or usage;
3 a limit was reached or Ctrl-C was pressed.";

pub(crate) fn solve() -> Command {
    let options = Search::augment_args(Command::new("solve"));
    let options = Written::augment_args(Saving::augment_args(options));
    let mut command = options
        .about("Finds a solution of a puzzle or search problem, and says what is proved of it")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("DOMAIN")
        .subcommand_help_heading("Domains")
        .arg(
            Arg::new("visits")
                .long("visits")
                .global(true)
                .action(ArgAction::SetTrue)
                .help_heading("Output")
                .help("List the states in the order in which they are expanded"),
        )
        .arg(crate::plot::argument())
        .after_help(SOLVE_EXAMPLES);
    for domain in DOMAINS {
        command = command.subcommand(solve_domain(*domain));
    }
    command
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  tremaux solve tiles \"1 4 2 / 3 0 5 / 6 7 8\"
  tremaux solve tiles --korf 1 --time 1m
  tremaux solve tiles --korf 12 --algorithm a-star --heuristic linear-conflict --memory 400M
  tremaux solve tiles \"1 4 2 / 3 0 5 / 6 7 8\" --format json
  tremaux solve tiles --korf 79 --heuristic \"pdb(5-5-5)\" --threads 2
  tremaux solve tiles --korf 79 --algorithm anytime-a-star --plot /tmp/anytime.svg
  tremaux solve tiles --korf 12 --heuristic manhattan --checkpoint /tmp/twelve.checkpoint

Tables such as pattern databases are built on demand and kept for the next time: in --cache,
in the folder that TREMAUX_CACHE names, or in the user's. `tremaux build` builds them ahead.
A search that was stopped or killed goes on with --resume FILE, to the same plan.

`tremaux solve DOMAIN --help` tells how an instance is written, `tremaux list` which
algorithms and heuristics there are, `tremaux explain DOMAIN` which ones are the default.
The first Ctrl-C stops the search and prints what is proved by then, the second kills it.";

fn solve_domain(domain: &dyn DomainEntry) -> Command {
    let info = domain.info();
    let command = Instances::augment_args(Command::new(info.name))
        .aliases(info.aliases.iter().copied())
        .about(info.title)
        .after_help(format!(
            "Instance:\n{}\n\nMoves:\n{}\n\nExample:\n  tremaux solve {} {}",
            indented(info.format),
            indented(info.moves),
            info.name,
            crate::explain::quoted(info.example)
        ));
    let command =
        if info.name == "maze" { crate::solve_maze::with_arguments(command) } else { command };
    info.options.iter().fold(command, |command, option| command.arg(argument(option)))
}

pub(crate) fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// An option of an instance or generator. Its domain reads the value: it knows the places.
pub(crate) fn argument(option: &'static OptionInfo) -> Arg {
    let default = option.default.map_or(String::new(), |default| format!(" [default: {default}]"));
    Arg::new(option.name)
        .long(option.name)
        .value_name(option.kind.value_name())
        .allow_hyphen_values(true)
        .help(format!("{}: {}{default}", option.title, option.kind.in_words()))
}

fn generate() -> Command {
    let mut command = Written::augment_args(Command::new("generate"))
        .about("Makes random instances from a seed")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("DOMAIN")
        .subcommand_help_heading("Domains")
        .after_help(
            "Examples:\n  tremaux generate tiles --count 3 --seed 7\n  tremaux generate tiles \
             --size 3x3 --walk 30\n  tremaux generate tiles --size 3x3 | tremaux solve tiles -\n\n\
             The same seed and options give the same instances, in this version and later ones.",
        );
    command = command
        .arg(
            Arg::new("seed")
                .long("seed")
                .global(true)
                .value_name("N")
                .default_value("0")
                .allow_hyphen_values(true)
                .value_parser(value_parser!(u64))
                .help("Where the random numbers start"),
        )
        .arg(
            Arg::new("count")
                .long("count")
                .global(true)
                .value_name("N")
                .default_value("1")
                .allow_hyphen_values(true)
                .value_parser(quantity::count)
                .help("How many instances"),
        );
    for domain in DOMAINS {
        let info = domain.info();
        let under = Command::new(info.name)
            .aliases(info.aliases.iter().copied())
            .about(format!("Random instances: {}", info.title))
            .after_help(format!("Example:\n  tremaux generate {} --seed 7", info.name));
        let under = info.generator.iter().fold(under, |under, option| under.arg(argument(option)));
        command = command.subcommand(under);
    }
    command.subcommand(crate::generate_map::command())
}

fn list() -> Command {
    Written::augment_args(Command::new("list"))
        .about("Lists domains, games, algorithms and heuristics")
        .arg(
            Arg::new("what")
                .value_name("WHAT")
                .value_parser(["domains", "games", "algorithms", "heuristics"])
                .help("Only these"),
        )
        .after_help("Examples:\n  tremaux list\n  tremaux list heuristics --format md")
}

fn explain() -> Command {
    Written::augment_args(Command::new("explain"))
        .about("Explains a domain, a game, an algorithm or a heuristic")
        .arg(
            Arg::new("name")
                .value_name("NAME")
                .required(true)
                .action(ArgAction::Set)
                .help("A name that `tremaux list` shows, or an alias"),
        )
        .after_help("Examples:\n  tremaux explain tiles\n  tremaux explain a-star")
}
