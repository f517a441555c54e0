//! Limits of time and memory for preprocessing.

use tremaux_core::{Limits, Meter, StopReason};

/// Checks time, memory and cancellation during preprocessing. Node limits apply only to queries.
pub(crate) struct Preparation {
    meter: Meter,
    /// Steps done, each of some ten nanoseconds.
    work: u64,
    /// Bytes taken.
    bytes: usize,
}

impl Preparation {
    pub(crate) fn start(limits: &Limits) -> Self {
        let mut limits = limits.clone();
        limits.nodes = None;
        Self { meter: Meter::start(&limits, 0), work: 0, bytes: 0 }
    }

    /// Adds `steps` steps; fails if a limit is reached. Checks the clock now and then.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), StopReason> {
        self.work += steps as u64;
        self.meter.check(self.work, || self.bytes)
    }

    /// Adds `bytes` bytes before they are allocated; fails if that exceeds the limit.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.meter.memory_limit() { Err(StopReason::MemoryLimit) } else { Ok(()) }
    }

    /// Sets the total number of allocated bytes.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), StopReason> {
        self.bytes = 0;
        self.take(bytes)
    }

    /// What is left of the original `limits`, for a part that checks its own.
    pub(crate) fn rest(&self, limits: &Limits) -> Limits {
        let elapsed = self.meter.elapsed();
        let mut rest = limits.clone();
        rest.time = rest.time.map(|time| time.saturating_sub(elapsed));
        rest.memory = rest.memory.map(|memory| memory.saturating_sub(self.bytes));
        rest
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tremaux_core::CancelToken;

    use super::*;

    #[test]
    fn every_limit_but_that_of_nodes_steps_in() {
        let limits = Limits::default().with_nodes(1).with_memory(100);
        let mut memory = Preparation::start(&limits);
        assert_eq!(
            (memory.take(60), memory.take(40), memory.spend(5000)),
            (Ok(()), Ok(()), Ok(()))
        );
        assert_eq!(memory.rest(&limits).memory, Some(0));
        assert_eq!(memory.take(1), Err(StopReason::MemoryLimit));
        assert_eq!(memory.hold(100), Ok(()));
        let mut time = Preparation::start(&Limits::default().with_time(Duration::ZERO));
        assert_eq!(time.spend(1), Err(StopReason::TimeLimit));
        let cancel = CancelToken::default();
        let mut cancelled = Preparation::start(&Limits::default().with_cancel(cancel.clone()));
        assert_eq!(cancelled.spend(1), Ok(()));
        cancel.cancel();
        assert_eq!(cancelled.spend(1024), Err(StopReason::Cancelled));
    }
}
