//! The verbs of games and their options. What stands under a game is made from the registry.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, ValueHint, value_parser};
use tremaux_registry::{GAMES, GameEntry, OptionInfo};

use crate::arguments::{Written, argument, indented};
use crate::failure::Failure;
use crate::input::{Input, from_file, from_standard_input, in_utf8};
use crate::quantity;

/// How long a position is searched if nothing else is said.
pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// The options of an analysis.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct Analysis {
    /// The algorithm: scout, alpha-beta, mtd-f, sss-star, … [default: scout]
    #[arg(long, global = true, value_name = "NAME", visible_alias = "window")]
    pub(crate) algorithm: Option<String>,
    /// Search to the end of the game
    #[arg(long, global = true, conflicts_with = "depth")]
    pub(crate) exact: bool,
    /// How many lines with different first moves
    #[arg(long, global = true, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u64).range(1..=1000), allow_hyphen_values = true)]
    pub(crate) lines: u64,
    /// The score of every move, not of the best alone
    #[arg(long, global = true)]
    pub(crate) all_moves: bool,
    /// Threads to search on
    #[arg(long, global = true, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u64).range(1..=256), allow_hyphen_values = true)]
    pub(crate) threads: u64,
    /// Look so many moves of both sides ahead
    #[arg(long, global = true, value_name = "N", help_heading = "Limits")]
    #[arg(value_parser = value_parser!(u32).range(1..=4000), allow_hyphen_values = true)]
    pub(crate) depth: Option<u32>,
    /// Stop after this long: 10s, 500ms, 2m [default: 5s if there is no other limit]
    #[arg(long, global = true, value_name = "TIME", value_parser = quantity::time)]
    #[arg(allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Stop after so many positions: 5000, 5M
    #[arg(long, global = true, value_name = "COUNT", value_parser = quantity::count)]
    #[arg(allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,
    /// The size of the table: 400M, 2G, 512Mi
    #[arg(long, global = true, value_name = "SIZE", value_parser = quantity::bytes)]
    #[arg(default_value = "64Mi", allow_hyphen_values = true, help_heading = "Limits")]
    pub(crate) memory: usize,
}

/// Where a position comes from.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct Positions {
    /// The position, or `-` for standard input; where the game starts, if left out
    #[arg(value_name = "POSITION")]
    pub(crate) position: Vec<OsString>,
    /// Read the position from a file, which may be packed by gzip or zstd
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
}

impl Positions {
    /// The text, and where it comes from.
    pub(crate) fn read(&self) -> Result<Input, Failure> {
        if let Some(path) = &self.file {
            return from_file(path);
        }
        if self.position.len() == 1 && self.position[0] == "-" {
            return from_standard_input();
        }
        let words: Vec<&[u8]> = self.position.iter().map(|word| word.as_encoded_bytes()).collect();
        let origin = "POSITION".to_owned();
        let text = in_utf8(&origin, words.join(&b' '))?;
        Ok(Input { origin, text })
    }
}

/// The options of the rules that were given.
pub(crate) fn given(game: &dyn GameEntry, matches: &ArgMatches) -> Vec<(&'static str, String)> {
    let value = |option: &OptionInfo| matches.get_one::<String>(option.name).cloned();
    let options = game.info().options.iter();
    options.filter_map(|option| Some((option.name, value(option)?))).collect()
}

/// A verb with the games under it, each by `under`.
fn with_games(command: Command, under: impl Fn(&dyn GameEntry, Command) -> Command) -> Command {
    let command = command
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("GAME")
        .subcommand_help_heading("Games");
    GAMES.iter().fold(command, |command, game| {
        let info = game.info();
        let below = Command::new(info.name).aliases(info.aliases.iter().copied()).about(info.title);
        let below = under(*game, below);
        let options = info.options.iter().map(|it| argument(it).help_heading("Rules"));
        command.subcommand(options.fold(below, Command::arg))
    })
}

/// What the help of a game says about positions and moves.
fn notation(game: &dyn GameEntry, example: &str) -> String {
    let info = game.info();
    format!(
        "Position:\n{}\n\nMoves:\n{}\n\nScores:\n{}\n\nExample:\n  {example}",
        indented(info.format),
        indented(info.moves),
        indented(info.scores)
    )
}

/// `tremaux analyze`.
pub(crate) fn analyze() -> Command {
    let command = Written::augment_args(Analysis::augment_args(Command::new("analyze")))
        .about("Scores a position of a game: best move, line, exact or to a depth or time")
        .after_help(ANALYZE_EXAMPLES);
    with_games(command, |game, command| {
        let info = game.info();
        let example = format!("tremaux analyze {} \"{}\"", info.name, info.example);
        Positions::augment_args(command).after_help(notation(game, &example))
    })
}

const ANALYZE_EXAMPLES: &str = "\
Examples:
  tremaux analyze tic-tac-toe
  tremaux analyze tic-tac-toe \"x../.o./...\" --all-moves
  tremaux analyze connect-four 2252576253462244111563365343671351441 --exact --format json
  tremaux analyze connect-four 4453 --depth 8 --lines 3
  tremaux analyze nim \"3 4 5\"

