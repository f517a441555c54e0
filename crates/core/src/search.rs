//! Searches as values that can be paused.

use std::ops::Deref;

use crate::heuristic::Heuristic;
use crate::limits::Limits;
use crate::observe::Observer;
use crate::report::{Nearest, Plan, SearchReport, StopReason, Termination};
use crate::space::StateSpace;
use crate::untold::Abridged;

/// What came of one call of [`Search::advance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A limit stepped in. The next call goes on from here.
    Paused(StopReason),
    /// The search is over. Further calls change nothing.
    Done(Termination),
}

/// A search under way.
///
/// It holds its space and heuristic, by reference or by a shared pointer, and all of its
/// working memory. However it is cut into slices, it takes the same steps.
pub trait Search<S: StateSpace> {
    /// Goes on until the search is over or a limit steps in. The limits count from this
    /// call.
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, observer: &mut O) -> Progress;

    /// What is known by now: the best plan so far, the bound proved so far, the counts.
    fn report(&self) -> SearchReport<S::Action, S::Cost>;

    /// Of the states seen so far, the one with the least estimate, and the path to it: where
    /// to go when no goal can be reached. The first seen among equals.
    ///
    /// Looks through all stored states; `None` if the search stores none.
    fn nearest(&self) -> Option<Nearest<S::Action, S::Cost>> {
        None
    }

    /// The search as bytes, from which its algorithm goes on to the same result in another
    /// process; `None` if it cannot be saved.
    fn saved(&self) -> Option<Vec<u8>> {
        None
    }

    /// All plans found so far, in the order in which they were found.
    fn solutions(&self) -> Vec<Plan<S::Action, S::Cost>> {
        self.report().plan.into_iter().collect()
    }
}

/// [`Search`] as a trait object, for whoever steps through a search chosen at run time.
pub trait AnySearch<S: StateSpace> {
    /// [`Search::advance`] with any observer, for as long as it
    /// [follows the steps](Observer::follows_steps).
    fn advance_any(&mut self, limits: &Limits, observer: &mut dyn Observer<S>) -> Progress;

    /// [`Search::advance`] with no observer: what nobody watches costs nothing.
    fn advance_unwatched(&mut self, limits: &Limits) -> Progress;

    /// [`Search::report`].
    fn report_any(&self) -> SearchReport<S::Action, S::Cost>;

    /// [`Search::nearest`].
    fn nearest_any(&self) -> Option<Nearest<S::Action, S::Cost>>;

    /// [`Search::solutions`].
    fn solutions_any(&self) -> Vec<Plan<S::Action, S::Cost>>;

    /// [`Search::saved`].
    fn saved_any(&self) -> Option<Vec<u8>>;
}

impl<S: StateSpace, T: Search<S>> AnySearch<S> for T {
    fn advance_any(&mut self, limits: &Limits, observer: &mut dyn Observer<S>) -> Progress {
        let mut observer = Abridged::new(observer);
        let progress = self.advance(limits, &mut observer);
        observer.finish();
        progress
    }

    fn advance_unwatched(&mut self, limits: &Limits) -> Progress {
        self.advance(limits, &mut ())
    }

    fn report_any(&self) -> SearchReport<S::Action, S::Cost> {
        self.report()
    }

    fn nearest_any(&self) -> Option<Nearest<S::Action, S::Cost>> {
        self.nearest()
    }

    fn solutions_any(&self) -> Vec<Plan<S::Action, S::Cost>> {
        self.solutions()
    }

    fn saved_any(&self) -> Option<Vec<u8>> {
        self.saved()
    }
}

/// A search algorithm with its options: makes searches, and holds none of their memory.
///
/// Implemented for those spaces that have what the algorithm needs: best-first search for
/// every [`StateSpace`], IDA* for every [`UndoSpace`](super::UndoSpace).
pub trait Algorithm<S: StateSpace> {
    /// The search it makes, for a space behind the pointer `P` and the heuristic `H`.
    type Search<P: Deref<Target = S>, H: Heuristic<S>>: Search<S>;

    /// A search that has not yet taken a step.
    ///
    /// `space` is `&S` within one function, `Arc<S>` for a search that outlives it. A
    /// reference or a box of a heuristic is a heuristic.
    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> Self::Search<P, H>;

    /// Searches for a plan in `space`, within `limits`, telling `observer` every step.
    fn solve<H: Heuristic<S>, O: Observer<S> + ?Sized>(
        &self,
        space: &S,
        heuristic: H,
        limits: &Limits,
        observer: &mut O,
    ) -> SearchReport<S::Action, S::Cost> {
        let mut search = self.start(space, heuristic);
        let _ = search.advance(limits, observer);
        search.report()
    }
}
