//! The best-first family by name.

use tremaux_core::{Algorithm, StateSpace};
use tremaux_search::{
    BestFirst, Buckets, Discovery, G, GPlusH, H, IntegerCost, Lifo, LowH, Strategy, Weighted,
};

use super::{AlgorithmInfo, AnySearchOf, DepthLimit, Family, Start};
use crate::capability::{Integer, IntegerVisitor};
use crate::component::{Component, OptionInfo, OptionKind};
use crate::error::RegistryError;
use crate::options::Options;
use crate::problem::Problem;

const BEST_FIRST: AlgorithmInfo = AlgorithmInfo {
    component: Component::new("", ""),
    family: Family::BestFirst,
    is_informed: true,
    breaks_ties: true,
    depth: DepthLimit::Meaningless,
    is_saved: false,
    runs_on_threads: false,
};

/// Breadth-first search.
pub(super) static BREADTH_FIRST: AlgorithmInfo = AlgorithmInfo {
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
    ..BEST_FIRST
};

/// Depth-first search that remembers where it has been.
pub(super) static DEPTH_FIRST_GRAPH: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["dfs-graph", "tremaux"],
        source: "Trémaux, before 1882; Hopcroft and Tarjan 1973",
        guarantees: "finds a plan if there is one and memory lasts; proves nothing about its cost",
        use_when: "any plan will do and many paths lead to one state, as in a maze",
        avoid_when: "the plan's cost matters: breadth-first, a-star",
        ..Component::new(
            "depth-first-graph",
            "goes on from the state that was found last, to none a second time",
        )
    },
    is_informed: false,
    breaks_ties: false,
    ..BEST_FIRST
};

/// Dijkstra's algorithm.
pub(super) static DIJKSTRA: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["ucs", "uniform-cost"],
        source: "Dijkstra 1959",
        guarantees: "optimal, whatever the costs",
        use_when: "you have no heuristic and costs differ",
        avoid_when: "you have an admissible heuristic: a-star expands a part of the states",
        ..Component::new("dijkstra", "expands the state with the cheapest path first")
    },
    is_informed: false,
    ..BEST_FIRST
};

/// Greedy best-first search.
pub(super) static GREEDY: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["gbfs", "greedy"],
        source: "Doran and Michie 1966",
        guarantees: "finds a plan if there is one and memory lasts; proves nothing about its cost",
        use_when: "any plan will do, and soon",
        avoid_when: "the plan's cost matters: weighted-a-star bounds it",
        ..Component::new("greedy-best-first", "expands the state with the least estimate first")
    },
    ..BEST_FIRST
};

/// A*.
pub(super) static A_STAR: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["astar", "a*"],
        source: "Hart, Nilsson and Raphael 1968",
        guarantees: "optimal if the heuristic is admissible; states are opened again where it is \
                     not consistent",
        use_when: "you want a proved optimum and the states fit into memory",
        avoid_when: "memory runs out before the proof: ida-star needs next to none",
        ..Component::new("a-star", "expands the state with the least cost so far plus estimate")
    },
    ..BEST_FIRST
};

/// Weighted A*.
pub(super) static WEIGHTED_A_STAR: AlgorithmInfo = AlgorithmInfo {
    component: Component {
        aliases: &["wastar", "weighted-astar"],
        source: "Pohl 1970",
        guarantees: "the plan costs at most `weight` times the optimum if the heuristic is \
                     admissible; the bound it prints is often better",
        use_when: "a good plan soon is worth more than the best one late",
        avoid_when: "you need the optimum: a-star, ida-star",
        options: &[OptionInfo {
            name: "weight",
            title: "what estimates are multiplied by, to thousandths",
            kind: OptionKind::Number { least: 1.0, most: 1000.0 },
            default: Some("2"),
        }],
        example: "weighted-a-star(weight=1.5)",
        ..Component::new(
            "weighted-a-star",
            "A* that trusts its estimates more than the path so far",
        )
    },
    ..BEST_FIRST
};