Without a limit and without --exact the search takes 5 seconds, or less if the game is solved
before. Exit status: 0 if the depth that was asked for is done or the score is exact, 3 if
another limit stepped in; then the last completed depth is printed.";

/// The options of a game in the terminal.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Players")]
pub(crate) struct Dialogue {
    /// Which side you play; with `none` the computer plays all, with `both` or `all` none
    #[arg(long, global = true, value_name = "SIDE", default_value = "first")]
    #[arg(value_parser = ["first", "second", "third", "fourth", "both", "all", "none"])]
    pub(crate) side: String,
    /// How well the computer plays: easy, medium, hard, plies as 6, a time as 2s, or as
    /// `scout(nodes=10000)`
    #[arg(long, global = true, value_name = "LEVEL", default_value = "medium")]
    pub(crate) level: String,
    /// Where the random numbers of dice and of a player at random start
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) seed: u64,
    /// Dice are rolled by the seed, or typed by you
    #[arg(long, global = true, value_name = "HOW", default_value = "rolled")]
    #[arg(value_parser = ["rolled", "typed"])]
    pub(crate) dice: String,
    /// The size of the table: 400M, 2G, 512Mi
    #[arg(long, global = true, value_name = "SIZE", value_parser = quantity::bytes)]
    #[arg(default_value = "16Mi", allow_hyphen_values = true)]
    pub(crate) memory: usize,
    /// Go on with a game that `save` has written
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Files")]
    pub(crate) load: Option<PathBuf>,
    /// Write the game to this file when it ends or is left
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Files")]
    pub(crate) save: Option<PathBuf>,
}

/// `tremaux play`.
pub(crate) fn play() -> Command {
    let command = Dialogue::augment_args(Command::new("play"))
        .about("Plays a game in the terminal, with you, against you or with itself")
        .after_help(PLAY_EXAMPLES);
    with_games(command, |game, command| {
        let example = format!("tremaux play {} --side none --level 3", game.info().name);
        let position = Arg::new("position")
            .value_name("POSITION")
            .num_args(0..)
            .action(ArgAction::Append)
            .help("Where to start; where the game starts, if left out");
        command.arg(position).after_help(notation(game, &example))
    })
}

const PLAY_EXAMPLES: &str = "\
Examples:
  tremaux play tic-tac-toe --side none --level 9
  echo \"4 hint undo quit\" | tr \" \" \"\\n\" | tremaux play connect-four --level 4

At the prompt: a move, or undo, hint, moves, board, level LEVEL, side SIDE, save FILE,
load FILE, help, quit. Ctrl-C while the computer thinks makes it move at once, at the prompt
it ends the game.";

/// The options of a match.
#[derive(Clone, Debug, Args)]
pub(crate) struct Contest {
    /// One player, as `scout(depth=6)`, `mtd-f(time=0.1)`, `alpha-beta(nodes=5000)`, `random`
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// The other
    #[arg(value_name = "B")]
    pub(crate) b: String,
    /// The position before the openings; where the game starts, if left out
    #[arg(value_name = "POSITION")]
    pub(crate) position: Vec<String>,
}

/// The options of every match.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Match")]
pub(crate) struct ContestOptions {
    /// How many games: an even number, as each opening is played from both sides
    #[arg(long, global = true, value_name = "N", default_value_t = 20)]
    #[arg(value_parser = value_parser!(u64).range(2..=1_000_000), allow_hyphen_values = true)]
    pub(crate) games: u64,
    /// How many moves of an opening are drawn at random
    #[arg(long, global = true, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = value_parser!(u64).range(0..=100), allow_hyphen_values = true)]
    pub(crate) opening_plies: u64,
    /// Where the random numbers start
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) seed: u64,
    /// The size of each player's table, which is cleared before each game
    #[arg(long, global = true, value_name = "SIZE", value_parser = quantity::bytes)]
    #[arg(default_value = "4Mi", allow_hyphen_values = true)]
    pub(crate) memory: usize,
}

/// `tremaux match`.
pub(crate) fn contest() -> Command {
    let command = Written::augment_args(ContestOptions::augment_args(Command::new("match")))
        .about("Plays engines against each other, and says how sure the score is")
        .after_help(MATCH_EXAMPLES);
    with_games(command, |game, command| {
        let name = game.info().name;
        let example = format!("tremaux match {name} \"scout(depth=3)\" random --games 4");
        Contest::augment_args(command).after_help(format!("Example:\n  {example}"))
    })
}

const MATCH_EXAMPLES: &str = "\
Examples:
  tremaux match connect-four \"alpha-beta(depth=5)\" \"mtd-f(depth=3)\" --games 8
  tremaux match tic-tac-toe \"scout(depth=9)\" random --games 10 --seed 7 --format json

The interval is Wilson's for the mean points a game, a draw being half a point. Players with
a depth or nodes play the same games again for the same seed; those with a time need not.";
