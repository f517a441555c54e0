//! `tremaux trace`: recording searches and converting traces.

mod output;
mod path;

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueHint, value_parser};
use tremaux_registry::{GameTable, HeuristicCache, PlaceRestorer, domain, drive_recorded, game};
use tremaux_trace::TraceReader;

use crate::failure::{Failure, not_applicable};
use crate::games::analysis::{request, status, write_report};
use crate::games::options::{AnalysisOptions, PositionOptions, position_failure};
use crate::instances::{Arguments, with_argument_name, worst_status};
use crate::interrupt;
use crate::options::{GlobalOptions, SearchOptions, format_of, option_values};
use crate::output::Reports;
use crate::program::Invocation;
use crate::progress::ProgressLine;
use crate::style::Style;
use crate::table_cache;
use crate::{verbs, visible};

use output::TraceOptions;

const EXAMPLES: &str = "\
Examples:
  tremaux trace solve tiles \"1 2 3 / 4 0 6 / 7 5 8\" --output search.html
  tremaux trace solve grid \"S.#/#../#.G\" --algorithm breadth-first --output maze.svg
  tremaux trace analyze tic-tac-toe \"xox/.o./...\" --depth 3 --output tree.dot
  tremaux trace analyze backgammon \"2wEAAAYAAAAAAA 1 21\" --depth 3 --output dice.svg
  tremaux trace path rooms.map --from 1,1 --to 20,20 --output path.svg
  tremaux trace solve tiles --korf 1 --events 1M --sample 100 --output korf.trace
  tremaux trace replay korf.trace --form posthoc --output korf.json
  tremaux trace path den520d.map --scen den520d.map.scen --output all.trace
  tremaux trace replay all.trace --search 17 --output one.svg

`tremaux trace COMMAND` takes the arguments of the recorded command and those below. The result
goes to standard output as usual, the trace to --output; the exit status is that of the recorded
command.";

/// What `solve` writes or reads besides a report: a trace has one output, and begins at the start.
const NOT_RECORDED: &str =
    "--checkpoint --checkpoint-every --resume --visits --plot --proof --draw --show --compare";

/// The trace to convert.
#[derive(Clone, Debug, Args)]
struct ReplayOptions {
    /// Trace file written by `tremaux trace`
    #[arg(value_name = "TRACE", value_hint = ValueHint::FilePath)]
    trace: PathBuf,
    /// Number of the search in a trace of several, counting from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u64).range(1..))]
    search: u64,
}

/// The verb on the command line.
pub(crate) fn command() -> Command {
    TraceOptions::augment_args(Command::new("trace"))
        .about(
            "Records a search as a trace file, web page, Posthoc trace, Graphviz graph or picture",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            verbs::solve::command()
                .about("Records the search for a solution of a puzzle or search problem"),
        )
        .subcommand(verbs::analyze::command().about("Records the analysis of a position"))
        .subcommand(verbs::path::command().about("Records the search for a path"))
        .subcommand(
            ReplayOptions::augment_args(Command::new("replay"))
                .about("Converts a trace file to another format"),
        )
        .after_help(EXAMPLES)
}

/// Records the search given by `matches`; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, style, out, .. } = invocation;
    let (verb, matches) = matches.subcommand().expect("a verb is required");
    match verb {
        "solve" => solve(matches, global, style, out),
        "analyze" => analyze(matches, global, style, out),
        "path" => path::trace_path(matches, global, style, out),
        _ => replay(matches),
    }
}

fn refuse_not_recorded(matches: &ArgMatches) -> Result<(), Failure> {
    let is_given = |option: &&str| {
        let id = option.trim_start_matches('-').replace('-', "_");
        matches.try_contains_id(&id).is_ok()
            && matches.value_source(&id) == Some(ValueSource::CommandLine)
    };
    NOT_RECORDED.split(' ').find(is_given).map_or(Ok(()), |option| {
        not_applicable(option, "a trace shows a whole search, in the file of --output")
    })
}

fn solve(
    matches: &ArgMatches,
    global: &GlobalOptions,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let (name, matches) = matches.subcommand().expect("a domain is required");
    let domain = domain(name).map_err(|error| Failure::of(error, "DOMAIN"))?;
    let options = TraceOptions::of(matches)?;
    let search = SearchOptions::from_arg_matches(matches).expect("the options of a search");
    let format = format_of(matches);
    if search.cache.is_some() {
        return not_applicable("--cache", "recorded searches build their tables in memory");
    }
    refuse_not_recorded(matches)?;
    let arguments = Arguments::of(domain, matches, search.seed)?;
    let chosen = arguments.select(domain, true)?;
    let [instance] = chosen.instances.as_slice() else {
        let message = "a trace records one search: select an instance with --index N (from 1)";
        return Err(Failure::Usage(message.into()));
    };
    let request = search.request();
    instance.check(&request).map_err(|error| with_argument_name(error, &search))?;
    let cancel = interrupt::token()?;
    let limits = search.limits(&cancel);
    let mut line = ProgressLine::new(global.quiet, String::new());
    line.say("building the heuristic");
    let started = Instant::now();
    let heuristics = HeuristicCache::default();
    heuristics.tables().limit(&limits);
    let mut running = instance
        .start(&request, &heuristics)
        .map_err(|error| with_argument_name(error, &search))?;
    if !running.records_steps() {
        let message = "this search has no states to record; `tremaux solve` has --plot and --draw";
        return Err(Failure::Usage(message.into()));
    }
    let mut header = running.trace_header(options.selection());
    let given = arguments.given.iter();
    header.options = given.map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let header = options.shortened(header);
    let selection = header.selection;
    let mut trace = options.begin(header)?;
    let time = (started, ProgressLine::PERIOD);
    let watch = &mut |snapshot: &_| line.show(snapshot);
    drive_recorded(&mut *running, &limits, time, (selection, trace.sink()), watch);
    line.clear();
    let report = running.report().map_err(Failure::Registry)?;
    if !options.takes_standard_output() {
        let mut reports = Reports::new(out, format, style, global.verbose, false)
            .with_solutions(matches.get_flag("solutions"));
        let is_default = request.algorithm.is_none() && request.heuristic.is_none();
        reports.write(&report, is_default.then(|| instance.default_choice().case))?;
        reports.finish()?;
    }
    trace.finish().map_err(Failure::after_result)?;
    Ok(worst_status(0, &report, &cancel))
}

