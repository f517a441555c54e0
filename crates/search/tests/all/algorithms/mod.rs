//! Every algorithm under every option, with its claims. To add an algorithm, add a line to
//! [`best_first`], [`depth_first`] or [`family`].

#![allow(dead_code, reason = "each test file uses its part")]
#![allow(missing_docs, unreachable_pub, reason = "a part of tests, not of a library")]

use tremaux_core::{
    ActionKey, Algorithm, AnySearch, BackwardSpace, CommutingSpace, CompactActions, Guarantees,
    Heuristic, IndexedSpace, NoHeuristic, ReversibleSpace, SearchReport, StateSpace, Termination,
    UndoSpace,
};
use tremaux_search::{
    AnyOrder, AnytimeAStar, Beam, BestFirst, BidirectionalBreadthFirst, BranchAndBound, Buckets,
    ByEstimate, ByEstimateThenHistory, ByHistory, ByKey, Conventions, DepthFirst, Discovery,
    DuplicateRule, EnforcedHillClimbing, ExpansionOrder, Fifo, Fringe, FrontierBreadthFirst,
    GoalTest, GraphSearch, HashedStates, IdaStar, Indexed, IslandDriven, IterativeBroadening,
    KBest, Lifo, LowH, MemoryBounded, NearOptimalBidirectional, Queue, RecursiveBestFirst,
    Reopening, Scheme, SchemedStates, TieRule, Undoing, plan_cost,
};
use tremaux_tables::{LeastCost, TwoLevel};

/// A search of `S` by any algorithm.
pub type AnySearchOf<'a, S> = Box<dyn AnySearch<S> + 'a>;

type Start<S, H> = dyn for<'a> Fn(&'a S, &'a H) -> AnySearchOf<'a, S>;

/// The claims of an algorithm for a heuristic with given guarantees; the flag says whether all
/// actions of the space cost the same.
#[derive(Clone, Copy)]
pub struct Claim {
    /// The plan is optimal.
    pub finds: fn(Guarantees, bool) -> bool,
    /// The plan is proved optimal, or it is proved that there is none.
    pub proves: fn(Guarantees, bool) -> bool,
    /// The plan has the fewest actions.
    pub is_shortest: bool,
    /// The plan costs at most this many times the optimum (a fraction), given an admissible
    /// heuristic.
    pub within: Option<(u64, u64)>,
    /// The search ends on every finite space.
    pub ends: bool,
    /// When the search ends, it has found a plan if there is one.
    pub is_complete: bool,
}

impl Claim {
    /// Finds some plan if there is one.
    pub const ANY: Self = Self {
        finds: |_, _| false,
        proves: |_, _| false,
        is_shortest: false,
        within: None,
        ends: true,
        is_complete: true,
    };
    /// Finds some plan, or none.
    pub const ANY_OR_NONE: Self = Self { is_complete: false, ..Self::ANY };
    /// Finds an optimal plan and proves it if the heuristic is admissible.
    pub const OPTIMAL: Self = Self {
        finds: |guarantees, _| guarantees.admissible,
        proves: |guarantees, _| guarantees.admissible,
        ..Self::ANY
    };
    /// Finds an optimal plan and proves it if the heuristic is consistent.
    pub const OPTIMAL_IF_CONSISTENT: Self = Self {
        finds: |guarantees, _| guarantees.consistent,
        proves: |guarantees, _| guarantees.consistent,
        ..Self::ANY
    };
    /// Finds an optimal plan and proves it, whatever the heuristic.
    pub const ALWAYS_PROVED: Self = Self { finds: |_, _| true, proves: |_, _| true, ..Self::ANY };
    /// Like [`Claim::ALWAYS_PROVED`], but may not end if there is no plan.
    pub const ALWAYS_PROVED_IF_IT_ENDS: Self = Self { ends: false, ..Self::ALWAYS_PROVED };
    /// Finds an optimal plan with any heuristic, and proves it if the heuristic is admissible.
    pub const ALWAYS_CHEAPEST: Self = Self { finds: |_, _| true, ..Self::OPTIMAL };
    /// Finds a plan with the fewest actions.
    pub const SHORTEST: Self = Self {
        finds: |_, is_uniform| is_uniform,
        proves: |guarantees, is_uniform| guarantees.consistent && is_uniform,
        is_shortest: true,
        ..Self::ANY
    };
    /// Finds a plan with the fewest actions and proves it, whatever the heuristic.
    pub const SHORTEST_PROVED: Self = Self { proves: |_, is_uniform| is_uniform, ..Self::SHORTEST };
    /// Finds an optimal plan and proves it, but may not end if there is none.
    pub const OPTIMAL_IF_IT_ENDS: Self = Self { ends: false, ..Self::OPTIMAL };

