//! Searches in slices, so that progress can be reported.

use std::time::Duration;
use tremaux_core::clock::Instant;

use tremaux_core::{Limits, Progress, StopReason};

/// The interval of progress reports.
pub(crate) const PERIOD: Duration = Duration::from_millis(100);

/// A slice of a search that was run.
pub(crate) struct Slice {
    pub(crate) progress: Progress,
    /// The nodes of all slices so far.
    pub(crate) nodes: u64,
    /// Whether another one may follow.
    pub(crate) goes_on: bool,
}

/// Runs a search slice by slice until it is done or one of `limits` is reached, and returns that.
pub(crate) fn in_slices(
    limits: &Limits,
    advance: &mut dyn FnMut(&Limits) -> Slice,
) -> Option<StopReason> {
    let (started, mut done) = (Instant::now(), 0);
    loop {
        let left = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let mut slice = limits.clone();
        slice.time = Some(left.map_or(PERIOD, |left| left.min(PERIOD)));
        slice.nodes = limits.nodes.map(|most| most.saturating_sub(done));
        let Slice { progress, nodes, goes_on } = advance(&slice);
        done = nodes;
        match progress {
            Progress::Done(_) => return None,
            Progress::Paused(StopReason::TimeLimit)
                if goes_on && limits.time.is_none_or(|time| started.elapsed() < time) => {}
            Progress::Paused(reason) => return Some(reason),
        }
    }
}
