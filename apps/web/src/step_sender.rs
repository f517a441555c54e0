//! Sends the steps of a search to a viewer in batches.

use serde_json::value::RawValue;
use tremaux_trace::{Sink, TraceEvent};

use crate::stream::Viewer;

/// Number of steps in a batch.
const BATCH: usize = 1000;

/// Sends steps to a viewer in batches.
pub(crate) struct StepSender<'a> {
    viewer: &'a Viewer,
    batch: Vec<Box<RawValue>>,
}

impl<'a> StepSender<'a> {
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

impl Sink for StepSender<'_> {
    fn take(&mut self, event: &TraceEvent<'_>) {
        if let Ok(json) = serde_json::value::to_raw_value(event) {
            self.batch.push(json);
        }
        if self.batch.len() >= BATCH {
            self.flush();
        }
    }
}
