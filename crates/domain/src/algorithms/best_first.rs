//! The best-first family by name.

use tremaux_core::{Algorithm, Cost, StateSpace};
use tremaux_search::{
    BestFirst, Buckets, Fringe, Heap, IntegerCost, LowH, Priority, Reopening, Weighted,
};

use super::start::{AnySearchOf, NamedTie, Start, boxed};
use crate::describe::{AlgorithmInfo, Component, Family, OptionInfo, Proves, TieBreakName};
use crate::options::Options;
use crate::refuse::RegistryError;

const BEST_FIRST: AlgorithmInfo = AlgorithmInfo {
    component: Component::new("", ""),
    family: Family::BestFirst,
    is_informed: true,
    breaks_ties: true,
    proves: Proves::Optimal,
    ..AlgorithmInfo::new(Component::new("", ""))
};

/// Breadth-first search.
pub static BREADTH_FIRST: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["bfs"],
        source: "Moore 1959",
        guarantees: "a plan with the fewest actions; a cheapest one if all actions cost the same",
        use_when: "the problem is small, or you have no heuristic and all actions cost the same",
        avoid_when: "costs differ (dijkstra), or you have a heuristic (a-star)",
        ..Component::new("breadth-first", "expands states in the order in which they were found")
    },
    is_informed: false,
    breaks_ties: false,
    proves: Proves::FewestActions,
    ..BEST_FIRST
};

/// Depth-first search with a closed list.
pub static DEPTH_FIRST_GRAPH: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["dfs-graph", "tremaux"],
        source: "Trémaux, before 1882; Hopcroft and Tarjan 1973",
        guarantees: "finds a plan if there is one and memory lasts; proves nothing about its cost",
        use_when: "any plan will do and many paths lead to one state, as in a maze",
        avoid_when: "the plan's cost matters: breadth-first, a-star",
        ..Component::new(
            "depth-first-graph",
            "expands the newest state first; never expands a state twice",
        )
    },
    is_informed: false,
    breaks_ties: false,
    proves: Proves::Nothing,
    ..BEST_FIRST
};

/// Dijkstra's algorithm.
pub static DIJKSTRA: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["ucs", "uniform-cost"],
        source: "Dijkstra 1959",
        guarantees: "optimal for any costs",
        use_when: "you have no heuristic and costs differ",
        avoid_when: "you have an admissible heuristic: a-star expands a part of the states",
        ..Component::new("dijkstra", "expands the state with the cheapest path first")
    },
    is_informed: false,
    ..BEST_FIRST
};

/// Greedy best-first search.
pub static GREEDY: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["gbfs", "greedy"],
        source: "Doran and Michie 1966",
        guarantees: "finds a plan if there is one and memory lasts; proves nothing about its cost",
        use_when: "any plan will do, and soon",
        avoid_when: "the plan's cost matters: weighted-a-star bounds it",
        ..Component::new("greedy-best-first", "expands the state with the least estimate first")
    },
    proves: Proves::Nothing,
    ..BEST_FIRST
};

/// A*.
pub static A_STAR: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["astar", "a*"],
        source: "Hart, Nilsson and Raphael 1968",
        guarantees: "optimal if the heuristic is admissible; states are opened again where it is \
                     not consistent",
        use_when: "you want a proved optimum and the states fit into memory",
        avoid_when: "memory runs out before the proof: ida-star needs almost none",
        ..Component::new("a-star", "expands the state with the least cost so far plus estimate")
    },
    ..BEST_FIRST
};

/// Weighted A*.
pub static WEIGHTED_A_STAR: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["wastar", "weighted-astar"],
        source: "Pohl 1970",
        guarantees: "the plan costs at most `weight` times the optimum if the heuristic is \
                     admissible; the bound it prints is often better",
        use_when: "a good plan soon is worth more than the best one late",
        avoid_when: "you need the optimum: a-star, ida-star",
        options: &[OptionInfo::number("weight", 1.0, 1000.0)
            .title("the weight of estimates, to thousandths")
            .default("2")],
        example: "weighted-a-star(weight=1.5)",
        ..Component::new("weighted-a-star", "A* with estimates multiplied by a weight")
    },
    proves: Proves::WithinFactor,
    ..BEST_FIRST
};

/// Fringe search.
pub static FRINGE_SEARCH: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["fringe"],
        source: "Björnsson, Enzenberger, Holte and Schaeffer 2005",
        guarantees: "optimal if the heuristic is admissible; states are opened again where a \
                     cheaper path to them is found",
        use_when: "costs and estimates are small whole numbers, as on maps: it keeps the open \
                   states in a list, without sorting them",
        avoid_when: "many states have different values of f: each value is a pass over all open \
                     states (a-star)",
        ..Component::new(
            "fringe-search",
            "IDA* that stores states and continues from those beyond the last bound",
        )
    },
    breaks_ties: false,
    ..BEST_FIRST
};

/// Starts fringe search.
pub fn fringe_search<S: StateSpace + 'static>(
    start: Start<'_, S>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    Ok(boxed(Fringe.start(start.space, start.estimator)))
}

/// A priority chosen at run time: one search for all of them.
#[derive(Clone, Copy)]
enum Rank {
    GPlusH,
    G,
    H,
    /// All states are equal: the tie-break decides.
    Equal,
    Weighted(Weighted),
}

