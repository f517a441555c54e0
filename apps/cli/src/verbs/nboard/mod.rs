//! `tremaux nboard`.

use clap::{ArgMatches, Command};
use tremaux_protocol::nboard;

use crate::failure::Failure;
use crate::program::Invocation;

/// The verb.
pub(crate) fn command() -> Command {
    Command::new("nboard").about("Plays Othello behind a GUI, over the NBoard protocol").after_help(
        "Add the engine to a GUI (NBoard and others) with the path of this program as the \
             command\nand `nboard` as its argument. The GUI sets the depth; endings of up to twice \
             as many empty\nsquares, at most 20, are solved exactly. Any command ends a search \
             that runs, and so does the\nend of the input.\n\n\
             Example:\n  tremaux nboard",
    )
}

/// Serves until the input ends.
pub(crate) fn run(_: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    nboard::serve(std::io::BufReader::new(std::io::stdin()), invocation.out)?;
    Ok(0)
}