    /// Finds a plan with the fewest actions and proves it, whatever the heuristic, but may not
    /// end if there is no plan.
    pub const SHORTEST_IF_IT_ENDS: Self =
        Self { proves: |_, is_uniform| is_uniform, ends: false, ..Self::SHORTEST };
    /// Finds some plan, unless a bound prevents it.
    pub const ANY_IF_IT_ENDS: Self = Self { ends: false, ..Self::ANY };

    /// The remaining claim if goals are tested as soon as they are generated.
    fn on_generation(self) -> Self {
        let finds: fn(Guarantees, bool) -> bool =
            if self.is_shortest { |_, is_uniform| is_uniform } else { |_, _| false };
        Self { finds, proves: |_, _| false, within: None, ..self }
    }
}

/// An algorithm with all of its options set.
pub struct Entry<S: StateSpace, H> {
    pub name: String,
    pub claim: Claim,
    pub start: Box<Start<S, H>>,
}

fn entry<S: StateSpace, H>(
    name: String,
    claim: Claim,
    start: impl for<'a> Fn(&'a S, &'a H) -> AnySearchOf<'a, S> + 'static,
) -> Entry<S, H> {
    Entry { name, claim, start: Box::new(start) }
}

/// One line per entry: the claim and the algorithm.
macro_rules! entries {
    ($($claim:expr, $algorithm:expr;)*) => {
        vec![$(entry(stringify!($algorithm).to_owned(), $claim, |space, heuristic| {
            Box::new($algorithm.start(space, heuristic))
        })),*]
    };
}

/// One line per entry, which is repeated for every reopening rule and goal test.
macro_rules! settings {
    ($entries:ident: $($claim:expr, $algorithm:expr;)*) => {$(
        for reopening in REOPENING {
            for goal_test in [GoalTest::OnExpansion, GoalTest::OnGeneration] {
                let claim: fn(Reopening) -> Claim = $claim;
                let mut claim = claim(reopening);
                if goal_test == GoalTest::OnGeneration {
                    claim = claim.on_generation();
                }
                let name = format!("{}, {reopening:?}, {goal_test:?}", stringify!($algorithm));
                $entries.push(entry(name, claim, move |space, heuristic| {
                    let algorithm = $algorithm.reopening(reopening).goal_test(goal_test);
                    Box::new(algorithm.start(space, heuristic))
                }));
            }
        }
    )*};
}

const REOPENING: [Reopening; 4] = [
    Reopening::Never,
    Reopening::OnBetterG,
    Reopening::OnBetterScore,
    Reopening::OnBetterScoreWhileOpen,
];

/// The claim of A* under a reopening rule.
fn a_star(reopening: Reopening) -> Claim {
    match reopening {
        Reopening::OnBetterG => Claim::OPTIMAL,
        _ => Claim::OPTIMAL_IF_CONSISTENT,
    }
}

/// The claim of Dijkstra's algorithm, whose order ignores estimates.
fn dijkstra(reopening: Reopening) -> Claim {
    Claim { finds: |guarantees, _| guarantees.safe, ..a_star(reopening) }
}

/// The claim of weighted A* with the weight 3/2. Its bound is proved only with reopening.
fn weighted(reopening: Reopening) -> Claim {
    let within = (reopening == Reopening::OnBetterG).then_some((3, 2));
    Claim { within, ..Claim::ANY }
}

fn any(_: Reopening) -> Claim {
    Claim::ANY
}

fn shortest(_: Reopening) -> Claim {
    Claim::SHORTEST
}

