//! `tremaux`: search from the command line.
//!
//! Results go to standard output, everything else to standard error. The exit status is 0 for
//! solved or done, 1 for a proof that there is no solution, 2 for bad input or usage, 3 if a
//! limit was reached or Ctrl-C was pressed.
//!
//! Each verb is a folder in `verbs` with a `command` and a `run`; `VERBS` lists them. All
//! other modules are shared by the verbs and depend on none of them.

mod algorithms;
mod atomic_file;
mod drawing;
mod failure;
mod formats;
mod games;
mod help_text;
mod hyphens;
mod input;
mod instances;
mod interrupt;
mod maps;
mod options;
mod output;
mod progress;
mod quantity;
mod style;
mod table_cache;
mod text;
mod verb;
mod verbs;
mod visible;

use std::ffi::OsString;
use std::io::{BufWriter, IsTerminal, Write, stderr, stdout};

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Command, FromArgMatches};

use tremaux_registry::TableSource;

use failure::Failure;
use options::{Color, GlobalOptions};
use style::Style;
use verb::{Invocation, Verb};

/// Every verb, in the order in which the help lists them.
const VERBS: &[Verb] = &[
    Verb { name: "solve", command: verbs::solve::command, run: verbs::solve::run },
    Verb { name: "analyze", command: verbs::analyze::command, run: verbs::analyze::run },
    Verb { name: "play", command: verbs::play::command, run: verbs::play::run },
    Verb { name: "match", command: verbs::r#match::command, run: verbs::r#match::run },
    Verb { name: "uci", command: verbs::uci::command, run: verbs::uci::run },
    Verb { name: "xboard", command: verbs::xboard::command, run: verbs::xboard::run },
    Verb { name: "nboard", command: verbs::nboard::command, run: verbs::nboard::run },
    Verb { name: "hub", command: verbs::hub::command, run: verbs::hub::run },
    Verb { name: "gtp", command: verbs::gtp::command, run: verbs::gtp::run },
    Verb { name: "path", command: verbs::path::command, run: verbs::path::run },
    Verb { name: "build", command: verbs::build::command, run: verbs::build::run },
    Verb { name: "cluster", command: verbs::cluster::command, run: verbs::cluster::run },
    Verb { name: "compare", command: verbs::compare::command, run: verbs::compare::run },
    Verb { name: "trace", command: verbs::trace::command, run: verbs::trace::run },
    Verb { name: "generate", command: verbs::generate::command, run: verbs::generate::run },
    Verb { name: "tune", command: verbs::tune::command, run: verbs::tune::run },
    Verb { name: "reproduce", command: verbs::reproduce::command, run: verbs::reproduce::run },
    Verb { name: "serve", command: verbs::serve::command, run: verbs::serve::run },
    Verb { name: "list", command: verbs::list::command, run: verbs::list::run },
    Verb { name: "explain", command: verbs::explain::command, run: verbs::explain::run },
    Verb {
        name: "completions",
        command: verbs::completions::command,
        run: verbs::completions::run,
    },
    Verb { name: "man", command: verbs::man::command, run: verbs::man::run },
    Verb { name: "help", command: verbs::help::command, run: verbs::help::run },
];

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  tremaux solve tiles \"1 2 3 / 4 0 6 / 7 5 8\"
  tremaux analyze connect-four 4453 --depth 8
  tremaux generate map --kind rooms | tremaux path - --from 3,3 --to 20,20
  tremaux explain tiles
  tremaux list

Exit status: 0 solved or done; 1 proved to have no solution; 2 bad input or usage;
3 a limit was reached or Ctrl-C was pressed.";

/// Prints the help that was asked for, or what is wrong with the command line; returns the exit
/// status.
fn print_help_or_error(error: &clap::Error) -> u8 {
    let status = error.exit_code() as u8;
    if !error.use_stderr() {
        let with_color = Color::Auto.is_on(stdout().is_terminal());
        let text = help_text::rendered(&error.render(), with_color);
        return match write!(stdout(), "{text}").and_then(|()| stdout().flush()) {
            Err(cause) if cause.kind() != std::io::ErrorKind::BrokenPipe => {
                let failure = Failure::Write(cause);
                let _ = write!(stderr(), "{}", failure.render(false));
                failure.status()
            }
            _ => status,
        };
    }
    let with_color = Color::Auto.is_on(stderr().is_terminal());
    let plain = help_text::rendered(&error.render(), false);
    let shown = visible::message(&plain);
    let text =
        if shown == plain { help_text::rendered(&error.render(), with_color) } else { shown };
    // Standard error may be closed.
    let _ = write!(stderr(), "{text}");
    status
}

/// The whole command line.
fn command() -> Command {
    let program = GlobalOptions::augment_args(Command::new("tremaux"))
        .version(env!("CARGO_PKG_VERSION"))
        .about("Finds paths, solves puzzles, analyzes games")
        .styles(STYLES)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .max_term_width(100)
        .after_help(EXAMPLES);
    program.subcommands(VERBS.iter().map(|verb| (verb.command)()))
}

/// The tables of the user's cache folder, for what starts searches by name beside this program.
pub fn tables(threads: usize) -> TableSource {
    table_cache::source(None, threads, true, &table_cache::BuildLine::default())
}

/// Runs a command line, whose first word is the program's name; returns the exit status.
pub fn run(arguments: Vec<OsString>) -> u8 {
    let program = command();
    let arguments = hyphens::sorted(&program, arguments);
    let matches = match program.try_get_matches_from(&arguments) {
        Ok(matches) => matches,
        Err(_) => {
            let error = help_text::with_whole_lines(command()).try_get_matches_from(&arguments);
            return print_help_or_error(&error.expect_err("the same command line"));
        }
    };
    let global = GlobalOptions::from_arg_matches(&matches).expect("the options of every verb");
    failure::set_running(&matches);
    let (name, matches) = matches.subcommand().expect("a verb is required");
    let verb = VERBS.iter().find(|verb| verb.name == name).expect("clap knows the verbs alone");
    let style = Style { is_colored: global.color.is_on(stdout().is_terminal()) };
    // The server handles signals itself. Otherwise a thread listens; if there can be none, Ctrl-C
    // ends the program as the system does.
    if name != "serve" {
        let _ = interrupt::listen();
    }
    let mut out = BufWriter::new(stdout());
    let invocation = Invocation { global: &global, style, program: command, out: &mut out };
    let result = (verb.run)(matches, invocation).and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    let refused = tremaux_core::refused_threads();
    if refused > 0 && !global.quiet {
        // Standard error may be closed.
        let threads = if refused == 1 { "a thread" } else { "threads" };
        let _ = writeln!(stderr(), "note: the system refused to start {threads}; fewer were used");
    }
    match result {
        Ok(status) => status,
        Err(failure) if failure.is_closed_pipe() => {
            // Discard the rest of the buffer: the pipe is closed.
            let _ = out.into_parts();
            0
        }
        // Who pressed Ctrl-C knows why there is no result.
        Err(failure) if failure.is_cancelled() => failure.status(),
        Err(failure) => {
            let _ = out.into_parts();
            let with_color = global.color.is_on(stderr().is_terminal());
            let _ = write!(stderr(), "{}", failure.render(with_color));
            failure.status()
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Command;

    use super::{VERBS, command};

    #[test]
    fn verbs_are_called_what_their_commands_are() {
        for verb in VERBS {
            assert_eq!((verb.command)().get_name(), verb.name);
        }
    }

    /// Comments in the code are not help: they would describe all commands of a kind alike.
    #[test]
    fn every_command_has_a_description_of_its_own() {
        fn check(command: &Command, path: &str) {
            let mut seen = std::collections::HashSet::new();
            for under in command.get_subcommands() {
                let name = format!("{path} {}", under.get_name());
                let about = under.get_about().map(ToString::to_string).unwrap_or_default();
                assert!(!about.is_empty() && !about.starts_with("The options"), "{name}: {about}");
                assert!(under.get_long_about().is_none(), "{name}");
                assert!(seen.insert(about.clone()), "{name}: {about}");
                check(under, &name);
            }
        }
        check(&command(), "tremaux");
    }

    #[test]
    fn commands_of_games_and_domains_have_their_titles() {
        let program = command();
        let about = |verb: &str, name: &str| {
            let command = program.find_subcommand(verb)?.find_subcommand(name)?;
            command.get_about().map(ToString::to_string)
        };
        for game in tremaux_registry::GAMES {
            let info = game.info();
            for verb in ["analyze", "play", "match"] {
                assert_eq!(about(verb, info.name).as_deref(), Some(info.title), "{verb}");
            }
        }
        for domain in tremaux_registry::DOMAINS {
            let info = domain.info();
            assert_eq!(about("solve", info.name).as_deref(), Some(info.title));
        }
    }
}
