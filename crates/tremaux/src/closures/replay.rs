//! Replays of paths before they are returned, which share no code with the searches.

use std::fmt::Debug;

use tremaux_core::Cost;

use super::step_cost::StepCost;

/// The path and its cost, if the closures still say so: from each state a step leads to the next,
/// these steps add up to the cost that the search found, and the last state is a goal.
///
/// # Panics
///
/// Panics if they do not.
pub(super) fn replayed<N, W, I>(
    path: Vec<N>,
    found: W::Cost,
    successors: impl FnMut(&N) -> I,
    is_goal: impl FnMut(&N) -> bool,
) -> (Vec<N>, W)
where
    N: Eq + Debug,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    let cost = cost_along(&path, successors, is_goal);
    if !is_same(found, cost) {
        refuse(&format_args!("cost {cost:?}, but {found:?} during the search"));
    }
    (path, total(cost))
}

/// The sum of the cheapest steps along `path`, which must lead to a goal.
pub(super) fn cost_along<N, W, I>(
    path: &[N],
    mut successors: impl FnMut(&N) -> I,
    mut is_goal: impl FnMut(&N) -> bool,
) -> W::Cost
where
    N: Eq + Debug,
    W: StepCost,
    I: IntoIterator<Item = (N, W)>,
{
    let mut sum = W::Cost::ZERO;
    for (from, to) in path.iter().zip(&path[1..]) {
        let mut least = None;
        for (next, cost) in successors(from) {
            if next == *to
                && let Some(cost) = cost.to_cost()
            {
                least = Some(least.map_or(cost, |least: W::Cost| least.min(cost)));
            }
        }
        let Some(least) = least else { refuse_step(from, to) };
        sum = sum.plus(least);
    }
    require_goal(path, &mut is_goal);
    sum
}

/// The path, if `successors` and `is_goal` still allow it.
///
/// # Panics
///
/// Panics if they do not.
pub(super) fn replayed_steps<N, I>(
    path: Vec<N>,
    mut successors: impl FnMut(&N) -> I,
    mut is_goal: impl FnMut(&N) -> bool,
) -> Vec<N>
where
    N: Eq + Debug,
    I: IntoIterator<Item = N>,
{
    for (from, to) in path.iter().zip(&path[1..]) {
        if !successors(from).into_iter().any(|next| next == *to) {
            refuse_step(from, to);
        }
    }
    require_goal(&path, &mut is_goal);
    path
}

fn require_goal<N: Debug>(path: &[N], is_goal: &mut impl FnMut(&N) -> bool) {
    let goal = &path[path.len() - 1];
    if !is_goal(goal) {
        refuse(&format_args!("{goal:?} is no longer a goal"));
    }
}

/// Whether two sums of the same costs are equal; floats may be added in another order.
fn is_same<C: Cost>(one: C, other: C) -> bool {
    match one.minus(other).or_else(|| other.minus(one)) {
        Some(difference) => difference == C::ZERO,
        None => {
            let (one, other) = (one.to_f64(), other.to_f64());
            (one - other).abs() <= 1e-9 * one.max(other)
        }
    }
}

/// The cost of a path in the numbers of the closures.
pub(super) fn total<W: StepCost>(cost: W::Cost) -> W {
    let Some(total) = W::from_cost(cost) else {
        let number = std::any::type_name::<W>();
        panic!("the cost of the path, {cost:?}, is too large for {number}, the type of its steps")
    };
    total
}

#[cold]
pub(super) fn refuse_cost() -> ! {
    panic!("the cost of a path does not fit into 64 bits")
}

#[cold]
fn refuse_step<N: Debug>(from: &N, to: &N) -> ! {
    refuse(&format_args!("`successors` does not return the step from {from:?} to {to:?}"))
}

#[cold]
fn refuse(found: &dyn std::fmt::Display) -> ! {
    panic!(
        "the path was replayed: {found}; closures must return the same for the same state each \
         time, and predecessors must match successors"
    )
}
