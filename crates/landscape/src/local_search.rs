//! Running a method.

use std::ops::Deref;

use crate::landscape::Landscape;
use crate::optimization::{Log, Optimization};
use crate::walk::{Tally, Walk};

/// A way of local search, with its options.
pub trait LocalSearchMethod<L: Landscape> {
    /// What it remembers between two steps.
    type State;

    /// The state before the first step.
    fn start(&self, landscape: &L, walk: &mut Walk<L>) -> Self::State;

    /// Evaluates at most one solution. Returns false when the search is over.
    fn step(&self, landscape: &L, walk: &mut Walk<L>, state: &mut Self::State) -> bool;

    /// Makes a search that has just started take so many times as long, if it has a length.
    fn prolong(&self, _state: &mut Self::State, _times: f64) {}

    /// The number of bytes in its own tables.
    fn bytes(&self, _landscape: &L, _state: &Self::State) -> usize {
        0
    }

    /// The number of further bytes that its next step may take at once.
    fn wanted(&self, _state: &Self::State) -> usize {
        0
    }
}

/// A local search under way: a method in a landscape.
///
/// ```
/// # use tremaux::landscape::{HillClimbing, Landscape, LocalSearch, Optimization};
/// # use tremaux::{Limits, Progress, Random};
/// # struct Valley;
/// # impl Landscape for Valley {
/// #     type Solution = i64;
/// #     type Move = i64;
/// #     fn initial_solution(&self, _: &mut Random) -> i64 { 100 }
/// #     fn value(&self, &x: &i64) -> f64 { (x * x) as f64 }
/// #     fn change(&self, &x: &i64, step: i64) -> f64 { (step * (2 * x + step)) as f64 }
/// #     fn apply(&self, x: &mut i64, step: i64) { *x += step; }
/// #     fn moves(&self, _: &i64, moves: &mut Vec<i64>) { moves.extend([-1, 1]); }
/// #     fn key(&self, &x: &i64) -> u64 { x as u64 }
/// # }
/// let mut search = LocalSearch::new(&Valley, HillClimbing::steepest(), 0);
/// let slice = Limits::default().with_nodes(50);
/// while let Progress::Paused(_) = search.advance(&slice, &mut |_| {}) {}
/// assert_eq!(search.report().best, Some((&0, 0.0)));
/// ```
pub struct LocalSearch<P: Deref<Target: Landscape + Sized>, M: LocalSearchMethod<P::Target>> {
    landscape: P,
    method: M,
    state: M::State,
    walk: Walk<P::Target>,
    log: Log,
}

impl<P: Deref<Target: Landscape + Sized>, M: LocalSearchMethod<P::Target>> LocalSearch<P, M> {
    /// A search that starts from a random solution; `seed` determines all that is random.
    pub fn new(landscape: P, method: M, seed: u64) -> Self {
        let mut walk = Walk::new(&*landscape, seed);
        let state = method.start(&landscape, &mut walk);
        Self { landscape, method, state, walk, log: Log::default() }
    }
}

impl<P, M> Optimization<<P::Target as Landscape>::Solution> for LocalSearch<P, M>
where
    P: Deref<Target: Landscape + Sized>,
    M: LocalSearchMethod<P::Target>,
{
    #[inline]
    fn step(&mut self) -> bool {
        self.walk.best_value() > self.lower_bound()
            && self.method.step(&self.landscape, &mut self.walk, &mut self.state)
    }

    fn best(&self) -> Option<(&<P::Target as Landscape>::Solution, f64)> {
        Some(self.walk.best())
    }

    #[inline]
    fn current(&self) -> Option<&<P::Target as Landscape>::Solution> {
        Some(self.walk.current())
    }

    #[inline]
    fn best_value(&self) -> f64 {
        self.walk.best_value()
    }

    fn lower_bound(&self) -> f64 {
        self.landscape.lower_bound()
    }

    fn rounding(&self) -> f64 {
        self.landscape.rounding()
    }

    #[inline]
    fn tally(&self) -> Tally {
        self.walk.tally()
    }

    fn bytes(&self) -> usize {
        let solutions = 2 * self.landscape.bytes(self.walk.current());
        solutions + self.method.bytes(&self.landscape, &self.state)
    }

    fn wanted(&self) -> usize {
        self.method.wanted(&self.state)
    }

    fn log(&mut self) -> &mut Log {
        &mut self.log
    }

    fn logged(&self) -> &Log {
        &self.log
    }

    fn trail(&self) -> &[(f64, f64)] {
        self.walk.trail()
    }
}
