//! Searches that keep less than all states, by name.

use tremaux_core::{Algorithm, StateSpace};
use tremaux_search::{
    BranchAndBound, ByEstimate, FrontierBreadthFirst, IntegerCost, MemoryBounded,
};

use super::{AlgorithmInfo, AnySearchOf, DepthLimit, Family, Start};
use crate::capability::{Integer, IntegerVisitor};
use crate::component::{Component, OptionInfo, OptionKind};
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::Problem;

/// Memory-bounded A*.
pub(super) static MEMORY_BOUNDED: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["mba-star", "memory-bounded-astar", "sma-star"],
        source: "Sen and Bagchi 1989; Bu and Korf 2019",
        guarantees: "optimal, whatever the heuristic, within the limit of `--memory`; where a \
                     path does not fit into that, or states are found again a thousand times \
                     over, it ends with a true bound",
        use_when: "you want a proved optimum and do not know whether the states fit into memory",
        avoid_when: "you have memory enough (a-star) or next to none (ida-star)",
        ..Component::new(
            "memory-bounded-a-star",
            "A* until the memory is full, then IDA* from what is open",
        )
    },
    family: Family::Other,
    is_informed: true,
    breaks_ties: false,
    depth: DepthLimit::Meaningless,
    is_saved: false,
    runs_on_threads: false,
};

/// Starts memory-bounded A*.
pub(super) fn memory_bounded<P: Problem>(
    start: Start<P>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    Ok(Box::new(MemoryBounded.start(start.space, start.estimator)))
}

/// Frontier breadth-first search.
pub(super) static FRONTIER: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["frontier", "frontier-search", "frontier-bfs"],
        source: "Korf, Zhang, Thayer and Hohwald 2005",
        guarantees: "a plan with the fewest actions; a cheapest one if all actions cost the same. \
                     Where actions cannot be taken back and there is no plan it may not end",
        use_when: "breadth-first runs out of memory: it keeps three layers, and finds the path \
                   by searching again to states half way",
        avoid_when: "you have a heuristic, costs differ, or time is short",
        ..Component::new(
            "frontier-breadth-first",
            "breadth-first that forgets the layers behind it",
        )
    },
    is_informed: false,
    ..MEMORY_BOUNDED
};

/// Starts frontier breadth-first search.
pub(super) fn frontier<P: Problem>(
    start: Start<P>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    Ok(Box::new(FrontierBreadthFirst.start(start.space, start.estimator)))
}

/// Branch and bound.
pub(super) static BRANCH_AND_BOUND: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["bnb", "dfbnb"],
        source: "Land and Doig 1960; Helmert, Lattimore, Lelis, Orseau and Sturtevant 2019",
        guarantees: "optimal if the heuristic is admissible; with `bounds=best-plan` plans get \
                     better and better until one is proved",
        use_when: "every path ends soon (best-plan), or costs are so fine-grained that IDA* \
                   has an iteration for each (budgeted)",
        avoid_when: "paths are long and plans are few: best-plan then loses itself in depth",
        options: &[
            OptionInfo {
                name: "bounds",
                title: "where bounds come from",
                kind: OptionKind::Choice { words: &["budgeted", "best-plan"] },
                default: Some("budgeted"),
            },
            OptionInfo {
                name: "table",
                title: "MiB of memory for states that were searched before",
                kind: OptionKind::Integer { least: 1, most: 1 << 20 },
                default: Some("64"),
            },
        ],
        example: "branch-and-bound(bounds=best-plan)",
        ..Component::new(
            "branch-and-bound",
            "depth-first, cutting off what cannot be cheaper than a bound",
        )
    },
    family: Family::DepthFirst,
    is_informed: true,
    breaks_ties: false,
    depth: DepthLimit::Optional,
    is_saved: false,
    runs_on_threads: false,
};

/// Starts a search that remembers states, which takes whole costs.
struct Remembering<P: Problem>(Start<P>, BranchAndBound, usize);

impl<P: Problem> IntegerVisitor<P::Space> for Remembering<P> {
    type Output = AnySearchOf<P>;

    fn visit(self) -> AnySearchOf<P>
    where
        <P::Space as StateSpace>::Cost: IntegerCost,
    {
        let Self(start, settings, bytes) = self;
        let settings = settings.order(ByEstimate).hashed(bytes);
        Box::new(settings.start(start.space, start.estimator))
    }
}

/// Starts branch and bound.
pub(super) fn branch_and_bound<P: Problem>(
    start: Start<P>,
    options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    let settings = match options.word("bounds") {
        "best-plan" => BranchAndBound::new(),
        _ => BranchAndBound::budgeted(),
    };
    if P::Integer::IS_OFFERED {
        let bytes = usize::try_from(options.integer("table") << 20).unwrap_or(usize::MAX);
        let search = P::Integer::visit(Remembering(start, settings, bytes));
        return Ok(search.expect("whole costs are offered"));
    }
    Ok(Box::new(settings.order(ByEstimate).start(start.space, start.estimator)))
}
