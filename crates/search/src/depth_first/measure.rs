//! The quantity that bounds a depth-first search: the cost of plans, or the number of actions.

use tremaux_core::{Cost, Guarantees, Heuristic, StateSpace};

/// The quantity that a depth-first search sums along its path, estimates, and compares with a
/// bound.
///
/// The measure of a plan is the sum over its steps. No estimate exceeds the true measure if the
/// heuristic satisfies its guarantees.
pub trait Measure<S: StateSpace, H: Heuristic<S>> {
    /// Distinguishes the measures in checkpoints.
    const KIND: u64;
    /// The type of sums and bounds.
    type Value: Cost;
    /// The data kept for a state on the path in addition to its estimate.
    type Memo: Clone;

    /// The estimate of the initial state.
    fn root(space: &S, heuristic: &H, state: &S::State) -> (Self::Value, Self::Memo);

    /// The estimate of the successor by `action`, if it can be computed without generating it, or
    /// the first that is too much.
    fn estimate_successor(
        space: &S,
        heuristic: &H,
        parent: &S::State,
        h: Self::Value,
        memo: &Self::Memo,
        action: S::Action,
        is_too_much: impl Fn(Self::Value) -> bool,
    ) -> Option<(Self::Value, Self::Memo)>;

    /// The estimate of `child`, the successor by `action`.
    fn child(
        space: &S,
        heuristic: &H,
        h: Self::Value,
        memo: &Self::Memo,
        action: S::Action,
        child: &S::State,
    ) -> (Self::Value, Self::Memo);

    /// [`Heuristic::prefetch_successors`].
    fn prefetch_successors(heuristic: &H, memo: &Self::Memo);

    /// The measure of `action`.
    fn step(space: &S, state: &S::State, action: S::Action) -> Self::Value;

    /// Whether the measure of a step may be zero, so that paths can go round in zero-cost
    /// cycles.
    fn may_be_free(space: &S) -> bool;

    /// The lower bound on plan costs that follows if no plan measures less than `least`.
    fn lower_bound(space: &S, guarantees: Guarantees, least: Self::Value) -> S::Cost;

    /// Whether a bound limits the number of actions: if not, [`Measure::is_deeper`] returns false.
    fn limits_depth(space: &S) -> bool;

    /// Whether paths within `bound` may have more than `actions` actions. Returns false if that
    /// is unknown.
    fn is_deeper(space: &S, bound: Self::Value, actions: u32) -> bool;

    /// The cost that corresponds to a value, for observers.
    fn as_cost(space: &S, value: Self::Value) -> S::Cost;
}

/// Measures cost: IDA*.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByCost;

impl<S: StateSpace, H: Heuristic<S>> Measure<S, H> for ByCost {
    const KIND: u64 = 1;
    type Value = S::Cost;
    type Memo = H::Memo;

    #[inline]
    fn root(space: &S, heuristic: &H, state: &S::State) -> (S::Cost, H::Memo) {
        heuristic.root(space, state)
    }

    #[inline]
    fn estimate_successor(
        space: &S,
        heuristic: &H,
        parent: &S::State,
        h: S::Cost,
        memo: &H::Memo,
        action: S::Action,
        is_too_much: impl Fn(S::Cost) -> bool,
    ) -> Option<(S::Cost, H::Memo)> {
        heuristic.estimate_successor_until(space, parent, h, memo, action, &is_too_much)
    }

    #[inline]
    fn child(
        space: &S,
        heuristic: &H,
        h: S::Cost,
        memo: &H::Memo,
        action: S::Action,
        child: &S::State,
    ) -> (S::Cost, H::Memo) {
        heuristic.child(space, h, memo, action, child)
    }

    #[inline]
    fn prefetch_successors(heuristic: &H, memo: &Self::Memo) {
        heuristic.prefetch_successors(memo);
    }

    #[inline]
    fn step(space: &S, state: &S::State, action: S::Action) -> S::Cost {
        space.cost(state, action)
    }

    fn may_be_free(space: &S) -> bool {
        space.uniform_cost().is_none_or(|cost| cost == S::Cost::ZERO)
    }

