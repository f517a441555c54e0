//! `tremaux solve`.

mod cell_trace;
mod checkpoint;
mod direct;
mod pictures;
mod plot;
mod recording;

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use tremaux_core::{CancelToken, Limits};
use tremaux_registry::{
    ActiveSearch, DOMAINS, DomainEntry, DomainInfo, HeuristicCache, Instance, RegistryError,
    SolveReport, SolveRequest, domain, drive_recorded, drive_watched,
};
use tremaux_trace::TraceSelection;

use crate::atomic_file::write_whole;
use crate::failure::{Failure, not_applicable};
use crate::instances::{Arguments, SelectedInstances, with_argument_name, worst_status};
use crate::interrupt;
use crate::options::{
    Format, FormatOption, GlobalOptions, Instances, SearchOptions, argument, format_of,
    hide_unused, with_subcommands,
};
use crate::output::{InstanceLabel, Reports};
use crate::program::Invocation;
use crate::progress::ProgressLine;
use crate::proof::{self, proof_argument};
use crate::table_cache::{self, BuildLine};
use crate::text::{indented, shell_quoted};
use crate::visible;

use cell_trace::CellTrace;
use checkpoint::{CheckpointOptions, Saver};
use pictures::PictureOptions;
use plot::CostHistory;
use recording::{Recording, VisitOrder};

/// The verb on the command line.
pub(crate) fn command() -> Command {
    let options = SearchOptions::augment_args(Command::new("solve"));
    let options = FormatOption::augment_args(CheckpointOptions::augment_args(options));
    let mut command = with_subcommands(options, "DOMAIN", "Domains")
        .about("Solves a puzzle or search problem and reports what is proved")
        .arg(output_flag("visits", "List the states in order of expansion"))
        .arg(output_flag(
            "solutions",
            "Print each solution on one line, such as the 81 digits of a sudoku",
        ))
        .arg(plot::argument())
        .arg(proof_argument())
        .after_help(EXAMPLES);
    for domain in DOMAINS {
        let under = hide_unused(**domain, &command, domain_command(**domain));
        command = command.subcommand(under);
    }
    command
}

const EXAMPLES: &str = "\
Examples:
  tremaux solve tiles \"1 2 3 / 4 0 6 / 7 5 8\"
  tremaux solve tiles --korf 1 --time 1m
  tremaux solve tiles --korf 12 --algorithm a-star --heuristic linear-conflict --memory 400M
  tremaux solve tiles \"1 2 3 / 4 0 6 / 7 5 8\" --format json
  tremaux solve tiles --korf 79 --heuristic \"pdb(5-5-5)\" --threads 2
  tremaux solve tiles --korf 79 --algorithm anytime-a-star --plot /tmp/anytime.svg
  tremaux solve tiles --korf 12 --heuristic manhattan --checkpoint /tmp/twelve.checkpoint

Tables such as pattern databases are built on demand and cached: in --cache, $TREMAUX_CACHE or
the user's cache folder. `tremaux build` builds them in advance. --resume FILE continues a
search that was stopped or killed and gives the same plan.

`tremaux solve DOMAIN --help` describes the instance format, `tremaux list` lists algorithms
and heuristics, `tremaux explain DOMAIN` shows the defaults. The first Ctrl-C stops the search
and prints what is proved so far; the second kills it.";

fn output_flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .global(true)
        .action(ArgAction::SetTrue)
        .help_heading("Output")
        .help(help)
}

/// The command that solves instances of a domain.
fn domain_command(domain: &dyn DomainEntry) -> Command {
    let info = domain.info();
    let mut command = pictures::with_arguments(info, described(info));
    if domain.draws_solutions() {
        command = command.arg(pictures::draw_argument("Draw the solution to a .svg or .png file"));
    }
    command
        .args(domain.direct_outputs().iter().map(direct::argument))
        .args(info.options.iter().map(argument))
}

/// The command that names an instance of a domain, for verbs that do not solve it.
pub(crate) fn instance_command(domain: &dyn DomainEntry) -> Command {
    let info = domain.info();
    described(info).args(info.options.iter().map(argument))
}

/// The command of a domain with the sources of instances.
fn described(info: &DomainInfo) -> Command {
    Instances::augment_args(Command::new(info.name))
        .aliases(info.aliases.iter().copied())
        .about(info.title)
        .after_help(format!(
            "Instance:\n{}\n\nMoves:\n{}\n\nExample:\n  tremaux solve {} {}",
            indented(info.format),
            indented(info.moves),
            info.name,
            shell_quoted(info.example)
        ))
}

