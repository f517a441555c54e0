//! `tremaux path`: shortest paths on grid maps and graphs.

mod graph;
mod grid;
mod output;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use tremaux_registry::paths::MapKind;
use tremaux_registry::{Field, algorithms_of};

use crate::drawing::picture_file::check_extension;
use crate::failure::{Failure, not_applicable};
use crate::input::{ReadLimits, map_from};
use crate::interrupt;
use crate::maps::options::PathOptions;
use crate::options::{FormatOption, format_of};
use crate::progress::ProgressLine;
use crate::verb::Invocation;

use output::PathOutput;

fn names(field: Field) -> String {
    let names: Vec<&str> = algorithms_of(field).map(|component| component.name).collect();
    names.join(", ")
}

/// The verb on the command line.
pub(crate) fn command() -> Command {
    let options = PathOptions::augment_args(FormatOption::augment_args(Command::new("path")));
    options
        .about("Finds shortest paths on grid maps, road networks and other graphs")
        .arg_required_else_help(true)
        .after_help(format!(
            "Maps: MovingAI .map, plain rows of `.` and `#`, DIMACS .gr, node-link .json, .graphml, \
             .csv, or a list of arcs; recognized by file extension or content.\n\nAlgorithms on grids: {}.\n\
             Algorithms on graphs: {}.\n\nExamples:\n  \
             tremaux generate map --kind rooms | tremaux path - --from 3,3 --to 20,20\n  \
             printf 'home shop 4\\nshop work 3\\n' | tremaux path - --from home --to work\n\n\
             Exit status: 0 path found, or all lengths correct; 1 no path exists, or a length \
             is wrong (only shortest paths must have the listed lengths); 2 bad input or usage; 3 a limit was reached or Ctrl-C was pressed.",
            names(Field::Grids),
            names(Field::Graphs),
        ))
}

/// Answers the queries given by `matches`; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, style, out, .. } = invocation;
    let options = PathOptions::from_arg_matches(matches).expect("the options of a path");
    let format = format_of(matches);
    options.check_query()?;
    if let Some(path) = &options.draw {
        if options.scen.is_some() && options.index.is_none() {
            return not_applicable("--draw", "it draws a single path: select one with --index N");
        }
        check_extension("--draw", path, &["svg", "png"])?;
    }
    // Install the handler now, so that Ctrl-C while reading a large map also exits with 3.
    let cancel = interrupt::token()?;
    let line = ProgressLine::new(global.quiet, String::new());
    line.work("reading the map");
    let map = map_from(&options.map, &ReadLimits::of_map(&options.limits(&cancel)))?;
    let mut output = PathOutput::new(out, format, style, line);
    match MapKind::of(&options.map.to_string_lossy(), &map.text) {
        MapKind::Grid => grid::path(&options, map, global, &mut output),
        kind => graph::path(kind, &options, map, global, &mut output),
    }
}
