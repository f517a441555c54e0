//! Results of searches.

use std::fmt;
use std::time::Duration;

use crate::cost::{Cost, FloatCost};

/// A sequence of actions from the initial state to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Plan<A, C> {
    /// The actions in order.
    pub actions: Vec<A>,
    /// The sum of their costs.
    pub cost: C,
}

/// The state with the least estimate among those that a search has generated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nearest<A, C> {
    /// The actions that lead to it from the initial state, and their cost.
    pub plan: Plan<A, C>,
    /// The estimated cost from there to a goal.
    pub estimate: C,
}

impl<A, C> Nearest<A, C> {
    /// The end of `plan`, from where a goal is at this estimate.
    pub fn new(plan: Plan<A, C>, estimate: C) -> Self {
        Self { plan, estimate }
    }
}

/// Which limit ended a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum StopReason {
    /// [`Limits::nodes`](super::Limits::nodes) was reached.
    NodeLimit,
    /// [`Limits::time`](super::Limits::time) was reached.
    TimeLimit,
    /// [`Limits::memory`](super::Limits::memory) was reached.
    MemoryLimit,
    /// [`Limits::depth`](crate::Limits::depth), or the search's own bound, was reached.
    DepthLimit,
    /// [`Limits::depth`](crate::Limits::depth) was set for a search that cannot keep to it. It has
    /// taken no step.
    DepthUnsupported,
    /// [`Limits::time`](crate::Limits::time) was set, but without the feature `system` there is no
    /// clock until [`set_clock`](crate::clock) is called. The search has taken no step.
    TimeUnsupported,
    /// Every plan is proved to cost more than [`Limits::cost`](crate::Limits::cost).
    CostLimit,
    /// A cost exceeded the range of its type, so nothing is proved about other plans.
    CostOverflow,
    /// The [`CancelToken`](super::CancelToken) was cancelled.
    Cancelled,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NodeLimit => "node limit reached",
            Self::TimeLimit => "time limit reached",
            Self::MemoryLimit => "memory limit reached",
            Self::DepthLimit => "depth limit reached",
            Self::DepthUnsupported => "this algorithm cannot limit the depth in this space",
            Self::TimeUnsupported => "there is no clock for the time limit",
            Self::CostLimit => "cost limit reached",
            Self::CostOverflow => "a cost exceeds the range of its type",
            Self::Cancelled => "cancelled",
        })
    }
}

impl std::error::Error for StopReason {}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Termination {
    /// The algorithm's own stopping condition was met.
    Finished,
    /// Every reachable state was examined.
    Exhausted,
    /// A limit was reached.
    Stopped(StopReason),
}

/// Counters of a single-agent search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Statistics {
    /// States whose successors were generated; a reopened state counts again.
    pub expanded: u64,
    /// Successors generated, duplicates included.
    pub generated: u64,
    /// Heuristic evaluations.
    pub evaluated: u64,
    /// Expanded states that a cheaper path put back on the open list.
    pub reopened: u64,
    /// Generated states that were reached before at no greater cost.
    pub duplicates: u64,
    /// States that a safe heuristic showed to be dead ends.
    pub dead_ends: u64,
    /// Generated states that were pruned because their bound was too high, or because they were
    /// already on the path.
    pub pruned: u64,
    /// States on the open list at the end.
    pub open: u64,
    /// States on the closed list at the end, including the goal that was reached.
    pub closed: u64,
    /// Observations that contradict the [guarantees](crate::Guarantees) of the heuristic: an
    /// estimate falls by more than the action costs although the heuristic claims to be
    /// consistent, or the estimate of a state on a plan is more than the rest of the plan costs
    /// although it claims to be admissible.
    ///
    /// Counted by every search where the estimates are known anyway, and by some searches for more
    /// actions in debug builds. Nothing that the report proves then rests on the heuristic: the
    /// search starts again without it, or the lower bound is zero.
    pub inconsistencies: u64,
    /// Nodes expanded before the final f-layer: independent of tie-breaking.
    pub expanded_before_last_layer: u64,
    /// Iterations begun, by iterative algorithms.
    pub iterations: u64,
    /// Most entries on the open list at once.
    pub peak_open: usize,
    /// Most states stored at once.
    pub peak_stored: usize,
    /// Most bytes in the search's own tables at once.
    pub peak_bytes: usize,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// The result of a single-agent search.
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SearchReport<A, C> {
    /// The best plan found, if any.
    pub plan: Option<Plan<A, C>>,
    /// No plan is cheaper than this. Infinite if there is provably no plan.
    pub lower_bound: C,
    /// Why the search ended.
    pub termination: Termination,
    /// The counters of the search.
    pub statistics: Statistics,
}

