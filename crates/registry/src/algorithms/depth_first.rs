//! The depth-first family by name.

use std::sync::Arc;

use tremaux_core::{Algorithm, TypedActions, UndoSpace};
use tremaux_search::{DepthFirst, IdaStar, Undoing};

use super::{AlgorithmInfo, AnySearchOf, DepthLimit, Family, Start};
use crate::capability::{Typed, TypedVisitor, Undo, UndoVisitor};
use crate::compiled::IdaStarOrder;
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
    is_saved: true,
    runs_on_threads: false,
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

const STRINGS: OptionInfo = OptionInfo {
    name: "strings",
    title: "learn which strings of up to so many actions are superfluous, and leave them out; \
            0 for none",
    kind: OptionKind::Integer { least: 0, most: 16 },
    default: Some("0"),
};

/// IDA*.
pub(super) static IDA_STAR: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["idastar", "ida*"],
        source: "Korf 1985; superfluous strings: Taylor and Korf 1993",
        guarantees: "optimal if the heuristic is admissible; its bound grows with every iteration; \
                     with --threads N the same proof, but the nodes of the last iteration, and \
                     which of several best plans is found, differ from run to run",
        use_when: "costs are small whole numbers, states are met again seldom, and memory is short",
        avoid_when: "many paths lead to one state, or costs differ widely: every iteration then \
                     adds little",
        options: &[SOLUTIONS, STRINGS],
        example: "ida-star(solutions=0)",
        ..Component::new(
            "ida-star",
            "depth-first to a bound on cost plus estimate, again and again",
        )
    },
    is_informed: true,
    runs_on_threads: true,
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

/// A search of these settings, from its beginning or from where it was saved.
macro_rules! begin {
    ($settings:expr, $start:expr) => {{
        let (settings, Start { space, estimator, saved, .. }) = ($settings, $start);
        match saved {
            Some(bytes) => Box::new(settings.resume(space, estimator, &bytes)?) as AnySearchOf<P>,
            None => Box::new(settings.start(space, estimator)),
        }
    }};
}

struct Compact<P: Problem>(Start<P>, Which);

impl<P: Problem> TypedVisitor<P::Space> for Compact<P> {
    type Output = Result<AnySearchOf<P>, RegistryError>;

    fn visit(self) -> Self::Output
    where
        P::Space: TypedActions,
    {
        Ok(match self.1 {
            Which::Tree(settings) => begin!(settings.typed(), self.0),
            Which::IdaStar(wanted) => begin!(IdaStar::typed().wanted(wanted), self.0),
        })
    }
}

struct InPlace<P: Problem>(Start<P>, Which);

impl<P: Problem> UndoVisitor<P::Space> for InPlace<P> {
    type Output = Result<AnySearchOf<P>, RegistryError>;

    fn visit(self) -> Self::Output
    where
        P::Space: UndoSpace,
    {
        Ok(match self.1 {
            Which::Tree(settings) => begin!(settings.walk(Undoing), self.0),
            Which::IdaStar(wanted) => begin!(IdaStar::in_place().wanted(wanted), self.0),
        })
    }
}

/// Starts a search in the fastest form that the space allows.
fn fastest<P: Problem>(start: Start<P>, which: Which) -> Result<AnySearchOf<P>, RegistryError> {
    if P::Typed::IS_OFFERED {
        P::Typed::visit(Compact(start, which)).expect("the capability is offered")
    } else if P::Undo::IS_OFFERED {
        P::Undo::visit(InPlace(start, which)).expect("the capability is offered")
    } else {
        Ok(match which {
            Which::Tree(settings) => begin!(settings, start),
            Which::IdaStar(wanted) => begin!(IdaStar::new().wanted(wanted), start),
        })
    }
}

/// Starts depth-first search.
pub(super) fn depth_first<P: Problem>(
    start: Start<P>,
    options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    let depth = start.depth.unwrap_or(u32::MAX);
    let settings = DepthFirst::bounded(depth).wanted(wanted(options));
    fastest(start, Which::Tree(settings))
}

/// Starts iterative deepening.
pub(super) fn iterative_deepening<P: Problem>(
    start: Start<P>,
    options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    let settings = DepthFirst::iterative_deepening().wanted(wanted(options));
    fastest(start, Which::Tree(settings))
}

/// Starts IDA*: compiled for the heuristic if it can be.
pub(super) fn ida_star<P: Problem>(
    start: Start<P>,
    options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    let wanted = wanted(options);
    let Start { space, estimator, threads, saved, .. } = &start;
    let estimator = estimator.estimator();
    let strings = options.integer("strings") as u32;
    let compiled = match estimator.compiled() {
        None if *threads > 1 || strings > 1 => P::shared(estimator.clone()),
        compiled => compiled,
    };
    let refused = |reason: &str| {
        let reason = reason.to_owned();
        Err(RegistryError::NotApplicable { option: "--threads", reason })
    };
    if *threads > 1 && wanted > 1 {
        return refused("several threads look for one plan");
    }
    if *threads > 1 && saved.is_some() {
        return refused("a saved search goes on on one thread");
    }
    let Some(compiled) = compiled else {
        if *threads > 1 {
            return refused("ida-star runs on one thread in this domain");
        }
        if strings > 1 {
            let (option, reason) = ("strings", "no strings are learnt in this domain".to_owned());
            return Err(RegistryError::NotApplicable { option, reason });
        }
        return fastest(start, Which::IdaStar(wanted));
    };
    let order = IdaStarOrder { wanted, threads: *threads, saved: saved.as_deref(), strings };
    Ok(compiled.ida_star(Arc::clone(space), &order)?)
}
