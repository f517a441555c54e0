//! The order in which best-first search expands states: a priority, then a tie-break.

use std::cmp::Reverse;

use crate::open_list::IntegerCost;
use tremaux_core::{Cost, FloatCost, SortKey, StateSpace};

/// The data about a state when it enters the open list.
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
    /// The number of entries pushed before.
    pub serial: u32,
}

/// The priority by which states are expanded, lowest first.
pub trait Priority<C: Cost>: Copy {
    /// The type of priorities.
    type Value: SortKey;

    /// Whether [`Priority::bound`] rests on the estimates.
    #[inline]
    fn is_informed(&self) -> bool {
        true
    }

    /// Whether states are expanded by a cheapest path if the heuristic is consistent.
    #[inline]
    fn expands_by_cheapest(&self) -> bool {
        false
    }

    /// The priority of a state.
    fn value(&self, g: C, h: C) -> Self::Value;

    /// The estimate of a state with this priority and cost, if it can be derived from them.
    #[inline]
    fn estimate(&self, value: Self::Value, g: C) -> Option<C> {
        let _ = (value, g);
        None
    }

    /// A lower bound on plan costs while `least` is the least priority in the open list, and
    /// `g` the cost of that state, given an admissible heuristic. `is_by_depth`: all actions
    /// cost the same, and states of equal priority are expanded in the order in which they were
    /// found.
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
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct GPlusH;

impl<C: Cost> Priority<C> for GPlusH {
    type Value = C;

    #[inline]
    fn expands_by_cheapest(&self) -> bool {
        true
    }

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
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct G;

impl<C: Cost> Priority<C> for G {
    type Value = C;

    #[inline]
    fn is_informed(&self) -> bool {
        false
    }

    #[inline]
    fn expands_by_cheapest(&self) -> bool {
        true
    }

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
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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

/// `g + w·h`, for integer costs as `scale·g + scaled_weight·h`: weighted A* (Pohl 1970).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
pub struct Weighted {
    /// The weight times `scale`.
    pub scaled_weight: u64,
    /// The factor for 1.
    pub scale: u64,
}

impl Weighted {
    /// The weight 1: [`GPlusH`], with the same priorities as all other weights.
    pub const ONE: Self = Self { scaled_weight: 1, scale: 1 };

    /// The weight `scaled_weight / scale` in lowest terms. A scale of zero counts as one.
    pub fn new(scaled_weight: u64, scale: u64) -> Self {
        let (mut a, mut b) = (scaled_weight, scale.max(1));
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Self { scaled_weight: scaled_weight / a, scale: scale.max(1) / a }
    }

    fn weight(&self) -> f64 {
        self.scaled_weight as f64 / self.scale as f64
    }
}

impl<C: IntegerCost> Priority<C> for Weighted {
    type Value = u64;

    #[inline]
    fn value(&self, g: C, h: C) -> u64 {
        if h == C::INFINITY {
            return u64::MAX;
        }
        let g = self.scale.saturating_mul(g.to_u64());
        g.saturating_add(self.scaled_weight.saturating_mul(h.to_u64())).min(u64::MAX - 1)
    }

    #[inline]
    fn estimate(&self, value: u64, g: C) -> Option<C> {
        let is_exact = self.scaled_weight == self.scale && value < u64::MAX - 1;
        is_exact.then(|| C::from_u64(value.saturating_sub(g.to_u64())))
    }

    #[inline]
    fn bound(&self, least: u64, _g: C, _is_by_depth: bool) -> Option<C> {
        if least == u64::MAX {
            return Some(C::INFINITY);
        }
        let largest = self.scaled_weight.max(self.scale).max(1);
        Some(C::from_u64(least.div_ceil(largest).min(C::LARGEST.to_u64())))
    }
}

impl Priority<FloatCost> for Weighted {
    type Value = FloatCost;

    #[inline]
    fn value(&self, g: FloatCost, h: FloatCost) -> FloatCost {
        g.plus(if h == FloatCost::INFINITY { h } else { FloatCost::new(h.get() * self.weight()) })
    }

    #[inline]
    fn estimate(&self, value: FloatCost, g: FloatCost) -> Option<FloatCost> {
        if self.scaled_weight == self.scale { value.minus(g) } else { None }
    }

    #[inline]
    fn bound(&self, least: FloatCost, _g: FloatCost, _is_by_depth: bool) -> Option<FloatCost> {
        Some(FloatCost::new(least.get() / self.weight().max(1.0)))
    }
}

/// Decides between states of the same priority; the lowest value is expanded first.
pub trait TieBreak<S: StateSpace>: Copy {
    /// The type of values.
    type Value: SortKey;

    /// The value of a state.
    fn value(&self, candidate: &Candidate<'_, S>) -> Self::Value;
}

/// Leaves the choice to the open list; nothing is stored or compared. The default.
///
/// [`Buckets`](super::Buckets) then pop the newest entry, at no extra cost.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct AnyOrder;

impl<S: StateSpace> TieBreak<S> for AnyOrder {
    type Value = ();

    #[inline]
    fn value(&self, _: &Candidate<'_, S>) {}
}

/// Ties that are broken by what is known of a state.
macro_rules! ties {
    ($($(#[$doc:meta])* $name:ident: $value:ty = |$candidate:ident| $of:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
        pub struct $name;

        impl<S: StateSpace> TieBreak<S> for $name {
            type Value = $value;

            #[inline]
            fn value(&self, $candidate: &Candidate<'_, S>) -> $value {
                $of
            }
        }
    )*};
}

ties! {
    /// Prefers the highest `g`: among equal `g + h`, the lowest estimate.
    HighG: Reverse<S::Cost> = |candidate| Reverse(candidate.g);
    /// Prefers the lowest estimate.
    LowH: S::Cost = |candidate| candidate.h;
    /// Prefers the oldest entry.
    Fifo: u32 = |candidate| candidate.serial;
    /// Prefers the newest entry.
    Lifo: Reverse<u32> = |candidate| Reverse(candidate.serial);
}

/// Prefers the lowest value of a function of the state.
#[derive(Clone, Copy, Debug)]
pub struct ByKey<F>(pub F);

impl<S: StateSpace, K: SortKey, F: Fn(&S::State) -> K + Copy> TieBreak<S> for ByKey<F> {
    type Value = K;

    #[inline]
    fn value(&self, candidate: &Candidate<'_, S>) -> K {
        (self.0)(candidate.state)
    }
}

/// When a state is reopened for a better path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum Reopening {
    /// Never reopen an expanded state. Sufficient for A* with a consistent heuristic; if one
    /// that claims to be consistent turns out not to be, A* reopens states after all. Otherwise
    /// the lower bound does not rise any more once a cheaper path to an expanded state was
    /// ignored.
    Never,
    /// Whenever the path is cheaper.
    #[default]
    OnBetterG,
    /// Whenever the priority is lower. Differs from `OnBetterG` if the priority ignores `g`.
    /// Applies to open states, too.
    OnBetterScore,
    /// Like `OnBetterScore` for open states, like `Never` for expanded ones.
    OnBetterScoreWhileOpen,
    /// Never: keep the first path found to a state. This is the rule of breadth-first search,
    /// where the first path has the fewest actions, whatever they cost.
    KeepFirst,
}

/// When a state is tested against the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
pub enum GoalTest {
    /// Before it is expanded. Required for optimal plans.
    #[default]
    OnExpansion,
    /// As soon as it is generated.
    OnGeneration,
}
