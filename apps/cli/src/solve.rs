//! `tremaux solve`.

use std::collections::HashMap;
use std::io::{IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{ArgMatches, FromArgMatches};
use tremaux_core::CancelToken;
use tremaux_registry::{
    Choice, DomainEntry, Instance, RegistryError, Running, Shelf, SolveReport, Source, Status,
    domain, drive_recorded, drive_watched,
};
use tremaux_trace::{Place, Scene, Selection, Sink, TraceEvent};

use crate::arguments::{Everywhere, Format, Instances, Search, Written};
use crate::checkpoint::{Saver, Saving};
use crate::failure::Failure;
use crate::input::{Input, from_file, from_standard_input, in_utf8};
use crate::interrupt;
use crate::output::{Reports, Style};
use crate::plot::{self, Course};
use crate::progress::ProgressLine;
use crate::solve_maze;
use crate::tables::{self, BuildLine};

/// Solves what `matches`, those of the verb, ask for; returns the exit status.
pub(crate) fn solve(
    matches: &ArgMatches,
    everywhere: &Everywhere,
    style: Style,
    out: &mut dyn Write,
) -> Result<u8, Failure> {
    let (name, matches) = matches.subcommand().expect("a domain is required");
    let domain = domain(name).map_err(|error| Failure::of(error, "DOMAIN"))?;
    let search = Search::from_arg_matches(matches).expect("the options of a search");
    let written = Written::from_arg_matches(matches).expect("the format");
    let asked = Asked::of(domain, matches, &search)?;
    let wanted = match domain.info().name {
        "maze" => solve_maze::Wanted::of(matches, &search)?,
        _ => None,
    };
    let plot = plot::wanted(matches)?;
    if let Some(wanted) = wanted {
        if plot.is_some() {
            let reason = "--draw, --show and --compare have pictures of their own".into();
            let error = RegistryError::NotApplicable { option: "--plot", reason };
            return Err(Failure::Registry(error));
        }
        let source = (asked.source(), &asked.given[..], asked.origin(), asked.index);
        let output = (everywhere, &written, style);
        return solve_maze::solve(&wanted, &search, source, output, out);
    }
    let is_listed = matches.get_flag("visits");
    if is_listed && written.format != Format::Text {
        let reason = "the list goes with --format text".into();
        let error = RegistryError::NotApplicable { option: "--visits", reason };
        return Err(Failure::Registry(error));
    }
    let chosen = instances(domain, &asked)?;
    let saving = Saving::from_arg_matches(matches).expect("the options of checkpoints");
    let is_saved = saving.checkpoint.is_some();
    if plot.is_some() && is_saved {
        let reason = "a search whose steps are recorded is not saved".into();
        let error = RegistryError::NotApplicable { option: "--checkpoint", reason };
        return Err(Failure::Registry(error));
    }
    if chosen.instances.len() > 1 && (is_saved || saving.resume.is_some() || plot.is_some()) {
        let option = match (is_saved, plot) {
            (true, _) => "--checkpoint",
            (_, Some(_)) => "--plot",
            _ => "--resume",
        };
        let reason = "it is for one instance: choose one by --index N".into();
        return Err(Failure::Registry(RegistryError::NotApplicable { option, reason }));
    }
    let choice = Choice { is_saved, resume: saving.saved()?, ..search.choice() };
    let shown = BuildLine::default();
    let threads = search.threads as usize;
    let tables = tables::source(search.cache.as_deref(), threads, everywhere.quiet, &shown);
    let shelf = Shelf::new(tables);
    // What can be refused is refused before anything is written.
    for instance in &chosen.instances {
        instance.check(&choice).map_err(|error| named(error, &search))?;
    }
    let cancel = interrupt::token()?;
    let limits = search.limits(&cancel);
    let mut reports = Reports::new(out, written.format, style, everywhere.verbose, chosen.is_many);
    let mut status = 0;
    for (at, instance) in chosen.instances.iter().enumerate() {
        if !everywhere.quiet {
            for note in instance.notes() {
                let _ = writeln!(stderr(), "note: {note}");
            }
        }
        if at > 0 && cancel.is_cancelled() {
            break;
        }
        let label = match chosen.instances.len() {
            1 => String::new(),
            count => format!("{} of {count} · ", at + 1),
        };
        let mut line = ProgressLine::new(everywhere.quiet, label);
        line.say("building the heuristic");
        shown.set(&line);
        let started = Instant::now();
        shelf.tables().limit(&limits);
        let running = instance.start(&choice, &shelf).map_err(|error| match error {
            RegistryError::Checkpoint(refusal) => {
                let path = saving.resume.as_deref().unwrap_or_else(|| Path::new("-"));
                Failure::Usage(format!("cannot go on from {}: {refusal}", path.display()))
            }
            error => named(error, &search),
        });
        let mut running = running.inspect_err(|_| line.clear())?;
        let mut saver = Saver::new(&saving);
        let mut visits = Visits::default();
        let mut course = plot.map(|path| (path, Course::new()));
        if let Some((_, course)) = &mut course {
            let pace = (started, ProgressLine::PERIOD);
            let watch = &mut |snapshot: &_| line.show(snapshot);
            let recorded = (Course::SELECTION, course as &mut dyn Sink);
            drive_recorded(&mut *running, &limits, pace, recorded, watch);
        } else if is_listed {
            let selection = Selection::default();
            visits.scene = running.trace_header(selection).scene;
            let pace = (started, ProgressLine::PERIOD);
            let watch = &mut |snapshot: &_| line.show(snapshot);
            drive_recorded(&mut *running, &limits, pace, (selection, &mut visits), watch);
        } else {
            let watch = &mut |search: &dyn Running| {
                line.show(&search.snapshot());
                saver.look(search);
            };
            let slice = ProgressLine::PERIOD.min(saving.checkpoint_every);
            let stopped = drive_watched(&mut *running, &limits, started, slice, watch);
            if stopped.is_some() {
                saver.save(&*running);
            }
        }
        line.clear();
        saver.finish()?;
        let report = running.report().map_err(Failure::Registry)?;
        if let Some(unbuilt) = &report.remarks.unbuilt {
            // Nobody may be there to read it.
            let _ = writeln!(stderr(), "no search began: {unbuilt}");
        }
        status = worse(status, &report, &cancel);
        if let Some((path, course)) = course {
            course.write(path, &report)?;
        }
        let is_default = choice.algorithm.is_none() && choice.heuristic.is_none();
        reports.write(&report, is_default.then(|| instance.default_choice().case))?;
        if is_listed {
            reports.write_list("visited, in this order:", &visits.order)?;
        }
    }
    reports.finish()?;
    Ok(status)
}

/// The states in the order in which a search expands them, the end of its plan last.
#[derive(Default)]
struct Visits {
    scene: Scene,
    names: HashMap<u32, String>,
    order: Vec<String>,
}

impl Visits {
    /// The name of a node, which may be told now or was before.
    fn name(&mut self, id: u32, place: Option<&Place<'_>>) -> String {
        if let Some(place) = place {
            let name = match (place, &self.scene) {
                (Place::Cell { x, y }, _) => format!("{x},{y}"),
                (Place::Vertex { vertex }, Scene::Graph(graph)) => {
                    graph.names().get(*vertex as usize).cloned().unwrap_or_default()
                }
                (Place::Text { text }, _) => format!("({text})"),
                _ => format!("#{id}"),
            };
            self.names.insert(id, name);
        }
        self.names.get(&id).cloned().unwrap_or_default()
    }
}

impl Sink for Visits {
    fn take(&mut self, event: &TraceEvent<'_>) {
        match event {
            TraceEvent::Generated { id, place, .. } => {
                self.name(*id, place.as_ref());
            }
            TraceEvent::Expanded { id, place, .. } => {
                let name = self.name(*id, place.as_ref());
                self.order.push(name);
            }
            TraceEvent::Path { id, place } => {
                let name = self.name(*id, place.as_ref());
                // All but the end of the plan have been expanded.
                if !self.order.contains(&name) {
                    self.order.push(name);
                }
            }
            _ => {}
        }
    }
}

/// An error about a name, with the option in which it stands.
pub(crate) fn named(error: RegistryError, search: &Search) -> Failure {
    let is_heuristic = match error.place() {
        Some((text, _)) => search.heuristic.as_deref() == Some(text),
        None => false,
    };
    Failure::of(error, if is_heuristic { "--heuristic" } else { "--algorithm" })
}

/// The exit status after one more report: a limit outweighs a proof of no solution.
pub(crate) fn worse(before: u8, report: &SolveReport, cancel: &CancelToken) -> u8 {
    let status = match report.status {
        Status::Solved => 0,
        Status::NoSolution => 1,
        Status::Limit => 3,
    };
    let is_cut_short = cancel.is_cancelled() && report.status == Status::Limit;
    if is_cut_short { 3 } else { status.max(before) }
}

pub(crate) struct Chosen {
    pub(crate) instances: Vec<Box<dyn Instance>>,
    /// Whether many were asked for: then the result is a list, if only of one.
    pub(crate) is_many: bool,
}

/// Which instances are asked for.
pub(crate) struct Asked {
    pub(crate) given: Vec<(&'static str, String)>,
    input: Option<Input>,
    /// Whether the text may hold many.
    is_file: bool,
    index: Option<u64>,
    is_all: bool,
}

impl Asked {
    pub(crate) fn of(
        domain: &dyn DomainEntry,
        matches: &ArgMatches,
        search: &Search,
    ) -> Result<Self, Failure> {
        let from = Instances::from_arg_matches(matches).expect("where instances come from");
        let given = domain.info().options.iter().filter_map(|option| {
            let value: &String = matches.get_one(option.name)?;
            Some((option.name, value.clone()))
        });
        let given = given.chain([("seed", search.seed.to_string())]).collect();
        let is_standard_input = from.instance.len() == 1 && from.instance[0] == "-";
        let named = match &from.instance[..] {
            // No text of an instance is a file's name by chance.
            [word] if Path::new(word).is_file() => Some(PathBuf::from(word)),
            _ => from.file.clone(),
        };
        let input = if let Some(path) = &named {
            Some(from_file(path)?)
        } else if is_standard_input {
            if std::io::stdin().is_terminal() {
                let told = "reading an instance from the terminal; end with Ctrl-D";
                let _ = writeln!(stderr(), "{told}");
            }
            Some(from_standard_input()?)
        } else if from.instance.is_empty() {
            None
        } else {
            let words: Vec<&[u8]> =
                from.instance.iter().map(|word| word.as_encoded_bytes()).collect();
            let origin = "INSTANCE".to_owned();
            let text = in_utf8(&origin, words.join(&b' '))?;
            Some(Input { origin, text })
        };
        let is_file = named.is_some() || is_standard_input;
        Ok(Self { given, input, is_file, index: from.index, is_all: from.all })
    }

    fn source(&self) -> Source<'_> {
        match &self.input {
            Some(Input { text, .. }) if self.is_file => Source::Many(text),
            Some(Input { text, .. }) => Source::One(text),
            None => Source::Options,
        }
    }

    fn origin(&self) -> &str {
        self.input.as_ref().map_or("INSTANCE", |input| &input.origin)
    }
}

pub(crate) fn instances(domain: &dyn DomainEntry, asked: &Asked) -> Result<Chosen, Failure> {
    let origin = asked.origin();
    let instances = domain.instances(asked.source(), &asked.given);
    let mut instances = instances.map_err(|error| Failure::of(error, origin))?;
    let count = instances.len();
    if let Some(index) = asked.index {
        let index = usize::try_from(index - 1).unwrap_or(usize::MAX);
        if index >= count {
            let instances = if count == 1 { "instance" } else { "instances" };
            let message = format!("--index {}: {origin} holds {count} {instances}", index + 1);
            return Err(Failure::Usage(message));
        }
        instances = vec![instances.swap_remove(index)];
    } else if count > 1 && !asked.is_all {
        let message = format!(
            "{origin} holds {count} instances: choose one by --index N, from 1, or all by --all"
        );
        return Err(Failure::Usage(message));
    }
    Ok(Chosen { instances, is_many: asked.is_all })
}
