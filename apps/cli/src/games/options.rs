//! Options shared by the verbs of games. Options of a game are created from the registry.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Command, ValueHint, value_parser};
use tremaux_core::{CancelToken, Limits, ParseError};
use tremaux_registry::{GAMES, GameEntry, GameInfo, RegistryError};

use crate::failure::{Failure, in_text};
use crate::input::{
    Input, file_named_by, from_file, from_standard_input, from_words, or_missing_file,
};
use crate::options::{argument, with_subcommands};
use crate::quantity;
use crate::text::indented;

/// Default time limit of an analysis.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// The options of an analysis.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct AnalysisOptions {
    /// Algorithm: engine, scout, mcts, …, or with limits: `scout(depth=5)` [default: the
    /// game's first in `explain`]
    #[arg(long, global = true, value_name = "NAME", visible_alias = "window")]
    pub(crate) algorithm: Option<String>,
    /// Limits of a level of `play`: easy, medium, hard, plies, a time, or `scout(nodes=10000)`
    #[arg(long, global = true, value_name = "LEVEL", conflicts_with_all = ["algorithm", "exact"])]
    pub(crate) level: Option<String>,
    /// Search to the end of the game
    #[arg(long, global = true, conflicts_with = "depth")]
    pub(crate) exact: bool,
    /// Prove who wins, by proof numbers
    #[arg(long, global = true, conflicts_with_all = ["algorithm", "level", "exact", "depth"])]
    pub(crate) prove: bool,
    /// Number of lines with different first moves
    #[arg(long, global = true, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u64).range(1..=1000))]
    pub(crate) lines: u64,
    /// Score every legal move, not only the best
    #[arg(long, global = true)]
    pub(crate) all_moves: bool,
    /// Number of threads
    #[arg(long, global = true, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u64).range(1..=256))]
    pub(crate) threads: u64,
    /// Depth limit in plies
    #[arg(long, global = true, value_name = "N", help_heading = "Limits")]
    #[arg(value_parser = value_parser!(u32).range(1..=4000))]
    pub(crate) depth: Option<u32>,
    /// Time limit: 10s, 500ms, 2m [default: 5s if there is no other limit]
    #[arg(long, global = true, value_name = "TIME", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Limit on visited positions: 5000, 5M
    #[arg(long, global = true, value_name = "COUNT", value_parser = quantity::count)]
    #[arg(help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,
    /// Size of the transposition table: 400M, 2G, 512Mi
    #[arg(long, global = true, value_name = "SIZE", value_parser = quantity::bytes)]
    #[arg(default_value = "64Mi", help_heading = "Limits")]
    pub(crate) memory: usize,
}

impl AnalysisOptions {
    /// Whether the options say when to stop; otherwise an analysis stops after [`DEFAULT_TIME`].
    pub(crate) fn has_own_limit(&self) -> bool {
        self.exact
            || self.prove
            || self.depth.is_some()
            || self.time.is_some()
            || self.nodes.is_some()
    }

    /// The limits of the analysis of one position.
    pub(crate) fn limits(&self, cancel: CancelToken) -> Limits {
        let mut limits = Limits::default().with_cancel(cancel);
        limits.time = if self.has_own_limit() { self.time } else { Some(DEFAULT_TIME) };
        limits.nodes = self.nodes;
        limits
    }
}

/// Where a position comes from.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct PositionOptions {
    /// Position, file that contains it, or `-` for standard input [default: the initial position]
    #[arg(value_name = "POSITION")]
    pub(crate) position: Vec<OsString>,
    /// Read the position from a file (plain, gzip or zstd)
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
}

/// Where a position is read.
pub(crate) enum PositionSource {
    /// A file.
    File(PathBuf),
    /// Standard input.
    StandardInput,
    /// The command line.
    Argument(String),
}

/// What a position on the command line is called in messages.
pub(crate) const ARGUMENT: &str = "POSITION";

impl PositionOptions {
    /// Where the position is.
    pub(crate) fn source(&self) -> Result<PositionSource, Failure> {
        if let Some(path) = file_named_by(&self.position).or_else(|| self.file.clone()) {
            return Ok(PositionSource::File(path));
        }
        if self.position.len() == 1 && self.position[0] == "-" {
            return Ok(PositionSource::StandardInput);
        }
        Ok(PositionSource::Argument(from_words(ARGUMENT, &self.position)?.text))
    }

    /// The text, and where it comes from.
    pub(crate) fn read(&self) -> Result<Input, Failure> {
        not_empty(match self.source()? {
            PositionSource::File(path) => from_file(&path)?,
            PositionSource::StandardInput => from_standard_input()?,
            PositionSource::Argument(text) => {
                Input { origin: ARGUMENT.to_owned(), text, note: None }
            }
        })
    }
}

/// The input, unless it is a file without a text: the initial position is meant by giving none.
pub(crate) fn not_empty(input: Input) -> Result<Input, Failure> {
    if input.origin != ARGUMENT && input.text.trim().is_empty() {
        let error = ParseError::at_end("", "a position or a game");
        return Err(in_text(&input.origin, input.text, error));
    }
    Ok(input)
}

/// The failure for a position that is not right; `text` was given on the command line as it is.
pub fn position_failure(error: RegistryError, origin: &str, text: &str) -> Failure {
    let is_text = matches!(error, RegistryError::Instance { option: None, .. });
    let failure = Failure::of(error, origin);
    if is_text && origin == ARGUMENT { or_missing_file(failure, text) } else { failure }
}

/// A verb with a subcommand for each game, completed by `under`.
pub fn with_games(command: Command, under: impl Fn(&GameEntry, Command) -> Command) -> Command {
    let command = with_subcommands(command, "GAME", "Games");
    GAMES.iter().fold(command, |command, game| {
        let info = game.info();
        let below = Command::new(info.name).aliases(info.aliases.iter().copied());
        // Last: adding arguments sets the description to the comment of their type.
        let below = under(game, below).about(info.title);
        let options = info.options.iter().map(|it| argument(it).help_heading("Rules"));
        command.subcommand(below.args(options))
    })
}

/// The command that analyzes the example of a game; `--` prevents a position with a leading
/// hyphen from being parsed as an option.
pub(crate) fn analyze_example(info: &GameInfo) -> String {
    let end = if info.example.starts_with('-') { "-- " } else { "" };
    format!("tremaux analyze {} {end}\"{}\"", info.name, info.example)
}

/// The help text of a game about positions and moves.
pub(crate) fn notation(game: &GameEntry, example: &str) -> String {
    let info = game.info();
    format!(
        "Position:\n{}\n\nMoves:\n{}\n\nScores:\n{}\n\nExample:\n  {example}",
        indented(info.format),
        indented(info.moves),
        indented(info.scores)
    )
}
