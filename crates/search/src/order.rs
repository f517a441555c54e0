//! In which order best-first search expands states: a priority, then a tie-break.

use std::cmp::{Ordering, Reverse};

use crate::open_list::IntegerCost;
use tremaux_core::{Cost, Guarantees, StateSpace};

/// What is known of a state when it enters the open list.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a, S: StateSpace> {
    /// The space.
    pub space: &'a S,
    /// The state.
    pub state: &'a S::State,
    /// Cost of the best path to it.
    pub g: S::Cost,
    /// Estimated cost to a goal.
    pub h: S::Cost,
    /// How many entries were made before.
    pub serial: u32,
}

/// The number by which states are expanded, the least first.
pub trait Priority<C: Cost>: Copy {
    /// The type of the number.
    type Value: Copy + Ord;

    /// The priority of a state.
    fn value(&self, g: C, h: C) -> Self::Value;

    /// The estimate of a state with this priority and cost, if they tell.
    #[inline]
    fn estimate(&self, value: Self::Value, g: C) -> Option<C> {
        let _ = (value, g);
        None
    }

    /// No plan is cheaper than this while `least` is the least priority in open, and `g`
    /// that state's, given an admissible heuristic. `is_by_depth`: all actions cost the same,
    /// and of states of the same priority the one that was found first comes first.
    ///
    /// `None` if the priority proves nothing.
    #[inline]
    fn bound(&self, least: Self::Value, g: C, is_by_depth: bool) -> Option<C> {
        let _ = (least, g, is_by_depth);
        None
    }
}

/// `g + h`: A*.
#[derive(Clone, Copy, Debug, Default)]
pub struct GPlusH;

impl<C: Cost> Priority<C> for GPlusH {
    type Value = C;

    #[inline]
    fn value(&self, g: C, h: C) -> C {
        g.plus(h)
    }

    #[inline]
    fn estimate(&self, value: C, g: C) -> Option<C> {
        value.minus(g)
    }

    #[inline]
    fn bound(&self, least: C, _g: C, _is_by_depth: bool) -> Option<C> {
        Some(least)
    }
}

/// `g`: Dijkstra's algorithm, or branch and bound.
#[derive(Clone, Copy, Debug, Default)]
pub struct G;

impl<C: Cost> Priority<C> for G {
    type Value = C;

    #[inline]
    fn value(&self, g: C, _h: C) -> C {
        g
    }

    #[inline]
    fn bound(&self, least: C, _g: C, _is_by_depth: bool) -> Option<C> {
        Some(least)
    }
}

/// `h`: greedy best-first search.
#[derive(Clone, Copy, Debug, Default)]
pub struct H;

impl<C: Cost> Priority<C> for H {
    type Value = C;

    #[inline]
    fn value(&self, _g: C, h: C) -> C {
        h
    }

    #[inline]
    fn estimate(&self, value: C, _g: C) -> Option<C> {
        Some(value)
    }
}

/// `g + w·h` for integer costs, as `scale·g + scaled_weight·h`: weighted A* (Pohl 1970).
#[derive(Clone, Copy, Debug)]
pub struct Weighted {
    /// The weight times `scale`.
    pub scaled_weight: u64,
    /// What 1 is multiplied by.
    pub scale: u64,
}

impl<C: IntegerCost> Priority<C> for Weighted {
    type Value = u64;

    #[inline]
    fn value(&self, g: C, h: C) -> u64 {
        if h == C::INFINITY {
            return u64::MAX;
        }
        let g = self.scale.saturating_mul(g.to_u64());
        g.saturating_add(self.scaled_weight.saturating_mul(h.to_u64()))
    }

    #[inline]
    fn bound(&self, least: u64, _g: C, _is_by_depth: bool) -> Option<C> {
        let largest = self.scaled_weight.max(self.scale);
        Some(C::from_u64(least.div_ceil(largest).min(C::INFINITY.to_u64())))
    }
}

/// Which of two states of the same priority comes first, the least again.
pub trait TieBreak<S: StateSpace>: Copy {
    /// The type of the second number.
    type Value: Copy + Ord;

    /// The second number of a state.
    fn value(&self, candidate: &Candidate<'_, S>) -> Self::Value;
}

/// As the open list likes: nothing is stored or compared.
///
/// [`Buckets`](super::Buckets) then takes the newest, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyOrder;

impl<S: StateSpace> TieBreak<S> for AnyOrder {
    type Value = ();

