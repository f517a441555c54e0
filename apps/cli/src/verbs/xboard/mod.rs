//! `tremaux xboard`.

use clap::{ArgMatches, Command};
use tremaux_protocol::xboard;

use crate::failure::Failure;
use crate::program::Invocation;

/// The verb.
pub(crate) fn command() -> Command {
    Command::new("xboard")
        .about("Plays chess behind a GUI or against other engines, over the xboard protocol")
        .after_help(
            "Add the engine to a GUI (xboard, WinBoard, Cute Chess, …) with the path of this \
             program as the command,\n`xboard` as its argument, and xboard (CECP, WinBoard) as the \
             protocol.\n\n\
             Examples:\n  tremaux xboard\n  xboard -fcp \"tremaux xboard\"\n  \
             cutechess-cli -engine cmd=tremaux arg=xboard proto=xboard -engine cmd=crafty \
             proto=xboard\n                -each tc=10+0.1",
        )
}

/// Serves until the input ends.
pub(crate) fn run(_: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    xboard::serve(std::io::BufReader::new(std::io::stdin()), invocation.out)?;
    Ok(0)
}
