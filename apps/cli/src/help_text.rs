//! Help whose examples can be copied, however narrow the terminal is.

use clap::Command;
use clap::builder::StyledStr;

/// Stands for a blank at which clap does not break a line.
const UNBROKEN: &str = "\u{a0}";

/// `command` with the texts after its options, and after those of its subcommands, in the lines in
/// which they are written. Their help is to be printed by [`rendered`].
pub(crate) fn with_whole_lines(command: Command) -> Command {
    let text = command.get_after_help().map(|text| text.to_string().replace(' ', UNBROKEN));
    let command = match text {
        Some(text) => command.after_help(text),
        None => command,
    };
    command.mut_subcommands(with_whole_lines)
}

/// Help as it is printed.
pub(crate) fn rendered(help: &StyledStr, with_color: bool) -> String {
    let text = if with_color { help.ansi().to_string() } else { help.to_string() };
    text.replace(UNBROKEN, " ")
}
