//! A program: its command line, and how it is run.

use std::ffi::OsString;
use std::io::{BufWriter, IsTerminal, Write, stderr, stdout};

use clap::builder::styling::{AnsiColor, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use tremaux_registry::nearest_names;

use crate::failure::Failure;
use crate::options::{Color, GlobalOptions};
use crate::style::Style;
use crate::{failure, help_text, hyphens, interrupt, visible};

/// A program of verbs.
pub struct Program {
    /// The name of its file.
    pub name: &'static str,
    /// The words that start it.
    pub called: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// The text after its help.
    pub examples: &'static str,
    /// Every verb, in the order in which the help lists them.
    pub verbs: &'static [Verb],
    /// The verbs that its verb `lab` passes on to another program.
    pub lab: &'static [&'static str],
}

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

impl Program {
    /// The whole command line.
    pub fn command(&self) -> Command {
        let program = GlobalOptions::augment_args(Command::new(self.name))
            .bin_name(self.called)
            .version(env!("CARGO_PKG_VERSION"))
            .about(self.about)
            .styles(STYLES)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .disable_help_subcommand(true)
            .max_term_width(100)
            .after_help(self.examples);
        program.subcommands(self.verbs.iter().map(|verb| (verb.command)()))
    }

    /// The command of a verb, or of a verb and domain; the whole program by default.
    pub(crate) fn find_command(
        &self,
        mut program: Command,
        verbs: &[&String],
    ) -> Result<Command, Failure> {
        program.build();
        let mut command = program;
        let mut name = self.called.to_owned();
        for (depth, verb) in verbs.iter().enumerate() {
            let Some(under) = command.find_subcommand(verb) else {
                let lab = if depth == 0 { self.lab } else { &[] };
                if lab.contains(&verb.as_str()) {
                    return Err(verb_of_lab(verb));
                }
                let known = command.get_subcommands().map(|it| it.get_name().to_owned());
                let known: Vec<String> = known.collect();
                let names = known.iter().map(String::as_str).chain(lab.iter().copied());
                let near = nearest_names(verb, names).into_iter();
                let near: Vec<String> = near.map(|name| self.typed(name)).collect();
                let known = if near.is_empty() { known } else { near };
                let known = known.join(", ");
                let message = format!("no command `{verb}` in `{name}`; expected {known}");
                return Err(Failure::Usage(message));
            };
            name = format!("{name}-{verb}");
            command = under.clone();
        }
        Ok(command)
    }

    /// A verb as it is typed after the name of the program.
    fn typed(&self, verb: &str) -> String {
        let lab = if self.lab.contains(&verb) { "lab " } else { "" };
        format!("{lab}{verb}")
    }

    /// Runs a command line, whose first word is the program's name; returns the exit status.
    pub fn run(&'static self, words: Vec<OsString>) -> u8 {
        let program = self.command();
        let arguments = hyphens::sorted(&program, words.clone());
        let matches = match program.try_get_matches_from(&arguments) {
            Ok(matches) => matches,
            Err(_) => {
                let command = help_text::with_whole_lines(self.command());
                let error = command.try_get_matches_from(&arguments);
                return self.print_refusal(error.expect_err("the same command line"));
            }
        };
        let global = GlobalOptions::from_arg_matches(&matches).expect("the options of every verb");
        failure::set_running(&matches);
        let mut out = BufWriter::new(stdout());
        let result = self.run_verb(&matches, &global, &words, &mut out);
        let refused = tremaux_core::refused_threads();
        if refused > 0 && !global.quiet {
            // Standard error may be closed.
            let threads = if refused == 1 { "a thread" } else { "threads" };
            let _ =
                writeln!(stderr(), "note: the system refused to start {threads}; fewer were used");
        }
        let Err(failure) = result else { return result.unwrap_or_default() };
        // Discard the rest of the buffer: the pipe is closed, or the result is not complete.
        let _ = out.into_parts();
        if failure.is_closed_pipe() {
            return 0;
        }
        // Who pressed Ctrl-C knows why there is no result.
        if !failure.is_cancelled() {
            print(&failure, global.color);
        }
        failure.status()
    }

    /// Runs the verb that the command line names; returns the exit status.
    fn run_verb(
        &'static self,
        matches: &ArgMatches,
        global: &GlobalOptions,
        words: &[OsString],
        out: &mut BufWriter<std::io::Stdout>,
    ) -> Result<u8, Failure> {
        let (name, matches) = matches.subcommand().expect("a verb is required");
        let verb = self.verbs.iter().find(|it| it.name == name);
        let verb = verb.expect("clap knows the verbs alone");
        let style = Style { is_colored: global.color.is_on(stdout().is_terminal()) };
        // The server handles signals itself. Otherwise a thread listens; if there can be none,
        // Ctrl-C ends the program as the system does.
        if name != "serve" {
            let _ = interrupt::listen();
        }
        let invocation = Invocation { global, style, program: self, words, out };
        let status = (verb.run)(matches, invocation)?;
        out.flush()?;
        Ok(status)
    }

    /// Prints the help that was asked for, or what is wrong with the command line; returns the
    /// exit status.
    fn print_refusal(&self, mut error: clap::Error) -> u8 {
        if error.kind() == ErrorKind::InvalidSubcommand
            && let Some(ContextValue::String(verb)) = error.get(ContextKind::InvalidSubcommand)
            // It is the whole program's, not one of a verb's.
            && error.get(ContextKind::Usage).is_some_and(|usage| {
                usage.to_string().contains(&format!("{} [OPTIONS] <COMMAND>", self.called))
            })
        {
            if self.lab.contains(&verb.as_str()) {
                let failure = verb_of_lab(verb);
                print(&failure, Color::Auto);
                return failure.status();
            }
            let near = nearest_names(verb, self.lab.iter().copied());
            let near: Vec<String> = near.into_iter().map(|name| self.typed(name)).collect();
            if !near.is_empty() {
                error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(near));
            }
        }
        print_help_or_error(&error)
    }
}

fn verb_of_lab(verb: &str) -> Failure {
    Failure::Usage(format!("`{verb}` is a verb of the lab: run `tremaux lab {verb}`"))
}

fn print(failure: &Failure, color: Color) {
    let with_color = color.is_on(stderr().is_terminal());
    // Standard error may be closed.
    let _ = write!(stderr(), "{}", failure.render(with_color));
}

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

/// A verb of the program.
pub struct Verb {
    /// The name of its command.
    pub name: &'static str,
    /// Makes its part of the command line.
    pub command: fn() -> Command,
    /// Runs it; returns the exit status.
    pub run: fn(&ArgMatches, Invocation<'_>) -> Result<u8, Failure>,
}

/// What every verb receives besides its own arguments.
pub struct Invocation<'a> {
    /// The options of every verb.
    pub global: &'a GlobalOptions,
    /// How results on standard output are coloured.
    pub style: Style,
    /// The program, for verbs that print its command line.
    pub program: &'static Program,
    /// The command line as it was given.
    pub(crate) words: &'a [OsString],
    /// Standard output.
    pub out: &'a mut dyn Write,
}
