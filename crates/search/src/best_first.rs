//! Best-first search: Dijkstra, A*, weighted A*, greedy and breadth-first search are
//! settings of one engine.

use std::marker::PhantomData;
use std::ops::Deref;

use tremaux_core::{Algorithm, Heuristic, StateSpace};

use crate::best_first_search::{BestFirstSearch, SearchMemory};
use crate::buckets::Buckets;
use crate::node_table::{Hashed, TableKind};
use crate::open_list::{Heap, Key, OpenKind};
use crate::order::{
    AnyOrder, Candidate, G, GPlusH, GoalTest, H, HighG, Priority, Reopening, TieBreak, Weighted,
};
use crate::queue::{Discovery, Queue};
use crate::strategy::Strategy;

/// Best-first search with all its options: expands states in the order of a priority and keeps
/// the best path found to each.
///
/// Options that determine the data layout are types: the priority, the tie-break, and the kinds
/// of open list and node table. Options that cost only an occasional branch are values. The
/// defaults are those of A*, and fit every space: the newest state first among equal priorities,
/// [`Buckets`], which adapt to the costs, and [`Hashed`].
///
/// Takes about 26 bytes for every state seen, up to 40 below 400,000 states, with packed states of
/// eight bytes and costs of four, and never more than [`Limits::memory`](tremaux_core::Limits)
/// allows. Time is proportional to the number of actions of the expanded states, times the
/// logarithm of that number where [`Buckets`] keep a heap. At 2^31 states the search stops as if it
/// had reached the memory limit.
///
/// ```
/// use tremaux::{Algorithm, NoHeuristic, Limits, StateSpace};
/// use tremaux::search::BestFirst;
///
/// /// The numbers from 1 to 100; doubling costs 3, adding one costs 1.
/// struct Numbers;
/// impl StateSpace for Numbers {
///     type State = u32;
///     type Packed = u32;
///     type Action = bool;
///     type Cost = u32;
///     fn initial_state(&self) -> u32 { 1 }
///     fn is_goal(&self, &n: &u32) -> bool { n == 100 }
///     fn actions(&self, &n: &u32, actions: &mut Vec<bool>) {
///         actions.extend([true, false].into_iter().filter(|_| n <= 50));
///         actions.extend((50 < n && n < 100).then_some(false));
///     }
///     fn cost(&self, _: &u32, doubles: bool) -> u32 { if doubles { 3 } else { 1 } }
///     fn apply(&self, n: &mut u32, doubles: bool) { *n += if doubles { *n } else { 1 } }
///     fn pack(&self, &n: &u32) -> u32 { n }
///     fn unpack(&self, &n: &u32) -> u32 { n }
/// }
///
/// let limits = Limits::default().with_nodes(1000);
/// let report = BestFirst::a_star().solve(&Numbers, NoHeuristic, &limits, &mut ());
/// assert!(report.is_proven_optimal());
/// assert_eq!(report.lower_bound, 18);
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct BestFirst<Rank = GPlusH, Tie = AnyOrder, Open = Buckets, Table = Hashed> {
    rank: Rank,
    tie: Tie,
    reopening: Reopening,
    goal_test: GoalTest,
    plan_count: u64,
    #[cfg_attr(feature = "serde", serde(skip))]
    kinds: PhantomData<(Open, Table)>,
}

impl BestFirst {
    /// A* (Hart, Nilsson and Raphael 1968): least `g + h` first.
    ///
    /// The plan is optimal, and the bound proves it, if the heuristic is admissible. States are
    /// reopened if it is not consistent. Where it is seen to break a promise, the plan is found all
    /// the same, and the bound is zero
    /// ([`Statistics::inconsistencies`](tremaux_core::Statistics::inconsistencies)). No algorithm
    /// that proves an optimum with the same consistent heuristic expands fewer states, apart from
    /// ties.
    #[doc(alias = "astar")]
    pub fn a_star() -> Self {
        Self::by(GPlusH)
    }
}

impl<Rank> BestFirst<Rank> {
    /// Expands the lowest `rank` first; otherwise like A*.
    pub fn by(rank: Rank) -> Self {
        BestFirst {
            rank,
            tie: AnyOrder,
            reopening: Reopening::default(),
            goal_test: GoalTest::default(),
            plan_count: 1,
            kinds: PhantomData,
        }
    }
}

impl BestFirst<G> {
    /// Dijkstra's algorithm (1959), or uniform-cost search: least `g` first. The heuristic is
    /// only used to detect dead ends. The plan is optimal for every heuristic that reports only
    /// true dead ends.
    #[doc(alias = "ucs")]
    pub fn dijkstra() -> Self {
        Self::by(G)
    }
}

impl BestFirst<H, HighG, Heap> {
    /// Greedy best-first search (Doran and Michie 1966): least `h` first, ignoring the cost of
    /// the path so far, and of equal ones the highest `g`. Finds some plan; proves nothing except
    /// that there is none.
    pub fn greedy() -> Self {
        BestFirst::by(H).ties(HighG).open_list(Heap)
    }
}

