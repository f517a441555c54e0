//! Sends the steps of a search to a viewer in batches.

use serde_json::value::RawValue;
use tremaux_trace::{Sink, TraceCounts, TraceEvent, TraceSelection};

use crate::viewer::Viewer;

/// Number of steps in a batch.
const BATCH: usize = 1000;

/// Sends steps to a viewer in batches.
pub(crate) struct StepSender<'a> {
    viewer: &'a dyn Viewer,
    batch: Vec<Box<RawValue>>,
    /// Maximum number of steps, and of bounds, solutions and iterations.
    most: u64,
    steps: u64,
    proofs: u64,
    /// The counts of the whole search, at its end.
    counts: Option<TraceCounts>,
}

impl<'a> StepSender<'a> {
    /// Sends what `selection` selects.
    pub(crate) fn new(viewer: &'a dyn Viewer, selection: TraceSelection) -> Self {
        let batch = Vec::with_capacity(BATCH);
        Self { viewer, batch, most: selection.events, steps: 0, proofs: 0, counts: None }
    }

    /// Whether no more steps are sent.
    pub(crate) fn is_full(&self) -> bool {
        self.steps >= self.most || self.proofs >= self.most
    }

    /// Whether steps are missing because there are too many.
    pub(crate) fn is_cut(&self) -> bool {
        // Some events have no step: a pruned state is left without one.
        self.is_full() && self.counts.is_some_and(|counts| counts.recorded < counts.events)
    }

    /// Sends what has not been sent yet.
    pub(crate) fn flush(&mut self) {
        if !self.batch.is_empty() {
            self.viewer.send("steps", &self.batch);
            self.batch.clear();
        }
    }
}

impl Sink for StepSender<'_> {
    fn take(&mut self, event: &TraceEvent<'_>) {
        match event {
            TraceEvent::Bound { .. }
            | TraceEvent::Solution { .. }
            | TraceEvent::Iteration { .. }
            | TraceEvent::Line { .. } => self.proofs += 1,
            TraceEvent::Path { .. } => {}
            TraceEvent::End { counts, .. } => self.counts = Some(*counts),
            _ => self.steps += 1,
        }
        if let Ok(json) = serde_json::value::to_raw_value(event) {
            self.batch.push(json);
        }
        if self.batch.len() >= BATCH {
            self.flush();
        }
    }
}
