//! What a caller hears of a search that goes on.

use pyo3::prelude::*;
use serde_json::json;
use tremaux_core::CancelToken;
use tremaux_registry::Snapshot;

/// A function that is called with the state of a search now and then; what it raises ends the
/// search.
pub(crate) struct Listener {
    function: Option<Py<PyAny>>,
    raised: Option<PyErr>,
}

impl Listener {
    pub(crate) fn new(function: Option<Py<PyAny>>) -> Self {
        Self { function, raised: None }
    }

    /// Tells the function, with what the report calls the fields, as JSON.
    pub(crate) fn tell(&mut self, now: &Snapshot, cancel: &CancelToken) {
        let Some(function) = &self.function else { return };
        let &Snapshot { expanded, generated, bound, cost, bytes, seconds } = now;
        let fields = json!({
            "expanded": expanded, "generated": generated, "bound": bound, "cost": cost,
            "bytes": bytes, "seconds": seconds,
        });
        if let Err(error) = Python::attach(|py| function.call1(py, (fields.to_string(),))) {
            self.raise(error, cancel);
        }
    }

    /// Ends the search because of an error, unless there was one before.
    pub(crate) fn raise(&mut self, error: PyErr, cancel: &CancelToken) {
        cancel.cancel();
        self.raised.get_or_insert(error);
    }

    /// What was raised.
    pub(crate) fn raised(&mut self) -> Option<PyErr> {
        self.raised.take()
    }
}