impl BestFirst<Weighted> {
    /// Weighted A* (Pohl 1970): least `g + w·h` first, where `w` is `weight`, rounded to
    /// thousandths.
    ///
    /// With an admissible heuristic and `w` at least one, the plan costs at most `w` times the
    /// optimum. The bound in the report is often better than that.
    ///
    /// # Panics
    ///
    /// Panics if the weight is negative, more than a million, or not a number.
    #[doc(alias = "wastar")]
    pub fn weighted_a_star(weight: f64) -> Self {
        assert!((0.0..=1e6).contains(&weight), "the weight is {weight}; expected 0 to a million");
        Self::by(Weighted::new((weight * 1000.0).round() as u64, 1000))
    }
}

impl BestFirst<Discovery, AnyOrder, Queue> {
    /// Breadth-first search (Moore 1959): expands states in the order in which they are
    /// generated.
    ///
    /// The plan has the fewest actions. It is proved optimal if all actions cost the same
    /// ([`StateSpace::uniform_cost`]).
    #[doc(alias = "bfs")]
    pub fn breadth_first() -> Self {
        BestFirst::by(Discovery).ties(AnyOrder).open_list(Queue).reopening(Reopening::KeepFirst)
    }
}

impl<Rank, Tie, Open, Table> BestFirst<Rank, Tie, Open, Table> {
    /// Sets the tie-break.
    #[must_use]
    pub fn ties<T>(self, tie: T) -> BestFirst<Rank, T, Open, Table> {
        let Self { rank, reopening, goal_test, plan_count, .. } = self;
        BestFirst { rank, tie, reopening, goal_test, plan_count, kinds: PhantomData }
    }

    /// Sets the kind of open list.
    #[must_use]
    pub fn open_list<Q>(self, _kind: Q) -> BestFirst<Rank, Tie, Q, Table> {
        let Self { rank, tie, reopening, goal_test, plan_count, .. } = self;
        BestFirst { rank, tie, reopening, goal_test, plan_count, kinds: PhantomData }
    }

    /// Sets the kind of node table.
    #[must_use]
    pub fn table<T>(self, _kind: T) -> BestFirst<Rank, Tie, Open, T> {
        let Self { rank, tie, reopening, goal_test, plan_count, .. } = self;
        BestFirst { rank, tie, reopening, goal_test, plan_count, kinds: PhantomData }
    }

    /// Sets the reopening rule.
    #[must_use]
    pub fn reopening(self, reopening: Reopening) -> Self {
        Self { reopening, ..self }
    }

    /// Searches until this many different goal states are reached; `u64::MAX` finds all of
    /// them. Each is reported with a cheapest path if the search finds cheapest paths at all.
    ///
    /// The report's plan is the first one found, and its bound refers to that one.
    /// [`Search::solutions`](tremaux_core::Search::solutions) returns all of them. Paths may
    /// lead through goals to further goals.
    #[must_use]
    pub fn plan_count(self, plan_count: u64) -> Self {
        Self { plan_count, ..self }
    }

    /// Sets the goal test.
    #[must_use]
    pub fn goal_test(self, goal_test: GoalTest) -> Self {
        Self { goal_test, ..self }
    }
}

impl<S, Rank, Tie, Open, Table> Strategy<S> for BestFirst<Rank, Tie, Open, Table>
where
    S: StateSpace,
    Rank: Priority<S::Cost>,
    Tie: TieBreak<S>,
    Open: OpenKind<Key<Rank::Value, Tie::Value>> + Copy,
    Table: TableKind<S> + Copy,
{
    type Rank = Rank::Value;
    type Tie = Tie::Value;
    type Open = Open::Open;
    type Table = Table::Table;

    #[inline]
    fn is_informed(&self) -> bool {
        self.rank.is_informed()
    }

    #[inline]
    fn expands_by_cheapest(&self) -> bool {
        self.rank.expands_by_cheapest()
    }

    #[inline]
    fn rank(&self, g: S::Cost, h: S::Cost) -> Rank::Value {
        self.rank.value(g, h)
    }

    #[inline]
    fn estimate(&self, rank: Rank::Value, g: S::Cost) -> Option<S::Cost> {
        self.rank.estimate(rank, g)
    }

    #[inline]
    fn tie(&self, candidate: &Candidate<'_, S>) -> Tie::Value {
        self.tie.value(candidate)
    }

    #[inline]
    fn bound(&self, least: Rank::Value, g: S::Cost, is_uniform: bool) -> Option<S::Cost> {
        self.rank.bound(least, g, is_uniform && Open::IS_QUEUE)
    }

    #[inline]
    fn reopening(&self) -> Reopening {
        self.reopening
    }

    #[inline]
    fn goal_test(&self) -> GoalTest {
        self.goal_test
    }

    #[inline]
    fn plan_count(&self) -> u64 {
        self.plan_count.max(1)
    }
}

impl<S, Rank, Tie, Open, Table> Algorithm<S> for BestFirst<Rank, Tie, Open, Table>
where
    S: StateSpace,
    Self: Strategy<S>,
{
    type Search<P: Deref<Target = S>, H: Heuristic<S>> = BestFirstSearch<P, H, S, Self>;

    fn start<P: Deref<Target = S>, H: Heuristic<S>>(
        &self,
        space: P,
        heuristic: H,
    ) -> BestFirstSearch<P, H, S, Self> {
        BestFirstSearch::new(*self, space, heuristic, SearchMemory::default())
    }
}
