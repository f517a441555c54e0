//! Work without the interpreter's lock, that Ctrl-C ends.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use tremaux_core::{CancelToken, Limits, Progress, StopReason};

/// How often signals are looked at.
const POLL: Duration = Duration::from_millis(50);

/// How long work may take to end once it is cancelled. What cannot be cancelled goes on alone after
/// that, and its result is dropped.
const GRACE: Duration = Duration::from_millis(200);

/// Runs slices of a search without the interpreter's lock until it ends. Ctrl-C ends it between
/// two.
pub(crate) fn in_slices(
    py: Python<'_>,
    mut slice: impl FnMut(&Limits) -> Progress + Send,
) -> PyResult<()> {
    let limits = Limits::default().with_time(POLL);
    while let Progress::Paused(StopReason::TimeLimit) = py.detach(|| slice(&limits)) {
        py.check_signals()?;
    }
    Ok(())
}

/// The number of nodes or cells from which on a query has a thread of its own: one about fewer ends
/// within a few hundredths of a second anyway, and to start a thread takes longer than many take.
const LARGE: usize = 1 << 18;

/// Runs a query about a map of so many nodes or cells without the interpreter's lock. If the map is
/// large, Ctrl-C cancels the query: see [`in_background`].
pub(crate) fn without_lock<T: Send + 'static>(
    py: Python<'_>,
    size: usize,
    query: impl FnOnce(&Limits) -> T + Send + 'static,
) -> PyResult<T> {
    let cancel = CancelToken::default();
    let limits = Limits::default().with_cancel(cancel.clone());
    if size < LARGE {
        return Ok(py.detach(|| query(&limits)));
    }
    in_background(py, &cancel, move || query(&limits))
}

/// Answers many queries on some threads, each with a function that `prepare` makes for it. Ctrl-C
/// cancels them.
pub(crate) fn answers<Q, A, F>(
    py: Python<'_>,
    queries: Vec<Q>,
    threads: usize,
    prepare: impl Fn() -> F + Send + 'static,
) -> PyResult<Vec<A>>
where
    Q: Send + Sync + 'static,
    A: Send + 'static,
    F: FnMut(&Q, &Limits) -> Result<A, String> + Send,
{
    let cancel = CancelToken::default();
    let limits = Limits::default().with_cancel(cancel.clone());
    let share = queries.len().div_ceil(threads.max(1)).max(1);
    let work = move || -> Result<Vec<Vec<A>>, String> {
        let limits = &limits;
        thread::scope(|scope| {
            let start = |part| {
                let mut answer = prepare();
                scope.spawn(move || -> Result<Vec<A>, String> {
                    let part: &[Q] = part;
                    let part = part.iter().take_while(|_| !limits.cancel.is_cancelled());
                    part.map(|query| answer(query, limits)).collect()
                })
            };
            let parts: Vec<_> = queries.chunks(share).map(start).collect();
            parts.into_iter().map(|part| part.join().expect("a search ends")).collect()
        })
    };
    let found = in_background(py, &cancel, work)?;
    Ok(found.map_err(PyValueError::new_err)?.into_iter().flatten().collect())
}

/// Runs `work` in a thread of its own. A signal whose handler raises, such as that of Ctrl-C,
/// cancels it, and the exception is raised once it has ended, or soon after.
pub(crate) fn in_background<T: Send + 'static>(
    py: Python<'_>,
    cancel: &CancelToken,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    in_background_watched(py, cancel, &mut || {}, work)
}

/// Like [`in_background`], and calls `watch` whenever signals are looked at.
pub(crate) fn in_background_watched<T: Send + 'static>(
    py: Python<'_>,
    cancel: &CancelToken,
    watch: &mut dyn FnMut(),
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
                watch();
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