/// Starts a search with buckets, the least estimate first among equals: no slower than any
/// order there, and the fewest states in the last layer.
struct InBuckets<P: Problem, Rank>(Start<P>, BestFirst<Rank>);

macro_rules! in_buckets {
    ($rank:ty) => {
        impl<P: Problem> IntegerVisitor<P::Space> for InBuckets<P, $rank> {
            type Output = AnySearchOf<P>;

            fn visit(self) -> AnySearchOf<P>
            where
                <P::Space as StateSpace>::Cost: IntegerCost,
            {
                let Self(start, settings) = self;
                let settings = settings.ties(LowH).open_list(Buckets);
                Box::new(settings.start(start.space, start.estimator))
            }
        }
    };
}

in_buckets!(GPlusH);
in_buckets!(G);
in_buckets!(H);

/// Starts a search with a heap, which any cost and tie-break fits.
fn in_heap<P: Problem, B>(start: Start<P>, settings: B) -> AnySearchOf<P>
where
    B: Strategy<P::Space> + Algorithm<P::Space> + 'static,
    B::Search<std::sync::Arc<P::Space>, crate::estimator::EstimatorSession<P::Space>>: 'static,
{
    Box::new(settings.start(start.space, start.estimator))
}

macro_rules! ranked {
    ($name:ident, $settings:expr, $what:literal) => {
        #[doc = concat!("Starts ", $what, ".")]
        pub(super) fn $name<P: Problem>(
            start: Start<P>,
            _options: &Options<'_>,
        ) -> Result<AnySearchOf<P>, RegistryError> {
            let settings = $settings;
            if let Some(tie) = start.tie {
                return Ok(in_heap(start, settings.ties(tie)));
            }
            if P::Integer::IS_OFFERED {
                let search = P::Integer::visit(InBuckets(start, settings));
                return Ok(search.expect("whole costs are offered"));
            }
            Ok(in_heap(start, settings))
        }
    };
}

ranked!(a_star, BestFirst::astar(), "A*");
ranked!(dijkstra, BestFirst::dijkstra(), "Dijkstra's algorithm");
ranked!(greedy, BestFirst::greedy(), "greedy best-first search");

/// Starts breadth-first search.
pub(super) fn breadth_first<P: Problem>(
    start: Start<P>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    Ok(Box::new(BestFirst::breadth_first().start(start.space, start.estimator)))
}

/// Starts depth-first search that remembers where it has been.
pub(super) fn depth_first_graph<P: Problem>(
    start: Start<P>,
    _options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    let settings = BestFirst::by(Discovery).ties(Lifo);
    Ok(Box::new(settings.start(start.space, start.estimator)))
}

/// Starts weighted A*, which compares whole numbers.
struct Weighing<P: Problem>(Start<P>, u64);

impl<P: Problem> IntegerVisitor<P::Space> for Weighing<P> {
    type Output = AnySearchOf<P>;

    fn visit(self) -> AnySearchOf<P>
    where
        <P::Space as StateSpace>::Cost: IntegerCost,
    {
        let Self(start, thousandths) = self;
        let divisor = greatest_common_divisor(thousandths, 1000);
        let settings: BestFirst<Weighted> =
            BestFirst::weighted_astar(thousandths / divisor, 1000 / divisor);
        match start.tie {
            Some(tie) => in_heap(start, settings.ties(tie)),
            None => in_heap(start, settings),
        }
    }
}

const fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Starts weighted A*.
pub(super) fn weighted_a_star<P: Problem>(
    start: Start<P>,
    options: &Options<'_>,
) -> Result<AnySearchOf<P>, RegistryError> {
    let thousandths = (options.number("weight") * 1000.0).round() as u64;
    P::Integer::visit(Weighing(start, thousandths)).ok_or_else(|| RegistryError::NotOffered {
        component: WEIGHTED_A_STAR.component.name.into(),
        reason: "the costs of this problem are not whole numbers".into(),
    })
}
