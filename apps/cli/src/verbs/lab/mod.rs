//! `tremaux lab`: starts `tremaux-lab`, the program of the measuring verbs.

use std::ffi::OsString;
use std::process::Command as Process;

use clap::{Arg, ArgMatches, Command, value_parser};

use crate::failure::Failure;
use crate::neighbour;
use crate::program::Invocation;

/// The verbs of `tremaux-lab` besides those that every program has.
pub const LAB_VERBS: [&str; 5] = ["compare", "reproduce", "match", "tune", "cluster"];

const EXAMPLES: &str = "\
Examples:
  tremaux lab reproduce 7-2
  tremaux lab match nim \"scout(depth=4)\" random --games 10
  tremaux lab help compare

Starts the program tremaux-lab, which is beside this one or in PATH.";

/// The verb; its arguments are those of the other program, `--help` included.
pub(crate) fn command() -> Command {
    let rest = Arg::new("arguments").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true);
    Command::new("lab")
        .about("Measures: compare, reproduce, match, tune, cluster (the program tremaux-lab)")
        .override_usage("tremaux lab [VERB] [ARGUMENTS]")
        .disable_help_flag(true)
        .arg(rest.value_parser(value_parser!(OsString)).hide(true))
        .after_help(EXAMPLES)
}

/// Becomes `tremaux-lab` with all words of the command line but `lab`.
pub(crate) fn run(_: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let words = invocation.words.iter().skip(1);
    let before = words.clone().take_while(|word| *word != "lab");
    let after = words.skip_while(|word| *word != "lab").skip(1);
    start(before.chain(after).cloned())
}

/// Runs `tremaux-lab` in the place of this process, or else waits for it; returns its exit status.
pub(crate) fn start(arguments: impl Iterator<Item = OsString>) -> Result<u8, Failure> {
    let path = neighbour::find("tremaux-lab", "apps/lab")?;
    let mut process = Process::new(&path);
    process.args(arguments);
    let failed = |error| Failure::Usage(format!("cannot start {}: {error}", path.display()));
    #[cfg(unix)]
    return Err(failed(std::os::unix::process::CommandExt::exec(&mut process)));
    #[cfg(not(unix))]
    process.status().map(|status| status.code().map_or(70, |code| code as u8)).map_err(failed)
}