/// Every best-first search.
pub fn best_first<S, H>() -> Vec<Entry<S, H>>
where
    S: IndexedSpace + StateSpace<Cost = u32, Packed = u32> + 'static,
    H: Heuristic<S> + 'static,
{
    fn middle<T>(_: &T) -> u32 {
        7
    }
    let mut entries: Vec<Entry<S, H>> = Vec::new();
    settings! { entries:
        a_star, BestFirst::a_star();
        a_star, BestFirst::a_star().table(Indexed);
        a_star, BestFirst::a_star().ties(AnyOrder);
        a_star, BestFirst::a_star().ties(LowH);
        a_star, BestFirst::a_star().ties(Fifo);
        a_star, BestFirst::a_star().ties(Lifo);
        a_star, BestFirst::a_star().ties(ByKey(middle as fn(&S::State) -> u32));
        a_star, BestFirst::a_star().ties(Fifo).table(Indexed);
        a_star, BestFirst::a_star().open_list(Buckets).ties(AnyOrder);
        a_star, BestFirst::a_star().open_list(Buckets).ties(LowH);
        a_star, BestFirst::a_star().open_list(Buckets).ties(AnyOrder).table(Indexed);
        dijkstra, BestFirst::dijkstra();
        dijkstra, BestFirst::dijkstra().open_list(Buckets).ties(AnyOrder);
        dijkstra, BestFirst::dijkstra().ties(LowH).table(Indexed);
        weighted, BestFirst::weighted_a_star(1.5);
        weighted, BestFirst::weighted_a_star(1.5).ties(Lifo).table(Indexed);
        any, BestFirst::greedy();
        any, BestFirst::greedy().ties(Lifo).table(Indexed);
        any, BestFirst::by(Discovery).ties(Lifo);
        any, BestFirst::by(Discovery).ties(AnyOrder);
        any, BestFirst::by(Discovery).ties(LowH).table(Indexed);
        any, BestFirst::by(Discovery).ties(Fifo);
        any, BestFirst::by(Discovery).ties(AnyOrder).open_list(Queue);
    }
    for goal_test in [GoalTest::OnExpansion, GoalTest::OnGeneration] {
        let claim = shortest(Reopening::Never);
        let is_early = goal_test == GoalTest::OnGeneration;
        let claim = if is_early { claim.on_generation() } else { claim };
        entries.push(entry(format!("breadth-first, {goal_test:?}"), claim, move |space, h| {
            Box::new(BestFirst::breadth_first().goal_test(goal_test).start(space, h))
        }));
        entries.push(entry(
            format!("breadth-first in arrays, {goal_test:?}"),
            claim,
            move |space, h| {
                let algorithm = BestFirst::breadth_first().table(Indexed).goal_test(goal_test);
                Box::new(algorithm.start(space, h))
            },
        ));
    }
    entries
}

