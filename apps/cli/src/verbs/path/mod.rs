//! `tremaux path`: shortest paths on grid maps and graphs.

mod answers;
mod cells;
mod output;

use std::time::Instant;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use tremaux_registry::{Field, Status, algorithms_of};

use crate::drawing::picture_file::check_extension;
use crate::failure::{Failure, not_applicable};
use crate::input::ReadLimits;
use crate::instances::worse;
use crate::interrupt;
use crate::maps::batch::Batch;
use crate::maps::map::say_notes;
use crate::maps::options::PathOptions;
use crate::maps::queries::Queries;
use crate::maps::source::MapSource;
use crate::options::{FormatOption, format_of};
use crate::output::Reports;
use crate::program::Invocation;
use crate::progress::ProgressLine;

pub(crate) use answers::Answers;
use cells::PathCells;
pub(crate) use output::BatchOutput;

fn names(field: Field) -> String {
    let names: Vec<&str> = algorithms_of(field).map(|component| component.name).collect();
    names.join(", ")
}

/// The verb on the command line.
pub(crate) fn command() -> Command {
    FormatOption::augment_args(PathOptions::augment_args(Command::new("path")))
        .about("Finds shortest paths on grid maps, road networks and other graphs")
        .arg_required_else_help(true)
        .after_help(format!(
            "Maps: MovingAI .map, mazes of `#`, `.`, blanks, `S` and `G`, rows of 0 and 1 (text, \
             CSV, JSON, NumPy), Tiled, PNG, PGM, ESRI .asc; DIMACS .gr, node-link .json, .graphml, \
             .csv, or a list of arcs; recognized by file extension or content.\n\nAlgorithms: \
             those of `tremaux solve grid` and `tremaux solve graph`; for maps alone, on grids: \
             {}; on graphs: {}.\n\nExamples:\n  \
             tremaux generate map --kind rooms | tremaux path - --from 3,3 --to 20,20\n  \
             printf 'home shop 4\\nshop work 3\\n' | tremaux path - --from home --to work\n\n\
             Exit status: 0 path found, or all lengths correct; 1 no path exists, or a length \
             is wrong (only shortest paths must have the listed lengths); 2 bad input or usage; 3 \
             a limit was reached or Ctrl-C was pressed.",
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
    if options.proof.is_some() && !options.is_one() {
        return not_applicable("--proof", "it is for one path: select one with --index N");
    }
    // Install the handler now, so that Ctrl-C while reading a large map also exits with 3.
    let cancel = interrupt::token()?;
    let line = ProgressLine::new(global.quiet, String::new());
    line.work("reading the map");
    let limits = options.limits(&cancel);
    let text = MapSource::of(&options.map, &ReadLimits::of_map(&limits))?;
    let origin = text.origin().to_owned();
    let map = options.form().read(&options.map.to_string_lossy(), text, &limits)?;
    if options.draw.is_some() && map.grid().is_none() {
        return not_applicable("--draw", "the map is a graph, not a grid");
    }
    line.clear();
    say_notes(&map, global.quiet);
    let queries = Queries::of(&options, &map, &origin, &limits)?;
    let answers = Answers::new(&options, &map, global, line)?;
    match queries {
        Queries::One(query) => {
            if options.proof.is_some() {
                answers.check_proof(&query)?;
            }
            let mut cells = options.draw.as_ref().map(|_| PathCells::default());
            let mut report = answers.ask(&query, cells.as_mut().map(PathCells::recording), true)?;
            if options.proof.is_none() {
                report = answers.told(report, &query);
            }
            answers.line.clear();
            let mut reports = Reports::new(out, format, style, global.verbose, false);
            reports.write(&report, None)?;
            reports.finish()?;
            if let (Some(path), Some(cells), Some(grid)) = (&options.draw, cells, map.grid()) {
                let ends = [query.from, query.goals[0]].map(|place| map.cell(place));
                cells.draw(path, grid, ends).map_err(Failure::after_result)?;
            }
            if let Some(path) = &options.proof {
                answers.prove(path, &query, &report).map_err(Failure::after_result)?;
            }
            let mut batch = Batch::new(String::new(), 0, 0);
            let is_wrong = batch.add(&report, query.scenario.as_ref()) == Some(true);
            let is_decided = query.scenario.is_some() && report.status != Status::Limit;
            Ok(if is_decided { u8::from(is_wrong) } else { worse(0, report.status) })
        }
        queries => {
            let mut output = BatchOutput::new(out, format, style);
            let (count, is_listed) = (queries.count(), queries.have_lengths());
            let skipped = queries.skipped();
            let mut batch = Batch::new(options.map_name(), skipped, options.seed);
            let mut last_said = Instant::now();
            for (at, query) in queries.all().enumerate() {
                if cancel.is_cancelled() {
                    break;
                }
                if last_said.elapsed() > ProgressLine::PERIOD {
                    let failures = batch.failures();
                    answers.line.say(&format!("{at} of {count} queries, {failures} failures"));
                    last_said = Instant::now();
                }
                let report = answers.ask(&query, None, false)?;
                let is_wrong = batch.add(&report, query.scenario.as_ref());
                if report.remarks.unbuilt.is_some() {
                    break;
                }
                output.row(query.number, &report, is_wrong)?;
                if let (Some(true), Some(scenario), false) =
                    (is_wrong, &query.scenario, global.quiet)
                {
                    answers.line.clear();
                    batch.say_wrong(scenario, report.cost);
                }
            }
            answers.line.clear();
            let summary = batch.finish(count, is_listed);
            output.finish(&summary, global.verbose)?;
            let is_cut_short = summary.limited > 0 || summary.not_asked > 0;
            Ok(if is_cut_short { 3 } else { u8::from(summary.failures > 0) })
        }
    }
}
