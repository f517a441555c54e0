//! A verb: its part of the command line and the function that runs it.

use std::io::Write;

use clap::{ArgMatches, Command};

use crate::failure::Failure;
use crate::options::GlobalOptions;
use crate::style::Style;

/// A verb of the program.
pub(crate) struct Verb {
    /// The name of its command.
    pub(crate) name: &'static str,
    /// Makes its part of the command line.
    pub(crate) command: fn() -> Command,
    /// Runs it; returns the exit status.
    pub(crate) run: fn(&ArgMatches, Invocation<'_>) -> Result<u8, Failure>,
}

/// What every verb receives besides its own arguments.
pub(crate) struct Invocation<'a> {
    pub(crate) global: &'a GlobalOptions,
    /// How results on standard output are coloured.
    pub(crate) style: Style,
    /// Creates the whole command line, for verbs that print it.
    pub(crate) program: fn() -> Command,
    /// Standard output.
    pub(crate) out: &'a mut dyn Write,
}

/// The command of a verb, or of a verb and domain, in `program`; the whole program by default.
pub(crate) fn find_command(mut program: Command, verbs: &[&String]) -> Result<Command, Failure> {
    program.build();
    let mut command = program;
    let mut name = "tremaux".to_owned();
    for verb in verbs {
        let known: Vec<String> =
            command.get_subcommands().map(|under| under.get_name().to_owned()).collect();
        let Some(under) = command.find_subcommand(verb) else {
            let near = tremaux_registry::nearest_names(verb, known.iter().map(String::as_str));
            let known = if near.is_empty() { known.join(", ") } else { near.join(", ") };
            let message = format!("no command `{verb}` in `{name}`; expected {known}");
            return Err(Failure::Usage(message));
        };
        name = format!("{name}-{verb}");
        command = under.clone();
    }
    Ok(command)
}
