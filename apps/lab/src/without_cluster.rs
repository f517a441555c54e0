//! `tremaux lab cluster` of a program that was built without it.

use std::ffi::OsString;

use clap::{Arg, ArgMatches, Command, value_parser};

use tremaux_cli::failure::Failure;
use tremaux_cli::program::Invocation;

/// The command line.
pub(crate) fn command() -> Command {
    let rest = Arg::new("arguments").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true);
    Command::new("cluster")
        .about("Search on many machines (not in this program: build it with --features cluster)")
        .arg(rest.value_parser(value_parser!(OsString)).hide(true))
}

/// Says how to come by it.
///
/// # Errors
///
/// Always fails.
pub(crate) fn run(_: &ArgMatches, _: Invocation<'_>) -> Result<u8, Failure> {
    let how = "This program was built without `cluster`; build it with `cargo build --release -p \
               tremaux-lab --features cluster`";
    Err(Failure::Usage(how.to_owned()))
}
