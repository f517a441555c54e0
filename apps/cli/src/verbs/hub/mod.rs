//! `tremaux hub`.

use clap::{ArgMatches, Command};
use tremaux_protocol::hub;

use crate::failure::Failure;
use crate::program::Invocation;

/// The verb.
pub(crate) fn command() -> Command {
    Command::new("hub")
        .about("Plays international draughts behind a GUI, over the Hub protocol")
        .after_help(
            "Add the engine to a GUI (Hub and others) with the path of this program as the command \
             and `hub` as\nits argument. The protocol is version 2, as of the program Scan; it has \
             boards of 10x10 only, of\nwhich the variant `normal` is supported. Scores are in men; \
             a win after n plies is 100 - n/100.\nAny command but `ping` and `ponder-hit` ends a \
             running search, and so does the end of the input.\nWithout a `level`, a move takes \
             1 s.\n\n\
             Example:\n  tremaux hub",
        )
}

/// Serves until the input ends.
pub(crate) fn run(_: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    hub::serve(std::io::BufReader::new(std::io::stdin()), invocation.out)?;
    Ok(0)
}
