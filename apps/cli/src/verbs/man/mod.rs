//! `tremaux man`.

use clap::{Arg, ArgMatches, Command};

use crate::failure::Failure;
use crate::program::Invocation;

/// The verb on the command line.
pub(crate) fn command() -> Command {
    Command::new("man")
        .about("Prints a manual page")
        .arg(
            Arg::new("verb")
                .value_name("VERB")
                .num_args(0..=2)
                .help("Command, or command and domain [default: the whole program]"),
        )
        .after_help("Examples:\n  tremaux man\n  tremaux man solve tiles")
}

/// Writes the manual page of the program, a verb, or a verb and domain.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let verbs: Vec<&String> = matches.get_many("verb").into_iter().flatten().collect();
    let program = invocation.program;
    let command = program.find_command(program.command(), &verbs)?;
    let name = std::iter::once(program.name).chain(verbs.into_iter().map(String::as_str));
    let name = name.collect::<Vec<_>>().join("-");
    let mut page = Vec::new();
    clap_mangen::Man::new(command.name(name.clone()).display_name(name)).render(&mut page)?;
    invocation.out.write_all(&page)?;
    Ok(0)
}
