//! A limit on parallel searches.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::refusal::Refusal;

/// A fixed number of searches that can run at the same time. If all slots are taken, further
/// requests are refused immediately: there is no queue.
#[derive(Clone, Debug)]
pub(crate) struct Slots(Arc<Semaphore>);

/// Permission to run one search, returned when dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    _permit: OwnedSemaphorePermit,
}

impl Slots {
    /// Creates the slots.
    pub(crate) fn new(count: usize) -> Self {
        Self(Arc::new(Semaphore::new(count.clamp(1, Semaphore::MAX_PERMITS))))
    }

    /// A slot, if one is free.
    pub(crate) fn take(&self) -> Result<Slot, Refusal> {
        let permit = Arc::clone(&self.0).try_acquire_owned().map_err(|_| Refusal::Busy)?;
        Ok(Slot { _permit: permit })
    }

    /// The number of free slots.
    pub(crate) fn free(&self) -> usize {
        self.0.available_permits()
    }
}