/// Output besides the result.
struct OutputOptions {
    plot: Option<PathBuf>,
    proof: Option<PathBuf>,
    lists_visits: bool,
    pictures: Option<PictureOptions>,
    /// Where the solution is drawn.
    drawing: Option<PathBuf>,
}

impl OutputOptions {
    fn of(domain: &dyn DomainEntry, matches: &ArgMatches, format: Format) -> Result<Self, Failure> {
        let pictures = PictureOptions::of(domain.info(), matches, format)?;
        let drawing = pictures::solution_file(domain, matches)?;
        let plot = plot::path(matches)?;
        let proof = matches.get_one::<PathBuf>("proof").cloned();
        if pictures.is_some() && proof.is_some() {
            let reason = "it cannot be combined with --draw, --show or --compare";
            return not_applicable("--proof", reason);
        }
        let lists_visits = matches.get_flag("visits") && pictures.is_none();
        if pictures.is_some() && plot.is_some() {
            let reason = "it cannot be combined with --draw, --show or --compare";
            return not_applicable("--plot", reason);
        }
        if lists_visits && format != Format::Text {
            return not_applicable("--visits", "the list is printed only with --format text");
        }
        if lists_visits && !domain.has_states() {
            return not_applicable("--visits", "solutions of this domain are not states");
        }
        Ok(Self { plot, proof, lists_visits, pictures, drawing })
    }

    /// Fails if the search cannot be saved, resumed or plotted together with the rest.
    fn check(&self, checkpoints: &CheckpointOptions, count: usize) -> Result<(), Failure> {
        let (plot, is_saved) = (self.plot.is_some(), checkpoints.checkpoint.is_some());
        if is_saved && (plot || self.pictures.is_some()) {
            return not_applicable(
                "--checkpoint",
                "a search that is being recorded cannot be saved",
            );
        }
        let is_drawn = self.drawing.is_some();
        let has_proof = self.proof.is_some();
        let is_resumed = checkpoints.resume.is_some();
        if count > 1 && (is_saved || is_resumed || plot || is_drawn || has_proof) {
            let option = match (is_saved, plot, is_drawn) {
                _ if has_proof => "--proof",
                (true, ..) => "--checkpoint",
                (_, true, _) => "--plot",
                (.., true) => "--draw",
                _ => "--resume",
            };
            return not_applicable(option, "it is for one instance: select one with --index N");
        }
        Ok(())
    }

    /// The recording of a search that is about to start.
    fn recording(&self, search: &dyn ActiveSearch) -> Result<Option<Recording>, Failure> {
        if let Some(pictures) = self.pictures.as_ref().filter(|it| it.has_pictures()) {
            let cells = CellTrace::new(&search.trace_header(CellTrace::SELECTION).scene);
            cells.iter().try_for_each(|cells| pictures.check_width(cells))?;
            return Ok(cells.map(Recording::Cells));
        }
        if let Some(path) = &self.plot {
            return Ok(Some(Recording::Plot(path.clone(), CostHistory::new())));
        }
        let visits = || VisitOrder::new(search.trace_header(TraceSelection::default()));
        Ok(self.lists_visits.then(|| Recording::Visits(visits())))
    }

    /// An error about a name, with the option that contains it.
    fn failure(&self, error: RegistryError, search: &SearchOptions) -> Failure {
        match &self.pictures {
            Some(pictures) if pictures.is_comparison() => Failure::of(error, "--compare"),
            _ => with_argument_name(error, search),
        }
    }
}

/// The end of a search.
struct Solved {
    report: SolveReport,
    recording: Option<Recording>,
    /// The drawn solution as SVG.
    drawing: Option<String>,
    /// Why the search, or its proof, could not be saved.
    unsaved: Option<Failure>,
}

/// The data shared by all searches of a call.
struct Solver<'a> {
    search: &'a SearchOptions,
    output: &'a OutputOptions,
    checkpoints: &'a CheckpointOptions,
    limits: Limits,
    heuristics: HeuristicCache,
    shown: BuildLine,
    global: &'a GlobalOptions,
    format: Format,
    cancel: CancelToken,
}

/// A search of an instance.
type Request<'a> = (&'a dyn Instance, &'a SolveRequest);

/// What is written when all reports are.
#[derive(Default)]
struct Files {
    plots: Vec<(PathBuf, String)>,
    /// The drawn solution as SVG.
    drawing: Option<String>,
    has_solution: bool,
    /// Why a search could not be saved.
    unsaved: Option<Failure>,
}

