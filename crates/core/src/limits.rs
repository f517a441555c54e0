//! Limits of time, nodes, memory, depth and cost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::{self, Instant};
use crate::cost::Cost;
use crate::report::StopReason;
use crate::space::StateSpace;

/// A flag that any thread can raise to stop a search.
///
/// ```
/// use std::thread;
/// use tremaux::search::BestFirst;
/// use tremaux::{Algorithm, NoHeuristic, CancelToken, Limits, StopReason, Termination};
///
/// // No number is a goal, so the search does not end by itself.
/// let endless = tremaux::space(0_u64, |&number| [(number + 1, 1)], |_| false);
/// let cancel = CancelToken::default();
/// let limits = Limits::default().with_cancel(cancel.clone());
/// let report = thread::scope(|scope| {
///     scope.spawn(move || cancel.cancel());
///     BestFirst::dijkstra().solve(&endless, NoHeuristic, &limits, &mut ())
/// });
/// assert_eq!(report.termination, Termination::Stopped(StopReason::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Asks every search that holds a clone of this token to stop soon.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`CancelToken::cancel`] was called.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Bounds on the resources of one run or slice of a search. The default has none.
///
/// Nodes and time count from the call that takes the limits; memory is absolute.
///
/// ```
/// use std::time::Duration;
/// use tremaux::Limits;
/// let limits = Limits::default().with_nodes(5_000_000).with_time(Duration::from_secs(10));
/// assert_eq!(limits.nodes, Some(5_000_000));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Limits {
    /// Stop before expanding more nodes than this.
    pub nodes: Option<u64>,
    /// Stop after this long. Without a clock, a search takes no step, and reports
    /// [`StopReason::TimeUnsupported`].
    pub time: Option<Duration>,
    /// Stop when the search's own tables, and what the space has stored, exceed this many bytes.
    pub memory: Option<usize>,
    /// The greatest length of a path in actions, or of a line in plies.
    ///
    /// Searches that bound costs keep to it where all actions cost the same. One that cannot keep
    /// to it takes no step, and reports [`StopReason::DepthUnsupported`].
    pub depth: Option<u32>,
    /// Stop when every plan is proved to cost more than this.
    pub cost: Option<f64>,
    /// Stop when this is cancelled.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub cancel: CancelToken,
}

impl Limits {
    /// Sets the node limit.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// Sets the time limit.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Sets the memory limit, in bytes.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// Sets the depth limit, in actions or plies.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// Sets the cost limit: only plans of at most this cost are of interest.
    ///
    /// A search stops with [`StopReason::CostLimit`] when its lower bound exceeds the limit, so one
    /// that proves no bounds, such as greedy search, does not stop. Costs are compared as floats,
    /// which represent all integers up to 2^53.
    ///
    /// ```
    /// use tremaux::search::BestFirst;
    /// use tremaux::{Algorithm, Limits, StopReason, Termination};
    ///
    /// let space = tremaux::space(1_u64, |&n| [(2 * n, 3_u32), (n + 1, 1)], |&n| n == 1_000_000);
    /// let limits = Limits::default().with_cost(20.0);
    /// let report = BestFirst::dijkstra().run_within(&space, &limits);
    /// assert_eq!(report.termination, Termination::Stopped(StopReason::CostLimit));
    /// assert_eq!(report.lower_bound, 21);
    /// ```
    #[must_use]
    pub fn with_cost(self, cost: f64) -> Self {
        Self { cost: Some(cost), ..self }
    }

    /// Whether a plan that costs `bound` exceeds the cost limit.
    #[inline]
    pub fn excludes<C: Cost>(&self, bound: C) -> bool {
        // An infinite bound proves that there is no plan, which is more.
        bound < C::INFINITY && self.cost.is_some_and(|most| bound.to_f64() > most)
    }

    /// Sets the token that cancels the search.
    #[must_use]
    pub fn with_cancel(self, cancel: CancelToken) -> Self {
        Self { cancel, ..self }
    }
}

/// When a computation that is not a search must stop: reading, generating, building. The default
/// never comes.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    at: Option<Instant>,
    lacks_clock: bool,
    cancel: CancelToken,
}

impl Deadline {
    /// The time limit of `limits`, counted from `started`, and its token.
    pub fn of(limits: &Limits, started: Instant) -> Self {
        let at = limits.time.and_then(|time| started.checked_add(time));
        Self { at, lacks_clock: lacks_clock(limits), cancel: limits.cancel.clone() }
    }

    /// Whether to stop, and why.
    pub fn reached(&self) -> Option<StopReason> {
        if self.cancel.is_cancelled() {
            Some(StopReason::Cancelled)
        } else if self.lacks_clock {
            Some(StopReason::TimeUnsupported)
        } else {
            self.at.is_some_and(|at| Instant::now() >= at).then_some(StopReason::TimeLimit)
        }
    }
}

