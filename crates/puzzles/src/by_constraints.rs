//! The constraint engine as a solver of a problem.

use std::sync::Arc;

use tremaux_constraints::{ConstraintSpace, Propagation, Settings, ValueOrder};
use tremaux_core::{Algorithm, NoHeuristic};
use tremaux_domain::algorithms::AnySearchOf;
use tremaux_domain::{
    AlgorithmInfo, Component, OptionInfo, Options, OwnStart, Proves, RegistryError,
};

/// The options of [`start`].
const OPTIONS: &[OptionInfo] = &[
    OptionInfo::integer("solutions", 0, u64::MAX)
        .title(
            "number of solutions to find; 2 tells whether the first is unique, 0 finds all; \
             ignored where the best total is sought",
        )
        .default("1"),
    OptionInfo::choice("values", &["least", "random", "promise"])
        .title("which value to try first: the least, any, or one that leaves much choice")
        .default("promise"),
    OptionInfo::integer("restart", 0, u64::MAX)
        .title(
            "number of contradictions until the first restart, and a tenth more until each next; 0 \
             for no restarts",
        )
        .default("100"),
];

/// The description of the solver.
pub(crate) static CONSTRAINT_PROPAGATION: AlgorithmInfo = AlgorithmInfo::new(Component {
    source: "Boussemart and others 2004 (dom/wdeg); Régin 1994; Demeulenaere and others 2016",
    guarantees: "finds a solution if there is one; the best total if one is sought; \
                 `expanded` counts decisions",
    use_when: "always: it removes values that no solution has before it decides",
    avoid_when: "you want to see a general search",
    options: OPTIONS,
    example: "constraint-propagation(solutions=2)",
    ..Component::new("constraint-propagation", "arc consistency, dom/wdeg branching, restarts")
})
.proving(Proves::Optimal)
.finding_all();

/// Starts the solver.
pub(crate) fn start<S: ConstraintSpace + 'static>(
    space: Arc<S>,
    options: &Options<'_>,
    own: &OwnStart<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    let values = match options.word("values") {
        "least" => ValueOrder::Least,
        "random" => ValueOrder::Random,
        _ => ValueOrder::Promise,
    };
    let restart = options.integer("restart");
    let settings = Settings::default().seed(own.seed).values(values).restart(restart);
    let plan_count = match options.integer("solutions") {
        0 => u64::MAX,
        count => count,
    };
    let algorithm = Propagation::default().plan_count(plan_count).settings(settings);
    Ok(Box::new(algorithm.start(space, NoHeuristic)))
}
