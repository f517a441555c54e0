//! How many searches run at once.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::refusal::Refusal;

/// A fixed number of searches that may run at the same time. Whoever finds all of them taken
/// is told so at once: nothing queues up.
#[derive(Clone, Debug)]
pub(crate) struct Slots(Arc<Semaphore>);

/// Leave to run one search, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    _permit: OwnedSemaphorePermit,
}

impl Slots {
    /// So many slots.
    pub(crate) fn new(count: usize) -> Self {
        Self(Arc::new(Semaphore::new(count.clamp(1, Semaphore::MAX_PERMITS))))
    }

    /// A slot, if one is free.
    pub(crate) fn take(&self) -> Result<Slot, Refusal> {
        let permit = Arc::clone(&self.0).try_acquire_owned().map_err(|_| Refusal::Busy)?;
        Ok(Slot { _permit: permit })
    }

    /// How many are free.
    pub(crate) fn free(&self) -> usize {
        self.0.available_permits()
    }
}
