//! Work without the interpreter's lock, that Ctrl-C ends.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tremaux_core::CancelToken;

/// How often signals are looked at.
const POLL: Duration = Duration::from_millis(50);

/// How long work may take to end once it is cancelled. What cannot be cancelled goes on alone after
/// that, and its result is dropped.
const GRACE: Duration = Duration::from_millis(200);

/// Runs `work` in a thread of its own. A signal whose handler raises, such as that of Ctrl-C,
/// cancels it, and the exception is raised once it has ended, or soon after.
pub(crate) fn in_background<T: Send + 'static>(
    py: Python<'_>,
    cancel: &CancelToken,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let thread = thread::spawn(move || {
        let _ = sender.send(work());
    });
    let receiver = Mutex::new(receiver);
    let wait = || receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(POLL);
    let mut raised = None;
    let done = loop {
        match py.detach(wait) {
            Ok(done) => break Ok(done),
            Err(RecvTimeoutError::Disconnected) => break Err(()),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    cancel.cancel();
                    raised.get_or_insert((error, Instant::now()));
                }
            }
        }
        if raised.as_ref().is_some_and(|(_, at)| at.elapsed() > GRACE) {
            break Err(());
        }
    };
    if let Some((error, _)) = raised {
        return Err(error);
    }
    match (done, py.detach(|| thread.join())) {
        (Ok(done), Ok(())) => Ok(done),
        _ => Err(PyRuntimeError::new_err("a search ended unexpectedly: this is a bug in tremaux")),
    }
}