    fn lower_bound(_space: &S, guarantees: Guarantees, least: S::Cost) -> S::Cost {
        let proves = guarantees.admissible || guarantees.safe && least == S::Cost::INFINITY;
        if proves { least } else { S::Cost::ZERO }
    }

    fn limits_depth(space: &S) -> bool {
        space.uniform_cost().is_some()
    }

    fn is_deeper(space: &S, bound: S::Cost, actions: u32) -> bool {
        space.uniform_cost().is_some_and(|cost| bound > multiple(cost, actions))
    }

    #[inline]
    fn as_cost(_space: &S, value: S::Cost) -> S::Cost {
        value
    }
}

/// Measures the number of actions: depth-first search with a bound, and iterative deepening.
/// The heuristic is only used to detect dead ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByDepth;

impl<S: StateSpace, H: Heuristic<S>> Measure<S, H> for ByDepth {
    const KIND: u64 = 2;
    type Value = u32;
    /// The data from which the heuristic continues at a child: the estimate and its memo.
    type Memo = (S::Cost, H::Memo);

    #[inline]
    fn root(space: &S, heuristic: &H, state: &S::State) -> (u32, Self::Memo) {
        let (h, memo) = heuristic.root(space, state);
        (dead_end(heuristic, h), (h, memo))
    }

    #[inline]
    fn estimate_successor(
        space: &S,
        heuristic: &H,
        parent: &S::State,
        _h: u32,
        memo: &Self::Memo,
        action: S::Action,
        _is_too_much: impl Fn(u32) -> bool,
    ) -> Option<(u32, Self::Memo)> {
        let (h, memo) = heuristic.estimate_successor(space, parent, memo.0, &memo.1, action)?;
        Some((dead_end(heuristic, h), (h, memo)))
    }

    #[inline]
    fn child(
        space: &S,
        heuristic: &H,
        _h: u32,
        memo: &Self::Memo,
        action: S::Action,
        child: &S::State,
    ) -> (u32, Self::Memo) {
        let (h, memo) = heuristic.child(space, memo.0, &memo.1, action, child);
        (dead_end(heuristic, h), (h, memo))
    }

    #[inline]
    fn prefetch_successors(heuristic: &H, memo: &Self::Memo) {
        heuristic.prefetch_successors(&memo.1);
    }

    #[inline]
    fn step(_space: &S, _state: &S::State, _action: S::Action) -> u32 {
        1
    }

    fn may_be_free(_space: &S) -> bool {
        false
    }

    fn lower_bound(space: &S, _guarantees: Guarantees, least: u32) -> S::Cost {
        if least == u32::INFINITY {
            return S::Cost::INFINITY;
        }
        space.uniform_cost().map_or(S::Cost::ZERO, |cost| multiple(cost, least))
    }

    fn limits_depth(_space: &S) -> bool {
        true
    }

    fn is_deeper(_space: &S, bound: u32, actions: u32) -> bool {
        bound > actions
    }

    #[inline]
    fn as_cost(space: &S, value: u32) -> S::Cost {
        space.uniform_cost().map_or(S::Cost::ZERO, |cost| multiple(cost, value))
    }
}

/// Infinity at a dead end, zero elsewhere.
#[inline]
fn dead_end<S: StateSpace, H: Heuristic<S>>(heuristic: &H, h: S::Cost) -> u32 {
    if h == S::Cost::INFINITY && heuristic.guarantees().safe { u32::INFINITY } else { 0 }
}

/// `times` times `cost`, computed by doubling.
pub(crate) fn multiple<C: Cost>(cost: C, mut times: u32) -> C {
    let (mut sum, mut power) = (C::ZERO, cost);
    while times > 0 {
        if times & 1 == 1 {
            sum = sum.plus(power);
        }
        power = power.plus(power);
        times >>= 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::multiple;

    #[test]
    fn multiples_are_sums() {
        assert_eq!(multiple(7_u32, 13), 91);
        assert_eq!(multiple(0_u8, 1000), 0);
        assert_eq!(multiple(200_u8, 2), u8::MAX);
    }
}
