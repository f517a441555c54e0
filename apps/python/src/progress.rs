//! What a caller hears of a search that goes on.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use pyo3::prelude::*;
use serde_json::Value;
use tremaux_core::CancelToken;

use crate::background::in_background_watched;

/// A function that is called with the state of a search now and then. The search ends if it returns
/// false or raises something.
pub(crate) struct Listener {
    function: Option<Py<PyAny>>,
    raised: Option<PyErr>,
}

impl Listener {
    pub(crate) fn new(function: Option<Py<PyAny>>) -> Self {
        Self { function, raised: None }
    }

    /// Tells the function the fields of the state.
    pub(crate) fn tell(&mut self, now: &Value, cancel: &CancelToken) {
        let Some(function) = &self.function else { return };
        match Python::attach(|py| function.call1(py, (now.to_string(),))?.is_truthy(py)) {
            Ok(goes_on) if !goes_on => cancel.cancel(),
            Ok(_) => {}
            Err(error) => self.raise(error, cancel),
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

/// The state of a search in another thread, once its algorithm has told it.
#[derive(Clone, Default)]
pub(crate) struct Watched(Arc<Mutex<Option<Value>>>);

impl Watched {
    pub(crate) fn note(&self, now: Value) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }

    /// Runs the search, and tells the function its state now and then, which is `first` until it is
    /// known.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        cancel: &CancelToken,
        function: Option<Py<PyAny>>,
        first: Value,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> PyResult<T> {
        let (mut listener, started) = (Listener::new(function), Instant::now());
        let mut watch = || {
            let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let mut now = seen.unwrap_or_else(|| first.clone());
            now["seconds"] = started.elapsed().as_secs_f64().into();
            listener.tell(&now, cancel);
        };
        let done = in_background_watched(py, cancel, &mut watch, work);
        listener.raised().map_or(done, Err)
    }
}