/// Every search that keeps only one path or discards what is behind its frontier. Only for
/// spaces with few cheap paths; may not end if there is no plan.
pub fn depth_first<S, H>() -> Vec<Entry<S, H>>
where
    S: ActionKey + ReversibleSpace + CompactActions + UndoSpace + StateSpace<Cost = u32> + 'static,
    H: Heuristic<S> + 'static,
{
    entries! {
        Claim::OPTIMAL_IF_IT_ENDS, IdaStar::new();
        Claim::OPTIMAL_IF_IT_ENDS, IdaStar::in_place();
        Claim::OPTIMAL_IF_IT_ENDS, IdaStar::compact();
        Claim::OPTIMAL_IF_IT_ENDS, IdaStar::new().with_table(1 << 12);
        Claim::OPTIMAL_IF_IT_ENDS, BranchAndBound::ida_star();
        Claim::OPTIMAL_IF_IT_ENDS, BranchAndBound::ida_star().hashed(1 << 16).in_place();
        Claim::OPTIMAL_IF_IT_ENDS, BranchAndBound::ida_star().full(1 << 8).best_first(true);
        Claim::OPTIMAL_IF_IT_ENDS,
            BranchAndBound::ida_star().full(1 << 14).order(ByEstimate).bidirectional_pathmax();
        Claim::OPTIMAL_IF_IT_ENDS, BranchAndBound::ida_star().bidirectional_pathmax();
        Claim::OPTIMAL_IF_IT_ENDS, BranchAndBound::ida_star().order(ByHistory::default());
        Claim::OPTIMAL_IF_IT_ENDS, BranchAndBound::new().order(ByEstimate);
        Claim::OPTIMAL_IF_IT_ENDS,
            BranchAndBound::new().hashed(1 << 14).order(ByEstimateThenHistory::default());
        Claim::OPTIMAL_IF_IT_ENDS, BranchAndBound::new().full(1 << 14).bidirectional_pathmax();
        Claim::OPTIMAL_IF_IT_ENDS, BranchAndBound::budgeted();
        Claim::OPTIMAL_IF_IT_ENDS, BranchAndBound::budgeted().hashed(1 << 14);
        Claim::OPTIMAL_IF_IT_ENDS, BranchAndBound::budgeted().hashed(1 << 14).order(ByEstimate);
        Claim::OPTIMAL_IF_IT_ENDS,
            BranchAndBound::ida_star().hashed(1 << 12).best_first(true).order(ByEstimate);
        Claim::OPTIMAL_IF_IT_ENDS,
            BranchAndBound::budgeted()
            .table(HashedStates::<TwoLevel>::with_bytes(1 << 7))
            .in_place();
        Claim::OPTIMAL_IF_IT_ENDS,
            BranchAndBound::ida_star().table(HashedStates::<LeastCost>::with_bytes(1 << 7));
        Claim::OPTIMAL_IF_IT_ENDS, BranchAndBound::new().compact();
        Claim::OPTIMAL_IF_IT_ENDS, BranchAndBound::ida_star().hashed(1 << 9).compact();
        Claim::OPTIMAL_IF_IT_ENDS,
            BranchAndBound::budgeted().full(1 << 12).best_first(true).compact();
        Claim::OPTIMAL_IF_IT_ENDS,
            BranchAndBound::ida_star().table(SchemedStates::new(1 << 8, Scheme::Cluster));
        Claim::OPTIMAL_IF_IT_ENDS,
            BranchAndBound::ida_star().table(SchemedStates::new(1 << 8, Scheme::Always));
        Claim::OPTIMAL_IF_IT_ENDS, RecursiveBestFirst::new();
        Claim::OPTIMAL_IF_IT_ENDS, RecursiveBestFirst::in_place();
        Claim::SHORTEST_IF_IT_ENDS, DepthFirst::iterative_deepening();
        Claim::SHORTEST_IF_IT_ENDS, DepthFirst::iterative_deepening().make_unmake(Undoing);
        Claim::SHORTEST_IF_IT_ENDS, DepthFirst::iterative_deepening().compact();
        Claim::SHORTEST_IF_IT_ENDS, FrontierBreadthFirst;
        Claim::ALWAYS_PROVED_IF_IT_ENDS, KBest::new(2).loopless();
        Claim::OPTIMAL_IF_IT_ENDS, GraphSearch::by(by(ExpansionOrder::F, DuplicateRule::Path));
        Claim::ANY_IF_IT_ENDS, IterativeBroadening::new(4);
        Claim::ANY_IF_IT_ENDS, IterativeBroadening::new(1 << 20);
        Claim::ANY_IF_IT_ENDS, DepthFirst::bounded(3);
        Claim::ANY_IF_IT_ENDS, DepthFirst::bounded(7).compact();
    }
}

/// Newest first among equals; stacks do not open closed states again.
fn by(order: ExpansionOrder, duplicates: DuplicateRule) -> Conventions {
    let reopens = matches!(order, ExpansionOrder::F | ExpansionOrder::G);
    Conventions { order, ties: [TieRule::Lifo; 2], reopens, duplicates, ..Conventions::default() }
}

/// Every search that keeps many states and is not a setting of [`BestFirst`].
pub fn family<S, H>() -> Vec<Entry<S, H>>
where
    S: BackwardSpace + IndexedSpace + StateSpace<Cost = u32> + 'static,
    H: Heuristic<S> + 'static,
{
    entries! {
        Claim::ALWAYS_PROVED, AnytimeAStar::new();
        Claim::ALWAYS_PROVED, AnytimeAStar::from_weight(1500);
        Claim::ALWAYS_PROVED, AnytimeAStar::from_weight(0);
        Claim::ALWAYS_PROVED, MemoryBounded;
        Claim::OPTIMAL, Fringe;
        Claim::ANY_OR_NONE, Beam::new(1);
        Claim::ANY_OR_NONE, EnforcedHillClimbing;
        Claim::ANY_OR_NONE, Beam::new(4);
        Claim::OPTIMAL, GraphSearch::by(Conventions::default());
        Claim::OPTIMAL, GraphSearch::by(by(ExpansionOrder::F, DuplicateRule::Closed));
        Claim::OPTIMAL, GraphSearch::by(by(ExpansionOrder::F, DuplicateRule::Generated));
        Claim::OPTIMAL_IF_CONSISTENT,
            GraphSearch::by(Conventions { reopens: false, ..Conventions::default() });
        Claim::ALWAYS_PROVED, GraphSearch::by(by(ExpansionOrder::G, DuplicateRule::All));
        Claim::ANY, GraphSearch::by(by(ExpansionOrder::H, DuplicateRule::All));
        Claim::ANY, GraphSearch::by(by(ExpansionOrder::WeightedF(3.0), DuplicateRule::Closed));
        Claim::ANY, GraphSearch::by(by(ExpansionOrder::MostMoves, DuplicateRule::All));
        Claim::SHORTEST_PROVED,
            GraphSearch::by(by(ExpansionOrder::FewestMoves, DuplicateRule::Generated));
        Claim::SHORTEST_PROVED,
            GraphSearch::by(Conventions {
                goal_test: GoalTest::OnGeneration,
                ..by(ExpansionOrder::FewestMoves, DuplicateRule::All)
            });
        Claim::SHORTEST, Beam::new(1 << 20);
        Claim::ALWAYS_PROVED, KBest::new(1);
        Claim::ALWAYS_PROVED, KBest::new(3);
        Claim::OPTIMAL, IslandDriven::through(Vec::new());
        Claim::SHORTEST_PROVED, BidirectionalBreadthFirst;
        Claim::ALWAYS_PROVED, NearOptimalBidirectional::new();
        Claim::ALWAYS_PROVED, NearOptimalBidirectional::with_backward(NoHeuristic);
    }
}

