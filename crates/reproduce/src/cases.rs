//! Cases: the parts of rows that take hours. Each is computed once.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tremaux_core::start_thread;

use crate::stopped::Stopped;

/// The results of cases, by name.
pub type Results = BTreeMap<String, u64>;

/// Called with all finished cases whenever one more is finished.
pub type ResultsListener = Arc<dyn Fn(&Results) + Send + Sync>;

/// The finished cases. A row that takes hours is made of cases, so that it can continue where
/// it was stopped, and so that rows with common cases compute them only once.
#[derive(Clone, Default)]
pub(crate) struct Cases {
    done: Arc<Mutex<Results>>,
    keeper: Option<ResultsListener>,
}

impl fmt::Debug for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cases").field("done", &self.done).finish_non_exhaustive()
    }
}

impl Cases {
    /// Starts with the results in `done` and calls `keeper` with all results when one is added.
    pub(crate) fn kept(done: Results, keeper: ResultsListener) -> Self {
        Self { done: Arc::new(Mutex::new(done)), keeper: Some(keeper) }
    }

    /// Returns the result of a case, and computes it if it is not known.
    ///
    /// # Errors
    ///
    /// Returns the error of `compute`; no result is stored then.
    pub(crate) fn once(
        &self,
        name: String,
        compute: impl FnOnce() -> Result<u64, Stopped>,
    ) -> Result<u64, Stopped> {
        if let Some(&result) = self.lock().get(&name) {
            return Ok(result);
        }
        // Computed without holding the lock, so that other cases can be looked up meanwhile.
        let result = compute()?;
        let mut done = self.lock();
        done.insert(name, result);
        if let Some(keeper) = &self.keeper {
            keeper(&done);
        }
        Ok(result)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Results> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Computes cases on the given number of threads, started in order. The results are in the same
/// order for any number of threads.
pub(crate) fn on_threads<T: Sync, R: Send>(
    cases: &[T],
    threads: usize,
    compute: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(at) else { return results };
            results.push((at, compute(case)));
        }
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let others = (1..threads.min(cases.len())).map_while(|_| start_thread(scope, work));
        let others: Vec<_> = others.collect();
        let mut results = work();
        for other in others {
            results.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    });
    results.sort_unstable_by_key(|&(at, _)| at);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Arc, Mutex};

    use super::{Cases, Results, on_threads};
    use crate::stopped::Stopped;

    #[test]
    fn a_case_is_computed_once_and_kept() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let hears = Arc::clone(&told);
        let before = Results::from([("old".to_owned(), 7)]);
        let cases = Cases::kept(before, Arc::new(move |all| hears.lock().unwrap().push(all.len())));
        assert_eq!(cases.once("old".into(), || panic!("it is there")), Ok(7));
        assert_eq!(cases.once("new".into(), || Err(Stopped::Time)), Err(Stopped::Time));
        assert_eq!(cases.once("new".into(), || Ok(3)), Ok(3));
        assert_eq!(cases.once("new".into(), || Ok(4)), Ok(3));
        assert_eq!(*told.lock().unwrap(), [2]);
    }

    #[test]
    fn results_come_in_the_order_of_the_cases_from_any_number_of_threads() {
        let cases: Vec<u64> = (0..100).collect();
        let squares: Vec<u64> = cases.iter().map(|it| it * it).collect();
        for threads in [1, 2, 7, 1000] {
            let computed = AtomicU64::new(0);
            let results = on_threads(&cases, threads, |it| {
                computed.fetch_add(1, Ordering::Relaxed);
                it * it
            });
            assert_eq!((results, computed.into_inner()), (squares.clone(), 100));
        }
        assert!(on_threads(&[], 3, |it: &u64| *it).is_empty());
    }
}
