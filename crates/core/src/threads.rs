//! Threads that the system may refuse to start.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The threads of this process that could not be started.
static REFUSED: AtomicUsize = AtomicUsize::new(0);

/// The memory that must be left for what runs, in bytes, when a thread is started.
const ROOM: usize = 64 << 20;

/// Starts a thread, or returns `None` if the system refuses, for lack of memory or because of a
/// limit on threads. The work must then be done by fewer threads.
pub fn start_thread<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    // What is left once no thread fits is too little for those that run.
    let has_room = Vec::<u8>::new().try_reserve_exact(ROOM).is_ok();
    let started = if has_room { Builder::new().spawn_scoped(scope, work).ok() } else { None };
    if started.is_none() {
        REFUSED.fetch_add(1, Ordering::Relaxed);
    }
    started
}

/// How many threads [`start_thread`] could not start since the process began.
pub fn refused_threads() -> usize {
    REFUSED.load(Ordering::Relaxed)
}
