//! Searches of problems, step by step.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tremaux_core::clock::Instant;
use tremaux_core::{CancelToken, Limits, ParseError, StopReason};
use tremaux_registry::{
    ActiveSearch, DomainEntry, HeuristicCache, Instance, Number, RegistryError, Snapshot,
    SolveReport, SolveRequest, Source, TieBreakName, domain, drive, drive_recorded,
};
use tremaux_trace::{Sink, TraceSelection};

use crate::asked::Asked;
use crate::ceilings::{Ceilings, RequestLimits};
use crate::cells::Cells;
use crate::generate::option_values;
use crate::refusal::Refusal;
use crate::step_sender::StepSender;
use crate::text::{instance, text};
use crate::viewer::Viewer;

/// A request for a search.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    pub(crate) domain: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(deserialize_with = "instance")]
    instance: String,
    algorithm: Option<String>,
    heuristic: Option<String>,
    tie_break: Option<String>,
    depth: Option<u32>,
    /// Maximum number of steps to send.
    #[serde(default)]
    steps: u64,
    /// Columns of the grid whose cells are sent, as the search has left them, in place of steps.
    columns: Option<usize>,
    #[serde(default)]
    limits: RequestLimits,
}

/// An instance, its domain, and the options it was read with.
type Opened = (Box<dyn Instance>, &'static dyn DomainEntry, Vec<(&'static str, String)>);

/// Reads an instance.
fn opened(
    name: &str,
    options: &BTreeMap<String, String>,
    instance: &str,
    ceilings: &Ceilings,
) -> Result<Opened, Refusal> {
    if instance.len() > ceilings.letters() {
        let expected = format!("an instance of at most {} characters", ceilings.letters());
        let error = Box::new(ParseError::about(instance, instance, expected));
        let text = instance.to_owned();
        return Err(RegistryError::Instance { option: None, text, error }.into());
    }
    let domain = domain(name)?;
    let options = option_values(domain.info().options, options)?;
    let mut found = domain.instances(Source::One(instance), &options)?;
    let instance = found.pop().ok_or_else(|| Refusal::Malformed("missing instance".into()))?;
    Ok((instance, domain, options))
}

impl Search {
    /// The instance.
    pub(crate) fn instance(&self, ceilings: &Ceilings) -> Result<Box<dyn Instance>, Refusal> {
        opened(&self.domain, &self.options, &self.instance, ceilings).map(|(it, ..)| it)
    }

    /// What to solve it with.
    pub(crate) fn request(&self) -> Result<SolveRequest, Refusal> {
        let tie_break: Option<Result<TieBreakName, ParseError>> =
            self.tie_break.as_deref().map(str::parse);
        let tie_break =
            tie_break.transpose().map_err(|error| Refusal::Malformed(error.to_string()))?;
        Ok(SolveRequest {
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.clone(),
            tie_break,
            depth: self.depth,
            is_limited: self.limits.end_searches(),
            ..SolveRequest::default()
        })
    }

    /// Maximum number of steps to send.
    pub(crate) fn selection(&self, ceilings: &Ceilings) -> TraceSelection {
        TraceSelection::default().with_events(self.steps.min(ceilings.steps))
    }

    /// The limits of the search.
    pub(crate) fn limits(&self, ceilings: &Ceilings, cancel: &CancelToken) -> Limits {
        self.limits.within(ceilings, cancel)
    }
}

/// A search of an instance, whose heuristic is built within the same limits.
pub(crate) fn start_search(
    instance: &dyn Instance,
    request: &SolveRequest,
    limits: &Limits,
) -> Result<Box<dyn ActiveSearch>, Refusal> {
    let heuristics = HeuristicCache::default();
    heuristics.tables().limit(limits);
    let request = SolveRequest { memory: limits.memory, ..request.clone() };
    Ok(instance.start(&request, &heuristics)?)
}

/// Time between progress events.
pub(crate) const SLICE: Duration = Duration::from_millis(100);

/// The progress of a search.
#[derive(Serialize)]
struct SearchProgress {
    expanded: u64,
    generated: u64,
    bound: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Number>,
    bytes: usize,
    seconds: f64,
}

impl From<&Snapshot> for SearchProgress {
    fn from(now: &Snapshot) -> Self {
        let Snapshot { expanded, generated, bound, cost, bytes, seconds } = *now;
        Self { expanded, generated, bound, cost, bytes, seconds }
    }
}

/// Longer instances are not part of the report.
const LONGEST: usize = 1 << 12;

