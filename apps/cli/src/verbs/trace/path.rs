//! `tremaux trace path`: recording path queries, one or a whole scenario file.

use std::io::Write;
use std::time::Instant;

use clap::{ArgMatches, FromArgMatches};

use crate::failure::{Failure, not_applicable};
use crate::input::ReadLimits;
use crate::instances::worse;
use crate::interrupt;
use crate::maps::batch::Batch;
use crate::maps::map::say_notes;
use crate::maps::options::PathOptions;
use crate::maps::queries::Queries;
use crate::maps::source::MapSource;
use crate::options::{GlobalOptions, format_of};
use crate::output::Reports;
use crate::progress::ProgressLine;
use crate::style::Style;
use crate::verbs::path::{Answers, BatchOutput};

use super::output::{TraceOptions, TraceOutput};

/// Records the queries given by `matches`; returns the exit status.
pub(crate) fn trace_path(
    matches: &ArgMatches,
    global: &GlobalOptions,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let options = TraceOptions::of(matches)?;
    let asked = PathOptions::from_arg_matches(matches).expect("the options of a path");
    let format = format_of(matches);
    asked.check_query()?;
    if asked.draw.is_some() {
        return not_applicable("--draw", "use --output FILE.svg to draw the trace");
    }
    if asked.proof.is_some() {
        return not_applicable("--proof", "`tremaux path` writes proofs");
    }
    let is_one = asked.is_one();
    if !is_one {
        options.check_many()?;
    }
    let cancel = interrupt::token()?;
    let limits = asked.limits(&cancel);
    let text = MapSource::of(&asked.map, &ReadLimits::of_map(&limits))?;
    let origin = text.origin().to_owned();
    let map = asked.form().read(&asked.map.to_string_lossy(), text, &limits)?;
    say_notes(&map, global.quiet);
    let queries = Queries::of(&asked, &map, &origin, &limits)?;
    let (count, is_listed) = (queries.count(), queries.have_lengths());
    let skipped = queries.skipped();
    if count == 0 {
        return Err(Failure::Usage("no queries: nothing to record".into()));
    }
    let line = ProgressLine::new(global.quiet, String::new());
    let answers = Answers::new(&asked, &map, global, line)?;
    let mut batch = Batch::new(asked.map_name(), skipped, asked.seed);
    let (mut trace, mut last, mut unwritten) = (None::<TraceOutput>, None, None);
    let mut last_said = Instant::now();
    for (at, query) in queries.all().enumerate() {
        if at > 0 && cancel.is_cancelled() {
            break;
        }
        if last_said.elapsed() > ProgressLine::PERIOD {
            answers.line.say(&format!("{at} of {count} queries"));
            last_said = Instant::now();
        }
        let search = answers.start(&query)?;
        let header = options.shortened(search.trace_header(options.selection()));
        let selection = header.selection;
        let begun = match &mut trace {
            Some(trace) => trace.next(&header),
            none => options.begin(header).map(|begun| *none = Some(begun)),
        };
        if let Err(failure) = begun {
            if at == 0 {
                return Err(failure);
            }
            unwritten = Some(failure);
            break;
        }
        let sink = trace.as_mut().expect("it was begun").sink();
        let report = answers.run(search, &query, Some((selection, sink)), is_one)?;
        let is_wrong = batch.add(&report, query.scenario.as_ref());
        if let (Some(true), Some(scenario), false) = (is_wrong, &query.scenario, global.quiet) {
            answers.line.clear();
            batch.say_wrong(scenario, report.cost);
        }
        let is_unbuilt = report.remarks.unbuilt.is_some();
        last = Some(report);
        if is_unbuilt {
            break;
        }
    }
    answers.line.clear();
    let summary = batch.finish(count, is_listed);
    let is_cut_short = summary.limited > 0 || summary.not_asked > 0;
    let mut status = if is_cut_short { 3 } else { u8::from(summary.failures > 0) };
    if let Some(report) = last.filter(|_| is_one) {
        if !is_listed && asked.scen.is_none() {
            status = worse(status, report.status);
        }
        if !options.takes_standard_output() {
            let mut reports = Reports::new(out, format, style, global.verbose, false);
            reports.write(&report, None)?;
            reports.finish()?;
        }
    } else if !options.takes_standard_output() {
        BatchOutput::new(out, format, style).finish(&summary, global.verbose)?;
    }
    // The trace comes last: the result is not lost if it cannot be written.
    let finished = trace.map_or(Ok(()), TraceOutput::finish);
    match (unwritten, finished) {
        (Some(failure), _) | (None, Err(failure)) => Err(failure.after_result()),
        (None, Ok(())) => Ok(status),
    }
}
