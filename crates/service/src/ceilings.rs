//! Limits of requests.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tremaux_core::{CancelToken, Limits};

/// Upper limits for every request.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ceilings {
    /// Expanded nodes of one search.
    pub nodes: u64,
    /// Seconds of one search.
    pub seconds: f64,
    /// Bytes of the tables of one search.
    pub bytes: usize,
    /// Steps of one search that are sent; the search continues after them, and its counts are
    /// complete.
    pub steps: u64,
    /// Bytes of a request.
    pub body: usize,
    /// Cells of a map.
    pub cells: usize,
}

impl Ceilings {
    /// Characters of an instance: two for each cell.
    pub(crate) const fn letters(&self) -> usize {
        self.cells.saturating_mul(2)
    }
}

impl Default for Ceilings {
    fn default() -> Self {
        Self {
            nodes: 50_000_000,
            seconds: 60.0,
            bytes: 256 << 20,
            steps: 200_000,
            body: 1 << 20,
            cells: 512 * 512,
        }
    }
}

/// The limits in a request; missing ones are taken from the [`Ceilings`].
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RequestLimits {
    nodes: Option<u64>,
    seconds: Option<f64>,
    bytes: Option<u64>,
}

impl RequestLimits {
    /// These, and where none are given the others.
    pub(crate) fn or(self, nodes: Option<u64>, time: Option<Duration>) -> Self {
        let seconds = self.seconds.or(time.map(|time| time.as_secs_f64()));
        Self { nodes: self.nodes.or(nodes), seconds, ..self }
    }

    /// Whether the request itself limits nodes or time.
    pub(crate) const fn end_searches(&self) -> bool {
        self.nodes.is_some() || self.seconds.is_some()
    }

    /// The limits of a search that `cancel` stops, within `ceilings`.
    ///
    /// An invalid time counts as zero: the search takes one step and reports that the time limit
    /// is reached.
    pub(crate) fn within(self, ceilings: &Ceilings, cancel: &CancelToken) -> Limits {
        let seconds = self.seconds.unwrap_or(ceilings.seconds).min(ceilings.seconds);
        let time = Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or_default();
        let bytes = self.bytes.and_then(|bytes| usize::try_from(bytes).ok());
        Limits::default()
            .with_nodes(self.nodes.unwrap_or(ceilings.nodes).min(ceilings.nodes))
            .with_time(time)
            .with_memory(bytes.unwrap_or(ceilings.bytes).min(ceilings.bytes))
            .with_cancel(cancel.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_goes_beyond_the_ceilings() {
        let ceilings = Ceilings::default();
        let cancel = CancelToken::default();
        let all =
            RequestLimits { nodes: Some(u64::MAX), seconds: Some(1e300), bytes: Some(u64::MAX) };
        let limits = all.within(&ceilings, &cancel);
        assert_eq!(limits.nodes, Some(ceilings.nodes));
        assert_eq!(limits.time, Some(Duration::from_secs_f64(ceilings.seconds)));
        assert_eq!(limits.memory, Some(ceilings.bytes));
        let none = RequestLimits::default().within(&ceilings, &cancel);
        assert_eq!((none.nodes, none.memory), (limits.nodes, limits.memory));
        for seconds in [-1.0, f64::NAN, f64::NEG_INFINITY] {
            let limits = RequestLimits { seconds: Some(seconds), ..RequestLimits::default() };
            assert!(limits.within(&ceilings, &cancel).time.unwrap() <= limits_time(&ceilings));
        }
    }

    fn limits_time(ceilings: &Ceilings) -> Duration {
        Duration::from_secs_f64(ceilings.seconds)
    }
}
