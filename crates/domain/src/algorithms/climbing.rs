//! Enforced hill climbing by name.

use tremaux_core::{Algorithm, StateSpace};
use tremaux_search::EnforcedHillClimbing;

use super::start::{AnySearchOf, Start, boxed};
use crate::describe::{AlgorithmInfo, Component};
use crate::options::Options;
use crate::refuse::RegistryError;

/// Enforced hill climbing.
pub static ENFORCED: AlgorithmInfo = AlgorithmInfo {
    is_informed: true,
    ..AlgorithmInfo::new(Component {
        aliases: &["ehc"],
        source: "Hoffmann and Nebel 2001",
        guarantees: "none, unless no state was nearer to a goal than the first: then it is a \
                     complete breadth-first search",
        use_when: "the heuristic is good, any plan will do, and no move is fatal",
        avoid_when: "there are moves from which no way leads back: it never goes back",
        ..Component::new(
            "enforced-hill-climbing",
            "breadth-first to the next state with a lower estimate, again and again",
        )
    })
};

/// Starts enforced hill climbing.
pub fn enforced<S: StateSpace + 'static>(
    start: Start<'_, S>,
    _: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    Ok(boxed(EnforcedHillClimbing.start(start.space, start.estimator)))
}
