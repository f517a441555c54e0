//! `tremaux`: search from the command line.
//!
//! Results go to standard output, all else to standard error. The exit status is 0 if it is
//! solved or done, 1 if there is proved to be no solution, 2 for bad input or usage, 3 if a
//! limit was reached or Ctrl-C was pressed.

mod analyze;
mod arguments;
mod build;
mod build_path;
mod checkpoint;
mod compare;
mod computer;
mod contest;
mod counters;
mod drawing;
mod drawing_pixels;
mod explain;
mod failure;
mod game_arguments;
mod game_text;
mod generate;
mod generate_map;
mod input;
mod interrupt;
mod level;
mod list;
mod maze_drawing;
mod output;
mod path;
mod path_graph;
mod path_grid;
mod path_output;
mod play;
mod plot;
mod png;
mod progress;
mod quantity;
mod replacing;
mod reproduce;
mod reproduce_checkpoint;
mod reproduce_sheet;
mod saved_game;
mod serve;
mod solve;
mod solve_maze;
mod tables;
mod text;
mod trace;
mod trace_output;
mod trace_path;

use std::io::{BufWriter, IsTerminal, Write, stderr, stdout};
use std::process::ExitCode;

use clap::{ArgMatches, FromArgMatches};

use arguments::{Color, Everywhere};
use failure::Failure;
use output::Style;

fn main() -> ExitCode {
    let matches = match arguments::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            // Help that nobody reads any more is no error.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let everywhere = Everywhere::from_arg_matches(&matches).expect("the options of every verb");
    let mut out = BufWriter::new(stdout());
    let result = run(&matches, &everywhere, &mut out).and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    match result {
        Ok(status) => ExitCode::from(status),
        Err(failure) if failure.is_closed_pipe() => {
            // What is left in the buffer has nowhere to go.
            let _ = out.into_parts();
            ExitCode::SUCCESS
        }
        Err(failure) => {
            let _ = out.into_parts();
            let with_color = everywhere.color.is_on(stderr().is_terminal());
            let _ = write!(stderr(), "{}", failure.render(with_color));
            ExitCode::from(failure.status())
        }
    }
}

fn run(matches: &ArgMatches, everywhere: &Everywhere, out: &mut dyn Write) -> Result<u8, Failure> {
    let style = Style { is_colored: Color::is_on(everywhere.color, stdout().is_terminal()) };
    let (verb, matches) = matches.subcommand().expect("a verb is required");
    match verb {
        "solve" => solve::solve(matches, everywhere, style, out),
        "build" => build::build(matches, everywhere, style, out),
        "analyze" => analyze::analyze(matches, everywhere, style, out),
        "play" => play::play(matches, everywhere, style, out),
        "match" => contest::contest(matches, everywhere, style, out),
        "path" => path::path(matches, everywhere, style, out),
        "trace" => trace::trace(matches, everywhere, style, out),
        "generate" => generate::generate(matches, out),
        "reproduce" => reproduce::reproduce(matches, everywhere, style, out),
        "serve" => serve::serve(matches, everywhere, out),
        "list" => list::list(matches, style, out),
        "compare" => compare::compare(matches, everywhere, out),
        "help" => counters::help(matches, out),
        "explain" => explain::explain(matches, style, out),
        "completions" => {
            let shell: &clap_complete::Shell = matches.get_one("shell").expect("a shell");
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut arguments::command(), "tremaux", &mut script);
            out.write_all(&script)?;
            Ok(0)
        }
        _ => man(matches, out),
    }
}

/// Writes the manual page of the program, a verb, or a verb and domain.
fn man(matches: &ArgMatches, out: &mut dyn Write) -> Result<u8, Failure> {
    let verbs: Vec<&String> = matches.get_many("verb").into_iter().flatten().collect();
    let command = arguments::find(&verbs)?;
    let name = std::iter::once("tremaux").chain(verbs.into_iter().map(String::as_str));
    let name = name.collect::<Vec<_>>().join("-");
    let mut page = Vec::new();
    clap_mangen::Man::new(command.name(name.clone()).display_name(name)).render(&mut page)?;
    out.write_all(&page)?;
    Ok(0)
}
