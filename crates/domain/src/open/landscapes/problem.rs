//! The definition of a problem whose solutions are improved.

use tremaux_landscape::{Landscape, Recombination};

use super::super::entry::Catalogue;
use crate::algorithms::{StartOptimization, landscape};
use crate::describe::{AlgorithmInfo, Component, NamedAlgorithm};

/// The solutions of a landscape.
pub type SolutionOf<P> = <<P as LandscapeProblem>::Landscape as Landscape>::Solution;

/// A kind of problem whose solutions are improved, by methods started by name.
///
/// Its domain sets [`Domain::Problem`](crate::Domain::Problem) to [`Landscapes`] of it.
pub trait LandscapeProblem: Sized + 'static {
    /// The landscape.
    type Landscape: Recombination + 'static;

    /// Solvers that work only for this problem.
    const SOLVERS: &'static [NamedAlgorithm<StartOptimization<Self::Landscape>>] = &[];

    /// What a solution is called, such as `tour`.
    const SOLUTION: &'static str;

    /// What its value is called, such as `length`.
    const VALUE: &'static str;

    /// Whether pictures of solutions are drawn.
    const IS_DRAWN: bool = false;

    /// The cost that is reported for a value, for landscapes whose values tell more than matters.
    /// It must not fall where the value grows.
    fn cost(_landscape: &Self::Landscape, value: f64) -> f64 {
        value
    }

    /// Whether a solution of this cost solves the problem, for problems where a solution is right
    /// or wrong.
    fn is_solved(_landscape: &Self::Landscape, _cost: f64) -> bool {
        true
    }

    /// Notes for the user about how the instance was read.
    fn notes(_landscape: &Self::Landscape) -> Vec<String> {
        Vec::new()
    }

    /// The solution in words, from which it can be checked.
    fn words(landscape: &Self::Landscape, solution: &SolutionOf<Self>) -> Vec<String>;

    /// The cost of the solution with these words, computed by the rules alone and without
    /// anything that searches use; `None` if it is no solution.
    fn checked_value(landscape: &Self::Landscape, words: &[String]) -> Option<f64>;

    /// A drawing in a few lines, for problems where words alone are hard to read.
    fn drawing(_landscape: &Self::Landscape, _solution: &SolutionOf<Self>) -> Option<String> {
        None
    }

    /// A picture as SVG, with the places of the search's solutions in their order: see
    /// [`Walk::trail`](tremaux_landscape::Walk::trail).
    fn picture(
        _landscape: &Self::Landscape,
        _solution: &SolutionOf<Self>,
        _trail: &[(f64, f64)],
    ) -> Option<String> {
        None
    }
}

/// The algorithms and heuristics of the landscape problem `P`, for its domain.
pub struct Landscapes<P>(std::marker::PhantomData<fn() -> P>);

impl<P: LandscapeProblem> Catalogue for Landscapes<P> {
    const HAS_STATES: bool = false;
    const DRAWS_SOLUTIONS: bool = P::IS_DRAWN;

    fn heuristics() -> Vec<&'static Component> {
        Vec::new()
    }

    fn algorithms() -> Vec<&'static AlgorithmInfo> {
        landscape::all(P::SOLVERS).into_iter().map(|entry| entry.info).collect()
    }
}
