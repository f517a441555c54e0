//! Searches by the textbook forms, and the figures taken from them.

use serde::Deserialize;
use tremaux_core::StateSpace;
use tremaux_testkit::reference::{Outcome, Rank};

use crate::figure::Obtained;

/// A figure of a search by a textbook form.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Take {
    /// Nothing, because the source prints nothing that compares.
    Nothing,
    /// The number of states in closed at the end.
    Closed,
    /// The number of entries in open at the end.
    Open,
    /// The sum of the two.
    States,
    /// The number of solutions found.
    Solutions,
    /// The estimate of the initial state.
    Estimate,
    /// The cost of the plan.
    Cost,
    /// The plan, in the problem's notation.
    Plan,
    /// The states in the order of their expansion.
    Visits,
}

/// The order of open. Its names are those of [`Rank`].
#[derive(Deserialize)]
#[serde(remote = "Rank", rename_all = "kebab-case")]
pub(crate) enum Order {
    Shallowest,
    Deepest,
    G,
    H,
    #[serde(rename = "f")]
    GPlusH,
}

/// The figures to take from an outcome. `of_problem` returns those that depend on the problem.
pub(super) fn figures<S: StateSpace>(
    outcome: &Outcome<S>,
    take: &[Take],
    of_problem: impl Fn(Take) -> Obtained,
) -> Vec<Obtained> {
    let figure = |&take: &Take| match take {
        Take::Nothing => Obtained::Text("–".to_owned()),
        Take::Closed => Obtained::Count(outcome.closed as u64),
        Take::Open => Obtained::Count(outcome.open as u64),
        Take::States => Obtained::Count((outcome.closed + outcome.open) as u64),
        Take::Solutions => Obtained::Count(outcome.goals as u64),
        other => of_problem(other),
    };
    take.iter().map(figure).collect()
}
