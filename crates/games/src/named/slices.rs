//! Searches in slices, so that progress can be reported.

use std::time::{Duration, Instant};

use tremaux_core::{Limits, Progress, StopReason};

/// The interval of progress reports.
pub(crate) const PERIOD: Duration = Duration::from_millis(100);

/// Runs a search slice by slice until it is done or one of `limits` is reached, and returns that.
/// After each slice, `goes_on` may report the progress, and end the search.
pub(crate) fn in_slices<S>(
    search: &mut S,
    limits: &Limits,
    nodes: impl Fn(&S) -> u64,
    mut advance: impl FnMut(&mut S, &Limits) -> Progress,
    mut goes_on: impl FnMut(&S) -> bool,
) -> Option<StopReason> {
    let started = Instant::now();
    loop {
        let left = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let mut slice = limits.clone();
        slice.time = Some(left.map_or(PERIOD, |left| left.min(PERIOD)));
        slice.nodes = limits.nodes.map(|most| most.saturating_sub(nodes(search)));
        match advance(search, &slice) {
            Progress::Done(_) => return None,
            Progress::Paused(StopReason::TimeLimit)
                if limits.time.is_none_or(|time| started.elapsed() < time) && goes_on(search) => {}
            Progress::Paused(reason) => return Some(reason),
        }
    }
}