/// Every search that tries commuting actions in one order only.
pub fn canonical<S, H>() -> Vec<Entry<S, H>>
where
    S: CommutingSpace + StateSpace<Cost = u32> + 'static,
    H: Heuristic<S> + 'static,
{
    entries! {
        Claim::OPTIMAL_IF_IT_ENDS, IdaStar::canonical();
        Claim::SHORTEST_IF_IT_ENDS, DepthFirst::iterative_deepening().canonical();
    }
}

/// The true properties of a problem.
pub struct Truth {
    /// The cost of an optimal plan; infinite if there is none.
    pub cost: u32,
    /// The fewest actions of a plan, infinite if there is none.
    pub length: u32,
    pub guarantees: Guarantees,
    pub is_uniform: bool,
}

/// Checks what must hold for every report at any time: its plan is a plan, and its bound is a
/// lower bound.
pub fn check_sound<S: StateSpace<Cost = u32>>(
    name: &str,
    space: &S,
    report: &SearchReport<S::Action, u32>,
    truth: &Truth,
) {
    let bound = report.lower_bound;
    assert!(bound <= truth.cost, "{name}: bound {bound} above the true cost {}", truth.cost);
    if let Some(plan) = &report.plan {
        assert_eq!(plan_cost(space, &plan.actions), Some(plan.cost), "{name}: no such plan");
    }
    if report.is_proven_optimal() {
        assert_eq!(report.plan.as_ref().map(|plan| plan.cost), Some(truth.cost), "{name}");
    }
}

/// Checks the final report against the claim of the algorithm.
pub fn check_claims<S: StateSpace<Cost = u32>>(
    name: &str,
    claim: Claim,
    space: &S,
    report: &SearchReport<S::Action, u32>,
    truth: &Truth,
) {
    check_sound(name, space, report, truth);
    if let Termination::Stopped(reason) = report.termination {
        assert!(!claim.ends, "{name}: stopped, {reason:?}");
        return;
    }
    let Truth { guarantees, is_uniform, .. } = *truth;
    let Some(plan) = &report.plan else {
        assert_eq!(report.termination, Termination::Exhausted, "{name}");
        let may_miss = !guarantees.safe || !claim.is_complete;
        assert!(may_miss || truth.cost == u32::MAX, "{name}: found no plan");
        assert!(may_miss || report.is_proven_unsolvable(), "{name}: did not prove there is none");
        return;
    };
    if (claim.finds)(guarantees, is_uniform) {
        assert_eq!(plan.cost, truth.cost, "{name}: not a cheapest plan");
    }
    if (claim.proves)(guarantees, is_uniform) {
        assert!(report.is_proven_optimal(), "{name}: not proved, {}", report.lower_bound);
    }
    if claim.is_shortest {
        assert_eq!(plan.actions.len(), truth.length as usize, "{name}: not the fewest actions");
    }
    if let Some((times, of)) = claim.within.filter(|_| guarantees.admissible) {
        let (cost, truth) = (u64::from(plan.cost), u64::from(truth.cost));
        assert!(of * cost <= times * truth, "{name}: {cost} is not within {times}/{of} of {truth}");
    }
}
