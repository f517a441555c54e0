//! What rows of hours are made of: cases, each computed once.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::context::Stopped;

/// Results of cases by their names.
pub type Results = BTreeMap<String, u64>;

/// Hears of all cases that are done, whenever one more is.
pub type Keeper = Arc<dyn Fn(&Results) + Send + Sync>;

/// The cases that are done. A row that takes hours is made of them, so that it can go on where it
/// was stopped, and rows that need the same ones compute them once.
#[derive(Clone, Default)]
pub(crate) struct Cases {
    done: Arc<Mutex<Results>>,
    keeper: Option<Keeper>,
}

impl fmt::Debug for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cases").field("done", &self.done).finish_non_exhaustive()
    }
}

impl Cases {
    /// These are done before; who keeps them is told of the others.
    pub(crate) fn kept(done: Results, keeper: Keeper) -> Self {
        Self { done: Arc::new(Mutex::new(done)), keeper: Some(keeper) }
    }

    /// The result of a case, computed unless it is there.
    ///
    /// # Errors
    ///
    /// Those of `compute`: nothing is kept then.
    pub(crate) fn once(
        &self,
        name: String,
        compute: impl FnOnce() -> Result<u64, Stopped>,
    ) -> Result<u64, Stopped> {
        if let Some(&result) = self.lock().get(&name) {
            return Ok(result);
        }
        // Others may be looked for meanwhile.
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

/// Computes cases on so many threads, begun in order; their results in the same order, whatever
/// the threads.
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
        let others: Vec<_> = (1..threads.min(cases.len())).map(|_| scope.spawn(work)).collect();
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
    use crate::context::Stopped;

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
