//! Closures as observers.

use std::fmt;
use std::marker::PhantomData;

use crate::event::{Event, Vocabulary};
use crate::observe::Observer;

/// An observer that calls a closure at every step; see [`from_fn`].
pub struct FromFn<S: ?Sized, F> {
    observe: F,
    vocabulary: PhantomData<fn(&S)>,
}

/// An observer from a closure, which is called at every step.
///
/// If the closure calls methods of states or costs, its argument needs a type:
/// `|event: Event<'_, Maze>| …`.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Event, Limits, StateSpace, search};
///
/// /// The number of states that a search expands.
/// fn expanded<S: StateSpace>(algorithm: &impl Algorithm<S>, space: &S) -> usize {
///     let mut count = 0;
///     let mut observer = search::observer(|event| {
///         if let Event::Expanded { .. } = event {
///             count += 1;
///         }
///     });
///     let _ = algorithm.solve(space, NoHeuristic, &Limits::default(), &mut observer);
///     count
/// }
/// ```
pub const fn from_fn<S: Vocabulary + ?Sized, F: FnMut(Event<'_, S>)>(observe: F) -> FromFn<S, F> {
    FromFn { observe, vocabulary: PhantomData }
}

impl<S: ?Sized, F> fmt::Debug for FromFn<S, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FromFn").finish_non_exhaustive()
    }
}

impl<S: Vocabulary + ?Sized, F: FnMut(Event<'_, S>)> Observer<S> for FromFn<S, F> {
    #[inline]
    fn observe(&mut self, event: Event<'_, S>) {
        (self.observe)(event);
    }
}
