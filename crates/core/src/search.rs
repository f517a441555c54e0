//! Searches as values that can be paused.

use std::ops::Deref;

use crate::counting_observer::CountingObserver;
use crate::heuristic::{Heuristic, NoHeuristic};
use crate::limits::Limits;
use crate::observe::Observer;
use crate::report::{Nearest, Plan, SearchReport, StopReason, Termination};
use crate::space::StateSpace;

/// The outcome of one call of [`Search::advance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Progress {
    /// A limit was reached. The next call continues from here.
    Paused(StopReason),
    /// The search is over. Further calls change nothing.
    Done(Termination),
}

/// A search under way.
///
/// It holds its space and heuristic, by reference or by a shared pointer, and all of its working
/// memory. It takes the same steps however it is divided into slices.
pub trait Search<S: StateSpace> {
    /// Continues until the search is over or a limit is reached. The limits count from this
    /// call.
    fn advance<O: Observer<S> + ?Sized>(&mut self, limits: &Limits, observer: &mut O) -> Progress;

    /// The result so far: the best plan, the proved bound, the counts.
    fn report(&self) -> SearchReport<S::Action, S::Cost>;

    /// The state with the least estimate among those generated so far, and the path to it: the
    /// best destination if no goal can be reached. Among equals, the first generated.
    ///
    /// Takes time proportional to the length of that path; `None` if the search stores no states.
    fn nearest(&self) -> Option<Nearest<S::Action, S::Cost>> {
        None
    }

    /// The search as bytes, with which its algorithm can resume it in another process and reach
    /// the same result; `None` if it cannot be saved.
    fn saved(&self) -> Option<Vec<u8>> {
        None
    }

    /// All plans found so far, in the order in which they were found.
    fn solutions(&self) -> Vec<Plan<S::Action, S::Cost>> {
        self.report().plan.into_iter().collect()
    }
}

/// What a search has found, as a trait object.
pub trait AnyResult<S: StateSpace> {
    /// [`Search::report`].
    fn report_any(&self) -> SearchReport<S::Action, S::Cost>;

    /// [`Search::nearest`].
    fn nearest_any(&self) -> Option<Nearest<S::Action, S::Cost>>;

    /// [`Search::solutions`].
    fn solutions_any(&self) -> Vec<Plan<S::Action, S::Cost>>;

    /// [`Search::saved`].
    fn saved_any(&self) -> Option<Vec<u8>>;
}

impl<S: StateSpace, T: Search<S>> AnyResult<S> for T {
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

/// [`Search`] as a trait object, for searches chosen at run time.
pub trait AnySearch<S: StateSpace>: AnyResult<S> {
    /// [`Search::advance`] with any observer, for as long as it
    /// [follows the steps](Observer::detail).
    fn advance_any(&mut self, limits: &Limits, observer: &mut dyn Observer<S>) -> Progress;

