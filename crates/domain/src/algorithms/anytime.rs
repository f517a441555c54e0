//! Anytime A* by name.

use tremaux_core::{Algorithm, StateSpace};
use tremaux_search::AnytimeAStar;

use super::start::{AnySearchOf, Start, boxed};
use crate::describe::{AlgorithmInfo, Component, Family, OptionInfo, Proves};
use crate::options::Options;
use crate::refuse::RegistryError;

/// Anytime A*.
pub static ANYTIME_A_STAR: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["anytime", "anytime-astar", "awa-star"],
        source: "Hansen and Zhou 2007; Likhachev, Gordon and Thrun 2003",
        guarantees: "optimal if it ends, even if the heuristic is inadmissible; until then its \
                     plans only get better and, with an admissible heuristic, its bound only rises",
        use_when: "you want some plan soon, may be interrupted, and want to know how far from \
                   the optimum it is",
        avoid_when: "only the proved optimum counts: a-star expands fewer states",
        options: &[OptionInfo::number("weight", 1.0, 1000.0)
            .title("the initial weight of estimates, to thousandths")
            .default("5")],
        example: "anytime-a-star(weight=3)",
        ..Component::new("anytime-a-star", "weighted A* whose weight falls with every better plan")
    },
    family: Family::BestFirst,
    is_informed: true,
    proves: Proves::Optimal,
    ..AlgorithmInfo::new(Component::new("", ""))
};

/// Starts anytime A*.
pub fn anytime_a_star<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    let thousandths = (options.number("weight") * 1000.0).round() as u32;
    Ok(boxed(AnytimeAStar::from_weight(thousandths).start(start.space, start.estimator)))
}
