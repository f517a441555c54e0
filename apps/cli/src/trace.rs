//! `tremaux trace`: searches that are recorded, and traces replayed.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, ValueHint, value_parser};
use tremaux_core::Limits;
use tremaux_registry::{GameTable, Places, Shelf, domain, drive_recorded, game};
use tremaux_trace::TraceReader;

use crate::analyze::{request, status, write_report};
use crate::arguments::{Everywhere, Search, Written};
use crate::failure::Failure;
use crate::game_arguments::{Analysis, DEFAULT_TIME, Positions, given};
use crate::output::{Reports, Style};
use crate::path::refused;
use crate::progress::ProgressLine;
use crate::solve::{Asked, instances, named, worse};
use crate::trace_output::TraceOptions;
use crate::trace_path::trace_path;
use crate::{arguments, game_arguments, interrupt, path};

const EXAMPLES: &str = "\
Examples:
  tremaux trace solve tiles \"1 4 2 / 3 0 5 / 6 7 8\" --output search.html
  tremaux trace solve maze \"S.#/#../#.G\" --algorithm breadth-first --output maze.svg
  tremaux trace analyze tic-tac-toe \"xox/.o./...\" --depth 3 --output tree.dot
  tremaux trace analyze backgammon \"2wEAAAYAAAAAAA 1 21\" --depth 3 --output dice.svg
  tremaux trace path rooms.map --from 1,1 --to 20,20 --output path.png
  tremaux trace solve tiles --korf 1 --events 1M --sample 100 --output korf.trace
  tremaux trace replay korf.trace --form posthoc --output korf.json
  tremaux trace path den520d.map --scen den520d.map.scen --output all.trace
  tremaux trace replay all.trace --search 17 --output one.svg

A trace takes the arguments of the verb that it records, and those below. The result goes to
standard output as that verb prints it, the trace to --output; the exit status is that of the
verb.";