    /// [`Search::advance`] without an observer. Events cost a few nanoseconds a node: a search is
    /// compiled once for watched and unwatched runs.
    fn advance_unwatched(&mut self, limits: &Limits) -> Progress {
        self.advance_any(limits, &mut ())
    }
}

impl<S: StateSpace, T: Search<S>> AnySearch<S> for T {
    fn advance_any(&mut self, limits: &Limits, observer: &mut dyn Observer<S>) -> Progress {
        let mut observer = CountingObserver::new(observer);
        let progress = self.advance(limits, &mut observer);
        observer.finish();
        progress
    }
}

/// A search that nobody watches, compiled without events.
pub trait UnwatchedSearch<S: StateSpace>: AnyResult<S> {
    /// [`Search::advance`] without an observer.
    fn advance_plainly(&mut self, limits: &Limits) -> Progress;
}

impl<S: StateSpace, T: Search<S>> UnwatchedSearch<S> for T {
    fn advance_plainly(&mut self, limits: &Limits) -> Progress {
        self.advance(limits, &mut ())
    }
}

/// A search algorithm with its options: makes searches, and holds none of their memory.
///
/// Implemented for the spaces that have the required capabilities: best-first search for every
/// [`StateSpace`], bidirectional search for every [`BackwardSpace`](super::BackwardSpace).
///
/// ```
/// use tremaux::search::{BestFirst, IdaStar};
/// use tremaux::{Algorithm, NoHeuristic, Limits, Progress, Search};
/// # use tremaux::StateSpace;
/// # struct Numbers;
/// # impl StateSpace for Numbers {
/// #     type State = u32;
/// #     type Packed = u32;
/// #     type Action = u32;
/// #     type Cost = u32;
/// #     fn initial_state(&self) -> u32 { 1 }
/// #     fn is_goal(&self, &number: &u32) -> bool { number == 100 }
/// #     fn actions(&self, &number: &u32, actions: &mut Vec<u32>) {
/// #         actions.extend([number, 1].into_iter().filter(|add| number + add <= 100));
/// #     }
/// #     fn cost(&self, _: &u32, _: u32) -> u32 { 1 }
/// #     fn apply(&self, number: &mut u32, add: u32) { *number += add; }
/// #     fn pack(&self, &number: &u32) -> u32 { number }
/// #     fn unpack(&self, &number: &u32) -> u32 { number }
/// # }
///
/// fn fewest<A: Algorithm<Numbers>>(algorithm: A) -> u32 {
///     algorithm.solve(&Numbers, NoHeuristic, &Limits::default(), &mut ()).lower_bound
/// }
/// assert_eq!([fewest(BestFirst::dijkstra()), fewest(IdaStar::new())], [8, 8]);
///
/// // In slices of ten nodes, as in a game loop.
/// let mut search = BestFirst::dijkstra().start(&Numbers, NoHeuristic);
/// let slice = Limits::default().with_nodes(10);
/// let mut slices = 1;
/// while let Progress::Paused(_) = search.advance(&slice, &mut ()) {
///     slices += 1;
/// }
/// assert!(search.report().is_proven_optimal() && slices > 1);
/// ```
pub trait Algorithm<S: StateSpace> {
    /// The type of its searches, for a space behind the pointer `P` and the heuristic `H`.
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

    /// Searches for a plan in `space`, without a heuristic, limits or an observer.
    ///
    /// ```
    /// use tremaux::search::BestFirst;
    /// use tremaux::Algorithm;
    ///
    /// let space = tremaux::space(1, |&n| [(2 * n, 3_u32), (n + 1, 1)], |&n| n == 100);
    /// assert_eq!(BestFirst::dijkstra().run(&space).plan.unwrap().cost, 18);
    /// ```
    fn run(&self, space: &S) -> SearchReport<S::Action, S::Cost> {
        self.run_within(space, &Limits::default())
    }

    /// Searches for a plan in `space`, guided by `heuristic`, without limits or an observer.
    ///
    /// ```
    /// use tremaux::search::BestFirst;
    /// use tremaux::Algorithm;
    ///
    /// let steps = |&n: &u32| [(2 * n, 3), (n + 1, 1)];
    /// let space = tremaux::space(1, steps, |&n| n == 100);
    /// let distance = space.admissible(|&n| u32::from(n != 100));
    /// assert!(BestFirst::a_star().run_with(&space, distance).is_proven_optimal());
    /// ```
    fn run_with<H: Heuristic<S>>(
        &self,
        space: &S,
        heuristic: H,
    ) -> SearchReport<S::Action, S::Cost> {
        self.solve(space, heuristic, &Limits::default(), &mut ())
    }

    /// Searches for a plan in `space` within `limits`, without a heuristic or an observer.
    fn run_within(&self, space: &S, limits: &Limits) -> SearchReport<S::Action, S::Cost> {
        self.solve(space, NoHeuristic, limits, &mut ())
    }

    /// Searches for a plan in `space`, within `limits`, and reports every step to `observer`.
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
