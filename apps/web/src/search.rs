//! Searches of problems, step by step.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tremaux_core::{CancelToken, Limits, ParseError, StopReason};
use tremaux_registry::{
    ActiveSearch, DomainEntry, HeuristicCache, Instance, Number, RegistryError, Snapshot,
    SolveReport, SolveRequest, Source, StateView, TieBreakName, domain, drive, drive_recorded,
};
use tremaux_trace::{Sink, TraceSelection};

use crate::blocking::{blocking, in_thread};
use crate::generate::option_values;
use crate::limits::{self, Ceilings};
use crate::refusal::Refusal;
use crate::request_body::{JsonBody, text};
use crate::state::ServerState;
use crate::step_sender::StepSender;
use crate::stream::{Viewer, stream};

/// A request for a search.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    pub(crate) domain: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(deserialize_with = "text")]
    instance: String,
    algorithm: Option<String>,
    heuristic: Option<String>,
    tie_break: Option<String>,
    depth: Option<u32>,
    /// Maximum number of steps to send.
    #[serde(default)]
    steps: u64,
    #[serde(default)]
    limits: limits::JsonBody,
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
    ///
    /// Created only on the thread that searches it.
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

/// The result, and whether steps were omitted.
#[derive(Serialize)]
struct SearchEnd {
    report: SolveReport,
    cut: bool,
}

/// Improves solutions and sends pictures of the best one, ever more seldom: each after half as
/// many solutions again as the one before.
fn improve(search: &mut dyn ActiveSearch, limits: &Limits, started: Instant, viewer: &Viewer) {
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
pub(crate) struct Looked {
    domain: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(deserialize_with = "text")]
    instance: String,
    /// The state; without it, the initial one.
    state: Option<String>,
}

/// Answers `POST /api/look`: a state with its moves, for those who solve an instance by hand.
pub(crate) async fn look(
    State(shared): State<ServerState>,
    JsonBody(Looked { domain: name, options, instance: text, state }): JsonBody<Looked>,
) -> Result<Json<StateView>, Refusal> {
    let slot = shared.slots().take()?;
    let ceilings = *shared.ceilings();
    let work = move |_: &Limits| {
        let (instance, domain, options) = opened(&name, &options, &text, &ceilings)?;
        let looked = instance.look(state.as_deref()).ok_or_else(|| {
            let reason = "it has no states to look at".to_owned();
            RegistryError::NotOffered { component: name.clone(), reason }
        })?;
        let mut look = looked.map_err(|error| {
            let (text, error) = (state.clone().unwrap_or_default(), Box::new(error));
            RegistryError::Instance { option: None, text, error }
        })?;
        look.advice = domain.advise(state.as_deref().unwrap_or(&text), &options)?;
        Ok(look)
    };
    let (_slot, look) = blocking(slot, shared.ceilings(), work).await?;
    Ok(Json(look))
}

/// Answers `POST /api/search`: events `notes`, `steps`, `progress` and one `report`; for problems
/// whose solutions are improved, events `picture` instead of `steps`.
pub(crate) async fn search(
    State(shared): State<ServerState>,
    JsonBody(search): JsonBody<Search>,
) -> Result<Response, Refusal> {
    let request = search.request()?;
    let slot = shared.slots().take()?;
    let ceilings = *shared.ceilings();
    // Report errors before the stream starts, with their own status; that an algorithm does not fit
    // is an answer.
    let (slot, checked) = {
        let (search, request) = (search.clone(), request.clone());
        let check = move || {
            let instance = search.instance(&ceilings)?;
            match instance.check(&request) {
                Ok(()) | Err(RegistryError::NotOffered { .. }) => Ok(()),
                Err(error) => Err(Refusal::from(error)),
            }
        };
        in_thread(move || (slot, check())).await?
    };
    checked?;
    Ok(stream(slot, move |viewer| {
        let started = Instant::now();
        let limits = search.limits(&ceilings, viewer.cancel());
        let running = search.instance(&ceilings).and_then(|instance| {
            let notes = instance.notes();
            if !notes.is_empty() {
                viewer.send("notes", &notes);
            }
            start_search(&*instance, &request, &limits)
        });
        let refuse = |message: String| viewer.send("refusal", &json!({ "message": message }));
        let mut running = match running {
            Ok(running) => running,
            Err(refusal) => return refuse(refusal.message()),
        };
        if !running.records_steps() {
            improve(&mut *running, &limits, started, viewer);
            return match running.report() {
                Ok(report) => viewer.send("report", &SearchEnd { report, cut: false }),
                Err(error) => refuse(error.to_string()),
            };
        }
        let selection = search.selection(&ceilings);
        let mut sender = StepSender::new(viewer, selection);
        let recording = (selection, &mut sender as &mut dyn Sink);
        drive_recorded(&mut *running, &limits, (started, SLICE), recording, &mut |now| {
            viewer.send("progress", &SearchProgress::from(now));
        });
        sender.flush();
        let cut = sender.is_cut();
        match running.report() {
            Ok(report) => viewer.send("report", &SearchEnd { report, cut }),
            Err(error) => refuse(error.to_string()),
        }
    }))
}