/// The result, and whether steps were omitted.
#[derive(Serialize)]
struct SearchEnd {
    report: SolveReport,
    cut: bool,
}

/// Improves solutions and sends pictures of the best one, ever more seldom: each after half as
/// many solutions again as the one before.
fn improve(search: &mut dyn ActiveSearch, limits: &Limits, started: Instant, viewer: &dyn Viewer) {
    const FIRST: u64 = 16;
    let (mut next, mut last) = (FIRST, String::new());
    loop {
        let done = search.snapshot().expanded;
        let most = limits.nodes.unwrap_or(u64::MAX);
        let part = limits.clone().with_nodes(next.min(most).saturating_sub(done));
        let stopped = drive(search, &part, started, SLICE, &mut |now| {
            viewer.send("progress", &SearchProgress::from(now));
        });
        if let Some(picture) = search.picture().filter(|picture| *picture != last) {
            viewer.send("picture", &picture);
            last = picture;
        }
        if stopped != Some(StopReason::NodeLimit) || next >= most {
            return;
        }
        next += next / 2;
    }
}

/// A state of an instance to look at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Looked {
    domain: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(deserialize_with = "text")]
    instance: String,
    /// The state; without it, the initial one.
    state: Option<String>,
}

/// Replies with a state and its moves, for those who solve an instance by hand.
pub(crate) fn look(asked: &Asked<'_>) -> Result<(), Refusal> {
    let Looked { domain: name, options, instance: text, state } = asked.json()?;
    let (instance, domain, options) = opened(&name, &options, &text, asked.ceilings)?;
    let looked = instance.look(state.as_deref()).ok_or_else(|| {
        let reason = "it has no states to look at".to_owned();
        RegistryError::NotOffered { component: name.clone(), reason }
    })?;
    let mut look = looked.map_err(|error| {
        let (text, error) = (state.clone().unwrap_or_default(), Box::new(error));
        RegistryError::Instance { option: None, text, error }
    })?;
    look.advice = domain.advise(state.as_deref().unwrap_or(&text), &options)?;
    asked.viewer.send_reply(&look);
    Ok(())
}

/// Sends events `notes`, `steps` or `cells`, `progress` and one `report`; for problems whose
/// solutions are improved, events `picture` instead of `steps`.
pub(crate) fn search(asked: &Asked<'_>) -> Result<(), Refusal> {
    let &Asked { ceilings, viewer, .. } = asked;
    let search: Search = asked.json()?;
    let (request, started) = (search.request()?, Instant::now());
    let instance = search.instance(ceilings)?;
    match instance.check(&request) {
        // That an algorithm does not fit is an answer, too.
        Ok(()) | Err(RegistryError::NotOffered { .. }) => viewer.accept(),
        Err(error) => return Err(error.into()),
    }
    let limits = search.limits(ceilings, viewer.cancel());
    let notes = instance.notes();
    if !notes.is_empty() {
        viewer.send("notes", &notes);
    }
    let mut running = start_search(&*instance, &request, &limits)?;
    let mut cut = false;
    let progress = &mut |now: &Snapshot| viewer.send("progress", &SearchProgress::from(now));
    if !running.records_steps() {
        improve(&mut *running, &limits, started, viewer);
    } else if let Some(columns) = search.columns {
        let selection = TraceSelection::default();
        let mut cells = Cells::new(columns, ceilings.cells);
        let recording = (selection, &mut cells as &mut dyn Sink);
        let limited = (started, SLICE);
        let (_, counts) = drive_recorded(&mut *running, &limits, limited, recording, progress);
        if counts.is_some_and(|counts| counts.recorded < selection.events) {
            viewer.send("cells", &cells.digits());
        }
    } else if search.steps == 0 {
        // Nobody watches: the search that is compiled for the problem, if there is one.
        drive(&mut *running, &limits, started, SLICE, progress);
    } else {
        let selection = search.selection(ceilings);
        let mut sender = StepSender::new(viewer, selection);
        let recording = (selection, &mut sender as &mut dyn Sink);
        drive_recorded(&mut *running, &limits, (started, SLICE), recording, progress);
        sender.flush();
        cut = sender.is_cut();
    }
    let mut report = running.report()?;
    // Whoever asks has the instance, and a map is as long as all else together.
    if report.instance.len() > LONGEST {
        report.instance.clear();
    }
    viewer.send("report", &SearchEnd { report, cut });
    Ok(())
}