fn analyze(
    matches: &ArgMatches,
    global: &GlobalOptions,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let (name, matches) = matches.subcommand().expect("a game is required");
    let game = game(name).map_err(|error| Failure::of(error, "GAME"))?;
    let options = TraceOptions::of(matches)?;
    let mut analysis =
        AnalysisOptions::from_arg_matches(matches).expect("the options of an analysis");
    let format = format_of(matches);
    let positions = PositionOptions::from_arg_matches(matches).expect("the position");
    refuse_not_recorded(matches)?;
    if analysis.threads != 1 {
        return not_applicable("--threads", "only single-threaded searches can be recorded");
    }
    let request = request(&mut analysis)?;
    let input = positions.read()?;
    let has_own_limit = analysis.has_own_limit();
    let mut limits = analysis.limits(interrupt::token()?);
    let started = Instant::now();
    let values = option_values(game.info().options, matches);
    let opened = game.open_with(&values, &input.text, &table_cache::of_game(&limits));
    let played = opened.map_err(|error| position_failure(error, &input.origin, &input.text))?;
    played.accepts(request.algorithm, request.depth).map_err(Failure::Registry)?;
    played.accepts_lines(request.algorithm, request.lines).map_err(Failure::Registry)?;
    played.accepts_recording().map_err(Failure::Registry)?;
    limits.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
    let mut table = GameTable::new(analysis.memory).map_err(Failure::Registry)?;
    let header = options.shortened(played.trace_header(&request, options.selection()));
    let selection = header.selection;
    let mut trace = options.begin(header)?;
    let line = ProgressLine::new(global.quiet, String::new());
    line.say("searching");
    let watch = &mut |it: &_| line.show_game(it);
    let report =
        played.analyze_recorded(&request, &mut table, &limits, selection, trace.sink(), watch);
    line.clear();
    if !options.takes_standard_output() {
        write_report(out, game.info(), &report, format, style, has_own_limit)?;
        out.flush()?;
    }
    trace.finish().map_err(Failure::after_result)?;
    Ok(status(&report, &analysis, has_own_limit))
}

/// Converts a trace to another format.
fn replay(matches: &ArgMatches) -> Result<u8, Failure> {
    let options = TraceOptions::of(matches)?;
    let ReplayOptions { trace: path, search } =
        ReplayOptions::from_arg_matches(matches).expect("the trace");
    let unread = |source| Failure::Read { path: path.clone(), source };
    let file = File::open(&path).map_err(unread)?;
    let wrong = |error: tremaux_trace::TraceError| match error {
        tremaux_trace::TraceError::Io(source) => unread(source),
        other => Failure::Usage(format!("{}: {other}", path.display())),
    };
    let mut reader = TraceReader::new(BufReader::new(file)).map_err(wrong)?;
    for at in 1..search {
        if !reader.next_trace().map_err(wrong)? {
            let (shown, searches) = (path.display(), if at == 1 { "search" } else { "searches" });
            let cut = match (reader.is_whole(), reader.is_cut_off()) {
                (false, _) => ", the last one truncated",
                (true, true) => " and is truncated after that",
                (true, false) => "",
            };
            let message = format!("--search {search}: {shown} has only {at} {searches}{cut}");
            return Err(Failure::Usage(message));
        }
    }
    let mut header = reader.header().clone();
    let mut places = None;
    if !header.selection.places && !options.is_own_form() {
        places = PlaceRestorer::of(&header);
        header.selection.places = places.is_some();
        if places.is_none() {
            let what = "the states cannot be reconstructed; they are named by their moves";
            visible::tell(&format!("{}: {what}", path.display()));
        }
    }
    let mut trace = options.begin(header)?;
    while let Some(mut event) = reader.next_event().map_err(wrong)? {
        if let Some(places) = &mut places {
            places.add(&mut event);
        }
        trace.sink().take(&event);
    }
    trace.finish()?;
    let note = |what: &str| visible::tell(&format!("{} {what}", path.display()));
    if !reader.is_whole() {
        note("is truncated; everything up to that point was converted");
    } else if matches.value_source("search") != Some(ValueSource::CommandLine) {
        // The first search is converted in any case; report what follows it.
        match reader.next_trace() {
            Ok(true) => {
                note("has several searches; converted the first, select another with --search N")
            }
            Ok(false) if reader.is_cut_off() => note("is truncated after this search"),
            Ok(false) => {}
            Err(error) => note(&format!("has damaged data after this search: {error}")),
        }
    }
    Ok(0)
}