    #[inline]
    fn value(&self, _: &Candidate<'_, S>) {}
}

/// The state with the longest path: the default.
#[derive(Clone, Copy, Debug, Default)]
pub struct HighG;

impl<S: StateSpace> TieBreak<S> for HighG {
    type Value = Reverse<S::Cost>;

    #[inline]
    fn value(&self, candidate: &Candidate<'_, S>) -> Reverse<S::Cost> {
        Reverse(candidate.g)
    }
}

/// The state nearest to a goal by estimate.
#[derive(Clone, Copy, Debug, Default)]
pub struct LowH;

impl<S: StateSpace> TieBreak<S> for LowH {
    type Value = S::Cost;

    #[inline]
    fn value(&self, candidate: &Candidate<'_, S>) -> S::Cost {
        candidate.h
    }
}

/// The oldest entry.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fifo;

impl<S: StateSpace> TieBreak<S> for Fifo {
    type Value = u32;

    #[inline]
    fn value(&self, candidate: &Candidate<'_, S>) -> u32 {
        candidate.serial
    }
}

/// The newest entry.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lifo;

impl<S: StateSpace> TieBreak<S> for Lifo {
    type Value = Reverse<u32>;

    #[inline]
    fn value(&self, candidate: &Candidate<'_, S>) -> Reverse<u32> {
        Reverse(candidate.serial)
    }
}

/// The state for which a function of the state is least.
#[derive(Clone, Copy, Debug)]
pub struct ByKey<F>(pub F);

impl<S: StateSpace, K: Copy + Ord, F: Fn(&S::State) -> K + Copy> TieBreak<S> for ByKey<F> {
    type Value = K;

    #[inline]
    fn value(&self, candidate: &Candidate<'_, S>) -> K {
        (self.0)(candidate.state)
    }
}

/// A key of integers, for [`Buckets`](super::Buckets).
pub trait BucketKey: Copy {
    /// The priority, and what decides among equals: the least first, both.
    fn split(self) -> (u64, u64);
    /// The inverse of [`BucketKey::split`].
    fn join(priority: u64, tie: u64) -> Self;
}

/// For [`AnyOrder`].
impl<C: IntegerCost> BucketKey for (C, ()) {
    #[inline]
    fn split(self) -> (u64, u64) {
        (self.0.to_u64(), 0)
    }

    #[inline]
    fn join(priority: u64, _tie: u64) -> Self {
        (C::from_u64(priority), ())
    }
}

/// For [`LowH`].
impl<C: IntegerCost, D: IntegerCost> BucketKey for (C, D) {
    #[inline]
    fn split(self) -> (u64, u64) {
        (self.0.to_u64(), self.1.to_u64())
    }

    #[inline]
    fn join(priority: u64, tie: u64) -> Self {
        (C::from_u64(priority), D::from_u64(tie))
    }
}

/// A payload that takes no part in comparisons.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unordered<T>(pub(crate) T);

impl<T> PartialEq for Unordered<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Unordered<T> {}

impl<T> PartialOrd for Unordered<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Unordered<T> {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

/// When a state is taken up again for a better path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reopening {
    /// Never once it is expanded: enough with a consistent heuristic.
    Never,
    /// Whenever the path is cheaper.
    #[default]
    OnBetterG,
    /// Whenever the priority is lower: differs if that leaves out `g`. Holds for states
    /// that are still open, too.
    OnBetterScore,
    /// Like `OnBetterScore` for open states, `Never` for expanded ones.
    OnBetterScoreWhileOpen,
    /// Never: the first path found to a state is kept. Breadth-first search's rule, as the
    /// first has fewest actions, whatever they cost.
    KeepFirst,
}

impl Reopening {
    /// Whether bounds hold for a heuristic with these guarantees.
    pub(crate) fn is_sound(self, guarantees: Guarantees) -> bool {
        guarantees.consistent || matches!(self, Self::OnBetterG)
    }
}

/// When a state is tested for being a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GoalTest {
    /// Before it is expanded: needed for optimal plans.
    #[default]
    OnExpansion,
    /// As soon as it is generated.
    OnGeneration,
}
