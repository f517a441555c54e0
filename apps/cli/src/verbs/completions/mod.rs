//! `tremaux completions`.

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::program::Invocation;

/// The verb on the command line.
pub(crate) fn command() -> Command {
    Command::new("completions")
        .about("Prints a shell completion script")
        .arg(
            Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell)),
        )
        .after_help("Example:\n  tremaux completions bash")
}

/// Writes the script.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let shell: &Shell = matches.get_one("shell").expect("a shell");
    let program = invocation.program;
    let mut script = Vec::new();
    clap_complete::generate(*shell, &mut program.command(), program.name, &mut script);
    invocation.out.write_all(&script)?;
    Ok(0)
}