impl Solver<'_> {
    /// Solves an instance. `label` is a prefix of the progress line.
    fn solve(
        &self,
        instance: &dyn Instance,
        request: &SolveRequest,
        label: String,
    ) -> Result<Solved, Failure> {
        let mut line = ProgressLine::new(self.global.quiet, label);
        line.say("building the heuristic");
        self.shown.set(&line);
        let started = Instant::now();
        self.heuristics.tables().limit(&self.limits);
        let running = instance.start(request, &self.heuristics).map_err(|error| match error {
            RegistryError::Checkpoint(refusal) => {
                let path = self.checkpoints.resume.as_deref().unwrap_or_else(|| Path::new("-"));
                Failure::Usage(format!("cannot resume from {}: {refusal}", path.display()))
            }
            error => self.output.failure(error, self.search),
        });
        let mut running = running.inspect_err(|_| line.clear())?;
        let recording = self.output.recording(&*running);
        let mut recording = recording.inspect_err(|_| line.clear())?;
        let mut saver = Saver::new(self.checkpoints);
        if let Some(recording) = &mut recording {
            let pace = (started, ProgressLine::PERIOD);
            let watch = &mut |snapshot: &_| line.show(snapshot);
            let steps = (recording.selection(), recording.sink());
            drive_recorded(&mut *running, &self.limits, pace, steps, watch);
        } else {
            let watch = &mut |search: &dyn ActiveSearch| {
                line.show(&search.snapshot());
                saver.look(search);
            };
            let slice = ProgressLine::PERIOD.min(self.checkpoints.checkpoint_every);
            let stopped = drive_watched(&mut *running, &self.limits, started, slice, watch);
            if stopped.is_some() {
                saver.save(&*running);
            }
        }
        line.clear();
        let report = running.report().map_err(Failure::Registry)?;
        if let Some(replaced) = &report.remarks.replaced {
            visible::tell(replaced);
        }
        if let Some(unbuilt) = &report.remarks.unbuilt {
            // Standard error may be closed.
            visible::tell(&format!("search not started: {unbuilt}"));
        }
        let drawing = self.output.drawing.as_ref().and_then(|_| running.picture());
        drop(running);
        let mut unsaved = saver.finish().err();
        if let Some(path) = &self.output.proof {
            line.say("writing the proof");
            unsaved = proof::write(path, instance, &report, &self.limits).err().or(unsaved);
            line.clear();
        }
        Ok(Solved { report, recording, drawing, unsaved })
    }

    /// Solves the instances and writes their reports; returns the exit status.
    fn report_all(
        &self,
        searches: &[Request<'_>],
        selected: &SelectedInstances,
        mut reports: Reports<'_>,
    ) -> Result<u8, Failure> {
        let mut status = if selected.leaves_out { 2 } else { 0 };
        let mut files = Files::default();
        // Many instances may share a note, such as one about their list of words.
        let mut told = BTreeSet::new();
        for (at, (instance, request)) in searches.iter().enumerate() {
            self.introduce(*instance, searches.len() == 1, &mut told);
            if at > 0 && self.cancel.is_cancelled() {
                break;
            }
            let label = match searches.len() {
                1 => String::new(),
                count => format!("{} of {count} · ", at + 1),
            };
            let Solved { mut report, recording, drawing, unsaved } =
                self.solve(*instance, request, label)?;
            if searches.len() == 1 && self.output.proof.is_none() {
                report = proof::told(report, *instance, "--proof");
            }
            status = worst_status(status, &report, &self.cancel);
            let label = InstanceLabel {
                number: selected.is_many.then_some(selected.first + at),
                title: instance.title().filter(|_| selected.is_many),
            };
            let is_default = request.algorithm.is_none() && request.heuristic.is_none();
            let case = is_default.then(|| instance.default_choice().case);
            reports.write_labelled(&report, label, case)?;
            match recording {
                Some(Recording::Plot(path, mut history)) => {
                    files.plots.push((path, history.plot(&report)));
                }
                Some(Recording::Visits(visits)) => {
                    reports.write_list(visits.title(), visits.names())?;
                }
                _ => {}
            }
            files.has_solution = report.moves.is_some();
            files.drawing = drawing;
            files.unsaved = unsaved.or(files.unsaved);
        }
        // Files come last: the result is not lost if they cannot be written.
        reports.finish()?;
        files.write(self.output.drawing.as_deref()).map(|()| status)
    }

    /// Shows the start of a single instance, and what has to be said of it and was not `told`.
    fn introduce(&self, instance: &dyn Instance, is_single: bool, told: &mut BTreeSet<String>) {
        if self.global.quiet {
            return;
        }
        let with_color = self.global.color.is_on(stderr().is_terminal());
        let is_shown = is_single && self.format == Format::Text;
        if let Some(drawing) = instance.drawn_start(with_color).filter(|_| is_shown) {
            let _ = writeln!(stderr(), "{}", drawing.trim_end());
        }
        for note in instance.notes().into_iter().filter(|note| told.insert(note.clone())) {
            visible::tell(&format!("note: {note}"));
        }
    }
}

