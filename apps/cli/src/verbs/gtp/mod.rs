//! `tremaux gtp`.

use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use tremaux_protocol::gtp::{self, Settings};

use crate::failure::Failure;
use crate::program::Invocation;

/// The verb.
pub(crate) fn command() -> Command {
    let time = Arg::new("move-time")
        .long("time")
        .short('t')
        .value_name("SECONDS")
        .help("Time for each move, on a clock at most [default: 5 without a clock]")
        .value_parser(seconds);
    let resign = Arg::new("no-resign")
        .long("no-resign")
        .help("Play lost games to the end instead of resigning")
        .action(ArgAction::SetTrue);
    let size = Arg::new("size")
        .long("size")
        .value_name("N")
        .help("Number of rows until the GUI sends `boardsize`")
        .value_parser(value_parser!(u8).range(1..=19))
        .default_value("9");
    let go = Command::new("go")
        .about("Plays Go on boards up to 19×19")
        .args([time, resign, size])
        .after_help(
            "Examples:\n  tremaux gtp go\n  tremaux gtp go --time 1\n  \
             gogui-twogtp -black \"tremaux gtp go\" -white \"gnugo --mode gtp\" -size 9",
        );
    Command::new("gtp")
        .about("Plays Go behind a GUI or against other engines, over the Go Text Protocol")
        .subcommand_required(true)
        .subcommand(go)
        .after_help(
            "Add the engine to a GUI (GoGui, Sabaki, Lizzie, …) with the path of this program as \
             the command and\n`gtp go` as its arguments. The protocol is version 2. The rules are \
             Chinese until `kgs-rules` names\nothers. All stones on the board count as alive. \
             Sabaki and Lizzie show the search\n(`lz-analyze`, `kata-analyze`). Commands that \
             arrive during a search for a move wait until it ends.\n\n\
             Example:\n  tremaux gtp go",
        )
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|it| (0.001..=1e7).contains(it));
    let expected = || "expected seconds, for example 1.5".to_owned();
    seconds.map(Duration::from_secs_f64).ok_or_else(expected)
}

/// Serves until the input ends.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let mut settings = Settings::default();
    if let Some((_, matches)) = matches.subcommand() {
        settings.time = matches.get_one("move-time").copied();
        settings.resigns = !matches.get_flag("no-resign");
        settings.size = matches.get_one("size").map_or(settings.size, |&size: &u8| size.into());
    }
    gtp::serve(std::io::BufReader::new(std::io::stdin()), invocation.out, settings)?;
    Ok(0)
}
