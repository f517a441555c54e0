//! Searches of problems, step by step.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use tremaux_core::{CancelToken, Limits, ParseError};
use tremaux_registry::{
    Choice, Instance, Number, RegistryError, Running, Shelf, Snapshot, SolveReport, Source,
    TieBreakName, domain, drive_recorded,
};
use tremaux_trace::{Selection, Sink, TraceEvent};

use crate::answer::Asked;
use crate::generate::given;
use crate::limits::{self, Ceilings};
use crate::refusal::Refusal;
use crate::server::Shared;
use crate::stream::{Viewer, stream};

/// Asks for a search.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    pub(crate) domain: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    instance: String,
    algorithm: Option<String>,
    heuristic: Option<String>,
    tie_break: Option<String>,
    depth: Option<u32>,
    /// How many steps are told.
    #[serde(default)]
    steps: u64,
    #[serde(default)]
    limits: limits::Asked,
}

impl Search {
    /// The instance.
    ///
    /// Only ever made on the thread that searches it.
    pub(crate) fn instance(&self, ceilings: &Ceilings) -> Result<Box<dyn Instance>, Refusal> {
        if self.instance.len() > ceilings.letters() {
            let expected = format!("an instance of at most {} letters", ceilings.letters());
            let text = self.instance.clone();
            let error = Box::new(ParseError::about(&text, &text, expected));
            return Err(RegistryError::Instance { option: None, text, error }.into());
        }
        let domain = domain(&self.domain)?;
        let options = given(domain.info().options, &self.options)?;
        let mut found = domain.instances(Source::One(&self.instance), &options)?;
        found.pop().ok_or_else(|| Refusal::Malformed("expected an instance".into()))
    }

    /// What to solve it with.
    pub(crate) fn choice(&self) -> Result<Choice, Refusal> {
        let tie_break: Option<Result<TieBreakName, ParseError>> =
            self.tie_break.as_deref().map(str::parse);
        let tie_break =
            tie_break.transpose().map_err(|error| Refusal::Malformed(error.to_string()))?;
        Ok(Choice {
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.clone(),
            tie_break,
            depth: self.depth,
            ..Choice::default()
        })
    }

    /// How many steps are told.
    pub(crate) fn selection(&self, ceilings: &Ceilings) -> Selection {
        Selection::default().with_events(self.steps.min(ceilings.steps))
    }

    /// The limits of the search.
    pub(crate) fn limits(&self, ceilings: &Ceilings, cancel: &CancelToken) -> Limits {
        self.limits.within(ceilings, cancel)
    }
}

/// A search of an instance, whose heuristic is built within the same limits.
pub(crate) fn begun(
    instance: &dyn Instance,
    choice: &Choice,
    limits: &Limits,
) -> Result<Box<dyn Running>, Refusal> {
    let shelf = Shelf::default();
    shelf.tables().limit(limits);
    Ok(instance.start(choice, &shelf)?)
}

/// How many steps go together.
const BATCH: usize = 1000;

/// How long a search goes on before its viewer is told how far it is.
pub(crate) const SLICE: Duration = Duration::from_millis(100);

/// Tells a viewer of steps, many at a time.
pub(crate) struct Told<'a> {
    viewer: &'a Viewer,
    batch: Vec<Box<RawValue>>,
}

impl<'a> Told<'a> {
    pub(crate) fn new(viewer: &'a Viewer) -> Self {
        Self { viewer, batch: Vec::with_capacity(BATCH) }
    }

    /// Sends what has not been sent yet.
    pub(crate) fn flush(&mut self) {
        if !self.batch.is_empty() {
            self.viewer.send("steps", &self.batch);
            self.batch.clear();
        }
    }
}

impl Sink for Told<'_> {
    fn take(&mut self, event: &TraceEvent<'_>) {
        if let Ok(json) = serde_json::value::to_raw_value(event) {
            self.batch.push(json);
        }
        if self.batch.len() >= BATCH {
            self.flush();
        }
    }
}

/// How far a search is.
#[derive(Serialize)]
struct Far {
    expanded: u64,
    generated: u64,
    bound: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Number>,
    bytes: usize,
    seconds: f64,
}

impl From<&Snapshot> for Far {
    fn from(now: &Snapshot) -> Self {
        let Snapshot { expanded, generated, bound, cost, bytes, seconds } = *now;
        Self { expanded, generated, bound, cost, bytes, seconds }
    }
}

/// The result, and whether all steps were told.
#[derive(Serialize)]
struct Ended {
    report: SolveReport,
    cut: bool,
}

/// Answers `POST /api/search`: events `notes`, `steps`, `progress` and one `report`.
pub(crate) async fn search(
    State(shared): State<Shared>,
    Asked(search): Asked<Search>,
) -> Result<Response, Refusal> {
    let choice = search.choice()?;
    let slot = shared.slots().take()?;
    let ceilings = *shared.ceilings();
    // What is wrong is told before the stream begins, with a status of its own.
    let (slot, checked) = {
        let (search, choice) = (search.clone(), choice.clone());
        let checked = tokio::task::spawn_blocking(move || {
            (slot, search.instance(&ceilings).and_then(|it| Ok(it.check(&choice)?)))
        });
        checked.await.map_err(|_| Refusal::Busy)?
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
            begun(&*instance, &choice, &limits)
        });
        let refuse = |message: String| viewer.send("refusal", &json!({ "message": message }));
        let mut running = match running {
            Ok(running) => running,
            Err(refusal) => return refuse(refusal.message()),
        };
        let selection = search.selection(&ceilings);
        let mut told = Told::new(viewer);
        let recording = (selection, &mut told as &mut dyn Sink);
        let (_, counts) =
            drive_recorded(&mut *running, &limits, (started, SLICE), recording, &mut |now| {
                viewer.send("progress", &Far::from(now));
            });
        told.flush();
        let cut = counts.is_some_and(|counts| counts.recorded < counts.events);
        match running.report() {
            Ok(report) => viewer.send("report", &Ended { report, cut }),
            Err(error) => refuse(error.to_string()),
        }
    }))
}