impl Files {
    /// Writes them, the solution to `drawn_to`; fails if one of them is missing.
    fn write(self, drawn_to: Option<&Path>) -> Result<(), Failure> {
        for (path, plot) in self.plots {
            write_whole(&path, plot.as_bytes()).map_err(Failure::after_result)?;
        }
        match (drawn_to, self.drawing) {
            (Some(path), Some(svg)) => {
                pictures::write_solution(path, &svg).map_err(Failure::after_result)?;
            }
            (Some(_), None) if self.has_solution => {
                let message =
                    "--draw: this solution has no picture: it is too large, or has no places";
                return Err(Failure::SideFile(message.to_owned()));
            }
            _ => {}
        }
        self.unsaved.map_or(Ok(()), |failure| Err(failure.after_result()))
    }
}

/// Solves the instances given by `matches`; returns the exit status.
pub(crate) fn run(matches: &ArgMatches, invocation: Invocation<'_>) -> Result<u8, Failure> {
    let Invocation { global, style, out, .. } = invocation;
    let (name, matches) = matches.subcommand().expect("a domain is required");
    let domain = domain(name).map_err(|error| Failure::of(error, "DOMAIN"))?;
    let search = SearchOptions::from_arg_matches(matches).expect("the options of a search");
    let format = format_of(matches);
    let arguments = Arguments::of(domain, matches, search.seed)?;
    let mut outputs = domain.direct_outputs().iter();
    if let Some(output) = outputs.find(|output| matches.get_flag(output.name)) {
        return direct::write(output, &arguments, domain, &search, out);
    }
    let output = OutputOptions::of(domain, matches, format)?;
    let selected = arguments.select(domain, output.pictures.is_none())?;
    let checkpoints =
        CheckpointOptions::from_arg_matches(matches).expect("the options of checkpoints");
    output.check(&checkpoints, selected.instances.len())?;
    let is_saved = checkpoints.checkpoint.is_some();
    let request = SolveRequest { is_saved, resume: checkpoints.saved()?, ..search.request() };
    let is_default = request.algorithm.is_none() && request.heuristic.is_none();
    let requests = match &output.pictures {
        Some(pictures) => pictures.requests(request),
        None => vec![request],
    };
    let shown = BuildLine::default();
    let threads = search.threads as usize;
    let tables = table_cache::source(search.cache.as_deref(), threads, global.quiet, &shown);
    let instances = selected.instances.iter();
    let searches: Vec<Request<'_>> =
        instances.flat_map(|it| requests.iter().map(|request| (&**it, request))).collect();
    // Check everything before writing anything.
    for (instance, request) in &searches {
        instance.check(request).map_err(|error| output.failure(error, &search))?;
        if output.proof.is_some() {
            proof::check(*instance, domain.info().name)?;
        }
    }
    let cancel = interrupt::token()?;
    let mut limits = search.limits(&cancel);
    if is_default {
        // Some defaults improve their plans until the memory is full.
        let half = || usize::try_from(tremaux_tables::available_memory()? / 2).ok();
        limits.memory = limits.memory.or_else(half);
    }
    let solver = Solver {
        search: &search,
        output: &output,
        checkpoints: &checkpoints,
        limits,
        heuristics: HeuristicCache::new(tables),
        shown,
        global,
        format,
        cancel,
    };
    if let Some(pictures) = &output.pictures {
        let solve = |(instance, request): &Request<'_>| {
            let solved = solver.solve(*instance, request, String::new());
            solved.map(|it| (it.report, it.recording))
        };
        let results = searches.iter().map(solve).collect::<Result<Vec<_>, _>>()?;
        return pictures.write(results, &solver.cancel, (global, format, style), out);
    }
    let reports = Reports::new(out, format, style, global.verbose, selected.is_many)
        .with_solutions(matches.get_flag("solutions"));
    solver.report_all(&searches, &selected, reports)
}