impl<C: Cost> Priority<C> for Rank
where
    Weighted: Priority<C>,
{
    type Value = <Weighted as Priority<C>>::Value;

    #[inline]
    fn is_informed(&self) -> bool {
        matches!(self, Self::GPlusH | Self::H | Self::Weighted(_))
    }

    #[inline]
    fn expands_by_cheapest(&self) -> bool {
        matches!(self, Self::GPlusH | Self::G)
    }

    #[inline]
    fn value(&self, g: C, h: C) -> Self::Value {
        match self {
            Self::GPlusH => Weighted::ONE.value(g, h),
            Self::G => Weighted::ONE.value(g, C::ZERO),
            Self::H => Weighted::ONE.value(C::ZERO, h),
            Self::Equal => Weighted::ONE.value(C::ZERO, C::ZERO),
            Self::Weighted(weighted) => weighted.value(g, h),
        }
    }

    #[inline]
    fn estimate(&self, value: Self::Value, g: C) -> Option<C> {
        match self {
            Self::GPlusH => Weighted::ONE.estimate(value, g),
            Self::H => Weighted::ONE.estimate(value, C::ZERO),
            Self::G | Self::Equal | Self::Weighted(_) => None,
        }
    }

    #[inline]
    fn bound(&self, least: Self::Value, g: C, is_by_depth: bool) -> Option<C> {
        match self {
            Self::GPlusH | Self::G => Weighted::ONE.bound(least, g, is_by_depth),
            Self::Weighted(weighted) => weighted.bound(least, g, is_by_depth),
            Self::H | Self::Equal => None,
        }
    }
}

/// Starts a search in buckets, the least estimate first among equals. No tie-breaking order is
/// faster there, and this one expands the fewest states in the last layer.
fn in_buckets<S: StateSpace<Cost: IntegerCost> + 'static>(
    rank: Rank,
    start: Start<'_, S>,
) -> AnySearchOf<S> {
    let settings = BestFirst::by(rank).ties(LowH).open_list(Buckets);
    boxed(settings.start(start.space, start.estimator))
}

/// Starts a search with a heap, which any cost and tie-break fits.
fn in_heap<S: StateSpace + 'static>(
    rank: Rank,
    name: TieBreakName,
    start: Start<'_, S>,
) -> AnySearchOf<S>
where
    Weighted: Priority<S::Cost>,
{
    let tie = start.tie.unwrap_or(NamedTie { name, key: None });
    let settings = BestFirst::by(rank).ties(tie).open_list(Heap);
    let settings = match rank {
        Rank::Equal => settings.reopening(Reopening::Never),
        _ => settings,
    };
    boxed(settings.start(start.space, start.estimator))
}

macro_rules! ranked {
    ($typed:ident, $whole:ident, $any:ident, $rank:expr, $what:literal) => {
        #[doc = concat!("Starts ", $what, " where costs are whole and no tie-break is named.")]
        pub fn $typed<S: StateSpace<Cost: IntegerCost> + 'static>(
            start: Start<'_, S>,
            _options: &Options<'_>,
        ) -> Result<AnySearchOf<S>, RegistryError> {
            Ok(in_buckets($rank, start))
        }

        pub(super) fn $whole<S: StateSpace<Cost: IntegerCost> + 'static>(
            start: Start<'_, S>,
            options: &Options<'_>,
        ) -> Result<AnySearchOf<S>, RegistryError> {
            if start.tie.is_some() { $any(start, options) } else { $typed(start, options) }
        }

        pub(super) fn $any<S: StateSpace + 'static>(
            start: Start<'_, S>,
            _options: &Options<'_>,
        ) -> Result<AnySearchOf<S>, RegistryError>
        where
            Weighted: Priority<S::Cost>,
        {
            Ok(in_heap($rank, TieBreakName::HighG, start))
        }
    };
}

ranked!(a_star, a_star_whole, a_star_any, Rank::GPlusH, "A*");
ranked!(dijkstra, dijkstra_whole, dijkstra_any, Rank::G, "Dijkstra's algorithm");
ranked!(greedy, greedy_whole, greedy_any, Rank::H, "greedy best-first search");

/// Starts breadth-first search.
pub fn breadth_first<S: StateSpace + 'static>(
    start: Start<'_, S>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError> {
    Ok(boxed(BestFirst::breadth_first().start(start.space, start.estimator)))
}

/// Starts depth-first search with a closed list.
pub fn depth_first_graph<S: StateSpace + 'static>(
    start: Start<'_, S>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError>
where
    Weighted: Priority<S::Cost>,
{
    Ok(in_heap(Rank::Equal, TieBreakName::Lifo, Start { tie: None, ..start }))
}

/// Starts weighted A*.
pub fn weighted_a_star<S: StateSpace + 'static>(
    start: Start<'_, S>,
    options: &Options<'_>,
) -> Result<AnySearchOf<S>, RegistryError>
where
    Weighted: Priority<S::Cost>,
{
    let weight = Weighted::new((options.number("weight") * 1000.0).round() as u64, 1000);
    Ok(in_heap(Rank::Weighted(weight), TieBreakName::HighG, start))
}