/// The verb on the command line.
pub(crate) fn command() -> Command {
    TraceOptions::augment_args(Command::new("trace"))
        .about(
            "Records a search: a file to replay, a page that plays it, Posthoc, Graphviz, pictures",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(arguments::solve().about("Records how a puzzle or search problem is solved"))
        .subcommand(game_arguments::analyze().about("Records the analysis of a position"))
        .subcommand(path::command().about("Records how a path is found"))
        .subcommand(
            Command::new("replay")
                .about("Reads a trace, and writes it in another form")
                .arg(
                    Arg::new("trace")
                        .value_name("TRACE")
                        .required(true)
                        .value_hint(ValueHint::FilePath)
                        .value_parser(value_parser!(PathBuf))
                        .help("A trace in our own form"),
                )
                .arg(
                    Arg::new("search")
                        .long("search")
                        .value_name("N")
                        .default_value("1")
                        .allow_hyphen_values(true)
                        .value_parser(value_parser!(u64).range(1..))
                        .help("Which search, from 1, of a trace of several"),
                ),
        )
        .after_help(EXAMPLES)
}

/// Records what `matches`, those of the verb, ask for; returns the exit status.
pub(crate) fn trace(
    matches: &ArgMatches,
    everywhere: &Everywhere,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let (verb, matches) = matches.subcommand().expect("a verb is required");
    match verb {
        "solve" => solve(matches, everywhere, style, out),
        "analyze" => analyze(matches, everywhere, style, out),
        "path" => trace_path(matches, everywhere, out),
        _ => replay(matches, out),
    }
}

fn options_of(matches: &ArgMatches) -> TraceOptions {
    TraceOptions::from_arg_matches(matches).expect("the options of a trace")
}

fn solve(
    matches: &ArgMatches,
    everywhere: &Everywhere,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let (name, matches) = matches.subcommand().expect("a domain is required");
    let domain = domain(name).map_err(|error| Failure::of(error, "DOMAIN"))?;
    let options = options_of(matches);
    let search = Search::from_arg_matches(matches).expect("the options of a search");
    let written = Written::from_arg_matches(matches).expect("the format");
    if search.cache.is_some() {
        return refused("--cache", "this search builds what it needs in memory and keeps no files");
    }
    let asked = Asked::of(domain, matches, &search)?;
    let chosen = instances(domain, &asked)?;
    let [instance] = chosen.instances.as_slice() else {
        let message = "a trace is of one search: choose one instance by --index N, from 1";
        return Err(Failure::Usage(message.into()));
    };
    let choice = search.choice();
    instance.check(&choice).map_err(|error| named(error, &search))?;
    let cancel = interrupt::token()?;
    let limits = search.limits(&cancel);
    let mut line = ProgressLine::new(everywhere.quiet, String::new());
    line.say("building the heuristic");
    let started = Instant::now();
    let shelf = Shelf::default();
    let mut running = instance.start(&choice, &shelf).map_err(|error| named(error, &search))?;
    let mut header = running.trace_header(options.selection());
    let given = asked.given.iter();
    header.options = given.map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let header = options.shortened(header);
    let selection = header.selection;
    let mut trace = options.begin(header, &mut *out)?;
    let time = (started, ProgressLine::PERIOD);
    let watch = &mut |snapshot: &_| line.show(snapshot);
    drive_recorded(&mut *running, &limits, time, (selection, trace.sink()), watch);
    line.clear();
    let report = running.report().map_err(Failure::Registry)?;
    trace.finish()?;
    if !options.takes_standard_output() {
        let mut reports = Reports::new(out, written.format, style, everywhere.verbose, false);
        let is_default = choice.algorithm.is_none() && choice.heuristic.is_none();
        reports.write(&report, is_default.then(|| instance.default_choice().case))?;
        reports.finish()?;
    }
    Ok(worse(0, &report, &cancel))
}

fn analyze(
    matches: &ArgMatches,
    everywhere: &Everywhere,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let (name, matches) = matches.subcommand().expect("a game is required");
    let game = game(name).map_err(|error| Failure::of(error, "GAME"))?;
    let options = options_of(matches);
    let analysis = Analysis::from_arg_matches(matches).expect("the options of an analysis");
    let written = Written::from_arg_matches(matches).expect("the format");
    let positions = Positions::from_arg_matches(matches).expect("the position");
    if analysis.threads != 1 {
        return refused("--threads", "the steps of one thread are told");
    }
    let request = request(&analysis)?;
    let input = positions.read()?;
    let opened = game.open(&given(game, matches), &input.text);
    let played = opened.map_err(|error| Failure::of(error, &input.origin))?;
    played.accepts(request.algorithm, request.depth).map_err(Failure::Registry)?;
    let has_own_limit = analysis.exact
        || analysis.depth.is_some()
        || analysis.time.is_some()
        || analysis.nodes.is_some();
    let mut limits = Limits::default().with_cancel(interrupt::token()?);
    limits.time = if has_own_limit { analysis.time } else { Some(DEFAULT_TIME) };
    limits.nodes = analysis.nodes;
    let mut table = GameTable::new(analysis.memory).map_err(Failure::Registry)?;
    let header = options.shortened(played.trace_header(&request, options.selection()));
    let selection = header.selection;
    let mut trace = options.begin(header, &mut *out)?;
    let mut line = ProgressLine::new(everywhere.quiet, String::new());
    line.say("searching");
    let recording = (selection, trace.sink());
    let watch = &mut |it: &_| line.show_game(it);
    let report = played.analyze_recorded(&request, &mut table, &limits, recording, watch);
    line.clear();
    trace.finish()?;
    if !options.takes_standard_output() {
        write_report(out, (game.info(), &report), (written.format, style), has_own_limit)?;
    }
    Ok(status(&report, &analysis, has_own_limit))
}

/// Writes a trace in another form.
fn replay(matches: &ArgMatches, out: &mut dyn Write) -> Result<u8, Failure> {
    let options = options_of(matches);
    let path: &PathBuf = matches.get_one("trace").expect("a trace is required");
    let unread = |source| Failure::Read { path: path.clone(), source };
    let file = File::open(path).map_err(unread)?;
    let wrong = |error: tremaux_trace::TraceError| match error {
        tremaux_trace::TraceError::Io(source) => unread(source),
        other => Failure::Usage(format!("{}: {other}", path.display())),
    };
    let mut reader = TraceReader::new(BufReader::new(file)).map_err(wrong)?;
    let search: u64 = *matches.get_one("search").expect("it has a default");
    for at in 1..search {
        if !reader.next_trace().map_err(wrong)? {
            let (shown, searches) = (path.display(), if at == 1 { "search" } else { "searches" });
            let cut = match (reader.is_whole(), reader.is_cut_off()) {
                (false, _) => ", the last one cut off",
                (true, true) => ", and was cut off where the next one begins",
                (true, false) => "",
            };
            let message = format!("--search {search}: {shown} holds {at} {searches}{cut}");
            return Err(Failure::Usage(message));
        }
    }
    let mut header = reader.header().clone();
    let mut places = None;
    if !header.selection.places && !options.is_own_form() {
        places = Places::of(&header);
        header.selection.places = places.is_some();
        if places.is_none() {
            let shown = path.display();
            let what = "what its states look like is not known: they are named by their moves";
            let _ = writeln!(std::io::stderr(), "{shown}: {what}");
        }
    }
    let mut trace = options.begin(header, out)?;
    while let Some(mut event) = reader.next_event().map_err(wrong)? {
        if let Some(places) = &mut places {
            places.add(&mut event);
        }
        trace.sink().take(&event);
    }
    trace.finish()?;
    let shown = path.display();
    let note = |what: &str| drop(writeln!(std::io::stderr(), "{shown} {what}"));
    if !reader.is_whole() {
        note("was cut off: this is what there is of it");
    } else if matches.value_source("search") != Some(ValueSource::CommandLine) {
        // What follows was not asked for: whatever it is, this search is written.
        match reader.next_trace() {
            Ok(true) => {
                note("holds several searches, and this is the first: --search N writes another")
            }
            Ok(false) if reader.is_cut_off() => note("was cut off after this search"),
            Ok(false) => {}
            Err(error) => note(&format!("goes on after this search, but {error}")),
        }
    }
    Ok(0)
}