/// How far a plan is proved to be a cheapest one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Optimality {
    /// It is not proved: there may be a cheaper plan.
    #[default]
    Open,
    /// No plan is cheaper, but for the rounding of float costs: a cheaper plan saves at most
    /// [`SearchReport::rounding`] of the cost.
    UpToRounding,
    /// No plan is cheaper. The costs are integers, so their sums are exact.
    Proved,
}

impl<A, C: Cost> SearchReport<A, C> {
    /// A report, for searches of your own. A plan that costs less than `lower_bound` disproves
    /// it: the report then has a lower bound of zero.
    pub fn new(
        plan: Option<Plan<A, C>>,
        lower_bound: C,
        termination: Termination,
        statistics: Statistics,
    ) -> Self {
        let is_disproved = plan.as_ref().is_some_and(|plan| lower_bound.exceeds(plan.cost));
        let lower_bound = if is_disproved { C::ZERO } else { lower_bound };
        Self { plan, lower_bound, termination, statistics }
    }

    /// How far the plan is proved to be a cheapest one.
    ///
    /// ```
    /// use tremaux::search::BestFirst;
    /// use tremaux::{Algorithm, NoHeuristic, Limits, Optimality};
    ///
    /// let whole = tremaux::space(0, |&n| [(n + 1, 1), (n + 3, 2)], |&n| n == 10);
    /// let report = BestFirst::dijkstra().solve(&whole, NoHeuristic, &Limits::default(), &mut ());
    /// assert_eq!(report.optimality(), Optimality::Proved);
    ///
    /// let float = tremaux::space(0, |&n| [(n + 1, 0.1), (n + 3, 0.2)], |&n| n == 10);
    /// let report = BestFirst::dijkstra().solve(&float, NoHeuristic, &Limits::default(), &mut ());
    /// assert_eq!(report.optimality(), Optimality::UpToRounding);
    /// assert_eq!(report.rounding(), 1e-12);
    /// ```
    pub fn optimality(&self) -> Optimality {
        match &self.plan {
            // A sum of floats is zero only if all of them are, and no cost is less.
            Some(plan) if plan.cost == C::ZERO => Optimality::Proved,
            Some(plan) if C::IS_EXACT && plan.cost <= self.lower_bound => Optimality::Proved,
            Some(plan) if !C::IS_EXACT && self.is_within_rounding(plan.cost) => {
                Optimality::UpToRounding
            }
            _ => Optimality::Open,
        }
    }

    fn is_within_rounding(&self, cost: C) -> bool {
        cost <= self.lower_bound
            || cost.to_f64() <= self.lower_bound.to_f64() * (1.0 + self.rounding())
    }

    /// An upper bound on the relative error of the costs that the search compared: 0 for integers.
    /// For floats it grows with the longest path that the search can have seen.
    pub fn rounding(&self) -> f64 {
        if C::IS_EXACT {
            return 0.0;
        }
        let length = self.plan.as_ref().map_or(0, |plan| plan.actions.len() as u64);
        FloatCost::rounding(self.statistics.expanded.max(length) + 1)
    }

    /// Whether the plan is proven to be a cheapest one.
    ///
    /// Never true for float costs other than zero, as their sums are rounded: see
    /// [`SearchReport::optimality`].
    pub fn is_proven_optimal(&self) -> bool {
        self.optimality() == Optimality::Proved
    }

    /// Whether it is proven that no plan exists.
    pub fn is_proven_unsolvable(&self) -> bool {
        self.plan.is_none() && self.lower_bound == C::INFINITY
    }
}