/// Whether the limits need a clock and there is none.
fn lacks_clock(limits: &Limits) -> bool {
    limits.time.is_some() && !clock::exists()
}

/// Watches the [`Limits`] of a running search at almost no cost per node: one comparison.
#[derive(Debug)]
pub struct Meter {
    started: Instant,
    deadline: Option<Instant>,
    lacks_clock: bool,
    first_node: u64,
    last_node: u64,
    memory_limit: usize,
    cancel: Option<CancelToken>,
    next_poll: u64,
    /// When to check the memory: at node counts that depend neither on the clock nor on slices, so
    /// that a search that runs out of it always ends at the same node.
    next_memory: u64,
    /// The nodes until the next check, and the time of the last.
    interval: u64,
    polled: Instant,
}

impl Meter {
    /// The greatest number of nodes between two checks of the clock and the token.
    const POLL_INTERVAL: u64 = 1024;
    /// Nodes that take so long are checked more often.
    const POLL_TIME: Duration = Duration::from_millis(10);

    /// Starts the clock of a slice; the search has expanded `nodes` before it.
    pub fn start(limits: &Limits, nodes: u64) -> Self {
        let started = Instant::now();
        Self {
            started,
            deadline: limits.time.and_then(|time| started.checked_add(time)),
            lacks_clock: lacks_clock(limits),
            first_node: nodes,
            last_node: nodes.saturating_add(limits.nodes.unwrap_or(u64::MAX)),
            memory_limit: limits.memory.unwrap_or(usize::MAX),
            cancel: Some(limits.cancel.clone()),
            next_poll: nodes,
            next_memory: nodes.next_multiple_of(Self::POLL_INTERVAL),
            interval: 1,
            polled: started,
        }
    }

    /// A meter that never stops a search, nor looks at the clock again. It allocates nothing.
    pub fn unlimited() -> Self {
        let started = Instant::now();
        Self {
            started,
            deadline: None,
            lacks_clock: false,
            first_node: 0,
            last_node: u64::MAX,
            memory_limit: usize::MAX,
            cancel: None,
            next_poll: u64::MAX,
            next_memory: 0,
            interval: 1,
            polled: started,
        }
    }

    /// The number of expanded nodes before which [`Meter::check`] does nothing.
    #[inline]
    pub fn next_poll(&self) -> u64 {
        self.next_poll
    }

    /// Checks whether a search that has expanded `nodes` in total and uses `memory()` bytes must
    /// stop.
    ///
    /// # Errors
    ///
    /// Returns the first limit that is exceeded.
    #[inline]
    pub fn check(&mut self, nodes: u64, memory: impl FnOnce() -> usize) -> Result<(), StopReason> {
        if nodes < self.next_poll { Ok(()) } else { self.poll(nodes, memory()) }
    }

    #[cold]
    #[inline(never)]
    fn poll(&mut self, nodes: u64, memory: usize) -> Result<(), StopReason> {
        let now = Instant::now();
        let took = now.duration_since(std::mem::replace(&mut self.polled, now));
        if took > Self::POLL_TIME {
            let times = took.as_micros() / Self::POLL_TIME.as_micros();
            self.interval = (self.interval / times as u64).max(1);
        } else if took < Self::POLL_TIME / 2 {
            self.interval = (2 * self.interval).min(Self::POLL_INTERVAL);
        }
        let is_memory_due = nodes >= self.next_memory;
        if is_memory_due {
            self.next_memory = (nodes + 1).next_multiple_of(Self::POLL_INTERVAL);
        }
        self.next_poll = self.last_node.min(self.next_memory).min(nodes + self.interval);
        if nodes >= self.last_node {
            Err(StopReason::NodeLimit)
        } else if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            Err(StopReason::Cancelled)
        } else if self.lacks_clock {
            Err(StopReason::TimeUnsupported)
        } else if is_memory_due && memory > self.memory_limit {
            Err(StopReason::MemoryLimit)
        } else if nodes > self.first_node && self.deadline.is_some_and(|deadline| now >= deadline) {
            // Not at the first node: even a very short slice makes progress.
            Err(StopReason::TimeLimit)
        } else {
            Ok(())
        }
    }

    /// The number of bytes that the search's own tables may use.
    #[inline]
    pub fn memory_limit(&self) -> usize {
        self.memory_limit
    }

    /// The number of bytes that the search's own tables may use beside what `space` has stored.
    #[inline]
    pub fn memory_beside<S: StateSpace>(&self, space: &S) -> usize {
        self.memory_limit.saturating_sub(space.stored_bytes())
    }

    /// Time since the start.
    #[inline]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
