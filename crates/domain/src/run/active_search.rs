//! Active searches of any problem, advanced in slices.

use std::time::Duration;
use tremaux_core::clock::Instant;

use tremaux_core::{Limits, Progress, StopReason, Termination};
use tremaux_trace::{Sink, TraceCounts, TraceHeader, TraceSelection};

use super::report::{Number, Snapshot, SolveReport};
use crate::refuse::RegistryError;

/// A search whose problem, algorithm and heuristic were chosen at run time.
pub trait ActiveSearch {
    /// Continues until the search is over or a limit is reached. Nodes and time count from this
    /// call; memory and depth are absolute.
    fn advance(&mut self, limits: &Limits) -> Progress;

    /// Like [`ActiveSearch::advance`], and records every step in `sink`. The first call
    /// determines how much is recorded; earlier steps are not.
    fn advance_recorded(
        &mut self,
        limits: &Limits,
        selection: TraceSelection,
        sink: &mut dyn Sink,
    ) -> Progress;

    /// Like [`ActiveSearch::advance`], and calls `each` with every state that is expanded and the
    /// cost of the path to it, if the search follows states.
    fn advance_visiting(
        &mut self,
        limits: &Limits,
        _each: &mut dyn FnMut(&str, Number),
    ) -> Progress {
        self.advance(limits)
    }

    /// The header of a trace of this search.
    fn trace_header(&self, selection: TraceSelection) -> TraceHeader;

    /// Records the plan and the end in `sink`; nothing is recorded after that. Returns the
    /// counts; `None` if nothing was recorded.
    fn end_recording(&mut self, sink: &mut dyn Sink) -> Option<TraceCounts>;

    /// The state of the search so far.
    fn snapshot(&self) -> Snapshot;

    /// The result so far. Its plan has been replayed by the rules of the problem.
    ///
    /// # Errors
    ///
    /// Fails if the plan is wrong, which is a bug in the program.
    fn report(&self) -> Result<SolveReport, RegistryError>;

    /// Like [`ActiveSearch::report`], but the words of the plan may be missing: for one of many
    /// searches whose plans are not shown. Their plans are checked all the same.
    ///
    /// # Errors
    ///
    /// Like [`ActiveSearch::report`].
    fn brief(&self) -> Result<SolveReport, RegistryError> {
        self.report()
    }

    /// A checkpoint, from which [`SolveRequest::resume`](crate::SolveRequest::resume) continues
    /// the search; `None` if the search cannot be saved, or there is nothing to continue.
    fn checkpoint(&self) -> Option<Vec<u8>> {
        None
    }

    /// Whether [`ActiveSearch::advance_recorded`] records every step, and not only costs and
    /// bounds.
    fn records_steps(&self) -> bool {
        true
    }

    /// Whether it can be continued after any slice of time. If not, a slice is all the time there
    /// is.
    fn runs_in_slices(&self) -> bool {
        true
    }

    /// A picture of the best solution as SVG, for problems whose solutions are drawn.
    fn picture(&self) -> Option<String> {
        None
    }
}

/// Runs a search in slices until it is over or a limit is reached, and calls `watch` after each
/// slice. Returns the limit that was reached, if any.
///
/// Slices only determine when `watch` is called; they do not change the search. Time counts from
/// `started`, so that it includes building a heuristic.
pub fn drive(
    search: &mut dyn ActiveSearch,
    limits: &Limits,
    started: Instant,
    slice: Duration,
    watch: &mut dyn FnMut(&Snapshot),
) -> Option<StopReason> {
    drive_watched(search, limits, started, slice, &mut |search| watch(&search.snapshot()))
}

/// Like [`drive`], but passes the search itself to `watch`.
pub fn drive_watched(
    search: &mut dyn ActiveSearch,
    limits: &Limits,
    started: Instant,
    slice: Duration,
    watch: &mut dyn FnMut(&dyn ActiveSearch),
) -> Option<StopReason> {
    let mut advance = |search: &mut dyn ActiveSearch, limits: &Limits| search.advance(limits);
    in_slices(search, limits, started, slice, watch, &mut advance)
}

/// Like [`drive`], and records every step and the end in `sink`. Also returns the counts.
pub fn drive_recorded(
    search: &mut dyn ActiveSearch,
    limits: &Limits,
    (started, slice): (Instant, Duration),
    (selection, sink): (TraceSelection, &mut dyn Sink),
    watch: &mut dyn FnMut(&Snapshot),
) -> (Option<StopReason>, Option<TraceCounts>) {
    let mut advance = |search: &mut dyn ActiveSearch, limits: &Limits| {
        search.advance_recorded(limits, selection, &mut *sink)
    };
    let watch = &mut |search: &dyn ActiveSearch| watch(&search.snapshot());
    let stopped = in_slices(search, limits, started, slice, watch, &mut advance);
    (stopped, search.end_recording(sink))
}

fn in_slices(
    search: &mut dyn ActiveSearch,
    limits: &Limits,
    started: Instant,
    slice: Duration,
    watch: &mut dyn FnMut(&dyn ActiveSearch),
    advance: &mut dyn FnMut(&mut dyn ActiveSearch, &Limits) -> Progress,
) -> Option<StopReason> {
    let first = search.snapshot().expanded;
    loop {
        let done = search.snapshot().expanded - first;
        let mut step = limits.clone();
        step.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(done));
        let left = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        step.time = match search.runs_in_slices() {
            true => Some(left.map_or(slice, |left| left.min(slice))),
            false => left,
        };
        match advance(search, &step) {
            Progress::Done(Termination::Stopped(reason)) => return Some(reason),
            Progress::Done(_) => return None,
            Progress::Paused(StopReason::TimeLimit)
                if limits.time.is_none_or(|time| started.elapsed() < time) =>
            {
                watch(search);
            }
            Progress::Paused(reason) => return Some(reason),
        }
    }
}

/// The limit that was reached.
pub fn stopped(progress: Progress) -> Option<StopReason> {
    match progress {
        Progress::Paused(reason) | Progress::Done(Termination::Stopped(reason)) => Some(reason),
        Progress::Done(_) => None,
    }
}
