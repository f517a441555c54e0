//! The depth-first family by name.

use std::sync::Arc;

use tremaux_core::{Algorithm, TypedActions, UndoSpace};
use tremaux_search::{DepthFirst, IdaStar, Undoing};

use super::{AlgorithmInfo, AnySearchOf, DepthLimit, Family, Start};
use crate::capability::{Typed, TypedVisitor, Undo, UndoVisitor};
use crate::component::{Component, OptionInfo, OptionKind};
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::Problem;

const BASE: AlgorithmInfo = AlgorithmInfo {
    component: Component::new("", ""),
    family: Family::DepthFirst,
    is_informed: false,
    breaks_ties: false,
    depth: DepthLimit::Optional,
};

const SOLUTIONS: OptionInfo = OptionInfo {
    name: "solutions",
    title: "how many plans to find, 0 for all there are",
    kind: OptionKind::Integer { least: 0, most: u64::MAX },
    default: Some("1"),
};

/// Depth-first search.
pub(super) static DEPTH_FIRST: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["dfs"],
        source: "Trémaux, before 1882; Hopcroft and Tarjan 1973",
        guarantees: "finds a plan of at most `--depth` moves if there is one, not a best one",
        use_when: "memory is short, plans are many, and you know how long they may be",
        avoid_when: "the plan's cost matters, or many paths lead to one state",
        options: &[SOLUTIONS],
        example: "depth-first(solutions=0)",
        ..Component::new("depth-first", "follows one path to a limit of depth, then goes back")
    },
    depth: DepthLimit::Required,
    ..BASE
};

/// Iterative deepening.
pub(super) static DEEPENING: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["iddfs", "dfid"],
        source: "Slate and Atkin 1977; Korf 1985",
        guarantees: "a plan with the fewest actions; a cheapest one if all actions cost the same",
        use_when: "you have no heuristic, memory is short, and plans are short",
        avoid_when: "you have a heuristic (ida-star), or many paths lead to one state \
                     (breadth-first)",
        options: &[SOLUTIONS],
        example: "iterative-deepening",
        ..Component::new(
            "iterative-deepening",
            "depth-first to a depth of 0, of 1, of 2, and so on",
        )
    },
    ..BASE
};

/// IDA*.
pub(super) static IDA_STAR: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["idastar", "ida*"],
        source: "Korf 1985",
        guarantees: "optimal if the heuristic is admissible; its bound grows with every iteration",
        use_when: "costs are small whole numbers, states are met again seldom, and memory is short",
        avoid_when: "many paths lead to one state, or costs differ widely: every iteration then \
                     adds little",
        options: &[SOLUTIONS],
        example: "ida-star(solutions=0)",
        ..Component::new(
            "ida-star",
            "depth-first to a bound on cost plus estimate, again and again",
        )
    },
    is_informed: true,
    ..BASE
};

/// How many plans are wanted.
fn wanted(options: &Options<'_>) -> u64 {
    match options.integer("solutions") {
        0 => u64::MAX,
        count => count,
    }
}

/// Which search of the family, and for how many plans.
#[derive(Clone, Copy)]
enum Which {
    Tree(DepthFirst),
    IdaStar(u64),
}

struct Compact<P: Problem>(Start<P>, Which);

impl<P: Problem> TypedVisitor<P::Space> for Compact<P> {
    type Output = AnySearchOf<P>;

    fn visit(self) -> AnySearchOf<P>
    where
        P::Space: TypedActions,
    {
        let Start { space, estimator, .. } = self.0;
        match self.1 {
            Which::Tree(settings) => Box::new(settings.typed().start(space, estimator)),
            Which::IdaStar(wanted) => {
                Box::new(IdaStar::typed().wanted(wanted).start(space, estimator))
            }
        }
    }
}

struct InPlace<P: Problem>(Start<P>, Which);

impl<P: Problem> UndoVisitor<P::Space> for InPlace<P> {
    type Output = AnySearchOf<P>;

    fn visit(self) -> AnySearchOf<P>
    where
        P::Space: UndoSpace,
    {
        let Start { space, estimator, .. } = self.0;
        match self.1 {
            Which::Tree(settings) => Box::new(settings.walk(Undoing).start(space, estimator)),
            Which::IdaStar(wanted) => {
                Box::new(IdaStar::in_place().wanted(wanted).start(space, estimator))
            }
        }
    }
}

/// Starts a search in the fastest form that the space allows.
fn fastest<P: Problem>(start: Start<P>, which: Which) -> AnySearchOf<P> {
    let search = if P::Typed::IS_OFFERED {
        P::Typed::visit(Compact(start, which))
    } else if P::Undo::IS_OFFERED {
        P::Undo::visit(InPlace(start, which))
    } else {
        let Start { space, estimator, .. } = start;
        Some(match which {
            Which::Tree(settings) => {
                Box::new(settings.start(Arc::clone(&space), estimator)) as AnySearchOf<P>
            }
            Which::IdaStar(wanted) => {
                Box::new(IdaStar::new().wanted(wanted).start(space, estimator))
            }
        })
    };
    search.expect("the capability is offered")
}

/// Starts depth-first search.
pub(super) fn depth_first<P: Problem>(
    start: Start<P>,
    options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    let depth = start.depth.unwrap_or(u32::MAX);
    let settings = DepthFirst::bounded(depth).wanted(wanted(options));
    Ok(fastest(start, Which::Tree(settings)))
}

/// Starts iterative deepening.
pub(super) fn iterative_deepening<P: Problem>(
    start: Start<P>,
    options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    let settings = DepthFirst::iterative_deepening().wanted(wanted(options));
    Ok(fastest(start, Which::Tree(settings)))
}

/// Starts IDA*.
pub(super) fn ida_star<P: Problem>(
    start: Start<P>,
    options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    Ok(fastest(start, Which::IdaStar(wanted(options))))
}
